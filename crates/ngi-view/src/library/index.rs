//! The index of everything below what was opened, made in the background.

use std::collections::HashMap;

use ngi_engine::resolve::names;
use ngi_engine::world::MISSION_FILE;
use ngi_formats::kinds::FileKind;
use ngi_verbs::Progress;
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{self, Format, Subject};
use ngi_vfs::{Node, NodeKind, Walk};

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
}

impl Item {
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
}

impl Index {
    /// Adds items, in the order of the walk.
    pub fn extend(&mut self, items: Vec<Item>) {
        for item in items {
            self.by_path.entry(item.path.to_lowercase()).or_insert(self.items.len());
            self.by_name.entry(item.name.to_lowercase()).or_default().push(self.items.len());
            self.items.push(item);
        }
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

    /// Whether something is inside an item.
    pub fn has_children(&self, id: ItemId) -> bool {
        let depth = |id: ItemId| self.items.get(id).map(|item| item.depth);
        depth(id + 1).zip(depth(id)).is_some_and(|(next, own)| next > own)
    }

    /// The items around an item, the innermost first.
    pub fn ancestors(&self, id: ItemId) -> Vec<ItemId> {
        let mut found = Vec::new();
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
    // What these are called is said by the folders they lie in.
    let named_by_folder =
        matches!(kind, ItemKind::Landscape | ItemKind::Areals | ItemKind::Mission);
    let haystack = [
        if named_by_folder { path.as_str() } else { name.as_str() },
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
    Item { node, path, name, kind, file_kind, type_text, depth, size, problem: None, haystack }
}

/// What a folder stands for, its level or its mission, as `inside` finds them in it.
pub(crate) fn main_of<T>(inside: impl Fn(&str) -> Option<T>) -> Option<T> {
    inside(names::LEVEL_FILE).or_else(|| inside(MISSION_FILE))
}
