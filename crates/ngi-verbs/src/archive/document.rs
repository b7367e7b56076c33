//! Archives out of documents, read entry by entry.
//!
//! [`Members`] reads the members that are an archive's, one at a time: documents of what is kept in
//! archives have the same among their own.

use std::borrow::Cow;
use std::collections::HashMap;

use bytes::Bytes;
use ngi_formats::nres::{DOCUMENT, ENTRY, Editor, EntryRecord, Region, Regions, Slot, TypeId};
use ngi_formats::schema::{Record as _, Stored as _, ValueError};
use ngi_formats::text;

use super::follows::{self, Follows};
use super::layout::{self, LayoutPiece, Piece, shared_payloads};
use super::parts::Source;
use crate::document::Reader;
use crate::document::read::Scalar;
use crate::{Error, Result};

/// The members of a document that are the archive's, as far as they were read.
#[derive(Debug, Default)]
pub(crate) struct Members {
    count: Option<usize>,
    stored: Option<bool>,
    layout: Option<Option<Vec<LayoutPiece>>>,
    entries: Option<Vec<EntryOf>>,
    /// Number of entries that the directory of the original has, if its header counts others.
    directory_count: Option<usize>,
}

/// An entry of a document, before its bytes are brought.
#[derive(Debug)]
struct EntryOf {
    record: EntryRecord,
    id: Option<u32>,
    outside: bool,
    given: Given,
    follows: Follows,
}

