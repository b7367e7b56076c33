//! The demo game on disk: complete, or not at all.
//!
//! Everything is made in a folder of its own first. Where the target is new, that folder becomes it
//! in one step; where it exists, the finished files are moved into it, each in one step. What fails
//! before that leaves nothing behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ngi_verbs::Progress;
use rayon::prelude::*;

use crate::game::FilePlan;

/// Why the demo game was not written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder holds something.
    #[error("{}: exists and is not empty; name another folder, or ask to write into it (--force)", ngi_vfs::shown(.0))]
    InUse(PathBuf),
    /// There is a file of that name.
    #[error("{}: is a file; name another folder", ngi_vfs::shown(.0))]
    IsAFile(PathBuf),
    /// The system refused before anything was made.
    #[error("{}: cannot {action}, so nothing was made: {source}", ngi_vfs::shown(path))]
    Io {
        /// What was tried.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The game was made, but could not be moved to where it belongs.
    #[error(
        "{}: cannot be moved into place; files before it are there: {source}",
        ngi_vfs::shown(path)
    )]
    Move {
        /// Which file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file could not be made.
    #[error("{path}: nothing was made: {source}")]
    Make {
        /// Which file.
        path: String,
        /// Why.
        source: ngi_formats::Error,
    },
    /// A file could not be put into memory.
    #[error(transparent)]
    Mount(#[from] ngi_vfs::Error),
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Path below the game folder.
    pub path: String,
    /// How many bytes.
    pub size: u64,
}

/// Makes and writes the files into `folder`, on all cores, each as soon as it is made. They appear
/// when all of them are there. A folder that holds something is refused without `force`; with it,
/// its files are replaced.
pub fn write(
    files: &[FilePlan],
    folder: &Path,
    force: bool,
    progress: &dyn Progress,
) -> Result<Vec<Written>, Error> {
    refuse(folder, force)?;
    let exists = folder.is_dir();
    let stage = Stage::create(folder, exists)?;
    let written = write_into(files, &stage.folder, folder, progress)?;
    if exists {
        move_into(&written, &stage.folder, folder)?;
    } else {
        fs::rename(&stage.folder, folder).map_err(failed("rename", folder))?;
        stage.keep();
    }
    Ok(written)
}

/// Fails where [`write()`] would not even begin.
pub fn refuse(folder: &Path, force: bool) -> Result<(), Error> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            Some(_) if !force => Err(Error::InUse(folder.to_owned())),
            _ => Ok(()),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(_) if folder.is_file() => Err(Error::IsAFile(folder.to_owned())),
        Err(error) => Err(failed("open", folder)(error)),
    }
}

/// The folder where everything is made; gone afterwards, and with it the folders around it that
/// were not there before, unless it is kept.
struct Stage {
    folder: PathBuf,
    /// The outermost folder that is new.
    outermost: PathBuf,
    done: bool,
}

impl Stage {
    /// In the target if that exists, else beside it.
    fn create(target: &Path, exists: bool) -> Result<Self, Error> {
        let own = format!(".ngi-demo-{}.tmp", std::process::id());
        let folder = if exists { target.join(own) } else { target.with_file_name(own) };
        let parents = folder.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
        let outermost = parents.take_while(|parent| !parent.exists()).last();
        let outermost = outermost.unwrap_or(&folder).to_owned();
        let stage = Self { folder, outermost, done: false };
        // From here on it is cleared away, however far this comes.
        fs::create_dir_all(&stage.folder).map_err(failed("create", target))?;
        Ok(stage)
    }

    /// It has become the target.
    fn keep(mut self) {
        self.done = true;
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !self.done {
            // What cannot be cleared away cannot be mended here either.
            let _ = fs::remove_dir_all(&self.folder);
            let new = self.folder.ancestors().skip(1);
            for parent in new.take_while(|parent| parent.starts_with(&self.outermost)) {
                let _ = fs::remove_dir(parent);
            }
        }
    }
}

/// Makes every file. Errors name the place where it was to be in the end.
fn write_into(
    files: &[FilePlan],
    stage: &Path,
    target: &Path,
    progress: &dyn Progress,
) -> Result<Vec<Written>, Error> {
    progress.start(files.len() as u64, "making");
    let one = |file: &FilePlan| {
        let (path, shown) = (stage.join(&file.path), target.join(&file.path));
        let parent = path.parent().unwrap_or(stage);
        fs::create_dir_all(parent).map_err(failed("create", &shown))?;
        let bytes =
            file.make().map_err(|source| Error::Make { path: file.path.clone(), source })?;
        fs::write(&path, &bytes).map_err(failed("write", &shown))?;
        progress.advance(1);
        Ok(Written { path: file.path.clone(), size: bytes.len() as u64 })
    };
    // One by one and in order from the list, so that what takes longest starts first.
    files.par_iter().with_max_len(1).map(one).collect()
}

fn move_into(written: &[Written], stage: &Path, target: &Path) -> Result<(), Error> {
    for file in written {
        let to = target.join(&file.path);
        let made = to.parent().map_or(Ok(()), fs::create_dir_all);
        let moved = made.and_then(|()| fs::rename(stage.join(&file.path), &to));
        moved.map_err(|source| Error::Move { path: to, source })?;
    }
    Ok(())
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { action, path, source }
}
