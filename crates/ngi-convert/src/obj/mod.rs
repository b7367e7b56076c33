//! Wavefront OBJ: models out, and back in as static geometry.
//!
//! An object per node, stage and level, named `torso.stage0.lod0`, as it stands at rest (or at
//! `--frame`): an OBJ knows no nodes. Axes are the game's, z up, unless asked otherwise. An OBJ
//! counts v from below, so it is flipped. Everything an OBJ has no word for (nodes, keys, unknown
//! bytes, lightmaps) an import takes from its reference.

mod axes;
mod header;
mod import;
mod mtl;
mod names;
mod read;
mod soup;
mod write;

pub(crate) use import::{ObjWanted, import_obj};
pub(crate) use mtl::add_material;
pub(crate) use names::word;
pub(crate) use soup::read_soup;
pub(crate) use write::{ObjChoice, export_obj};
