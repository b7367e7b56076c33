//! Geometry that models and landscapes have in common: boxes, spheres, packed normals, and which
//! faces share an edge.

pub(crate) mod adjacency;
pub mod bounds;
pub(crate) mod edges;
pub(crate) mod follow;
mod normal;
pub(crate) mod shading;
mod shapes;
mod sphere;
pub(crate) mod vector;

pub(crate) use normal::nearest;
pub use normal::{Normal, encode_normal, encode_triangle_normal};
pub use shapes::{Aabb, Cylinder, Header, Sphere};

/// The index that names nothing: no parent, no map, no slot, no neighbour, no room.
pub const NONE: u16 = 0xFFFF;
