//! How much memory a body takes, and the limit it has to keep.

use crate::{Outcome, Target};

pub use ngi_testing::memory::{COUNTING, Counting, peak_while};

/// The most bytes a body may take for an input of this length: four times the input plus 16 MB.
pub fn limit(input_length: usize) -> usize {
    input_length.saturating_mul(4).saturating_add(16 << 20)
}

/// Runs a target's body and checks that it kept the [`limit`].
///
/// # Panics
///
/// Where the body panics, or took more.
pub fn run_within_limit(target: &Target, input: &[u8]) -> Outcome {
    let (outcome, peak) = peak_while(|| (target.run)(input));
    let (most, length) = (limit(input.len()), input.len());
    assert!(
        peak <= most,
        "{} took {peak} bytes for an input of {length}, at most {most} are allowed",
        target.name
    );
    outcome
}
