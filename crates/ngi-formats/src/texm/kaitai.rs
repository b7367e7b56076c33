//! The texture in the words of Kaitai Struct.

use super::page::{PageHead, Rect};
use super::types::Header;
use crate::schema::{Record as _, Shape};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Header::SHAPE, PageHead::SHAPE, Rect::SHAPE];

/// Which record stands where: the header, a palette for format 0, the levels, the cells.
pub static KAITAI: &str = "
seq:
  - id: magic
    contents: Texm
  - id: header
    type: header
  - id: palette
    type: u1
    repeat: expr
    repeat-expr: 1024
    if: header.format == 0
    doc: 'Blue, green, red and an unused byte, 256 times.'
  - id: levels
    type: level(_index)
    repeat: expr
    repeat-expr: header.levels
  - id: page
    type: page
    if: _io.size - _io.pos >= 8
  - id: tail
    size-eos: true
instances:
  bytes_per_pixel:
    value: '(header.format == 0 or header.format == 2) ? 1 : (header.format == 565 or header.format == 556 or header.format == 4444 or header.format == 88) ? 2 : 4'
types:
  level:
    params:
      - id: index
        type: u4
    seq:
      - id: pixels
        size: width * height * _root.bytes_per_pixel
    instances:
      width:
        value: '(_root.header.width >> index) > 0 ? (_root.header.width >> index) : 1'
      height:
        value: '(_root.header.height >> index) > 0 ? (_root.header.height >> index) : 1'
  page:
    seq:
      - id: head
        type: page_head
      - id: rects
        type: rect
        repeat: expr
        repeat-expr: head.count
";
