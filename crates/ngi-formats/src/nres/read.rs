//! Reading without copying: header and directory are checked, payloads stay where they are.

use std::cmp::Ordering;
use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use super::sort::{self, NameIndex, NameKeys};
use super::types::{
    ALIGNMENT, ENTRY_SIZE, EntryRecord, HEADER_SIZE, Header, MAGIC, NAME_SIZE, TypeId, VERSION,
};
use super::{check, codes};
use crate::bytes::u32_at;
use crate::schema::{Record as _, field_offset};
use crate::{Code, Error, Findings, Result, text};

/// Where the name field starts in an entry.
const NAME_AT: usize = std::mem::offset_of!(EntryRecord, name);
/// Where the sort table's slot lies in an entry.
const SORT_AT: usize = std::mem::offset_of!(EntryRecord, sort_index);

/// An archive seen through its bytes. Opening touches the header only.
#[derive(Debug, Clone)]
pub struct Archive<'a> {
    bytes: &'a [u8],
    header: Header,
    directory: &'a [[u8; ENTRY_SIZE]],
    /// The sort table, once a look-up has asked whether it can be trusted.
    names: OnceLock<Option<NameIndex>>,
}

/// One entry of an [`Archive`]: its record, its place in the directory, its payload.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    index: usize,
    record: EntryRecord,
    bytes: &'a [u8],
    data_end: usize,
}

