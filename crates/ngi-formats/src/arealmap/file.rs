//! The file around the payload: `Land.map`, an archive with one entry.

use super::check::codes;
use super::edit::ArealMapBuf;
use super::message::{CANNOT_LOAD, NO_CHUNK};
use super::read::{ArealMap, Broken};
use crate::nres::{Archive, Editor, MAGIC, NewEntry, TypeId};
use crate::{Error, Result};

/// Type of the entry that holds the map.
pub const CHUNK: TypeId = TypeId(12);
/// Its name.
pub const ENTRY_NAME: &[u8] = b"ArealMap";

/// A `Land.map`: the map, and where it is in its archive.
#[derive(Debug, Clone)]
pub struct ArealMapFile<'a> {
    archive: Archive<'a>,
    entry: usize,
    offset: u64,
    map: ArealMap<'a>,
}

/// Whether bytes are an archive with an areal map in it.
pub fn is_areal_map(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
        && Archive::read(bytes).is_ok_and(|archive| archive.of_type(CHUNK, 0).next().is_some())
}

/// The areal map in a `Land.map`.
pub fn read_file(bytes: &[u8]) -> Result<ArealMap<'_>> {
    ArealMapFile::read(bytes).map(|file| file.map)
}

impl<'a> ArealMapFile<'a> {
    /// Reads a `Land.map`.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        Self::open(bytes).map_err(|(_, error)| error)
    }

    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Broken> {
        let archive = Archive::read(bytes).map_err(|error| {
            let why = format!("{} ({CANNOT_LOAD})", error.kind);
            (&codes::FILE, Error { kind: crate::ErrorKind::Malformed(why.into()), ..error })
        })?;
        // The engine takes the first entry of the type.
        let Some(entry) = archive.of_type(CHUNK, 0).next() else {
            let why = format!("there is no entry of type 12 ({NO_CHUNK})");
            let at = archive.directory_offset() as u64;
            return Err((&codes::CHUNK, Error::malformed("entries", at, why)));
        };
        let (index, record) = (entry.index(), *entry.record());
        let payload = entry.payload().map_err(|error| (&codes::FILE, error))?;
        let offset = u64::from(record.offset);
        let map = ArealMap::open(payload, record.attr1)
            .map_err(|(code, error)| (code, shifted(error, index, offset)))?;
        Ok(Self { archive, entry: index, offset, map })
    }

    /// The map.
    pub fn map(&self) -> &ArealMap<'a> {
        &self.map
    }

    /// The archive around it.
    pub fn archive(&self) -> &Archive<'a> {
        &self.archive
    }

    /// Which entry of the archive holds the map.
    pub fn entry(&self) -> usize {
        self.entry
    }

    /// Where the map starts in the file.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The file with another map; every byte around it stays.
    pub fn write_with(&self, map: &ArealMapBuf) -> Result<Vec<u8>> {
        let mut editor = Editor::open(&self.archive);
        editor.set_attr1(self.entry, map.count()?)?;
        editor.replace(self.entry, map.write()?)?;
        editor.write()
    }
}

/// The error as the file around the payload sees it. The document of a map that cannot be followed
/// is that of the archive.
fn shifted(error: Error, entry: usize, by: u64) -> Error {
    let field = format!("entries[{entry}].payload").into();
    Error { field, offset: error.offset.map(|offset| offset + by), ..error }
}

impl ArealMapBuf {
    /// A whole `Land.map`. The second and third attribute of the entry are a guess: 0 and 1.
    pub fn write_file(&self) -> Result<Vec<u8>> {
        let mut editor = Editor::new();
        let entry = NewEntry::new(CHUNK, ENTRY_NAME)?.attributes(self.count()?, 0, 1);
        editor.add(entry, self.write()?)?;
        editor.write()
    }

    /// The number of areals, as attr1 of the entry says it.
    pub fn count(&self) -> Result<u32> {
        u32::try_from(self.areals.len())
            .map_err(|_| Error::usage("areals", format!("{} do not fit", self.areals.len())))
    }
}
