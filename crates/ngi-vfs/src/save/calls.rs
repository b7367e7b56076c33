//! The system calls of a save, one method each, so that a test can make any of them fail.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

/// Every system call a save makes.
pub trait SaveCalls {
    /// What is at `path`, without following a symbolic link; `None` where nothing is.
    fn look(&mut self, path: &Path) -> io::Result<Option<Metadata>>;
    /// Makes a file that does not exist yet. `private`: nobody else may read it for now.
    fn create(&mut self, path: &Path, private: bool) -> io::Result<File>;
    /// Writes some of `bytes`.
    fn write(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<usize>;
    /// Gives a file the permissions, and where allowed the owner, of another.
    fn keep_attributes(&mut self, file: &File, old: &Metadata) -> io::Result<()>;
    /// Flushes a file to the disk.
    fn sync(&mut self, file: &File) -> io::Result<()>;
    /// Gives a file another name; what had that name is gone.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name that must be free.
    fn link(&mut self, file: &Path, second: &Path) -> io::Result<()>;
    /// Opens a file to be copied.
    fn open(&mut self, path: &Path) -> io::Result<File>;
    /// Reads some bytes.
    fn read(&mut self, file: &mut File, buffer: &mut [u8]) -> io::Result<usize>;
    /// Flushes a folder, that is the names in it.
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&mut self, path: &Path) -> io::Result<()>;
    /// Makes a folder in one that exists.
    fn make_folder(&mut self, path: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_folder(&mut self, path: &Path) -> io::Result<()>;
    /// The names in a folder, in any order.
    fn names(&mut self, folder: &Path) -> io::Result<Vec<OsString>>;
    /// Opens the file that programs lock to work one after another; makes it where it is not.
    fn open_lock(&mut self, path: &Path) -> io::Result<File>;
    /// Returns true if no running program can be writing a temporary file that process `process`
    /// made.
    fn is_abandoned(&mut self, temporary: &Path, process: u32) -> io::Result<bool>;
}

impl<C: SaveCalls + ?Sized> SaveCalls for &mut C {
    fn look(&mut self, path: &Path) -> io::Result<Option<Metadata>> {
        (**self).look(path)
    }
    fn create(&mut self, path: &Path, private: bool) -> io::Result<File> {
        (**self).create(path, private)
    }
    fn write(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        (**self).write(file, bytes)
    }
    fn keep_attributes(&mut self, file: &File, old: &Metadata) -> io::Result<()> {
        (**self).keep_attributes(file, old)
    }
    fn sync(&mut self, file: &File) -> io::Result<()> {
        (**self).sync(file)
    }
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        (**self).rename(from, to)
    }
    fn link(&mut self, file: &Path, second: &Path) -> io::Result<()> {
        (**self).link(file, second)
    }
    fn open(&mut self, path: &Path) -> io::Result<File> {
        (**self).open(path)
    }
    fn read(&mut self, file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
        (**self).read(file, buffer)
    }
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        (**self).sync_folder(folder)
    }
    fn remove(&mut self, path: &Path) -> io::Result<()> {
        (**self).remove(path)
    }
    fn make_folder(&mut self, path: &Path) -> io::Result<()> {
        (**self).make_folder(path)
    }
    fn remove_folder(&mut self, path: &Path) -> io::Result<()> {
        (**self).remove_folder(path)
    }
    fn names(&mut self, folder: &Path) -> io::Result<Vec<OsString>> {
        (**self).names(folder)
    }
    fn open_lock(&mut self, path: &Path) -> io::Result<File> {
        (**self).open_lock(path)
    }
    fn is_abandoned(&mut self, temporary: &Path, process: u32) -> io::Result<bool> {
        (**self).is_abandoned(temporary, process)
    }
}

/// The real calls.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemCalls;

