//! Grounds made by hand and by chance, and what must come of them.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)] // of small numbers made here

mod boxes;
mod cells;
mod fours;
mod heights;
mod load;
mod rays;
mod samples;
