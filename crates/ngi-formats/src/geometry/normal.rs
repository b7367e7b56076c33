//! Normals: packed ones of vertices, and those of triangles.

use super::vector::{cross, minus, unit};
use crate::schema::record;

record! {
    /// Packed normal, resource 4: `x y z` / 127 and an unused byte.
    pub struct Normal[4] {
        /// x, y, z times 127; −128 counts as −127.
        0 => xyz: [i8; 3] = M "lengths within 0.0133 of 1",
        /// Not read by the engine; 0 in new models.
        3 => unk_0x03: i8,
    }
}

impl Default for Normal {
    /// Straight up.
    fn default() -> Self {
        Self { xyz: [0, 0, 127], unk_0x03: 0 }
    }
}

impl Normal {
    /// The vector, each component at most 1 long (−128 is cut to −1, as the engine does).
    pub fn decode(&self) -> [f32; 3] {
        self.xyz.map(|value| (f32::from(value) / 127.0).max(-1.0))
    }

    /// Where it points, for those whom its length does not matter: it is about 127.
    #[inline]
    pub(crate) fn direction(self) -> [f32; 3] {
        self.xyz.map(|value| PARTS.get(usize::from(value.cast_unsigned())).copied().unwrap_or(0.0))
    }
}

/// A byte of a normal as a number. Looked up: three that are widened and cut one by one take
/// longer.
#[allow(clippy::indexing_slicing)] // runs at compile time only
static PARTS: [f32; 256] = {
    let mut parts = [0.0; 256];
    let mut value = 0;
    while value < 256 {
        // Those from 128 on are negative; −128 counts as −127.
        parts[value] = if value < 128 {
            value as f32
        } else if value == 128 {
            -127.0
        } else {
            value as f32 - 256.0
        };
        value += 1;
    }
    parts
};

/// The nearest whole number in `low..=high`; 0 for what is not a number.
#[allow(clippy::cast_possible_truncation)] // cut to the range first; NaN becomes 0
pub(crate) fn nearest(value: f32, low: i16, high: i16) -> i16 {
    value.round().clamp(f32::from(low), f32::from(high)) as i16
}

/// A vector as a packed normal: times 127, rounded. The fourth byte is 0.
pub fn encode_normal(vector: [f32; 3]) -> Normal {
    let packed = |value: f32| i8::try_from(nearest(value * 127.0, -128, 127)).unwrap_or(0);
    Normal { xyz: vector.map(packed), unk_0x03: 0 }
}

/// The normal of a triangle whose corners run counter-clockwise, as a descriptor stores it. A
/// triangle without an area points up.
pub fn encode_triangle_normal([a, b, c]: [[f32; 3]; 3]) -> [i16; 3] {
    let face = unit(cross(minus(b, a), minus(c, a))).unwrap_or([0.0, 0.0, 1.0]);
    face.map(|value| nearest(value * 32767.0, -32767, 32767))
}
