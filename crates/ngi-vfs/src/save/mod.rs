//! Whole-file writes: afterwards there is the old file or the new one, never anything between.
//!
//! The order of the steps is what makes it so:
//!
//! 1. a temporary file in the same folder, `.ngi-save-<process>-<number>.tmp`, is written and
//!    flushed to the disk;
//! 2. if a backup is wanted, the old file gets a second name, `<file>.bak`, else `.bak1`, and so
//!    on (a hard link; where there are none, a flushed copy), and the folder is flushed;
//! 3. the temporary file is renamed over the old one, and the folder is flushed.
//!
//! Up to the rename the old file is untouched; from the rename on the new one is there, whole.
//! A step that fails takes back what the save made. A process that is killed may leave a
//! temporary file behind, which [`is_leftover`] recognises and no listing of this crate shows.
//!
//! Windows replaces no file that is memory-mapped, and none that a program opened without sharing
//! it. This crate maps no files there, and shares those it reads, so that `ngi` is not in its own
//! way; for others ([`SystemCalls::rename`](SaveCalls::rename)) a save waits a moment, since virus
//! scanners and search indexes hold a file for no longer, and then says so. The old file stays.
//!
//! Every system call goes through [`SaveCalls`]; the tests make each of them fail in turn.

mod calls;
pub(crate) mod steps;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(all(test, windows))]
mod windows_tests;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use calls::{SaveCalls, SystemCalls};

use crate::disk::Stamp;
use crate::error::{Error, Result};

/// How the names of temporary files begin.
const TEMPORARY_PREFIX: &str = ".ngi-save-";
/// How they end.
const TEMPORARY_SUFFIX: &str = ".tmp";

/// What the names of backups have behind that of the file, and then perhaps a number.
pub(crate) const BACKUP_SUFFIX: &str = ".bak";

/// Whether a name is that of a temporary file which an interrupted save left behind.
pub fn is_leftover(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(TEMPORARY_PREFIX.as_bytes()) && name.ends_with(TEMPORARY_SUFFIX.as_bytes())
}

/// The name of a temporary file.
pub(crate) fn temporary_name(process: u32, number: u64) -> String {
    format!("{TEMPORARY_PREFIX}{process}-{number}{TEMPORARY_SUFFIX}")
}

/// The name of the file that stands for a lock on `file`, where files themselves cannot be locked
/// and replaced at once. It looks like a leftover, so that no listing shows it.
#[cfg(windows)]
pub(crate) fn lock_name(file: &OsStr) -> String {
    let folded = crate::disk::folded(&crate::disk::name_shown(file));
    let sum = crc32fast::hash(folded.as_bytes());
    format!("{TEMPORARY_PREFIX}lock-{sum:08x}{TEMPORARY_SUFFIX}")
}

/// Process and number in the name of a temporary file.
pub(crate) fn temporary_number(name: &OsStr) -> Option<(u32, u64)> {
    let name = name.to_str()?.strip_prefix(TEMPORARY_PREFIX)?.strip_suffix(TEMPORARY_SUFFIX)?;
    let (process, number) = name.split_once('-')?;
    Some((process.parse().ok()?, number.parse().ok()?))
}

/// Suffix of the copy of an old file that a change outside of a game keeps until it is done.
pub(crate) const OLD_COPY_SUFFIX: &str = "old.tmp";

/// The process in a name that this crate gives to temporary files, and to nothing else: every other
/// name, however similar, may be the user's own.
pub(crate) fn temporary_process(name: &OsStr) -> Option<u32> {
    let text = name.to_str()?;
    let plain = match text.strip_suffix(OLD_COPY_SUFFIX).and_then(|stem| stem.strip_suffix('.')) {
        Some(stem) => format!("{stem}{TEMPORARY_SUFFIX}"),
        None => text.to_owned(),
    };
    let (process, number) = temporary_number(plain.as_ref())?;
    // One spelling each: no `+1`, no `007`.
    (plain == temporary_name(process, number)).then_some(process)
}

