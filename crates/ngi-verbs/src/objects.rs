//! Records of `objects.rlb`: as documents, as text, and what they name.
//!
//! ```json
//! {"schema": "ngi.objects/1", "slots": [{"archive": "static.rlb", "member": "tree.msh"}], "tail": ""}
//! ```

use std::fmt::Write as _;

use ngi_formats::nres::TypeId;
use ngi_formats::objects::{self, ObjectKind, Record};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};

use crate::Result;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{MODEL, OBJECT, Reference, SIDECAR, Target, WEAR};
use crate::surroundings::{OpenLibrary, Surroundings};

/// The rules of an object among other files.
mod codes {
    ngi_formats::rules! {
        SLOT_MISSING = warning(
            "objects.slot.missing",
            "The entry that a reference names is in the game's archives."
        ) of ["slots[].member"];
    }
}

/// Records of objects in the table of formats.
pub struct ObjectsDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::OBJECT, &ObjectsDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[objects::CODES, codes::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

impl Document for ObjectsDocument {
    fn id(&self) -> &'static str {
        "objects"
    }

    fn branches(&self) -> &'static [Branch] {
        objects::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        objects::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(objects::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(objects::tree(subject.bytes))
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(objects::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let record = Record::read(subject.bytes);
        let mut out = String::new();
        let _ = writeln!(out, "kind: {}", kind(subject).name().unwrap_or("unknown"));
        let _ = writeln!(out, "references: {}", record.len());
        for (index, slot) in record.slots().enumerate() {
            let shown = if slot.is_empty() { "-".to_owned() } else { slot.to_string() };
            let _ = writeln!(out, "  {index}  {}", crate::show::printable(&shown));
        }
        if !record.tail().is_empty() {
            let _ = writeln!(out, "bytes nothing reads: {}", record.tail().len());
        }
        Ok(out)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    objects::check(subject.bytes, kind(subject), findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Some(parent) = around.parent() else { return };
    let library = parent.name();
    for (index, slot) in Record::read(subject.bytes).slots().enumerate() {
        let (archive, member) =
            (text::decode(slot.archive.name()), text::decode(slot.member.name()));
        let named = !archive.is_empty() && !member.is_empty();
        if !named || archive.eq_ignore_ascii_case(&library) || !around.has_library(&archive) {
            continue;
        }
        if around.entry(&archive, &member).is_none() {
            let path = format_args!("slots[{index}].member");
            let message = || format!("nothing named \"{member}\" is in {archive}");
            findings.at(&codes::SLOT_MISSING, path, message);
        }
    }
    let Some(name) = text::encode(subject.name) else { return };
    if let Some(records) = OpenLibrary::of(parent.clone()) {
        objects::check_parents(&records, library.as_bytes(), &name, kind(subject), findings);
    }
}

/// What it names: a parent, the model, its wear and what else lies beside them.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let slots = Record::read(subject.bytes).slots().enumerate();
    let named = slots.filter(|(_, slot)| !slot.member.name().is_empty()).map(|(index, slot)| {
        let target: &'static Target = match slot.suffix().to_ascii_lowercase().as_slice() {
            _ if slot.is_in(objects::LIBRARY) => &OBJECT,
            b".msh" => &MODEL,
            b".wea" => &WEAR,
            _ => &SIDECAR,
        };
        let name = text::decode(slot.member.name());
        let archive = text::decode(slot.archive.name());
        Reference {
            archive: Some(archive).filter(|archive| !archive.is_empty()),
            ..Reference::new(target, name, format!("slots[{index}].member"))
        }
    });
    named.collect()
}

fn kind(subject: &Subject<'_>) -> ObjectKind {
    ObjectKind(subject.entry.map_or(TypeId::default(), |entry| entry.type_id))
}

#[cfg(test)]
mod tests {
    use ngi_formats::objects::{RecordBuf, Slot};
    use serde_json::json;

    use super::*;
    use crate::document::edit;
    use crate::document::from_value;

    fn sample() -> RecordBuf {
        let slot = |member: &[u8]| Slot::new(b"static.rlb", member).unwrap();
        RecordBuf::of(vec![slot(b"tree.msh"), slot(b"tree.wea")])
    }

    #[test]
    fn documents_go_both_ways() {
        let mut odd = sample();
        odd.slots[0].member.0[20] = 7;
        odd.slots[1].archive.0 = [0xe0; 32];
        odd.tail = b"rest".to_vec();
        for bytes in [sample().write(), odd.write(), Vec::new()] {
            let mut text = Vec::new();
            let subject = Subject::file("tree", &bytes);
            ObjectsDocument.write_json(&subject, Form::Full, &mut text).unwrap();
            assert_eq!(ObjectsDocument.read_json(&text, None).unwrap().bytes, bytes);
        }
    }

    #[test]
    fn what_a_document_says_wrong_is_told() {
        let told = |slot| {
            let value = json!({"schema": "ngi.objects/1", "slots": [slot], "tail": ""});
            from_value(&ObjectsDocument, &value, None).unwrap_err().to_string()
        };
        assert_eq!(
            told(json!({"archive": "a", "membre": "b"})),
            "slots[0]: there is no field \"membre\"; there are archive, member"
        );
        assert_eq!(told(json!({"archive": "a"})), "slots[0].member: missing");
        assert_eq!(told(json!({"archive": 7, "member": ""})), "slots[0].archive: 7 is not text");
        let long = "a".repeat(32);
        assert!(
            told(json!({"archive": long, "member": ""})).ends_with("a name of at most 31 bytes")
        );
    }

    #[test]
    fn references_are_set_added_and_taken_out() {
        let bytes = sample().write();
        let fields = [
            ("slots[0].member", "bush.msh"),
            ("slots[+]", r#"{"member": "tree.ctl"}"#),
            ("slots[1]", "-"),
        ];
        let fields = fields.map(|(path, value)| (path.to_owned(), value.to_owned()));
        let edited = edit::set(&ObjectsDocument, &Subject::file("tree", &bytes), &fields).unwrap();
        let slot = |member: &[u8]| Slot::new(b"static.rlb", member).unwrap();
        let expected = RecordBuf::of(vec![slot(b"bush.msh"), slot(b"tree.ctl")]);
        assert_eq!(edited.bytes, expected.write());
    }
}
