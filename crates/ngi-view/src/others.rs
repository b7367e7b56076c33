//! Documents that change along with the one that is open: what lies beside it.

use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{Subject, recognise};
use ngi_vfs::Node;

use crate::App;
use crate::document::Document;

impl App {
    /// Something of another name beside what is open.
    pub(crate) fn node_beside(&self, name: &str) -> Option<Node> {
        let document = self.current.as_ref()?.document.as_ref()?;
        document.node.parent()?.child(name).ok()
    }

    /// The bytes of something that is not open, changes included.
    pub(crate) fn bytes_of(&self, node: &Node) -> Option<Vec<u8>> {
        match self.changed.get(&node.path()) {
            Some(document) => Some(document.bytes().to_vec()),
            None => node.bytes().ok().map(|bytes| bytes.to_vec()),
        }
    }

    /// Gives something that is not open other bytes, as a step of its history. A last step of the
    /// same name is taken back before: what follows from something is one change, however often
    /// that changes.
    pub(crate) fn change_other(
        &mut self,
        node: &Node,
        what: &str,
        bytes: Vec<u8>,
    ) -> Result<(), String> {
        let path = node.path();
        let mut document = match self.changed.remove(&path) {
            Some(document) => document,
            None => opened(node)?,
        };
        let (last, _) = document.history().next();
        if last == Some(what) {
            document.undo()?;
        }
        let entry = document.entry();
        let replaced = document.replace(what, bytes, entry);
        if document.is_changed() {
            self.changed.insert(path, document);
        }
        self.unsaved_changed();
        self.renew_areals(node);
        replaced
    }
}

fn opened(node: &Node) -> Result<Document, String> {
    let bytes = node.bytes().map_err(|error| error.to_string())?;
    let name = node.name();
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = recognise(&subject).ok_or_else(|| format!("{}: ?", node.path()))?;
    Ok(Document::new(node.clone(), format, bytes.clone()))
}
