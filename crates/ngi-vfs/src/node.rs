//! A place in the tree: a folder, a file, or an entry of an archive.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use crate::container::{Container, ContainerKind, EntryInfo, default_allowance};
use crate::disk::{self, Listing, Reading, Stamp};
use crate::error::{Error, Result};
use crate::root::Item;
use crate::vfs::{Found, Vfs};
use crate::walk::Walk;

/// How many archives may lie inside each other. The game has two; the limit keeps a hostile file
/// from leading a walk astray.
pub const MAX_DEPTH: usize = 16;

/// A place in the tree. Cheap to clone; the clones share what was read and opened.
#[derive(Clone)]
pub struct Node(Arc<Inner>);

struct Inner {
    place: Place,
    bytes: OnceLock<Bytes>,
    stamp: OnceLock<Stamp>,
    container: OnceLock<Option<Arc<Container>>>,
}

/// Where a node is.
#[derive(Debug)]
enum Place {
    /// Outside every mount: named by a path of the operating system.
    Disk {
        path: PathBuf,
        is_folder: bool,
        is_link: bool,
        /// As it was when the file was found; asking once more opens it on some systems.
        size: Option<u64>,
        /// The folder in whose listing it was found, which knows what lies beside it.
        folder: Option<Node>,
        /// Of such a folder, what it held then.
        listing: Option<Arc<Listing>>,
    },
    /// In a [`Vfs`].
    Mounted { vfs: Vfs, found: Found },
    /// In an archive.
    Entry { owner: Node, container: Arc<Container>, index: usize, depth: usize },
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A folder.
    Folder,
    /// A file.
    File,
    /// An entry of an archive.
    Entry,
}

impl Node {
    fn new(place: Place) -> Self {
        let (bytes, stamp, container) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self(Arc::new(Inner { place, bytes, stamp, container }))
    }

    pub(crate) fn on_disk(path: PathBuf, is_folder: bool, is_link: bool) -> Self {
        Self::new(Place::Disk { path, is_folder, is_link, size: None, folder: None, listing: None })
    }

    /// What was found in a folder; `folder` knows what else there is.
    pub(crate) fn listed(item: Item, folder: Option<Self>) -> Self {
        let Item { location: path, is_folder, is_link, size, .. } = item;
        let size = Some(size);
        Self::new(Place::Disk { path, is_folder, is_link, size, folder, listing: None })
    }

    /// A folder that was listed just now.
    fn with_listing(path: PathBuf, listing: Arc<Listing>) -> Self {
        Self::new(Place::Disk {
            path,
            is_folder: true,
            is_link: false,
            size: None,
            folder: None,
            listing: Some(listing),
        })
    }

    pub(crate) fn mounted(vfs: Vfs, found: Found) -> Self {
        Self::new(Place::Mounted { vfs, found })
    }

    /// What this is.
    pub fn kind(&self) -> NodeKind {
        let is_folder = match &self.0.place {
            Place::Disk { is_folder, .. } => *is_folder,
            Place::Mounted { found, .. } => found.is_folder(),
            Place::Entry { .. } => return NodeKind::Entry,
        };
        if is_folder { NodeKind::Folder } else { NodeKind::File }
    }

    /// The path in its canonical spelling, which [`locate`](crate::locate) (or [`Vfs::locate`],
    /// for a node of a mount) takes again.
    pub fn path(&self) -> String {
        match &self.0.place {
            Place::Disk { path, .. } => disk::shown(path),
            Place::Mounted { found, .. } => found.path.clone(),
            Place::Entry { owner, container, index, .. } => {
                let mut path = owner.path();
                path.push('/');
                path.push_str(&container.segment(*index));
                path
            }
        }
    }

    /// The name alone: of the file or folder, or of the entry (which need not be unique).
    pub fn name(&self) -> String {
        match &self.0.place {
            Place::Disk { path, .. } => match path.file_name() {
                Some(name) => disk::name_shown(name).into_owned(),
                None => disk::shown(path),
            },
            Place::Mounted { found, .. } => {
                found.path.rsplit('/').next().unwrap_or_default().to_owned()
            }
            Place::Entry { .. } => self.entry().map(|entry| entry.name_shown()).unwrap_or_default(),
        }
    }

    /// What the archive says about this entry; `None` for files and folders.
    pub fn entry(&self) -> Option<EntryInfo> {
        match &self.0.place {
            Place::Entry { container, index, .. } => container.info(*index),
            _ => None,
        }
    }