/// Where a document says that the bytes of an entry are. Small: there may be very many.
#[derive(Debug, Default)]
enum Given {
    #[default]
    Nothing,
    /// A member that says nothing.
    Null(&'static str),
    Inline(Box<[u8]>),
    File(Box<str>),
    Table(Box<str>),
}

impl Members {
    /// Reads the value behind a key, if the key is one of an archive's.
    pub(crate) fn read(&mut self, reader: &mut Reader<'_>, key: &str) -> Result<bool> {
        match key {
            "count" => self.count = if reader.null()? { None } else { Some(reader.number()?) },
            "sort_table" => {
                let said = reader.text()?;
                let known = matches!(&*said, "stored" | "sorted");
                let wrong = || reader.error(format!("\"{said}\" is neither sorted nor stored"));
                self.stored = Some(known.then(|| said == "stored").ok_or_else(wrong)?);
            }
            "layout" => self.layout = Some(layout::read(reader)?),
            "entries" => {
                let mut entries = Vec::new();
                reader.elements(|reader, _| {
                    entries.push(EntryOf::read(reader)?);
                    Ok(())
                })?;
                self.entries = Some(entries);
            }
            "directory_count" => {
                self.directory_count = if reader.null()? { None } else { Some(reader.number()?) };
            }
            "partial" => {
                let why = "only a part of the archive was extracted; extract it whole to pack it \
                           again";
                return Err(Error::json("partial", why));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The keys that [`Members::read`] knows.
    pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
        DOCUMENT.iter().map(|branch| branch.name)
    }

    /// Whether the document has entries: it is that of a whole archive.
    pub(crate) fn has_entries(&self) -> bool {
        self.entries.is_some()
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.as_ref().map_or(0, Vec::len)
    }

    /// What the document says of an entry.
    pub(crate) fn record(&self, place: usize) -> Option<&EntryRecord> {
        self.entries.as_ref()?.get(place).map(|entry| &entry.record)
    }

    /// The entries whose bytes are in files: the name of the file, and what the document says.
    pub(crate) fn in_files(&mut self) -> impl Iterator<Item = (&str, &mut EntryRecord)> {
        self.entries.iter_mut().flatten().filter_map(|entry| match &entry.given {
            Given::File(name) => Some((&**name, &mut entry.record)),
            _ => None,
        })
    }

    /// The entries whose bytes are a table of this name.
    pub(crate) fn of_table(&self, name: &str) -> Vec<usize> {
        let is = |entry: &EntryOf| matches!(&entry.given, Given::Table(table) if **table == *name);
        let entries = self.entries.iter().flatten().enumerate();
        entries.filter(|(_, entry)| is(entry)).map(|(at, _)| at).collect()
    }

    /// Puts together the archive and hands it to `finish`. `load` brings the bytes of each source
    /// that is not in the document.
    pub(crate) fn finish<T>(
        self,
        mut load: impl FnMut(&Source) -> Result<Bytes>,
        finish: impl FnOnce(Editor<'_>) -> Result<T>,
    ) -> Result<T> {
        let missing = |key: &str| Error::json(key, "missing");
        let layout = self.layout.ok_or_else(|| missing("layout"))?;
        let stored = self.stored.ok_or_else(|| missing("sort_table"))?;
        let given = self.entries.ok_or_else(|| missing("entries"))?;
        let same = follows::is_same_list(given.iter().map(|entry| entry.id));
        follows::check_count(self.count, given.len(), same)?;
        let rebuilt = !stored || self.count.map_or(!same, |count| count != given.len());
        for (place, entry) in given.iter().enumerate() {
            entry.follows.check_needed(place, entry.outside, !rebuilt)?;
        }
        let pieces = layout::bring(layout, &mut load)?;
        let shared = shared_payloads(&pieces);
        let mut entries = Vec::with_capacity(given.len());
        for (place, entry) in given.into_iter().enumerate() {
            let named = |error: Error| within(error, &format!("entries[{place}]"));
            entries.push(entry.bring(&shared, &mut load).map_err(named)?);
        }
        let mut editor = assemble(&entries, &pieces)?;
        if rebuilt {
            editor.rebuild_table();
        }
        if same {
            follows::check_directory(&editor, &entries, !stored)?;
        }
        if let Some(has) = self.directory_count {
            require_layout(&editor, self.count, has, same)?;
        }
        finish(editor)
    }
}

/// Fails if something of an archive with a wrong count would move: the entries that its header does
/// not count would be lost.
fn require_layout(
    editor: &Editor<'_>,
    stated: Option<usize>,
    has: usize,
    same: bool,
) -> Result<()> {
    let is_kept = |region: &Region<'_>| match region {
        Region::Payload { original_len, bytes } => {
            usize::try_from(*original_len).ok() == Some(bytes.len())
        }
        Region::Gap(_) | Region::Shared(_) => true,
        Region::Added(_) => false,
    };
    if same && editor.regions().0.iter().all(is_kept) {
        return Ok(());
    }
    let stated = stated.unwrap_or_else(|| editor.len());
    let why = format!(
        "the archive that this was made of has {has} entries in its directory, but its header \
         counts {stated}; repair it with `ngi fix` and start from the repaired one"
    );
    Err(Error::json("directory_count", why))
}

/// An error that came up while following an entry; one that names its own place stays.
fn within(error: Error, path: &str) -> Error {
    match error {
        Error::Json { field, why } if field == "size" => Error::json(format!("{path}.size"), why),
        Error::Json { ref field, .. } if !matches!(field.as_str(), "file" | "payload" | "") => {
            error
        }
        Error::Json { field, why } if field.is_empty() => Error::json(path, why),
        other => Error::json(path, other.to_string()),
    }
}

/// What is read of an entry, key by key.
#[derive(Default)]
struct Keys<'t> {
    record: EntryRecord,
    id: Option<u32>,
    outside: bool,
    given: Given,
    shown: Option<TypeId>,
    type_id: Option<u32>,
    name: Option<Cow<'t, str>>,
    raw: Option<Vec<u8>>,
    follows: Follows,
    /// Which of the three attributes were there.
    attributes: [bool; 3],
}

impl EntryOf {
    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let mut keys = Keys::default();
        reader.members(|reader, key| keys.read(reader, key))?;
        let path = |key: &str| format!("{}.{key}", reader.path());
        let type_id = match (keys.shown, keys.type_id) {
            (Some(shown), Some(id)) if shown.0 != id => {
                let why = format!(
                    "\"{shown}\" is not what type_id says; change both, or set one of them to null"
                );
                return Err(Error::json(path("type"), why));
            }
            (Some(shown), _) => shown,
            (None, Some(id)) => TypeId(id),
            (None, None) => return Err(Error::json(path("type_id"), "missing")),
        };
        let said = keys.name.ok_or_else(|| Error::json(path("name"), "missing"))?;
        let field = EntryRecord::SHAPE.named("name").kind;
        let mut name = vec![0; field.size()];
        match keys.raw.filter(|raw| text::decode(text::until_nul(raw)) == said) {
            Some(raw) => name = raw,
            None => {
                field.put_text(&said, &mut name).map_err(|ValueError { expected, .. }| {
                    Error::json(path("name"), format!("\"{said}\" is not {expected}"))
                })?
            }
        }
        let name = ngi_formats::FixedStr::get(&name, 0);
        let attributes = ["attr1", "attr2", "attr3"].iter().zip(keys.attributes);
        if let Some((key, _)) = attributes.into_iter().find(|(_, there)| !there) {
            return Err(Error::json(path(key), "missing"));
        }
        let Keys { record, id, outside, given, follows, .. } = keys;
        let record = EntryRecord { type_id, name, ..record };
        Ok(Self { record, id, outside, given, follows })
    }

