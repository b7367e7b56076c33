//! The rows of the inspector: a document's fields, as far as they are opened.

use std::collections::HashSet;

use ngi_verbs::show;
use serde_json::Value;

/// Lists of plain values up to this length are one row.
const SHORT: usize = 16;

/// What a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One value.
    Scalar,
    /// A short list of values, shown and changed as a whole.
    ShortList,
    /// Something to be opened: this many things inside.
    Group(usize),
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRow {
    /// Path of the field, as `ngi set` takes it.
    pub path: String,
    /// Its own name, or `[index]`.
    pub key: String,
    /// How deep it lies.
    pub depth: usize,
    /// What it holds.
    pub shape: Shape,
    /// A few words about what is inside a group.
    pub hint: String,
}

/// The fields of a document, row by row.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    open: HashSet<String>,
    filter: String,
    rows: Vec<FieldRow>,
    stale: bool,
}

impl Fields {
    /// Rows have to be made anew: the document changed.
    pub fn renew(&mut self) {
        self.stale = true;
    }

    /// Another document: nothing is open but the top, and short groups.
    pub fn reset(&mut self, value: &Value) {
        self.open.clear();
        for (key, value) in value.as_object().into_iter().flatten() {
            let few = match value {
                Value::Object(members) => members.len() <= 8,
                Value::Array(list) => list.len() <= 2,
                _ => false,
            };
            if few {
                self.open.insert(key.clone());
                if let Value::Array(list) = value {
                    self.open.extend((0..list.len()).map(|index| format!("{key}[{index}]")));
                }
            }
        }
        self.stale = true;
    }

    /// Shows only fields whose path contains a text.
    pub fn filter(&mut self, text: &str) {
        let text = text.trim().to_lowercase();
        if text != self.filter {
            self.filter = text;
            self.stale = true;
        }
    }

    /// Opens or closes a group.
    pub fn toggle(&mut self, path: &str) {
        if !self.open.remove(path) {
            self.open.insert(path.to_owned());
        }
        self.stale = true;
    }

    /// Whether a group is open.
    pub fn is_open(&self, path: &str) -> bool {
        !self.filter.is_empty() || self.open.contains(path)
    }

    /// Opens everything around a field; gives the path of the row that shows it.
    pub fn reveal(&mut self, value: &Value, field: &str) -> Option<String> {
        let mut shown = None;
        for end in ends(field) {
            let Some(path) = field.get(..end) else { continue };
            let Ok(inside) = show::at(value, path) else { break };
            if shape(inside) == Some(Shape::ShortList) || !is_group(inside) {
                shown = Some(path.to_owned());
                break;
            }
            self.open.insert(path.to_owned());
            shown = Some(path.to_owned());
        }
        self.stale = true;
        shown
    }

    /// The rows.
    pub fn rows(&mut self, value: &Value) -> &[FieldRow] {
        if self.stale {
            self.stale = false;
            let mut rows = Vec::new();
            self.add_members("", value, 0, &mut rows);
            self.rows = rows;
        }
        &self.rows
    }

    fn add_members(&self, path: &str, value: &Value, depth: usize, rows: &mut Vec<FieldRow>) {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    let dot = if path.is_empty() { "" } else { "." };
                    self.add(format!("{path}{dot}{key}"), key.clone(), value, depth, rows);
                }
            }
            Value::Array(list) => {
                for (index, value) in list.iter().enumerate() {
                    let key = format!("[{index}]");
                    self.add(format!("{path}{key}"), key, value, depth, rows);
                }
            }
            _ => {}
        }
    }

    fn add(
        &self,
        path: String,
        key: String,
        value: &Value,
        depth: usize,
        rows: &mut Vec<FieldRow>,
    ) {
        let shape = shape(value).unwrap_or(Shape::Scalar);
        let matches = self.filter.is_empty() || path.to_lowercase().contains(&self.filter);
        let place = rows.len();
        let row = FieldRow { path: path.clone(), key, depth, shape, hint: hint(value) };
        rows.push(row);
        if matches!(shape, Shape::Group(_)) && self.is_open(&path) {
            self.add_members(&path, value, depth + 1, rows);
        }
        // With a filter, what neither matches nor holds anything that does goes away again.
        if !matches && rows.len() == place + 1 {
            rows.pop();
        }
    }
}

fn is_group(value: &Value) -> bool {
    matches!(shape(value), Some(Shape::Group(_)))
}

fn shape(value: &Value) -> Option<Shape> {
    match value {
        Value::Object(members) => Some(Shape::Group(members.len())),
        Value::Array(list) => {
            let plain = list.iter().all(|item| !item.is_array() && !item.is_object());
            let short = plain && list.len() <= SHORT;
            Some(if short { Shape::ShortList } else { Shape::Group(list.len()) })
        }
        _ => Some(Shape::Scalar),
    }
}

/// What a closed group says of itself: its name, type or the like.
fn hint(value: &Value) -> String {
    let Value::Object(members) = value else { return String::new() };
    let telling = ["opcode_name", "name", "label", "texture", "material", "type", "kind"];
    let found = telling.iter().find_map(|key| members.get(*key).filter(|value| !value.is_null()));
    found.map(show::scalar).unwrap_or_default()
}

/// Where the prefixes of a field path end: before each dot and bracket, and at its end.
fn ends(field: &str) -> Vec<usize> {
    let breaks = field.char_indices().filter(|(at, c)| *at > 0 && matches!(c, '.' | '['));
    breaks.map(|(at, _)| at).chain([field.len()]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn paths(fields: &mut Fields, value: &Value) -> Vec<String> {
        fields.rows(value).iter().map(|row| row.path.clone()).collect()
    }

    fn sample() -> Value {
        let many: Vec<Value> =
            (0..20).map(|i| json!({"a": i, "box": {"min": [1, 2, 3]}})).collect();
        json!({"schema": "x/1", "slots": many, "colour": [1, 2, 3], "meta": {"name": "n"}})
    }

    #[test]
    fn groups_open_and_close() {
        let value = sample();
        let mut fields = Fields::default();
        fields.reset(&value);
        assert_eq!(paths(&mut fields, &value), ["schema", "slots", "colour", "meta", "meta.name"]);
        fields.toggle("slots");
        fields.toggle("slots[1]");
        let rows = paths(&mut fields, &value);
        assert_eq!(rows.len(), 5 + 20 + 2);
        assert!(rows.contains(&"slots[1].box".to_owned()));
        assert_eq!(fields.rows(&value)[1].shape, Shape::Group(20));
    }

    #[test]
    fn a_field_is_revealed_with_all_around_it() {
        let value = sample();
        let mut fields = Fields::default();
        fields.reset(&value);
        let row = fields.reveal(&value, "slots[3].box.min[2]");
        assert_eq!(row.as_deref(), Some("slots[3].box.min"), "a short list is one row");
        assert!(paths(&mut fields, &value).contains(&"slots[3].box.min".to_owned()));
        assert_eq!(fields.reveal(&value, "slots[3].nothing").as_deref(), Some("slots[3]"));
        assert_eq!(fields.reveal(&value, "nothing"), None);
    }

    #[test]
    fn a_filter_shows_what_matches_wherever_it_is() {
        let value = sample();
        let mut fields = Fields::default();
        fields.reset(&value);
        fields.filter("slots[7].BOX");
        assert_eq!(
            paths(&mut fields, &value),
            ["slots", "slots[7]", "slots[7].box", "slots[7].box.min"]
        );
    }
}
