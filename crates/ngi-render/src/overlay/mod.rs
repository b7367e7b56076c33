//! What is drawn on top of a scene: coloured lines and texts.

pub mod land;
mod shapes;

pub use shapes::{axes, boxed, circle, cylinder, grid, sphere};

/// Colours of overlays: red, green, blue, alpha.
pub mod colours {
    /// Edges of triangles.
    pub const WIRE: [u8; 4] = [225, 235, 255, 110];
    /// Normals.
    pub const NORMALS: [u8; 4] = [90, 200, 255, 220];
    /// Boxes.
    pub const BOX: [u8; 4] = [255, 200, 60, 220];
    /// Spheres.
    pub const SPHERE: [u8; 4] = [90, 220, 130, 200];
    /// Cylinders.
    pub const CYLINDER: [u8; 4] = [230, 110, 200, 200];
    /// Names of nodes.
    pub const NAMES: [u8; 4] = [255, 255, 255, 255];
    /// From a node to its parent.
    pub const BONES: [u8; 4] = [255, 255, 255, 150];
    /// Between triangles that are neighbours.
    pub const LINKS: [u8; 4] = [255, 150, 60, 200];
    /// Open edges.
    pub const OPEN: [u8; 4] = [255, 60, 60, 255];
    /// Where parts are mounted.
    pub const SOCKETS: [u8; 4] = [80, 255, 220, 255];
    /// The grid on the ground.
    pub const GRID: [u8; 4] = [255, 255, 255, 38];
    /// Every tenth line of the grid.
    pub const GRID_TENTH: [u8; 4] = [255, 255, 255, 80];
    /// East.
    pub const X: [u8; 4] = [235, 80, 70, 255];
    /// North.
    pub const Y: [u8; 4] = [110, 200, 80, 255];
    /// Up.
    pub const Z: [u8; 4] = [80, 140, 255, 255];
}
