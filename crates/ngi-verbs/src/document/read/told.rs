//! What a document says although it follows from the rest of it.

use ngi_formats::tree::{Branch, Form, Node};
use serde_json::Value;

use super::Reader;
use crate::document::write::Part;
use crate::{Error, Result, json};

/// A value that follows from the rest of its document, as the document says it.
#[derive(Debug)]
pub struct Said {
    path: String,
    branch: &'static Branch,
    value: Value,
}

/// Reads a part that follows from the rest. Like everywhere, no key may stand there that nothing
/// has.
pub(super) fn read(reader: &mut Reader<'_>, branch: &'static Branch) -> Result<()> {
    let Form::Object(inner) = branch.form else {
        let (path, value) = (reader.path(), reader.any()?);
        reader.told.push(Said { path, branch, value });
        return Ok(());
    };
    if reader.null()? {
        return Ok(());
    }
    reader.members(|reader, key| match inner.iter().find(|branch| branch.name == key) {
        Some(branch) => read(reader, branch),
        None => Err(reader.unknown(key, inner.iter().map(|branch| branch.name))),
    })
}

impl Said {
    /// Whether the file that was made of the document says the same. Who changed what follows
    /// wants something that the document does not do.
    pub fn check(&self, made: &Node<'_>) -> Result<()> {
        let there = match made.find(&self.path) {
            Ok(found) => json::to_value(&Part(&found.node))?,
            Err(_) => Value::Null,
        };
        if is_same(&self.value, &there) {
            return Ok(());
        }
        let why = format!(
            "{}, but by the rest it is {there}; change what it follows from, and leave it out or \
             say the same ({})",
            self.value,
            self.branch.meaning()
        );
        Err(Error::json(&self.path, why))
    }
}

/// Whether two values are one: a float is the one its digits mean.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(left), Value::Number(right)) if left.is_f64() || right.is_f64() => {
            json::parse_float(a) == json::parse_float(b)
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        _ => a == b,
    }
}
