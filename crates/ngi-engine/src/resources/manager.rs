//! The cache of archives, and the calls on it.

use std::collections::HashMap;
use std::time::Duration;

use ngi_formats::nres::{Editor, TypeId};
use ngi_vfs::save::write_error;
use ngi_vfs::{Bytes, Error, Result, Vfs, rewrite_with, split_path};

use super::archive::{Archive, Source, new_entry};
use super::faults::broken;
use super::handles::{ArchiveHandle, Handle, Slots};
use super::{Attributes, IDLE, OpenFlags};

/// Opens archives, keeps them as long as the engine would, and hands out their entries.
///
/// A call on a handle that was closed is an error. Nothing is saved by dropping the manager:
/// close what was opened for writing.
#[derive(Debug)]
pub struct ResourceManager {
    vfs: Vfs,
    archives: Slots<Archive>,
    handles: Slots<Opening>,
    by_path: HashMap<Key, Handle>,
}

/// What an archive is cached under: its path with case folded, and whether it was opened raw.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    path: String,
    raw: bool,
}

impl Key {
    fn new(path: &str, raw: bool) -> Result<Self> {
        Ok(Self { path: split_path(path)?.join("/").to_ascii_lowercase(), raw })
    }
}

/// One opening of an archive.
#[derive(Debug, Clone, Copy)]
struct Opening {
    archive: Handle,
    writable: bool,
}

impl ResourceManager {
    /// A manager for the files of a mount, with nothing open.
    pub fn new(vfs: Vfs) -> Self {
        Self {
            vfs,
            archives: Slots::new("archive"),
            handles: Slots::new("archive"),
            by_path: HashMap::new(),
        }
    }

    /// Opens an archive by its path, or finds it in the cache (`niOpenResFile`).
    ///
    /// The path is a game path: case does not matter, `/` and `\` both separate. It may lead into
    /// another archive.
    pub fn open(&mut self, path: &str, flags: OpenFlags, now: Duration) -> Result<ArchiveHandle> {
        let raw = flags.contains(OpenFlags::RAW);
        if let Some(&archive) = self.by_path.get(&Key::new(path, raw)?) {
            return self.refer(archive, flags, now);
        }
        // An entry can be spelt in several ways; its canonical path is the same for all of them.
        let node = self.vfs.locate(path)?;
        let key = Key::new(&node.path(), raw)?;
        let archive = match self.by_path.get(&key) {
            Some(&archive) => archive,
            None => {
                let bytes = node.bytes()?;
                let archive =
                    self.archives.insert(Archive::open(Source::Node(node), bytes, raw)?)?;
                self.by_path.insert(key, archive);
                archive
            }
        };
        self.refer(archive, flags, now)
    }

    /// Opens an archive that is in memory already (`niOpenResInMem`). It is not cached, and what
    /// is changed in it is only to be had by [`ResourceManager::bytes`].
    pub fn open_in_memory(
        &mut self,
        bytes: impl Into<Bytes>,
        flags: OpenFlags,
        now: Duration,
    ) -> Result<ArchiveHandle> {
        let raw = flags.contains(OpenFlags::RAW);
        let archive = self.archives.insert(Archive::open(Source::Memory, bytes.into(), raw)?)?;
        self.refer(archive, flags, now)
    }

    /// Starts a new archive, to be written when it is closed. There must be no such file yet.
    pub fn create(&mut self, path: &str, now: Duration) -> Result<ArchiveHandle> {
        let key = Key::new(path, false)?;
        match self.vfs.locate(path) {
            Err(Error::NotFound { .. }) if !self.by_path.contains_key(&key) => {}
            Ok(_) | Err(Error::NotFound { .. }) => return Err(Error::Exists { path: path.into() }),
            Err(other) => return Err(other),
        }
        let empty = Editor::new().write().map_err(broken(path.to_owned()))?;
        let archive = Archive::open(Source::New(path.to_owned()), empty.into(), false)?;
        let archive = self.archives.insert(archive)?;
        self.by_path.insert(key, archive);
        self.refer(archive, OpenFlags::READ_WRITE, now)
    }

    /// How many entries an archive has.
    pub fn len(&self, archive: ArchiveHandle) -> Result<usize> {
        self.archive(archive).map(Archive::len)
    }

    /// The `nth` entry (from 0) of a type, from directory index `start` on (`niFindRes`, which
    /// answers −1 where this answers `None`).
    ///
    /// A stand-in: the engine's call takes a type and a "subtype". That the subtype counts
    /// entries of the type is our reading; nobody has confirmed it.
    pub fn find_by_type(
        &self,
        archive: ArchiveHandle,
        type_id: TypeId,
        nth: usize,
        start: usize,
    ) -> Result<Option<usize>> {
        self.archive(archive).map(|archive| archive.find_by_type(type_id, nth, start))
    }

    /// The first entry of that name, ASCII case ignored (`niFind`).
    pub fn find_by_name(&self, archive: ArchiveHandle, name: &[u8]) -> Result<Option<usize>> {
        self.archive(archive).map(|archive| archive.find_by_name(name))
    }

    /// An entry's data (`niReadData`): a slice of the mapped file, or what was set since.
    pub fn data(&self, archive: ArchiveHandle, entry: usize) -> Result<Bytes> {
        self.archive(archive)?.data(entry)
    }

    /// What the directory says about an entry.
    pub fn attributes(&self, archive: ArchiveHandle, entry: usize) -> Result<Attributes> {
        self.archive(archive)?.attributes(entry)
    }

    /// Gives an entry other data.
    pub fn set_data(
        &mut self,
        archive: ArchiveHandle,
        entry: usize,
        data: impl Into<Bytes>,
    ) -> Result<()> {
        self.writable(archive)?.set_data(entry, data.into())
    }

