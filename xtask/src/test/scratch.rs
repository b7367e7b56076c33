//! A folder in memory for the temporary files of the tests.
//!
//! The tests write some 100,000 small files and wait for the disk after most of them, because the
//! program does. In memory that wait is gone.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// File system in memory that Linux mounts.
const MEMORY: &str = "/dev/shm";

/// Bytes that must be free there. Containers often give it 64 MB, which is not enough.
const LEAST_FREE: u64 = 4 << 30;

/// A folder in memory, removed when this value is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// Creates the folder. `None` if there is no file system in memory, if it is too small, or if
    /// `TMPDIR` is set: the user has chosen a place then.
    pub fn new() -> Option<Self> {
        if !cfg!(target_os = "linux") || std::env::var_os("TMPDIR").is_some() {
            return None;
        }
        let memory = Path::new(MEMORY);
        remove_abandoned(memory);
        if free_bytes(memory)? < LEAST_FREE {
            return None;
        }
        let folder = memory.join(format!("{PREFIX}{}", std::process::id()));
        fs::create_dir_all(&folder).ok()?;
        Some(Self { folder })
    }

    /// Path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Prefix of the folder's name; the process's number follows.
const PREFIX: &str = "ngi-test-";

/// Removes the folders of processes that were killed.
fn remove_abandoned(memory: &Path) {
    for entry in fs::read_dir(memory).into_iter().flatten().flatten() {
        if is_abandoned(&entry.file_name()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_abandoned(name: &OsStr) -> bool {
    let Some(process) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else {
        return false;
    };
    process.parse::<u32>().is_ok() && !Path::new("/proc").join(process).exists()
}

/// Free bytes of a file system, by the system's `df`.
fn free_bytes(folder: &Path) -> Option<u64> {
    let output = Command::new("df").args(["--output=avail", "-B1"]).arg(folder).output().ok()?;
    String::from_utf8(output.stdout).ok()?.lines().nth(1)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_ended_processes_are_abandoned() {
        assert!(!is_abandoned(format!("{PREFIX}{}", std::process::id()).as_ref()));
        assert!(!is_abandoned("ngi-test-notes".as_ref()));
        assert!(!is_abandoned("1".as_ref()));
        // Larger than any process number of Linux.
        assert!(is_abandoned("ngi-test-4194305".as_ref()) || !cfg!(target_os = "linux"));
    }

    #[test]
    fn the_folder_is_removed_with_the_value() {
        let Some(scratch) = Scratch::new() else { return };
        let folder = scratch.folder().to_owned();
        fs::write(folder.join("a"), "b").unwrap();
        drop(scratch);
        assert!(!folder.exists());
    }
}
