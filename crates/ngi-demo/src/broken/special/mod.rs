//! Files built to be wrong in one way, for the codes that no small change to a sound file gives.

mod areals;
mod lands;
mod levels;
mod models;
mod packed;

use ngi_formats::nres::{Archive, ENTRY_SIZE, Editor, NewEntry, rebuild};
use ngi_formats::{Error, Result};

use super::samples::Sample;

/// Every one of them. Their names begin with `bad_`.
pub(super) fn samples() -> Result<Vec<Sample>> {
    let all = [
        models::samples()?,
        lands::samples()?,
        levels::samples()?,
        areals::samples()?,
        packed::samples()?,
    ];
    Ok(all.into_iter().flatten().collect())
}

/// A changed archive made anew, so that the change leaves no gap behind.
fn tidy(bytes: &[u8]) -> Result<Vec<u8>> {
    rebuild(&Archive::read(bytes)?)
}

/// An archive with one more entry, which is empty.
fn with_entry(bytes: &[u8], type_id: u32, name: &str) -> Result<Vec<u8>> {
    let mut editor = Editor::open(&Archive::read(bytes)?);
    editor.add(NewEntry::new(type_id, name)?, Vec::new())?;
    tidy(&editor.write()?)
}

/// An archive whose last entry lies behind everything. It is empty, so nothing else changes.
fn with_entry_outside(bytes: &[u8], type_id: u32, name: &str) -> Result<Vec<u8>> {
    let mut bytes = with_entry(bytes, type_id, name)?;
    let archive = Archive::read(&bytes)?;
    let index = archive.iter().position(|entry| entry.type_id().0 == type_id);
    let index = index.ok_or_else(|| Error::usage("entries", "the new one is gone"))?;
    let at = archive.directory_offset() + index * ENTRY_SIZE + 56;
    put(&mut bytes, at, 0xFFFF_FFF8);
    Ok(bytes)
}

/// Puts a word at an offset.
fn put(bytes: &mut [u8], at: usize, value: u32) {
    if let Some(place) = bytes.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = value.to_le_bytes();
    }
}
