//! NRes archives as documents (`ngi.nres/1`), with nothing lost.
//!
//! ```json
//! {"schema": "ngi.nres/1", "count": 1, "sort_table": "sorted", "layout": "canonical",
//!  "entries": [{"index": 0, "type": "TEXT", "type_id": 1415071060, "name": "readme.txt",
//!               "attr1": 0, "attr2": 0, "attr3": 0, "size": 2, "offset": 16, "sort_index": 0,
//!               "payload": "4869"}]}
//! ```
//! The order of `entries` is the directory's. `index` says which payload of `layout` belongs to
//! the entry; a new entry has none. `size`, `offset` and `sort_index` inform: they count only
//! where `sort_table` is `stored` or an entry lies `outside` the data region.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;

use bytes::Bytes;
use ngi_formats::nres::{
    self, Archive, Editor, EntryRecord, HEADER_SIZE, Region, Regions, Slot, TypeId,
};
use ngi_formats::{Code, Findings};
use ngi_vfs::ContainerKind;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::parts::{PartFile, Payloads, Source, put_region};
use crate::format::{Form, Format, Subject};
use crate::json::{self, Object, Reader, Rows};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.nres/1";

/// NRes archives in the table of formats.
pub struct NresFormat;

impl Format for NresFormat {
    fn id(&self) -> &'static str {
        "nres"
    }

    fn title(&self) -> &'static str {
        "NRes archive"
    }

    fn recognises(&self, subject: &Subject<'_>) -> bool {
        match ContainerKind::sniff(subject.bytes) {
            Some(kind) => kind == ContainerKind::NRes,
            // A file of such a name that does not start like an archive is a broken one.
            None => {
                let packed = is_packed_library(subject.name);
                subject.entry.is_none() && is_library_name(subject.name) && !packed
            }
        }
    }

    fn codes(&self) -> &'static [&'static Code] {
        nres::CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        nres::check(subject.bytes, findings);
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
        let original = original.map(Bytes::copy_from_slice);
        let load = |source: &Source| source.resolve(original.as_ref());
        from_document(value, load, |editor| Ok(editor.write()?))
    }
}

