//! How much memory a body takes, and the limit it has to keep.
//!
//! The numbers come from a counting allocator. A binary that wants them installs it:
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: ngi_fuzz::memory::Counting = ngi_fuzz::memory::COUNTING;
//!
//! let (sum, peak) = ngi_fuzz::memory::peak_while(|| vec![1_u8; 1000].len());
//! assert_eq!(sum, 1000);
//! assert!((1000..2000).contains(&peak));
//! ```
//!
//! It counts for the whole process, so only one thread may be at work while it is asked. A
//! block that grows counts with both its old and its new size while it is moved: that is the
//! worst an allocator does.

use std::hint::black_box;

use crate::{Outcome, Target};

/// An allocator that counts the bytes in use and remembers the most there ever were.
pub use peak_alloc::PeakAlloc as Counting;

/// The counting allocator as a value, for a `#[global_allocator]`.
pub const COUNTING: Counting = Counting;

/// The most bytes a body may take for an input of this length: four times the input plus 16 MB.
pub fn limit(input_length: usize) -> usize {
    input_length.saturating_mul(4).saturating_add(16 << 20)
}

/// What `work` returns, and the most bytes it had in use at once, beyond those in use before.
///
/// # Panics
///
/// Where the counting allocator is not installed: every answer would be 0.
pub fn peak_while<T>(work: impl FnOnce() -> T) -> (T, usize) {
    assert_counting();
    let before = COUNTING.current_usage();
    COUNTING.reset_peak_usage();
    let result = work();
    (result, COUNTING.peak_usage().saturating_sub(before))
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

fn assert_counting() {
    let before = COUNTING.current_usage();
    let block = black_box(vec![0_u8; 64]);
    assert!(COUNTING.current_usage() > before, "the counting allocator is not installed");
    drop(block);
}
