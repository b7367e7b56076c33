//! How values move: windows, channels, fades, phases, and what becomes of colours.

use glam::Vec3;
use ngi_formats::fxid::{Curve, Path, Span, Window};

use super::arithmetic::{frac, power};

/// How far t is in a window, 0 to 1; `None` outside. A window of one moment is at its end
/// (*stand-in*). A bound that is no number contains nothing.
#[inline]
pub fn progress(window: Window, t: f32) -> Option<f32> {
    let Window { lo, hi } = window;
    if !(lo <= t && t <= hi) {
        return None;
    }
    if lo == hi {
        return Some(1.0);
    }
    let progress = (t - lo) / (hi - lo);
    // Endless windows.
    Some(if progress.is_nan() { 1.0 } else { progress })
}

/// The same, but 0 before the window and 1 behind it.
pub fn clamped_progress(window: Window, t: f32) -> f32 {
    progress(window, t).unwrap_or(if t < window.lo { 0.0 } else { 1.0 })
}

/// start + (end − start) · x
#[inline]
pub fn mix(start: f32, end: f32, x: f32) -> f32 {
    start + (end - start) * x
}

/// A number that goes straight.
#[inline]
pub fn span(span: Span, x: f32) -> f32 {
    mix(span.start, span.end, x)
}

/// A vector that goes straight.
pub fn path(path: &Path, x: f32) -> Vec3 {
    let (start, end) = (Vec3::from(path.start), Vec3::from(path.end));
    start + (end - start) * x
}

/// x to the power of each exponent.
#[inline]
pub fn weights(exponent: [f32; 3], x: f32) -> Vec3 {
    if exponent == [1.0; 3] {
        return Vec3::splat(x);
    }
    Vec3::from(exponent.map(|exponent| power(x, exponent)))
}

/// low + (high − low) · weights: a channel.
#[inline]
pub fn channel(low: Vec3, high: Vec3, weights: Vec3) -> Vec3 {
    low + (high - low) * weights
}

/// How opaque a thing is at x; `None` where nothing is drawn: at 0 and below, and where it is no
/// number.
#[inline]
pub fn fade(curve: Curve, x: f32) -> Option<f32> {
    visible(mix(curve.start, curve.end, power(x, curve.exponent)))
}

/// A fade that is worth drawing.
#[inline]
pub fn visible(fade: f32) -> Option<f32> {
    (fade > 0.0 && fade.is_finite()).then_some(fade)
}

/// Fraction of the material's track for a sprite: at progress p, or, where the curve starts below
/// 0, `seconds` after the start and from 0.
pub fn sprite_phase(curve: Curve, p: f32, seconds: f32) -> f32 {
    let x = if curve.start < 0.0 { seconds } else { p };
    frac(mix(curve.start.max(0.0), curve.end, power(x, curve.exponent)))
}

/// Fraction of the material's track for a particle of a burst.
#[inline]
pub fn burst_phase(rate: f32, age: f32) -> f32 {
    let phase = if rate <= 1.0 { age / rate } else { frac(age * rate) };
    if phase >= 1.0 {
        0.99
    } else if phase > 0.0 {
        phase
    } else {
        0.0
    }
}

/// Fraction of the material's track for a particle of a stream: its age to a power, or, for a
/// negative exponent, a number it keeps for life. The draw cuts it to 0..=1.
#[inline]
pub fn stream_phase(exponent: f32, age: f32, kept: f32) -> f32 {
    let phase = if exponent < 0.0 { kept } else { power(age, exponent) };
    if phase.is_nan() { 0.0 } else { phase.clamp(0.0, 1.0) }
}

/// The engine's way with colours above 1: up to 1 as they are, then a slow rise from 1 at 1 to 2
/// at 7, and no further.
#[inline]
pub fn knee(colour: f32) -> f32 {
    if colour <= 1.0 {
        colour
    } else if colour <= 7.0 {
        colour / 6.0 + 5.0 / 6.0
    } else {
        2.0
    }
}

/// How much of a thing's own colour the fog leaves: 1 within near, 0 beyond far, between them in a
/// straight line of the squared distance.
#[inline]
pub fn fog(near: f32, far: f32, squared_distance: f32) -> f32 {
    let (near, far) = (near * near, far * far);
    if squared_distance >= far && far > near {
        0.0
    } else if squared_distance > near && far > near {
        (far - squared_distance) / (far - near)
    } else {
        1.0
    }
}
