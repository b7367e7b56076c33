//! Tests of the whole room.

mod checks;
mod edits;
mod maths;
mod properties;
mod records;
mod roundtrip;
mod samples;
