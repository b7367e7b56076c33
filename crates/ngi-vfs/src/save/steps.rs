//! The steps of a save, in order, and the way back from each.

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Save, SaveCalls, Saved, temporary_name, write_error};
use crate::disk::{self, Stamp};
use crate::error::{Error, Result};

/// Small pieces are gathered up to this size, larger ones cut into pieces of it. For 50 MB in one go
/// a system looks for memory in pieces as large, and one with no such piece at hand took eight times
/// as long.
const BUFFER: usize = 256 * 1024;
/// How many names are tried for a temporary file before giving up.
const TEMPORARY_TRIES: u32 = 1000;
/// How many names are tried for a backup before giving up.
const BACKUP_TRIES: u32 = 100_000;

pub(crate) fn save(
    calls: &mut dyn SaveCalls,
    plan: &Save<'_>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Saved> {
    let path = plan.path;
    let folder = folder_of(path)?;
    let old = old_file(calls, path)?;
    if old.is_some() && !plan.overwrite {
        return Err(Error::Exists { path: path.to_owned() });
    }
    let temporary = write_temporary(calls, plan, old.as_ref(), write)?;
    let backup = match &old {
        Some(_) if plan.backup => match back_up(calls, path) {
            Ok(backup) => Some(backup),
            Err(error) => return Err(taken_back(calls, &temporary, None, error)),
        },
        _ => None,
    };
    if let Err(error) = publish(calls, plan, &temporary) {
        return Err(taken_back(calls, &temporary, backup.as_deref(), error));
    }
    // From here on the new file is there, whatever happens.
    if plan.flushed {
        let flushed = calls.sync_folder(folder);
        flushed.map_err(Error::io("flush the folder of (the file is written)", path))?;
    }
    Ok(Saved { path: path.to_owned(), backup })
}

/// Keeps a file under the first free backup name and flushes that.
pub(crate) fn back_up(calls: &mut dyn SaveCalls, path: &Path) -> Result<PathBuf> {
    let folder = folder_of(path)?;
    let backup = match link_backup(calls, path)? {
        Some(backup) => backup,
        None => copy_backup(calls, path)?,
    };
    match calls.sync_folder(folder) {
        Ok(()) => Ok(backup),
        Err(error) => {
            let _ = calls.remove(&backup);
            Err(Error::io("flush the backup of", path)(error))
        }
    }
}

