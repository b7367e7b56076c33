//! NRes: the engine's archive. Models, material libraries, maps: almost every file is one.
//!
//! ```text
//! 0x00  "NRes"
//! 0x04  u32  version, 0x100
//! 0x08  i32  entry count
//! 0x0C  u32  total size, equal to the file's length
//! 0x10       payloads, each starting on a multiple of 8
//! end − count·64   directory: 64 bytes per entry
//!
//! entry
//! 0x00  u32       type id: a FourCC such as `MAT0`, or a small number
//! 0x04  u32       attr1
//! 0x08  u32       attr2
//! 0x0C  u32       size
//! 0x10  u32       attr3
//! 0x14  char[36]  name, NUL-terminated
//! 0x38  u32       payload offset from the start of the file
//! 0x3C  u32       sort index
//! ```
//!
//! The sort index is a table laid over the entries: slot *i* holds the directory index of the
//! *i*-th name in case-insensitive order. [`Archive`] reads without copying, [`check`] collects
//! findings, [`Editor`] changes an archive and leaves every byte nobody asked to change.

mod check;
pub mod codes;
mod document;
mod edit;
mod kaitai;
mod layout;
mod read;
mod rebuild;
mod recover;
mod sort;
#[cfg(test)]
mod tests;
mod types;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, ENTRY, PARTS, PartFile, Payloads, Pieces, members, remains, tree};
pub use edit::{Editor, NewEntry, rename};
pub use kaitai::{KAITAI, RECORDS};
pub use layout::{Region, Regions, Slot};
pub use read::{Archive, Entry};
pub use rebuild::rebuild;
pub use recover::recover_header;
pub use sort::SortMode;
pub use types::{
    ALIGNMENT, ENTRY_SIZE, EntryRecord, HEADER_SIZE, Header, MAGIC, NAME_SIZE, TypeId, VERSION,
    is_archive,
};
