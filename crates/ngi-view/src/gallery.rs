//! An archive, a folder or a search as a list of tiles: which, in what order, of what kind.

use crate::App;
use crate::library::{FileType, Index, Item, ItemId, ItemKind, Query, search};
use crate::parts::home::Section;
use crate::start::Page;

/// What is shown as tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// What is in a folder or an archive; in everything that was opened, if empty.
    Below(String),
    /// What a search finds.
    Search(String),
    /// What fits a question.
    Found(String),
    /// Everything of a section of the start page.
    Section(Section),
    /// The start page, which is not a list of tiles.
    Home,
}

/// The order of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum Sort {
    /// As they lie in the archive.
    #[default]
    Stored,
    /// By name.
    Name,
    /// By kind, then by name.
    Kind,
    /// The largest first.
    Size,
}

/// The tiles, and how they were chosen.
#[derive(Debug, Default)]
pub struct Gallery {
    /// Only things of this kind.
    pub kind: Option<FileType>,
    /// Everything below that has a picture, not only what lies there itself.
    pub deep: bool,
    /// Archives are shown as text, not as tiles.
    pub as_text: bool,
    /// A search is shown as tiles.
    pub of_search: bool,
    /// A question, and the paths that fit it.
    pub(crate) found: Option<(String, Vec<String>)>,
    /// Page that is shown while no file is selected.
    pub(crate) page: Page,
    /// Side files and tables inside models are tiles too.
    pub internals: bool,
    made: Option<(Of, Option<FileType>, bool, bool, Sort, usize)>,
    tiles: Vec<ItemId>,
    /// Kinds of the tiles, each once.
    tile_kinds: Vec<ItemKind>,
    kinds: Vec<(FileType, usize)>,
    /// How often tiles were chosen anew, for those who count.
    pub(crate) times_made: usize,
}

impl Gallery {
    /// The index is another one.
    pub fn renew(&mut self) {
        self.made = None;
    }

    /// Shows what fits a question, until something is selected.
    pub fn show_found(&mut self, title: String, paths: Vec<String>) {
        self.found = Some((title, paths));
        self.renew();
    }

    /// The tiles. They are chosen anew only where something changed.
    pub fn tiles(&mut self, index: &Index, of: &Of, sort: Sort) -> &[ItemId] {
        let asked = (of.clone(), self.kind, self.deep, self.internals, sort, index.items().len());
        if self.made.as_ref() != Some(&asked) {
            let before = self.made.as_ref().map(|(before, ..)| before);
            // A kind that is chosen in one place may be nowhere in the next.
            if before.is_some_and(|before| before != of) {
                self.kind = None;
            }
            self.make(index, of, sort);
            self.made =
                Some((of.clone(), self.kind, self.deep, self.internals, sort, index.items().len()));
        }
        &self.tiles
    }

    /// The kinds there are to choose from, and how many of each.
    pub fn kinds(&self) -> &[(FileType, usize)] {
        &self.kinds
    }

    /// Returns the kinds of the tiles, each once.
    pub fn tile_kinds(&self) -> &[ItemKind] {
        &self.tile_kinds
    }

    /// A tile.
    pub fn tile(&self, place: usize) -> Option<ItemId> {
        self.tiles.get(place).copied()
    }

    fn make(&mut self, index: &Index, of: &Of, sort: Sort) {
        self.times_made += 1;
        let all: Vec<ItemId> = match of {
            Of::Below(path) => below(index, path, self.deep, self.internals),
            Of::Search(text) => search(index, &Query::new(text), self.internals),
            Of::Section(section) => of_section(index, *section),
            Of::Home => Vec::new(),
            Of::Found(_) => {
                let paths = self.found.iter().flat_map(|(_, paths)| paths);
                paths.filter_map(|path| index.find(path)).collect()
            }
        };
        self.kinds.clear();
        for kind in all.iter().filter_map(|id| index.get(*id)).map(Item::file_type) {
            match self.kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => self.kinds.push((kind, 1)),
            }
        }
        self.kinds.sort_unstable_by_key(|(kind, _)| kind.order());
        let wanted =
            |id: &ItemId| self.kind.is_none() || index.get(*id).map(Item::file_type) == self.kind;
        self.tiles = all.into_iter().filter(wanted).collect();
        let item = |id: &ItemId| index.get(*id);
        self.tile_kinds = self.tiles.iter().filter_map(item).map(|item| item.kind).collect();
        self.tile_kinds.sort_unstable();
        self.tile_kinds.dedup();
        let name = |id: &ItemId| item(id).map(|item| item.label().to_lowercase());
        match sort {
            Sort::Stored => {}
            Sort::Name => self.tiles.sort_by_cached_key(name),
            Sort::Kind => {
                self.tiles.sort_by_cached_key(|id| {
                    (item(id).map(|item| item.file_type().order()), name(id))
                });
            }
            Sort::Size => {
                let size = |id: &ItemId| item(id).map(|item| std::cmp::Reverse(item.size));
                self.tiles.sort_by_key(size);
            }
        }
    }
}

