//! Quaternions as the engine uses them: w, x, y, z, never normalised.

use std::ops::{Add, Mul};

use glam::{Mat3A, Vec3A};

use crate::portable::wide;

/// Closer than this to the same rotation, the engine mixes in a straight line: 9.9999997e-6, the
/// float nearest to 1e-5.
pub const SLERP_THRESHOLD: f32 = 1e-5;

/// Products summed from w to z.
#[inline]
pub(super) fn dot([a, b, c, d]: [f32; 4], [e, f, g, h]: [f32; 4]) -> f32 {
    a * e + b * f + c * g + d * h
}

#[inline]
pub(super) fn weighted(p: [f32; 4], weight_p: f32, q: [f32; 4], weight_q: f32) -> [f32; 4] {
    let ([a, b, c, d], [e, f, g, h]) = (p, q);
    [
        weight_p * a + weight_q * e,
        weight_p * b + weight_q * f,
        weight_p * c + weight_q * g,
        weight_p * d + weight_q * h,
    ]
}

/// The rotation a share `a` of the way from `p` to `q`, the short way round.
///
/// One routine serves both mixing keys and mixing samples (slots 17 and 22 of the engine's maths
/// table). The result is not normalised.
pub fn slerp(p: [f32; 4], q: [f32; 4], a: f32) -> [f32; 4] {
    let signed = dot(p, q);
    let (d, sign) = if signed < 0.0 { (-signed, -1.0) } else { (signed, 1.0) };
    if 1.0 - d <= SLERP_THRESHOLD {
        return weighted(p, 1.0 - a, q, sign * a);
    }
    #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
    let (weight_p, weight_q) = {
        let d = f64::from(d);
        let angle = wide::acos(d);
        let (sin, cos) = wide::sin_cos(f64::from(a) * angle);
        let weight_q = sin / wide::sin(angle);
        ((cos - weight_q * d) as f32, weight_q as f32)
    };
    weighted(p, weight_p, q, sign * weight_q)
}

/// What mixing two neighbouring keys needs and what does not depend on the moment.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arc {
    /// The angle between the two; 0 where they are mixed in a straight line.
    pub angle: f32,
    /// 1 / sin(angle), and its sign turned where the second has to be: weight of the second.
    pub second: f32,
    /// 1 / sin(angle): weight of the first.
    pub first: f32,
}

impl Arc {
    /// How many are worked out together.
    pub const TOGETHER: usize = 32;

    /// The arcs between rotations whose products are given. Many at a time, and each the same way:
    /// roots and quotients of several are no slower than of one.
    #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
    pub fn of_cosines(cosines: &[f32; Self::TOGETHER]) -> [Self; Self::TOGETHER] {
        let mut angles = [0.0; Self::TOGETHER];
        let mut per_sine = [0.0; Self::TOGETHER];
        for ((angle, per_sine), signed) in angles.iter_mut().zip(&mut per_sine).zip(cosines) {
            let d = f64::from(signed.abs());
            *angle = acute(d) as f32;
            // The sine of an angle by its cosine: a root is quicker than the sine.
            *per_sine = (1.0 / ((1.0 - d) * (1.0 + d)).sqrt()) as f32;
        }
        let mut arcs = [Self::default(); Self::TOGETHER];
        let found = angles.into_iter().zip(per_sine).zip(cosines);
        for (arc, ((angle, first), &signed)) in arcs.iter_mut().zip(found) {
            let sign = if signed < 0.0 { -1.0 } else { 1.0 };
            *arc = if 1.0 - signed.abs() <= SLERP_THRESHOLD {
                Self { angle: 0.0, second: sign, first: 1.0 }
            } else {
                Self { angle, second: sign * first, first }
            };
        }
        arcs
    }

    /// [`slerp`] with `a` in 0..=1: the same weights, without `acos`.
    ///
    /// `cos(aθ) − sin(aθ)·cos θ / sin θ` is `sin((1 − a)θ) / sin θ`, so both weights are a sine
    /// of an angle between 0 and a right one, where a short polynomial is exact to a float's last
    /// digits.
    #[inline]
    pub fn mix(&self, p: [f32; 4], q: [f32; 4], a: f32) -> [f32; 4] {
        let b = 1.0 - a;
        if self.angle == 0.0 {
            return weighted(p, b, q, self.second * a);
        }
        let first = short_sine(b * self.angle) * self.first;
        let second = short_sine(a * self.angle) * self.second;
        weighted(p, first, q, second)
    }
}

