//! The archive in the words of Kaitai Struct.

use super::types::{EntryRecord, Header, Trailer};
use crate::schema::{Record as _, Shape};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Header::SHAPE, EntryRecord::SHAPE, Trailer::SHAPE];

/// Which record stands where. The table is enciphered: a program that uses this brings the process
/// `ngi_xor`, which `docs/formats/rsli.md` describes.
pub static KAITAI: &str = "
seq:
  - id: magic
    size: 2
  - id: header
    type: header
  - id: table
    size: header.count * 32
    process: ngi_xor(header.seed)
    type: table
instances:
  trailer:
    pos: _io.size - 6
    type: trailer
    if: _io.size >= 38
types:
  table:
    seq:
      - id: entries
        type: entry_record
        repeat: eos
";
