//! A record as a tree of fields, and back.

use super::types::{Record, Slot};
use crate::Result;
use crate::schema::{Record as _, Shape, Stored as _};
use crate::tree::{At, Draft, Form, Made, Node, Rows, branches};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Slot::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: slots
    type: slot
    repeat: expr
    repeat-expr: _io.size / 64
  - id: tail
    size-eos: true
";

branches! {
    /// Members of a record's document.
    pub static DOCUMENT = {
        /// References to the files that make up the object; unused places are empty.
        slots: Form::Rows(Slot::KIND), = M "2, 5, 6 or 7, depending on the entry's type";
        /// Bytes after the last whole reference; none in a valid record.
        tail: Form::Hex;
    }
}

/// The fields of a record, with their places.
pub fn tree(bytes: &[u8]) -> Node<'_> {
    let tail = Record::read(bytes).tail();
    let slots = Rows::of(Slot::KIND, bytes, 0, bytes.len());
    let at = At::Offset(bytes.len() - tail.len());
    Node::object(DOCUMENT, [Some(slots.into()), Some(Node::Hex(tail.into(), at))])
}

/// The record that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let bytes = [draft.bytes("slots")?, draft.bytes("tail")?].concat();
    Ok(Made { bytes, attributes: None })
}
