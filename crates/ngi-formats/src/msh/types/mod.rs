//! The stored records of a model, field by field.

mod animation;
mod batch;
mod labels;
mod node;
mod path;
mod slot;
mod vertex;

pub use animation::{Key, QuaternionOrder};
pub use batch::{Batch, BatchWord, Triangle, TriangleFlags};
pub use labels::{Label, LabelRef, Labels};
pub use node::{LEVELS, LegacyNode, Node, NodeFlags, NodeName, STAGES};
pub use path::{PathGraph, PathLink, PathNode};
pub use slot::Slot;
pub use vertex::{LightmapUv, Tangents, Uv};
