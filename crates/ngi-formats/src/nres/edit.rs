//! Changing an archive and leaving every byte nobody asked to change.

use std::borrow::Cow;
use std::io;

use super::layout::{Placed, Region, Regions, Slot, validate};
use super::read::Archive;
use super::sort::{self, SortMode};
use super::types::{ENTRY_SIZE, EntryRecord, Header, MAGIC, NAME_SIZE, TypeId, VERSION, to_u32};
use crate::schema::Record as _;
use crate::{Error, FixedStr, Result, text};

/// What a new entry is called and what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewEntry {
    /// What the entry holds.
    pub type_id: TypeId,
    /// First attribute.
    pub attr1: u32,
    /// Second attribute.
    pub attr2: u32,
    /// Third attribute.
    pub attr3: u32,
    /// Name.
    pub name: FixedStr<NAME_SIZE>,
}

impl NewEntry {
    /// An entry whose attributes are zero.
    pub fn new(type_id: impl Into<TypeId>, name: impl AsRef<[u8]>) -> Result<Self> {
        let name = FixedStr::new(name.as_ref())?;
        Ok(Self { type_id: type_id.into(), attr1: 0, attr2: 0, attr3: 0, name })
    }

    /// The same entry with these attributes.
    #[must_use]
    pub fn attributes(self, attr1: u32, attr2: u32, attr3: u32) -> Self {
        Self { attr1, attr2, attr3, ..self }
    }
}

/// An archive being changed.
///
/// Payloads are borrowed until they are written. Edits cost nothing but their own bytes; the
/// layout is worked out once, by [`Editor::write`] or [`Editor::write_to`].
#[derive(Debug, Clone, Default)]
pub struct Editor<'a> {
    records: Vec<EntryRecord>,
    slots: Vec<Slot>,
    regions: Regions<'a>,
    /// Whether names, order or count changed, so that the sort table must be made anew.
    stale_table: bool,
    /// The error that any change gives: the archive's directory is not the one its header counts.
    refusal: Option<Error>,
}

impl<'a> Editor<'a> {
    /// An archive with no entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts from an archive that was read. If its header counts the wrong number of entries, it
    /// writes back to the same bytes, but every change of it is refused: see
    /// [`Archive::require_count`].
    pub fn open(archive: &Archive<'a>) -> Self {
        let records = archive.records().collect();
        let (regions, slots) = Regions::of(archive);
        let refusal = archive.require_count().err();
        Self { records, slots, regions, stale_table: false, refusal }
    }

