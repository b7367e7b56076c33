//! The stored records of a model, field by field.

mod animation;
mod batch;
pub(crate) mod edges;
mod labels;
mod node;
mod path;
mod slot;
mod vertex;

pub use animation::{Key, QuaternionOrder};
pub use batch::{Batch, BatchWord, Triangle, TriangleFlags};
pub use labels::{Label, LabelRef, Labels};
pub use node::{LEVELS, LegacyNode, NONE, Node, NodeFlags, NodeName, STAGES};
pub use path::{PathGraph, PathLink, PathNode};
pub use slot::{Aabb, Cylinder, Header, Slot, Sphere};
pub use vertex::{LightmapUv, Normal, Tangents, Uv};
