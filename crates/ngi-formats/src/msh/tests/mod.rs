//! Tests of the whole room.
#![allow(clippy::cast_possible_truncation)] // small numbers made right here

mod checks;
mod edits;
mod follow;
mod maths;
mod properties;
mod records;
mod roundtrip;
pub(crate) mod samples;