    /// The bytes of a file, or the unpacked payload of an entry. Read once; slices of a mapped
    /// file cost nothing.
    pub fn bytes(&self) -> Result<Bytes> {
        if let Some(bytes) = self.0.bytes.get() {
            return Ok(bytes.clone());
        }
        let bytes = match &self.0.place {
            _ if self.kind() == NodeKind::Folder => {
                return Err(Error::IsAFolder { path: self.path() });
            }
            Place::Disk { path, .. } => {
                let (bytes, stamp) = disk::read(path, Reading::default())?;
                stamp.map(|stamp| self.0.stamp.set(stamp));
                bytes
            }
            Place::Mounted { vfs, found } => {
                let path = self.disk_path().filter(|_| Stamp::IS_CHEAP);
                path.and_then(|path| Stamp::now(&path)).map(|stamp| self.0.stamp.set(stamp));
                vfs.read_found(found)?
            }
            Place::Entry { container, index, .. } => {
                container.payload(*index).map_err(Error::format(self.path()))?
            }
        };
        Ok(self.0.bytes.get_or_init(|| bytes).clone())
    }

    /// Takes the bytes that another node of the same file has, or reads for both: of a file that
    /// several people find, each in their own way, once is enough.
    pub fn share_bytes(&self, same: &Self) -> Result<()> {
        let bytes = same.bytes()?;
        self.0.bytes.get_or_init(|| bytes);
        Ok(())
    }

    /// Bytes of a file or an unpacked payload, without reading them: of a file that was not read
    /// yet, as many as it had when it was found.
    pub fn size(&self) -> Result<u64> {
        match &self.0.place {
            _ if self.kind() == NodeKind::Folder => Err(Error::IsAFolder { path: self.path() }),
            Place::Disk { path, size, .. } => match (self.0.bytes.get(), size) {
                (Some(bytes), _) => Ok(bytes.len() as u64),
                (None, Some(size)) => Ok(*size),
                (None, None) => {
                    let metadata = fs::metadata(path).map_err(Error::io("read", path))?;
                    Ok(metadata.len())
                }
            },
            Place::Mounted { found, .. } => Ok(found.size()),
            Place::Entry { container, index, .. } => {
                Ok(container.info(*index).map_or(0, |entry| entry.size()))
            }
        }
    }

    /// What kind of archive the bytes are, by their first bytes; `None` for anything else.
    pub fn container(&self) -> Result<Option<ContainerKind>> {
        if self.kind() == NodeKind::Folder {
            return Ok(None);
        }
        Ok(ContainerKind::sniff(&self.bytes()?))
    }

    /// The archive that the bytes are, opened; `None` where they are none.
    pub fn open_container(&self) -> Result<Option<Arc<Container>>> {
        if let Some(open) = self.0.container.get() {
            return Ok(open.clone());
        }
        if self.kind() == NodeKind::Folder {
            return Ok(None);
        }
        let bytes = self.bytes()?;
        let allowance = match &self.0.place {
            Place::Entry { container, index, .. } => container.allowance_inside(*index),
            _ => default_allowance(bytes.len()),
        };
        let open = match Container::open_within(&bytes, allowance) {
            Some(container) => Some(Arc::new(container.map_err(Error::format(self.path()))?)),
            None => None,
        };
        Ok(self.0.container.get_or_init(|| open).clone())
    }

    /// What is inside: an archive's entries in directory order, a folder's files and folders
    /// sorted by name. Fails for a file or entry that is no archive.
    pub fn children(&self) -> Result<Children> {
        match &self.0.place {
            Place::Disk { path, is_folder: true, .. } => {
                Ok(Children(ChildrenOf::Folder(listed_children(path)?.into_iter())))
            }
            Place::Mounted { vfs, found } if found.is_folder() => {
                Ok(Children(ChildrenOf::Folder(vfs.children_of(found)?.into_iter())))
            }
            _ => {
                let container = self.need_container()?;
                let range = 0..container.len();
                Ok(Children(ChildrenOf::Archive { owner: self.clone(), container, range }))
            }
        }
    }

    /// The child a path segment names: `name`, `name@TYPE`, `#INDEX` or a type number in an
    /// archive, a name in a folder.
    pub fn child(&self, segment: &str) -> Result<Self> {
        match &self.0.place {
            Place::Disk { path, is_folder: true, listing, .. } => {
                crate::locate::real_child(path, listing.as_deref(), segment)
            }
            Place::Mounted { vfs, found } if found.is_folder() => {
                vfs.locate(&format!("{}/{segment}", found.path))
            }
            _ => {
                let container = self.need_container()?;
                let index = container.resolve(&self.path(), segment)?;
                Ok(self.entry_at(container, index))
            }
        }
    }

    /// The entry of an archive at a place in its directory.
    pub fn entry_number(&self, index: usize) -> Result<Self> {
        let container = self.need_container()?;
        if index >= container.len() {
            return Err(Error::not_found(format!("{}/#{index}", self.path()), String::new()));
        }
        Ok(self.entry_at(container, index))
    }

