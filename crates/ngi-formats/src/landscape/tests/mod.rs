//! Tests of landscapes.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small numbers, made here

mod checks;
mod edits;
mod follow;
mod generate;
mod level;
mod masks;
mod properties;
mod records;
mod roundtrip;
pub(crate) mod samples;
mod sculpt;
