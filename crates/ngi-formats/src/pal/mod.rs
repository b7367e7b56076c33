//! Palettes: 256 colours for textures that store one byte a pixel, and the bank they come from.
//!
//! ```text
//! 0x000  256 × { u8 blue, u8 green, u8 red, u8 unread }
//! 0x400  "Ipol"                      where there is a table
//! 0x404  u8[256][256]                the table: a palette index for every pair of indices
//! ```
//!
//! `palettes.lib` holds up to 286 of them, named `A.PAL`, `A0.PAL` … `A9.PAL`, `B.PAL` … `Z9.PAL`.
//! A texture picks one with the letters behind the dot of its name: see [`texture_palette`].
//!
//! [`PaletteFile`] is such a file, [`Palette`] the colours alone, [`Slot`] a place in the bank,
//! `Nearest` (feature `texm`) finds the colour of a palette that is closest to another.

mod bank;
mod check;
pub mod codes;
mod document;
mod file;
#[cfg(feature = "texm")]
mod nearest;
#[cfg(test)]
mod tests;
mod types;

pub use bank::{
    BAD_TEXTURE_NAME, LETTERS, LONGEST_STEM, SLOTS, Slot, VARIANTS, texture_dot, texture_palette,
};
pub use check::{check, check_name};
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use file::{PaletteFile, TABLE_MAGIC, TABLE_SIZE, Table};
#[cfg(feature = "texm")]
pub use nearest::Nearest;
pub use types::{COLOURS, PALETTE_SIZE, Palette, Rgba};
