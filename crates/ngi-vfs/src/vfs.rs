//! A mounted tree: one or more roots laid over each other, names without case, archives as
//! folders.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;

use crate::error::{Error, Result};
use crate::node::{Node, NodeKind};
use crate::root::{DiskRoot, Item, MemoryRoot, Root};
use crate::segment;

/// A mounted tree. Where roots hold the same name, the first root wins; folders are merged.
///
/// Case is ignored through an index of folded names, made once per folder when it is first
/// looked at; [`Vfs::refresh`] forgets them. Cheap to clone; the clones are the same mount.
#[derive(Clone)]
pub struct Vfs(Arc<Inner>);

struct Inner {
    roots: Vec<Arc<dyn Root>>,
    folders: RwLock<HashMap<(usize, PathBuf), Arc<Folder>>>,
}

/// One folder of one root: its items by folded name.
struct Folder(Vec<(String, Item)>);

/// A file or folder of a mount.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The path from the mount's root, as the winning root spells it; empty for the root itself.
    pub path: String,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    /// The places that are merged here, winner first: index of the root, location in it.
    Folder {
        places: Vec<(usize, PathBuf)>,
        is_link: bool,
    },
    File {
        root: usize,
        item: Item,
    },
}

/// A file or folder that cannot be seen because another root has its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The path of what is seen instead.
    pub path: String,
    /// The root that wins.
    pub by: String,
    /// The root whose file or folder is hidden.
    pub in_root: String,
}

/// What a folder looks like through all roots.
#[derive(Default)]
struct Merged {
    children: BTreeMap<String, Vec<Found>>,
    hidden: Vec<Hidden>,
    collisions: Vec<Vec<String>>,
}

