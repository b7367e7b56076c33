//! The dome: a cap of a sphere around the eye, of 5 rings and 16 segments.

use std::f32::consts::{FRAC_PI_4, TAU};

use super::keys::Rgba;
use super::state::{SkyState, quarters};
use crate::portable;

/// Rings from the apex to the rim.
pub const RINGS: usize = 5;
/// Points of a ring.
pub const SEGMENTS: usize = 16;
/// How high the apex is above the eye.
pub const APEX_HEIGHT: f32 = 10_000.0;
/// The radius of the sphere: height / (2 · sin² of half of 45°).
pub const DOME_RADIUS: f32 = 34_142.137;
/// How much lower the clouds are.
pub const CLOUDS_BELOW: f32 = 5_000.0;
/// How often the clouds' texture is repeated in a radius.
pub const CLOUDS_TURNS: f32 = 3.0;
/// Where the clouds begin to fade into the fog, and where they have.
pub const CLOUDS_FOG: [f32; 2] = [5_000.0, 11_380.7];

/// A cap that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// Colours, and the nebula behind them.
    Dome,
    /// The same cap, lower.
    Clouds,
}

impl Cap {
    /// A point of it, seen from the eye. Ring 0 is the apex; segment 0 is north, 4 east.
    pub fn point(self, ring: usize, segment: usize) -> [f32; 3] {
        let [x, y, z] = dome_point(ring, segment);
        match self {
            Self::Dome => [x, y, z],
            Self::Clouds => [x, y, z - CLOUDS_BELOW],
        }
    }

    /// Where its texture is at a point.
    pub fn uv(self, [x, y, _]: [f32; 3]) -> [f32; 2] {
        let turns = match self {
            Self::Dome => 1.0,
            Self::Clouds => CLOUDS_TURNS,
        };
        [turns * x / DOME_RADIUS, turns * y / DOME_RADIUS]
    }
}

/// A point of the dome, seen from the eye.
pub fn dome_point(ring: usize, segment: usize) -> [f32; 3] {
    let share = |part: usize, of: usize| small(part) / small(of);
    let (sin, cos) = portable::sin_cos(share(ring, RINGS) * FRAC_PI_4);
    let (sin_turn, cos_turn) = portable::sin_cos(share(segment, SEGMENTS) * TAU);
    let out = DOME_RADIUS * sin;
    [out * sin_turn, out * cos_turn, DOME_RADIUS * cos + APEX_HEIGHT - DOME_RADIUS]
}

fn small(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

/// The colours of the dome: of the apex as ring 0, then ring by ring to the rim.
#[derive(Debug, Clone, PartialEq)]
pub struct Dome(pub [[Rgba; SEGMENTS]; RINGS + 1]);

impl SkyState {
    /// The colours of the dome for somebody who looks along a direction: its rim is all of the
    /// colour that the fog has there.
    pub fn dome(&self, along: [f32; 3]) -> Dome {
        let [red, green, blue] = self.fog_colour(along);
        let rim = [red, green, blue, 1.0];
        let around = |compass: &super::Compass| {
            std::array::from_fn(|segment| compass.at(small(segment) / 4.0))
        };
        let apex = [self.apex; SEGMENTS];
        Dome([
            apex,
            apex,
            around(&self.ring2),
            around(&self.ring3),
            around(&self.horizon),
            [rim; SEGMENTS],
        ])
    }

    /// The colour of the dome itself in a direction: between the points around it, as its
    /// triangles have it nearly. Below the rim it is that of the rim.
    pub fn dome_colour(&self, along: [f32; 3], towards: [f32; 3]) -> Rgba {
        let [x, y, z] = towards;
        let (level, up) = (portable::hypot(x, y), z.max(0.0));
        // Where the ray from the eye meets the sphere: the angle at its centre.
        let drop = DOME_RADIUS - APEX_HEIGHT;
        let length = portable::hypot(level, up).max(f32::MIN_POSITIVE);
        let rise = up / length;
        let far = -drop * rise + (drop * rise * (drop * rise) + RIM * RIM).sqrt();
        let angle = portable::atan2(far * level / length, drop + far * rise);
        let ring = (angle / FRAC_PI_4 * small(RINGS)).clamp(0.0, small(RINGS));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 5
        let inner = (ring as usize).min(RINGS - 1);
        let colours = self.dome(along);
        let at = |ring: usize| {
            let points = colours.0.get(ring).copied().unwrap_or_default();
            let turn = quarters(towards).rem_euclid(4.0) * 4.0;
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 16
            let segment = turn as usize % SEGMENTS;
            let one = |segment: usize| points.get(segment % SEGMENTS).copied().unwrap_or_default();
            super::keys::mix(one(segment), one(segment + 1), turn.fract())
        };
        super::keys::mix(at(inner), at(inner + 1), ring - small(inner))
    }
}

/// How far the rim is from the eye: radius · sin 45°.
const RIM: f32 = 24_142.137;
