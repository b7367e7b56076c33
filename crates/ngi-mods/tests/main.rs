//! Mods of small games: made, laid over each other, installed, taken out again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

mod editions;
mod games;
mod hostile;
mod installs;
mod making;
mod together;