/// The name of a file's backup: `x.lib.bak` for 0, then `x.lib.bak1`, …
pub(crate) fn backup_name(file: &str, number: u32) -> String {
    match number {
        0 => format!("{file}{BACKUP_SUFFIX}"),
        _ => format!("{file}{BACKUP_SUFFIX}{number}"),
    }
}

/// Whether a name is that of a backup: `….bak`, `….bak1`, …
///
/// ```
/// use ngi_vfs::save::is_backup;
/// assert!(is_backup("static.rlb.bak") && is_backup("static.rlb.bak12"));
/// assert!(!is_backup("static.rlb") && !is_backup(".bak") && !is_backup("s.bakery"));
/// ```
pub fn is_backup(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix(BACKUP_SUFFIX);
    stem.is_some_and(|stem| !stem.is_empty())
}

/// Writes a whole file, or replaces it: complete, or not at all.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("readme.txt");
/// ngi_vfs::save::atomic_write(&file, |out| out.write_all(b"Hello, pilot."))?;
/// assert_eq!(std::fs::read(&file)?, b"Hello, pilot.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn atomic_write(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    Save::new(path).write(write).map(|_| ())
}

/// Writes a file that must not exist yet, unless `force` is given. Two programs that race for
/// the name cannot both win.
pub fn write_new(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    Save::new(path).overwrite(force).write(write).map(|_| ())
}

/// Keeps a file under a second name: `.bak`, else `.bak1`, `.bak2`, … Nothing is overwritten.
pub fn backup(path: &Path) -> Result<PathBuf> {
    steps::back_up(&mut SystemCalls, path)
}

/// A save with choices.
#[derive(Debug, Clone)]
#[must_use = "nothing is saved before `write`"]
pub struct Save<'p> {
    pub(crate) path: &'p Path,
    pub(crate) backup: bool,
    pub(crate) overwrite: bool,
    pub(crate) flushed: bool,
    pub(crate) unchanged: Option<Stamp>,
}

/// What a save did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The file that was written.
    pub path: PathBuf,
    /// Where the old one is now, if it was kept.
    pub backup: Option<PathBuf>,
}

impl<'p> Save<'p> {
    /// A save to `path` that overwrites what is there and keeps no backup.
    pub fn new(path: &'p Path) -> Self {
        Self { path, backup: false, overwrite: true, flushed: true, unchanged: None }
    }

    /// Whether to keep the old file as `.bak`, `.bak1`, …
    pub fn backup(self, backup: bool) -> Self {
        Self { backup, ..self }
    }

    /// Whether an existing file may be replaced.
    pub fn overwrite(self, overwrite: bool) -> Self {
        Self { overwrite, ..self }
    }

    /// Whether the new file is to survive a loss of power. Without it the file is still whole or
    /// not there whatever happens to this process; many small files are written much faster.
    pub fn flushed(self, flushed: bool) -> Self {
        Self { flushed, ..self }
    }

    /// Only if the file is still what it was when it was read.
    pub(crate) fn unchanged_since(self, unchanged: Option<Stamp>) -> Self {
        Self { unchanged, ..self }
    }

    /// Saves what `write` writes. An error of this crate or of `ngi-formats` may travel inside
    /// the [`io::Error`] and comes out as itself.
    pub fn write(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Saved> {
        self.write_through(&mut SystemCalls, write)
    }

    /// The same, through other system calls.
    pub fn write_through(
        self,
        calls: &mut dyn SaveCalls,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Saved> {
        steps::save(calls, &self, write)
    }
}

/// What the error of a `write` function means: an [`Error`] or an error of a format travels inside
/// an [`io::Error`].
pub fn write_error(path: &Path, error: io::Error) -> Error {
    let error = match error.downcast::<Error>() {
        Ok(own) => return own,
        Err(error) => error,
    };
    match error.downcast::<ngi_formats::Error>() {
        Ok(source) => Error::Format { path: crate::disk::shown(path), source },
        Err(source) => Error::Io { action: "write", path: path.to_owned(), source },
    }
}
