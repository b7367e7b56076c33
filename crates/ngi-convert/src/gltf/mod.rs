//! glTF 2.0: models out, and back in.
//!
//! What goes where:
//!
//! | the game | glTF |
//! |---|---|
//! | node | node with the same name, below the same parent, at its rest pose |
//! | slot: geometry of a node at a damage stage and level | mesh |
//! | batch: faces that share a material | primitive |
//! | wear row, lightmap, batch flags | material |
//! | keys | one clip, translation and rotation, keys where the game has them |
//!
//! Axes: the game has z up, glTF y up: `(x, y, z)` becomes `(x, z, −y)`, a rotation, so that left
//! stays left. A unit is a metre in both.
//!
//! What glTF has no word for goes into `extras.ngi`: numbers, names and flags, never geometry. An
//! import finds its way back with them, and does without them where they are lost.

mod axes;
mod buffer;
mod carry;
mod clip;
mod draft;
mod export;
mod extras;
mod file;
mod import;
mod materials;
mod merge;
mod open;
mod rows;
mod scene;
mod skins;
mod surfaces;
mod ways;

pub(crate) use axes::Turn;
pub(crate) use export::{Cells, Choice, export_model};
pub(crate) use file::{Container, write_file};
pub(crate) use import::{Wanted, import_model};
pub(crate) use rows::Rows;
pub(crate) use surfaces::{Surfaces, wear_beside};

/// Frames per second of exported clips, unless asked otherwise. No file of the game names a rate:
/// this is a stand-in.
pub const FRAMES_PER_SECOND: f32 = 25.0;
