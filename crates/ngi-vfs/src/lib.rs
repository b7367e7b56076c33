//! A game folder of the NGI engine: archives are folders, names ignore case, writes are atomic.

mod container;
mod disk;
mod error;
mod game;
mod index;
mod locate;
#[cfg(any(unix, windows))]
mod mmap;
mod node;
mod root;
pub mod save;
mod segment;
#[cfg(test)]
mod tests;
mod vfs;
mod walk;

pub use bytes::Bytes;
pub use container::{Container, ContainerKind, EntryInfo, Record};
pub use disk::Reading;
pub use error::{Error, Fault, Result};
pub use game::{GAME_MARKERS, find_game, is_game_folder};
pub use locate::locate;
pub use node::{Children, MAX_DEPTH, Node, NodeKind};
pub use root::{DiskRoot, Item, MemoryRoot, Root};
pub use vfs::{Hidden, Vfs};
pub use walk::Walk;
