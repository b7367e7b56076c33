//! What stops the manager.

use super::manager::Handle;

/// Short for a result with this module's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be loaded or shown. Nothing has changed where one is returned.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The engine has room for 70 wears and writes past it; here the 71st is refused.
    #[error("{name}: a manager holds at most {most} wears")]
    TooManyTables {
        /// The wear.
        name: String,
        /// How many fit.
        most: usize,
    },
    /// A handle has 16 bits for the row.
    #[error("{name}: {rows} rows, but a handle reaches 65,536")]
    TooManyRows {
        /// The wear.
        name: String,
        /// Its rows.
        rows: usize,
    },
    /// A cache of the engine's size has no free slot. The engine would go on past its end.
    #[error("{name}: no free slot among the {capacity} {what}, {idle} of them idle")]
    CacheFull {
        /// What was to be loaded.
        name: String,
        /// Which cache: `textures`, `lightmaps` or `materials`.
        what: &'static str,
        /// How many slots it has.
        capacity: usize,
        /// Slots that nobody uses; a sweep will free them.
        idle: usize,
    },
    /// A library could not be opened, or an entry of it not be read.
    #[error("{library}: {source}")]
    Library {
        /// Path of the library.
        library: String,
        /// Why.
        source: ngi_vfs::Error,
    },
    /// A wear could not be opened. Prints as the engine says it.
    #[error("Wear <{name}> doesn't exist.")]
    NoWear {
        /// Its name.
        name: String,
        /// Why.
        source: ngi_vfs::Error,
    },
    /// A wear's text cannot be followed.
    #[error("{name}: {source}")]
    Wear {
        /// Its name.
        name: String,
        /// Field, offset and reason.
        source: ngi_formats::Error,
    },
    /// A material's bytes cannot be followed.
    #[error("{library}/{name}: {source}")]
    Material {
        /// The library.
        library: String,
        /// The material that was taken.
        name: String,
        /// Field, offset and reason.
        source: ngi_formats::Error,
    },
    /// There is no material at all, so nothing can take the place of a missing one.
    #[error("{library}: no {name}, no DEFAULT, no first entry")]
    NoMaterial {
        /// The library.
        library: String,
        /// The material that was asked for.
        name: String,
    },
    /// A texture's name asks for a palette outside the bank of 286. The engine reads whatever
    /// lies there.
    #[error(transparent)]
    Palette(ngi_formats::Error),
    /// No table or row answers to a handle.
    #[error("no row answers to the handle {handle}")]
    NoRow {
        /// The handle.
        handle: Handle,
    },
    /// No table has this number.
    #[error("there is no wear number {table}")]
    NoTable {
        /// The number.
        table: usize,
    },
    /// A track names a phase its material does not have. The engine shows whatever lies there.
    #[error("the material of {handle} has no phase {phase}, it has {count}")]
    NoPhase {
        /// The row.
        handle: Handle,
        /// The phase.
        phase: u16,
        /// How many there are.
        count: usize,
    },
}
