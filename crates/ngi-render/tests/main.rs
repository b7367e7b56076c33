//! Frames and pictures: one test binary, so that it is linked once. Memory is counted for a whole
//! process, so `level_memory` is a binary of its own.

mod broken;
mod common;
mod frames;
mod golden;
mod land_golden;
mod land_pixels;
mod level_frames;
mod missions;
mod pixels;
mod sky_pixels;
