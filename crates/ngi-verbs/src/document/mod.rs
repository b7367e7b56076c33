//! Documents: what goes by field, written once over the trees of all formats.
//!
//! [`mod@write`] makes JSON of a tree, [`read`] makes a draft of JSON; both go piece by piece.
//! [`fields`] lists every value with its place and meaning, [`edit`] changes values by their
//! paths, [`compare`] says in which values two trees differ, [`text`] shows a tree to people.

pub mod compare;
pub mod edit;
pub mod fields;
pub(crate) mod finite;
pub mod read;
pub mod text;
pub mod write;

#[cfg(test)]
mod tests;

use ngi_formats::tree::Made;
use serde_json::Value;

pub use read::Reader;

use self::write::TreeDocument;
use crate::format::{Document, Form, Subject};
use crate::{Result, json};

/// The document of a subject as a value, without the payloads of an archive. Nothing here works
/// with values: they take many times the memory of the file. It is for who looks at a small one.
pub fn to_value(document: &dyn Document, subject: &Subject<'_>) -> Result<Value> {
    let (schema, node) = (document.schema_of(subject), document.tree(subject, Form::Short)?);
    json::to_value(&TreeDocument { schema: &schema, node: &node })
}

/// What a document that is a value describes.
pub fn from_value(document: &dyn Document, value: &Value, original: Option<&[u8]>) -> Result<Made> {
    let original = original.map(|bytes| Subject::file("", bytes));
    document.read_json(value.to_string().as_bytes(), original.as_ref())
}
