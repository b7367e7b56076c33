//! The six sides one can look from.

use std::f32::consts::{FRAC_PI_2, PI};

use crate::shortcuts::Words;

/// A side to look from. Models look along +y, so that is their front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// From +x.
    Right,
    /// From −x.
    Left,
    /// From +y.
    Front,
    /// From −y.
    Back,
    /// From +z.
    Above,
    /// From −z.
    Below,
}

impl Side {
    /// All, with what they are called.
    pub const ALL: [(Self, Words); 6] = [
        (Self::Front, |t| t.side_front),
        (Self::Back, |t| t.side_back),
        (Self::Right, |t| t.side_right),
        (Self::Left, |t| t.side_left),
        (Self::Above, |t| t.side_above),
        (Self::Below, |t| t.side_below),
    ];

    /// Where it is.
    pub fn axis(self) -> [f32; 3] {
        match self {
            Self::Right => [1.0, 0.0, 0.0],
            Self::Left => [-1.0, 0.0, 0.0],
            Self::Front => [0.0, 1.0, 0.0],
            Self::Back => [0.0, -1.0, 0.0],
            Self::Above => [0.0, 0.0, 1.0],
            Self::Below => [0.0, 0.0, -1.0],
        }
    }

    /// The letter of its axis; none on the far side of it.
    pub fn letter(self) -> Option<&'static str> {
        match self {
            Self::Right => Some("x"),
            Self::Front => Some("y"),
            Self::Above => Some("z"),
            _ => None,
        }
    }

    /// Yaw and pitch of a camera that looks from there. From above and below north is up.
    pub fn turn(self) -> [f32; 2] {
        match self {
            Self::Right => [FRAC_PI_2, 0.0],
            Self::Left => [PI + FRAC_PI_2, 0.0],
            Self::Front => [PI, 0.0],
            Self::Back => [0.0, 0.0],
            Self::Above => [0.0, FRAC_PI_2],
            Self::Below => [0.0, -FRAC_PI_2],
        }
    }
}

#[cfg(test)]
mod tests {
    use ngi_render::Camera;

    use super::*;

    #[test]
    fn the_camera_is_where_the_side_is() {
        for (side, _) in Side::ALL {
            let [yaw, pitch] = side.turn();
            let camera = Camera { yaw, pitch, ..Camera::default() };
            let back = (-camera.forward()).to_array();
            for (found, wanted) in back.into_iter().zip(side.axis()) {
                assert!((found - wanted).abs() < 1e-5, "{side:?}: {back:?}");
            }
        }
    }
}