impl Vfs {
    /// Mounts one folder on disk.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self> {
        Ok(Self::new(vec![Arc::new(DiskRoot::new(folder.as_ref())?)]))
    }

    /// Mounts files in memory.
    pub fn in_memory(root: MemoryRoot) -> Self {
        Self::new(vec![Arc::new(root)])
    }

    /// Mounts several roots over each other; the first one wins.
    pub fn new(roots: Vec<Arc<dyn Root>>) -> Self {
        Self(Arc::new(Inner { roots, folders: RwLock::default() }))
    }

    /// The roots, the winning one first.
    pub fn roots(&self) -> &[Arc<dyn Root>] {
        &self.0.roots
    }

    /// The folder that holds everything.
    pub fn root(&self) -> Node {
        Node::mounted(self.clone(), self.top())
    }

    /// Finds what a game path names: `/` and `\` both separate, case is ignored, and after a
    /// file each part names an entry of an archive.
    ///
    /// Names on disk that differ only in case are an error even if one is spelt exactly: the
    /// game's own references mean the same file however they spell it.
    pub fn locate(&self, path: &str) -> Result<Node> {
        let mut found = self.top();
        let mut parts = segment::split(path)?.into_iter();
        for part in parts.by_ref() {
            let What::Folder { places, .. } = &found.what else { break };
            let full = join(&found.path, part);
            found = self.step(&found.path, places, part)?.ok_or_else(|| {
                let roots: Vec<String> = self.0.roots.iter().map(|root| root.label()).collect();
                Error::not_found(full, format!("looked in {}, ignoring case", roots.join(", ")))
            })?;
            if !found.is_folder() {
                break;
            }
        }
        let mut node = Node::mounted(self.clone(), found);
        for part in parts {
            node = node.child(part)?;
        }
        Ok(node)
    }

    /// The bytes of a file or entry.
    pub fn read(&self, path: &str) -> Result<Bytes> {
        self.locate(path)?.bytes()
    }

    /// Makes or replaces a file, whole or not at all: where it is, or in the winning root if it
    /// is nowhere yet. The folder must exist.
    pub fn store(&self, path: &str, bytes: impl Into<Bytes>) -> Result<()> {
        let (root, location) = match self.locate(path) {
            Ok(node) => match node.in_mount().map(|(_, found)| &found.what) {
                Some(What::File { root, item }) => (*root, item.location.clone()),
                Some(What::Folder { .. }) => return Err(Error::IsAFolder { path: node.path() }),
                None => {
                    let why = "an entry of an archive; rewrite() changes those".to_owned();
                    return Err(Error::ReadOnly { path: node.path(), why });
                }
            },
            Err(Error::NotFound { .. }) => (0, self.new_location(path)?),
            Err(other) => return Err(other),
        };
        let root = self.0.roots.get(root).ok_or_else(|| {
            let why = "nothing is mounted".to_owned();
            Error::ReadOnly { path: path.to_owned(), why }
        })?;
        root.store(&location, bytes.into())?;
        self.refresh();
        Ok(())
    }

    /// Everything that cannot be seen because a root in front has its name. What lies in a
    /// hidden folder is not listed one by one.
    pub fn hidden(&self) -> Result<Vec<Hidden>> {
        let mut hidden = Vec::new();
        self.each_folder(|merged| hidden.append(&mut merged.hidden))?;
        Ok(hidden)
    }

    /// All sets of paths that differ only in case within one root. Looking one of them up fails.
    pub fn collisions(&self) -> Result<Vec<Vec<String>>> {
        let mut collisions = Vec::new();
        self.each_folder(|merged| collisions.append(&mut merged.collisions))?;
        Ok(collisions)
    }

    /// Forgets what the folders hold, so that files made or removed since are noticed.
    pub fn refresh(&self) {
        self.0.folders.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(crate) fn read_found(&self, found: &Found) -> Result<Bytes> {
        match &found.what {
            What::File { root, item } => match self.0.roots.get(*root) {
                Some(root) => root.read(&item.location),
                None => Err(Error::not_found(found.path.clone(), "its root is gone")),
            },
            What::Folder { .. } => Err(Error::IsAFolder { path: found.path.clone() }),
        }
    }

    pub(crate) fn children_of(&self, found: &Found) -> Result<Vec<Node>> {
        let What::Folder { places, .. } = &found.what else { return Ok(Vec::new()) };
        let merged = self.merge(&found.path, places)?;
        let nodes = merged.children.into_values().flatten();
        Ok(nodes.map(|found| Node::mounted(self.clone(), found)).collect())
    }

    pub(crate) fn disk_path_of(&self, found: &Found) -> Option<PathBuf> {
        let (root, location) = match &found.what {
            What::File { root, item } => (*root, &item.location),
            What::Folder { places, .. } => {
                let (root, location) = places.first()?;
                (*root, location)
            }
        };
        self.0.roots.get(root)?.disk_path(location)
    }

    fn top(&self) -> Found {
        let places = (0..self.0.roots.len()).map(|root| (root, PathBuf::new())).collect();
        Found { path: String::new(), what: What::Folder { places, is_link: false } }
    }

    /// One step down: what `name` is in the folder at `path` that `places` make up.
    fn step(&self, path: &str, places: &[(usize, PathBuf)], name: &str) -> Result<Option<Found>> {
        let folded = name.to_ascii_lowercase();
        let mut merged: Option<Found> = None;
        for (root, location) in places {
            let folder = self.folder(*root, location)?;
            let item = match folder.named(&folded) {
                [] => continue,
                [(_, item)] => item,
                several => {
                    let names = several.iter().map(|(_, item)| item.name.clone()).collect();
                    return Err(Error::Collision { path: join(path, name), names });
                }
            };
            match &mut merged {
                None if !item.is_folder => return Ok(Some(Found::new(path, *root, item))),
                None => merged = Some(Found::new(path, *root, item)),
                Some(found) => found.merge(*root, item),
            }
        }
        Ok(merged)
    }

    /// All that the folder at `path` shows, and what is hidden or ambiguous in it.
    fn merge(&self, path: &str, places: &[(usize, PathBuf)]) -> Result<Merged> {
        let mut merged = Merged::default();
        for (root, location) in places {
            let folder = self.folder(*root, location)?;
            for same in folder.0.chunk_by(|(a, _), (b, _)| a == b) {
                if same.len() > 1 {
                    let names = same.iter().map(|(_, item)| join(path, &item.name));
                    merged.collisions.push(names.collect());
                }
                let Some((folded, _)) = same.first() else { continue };
                let seen = merged.children.entry(folded.clone()).or_default();
                let taken = !seen.is_empty();
                for (_, item) in same {
                    match seen.first_mut().filter(|_| taken) {
                        None => seen.push(Found::new(path, *root, item)),
                        Some(winner) if winner.is_folder() && item.is_folder => {
                            winner.merge(*root, item);
                        }
                        Some(winner) => merged.hidden.push(Hidden {
                            path: winner.path.clone(),
                            by: self.label(winner.root()),
                            in_root: self.label(*root),
                        }),
                    }
                }
            }
        }
        Ok(merged)
    }

    /// Calls `visit` for every folder, parents first. Folders behind symbolic links are left out,
    /// so that a link to a parent cannot lead in circles.
    fn each_folder(&self, mut visit: impl FnMut(&mut Merged)) -> Result<()> {
        let mut waiting = vec![self.top()];
        while let Some(Found { path, what: What::Folder { places, .. } }) = waiting.pop() {
            let mut merged = self.merge(&path, &places)?;
            visit(&mut merged);
            let folders = merged.children.into_values().flatten();
            let folders = folders.filter(|found| found.is_folder() && !found.is_link());
            waiting.extend(folders.collect::<Vec<_>>().into_iter().rev());
        }
        Ok(())
    }

    /// The index of one folder of one root, made on first use.
    fn folder(&self, root: usize, location: &Path) -> Result<Arc<Folder>> {
        let key = (root, location.to_owned());
        let known = self.0.folders.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = known.get(&key) {
            return Ok(Arc::clone(folder));
        }
        drop(known);
        let items = match self.0.roots.get(root) {
            Some(root) => root.list(location)?,
            None => Vec::new(),
        };
        let folder = Arc::new(Folder::new(items));
        let mut known = self.0.folders.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(known.entry(key).or_insert(folder)))
    }

    /// Where a file that does not exist yet goes in the winning root.
    fn new_location(&self, path: &str) -> Result<PathBuf> {
        let parts = segment::split(path)?;
        let Some((name, folders)) = parts.split_last() else {
            return Err(Error::IsAFolder { path: path.to_owned() });
        };
        let parent = self.locate(&folders.join("/"))?;
        let place = match parent.in_mount().map(|(_, found)| &found.what) {
            Some(What::Folder { places, .. }) if parent.kind() == NodeKind::Folder => {
                places.iter().find(|(root, _)| *root == 0).map(|(_, location)| location.clone())
            }
            _ => None,
        };
        let place = place.ok_or_else(|| {
            let why = "the winning root has no such folder; make it first".to_owned();
            Error::ReadOnly { path: path.to_owned(), why }
        })?;
        Ok(place.join(name))
    }

    fn label(&self, root: usize) -> String {
        self.0.roots.get(root).map(|root| root.label()).unwrap_or_default()
    }
}

