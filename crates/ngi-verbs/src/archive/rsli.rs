//! RsLi archives as documents (`ngi.rsli/1`).
//!
//! Packed bytes cannot be made again from unpacked ones, byte for byte: many packings mean the
//! same. So a document keeps the `original` archive (in hex, or in a file beside it) and going
//! back means applying to it what the document says otherwise: names, flags, methods, order,
//! payloads, entries added and removed. What did not change keeps its packed bytes.

mod said;

use bytes::Bytes;
use ngi_formats::rsli::{self, Archive, DOCUMENT, Editor, EntryRecord, Header, Method, Payloads};
use ngi_formats::schema::{Kind, Record as _, Shape, Stored as _};
use ngi_formats::tree::{Branch, Draft, Made, Node, Step, steps};
use ngi_formats::{Code, Findings, FixedStr, kinds};
pub(crate) use said::{Said, read_document};

use super::parts::Source;
use crate::document::edit::{follows, parsed};
use crate::format::{Document, Form, Format, Mended, Rules, Subject};
use crate::json::{self, Object};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.rsli/1";

/// Where the header has the number of entries again.
const COUNT_COPY_AT: usize = 6;
/// Where the header has the sum of all unpacked sizes.
const UNPACKED_TOTAL_AT: usize = 16;

/// RsLi archives in the table of formats.
pub struct RsliDocument;

/// What can be done with them.
pub static FORMAT: Format = Format::new(&kinds::RSLI, &RsliDocument, &RULES);

/// Every rule.
static CODES: &[&[&Code]] = &[rsli::CODES];

static RULES: Rules = Rules::new(CODES, check_alone);

impl Document for RsliDocument {
    fn id(&self) -> &'static str {
        "rsli"
    }

    fn branches(&self) -> &'static [Branch] {
        DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        rsli::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(rsli::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<Node<'a>> {
        let payloads = match form {
            Form::Short => Payloads::Original,
            Form::Full => Payloads::Inline,
        };
        Ok(rsli::tree(&Archive::read(subject.bytes)?, payloads))
    }

    /// The sort table, and what the header repeats of the entries. Payloads are enciphered by the
    /// table, and by its new numbers again: what the game reads of them stays.
    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let archive = Archive::read(subject.bytes)?;
        let header = archive.header();
        let sizes = archive.records().iter().map(|record| record.unpacked_size);
        let total = sizes.fold(0, u32::wrapping_add);
        let (mut bytes, mut lines) = (subject.bytes.to_vec(), Vec::new());
        if header.is_sort_ready() && !archive.is_table_sound() {
            let mut editor = Editor::open(&archive);
            editor.rebuild_table();
            bytes = editor.write()?;
            lines.push("sort table worked out anew".to_owned());
        }
        let mut put = |at: usize, new: &[u8], field: &str| {
            let place = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..new.len()));
            if let Some(place) = place.filter(|place| *place != new) {
                place.copy_from_slice(new);
                lines.push(format!("header.{field} worked out anew"));
            }
        };
        put(COUNT_COPY_AT, &header.count.to_le_bytes(), "count_copy");
        put(UNPACKED_TOTAL_AT, &total.to_le_bytes(), "unpacked_total");
        Ok((!lines.is_empty()).then_some(Mended { bytes, lines }))
    }

    fn read_json(&self, text: &[u8], original: Option<&Subject<'_>>) -> Result<Made> {
        let load = |source: &Source| match source {
            Source::File(name) => Err(Error::json("file", format!("\"{name}\" is for `ngi pack`"))),
            _ => original
                .map(|original| Bytes::copy_from_slice(original.bytes))
                .ok_or_else(|| Error::json("original", "missing; give the archive with --like")),
        };
        let bytes = read_document(text)?.finish(load, |editor| Ok(editor.write()?))?;
        Ok(Made { bytes, attributes: None })
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        rsli::remains(subject.bytes)
    }

    fn make(&self, _: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Err(Error::Usage("entries are added, removed and moved with `ngi edit`".into()))
    }

    fn edit(&self, subject: &Subject<'_>, path: &str, said: &str) -> Result<Option<Made>> {
        let archive = Archive::read(subject.bytes)?;
        let mut editor = Editor::open(&archive);
        if !edit(&archive, &mut editor, path, said)? {
            return Ok(None);
        }
        Ok(Some(Made { bytes: editor.write()?, attributes: None }))
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    rsli::check(subject.bytes, findings);
}