/// The angle of 0..=π/2 whose cosine is given, to 1e-15: what [`wide::acos`] gives, without a
/// branch and without the last bit. A skeleton asks once for every key.
#[inline]
fn acute(cosine: f64) -> f64 {
    // Near 1 by the half of the angle, whose sine is small; else by what is left of a right one.
    let near = cosine >= 0.5;
    let y = if near { 0.5 * (1.0 - cosine) } else { cosine * cosine };
    let x = if near { y.sqrt() } else { cosine };
    // The arc sine of up to a half, by a quotient of polynomials as C libraries have it.
    let tail = 0.201_212_532_134_862_93
        + y * (-0.040_055_534_500_679_41
            + y * (7.915_349_942_898_145e-4 + y * 3.479_331_075_960_212e-5));
    let over = y * (0.166_666_666_666_666_66 + y * (-0.325_565_818_622_400_9 + y * tail));
    let under =
        2.020_945_760_233_505_7 + y * (-0.688_283_971_605_453_3 + y * 0.077_038_150_555_901_94);
    let under = 1.0 + y * (-2.403_394_911_734_414 + y * under);
    let sine = x + x * (over / under);
    if near { 2.0 * sine } else { std::f64::consts::FRAC_PI_2 - sine }
}

/// The sine of 0..=π/2, to 1e-7: its series up to x¹³, whose next term is below 1e-9 there. Of one
/// number, or of several side by side.
#[inline]
pub(super) fn short_sine<T>(x: T) -> T
where
    T: Copy + Add<Output = T> + Mul<Output = T> + Add<f32, Output = T> + Mul<f32, Output = T>,
{
    let y = x * x;
    let tail = y * (y * (1.0 / 6_227_020_800.0) + -1.0 / 39_916_800.0);
    let tail = y * (y * (tail + 1.0 / 362_880.0) + -1.0 / 5040.0) + 1.0 / 120.0;
    x + x * y * (y * tail + -1.0 / 6.0)
}