impl<'a> Archive<'a> {
    /// Opens an archive as the engine does: the header must be right, single entries need not be.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|(_, error)| error)
    }

    /// Opens an archive and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let archive = Self::read(bytes)?;
        let mut findings = Findings::errors_only();
        check::check_archive(&archive, &mut findings);
        findings.locate(|| Some(super::tree(&archive, super::Payloads::Inline)));
        findings.or_error(archive)
    }

    /// The whole file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.directory.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.directory.is_empty()
    }

    /// Offset of the directory: where the data region ends.
    pub fn directory_offset(&self) -> usize {
        self.bytes.len() - self.directory.len() * ENTRY_SIZE
    }

    /// The entry at a place in the directory.
    pub fn get(&self, index: usize) -> Option<Entry<'a>> {
        let record = EntryRecord::read(self.directory.get(index)?);
        Some(Entry { index, record, bytes: self.bytes, data_end: self.directory_offset() })
    }

    /// The directory's records in order: faster to walk than whole entries.
    pub fn records(&self) -> impl ExactSizeIterator<Item = EntryRecord> + DoubleEndedIterator + 'a {
        self.directory.iter().map(EntryRecord::read)
    }

    /// The bytes between header and directory, where payloads lie.
    pub fn data_region(&self) -> Range<usize> {
        HEADER_SIZE..self.directory_offset()
    }

    /// The payload of the entry at a place in the directory.
    pub fn entry_payload(&self, index: usize) -> Result<&'a [u8]> {
        let no_entry = || Error::usage(format!("entries[{index}]"), "there is no such entry");
        self.get(index).ok_or_else(no_entry)?.payload()
    }

    /// Entries in directory order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entry<'a>> + '_ {
        let data_end = self.directory_offset();
        self.directory.iter().enumerate().map(move |(index, raw)| Entry {
            index,
            record: EntryRecord::read(raw),
            bytes: self.bytes,
            data_end,
        })
    }

    /// The entry of that name, ignoring ASCII case; the first in directory order where several
    /// share it (if the sort table is as the game's own writer makes it).
    pub fn find(&self, name: &[u8]) -> Option<Entry<'a>> {
        // Not the first of `named`: an entry is large, and would be handed on from hand to hand.
        match self.name_index() {
            Some(index) => self.get(self.sorted_index(self.first_slot(index, name)?)?),
            None => self.named(name).next(),
        }
    }

    /// All entries of that name, ignoring ASCII case.
    ///
    /// A binary search through the sort table, or a linear scan where the table is broken. The
    /// first look-up reads the whole directory to find out which; later ones allocate nothing.
    pub fn named<'s>(&'s self, name: &'s [u8]) -> impl Iterator<Item = Entry<'a>> + 's {
        let (sorted, scanned) = match self.name_index() {
            Some(index) => (Some(self.equal_slots(index, name)), 0..0),
            None => (None, 0..self.len()),
        };
        let sorted = sorted.into_iter().flatten().filter_map(|slot| self.sorted_index(slot));
        let scanned = scanned.filter(|&index| text::same(self.name_of(index), name));
        sorted.chain(scanned).filter_map(|index| self.get(index))
    }

    /// The entry of that type and name.
    pub fn find_typed(&self, type_id: TypeId, name: &[u8]) -> Option<Entry<'a>> {
        self.named(name).find(|entry| entry.record.type_id == type_id)
    }

    /// Entries of a type, in directory order, from directory index `start` on.
    pub fn of_type(&self, type_id: TypeId, start: usize) -> impl Iterator<Item = Entry<'a>> + '_ {
        let wanted = type_id.0.to_le_bytes();
        (start..self.len())
            .filter(move |&index| self.raw(index).is_some_and(|raw| raw.starts_with(&wanted)))
            .filter_map(|index| self.get(index))
    }

    /// Whether the sort table is a permutation that puts the names in order. Look-ups trust it
    /// only then; the answer is worked out once.
    pub fn is_table_sound(&self) -> bool {
        self.name_index().is_some()
    }

    fn name_index(&self) -> Option<&NameIndex> {
        self.names.get_or_init(|| NameIndex::new(self)).as_ref()
    }

    /// Slots of the sort table that hold entries of that name. Those behind the first are looked
    /// at only when they are asked for: most callers want one.
    fn equal_slots<'s>(
        &'s self,
        index: &NameIndex,
        name: &'s [u8],
    ) -> impl Iterator<Item = usize> + 's {
        let first = self.first_slot(index, name);
        let others = first.map_or(0..0, |first| first + 1..self.len());
        let equal = move |slot: &usize| self.compare_slot(*slot, name) == Ordering::Equal;
        first.into_iter().chain(others.take_while(equal))
    }

    /// The first slot of the sort table that holds an entry of that name.
    fn first_slot(&self, index: &NameIndex, name: &[u8]) -> Option<usize> {
        let Range { start: mut low, end: mut high } = index.slots(text::sort_key(name));
        let mut first = None;
        while low < high {
            let middle = low.midpoint(high);
            match self.compare_slot(middle, name) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => (high, first) = (middle, Some(middle)),
                Ordering::Greater => high = middle,
            }
        }
        first
    }

    /// The name in a slot of the sort table beside another.
    fn compare_slot(&self, slot: usize, name: &[u8]) -> Ordering {
        let entry = self.sorted_index(slot).unwrap_or_default();
        text::compare(self.name_of(entry), name)
    }

    /// Whether the sort table is exactly what the game's own writer makes.
    pub fn has_canonical_table(&self) -> bool {
        let names = NameKeys::new(self);
        sort::walk_faults(&names, |_, _| ControlFlow::Break(())).is_continue()
    }

    /// Whether the payloads lie as the game's own writer puts them: in directory order, each
    /// aligned and padded with zeros, nothing between them.
    pub fn has_canonical_layout(&self) -> bool {
        let mut expected = HEADER_SIZE;
        let in_order = self.records().all(|record| {
            let Some(range) = payload_range(&record, self.directory_offset()) else { return false };
            let padded = range.end.next_multiple_of(ALIGNMENT);
            let padding = self.bytes.get(range.end..padded).unwrap_or_default();
            let fits = range.start == expected && padding.iter().all(|&byte| byte == 0);
            expected = padded;
            fits
        });
        in_order && expected == self.directory_offset()
    }

    /// The directory index in a slot of the sort table, as stored.
    pub fn sort_slot(&self, slot: usize) -> Option<u32> {
        u32_at(self.raw(slot)?, SORT_AT)
    }

    /// The directory index in a slot of the sort table, if it names an entry.
    pub(super) fn sorted_index(&self, slot: usize) -> Option<usize> {
        let index = usize::try_from(self.sort_slot(slot)?).ok()?;
        (index < self.len()).then_some(index)
    }

    /// The name of an entry, without decoding the rest of it.
    pub(super) fn name_of(&self, index: usize) -> &'a [u8] {
        let field = self.raw(index).and_then(|raw| raw.get(NAME_AT..NAME_AT + NAME_SIZE));
        text::until_nul(field.unwrap_or_default())
    }

    /// The sort key of an entry's name.
    pub(super) fn sort_key_of(&self, index: usize) -> u64 {
        self.raw(index).map_or(0, |raw| text::sort_key(raw.get(NAME_AT..).unwrap_or_default()))
    }

    pub(super) fn raw(&self, index: usize) -> Option<&'a [u8; ENTRY_SIZE]> {
        self.directory.get(index)
    }
}

