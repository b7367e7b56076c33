//! Angles, powers and lengths that are the same on every system, to the last bit.
//!
//! The standard library asks the system's C library, and those disagree in the last bit: enough for
//! a pixel at the edge of a landscape to belong to another triangle. Whatever ends in a picture or
//! in a file asks here instead. (The effects have [arithmetic](crate::effects) of their own, in the
//! engine's order of operations.)

/// Sine and cosine of an angle in radians.
pub fn sin_cos(angle: f32) -> (f32, f32) {
    libm::sincosf(angle)
}

/// The tangent of an angle in radians.
pub fn tan(angle: f32) -> f32 {
    libm::tanf(angle)
}

/// The angle whose tangent is given, in radians.
pub fn atan(tangent: f32) -> f32 {
    libm::atanf(tangent)
}

/// The angle between the x axis and a vector, in radians.
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// The length of a vector.
pub fn hypot(x: f32, y: f32) -> f32 {
    libm::hypotf(x, y)
}

/// A power.
pub fn powf(base: f32, exponent: f32) -> f32 {
    libm::powf(base, exponent)
}

/// The logarithm to base 10.
pub fn log10(value: f32) -> f32 {
    libm::log10f(value)
}

/// The turn about the z axis by so many radians, counter-clockwise seen from above.
pub fn rotation_z(angle: f32) -> glam::Quat {
    let (sin, cos) = sin_cos(angle * 0.5);
    glam::Quat::from_xyzw(0.0, 0.0, sin, cos)
}

/// What a picture shows of the space in front of an eye that looks along −z: depths from 0 at
/// `near` to 1 at `far`.
pub fn perspective(fov_y: f32, aspect: f32, near: f32, far: f32) -> glam::Mat4 {
    let (sin, cos) = sin_cos(0.5 * fov_y);
    let height = cos / sin;
    let depth = far / (near - far);
    glam::Mat4::from_cols(
        glam::Vec4::new(height / aspect, 0.0, 0.0, 0.0),
        glam::Vec4::new(0.0, height, 0.0, 0.0),
        glam::Vec4::new(0.0, 0.0, depth, -1.0),
        glam::Vec4::new(0.0, 0.0, depth * near, 0.0),
    )
}

/// In double precision.
pub mod wide {
    /// Sine and cosine of an angle in radians.
    pub fn sin_cos(angle: f64) -> (f64, f64) {
        libm::sincos(angle)
    }

    /// The sine of an angle in radians.
    pub fn sin(angle: f64) -> f64 {
        libm::sin(angle)
    }

    /// The angle whose cosine is given, in radians.
    pub fn acos(cosine: f64) -> f64 {
        libm::acos(cosine)
    }

    /// The length of a vector.
    pub fn hypot(x: f64, y: f64) -> f64 {
        libm::hypot(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_they_are_called() {
        for step in -200i16..=200 {
            let x = f32::from(step) * 0.05;
            let (sin, cos) = sin_cos(x);
            let near = |a: f32, b: f32| (a - b).abs() <= 1e-6 * b.abs().max(1.0);
            assert!(near(sin, x.sin()) && near(cos, x.cos()), "{x}");
            assert!(near(atan(x), x.atan()) && near(atan2(x, 2.0), x.atan2(2.0)), "{x}");
            assert!(near(hypot(x, 3.0), x.hypot(3.0)) && near(tan(x * 0.1), (x * 0.1).tan()));
            assert!(near(powf(x.abs(), 1.5), x.abs().powf(1.5)), "{x}");
            assert!(near(log10(x.abs() + 1.0), (x.abs() + 1.0).log10()), "{x}");
            assert!(rotation_z(x).abs_diff_eq(glam::Quat::from_rotation_z(x), 1e-6), "{x}");
            let wide = f64::from(x);
            assert!((wide::sin(wide) - wide.sin()).abs() < 1e-15, "{x}");
            assert!((wide::acos(wide.sin()) - wide.sin().acos()).abs() < 1e-15, "{x}");
            assert!((wide::hypot(wide, 2.0) - wide.hypot(2.0)).abs() < 1e-14, "{x}");
            assert_eq!(wide::sin_cos(wide).0, wide::sin(wide), "{x}");
        }
    }

    /// Bits that were worked out once: another system that gives others draws other pictures.
    #[test]
    fn the_bits_are_the_same_everywhere() {
        let (sin, cos) = sin_cos(0.9);
        assert_eq!((sin.to_bits(), cos.to_bits()), (0x3f48_8800, 0x3f1f_21b4));
        assert_eq!(tan(0.45).to_bits(), 0x3ef7_5465);
        assert_eq!(atan2(-0.3, 0.7).to_bits(), 0xbecf_517b);
        assert_eq!(wide::acos(0.1).to_bits(), 0x3ff7_8779_6b11_cdef);
    }

    #[test]
    fn the_perspective_is_that_of_direct3d() {
        let ours = perspective(0.9, 1.5, 0.5, 700.0);
        let theirs = glam::camera::rh::proj::directx::perspective(0.9, 1.5, 0.5, 700.0);
        assert!(ours.abs_diff_eq(theirs, 1e-6), "{ours} {theirs}");
    }
}
