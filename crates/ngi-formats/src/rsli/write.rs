//! Writing an archive: where everything goes, then the bytes in file order.

use std::io;

use super::codec::xor;
use super::edit::{Editor, to_u32};
use super::layout::Slot;
use super::read::{Archive, sort_table, table_end};
use super::types::{EntryRecord, Header, Method, TRAILER_MAGIC, TRAILER_SIZE, Trailer};
use crate::bytes::Put;
use crate::schema::Record as _;
use crate::{Error, Result};

/// The bytes of an archive that was read: the very same ones.
pub fn write(archive: &Archive<'_>) -> Vec<u8> {
    let data = archive.bytes().get(archive.data_region()).unwrap_or_default();
    let mut out = Vec::with_capacity(archive.bytes().len());
    write_table(archive.header(), archive.records(), &mut out);
    out.put(data);
    write_trailer(archive.overlay(), &mut out);
    out
}

/// Appends the header and the enciphered table.
fn write_table(header: &Header, records: &[EntryRecord], out: &mut Vec<u8>) {
    let start = out.len();
    out.put(&header.with_magic());
    let table = start + super::HEADER_SIZE;
    for record in records {
        out.put(&record.write());
    }
    xor::apply(header.table_key(), out.get_mut(table..).unwrap_or_default());
}

fn write_trailer(overlay: Option<u32>, out: &mut Vec<u8>) {
    if let Some(overlay) = overlay {
        out.put(&Trailer { magic: TRAILER_MAGIC, overlay }.write());
    }
}

/// Everything about an archive that is known before its bytes are put together.
struct Plan {
    header: Header,
    records: Vec<EntryRecord>,
    overlay: Option<u32>,
    /// For every region, what its bytes are to be enciphered with once more; 0 is not at all.
    rekeys: Vec<u16>,
    /// Entries that get their own copy of shared bytes, at the end: their key changed.
    copies: Vec<(usize, u16)>,
    /// Bytes of the whole file.
    total: u64,
}

/// Where things go, entry by entry.
struct Places {
    /// Offset of each region in the file.
    regions: Vec<u64>,
    /// Offset of the next byte.
    end: u64,
}

