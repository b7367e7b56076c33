//! Reading without copying payloads: the table is deciphered, everything else stays in place.

use std::ops::Range;

use super::types::{
    ENTRY_SIZE, EntryRecord, HEADER_SIZE, Header, MAGIC, Method, TRAILER_MAGIC, TRAILER_SIZE,
    Trailer, VERSION, request_key,
};
use super::{check, codec, codes};
use crate::schema::{Record as _, field_offset};
use crate::{Code, Error, Findings, Result, text};

/// An archive seen through its bytes.
#[derive(Debug, Clone)]
pub struct Archive<'a> {
    bytes: &'a [u8],
    header: Header,
    records: Vec<EntryRecord>,
    /// What the trailer says, where there is one.
    overlay: Option<u32>,
    /// The sort table the engine makes where the one on disk is not ready.
    made_table: Option<Vec<u16>>,
    /// Whether the sort table in use names every entry once, in order: then a binary search that
    /// finds nothing is sure.
    sound: bool,
    /// The entry whose payload lies last in the file.
    last: Option<usize>,
}

/// One entry of an [`Archive`].
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    index: usize,
    record: EntryRecord,
    key: u16,
    is_last: bool,
    base: u32,
    bytes: &'a [u8],
}

impl<'a> Archive<'a> {
    /// Opens an archive as the engine does: header and table must be there, single entries need
    /// not be right.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|(_, error)| error)
    }

    /// Opens an archive and fails on the first rule of severity *error* it breaks. Unpacks every
    /// payload to find out.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let archive = Self::read(bytes)?;
        let mut findings = Findings::errors_only();
        check::check_archive(&archive, &mut findings);
        findings.locate(|| Some(super::tree(&archive, super::Payloads::Original)));
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

    /// What the trailer says, where there is one: the place that offsets count from.
    pub fn overlay(&self) -> Option<u32> {
        self.overlay
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The entries in directory order, as stored.
    pub fn records(&self) -> &[EntryRecord] {
        &self.records
    }

    /// The entry at a place in the directory.
    pub fn get(&self, index: usize) -> Option<Entry<'a>> {
        self.records.get(index).map(|record| self.entry(index, *record))
    }

    /// Entries in directory order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entry<'a>> + '_ {
        self.records.iter().enumerate().map(|(index, record)| self.entry(index, *record))
    }

    fn entry(&self, index: usize, record: EntryRecord) -> Entry<'a> {
        let made = self.made_table.as_ref().and_then(|table| table.get(index));
        Entry {
            index,
            record,
            key: made.copied().unwrap_or(record.sort_to_original.cast_unsigned()),
            is_last: self.last == Some(index),
            base: self.overlay.unwrap_or(0),
            bytes: self.bytes,
        }
    }

    /// The entry the engine finds: the request is upper-cased and cut to 15 characters, then
    /// looked for with a binary search through the sort table, or one by one where that finds
    /// nothing. A name stored in lower case is never found. Allocates nothing.
    ///
    /// Where several entries share the name, the first in the order of the sort table.
    pub fn find(&self, name: &[u8]) -> Option<Entry<'a>> {
        let wanted = request_key(name);
        if self.sound {
            let slot = self.first_slot(wanted);
            let index = self.sorted(slot)?;
            return self.get(index).filter(|entry| entry.record.name_key() == wanted);
        }
        self.search(wanted).or_else(|| self.scan(wanted)).and_then(|index| self.get(index))
    }

    /// All entries of that name, ignoring ASCII case, in directory order. Unlike
    /// [`Archive::find`] this sees names that the engine cannot find.
    pub fn named<'s>(&'s self, name: &'s [u8]) -> impl Iterator<Item = Entry<'a>> + 's {
        let same = move |record: &EntryRecord| text::same(record.name.name(), name);
        let matching = self.records.iter().enumerate().filter(move |(_, record)| same(record));
        matching.filter_map(|(index, _)| self.get(index))
    }

    /// The directory index in a slot of the sort table in use; `None` where it names no entry.
    pub fn sorted(&self, slot: usize) -> Option<usize> {
        let index = match &self.made_table {
            Some(table) => usize::from(*table.get(slot)?),
            None => usize::try_from(self.records.get(slot)?.sort_to_original).ok()?,
        };
        (index < self.len()).then_some(index)
    }

    /// Whether the sort table in use names every entry once and puts the names in order.
    pub fn is_table_sound(&self) -> bool {
        self.sound
    }

    /// Where the payloads may lie: from the table's end to the trailer or the file's end.
    pub fn data_region(&self) -> Range<usize> {
        let trailer = if self.overlay.is_some() { TRAILER_SIZE } else { 0 };
        table_end(self.len())..self.bytes.len() - trailer
    }

    /// The first slot whose name is not before `wanted`, in a sound table.
    fn first_slot(&self, wanted: u128) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.slot_key(middle).is_some_and(|key| key < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// A binary search through a table that may be broken.
    fn search(&self, wanted: u128) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.slot_key(middle)?.cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.sorted(middle),
            }
        }
        None
    }

    fn scan(&self, wanted: u128) -> Option<usize> {
        self.records.iter().position(|record| record.name_key() == wanted)
    }

    fn slot_key(&self, slot: usize) -> Option<u128> {
        Some(self.records.get(self.sorted(slot)?)?.name_key())
    }

    fn work_out_soundness(&mut self) {
        let mut seen = vec![false; self.len()];
        let mut before = None;
        self.sound = (0..self.len()).all(|slot| {
            let Some(index) = self.sorted(slot) else { return false };
            let key = self.slot_key(slot);
            let ordered = before <= key;
            before = key;
            let first_time = seen.get_mut(index).is_some_and(|seen| !std::mem::replace(seen, true));
            ordered && first_time
        });
    }
}

