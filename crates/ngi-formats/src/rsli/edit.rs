//! Changing an archive and leaving every byte nobody asked to change.

use std::borrow::Cow;

use super::codec;
use super::layout::{Region, Slot, count_users, cut};
use super::read::{Archive, sort_table};
use super::types::{EntryRecord, Header, MAX_ENTRIES, Method, NAME_SIZE, VERSION};
use crate::{Error, FixedStr, Result, text};

/// What a new entry is called and how it is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewEntry {
    /// Name.
    pub name: FixedStr<NAME_SIZE>,
    /// Unknown bytes.
    pub unk_0x0c: [u8; 4],
    /// The method, and other bits nobody knows.
    pub flags: i16,
}

impl NewEntry {
    /// An entry whose other fields are zero. The name is put in upper case, as the engine wants
    /// it.
    pub fn new(name: impl AsRef<[u8]>, method: Method) -> Result<Self> {
        let name = new_name(name.as_ref())?;
        Ok(Self { name, unk_0x0c: [0; 4], flags: method.put_into(0) })
    }
}

/// A name as the engine finds it: in upper case, 1 to 12 bytes.
fn new_name(name: &[u8]) -> Result<FixedStr<NAME_SIZE>> {
    let wrong = |why| Error::usage("name", format!("\"{}\" {why}", text::decode(name)));
    if name.is_empty() {
        return Err(wrong("is empty"));
    }
    if name.len() > NAME_SIZE {
        return Err(wrong("is too long: at most 12 bytes fit"));
    }
    if name.contains(&0) {
        return Err(wrong("holds a NUL"));
    }
    let mut field = [0; NAME_SIZE];
    for (slot, byte) in field.iter_mut().zip(name) {
        *slot = byte.to_ascii_uppercase();
    }
    Ok(FixedStr(field))
}

/// An archive being changed.
///
/// Payloads stay packed and borrowed until they are written. Edits cost nothing but their own
/// bytes; the layout is worked out once, by [`Editor::write`] or [`Editor::write_to`]. Payloads
/// that are enciphered follow their keys: when an edit moves the sort table they are enciphered
/// anew, not packed anew.
#[derive(Debug, Clone)]
pub struct Editor<'a> {
    pub(super) header: Header,
    pub(super) records: Vec<EntryRecord>,
    pub(super) slots: Vec<Slot>,
    /// What each entry's stored bytes are enciphered with, where its method says they are.
    pub(super) keys: Vec<u16>,
    pub(super) regions: Vec<Region<'a>>,
    /// How many entries use each region.
    users: Vec<u32>,
    pub(super) overlay: Option<u32>,
    strays: Vec<(usize, &'a [u8])>,
    pub(super) derived: Derived,
    /// Whether names, order or count changed, so that the sort table must be made anew.
    pub(super) stale_table: bool,
    /// Bytes the archive had; bounds what untangling overlaps may add.
    pub(super) original_len: usize,
}

/// Which redundant values agreed when the archive was read. Those are kept so; others are left
/// alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Derived {
    pub count_copy: bool,
    pub unpacked_total: bool,
    /// The sort table on disk is the one the engine would make.
    pub table: bool,
}

impl Derived {
    fn of(header: &Header, records: &[EntryRecord], made_table: &[u16]) -> Self {
        let disk = records.iter().map(|record| record.sort_to_original.cast_unsigned());
        Self {
            count_copy: header.count_copy == header.count,
            unpacked_total: header.unpacked_total == unpacked_total(records),
            table: disk.eq(made_table.iter().copied()),
        }
    }
}

/// The sum of all unpacked sizes, as far as 32 bits hold it.
pub(super) fn unpacked_total(records: &[EntryRecord]) -> u32 {
    records.iter().fold(0, |total: u32, record| total.wrapping_add(record.unpacked_size))
}

