//! Models at run time: what the engine does with an MSH file.
//!
//! | question | answered by |
//! |---|---|
//! | which streams are there, with which strides | [`Contract`] |
//! | which slot does a node show | [`slots`] |
//! | what is left of an object | [`Instance`] |
//! | where is every node at a moment | [`Skeleton`] |
//! | what can be seen | [`Frustum`], [`bounds`] |
//! | what is drawn | [`draw`] |
//! | which triangles are there, and who are their neighbours | [`triangles`] |
//! | what does a ray hit | [`Picker`] |
//! | which rooms of a building are seen | [`portals`] |
//!
//! Space: x east, y north, z up, right-handed. A [`Transform`] named `world_from_node` turns
//! points of the node into points of the world.
//!
//! What nobody has read from the game yet stands in a function of its own whose comment says
//! *stand-in*.

pub mod bounds;
pub(crate) mod bvh;
mod contract;
mod cull;
pub mod draw;
mod four;
mod instance;
mod life;
mod pick;
pub mod portals;
mod quaternion;
mod skeleton;
pub mod slots;
#[cfg(test)]
mod tests;
mod tracks;
pub mod triangles;

pub use contract::{Contract, LOAD_ORDER, Strided};
pub use cull::Frustum;
pub use instance::{CENTRAL, Central, Instance, InstanceNode, central};
pub use life::{LifeChange, StageChange, stage_of_life};
pub use pick::{Hit, PickError, PickTriangle, Picker, Ray, Sides};
pub use quaternion::{SLERP_THRESHOLD, matrix, slerp};
pub use skeleton::{Moment, PoseError, RootTranslation, Skeleton};
pub use tracks::{Sample, Source, frame_index};

/// Frames of an animation per second, unless asked otherwise. No file of the game names a rate: this
/// is a stand-in.
pub const FRAMES_PER_SECOND: f32 = 25.0;

/// A rotation, scale and translation: three columns and the translation.
pub type Transform = glam::Affine3A;

/// A transform as 16 numbers, column after column: right-handed, for column vectors. What glTF,
/// wgpu and most libraries take.
pub fn columns(transform: &Transform) -> [f32; 16] {
    let [x, y, z] = transform.matrix3.to_cols_array_2d();
    let t = transform.translation.to_array();
    let [a, b, c, d] = [x, y, z, t].map(|[x, y, z]| [x, y, z, 0.0]);
    let mut out = [0.0; 16];
    for (place, value) in out.iter_mut().zip([a, b, c, d].into_iter().flatten()) {
        *place = value;
    }
    if let Some(last) = out.last_mut() {
        *last = 1.0;
    }
    out
}

/// A transform as the engine keeps it: 16 numbers, row after row, the translation in 3, 7 and 11.
/// The same matrix as [`columns`], stored the other way round.
pub fn engine_rows(transform: &Transform) -> [f32; 16] {
    let [x, y, z] = transform.matrix3.to_cols_array_2d();
    let t = transform.translation.to_array();
    let ([xx, xy, xz], [yx, yy, yz], [zx, zy, zz], [tx, ty, tz]) = (x, y, z, t);
    [xx, yx, zx, tx, xy, yy, zy, ty, xz, yz, zz, tz, 0.0, 0.0, 0.0, 1.0]
}
