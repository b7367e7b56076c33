//! RsLi, also called "NL": the engine's archive for packed files, such as fonts and sprites.
//!
//! ```text
//! 0x00  "NL"
//! 0x02  u8   0
//! 0x03  u8   version, 1
//! 0x04  i16  entry count
//! 0x06  i16  entry count again, in shipped files
//! 0x08       6 unknown bytes
//! 0x0E  u16  0xABBA where the sort table on disk is ready
//! 0x10  u32  sum of all unpacked sizes, in shipped files
//! 0x14  u32  seed: its low 16 bits are the key of the table
//! 0x18       8 unknown bytes
//! 0x20       table: 32 bytes per entry, enciphered as one stream
//!            payloads, in any order, not aligned
//! end − 6    optional trailer: "AO", u32 overlay that all offsets count from
//!
//! entry
//! 0x00  char[12]  name, upper case
//! 0x0C            4 unknown bytes
//! 0x10  i16       flags; the method is `flags & 0x1E0`
//! 0x12  i16       sort to original: slot of the sort table, and key of the payload
//! 0x14  u32       unpacked size
//! 0x18  u32       payload offset
//! 0x1C  u32       packed size
//! ```
//!
//! The sort table is laid over the entries: slot *i* holds the directory index of the *i*-th name
//! in order. Without `0xABBA` the engine makes it in memory, and that table also gives the keys.
//!
//! [`Archive`] reads without copying payloads, [`check`] collects findings, [`Editor`] changes an
//! archive and leaves every byte nobody asked to change, [`codec`] packs and unpacks.
//!
//! ```
//! use ngi_formats::rsli::{Archive, Editor, Method, NewEntry};
//!
//! let mut editor = Editor::new();
//! editor.add(NewEntry::new("font.tex", Method::LZSS)?, b"tic tac tic tac tic tac".as_slice())?;
//! let file = editor.write()?;
//!
//! let archive = Archive::read_strict(&file)?;
//! let font = archive.find(b"Font.tex").expect("just added");
//! assert_eq!(font.unpack()?, b"tic tac tic tac tic tac");
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codec;
pub mod codes;
mod document;
mod edit;
mod kaitai;
mod layout;
mod read;
mod rebuild;
#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]
mod tests;
mod types;
mod write;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, ENTRY, ORIGINAL, Payloads, remains, tree};
pub use edit::{Editor, NewEntry};
pub use kaitai::{KAITAI, RECORDS};
pub use layout::{Region, Slot};
pub use read::{Archive, Entry};
pub use rebuild::rebuild;
pub use types::{
    ENTRY_SIZE, EntryRecord, HEADER_SIZE, Header, MAGIC, MAX_ENTRIES, Method, NAME_SIZE,
    SORT_READY, TRAILER_MAGIC, TRAILER_SIZE, Trailer, VERSION, is_archive,
};
pub use write::write;
