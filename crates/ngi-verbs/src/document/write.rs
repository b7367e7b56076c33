//! Trees as JSON, written piece by piece.

use std::io::{self, Write};

use ngi_formats::schema::{Kind, Shows, Value};
use ngi_formats::tree::{Member, Node, Piece, Told, members_of};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::ser::{CompactFormatter, Formatter};

use crate::Result;
use crate::json::{self, put_hex};

/// How the lines of a document are broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// A line for every value.
    Values,
    /// A line for every row of a list: for long tables.
    Rows,
    /// All on one line.
    Line,
}

/// A tree as a document of a schema.
#[derive(Debug)]
pub struct TreeDocument<'n, 'a> {
    /// The schema, such as `ngi.mat0/1`.
    pub schema: &'n str,
    /// What is below it.
    pub node: &'n Node<'a>,
}

impl TreeDocument<'_, '_> {
    /// Writes the document, with a line end behind it.
    pub fn write(&self, layout: Layout, out: &mut dyn Write) -> Result<()> {
        write(self, layout, out)
    }
}

/// Writes anything that serialises, with a line end behind it. What is serialised as bytes becomes
/// text in hex.
pub fn write(value: &impl Serialize, layout: Layout, out: &mut dyn Write) -> Result<()> {
    // Numbers are written a few bytes at a time; whoever gets them should not have to care.
    let mut buffered = io::BufWriter::with_capacity(64 * 1024, out);
    let mut serializer = serde_json::Serializer::with_formatter(&mut buffered, Lines::new(layout));
    value.serialize(&mut serializer).map_err(io::Error::from)?;
    buffered.write_all(b"\n")?;
    Ok(buffered.flush()?)
}

impl Serialize for TreeDocument<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", self.schema)?;
        put_members(&mut map, self.node)?;
        map.end()
    }
}

/// A part of a tree. For [`fn@write`] and what is built on it: other serialisers would make lists of
/// the bytes that it has.
#[derive(Debug)]
pub struct Part<'n, 'a>(pub &'n Node<'a>);

impl Serialize for Part<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::Piece(piece) => Stored(piece.kind, &piece.bytes).serialize(serializer),
            Node::Rows(rows) => {
                let size = rows.kind.size().max(1);
                let each = rows.bytes.chunks_exact(size);
                serializer.collect_seq(each.map(|bytes| Stored(rows.kind, bytes)))
            }
            Node::Text(bytes, _) => serializer.serialize_str(&ngi_formats::text::decode(bytes)),
            Node::Hex(bytes, _) => serializer.serialize_bytes(bytes),
            Node::Members(_) => {
                let mut map = serializer.serialize_map(None)?;
                put_members(&mut map, self.0)?;
                map.end()
            }
            Node::Items(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for index in 0..items.len() {
                    if let Some(item) = items.get(index) {
                        list.serialize_element(&Part(&item))?;
                    }
                }
                list.end()
            }
            Node::Told(told) => Derived(told).serialize(serializer),
        }
    }
}

fn put_members<M: SerializeMap>(map: &mut M, node: &Node<'_>) -> Result<(), M::Error> {
    match node {
        Node::Members(members) => {
            for Member { branch, node } in members {
                match (branch.name, node) {
                    ("", _) => put_members(map, node)?,
                    (name, Node::Piece(piece)) => put_stored(map, name, piece.kind, &piece.bytes)?,
                    (name, _) => map.serialize_entry(name, &Part(node))?,
                }
            }
            Ok(())
        }
        Node::Piece(Piece { kind, bytes, .. }) => put_fields(map, *kind, bytes),
        _ => Ok(()),
    }
}

/// The fields of a record.
fn put_fields<M: SerializeMap>(map: &mut M, kind: Kind, bytes: &[u8]) -> Result<(), M::Error> {
    for group in members_of(kind) {
        let bytes = bytes.get(group.offset..).unwrap_or_default();
        put_stored(map, group.name, group.kind, bytes)?;
    }
    Ok(())
}

/// A field, and beside it what its value alone would lose.
fn put_stored<M: SerializeMap>(
    map: &mut M,
    name: &str,
    kind: Kind,
    bytes: &[u8],
) -> Result<(), M::Error> {
    let bytes = bytes.get(..kind.size()).unwrap_or(bytes);
    map.serialize_entry(name, &Stored(kind, bytes))?;
    match kind {
        Kind::Text(_) | Kind::FullText(_) if !kind.is_plain_text(bytes) => {
            map.serialize_entry(&format!("{name}_raw"), &Hex(bytes))
        }
        Kind::Part(_, part) if matches!(part.shows, Shows::NumberAndName(_)) => {
            let value = kind.read(bytes).unwrap_or(Value::Int(0));
            let names = kind.names_of(&value);
            map.serialize_entry(&format!("{name}_name"), &names.first())
        }
        _ => Ok(()),
    }
}

/// Bytes that are no numbers.
struct Hex<'b>(&'b [u8]);

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// Stored bytes of a kind.
struct Stored<'b>(Kind, &'b [u8]);

impl Serialize for Stored<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(kind, bytes) = *self;
        match kind {
            Kind::List(count, of) => {
                let size = of.size().max(1);
                let each = bytes.chunks_exact(size).take(count);
                serializer.collect_seq(each.map(|bytes| Stored(*of, bytes)))
            }
            Kind::Bgra => {
                let each = (0..4).filter_map(|index| bytes.get(kind.item(index)?.0));
                serializer.collect_seq(each)
            }
            Kind::Group(_) | Kind::Word(_) => {
                let mut map = serializer.serialize_map(None)?;
                put_fields(&mut map, kind, bytes)?;
                map.end()
            }
            Kind::Part(_, part) if matches!(part.shows, Shows::Name(_)) => {
                let value = kind.read(bytes).unwrap_or(Value::Int(0));
                let names = kind.names_of(&value);
                serializer.serialize_str(names.first().map_or("unknown", |name| name))
            }
            _ => match kind.read(bytes) {
                Some(value) => serialize_value(&value, serializer),
                None => serializer.serialize_unit(),
            },
        }
    }
}

