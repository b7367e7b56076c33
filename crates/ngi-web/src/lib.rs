//! The viewer as a page: the same `ngi_view::App` on a canvas, with files that were dropped,
//! chosen or unpacked instead of a disk, and downloads instead of saved files.
//!
//! | room | holds |
//! |---|---|
//! | [`files`] | what somebody brings, and what of it is refused |
//! | [`unzip`] | zip files, within limits |
//! | `page` | what the page calls, and what it is asked for |
//! | `helper` | what runs in the page's second thread: the demo game, zip files |
//!
//! The page itself, its script and its style are in the folder `page` beside `src`. `cargo xtask
//! web` puts everything together.
#![forbid(unsafe_code)]

pub mod files;
#[cfg(target_arch = "wasm32")]
mod helper;
#[cfg(target_arch = "wasm32")]
mod page;
pub mod unzip;
