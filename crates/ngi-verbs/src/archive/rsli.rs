//! RsLi archives as documents (`ngi.rsli/1`).
//!
//! Packed bytes cannot be made again from unpacked ones, byte for byte: many packings mean the
//! same. So a document keeps the `original` archive (in hex, or in a file beside it) and going
//! back means applying to it what the document says otherwise: names, flags, methods, order,
//! payloads, entries added and removed. What did not change keeps its packed bytes.

use std::collections::HashMap;

use bytes::Bytes;
use ngi_formats::rsli::{
    self, Archive, DOCUMENT, ENTRY, Editor, EntryRecord, Header, Method, NAME_SIZE, NewEntry,
    Payloads,
};
use ngi_formats::schema::{Kind, Record as _, Shape, Stored as _, ValueError};
use ngi_formats::tree::{Branch, Draft, Made, Node, Step, steps};
use ngi_formats::{Code, Findings, FixedStr, kinds, text};

use super::parts::Source;
use crate::document::Reader;
use crate::document::edit::{follows, parsed};
use crate::document::read::{self, Scalar, check_schema};
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::json::{self, Object};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.rsli/1";

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

    fn read_json(&self, text: &[u8], original: Option<&[u8]>) -> Result<Made> {
        let load = |source: &Source| match source {
            Source::File(name) => Err(Error::json("file", format!("\"{name}\" is for `ngi pack`"))),
            _ => original
                .map(Bytes::copy_from_slice)
                .ok_or_else(|| Error::json("original", "missing; give the archive with --like")),
        };
        let bytes = read_document(text)?.finish(load, |editor| Ok(editor.write()?))?;
        Ok(Made { bytes, attributes: None })
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

/// What a document of an archive says.
#[derive(Debug, Default)]
pub(crate) struct Said {
    header: Option<Header>,
    overlay: Option<u32>,
    entries: Option<Vec<DocEntry>>,
    original: Option<Source>,
}

/// Reads a document, entry by entry.
pub(crate) fn read_document(text: &[u8]) -> Result<Said> {
    let (mut reader, mut document, mut said) = (Reader::new(text), Said::default(), None);
    reader.members(|reader, key| {
        match key {
            "schema" => {
                said = Some(reader.text()?.into_owned());
                check_schema(Some(SCHEMA), said.as_deref())?;
            }
            "header" => {
                let mut raw = [0; Header::SIZE];
                read::value(reader, Header::KIND, &mut raw)?;
                document.header = Some(Header::read(&raw));
            }
            "overlay" => {
                document.overlay = if reader.null()? { None } else { Some(reader.number()?) };
            }
            "entries" => {
                let mut entries = Vec::new();
                reader.elements(|reader, _| {
                    entries.push(DocEntry::read(reader)?);
                    Ok(())
                })?;
                document.entries = Some(entries);
            }
            "original" => document.original = Some(read_original(reader)?),
            "partial" => {
                let why = "only a part of the archive was extracted; extract it whole to pack it \
                           again";
                return Err(Error::json("partial", why));
            }
            _ => return Err(reader.unknown(key, DOCUMENT.iter().map(|branch| branch.name))),
        }
        Ok(())
    })?;
    check_schema(Some(SCHEMA), said.as_deref())?;
    reader.end()?;
    Ok(document)
}

fn read_original(reader: &mut Reader<'_>) -> Result<Source> {
    let mut source = None;
    reader.members(|reader, key| {
        source = Some(match key {
            "bytes" => Source::Inline(reader.hex()?),
            "file" => Source::File(reader.text()?.into_owned()),
            _ => return Err(reader.unknown(key, ["bytes", "file"].into_iter())),
        });
        Ok(())
    })?;
    source.ok_or_else(|| reader.error("has neither bytes nor a file"))
}

impl Said {
    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.as_ref().map_or(0, Vec::len)
    }

    /// Puts together the archive and hands it to `finish`. `load` brings the bytes of each source
    /// that is not in the document; [`Source::Entry`] of any number stands for the original.
    pub(crate) fn finish<T>(
        self,
        mut load: impl FnMut(&Source) -> Result<Bytes>,
        finish: impl FnOnce(&Editor<'_>) -> Result<T>,
    ) -> Result<T> {
        let missing = |key: &str| Error::json(key, "missing");
        let original = match self.original {
            Some(Source::Inline(bytes)) => Bytes::from(bytes),
            Some(other) => load(&other)?,
            None => load(&Source::Entry(0))?,
        };
        let archive = Archive::read(&original)?;
        let mut editor = Editor::open(&archive);
        let mut entries = self.entries.ok_or_else(|| missing("entries"))?;
        for entry in &mut entries {
            entry.bring(&mut load)?;
        }
        let header = self.header.ok_or_else(|| missing("header"))?;
        apply_entries(&mut editor, &archive, &entries)?;
        if header != *archive.header() {
            editor.set_header(Header { count: editor.header().count, ..header })?;
        }
        if self.overlay != archive.overlay() {
            editor.set_overlay(self.overlay);
        }
        finish(&editor)
    }
}

/// An entry of a document.
#[derive(Debug, Default)]
struct DocEntry {
    /// Its place in the original archive; `None` for a new entry.
    id: Option<usize>,
    name: FixedStr<NAME_SIZE>,
    unk_0x0c: [u8; 4],
    flags: i16,
    /// The method by name, beside the one among the flags.
    method: Option<Method>,
    /// What it unpacks to, where the document says so.
    payload: Option<Bytes>,
    /// The file that has it.
    file: Option<Box<str>>,
}

impl DocEntry {
    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let (mut entry, mut said, mut raw) = (Self::default(), None, None);
        reader.members(|reader, key| {
            let told = ["sort_to_original", "size", "offset", "packed_size"];
            match key {
                "name" => said = Some(reader.text()?),
                "name_raw" => raw = Some(sized::<NAME_SIZE>(reader)?),
                _ if told.contains(&key) => return reader.skip(),
                _ if !ENTRY.iter().any(|branch| branch.name == key) => {
                    let known = ENTRY.iter().map(|branch| branch.name).chain(["name_raw"]);
                    return Err(reader.unknown(key, known));
                }
                _ if reader.null()? => {}
                "index" => entry.id = Some(reader.number()?),
                "unk_0x0c" => entry.unk_0x0c = sized(reader)?,
                "flags" => entry.flags = reader.number()?,
                "method" => entry.method = Some(read_method(reader)?),
                "payload" => entry.payload = Some(reader.hex()?.into()),
                _ => entry.file = Some(reader.text()?.as_ref().into()),
            }
            Ok(())
        })?;
        let path = || format!("{}.name", reader.path());
        let said = said.ok_or_else(|| Error::json(path(), "missing"))?;
        // Unlike elsewhere, 12 bytes need no NUL.
        let (kind, mut field) = (EntryRecord::SHAPE.named("name").kind, [0; NAME_SIZE]);
        match raw.filter(|raw| text::decode(text::until_nul(raw)) == said) {
            Some(raw) => field = raw,
            None => {
                kind.put_text(&said, &mut field).map_err(|ValueError { expected, .. }| {
                    Error::json(path(), format!("\"{said}\" is not {expected}"))
                })?
            }
        }
        entry.name = FixedStr(field);
        Ok(entry)
    }

    /// Brings what the file has; a payload in the document counts before it.
    fn bring(&mut self, load: &mut impl FnMut(&Source) -> Result<Bytes>) -> Result<()> {
        if let (None, Some(file)) = (&self.payload, self.file.take()) {
            self.payload = Some(load(&Source::File(file.into()))?);
        }
        Ok(())
    }
}

