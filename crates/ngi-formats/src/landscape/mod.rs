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
//!  5  material_uvs 4 bytes  u16 u, v / 1024: texture of both materials
//! 18  micro_uvs   4 bytes  u16 u, v / 1024: microtexture
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
//! [`GroundPlan`] makes a landscape from a grid of heights.
//!
//! ```
//! use ngi_formats::landscape::{GroundPlan, Landscape};
//!
//! // A hill on a map of 80 × 80 units: 8 × 8 quads in 2 × 2 squares.
//! let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
//! let top = plan.point(4, 4).ok_or("no such point")?;
//! plan.heights[top] = 5.0;
//! let bytes = plan.build()?.write()?;
//!
//! let land = Landscape::read(&bytes)?;
//! assert_eq!(land.level_faces(0).len(), 128);
//! assert_eq!(land.level_faces(1).len(), 32);
//! let square = land.grid().and_then(|grid| grid.square_at(75.0, 5.0));
//! assert_eq!(square, Some(2)); // squares are counted along y first
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
pub mod chunk;
mod doc;
mod edit;
mod flags;
mod grid;
mod level;
pub(crate) mod make;
pub mod masks;
mod prove;
mod read;
#[cfg(test)]
pub(crate) mod tests;
mod types;
mod view;
mod write;

pub use check::{CODES, Straddle, check, check_landscape, codes, read_strict, straddling};
#[doc(inline)]
pub use chunk::{LandscapeDoc, Tables};
pub use flags::{DrawFlags, FaceFlags};
pub use grid::Grid;
pub use level::{LEVEL_CODES, LevelParts, check_level};
pub use make::{Change, Derived, GroundPlan, Lake, Near, Sculpt, Surface, Touched};
pub use masks::FaceFilter;
pub use read::{Landscape, is_landscape};
pub use types::{
    Cell, DrawEntry, Face, GroundUv, LEVELS, MICRO_TURN, MOST_FACES, NO_MATERIAL, Square, UV_STEPS,
};
pub use view::DrawBatch;
