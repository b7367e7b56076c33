//! Numbers into the format's packed forms.

use crate::msh::bounds::{cross, dot, minus};
use crate::msh::types::{Normal, QuaternionOrder, Uv};

/// The nearest whole number in `low..=high`; 0 for what is not a number.
#[allow(clippy::cast_possible_truncation)] // cut to the range first; NaN becomes 0
fn nearest(value: f32, low: i16, high: i16) -> i16 {
    value.round().clamp(f32::from(low), f32::from(high)) as i16
}

/// A vector as a packed normal: times 127, rounded. The fourth byte is 0.
pub fn encode_normal(vector: [f32; 3]) -> Normal {
    let packed = |value: f32| i8::try_from(nearest(value * 127.0, -128, 127)).unwrap_or(0);
    Normal { xyz: vector.map(packed), unk_0x03: 0 }
}

/// Texture coordinates in turns as packed ones: times 1024, rounded, cut to ±32 turns.
pub fn encode_uv([u, v]: [f32; 2]) -> Uv {
    let packed = |value: f32| nearest(value * 1024.0, i16::MIN, i16::MAX);
    Uv { u: packed(u), v: packed(v) }
}

/// A quaternion w, x, y, z as a key stores it, in the engine's sense: times 32767, rounded. A
/// right-handed rotation is conjugated first.
pub fn encode_quaternion([w, x, y, z]: [f32; 4], order: QuaternionOrder) -> [i16; 4] {
    let ordered = match order {
        QuaternionOrder::Wxyz => [w, x, y, z],
        QuaternionOrder::Xyzw => [x, y, z, w],
    };
    ordered.map(|value| nearest(value * 32767.0, -32767, 32767))
}

/// The normal of a triangle whose corners run counter-clockwise, as a descriptor stores it. A
/// triangle without an area points up.
pub fn encode_triangle_normal([a, b, c]: [[f32; 3]; 3]) -> [i16; 3] {
    let face = unit(cross(minus(b, a), minus(c, a))).unwrap_or([0.0, 0.0, 1.0]);
    face.map(|value| nearest(value * 32767.0, -32767, 32767))
}

/// The vector with length 1; `None` where it has no direction.
pub(crate) fn unit(vector: [f32; 3]) -> Option<[f32; 3]> {
    // Scaled by its largest part first, so that tiny and huge vectors keep their direction.
    let largest = vector.iter().fold(0.0f32, |most, value| most.max(value.abs()));
    let scaled = vector.map(|value| value / largest);
    let length = dot(scaled, scaled).sqrt();
    let result = scaled.map(|value| value / length);
    result.iter().all(|value| value.is_finite()).then_some(result)
}
