//! RsLi archives as documents (`ngi.rsli/1`).
//!
//! Packed bytes cannot be made again from unpacked ones, byte for byte: many packings mean the
//! same. So a document keeps the `original` archive (in hex, or in a file beside it) and going
//! back means applying to it what the document says otherwise: names, flags, methods, order,
//! payloads, entries added and removed. What did not change keeps its packed bytes.

use std::collections::HashMap;
use std::io::Write;

use bytes::Bytes;
use ngi_formats::rsli::{self, Archive, Editor, EntryRecord, Header, Method, NAME_SIZE, NewEntry};
use ngi_formats::{Code, Findings, FixedStr};
use ngi_vfs::ContainerKind;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::nres::is_packed_library;
use super::parts::{PartFile, Payloads, Source};
use crate::format::{Form, Format, Subject};
use crate::json::{self, Object, Reader, Rows};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.rsli/1";
/// Where the original archive is kept beside a document.
const ORIGINAL: &str = "ngi.parts/original.bin";

/// RsLi archives in the table of formats.
pub struct RsliFormat;

impl Format for RsliFormat {
    fn id(&self) -> &'static str {
        "rsli"
    }

    fn title(&self) -> &'static str {
        "RsLi archive"
    }

    fn recognises(&self, subject: &Subject<'_>) -> bool {
        match ContainerKind::sniff(subject.bytes) {
            Some(kind) => kind == ContainerKind::RsLi,
            // A file of such a name that does not start like an archive is a broken one.
            None => subject.entry.is_none() && is_packed_library(subject.name),
        }
    }

    fn codes(&self) -> &'static [&'static Code] {
        rsli::CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        rsli::check(subject.bytes, findings);
    }

    fn write_json(&self, subject: &Subject<'_>, form: Form, out: &mut dyn Write) -> Result<()> {
        let archive = Archive::read(subject.bytes)?;
        json::write(&Document { archive: &archive, payloads: form.into() }, out)
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        let archive = Archive::read(subject.bytes)?;
        json::to_value(&Document { archive: &archive, payloads: Payloads::Original })
    }

    fn bytes_from_json(&self, value: &Value, original: Option<&[u8]>) -> Result<Vec<u8>> {
        let load = |source: &Source| match source {
            Source::Inline(bytes) => Ok(Bytes::copy_from_slice(bytes)),
            Source::File(name) => Err(Error::json("file", format!("\"{name}\" is for `ngi pack`"))),
            _ => original
                .map(Bytes::copy_from_slice)
                .ok_or_else(|| Error::json("original", "missing; give the archive with --like")),
        };
        from_document(value, load, |editor| Ok(editor.write()?))
    }
}

/// An archive as a document. Written piece by piece: a large archive is never a large document in
/// memory.
#[derive(Debug, Clone, Copy)]
pub struct Document<'d, 'a> {
    /// The archive.
    pub archive: &'d Archive<'a>,
    /// Where the payloads are left.
    pub payloads: Payloads<'d>,
}

impl<'a> Document<'_, 'a> {
    /// The file that the original archive wants.
    pub fn part_files(&self) -> Vec<PartFile<'a>> {
        match self.payloads {
            Payloads::Files(_) => {
                vec![PartFile { name: ORIGINAL.into(), bytes: self.archive.bytes() }]
            }
            _ => Vec::new(),
        }
    }
}

impl Serialize for Document<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { archive, payloads } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", SCHEMA)?;
        map.serialize_entry("header", &header_to_json(archive.header()))?;
        map.serialize_entry("overlay", &archive.overlay())?;
        let entries = || {
            archive.records().iter().enumerate().map(|(index, record)| {
                let mut entry = record_to_json(index, record);
                if let Payloads::Files(names) = payloads {
                    entry.insert("file".into(), names.get(index).cloned().flatten().into());
                }
                Value::Object(entry)
            })
        };
        map.serialize_entry("entries", &Rows(entries))?;
        match payloads {
            Payloads::Original => {}
            Payloads::Inline => {
                map.serialize_entry("original", &json!({"bytes": json::hex(archive.bytes())}))?;
            }
            Payloads::Files(_) => map.serialize_entry("original", &json!({"file": ORIGINAL}))?,
        }
        map.end()
    }
}

fn header_to_json(header: &Header) -> Value {
    let Header {
        unk_0x02,
        version,
        count,
        count_copy,
        unk_0x08,
        sort_flag,
        unpacked_total,
        seed,
        unk_0x18,
    } = header;
    json!({
        "unk_0x02": unk_0x02, "version": version, "count": count, "count_copy": count_copy,
        "unk_0x08": json::hex(unk_0x08), "sort_flag": sort_flag,
        "unpacked_total": unpacked_total, "seed": seed, "unk_0x18": json::hex(unk_0x18),
    })
}

