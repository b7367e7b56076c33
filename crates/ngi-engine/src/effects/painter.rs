//! What all drawn commands share: from a place and a size to a thing in the list.

use glam::Vec3;
use ngi_formats::mat0::BlendMode;

use super::frame::{Basis, Frame};
use super::looks::Looks;
use super::output::{Dome, DrawList, FAR_EDGE, Paint, Quad, View};
use super::stand_ins;

/// Draws the commands of one instance after the other.
pub(super) struct Painter<'a, L: ?Sized> {
    pub list: &'a mut DrawList,
    pub looks: &'a L,
    pub view: &'a View,
    /// The eye, in the world.
    pub eye: Vec3,
    /// The last material and phase that were asked for, and their colour and blending: particles
    /// often share them.
    last: Option<(Option<u32>, u32, Coat)>,
    pub scene: Scene,
}

/// Colour and blending.
type Coat = ([f32; 3], BlendMode);

/// The instance that is drawn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scene {
    pub key: u32,
    pub t: f32,
    /// Seconds since its start.
    pub seconds: f32,
    pub world: Frame,
    /// The eye, in the frame of the instance.
    pub eye: Vec3,
    /// The tested point can be seen.
    pub in_view: bool,
    pub no_fog: bool,
}

/// The command that is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brush {
    pub command: u32,
    pub material: Option<u32>,
    /// Bit 8.
    pub overlay: bool,
}

/// How a thing looks beside its place and size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tint {
    pub phase: f32,
    pub fade: f32,
}

impl<'a, L: Looks + ?Sized> Painter<'a, L> {
    pub fn new(list: &'a mut DrawList, looks: &'a L, view: &'a View) -> Self {
        let scene = Scene::default();
        Self { list, looks, view, eye: view.eye.into(), last: None, scene }
    }

    #[inline]
    fn coat(&mut self, material: Option<u32>, phase: f32) -> Coat {
        let bits = phase.to_bits();
        match self.last {
            Some((m, p, coat)) if m == material && p == bits => coat,
            _ => {
                let look = self.looks.look(material, phase);
                let coat = (look.colour(), stand_ins::sprite_blend(look.blend));
                self.last = Some((material, bits, coat));
                coat
            }
        }
    }

    #[inline]
    fn paint(&mut self, brush: &Brush, tint: Tint, centre: Vec3) -> Paint {
        let ([r, g, b], blend) = self.coat(brush.material, tint.phase);
        let squared_distance = (self.eye - centre).length_squared();
        Paint {
            material: brush.material,
            phase: tint.phase,
            colour: [r, g, b, tint.fade],
            blend,
            fog: if self.scene.no_fog { 1.0 } else { self.view.fog_at(squared_distance) },
            overlay: brush.overlay && self.scene.in_view,
            squared_distance,
        }
    }

    /// A sprite with a basis and size in a frame.
    #[inline]
    pub fn sprite(
        &mut self,
        brush: &Brush,
        tint: Tint,
        frame: &Frame,
        place: Vec3,
        basis: &Basis,
        size: Vec3,
    ) {
        let centre = frame.point(place);
        let right = frame.vector(basis.x * size);
        let up = frame.vector(basis.y * size);
        self.quad(brush, tint, [centre, right, up], [0.0, FAR_EDGE]);
    }

    /// A sprite by its middle and its own axes in the world.
    #[inline]
    pub fn quad(&mut self, brush: &Brush, tint: Tint, [centre, right, up]: [Vec3; 3], u: [f32; 2]) {
        // One sum finds whatever is no number anywhere in it.
        let [left_u, right_u] = u;
        let all = centre + right + up;
        if !(all.is_finite() && left_u.is_finite() && right_u.is_finite()) {
            return;
        }
        let paint = self.paint(brush, tint, centre);
        if !paint.squared_distance.is_finite() {
            return;
        }
        self.list.quads.push(Quad {
            key: self.scene.key,
            command: brush.command,
            centre: centre.to_array(),
            right: right.to_array(),
            up: up.to_array(),
            u,
            v: [0.0, FAR_EDGE],
            paint,
        });
    }

    /// A half-sphere.
    pub fn dome(
        &mut self,
        brush: &Brush,
        tint: Tint,
        centre: Vec3,
        axes: [Vec3; 3],
        (shape, facets): (u32, bool),
    ) {
        let [x, y, z] = axes;
        if !(centre + x + y + z).is_finite() {
            return;
        }
        let paint = self.paint(brush, tint, centre);
        if !paint.squared_distance.is_finite() {
            return;
        }
        self.list.domes.push(Dome {
            key: self.scene.key,
            command: brush.command,
            centre: centre.to_array(),
            axes: axes.map(|axis| axis.to_array()),
            shape,
            facets,
            paint,
        });
    }
}
