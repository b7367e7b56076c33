//! The viewer.
#![forbid(unsafe_code)]
