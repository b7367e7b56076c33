//! Tables in their NRes container: found, put back, and what is beside them. Models and landscapes
//! differ in which tables they know; how these lie in the container is the same.

use super::Attributes;
use super::declare::Resource;
use super::document::tree;
use super::held::Payload;
use crate::geometry::Header;
use crate::nres::{Archive, Editor, NAME_SIZE, NewEntry, Payloads, TypeId};
use crate::schema::Record as _;
use crate::{Code, Error, Findings, FixedStr, Result};

/// Where a table is: its entry and its bytes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TableEntry<'a> {
    /// Place in the directory.
    pub entry: usize,
    /// Offset of the payload in the file.
    pub offset: usize,
    /// The payload.
    pub payload: &'a [u8],
    /// What the directory says about it.
    pub attributes: Attributes,
}

/// What is known about a type of entry before it is looked at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// Where it stands among the places.
    pub slot: usize,
    /// Whether nothing can be read without it.
    pub required: bool,
}

/// The first entry of each type: its place, unless it has none, and whether there is one at all.
#[derive(Debug)]
pub(crate) struct Found<'a, const N: usize> {
    pub places: [Option<TableEntry<'a>>; N],
    pub seen: [bool; N],
}

/// Finds the tables. One whose payload lies outside is a finding, and an error where it is
/// required.
pub(crate) fn find<'a, const N: usize>(
    archive: &Archive<'a>,
    known: impl Fn(TypeId) -> Option<Known>,
    range: &'static Code,
    findings: &mut Findings,
) -> Result<Found<'a, N>, (&'static Code, Error)> {
    let mut found = Found { places: [None; N], seen: [false; N] };
    for entry in archive.iter() {
        let record = *entry.record();
        let Some(Known { slot, required }) = known(record.type_id) else { continue };
        let (Some(place), Some(seen)) = (found.places.get_mut(slot), found.seen.get_mut(slot))
        else {
            continue;
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        match entry.payload() {
            Ok(payload) => {
                let attributes =
                    Attributes { attr1: record.attr1, attr2: record.attr2, attr3: record.attr3 };
                let offset = usize::try_from(record.offset).unwrap_or_default();
                *place = Some(TableEntry { entry: entry.index(), offset, payload, attributes });
            }
            Err(error) if required => return Err((range, error)),
            Err(error) => {
                findings.at(range, &error.field, || format!("left out: {}", error.kind));
            }
        }
    }
    Ok(found)
}

/// The entries of types that are not tables: directory index, type, payload.
pub(crate) fn others<'c>(
    container: &'c Editor<'_>,
    is_table: impl Fn(TypeId) -> bool,
) -> impl Iterator<Item = (usize, TypeId, &'c [u8])> {
    let records = container.records().iter().enumerate();
    records
        .filter(move |(_, record)| !is_table(record.type_id))
        .filter_map(|(index, record)| Some((index, record.type_id, container.payload(index).ok()?)))
}

/// A table about to be written.
#[derive(Debug)]
pub(crate) struct Encoded {
    pub type_id: u32,
    /// `None` where there is no such table.
    pub payload: Option<Vec<u8>>,
    /// What its attributes are, if its bytes changed.
    pub attributes: Attributes,
}

impl Encoded {
    /// A table of a kind, with what the directory says of it.
    pub fn new(known: &Resource, payload: Option<Payload>) -> Self {
        let attr3 = known.attr3.unwrap_or(0);
        let (payload, attributes) = match payload {
            Some(Payload { bytes, attr1, attr2 }) => {
                (Some(bytes), Attributes { attr1, attr2, attr3 })
            }
            None => (None, Attributes::default()),
        };
        Self { type_id: known.type_id, payload, attributes }
    }

    /// Puts a head before the records.
    pub fn put_before(&mut self, head: &[u8]) {
        if let Some(payload) = &mut self.payload {
            payload.splice(0..0, head.iter().copied());
        }
    }
}

/// An entry whose table was written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written {
    pub index: usize,
    pub type_id: u32,
    pub attributes: Attributes,
    /// Whether other bytes are there now.
    pub is_changed: bool,
}

/// Puts one table into the container: changed, added or removed as need be. `update` sets the
/// attributes of an entry that was there.
pub(crate) fn put(
    container: &mut Editor<'static>,
    encoded: Encoded,
    stem: &[u8],
    update: impl FnOnce(&mut Editor<'static>, Written) -> Result<()>,
) -> Result<()> {
    let Encoded { type_id, payload, attributes } = encoded;
    let id = TypeId(type_id);
    let index = container.records().iter().position(|record| record.type_id == id);
    match (index, payload) {
        (Some(index), Some(payload)) => {
            let is_changed = !container.payload(index).is_ok_and(|old| old == payload.as_slice());
            if is_changed {
                container.replace(index, payload)?;
            }
            update(container, Written { index, type_id, attributes, is_changed })
        }
        // A table that could not be read is not one that was taken out.
        (Some(index), None) if container.payload(index).is_ok() => container.remove(index),
        (None, Some(payload)) => {
            let Attributes { attr1, attr2, attr3 } = attributes;
            let stem = stem.get(..NAME_SIZE - 1).unwrap_or(stem);
            let name = FixedStr::new(stem)?;
            container.add(NewEntry { type_id: id, attr1, attr2, attr3, name }, payload)?;
            Ok(())
        }
        (Some(_), None) | (None, None) => Ok(()),
    }
}

/// A number of records, as attr1 holds it.
pub(crate) fn counted(count: usize) -> Result<u32> {
    u32::try_from(count)
        .map_err(|_| Error::limit("attr1", format!("{count} records do not fit 32 bits")))
}

/// The bounds before the records of a table.
pub(crate) fn header(entry: Option<TableEntry<'_>>) -> Result<Header> {
    let (index, payload) = entry.map_or((0, [].as_slice()), |entry| (entry.entry, entry.payload));
    match payload.first_chunk() {
        Some(header) => Ok(Header::read(header)),
        None => {
            let field = format!("entries[{index}].size");
            Err(Error::truncated(field, 0, Header::SIZE as u64, payload.len() as u64))
        }
    }
}

/// An error that names a field of the document, with the field's offset.
pub(crate) fn located(archive: &Archive<'_>, error: Error) -> Error {
    let offset = tree(archive, Payloads::Original).locate(&error.field).map(|offset| offset as u64);
    Error { offset, ..error }
}

/// The container with payloads of its own.
pub(crate) fn owned(archive: &Archive<'_>) -> Editor<'static> {
    Editor::open(archive).into_owned()
}