/// So many bytes in hex.
fn sized<const N: usize>(reader: &mut Reader<'_>) -> Result<[u8; N]> {
    let bytes = reader.hex()?;
    let wrong = |bytes: Vec<u8>| reader.error(format!("{} bytes, not {N}", bytes.len()));
    bytes.try_into().map_err(wrong)
}

fn read_method(reader: &mut Reader<'_>) -> Result<Method> {
    let said = reader.text()?;
    let wrong = || reader.wrong_scalar(&Scalar::Text(said.clone()), methods());
    Method::parse(&said).ok_or_else(wrong)
}

impl DocEntry {
    /// The flags, where the method is said twice: whichever differs from the `old` one counts.
    fn flags(&self, old: Option<i16>) -> i16 {
        match self.method {
            Some(method) if old.map(Method::of) != Some(method) => method.put_into(self.flags),
            _ => self.flags,
        }
    }
}

/// Changes the original's entries to what the document says, then removes, adds and reorders.
fn apply_entries<'a>(
    editor: &mut Editor<'a>,
    archive: &Archive<'a>,
    entries: &'a [DocEntry],
) -> Result<()> {
    let mut kept = HashMap::new();
    for (place, entry) in entries.iter().enumerate() {
        let Some(id) = entry.id else { continue };
        if id >= archive.len() || kept.insert(id, place).is_some() {
            let why = format!("{id} is no entry of the original, or stands there twice");
            return Err(Error::json(format!("entries[{place}].index"), why));
        }
        change_entry(editor, archive, id, entry)?;
    }
    // Old places of the entries that stay, in the editor's order after the others are gone.
    let mut order: Vec<usize> = (0..archive.len()).filter(|id| kept.contains_key(id)).collect();
    for id in (0..archive.len()).rev().filter(|id| !kept.contains_key(id)) {
        editor.remove(id)?;
    }
    let mut places: Vec<usize> = order.drain(..).filter_map(|id| kept.get(&id).copied()).collect();
    for (place, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.id.is_none()) {
        let missing =
            || Error::json(format!("entries[{place}]"), "new, but without a file or payload");
        let payload = entry.payload.as_deref().ok_or_else(missing)?;
        let DocEntry { name, unk_0x0c, .. } = *entry;
        editor.add(NewEntry { name, unk_0x0c, flags: entry.flags(None) }, payload)?;
        places.push(place);
    }
    if !places.is_sorted() {
        let mut by_place: Vec<usize> = (0..places.len()).collect();
        by_place.sort_by_key(|&at| places.get(at).copied());
        editor.reorder(&by_place)?;
    }
    Ok(())
}

fn change_entry<'a>(
    editor: &mut Editor<'a>,
    archive: &Archive<'a>,
    id: usize,
    entry: &'a DocEntry,
) -> Result<()> {
    let Some(old) = archive.records().get(id) else { return Ok(()) };
    if entry.unk_0x0c != old.unk_0x0c {
        editor.set_unk_0x0c(id, entry.unk_0x0c)?;
    }
    let flags = entry.flags(Some(old.flags));
    if flags != old.flags {
        editor.set_flags(id, flags)?;
    }
    if entry.name != old.name {
        editor.set_name_field(id, entry.name)?;
    }
    let unpacked = archive.get(id).and_then(|entry| entry.unpack().ok());
    if let Some(payload) = &entry.payload
        && (unpacked.as_deref() != Some(payload)
            || editor.payload(id).is_ok_and(|now| now != *payload))
    {
        editor.replace(id, payload.as_ref())?;
    }
    Ok(())
}
