//! A game folder of the NGI engine: archives are folders, names ignore case, writes are atomic.
//!
//! * [`locate`] finds what a path of the command line names, on into archives and archives inside
//!   them: `static.rlb/s_tree_0_04.msh/3`. [`Vfs`] does the same for a mounted game: one or more
//!   roots laid over each other, on disk or in memory.
//! * A [`Node`] is what was found: a folder, a file, or an entry of an archive, with its bytes,
//!   its children, and everything below it ([`Node::walk`]). Files are memory-mapped and payloads
//!   are slices of them, so looking at a large archive costs what is looked at.
//! * [`rewrite`] gives an entry other bytes, however deep it lies, and keeps every byte that need
//!   not change. [`save`] writes whole files, or nothing, and keeps backups.
//! * [`transaction`] changes several files together, all or none, even if the program is stopped
//!   in between; [`transaction::undo`] takes the last change of a game folder back.
//!
//! After the part of a path that is a file, each part names an entry: by `name` (ASCII case
//! ignored), by `name@TYPE` where several share the name, by `#INDEX`, or by type number. What is
//! ambiguous is an error that lists the choices; nothing is guessed.
//!
//! ```
//! use ngi_formats::nres::{Editor, NewEntry};
//! use ngi_vfs::{MemoryRoot, Vfs, rewrite};
//!
//! // A model, which is an archive, inside a library, which is one too.
//! let mut model = Editor::new();
//! model.add(NewEntry::new(1, "tree")?, b"nodes".as_slice())?;
//! model.add(NewEntry::new(3, "tree")?, b"positions".as_slice())?;
//! let mut library = Editor::new();
//! library.add(NewEntry::new(*b"MESH", "s_tree_0_04.msh")?, model.write()?)?;
//!
//! // Mount it; a real game would be `Vfs::open("path/to/game")`.
//! let vfs = Vfs::in_memory(MemoryRoot::new().with("static.rlb", library.write()?)?);
//! let positions = vfs.locate(r"STATIC.RLB\S_Tree_0_04.msh\3")?;
//! assert_eq!(positions.path(), "static.rlb/s_tree_0_04.msh/tree@3");
//! assert_eq!(positions.bytes()?, "positions");
//!
//! // Change it: both archives around it are rebuilt, and the file is replaced in one step.
//! rewrite(&positions, b"other positions", false)?;
//! assert_eq!(vfs.read("static.rlb/s_tree_0_04.msh/tree@3")?, "other positions");
//! assert_eq!(vfs.read("static.rlb/s_tree_0_04.msh/tree@1")?, "nodes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod container;
mod disk;
mod error;
mod game;
mod input;
mod layered;
mod locate;
#[cfg(unix)]
mod mmap;
mod node;
mod rewrite;
mod root;
pub mod save;
mod segment;
#[cfg(test)]
pub(crate) mod tests;
pub mod transaction;
mod vfs;
mod walk;

pub use bytes::Bytes;
pub use container::{Container, ContainerKind, EntryInfo, Record};
pub use disk::{Reading, shown};
pub use error::{Error, Fault, Result};
pub use game::{GAME_MARKERS, find_game, is_game_folder};
pub use input::{MOST_INPUT_BYTES, read_input};
pub use layered::LayeredRoot;
pub use locate::locate;
pub use node::{Children, MAX_DEPTH, Node, NodeKind};
pub use rewrite::{rewrite, rewrite_with, rewritten};
pub use root::{DiskRoot, Item, MemoryRoot, Root};
pub use segment::split as split_path;
pub use vfs::{Hidden, Vfs};
pub use walk::{LinkGuard, Walk};

/// Gives the resident pages of all mapped files back to the system, for a program that waits for its
/// user. Returns the size of these files, which is 0 on systems where files are read instead of
/// mapped. Reading goes on as before; the first access to a page is slower.
pub fn release_pages() -> usize {
    #[cfg(unix)]
    return mmap::release_pages();
    #[cfg(not(unix))]
    0
}
