//! What the tests and benches of several crates share. A dev-dependency and nothing else.
//!
//! Samples are put together by hand, without the code under test where that can be.
//!
//! ```
//! let archive = ngi_testing::archives::tidy();
//! assert!(archive.starts_with(b"NRes"));
//! ```
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "of numbers that are made here"
)]

pub mod archives;
pub mod areals;
pub mod codecs;
pub mod effects;
pub mod game;
pub mod levels;
pub mod memory;
pub mod models;
pub mod photo;
