//! Memory-mapped files. The only module of the workspace that holds `unsafe` code.
//!
//! # Why this is sound enough, and where it ends
//!
//! A mapping is handed out as [`Bytes`], that is as `&[u8]`, so two things must hold while it
//! lives: its pages stay readable, and their content does not change.
//!
//! * The mapping owns its pages: `Bytes` keeps the [`Mmap`] alive until its last slice is gone,
//!   and closing the file does not end it.
//! * It is private and read-only (`MAP_PRIVATE`, `PROT_READ`), so nothing in this process can
//!   write through it.
//! * This crate never writes to an existing file. A save goes to a new file that is renamed over
//!   the old name; the old file, and every mapping of it, stays as it was.
//! * What is left is *another process* that writes into, or truncates, the very file that is
//!   mapped. No user-space program can rule that out. A write may then show up in the bytes; a
//!   truncation makes the system end this process (`SIGBUS`) when a page past the new end is
//!   touched. Readers in this workspace check every range against the length of the slice, never
//!   against the file, and re-read nothing they have already checked in a way that memory safety
//!   rests on, so changed bytes give a wrong value or an error, as a changed file would.
//!   Every program that maps files (ripgrep, git, linkers) accepts the same limit.
//!
//! Whoever cannot accept it reads instead: [`Reading::Copy`](crate::Reading).
//!
//! # Resident pages
//!
//! Pages that were read stay resident until the system needs them, so a program that has a game
//! open for an hour seems to hold all of it. [`release_pages`] gives them back: the next access
//! takes them from the system's cache again.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use memmap2::{Mmap, MmapOptions, UncheckedAdvice};

/// All mappings that are in use.
static MAPPINGS: Mutex<Vec<Weak<Mmap>>> = Mutex::new(Vec::new());

/// A mapping that [`release_pages`] finds.
struct Shared(Arc<Mmap>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Maps the first `len` bytes of `file`; `len` must not be zero and must fit the file.
pub(crate) fn map(file: &File, len: usize) -> io::Result<Bytes> {
    // SAFETY: see the module's comment. The mapping is private and read-only, it is owned by the
    // `Bytes` made from it, and no code of this crate changes an existing file in place.
    let mapping: Mmap = unsafe { MmapOptions::new().len(len).map_copy_read_only(file)? };
    let mapping = Arc::new(mapping);
    let mut all = MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|known| known.strong_count() > 0);
    all.push(Arc::downgrade(&mapping));
    drop(all);
    Ok(Bytes::from_owner(Shared(mapping)))
}

/// Gives the resident pages of all mapped files back to the system and returns the bytes of these
/// files. Reading goes on as before; the first access to a page is slower.
pub(crate) fn release_pages() -> usize {
    let all = MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner);
    let mapped: Vec<Arc<Mmap>> = all.iter().filter_map(Weak::upgrade).collect();
    drop(all);
    for mapping in &mapped {
        // SAFETY: the pages are private and were never written, so their content is that of the
        // file, and the next access reads the same content again. Files that another process
        // changes are as above. Where the system refuses, the pages stay.
        let _ = unsafe { mapping.unchecked_advise(UncheckedAdvice::DontNeed) };
    }
    mapped.iter().map(|mapping| mapping.len()).sum()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn released_pages_are_read_again() {
        let mut file = tempfile::tempfile().unwrap();
        let bytes: Vec<u8> = (0..300_000u32).flat_map(u32::to_le_bytes).collect();
        file.write_all(&bytes).unwrap();
        let mapped = map(&file, bytes.len()).unwrap();
        assert!(mapped == bytes);
        assert!(release_pages() >= bytes.len());
        assert!(mapped == bytes);
        let slice = mapped.slice(4096..8192);
        drop(mapped);
        assert!(release_pages() >= bytes.len(), "a slice keeps the mapping");
        assert_eq!(slice[..], bytes[4096..8192]);
    }
}
