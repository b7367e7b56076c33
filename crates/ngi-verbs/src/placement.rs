//! Files put into a folder, one after another.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use ngi_vfs::save::Save;

use crate::{Error, Result};

/// How files come into a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Nobody looks at the folder before it is complete: files are simply written.
    Hidden,
    /// The folder is in use: each file appears whole, or the old one stays.
    InUse {
        /// Whether a file in the way may be replaced.
        replace: bool,
    },
}

impl Placement {
    /// Writes a file.
    pub fn write_file(self, path: &Path, bytes: &[u8]) -> Result<()> {
        self.write_with(path, |out| out.write_all(bytes).map_err(Error::io("write", path)))
    }

    /// Writes a file that a function makes.
    pub fn write_with<T>(
        self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> Result<T>,
    ) -> Result<T> {
        match self {
            Self::Hidden => {
                let mut out = BufWriter::new(create(path).map_err(Error::io("create", path))?);
                let made = write(&mut out)?;
                out.flush().map_err(Error::io("write", path))?;
                Ok(made)
            }
            Self::InUse { replace } => {
                if replace {
                    remove_link(path).map_err(Error::io("replace", path))?;
                }
                save(path, replace, write)
            }
        }
    }
}

/// Makes a file anew. What an earlier run left goes first: writing *into* it could follow a link
/// out of the folder.
fn create(path: &Path) -> io::Result<File> {
    let create = || OpenOptions::new().write(true).create_new(true).open(path);
    match create() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            create()
        }
        other => other,
    }
}

/// A link in the way is replaced, not followed; what it leads to stays as it is.
fn remove_link(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => fs::remove_file(path),
        _ => Ok(()),
    }
}

/// Under another name first. Not flushed to the disk: of thousands of files that would take
/// minutes, and they can be made again.
fn save<T>(
    path: &Path,
    replace: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<T>,
) -> Result<T> {
    let mut made = None;
    let saved = Save::new(path).overwrite(replace).flushed(false).write(|out| {
        let result = write(out);
        let stopped = if result.is_ok() { Ok(()) } else { Err(io::Error::other("stopped")) };
        made = Some(result);
        stopped
    });
    match (made, saved) {
        (Some(Err(error)), _) => Err(error),
        // The disk, as for every other file here.
        (_, Err(ngi_vfs::Error::Io { action, path, source })) => {
            Err(Error::Io { action, path, source })
        }
        (_, Err(error)) => Err(error.into()),
        (Some(made), Ok(_)) => made,
        (None, Ok(_)) => Err(Error::io("write", path)(io::Error::other("nothing was written"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Placement; 3] = [
        Placement::Hidden,
        Placement::InUse { replace: true },
        Placement::InUse { replace: false },
    ];

    #[test]
    fn a_file_in_the_way_is_replaced_where_it_may_be() {
        for placement in ALL {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a");
            placement.write_file(&path, b"1").unwrap();
            let again = placement.write_file(&path, b"2");
            let kept = placement == Placement::InUse { replace: false };
            assert_eq!(again.is_err(), kept, "{placement:?}");
            assert_eq!(fs::read(&path).unwrap(), if kept { b"1" } else { b"2" });
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        }
    }

    #[test]
    fn a_file_in_use_stays_whole_where_the_new_one_cannot_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, b"old").unwrap();
        let failed: Result<()> = Placement::InUse { replace: true }.write_with(&path, |out| {
            out.write_all(b"half").unwrap();
            Err(Error::Usage("in the middle".to_owned()))
        });
        assert_eq!(failed.unwrap_err().to_string(), "in the middle");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_way_is_replaced_not_followed() {
        for placement in [Placement::Hidden, Placement::InUse { replace: true }] {
            let folder = tempfile::tempdir().unwrap();
            let (path, outside) = (folder.path().join("a"), folder.path().join("outside"));
            fs::write(&outside, b"untouched").unwrap();
            std::os::unix::fs::symlink(&outside, &path).unwrap();
            placement.write_file(&path, b"new").unwrap();
            assert_eq!(fs::read(&outside).unwrap(), b"untouched");
            assert!(fs::symlink_metadata(&path).unwrap().is_file());
        }
    }

    #[test]
    fn a_disk_that_refuses_is_told_as_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        for placement in ALL {
            let failed = placement.write_file(&folder.path().join("no/a"), b"1").unwrap_err();
            assert!(matches!(failed, Error::Io { .. }), "{placement:?}: {failed}");
        }
    }
}
