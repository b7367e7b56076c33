//! Effects at run time.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // of small numbers made here

mod broken;
mod cadence;
mod curves;
mod emitters;
mod flags;
mod frames;
mod managers;
mod modes;
mod particles;
mod samples;
mod timeline;