/// The rotation of a quaternion as the engine builds it (slot 14): the transpose of what
/// right-handed maths makes of the same numbers, so that right-handed maths takes the conjugate.
#[inline]
pub fn matrix([w, x, y, z]: [f32; 4]) -> Mat3A {
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    let (wx, wy, wz) = (w * x, w * y, w * z);
    Mat3A::from_cols(
        Vec3A::new(1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy)),
        Vec3A::new(2.0 * (xy + wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx)),
        Vec3A::new(2.0 * (xz - wy), 2.0 * (yz + wx), 1.0 - 2.0 * (xx + yy)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The formula of the page, in f64 throughout.
    fn by_the_book(p: [f32; 4], q: [f32; 4], a: f32) -> [f64; 4] {
        let (p, q, a) = (p.map(f64::from), q.map(f64::from), f64::from(a));
        let signed: f64 = (0..4).map(|n| p[n] * q[n]).sum();
        let (d, sign) = if signed < 0.0 { (-signed, -1.0) } else { (signed, 1.0) };
        let (first, second) = if 1.0 - d <= f64::from(SLERP_THRESHOLD) {
            (1.0 - a, a)
        } else {
            let angle = d.acos();
            let second = (a * angle).sin() / angle.sin();
            ((a * angle).cos() - second * d, second)
        };
        std::array::from_fn(|n| first * p[n] + sign * second * q[n])
    }

    /// One arc, in the last place of several.
    fn arc(p: [f32; 4], q: [f32; 4]) -> Arc {
        let mut cosines = [0.0; Arc::TOGETHER];
        cosines[Arc::TOGETHER - 1] = dot(p, q);
        Arc::of_cosines(&cosines)[Arc::TOGETHER - 1]
    }

    fn stored(values: [i16; 4]) -> [f32; 4] {
        values.map(|value| f32::from(value) / 32767.0)
    }

    fn assert_close(ours: [f32; 4], book: [f64; 4]) {
        for (ours, book) in ours.iter().zip(book) {
            assert!((f64::from(*ours) - book).abs() < 1e-6, "{ours} instead of {book}");
        }
    }

    #[test]
    fn the_threshold_divides_straight_from_round() {
        // 1 − d is 9.99e-6 or 1.01e-5; half way a straight line and an arc differ by 1e-6 only,
        // so what is looked at are the weights.
        assert_eq!(arc([1.0, 0.0, 0.0, 0.0], [1.0 - 9.9e-6, 0.0, 0.0, 0.0]).angle, 0.0);
        assert!(arc([1.0, 0.0, 0.0, 0.0], [1.0 - 1.1e-5, 0.0, 0.0, 0.0]).angle > 0.0);
        // Longer than 1: a straight line too, and no acos of more than 1.
        assert_eq!(arc([1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]).angle, 0.0);
    }

    #[test]
    fn opposite_signs_go_the_short_way() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let (p, q) = ([1.0, 0.0, 0.0, 0.0], [-half, 0.0, 0.0, -half]);
        let eighth = std::f32::consts::FRAC_PI_8;
        let [w, x, y, z] = slerp(p, q, 0.5);
        assert!((w - eighth.cos()).abs() < 1e-6 && (z - eighth.sin()).abs() < 1e-6);
        assert_eq!([x, y], [0.0, 0.0]);
    }

    #[test]
    fn nothing_is_normalised() {
        // Two quaternions of length 1/2 at a right angle: θ = 90°, weights sin 45°.
        let mixed = slerp([0.5, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], 0.5);
        let expected = 0.5 * std::f32::consts::FRAC_1_SQRT_2;
        assert!((mixed[0] - expected).abs() < 1e-6 && (mixed[1] - expected).abs() < 1e-6);
        assert_eq!(slerp([0.0; 4], [0.0; 4], 0.5), [0.0; 4]);
    }

    #[test]
    fn the_matrix_is_the_one_of_the_page() {
        let [w, x, y, z] = [0.5f32, -0.5, 0.5, 0.5];
        let rows = matrix([w, x, y, z]).transpose().to_cols_array_2d();
        let expected = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        assert_eq!(rows, expected);
        let conjugate = Mat3A::from_quat(glam::Quat::from_xyzw(-x, -y, -z, w));
        assert!(matrix([w, x, y, z]).abs_diff_eq(conjugate, 1e-6));
    }

    #[test]
    fn the_angle_is_that_of_the_library() {
        for step in 0..=100_000u32 {
            let cosine = f64::from(step) / 100_001.0;
            let (ours, theirs) = (acute(cosine), wide::acos(cosine));
            assert!((ours - theirs).abs() <= 4e-16 * theirs.max(0.1), "{cosine}: {ours} {theirs}");
        }
    }

    #[test]
    fn the_short_sine_is_a_sine() {
        for step in 0..=10_000u16 {
            let x = std::f32::consts::FRAC_PI_2 * f32::from(step) / 10_000.0;
            let exact = f64::from(x).sin();
            assert!((f64::from(short_sine(x)) - exact).abs() <= 1.2e-7 * exact.max(1e-3), "{x}");
        }
    }

    proptest! {
        #[test]
        fn both_ways_equal_the_book(p: [i16; 4], q: [i16; 4], a in 0.0f32..=1.0) {
            let (p, q) = (stored(p), stored(q));
            // On the threshold itself the last digit of the product decides.
            let d = dot(p, q).abs();
            prop_assume!((1.0 - d - SLERP_THRESHOLD).abs() > 1e-6);
            let book = by_the_book(p, q, a);
            assert_close(slerp(p, q, a), book);
            assert_close(arc(p, q).mix(p, q, a), book);
        }

        #[test]
        fn unit_quaternions_that_are_close_too(
            axis: [i8; 3], turn in -0.2f32..0.2, start in -3.0f32..3.0, a in 0.0f32..=1.0,
        ) {
            let axis = glam::Vec3::from_array(axis.map(f32::from)).normalize_or(glam::Vec3::Z);
            let key = |angle: f32| {
                let [x, y, z, w] = glam::Quat::from_axis_angle(axis, angle).to_array();
                stored(ngi_formats::msh::encode_quaternion(
                    [w, x, y, z],
                    Default::default(),
                ))
            };
            let (p, q) = (key(start), key(start + turn));
            prop_assume!((1.0 - dot(p, q).abs() - SLERP_THRESHOLD).abs() > 1e-6);
            let book = by_the_book(p, q, a);
            assert_close(slerp(p, q, a), book);
            assert_close(arc(p, q).mix(p, q, a), book);
        }

        #[test]
        fn anything_is_mixed_without_a_panic(p: [f32; 4], q: [f32; 4], a: f32) {
            let _ = (slerp(p, q, a), arc(p, q).mix(p, q, a), matrix(p));
        }
    }
}
