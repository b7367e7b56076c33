//! The index of everything below what was opened, made in the background.

use std::collections::HashMap;
use std::sync::Arc;

use ngi_engine::resolve::names;
use ngi_engine::world::MISSION_FILE;
use ngi_formats::kinds::{self, FileKind};
use ngi_verbs::Progress;
use ngi_verbs::check::entry_meta;
use ngi_verbs::facts::{self, Facts};
use ngi_verbs::format::{self, Format, Subject};
use ngi_vfs::{Node, NodeKind, Walk};

use super::family::Families;
use super::{FileType, ItemKind};
use crate::platform::{Place, Step, Worker};

/// Items sent at once: enough not to wake the window for each.
const TOGETHER: usize = 512;
/// How much of an entry that has no container around it may be unpacked just to name its format.
const LOOKED_AT: u64 = 4 << 20;

/// The place of an item in its index.
pub type ItemId = usize;

/// A folder, file or entry.
#[derive(Debug, Clone)]
pub struct Item {
    /// Where it is.
    pub node: Node,
    /// Its path below the mount.
    pub path: String,
    /// Its own name.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// What the game knows it as, if that is known.
    pub file_kind: Option<&'static FileKind>,
    /// What it is in words: the format, or the entry's type.
    pub type_text: String,
    /// How deep it lies; 0 at the top of the tree.
    pub depth: usize,
    /// Bytes, unpacked.
    pub size: u64,
    /// Why it could not be looked into.
    pub problem: Option<String>,
    /// Name and types in lower case, for the search.
    pub haystack: String,
    /// Facts about a mission or a unit.
    pub facts: Option<Arc<Facts>>,
}

impl Item {
    /// Returns true if a small image of it says more than its name.
    pub fn has_thumbnail(&self) -> bool {
        let drawn = [&kinds::SOUND, &kinds::PALETTE, &kinds::SKY];
        self.kind.has_thumbnail() || self.file_kind.is_some_and(|kind| drawn.contains(&kind))
    }

    /// Returns the name to show to the user: the title of a mission or unit, the folder of a
    /// landscape, else the name.
    pub fn label(&self) -> String {
        if let Some(title) = self.title() {
            return title.to_owned();
        }
        let folder = || {
            let folder = self.path.rsplit('/').nth(1)?;
            Some(folder.to_owned()).filter(|_| is_named_by_folder(self.kind))
        };
        folder().unwrap_or_else(|| self.name.clone())
    }

    /// Returns the title of a mission or unit, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.facts.as_deref().and_then(Facts::title)
    }

    /// Returns its user-visible type.
    pub fn file_type(&self) -> FileType {
        FileType::of(self.kind, self.file_kind, &self.name)
    }
}

/// Everything below what was opened, parents before their children.
#[derive(Debug, Default)]
pub struct Index {
    items: Vec<Item>,
    by_path: HashMap<String, ItemId>,
    by_name: HashMap<String, Vec<ItemId>>,
    families: Families,
}

impl Index {
    /// Creates the empty index of a place. Everything directly inside `root` is listed, even if
    /// `root` is a model; empty for a whole folder.
    pub fn of(root: &str) -> Self {
        Self { families: Families::of(root), ..Self::default() }
    }

    /// Adds items, in the order of the walk.
    pub fn extend(&mut self, items: Vec<Item>) {
        for item in items {
            self.families.add(&item);
            self.by_path.entry(item.path.to_lowercase()).or_insert(self.items.len());
            self.by_name.entry(item.name.to_lowercase()).or_default().push(self.items.len());
            self.items.push(item);
        }
    }

    /// Returns the model or level that a side file belongs to.
    pub fn owner(&self, id: ItemId) -> Option<ItemId> {
        self.families.owner(id)
    }

    /// Returns the side files of a model or level.
    pub fn side_files(&self, id: ItemId) -> &[ItemId] {
        self.families.side_files(id)
    }

    /// Returns true for a table inside a model or another file that is not an archive.
    pub fn is_inner(&self, id: ItemId) -> bool {
        self.families.is_inner(id)
    }

    /// Returns true for side files and inner tables, which lists leave out by default.
    pub fn is_internal(&self, id: ItemId) -> bool {
        self.is_inner(id) || self.owner(id).is_some()
    }

    /// Returns the depth of an item in the tree; side files are one level below their model.
    pub fn depth(&self, id: ItemId) -> usize {
        let own = self.get(id).map_or(0, |item| item.depth);
        own + usize::from(self.owner(id).is_some())
    }

    /// All items.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// One item.
    pub fn get(&self, id: ItemId) -> Option<&Item> {
        self.items.get(id)
    }

