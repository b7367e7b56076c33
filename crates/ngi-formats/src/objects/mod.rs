//! Objects: what a thing of the game is put together from. Entries of `objects.rlb`.
//!
//! A record is a list of references, 64 bytes each, and nothing else. The entry's type says what
//! kind of thing it is, its name what the thing is called.
//!
//! ```text
//! 0x00  char[32]  archive, such as "static.rlb"; empty where the place is not used
//! 0x20  char[32]  entry in it, such as "s_tree_0_04.msh"
//! ```
//!
//! [`Record`] is a view of a payload, [`RecordBuf`] the same as values to change, [`check`]
//! collects findings. A reference into the library itself names a *parent*: [`resolve`] collects
//! what a record and its parents name, and finds circles. What the game takes of that, and where
//! it is, `ngi_engine::resolve::Registry` knows.
//!
//! ```
//! use ngi_formats::nres::{Archive, Editor, NewEntry};
//! use ngi_formats::objects::{ObjectKind, Record, RecordBuf, Slot, resolve};
//!
//! let tree = RecordBuf::of(vec![Slot::new(b"static.rlb", b"tree.msh")?]);
//! let mut library = Editor::new();
//! library.add(NewEntry::new(ObjectKind::STATIC.0, "tree")?, tree.write())?;
//! let base = RecordBuf::of(vec![
//!     Slot::new(b"objects.rlb", b"tree")?,
//!     Slot::new(b"fortif.rlb", b"base.bas")?,
//! ]);
//! library.add(NewEntry::new(ObjectKind::FORT.0, "base")?, base.write())?;
//!
//! let bytes = library.write()?;
//! let archive = Archive::read(&bytes)?;
//! let resolved = resolve(&archive, b"objects.rlb", b"base")?;
//! let names: Vec<_> = resolved.parts.iter().map(|part| part.slot.member.to_string()).collect();
//! assert_eq!(names, ["tree.msh", "base.bas"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
pub mod codes;
mod document;
mod resolve;
#[cfg(test)]
mod tests;
mod types;

pub use check::{check, check_parents};
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, tree};
pub use resolve::{MOST_PARENTS, Part, Records, Resolved, Unresolved, Why, resolve};
pub use types::{LIBRARY, ObjectKind, Record, RecordBuf, Slot};
