//! How the walker walks: feet follow a path, legs reach for them.
//!
//! Two bars and a joint need no angles: the knee is where two circles meet, and half-angles come
//! from square roots.

use ngi_formats::msh::{Key, QuaternionOrder, Track, encode_quaternion};

use super::shape::Point;
use crate::paint::maths::{cos_turns, number, sin_turns, smooth};

/// The last frame; it looks like the first, so that the walk goes round.
pub const LAST_FRAME: u8 = 64;
/// Frames from one key to the next.
const STEP: usize = 2;

/// Length of a thigh, from hip to knee.
pub const THIGH: f32 = 1.7;
/// Length of a shin, from knee to ankle.
pub const SHIN: f32 = 1.75;
/// Height of the ankle over the ground.
pub const ANKLE: f32 = 0.38;
/// Height of the hips' node over the ground.
pub const HIPS: f32 = 3.5;
/// How far below that node the hip joints are.
pub const HIP_DROP: f32 = 0.15;
const STRIDE: f32 = 1.05;

/// A turn about one axis, as cosine and sine.
#[derive(Debug, Clone, Copy)]
struct Turn {
    cos: f32,
    sin: f32,
}

impl Turn {
    fn of(turns: f32) -> Self {
        Self { cos: cos_turns(turns), sin: sin_turns(turns) }
    }

    fn then(self, other: Self) -> Self {
        Self {
            cos: self.cos * other.cos - self.sin * other.sin,
            sin: self.sin * other.cos + self.cos * other.sin,
        }
    }

    fn back(self) -> Self {
        Self { sin: -self.sin, ..self }
    }

    /// Cosine and sine of half the angle.
    fn half(self) -> [f32; 2] {
        let cos = ((1.0 + self.cos) / 2.0).max(0.0).sqrt();
        let sin = ((1.0 - self.cos) / 2.0).max(0.0).sqrt();
        [cos, if self.sin < 0.0 { -sin } else { sin }]
    }

    /// As a key stores a turn about x: the conjugate of the right-handed one.
    fn about_x(self) -> [i16; 4] {
        let [w, x] = self.half();
        encode_quaternion([w, -x, 0.0, 0.0], QuaternionOrder::Wxyz)
    }

    fn about_z(self) -> [i16; 4] {
        let [w, z] = self.half();
        encode_quaternion([w, 0.0, 0.0, -z], QuaternionOrder::Wxyz)
    }
}

/// Keys from frame 0 to the last; `pose` gives place and rotation at a part of the walk.
fn track(pose: impl Fn(f32) -> (Point, [i16; 4])) -> Track {
    let last = usize::from(LAST_FRAME);
    let key = |frame: usize| {
        let (position, rotation) = pose(number(frame) / number(last));
        Key { position, time: number(frame), rotation }
    };
    Track { keys: (0..=last).step_by(STEP).map(key).collect() }
}

/// How much higher the hips are at a part of the walk: twice up and down.
fn bob(phase: f32) -> f32 {
    -0.09 * cos_turns(phase * 2.0)
}

/// The hips: up and down, and over to the leg that stands.
pub fn hips() -> Track {
    track(|phase| {
        let sway = 0.1 * sin_turns(phase + 0.05);
        ([sway, 0.0, HIPS + bob(phase)], [32767, 0, 0, 0])
    })
}

/// A part that turns about z and back, so many turns each way, `ahead` of the walk.
pub fn swing_z(position: Point, turns: f32, ahead: f32) -> Track {
    track(|phase| (position, Turn::of(turns * sin_turns(phase + ahead)).about_z()))
}

/// The same about x.
pub fn swing_x(position: Point, rest: f32, turns: f32, ahead: f32) -> Track {
    track(|phase| (position, Turn::of(rest + turns * sin_turns(phase + ahead)).about_x()))
}

/// A part that goes round and round.
pub fn spin_z(position: Point) -> Track {
    track(|phase| (position, Turn::of(phase).about_z()))
}

/// Where a foot is: forward of the hip, over the ground, and how its toe points (in turns).
fn foot(phase: f32) -> (f32, f32, f32) {
    let phase = phase - phase.floor();
    if phase < 0.6 {
        return (STRIDE * (1.0 - phase / 0.3), 0.0, 0.0);
    }
    let part = (phase - 0.6) / 0.4;
    let lift = sin_turns(part * 0.5);
    (STRIDE * (smooth(0.0, 1.0, part) * 2.0 - 1.0), 0.75 * lift, -0.06 * lift * (1.0 - part))
}

/// Turns of thigh, shin and foot so that the foot is where it has to be.
fn reach(phase: f32, ahead: f32) -> [Turn; 3] {
    let (forward, lift, toe) = foot(phase + ahead);
    let drop = ANKLE + lift - (HIPS + bob(phase) - HIP_DROP);
    let distance = (forward * forward + drop * drop).sqrt().min(THIGH + SHIN - 0.001);
    // Along the line from hip to ankle, and off it: to the back.
    let along = (THIGH * THIGH - SHIN * SHIN + distance * distance) / (2.0 * distance);
    let off = (THIGH * THIGH - along * along).max(0.0).sqrt();
    let (dy, dz) = (forward / distance, drop / distance);
    let knee = [along * dy + off * dz, along * dz - off * dy];
    // A bar that hangs down, turned by an angle, points to (sin, -cos).
    let thigh = Turn { cos: -knee[1] / THIGH, sin: knee[0] / THIGH };
    let down = [(forward - knee[0]) / SHIN, (drop - knee[1]) / SHIN];
    let world = Turn { cos: -down[1], sin: down[0] };
    let shin = world.then(thigh.back());
    [thigh, shin, world.back().then(Turn::of(toe))]
}

/// Thigh, shin, foot and toe of a leg whose hip joint is at a place; `ahead` is its part of the
/// walk.
pub fn leg(hip: Point, ahead: f32) -> [Track; 4] {
    let joint = |at: Point, which: usize| {
        track(move |phase| {
            let turn = reach(phase, ahead).get(which).copied().unwrap_or(Turn::of(0.0));
            (at, turn.about_x())
        })
    };
    let toe = track(move |phase| {
        let part = phase + ahead;
        let part = part - part.floor();
        let bend = smooth(0.45, 0.6, part) * smooth(0.8, 0.62, part);
        ([0.0, 0.62, -0.22], Turn::of(0.05 * bend).about_x())
    });
    [joint(hip, 0), joint([0.0, 0.0, -THIGH], 1), joint([0.0, 0.0, -SHIN], 2), toe]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feet_stand_still_on_the_ground_and_bars_keep_their_length() {
        for step in 0..100u8 {
            let phase = f32::from(step) / 100.0;
            let [thigh, shin, foot_turn] = reach(phase, 0.0);
            let world = shin.then(thigh);
            let y = THIGH * thigh.sin + SHIN * world.sin;
            let z = HIPS + bob(phase) - HIP_DROP - THIGH * thigh.cos - SHIN * world.cos;
            let (forward, lift, toe) = foot(phase);
            assert!(
                (y - forward).abs() < 0.01 && (z - ANKLE - lift).abs() < 0.01,
                "{phase}: {y} {z}"
            );
            let level = foot_turn.then(world);
            assert!((level.sin - sin_turns(toe)).abs() < 0.001);
            assert!(y.abs() <= STRIDE + 0.01 && z > ANKLE - 0.01);
        }
    }
}
