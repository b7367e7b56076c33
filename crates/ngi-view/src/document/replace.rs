//! A document as a whole: other bytes for it, mended, or written together with others.

use ngi_verbs::format::{EntryMeta, Form, Subject};
use ngi_verbs::replace::Replacement;
use ngi_vfs::{Bytes, Node};

use super::{Document, Step};

impl Document {
    /// Gives it other bytes, as one change that can be taken back. What could not be shown any more
    /// is not taken. `what` names the change: a field, a file.
    pub fn replace(
        &mut self,
        what: &str,
        bytes: Vec<u8>,
        entry: Option<EntryMeta>,
    ) -> Result<(), String> {
        let after = Subject { bytes: &bytes, entry, ..self.subject() };
        self.format.document.tree(&after, Form::Short).map_err(|error| error.to_string())?;
        let step = Step::new(what, (&self.bytes, self.entry), (&bytes, entry));
        if step.changes_nothing() {
            return Ok(());
        }
        self.history.push(step);
        self.bytes = bytes;
        self.entry = entry;
        Ok(())
    }

    /// Recomputes derived fields that are inconsistent with the rest, as `ngi fix` does. Returns a
    /// line for each repair.
    pub fn mend(&mut self) -> Result<Vec<String>, String> {
        let mended = ngi_verbs::fix::mend_one(self.format, &self.subject());
        let Some(mended) = mended.map_err(|error| error.to_string())? else {
            return Ok(Vec::new());
        };
        self.replace("ngi fix", mended.bytes, self.entry)?;
        Ok(mended.lines)
    }

    /// What is written into `fresh`, the same node read anew. Fails if somebody else changed it
    /// since it was opened.
    pub fn replacement(&self, fresh: Node) -> Result<Replacement, String> {
        let now = fresh.bytes().map_err(|error| error.to_string())?;
        if now != self.original {
            let path = fresh.path();
            return Err(format!(
                "{path}: changed by another program since it was opened; reload it and make the change again"
            ));
        }
        let stored = ngi_verbs::check::entry_meta(&fresh);
        let attributes = self.entry.filter(|entry| Some(*entry) != stored);
        Ok(Replacement {
            node: fresh,
            bytes: self.bytes.clone(),
            attributes: attributes.map(|entry| entry.attributes),
        })
    }

    /// What it holds now is what the file holds.
    pub fn was_written(&mut self) {
        self.original = Bytes::from(self.bytes.clone());
    }
}