/// Returns what a folder or archive contains; with `deep`, everything below it that has a thumbnail.
/// A level or mission takes the place of its folder. Side files and tables inside models are left
/// out unless `internals` is set.
fn below(index: &Index, path: &str, deep: bool, internals: bool) -> Vec<ItemId> {
    let items = index.items();
    let (start, depth) = match index.find(path).filter(|_| !path.is_empty()) {
        Some(id) => (id + 1, items.get(id).map_or(0, |item| item.depth + 1)),
        None => (0, 0),
    };
    let inside = items.iter().enumerate().skip(start).take_while(|(_, item)| item.depth >= depth);
    let is_listed = |(id, item): &(ItemId, &Item)| match (deep, internals) {
        (true, _) if !item.has_thumbnail() => false,
        (false, _) if item.depth != depth => false,
        (_, true) => true,
        (_, false) => !index.is_internal(*id),
    };
    let main = |id: ItemId| index.main_file(id).and_then(|item| index.find(&item.path));
    inside.filter(is_listed).map(|(id, _)| main(id).unwrap_or(id)).collect()
}

/// Returns everything of a section.
fn of_section(index: &Index, section: Section) -> Vec<ItemId> {
    let items = index.items().iter().enumerate();
    let own =
        items.filter(|(id, item)| !index.is_internal(*id) && Section::of(item) == Some(section));
    own.map(|(id, _)| id).collect()
}

impl App {
    /// What the middle shows as tiles, if it does.
    pub fn gallery_of(&self) -> Option<Of> {
        self.place.as_ref()?;
        if let Some((title, _)) = &self.gallery.found {
            return Some(Of::Found(title.clone()));
        }
        if self.gallery.of_search && self.tree.is_searching() {
            return Some(Of::Search(self.search.clone()));
        }
        if self.viewport.has_scene() || self.open_job.is_some() && self.current.is_none() {
            return None;
        }
        let Some(current) = &self.current else {
            return self.selected.is_none().then(|| self.page());
        };
        let is_full = matches!(current.kind, ItemKind::Folder | ItemKind::Archive);
        let shown = is_full && current.error.is_none() && !self.gallery.as_text;
        shown.then(|| Of::Below(current.path.clone()))
    }
}

#[cfg(test)]
mod tests {
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    fn index(count: usize) -> Index {
        let vfs = Vfs::in_memory(MemoryRoot::new());
        let item = |path: String, depth: usize, kind: ItemKind, size: u64| Item {
            node: vfs.root(),
            name: path.rsplit('/').next().unwrap_or_default().to_owned(),
            haystack: path.to_lowercase(),
            path,
            kind,
            file_kind: None,
            type_text: String::new(),
            depth,
            size,
            problem: None,
            facts: None,
        };
        let mut items = vec![item("a.lib".to_owned(), 0, ItemKind::Archive, 9)];
        for number in 0..count {
            let kind = if number % 2 == 0 { ItemKind::Texture } else { ItemKind::Data };
            let (name, size) = (format!("a.lib/t{:05}", count - number), number as u64);
            items.push(item(name.clone(), 1, kind, size));
            items.push(item(format!("{name}/0"), 2, ItemKind::Data, 1));
        }
        items.push(item("z.lib".to_owned(), 0, ItemKind::Archive, 1));
        let mut index = Index::default();
        index.extend(items);
        index
    }

    fn names(gallery: &mut Gallery, index: &Index, of: &Of, sort: Sort) -> Vec<String> {
        let tiles = gallery.tiles(index, of, sort).to_vec();
        tiles.into_iter().map(|id| index.get(id).unwrap().name.clone()).collect()
    }

    #[test]
    fn tiles_are_what_lies_there_chosen_by_kind_and_sorted() {
        let index = index(4);
        let mut gallery = Gallery::default();
        let root = Of::Below(String::new());
        assert_eq!(names(&mut gallery, &index, &root, Sort::Stored), ["a.lib", "z.lib"]);
        let inside = Of::Below("a.lib".to_owned());
        let stored = ["t00004", "t00003", "t00002", "t00001"];
        assert_eq!(names(&mut gallery, &index, &inside, Sort::Stored), stored);
        let sorted = ["t00001", "t00002", "t00003", "t00004"];
        assert_eq!(names(&mut gallery, &index, &inside, Sort::Name), sorted);
        assert_eq!(names(&mut gallery, &index, &inside, Sort::Size), sorted);
        let kinds = [ItemKind::Texture, ItemKind::Data].map(|kind| (FileType::Kind(kind), 2));
        assert_eq!(gallery.kinds(), kinds);
        let kinds = ["t00002", "t00004", "t00001", "t00003"];
        assert_eq!(names(&mut gallery, &index, &inside, Sort::Kind), kinds);
        gallery.kind = Some(FileType::Kind(ItemKind::Texture));
        assert_eq!(names(&mut gallery, &index, &inside, Sort::Name), ["t00002", "t00004"]);
        assert_eq!(names(&mut gallery, &index, &root, Sort::Name), ["a.lib", "z.lib"]);
        gallery.deep = true;
        assert_eq!(names(&mut gallery, &index, &root, Sort::Name), ["t00002", "t00004"]);
        let search = Of::Search("t00003".to_owned());
        assert_eq!(names(&mut gallery, &index, &search, Sort::Name), ["t00003"]);
        gallery.internals = true;
        assert_eq!(names(&mut gallery, &index, &search, Sort::Name), ["0", "t00003"]);
    }

    #[test]
    fn tiles_are_chosen_once() {
        let index = index(13_000);
        let (mut gallery, of) = (Gallery::default(), Of::Below("a.lib".to_owned()));
        for _ in 0..100 {
            assert_eq!(gallery.tiles(&index, &of, Sort::Name).len(), 13_000);
        }
        assert_eq!(gallery.times_made, 1);
    }
}
