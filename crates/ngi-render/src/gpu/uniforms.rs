//! What all draw calls of a pass share.

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};

use super::clusters::Clusters;
use crate::camera::Sight;
use crate::frame::{Frame, Projection};
use crate::light::MOST_SUNS;
use crate::numbers::to_u32;

/// Bytes from one view to the next: what every card can take as an offset.
pub(super) const VIEW_STRIDE: u64 = 512;
/// Views of a frame: three projections of the camera, three of the mirror.
pub(super) const VIEWS: u64 = 6;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct SunUniform {
    towards: [f32; 4],
    colour: [f32; 4],
}

/// `View` of the shaders.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ViewUniform {
    clip_from_world: [[f32; 4]; 4],
    eye: [f32; 4],
    scene: [f32; 4],
    fog: [f32; 4],
    fog_colour: [f32; 4],
    clip: [f32; 4],
    screen: [f32; 4],
    counts: [u32; 4],
    grid: [f32; 4],
    suns: [SunUniform; MOST_SUNS],
}

pub(super) const VIEW_SIZE: u64 = size_of::<ViewUniform>() as u64;
const _: () = assert!(VIEW_SIZE <= VIEW_STRIDE && VIEW_STRIDE.is_multiple_of(256));

/// Which view a pass uses: the place in the buffer.
pub(super) fn view_index(mirrored: bool, projection: Projection) -> u32 {
    let projection = match projection {
        Projection::World => 0,
        Projection::Sky => 1,
        Projection::Near => 2,
    };
    projection + if mirrored { 3 } else { 0 }
}

impl ViewUniform {
    /// The view of a projection, of the frame's camera or its mirror. A mirror's image fills
    /// `mirror_share` of the sides of its texture.
    pub fn new(
        frame: &Frame,
        lights: &Clusters,
        sight: &Sight,
        projection: Projection,
        (clip, mirror_share): (Option<Vec4>, f32),
    ) -> Self {
        let mut view = Self::zeroed();
        let four = |v: [f32; 3], w: f32| [v[0], v[1], v[2], w];
        let [width, height] = sight.size.map(|side| crate::numbers::to_f32(side.max(1)));
        view.clip_from_world = sight.clip_from_world(projection).to_cols_array_2d();
        view.eye = four(sight.eye.to_array(), mirror_share);
        view.scene = four(frame.lighting.scene, frame.paint.number());
        if let Some(fog) = frame.fog {
            let (near, far) = (fog.start * fog.start, fog.end * fog.end);
            // A fog without depth is a wall.
            let slope = if far > near { (far - near).recip() } else { 1e30 };
            view.fog = [near, slope, 1.0, 0.0];
            view.fog_colour = four(fog.colour, 1.0);
        }
        view.clip = clip.unwrap_or(Vec4::W).to_array();
        view.screen = [width, height, width.recip(), height.recip()];
        let lighting = &frame.lighting;
        let suns = to_u32(lighting.suns.len().min(MOST_SUNS));
        let has_points = u32::from(!lighting.points.is_empty());
        view.counts = [suns, lights.wide, lights.cells, has_points];
        view.grid = lights.grid;
        for (place, sun) in view.suns.iter_mut().zip(&lighting.suns) {
            let towards = Vec3::from_array(sun.towards).normalize_or_zero();
            *place = SunUniform {
                towards: four(towards.to_array(), 0.0),
                colour: four(sun.colour, 0.0),
            };
        }
        view
    }
}
