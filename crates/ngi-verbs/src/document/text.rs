//! Trees shown to people: a line per value, a table per list of like records.

use std::fmt::Write as _;

use ngi_formats::schema::{Kind, Value};
use ngi_formats::tree::{Node, PartName, Told};

use crate::json::{self, hex};
use crate::show::{line_up, printable};

/// Rows of a table that are shown; the rest is counted.
const MOST_ROWS: usize = 1000;

/// A tree as text.
pub fn as_text(node: &Node<'_>) -> String {
    let mut out = String::new();
    put_parts(&mut out, 0, node);
    out
}

fn put_parts(out: &mut String, depth: usize, node: &Node<'_>) {
    node.parts(&mut |name, _, part| match name {
        PartName::Key(key) => put_member(out, depth, key, &part),
        PartName::Index(index) => put_member(out, depth, &format!("[{index}]"), &part),
    });
}

fn put_member(out: &mut String, depth: usize, key: &str, node: &Node<'_>) {
    let pad = "  ".repeat(depth);
    if node.is_leaf() || node.is_empty() {
        let _ = writeln!(out, "{pad}{key}: {}", line(node));
        return;
    }
    let is_list = matches!(node, Node::Rows(_) | Node::Items(_))
        || matches!(node, Node::Piece(piece) if piece.kind.count().is_some());
    if !is_list {
        let _ = writeln!(out, "{pad}{key}:");
        put_parts(out, depth + 1, node);
        return;
    }
    if plain_rows(node) {
        let _ = writeln!(out, "{pad}{key}: {}", line(node));
        return;
    }
    let _ = writeln!(out, "{pad}{key}: {}", node.len());
    match table(node) {
        Some(table) => table.lines().for_each(|row| {
            let _ = writeln!(out, "{pad}  {row}");
        }),
        None => put_parts(out, depth + 1, node),
    }
}

/// Whether a list holds plain numbers and nothing else.
fn plain_rows(node: &Node<'_>) -> bool {
    matches!(node, Node::Rows(rows) if rows.kind.is_leaf())
}

/// Records with plain members only, as a table.
fn table(node: &Node<'_>) -> Option<String> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut keys: Vec<&'static str> = Vec::new();
    let (mut plain, mut left_out) = (true, 0usize);
    node.parts(&mut |_, _, row| {
        if lines.len() >= MOST_ROWS {
            left_out += 1;
            return;
        }
        let mut cells: Vec<(&'static str, String)> = Vec::new();
        row.parts(&mut |name, _, part| match name {
            PartName::Key(key) if part.is_leaf() && part.len() <= 4 => {
                cells.push((key, line(&part)));
            }
            _ => plain = false,
        });
        plain &= !cells.is_empty();
        for (key, _) in &cells {
            if !keys.contains(key) {
                keys.push(*key);
            }
        }
        let cell = |key: &&'static str| {
            let own = cells.iter().find(|(name, _)| name == key);
            own.map_or_else(String::new, |(_, text)| text.clone())
        };
        lines.push(keys.iter().map(cell).collect());
    });
    if !plain {
        return None;
    }
    let number = |text: &String| text.is_empty() || text.parse::<f64>().is_ok();
    let column = |at: usize| lines.iter().all(|row| row.get(at).is_none_or(number));
    let right: Vec<bool> = (0..keys.len()).map(column).collect();
    let head = keys.iter().map(|&key| key.to_owned()).collect();
    let mut all = vec![head];
    all.append(&mut lines);
    let mut text = line_up(&all, &right);
    if left_out > 0 {
        let _ = writeln!(text, "… {left_out} more");
    }
    Some(text)
}

/// A part on one line.
pub fn line(node: &Node<'_>) -> String {
    match node {
        Node::Piece(piece) => stored(piece.kind, &piece.bytes),
        Node::Text(bytes, _) => printable(&ngi_formats::text::decode(bytes)),
        Node::Hex(bytes, _) => hex(bytes),
        Node::Told(told) => self::told(told),
        Node::Rows(_) | Node::Members(_) | Node::Items(_) => {
            let mut parts = Vec::new();
            node.parts(&mut |name, _, part| {
                let text = line(&part);
                parts.push(match name {
                    PartName::Key(key) => format!("{key} {text}"),
                    PartName::Index(_) if part.is_leaf() && part.is_empty() => text,
                    PartName::Index(_) => format!("[{text}]"),
                });
            });
            parts.join(" ")
        }
    }
}

fn stored(kind: Kind, bytes: &[u8]) -> String {
    match (kind, kind.read(bytes)) {
        (_, Some(value)) => {
            let names = kind.names_of(&value);
            let named = matches!(kind, Kind::Part(_, part) if matches!(part.shows, ngi_formats::schema::Shows::Name(_)));
            if named { names.join(" ") } else { self::value(&value) }
        }
        (Kind::List(..) | Kind::Bgra, None) => {
            let each = (0..kind.count().unwrap_or(0)).filter_map(|index| {
                let (at, of) = kind.item(index)?;
                Some(stored(of, bytes.get(at..)?))
            });
            each.collect::<Vec<_>>().join(" ")
        }
        (kind, None) => {
            let members = ngi_formats::tree::members_of(kind);
            let each = members.map(|group| {
                let bytes = bytes.get(group.offset..).unwrap_or_default();
                let bytes = bytes.get(..group.kind.size()).unwrap_or(bytes);
                format!("{} {}", group.name, stored(group.kind, bytes))
            });
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

/// One value on a line.
pub fn value(value: &Value<'_>) -> String {
    match *value {
        Value::Int(number) => number.to_string(),
        Value::Float(float) => float_text(float),
        Value::Flag(flag) => flag.to_string(),
        Value::Text(field) => {
            printable(&ngi_formats::text::decode(ngi_formats::text::until_nul(field)))
        }
        Value::Bytes(bytes) => hex(bytes),
        _ => String::new(),
    }
}

/// A float as documents write it, without the quotes of what JSON has no number for.
fn float_text(float: f32) -> String {
    match json::float(float) {
        serde_json::Value::String(text) => text,
        number => number.to_string(),
    }
}

fn told(told: &Told) -> String {
    match told {
        Told::Null => "-".into(),
        Told::Flag(flag) => flag.to_string(),
        Told::Number(number) => number.to_string(),
        Told::Float(float) => float_text(*float),
        Told::Text(text) => printable(text),
        Told::List(list) => list.iter().map(self::told).collect::<Vec<_>>().join(" "),
        Told::Object(members) => {
            let each = members.iter().map(|(key, told)| format!("{key} {}", self::told(told)));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}
