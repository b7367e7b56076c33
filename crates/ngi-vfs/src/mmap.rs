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
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use bytes::Bytes;
use memmap2::{Mmap, MmapOptions};

/// Maps the first `len` bytes of `file`; `len` must not be zero and must fit the file.
pub(crate) fn map(file: &File, len: usize) -> io::Result<Bytes> {
    // SAFETY: see the module's comment. The mapping is private and read-only, it is owned by the
    // `Bytes` made from it, and no code of this crate changes an existing file in place.
    let mapping: Mmap = unsafe { MmapOptions::new().len(len).map_copy_read_only(file)? };
    Ok(Bytes::from_owner(mapping))
}
