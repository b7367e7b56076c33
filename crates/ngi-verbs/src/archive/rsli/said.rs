//! What a document of an archive says, and the archive that says so.

use std::collections::HashMap;

use bytes::Bytes;
use ngi_formats::rsli::{
    Archive, DOCUMENT, ENTRY, Editor, EntryRecord, Header, Method, NAME_SIZE, NewEntry,
};
use ngi_formats::schema::{Record as _, Stored as _, ValueError};
use ngi_formats::{FixedStr, text};

use super::super::follows::LEAVE_OUT;
use super::super::parts::Source;
use super::{SCHEMA, methods};
use crate::document::Reader;
use crate::document::read::{self, Scalar, check_schema};
use crate::{Error, Result};

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
        let counts = [i16::try_from(entries.len()).ok(), Some(archive.header().count)];
        if !counts.contains(&Some(header.count)) {
            let (said, there) = (header.count, entries.len());
            let why = format!("{said}, but there are {there} entries; change those instead");
            return Err(Error::json("header.count", why));
        }
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
    /// `None` where it is as in the original.
    unk_0x0c: Option<[u8; 4]>,
    flags: Option<i16>,
    /// The method by name, beside the one among the flags.
    method: Option<Method>,
    /// What it unpacks to, where the document says so.
    payload: Option<Bytes>,
    /// The file that has it.
    file: Option<Box<str>>,
    /// What follows, where the document says it: see [`TOLD`].
    told: [Option<i64>; 4],
}

/// What a document says of an entry although it follows.
const TOLD: [&str; 4] = ["sort_to_original", "size", "offset", "packed_size"];

impl DocEntry {
    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let (mut entry, mut said, mut raw) = (Self::default(), None, None);
        reader.members(|reader, key| {
            match key {
                "name" => said = Some(reader.text()?),
                "name_raw" => raw = Some(sized::<NAME_SIZE>(reader)?),
                _ if !ENTRY.iter().any(|branch| branch.name == key) => {
                    let known = ENTRY.iter().map(|branch| branch.name).chain(["name_raw"]);
                    return Err(reader.unknown(key, known));
                }
                _ if reader.null()? => {}
                "index" => entry.id = Some(reader.number()?),
                "unk_0x0c" => entry.unk_0x0c = Some(sized(reader)?),
                "flags" => entry.flags = Some(reader.number()?),
                "method" => entry.method = Some(read_method(reader)?),
                "payload" => entry.payload = Some(reader.hex()?.into()),
                "file" => entry.file = Some(reader.text()?.as_ref().into()),
                _ => {
                    let number = reader.number()?;
                    let slot = TOLD.iter().zip(&mut entry.told).find(|(told, _)| **told == key);
                    slot.into_iter().for_each(|(_, slot)| *slot = Some(number));
                }
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
    /// What follows is what the original says; the size may be that of another payload.
    fn check_told(&self, place: usize, old: &EntryRecord) -> Result<()> {
        let EntryRecord { sort_to_original, unpacked_size, offset, packed_size, .. } = *old;
        let there: [i64; 4] =
            [sort_to_original.into(), unpacked_size.into(), offset.into(), packed_size.into()];
        let other = self.payload.as_ref().and_then(|payload| i64::try_from(payload.len()).ok());
        for ((key, said), there) in TOLD.iter().zip(self.told).zip(there) {
            let Some(said) = said.filter(|said| *said != there) else { continue };
            if *key != "size" || other != Some(said) {
                let why = format!("{said}, but it is {there}; {LEAVE_OUT}");
                return Err(Error::json(format!("entries[{place}].{key}"), why));
            }
        }
        Ok(())
    }

    /// The flags, where the method is said twice: whichever differs from the `old` one counts.
    fn flags(&self, old: Option<i16>) -> i16 {
        let said = self.flags.or(old).unwrap_or_default();
        match self.method {
            Some(method) if old.map(Method::of) != Some(method) => method.put_into(said),
            _ => said,
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
        archive.records().get(id).map_or(Ok(()), |old| entry.check_told(place, old))?;
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
        let (name, unk_0x0c) = (entry.name, entry.unk_0x0c.unwrap_or_default());
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
    if let Some(said) = entry.unk_0x0c.filter(|said| *said != old.unk_0x0c) {
        editor.set_unk_0x0c(id, said)?;
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
