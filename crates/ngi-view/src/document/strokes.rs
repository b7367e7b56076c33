//! Changes of several fields, or of everything, in one step.

use ngi_verbs::format::{Form, Subject};
use ngi_verbs::set;

use super::{Document, Step};

impl Document {
    /// Gives fields other values, told as `ngi set` takes them, as one step.
    pub fn set_all(&mut self, fields: &[(String, String)]) -> Result<(), String> {
        let changed = set::change(self.format.document, &self.subject(), fields);
        let changed = changed.map_err(|error| error.to_string())?;
        let name = fields.first().map_or("", |(field, _)| field.as_str());
        self.become_(name, changed.bytes, changed.entry)
    }

    /// Other bytes after a stroke in the picture, as one step of that name.
    pub fn stroke(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), String> {
        self.become_(name, bytes, self.entry)
    }

    fn become_(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        entry: Option<ngi_verbs::format::EntryMeta>,
    ) -> Result<(), String> {
        let after = Subject { bytes: &bytes, entry, ..self.subject() };
        // What could not be shown any more is not changed.
        self.format.document.tree(&after, Form::Short).map_err(|error| error.to_string())?;
        let step = Step::new(name, (&self.bytes, self.entry), (&bytes, entry));
        if !step.changes_nothing() {
            self.history.push(step);
            (self.bytes, self.entry) = (bytes, entry);
        }
        Ok(())
    }
}
