//! Models made by hand, and what must come of them.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // of small numbers made here

mod broken;
mod picks;
mod poses;
mod samples;
mod states;
mod views;
mod walks;
