//! How much memory some work takes.
//!
//! The numbers come from a counting allocator. A binary that wants them installs it:
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: ngi_testing::memory::Counting = ngi_testing::memory::COUNTING;
//!
//! let (sum, peak) = ngi_testing::memory::peak_while(|| vec![1_u8; 1000].len());
//! assert_eq!(sum, 1000);
//! assert!((1000..2000).contains(&peak));
//! ```
//!
//! It counts for the whole process, so only one thread may be at work while it is asked: such a
//! test is alone in its binary. A block that grows counts with both its old and its new size while
//! it is moved: that is the worst an allocator does.

use std::hint::black_box;

/// An allocator that counts the bytes in use and remembers the most there ever were.
pub use peak_alloc::PeakAlloc as Counting;

/// The counting allocator as a value, for a `#[global_allocator]`.
pub const COUNTING: Counting = Counting;

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

fn assert_counting() {
    let before = COUNTING.current_usage();
    let block = black_box(vec![0_u8; 64]);
    assert!(COUNTING.current_usage() > before, "the counting allocator is not installed");
    drop(block);
}
