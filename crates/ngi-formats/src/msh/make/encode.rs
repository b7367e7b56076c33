//! Numbers into the format's packed forms.

use crate::geometry::nearest;
use crate::msh::types::{QuaternionOrder, Uv};

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