/// Whether the game has a packed archive of this name.
pub(super) fn is_packed_library(name: &str) -> bool {
    ["gamefont.rlb", "sprites.lib"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether a file of this name is an archive in every version of the game.
fn is_library_name(name: &str) -> bool {
    let suffix = name.rsplit_once('.').map(|(_, suffix)| suffix.to_ascii_lowercase());
    matches!(suffix.as_deref(), Some("lib" | "rlb" | "msh"))
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
    /// The pieces of the data region that want files of their own.
    pub fn part_files(&self) -> Vec<PartFile<'a>> {
        match self.payloads {
            Payloads::Files(_) if !self.archive.has_canonical_layout() => {
                let editor = Editor::open(self.archive);
                layout(self.archive, &editor).filter_map(|piece| piece.own_file()).collect()
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
        let row = |entry: &_, shared| entry_to_json(entry, shared, payloads);
        serialize_members(&mut map, archive, payloads, row)?;
        map.end()
    }
}

/// Everything of a document but its schema; `row` makes the rows of `entries`, told whether an
/// entry's payload shares bytes with another.
pub(crate) fn serialize_members<'a, M: SerializeMap>(
    map: &mut M,
    archive: &Archive<'a>,
    payloads: Payloads<'_>,
    row: impl Fn(&nres::Entry<'a>, bool) -> Value,
) -> Result<(), M::Error> {
    map.serialize_entry("count", &archive.len())?;
    let table = if archive.has_canonical_table() { "sorted" } else { "stored" };
    map.serialize_entry("sort_table", table)?;
    let editor = (!archive.has_canonical_layout()).then(|| Editor::open(archive));
    match &editor {
        None => map.serialize_entry("layout", "canonical")?,
        Some(editor) => {
            let pieces = || layout(archive, editor).map(|piece| Written { piece, payloads });
            map.serialize_entry("layout", &Rows(pieces))?;
        }
    }
    // Payloads that share bytes are in the layout, once; here each would repeat them.
    let slots = editor.as_ref().map_or(&[][..], Editor::slots);
    let is_shared =
        |entry: &nres::Entry<'_>| matches!(slots.get(entry.index()), Some(Slot::Within { .. }));
    let entries = || archive.iter().map(|entry| row(&entry, is_shared(&entry)));
    map.serialize_entry("entries", &Rows(entries))
}

/// The fields of an entry, as `list` and `show` print them.
pub fn record_to_json(index: usize, record: &EntryRecord) -> Object {
    let EntryRecord { type_id, attr1, attr2, size, attr3, name, offset, sort_index } = record;
    let mut object = Object::new();
    object.insert("index".into(), index.into());
    object.insert("type".into(), type_id.to_string().into());
    object.insert("type_id".into(), type_id.0.into());
    json::put_name(&mut object, "name", name);
    object.insert("size".into(), (*size).into());
    object.insert("attr1".into(), (*attr1).into());
    object.insert("attr2".into(), (*attr2).into());
    object.insert("attr3".into(), (*attr3).into());
    object.insert("offset".into(), (*offset).into());
    object.insert("sort_index".into(), (*sort_index).into());
    object
}

/// An entry as a row of `entries`.
pub(crate) fn entry_to_json(
    entry: &nres::Entry<'_>,
    shared: bool,
    payloads: Payloads<'_>,
) -> Value {
    let mut object = record_to_json(entry.index(), entry.record());
    match (entry.payload(), payloads) {
        (Err(_), _) => {
            object.insert("outside".into(), true.into());
        }
        (Ok(_), Payloads::Inline) if shared => {}
        (Ok(bytes), Payloads::Inline) => {
            object.insert("payload".into(), json::hex(bytes).into());
        }
        (Ok(_), Payloads::Files(names)) => {
            let name = names.get(entry.index()).cloned().flatten();
            object.insert("file".into(), name.into());
        }
        (Ok(_), Payloads::Original) => {}
    }
    Value::Object(object)
}

/// A piece of the data region and the entries that lie in it.
struct LaidOut<'e, 'a> {
    region: &'e Region<'a>,
    offset: usize,
    bytes: &'a [u8],
    /// Entry, and offset and length inside the piece.
    entries: Vec<(usize, u32, u32)>,
}

/// The data region, piece by piece.
fn layout<'e, 'a>(
    archive: &Archive<'a>,
    editor: &'e Editor<'a>,
) -> impl Iterator<Item = LaidOut<'e, 'a>> + use<'e, 'a> {
    let mut owners: Vec<(u32, usize, u32, u32)> = editor
        .slots()
        .iter()
        .enumerate()
        .filter_map(|(entry, slot)| match *slot {
            Slot::Region(region) => Some((region, entry, 0, 0)),
            Slot::Within { region, offset, len } => Some((region, entry, offset, len)),
            Slot::Outside => None,
        })
        .collect();
    owners.sort_unstable();
    let mut owners = owners.into_iter().peekable();
    let mut end = HEADER_SIZE;
    let file = archive.bytes();
    editor.regions().0.iter().zip(0u32..).map(move |(region, index)| {
        let offset = end;
        end += region.bytes().len();
        let own = std::iter::from_fn(|| owners.next_if(|owner| owner.0 == index));
        let entries = own.map(|(_, entry, offset, len)| (entry, offset, len)).collect();
        LaidOut { region, offset, bytes: file.get(offset..end).unwrap_or_default(), entries }
    })
}

impl<'a> LaidOut<'_, 'a> {
    /// The file this piece wants for itself, in a document with files beside it.
    fn own_file(&self) -> Option<PartFile<'a>> {
        let entryless = matches!(self.region, Region::Gap(_) | Region::Shared(_));
        entryless.then(|| PartFile::of(self.offset, self.bytes)).flatten()
    }
}

/// A piece of the data region as it is written down.
struct Written<'e, 'a> {
    piece: LaidOut<'e, 'a>,
    payloads: Payloads<'e>,
}

impl Serialize for Written<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { piece, payloads } = self;
        let mut map = serializer.serialize_map(None)?;
        let kind = match piece.region {
            Region::Gap(_) => "gap",
            Region::Shared(_) => "shared",
            Region::Payload { .. } | Region::Added(_) => "payload",
        };
        map.serialize_entry("kind", kind)?;
        if kind == "payload" {
            map.serialize_entry("entry", &piece.entries.first().map(|(entry, ..)| *entry))?;
            map.serialize_entry("size", &piece.bytes.len())?;
            return map.end();
        }
        let mut place = Object::new();
        put_region(&mut place, piece.offset, piece.bytes, *payloads);
        place.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        if kind == "shared" {
            let part = |&(entry, offset, size): &(usize, u32, u32)| json!({"entry": entry, "offset": offset, "size": size});
            // One piece can hold every entry there is.
            map.serialize_entry("entries", &Rows(|| piece.entries.iter().map(part)))?;
        }
        map.end()
    }
}

