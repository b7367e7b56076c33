//! Resource 8: keys.

use crate::schema::record;

/// In which order a key's four numbers are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum QuaternionOrder {
    /// w, x, y, z: posed geometry then lies inside the authored box on every shipped model.
    #[default]
    Wxyz,
    /// x, y, z, w: the reading of the older documents.
    Xyzw,
}

record! {
    /// Position and rotation of a node at one moment, relative to its parent.
    pub struct Key[24] {
        /// Position of the node, relative to its parent.
        0 => position: [f32; 3],
        /// Time in frames.
        12 => time: f32 = M "whole numbers, rising from 0",
        /// Rotation of the node as a quaternion: w, x, y, z times 32767, in the engine's sense of
        /// rotation. Right-handed maths uses the conjugate.
        16 => rotation: [i16; 4],
    }
}

impl Default for Key {
    /// No translation, no rotation, frame 0.
    fn default() -> Self {
        Self { position: [0.0; 3], time: 0.0, rotation: [32767, 0, 0, 0] }
    }
}

impl Key {
    /// The stored quaternion as w, x, y, z, not normalised. The engine builds the transposed
    /// matrix from it: right-handed maths takes [`Key::rotation_right_handed`].
    pub fn rotation(&self, order: QuaternionOrder) -> [f32; 4] {
        let [a, b, c, d] = self.rotation.map(|value| f32::from(value) / 32767.0);
        match order {
            QuaternionOrder::Wxyz => [a, b, c, d],
            QuaternionOrder::Xyzw => [d, a, b, c],
        }
    }

    /// The rotation as w, x, y, z for right-handed column vectors: the conjugate of what is
    /// stored.
    pub fn rotation_right_handed(&self) -> [f32; 4] {
        let [w, x, y, z] = self.rotation(QuaternionOrder::Wxyz);
        [w, -x, -y, -z]
    }
}
