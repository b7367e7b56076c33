//! What lies around a file or entry: its siblings, and the game folder it belongs to.
//!
//! A model names its wear, a wear its materials, a material its textures. Formats that look at
//! such things take a [`Surroundings`]; it finds them by name and keeps what it opened, so that a
//! thousand wears open `Material.lib` once. It may be shared by threads.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use ngi_vfs::{Bytes, Node, NodeKind, Vfs};

use crate::Result;
use crate::check::entry_meta;
use crate::format::{EntryMeta, Subject};

/// Where the engine keeps materials, unless told otherwise.
pub const MATERIALS: &str = "Material.lib";
/// Where the engine keeps textures.
pub const TEXTURES: &str = "Textures.lib";
/// Where the engine keeps lightmaps.
pub const LIGHTMAPS: &str = "LightMap.lib";
/// Where the engine keeps palettes.
pub const PALETTES: &str = "palettes.lib";
/// Where the engine keeps sounds.
pub const SOUNDS: &str = "sounds.lib";
/// Where the engine keeps effects.
pub const EFFECTS: &str = "effects.rlb";

/// A game folder. Cheap to clone; the clones share what was opened.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    vfs: Vfs,
    /// Files by folded path; `None` for those that are not there.
    files: RwLock<HashMap<String, Option<Node>>>,
}

impl Game {
    /// The game in a folder on disk.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::new(Vfs::open(folder)?))
    }

    /// The game in a mount.
    pub fn new(vfs: Vfs) -> Self {
        Self(Arc::new(Inner { vfs, files: RwLock::default() }))
    }

    /// The mount it is in.
    pub fn vfs(&self) -> &Vfs {
        &self.0.vfs
    }

    /// A file of the game by its path, ignoring case; `None` where there is none.
    pub fn file(&self, path: &str) -> Option<Node> {
        let key = path.to_ascii_lowercase();
        let files = self.0.files.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = files.get(&key) {
            return known.clone();
        }
        drop(files);
        let found = self.0.vfs.locate(path).ok().filter(|node| node.kind() != NodeKind::Folder);
        let mut files = self.0.files.write().unwrap_or_else(PoisonError::into_inner);
        // Whoever came first wins: what it opened is shared.
        files.entry(key).or_insert(found).clone()
    }

    /// An entry of one of the game's archives, found as the engine finds it: ignoring case, the
    /// first of several.
    pub fn entry(&self, library: &str, name: &str) -> Option<Neighbour> {
        Neighbour::inside(&self.file(library)?, name)
    }

    /// Whether one of the game's archives is there and can be opened.
    pub fn has_library(&self, library: &str) -> bool {
        self.file(library).is_some_and(|node| matches!(node.open_container(), Ok(Some(_))))
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let labels = self.0.vfs.roots().iter().map(|root| root.label());
        f.debug_tuple("Game").field(&labels.collect::<Vec<_>>()).finish()
    }
}

/// Another file or entry, found by name.
#[derive(Debug, Clone)]
pub struct Neighbour {
    /// Its own name.
    pub name: String,
    /// All its bytes.
    pub bytes: Bytes,
    /// Type and attributes, for an entry of an NRes archive.
    pub entry: Option<EntryMeta>,
    /// Where it is.
    pub node: Node,
}

impl Neighbour {
    /// What a node holds; `None` where it cannot be read.
    pub fn of(node: Node) -> Option<Self> {
        let bytes = node.bytes().ok()?;
        Some(Self { name: node.name(), bytes, entry: entry_meta(&node), node })
    }

    /// The first entry of an archive that has the name.
    fn inside(archive: &Node, name: &str) -> Option<Self> {
        let encoded = ngi_formats::text::encode(name)?;
        let index = archive.open_container().ok()??.first_named(&encoded)?;
        Self::of(archive.child(&format!("#{index}")).ok()?)
    }

    /// As something to be looked at.
    pub fn subject(&self) -> Subject<'_> {
        Subject { name: &self.name, bytes: &self.bytes, entry: self.entry }
    }
}

/// What lies around a file or entry.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// The archive or folder it is in.
    parent: Option<Node>,
    game: Option<Game>,
}

impl Surroundings {
    /// Nothing at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// What lies around a node, in a game if there is one.
    pub fn of(node: &Node, game: Option<&Game>) -> Self {
        Self { parent: node.parent(), game: game.cloned() }
    }

    /// The game folder, if one is known.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The archive or folder the subject is in.
    pub fn parent(&self) -> Option<&Node> {
        self.parent.as_ref()
    }

    /// A file or entry beside the subject, ignoring case; of several entries the first.
    pub fn sibling(&self, name: &str) -> Option<Neighbour> {
        let parent = self.parent.as_ref()?;
        match parent.kind() {
            NodeKind::Folder => {
                let found = parent.child(name).ok()?;
                if found.kind() == NodeKind::Folder { None } else { Neighbour::of(found) }
            }
            _ => Neighbour::inside(parent, name),
        }
    }

    /// An entry of one of the game's archives, such as a material of [`MATERIALS`].
    pub fn entry(&self, library: &str, name: &str) -> Option<Neighbour> {
        self.game.as_ref()?.entry(library, name)
    }

    /// Whether one of the game's archives is there: what it lacks is then known to be missing.
    pub fn has_library(&self, library: &str) -> bool {
        self.game.as_ref().is_some_and(|game| game.has_library(library))
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::nres::{Editor, NewEntry};
    use ngi_vfs::MemoryRoot;

    use super::*;

    fn library(names: &[(&str, &str)]) -> Vec<u8> {
        let mut editor = Editor::new();
        for (name, payload) in names {
            let entry = NewEntry::new(*b"TEXT", name).unwrap();
            editor.add(entry, payload.as_bytes().to_vec()).unwrap();
        }
        editor.write().unwrap()
    }

    fn mounted() -> Vfs {
        let root = MemoryRoot::new()
            .with("MATERIAL.LIB", library(&[("Wall", "first"), ("WALL", "second")]))
            .and_then(|root| root.with("maps/land.msh", b"land".to_vec()))
            .and_then(|root| root.with("maps/Land.map", b"map".to_vec()));
        Vfs::in_memory(root.unwrap())
    }

    #[test]
    fn things_are_found_as_the_engine_finds_them() {
        let vfs = mounted();
        let game = Game::new(vfs.clone());
        let around = Surroundings::of(&vfs.locate("maps/land.msh").unwrap(), Some(&game));
        assert_eq!(around.entry(MATERIALS, "wall").unwrap().bytes, "first");
        assert!(around.entry(MATERIALS, "roof").is_none());
        assert!(around.entry(TEXTURES, "wall").is_none());
        assert_eq!((around.has_library(MATERIALS), around.has_library(TEXTURES)), (true, false));
        assert_eq!(around.sibling("LAND.MAP").unwrap().name, "Land.map");
        assert!(around.sibling("other.map").is_none());
        assert!(Surroundings::none().sibling("Land.map").is_none());
    }

    #[test]
    fn entries_have_siblings_too() {
        let vfs = mounted();
        let around = Surroundings::of(&vfs.locate("material.lib/#1").unwrap(), None);
        assert_eq!(around.sibling("wall").unwrap().bytes, "first", "the first of several");
        assert!(!around.has_library(MATERIALS), "nobody said which game");
    }

    #[test]
    fn a_library_is_opened_once() {
        let game = Game::new(mounted());
        let container = |path| game.file(path).unwrap().open_container().unwrap().unwrap();
        assert!(Arc::ptr_eq(&container("Material.lib"), &container("MATERIAL.lib")));
    }
}
