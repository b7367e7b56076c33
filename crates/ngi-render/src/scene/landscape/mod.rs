//! The ground of a level: what of it is drawn, and with what.

mod choose;
mod discs;
mod draw;
mod mesh;
mod mirror;
mod reshape;
mod skirts;

pub use choose::{Chosen, Detail, Drawn, GroundView};
pub use discs::{Disc, add_discs};
pub use draw::{GroundPainter, Paint, Reflection, Wears};
pub use mesh::{Coat, FaceKind, GroundMesh, GroundVertex, Run, SquareRuns};
pub use mirror::{Mirror, RIPPLE_SIDE, drift, ripple};
pub use reshape::Reshaped;
