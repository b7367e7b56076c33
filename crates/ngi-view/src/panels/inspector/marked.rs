//! Rows that are marked together: what is changed in one of them is changed in all, as one step.

use crate::App;
use crate::app::Inspector;

/// What is marked, at most.
const MOST: usize = 10_000;

impl Inspector {
    /// A row was clicked: alone, with Ctrl as one more or less, with Shift up to it.
    pub(super) fn mark(&mut self, path: &str, ctrl: bool, shift: bool) {
        let before = self.selected.replace(path.to_owned());
        if !ctrl && !shift {
            self.marked.clear();
            return;
        }
        // Who marks a second row means the one before, too.
        if self.marked.is_empty() {
            self.marked.extend(before.clone());
        }
        match before.filter(|_| shift) {
            Some(before) => self.mark_between(&before, path),
            None if self.marked.contains(path) => drop(self.marked.remove(path)),
            None => drop(self.marked.insert(path.to_owned())),
        }
    }

    /// Marks rows from one to another that stand in the same list.
    fn mark_between(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.fields.position(from), self.fields.position(to)) else {
            return;
        };
        let depth = self.fields.row(to).map(|row| row.depth);
        for place in (from.min(to)..=from.max(to)).take(MOST) {
            if self.fields.row(place).map(|row| row.depth) == depth {
                self.marked.insert(self.fields.path(place));
            }
        }
    }
}

impl App {
    /// The fields that a change of one means: the same field of every row that is marked, where that
    /// one is in a marked row; else itself.
    pub(crate) fn meant_by(&self, field: &str, text: &str) -> Vec<(String, String)> {
        let alone = || vec![(field.to_owned(), text.to_owned())];
        let marked = &self.inspector.marked;
        let is_in = |row: &&String| {
            let rest = field.strip_prefix(row.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        // The row nearest to the field counts.
        let Some(row) = marked.iter().filter(is_in).max_by_key(|row| row.len()) else {
            return alone();
        };
        let below = field.get(row.len()..).unwrap_or_default();
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let Some(Ok(tree)) = document.map(|document| document.tree()) else { return alone() };
        let same = marked.iter().map(|row| format!("{row}{below}"));
        let there: Vec<(String, String)> = same
            .filter(|path| tree.find(path).is_ok())
            .map(|path| (path, text.to_owned()))
            .collect();
        if there.is_empty() { alone() } else { there }
    }
}
