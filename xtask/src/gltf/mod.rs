//! glTF files of the demo game, held against other people's programs.

mod bpy;
mod counts;
pub mod exports;
pub mod interop;
mod looked;
pub mod validate;

use std::path::Path;

use anyhow::{Context as _, Result};

/// The text of a path, for lists that other programs read.
fn shown(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{}: not UTF-8", path.display()))
}
