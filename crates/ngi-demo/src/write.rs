//! The demo game on disk: complete, or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ngi_convert::Progress;
use ngi_vfs::save;
use rayon::prelude::*;

use crate::game::FilePlan;

/// Why the demo game was not written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder holds something.
    #[error("{}: exists and is not empty; name another folder, or ask to write into it (--force)", .0.display())]
    InUse(PathBuf),
    /// The system refused.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file could not be saved.
    #[error(transparent)]
    Save(#[from] ngi_vfs::Error),
    /// A file could not be made.
    #[error("{path}: {source}")]
    Make {
        /// Which file.
        path: String,
        /// Why.
        source: ngi_formats::Error,
    },
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Path below the game folder.
    pub path: String,
    /// How many bytes.
    pub size: u64,
}

/// Makes and writes the files into `folder`, on all cores, each as soon as it is made. A new folder
/// appears only when everything is in it; a folder that holds something is refused, or, with
/// `force`, gets each file in one step.
pub fn write(
    files: &[FilePlan],
    folder: &Path,
    force: bool,
    progress: &dyn Progress,
) -> Result<Vec<Written>, Error> {
    let in_use = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if in_use && !force {
        return Err(Error::InUse(folder.to_owned()));
    }
    if in_use {
        return write_into(files, folder, progress);
    }
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let stage = folder.with_file_name(name);
    let finish = write_into(files, &stage, progress).and_then(|written| {
        // An empty folder may stand there; on some systems a rename does not replace it.
        let _ = fs::remove_dir(folder);
        fs::rename(&stage, folder).map_err(failed("rename", folder))?;
        Ok(written)
    });
    if finish.is_err() {
        let _ = fs::remove_dir_all(&stage);
    }
    finish
}

fn write_into(
    files: &[FilePlan],
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Vec<Written>, Error> {
    progress.start(files.len() as u64, "making");
    let one = |file: &FilePlan| {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(failed("create", parent))?;
        let failed = |source| Error::Make { path: file.path.clone(), source };
        let bytes = file.make().map_err(failed)?;
        save::atomic_write(&path, |out| out.write_all(&bytes))?;
        progress.advance(1);
        Ok(Written { path: file.path.clone(), size: bytes.len() as u64 })
    };
    // One by one and in order from the list, so that what takes longest starts first.
    files.par_iter().with_max_len(1).map(one).collect()
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { action, path, source }
}
