//! Land.map: the areals of a level. Polygons that tile the ground, who borders on whom, and a
//! grid that finds the areal under a point.
//!
//! The file is an NRes archive with one entry of type 12 named `ArealMap`. The entry's attr1 is
//! how many areals there are; the payload does not repeat it.
//!
//! ```text
//!            areals, one after another
//! 0x00  u32  cells across
//! 0x04  u32  cells down
//!            cells, column by column (x outer, y inner):
//!              u16 count, u16 areal so many times
//!
//! areal
//! 0x00  f32[3]  anchor: the areal's centre; z is 0 in the game
//! 0x0C  f32     0
//! 0x10  f32     area
//! 0x14  f32[3]  normal, of length 1
//! 0x20  u32     walkable: 0 or 1
//! 0x24  u32     0
//! 0x28  u32     class; all of 0xF0 set is a lake
//! 0x2C  u32     0
//! 0x30  u32     V, corners
//! 0x34  u32     B, blocks; 0 in the game
//! 0x38  f32[3]  V times: the polygon, anticlockwise
//!       i32[2]  V + 3·B times: areal across the edge, and the twin of the edge over there;
//!               −1, −1 where there is none. The first V belong to the polygon's edges.
//!               B times: u32 n, then f32[3] n times
//! ```
//!
//! In memory the engine packs a cell into a word, see [`PackedCell`].
//!
//! [`ArealMap`] is a view of a payload, [`ArealMapBuf`] the same as values to change, [`Plan`]
//! makes one from polygons, [`check`] collects findings, [`message`] has the engine's own words.
//!
//! ```
//! use ngi_formats::arealmap::{self, Plan};
//!
//! // Two squares side by side.
//! let mut plan = Plan::new(4, 4);
//! plan.add(&[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0], [0.0, 10.0, 0.0]]);
//! plan.add(&[[10.0, 0.0, 0.0], [20.0, 0.0, 0.0], [20.0, 10.0, 0.0], [10.0, 10.0, 0.0]]).class(2);
//! let file = plan.build()?.write_file()?;
//!
//! let map = arealmap::read_file(&file)?;
//! let left = map.areal(0).ok_or("not there")?;
//! let link = left.links().nth(1).ok_or("no edge")?;
//! assert_eq!((link.areal, link.edge), (1, 3));
//! assert_eq!(map.cell(3, 0).map(|cell| cell.collect()), Some(vec![1]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boxes;
mod cells;
mod check;
mod cut;
mod document;
mod edit;
mod file;
pub mod geometry;
mod grid;
mod kaitai;
mod make;
pub mod message;
mod packed;
mod read;
mod summary;
#[cfg(test)]
mod tests;
mod types;
mod write;

pub use cells::Cells;
pub use check::{CODES, check, check_chunk, check_map, codes, engine_message};
pub use document::{AREAL_FORM, DOCUMENT, Grid, TABLE, areal_of, file_tree, make, tree};
pub use edit::ArealMapBuf;
pub use file::{ArealMapFile, CHUNK, ENTRY_NAME, is_areal_map, read_file};
pub use grid::GridFrame;
pub use kaitai::{KAITAI, RECORDS};
pub use make::{Plan, PlannedAreal};
pub use packed::{MOST_IN_CELL, MOST_IN_POOL, PackedCell, PackedCells};
pub use read::{ArealMap, ArealRef};
pub use summary::{LakeFinder, Summary};
pub use types::{
    Areal, ArealHead, Class, Counts, GAME_CELLS, GridHead, Link, MOST_AREALS, Walkable,
};
