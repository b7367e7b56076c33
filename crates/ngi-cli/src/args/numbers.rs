//! Parsers for numeric arguments. Every fractional number on the command line goes through
//! [`finite`], so that `NaN` and infinities are refused with the same message everywhere.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// A number that is neither infinite nor NaN: a coordinate or a component of a direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finite(pub f32);

impl FromStr for Finite {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        finite(text).map(Self)
    }
}

/// Parses a finite number.
pub(super) fn finite(text: &str) -> Result<f32, String> {
    let number = text.trim().parse::<f32>().map_err(|_| "not a number")?;
    if number.is_finite() { Ok(number) } else { Err("not a finite number".into()) }
}

/// Parses a finite number, 0 or more.
pub(super) fn not_negative(text: &str) -> Result<f32, String> {
    let number = finite(text)?;
    if number >= 0.0 { Ok(number) } else { Err("must be 0 or more".into()) }
}

/// Parses a finite number above 0.
pub(super) fn positive(text: &str) -> Result<f32, String> {
    let number = finite(text)?;
    if number > 0.0 { Ok(number) } else { Err("must be greater than 0".into()) }
}

/// Parses a share of a whole, 0 to 1.
pub(super) fn share(text: &str) -> Result<f32, String> {
    within(finite(text)?, 0.0..=1.0)
}

/// Parses a number of frames per second.
pub(super) fn rate(text: &str) -> Result<f32, String> {
    within(finite(text)?, 0.001..=1_000_000.0)
}

/// Parses numbers separated by commas.
#[cfg(any(feature = "render", test))]
pub(super) fn list(text: &str) -> Result<Vec<f32>, String> {
    let each = |part: &str| finite(part).map_err(|why| format!("{part:?} is {why}"));
    text.split(',').map(each).collect()
}

/// Returns `number` if it is in the range, both ends included.
pub(super) fn within(number: f32, allowed: RangeInclusive<f32>) -> Result<f32, String> {
    if allowed.contains(&number) {
        return Ok(number);
    }
    Err(format!("must be from {} to {}", allowed.start(), allowed.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_numbers_in_range_are_accepted() {
        for text in ["nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e39", "-1e999"] {
            assert_eq!(finite(text), Err("not a finite number".to_owned()), "{text}");
            for parse in [not_negative, positive, share, rate] {
                assert_eq!(parse(text), finite(text), "{text}");
            }
        }
        for text in ["", "x", "1,5", "0x10", "1 2"] {
            assert_eq!(finite(text), Err("not a number".to_owned()), "{text}");
        }
        assert_eq!(finite(" -1.5 "), Ok(-1.5));
        assert_eq!((share("0"), share("1")), (Ok(0.0), Ok(1.0)));
        assert_eq!(share("-0.1"), Err("must be from 0 to 1".to_owned()));
        assert_eq!(rate("0"), Err("must be from 0.001 to 1000000".to_owned()));
        assert_eq!((not_negative("0"), positive("1e-9")), (Ok(0.0), Ok(1e-9)));
        assert!(not_negative("-1").is_err() && positive("0").is_err());
        assert_eq!(list("1, -2,3"), Ok(vec![1.0, -2.0, 3.0]));
        assert_eq!(list("1,inf"), Err("\"inf\" is not a finite number".to_owned()));
    }
}