impl Folder {
    fn new(items: Vec<Item>) -> Self {
        // A game path cannot spell a name with a separator in it.
        let mut items: Vec<(String, Item)> = items
            .into_iter()
            .filter(|item| !item.name.contains(['/', '\\']))
            .map(|item| (item.name.to_ascii_lowercase(), item))
            .collect();
        items.sort_by(|(a, item_a), (b, item_b)| (a, &item_a.name).cmp(&(b, &item_b.name)));
        Self(items)
    }

    fn named(&self, folded: &str) -> &[(String, Item)] {
        let first = self.0.partition_point(|(name, _)| name.as_str() < folded);
        let rest = self.0.get(first..).unwrap_or_default();
        let same = rest.iter().take_while(|(name, _)| name == folded).count();
        rest.get(..same).unwrap_or_default()
    }
}

impl Found {
    fn new(folder: &str, root: usize, item: &Item) -> Self {
        let what = if item.is_folder {
            What::Folder { places: vec![(root, item.location.clone())], is_link: item.is_link }
        } else {
            What::File { root, item: item.clone() }
        };
        Self { path: join(folder, &item.name), what }
    }

    /// Lays the folder of a root further back under this one; a file there stays hidden.
    fn merge(&mut self, root: usize, item: &Item) {
        if let (What::Folder { places, .. }, true) = (&mut self.what, item.is_folder) {
            places.push((root, item.location.clone()));
        }
    }

    pub fn is_folder(&self) -> bool {
        matches!(self.what, What::Folder { .. })
    }

    pub fn is_link(&self) -> bool {
        match &self.what {
            What::Folder { is_link, .. } => *is_link,
            What::File { item, .. } => item.is_link,
        }
    }

    pub fn size(&self) -> u64 {
        match &self.what {
            What::Folder { .. } => 0,
            What::File { item, .. } => item.size,
        }
    }

    fn root(&self) -> usize {
        match &self.what {
            What::Folder { places, .. } => places.first().map_or(0, |(root, _)| *root),
            What::File { root, .. } => *root,
        }
    }
}

impl fmt::Debug for Vfs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.roots.iter().map(|root| root.label())).finish()
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
