//! NDPR (`.ndp`): what each node of a model can bear, and what is seen when it bursts.
//!
//! ```text
//! 0x00  u32  count
//! 0x04       so many records of 76 bytes, one for each node of the model
//!
//! 0x00  u32       flags
//! 0x04  f32       hit points
//! 0x08  f32       density
//! 0x0C  char[32]  archive of an explosion
//! 0x2C  char[32]  the explosion in it
//! ```
//!
//! [`Nodes`] reads without copying, [`NodesBuf`] owns what it read, changes it and writes it.
//!
//! ```
//! use ngi_formats::fxid::Reference;
//! use ngi_formats::ndp::{NodeLife, Nodes, NodesBuf};
//!
//! let explosion = Reference::new(b"weapon.rlb", b"small.exp")?;
//! let hull = NodeLife { hit_points: 450.0, explosion, ..NodeLife::default() };
//! let bytes = NodesBuf::of(vec![hull]).write()?;
//! assert_eq!(bytes.len(), 4 + 76);
//! assert_eq!(Nodes::read(&bytes)?.records().get(0), Some(hull));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
#[cfg(test)]
mod tests;
mod types;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use types::{Head, INDESTRUCTIBLE, NodeFlags, NodeLife, Nodes, NodesBuf};
