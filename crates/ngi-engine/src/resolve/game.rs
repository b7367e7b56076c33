//! A game folder, and things found in it.

use std::collections::HashMap;
use std::path::{Path, absolute};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use ngi_formats::{objects, text};
use ngi_vfs::{Bytes, Container, Node, NodeKind, Result, Vfs, shown};

use super::registry::Registry;

/// A game folder. Cheap to clone; the clones share what was opened, and threads may share it too.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    vfs: Vfs,
    /// Files by folded path; `None` for those that are not there.
    files: RwLock<HashMap<String, Option<Node>>>,
    /// What objects name for models.
    wears: OnceLock<HashMap<Place, Vec<Place>>>,
    registry: OnceLock<Option<Registry>>,
    /// Bytes of small files that are shared, for one sitting.
    shared: Option<AtomicU64>,
}

/// A file up to this size is small. What is larger takes fresh memory if it is kept, and where files
/// are not mapped that takes longer than to read it again into memory that was used before.
const SMALL: u64 = 64 * 1024;
/// Small files are kept up to this size together.
const MOST_SHARED: u64 = 16 * 1024 * 1024;

/// An archive and an entry in it, in lower case.
type Place = (String, String);

impl Game {
    /// The game in a folder on disk.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::new(Vfs::open(folder)?))
    }

    /// The game in a mount.
    pub fn new(vfs: Vfs) -> Self {
        Self::sharing(vfs, None)
    }

    fn sharing(vfs: Vfs, shared: Option<AtomicU64>) -> Self {
        let files = RwLock::default();
        let (wears, registry) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Inner { vfs, files, wears, registry, shared }))
    }

    /// The same game for somebody who looks at all of it within a moment: small files, and the
    /// libraries in its folder, are read once, whoever finds them ([`Game::share`]). What changes
    /// meanwhile is not noticed.
    #[must_use]
    pub fn in_one_sitting(&self) -> Self {
        Self::sharing(self.0.vfs.clone(), Some(AtomicU64::new(0)))
    }

    /// In one sitting: a file of this game, found by somebody else, takes the bytes that the game
    /// has of it, and the game keeps those that are read for it.
    pub fn share(&self, file: &Node) {
        if let Some(known) = self.shared_node(file) {
            // What cannot be read says so to whoever reads it.
            let _ = file.share_bytes(&known);
        }
    }

    fn shared_node(&self, file: &Node) -> Option<Node> {
        let shared = self.0.shared.as_ref()?;
        let path = absolute(file.disk_path()?).ok()?;
        let folders = self.0.vfs.roots().iter().filter_map(|root| root.disk_path(Path::new("")));
        let inside = |folder| Some(path.strip_prefix(absolute(folder).ok()?).ok()?.to_owned());
        let inside = folders.filter_map(inside).next()?;
        // Libraries are what other files name; the game has them open anyway, or soon.
        let is_library = inside.components().nth(1).is_none();
        let size = if is_library { 0 } else { file.size().ok()? };
        let has_room = || shared.fetch_add(size, Ordering::Relaxed) < MOST_SHARED;
        if size > SMALL || !has_room() {
            return None;
        }
        let known = self.file(&shown(&inside))?;
        // Another root may lie over it.
        let is_same = known.disk_path().and_then(|known| absolute(known).ok()) == Some(path);
        is_same.then_some(known)
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

    /// One of the game's archives; `None` where it is not there or cannot be opened.
    pub fn library(&self, path: &str) -> Option<OpenLibrary> {
        OpenLibrary::of(self.file(path)?)
    }

    /// What there is in the game by name, `objects.rlb`; `None` where that is not there.
    pub fn registry(&self) -> Option<&Registry> {
        self.0.registry.get_or_init(|| Registry::of(self)).as_ref()
    }

    /// The wears that objects name for a model, as archive and entry in lower case. The library of
    /// objects is gone through once, however many models there are.
    pub fn wears_named_for(&self, archive: &str, model: &str) -> &[(String, String)] {
        let all = self.0.wears.get_or_init(|| self.wears_by_model().unwrap_or_default());
        all.get(&(folded(archive), folded(model))).map_or(&[], Vec::as_slice)
    }

    fn wears_by_model(&self) -> Option<HashMap<Place, Vec<Place>>> {
        let records = self.registry()?.records();
        let mut all: HashMap<Place, Vec<Place>> = HashMap::new();
        for index in 0..records.container().len() {
            let name = records.container().name(index);
            let Ok(resolved) = objects::resolve(records, objects::LIBRARY, name) else {
                continue;
            };
            let place = |suffix: &[u8]| {
                let slot = &resolved.part(suffix)?.slot;
                let [archive, member] = [slot.archive.name(), slot.member.name()];
                Some((folded(&text::decode(archive)), folded(&text::decode(member))))
            };
            if let (Some(model), Some(wear)) = (place(b".msh"), place(b".wea")) {
                let named = all.entry(model).or_default();
                // A thousand objects of one kind name the same.
                if named.last() != Some(&wear) {
                    named.push(wear);
                }
            }
        }
        Some(all)
    }
}

fn folded(name: &str) -> String {
    name.to_ascii_lowercase()
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let labels = self.0.vfs.roots().iter().map(|root| root.label());
        f.debug_tuple("Game").field(&labels.collect::<Vec<_>>()).finish()
    }
}

/// An archive that is open, and where it is.
#[derive(Debug, Clone)]
pub struct OpenLibrary {
    node: Node,
    container: Arc<Container>,
}

impl OpenLibrary {
    /// An archive; `None` for what is none, or cannot be opened.
    pub fn of(node: Node) -> Option<Self> {
        let container = node.open_container().ok()??;
        Some(Self { node, container })
    }

    /// Its entries.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// The first entry of that name, ASCII case ignored.
    pub(super) fn named(&self, name: &[u8]) -> Option<Found> {
        self.at(self.container.first_named(name)?)
    }

    /// An entry by its place in the directory; `None` where it cannot be read.
    pub fn at(&self, index: usize) -> Option<Found> {
        Found::of(self.node.child(&format!("#{index}")).ok()?)
    }
}

/// A file or entry that a name led to.
#[derive(Debug, Clone)]
pub struct Found {
    /// Its own name.
    pub name: String,
    /// All its bytes.
    pub bytes: Bytes,
    /// Where it is.
    pub node: Node,
}

impl Found {
    /// What a node holds; `None` where it cannot be read.
    pub fn of(node: Node) -> Option<Self> {
        let bytes = node.bytes().ok()?;
        Some(Self { name: node.name(), bytes, node })
    }

    /// The three attributes of an entry; zeros for a file, and for archives that have none.
    pub fn attributes(&self) -> [u32; 3] {
        self.node.entry().and_then(|entry| entry.attributes()).unwrap_or_default()
    }
}

/// A name as the game stores names; `None` where it has letters that the game does not.
pub(super) fn stored(name: &str) -> Option<Vec<u8>> {
    text::encode(name)
}