    /// The item with this path, ignoring case.
    pub fn find(&self, path: &str) -> Option<ItemId> {
        self.by_path.get(&path.to_lowercase()).copied()
    }

    /// The items of a name, ignoring case, wherever they are.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Item> {
        let ids = self.by_name.get(&name.to_lowercase());
        ids.into_iter().flatten().filter_map(|id| self.items.get(*id))
    }

    /// What a folder stands for: its level or its mission.
    pub fn main_file(&self, id: ItemId) -> Option<&Item> {
        let folder = self.get(id).filter(|item| item.kind == ItemKind::Folder)?;
        let inside = |name: &str| self.get(self.find(&format!("{}/{name}", folder.path))?);
        main_of(inside)
    }

    /// Returns true if the tree shows something below an item. Inner tables count if `internals`
    /// is set.
    pub fn has_children(&self, id: ItemId, internals: bool) -> bool {
        let depth = |id: ItemId| self.items.get(id).map(|item| item.depth);
        let contains = depth(id + 1).zip(depth(id)).is_some_and(|(next, own)| next > own);
        // All children are inner tables, or none is.
        contains && (internals || !self.is_inner(id + 1)) || !self.side_files(id).is_empty()
    }

    /// The items around an item, the innermost first.
    pub fn ancestors(&self, id: ItemId) -> Vec<ItemId> {
        let mut found: Vec<ItemId> = self.owner(id).into_iter().collect();
        let mut depth = self.items.get(id).map_or(0, |item| item.depth);
        for (above, item) in self.items.iter().enumerate().take(id).rev() {
            if depth == 0 {
                break;
            }
            if item.depth < depth {
                depth = item.depth;
                found.push(above);
            }
        }
        found
    }
}

/// Reads a place item by item: the work of the background job, step by step.
pub fn reading(
    place: Place,
) -> impl FnMut(&Worker<Vec<Item>>) -> Result<Step, String> + Send + 'static {
    let mut reader = None;
    move |worker| {
        let reader = match &mut reader {
            Some(reader) => reader,
            none => none.insert(Reader::begin(&place, worker)?),
        };
        Ok(reader.step(worker))
    }
}

/// How many items are read in a step: few enough for a frame, many enough not to be counted.
const STEP: usize = 64;

struct Reader {
    walk: Walk,
    base: String,
    top: usize,
    ready: Vec<Item>,
}

impl Reader {
    fn begin(place: &Place, worker: &Worker<Vec<Item>>) -> Result<Self, String> {
        let root = place.root()?;
        let mut reader = Self { walk: root.walk(), base: root.path(), top: 0, ready: Vec::new() };
        // What is opened is in the tree itself, unless it is a folder.
        if root.kind() != NodeKind::Folder {
            reader.add(&root, 0, worker);
            reader.top = 1;
        }
        let files = root.children().map_or(0, |children| children.len());
        worker.start(files as u64, "reading");
        Ok(reader)
    }

    fn step(&mut self, worker: &Worker<Vec<Item>>) -> Step {
        for _ in 0..STEP {
            match self.walk.next() {
                // Nobody looks for what saving leaves behind, unless it was opened by itself.
                Some(Ok(node)) if self.leaves_out(&node) => {}
                Some(Ok(node)) => {
                    let depth = self.top + self.depth_below(&node);
                    if depth == self.top {
                        worker.advance(1);
                    }
                    self.add(&node, depth, worker);
                }
                Some(Err(ngi_vfs::Error::NotAContainer { .. })) => {}
                Some(Err(error)) => self.problem(error.to_string()),
                None => {
                    self.flush(worker);
                    return Step::Done;
                }
            }
        }
        Step::More
    }

    fn leaves_out(&self, node: &Node) -> bool {
        let file = node.file();
        file.is_backup() && file.path() != self.base
    }

    fn depth_below(&self, node: &Node) -> usize {
        let path = node.file().path();
        let below = path.strip_prefix(&self.base).unwrap_or(&path).trim_start_matches('/');
        let folders = if below.is_empty() { 0 } else { below.matches('/').count() };
        let inside = node.depth();
        // An entry lies one deeper than its file, unless the file is the root itself.
        folders + if below.is_empty() { inside.saturating_sub(1) } else { inside }
    }

    fn add(&mut self, node: &Node, depth: usize, worker: &Worker<Vec<Item>>) {
        let item = item(node, depth);
        self.ready.push(item);
        if self.ready.len() >= TOGETHER {
            self.flush(worker);
        }
    }

    /// A problem belongs to the item that was handed out last.
    fn problem(&mut self, why: String) {
        if let Some(item) = self.ready.last_mut() {
            item.problem = Some(why);
        }
    }