impl SaveCalls for SystemCalls {
    fn look(&mut self, path: &Path) -> io::Result<Option<Metadata>> {
        match fs::symlink_metadata(path) {
            Ok(metadata) => Ok(Some(metadata)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn create(&mut self, path: &Path, private: bool) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if private {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        #[cfg(not(unix))]
        let _ = private;
        let file = options.open(path)?;
        // Held while the file is open, so that `is_abandoned` can tell. Some file systems have no
        // locks.
        let _ = file.try_lock();
        Ok(file)
    }

    fn write(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    fn keep_attributes(&mut self, file: &File, old: &Metadata) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let new = file.metadata()?;
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                // Only an administrator may give files away; everybody else keeps their own.
                let _ = fchown(file, Some(old.uid()), Some(old.gid()));
            }
        }
        file.set_permissions(old.permissions())
    }

    fn sync(&mut self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        patiently(to, || fs::rename(from, to))
    }

    fn link(&mut self, file: &Path, second: &Path) -> io::Result<()> {
        fs::hard_link(file, second)
    }

    fn open(&mut self, path: &Path) -> io::Result<File> {
        File::open(path)
    }

    fn read(&mut self, file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
        file.read(buffer)
    }

    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        if !cfg!(unix) {
            // Elsewhere a folder cannot be opened, and its names are flushed by the system.
            return Ok(());
        }
        match File::open(folder)?.sync_all() {
            // Some network and FUSE file systems have no such call.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
                ) =>
            {
                Ok(())
            }
            result => result,
        }
    }

    fn remove(&mut self, path: &Path) -> io::Result<()> {
        patiently(path, || fs::remove_file(path))
    }

    fn make_folder(&mut self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn remove_folder(&mut self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    fn names(&mut self, folder: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(folder)?.map(|item| item.map(|item| item.file_name())).collect()
    }

    fn open_lock(&mut self, path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
    }

    fn is_abandoned(&mut self, temporary: &Path, process: u32) -> io::Result<bool> {
        if process == std::process::id() || is_running(process) == Some(true) {
            return Ok(false);
        }
        // For reading: the file may have the permissions of one that is read-only.
        let file = File::open(temporary)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(false);
        }
        // The system does not tell which processes there are, or not all of them (containers,
        // network drives): a file that was touched a moment ago may be in use.
        let age = file.metadata()?.modified()?.elapsed().unwrap_or_default();
        Ok(is_running(process) == Some(false) || age >= SETTLED_AGE)
    }
}

/// Age from which on a temporary file of a process that cannot be looked up is abandoned.
const SETTLED_AGE: Duration = Duration::from_secs(60);

/// Returns whether a process is running; `None` if the system does not say.
fn is_running(process: u32) -> Option<bool> {
    let processes = Path::new("/proc");
    let tells = cfg!(target_os = "linux") && processes.join("self").exists();
    tells.then(|| processes.join(process.to_string()).exists())
}

/// Does what makes the file at `path` go.
#[cfg(not(windows))]
fn patiently(_: &Path, call: impl Fn() -> io::Result<()>) -> io::Result<()> {
    call()
}

/// Does what makes the file at `path` go. Windows refuses that for a file that is marked read-only,
/// unlike other systems, and for one that somebody has open, which may be over in a moment.
#[cfg(windows)]
fn patiently(path: &Path, call: impl Fn() -> io::Result<()>) -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(2);
    let refused = |result: &io::Result<()>| {
        result.as_ref().is_err_and(|error| crate::error::is_in_use(error))
    };
    let mut result = call();
    if !refused(&result) {
        return result;
    }
    let mark = fs::symlink_metadata(path).map(|found| found.permissions());
    let mark = mark.ok().filter(|mark| mark.readonly());
    if let Some(mark) = &mark {
        let mut open = mark.clone();
        // Read-only is one bit there, and everybody's.
        #[expect(clippy::permissions_set_readonly_false, reason = "not unix")]
        open.set_readonly(false);
        let _ = fs::set_permissions(path, open);
        result = call();
    }
    let started = std::time::Instant::now();
    while refused(&result) && started.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(25));
        result = call();
    }
    if let (Err(_), Some(mark)) = (&result, mark) {
        let _ = fs::set_permissions(path, mark);
    }
    result
}