/// The folder a file is in.
pub(crate) fn folder_of(path: &Path) -> Result<&Path> {
    if path.file_name().is_none() {
        return Err(Error::bad_path(disk::shown(path), "not the name of a file"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok(folder.unwrap_or(Path::new(".")))
}

/// What is at `path` now. Anything but a plain file is refused: replacing a link would leave the
/// file behind it as it was, and following it would write to another folder.
pub(crate) fn old_file(calls: &mut dyn SaveCalls, path: &Path) -> Result<Option<Metadata>> {
    let old = calls.look(path).map_err(Error::io("look at", path))?;
    let why = match &old {
        Some(old) if old.is_symlink() => "a symbolic link; name the file it leads to",
        Some(old) if old.is_dir() => "a folder; name a file",
        Some(old) if !old.is_file() => "not a regular file",
        _ => return Ok(old),
    };
    Err(Error::ReadOnly { path: disk::shown(path), why: why.to_owned() })
}

/// Step 1: everything into a temporary file, flushed.
pub(crate) fn write_temporary(
    calls: &mut dyn SaveCalls,
    plan: &Save<'_>,
    old: Option<&Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<PathBuf> {
    let (temporary, file) = create_temporary(calls, plan.path, old.is_some())?;
    let written = fill(calls, file, plan, old, write);
    match written {
        Ok(()) => Ok(temporary),
        Err(error) => Err(taken_back(calls, &temporary, None, error)),
    }
}

fn fill(
    calls: &mut dyn SaveCalls,
    mut file: File,
    plan: &Save<'_>,
    old: Option<&Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let path = plan.path;
    let mut out = BufWriter::with_capacity(BUFFER, Out { calls, file: &mut file });
    let written = write(&mut out).and_then(|()| out.flush());
    // Taken apart, so that dropping it does not write again after a failure.
    let _ = out.into_parts();
    written.map_err(|error| write_error(path, error))?;
    if let Some(old) = old {
        calls.keep_attributes(&file, old).map_err(Error::io("keep the permissions of", path))?;
    }
    if plan.flushed { calls.sync(&file).map_err(Error::io("flush", path)) } else { Ok(()) }
}

/// A name for a temporary file beside `path` that this process did not use before.
pub(crate) fn free_temporary(path: &Path) -> Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Ok(folder_of(path)?.join(temporary_name(std::process::id(), number)))
}

fn create_temporary(
    calls: &mut dyn SaveCalls,
    path: &Path,
    private: bool,
) -> Result<(PathBuf, File)> {
    let folder = folder_of(path)?;
    for _ in 0..TEMPORARY_TRIES {
        let temporary = free_temporary(path)?;
        match calls.create(&temporary, private) {
            Ok(file) => return Ok((temporary, file)),
            // A leftover of a killed process that had the same number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let why = io::Error::new(error.kind(), "its folder does not exist");
                return Err(Error::io("write", path)(why));
            }
            Err(error) => return Err(Error::io("make a temporary file beside", path)(error)),
        }
    }
    let why = "too many leftovers of interrupted saves here; remove `.ngi-save-*.tmp`".to_owned();
    Err(Error::Limit { path: disk::shown(folder), why })
}

/// Holds the old file's lock between looking at it and replacing it, so that of two programs that
/// change it at once the second sees the first one's file. Where a file cannot be locked there is
/// a moment in which it does not.
#[cfg(unix)]
pub(crate) fn wait_for_turn(path: &Path) -> Option<File> {
    let file = File::open(path).ok()?;
    file.lock().is_ok().then_some(file)
}

/// The same where a locked file cannot be replaced: a file beside it that only one program can have
/// open, and that is gone as soon as it is closed, even by the end of the program.
#[cfg(windows)]
pub(crate) fn wait_for_turn(path: &Path) -> Option<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    let lock = folder_of(path).ok()?.join(super::lock_name(path.file_name()?));
    let mut options = File::options();
    options.write(true).create(true).truncate(false).share_mode(0).custom_flags(DELETE_ON_CLOSE);
    let (started, mut denied) = (std::time::Instant::now(), 0);
    loop {
        match options.open(&lock) {
            // A file that is about to go is refused as if it were somebody else's, which it may be.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                denied += 1;
                if denied > DENIED {
                    return None;
                }
                std::thread::sleep(PAUSE);
            }
            Err(error) if crate::error::is_in_use(&error) && started.elapsed() < PATIENCE => {
                std::thread::sleep(PAUSE);
            }
            opened => return opened.ok(),
        }
    }
}

/// How long to wait for another program that replaces the same file.
#[cfg(windows)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);
/// How often to be refused.
#[cfg(windows)]
const DENIED: u32 = 100;
/// How often to ask.
#[cfg(windows)]
const PAUSE: std::time::Duration = std::time::Duration::from_millis(10);

/// No other program is there.
#[cfg(not(any(unix, windows)))]
pub(crate) fn wait_for_turn(_: &Path) -> Option<File> {
    None
}

/// Step 3: the temporary file takes the place of the old one.
fn publish(calls: &mut dyn SaveCalls, plan: &Save<'_>, temporary: &Path) -> Result<()> {
    let path = plan.path;
    let _turn = plan.unchanged.and_then(|_| wait_for_turn(path));
    if let Some(stamp) = plan.unchanged {
        require_unchanged(calls, path, stamp)?;
    }
    if plan.overwrite {
        calls.rename(temporary, path).map_err(Error::io("rename the finished file to", path))
    } else {
        publish_new(calls, temporary, path)
    }
}

/// Fails where somebody changed a file since it was read.
pub(crate) fn require_unchanged(
    calls: &mut dyn SaveCalls,
    path: &Path,
    stamp: Stamp,
) -> Result<()> {
    let now = calls.look(path).map_err(Error::io("look at", path))?;
    if now.and_then(|now| Stamp::of(&now, path)) == Some(stamp) {
        return Ok(());
    }
    Err(Error::Changed { path: path.to_owned() })
}

/// Gives a finished temporary file a name that must be free.
pub(crate) fn publish_new(calls: &mut dyn SaveCalls, temporary: &Path, path: &Path) -> Result<()> {
    match calls.link(temporary, path) {
        Ok(()) => {
            // Both names are the whole file; one that stays is only untidy.
            let _ = calls.remove(temporary);
            return Ok(());
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(Error::Exists { path: path.to_owned() });
        }
        Err(_) => {}
    }
    // No hard links here. Somebody who makes the file between the two calls loses it; making it
    // first ourselves would leave an empty file if we were killed in between.
    if calls.look(path).map_err(Error::io("look at", path))?.is_some() {
        return Err(Error::Exists { path: path.to_owned() });
    }
    calls.rename(temporary, path).map_err(Error::io("rename the finished file to", path))
}

