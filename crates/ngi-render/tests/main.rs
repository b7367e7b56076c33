//! Frames and pictures: one test binary, so that it is linked once. Memory is counted for a whole
//! process, so `level_memory` and `mission_memory` are binaries of their own.

mod broken;
mod common;
mod cracks;
mod frames;
mod golden;
mod hostile_missions;
mod land_golden;
mod land_pixels;
mod level_frames;
mod missions;
mod paint_pixels;
mod pixels;
mod sky_pixels;
