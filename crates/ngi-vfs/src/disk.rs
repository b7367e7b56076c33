//! Files and folders on disk: reading, listing, real spelling of names.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bytes::Bytes;
use ngi_formats::text;

use crate::error::{Error, Result};
use crate::root::Item;
use crate::{save, transaction};

/// Files below this size are read, not mapped: a copy is cheaper than page faults, and small
/// files are the ones other programs rewrite in place.
#[cfg(any(unix, windows))]
const MAP_FROM: u64 = 64 * 1024;

/// How the bytes of a file get into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// Large files are memory-mapped, small ones copied. Another program that truncates a mapped
    /// file while it is read ends this process.
    #[default]
    Map,
    /// Every file is copied into memory.
    Copy,
}

/// What a file looked like when it was read; tells whether somebody changed it since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// Device and file number, where the system has them: a file put in place by a rename is
    /// another file even if its length and time are the same.
    identity: (u64, u64),
}

impl Stamp {
    pub fn of(metadata: &fs::Metadata) -> Self {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let identity = (0, 0);
        Self { len: metadata.len(), modified: metadata.modified().ok(), identity }
    }

    /// The stamp of the file that has this name now.
    pub fn now(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|metadata| Self::of(&metadata))
    }
}

/// The bytes of a regular file, and what it looked like.
pub(crate) fn read(path: &Path, reading: Reading) -> Result<(Bytes, Stamp)> {
    let metadata = fs::metadata(path).map_err(Error::io("read", path))?;
    if !metadata.is_file() {
        // Opening a pipe would wait, reading a device might never end.
        let why = if metadata.is_dir() { "a folder, not a file" } else { "not a regular file" };
        return Err(Error::bad_path(shown(path), why));
    }
    let file = File::open(path).map_err(Error::io("open", path))?;
    let metadata = file.metadata().map_err(Error::io("read", path))?;
    let stamp = Stamp::of(&metadata);
    let bytes = load(file, metadata.len(), reading).map_err(Error::io("read", path))?;
    Ok((bytes, stamp))
}

fn load(mut file: File, len: u64, reading: Reading) -> io::Result<Bytes> {
    let size = usize::try_from(len)
        .map_err(|_| io::Error::other("larger than this machine's address space"))?;
    #[cfg(any(unix, windows))]
    if reading == Reading::Map && len >= MAP_FROM {
        return crate::mmap::map(&file, size);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = reading;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// What a folder holds, unsorted. The journal and leftovers of interrupted saves are left out, and
/// so is whatever is neither a file nor a folder. `inside` goes before each item's location.
pub(crate) fn list(folder: &Path, inside: &Path) -> Result<Vec<Item>> {
    let failed = |source| Error::Io { action: "list", path: folder.to_owned(), source };
    let mut items = Vec::new();
    for found in fs::read_dir(folder).map_err(failed)? {
        let found = found.map_err(failed)?;
        let name = found.file_name();
        if save::is_leftover(&name) || transaction::is_journal(&name) {
            continue;
        }
        // Follows symbolic links; one that leads nowhere is not there.
        let Ok(metadata) = fs::metadata(found.path()) else { continue };
        if !metadata.is_dir() && !metadata.is_file() {
            continue;
        }
        items.push(Item {
            location: inside.join(&name),
            name: name_shown(&name).into_owned(),
            is_folder: metadata.is_dir(),
            is_link: found.file_type().is_ok_and(|kind| kind.is_symlink()),
            size: metadata.len(),
        });
    }
    Ok(items)
}

/// A file name as text. One that is not Unicode is taken for Windows-1251, the game's own code
/// page, which gives every byte a character.
pub(crate) fn name_shown(name: &OsStr) -> Cow<'_, str> {
    match name.to_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(text::decode(name.as_encoded_bytes())),
    }
}

/// A path as text, its components as [`name_shown`] gives them.
pub(crate) fn shown(path: &Path) -> String {
    match path.to_str() {
        Some(text) => text.to_owned(),
        None => {
            let parts: PathBuf =
                path.components().map(|part| name_shown(part.as_os_str()).into_owned()).collect();
            parts.to_string_lossy().into_owned()
        }
    }
}

/// A name of a file or folder as it is compared: in lower case, that of every language.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// The name in `folder` that is `name` when case is ignored; `None` where there is none.
pub(crate) fn real_spelling(folder: &Path, name: &str) -> Result<Option<Item>> {
    let wanted = folded(name);
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut found: Vec<Item> =
        list(listed, folder)?.into_iter().filter(|item| folded(&item.name) == wanted).collect();
    if found.len() > 1 {
        let mut names: Vec<String> = found.into_iter().map(|item| item.name).collect();
        names.sort_unstable();
        return Err(Error::Collision { path: shown(&folder.join(name)), names });
    }
    Ok(found.pop())
}
