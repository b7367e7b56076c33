//! BASE (`.bas`): where a building stands. Rings of corners in the model's own space: along the
//! inner ones the ground is cut out, the outer ones bound what is cut anew.
//!
//! ```text
//! u32  inner rings, each:
//!        u32     n corners
//!        f32[3]  n + 1 times: the corners, and the first once more
//!        u32     n triangles of the model, and then
//!        u32     n corners of these: where the ring was traced
//! u32  outer rings, each:
//!        u32     n corners
//!        f32[3]  n + 1 times
//! ```
//!
//! [`Base`] reads without copying, [`BaseBuf`] owns what it read, changes it and writes it.
//!
//! ```
//! use ngi_formats::bas::{Base, BaseBuf, RingBuf};
//!
//! let ring = |side: f32| {
//!     RingBuf::closed(vec![[0.0, 0.0, 0.0], [side, 0.0, 0.0], [side, side, 0.0]])
//! };
//! let base = BaseBuf { inner: vec![ring(8.0)?.traced(vec![0, 0, 0], vec![0, 1, 2])?],
//!                      outer: vec![ring(12.0)?], ..BaseBuf::default() };
//! let bytes = base.write()?;
//! let ring = Base::read(&bytes)?.inner(0).ok_or("no ring")?;
//! assert_eq!(ring.area(), 32.0);
//! assert!(ring.is_closed());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
pub mod codes;
mod document;
mod edit;
mod read;
#[cfg(test)]
mod tests;
mod types;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use edit::{BaseBuf, RingBuf, follow, mend};
pub use read::{Base, Ring};
pub use types::{Corner, RingHead, RingSet};
