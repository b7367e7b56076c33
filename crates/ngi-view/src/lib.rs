//! The viewer: a window on a game folder, an archive or a file of the NGI engine.
//!
//! The left side is the tree of everything that was opened, the middle draws what is selected, the
//! right side has its fields. What is drawn comes from `ngi-render`, fields and findings from
//! `ngi-convert`: there is no knowledge of a format here.
//!
//! | room | holds |
//! |---|---|
//! | [`platform`] | files, dialogs, threads: all that a browser would do differently |
//! | [`library`] | the tree and the search |
//! | [`document`] | fields, changes, undo, saving |
//! | [`editing`] | changing in the picture: objects of missions, the ground |
//! | [`lanes`] | keys on a time line: nodes, commands of effects, phases of materials |
//! | [`exchange`] | exports, files of other programs in the place of what is open, their reports |
//! | [`palette`] | everything the window can do, by name |
//! | [`gallery`] | an archive, a folder or a search as pictures |
//! | [`tabs`] | several things open at once |
//! | [`compare`] | what is open beside a backup, another game, a mod, another entry |
//! | [`motion`] | what moves in the gallery under the pointer |
//! | [`panels`] | what is drawn around the viewport |
//! | [`viewport`] | camera, time, picking, and the picture itself |
//! | [`mission`] | what a mission has besides: objects, time of day, briefing, walks |
//! | [`sound`] | what is heard of a mission |
//! | [`texts`] | every text, once per language |
//!
//! ```no_run
//! ngi_view::run(vec!["path/to/game".into()])?;
//! # Ok::<(), ngi_view::Error>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod app;
mod caption;
pub mod compare;
pub mod document;
pub mod editing;
pub mod exchange;
mod export;
mod follow;
pub mod gallery;
mod graphics;
pub mod lanes;
pub mod library;
pub mod looking;
#[cfg(not(target_arch = "wasm32"))]
mod measure;
pub mod mission;
pub mod motion;
mod open;
mod others;
pub mod palette;
pub mod panels;
pub mod parts;
pub mod platform;
mod saving;
pub mod settings;
pub mod shortcuts;
pub mod shots;
pub mod sound;
pub mod start;
mod style;
mod surroundings;
pub mod tabs;
pub mod texts;
pub mod thumbnails;
pub mod trail;
mod unsaved;
pub mod viewport;
#[cfg(not(target_arch = "wasm32"))]
mod window;

pub use action::Action;
pub use app::{App, Current, Tab};
pub use graphics::wgpu_configuration;
#[cfg(not(target_arch = "wasm32"))]
pub use window::{Error, run, run_over};