impl Editor<'_> {
    /// The archive's bytes.
    pub fn write(&self) -> Result<Vec<u8>> {
        let plan = self.plan()?;
        let total = usize::try_from(plan.total)
            .map_err(|_| Error::limit("file", "it does not fit in memory"))?;
        let mut out = Vec::with_capacity(total);
        self.emit(&plan, |piece| {
            out.extend_from_slice(piece);
            Ok::<(), Error>(())
        })?;
        Ok(out)
    }

    /// Writes the archive piece by piece, without putting it together in memory first. The pieces
    /// may be small: hand over something buffered.
    pub fn write_to(&self, out: &mut impl io::Write) -> io::Result<()> {
        let plan = self.plan().map_err(io::Error::other)?;
        self.emit(&plan, |piece| out.write_all(piece))
    }

    /// The entries as they will be written, offsets and sort table worked out.
    pub fn written_records(&self) -> Result<Vec<EntryRecord>> {
        Ok(self.plan()?.records)
    }

    fn plan(&self) -> Result<Plan> {
        let (table, keys) = self.tables();
        let mut places = self.place_regions();
        let mut rekeys = vec![0; self.regions.len()];
        let mut copies = Vec::new();
        let mut records = self.records.clone();
        let mut starts = vec![None; self.len()];
        for (index, ((record, slot), start)) in
            records.iter_mut().zip(&self.slots).zip(&mut starts).enumerate()
        {
            if let Some(sorted) = table.get(index) {
                record.sort_to_original = *sorted;
            }
            let Some((region, offset)) = slot.place() else { continue };
            *start = places.regions.get(region).map(|start| start + offset as u64);
            let change = self.key_change(index, record.method(), &keys);
            if let Slot::Region(_) = slot {
                if let Some(rekey) = rekeys.get_mut(region) {
                    *rekey = change;
                }
            } else if change != 0
                && let Ok(packed) = self.packed(index)
            {
                copies.push((index, change));
                *start = Some(places.end);
                places.end += packed.len() as u64;
            }
        }
        self.check_growth(&copies)?;
        let overlay = self.placed_overlay(&starts);
        self.set_offsets(&mut records, &starts, overlay.unwrap_or(0), places.end)?;
        let trailer = if overlay.is_some() { TRAILER_SIZE as u64 } else { 0 };
        let header = self.header();
        Ok(Plan { header, records, overlay, rekeys, copies, total: places.end + trailer })
    }

    /// The sort table to write, empty where the stored one stays; and the keys that go with it.
    fn tables(&self) -> (Vec<i16>, Vec<u16>) {
        let ready = self.header.is_sort_ready();
        if ready && !self.stale_table {
            let disk = self.records.iter().map(|record| record.sort_to_original.cast_unsigned());
            return (Vec::new(), disk.collect());
        }
        let made = sort_table(&self.records);
        let rewrite = self.stale_table && (ready || self.derived.table);
        let table = made.iter().map(|&index| index.cast_signed()).filter(|_| rewrite).collect();
        (table, made)
    }

    /// What an entry's stored bytes have to be enciphered with once more; 0 is not at all.
    fn key_change(&self, index: usize, method: Method, keys: &[u16]) -> u16 {
        let (old, new) = (self.keys.get(index), keys.get(index));
        if method.is_enciphered() { old.zip(new).map_or(0, |(old, new)| old ^ new) } else { 0 }
    }

    fn place_regions(&self) -> Places {
        let mut end = table_end(self.len()) as u64;
        let mut regions = Vec::with_capacity(self.regions.len());
        for region in &self.regions {
            regions.push(end);
            end += region.bytes().len() as u64;
        }
        Places { regions, end }
    }

    /// Overlapping payloads whose keys change are copied apart; a hostile archive could make that
    /// thousands of times its size.
    fn check_growth(&self, copies: &[(usize, u16)]) -> Result<()> {
        let added: u64 = copies
            .iter()
            .filter_map(|&(index, _)| self.packed(index).ok())
            .map(|packed| packed.len() as u64)
            .sum();
        if added <= (self.original_len as u64).saturating_add(1 << 20) {
            return Ok(());
        }
        let why = format!("payloads overlap so much that {added} bytes would have to be copied");
        Err(Error::limit("entries", why))
    }

    /// The overlay; lowered where a payload would otherwise start before it.
    fn placed_overlay(&self, starts: &[Option<u64>]) -> Option<u32> {
        let first = starts.iter().flatten().min().copied().unwrap_or(u64::MAX);
        self.overlay.map(|overlay| overlay.min(u32::try_from(first).unwrap_or(u32::MAX)))
    }

    fn set_offsets(
        &self,
        records: &mut [EntryRecord],
        starts: &[Option<u64>],
        base: u32,
        end: u64,
    ) -> Result<()> {
        for (index, (record, start)) in records.iter_mut().zip(starts).enumerate() {
            let Some(start) = *start else { continue };
            record.offset = to_u32(start.saturating_sub(base.into()), "offset")?;
            let Some(Slot::Region(_)) = self.slots.get(index) else { continue };
            let len = self.packed(index)?.len() as u64;
            // `deflate_eof_plus_one` holds only as long as the file ends there.
            let claimed = u64::from(record.packed_size) == len + 1;
            let at_end = self.overlay.is_none() && start + len == end;
            let spare = claimed && at_end && record.method() == Method::DEFLATE;
            record.packed_size = to_u32(len + u64::from(spare), "packed_size")?;
        }
        Ok(())
    }

    /// Hands the file over piece by piece, none of them empty.
    fn emit<E>(&self, plan: &Plan, out: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let Plan { header, records, overlay, rekeys, copies, total: _ } = plan;
        let mut sink = Sink { out, tail: [0; TRAILER_SIZE], data: 0 };
        let mut head = Vec::with_capacity(table_end(records.len()));
        write_table(header, records, &mut head);
        (sink.out)(&head)?;
        for (region, &change) in self.regions.iter().zip(rekeys) {
            sink.put(region.bytes(), change)?;
        }
        for &(index, change) in copies {
            sink.put(self.packed(index).unwrap_or_default(), change)?;
        }
        let mut trailer = Vec::new();
        write_trailer(*overlay, &mut trailer);
        if overlay.is_some() {
            return (sink.out)(&trailer);
        }
        // Data that happens to end like a trailer would be taken for one: a zero sets it apart.
        if sink.data >= TRAILER_SIZE as u64 && sink.tail.starts_with(&TRAILER_MAGIC) {
            (sink.out)(&[0])?;
        }
        Ok(())
    }
}

/// Passes the data region on and remembers its last bytes.
struct Sink<F> {
    out: F,
    tail: [u8; TRAILER_SIZE],
    /// Bytes passed on so far.
    data: u64,
}

impl<F> Sink<F> {
    fn put<E>(&mut self, bytes: &[u8], change: u16) -> Result<(), E>
    where
        F: FnMut(&[u8]) -> Result<(), E>,
    {
        if change == 0 {
            return self.pass(bytes);
        }
        let mut cipher = xor::Cipher::new(change);
        for chunk in bytes.chunks(1 << 16) {
            let mut chunk = chunk.to_vec();
            cipher.apply(&mut chunk);
            self.pass(&chunk)?;
        }
        Ok(())
    }

    fn pass<E>(&mut self, bytes: &[u8]) -> Result<(), E>
    where
        F: FnMut(&[u8]) -> Result<(), E>,
    {
        if bytes.is_empty() {
            return Ok(());
        }
        let keep = TRAILER_SIZE.saturating_sub(bytes.len());
        self.tail.copy_within(TRAILER_SIZE - keep.., 0);
        let new = bytes.get(bytes.len().saturating_sub(TRAILER_SIZE)..).unwrap_or_default();
        if let Some(slot) = self.tail.get_mut(keep..) {
            slot.copy_from_slice(new);
        }
        self.data += bytes.len() as u64;
        (self.out)(bytes)
    }
}