impl Default for Editor<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Editor<'a> {
    /// An archive with no entries.
    pub fn new() -> Self {
        let derived = Derived { count_copy: true, unpacked_total: true, table: true };
        Self {
            header: Header::default(),
            records: Vec::new(),
            slots: Vec::new(),
            keys: Vec::new(),
            regions: Vec::new(),
            users: Vec::new(),
            overlay: None,
            strays: Vec::new(),
            derived,
            stale_table: false,
            original_len: 0,
        }
    }

    /// Starts from an archive that was read.
    pub fn open(archive: &Archive<'a>) -> Self {
        let cut = cut(archive);
        let records = archive.records().to_vec();
        let derived = Derived::of(archive.header(), &records, &sort_table(&records));
        Self {
            header: *archive.header(),
            keys: archive.iter().map(|entry| entry.key()).collect(),
            // Slots fresh from the cut always fit.
            users: count_users(&cut.regions, &cut.slots).unwrap_or_default(),
            records,
            slots: cut.slots,
            regions: cut.regions,
            overlay: archive.overlay(),
            strays: cut.strays,
            derived,
            stale_table: false,
            original_len: archive.bytes().len(),
        }
    }

    /// Puts an archive together from its parts, as [`Editor::header`], [`Editor::records`],
    /// [`Editor::slots`], [`Editor::regions`] and [`Editor::overlay`] give them. The sort table,
    /// and with it the keys of payloads, are taken from the records.
    pub fn from_parts(
        header: Header,
        records: Vec<EntryRecord>,
        slots: Vec<Slot>,
        regions: Vec<Region<'a>>,
        overlay: Option<u32>,
    ) -> Result<Self> {
        check_header(&header, records.len())?;
        if records.len() != slots.len() {
            return Err(Error::usage("slots", "there must be one per entry"));
        }
        let users = count_users(&regions, &slots)?;
        let made = sort_table(&records);
        let derived = Derived::of(&header, &records, &made);
        let disk = || records.iter().map(|record| record.sort_to_original.cast_unsigned());
        let keys = if header.is_sort_ready() { disk().collect() } else { made };
        let original_len = regions.iter().map(|region| region.bytes().len()).sum();
        Ok(Self {
            header,
            records,
            slots,
            keys,
            regions,
            users,
            overlay,
            strays: Vec::new(),
            derived,
            stale_table: false,
            original_len,
        })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The header as it will be written: what it repeats of the entries is up to date where it
    /// was right when the archive was read.
    pub fn header(&self) -> Header {
        let mut header = self.header;
        header.count = i16::try_from(self.len()).unwrap_or(i16::MAX);
        if self.derived.count_copy {
            header.count_copy = header.count;
        }
        if self.derived.unpacked_total {
            header.unpacked_total = unpacked_total(&self.records);
        }
        header
    }

    /// The entries in directory order. Offsets and the sort table are those of the archive as it
    /// was read; writing works them out.
    pub fn records(&self) -> &[EntryRecord] {
        &self.records
    }

    /// Where each entry's payload is.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The data region in file order.
    pub fn regions(&self) -> &[Region<'a>] {
        &self.regions
    }

    /// What the trailer says, where there is one.
    pub fn overlay(&self) -> Option<u32> {
        self.overlay
    }

    /// First entry of that name, ignoring ASCII case.
    pub fn position(&self, name: &[u8]) -> Option<usize> {
        self.records.iter().position(|record| record.name.is(name))
    }

    /// The payload of an entry as it is stored now, enciphered where its method says so.
    pub fn packed(&self, index: usize) -> Result<&[u8]> {
        let record = self.record(index)?;
        let outside = || {
            let why = "its payload lies outside the data region";
            Error::usage(format!("entries[{index}]"), why)
        };
        let slot = self.slots.get(index).copied().unwrap_or(Slot::Outside);
        let (region, offset) = slot.place().ok_or_else(outside)?;
        let bytes = self.regions.get(region).ok_or_else(outside)?.bytes();
        if let Slot::Region(_) = slot {
            return Ok(bytes);
        }
        let end = offset.checked_add(record.packed_size as usize).ok_or_else(outside)?;
        bytes.get(offset..end).ok_or_else(outside)
    }

    /// The payload of an entry as it is now, unpacked.
    pub fn payload(&self, index: usize) -> Result<Vec<u8>> {
        let (record, packed) = (self.record(index)?, self.packed(index)?);
        let key = self.keys.get(index).copied().unwrap_or(0);
        codec::unpack(record.method(), key, packed, record.unpacked_size as usize)
            .map_err(|error| error.within(&format!("entries[{index}]"), 0))
    }

    /// Appends an entry and packs its payload; gives its directory index.
    pub fn add(&mut self, entry: NewEntry, payload: impl Into<Cow<'a, [u8]>>) -> Result<usize> {
        let payload = payload.into();
        let unpacked_size = to_u32(payload.len() as u64, "unpacked_size")?;
        let packed = codec::pack(Method::of(entry.flags), payload)?;
        self.push(entry, packed, unpacked_size)
    }

    /// Appends an entry whose payload is packed already, but not enciphered.
    pub fn add_packed(
        &mut self,
        entry: NewEntry,
        packed: impl Into<Cow<'a, [u8]>>,
        unpacked_size: u32,
    ) -> Result<usize> {
        let packed = packed.into();
        // Key 0 deciphers nothing.
        codec::verify(Method::of(entry.flags), 0, &packed, unpacked_size.into())?;
        self.push(entry, packed, unpacked_size)
    }

    fn push(
        &mut self,
        entry: NewEntry,
        packed: Cow<'a, [u8]>,
        unpacked_size: u32,
    ) -> Result<usize> {
        let NewEntry { name, unk_0x0c, flags } = entry;
        if self.len() >= MAX_ENTRIES {
            return Err(Error::limit("header.count", "the table is full: 32767 entries"));
        }
        let packed_size = to_u32(packed.len() as u64, "packed_size")?;
        self.begin();
        let slot = self.push_region(packed)?;
        self.records.push(EntryRecord {
            name,
            unk_0x0c,
            flags,
            sort_to_original: 0,
            unpacked_size,
            offset: 0,
            packed_size,
        });
        self.slots.push(slot);
        self.keys.push(0);
        self.stale_table = true;
        Ok(self.len() - 1)
    }

    /// Removes an entry and its payload; what follows moves up.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        self.record(index)?;
        self.begin();
        self.leave(index);
        self.records.remove(index);
        self.slots.remove(index);
        self.keys.remove(index);
        self.stale_table = true;
        Ok(())
    }

    /// Gives an entry another name, put in upper case. The bytes after the old one go.
    pub fn rename(&mut self, index: usize, name: &[u8]) -> Result<()> {
        let name = new_name(name)?;
        let [after, ..] = self.record(index)?.unk_0x0c;
        if !name.is_terminated() && after != 0 {
            let why = "12 bytes leave no room for a NUL, and the byte after the name is not zero";
            return Err(Error::usage(format!("entries[{index}].name"), why));
        }
        self.set_name_field(index, name)
    }

    /// Sets all 12 bytes of a name as they are.
    pub fn set_name_field(&mut self, index: usize, name: FixedStr<NAME_SIZE>) -> Result<()> {
        if self.record(index)?.name != name {
            self.begin();
            self.stale_table = true;
            self.record_mut(index)?.name = name;
        }
        Ok(())
    }

    /// Gives an entry another payload, packed as the old one was.
    pub fn replace(&mut self, index: usize, payload: impl Into<Cow<'a, [u8]>>) -> Result<()> {
        let method = self.record(index)?.method();
        self.replace_with(index, payload, method)
    }

    /// Gives an entry another payload, packed with `method`. A payload that is there already,
    /// packed that way, is left as it is.
    pub fn replace_with(
        &mut self,
        index: usize,
        payload: impl Into<Cow<'a, [u8]>>,
        method: Method,
    ) -> Result<()> {
        let payload = payload.into();
        let record = *self.record(index)?;
        let unpacked_size = to_u32(payload.len() as u64, "unpacked_size")?;
        let unchanged = record.method() == method
            && record.unpacked_size == unpacked_size
            && self.payload(index).is_ok_and(|current| *current == *payload);
        if unchanged {
            return Ok(());
        }
        let packed = codec::pack(method, payload)?;
        let packed_size = to_u32(packed.len() as u64, "packed_size")?;
        self.begin();
        self.put(index, packed)?;
        let record = self.record_mut(index)?;
        record.flags = method.put_into(record.flags);
        record.unpacked_size = unpacked_size;
        record.packed_size = packed_size;
        Ok(())
    }

    /// Packs an entry's payload with another method.
    pub fn set_method(&mut self, index: usize, method: Method) -> Result<()> {
        if self.record(index)?.method() == method {
            return Ok(());
        }
        let payload = self.payload(index)?;
        self.replace_with(index, payload, method)
    }

    /// Sets an entry's flags. Where the method among them changes, the payload is packed anew.
    pub fn set_flags(&mut self, index: usize, flags: i16) -> Result<()> {
        self.set_method(index, Method::of(flags))?;
        if self.record(index)?.flags != flags {
            self.begin();
            self.record_mut(index)?.flags = flags;
        }
        Ok(())
    }

    /// Sets the four unknown bytes after an entry's name.
    pub fn set_unk_0x0c(&mut self, index: usize, value: [u8; 4]) -> Result<()> {
        if self.record(index)?.unk_0x0c != value {
            self.begin();
            self.record_mut(index)?.unk_0x0c = value;
        }
        Ok(())
    }

    /// Sets the header. Its count must be right. Values that repeat others ([`Header::count_copy`],
    /// [`Header::unpacked_total`]) are kept up to date from here on where they are right, and left
    /// alone where they are not.
    pub fn set_header(&mut self, header: Header) -> Result<()> {
        check_header(&header, self.len())?;
        self.begin();
        // A table that was not in use was not looked after either.
        let becomes_ready = header.is_sort_ready() && !self.header.is_sort_ready();
        self.stale_table |= becomes_ready && !self.derived.table;
        self.derived.count_copy = header.count_copy == header.count;
        self.derived.unpacked_total = header.unpacked_total == unpacked_total(&self.records);
        self.header = header;
        Ok(())
    }

    /// Sets or removes the trailer. Payloads stay where they are; their offsets change.
    pub fn set_overlay(&mut self, overlay: Option<u32>) {
        self.begin();
        self.overlay = overlay;
    }

    /// Puts the directory in the order of names. Payloads stay where they are.
    pub fn sort(&mut self) {
        let order: Vec<usize> = sort_table(&self.records).into_iter().map(usize::from).collect();
        // A sort table is a permutation.
        let _ = self.reorder(&order);
    }

    /// Puts the directory in another order: `order[i]` is the old place of the new entry *i*.
    /// Payloads stay where they are.
    pub fn reorder(&mut self, order: &[usize]) -> Result<()> {
        let mut places: Vec<usize> = order.to_vec();
        places.sort_unstable();
        if !places.into_iter().eq(0..self.len()) {
            return Err(Error::usage("order", "it must name every entry once"));
        }
        if !order.is_sorted() {
            self.begin();
            self.records = picked(&self.records, order);
            self.slots = picked(&self.slots, order);
            self.keys = picked(&self.keys, order);
            self.stale_table = true;
        }
        Ok(())
    }

    /// Has the sort table made anew, even if nothing it depends on changed.
    pub fn rebuild_table(&mut self) {
        self.begin();
        self.stale_table = true;
    }

    /// To be called before any change. Payloads that reach into header, table or trailer get a
    /// place of their own: what they point at is about to change.
    fn begin(&mut self) {
        let strays = std::mem::take(&mut self.strays);
        let total: usize = strays.iter().map(|(_, bytes)| bytes.len()).sum();
        if total > self.original_len.saturating_add(1 << 20) {
            return;
        }
        for (index, bytes) in strays {
            self.leave(index);
            if let (Ok(slot), Some(place)) =
                (self.push_region(Cow::Borrowed(bytes)), self.slots.get_mut(index))
            {
                *place = slot;
            }
        }
    }

    /// Puts packed bytes, not enciphered, in place of an entry's.
    fn put(&mut self, index: usize, packed: Cow<'a, [u8]>) -> Result<()> {
        let own = match self.slots.get(index) {
            Some(Slot::Region(region)) => self.regions.get_mut(*region as usize),
            _ => None,
        };
        if let Some(region) = own {
            *region = Region::Payload(packed);
        } else {
            self.leave(index);
            let slot = self.push_region(packed)?;
            if let Some(place) = self.slots.get_mut(index) {
                *place = slot;
            }
        }
        if let Some(key) = self.keys.get_mut(index) {
            *key = 0;
        }
        Ok(())
    }

    /// Takes an entry out of its region. A region that nobody is left in goes.
    fn leave(&mut self, index: usize) {
        let Some(place) = self.slots.get_mut(index) else { return };
        let Some((region, _)) = std::mem::replace(place, Slot::Outside).place() else { return };
        if let (Some(users), Some(region)) =
            (self.users.get_mut(region), self.regions.get_mut(region))
        {
            *users = users.saturating_sub(1);
            if *users == 0 {
                *region = Region::Payload(Cow::Borrowed(&[]));
            }
        }
    }

    fn push_region(&mut self, bytes: Cow<'a, [u8]>) -> Result<Slot> {
        let slot = to_u32(self.regions.len() as u64, "regions").map(Slot::Region)?;
        self.regions.push(Region::Payload(bytes));
        self.users.push(1);
        Ok(slot)
    }

    pub(super) fn record(&self, index: usize) -> Result<&EntryRecord> {
        self.records.get(index).ok_or_else(|| no_entry(index, self.len()))
    }

    fn record_mut(&mut self, index: usize) -> Result<&mut EntryRecord> {
        let len = self.len();
        self.records.get_mut(index).ok_or_else(|| no_entry(index, len))
    }
}

fn picked<T: Copy>(values: &[T], order: &[usize]) -> Vec<T> {
    order.iter().filter_map(|&index| values.get(index)).copied().collect()
}

fn check_header(header: &Header, count: usize) -> Result<()> {
    if header.version != VERSION {
        return Err(Error::usage("header.version", format!("only {VERSION} is known")));
    }
    if usize::try_from(header.count) != Ok(count) {
        let why = format!("{}, but there are {count} entries", header.count);
        return Err(Error::usage("header.count", why));
    }
    Ok(())
}

fn no_entry(index: usize, count: usize) -> Error {
    Error::usage(format!("entries[{index}]"), format!("there are {count} entries"))
}

/// A number as the format stores it.
pub(super) fn to_u32(value: u64, field: &'static str) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error::limit(field, format!("{value} does not fit 32 bits")))
}
