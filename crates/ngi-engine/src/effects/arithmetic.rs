//! Powers, sines and roundings made of plain additions and multiplications.
//!
//! The standard library hands `powf` and `sin` to the C library of the machine, and those differ
//! in the last bits from one machine to the next. Effects shall be the same everywhere, so these
//! are worked out in `f64` from operations that IEEE 754 fixes exactly, and rounded once. Series
//! are written with `x * (1.0 / n)`, for divisions by known numbers are done when compiling.

/// Adding this to a small number rounds it to a whole one, ties to even.
const ROUNDER: f64 = 6_755_399_441_055_744.0; // 1.5 · 2^52

/// `f64` → `f32`, rounded to the nearest.
#[allow(clippy::cast_possible_truncation)] // rounding is what is wanted
#[inline]
pub(super) fn narrow(value: f64) -> f32 {
    value as f32
}

/// A count as a number to calculate with. Counts here stay far below 2^24.
#[allow(clippy::cast_precision_loss)]
#[inline]
pub(super) fn count(value: usize) -> f32 {
    value as f32
}

/// The whole part of a number as a count: 0 for what is negative or no number, `most` at most.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to 0..=most first
pub(super) fn whole(value: f64, most: usize) -> usize {
    // `as` turns NaN into 0 and cuts the rest to the range of the type.
    (value.max(0.0) as usize).min(most)
}

/// The part of a number behind the point, 0 ≤ frac < 1, also of negative numbers; 0 for infinities
/// and NaN.
#[inline]
pub fn frac(value: f32) -> f32 {
    let part = value - value.floor();
    // A tiny negative number gives 1 after rounding.
    if (0.0..1.0).contains(&part) { part } else { 0.0 }
}

/// The nearest whole number of |value| < 2^51, and the same as an integer.
#[inline]
fn nearest(value: f64) -> (f64, i64) {
    let shifted = value + ROUNDER;
    let integer = shifted.to_bits().wrapping_sub(ROUNDER.to_bits()).cast_signed();
    (shifted - ROUNDER, integer)
}

/// x to the power e, for x ≥ 0. An exponent of exactly 1 gives x itself, as in the engine.
///
/// x = 0 gives 0, 1 or infinity by the sign of e; e = 0 gives 1. A negative x, or a NaN, gives NaN.
#[inline]
pub fn power(x: f32, e: f32) -> f32 {
    if e == 1.0 {
        return x;
    }
    if e == 0.0 {
        return 1.0;
    }
    if x.is_nan() || e.is_nan() || x < 0.0 {
        return f32::NAN;
    }
    if x == 0.0 {
        return if e > 0.0 { 0.0 } else { f32::INFINITY };
    }
    if x == 1.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return if e > 0.0 { f32::INFINITY } else { 0.0 };
    }
    narrow(exp2(f64::from(e) * log2(f64::from(x))))
}

/// The logarithm to base 2 of a positive, finite number that came from an `f32`.
fn log2(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = (bits >> 52).cast_signed() - 1023;
    let mut mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    // ln m = 2 · atanh((m − 1) / (m + 1)), whose argument is below 0.172.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let q = s * s;
    let mut sum = 1.0 / 17.0;
    for odd in [15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * q + 1.0 / odd;
    }
    #[allow(clippy::cast_precision_loss)] // |exponent| is at most 1074
    let exponent = exponent as f64;
    exponent + sum * s * (2.0 * std::f64::consts::LOG2_E)
}

/// 2 to a power. Beyond the range of `f32` it gives 0 and infinity.
fn exp2(y: f64) -> f64 {
    if y < -160.0 {
        return 0.0;
    }
    if y > 130.0 {
        return f64::INFINITY;
    }
    let (round, integer) = nearest(y);
    let x = (y - round) * std::f64::consts::LN_2;
    let mut sum = 1.0;
    for n in [13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0] {
        sum = 1.0 + sum * (x * (1.0 / n));
    }
    sum * f64::from_bits((integer + 1023).cast_unsigned() << 52)
}

/// Sine and cosine of an angle in whole turns.
#[inline]
pub fn sin_cos_turns(turns: f64) -> (f64, f64) {
    if turns.is_nan() || turns.abs() >= 1e12 {
        return (0.0, 1.0);
    }
    let (round, quarter) = nearest(turns * 4.0);
    let x = (turns - round * 0.25) * std::f64::consts::TAU;
    let q = x * x;
    let mut sine = 1.0;
    for n in [15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0] {
        sine = 1.0 - sine * (q * (1.0 / (n * (n - 1.0))));
    }
    let sine = sine * x;
    let mut cosine = 1.0;
    for n in [16.0, 14.0, 12.0, 10.0, 8.0, 6.0, 4.0, 2.0] {
        cosine = 1.0 - cosine * (q * (1.0 / (n * (n - 1.0))));
    }
    match quarter & 3 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_powers() {
        let table = [
            (0.25, 0.5, 0.5),
            (0.25, 2.0, 0.0625),
            (0.5, -1.0, 2.0),
            (0.3, 1.0, 0.3),
            (0.0, 3.0, 0.0),
            (0.0, 0.0, 1.0),
            (0.0, -2.0, f32::INFINITY),
            (1.0, 7.5, 1.0),
            (2.0, 200.0, f32::INFINITY),
            (0.5, 200.0, 0.0),
            (f32::INFINITY, -1.0, 0.0),
        ];
        for (x, e, result) in table {
            assert_eq!(power(x, e).to_bits(), f32::to_bits(result), "{x}^{e}");
        }
        assert!(power(f32::NAN, 2.0).is_nan());
        assert!(power(0.5, f32::NAN).is_nan());
        assert!(power(-0.5, 2.0).is_nan());
    }

    #[test]
    fn quarters_of_a_turn_are_exact() {
        let table =
            [(0.0, (0.0, 1.0)), (0.25, (1.0, 0.0)), (0.5, (0.0, -1.0)), (2.75, (-1.0, 0.0))];
        for (turns, (sine, cosine)) in table {
            let (s, c) = sin_cos_turns(turns);
            assert_eq!((s.abs(), c.abs()), (f64::abs(sine), f64::abs(cosine)));
            assert_eq!((s + sine, c + cosine), (sine * 2.0, cosine * 2.0), "{turns}");
        }
        assert_eq!(sin_cos_turns(f64::NAN), (0.0, 1.0));
    }

    #[test]
    fn fractions() {
        assert_eq!([2.75, -0.25, 1.0, -1e-30].map(frac), [0.75, 0.75, 0.0, 0.0]);
        assert_eq!([f32::NAN, f32::INFINITY, -f32::INFINITY].map(frac), [0.0; 3]);
    }

    proptest! {
        #[test]
        fn as_good_as_the_libraries(x in 1e-6f32..50.0, e in -6f32..6.0) {
            let exact = f64::from(x).powf(f64::from(e));
            let ours = f64::from(power(x, e));
            // Half a unit in the last place is 2^-24 of the value at most; beyond f32 is fine.
            prop_assert!((ours - exact).abs() <= exact * 6.0e-8 + 1e-45, "{ours} {exact}");
        }

        #[test]
        fn sines(turns in -20f64..20.0) {
            let (s, c) = sin_cos_turns(turns);
            let (sine, cosine) = (turns * std::f64::consts::TAU).sin_cos();
            prop_assert!((s - sine).abs() < 1e-13 && (c - cosine).abs() < 1e-13);
        }
    }
}