    /// The entry with its bytes.
    fn bring(
        self,
        shared: &HashMap<u32, Bytes>,
        load: &mut impl FnMut(&Source) -> Result<Bytes>,
    ) -> Result<DocEntry> {
        let Self { record, id, outside, given, follows } = self;
        let nothing = matches!(given, Given::Nothing | Given::Null(_));
        let in_layout = id.and_then(|id| shared.get(&id)).filter(|_| nothing);
        let payload = match given {
            _ if in_layout.is_some() => in_layout.cloned(),
            _ if outside => None,
            Given::Inline(bytes) => {
                follows.check_size(record.size, bytes.len())?;
                Some(Bytes::from(bytes))
            }
            Given::File(name) => Some(load(&Source::File(name.into()))?),
            Given::Table(name) => Some(load(&Source::Table(name.into()))?),
            Given::Null(key) => {
                return Err(Error::json("", format!("its {key} is null: there are no bytes")));
            }
            Given::Nothing => {
                let why = "is not an entry with a payload or a file";
                let id = id.ok_or_else(|| Error::json("", why))?;
                Some(load(&Source::Entry(usize::try_from(id).unwrap_or(usize::MAX)))?)
            }
        };
        Ok(DocEntry { record, id, payload, follows })
    }
}

impl<'t> Keys<'t> {
    fn read(&mut self, reader: &mut Reader<'t>, key: &str) -> Result<()> {
        let record = &mut self.record;
        match key {
            "index" => self.id = Some(reader.number()?),
            "type" => self.shown = read_type(reader)?,
            "type_id" => self.type_id = if reader.null()? { None } else { Some(reader.number()?) },
            "name" => self.name = Some(reader.text()?),
            "name_raw" => {
                let (raw, size) = (reader.hex()?, EntryRecord::SHAPE.named("name").size());
                if raw.len() != size {
                    return Err(reader.error(format!("{} bytes, not {size}", raw.len())));
                }
                self.raw = Some(raw);
            }
            "attr1" => (record.attr1, self.attributes[0]) = (reader.number()?, true),
            "attr2" => (record.attr2, self.attributes[1]) = (reader.number()?, true),
            "attr3" => (record.attr3, self.attributes[2]) = (reader.number()?, true),
            "size" | "offset" | "sort_index" if reader.null()? => {}
            "size" => (record.size, self.follows.size) = (reader.number()?, true),
            "offset" => (record.offset, self.follows.offset) = (reader.number()?, true),
            "sort_index" => {
                (record.sort_index, self.follows.sort_index) = (reader.number()?, true);
            }
            "outside" => self.outside = reader.flag()?,
            "payload" | "file" | "table" => self.read_given(reader, key)?,
            _ => {
                let known = ENTRY.iter().map(|branch| branch.name).chain(["name_raw"]);
                return Err(reader.unknown(key, known));
            }
        }
        Ok(())
    }

    /// Where the bytes are; of several, the payload counts before the file.
    fn read_given(&mut self, reader: &mut Reader<'t>, key: &str) -> Result<()> {
        let rank = |given: &Given| match given {
            Given::Nothing => 0,
            Given::Null(_) => 1,
            Given::Table(_) => 2,
            Given::File(_) => 3,
            Given::Inline(_) => 4,
        };
        let given = match key {
            _ if reader.null()? => Given::Null(match key {
                "payload" => "payload",
                "file" => "file",
                _ => "table",
            }),
            "payload" => Given::Inline(reader.hex()?.into()),
            "file" => Given::File(reader.text()?.as_ref().into()),
            _ => Given::Table(reader.text()?.as_ref().into()),
        };
        if rank(&given) > rank(&self.given) {
            self.given = given;
        }
        Ok(())
    }
}

/// The type as people write it.
fn read_type(reader: &mut Reader<'_>) -> Result<Option<TypeId>> {
    const EXPECTED: &str = "a type: a number or four characters";
    let scalar = reader.scalar(EXPECTED)?;
    match &scalar {
        Scalar::Null => Ok(None),
        Scalar::Text(text) => {
            let parsed = TypeId::parse(text);
            parsed.map(Some).ok_or_else(|| reader.wrong_scalar(&scalar, EXPECTED))
        }
        _ => Err(reader.wrong_scalar(&scalar, EXPECTED)),
    }
}

/// An entry of a document, with its bytes.
#[derive(Debug)]
pub(super) struct DocEntry {
    pub record: EntryRecord,
    /// Which payload of the layout is its own; `None` for a new entry.
    pub id: Option<u32>,
    /// `None` where the entry points outside the data region.
    pub payload: Option<Bytes>,
    pub follows: Follows,
}

/// Entries and layout as an editor: kept payloads in their places, new ones at the end.
pub(super) fn assemble<'a>(
    entries: &'a [DocEntry],
    pieces: &'a Option<Vec<Piece>>,
) -> Result<Editor<'a>> {
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
