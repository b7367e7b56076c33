//! Where mounted files come from: a folder on disk, or a map from names to bytes.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use bytes::Bytes;

use crate::disk::{self, Reading};
use crate::error::{Error, Result};
use crate::save;

/// A file or folder that a [`Root`] holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name, as the root spells it.
    pub name: String,
    /// What the root wants to be asked with: the path from the root.
    pub location: PathBuf,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// Whether it is a symbolic link.
    pub is_link: bool,
    /// Bytes of a file.
    pub size: u64,
}

/// A tree of files that a [`Vfs`](crate::Vfs) can mount. Names need not be unique when case is
/// ignored: the `Vfs` reports that.
pub trait Root: fmt::Debug + Send + Sync {
    /// What a message calls this root.
    fn label(&self) -> String;

    /// What a folder holds, in any order. The empty location is the root itself.
    fn list(&self, folder: &Path) -> Result<Vec<Item>>;

    /// The bytes of a file.
    fn read(&self, file: &Path) -> Result<Bytes>;

    /// Where a location is on disk; `None` where the root is not on disk.
    fn disk_path(&self, location: &Path) -> Option<PathBuf> {
        let _ = location;
        None
    }

    /// Replaces or makes a file, whole or not at all.
    fn store(&self, file: &Path, bytes: Bytes) -> Result<()> {
        let _ = bytes;
        let why = format!("{} cannot be written to", self.label());
        Err(Error::ReadOnly { path: disk::shown(file), why })
    }
}

/// A folder on disk.
#[derive(Debug, Clone)]
pub struct DiskRoot {
    folder: PathBuf,
    reading: Reading,
}

impl DiskRoot {
    /// Mounts a folder that exists.
    pub fn new(folder: impl Into<PathBuf>) -> Result<Self> {
        let folder = folder.into();
        let metadata = folder.metadata().map_err(Error::io("open", &folder))?;
        if !metadata.is_dir() {
            return Err(Error::bad_path(disk::shown(&folder), "not a folder"));
        }
        Ok(Self { folder, reading: Reading::default() })
    }

    /// The same folder with another way of reading files.
    #[must_use]
    pub fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }
}

impl Root for DiskRoot {
    fn label(&self) -> String {
        disk::shown(&self.folder)
    }

    fn list(&self, folder: &Path) -> Result<Vec<Item>> {
        disk::list(&self.folder.join(folder), folder)
    }

    fn read(&self, file: &Path) -> Result<Bytes> {
        disk::read(&self.folder.join(file), self.reading).map(|(bytes, _)| bytes)
    }

    fn disk_path(&self, location: &Path) -> Option<PathBuf> {
        Some(self.folder.join(location))
    }

    fn store(&self, file: &Path, bytes: Bytes) -> Result<()> {
        save::atomic_write(&self.folder.join(file), |out| out.write_all(&bytes))
    }
}

/// Files in memory: name → bytes. Folders are whatever the names imply.
#[derive(Default)]
pub struct MemoryRoot {
    files: RwLock<BTreeMap<String, Bytes>>,
}

impl MemoryRoot {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same root with one more file; see [`MemoryRoot::insert`].
    pub fn with(self, name: &str, bytes: impl Into<Bytes>) -> Result<Self> {
        self.insert(name, bytes)?;
        Ok(self)
    }

    /// Puts a file in, or replaces it. `/` and `\` separate folders.
    pub fn insert(&self, name: &str, bytes: impl Into<Bytes>) -> Result<()> {
        let parts = crate::segment::split(name)?;
        if parts.is_empty() {
            return Err(Error::bad_path(name, "a file needs a name"));
        }
        let key = parts.join("/");
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let below = format!("{key}/");
        let has_children = files
            .range::<str, _>((Bound::Included(below.as_str()), Bound::Unbounded))
            .next()
            .is_some_and(|(other, _)| other.starts_with(&below));
        let in_a_file = key.match_indices('/').any(|(at, _)| {
            let (parent, _) = key.split_at(at);
            files.contains_key(parent)
        });
        if has_children || in_a_file {
            return Err(Error::bad_path(key, "cannot be a file and a folder at once"));
        }
        files.insert(key, bytes.into());
        Ok(())
    }
}

impl fmt::Debug for MemoryRoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(files.keys()).finish()
    }
}

impl Root for MemoryRoot {
    fn label(&self) -> String {
        "memory".to_owned()
    }

    fn list(&self, folder: &Path) -> Result<Vec<Item>> {
        let prefix = match disk::shown(folder) {
            inside if inside.is_empty() => inside,
            inside => format!("{inside}/"),
        };
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let below = files
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
            .map_while(|(key, bytes)| Some((key.strip_prefix(&prefix)?, bytes)));
        let mut items: Vec<Item> = Vec::new();
        for (rest, bytes) in below {
            let (name, is_folder) = match rest.split_once('/') {
                Some((folder, _)) => (folder, true),
                None => (rest, false),
            };
            // Files of one folder follow each other, so looking at the last item is enough.
            if items.last().is_some_and(|last| last.is_folder && last.name == name) {
                continue;
            }
            let size = if is_folder { 0 } else { bytes.len() as u64 };
            let location = PathBuf::from(format!("{prefix}{name}"));
            items.push(Item { name: name.to_owned(), location, is_folder, is_link: false, size });
        }
        Ok(items)
    }

    fn read(&self, file: &Path) -> Result<Bytes> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let name = disk::shown(file);
        files.get(&name).cloned().ok_or_else(|| Error::not_found(name, "no such file in memory"))
    }

    fn store(&self, file: &Path, bytes: Bytes) -> Result<()> {
        self.insert(&disk::shown(file), bytes)
    }
}
