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
    /// What a document of a record has.
    pub static DOCUMENT = {
        /// What the thing is put together from; places that are not used name nothing.
        slots: Form::Rows(Slot::KIND), = M "2, 5, 6 or 7, as the entry's type says";
        /// Bytes behind the last whole reference; none in a sound record.
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