impl<'a> Entry<'a> {
    /// Place in the directory.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The stored fields.
    pub fn record(&self) -> &EntryRecord {
        &self.record
    }

    /// The name's bytes.
    pub fn name(&self) -> &[u8] {
        self.record.name.name()
    }

    /// How the payload is packed.
    pub fn method(&self) -> Method {
        self.record.method()
    }

    /// The key an enciphered payload is enciphered with.
    pub fn key(&self) -> u16 {
        self.key
    }

    /// Where the payload starts in the file, overlay included.
    pub fn start(&self) -> u64 {
        u64::from(self.base) + u64::from(self.record.offset)
    }

    /// Whether the entry claims one byte past the end of the file in the one way the engine
    /// copes with (`deflate_eof_plus_one`): Deflate, and the last payload of the file.
    pub fn is_eof_plus_one(&self) -> bool {
        let end = self.start() + u64::from(self.record.packed_size);
        self.is_last && self.method() == Method::DEFLATE && end == self.bytes.len() as u64 + 1
    }

    /// The payload as stored.
    pub fn packed(&self) -> Result<&'a [u8]> {
        let missing = u64::from(self.is_eof_plus_one());
        let end = self.start() + u64::from(self.record.packed_size) - missing;
        let range = usize::try_from(self.start()).ok().zip(usize::try_from(end).ok());
        range.and_then(|(start, end)| self.bytes.get(start..end)).ok_or_else(|| {
            let why = format!(
                "{} bytes from {:#x}, but the file ends at {:#x}",
                self.record.packed_size,
                self.start(),
                self.bytes.len()
            );
            Error::malformed(
                self.field("packed_size"),
                self.start_of(field_offset!(EntryRecord, "packed_size")),
                why,
            )
        })
    }

    /// The payload unpacked: exactly as long as the entry says, from a stream that ends there.
    ///
    /// Fails where that would take much more memory than the file itself; see
    /// [`Entry::unpack_within`].
    pub fn unpack(&self) -> Result<Vec<u8>> {
        self.unpack_within(default_limit(self.bytes.len()))
    }

    /// The payload unpacked, if it has at most `limit` bytes.
    pub fn unpack_within(&self, limit: usize) -> Result<Vec<u8>> {
        let (method, packed) = (self.known_method()?, self.packed()?);
        let size = self.record.unpacked_size as usize;
        if size > limit {
            let why = format!("{size} bytes are more than the {limit} allowed");
            return Err(Error::limit(self.field("size"), why));
        }
        codec::unpack(method, self.key, packed, size).map_err(|error| self.outer(error))
    }

    /// Checks that the payload unpacks, in little memory whatever its size.
    pub fn verify(&self) -> Result<codec::Ending> {
        let (method, packed) = (self.known_method()?, self.packed()?);
        codec::verify(method, self.key, packed, self.record.unpacked_size.into())
            .map_err(|error| self.outer(error))
    }

    /// The method, if it is one of the seven that can be unpacked.
    pub fn known_method(&self) -> Result<Method> {
        let method = self.method();
        if method.is_known() {
            return Ok(method);
        }
        let why = format!("method {method} is not one of the seven known ones");
        Err(Error::unsupported(
            self.field("method"),
            self.start_of(field_offset!(EntryRecord, "flags")),
            why,
        ))
    }

    /// The entry without its file: the fields stay, the payload cannot be had until the entry is
    /// [attached](Entry::attached) again. For those who keep a file and its entries side by side.
    pub fn detached(self) -> Entry<'static> {
        self.attached(&[])
    }

    /// The same entry with its payload in `bytes`, which are those of the archive it came from.
    pub fn attached(self, bytes: &[u8]) -> Entry<'_> {
        Entry { bytes, ..self }
    }

    fn outer(&self, error: Error) -> Error {
        error.within(&format!("entries[{}]", self.index), self.start())
    }

    pub(super) fn field(&self, name: &str) -> String {
        format!("entries[{}].{name}", self.index)
    }

    /// Where a field of the entry's record lies in the file.
    fn start_of(&self, field: usize) -> u64 {
        (table_end(self.index) + field) as u64
    }
}

