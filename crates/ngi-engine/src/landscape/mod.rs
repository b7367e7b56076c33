//! Landscapes at run time: what the engine asks of the ground.
//!
//! | question | answered by |
//! |---|---|
//! | how high is the ground here | [`Ground::height`] |
//! | what does a walker stand on | [`Ground::walk`], [`Ground::follow`] |
//! | what does a shot, a look meet | [`Ground::segment`], [`Ground::ray`] |
//! | what is under the mouse | [`Ground::nearest`] |
//! | which faces are in a box | [`Ground::faces_in_box`] |
//! | who is near | [`CellLists`] |
//! | where is water | [`Ground::water`] |
//! | which level of a square is drawn | [`Ground::drawn_level`] |
//!
//! Questions are asked of level 0, the fine one. Space: x east, y north, z up.
//!
//! A number that is none, or infinite, meets nothing.

mod boxes;
mod cells;
mod grid;
mod ground;
mod height;
mod index;
mod rays;
#[cfg(test)]
mod tests;
mod triangle;

pub use cells::{Area, CellLists, LevelLists, Marked};
pub use grid::Grid;
pub use ground::{Ground, Parts, SquareRuns, Water};
pub use height::{Footing, MOST_STEPS, STEEPEST, round, walker};
pub use rays::{Hit, Sides};

pub use crate::model::Ray;
