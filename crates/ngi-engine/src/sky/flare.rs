//! The flare: twelve sprites on the line from the body through the middle of the picture, and what
//! they add to the light.

use super::state::SkyState;
use super::{BodyKind, Row};
use crate::portable;

/// A sprite of the flare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlareSprite {
    /// Where it is on the line: 0 in the middle of the picture, 1 at the body.
    pub place: f32,
    /// Half its side, in eighths of the picture's width.
    pub size: f32,
    /// Whether it is drawn with the second of the flare's materials.
    pub is_second: bool,
    /// Red, green, blue, alpha.
    pub colour: [u8; 4],
}

const fn sprite(place: f32, size: f32, is_second: bool, argb: u32) -> FlareSprite {
    let [alpha, red, green, blue] = argb.to_be_bytes();
    FlareSprite { place, size, is_second, colour: [red, green, blue, alpha] }
}

/// The twelve of them, in the order they are drawn.
pub static FLARE: [FlareSprite; 12] = [
    sprite(1.2, 0.2, false, 0xffb0_90a3),
    sprite(0.7, 0.3, false, 0xff5a_58bb),
    sprite(0.5, 0.2, true, 0x9630_be52),
    sprite(0.2, 0.1, true, 0x96c9_3432),
    sprite(0.0, 0.1, false, 0xff30_be52),
    sprite(-0.2, 0.3, true, 0x9696_9664),
    sprite(-0.3, 0.3, false, 0xffb0_90a3),
    sprite(-0.5, 0.7, false, 0xff7c_6bc9),
    sprite(-0.6, 0.4, true, 0x9630_6452),
    sprite(-0.8, 1.0, false, 0xff0b_17b9),
    sprite(-1.0, 0.3, false, 0xffb6_26b1),
    sprite(-1.1, 0.2, false, 0xff7c_c5c9),
];

impl FlareSprite {
    /// The row of the sky's wear it is drawn with.
    pub const fn row(&self) -> Row {
        if self.is_second { Row::SecondFlare } else { Row::Flare }
    }
}

/// What somebody sees of the flare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flare {
    /// How much of it, 0 to 1: nothing is drawn at 0.
    pub strength: f32,
    /// What the main light is multiplied with, 1 to 5.
    pub boost: f32,
}

impl Flare {
    /// Nothing of it.
    pub const NONE: Self = Self { strength: 0.0, boost: 1.0 };
}

/// Half the angle within which one looks at the body, in radians.
const CONE: f32 = 15.0 * std::f32::consts::PI / 180.0;
/// Less than this of the first gate is nothing.
const LEAST: f32 = 0.1;
/// Heights of the body between which the second gate opens: cos 60° and cos 30°.
const HEIGHTS: [f32; 2] = [0.5, 0.866_025_4];
/// What an open flare adds to the main light, of its own brightness.
const MOST_ADDED: f32 = 4.0;

impl SkyState {
    /// The flare for somebody who looks along a direction. The first gate is how nearly that is at
    /// the body, squared; the second how high the body is. That both are multiplied is a guess (S),
    /// as is that the moon has none.
    pub fn flare(&self, along: [f32; 3]) -> Flare {
        let Some(body) = self.body.filter(|body| body.kind == BodyKind::Sun) else {
            return Flare::NONE;
        };
        let first = 1.0 - angle(along, body.towards) / CONE;
        let first = if first > 0.0 { first * first } else { 0.0 };
        if first < LEAST {
            return Flare::NONE;
        }
        let [low, high] = HEIGHTS;
        let second = ((body.towards[2] - low) / (high - low)).clamp(0.0, 1.0);
        let strength = first * second;
        Flare { strength, boost: 1.0 + MOST_ADDED * strength * self.flare_gain.clamp(0.0, 1.0) }
    }
}

/// The angle between two directions, in radians; half a turn where one of them is none.
fn angle(a: [f32; 3], b: [f32; 3]) -> f32 {
    let wide = |v: [f32; 3]| v.map(f64::from);
    let ([ax, ay, az], [bx, by, bz]) = (wide(a), wide(b));
    let dot = ax * bx + ay * by + az * bz;
    let lengths = (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz);
    let cosine = if lengths > 0.0 { dot / lengths.sqrt() } else { -1.0 };
    #[allow(clippy::cast_possible_truncation)] // 0 to π
    let angle = portable::wide::acos(cosine.clamp(-1.0, 1.0)) as f32;
    if angle.is_finite() { angle } else { std::f32::consts::PI }
}
