//! Files that belong together.

use std::fs;
use std::path::{Path, PathBuf};

use ngi_vfs::save;

use crate::Result;

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// Where it is.
    pub path: PathBuf,
    /// How many bytes it has; `None` for a document, which nobody counted.
    pub size: Option<usize>,
}

/// Files that belong together. Where one of them cannot be written, those that are new go again;
/// what was replaced stays replaced.
#[derive(Default)]
pub(crate) struct Together {
    files: Vec<WrittenFile>,
    new: Vec<PathBuf>,
}

impl Together {
    /// Writes one of them.
    pub fn add(&mut self, path: &Path, force: bool, bytes: &[u8]) -> Result<()> {
        let is_new = path.symlink_metadata().is_err();
        save::write_new(path, force, |out| out.write_all(bytes))?;
        self.new.extend(is_new.then(|| path.to_owned()));
        self.files.push(WrittenFile { path: path.to_owned(), size: Some(bytes.len()) });
        Ok(())
    }

    /// All of them are there.
    pub fn keep(mut self) -> Vec<WrittenFile> {
        self.new.clear();
        std::mem::take(&mut self.files)
    }
}

impl Drop for Together {
    fn drop(&mut self) {
        for path in &self.new {
            let _ = fs::remove_file(path);
        }
    }
}
