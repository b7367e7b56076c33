//! Tests of landscapes.

mod generate;
mod samples;
