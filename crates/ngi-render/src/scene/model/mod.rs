//! Models: hierarchy, animation, levels and stages, materials over time.

mod asset;
mod draw;
mod layout;
mod overlays;
mod pick;
mod scene;
mod shadow;

pub use asset::{Batch, ModelAsset, Node, Slot};
pub use draw::{Placed, Posed, Shown, Worn, draw, draw_posed};
pub use scene::ModelScene;
pub use shadow::Contact;
