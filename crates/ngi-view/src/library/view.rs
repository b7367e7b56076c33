//! Which items the tree shows, row by row.

use std::collections::HashSet;

use super::{Index, ItemId, Query, search};

/// The rows of the tree: what is open, what was searched for.
#[derive(Debug, Default)]
pub struct TreeView {
    open: HashSet<String>,
    query: Query,
    rows: Vec<ItemId>,
    hits: usize,
    /// True if tables inside models are rows.
    internals: bool,
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

    /// Shows or hides the tables inside models.
    pub fn show_internals(&mut self, on: bool) {
        self.stale |= self.internals != on;
        self.internals = on;
    }

    /// Returns true if tables inside models are rows.
    pub fn shows_internals(&self) -> bool {
        self.internals
    }

    /// How many items match the search; all of them without one.
    pub fn hits(&self) -> usize {
        self.hits
    }

    /// Whether a search is on.
    pub fn is_searching(&self) -> bool {
        !self.query.is_empty()
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
            if item.depth > shown_to || !self.internals && index.is_inner(id) {
                continue;
            }
            shown_to = item.depth;
            // Side files follow their model.
            if index.owner(id).is_some() {
                continue;
            }
            self.rows.push(id);
            let is_open = self.open.contains(&item.path);
            shown_to = item.depth + usize::from(is_open);
            if is_open {
                self.rows.extend(index.side_files(id));
            }
        }
    }

    /// The search results, best first.
    fn make_hits(&mut self, index: &Index) {
        self.rows = search(index, &self.query, self.internals);
        self.hits = self.rows.len();
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::kinds;

    use super::super::index::tests::item;
    use super::super::{Item, ItemKind};
    use super::*;

    fn index() -> Index {
        let mut index = Index::default();
        index.extend(vec![
            item("a.lib", ItemKind::Archive),
            Item { file_kind: Some(&kinds::WEAR), ..item("a.lib/Tree.wea", ItemKind::Data) },
            item("a.lib/Tree.msh", ItemKind::Model),
            item("a.lib/Tree.msh/leaf", ItemKind::Unknown),
            item("a.lib/Stone", ItemKind::Data),
            item("b.lib", ItemKind::Archive),
            item("b.lib/tree-2", ItemKind::Data),
        ]);
        index
    }

    #[test]
    fn closed_rows_hide_their_contents_and_models_are_followed_by_their_side_files() {
        let index = index();
        let mut view = TreeView::default();
        assert_eq!(view.rows(&index), [0, 5]);
        view.toggle(&index, 0);
        assert_eq!(view.rows(&index), [0, 2, 4, 5]);
        view.toggle(&index, 2);
        assert_eq!(view.rows(&index), [0, 2, 1, 4, 5]);
        view.show_internals(true);
        assert_eq!(view.rows(&index), [0, 2, 1, 3, 4, 5]);
        view.toggle(&index, 0);
        assert_eq!(view.rows(&index), [0, 5]);
    }

    #[test]
    fn a_search_lists_results_without_what_is_around_them() {
        let index = index();
        let mut view = TreeView::default();
        view.search("TREE");
        assert_eq!(view.rows(&index), [2, 6, 1]);
        assert_eq!(view.hits(), 3);
        view.search("leaf");
        assert!(view.rows(&index).is_empty());
        view.show_internals(true);
        assert_eq!(view.rows(&index), [3]);
        view.search("tree 2");
        assert_eq!(view.rows(&index), [6]);
        view.search("  ");
        assert_eq!(view.rows(&index), [0, 5]);
    }

    #[test]
    fn what_is_revealed_can_be_seen() {
        let index = index();
        let mut view = TreeView::default();
        assert_eq!(index.ancestors(1), [2, 0]);
        assert_eq!(index.ancestors(3), [2, 0]);
        assert!(index.ancestors(5).is_empty());
        view.reveal(&index, 1);
        assert_eq!(view.rows(&index), [0, 2, 1, 4, 5]);
        assert!(index.has_children(0, false) && index.has_children(2, false));
        assert!(!index.has_children(4, true));
    }
}
