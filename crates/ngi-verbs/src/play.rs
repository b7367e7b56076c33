//! What moves: the state of a material or an effect at given times (`ngi.play/1`).

use serde::Serialize;

pub use crate::effect::play::EffectSeen;
use crate::json::Float;
pub use crate::material::play::MaterialSeen;
use crate::{Error, Result};

/// More times than this are refused.
pub const MOST_TIMES: usize = 100_000;

/// How to play.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlayOptions {
    /// The times in seconds, from 0 on, in the order in which they are wanted.
    pub times: Vec<f64>,
    /// Where randomness starts; the same seed gives the same answer.
    pub seed: u32,
    /// Where the viewer is.
    pub eye: Option<[f32; 3]>,
    /// The value that drives what follows a value instead of time.
    pub value: Option<f32>,
    /// How fast the owner moves, as a share of its top speed.
    pub speed: Option<f32>,
    /// How much of the owner's life is left, 0 to 1.
    pub life: Option<f32>,
}

/// What was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The document.
    pub document: Play,
    /// The same for people.
    pub text: String,
}

/// The document `ngi.play/1`: what is played, how, and what is seen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Play {
    schema: &'static str,
    format: &'static str,
    seed: u32,
    eye: Option<[Float; 3]>,
    value: Option<Float>,
    speed: Option<Float>,
    life: Option<Float>,
    times: Vec<f64>,
    /// What is seen at these times.
    #[serde(flatten)]
    pub seen: Seen,
}

/// What is seen of a kind of file that plays.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Seen {
    /// A material.
    Material(MaterialSeen),
    /// An effect.
    Effect(EffectSeen),
}

impl Play {
    /// The document of what is seen.
    pub(crate) fn new(format: &'static str, options: &PlayOptions, seen: Seen) -> Self {
        let PlayOptions { times, seed, eye, value, speed, life } = options;
        Self {
            schema: "ngi.play/1",
            format,
            seed: *seed,
            eye: eye.map(Float::each),
            value: value.map(Float),
            speed: speed.map(Float),
            life: life.map(Float),
            times: times.clone(),
            seen,
        }
    }
}

/// Times as the command line has them: `0,0.5,2` or `0..2:0.1`, ends included, or a mix of both.
pub fn parse_times(text: &str) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            None => times.push(moment(part)?),
            Some((from, rest)) => {
                let (to, step) = rest.split_once(':').ok_or_else(|| {
                    Error::Usage(format!("\"{part}\": a range has a step, as in 0..2:0.1"))
                })?;
                range(part, [moment(from)?, moment(to)?, moment(step)?], &mut times)?;
            }
        }
        if times.len() > MOST_TIMES {
            return Err(too_many(text));
        }
    }
    Ok(times)
}

fn moment(text: &str) -> Result<f64> {
    let number = text.trim().parse::<f64>().ok();
    number.filter(|number| number.is_finite() && *number >= 0.0).ok_or_else(|| {
        Error::Usage(format!("\"{text}\" is no time; one is a number of seconds, 0 or more"))
    })
}

/// From start to end in steps. The end is always the last time, even if the steps miss it.
fn range(part: &str, [from, to, step]: [f64; 3], times: &mut Vec<f64>) -> Result<()> {
    if to < from || step <= 0.0 {
        return Err(Error::Usage(format!("\"{part}\": a range goes up, in steps above 0")));
    }
    let steps = (to - from) / step;
    if steps >= MOST_TIMES as f64 {
        return Err(too_many(part));
    }
    // 2 / 0.1 is a hair off 20: as good as whole counts as whole.
    let whole = (steps + 1e-9).floor();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 ..= MOST_TIMES
    let count = whole as u32;
    let at = |index: u32| {
        let time = from + f64::from(index) * step;
        // 3 times 0.1 is a hair off 0.3; what was asked for is 0.3.
        if step < 1e-6 { time } else { (time * 1e9).round() / 1e9 }
    };
    times.extend((0..count).map(at));
    let last = at(count);
    if to - last > step * 1e-6 {
        times.push(last);
    }
    times.push(to);
    Ok(())
}

fn too_many(text: &str) -> Error {
    Error::Usage(format!("\"{text}\": more than {MOST_TIMES} times"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_lists_and_ranges() {
        assert_eq!(parse_times("0,0.5,2").unwrap(), [0.0, 0.5, 2.0]);
        assert_eq!(parse_times("2,0").unwrap(), [2.0, 0.0], "in the order asked for");
        assert_eq!(parse_times("0..1:0.5").unwrap(), [0.0, 0.5, 1.0]);
        assert_eq!(parse_times("0..1:0.4").unwrap(), [0.0, 0.4, 0.8, 1.0]);
        assert_eq!(parse_times("3..3:1").unwrap(), [3.0]);
        assert_eq!(parse_times("7,0..1:1").unwrap(), [7.0, 0.0, 1.0]);
        let fine = parse_times("0..2:0.1").unwrap();
        assert_eq!((fine.len(), fine.last()), (21, Some(&2.0)));
        assert_eq!(fine[3], 0.3, "not 0.30000000000000004");
        assert!(fine.iter().enumerate().all(|(k, t)| (t - k as f64 * 0.1).abs() < 1e-12));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for bad in [
            "",
            "x",
            "nan",
            "NaN",
            "inf",
            "-1",
            "0..",
            "0..1",
            "1..0:1",
            "0..1:0",
            "0..1:-1",
            "0..1:nan",
            "0..nan:1",
            "0..1e9:1",
            "0..1:1e-300",
            "1,,2",
        ] {
            assert!(parse_times(bad).is_err(), "{bad}");
        }
    }
}