/// Follows header and directory; where that fails, says which rule is broken. Documents have no
/// more of the header than `count`: that is what errors name.
pub(super) fn open(bytes: &[u8]) -> Result<Archive<'_>, (&'static Code, Error)> {
    let wrong = |why: String| Error::malformed("magic", 0, why);
    let Some(header) = bytes.first_chunk().map(Header::read) else {
        let (need, left) = (HEADER_SIZE as u64, bytes.len() as u64);
        return Err((&codes::HEADER_TRUNCATED, Error::truncated("", 0, need, left)));
    };
    if header.magic != MAGIC {
        let why = format!("\"{}\" is not \"NRes\"", text::decode(&header.magic));
        return Err((&codes::HEADER_MAGIC, wrong(why)));
    }
    if header.version != VERSION {
        let why = format!("version {:#x} is not 0x100", header.version);
        return Err((
            &codes::HEADER_VERSION,
            Error::unsupported("version", field_offset!(Header, "version") as u64, why),
        ));
    }
    if header.count < 0 {
        let why = format!("{} entries: a count cannot be negative", header.count);
        return Err((
            &codes::HEADER_COUNT,
            Error::malformed("count", field_offset!(Header, "count") as u64, why),
        ));
    }
    if u64::from(header.total_size) != bytes.len() as u64 {
        let (says, has) = (header.total_size, bytes.len());
        let why = format!(
            "the header says {says} bytes, the file has {has}; the engine refuses such a file"
        );
        let at = field_offset!(Header, "total_size") as u64;
        let error = Error::malformed("total_size", at, why);
        return Err((&codes::HEADER_TOTAL_SIZE, error));
    }
    with_directory(bytes, header).map_err(|error| (&codes::DIRECTORY_RANGE, error))
}

/// Takes the directory that a header counts from the end of the file. Nothing else of the header is
/// checked.
pub(super) fn with_directory(bytes: &[u8], header: Header) -> Result<Archive<'_>> {
    // A negative count is more than any file has room for.
    let count = usize::try_from(header.count).unwrap_or(usize::MAX);
    let directory = directory(bytes, count)?;
    Ok(Archive { bytes, header, directory, names: OnceLock::new() })
}

/// The last `count` × 64 bytes, if they leave room for the header.
fn directory(bytes: &[u8], count: usize) -> Result<&[[u8; ENTRY_SIZE]]> {
    let room = bytes.len().saturating_sub(HEADER_SIZE);
    let directory = count
        .checked_mul(ENTRY_SIZE)
        .filter(|&size| size <= room)
        .and_then(|size| bytes.get(bytes.len() - size..))
        .ok_or_else(|| {
            let most = room / ENTRY_SIZE;
            let why = format!("{count} entries, but the file has room for {most} at most");
            Error::malformed("count", field_offset!(Header, "count") as u64, why)
        })?;
    Ok(directory.as_chunks().0)
}

impl<'a> Entry<'a> {
    /// Place in the directory.
    pub fn index(&self) -> usize {
        self.index
    }

    /// All fields of the entry.
    pub fn record(&self) -> &EntryRecord {
        &self.record
    }

    /// The type id.
    pub fn type_id(&self) -> TypeId {
        self.record.type_id
    }

    /// The name's bytes.
    pub fn name(&self) -> &[u8] {
        self.record.name.name()
    }

    /// The payload: a slice of the file. Fails where the entry points outside the data region.
    pub fn payload(&self) -> Result<&'a [u8]> {
        let start = self.record.offset as usize;
        let range = payload_range(&self.record, self.data_end);
        range.and_then(|range| self.bytes.get(range)).ok_or_else(|| {
            let why = format!(
                "{} bytes from {start:#x} are not inside the data region {:#x}..{:#x}",
                self.record.size, HEADER_SIZE, self.data_end
            );
            let field = field_offset!(EntryRecord, "offset");
            let at = self.data_end + self.index * ENTRY_SIZE + field;
            Error::malformed(format!("entries[{}].offset", self.index), at as u64, why)
        })
    }
}

/// The bytes an entry points at, if they lie inside the data region that ends at `data_end`.
pub(super) fn payload_range(record: &EntryRecord, data_end: usize) -> Option<Range<usize>> {
    let start = usize::try_from(record.offset).ok()?;
    let end = start.checked_add(usize::try_from(record.size).ok()?)?;
    (start >= HEADER_SIZE && end <= data_end).then_some(start..end)
}

impl<'s, 'a> IntoIterator for &'s Archive<'a> {
    type Item = Entry<'a>;
    type IntoIter = Box<dyn ExactSizeIterator<Item = Entry<'a>> + 's>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