/// Step 2 with a hard link; `None` where the file system has none.
fn link_backup(calls: &mut dyn SaveCalls, path: &Path) -> Result<Option<PathBuf>> {
    for backup in backup_names(path) {
        match calls.link(path, &backup) {
            Ok(()) => return Ok(Some(backup)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) => return Ok(None),
        }
    }
    Err(too_many_backups(path))
}

/// Step 2 with a copy, which gets its name when it is complete.
fn copy_backup(calls: &mut dyn SaveCalls, path: &Path) -> Result<PathBuf> {
    let old = old_file(calls, path)?;
    let mut source = calls.open(path).map_err(Error::io("open", path))?;
    let (temporary, mut copy) = create_temporary(calls, path, true)?;
    let copied = copy_all(calls, &mut source, &mut copy)
        .and_then(|()| old.as_ref().map_or(Ok(()), |old| calls.keep_attributes(&copy, old)))
        .and_then(|()| calls.sync(&copy))
        .map_err(Error::io("copy to a backup", path));
    drop(copy);
    if let Err(error) = copied {
        return Err(taken_back(calls, &temporary, None, error));
    }
    let named = name_backup(calls, &temporary, path);
    named.map_err(|error| taken_back(calls, &temporary, None, error))
}

/// Gives a finished copy the first free backup name. The name is made first, so that nobody
/// else's backup can be lost; a process killed in between leaves an empty one.
fn name_backup(calls: &mut dyn SaveCalls, copy: &Path, path: &Path) -> Result<PathBuf> {
    for backup in backup_names(path) {
        match calls.create(&backup, true) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(Error::io("make", &backup)(error)),
        }
        return match calls.rename(copy, &backup) {
            Ok(()) => Ok(backup),
            Err(error) => {
                let _ = calls.remove(&backup);
                Err(Error::io("rename the finished copy to", &backup)(error))
            }
        };
    }
    Err(too_many_backups(path))
}

pub(crate) fn copy_all(
    calls: &mut dyn SaveCalls,
    source: &mut File,
    copy: &mut File,
) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let count = match calls.read(source, &mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let mut out = Out { calls: &mut *calls, file: &mut *copy };
        out.write_all(buffer.get(..count).unwrap_or_default())?;
    }
}

/// Number of the backup that [`back_up`] makes next; `None` if there is no file to keep.
pub(crate) fn free_backup(calls: &mut dyn SaveCalls, path: &Path) -> Result<Option<u32>> {
    if old_file(calls, path)?.is_none() {
        return Ok(None);
    }
    for (number, backup) in (0..).zip(backup_names(path)) {
        if calls.look(&backup).map_err(Error::io("look at", &backup))?.is_none() {
            return Ok(Some(number));
        }
    }
    Err(too_many_backups(path))
}

/// `x.lib.bak`, `x.lib.bak1`, `x.lib.bak2`, …
fn backup_names(path: &Path) -> impl Iterator<Item = PathBuf> {
    (0..BACKUP_TRIES).map(move |number| {
        let mut name = path.as_os_str().to_owned();
        name.push(super::BACKUP_SUFFIX);
        if number > 0 {
            name.push(number.to_string());
        }
        name.into()
    })
}

fn too_many_backups(path: &Path) -> Error {
    let why = format!("there are {BACKUP_TRIES} backups already; remove some");
    Error::Limit { path: disk::shown(path), why }
}

/// Removes what a failed save made, and gives the reason of the failure back.
pub(crate) fn taken_back(
    calls: &mut dyn SaveCalls,
    temporary: &Path,
    backup: Option<&Path>,
    error: Error,
) -> Error {
    let _ = calls.remove(temporary);
    if let Some(backup) = backup {
        let _ = calls.remove(backup);
    }
    error
}

/// The temporary file as something to write to.
pub(crate) struct Out<'a> {
    pub calls: &'a mut dyn SaveCalls,
    pub file: &'a mut File,
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls.write(self.file, bytes.get(..BUFFER).unwrap_or(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