/// The most bytes [`Entry::unpack`] gives for an archive of that size. Together with the archive
/// itself, its table and a deciphered copy of a payload this stays below four times the file and
/// 16 MB.
fn default_limit(file: usize) -> usize {
    (file / 8 * 7).saturating_add(15 << 20)
}

/// Where a table of `count` entries ends.
pub(super) fn table_end(count: usize) -> usize {
    HEADER_SIZE + count * ENTRY_SIZE
}

/// Opens an archive; an error comes with the rule that was broken.
pub(super) fn open(bytes: &[u8]) -> Result<Archive<'_>, (&'static Code, Error)> {
    let (header, count) = read_header(bytes)?;
    let records = read_table(bytes, &header, count)?;
    let overlay = read_trailer(bytes, count);
    let made_table = (!header.is_sort_ready()).then(|| sort_table(&records));
    let last = last_payload(&records, overlay.unwrap_or(0), bytes.len());
    let mut archive = Archive { bytes, header, records, overlay, made_table, sound: false, last };
    archive.work_out_soundness();
    Ok(archive)
}

fn read_header(bytes: &[u8]) -> Result<(Header, usize), (&'static Code, Error)> {
    if !MAGIC.starts_with(bytes.get(..MAGIC.len()).unwrap_or(bytes)) {
        let why = "an archive starts with \"NL\"";
        return Err((&codes::HEADER_MAGIC, Error::malformed("header", 0, why)));
    }
    let header = bytes.first_chunk().map(Header::read).ok_or_else(|| {
        let (need, left) = (HEADER_SIZE as u64, bytes.len() as u64);
        (&codes::HEADER_TRUNCATED, Error::truncated("header", 0, need, left))
    })?;
    if header.version != VERSION {
        let why = format!("version {}, only {VERSION} is known", header.version);
        let error =
            Error::unsupported("header.version", field_offset!(Header, "version") as u64, why);
        return Err((&codes::HEADER_VERSION, error));
    }
    let count = usize::try_from(header.count).map_err(|_| {
        let why = format!("{} entries: the count is negative", header.count);
        (
            &codes::HEADER_COUNT,
            Error::malformed("header.count", field_offset!(Header, "count") as u64, why),
        )
    })?;
    Ok((header, count))
}

fn read_table(
    bytes: &[u8],
    header: &Header,
    count: usize,
) -> Result<Vec<EntryRecord>, (&'static Code, Error)> {
    let table = bytes.get(HEADER_SIZE..table_end(count)).ok_or_else(|| {
        let (needed, left) = (count * ENTRY_SIZE, bytes.len() - HEADER_SIZE);
        let error = Error::truncated("entries", HEADER_SIZE as u64, needed as u64, left as u64);
        (&codes::TABLE_TRUNCATED, error)
    })?;
    let mut cipher = codec::xor::Cipher::new(header.table_key());
    let (entries, _) = table.as_chunks::<ENTRY_SIZE>();
    let mut records = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut entry = *entry;
        cipher.apply(&mut entry);
        records.push(EntryRecord::read(&entry));
    }
    Ok(records)
}

/// The trailer, where the last six bytes after the table are one.
fn read_trailer(bytes: &[u8], count: usize) -> Option<u32> {
    let data = bytes.get(table_end(count)..)?;
    let trailer = Trailer::read(data.last_chunk()?);
    (trailer.magic == TRAILER_MAGIC).then_some(trailer.overlay)
}

/// The sort table as the engine makes it: stable, names compared byte by byte.
pub(super) fn sort_table(records: &[EntryRecord]) -> Vec<u16> {
    let mut order: Vec<(u128, u16)> = records.iter().map(EntryRecord::name_key).zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, index)| index).collect()
}

/// The entry whose payload starts last inside the file; of equal ones the last in the directory.
fn last_payload(records: &[EntryRecord], base: u32, file: usize) -> Option<usize> {
    let start = |record: &EntryRecord| u64::from(base) + u64::from(record.offset);
    let inside = records.iter().enumerate().filter(|(_, record)| start(record) < file as u64);
    inside.max_by_key(|(_, record)| start(record)).map(|(index, _)| index)
}
