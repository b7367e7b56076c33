//! The time t of an effect: 18 modes, and what the header's flags do to the result.

use ngi_formats::fxid::{EffectFlags, TimeMode};

use super::arithmetic::{frac, narrow};
use super::inputs::{Attach, Inputs};
use super::stand_ins;

/// How many modes there are.
pub const MODES: u32 = 18;

/// Progress from start to end: 0 at the start, 1 at the end, more behind it.
///
/// *Stand-in* for an end that is not behind the start, as with a duration of 0: 1.
pub fn linear(now_ms: f64, start_ms: f64, end_ms: f64) -> f32 {
    if end_ms > start_ms {
        let progress = narrow((now_ms - start_ms) / (end_ms - start_ms));
        // From an endless start to an endless end.
        if progress.is_nan() { 1.0 } else { progress }
    } else {
        1.0
    }
}

/// What a mode looks at, beside the owner.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TimeState {
    /// The mode.
    pub mode: TimeMode,
    /// Linear progress, see [`linear`].
    pub linear: f32,
    /// The value of mode 0.
    pub value: f32,
    /// The node of modes 4, 16 and 17.
    pub node: u32,
    /// Where the instance hangs: mode 13.
    pub attach: Option<Attach>,
    /// t as it was before, see [`after_mode`].
    pub previous: f32,
}

/// t by the mode alone.
///
/// | mode | t |
/// |--:|---|
/// | 0 | the instance's value |
/// | 1, 2, 3 | linear progress, its fraction, 1 − it |
/// | 4 | animation value of a node of the owner |
/// | 5; 6, 7, 8 | speed / top speed; along x, y, z alone |
/// | 9; 10, 11, 12 | spin / top spin; about x, y, z alone |
/// | 13 | 1 − value of the attach point |
/// | 14 | 1 − life |
/// | 15 | the larger of 5 and 9 |
/// | 16 | as 4, but only if not below the previous t, or exactly 0 |
/// | 17 | as 4, but only if not above the previous t, or exactly 1 |
///
/// *Stand-in* for other modes: the previous t. A top speed of 0 gives 0.
pub fn raw_time<I: Inputs + ?Sized>(state: &TimeState, inputs: &I) -> f32 {
    let speed = || length_share(inputs.velocity(), inputs.top_speed());
    let spin = || length_share(inputs.spin(), inputs.top_spin());
    let node = || inputs.node_value(state.node);
    match state.mode.0 {
        0 => state.value,
        1 => state.linear,
        2 => frac(state.linear),
        3 => 1.0 - state.linear,
        4 => node(),
        5 => speed(),
        6..=8 => axis_share(inputs.velocity(), inputs.top_speed(), state.mode.0 - 6),
        9 => spin(),
        10..=12 => axis_share(inputs.spin(), inputs.top_spin(), state.mode.0 - 10),
        13 => 1.0 - inputs.attach_value(state.attach),
        14 => 1.0 - inputs.life(),
        15 => speed().max(spin()),
        16 => Some(node()).filter(|&t| t >= state.previous || t == 0.0).unwrap_or(state.previous),
        17 => Some(node()).filter(|&t| t <= state.previous || t == 1.0).unwrap_or(state.previous),
        _ => stand_ins::time_of_unknown_mode(state),
    }
}

/// What the flags make of it: 0x200 multiplies by linear progress, then 0x20 folds it to a rise
/// and a fall. The result is the next call's previous t.
pub fn after_mode(t: f32, flags: EffectFlags, linear: f32) -> f32 {
    let t = if flags.has(EffectFlags::TIMES_PROGRESS) { t * linear } else { t };
    if !flags.has(EffectFlags::PING_PONG) {
        t
    } else if t < 0.5 {
        2.0 * t
    } else {
        2.0 * (1.0 - t)
    }
}

/// Cuts t to 0..=1; what is no number is 0.
pub fn clamp(t: f32) -> f32 {
    if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) }
}

fn length_share(value: [f32; 3], top: [f32; 3]) -> f32 {
    share(length(value), length(top))
}

fn axis_share(value: [f32; 3], top: [f32; 3], axis: u32) -> f32 {
    let of = |[x, y, z]: [f32; 3]| match axis {
        0 => x.abs(),
        1 => y.abs(),
        _ => z.abs(),
    };
    share(of(value), of(top))
}

fn length([x, y, z]: [f32; 3]) -> f32 {
    (x * x + y * y + z * z).sqrt()
}

fn share(value: f32, top: f32) -> f32 {
    if top > 0.0 { value / top } else { 0.0 }
}
