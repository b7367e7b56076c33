//! The game's axes and glTF's.

/// How coordinates are turned on the way out, and back on the way in.
///
/// Both are exact: numbers change places and signs, nothing is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Turn {
    /// z up becomes y up.
    #[default]
    YUp,
    /// As they are.
    Keep,
}

impl Turn {
    /// A point or direction of the game in the file's axes.
    pub fn out(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::YUp => [x, z, -y],
            Self::Keep => [x, y, z],
        }
    }

    /// A point or direction of the file in the game's axes.
    pub fn back(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::YUp => [x, -z, y],
            Self::Keep => [x, y, z],
        }
    }

    /// A right-handed rotation `w x y z` of the game as the file's `x y z w`.
    pub fn rotation_out(self, [w, x, y, z]: [f32; 4]) -> [f32; 4] {
        let [x, y, z] = self.out([x, y, z]);
        [x, y, z, w]
    }

    /// A rotation `x y z w` of the file as the game's right-handed `w x y z`.
    pub fn rotation_back(self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        let [x, y, z] = self.back([x, y, z]);
        [w, x, y, z]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_up_and_left_stays_left() {
        // East, north, up: glTF looks from the south, so north is away from the viewer: −z.
        assert_eq!(Turn::YUp.out([1.0, 0.0, 0.0]), [1.0, 0.0, 0.0]);
        assert_eq!(Turn::YUp.out([0.0, 1.0, 0.0]), [0.0, 0.0, -1.0]);
        assert_eq!(Turn::YUp.out([0.0, 0.0, 1.0]), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn there_and_back_is_exact() {
        for turn in [Turn::YUp, Turn::Keep] {
            for value in [[1.5, -2.5, 0.1], [0.0, -0.0, 3.0], [-0.0, 0.0, -0.0]] {
                let bits = |v: [f32; 3]| v.map(f32::to_bits);
                assert_eq!(bits(turn.back(turn.out(value))), bits(value));
                let [x, y, z] = value;
                let rotation = [0.25, x, y, z];
                let back = turn.rotation_back(turn.rotation_out(rotation));
                assert_eq!(back.map(f32::to_bits), rotation.map(f32::to_bits));
            }
        }
    }

    #[test]
    fn turning_a_rotation_turns_what_it_does() {
        let q = glam::Quat::from_euler(glam::EulerRot::XYZ, 0.3, -0.8, 1.1);
        let [x, y, z, w] = q.to_array();
        let turned = glam::Quat::from_array(Turn::YUp.rotation_out([w, x, y, z]));
        let point = [0.5, -1.0, 2.0];
        let there = turned * glam::Vec3::from_array(Turn::YUp.out(point));
        let expected = Turn::YUp.out((q * glam::Vec3::from_array(point)).to_array());
        assert!(there.abs_diff_eq(glam::Vec3::from_array(expected), 1e-6));
    }
}
