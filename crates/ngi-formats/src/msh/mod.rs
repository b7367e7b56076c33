//! MSH: models. Robots, buildings, trees: nodes, geometry by damage stage and level, keys.
//!
//! A model is an [NRes archive](crate::nres) whose entries are tables, told apart by their type:
//!
//! ```text
//!  1  nodes          38 bytes  flags, parent, map start, fallback key, 3 stages × 5 levels of slots
//!  2  bounds, slots  140, then 68 bytes  ranges of triangles and batches, box, sphere, area, volume
//!  3  positions      12 bytes  f32 x, y, z in the space of the node
//!  4  normals         4 bytes  i8 x, y, z / 127
//!  5  UVs             4 bytes  i16 u, v / 1024
//!  6  indices         2 bytes  u16, added to the batch's base vertex
//!  7  triangles      16 bytes  flags, neighbours, face normal, twin codes
//!  8  keys           24 bytes  f32 x, y, z, time; i16 w, x, y, z / 32767
//!  9  names          32 bytes  node names
//! 10  labels         u32 length, text, NUL
//! 13  batches        20 bytes  flags, material, lightmap, room, indices, vertices
//! 15  extra           8 bytes  unknown, per vertex
//! 16  tangents        8 bytes  two packed vectors, per vertex
//! 17  paths          20 bytes per place, 40 per link
//! 18  lightmap UVs    4 bytes  u16 u, v / 1024
//! 19  frame map       2 bytes  key by frame, a block per animated node
//! 20  probes         unresolved
//! ```
//!
//! [`Model`] reads without copying and proves every reference once. [`check`] collects findings.
//! [`ModelDoc`] owns all tables, changes them and writes back what it read. [`Blueprint`] says
//! what a model is made of and builds one from nothing.
//!
//! ```
//! use ngi_formats::msh::{Blueprint, Mesh, Model, PlainNode};
//!
//! // A model from nothing: one node, one triangle.
//! let mut plan = Blueprint::new("flag");
//! let pole = plan.add_node(PlainNode::new("pole"));
//! let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
//! plan.set_mesh(pole, 0, 0, Mesh::from_triangles(&corners, 0))?;
//! let bytes = plan.build()?.write()?;
//!
//! let model = Model::read(&bytes)?;
//! assert_eq!(model.node_name(0), "pole");
//! let slot = model.slot(0, 0, 0).ok_or("no slot")?;
//! let (batch, _) = model.slot_batches(&slot).next().ok_or("no batch")?;
//! assert_eq!(model.batch_faces(batch).next(), Some([0, 1, 2]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod doc;
mod edit;
mod make;
pub mod pose;
mod prove;
mod range_max;
mod read;
mod remove;
pub mod resource;
#[cfg(test)]
pub(crate) mod tests;
mod types;
mod view;
mod write;

pub use crate::geometry::{
    Aabb, Cylinder, Header, NONE, Normal, Sphere, bounds, encode_normal, encode_triangle_normal,
};
pub use crate::schema::{Record, Stream};
pub use crate::tables::{OwnedTable, TableEntry};
pub use check::{CODES, Straddle, check, check_model, codes, read_strict, straddling};
pub use doc::PathTables;
pub use make::{
    Blueprint, Change, Dependency, Derived, EncodedTracks, Face, Mesh, Part, PlainNode, Streams,
    Track, Update, Vertex, encode_quaternion, encode_tracks, encode_uv, link,
};
pub use read::{Located, MeshKind, Model, locate};
#[doc(inline)]
pub use resource::{ModelDoc, Tables};
pub use types::{
    Batch, BatchWord, Key, LEVELS, Label, LabelRef, Labels, LegacyNode, LightmapUv, Node,
    NodeFlags, NodeName, PathGraph, PathLink, PathNode, QuaternionOrder, STAGES, Slot, Tangents,
    Triangle, TriangleFlags, Uv,
};
