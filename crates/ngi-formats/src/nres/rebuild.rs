//! An archive made canonical: as the game's own writer would have made it.

use super::read::Archive;
use super::sort::NameKeys;
use super::types::{ENTRY_SIZE, EntryRecord, HEADER_SIZE, Header, MAGIC, VERSION, align, to_u32};
use crate::schema::Record as _;
use crate::{Error, Result};

/// The same entries in a fresh archive: payloads in directory order, each aligned and padded with
/// zeros, nothing between them, nothing after a name's NUL, the sort table made anew.
///
/// Fails if the header's count is wrong (entries would be lost), if an entry's payload lies outside
/// the data region, and if payloads overlap so much that the result would be several times the file.
pub fn rebuild(archive: &Archive<'_>) -> Result<Vec<u8>> {
    archive.require_count()?;
    let header = plan(archive)?;
    let mut out = Vec::with_capacity(header.total_size as usize);
    out.extend_from_slice(&header.write());
    for record in archive.records() {
        let start = record.offset as usize;
        let end = start + record.size as usize;
        out.extend_from_slice(archive.bytes().get(start..end).unwrap_or_default());
        out.extend_from_slice(zeros_after(out.len()));
    }
    let mut offset = HEADER_SIZE as u64;
    let table = NameKeys::new(archive).sorted();
    for (record, sort_index) in archive.records().zip(table) {
        let place = to_u32(offset, "offset")?;
        let name = record.name.without_tail();
        let record = EntryRecord { name, offset: place, sort_index, ..record };
        out.extend_from_slice(&record.write());
        offset = align(offset + u64::from(record.size));
    }
    Ok(out)
}

/// Proves every payload inside and gives the header of the archive to be.
fn plan(archive: &Archive<'_>) -> Result<Header> {
    let mut data_end = HEADER_SIZE as u64;
    let inside = archive.data_region();
    for (record, index) in archive.records().zip(0..) {
        let (start, size) = (u64::from(record.offset), u64::from(record.size));
        if start < inside.start as u64 || start + size > inside.end as u64 {
            archive.entry_payload(index)?;
        }
        data_end = align(data_end + size);
    }
    let total = data_end + (archive.len() * ENTRY_SIZE) as u64;
    if total > 2 * archive.bytes().len() as u64 + 0x10_0000 {
        let why = format!("payloads overlap so much that it would take {total} bytes");
        return Err(Error::limit("count", why));
    }
    let count =
        i32::try_from(archive.len()).map_err(|_| Error::limit("count", "the directory is full"))?;
    let total_size = to_u32(total, "count")?;
    Ok(Header { magic: MAGIC, version: VERSION, count, total_size })
}

/// The zeros that pad `len` bytes to a multiple of 8.
fn zeros_after(len: usize) -> &'static [u8] {
    [0; 8].as_slice().get(..len.next_multiple_of(8) - len).unwrap_or_default()
}
