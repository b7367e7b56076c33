//! Whole-file writes: the old file or the new one, never anything between.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use crate::error::{Error, Result};

/// Whether a name is that of a file an interrupted save left behind.
pub fn is_leftover(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b".ngi-save-") && name.ends_with(b".tmp")
}

/// Placeholder.
pub fn atomic_write(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let mut out = Vec::new();
    write(&mut out).map_err(Error::io("write", path))?;
    std::fs::write(path, out).map_err(Error::io("write", path))
}
