//! Landscapes: the ground of a level, `Land.msh`.
//!
//! A landscape is an [NRes archive](crate::nres) whose entries are tables, told apart by their
//! type. Shipped files hold them in this order, all named `Land`:
//!
//! ```text
//!  1  squares     38 bytes  four words, then 15 cells; attr2 = squares across
//!  2  cells      140, then 68 bytes  corners of the map; run of faces, box, sphere
//!  3  positions   12 bytes  f32 x, y, z: x east, y north, z up
//!  4  normals      4 bytes  i8 x, y, z / 127
//!  5  uvs          4 bytes  u16 u, v / 1024: texture of both materials
//! 18  micro_uvs    4 bytes  u16 u, v / 1024: microtexture
//! 14  alphas       4 bytes  f32: alpha of the second material (may be missing)
//! 11  order        4 bytes  u16 face, u8 flags, u8: baked draw order
//! 21  faces       28 bytes  flags, two materials, vertices, neighbours, normal, twin codes
//! ```
//!
//! A square has two cells: one per level of detail. Level 0 is what questions are asked of; level
//! 1 is drawn far away. A cell is a run of faces.
//!
//! [`Landscape`] reads without copying and proves every reference once. [`check`] collects
//! findings. [`LandscapeDoc`] owns all tables, changes them and writes back what it read.

mod check;
pub mod chunk;
mod doc;
mod flags;
mod grid;
pub mod masks;
mod prove;
mod read;
#[cfg(test)]
mod tests;
mod types;
mod view;
mod write;

pub use check::{CODES, check, check_landscape, codes, read_strict};
pub use doc::LandscapeDoc;
pub use flags::{DrawFlags, FaceFlags};
pub use grid::Grid;
pub use masks::FaceFilter;
pub use read::{Landscape, Tables};
pub use types::{
    Cell, DrawEntry, Face, GroundUv, LEVELS, MICRO_TURN, MOST_FACES, NO_MATERIAL, Square, UV_STEPS,
};
pub use view::DrawBatch;