/// Puts together the archive that a document describes and hands it to `finish`. `load` brings
/// the bytes of each source.
pub fn from_document<T>(
    value: &Value,
    load: impl FnMut(&Source) -> Result<Bytes>,
    finish: impl FnOnce(&Editor<'_>) -> Result<T>,
) -> Result<T> {
    from_members(&Reader::document(value, SCHEMA)?, load, finish)
}

/// Like [`from_document`], for a document of any schema that holds an archive's members.
pub(crate) fn from_members<T>(
    document: &Reader<'_>,
    mut load: impl FnMut(&Source) -> Result<Bytes>,
    finish: impl FnOnce(&Editor<'_>) -> Result<T>,
) -> Result<T> {
    let pieces = read_layout(&document.need("layout")?, &mut load)?;
    let shared = shared_payloads(&pieces);
    let entries: Vec<DocEntry> = document
        .need("entries")?
        .elements()?
        .map(|entry| DocEntry::read(&entry, &shared, &mut load))
        .collect::<Result<_>>()?;
    let mut editor = assemble(&entries, &pieces)?;
    let stored = document.text("sort_table")? == "stored";
    if !stored || document.number::<usize>("count")? != entries.len() {
        editor.rebuild_table();
    }
    finish(&editor)
}

/// An entry of a document.
struct DocEntry {
    record: EntryRecord,
    /// Which payload of the layout is its own; `None` for a new entry.
    id: Option<u32>,
    /// `None` where the entry points outside the data region.
    payload: Option<Bytes>,
}

impl DocEntry {
    fn read(
        entry: &Reader<'_>,
        shared: &HashMap<u32, Bytes>,
        load: &mut impl FnMut(&Source) -> Result<Bytes>,
    ) -> Result<Self> {
        let id = match entry.get("index") {
            Some(_) => Some(entry.number::<u32>("index")?),
            None => None,
        };
        let outside = entry.get("outside").is_some_and(|value| value.value() == &Value::Bool(true));
        let optional = |key: &str| match entry.get(key) {
            Some(_) => entry.number::<u32>(key),
            None => Ok(0),
        };
        let record = EntryRecord {
            type_id: read_type(entry)?,
            attr1: optional("attr1")?,
            attr2: optional("attr2")?,
            attr3: optional("attr3")?,
            name: entry.name("name")?,
            size: optional("size")?,
            offset: optional("offset")?,
            sort_index: optional("sort_index")?,
        };
        let given = |key: &str| entry.get(key).is_some_and(|value| !value.value().is_null());
        let elsewhere = given("payload") || given("file") || given("table");
        let in_layout = id.and_then(|id| shared.get(&id)).filter(|_| !elsewhere);
        if let Some(payload) = in_layout {
            return Ok(Self { record, id, payload: Some(payload.clone()) });
        }
        let source = if entry.get("payload").is_some() {
            Source::Inline(entry.bytes("payload")?)
        } else if entry.get("file").is_some() {
            Source::File(entry.text("file")?.to_owned())
        } else if entry.get("table").is_some() {
            Source::Table(entry.text("table")?.to_owned())
        } else {
            let id = id.ok_or_else(|| entry.wrong("an entry with a payload or a file"))?;
            Source::Entry(id as usize)
        };
        let named = |error| entry.error(error);
        let payload = if outside { None } else { Some(load(&source).map_err(named)?) };
        Ok(Self { record, id, payload })
    }
}

/// The type: `type`, `type_id`, or both if they agree.
fn read_type(entry: &Reader<'_>) -> Result<TypeId> {
    let given = |key: &str| entry.get(key).filter(|value| !value.value().is_null());
    let Some(shown) = given("type") else { return Ok(TypeId(entry.number("type_id")?)) };
    let parsed = shown.value().as_str().and_then(TypeId::parse);
    let type_id = parsed.ok_or_else(|| shown.wrong("a type: a number or four characters"))?;
    if given("type_id").is_some() && entry.number::<u32>("type_id")? != type_id.0 {
        return Err(shown.wrong("what type_id says; change both, or set one of them to null"));
    }
    Ok(type_id)
}

/// A piece of a document's layout.
enum Piece {
    Gap(Bytes),
    Payload { entry: u32, size: u32 },
    Shared { bytes: Bytes, entries: Vec<(u32, u32, u32)> },
}

/// `None` where the layout is canonical.
fn read_layout(
    layout: &Reader<'_>,
    load: &mut impl FnMut(&Source) -> Result<Bytes>,
) -> Result<Option<Vec<Piece>>> {
    if layout.value() == "canonical" {
        return Ok(None);
    }
    let mut pieces = Vec::new();
    for region in layout.elements()? {
        pieces.push(match region.text("kind")? {
            "gap" => Piece::Gap(load(&Source::of_region(&region)?)?),
            "payload" => {
                Piece::Payload { entry: region.number("entry")?, size: region.number("size")? }
            }
            "shared" => {
                let bytes = load(&Source::of_region(&region)?)?;
                let part = |part: Reader<'_>| {
                    Ok((part.number("entry")?, part.number("offset")?, part.number("size")?))
                };
                let entries = region.need("entries")?.elements()?.map(part);
                Piece::Shared { bytes, entries: entries.collect::<Result<_>>()? }
            }
            _ => return Err(region.need("kind")?.wrong("gap, payload or shared")),
        });
    }
    Ok(Some(pieces))
}

/// The payloads that the layout keeps because they share bytes, by entry.
fn shared_payloads(pieces: &Option<Vec<Piece>>) -> HashMap<u32, Bytes> {
    let mut payloads = HashMap::new();
    for piece in pieces.iter().flatten() {
        let Piece::Shared { bytes, entries } = piece else { continue };
        for &(entry, offset, len) in entries {
            let part = bytes.get(offset as usize..).and_then(|part| part.get(..len as usize));
            payloads.extend(part.map(|part| (entry, bytes.slice_ref(part))));
        }
    }
    payloads
}

/// Entries and layout as an editor: kept payloads in their places, new ones at the end.
fn assemble<'a>(entries: &'a [DocEntry], pieces: &'a Option<Vec<Piece>>) -> Result<Editor<'a>> {
    let by_id: HashMap<u32, usize> =
        entries.iter().enumerate().filter_map(|(at, entry)| Some((entry.id?, at))).collect();
    if by_id.len() != entries.iter().filter(|entry| entry.id.is_some()).count() {
        return Err(Error::json("entries", "two entries have the same index"));
    }
    let payload = |at: usize| entries.get(at).and_then(|entry| entry.payload.as_deref());
    let mut slots: Vec<Option<Slot>> =
        entries.iter().map(|entry| entry.payload.is_none().then_some(Slot::Outside)).collect();
    let mut regions = Vec::new();
    for piece in pieces.iter().flatten() {
        let region = u32::try_from(regions.len()).unwrap_or(u32::MAX);
        let mut claim = |at: usize, slot: Slot| match slots.get_mut(at) {
            Some(place @ None) => {
                *place = Some(slot);
                Ok(())
            }
            _ => Err(Error::json("layout", format!("entries[{at}] has two places"))),
        };
        regions.push(match piece {
            Piece::Gap(bytes) => Region::Gap(Cow::Borrowed(bytes)),
            Piece::Payload { entry, size } => {
                // An entry that is gone takes its payload along.
                let at = by_id.get(entry).copied();
                let bytes = at.and_then(payload).unwrap_or_default();
                if let Some(at) = at {
                    claim(at, Slot::Region(region))?;
                }
                Region::Payload { original_len: *size, bytes: Cow::Borrowed(bytes) }
            }
            Piece::Shared { bytes, entries } => {
                for &(entry, offset, len) in entries {
                    let Some(&at) = by_id.get(&entry) else { continue };
                    let part = bytes.get(offset as usize..).and_then(|b| b.get(..len as usize));
                    // Changed since: it moves out, to a place of its own.
                    if part.is_some() && part == payload(at) {
                        claim(at, Slot::Within { region, offset, len })?;
                    }
                }
                Region::Shared(Cow::Borrowed(bytes))
            }
        });
    }
    let mut placed = Vec::with_capacity(slots.len());
    for (at, slot) in slots.into_iter().enumerate() {
        placed.push(slot.unwrap_or_else(|| {
            regions.push(Region::Added(Cow::Borrowed(payload(at).unwrap_or_default())));
            Slot::Region(u32::try_from(regions.len() - 1).unwrap_or(u32::MAX))
        }));
    }
    let records = entries.iter().map(|entry| entry.record).collect();
    Ok(Editor::from_parts(records, placed, Regions(regions))?)
}
