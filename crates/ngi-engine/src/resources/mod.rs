//! The engine's own resource calls, for those who write an engine.
//!
//! [`ResourceManager`] opens archives by path or from memory, finds entries by type or name,
//! hands out their data and attributes, and writes archives that were opened for writing when
//! they are closed. Archives are cached by path with a reference count: one that nobody refers to
//! is dropped after ten seconds, unless it was opened as cacheable. The manager has no clock of
//! its own; the calls that need one are told the time.
//!
//! [`Libraries`] does the same for RsLi libraries, which the engine only reads.
//!
//! The original names, as far as they are known (`niOpenResFile`, `niOpenResInMem`, `niFindRes`,
//! `niReadData`, …), stand in the comments of the calls that do their work.
//!
//! ```
//! use std::time::Duration;
//!
//! use ngi_engine::resources::{OpenFlags, ResourceManager};
//! use ngi_formats::nres::{Editor, NewEntry};
//! use ngi_vfs::{MemoryRoot, Vfs};
//!
//! let mut editor = Editor::new();
//! editor.add(NewEntry::new(3, "Land")?, b"positions".as_slice())?;
//! let vfs = Vfs::in_memory(MemoryRoot::new().with("DATA/Land.msh", editor.write()?)?);
//!
//! let mut resources = ResourceManager::new(vfs);
//! let now = Duration::ZERO;
//! let land = resources.open(r"data\land.msh", OpenFlags::NONE, now)?;
//! let positions = resources.find_by_type(land, 3.into(), 0, 0)?.ok_or("no positions")?;
//! assert_eq!(resources.data(land, positions)?, "positions");
//! resources.close(land, now)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archive;
mod faults;
mod handles;
mod library;
mod manager;
#[cfg(test)]
mod tests;

use std::ops::BitOr;
use std::time::Duration;

use ngi_formats::FixedStr;
use ngi_formats::nres::{EntryRecord, NAME_SIZE, TypeId};

pub use handles::{ArchiveHandle, LibraryHandle};
pub use library::Libraries;
pub use manager::ResourceManager;

/// How long an archive that nobody refers to stays in the cache.
pub const IDLE: Duration = Duration::from_secs(10);

/// How to open an archive; the bits are the engine's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct OpenFlags(pub u32);

impl OpenFlags {
    /// Nothing special: read-only, dropped when idle.
    pub const NONE: Self = Self(0);
    /// The file will be read from front to back. A hint, taken and not acted upon: mapped files
    /// are read ahead by the system.
    pub const SEQUENTIAL: Self = Self(1);
    /// The archive may be changed; it is saved when its last handle is closed.
    pub const READ_WRITE: Self = Self(2);
    /// The archive stays in the cache when nobody refers to it.
    pub const CACHEABLE: Self = Self(4);
    /// No header is checked; the whole file is the only entry.
    pub const RAW: Self = Self(8);

    /// Whether all bits of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for OpenFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What the directory says about an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attributes {
    /// The type id.
    pub type_id: TypeId,
    /// First attribute.
    pub attr1: u32,
    /// Second attribute.
    pub attr2: u32,
    /// Third attribute.
    pub attr3: u32,
    /// Bytes of the data.
    pub size: u32,
    /// The name.
    pub name: FixedStr<NAME_SIZE>,
}

impl From<EntryRecord> for Attributes {
    fn from(record: EntryRecord) -> Self {
        let EntryRecord { type_id, attr1, attr2, size, attr3, name, .. } = record;
        Self { type_id, attr1, attr2, attr3, size, name }
    }
}
