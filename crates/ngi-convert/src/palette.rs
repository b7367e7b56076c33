//! Palettes: as documents, as readable text, compared.
//!
//! ```json
//! {"schema": "ngi.pal/1", "colours": [[255, 0, 0, 0], …], "table": "000102…", "tail": ""}
//! ```
//! A colour is red, green, blue and the byte that nothing reads. `table` is null where there is
//! none.

use std::fmt::Write as _;
use std::io::Write;

use ngi_formats::nres::TypeId;
use ngi_formats::pal::{self, COLOURS, Palette, PaletteFile, Slot, Table};
use ngi_formats::{Code, Findings, text};
use serde_json::Value;

use crate::diff::{Difference, Kind, compare_values};
use crate::format::{Form, Format, Subject};
use crate::json::{self, Reader, hex};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.pal/1";
/// So many colours that differ are listed one by one.
const LISTED: usize = 16;

/// Palettes in the table of formats.
pub struct PalFormat;

impl Format for PalFormat {
    fn id(&self) -> &'static str {
        "pal"
    }

    fn title(&self) -> &'static str {
        "palette"
    }

    /// Anything whose name ends in `.pal`, or an entry of type `PALT`.
    fn recognises(&self, subject: &Subject<'_>) -> bool {
        let typed = subject.entry.is_some_and(|entry| entry.type_id == TypeId::from(*b"PALT"));
        typed || subject.has_suffix("pal")
    }

    fn codes(&self) -> &'static [&'static Code] {
        pal::CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        pal::check(subject.bytes, findings);
        if subject.entry.is_some() {
            pal::check_name(&text::encode(subject.name).unwrap_or_default(), findings);
        }
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        let PaletteFile { palette, table, tail } = PaletteFile::read(subject.bytes)?;
        let mut object = json::document(SCHEMA);
        object.insert("colours".into(), colours_to_value(&palette));
        object.insert("table".into(), table.map(|table| hex(table.bytes())).into());
        object.insert("tail".into(), hex(&tail).into());
        Ok(Value::Object(object))
    }

    fn write_json(&self, subject: &Subject<'_>, _: Form, out: &mut dyn Write) -> Result<()> {
        json::write_rows(&self.to_json(subject)?, out)
    }

    fn bytes_from_json(&self, value: &Value, _: Option<&[u8]>) -> Result<Vec<u8>> {
        let document = Reader::document(value, SCHEMA)?;
        let palette = colours_from(&document, "colours")?;
        let table = document.need("table")?;
        let table = match table.value() {
            Value::Null => None,
            _ => {
                let read = Table::read(&document.bytes("table")?);
                Some(read.ok_or_else(|| table.wrong("65,536 bytes in hex"))?)
            }
        };
        let bytes = PaletteFile { palette, table, tail: document.bytes("tail")? }.write();
        // A tail that looks like the start of a table would be read as one.
        match PaletteFile::read(&bytes)?.write() == bytes {
            true => Ok(bytes),
            false => Err(Error::json("tail", "would be read as a table")),
        }
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let PaletteFile { palette, table, tail } = PaletteFile::read(subject.bytes)?;
        let mut out = String::new();
        let name = text::encode(subject.name).unwrap_or_default();
        if let Some(slot) = Slot::from_file_name(&name) {
            let _ = writeln!(out, "place in the bank: {} of 286", slot.index());
        }
        let _ = writeln!(out, "table: {}", if table.is_some() { "256 x 256" } else { "none" });
        if !tail.is_empty() {
            let _ = writeln!(out, "bytes nothing reads: {}", tail.len());
        }
        let _ = writeln!(out, "colours: {COLOURS} (red, green, blue in hex)");
        for (row, colours) in palette.0.chunks(16).enumerate() {
            let _ = write!(out, "  {:>3} ", row * 16);
            for [blue, green, red, _] in colours {
                let _ = write!(out, " {red:02x}{green:02x}{blue:02x}");
            }
            out.push('\n');
        }
        Ok(out)
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let [a, b] = [a, b].map(|subject| PaletteFile::read(subject.bytes).ok());
        let (a, b) = (a?, b?);
        let mut found = Vec::new();
        compare_palettes(&a.palette, &b.palette, "colours", &mut found);
        let bytes = |table: &Option<Table>| table.as_ref().map(|t| t.bytes().to_vec());
        compare_bytes("table", bytes(&a.table), bytes(&b.table), &mut found);
        compare_bytes("tail", Some(a.tail), Some(b.tail), &mut found);
        Some(found)
    }
}

/// Colours as rows: red, green, blue and the byte nothing reads.
pub(crate) fn colours_to_value(palette: &Palette) -> Value {
    palette
        .0
        .iter()
        .map(|&[blue, green, red, unread]| Value::from([red, green, blue, unread].as_slice()))
        .collect()
}

/// The colours of [`colours_to_value`].
pub(crate) fn colours_from(document: &Reader<'_>, key: &str) -> Result<Palette> {
    let list = document.need(key)?;
    let mut palette = Palette::default();
    let rows = list.elements()?;
    if rows.len() != COLOURS {
        return Err(Error::json(key, format!("{} colours, not {COLOURS}", rows.len())));
    }
    for (row, colour) in rows.zip(&mut palette.0) {
        let [red, green, blue, unread] = row.list::<u8, 4>()?;
        *colour = [blue, green, red, unread];
    }
    Ok(palette)
}

/// How two palettes differ: colour by colour, or how many do.
pub(crate) fn compare_palettes(a: &Palette, b: &Palette, field: &str, out: &mut Vec<Difference>) {
    let differing = a.0.iter().zip(&b.0).filter(|(a, b)| a != b).count();
    if differing <= LISTED {
        compare_values(&colours_to_value(a), &colours_to_value(b), "", field, out);
        return;
    }
    let text = format!("{field}: {differing} of {COLOURS} differ");
    out.push(summary(text, COLOURS.into(), COLOURS.into()));
}

fn compare_bytes(field: &str, a: Option<Vec<u8>>, b: Option<Vec<u8>>, out: &mut Vec<Difference>) {
    let size = |bytes: &Option<Vec<u8>>| Value::from(bytes.as_ref().map(Vec::len));
    let (a_size, b_size) = (size(&a), size(&b));
    match (a, b) {
        (a, b) if a == b => {}
        (Some(a), Some(b)) if a.len() == b.len() => {
            let differing = a.iter().zip(&b).filter(|(a, b)| a != b).count();
            let text = format!("{field}: {differing} of {} bytes differ", a.len());
            out.push(summary(text, a_size, b_size));
        }
        _ => out.push(Difference {
            path: String::new(),
            kind: Kind::Changed,
            field: format!("{field}: bytes"),
            a: a_size,
            b: b_size,
        }),
    }
}

/// A difference that only counts.
pub(crate) fn summary(field: String, a: Value, b: Value) -> Difference {
    Difference { path: String::new(), kind: Kind::Summary, field, a, b }
}
