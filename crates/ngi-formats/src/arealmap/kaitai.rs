//! The map in the words of Kaitai Struct.

use super::types::{ArealHead, Counts, GridHead, Link};
use crate::nres;
use crate::schema::{Record as _, Shape};

/// The stored records.
pub static RECORDS: &[&Shape] = &[
    nres::Header::SHAPE,
    nres::EntryRecord::SHAPE,
    ArealHead::SHAPE,
    Counts::SHAPE,
    Link::SHAPE,
    GridHead::SHAPE,
];

/// Which record stands where: an archive, in it the areals and the grid.
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
      map:
        io: _root._io
        pos: record.offset
        type: map(record.attr1)
        if: record.type_id == 12
  map:
    params:
      - id: count
        type: u4
    seq:
      - id: areals
        type: areal
        repeat: expr
        repeat-expr: count
      - id: grid
        type: grid_head
      - id: cells
        type: cell
        repeat: expr
        repeat-expr: grid.cells_across * grid.cells_down
  areal:
    seq:
      - id: head
        type: areal_head
      - id: counts
        type: counts
      - id: polygon
        type: f4
        repeat: expr
        repeat-expr: counts.corners * 3
      - id: links
        type: link
        repeat: expr
        repeat-expr: counts.corners + counts.blocks * 3
      - id: blocks
        type: block
        repeat: expr
        repeat-expr: counts.blocks
  block:
    seq:
      - id: count
        type: u4
      - id: corners
        type: f4
        repeat: expr
        repeat-expr: count * 3
  cell:
    seq:
      - id: count
        type: u2
      - id: areals
        type: u2
        repeat: expr
        repeat-expr: count
";