    fn flush(&mut self, worker: &Worker<Vec<Item>>) {
        if !self.ready.is_empty() {
            worker.send(std::mem::take(&mut self.ready));
        }
    }
}

fn item(node: &Node, depth: usize) -> Item {
    let (name, path) = (node.name(), node.path());
    let size = node.size().unwrap_or(0);
    let entry = entry_meta(node);
    // What is mapped, or lies in what is, costs nothing; only packed entries have to be unpacked.
    let mapped = node.entry().is_none() || entry.is_some();
    let may_look = node.kind() != NodeKind::Folder && (mapped || size <= LOOKED_AT);
    let bytes = if may_look { node.bytes().ok() } else { None };
    let format =
        bytes.as_ref().and_then(|bytes| format::recognise(&Subject { name: &name, bytes, entry }));
    let kind = ItemKind::of(node, format);
    let type_id = entry.map(|entry| entry.type_id.to_string());
    let file_kind = format.map(|format| format.kind);
    let title = format.map(Format::title);
    let type_text = match (title, &type_id) {
        (Some(title), _) => title.to_owned(),
        (None, Some(type_id)) => format!("type {type_id}"),
        (None, None) if kind == ItemKind::Folder => "folder".to_owned(),
        (None, None) => "unknown".to_owned(),
    };
    let facts = match kind {
        ItemKind::Mission => facts::of_mission(node).map(Facts::Mission),
        ItemKind::Unit => facts::of_unit(node).map(Facts::Unit),
        _ => None,
    };
    let map = match &facts {
        Some(Facts::Mission(mission)) => mission.map(),
        _ => "",
    };
    let haystack = [
        if is_named_by_folder(kind) { path.as_str() } else { name.as_str() },
        facts.as_ref().and_then(Facts::title).unwrap_or_default(),
        map,
        title.unwrap_or_default(),
        type_id.as_deref().unwrap_or_default(),
        format.map(Format::id).unwrap_or_default(),
        &FileType::of(kind, file_kind, &name).badge(),
    ]
    .join(" ")
    .to_lowercase();
    // Unpacked bytes of a packed entry are not kept: there may be many.
    let node = match (&bytes, node.entry().filter(|_| entry.is_none())) {
        (Some(_), Some(info)) => {
            let fresh = node.parent().map(|parent| parent.child(&format!("#{}", info.index)));
            fresh.and_then(Result::ok).unwrap_or_else(|| node.clone())
        }
        _ => node.clone(),
    };
    let facts = facts.map(Arc::new);
    Item {
        node,
        path,
        name,
        kind,
        file_kind,
        type_text,
        depth,
        size,
        problem: None,
        haystack,
        facts,
    }
}

/// Returns true for kinds whose files have the same name in every folder.
fn is_named_by_folder(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Landscape | ItemKind::Areals | ItemKind::Mission)
}

/// What a folder stands for, its level or its mission, as `inside` finds them in it.
pub(crate) fn main_of<T>(inside: impl Fn(&str) -> Option<T>) -> Option<T> {
    inside(names::LEVEL_FILE).or_else(|| inside(MISSION_FILE))
}

#[cfg(test)]
pub(crate) mod tests {
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    /// Returns an item of a path; its depth is the number of folders around it.
    pub(crate) fn item(path: &str, kind: ItemKind) -> Item {
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let searched = if is_named_by_folder(kind) { path } else { &name };
        Item {
            node: Vfs::in_memory(MemoryRoot::new()).root(),
            path: path.to_owned(),
            kind,
            file_kind: None,
            type_text: String::new(),
            depth: path.matches('/').count(),
            size: 0,
            problem: None,
            haystack: searched.to_lowercase(),
            facts: None,
            name,
        }
    }

    #[test]
    fn things_are_called_by_title_folder_or_name() {
        let label = |path: &str, kind| item(path, kind).label();
        assert_eq!(label("MAPS/VALLEY/Land.msh", ItemKind::Landscape), "VALLEY");
        assert_eq!(label("Land.msh", ItemKind::Landscape), "Land.msh");
        assert_eq!(label("a.rlb/tree.msh", ItemKind::Model), "tree.msh");
        let mut mission = item("MISSIONS/One/data.tma", ItemKind::Mission);
        assert_eq!(mission.label(), "One");
        let mut facts = facts::MissionFacts::default();
        facts.title = "The trees".to_owned();
        mission.facts = Some(Arc::new(Facts::Mission(facts)));
        assert_eq!((mission.label().as_str(), mission.title()), ("The trees", Some("The trees")));
    }
}
