//! The view that a lake mirrors.
//!
//! As the engine does it: the eye is mirrored in the surface and looks straight up through the
//! box around all liquid. What it sees fills a texture that covers that box, so the place of a
//! point in the box is its place in the texture. The near plane is a little below the surface:
//! nothing under water is mirrored.

use glam::camera::rh::proj::directx::frustum;
use glam::{Mat4, Vec3, Vec4};
use ngi_engine::landscape::Water;
use ngi_engine::portable;

/// So far below the surface things are still mirrored.
pub const BELOW: f32 = 0.5;
/// So far above the surface things are still mirrored.
pub const FAR: f32 = 700.0;
/// The sky's own range. It is round, so the near end is nearer than its radius overhead.
const SKY_NEAR: f32 = 1.0;
const SKY_FAR: f32 = 50_000.0;
/// Tiles of the ripple across the box.
pub const TILES: f32 = 100.0;
/// Seconds in which the ripple drifts by a tile.
pub const DRIFT_S: f32 = 10.0;
/// Sides of the ripple's texture.
pub const RIPPLE_SIDE: u16 = 32;
/// The box is this much larger on every side, in parts of its own: what the ripple may show.
const MARGIN: f32 = 0.02;

/// A view from below a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mirror {
    /// The mirrored eye.
    pub eye: Vec3,
    /// Its projection: x to the right, y downwards.
    pub clip_from_world: Mat4,
    /// The same for the sky, which is farther away.
    pub sky_from_world: Mat4,
    /// The corner of the box that the texture begins at.
    pub origin: [f32; 2],
    /// The sides of the box.
    pub size: [f32; 2],
}

impl Mirror {
    /// The view that is mirrored for an eye; `None` where the eye is not above the surface, or
    /// there is no surface to speak of.
    pub fn new(eye: Vec3, water: &Water) -> Option<Self> {
        let height = eye.z - water.level;
        let ([x0, y0, _], [x1, y1, _]) = (water.min, water.max);
        let (wide, long) = (x1 - x0, y1 - y0);
        let is_there = |side: f32| side > 0.0 && side.is_finite();
        if !(is_there(height) && is_there(wide) && is_there(long) && eye.is_finite()) {
            return None;
        }
        let (x0, x1) = (x0 - wide * MARGIN, x1 + wide * MARGIN);
        let (y0, y1) = (y0 - long * MARGIN, y1 + long * MARGIN);
        let mirrored = Vec3::new(eye.x, eye.y, water.level - height);
        let near = (height - BELOW).max(height * 0.5);
        // The window is the surface itself, `height` in front of the mirrored eye.
        let project = |near: f32, far: f32| {
            let at = |edge: f32, from: f32| (edge - from) * near / height;
            frustum(at(x0, eye.x), at(x1, eye.x), -at(y1, eye.y), -at(y0, eye.y), near, far)
        };
        // Forward is +z, right is +x: so up in the picture is −y.
        let view = Mat4::from_cols(
            Vec4::X,
            Vec4::NEG_Y,
            Vec4::NEG_Z,
            Vec4::new(-mirrored.x, mirrored.y, mirrored.z, 1.0),
        );
        let clip_from_world = project(near, height + FAR) * view;
        let sky_from_world = project(SKY_NEAR, SKY_FAR) * view;
        let sound = clip_from_world.is_finite() && sky_from_world.is_finite();
        let (origin, size) = ([x0, y0], [x1 - x0, y1 - y0]);
        sound.then_some(Self { eye: mirrored, clip_from_world, sky_from_world, origin, size })
    }

    /// The place of a point of the surface in the texture, 0 to 1, v downwards.
    pub fn uv(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let ([ox, oy], [width, height]) = (self.origin, self.size);
        [(x - ox) / width, (y - oy) / height]
    }
}

/// How far the ripple has drifted at a time, in tiles.
pub fn drift(seconds: f32) -> f32 {
    let tiles = seconds / DRIFT_S;
    if tiles.is_finite() { tiles.rem_euclid(1.0) } else { 0.0 }
}