fn read_header(header: &Reader<'_>) -> Result<Header> {
    let unknown = |key: &str| header.bytes(key);
    Ok(Header {
        unk_0x02: header.number("unk_0x02")?,
        version: header.number("version")?,
        count: header.number("count")?,
        count_copy: header.number("count_copy")?,
        unk_0x08: sized(header, "unk_0x08", unknown("unk_0x08")?)?,
        sort_flag: header.number("sort_flag")?,
        unpacked_total: header.number("unpacked_total")?,
        seed: header.number("seed")?,
        unk_0x18: sized(header, "unk_0x18", unknown("unk_0x18")?)?,
    })
}

fn sized<const N: usize>(reader: &Reader<'_>, key: &str, bytes: Vec<u8>) -> Result<[u8; N]> {
    bytes.try_into().map_err(|_| {
        reader.need(key).map_or_else(|error| error, |value| value.wrong(&format!("{N} hex bytes")))
    })
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

/// Puts together the archive that a document describes and hands it to `finish`. `load` brings the
/// bytes of each source; [`Source::Entry`] of any number stands for the original archive.
pub fn from_document<T>(
    value: &Value,
    mut load: impl FnMut(&Source) -> Result<Bytes>,
    finish: impl FnOnce(&Editor<'_>) -> Result<T>,
) -> Result<T> {
    let document = Reader::document(value, SCHEMA)?;
    let source = match document.get("original") {
        Some(original) => Source::of_region(&original)?,
        None => Source::Entry(0),
    };
    let original = load(&source)?;
    let archive = Archive::read(&original)?;
    let mut editor = Editor::open(&archive);
    let entries = document.need("entries")?.elements()?;
    let entries: Vec<DocEntry> =
        entries.map(|entry| DocEntry::read(&entry, &mut load)).collect::<Result<_>>()?;
    let header = read_header(&document.need("header")?)?;
    apply_entries(&mut editor, &archive, &entries)?;
    if header != *archive.header() {
        editor.set_header(Header { count: editor.header().count, ..header })?;
    }
    let overlay = match document.get("overlay") {
        Some(value) if !value.value().is_null() => Some(document.number("overlay")?),
        _ => None,
    };
    if overlay != archive.overlay() {
        editor.set_overlay(overlay);
    }
    finish(&editor)
}

/// An entry of a document.
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
}

impl DocEntry {
    fn read(entry: &Reader<'_>, load: &mut impl FnMut(&Source) -> Result<Bytes>) -> Result<Self> {
        let given = |key: &str| entry.get(key).is_some_and(|value| !value.value().is_null());
        let payload = if given("payload") {
            Some(load(&Source::Inline(entry.bytes("payload")?))?)
        } else if given("file") {
            Some(load(&Source::File(entry.text("file")?.to_owned()))?)
        } else {
            None
        };
        let flags = if given("flags") { entry.number::<i16>("flags")? } else { 0 };
        let unknown = if given("unk_0x0c") { entry.bytes("unk_0x0c")? } else { vec![0; 4] };
        Ok(Self {
            id: if given("index") { Some(entry.number("index")?) } else { None },
            name: read_name(entry)?,
            unk_0x0c: sized(entry, "unk_0x0c", unknown)?,
            flags,
            method: read_method(entry)?,
            payload,
        })
    }
}

/// The name; unlike elsewhere, 12 bytes need no NUL.
fn read_name(entry: &Reader<'_>) -> Result<FixedStr<NAME_SIZE>> {
    let wide: FixedStr<{ NAME_SIZE + 1 }> = match entry.get("name_raw") {
        Some(_) => return entry.name("name"),
        None => entry.name("name")?,
    };
    let mut field = [0; NAME_SIZE];
    field.iter_mut().zip(wide.0).for_each(|(slot, byte)| *slot = byte);
    Ok(FixedStr(field))
}

fn read_method(entry: &Reader<'_>) -> Result<Option<Method>> {
    let Some(named) = entry.get("method").filter(|value| !value.value().is_null()) else {
        return Ok(None);
    };
    let method = named.value().as_str().and_then(Method::parse);
    let names: Vec<&str> = Method::ALL.iter().map(|(_, name)| *name).collect();
    let wrong = || named.wrong(&format!("one of {}", names.join(", ")));
    method.ok_or_else(wrong).map(Some)
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
