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

mod accessors;
mod areals;
mod axes;
mod batches;
mod buffer;
mod carry;
mod clip;
mod clips;
mod draft;
mod dress;
mod export;
mod extras;
mod file;
pub(crate) mod fit;
mod ground;
mod import;
mod levels;
mod libraries;
mod looks;
mod mapping;
mod matching;
mod materials;
mod merge;
mod motions;
mod names;
mod open;
mod paint;
mod places;
mod portals;
mod reference;
mod rigid;
mod rows;
mod scene;
mod shown;
mod skins;
mod soup;
mod standing;
mod surfaces;
mod textures;
mod tracks;
mod uris;
mod webp;
mod world;

pub(crate) use axes::Turn;
pub(crate) use buffer::Builder;
pub(crate) use clip::Pose;
pub(crate) use draft::{Draft, DraftMesh, DraftNode, DraftPart, DraftVertex};
pub(crate) use dress::Dress;
pub(crate) use export::{Cells, Choice, Made, cells_of, export_model, unit_normal};
pub(crate) use extras::{MaterialExtras, ObjectExtras, SceneExtras};
pub(crate) use file::{Container, write_file};
pub(crate) use import::{Found, Wanted, import_model};
pub(crate) use looks::{Alpha, Looks, SceneMaterial};
pub(crate) use motions::Rate;
pub(crate) use names::{base_name, cell_of_name, without_number};
pub(crate) use open::refuse;
pub(crate) use places::{Ground, add_land, export_place};
pub(crate) use reference::Reference;
pub(crate) use rows::Rows;
pub(crate) use scene::MOST_FACES;
pub(crate) use soup::{read_areals, read_soup};
pub(crate) use surfaces::{
    Pictures, Surface, SurfaceKey, Surfaces, first_texture, link_pictures, table_number,
};
pub(crate) use uris::is_plain_name;
pub(crate) use world::Assembler;

pub(crate) use ngi_engine::model::FRAMES_PER_SECOND;
