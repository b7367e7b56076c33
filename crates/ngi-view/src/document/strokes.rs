//! Changes of several fields, or of everything, in one step.

use ngi_verbs::set;

use super::Document;

impl Document {
    /// Gives fields other values, told as `ngi set` takes them, as one step.
    pub fn set_all(&mut self, fields: &[(String, String)]) -> Result<(), String> {
        let changed = set::change(self.format.document, &self.subject(), fields);
        let changed = changed.map_err(|error| error.to_string())?;
        let name = fields.first().map_or("", |(field, _)| field.as_str());
        self.replace(name, changed.bytes, changed.entry)
    }

    /// Other bytes after a stroke in the picture, as one step of that name.
    pub fn stroke(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), String> {
        self.replace(name, bytes, self.entry)
    }
}
