//! Arithmetic that every machine rounds alike: sums, products, quotients, square roots and whole
//! parts. Sines come from a polynomial, not from the C library.

/// Sine of an angle in turns, exact to about a millionth.
pub fn sin_turns(turns: f32) -> f32 {
    let turns = f64::from(turns);
    let turns = turns - turns.round();
    let folded = if turns > 0.25 {
        0.5 - turns
    } else if turns < -0.25 {
        -0.5 - turns
    } else {
        turns
    };
    let x = folded * std::f64::consts::TAU;
    let square = x * x;
    let series = 1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * tail(square)));
    narrow(x * series)
}

/// The last terms of the sine's series.
fn tail(square: f64) -> f64 {
    1.0 - square / 72.0 * (1.0 - square / 110.0 * (1.0 - square / 156.0))
}

/// Cosine of an angle in turns.
pub fn cos_turns(turns: f32) -> f32 {
    sin_turns(turns + 0.25)
}

/// The angle of a direction in turns, −0.5 to 0.5, exact to about a thousandth of a turn.
pub fn angle_turns(x: f32, y: f32) -> f32 {
    let (ax, ay) = (x.abs(), y.abs());
    if ax + ay == 0.0 {
        return 0.0;
    }
    let ratio = ax.min(ay) / ax.max(ay);
    // A polynomial for the arc tangent between 0 and 1.
    let square = ratio * ratio;
    let eighth = ratio * (0.158_85 - square * (0.050_4 - square * 0.016_55));
    let quarter = if ay > ax { 0.25 - eighth } else { eighth };
    let half = if x < 0.0 { 0.5 - quarter } else { quarter };
    if y < 0.0 { -half } else { half }
}

/// Rounds to the nearest `f32`.
#[allow(clippy::cast_possible_truncation)] // rounding is what is wanted
pub fn narrow(value: f64) -> f32 {
    value as f32
}

/// The whole number at or below.
#[allow(clippy::cast_possible_truncation)] // far smaller in every picture
pub fn floor(value: f32) -> i32 {
    value.floor() as i32
}

/// A channel from 0..=1 as a byte.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the range before
pub fn byte(value: f32) -> u8 {
    (value * 255.0 + 0.5).clamp(0.0, 255.0) as u8
}

/// A count as a number.
#[allow(clippy::cast_precision_loss)] // pictures and models are small
pub fn number(count: usize) -> f32 {
    count as f32
}

/// From 0 at `low` to 1 at `high`, eased at both ends.
pub fn smooth(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Between two values.
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// Whole powers, by multiplication.
pub fn power(value: f32, exponent: u32) -> f32 {
    (0..exponent).fold(1.0, |product, _| product * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_close_to_the_library_s() {
        for step in -4000..4000i16 {
            let turns = f32::from(step) / 1000.0;
            let exact = (f64::from(turns) * std::f64::consts::TAU).sin();
            assert!((f64::from(sin_turns(turns)) - exact).abs() < 2e-5, "{turns}");
        }
        assert_eq!((sin_turns(0.25), cos_turns(0.0), sin_turns(0.0)), (1.0, 1.0, 0.0));
    }

    #[test]
    fn angles_are_close_to_the_library_s() {
        for step in -500..500i16 {
            let turns = f32::from(step) / 1000.0;
            let (x, y) = (cos_turns(turns), sin_turns(turns));
            let difference = angle_turns(x, y) - turns;
            assert!((difference - difference.round()).abs() < 2e-3, "{turns}: {difference}");
        }
    }
}
