//! Which items the tree shows, row by row.

use std::collections::HashSet;

use super::{Index, ItemId, Query};

/// The rows of the tree: what is open, what was searched for.
#[derive(Debug, Default)]
pub struct TreeView {
    open: HashSet<String>,
    query: Query,
    rows: Vec<ItemId>,
    hits: usize,
    /// How many items the rows were made of; fewer than there are means that they are old.
    made_of: usize,
    stale: bool,
}

impl TreeView {
    /// Searches for something else.
    pub fn search(&mut self, text: &str) {
        let query = Query::new(text);
        if query != self.query {
            self.query = query;
            self.stale = true;
        }
    }

    /// How many items match the search; all of them without one.
    pub fn hits(&self) -> usize {
        self.hits
    }

    /// Whether a search is on.
    pub fn is_searching(&self) -> bool {
        !self.query.is_empty()
    }

    /// Whether an item is searched for itself, not what is in it; without a search all are.
    pub fn is_hit(&self, index: &Index, id: ItemId) -> bool {
        index.get(id).is_some_and(|item| self.query.matches(item))
    }

    /// Whether an item shows what is inside it.
    pub fn is_open(&self, index: &Index, id: ItemId) -> bool {
        let open = |path: &str| self.open.contains(path);
        self.is_searching() || index.get(id).is_some_and(|item| open(&item.path))
    }

    /// Opens or closes an item.
    pub fn toggle(&mut self, index: &Index, id: ItemId) {
        let Some(item) = index.get(id) else { return };
        if !self.open.remove(&item.path) {
            self.open.insert(item.path.clone());
        }
        self.stale = true;
    }

    /// Opens an item, now or as soon as it is there.
    pub fn open(&mut self, path: &str) {
        self.stale |= self.open.insert(path.to_owned());
    }

    /// Opens everything around an item, so that it can be seen.
    pub fn reveal(&mut self, index: &Index, id: ItemId) {
        for above in index.ancestors(id) {
            let path = index.get(above).map(|item| item.path.clone());
            self.stale |= path.is_some_and(|path| self.open.insert(path));
        }
    }

    /// The index was made anew: what is open stays open.
    pub fn renew(&mut self) {
        self.stale = true;
        self.made_of = 0;
    }

    /// The rows, made anew where something changed.
    pub fn rows(&mut self, index: &Index) -> &[ItemId] {
        if self.stale || self.made_of != index.items().len() {
            self.stale = false;
            self.made_of = index.items().len();
            if self.is_searching() { self.make_hits(index) } else { self.make_tree(index) }
        }
        &self.rows
    }

    fn make_tree(&mut self, index: &Index) {
        self.rows.clear();
        self.hits = index.items().len();
        // Items deeper than this lie in something closed.
        let mut shown_to = 0;
        for (id, item) in index.items().iter().enumerate() {
            if item.depth > shown_to {
                continue;
            }
            self.rows.push(id);
            shown_to = item.depth + usize::from(self.open.contains(&item.path));
        }
    }

    /// What matches, with everything around it.
    fn make_hits(&mut self, index: &Index) {
        self.rows.clear();
        self.hits = 0;
        // The items around the current one, by depth, and whether they are rows already.
        let mut around: Vec<(ItemId, bool)> = Vec::new();
        for (id, item) in index.items().iter().enumerate() {
            around.truncate(item.depth);
            let hit = self.query.matches(item);
            if hit {
                self.hits += 1;
                for (above, is_row) in &mut around {
                    if !std::mem::replace(is_row, true) {
                        self.rows.push(*above);
                    }
                }
                self.rows.push(id);
            }
            around.push((id, hit));
        }
    }
}

#[cfg(test)]
mod tests {
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::super::{Item, ItemKind};
    use super::*;

    fn index(items: &[(&str, usize)]) -> Index {
        let vfs = Vfs::in_memory(MemoryRoot::new());
        let item = |&(name, depth): &(&str, usize)| Item {
            node: vfs.root(),
            path: name.to_owned(),
            name: name.to_owned(),
            kind: ItemKind::Data,
            file_kind: None,
            type_text: String::new(),
            depth,
            size: 0,
            problem: None,
            haystack: name.to_lowercase(),
        };
        let mut index = Index::default();
        index.extend(items.iter().map(item).collect());
        index
    }

    const ITEMS: &[(&str, usize)] =
        &[("a.lib", 0), ("Tree", 1), ("leaf", 2), ("Stone", 1), ("b.lib", 0), ("tree-2", 1)];

    #[test]
    fn closed_things_hide_what_is_inside() {
        let index = index(ITEMS);
        let mut view = TreeView::default();
        assert_eq!(view.rows(&index), [0, 4]);
        view.toggle(&index, 0);
        assert_eq!(view.rows(&index), [0, 1, 3, 4]);
        view.toggle(&index, 1);
        assert_eq!(view.rows(&index), [0, 1, 2, 3, 4]);
        view.toggle(&index, 0);
        assert_eq!(view.rows(&index), [0, 4]);
    }

    #[test]
    fn a_search_shows_hits_and_what_is_around_them() {
        let index = index(ITEMS);
        let mut view = TreeView::default();
        view.search("TREE");
        assert_eq!(view.rows(&index), [0, 1, 4, 5]);
        assert_eq!(view.hits(), 2);
        view.search("leaf");
        assert_eq!(view.rows(&index), [0, 1, 2]);
        view.search("tree 2");
        assert_eq!(view.rows(&index), [4, 5]);
        view.search("  ");
        assert_eq!(view.rows(&index), [0, 4]);
    }

    #[test]
    fn what_is_revealed_can_be_seen() {
        let index = index(ITEMS);
        let mut view = TreeView::default();
        assert_eq!(index.ancestors(2), [1, 0]);
        assert!(index.ancestors(4).is_empty());
        view.reveal(&index, 2);
        assert_eq!(view.rows(&index), [0, 1, 2, 3, 4]);
        assert!(index.has_children(0) && index.has_children(1) && !index.has_children(2));
    }
}