    /// Returns an editor with its own copy of the payloads.
    pub fn into_owned(self) -> Editor<'static> {
        let Self { records, slots, regions, stale_table, refusal } = self;
        let own = |bytes: Cow<'_, [u8]>| Cow::Owned(bytes.into_owned());
        let regions = regions.0.into_iter().map(|region| match region {
            Region::Gap(bytes) => Region::Gap(own(bytes)),
            Region::Shared(bytes) => Region::Shared(own(bytes)),
            Region::Added(bytes) => Region::Added(own(bytes)),
            Region::Payload { original_len, bytes } => {
                Region::Payload { original_len, bytes: own(bytes) }
            }
        });
        Editor { records, slots, regions: Regions(regions.collect()), stale_table, refusal }
    }

    /// Puts an archive together from its parts, as [`Editor::records`], [`Editor::slots`] and
    /// [`Editor::regions`] give them. The sort table is taken from the records.
    pub fn from_parts(
        records: Vec<EntryRecord>,
        slots: Vec<Slot>,
        regions: Regions<'a>,
    ) -> Result<Self> {
        if records.len() != slots.len() {
            return Err(Error::usage("slots", "there must be one per entry"));
        }
        validate(&regions, &slots)?;
        Ok(Self { records, slots, regions, ..Self::default() })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The entries in directory order. Size, offset and sort index are those of the archive as
    /// it was read; writing works them out.
    pub fn records(&self) -> &[EntryRecord] {
        &self.records
    }

    /// Where each entry's payload is.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The data region.
    pub fn regions(&self) -> &Regions<'a> {
        &self.regions
    }

    /// First entry of that name, ignoring ASCII case.
    pub fn position(&self, name: &[u8]) -> Option<usize> {
        self.records.iter().position(|record| record.name.is(name))
    }

    /// The payload of an entry as it is now.
    pub fn payload(&self, index: usize) -> Result<&[u8]> {
        let slot = *self.slots.get(index).ok_or_else(|| no_entry(index, self.len()))?;
        self.regions.payload(slot).ok_or_else(|| {
            Error::usage(format!("entries[{index}]"), "its payload lies outside the data region")
        })
    }

    /// Appends an entry; gives its directory index.
    pub fn add(&mut self, entry: NewEntry, payload: impl Into<Cow<'a, [u8]>>) -> Result<usize> {
        self.require_change()?;
        let NewEntry { type_id, attr1, attr2, attr3, name } = entry;
        i32::try_from(self.len() + 1)
            .map_err(|_| Error::limit("count", "the directory is full"))?;
        let payload = payload.into();
        to_u32(payload.len() as u64, "size")?;
        self.slots.push(self.next_region()?);
        self.regions.0.push(Region::Added(payload));
        self.records.push(EntryRecord {
            type_id,
            attr1,
            attr2,
            attr3,
            name,
            ..EntryRecord::default()
        });
        self.stale_table = true;
        Ok(self.len() - 1)
    }

    /// Removes an entry. Its payload goes too, unless it shares bytes with another.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        self.record_mut(index)?;
        self.records.remove(index);
        if let Slot::Region(region) = self.slots.remove(index)
            && let Some(region) = self.regions.0.get_mut(region as usize)
        {
            match region {
                Region::Payload { bytes, .. } => *bytes = Cow::Borrowed(&[]),
                _ => *region = Region::Gap(Cow::Borrowed(&[])),
            }
        }
        self.stale_table = true;
        Ok(())
    }

    /// Gives an entry another name. What stood after the old name's NUL is gone.
    pub fn rename(&mut self, index: usize, name: &[u8]) -> Result<()> {
        let name = FixedStr::new(name)?;
        self.set_name_field(index, name)
    }

    /// Sets all 36 bytes of an entry's name field.
    pub fn set_name_field(&mut self, index: usize, name: FixedStr<NAME_SIZE>) -> Result<()> {
        self.record_mut(index)?.name = name;
        self.stale_table = true;
        Ok(())
    }

    /// Gives an entry another payload. Of the same size, it takes the old one's place; otherwise
    /// what follows moves by whole steps of 8 bytes. A payload that shares bytes with another, or
    /// lies outside, is left as it is and the new one goes to the end.
    pub fn replace(&mut self, index: usize, payload: impl Into<Cow<'a, [u8]>>) -> Result<()> {
        let payload = payload.into();
        // Writing back the stored value is not a change, so it is not refused.
        if self.refusal.is_some() && self.payload(index).is_ok_and(|now| *now == *payload) {
            return Ok(());
        }
        self.record_mut(index)?;
        to_u32(payload.len() as u64, "size")?;
        let next = self.next_region()?;
        let Some(slot) = self.slots.get_mut(index) else { return Ok(()) };
        match *slot {
            Slot::Region(region) => match self.regions.0.get_mut(region as usize) {
                Some(Region::Payload { bytes, .. } | Region::Added(bytes)) => *bytes = payload,
                _ => return Err(no_entry(index, self.records.len())),
            },
            Slot::Within { .. } | Slot::Outside => {
                *slot = next;
                self.regions.0.push(Region::Added(payload));
            }
        }
        Ok(())
    }

    /// Sets an entry's type.
    pub fn set_type(&mut self, index: usize, type_id: TypeId) -> Result<()> {
        self.record_mut(index)?.type_id = type_id;
        Ok(())
    }

    /// Sets an entry's first attribute.
    pub fn set_attr1(&mut self, index: usize, value: u32) -> Result<()> {
        self.set_number(index, value, |record| &mut record.attr1)
    }

    /// Sets an entry's second attribute.
    pub fn set_attr2(&mut self, index: usize, value: u32) -> Result<()> {
        self.set_number(index, value, |record| &mut record.attr2)
    }

    /// Sets an entry's third attribute.
    pub fn set_attr3(&mut self, index: usize, value: u32) -> Result<()> {
        self.set_number(index, value, |record| &mut record.attr3)
    }

    fn set_number(
        &mut self,
        index: usize,
        value: u32,
        field: fn(&mut EntryRecord) -> &mut u32,
    ) -> Result<()> {
        let is_same = |record: &mut EntryRecord| *field(record) == value;
        if self.refusal.is_some() && self.records.get_mut(index).is_some_and(is_same) {
            return Ok(());
        }
        *field(self.record_mut(index)?) = value;
        Ok(())
    }

    /// Sorts the directory. Payloads stay where they are; equal entries keep their order.
    pub fn sort(&mut self, mode: SortMode) {
        let mut both: Vec<(EntryRecord, Slot)> =
            self.records.drain(..).zip(self.slots.drain(..)).collect();
        both.sort_by(|(a, _), (b, _)| mode.compare(a, b));
        (self.records, self.slots) = both.into_iter().unzip();
        self.stale_table = true;
    }

    /// Makes the sort table anew when writing, even if no edit calls for it.
    pub fn rebuild_table(&mut self) {
        self.stale_table = true;
    }

    /// Where each entry's payload will start when written, in directory order.
    pub fn offsets(&self) -> Result<Vec<u32>> {
        let (places, _) = self.regions.place();
        let offset = |(record, &slot): (&EntryRecord, &Slot)| self.offset(record, slot, &places);
        self.records.iter().zip(&self.slots).map(offset).collect()
    }

    fn offset(&self, record: &EntryRecord, slot: Slot, places: &[Placed]) -> Result<u32> {
        let (region, within) = match slot {
            Slot::Region(region) => (region, 0),
            Slot::Within { region, offset, .. } => (region, offset),
            Slot::Outside => return Ok(record.offset),
        };
        let start = places.get(region as usize).map_or(0, |placed| placed.start);
        to_u32(start + u64::from(within), "offset")
    }

    /// The archive's bytes.
    pub fn write(&self) -> Result<Vec<u8>> {
        let (places, data_end, header) = self.plan()?;
        let mut out = Vec::with_capacity(header.total_size as usize);
        out.extend_from_slice(&header.write());
        self.regions.emit(&places, |piece| {
            out.extend_from_slice(piece);
            Ok::<(), Error>(())
        })?;
        debug_assert_eq!(out.len() as u64, data_end);
        self.write_directory(&places, &mut out)?;
        Ok(out)
    }

    /// Writes the archive piece by piece, without putting it together in memory first. The pieces
    /// may be small: hand over something buffered.
    pub fn write_to(&self, out: &mut impl io::Write) -> io::Result<()> {
        let (places, _, header) = self.plan().map_err(io::Error::other)?;
        out.write_all(&header.write())?;
        self.regions.emit(&places, |piece| out.write_all(piece))?;
        let mut buffer = Vec::new();
        self.write_directory(&places, &mut buffer).map_err(io::Error::other)?;
        out.write_all(&buffer)
    }

    /// Where the regions go, where they end, and the header.
    fn plan(&self) -> Result<(Vec<Placed>, u64, Header)> {
        if self.stale_table {
            self.require_change()?;
        }
        let (places, data_end) = self.regions.place();
        let total = data_end + (self.len() * ENTRY_SIZE) as u64;
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            count: i32::try_from(self.len())
                .map_err(|_| Error::limit("count", "the directory is full"))?,
            total_size: to_u32(total, "count")?,
        };
        Ok((places, data_end, header))
    }

    fn write_directory(&self, places: &[Placed], out: &mut Vec<u8>) -> Result<()> {
        let table = self.table();
        out.reserve(self.len() * ENTRY_SIZE);
        for (index, (record, &slot)) in self.records.iter().zip(&self.slots).enumerate() {
            let mut record = *record;
            record.offset = self.offset(&record, slot, places)?;
            if let Some(payload) = self.regions.payload(slot) {
                record.size = to_u32(payload.len() as u64, "size")?;
            }
            if let Some(&sorted) = table.get(index) {
                record.sort_index = sorted;
            }
            out.extend_from_slice(&record.write());
        }
        Ok(())
    }

    /// The sort table made anew; empty when the stored one still holds.
    fn table(&self) -> Vec<u32> {
        if self.stale_table {
            let keys: Vec<u64> =
                self.records.iter().map(|record| text::sort_key(&record.name.0)).collect();
            sort::sorted_order(&keys, |index| {
                self.records.get(index).map_or(&[][..], |record| record.name.name())
            })
        } else {
            Vec::new()
        }
    }

    /// The slot of a region yet to be pushed.
    fn next_region(&self) -> Result<Slot> {
        to_u32(self.regions.0.len() as u64, "regions").map(Slot::Region)
    }

    /// Fails if the archive must not be changed.
    fn require_change(&self) -> Result<()> {
        self.refusal.clone().map_or(Ok(()), Err)
    }

    fn record_mut(&mut self, index: usize) -> Result<&mut EntryRecord> {
        self.require_change()?;
        let len = self.len();
        self.records.get_mut(index).ok_or_else(|| no_entry(index, len))
    }
}

