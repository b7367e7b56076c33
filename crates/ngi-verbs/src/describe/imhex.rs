//! The records of a format as an ImHex pattern, for those who look at bytes.

use std::fmt::Write as _;

use ngi_formats::schema::{Kind, Shape, plain};

use super::{records, sets};
use crate::format::Format;

/// The pattern: a `struct` per record. The first record is laid over the start of the file.
pub fn pattern(format: &Format) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "// {}: made by `ngi schema {} --imhex`", format.title(), format.id());
    let _ = writeln!(out, "#pragma endian little\n");
    for set in sets(format) {
        let what = if set.is_bits { "bits" } else { "numbers" };
        let _ = writeln!(out, "// {} ({what}): {}", set.name, plain(set.doc));
        for named in set.named {
            let _ = writeln!(out, "//   {:#x} {}: {}", named.value, named.name(), plain(named.doc));
        }
        let _ = writeln!(out);
    }
    // A struct has to stand before those that use it.
    let mut all = records(format);
    let mut done: Vec<&'static Shape> = Vec::new();
    while !all.is_empty() {
        let ready = |shape: &&'static Shape| uses(shape).iter().all(|used| done.contains(used));
        let next = all.iter().position(ready).unwrap_or(0);
        let shape = all.remove(next);
        put_struct(&mut out, shape);
        done.push(shape);
    }
    if let Some(first) = format.document.records().first() {
        let name = first.name.to_ascii_lowercase();
        let _ = writeln!(out, "{} {name} @ {:#x};", first.name, first.start);
    }
    out
}

/// The records that are inside a record.
fn uses(shape: &Shape) -> Vec<&'static Shape> {
    fn inner(kind: Kind) -> Option<&'static Shape> {
        match kind {
            Kind::Group(shape) => Some(shape),
            Kind::List(_, of) => inner(*of),
            _ => None,
        }
    }
    shape.fields.iter().filter_map(|field| inner(field.kind)).collect()
}

fn put_struct(out: &mut String, shape: &Shape) {
    let _ = writeln!(out, "// {}", shape.meaning());
    let _ = writeln!(out, "struct {} {{", shape.name);
    for field in shape.fields {
        let (name, mut dims, mut kind) = (field.name, String::new(), field.kind);
        while let Kind::List(count, of) = kind {
            // ImHex has one dimension; the numbers are what matters.
            dims = if dims.is_empty() { count.to_string() } else { format!("{dims} * {count}") };
            kind = *of;
        }
        let stored = match kind {
            Kind::Text(size) | Kind::FullText(size) => {
                dims = if dims.is_empty() { size.to_string() } else { format!("{dims} * {size}") };
                "char".to_owned()
            }
            Kind::Bytes(size) => {
                dims = if dims.is_empty() { size.to_string() } else { format!("{dims} * {size}") };
                "u8".to_owned()
            }
            Kind::Bgra => {
                dims = if dims.is_empty() { "4".to_owned() } else { format!("{dims} * 4") };
                "u8".to_owned()
            }
            Kind::Group(inner) => inner.name.to_owned(),
            other => number(other).to_owned(),
        };
        let list = if dims.is_empty() { String::new() } else { format!("[{dims}]") };
        let meaning = plain(field.doc).replace('"', "'");
        let _ = writeln!(out, "    {stored} {name}{list} [[comment(\"{meaning}\")]];");
    }
    let _ = writeln!(out, "}};\n");
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
