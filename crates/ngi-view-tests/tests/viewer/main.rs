//! The viewer, driven as a user would: one test program, so that it is linked once.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::expect_used,
    reason = "tests may"
)]

mod about;
mod areals;
mod bad_input;
mod broken;
mod brush;
mod commands;
mod compare;
mod dialogs;
mod drive;
mod editor;
mod exchange;
mod faults;
mod faults_more;
mod fields;
mod follows;
mod gallery;
mod hard_times;
mod lanes;
mod looking;
mod manual;
mod memory;
mod mission_editor;
mod mission_parts;
mod missions;
mod monkey;
mod narrow;
mod pace;
mod picked;
mod pictures;
mod pulls;
mod rows;
mod session;
mod shots;
mod slow_frames;
mod speed;
mod spots;
mod start;
mod tabs;
mod tooltips;
mod unsaved;
