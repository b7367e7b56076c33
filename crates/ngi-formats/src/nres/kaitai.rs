//! The archive in the words of Kaitai Struct.

use super::types::{EntryRecord, Header};
use crate::schema::{Record as _, Shape};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Header::SHAPE, EntryRecord::SHAPE];

/// Which record stands where: the directory is at the end, the payloads are between.
pub static KAITAI: &str = "
seq:
  - id: header
    type: header
instances:
  entries:
    pos: _io.size - header.count * 64
    type: entry
    repeat: expr
    repeat-expr: header.count
types:
  entry:
    seq:
      - id: record
        type: entry_record
    instances:
      payload:
        io: _root._io
        pos: record.offset
        size: record.size
";
