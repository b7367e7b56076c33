//! The demo game on disk: complete, or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ngi_vfs::save;

use crate::DemoFile;

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
}

/// Writes the files into `folder`. A new folder appears only when everything is in it; a folder
/// that holds something is refused, or, with `force`, gets each file in one step.
pub fn write(files: &[DemoFile], folder: &Path, force: bool) -> Result<(), Error> {
    let in_use = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if in_use && !force {
        return Err(Error::InUse(folder.to_owned()));
    }
    if in_use {
        return write_into(files, folder);
    }
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let stage = folder.with_file_name(name);
    let finish = write_into(files, &stage).and_then(|()| {
        // An empty folder may stand there; on some systems a rename does not replace it.
        let _ = fs::remove_dir(folder);
        fs::rename(&stage, folder).map_err(failed("rename", folder))
    });
    if finish.is_err() {
        let _ = fs::remove_dir_all(&stage);
    }
    finish
}

fn write_into(files: &[DemoFile], folder: &Path) -> Result<(), Error> {
    for file in files {
        let path = folder.join(file.path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(failed("create", parent))?;
        save::atomic_write(&path, |out| out.write_all(&file.bytes))?;
    }
    Ok(())
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { action, path, source }
}