    /// Gives an entry another type and other attributes.
    pub fn set_attributes(
        &mut self,
        archive: ArchiveHandle,
        entry: usize,
        type_id: TypeId,
        attributes: [u32; 3],
    ) -> Result<()> {
        self.writable(archive)?.set_attributes(entry, type_id, attributes)
    }

    /// Appends an entry; gives its index.
    pub fn add(
        &mut self,
        archive: ArchiveHandle,
        type_id: TypeId,
        name: &[u8],
        attributes: [u32; 3],
        data: impl Into<Bytes>,
    ) -> Result<usize> {
        let entry = new_entry(type_id, name, attributes)?;
        self.writable(archive)?.add(entry, data.into())
    }

    /// The archive's bytes as they would be saved now.
    pub fn bytes(&self, archive: ArchiveHandle) -> Result<Vec<u8>> {
        let archive = self.archive(archive)?;
        let mut out = Vec::new();
        let written = archive.write_to(&mut out);
        written.map_err(|error| write_error(archive.path().as_ref(), error))?;
        Ok(out)
    }

    /// Saves what was changed, now. Does nothing where nothing was.
    pub fn flush(&mut self, archive: ArchiveHandle) -> Result<()> {
        let archive = self.handles.get(archive.0)?.archive;
        self.save(archive)
    }

    /// Closes a handle. The last one of a changed archive saves it, whole or not at all; if that
    /// fails, the handle stays open and nothing is lost.
    pub fn close(&mut self, archive: ArchiveHandle, now: Duration) -> Result<()> {
        let opening = *self.handles.get(archive.0)?;
        if self.archives.get(opening.archive)?.references == 1 {
            self.save(opening.archive)?;
        }
        self.release(archive, now)
    }

    /// Closes a handle; if it is the archive's last, changes that were not saved are forgotten.
    pub fn close_without_saving(&mut self, archive: ArchiveHandle, now: Duration) -> Result<()> {
        let opening = *self.handles.get(archive.0)?;
        let cached = self.archives.get_mut(opening.archive)?;
        if cached.references == 1 {
            cached.forget_changes();
        }
        self.release(archive, now)
    }

    /// Drops the archives that nobody has referred to for ten seconds; gives their number.
    /// Cacheable ones stay.
    pub fn tick(&mut self, now: Duration) -> usize {
        let idle = |archive: &Archive| {
            !archive.cacheable
                && archive.references == 0
                && now.saturating_sub(archive.idle_since) >= IDLE
        };
        let dropped: Vec<Handle> = self
            .archives
            .iter()
            .filter(|(_, archive)| idle(archive))
            .map(|(handle, _)| handle)
            .collect();
        dropped.iter().for_each(|&handle| self.forget(handle));
        dropped.len()
    }

    /// How many archives are in the cache, referred to or not.
    pub fn cached(&self) -> usize {
        self.archives.iter().count()
    }

    /// How many handles refer to the archive behind this one.
    pub fn references(&self, archive: ArchiveHandle) -> Result<u32> {
        self.archive(archive).map(|archive| archive.references)
    }

    fn archive(&self, handle: ArchiveHandle) -> Result<&Archive> {
        self.archives.get(self.handles.get(handle.0)?.archive)
    }

    fn writable(&mut self, handle: ArchiveHandle) -> Result<&mut Archive> {
        let opening = *self.handles.get(handle.0)?;
        let archive = self.archives.get_mut(opening.archive)?;
        if opening.writable {
            return Ok(archive);
        }
        let why = "opened for reading; open it with READ_WRITE".to_owned();
        Err(Error::ReadOnly { path: archive.path(), why })
    }

    fn refer(&mut self, archive: Handle, flags: OpenFlags, now: Duration) -> Result<ArchiveHandle> {
        let writable = flags.contains(OpenFlags::READ_WRITE);
        let handle = self.handles.insert(Opening { archive, writable })?;
        let cached = self.archives.get_mut(archive)?;
        cached.references = cached.references.saturating_add(1);
        cached.cacheable |= flags.contains(OpenFlags::CACHEABLE);
        cached.idle_since = now;
        Ok(ArchiveHandle(handle))
    }

    fn release(&mut self, handle: ArchiveHandle, now: Duration) -> Result<()> {
        let opening = self.handles.remove(handle.0)?;
        let archive = self.archives.get_mut(opening.archive)?;
        archive.references = archive.references.saturating_sub(1);
        archive.idle_since = now;
        // Nobody can find these again.
        let unreachable = !matches!(archive.source, Source::Node(_));
        if archive.references == 0 && unreachable {
            self.forget(opening.archive);
        }
        Ok(())
    }

    fn forget(&mut self, archive: Handle) {
        let _ = self.archives.remove(archive);
        self.by_path.retain(|_, cached| *cached != archive);
    }

    fn save(&mut self, handle: Handle) -> Result<()> {
        let archive = self.archives.get_mut(handle)?;
        if !archive.is_changed() {
            return Ok(());
        }
        let path = match archive.source.clone() {
            Source::Memory => return Ok(()),
            Source::Node(node) => {
                rewrite_with(&node, false, |out| archive.write_to(out))?;
                node.path()
            }
            Source::New(path) => {
                let mut bytes = Vec::new();
                let written = archive.write_to(&mut bytes);
                written.map_err(|error| write_error(path.as_ref(), error))?;
                self.vfs.store(&path, bytes)?;
                path
            }
        };
        let node = self.vfs.locate(&path)?;
        let bytes = node.bytes()?;
        archive.settle(Source::Node(node), bytes)
    }
}