fn serialize_value<S: Serializer>(value: &Value<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    match *value {
        Value::Int(number) => serializer.serialize_i64(number),
        Value::Float(float) => serialize_float(float, serializer),
        Value::Flag(flag) => serializer.serialize_bool(flag),
        Value::Text(field) => {
            let name = ngi_formats::text::until_nul(field);
            serializer.serialize_str(&ngi_formats::text::decode(name))
        }
        Value::Bytes(bytes) => serializer.serialize_bytes(bytes),
        _ => serializer.serialize_unit(),
    }
}

/// A float that comes back with the same bits.
fn serialize_float<S: Serializer>(float: f32, serializer: S) -> Result<S::Ok, S::Error> {
    if float.is_finite() {
        return serializer.serialize_f32(float);
    }
    json::float(float).serialize(serializer)
}

struct Derived<'t>(&'t Told);

impl Serialize for Derived<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Told::Null => serializer.serialize_unit(),
            Told::Flag(flag) => serializer.serialize_bool(*flag),
            Told::Number(number) => serializer.serialize_i64(*number),
            Told::Float(float) => serialize_float(*float, serializer),
            Told::Text(text) => serializer.serialize_str(text),
            Told::List(list) => serializer.collect_seq(list.iter().map(Derived)),
            Told::Object(members) => {
                serializer.collect_map(members.iter().map(|(key, told)| (key, Derived(told))))
            }
        }
    }
}

/// Line breaks in the outer layers only, and floats as the shortest decimals that mean them.
struct Lines {
    depth: usize,
    /// Layers with a line for each of their parts.
    broken: usize,
    /// Whether the innermost array or object has anything in it yet.
    filled: bool,
}

impl Lines {
    fn new(layout: Layout) -> Self {
        let broken = match layout {
            Layout::Values => usize::MAX,
            Layout::Rows => 2,
            Layout::Line => 0,
        };
        Self { depth: 0, broken, filled: false }
    }

    fn open<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        out.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        let broken = self.filled && self.depth <= self.broken;
        self.depth -= 1;
        self.filled = true;
        if broken {
            self.indent(out)?;
        }
        out.write_all(bracket)
    }

    fn next<W: ?Sized + Write>(&self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth <= self.broken { self.indent(out) } else { Ok(()) }
    }

    fn indent<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.depth <= self.broken { b": " } else { b":" })
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn write_byte_array<W: ?Sized + Write>(&mut self, out: &mut W, bytes: &[u8]) -> io::Result<()> {
        out.write_all(b"\"")?;
        let mut digits = [[0; 2]; 1024];
        for some in bytes.chunks(digits.len()) {
            put_hex(some, &mut digits);
            out.write_all(digits.get(..some.len()).unwrap_or_default().as_flattened())?;
        }
        out.write_all(b"\"")
    }

    fn write_f32<W: ?Sized + Write>(&mut self, out: &mut W, value: f32) -> io::Result<()> {
        // Between these a float and the double that is written like it have the same text, and
        // the way over the double costs more than everything else in a document.
        let size = value.abs();
        if size == 0.0 || (1e-4..1e12).contains(&size) {
            return CompactFormatter.write_f32(out, value);
        }
        self.write_f64(out, json::as_written(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(layout: Layout) -> String {
        let value =
            serde_json::json!({"a": 1, "rows": [[1, 2], {"b": [3]}], "none": [], "o": {"p": [4]}});
        let mut out = Vec::new();
        write(&value, layout, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        text
    }

    #[test]
    fn rows_are_lines() {
        let told = "{\n  \"a\": 1,\n  \"rows\": [\n    [1,2],\n    {\"b\":[3]}\n  ],\n  \"none\": [],\n  \"o\": {\n    \"p\": [4]\n  }\n}\n";
        assert_eq!(written(Layout::Rows), told);
    }

    #[test]
    fn floats_are_written_like_the_doubles_they_mean() {
        let odd = [0.0, -0.0, 0.1, 1e-45, 1e-4, 9.999_999e-5, 1e12, 1e13, 16_777_216.0, f32::MAX];
        let some = (0..300_000u32).map(|i| f32::from_bits(i.wrapping_mul(2_654_435_761)));
        for float in odd.into_iter().chain(some).filter(|float| float.is_finite()) {
            let mut ours = Vec::new();
            Lines::new(Layout::Rows).write_f32(&mut ours, float).unwrap();
            let double = serde_json::to_string(&json::as_written(float)).unwrap();
            assert_eq!(String::from_utf8(ours).unwrap(), double);
        }
    }

    #[test]
    fn bytes_are_hex() {
        let bytes: Vec<u8> = (0..5000u32).map(|i| i.to_le_bytes()[0]).collect();
        for bytes in [&bytes[..], &bytes[..1024], &bytes[..1], &[]] {
            let text = json::line(&Hex(bytes)).unwrap();
            let plain: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!((&text, &json::hex(bytes)), (&format!("\"{plain}\""), &plain));
        }
    }

    #[test]
    fn all_on_one_line() {
        assert_eq!(
            written(Layout::Line).trim_end(),
            "{\"a\":1,\"rows\":[[1,2],{\"b\":[3]}],\"none\":[],\"o\":{\"p\":[4]}}"
        );
    }

    #[test]
    fn values_are_lines() {
        assert!(written(Layout::Values).contains("\"p\": [\n      4\n    ]\n"));
    }
}