/// The ripple: how far the picture is pushed along x and y, as red and green around 128; blue is
/// how high the wave is. The engine generates one too; how is not known, so this is our own: a few
/// waves that repeat at the edges.
pub fn ripple() -> Vec<[u8; 4]> {
    // Waves across, waves along, phase, strength.
    const WAVES: [(f32, f32, f32, f32); 6] = [
        (1.0, 0.0, 0.0, 0.5),
        (0.0, 1.0, 1.3, 0.5),
        (1.0, 1.0, 2.1, 0.6),
        (2.0, -1.0, 0.7, 0.45),
        (1.0, 3.0, 4.0, 0.3),
        (3.0, 2.0, 5.2, 0.25),
    ];
    let side = f32::from(RIPPLE_SIDE);
    let turn = std::f32::consts::TAU;
    let pixel = |x: u16, y: u16| {
        let (u, v) = (f32::from(x) / side, f32::from(y) / side);
        let (mut height, mut along_x, mut along_y) = (0.0, 0.0, 0.0);
        for (across, along, phase, strength) in WAVES {
            let (sin, cos) = portable::sin_cos(turn * (across * u + along * v) + phase);
            height += sin * strength;
            along_x += cos * across * strength;
            along_y += cos * along * strength;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 255
        let byte = |value: f32, most: f32| (127.5 + value / most * 127.5).clamp(0.0, 255.0) as u8;
        [byte(along_x, 3.0), byte(along_y, 3.0), byte(height, 2.6), 255]
    };
    (0..RIPPLE_SIDE).flat_map(|y| (0..RIPPLE_SIDE).map(move |x| pixel(x, y))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LAKE: Water = Water { level: 6.0, min: [100.0, 50.0, 6.0], max: [300.0, 150.0, 6.0] };

    fn seen(mirror: &Mirror, point: Vec3) -> (Vec3, [f32; 2]) {
        let clip = mirror.clip_from_world * point.extend(1.0);
        let ndc = clip.truncate() / clip.w;
        (ndc, [ndc.x * 0.5 + 0.5, 0.5 - ndc.y * 0.5])
    }

    proptest! {
        /// What the eye sees mirrored at a point of the surface is found at that point's place.
        #[test]
        fn the_mirrored_thing_is_where_the_surface_shows_it(
            eye in [50f32..350.0, 0f32..200.0, 8f32..80.0],
            at in [110f32..290.0, 60f32..140.0],
            along in 1.5f32..8.0,
        ) {
            let eye = Vec3::from(eye);
            let mirror = Mirror::new(eye, &LAKE).unwrap();
            let surface = Vec3::new(at[0], at[1], LAKE.level);
            // On from the surface, bounced: z turns round.
            let ray = surface - eye;
            let thing = surface + Vec3::new(ray.x, ray.y, -ray.z) * along;
            let (ndc, uv) = seen(&mirror, thing);
            let [u, v] = mirror.uv(at);
            prop_assert!((uv[0] - u).abs() < 1e-3 && (uv[1] - v).abs() < 1e-3, "{uv:?} {u} {v}");
            prop_assert!(ndc.z > 0.0 && ndc.z < 1.0);
        }
    }

    #[test]
    fn nothing_below_the_surface_is_mirrored() {
        let mirror = Mirror::new(Vec3::new(200.0, 100.0, 30.0), &LAKE).unwrap();
        assert!(seen(&mirror, Vec3::new(210.0, 100.0, 5.4)).0.z < 0.0);
        assert!(seen(&mirror, Vec3::new(210.0, 100.0, 5.6)).0.z > 0.0);
        assert!(seen(&mirror, Vec3::new(210.0, 100.0, 800.0)).0.z > 1.0);
        // The winding of what is seen stays: a triangle facing the mirrored eye is
        // counter-clockwise in the picture.
        let [a, b, c] = [[200.0, 100.0, 20.0], [200.0, 110.0, 20.0], [210.0, 100.0, 20.0]]
            .map(|at| seen(&mirror, Vec3::from(at)).0);
        assert!((b - a).cross(c - a).z > 0.0);
    }

    #[test]
    fn no_mirror_from_below_or_without_a_lake() {
        assert_eq!(Mirror::new(Vec3::new(200.0, 100.0, 5.0), &LAKE), None);
        assert_eq!(Mirror::new(Vec3::new(f32::NAN, 100.0, 50.0), &LAKE), None);
        let line = Water { max: [300.0, 50.0, 6.0], ..LAKE };
        assert_eq!(Mirror::new(Vec3::new(200.0, 100.0, 50.0), &line), None);
    }

    #[test]
    fn the_ripple_repeats_and_pushes_nothing_on_the_whole() {
        let ripple = ripple();
        assert_eq!(ripple.len(), 32 * 32);
        for channel in 0..2 {
            let sum: i64 = ripple.iter().map(|pixel| i64::from(pixel[channel])).sum();
            assert!((sum / 1024 - 127).abs() <= 1, "{channel}: {}", sum / 1024);
        }
        // The step over the edge is no larger than the largest step inside.
        let at = |x: usize, y: usize| i32::from(ripple[y * 32 + x][0]);
        let inside = (0..31).map(|x| (at(x + 1, 7) - at(x, 7)).abs()).max().unwrap();
        assert!((at(0, 7) - at(31, 7)).abs() <= inside);
        assert_eq!((drift(0.0), drift(5.0), drift(10.0)), (0.0, 0.5, 0.0));
        assert_eq!(drift(f32::NAN), 0.0);
    }
}