/// The archive with another name in an entry's field: nothing moves. A sort table that is what the
/// game's own writer makes stays one; another stays as it is.
pub fn rename(archive: &Archive<'_>, index: usize, name: FixedStr<NAME_SIZE>) -> Result<Vec<u8>> {
    archive.require_count()?;
    let missing = || no_entry(index, archive.len());
    let mut record = *archive.get(index).ok_or_else(missing)?.record();
    record.name = name;
    let mut bytes = archive.bytes().to_vec();
    let directory = bytes.get_mut(archive.directory_offset()..).unwrap_or_default();
    let (entries, _) = directory.as_chunks_mut::<ENTRY_SIZE>();
    *entries.get_mut(index).ok_or_else(missing)? = record.write();
    if archive.has_canonical_table() {
        let table = sort::NameKeys::new(&Archive::read(&bytes)?).sorted();
        let directory = bytes.get_mut(archive.directory_offset()..).unwrap_or_default();
        let (entries, _) = directory.as_chunks_mut::<ENTRY_SIZE>();
        for (raw, slot) in entries.iter_mut().zip(table) {
            *raw = EntryRecord { sort_index: slot, ..EntryRecord::read(raw) }.write();
        }
    }
    Ok(bytes)
}

fn no_entry(index: usize, count: usize) -> Error {
    Error::usage(format!("entries[{index}]"), format!("there are {count} entries"))
}