/// Changes a field; false for one that follows from others.
fn edit(archive: &Archive<'_>, editor: &mut Editor<'_>, path: &str, said: &str) -> Result<bool> {
    let steps = steps(path).unwrap_or_default();
    match steps.as_slice() {
        [Step::Key("header"), Step::Key("count")] => return Err(follows(path)),
        [Step::Key("header"), rest @ ..] => {
            let mut raw = archive.header().write();
            let (kind, at) = match rest {
                [Step::Key(field)] => match Header::SHAPE.field(field) {
                    Some(field) => (field.kind, field.offset),
                    None => return Ok(false),
                },
                [] => (Header::KIND, 0),
                _ => return Ok(false),
            };
            let slot = raw.get_mut(at..).and_then(|rest| rest.get_mut(..kind.size()));
            let Some(slot) = slot else { return Ok(false) };
            let new = parsed(path, kind, slot, said)?;
            slot.copy_from_slice(&new);
            editor.set_header(Header { count: editor.header().count, ..Header::read(&raw) })?;
        }
        [Step::Key("overlay")] if said == "null" => editor.set_overlay(None),
        [Step::Key("overlay")] => {
            let new = parsed(path, Kind::U32, &[0; 4], said)?;
            editor.set_overlay(Some(u32::get(&new, 0)));
        }
        [Step::Key("entries"), Step::Index(index), Step::Key(field)] => {
            return edit_entry(archive, editor, *index, field, (path, said));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn edit_entry(
    archive: &Archive<'_>,
    editor: &mut Editor<'_>,
    index: usize,
    field: &str,
    (path, said): (&str, &str),
) -> Result<bool> {
    let Some(record) = archive.records().get(index) else { return Ok(false) };
    let raw = record.write();
    let new = |name: &str| {
        let field = EntryRecord::SHAPE.field(name);
        let old = field.and_then(|f| Some((f, raw.get(f.offset..)?.get(..f.size())?)));
        let lost = || Error::Usage(format!("{path}: there is no such field"));
        let (field, old) = old.ok_or_else(lost)?;
        parsed(path, field.kind, old, said)
    };
    match field {
        "name" => editor.set_name_field(index, FixedStr::get(&new("name")?, 0))?,
        "unk_0x0c" => editor.set_unk_0x0c(index, <[u8; 4]>::get(&new("unk_0x0c")?, 0))?,
        "flags" => editor.set_flags(index, i16::get(&new("flags")?, 0))?,
        "method" => {
            let method = Method::parse(said)
                .ok_or_else(|| Error::Usage(format!("{path}: \"{said}\" is not {}", methods())))?;
            editor.set_flags(index, method.put_into(record.flags))?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The methods there are, for messages.
fn methods() -> String {
    let names: Vec<&str> = Method::ALL.iter().map(|(_, name)| *name).collect();
    format!("one of {}", names.join(", "))
}

/// The fields of an entry.
pub fn record_to_json(index: usize, record: &EntryRecord) -> Object {
    let EntryRecord { name, unk_0x0c, flags, sort_to_original, unpacked_size, offset, packed_size } =
        record;
    let mut object = Object::new();
    object.insert("index".into(), index.into());
    object.insert("name".into(), name.to_string().into());
    // A name of 12 bytes needs no NUL here.
    let plain = name.tail().iter().all(|&byte| byte == 0);
    if !plain {
        object.insert("name_raw".into(), json::hex(&name.0).into());
    }
    object.insert("unk_0x0c".into(), json::hex(unk_0x0c).into());
    object.insert("flags".into(), (*flags).into());
    object.insert("method".into(), Method::of(*flags).to_string().into());
    object.insert("sort_to_original".into(), (*sort_to_original).into());
    object.insert("size".into(), (*unpacked_size).into());
    object.insert("offset".into(), (*offset).into());
    object.insert("packed_size".into(), (*packed_size).into());
    object
}
