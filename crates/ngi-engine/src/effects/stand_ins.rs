//! What nobody has read from the game yet: our best guess, one function each.
//!
//! When one of them is found out, this is the place to change.

use glam::Vec3;
use ngi_formats::fxid::{Burst, Curve, Span, Stream};
use ngi_formats::mat0::BlendMode;

use super::arithmetic::{narrow, sin_cos_turns};
use super::curve::{channel, sprite_phase, weights};
use super::frame::{Basis, Frame, unit};
use super::random::Generator;
use super::time::TimeState;

/// t in a mode from 18 on: as it was.
pub fn time_of_unknown_mode(state: &TimeState) -> f32 {
    state.previous
}

/// When a particle of a burst is born, as progress through the window: all at its start.
#[inline]
pub fn burst_birth(_particle: usize) -> f32 {
    0.0
}

/// What word +140 of a burst adds to the place of a particle. It looks like gravity or drag; how
/// it counts is not known, so it adds nothing.
#[inline]
pub fn burst_fall(_burst: &Burst, _age: f32) -> Vec3 {
    Vec3::ZERO
}

/// How a particle of a burst with mode word 1 stands: along its way, turned to the eye. A particle
/// without a way faces the eye.
#[inline]
pub fn oriented_basis(to_eye: Vec3, way: Vec3) -> Option<Basis> {
    match unit(way) {
        Some(way) => Basis::along(to_eye, way),
        None => Basis::facing(to_eye),
    }
}

/// How a chunk of debris tumbles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tumble {
    axis: Vec3,
    start_turns: f32,
}

/// Draws how a chunk tumbles: an axis (z, y, x), then where it starts.
pub fn tumble(generator: &mut Generator) -> Tumble {
    let axis = Vec3::from(generator.spread_zyx([2.0; 3]));
    let start_turns = generator.unit();
    Tumble { axis: unit(axis).unwrap_or(Vec3::Z), start_turns }
}

/// How a chunk of debris stands: it turns about its axis once in its life. What its word +4 (16 or
/// 32) means is not known.
#[inline]
pub fn tumbling_basis(tumble: &Tumble, age: f32) -> Basis {
    let (sine, cosine) = sin_cos_turns(f64::from(tumble.start_turns + age));
    let (sine, cosine) = (narrow(sine), narrow(cosine));
    let k = tumble.axis;
    let turned = |v: Vec3| v * cosine + k.cross(v) * sine + k * (k.dot(v) * (1.0 - cosine));
    Basis { x: turned(Vec3::X), y: turned(Vec3::Y), z: turned(Vec3::Z) }
}

/// The exponent of a channel for a particle: a negative one is said to stand for the particle's
/// detail number. No file of the game has one.
#[inline]
pub fn particle_exponent(exponent: f32, detail: f32) -> f32 {
    if exponent < 0.0 { detail } else { exponent }
}

/// Where a stream lets its particles go, in the effect's frame: what +40 to +84 look like, a
/// channel over the window. Its jitter is left out, since the known order of random numbers has no
/// room for it. Numbers no effect of the game would use are taken as garbage: then it is the
/// origin.
pub fn stream_mouth(stream: &Stream, p: f32) -> Vec3 {
    let sane = |v: f32| v == 0.0 || (1e-6..=1e6).contains(&v.abs());
    let parts = [stream.unk_0x28, stream.unk_0x34, stream.unk_0x4c];
    if !parts.as_flattened().iter().all(|&v| sane(v)) {
        return Vec3::ZERO;
    }
    let exponent = stream.unk_0x4c.map(|exponent| exponent.max(0.0));
    channel(stream.unk_0x28.into(), stream.unk_0x34.into(), weights(exponent, p))
}

/// The frame of a particle of a stream: it stays where it was let go; the effect's frame turns it
/// but does not size it.
pub fn stream_frame(effect: &Frame, left_at: Vec3) -> Frame {
    effect.turned_at(left_at)
}

/// When a stream whose window has just opened lets its first particle go, in seconds: at once, at
/// its first update inside the window.
pub fn first_emission(now: f64, _interval: f64) -> f64 {
    now
}

/// Fraction of the material's track for a bolt: as for sprites, so by seconds where it starts below
/// 0. A random number is drawn somewhere in the engine's bolt; what for is not known.
pub fn bolt_phase(phase: Span, p: f32, seconds: f32) -> f32 {
    sprite_phase(Curve { start: phase.start, end: phase.end, exponent: 1.0 }, p, seconds)
}

/// How an effect with an opaque material is blended: like a see-through one.
#[inline]
pub fn sprite_blend(blend: BlendMode) -> BlendMode {
    if blend == BlendMode::OPAQUE { BlendMode::ALPHA } else { blend }
}

/// Whether a particle is left out at a level of detail. At level 0 none is.
#[inline]
pub fn is_left_out(level: u32, detail: f32) -> bool {
    // Levels from 4 on are not drawn at all.
    let level = u8::try_from(level).map_or(f32::INFINITY, f32::from);
    level > detail
}
