//! One thing: from a path in a game to files on disk, and from a file back into the game.
//!
//! Whatever asks, a command line or a window, says where and how; what is written is complete or
//! was not written.

mod export;
mod import;
mod objects;
mod payload;

pub use export::{ExportedFile, FileExport, export_file};
pub use import::{FileImport, ImportedFile, import_file};
pub use payload::{Misfitting, Put};

use std::path::Path;

/// The suffix of a name, in lower case.
pub(crate) fn suffix_of(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}
