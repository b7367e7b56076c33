//! Changing an archive and leaving every byte nobody asked to change.

use std::borrow::Cow;
use std::io;

use super::layout::{Region, Regions, Slot, validate};
use super::read::Archive;
use super::sort::{self, SortMode};
use super::types::{
    ENTRY_SIZE, EntryRecord, HEADER_SIZE, Header, MAGIC, NAME_SIZE, TypeId, VERSION, to_u32,
};
use crate::{Error, FixedStr, Result};

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
}

impl<'a> Editor<'a> {
    /// An archive with no entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts from an archive that was read.
    pub fn open(archive: &Archive<'a>) -> Self {
        let records = archive.iter().map(|entry| *entry.record()).collect();
        let (regions, slots) = Regions::of(archive);
        Self { records, slots, regions, stale_table: false }
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
        Ok(Self { records, slots, regions, stale_table: false })
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
        let NewEntry { type_id, attr1, attr2, attr3, name } = entry;
        i32::try_from(self.len() + 1)
            .map_err(|_| Error::limit("header.count", "the directory is full"))?;
        let payload = payload.into();
        to_u32(payload.len() as u64, "size")?;
        self.slots.push(Slot::Region(self.regions.0.len()));
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
            && let Some(region) = self.regions.0.get_mut(region)
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
        self.record_mut(index)?;
        let payload = payload.into();
        to_u32(payload.len() as u64, "size")?;
        let Some(slot) = self.slots.get_mut(index) else { return Ok(()) };
        match *slot {
            Slot::Region(region) => match self.regions.0.get_mut(region) {
                Some(Region::Payload { bytes, .. } | Region::Added(bytes)) => *bytes = payload,
                _ => return Err(no_entry(index, self.records.len())),
            },
            Slot::Within { .. } | Slot::Outside => {
                *slot = Slot::Region(self.regions.0.len());
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
        self.record_mut(index)?.attr1 = value;
        Ok(())
    }

    /// Sets an entry's second attribute.
    pub fn set_attr2(&mut self, index: usize, value: u32) -> Result<()> {
        self.record_mut(index)?.attr2 = value;
        Ok(())
    }

    /// Sets an entry's third attribute.
    pub fn set_attr3(&mut self, index: usize, value: u32) -> Result<()> {
        self.record_mut(index)?.attr3 = value;
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

    /// The same entries in a fresh archive: payloads in directory order, each aligned and padded
    /// with zeros, nothing between them, nothing after a name's NUL, the sort table made anew.
    pub fn canonical(&self) -> Result<Editor<'_>> {
        let mut fresh = Editor::new();
        fresh.records.reserve(self.len());
        for (index, record) in self.records.iter().enumerate() {
            let EntryRecord { type_id, attr1, attr2, attr3, name, .. } = *record;
            let name = if name.is_terminated() { FixedStr::new(name.name())? } else { name };
            let entry = NewEntry { type_id, attr1, attr2, attr3, name };
            fresh.add(entry, self.payload(index)?)?;
        }
        Ok(fresh)
    }

    /// The archive's bytes.
    pub fn write(&self) -> Result<Vec<u8>> {
        let plan = self.plan()?;
        let mut out = Vec::with_capacity(plan.total);
        out.extend_from_slice(&plan.header);
        plan.pieces(self).for_each(|piece| out.extend_from_slice(piece));
        out.extend_from_slice(&plan.directory);
        Ok(out)
    }

    /// Writes the archive piece by piece, without putting it together in memory first.
    pub fn write_to(&self, out: &mut impl io::Write) -> io::Result<()> {
        let plan = self.plan().map_err(io::Error::other)?;
        out.write_all(&plan.header)?;
        for piece in plan.pieces(self).filter(|piece| !piece.is_empty()) {
            out.write_all(piece)?;
        }
        out.write_all(&plan.directory)
    }

    /// Where everything goes.
    fn plan(&self) -> Result<Plan> {
        let (places, data_end) = self.regions.place();
        let total = data_end + (self.len() * ENTRY_SIZE) as u64;
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            count: i32::try_from(self.len())
                .map_err(|_| Error::limit("header.count", "the directory is full"))?,
            total_size: to_u32(total, "header.total_size")?,
        };
        let mut header_bytes = Vec::with_capacity(HEADER_SIZE);
        header.write(&mut header_bytes);
        let table = self.table();
        let mut directory = Vec::with_capacity(self.len() * ENTRY_SIZE);
        for (index, (record, &slot)) in self.records.iter().zip(&self.slots).enumerate() {
            let mut record = *record;
            let start = |region: usize| places.get(region).map_or(0, |placed| placed.start);
            match slot {
                Slot::Region(region) => {
                    let len = self.regions.0.get(region).map_or(0, |r| r.bytes().len());
                    record.offset = to_u32(start(region), "offset")?;
                    record.size = to_u32(len as u64, "size")?;
                }
                Slot::Within { region, offset, len } => {
                    record.offset = to_u32(start(region) + offset as u64, "offset")?;
                    record.size = to_u32(len as u64, "size")?;
                }
                Slot::Outside => {}
            }
            if let Some(&sorted) = table.get(index) {
                record.sort_index = sorted;
            }
            record.write(&mut directory);
        }
        let total = usize::try_from(total)
            .map_err(|_| Error::limit("header.total_size", "larger than this machine's memory"))?;
        Ok(Plan { header: header_bytes, places, directory, total })
    }

    /// The sort table made anew; empty when the stored one still holds.
    fn table(&self) -> Vec<u32> {
        if self.stale_table {
            sort::sorted_order(self.records.iter().map(|record| record.name.name()))
        } else {
            Vec::new()
        }
    }

    fn record_mut(&mut self, index: usize) -> Result<&mut EntryRecord> {
        let len = self.len();
        self.records.get_mut(index).ok_or_else(|| no_entry(index, len))
    }
}

/// Everything but the payloads, ready to be written.
struct Plan {
    header: Vec<u8>,
    places: Vec<super::layout::Placed>,
    directory: Vec<u8>,
    total: usize,
}

impl Plan {
    fn pieces<'s>(&'s self, editor: &'s Editor<'_>) -> impl Iterator<Item = &'s [u8]> {
        editor.regions.pieces(&self.places)
    }
}

fn no_entry(index: usize, count: usize) -> Error {
    Error::usage(format!("entries[{index}]"), format!("there are {count} entries"))
}
