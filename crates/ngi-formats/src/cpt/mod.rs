//! CTPT (`.cpt`): control points of a model, places and directions that have names. Feet stand at
//! them, effects hang on them, cameras look along them.
//!
//! ```text
//! 0x00  u32       count
//! 0x04            so many points of 36 bytes
//!                 so many names, char[32] each
//!
//! 0x00  f32       0 or -0, rarely something else
//! 0x04  i32       the node in whose frame the point is
//! 0x08  i32       the node that carries it
//! 0x0C  f32[3]    where it is
//! 0x18  f32[3]    a direction, or a size
//! ```
//!
//! [`Points`] reads without copying, [`PointsBuf`] owns what it read, changes it and writes it.
//!
//! ```
//! use ngi_formats::FixedStr;
//! use ngi_formats::cpt::{Place, PointBuf, Points, PointsBuf};
//!
//! let place = Place { node: 3, carrier: 3, position: [0.0, 1.5, 0.2], ..Place::default() };
//! let foot = PointBuf { place, name: FixedStr::new(b"LeftFoot")? };
//! let bytes = PointsBuf::of(vec![foot]).write()?;
//!
//! let points = Points::read(&bytes)?;
//! assert_eq!(points.find(b"leftfoot"), Some(0));
//! assert_eq!(points.get(0).map(|point| point.place.node), Some(3));
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
pub use types::{Head, Place, PointBuf, PointName, Points, PointsBuf};
