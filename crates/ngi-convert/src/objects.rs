//! Records of `objects.rlb`: as documents, as text, and what they name.
//!
//! ```json
//! {"schema": "ngi.objects/1", "slots": [{"archive": "static.rlb", "member": "tree.msh"}], "tail": ""}
//! ```

use std::fmt::Write as _;
use std::sync::LazyLock;

use ngi_formats::nres::{Archive, TypeId};
use ngi_formats::objects::{self, Kind, Record, RecordBuf, Slot};
use ngi_formats::{Code, Findings, text};
use serde_json::Value;

use crate::Result;
use crate::format::{Format, Subject};
use crate::json::{self, Reader};
use crate::references::{MODEL, Reference, WEAR};
use crate::surroundings::Surroundings;

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.objects/1";

/// A reference that leads nowhere.
static SLOT_MISSING: Code =
    Code::warning("objects.slot.missing", "What a reference names is in the game's archives.");

/// Every rule: of the record alone, then of what it names.
static CODES: LazyLock<Vec<&'static Code>> =
    LazyLock::new(|| [objects::CODES, &[&SLOT_MISSING]].concat());

/// Records of objects in the table of formats.
pub struct ObjectsFormat;

impl Format for ObjectsFormat {
    fn id(&self) -> &'static str {
        "objects"
    }

    fn title(&self) -> &'static str {
        "object"
    }

    /// An entry of one of the eight types that objects have.
    fn recognises(&self, subject: &Subject<'_>) -> bool {
        subject.entry.is_some_and(|entry| Kind(entry.type_id).slot_counts().is_some())
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        objects::check(subject.bytes, kind(subject), findings);
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
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
                findings.add(&SLOT_MISSING, || {
                    let at = index * objects::SLOT_SIZE;
                    let message = format!("nothing named \"{member}\" is in {archive}");
                    (format!("slots[{index}]"), Some(at as u64), message)
                });
            }
        }
        let Ok(bytes) = parent.bytes() else { return };
        if let (Ok(archive), Some(name)) = (Archive::read(&bytes), text::encode(subject.name)) {
            objects::check_parents(&archive, library.as_bytes(), &name, findings);
        }
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        let record = Record::read(subject.bytes);
        let mut object = json::document(SCHEMA);
        object.insert("slots".into(), record.slots().map(|slot| slot_to_value(&slot)).collect());
        object.insert("tail".into(), json::hex(record.tail()).into());
        Ok(Value::Object(object))
    }

    fn bytes_from_json(&self, value: &Value, _: Option<&[u8]>) -> Result<Vec<u8>> {
        let document = Reader::document(value, SCHEMA)?;
        let slots = document.need("slots")?.elements()?;
        let slots = slots
            .map(|slot| Ok(Slot { archive: slot.name("archive")?, member: slot.name("member")? }))
            .collect::<Result<Vec<Slot>>>()?;
        Ok(RecordBuf { slots, tail: document.bytes("tail")? }.write())
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

    /// The model and the wear it names.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let slots = Record::read(subject.bytes).slots().enumerate();
        let named = slots.filter_map(|(index, slot)| {
            let target = [(b".msh", &MODEL), (b".wea", &WEAR)]
                .into_iter()
                .find_map(|(suffix, target)| text::same(slot.suffix(), suffix).then_some(target))?;
            let name = text::decode(slot.member.name());
            let archive = text::decode(slot.archive.name());
            Some(Reference {
                archive: Some(archive).filter(|archive| !archive.is_empty()),
                ..Reference::new(target, name, format!("slots[{index}].member"))
            })
        });
        named.collect()
    }
}

fn kind(subject: &Subject<'_>) -> Kind {
    Kind(subject.entry.map_or(TypeId::default(), |entry| entry.type_id))
}

fn slot_to_value(slot: &Slot) -> Value {
    let Slot { archive, member } = slot;
    let mut object = json::Object::new();
    json::put_name(&mut object, "archive", archive);
    json::put_name(&mut object, "member", member);
    Value::Object(object)
}
