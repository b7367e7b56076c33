//! Palettes: as documents, as readable text, compared.
//!
//! ```json
//! {"schema": "ngi.pal/1", "colours": [[255, 0, 0, 0], …], "table": "000102…", "tail": ""}
//! ```
//! A colour is red, green, blue and the byte that nothing reads. `table` is null where there is
//! none.

use std::fmt::Write as _;

use ngi_formats::pal::{self, COLOURS, Palette, PaletteFile, Slot, Table};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node, Piece};
use ngi_formats::{Code, Findings, kinds, text};
use serde_json::Value;

use crate::Result;
use crate::diff::Difference;
use crate::document::compare;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Rules, Subject};

/// So many colours that differ are listed one by one.
const LISTED: usize = 16;

/// Palettes in the table of formats.
pub struct PalDocument;

/// What can be done with them.
pub static FORMAT: Format = Format::new(&kinds::PALETTE, &PalDocument, &RULES);

/// Every rule.
static CODES: &[&[&Code]] = &[pal::CODES];

static RULES: Rules = Rules::new(CODES, check_alone);

impl Document for PalDocument {
    fn id(&self) -> &'static str {
        "pal"
    }

    fn branches(&self) -> &'static [Branch] {
        pal::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        pal::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(pal::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(pal::tree(subject.bytes)?)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        pal::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(pal::make(draft)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
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
        let [left, right] = [&a, &b].map(|file| file.table.as_ref().map(Table::bytes));
        compare_bytes("table", left, right, &mut found);
        compare_bytes("tail", Some(&a.tail), Some(&b.tail), &mut found);
        Some(found)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    pal::check(subject.bytes, findings);
    if subject.entry.is_some() {
        pal::check_name(&text::encode(subject.name).unwrap_or_default(), findings);
    }
}

/// How two palettes differ: colour by colour, or how many do.
pub(crate) fn compare_palettes(a: &Palette, b: &Palette, field: &str, out: &mut Vec<Difference>) {
    let differing = a.0.iter().zip(&b.0).filter(|(a, b)| a != b).count();
    if differing <= LISTED {
        let [a, b] = [a, b].map(|palette| Piece::made(Palette::KIND, palette.bytes().to_vec()));
        compare::parts(&a.into(), &b.into(), field, out);
        return;
    }
    let text = format!("{field}: {differing} of {COLOURS} differ");
    out.push(Difference::summary(text, COLOURS.into(), COLOURS.into()));
}

fn compare_bytes(field: &str, a: Option<&[u8]>, b: Option<&[u8]>, out: &mut Vec<Difference>) {
    let [a_size, b_size] = [a, b].map(|bytes| Value::from(bytes.map(<[u8]>::len)));
    match (a, b) {
        (a, b) if a == b => {}
        (Some(a), Some(b)) if a.len() == b.len() => {
            let differing = a.iter().zip(b).filter(|(a, b)| a != b).count();
            let text = format!("{field}: {differing} of {} bytes differ", a.len());
            out.push(Difference::summary(text, a_size, b_size));
        }
        _ => out.push(Difference::changed(format!("{field}: bytes"), a_size, b_size)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::edit;
    use crate::document::{from_value, to_value};

    fn sample() -> Vec<u8> {
        let mut bytes: Vec<u8> =
            (0..1024u32).map(|at| u8::try_from(at * 7 % 251).unwrap()).collect();
        bytes.extend(b"Ipol");
        bytes.extend((0..65_536u32).map(|at| u8::try_from(at * 31 % 256).unwrap()));
        bytes
    }

    fn document(bytes: &[u8]) -> Value {
        to_value(&PalDocument, &Subject::file("a.pal", bytes)).unwrap()
    }

    #[test]
    fn documents_go_both_ways() {
        let whole = sample();
        for bytes in [&whole[..1024], &whole, &[&whole[..], b"rest"].concat()] {
            let file = Subject::file("a.pal", bytes);
            let mut text = Vec::new();
            PalDocument.write_json(&file, Form::Full, &mut text).unwrap();
            assert_eq!(PalDocument.read_json(&text, None).unwrap().bytes, bytes);
        }
        let value = document(&whole[..1024]);
        assert_eq!(value["colours"][1], json!([42, 35, 28, 49]), "red, green, blue, unread");
        assert_eq!((&value["table"], &value["tail"]), (&Value::Null, &json!("")));
    }

    #[test]
    fn what_a_document_says_wrong_is_told() {
        let whole = document(&sample());
        let told = |change: &dyn Fn(&mut Value)| {
            let mut value = whole.clone();
            change(&mut value);
            from_value(&PalDocument, &value, None).unwrap_err().to_string()
        };
        let no_colour = |value: &mut Value| {
            value["colours"].as_array_mut().unwrap().pop();
        };
        assert_eq!(told(&no_colour), "colours: is not a list of 256");
        let wide = |value: &mut Value| value["colours"][7][2] = 256.into();
        assert_eq!(told(&wide), "colours[7][2]: 256 is not a whole number from 0 to 255");
        let long = |value: &mut Value| value["colours"][7] = json!([1, 2, 3, 4, 5]);
        assert_eq!(told(&long), "colours[7][4]: there are only 4");
        let short = |value: &mut Value| value["table"] = "0011".into();
        assert!(told(&short).contains("2 bytes, but a table has 65536"));
        let unknown = |value: &mut Value| value["colors"] = json!([]);
        assert!(told(&unknown).contains("there is no field \"colors\""));
    }

    #[test]
    fn colours_are_set_and_compared_as_red_green_blue() {
        let bytes = sample();
        let set = |path: &str, value: &str| {
            let fields = [(path.to_owned(), value.to_owned())];
            edit::set(&PalDocument, &Subject::file("a.pal", &bytes), &fields).unwrap()
        };
        let edited = set("colours[3]", "[1, 2, 3, 4]");
        assert_eq!(edited.bytes[12..16], [3, 2, 1, 4]);
        assert_eq!(edited.lines, ["colours[3]: 98 91 84 105 becomes 1 2 3 4"]);
        let edited = set("colours[3][0]", "200");
        assert_eq!(edited.bytes[12..16], [84, 91, 200, 105]);
        let [a, b] = [&bytes, &edited.bytes].map(|bytes| Subject::file("a.pal", bytes));
        let found = PalDocument.diff(&a, &b).unwrap();
        let shown = |d: &Difference| (d.field.clone(), d.a.clone(), d.b.clone());
        let expected = ("colours[3][0]".to_owned(), json!(98), json!(200));
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), [expected]);
        assert_eq!(set("tail", "00ff").bytes, [&bytes[..], &[0, 255]].concat());
    }
}
