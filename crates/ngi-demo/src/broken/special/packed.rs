//! Packed archives. Their table is enciphered with a stream that does not depend on it, so a field
//! is changed by what differs.

use ngi_formats::Result;
use ngi_formats::rsli::{
    Archive, ENTRY_SIZE, Editor, EntryRecord, HEADER_SIZE, Method, NewEntry, TRAILER_MAGIC,
};
use ngi_formats::schema::Record as _;

use super::super::samples::{Sample, one};

/// Entries that all have the payload of the first: enough to be too much.
const SHARING: usize = 20;

pub(super) fn samples() -> Result<Vec<Sample>> {
    let file = |name, bytes| one(name, "packed.rlb", bytes);
    let mut no_entries = Editor::new();
    no_entries.set_overlay(Some(1000));
    Ok(vec![
        file("bad_run_on", name_without_end()?),
        file("bad_overlay", no_entries.write()?),
        file("bad_in_trailer", payload_in_trailer()?),
        file("bad_spare_byte", spare_byte()?),
        file("bad_unchecked", shared_payload()?),
    ])
}

fn packed(method: Method, payloads: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (name, payload) in payloads {
        editor.add(NewEntry::new(name, method)?, payload.as_slice())?;
    }
    editor.write()
}

fn text(name: &str) -> (String, Vec<u8>) {
    (name.to_owned(), b"packed packed packed packed, and packed again".to_vec())
}

/// Changes the record of an entry.
fn patch(bytes: &mut [u8], index: usize, change: impl FnOnce(&mut EntryRecord)) -> Result<()> {
    let Some(record) = Archive::read(bytes)?.records().get(index).copied() else { return Ok(()) };
    let mut changed = record;
    change(&mut changed);
    let (before, after) = (record.write(), changed.write());
    let place = bytes.iter_mut().skip(HEADER_SIZE + index * ENTRY_SIZE);
    for ((byte, before), after) in place.zip(before).zip(after) {
        *byte ^= before ^ after;
    }
    Ok(())
}

fn name_without_end() -> Result<Vec<u8>> {
    let mut bytes = packed(Method::RAW, &[text("TWELVE.BYTES")])?;
    patch(&mut bytes, 0, |record| record.unk_0x0c = *b"!\0\0\0")?;
    Ok(bytes)
}

fn payload_in_trailer() -> Result<Vec<u8>> {
    let mut bytes = packed(Method::RAW, &[text("A.TXT"), text("B.TXT")])?;
    bytes.extend(TRAILER_MAGIC);
    bytes.extend([0; 4]);
    patch(&mut bytes, 1, |record| record.offset += 6)?;
    Ok(bytes)
}

fn spare_byte() -> Result<Vec<u8>> {
    let mut bytes = packed(Method::DEFLATE, &[text("A.TXT")])?;
    bytes.push(b'!');
    patch(&mut bytes, 0, |record| record.packed_size += 1)?;
    Ok(bytes)
}

fn shared_payload() -> Result<Vec<u8>> {
    let empty = (1..SHARING).map(|number| (format!("B{number:02}.BIN"), Vec::new()));
    let all: Vec<_> =
        std::iter::once(("A.BIN".to_owned(), vec![0; 0x1_0000])).chain(empty).collect();
    let mut bytes = packed(Method::RAW, &all)?;
    let Some(first) = Archive::read(&bytes)?.records().first().copied() else { return Ok(bytes) };
    for index in 1..SHARING {
        patch(&mut bytes, index, |record| {
            (record.unpacked_size, record.packed_size) = (first.unpacked_size, first.packed_size);
            record.offset = first.offset;
        })?;
    }
    Ok(bytes)
}
