//! An archive made canonical.

use std::borrow::Cow;

use super::edit::Editor;
use super::layout::{Region, Slot};
use super::read::Archive;
use super::types::{EntryRecord, SORT_READY};
use crate::{Error, Result};

/// The same entries in a fresh archive: payloads in directory order with nothing between them,
/// nothing after a name's NUL, no trailer, counts and totals right, the sort table made anew and
/// marked as ready. Payloads are not packed anew, only enciphered with their new keys. Bytes and
/// bits nobody knows the meaning of are kept.
///
/// Fails where an entry's payload lies outside the file, and where payloads overlap so much that
/// the result would be several times the file.
pub fn rebuild(archive: &Archive<'_>) -> Result<Vec<u8>> {
    let mut records = Vec::with_capacity(archive.len());
    let mut regions = Vec::with_capacity(archive.len());
    let mut total = 0u64;
    for entry in archive.iter() {
        let packed = entry.packed()?;
        total += packed.len() as u64;
        let packed_size = super::edit::to_u32(packed.len() as u64, "packed_size")?;
        let name = entry.record().name.without_tail();
        records.push(EntryRecord { name, packed_size, ..*entry.record() });
        regions.push(Region::Payload(Cow::Borrowed(packed)));
    }
    if total > (archive.bytes().len() as u64).saturating_mul(2).saturating_add(1 << 20) {
        let why = format!("payloads overlap so much that {total} bytes would be needed");
        return Err(Error::limit("entries", why));
    }
    let slots = (0..).map(Slot::Region).take(records.len()).collect();
    let mut header = *archive.header();
    let keys = archive.iter().map(|entry| entry.key()).collect();
    header.count_copy = header.count;
    header.unpacked_total = super::edit::unpacked_total(&records);
    header.sort_flag = SORT_READY;
    let mut editor = Editor::from_parts(header, records, slots, regions, None)?;
    editor.keys = keys;
    editor.rebuild_table();
    editor.write()
}
