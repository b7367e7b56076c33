//! Grounds made by hand and by chance, and what must come of them.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // of small numbers made here
#![allow(clippy::cast_sign_loss, clippy::cast_possible_wrap)]

mod boxes;
mod cells;
mod heights;
mod load;
mod rays;
mod samples;
