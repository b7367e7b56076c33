//! A format as an ImHex pattern, for those who look at bytes.
//!
//! Records become structs. What is more than one record, each format says in the words of Kaitai
//! Struct ([`Document::kaitai`](crate::format::Document::kaitai)); the same words become structs
//! here (`structure`).

mod expression;
mod structure;

use std::fmt::Write as _;

use ngi_formats::schema::{Kind, Shape, plain};

use super::yaml::Yaml;
use super::{records, sets, stored_name};
use crate::format::Format;
use expression::name_of;

/// A struct and the structs that have to stand before it.
struct Struct {
    name: String,
    uses: Vec<String>,
    text: String,
}

/// The pattern: a `struct` per record, those that they stand in, and the one of the whole file,
/// laid over its start. A format that is text has nothing to lay out.
pub fn pattern(format: &Format) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "// {}: made by `ngi schema {} --imhex`", format.title(), format.id());
    let _ = writeln!(out, "#pragma endian little\nimport std.core;\nimport std.mem;\n");
    put_sets(&mut out, format);
    let shapes = records(format);
    let mut all: Vec<Struct> = shapes.iter().map(|shape| of_shape(shape)).collect();
    let Some(words) = format.document.kaitai() else {
        put_structs(&mut out, all);
        return out;
    };
    let structure = Yaml::parse(&words);
    out.push_str(&structure::inputs(&structure, format.document.branches()));
    all.extend(structure::structs(&words, &structure, &shapes, format));
    put_structs(&mut out, all);
    let _ = writeln!(out, "{} file @ 0x00;", structure::file_name(format));
    out
}

fn put_sets(out: &mut String, format: &Format) {
    for set in sets(format) {
        let what = if set.is_bits { "bits" } else { "numbers" };
        let _ = writeln!(out, "// {} ({what}): {}", set.name, plain(set.doc));
        for named in set.named {
            let _ = writeln!(out, "//   {:#x} {}: {}", named.value, named.name(), plain(named.doc));
        }
        let _ = writeln!(out);
    }
}

/// Puts the structs down, each behind those that it uses.
fn put_structs(out: &mut String, mut all: Vec<Struct>) {
    while !all.is_empty() {
        let is_ready = |one: &Struct| !all.iter().any(|left| one.uses.contains(&left.name));
        let next = all.iter().position(is_ready).unwrap_or(0);
        let _ = writeln!(out, "{}", all.remove(next).text);
    }
}

/// A record as a struct.
fn of_shape(shape: &Shape) -> Struct {
    let (mut text, mut uses) = (String::new(), Vec::new());
    let _ = writeln!(text, "// {}", shape.meaning());
    let _ = writeln!(text, "struct {} {{", shape.name);
    for field in shape.fields {
        let (count, of) = flat(field.kind);
        if let Kind::Group(inner) = of {
            uses.push(inner.name.to_owned());
        }
        let (stored, count) = stored(count, of);
        let list = count.map_or_else(String::new, |count| format!("[{count}]"));
        let meaning = comment(&format!("{}{}", plain(field.doc), parts(field.kind)));
        let _ = writeln!(text, "    {stored} {}{list}{meaning};", name_of(field.name));
    }
    let _ = writeln!(text, "}};");
    Struct { name: shape.name.to_owned(), uses, text }
}

/// How many there are, and of what: ImHex has lists of one dimension.
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

fn stored(count: Option<usize>, of: Kind) -> (&'static str, Option<usize>) {
    match of {
        Kind::Text(size) | Kind::FullText(size) => ("char", Some(count.unwrap_or(1) * size)),
        Kind::Bytes(size) => ("u8", Some(count.unwrap_or(1) * size)),
        Kind::Group(shape) => (shape.name, count),
        other => (number(other), count),
    }
}

/// The fields of a word, in words: ImHex shows the word.
fn parts(kind: Kind) -> String {
    let Kind::Word(word) = kind else { return String::new() };
    let part = |part| {
        let kind = Kind::Part(&word.of, part);
        format!("{} in {}", part.name, stored_name(kind))
    };
    let all: Vec<String> = word.parts.iter().map(part).collect();
    format!(" {}.", all.join(", "))
}

/// A meaning as an attribute of what stands before it.
fn comment(meaning: &str) -> String {
    let meaning = meaning.trim().replace('\\', "\\\\").replace('"', "'");
    if meaning.is_empty() { meaning } else { format!(" [[comment(\"{meaning}\")]]") }
}

fn number(kind: Kind) -> &'static str {
    match kind.stored() {
        Kind::U8 => "u8",
        Kind::I8 => "s8",
        Kind::U16 => "u16",
        Kind::I16 => "s16",
        Kind::I32 => "s32",
        Kind::F32 => "float",
        _ => "u32",
    }
}
