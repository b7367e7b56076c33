//! Units: as documents (`ngi.unit/1`), as a readable tree, changed as a whole.
//!
//! ```json
//! {"schema": "ngi.unit/1", "unk_0x02": 0, "unit_type": 16809984,
//!  "parts": [{"archive": "objects.rlb", "member": "r_scout_0_01", "unk_0x40": 1, "attach": -1,
//!             "name": "Scout", "class": 0, "child_count": 1, "depth": 0, "parent": -1}, …],
//!  "tail": ""}
//! ```
//! `depth` says how the parts hang on each other; `child_count` and `parent` follow from it. In
//! `ngi set`, `parts[3]=-` takes a part out with all that hang on it, `parts[3].parent=1` hangs it
//! on another, and `parts[+]={…, "depth": 1}` adds one behind the last.

mod check;

use std::fmt::Write as _;

use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node, Step, steps};
use ngi_formats::unit::{self, Part, Unit, UnitBuf};
use ngi_formats::{Code, Findings, kinds, text};

use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{OBJECT, Reference};
use crate::{Error, Result, show};

/// Units in the table of formats.
pub struct UnitDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::UNIT, &UnitDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[unit::CODES, check::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check::with_neighbours);

impl Document for UnitDocument {
    fn id(&self) -> &'static str {
        "unit"
    }

    fn branches(&self) -> &'static [Branch] {
        unit::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        unit::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(unit::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(unit::tree(subject.bytes)?)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        unit::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(unit::make(draft)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    /// Parts go with all that hang on them.
    fn rearrange(
        &self,
        subject: &Subject<'_>,
        path: &str,
        said: &str,
    ) -> Result<Option<(Made, String)>> {
        let steps = steps(path).unwrap_or_default();
        let [Step::Key("parts"), Step::Index(part), rest @ ..] = steps.as_slice() else {
            return Ok(None);
        };
        let mut unit = UnitBuf::of(&Unit::read(subject.bytes)?);
        let words = match rest {
            [] if said == "-" => match unit.remove(*part)? {
                1 => "taken out".to_owned(),
                parts => format!("taken out, with {} that hung on it", parts - 1),
            },
            [Step::Key("parent")] => {
                let parent = said.parse::<usize>().map_err(|_| {
                    Error::Usage(format!("{path}: \"{said}\" is not the number of a part"))
                })?;
                let count = unit.with_children(*part).len();
                let at = unit.move_below(*part, parent)?;
                match count {
                    1 => format!("moved, and is parts[{at}] now"),
                    _ => {
                        format!("moved with {} that hang on it, and is parts[{at}] now", count - 1)
                    }
                }
            }
            _ => return Ok(None),
        };
        Ok(Some((Made { bytes: unit.write(), attributes: None }, words)))
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(shown(&Unit::read(subject.bytes)?))
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    unit::check(subject.bytes, findings);
}

/// The objects that its parts are.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(unit) = Unit::read(subject.bytes) else { return Vec::new() };
    let reference = |(index, part): (usize, Part)| Reference {
        archive: Some(text::decode(part.archive.name())).filter(|archive| !archive.is_empty()),
        ..Reference::new(
            &OBJECT,
            text::decode(part.member.name()),
            format!("parts[{index}].member"),
        )
    };
    unit.parts().enumerate().map(reference).collect()
}

/// The deepest that a line stands in: what is deeper would leave the screen.
const DEEPEST: u32 = 24;

/// The unit as a tree: a line for each part, further in than the one it hangs on.
fn shown(unit: &Unit<'_>) -> String {
    let mut out = String::new();
    let own = unit.head().unit_type;
    let what = own.name().unwrap_or(if own.is_building() { "building" } else { "robot" });
    let _ = writeln!(out, "type: {what} ({:#010x})", own.0);
    let _ = writeln!(out, "parts: {}", unit.len());
    let width = unit.len().saturating_sub(1).to_string().len();
    for (index, part) in unit.parts().enumerate() {
        let depth = unit.depth(index);
        let pad = "  ".repeat(usize::try_from(depth.min(DEEPEST)).unwrap_or_default());
        let deeper = if depth > DEEPEST { format!("({depth} deep) ") } else { String::new() };
        let _ = writeln!(out, "  {index:>width$}  {pad}{deeper}{}", line(&part));
    }
    if !unit.tail().is_empty() {
        let _ = writeln!(out, "bytes behind the last part: {}", unit.tail().len());
    }
    out
}

/// A part in words: `gun e_gun_01 "Laser" at 3`.
fn line(part: &Part) -> String {
    let Part { archive, member, unk_0x40: _, attach, name, class, child_count: _ } = part;
    let class = class.name().map_or_else(|| format!("class {}", class.0), str::to_owned);
    let elsewhere = if archive.is(ngi_formats::objects::LIBRARY) {
        String::new()
    } else {
        format!("{archive}/")
    };
    let mut line = format!("{class} {elsewhere}{member}");
    if !name.name().is_empty() {
        let _ = write!(line, " \"{name}\"");
    }
    if *attach != -1 {
        let _ = write!(line, " at {attach}");
    }
    show::printable(&line)
}

#[cfg(test)]
mod tests {
    use ngi_formats::unit::{PartClass, UnitType};
    use serde_json::{Value, json};

    use super::*;
    use crate::document::{edit, from_value, to_value};

    fn part(object: &str, class: PartClass, attach: i32) -> Part {
        Part::new(object.as_bytes(), class, attach).unwrap()
    }

    /// A chassis with a turret that has two guns, and an engine.
    fn sample() -> Vec<u8> {
        let chassis = part("chassis", PartClass::CHASSIS, -1).named(b"Scout").unwrap();
        let mut unit = UnitBuf::new(UnitType::BATTLE, chassis);
        let turret = unit.add(0, part("turret", PartClass::TURRET, 4)).unwrap();
        unit.add(turret, part("gun_a", PartClass::GUN, 1)).unwrap();
        unit.add(turret, part("gun_b", PartClass::GUN, 2)).unwrap();
        unit.add(0, part("engine", PartClass::INTERNAL, 0)).unwrap();
        unit.write()
    }

    fn shown_after(fields: &[(&str, &str)]) -> Result<(String, Vec<String>)> {
        let bytes = sample();
        let fields: Vec<_> =
            fields.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let edited = edit::set(&UnitDocument, &Subject::file("a.dat", &bytes), &fields)?;
        let text = UnitDocument.show(&Subject::file("a.dat", &edited.bytes))?;
        Ok((text, edited.lines))
    }

    #[test]
    fn a_unit_is_shown_as_a_tree() {
        let bytes = sample();
        let text = UnitDocument.show(&Subject::file("a.dat", &bytes)).unwrap();
        let expected = "type: battle robot (0x01008000)\nparts: 5\n\
                        \x20 0  chassis chassis \"Scout\"\n\
                        \x20 1    turret turret at 4\n\
                        \x20 2      gun gun_a at 1\n\
                        \x20 3      gun gun_b at 2\n\
                        \x20 4    internal engine at 0\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn parts_go_with_what_hangs_on_them() {
        let (text, lines) = shown_after(&[("parts[1]", "-")]).unwrap();
        assert!(text.contains("parts: 2\n"), "{text}");
        assert_eq!(lines, ["parts[1]: taken out, with 2 that hung on it"]);
        let (text, lines) = shown_after(&[("parts[1].parent", "4")]).unwrap();
        assert!(text.ends_with("4        gun gun_b at 2\n"), "{text}");
        assert_eq!(lines, ["parts[1].parent: moved with 2 that hang on it, and is parts[2] now"]);
        let added = r#"{"member": "gun_c", "class": "gun", "attach": 3, "depth": 2}"#;
        let (text, _) = shown_after(&[("parts[+]", added)]).unwrap();
        assert!(text.ends_with("4    internal engine at 0\n  5      gun gun_c at 3\n"), "{text}");
        let (text, _) = shown_after(&[("parts[+]", r#"{"member": "x"}"#)]).unwrap();
        assert!(text.ends_with("  5    internal x at 0\n"), "{text}");
        for (path, said) in [
            ("parts[0]", "-"),
            ("parts[1].parent", "1"),
            ("parts[1].parent", "2"),
            ("parts[1].parent", "9"),
            ("parts[1].parent", "x"),
            ("parts[1].child_count", "0"),
            ("parts[2].depth", "3"),
            ("parts[+]", r#"{"member": "x", "depth": 3}"#),
        ] {
            assert!(shown_after(&[(path, said)]).is_err(), "{path}={said}");
        }
    }

    #[test]
    fn documents_go_both_ways_and_counts_follow() {
        let mut odd = sample();
        odd[8 + 50] = 0xcd;
        odd.extend([1, 2, 3]);
        for bytes in [sample(), odd] {
            let document = to_value(&UnitDocument, &Subject::file("a.dat", &bytes)).unwrap();
            assert_eq!(from_value(&UnitDocument, &document, None).unwrap().bytes, bytes);
        }
        let mut document = to_value(&UnitDocument, &Subject::file("a.dat", &sample())).unwrap();
        document["parts"].as_array_mut().unwrap().remove(3);
        let made = from_value(&UnitDocument, &document, None).unwrap().bytes;
        assert_eq!(Unit::read(&made).unwrap().part(1).unwrap().child_count, 1);
        document["parts"].as_array_mut().unwrap().remove(1);
        let error = from_value(&UnitDocument, &document, None).unwrap_err().to_string();
        assert!(error.contains("parts[1].depth: 2, but"), "{error}");
        let short = json!({"schema": "ngi.unit/1", "unit_type": 1, "parts": [
            {"member": "a", "attach": -1, "class": "chassis"}, {"member": "b"}, {"member": "c"}]});
        let made = from_value(&UnitDocument, &short, None).unwrap().bytes;
        let back = to_value(&UnitDocument, &Subject::file("a.dat", &made)).unwrap();
        assert_eq!(back["parts"][0]["child_count"], 2);
        assert_eq!(back["parts"][2]["archive"], Value::from("objects.rlb"));
    }

    #[test]
    fn parts_refer_to_objects() {
        let bytes = sample();
        let found = references(&Subject::file("a.dat", &bytes));
        let names: Vec<&str> = found.iter().map(|reference| reference.name.as_str()).collect();
        assert_eq!(names, ["chassis", "turret", "gun_a", "gun_b", "engine"]);
        assert_eq!(found[2].field, "parts[2].member");
    }
}
