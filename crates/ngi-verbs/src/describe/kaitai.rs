//! A format as a Kaitai Struct description: an independent reader for any language.
//!
//! Records become types. What is more than one record, each format says itself in Kaitai's own
//! words ([`Format::kaitai`]): which record stands where, and how often.

use std::borrow::Cow;
use std::fmt::Write as _;

use ngi_formats::msh::{PathLink, PathNode};
use ngi_formats::schema::{Field, Kind, Shape, plain};
use ngi_formats::tables::{Content, Resource};

use super::records;
use crate::format::Format;

/// The name of the description's file and of the type in it.
pub fn module_name(format: &Format) -> String {
    format!("ngi_{}", format.id())
}

/// The description; `None` for a format that is no binary one.
pub fn description(format: &Format) -> Option<String> {
    let structure = format.document.kaitai()?;
    let mut out = String::new();
    let _ = writeln!(out, "# Made by `cargo xtask docs`; do not edit.");
    let _ = writeln!(out, "meta:\n  id: {}", module_name(format));
    let _ = writeln!(out, "  title: {}", quoted(&format!("NGI: {}", format.title())));
    let _ = writeln!(out, "  endian: le\n  license: MIT OR Apache-2.0");
    let (top, own) = structure.split_once("\ntypes:\n").unwrap_or((&structure, ""));
    let _ = writeln!(out, "{}", top.trim_matches('\n'));
    let records = records(format);
    if own.trim().is_empty() && records.is_empty() {
        return Some(out);
    }
    let _ = writeln!(out, "types:");
    if !own.trim().is_empty() {
        let _ = writeln!(out, "{}", own.trim_matches('\n'));
    }
    for shape in records {
        put_type(&mut out, shape);
    }
    Some(out)
}

/// An archive whose entries are tables: which record stands where.
pub fn of_tables(tables: &[Resource]) -> Cow<'static, str> {
    let (mut cases, mut types) = (String::new(), String::new());
    for table in tables {
        let Some(seq) = rows_of(table) else { continue };
        let name = table.name;
        let _ = writeln!(
            cases,
            "            {}: table_{name}(record.size, record.attr1, record.offset + record.size)",
            table.type_id
        );
        let _ = writeln!(types, "  table_{name}:");
        let _ = writeln!(types, "    doc: {}", quoted(&plain(table.doc)));
        let _ = writeln!(types, "    params:\n      - id: bytes\n        type: u4");
        let _ = writeln!(types, "      - id: attr1\n        type: u4");
        let _ = writeln!(types, "      - id: end\n        type: u4\n    seq:");
        types.push_str(&seq);
    }
    format!("{ARCHIVE}{cases}{types}").into()
}

/// An archive, and in each of its entries what its type says.
const ARCHIVE: &str = "
seq:
  - id: archive
    type: archive_header
instances:
  entries:
    pos: _io.size - archive.count * 64
    type: entry
    repeat: expr
    repeat-expr: archive.count
types:
  archive_header:
    seq:
      - id: magic
        size: 4
      - id: version
        type: u4
      - id: count
        type: s4
      - id: total_size
        type: u4
  label:
    seq:
      - id: length
        type: u4
      - id: text
        size: length
        if: length > 0
      - id: end
        type: u1
        if: length > 0
  entry:
    seq:
      - id: record
        type: entry_record
    instances:
      payload:
        io: _root._io
        pos: record.offset
        size: record.size
      table:
        io: _root._io
        pos: record.offset
        type:
          switch-on: record.type_id
          cases:
";

/// What a table holds, one behind the other; `None` where nobody knows.
fn rows_of(table: &Resource) -> Option<String> {
    let mut seq = String::new();
    if let Some(head) = table.head_shape {
        let _ = writeln!(seq, "      - id: head\n        type: {}", snake(head.name));
    }
    match table.content {
        Content::Rows(kind) => {
            let (count, of) = flat(kind);
            let rows = format!("(bytes - {}) / {}", table.head, table.stride);
            let _ = writeln!(seq, "      - id: rows");
            let _ = match of {
                Kind::Text(size) | Kind::FullText(size) | Kind::Bytes(size) => {
                    writeln!(seq, "        size: {size}")
                }
                Kind::Group(shape) => writeln!(seq, "        type: {}", snake(shape.name)),
                other => writeln!(seq, "        type: {}", number(other)),
            };
            let times = count.map_or_else(String::new, |count| format!(" * {count}"));
            let _ = writeln!(seq, "        repeat: expr\n        repeat-expr: {rows}{times}");
            let _ = writeln!(
                seq,
                "      - id: tail\n        size: (bytes - {}) % {}",
                table.head, table.stride
            );
        }
        Content::Labels => {
            let _ = writeln!(seq, "      - id: labels\n        type: label\n        repeat: until");
            let _ = writeln!(seq, "        repeat-until: _io.pos >= end\n        if: bytes > 0");
        }
        Content::Paths => {
            let _ = writeln!(seq, "      - id: nodes\n        type: path_node");
            let _ = writeln!(seq, "        repeat: expr\n        repeat-expr: attr1");
            let _ =
                writeln!(seq, "      - id: links\n        type: path_link\n        repeat: expr");
            let (node, link) = (PathNode::SIZE, PathLink::SIZE);
            let _ = writeln!(seq, "        repeat-expr: (bytes - attr1 * {node}) / {link}");
        }
        Content::Unknown => return None,
    }
    Some(seq)
}

fn put_type(out: &mut String, shape: &Shape) {
    let _ = writeln!(out, "  {}:", snake(shape.name));
    let _ = writeln!(out, "    doc: {}", quoted(&shape.meaning()));
    if shape.fields.is_empty() {
        // A type needs something in it, and this record has nothing.
        let _ = writeln!(out, "    seq: []");
        return;
    }
    let _ = writeln!(out, "    seq:");
    for field in shape.fields {
        put_field(out, field);
    }
}

fn put_field(out: &mut String, field: &Field) {
    let _ = writeln!(out, "      - id: {}", snake(field.name));
    put_kind(out, field.kind);
    let game = field.game.map_or_else(String::new, |game| format!(" In the game: {game}."));
    let _ = writeln!(out, "        doc: {}", quoted(&format!("{}{game}", plain(field.doc))));
}

fn put_kind(out: &mut String, kind: Kind) {
    // Lists of lists are lists: what matters is which numbers lie where.
    let (count, of) = flat(kind);
    let _ = match of {
        Kind::Text(size) | Kind::FullText(size) | Kind::Bytes(size) => {
            writeln!(out, "        size: {size}")
        }
        Kind::Group(shape) => writeln!(out, "        type: {}", snake(shape.name)),
        other => writeln!(out, "        type: {}", number(other)),
    };
    if let Some(count) = count {
        let _ = writeln!(out, "        repeat: expr\n        repeat-expr: {count}");
    }
}

fn flat(kind: Kind) -> (Option<usize>, Kind) {
    match kind {
        Kind::List(count, of) => {
            let (inner, of) = flat(*of);
            (Some(count * inner.unwrap_or(1)), of)
        }
        Kind::Bgra => (Some(4), Kind::U8),
        other => (None, other),
    }
}

fn number(kind: Kind) -> &'static str {
    match kind.stored() {
        Kind::U8 => "u1",
        Kind::I8 => "s1",
        Kind::U16 => "u2",
        Kind::I16 => "s2",
        Kind::I32 => "s4",
        Kind::F32 => "f4",
        _ => "u4",
    }
}

/// `TrackHead` as Kaitai spells names: `track_head`.
pub(super) fn snake(name: &str) -> String {
    let mut out = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// Text that YAML takes as it is.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
