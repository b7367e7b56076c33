//! Tests of landscapes.

mod checks;
mod edits;
mod generate;
mod masks;
mod properties;
mod records;
mod roundtrip;
mod samples;