    /// The archive or folder that this is in; `None` at the top.
    pub fn parent(&self) -> Option<Self> {
        match &self.0.place {
            Place::Disk { folder: Some(folder), .. } => Some(folder.clone()),
            Place::Disk { path, .. } => {
                path.file_name()?;
                Some(Self::on_disk(path.parent()?.to_owned(), true, false))
            }
            Place::Mounted { vfs, found } => {
                let (parent, _) = found.path.rsplit_once('/').unwrap_or_default();
                if found.path.is_empty() { None } else { vfs.locate(parent).ok() }
            }
            Place::Entry { owner, .. } => Some(owner.clone()),
        }
    }

    /// Everything below, parents before their children, in the order of [`Node::children`].
    pub fn walk(&self) -> Walk {
        Walk::new(self.clone())
    }

    /// Whether this is a file's backup, as [`Save`](crate::save::Save) leaves it beside the file.
    /// Nobody means those who asks about a whole folder.
    pub fn is_backup(&self) -> bool {
        self.kind() == NodeKind::File && crate::save::is_backup(&self.name())
    }

    /// The file that holds this entry, however deep; a file or folder is its own.
    pub fn file(&self) -> Self {
        match &self.0.place {
            Place::Entry { owner, .. } => owner.file(),
            _ => self.clone(),
        }
    }

    /// Where a file or folder is on disk; `None` for entries and for files in memory.
    pub fn disk_path(&self) -> Option<PathBuf> {
        match &self.0.place {
            Place::Disk { path, .. } => Some(path.clone()),
            Place::Mounted { vfs, found } => vfs.disk_path_of(found),
            Place::Entry { .. } => None,
        }
    }

    /// How many archives this lies in: 0 for files and folders.
    pub fn depth(&self) -> usize {
        match &self.0.place {
            Place::Entry { depth, .. } => *depth,
            _ => 0,
        }
    }

    /// The archive an entry is in, and its place there.
    pub(crate) fn in_container(&self) -> Option<(&Self, &Arc<Container>, usize)> {
        match &self.0.place {
            Place::Entry { owner, container, index, .. } => Some((owner, container, *index)),
            _ => None,
        }
    }

    /// The mount a file or folder is in.
    pub(crate) fn in_mount(&self) -> Option<(&Vfs, &Found)> {
        match &self.0.place {
            Place::Mounted { vfs, found } => Some((vfs, found)),
            _ => None,
        }
    }

    /// What the file looked like when it was read; `None` if it was not.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        let (path, bytes) = (self.disk_path()?, self.0.bytes.get()?);
        Some(*self.0.stamp.get_or_init(|| disk::stamp_of(&path, bytes)))
    }

    /// Whether this is a folder behind a symbolic link.
    pub(crate) fn is_linked_folder(&self) -> bool {
        let is_link = match &self.0.place {
            Place::Disk { is_link, .. } => *is_link,
            Place::Mounted { found, .. } => found.is_link(),
            Place::Entry { .. } => false,
        };
        is_link && self.kind() == NodeKind::Folder
    }

    fn need_container(&self) -> Result<Arc<Container>> {
        if self.depth() >= MAX_DEPTH {
            let why = format!("more than {MAX_DEPTH} archives inside each other");
            return Err(Error::Limit { path: self.path(), why });
        }
        self.open_container()?.ok_or_else(|| Error::NotAContainer { path: self.path() })
    }

    fn entry_at(&self, container: Arc<Container>, index: usize) -> Self {
        let depth = self.depth() + 1;
        Self::new(Place::Entry { owner: self.clone(), container, index, depth })
    }
}

/// The children of a folder on disk. They share what was listed, so that asking one of them for
/// another does not list the folder anew.
fn listed_children(path: &Path) -> Result<Vec<Node>> {
    let listing = Arc::new(Listing::of(path)?);
    let folder = Node::with_listing(path.to_owned(), Arc::clone(&listing));
    let mut items: Vec<&Item> = listing.items().collect();
    items.sort_by_cached_key(|item| (item.name.to_ascii_lowercase(), &item.name));
    Ok(items.into_iter().map(|item| Node::listed(item.clone(), Some(folder.clone()))).collect())
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.kind(), self.path())
    }
}

/// The children of a node, made one by one.
#[derive(Debug)]
pub struct Children(ChildrenOf);

#[derive(Debug)]
enum ChildrenOf {
    Folder(std::vec::IntoIter<Node>),
    Archive { owner: Node, container: Arc<Container>, range: std::ops::Range<usize> },
}

impl Iterator for Children {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        match &mut self.0 {
            ChildrenOf::Folder(nodes) => nodes.next(),
            ChildrenOf::Archive { owner, container, range } => {
                range.next().map(|index| owner.entry_at(Arc::clone(container), index))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            ChildrenOf::Folder(nodes) => nodes.size_hint(),
            ChildrenOf::Archive { range, .. } => range.size_hint(),
        }
    }
}

impl ExactSizeIterator for Children {}
