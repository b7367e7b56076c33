//! A file or entry that is open: its fields, the changes made to them, and saving.
//!
//! Fields are those of the trees that `ngi show --json` prints, and a change goes through the same
//! writer as `ngi set`. A tree is made over the bytes whenever somebody looks; nothing of it is
//! kept. Each change is kept as the bytes it replaced, so undoing one gives back exactly what was
//! there.

mod fields;
mod history;
mod open;
mod overlay;
pub mod recovery;
mod replace;
mod strokes;
mod view;

use ngi_formats::tree::Node as Tree;
use ngi_verbs::format::{EntryMeta, Form, Format, Subject};
use ngi_verbs::location::{self, FieldKnown};
use ngi_verbs::replace::Replacement;
use ngi_verbs::set;
use ngi_vfs::save::Saved;
use ngi_vfs::{Bytes, Node};

pub use fields::{FieldRow, Fields, Shape, shape as shape_of};
pub use history::{History, Step};
pub use open::{Opened, findings_of, open};
pub use overlay::{with_all_changes, with_changes};
pub use view::{Control, FieldView, Names, colour_text};

/// A file or entry of a known format that is open.
#[derive(Clone)]
pub struct Document {
    /// Where it is.
    pub node: Node,
    /// Its name.
    pub name: String,
    /// Its format.
    pub format: &'static Format,
    /// Its bytes on disk.
    original: Bytes,
    bytes: Vec<u8>,
    entry: Option<EntryMeta>,
    history: History,
}

impl Document {
    /// A document of what was read.
    pub fn new(node: Node, format: &'static Format, bytes: Bytes) -> Self {
        let entry = ngi_verbs::check::entry_meta(&node);
        let (name, history) = (node.name(), History::default());
        let owned = bytes.to_vec();
        Self { node, name, format, original: bytes, bytes: owned, entry, history }
    }

    /// As something to be looked at, changes included.
    pub fn subject(&self) -> Subject<'_> {
        Subject { name: &self.name, bytes: &self.bytes, entry: self.entry }
    }

    /// Its name without the suffix.
    pub fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem)
    }

    /// All its fields, but for what an archive holds.
    pub fn tree(&self) -> Result<Tree<'_>, String> {
        self.format.document.tree(&self.subject(), Form::Short).map_err(|error| error.to_string())
    }

    /// Where a field lies and what is known of it; `None` where there is none.
    pub fn known(&self, field: &str) -> Option<FieldKnown> {
        location::of(&self.tree().ok()?, field)
    }

    /// Its bytes, changes included.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What its archive says of it, changes included.
    pub fn entry(&self) -> Option<EntryMeta> {
        self.entry
    }

    /// Whether there is something to save.
    pub fn is_changed(&self) -> bool {
        self.bytes != self.original || self.entry != ngi_verbs::check::entry_meta(&self.node)
    }

    /// What can be undone next, and redone next.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Gives a field another value, told as text like `ngi set` takes it.
    pub fn set(&mut self, field: &str, text: &str) -> Result<(), String> {
        self.set_all(&[(field.to_owned(), text.to_owned())])
    }

    /// Takes the last change back; gives the field that it was about.
    pub fn undo(&mut self) -> Result<Option<String>, String> {
        let Some(step) = self.history.undo() else { return Ok(None) };
        step.take_back(&mut self.bytes, &mut self.entry);
        self.tree().map(|_| ())?;
        Ok(Some(step.field))
    }

    /// Makes the last change again that was taken back.
    pub fn redo(&mut self) -> Result<Option<String>, String> {
        let Some(step) = self.history.redo() else { return Ok(None) };
        step.make_again(&mut self.bytes, &mut self.entry);
        self.tree().map(|_| ())?;
        Ok(Some(step.field))
    }

    /// Saves it in `fresh`, the same node read anew: as `ngi set` does, in one step and with a
    /// backup. Fails if somebody else changed it since.
    pub fn save(&mut self, fresh: Node) -> Result<Saved, String> {
        let Replacement { node, bytes, .. } = self.replacement(fresh)?;
        let saved = set::save(&node, bytes, self.entry, true);
        let saved = saved.map_err(|error| error.to_string())?;
        self.was_written();
        Ok(saved)
    }

    /// The document now lives in another node: its file was saved and read anew.
    pub fn moved_to(&mut self, node: Node) {
        self.node = node;
    }
}
