//! The rows of the inspector: the parts of a document's tree, as far as they are opened.
//!
//! A row is a few numbers: what it is called, what it is inside of, what it holds. What it says,
//! where it lies and what it means is asked of the tree once the row is in sight.

use std::collections::HashSet;
use std::fmt::Write as _;

use ngi_formats::tree::{Member, Node, PartName, Step, Told, ends, steps};

/// Lists of plain values up to this length are one row.
const SHORT: usize = 16;

/// What a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One value.
    Scalar,
    /// A short list of values, shown and changed as a whole.
    ShortList,
    /// Something to be opened: this many things inside.
    Group(usize),
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldRow {
    /// What it is called where it stands.
    pub name: PartName,
    /// How deep it lies.
    pub depth: u16,
    /// What it holds.
    pub shape: Shape,
    /// The row it is inside of.
    parent: Option<u32>,
}

impl FieldRow {
    /// Its own name, or `[index]`.
    pub fn key(&self) -> String {
        self.name.below("")
    }
}

/// The fields of a document, row by row.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    open: HashSet<String>,
    filter: String,
    rows: Vec<FieldRow>,
    stale: bool,
}

impl Fields {
    /// Rows have to be made anew: the document changed.
    pub fn renew(&mut self) {
        self.stale = true;
    }

    /// Another document: nothing is open but the top, and short groups.
    pub fn reset(&mut self, tree: &Node<'_>) {
        self.open.clear();
        tree.parts(&mut |name, _, part| {
            let (list, len) = (is_list(&part), len(&part));
            let most = if list { 2 } else { 8 };
            if is_inside(&part) && len <= most {
                let path = name.below("");
                let items = (0..len).filter(|_| list).map(|item| format!("{path}[{item}]"));
                self.open.extend(items);
                self.open.insert(path);
            }
        });
        self.stale = true;
    }

    /// Shows only fields whose path contains a text.
    pub fn filter(&mut self, text: &str) {
        let text = text.trim().to_lowercase();
        if text != self.filter {
            self.filter = text;
            self.stale = true;
        }
    }

    /// Opens or closes a group.
    pub fn toggle(&mut self, path: &str) {
        if !self.open.remove(path) {
            self.open.insert(path.to_owned());
        }
        self.stale = true;
    }

    /// Whether a group is open.
    pub fn is_open(&self, path: &str) -> bool {
        !self.filter.is_empty() || self.open.contains(path)
    }

    /// Opens everything around a field; gives the path of the row that shows it.
    pub fn reveal(&mut self, tree: &Node<'_>, field: &str) -> Option<String> {
        let mut shown = None;
        for path in ends(field).filter_map(|end| field.get(..end)) {
            let Ok(found) = tree.find(path) else { break };
            shown = Some(path.to_owned());
            if !matches!(shape(&found.node), Shape::Group(_)) {
                break;
            }
            self.open.insert(path.to_owned());
        }
        self.stale = true;
        shown
    }

    /// The rows.
    pub fn rows(&mut self, tree: &Node<'_>) -> &[FieldRow] {
        if self.stale {
            self.stale = false;
            self.rows.clear();
            let Self { open, filter, .. } = self;
            let mut walk = Walk { open, filter, path: String::new(), rows: Vec::new() };
            walk.parts(tree, None, 0);
            self.rows = walk.rows;
        }
        &self.rows
    }

    /// A row, as they were made last.
    pub fn row(&self, place: usize) -> Option<FieldRow> {
        self.rows.get(place).copied()
    }

    /// The path of a row, as `ngi set` takes it; empty where there is none.
    pub fn path(&self, place: usize) -> String {
        let row = |place: usize| self.rows.get(place);
        let mut names = Vec::new();
        let mut next = row(place);
        while let Some(inside) = next {
            names.push(inside.name);
            next = inside.parent.and_then(|place| row(place as usize));
        }
        let mut path = String::new();
        names.into_iter().rev().for_each(|name| push(&mut path, name));
        path
    }

    /// The row of a path.
    pub fn position(&self, path: &str) -> Option<usize> {
        let steps = steps(path)?;
        let (mut wanted, mut parent) = (steps.iter(), None);
        let mut step = wanted.next()?;
        for (place, row) in self.rows.iter().enumerate() {
            if row.parent != parent || !is_step(row.name, step) {
                continue;
            }
            let Some(next) = wanted.next() else { return Some(place) };
            (step, parent) = (next, u32::try_from(place).ok());
        }
        None
    }
}

/// Makes rows of a tree.
struct Walk<'f> {
    open: &'f HashSet<String>,
    filter: &'f str,
    /// The path of the part that is looked at.
    path: String,
    rows: Vec<FieldRow>,
}

impl Walk<'_> {
    fn parts(&mut self, node: &Node<'_>, parent: Option<u32>, depth: u16) {
        node.parts(&mut |name, _, part| self.part(name, &part, parent, depth));
    }

    fn part(&mut self, name: PartName, part: &Node<'_>, parent: Option<u32>, depth: u16) {
        let before = self.path.len();
        push(&mut self.path, name);
        let (place, shape) = (self.rows.len(), shape(part));
        self.rows.push(FieldRow { name, depth, shape, parent });
        let filtered = !self.filter.is_empty();
        if matches!(shape, Shape::Group(_)) && (filtered || self.open.contains(&self.path)) {
            self.parts(part, u32::try_from(place).ok(), depth + 1);
        }
        // With a filter, what neither matches nor holds anything that does goes away again.
        let alone = self.rows.len() == place + 1;
        if filtered && alone && !self.path.to_lowercase().contains(self.filter) {
            self.rows.pop();
        }
        self.path.truncate(before);
    }
}

/// Makes a path lead one step further.
fn push(path: &mut String, name: PartName) {
    let _ = match name {
        PartName::Key(key) if path.is_empty() => write!(path, "{key}"),
        PartName::Key(key) => write!(path, ".{key}"),
        PartName::Index(index) => write!(path, "[{index}]"),
    };
}

fn is_step(name: PartName, step: &Step<'_>) -> bool {
    match (name, step) {
        (PartName::Key(name), Step::Key(wanted)) => name == *wanted,
        (PartName::Index(index), Step::Index(wanted)) => index == *wanted,
        _ => false,
    }
}

/// What the row of a part holds.
pub fn shape(node: &Node<'_>) -> Shape {
    let short = match node {
        _ if !is_inside(node) => return Shape::Scalar,
        _ if !is_list(node) => false,
        Node::Rows(rows) => rows.is_empty() || rows.kind.is_leaf(),
        Node::Piece(piece) => piece.kind.item(0).is_none_or(|(_, of)| of.is_leaf()),
        Node::Told(Told::List(told)) => {
            !told.iter().any(|told| matches!(told, Told::List(_) | Told::Object(_)))
        }
        // Only few are looked at: a long list is no short one, whatever it holds.
        Node::Items(items) if items.len() <= SHORT => {
            (0..items.len()).filter_map(|index| items.get(index)).all(|item| !is_inside(&item))
        }
        _ => false,
    };
    let len = len(node);
    if short && len <= SHORT { Shape::ShortList } else { Shape::Group(len) }
}

/// Whether it is a list or a record, and no single value.
fn is_inside(node: &Node<'_>) -> bool {
    match node {
        Node::Piece(piece) => !piece.kind.is_leaf(),
        Node::Rows(_) | Node::Items(_) | Node::Members(_) => true,
        Node::Told(Told::List(_) | Told::Object(_)) => true,
        Node::Text(..) | Node::Hex(..) | Node::Told(_) => false,
    }
}

/// Whether its parts have numbers, not names.
fn is_list(node: &Node<'_>) -> bool {
    match node {
        Node::Piece(piece) => piece.kind.count().is_some(),
        Node::Rows(_) | Node::Items(_) | Node::Told(Told::List(_)) => true,
        _ => false,
    }
}

/// How many parts there are; those of a part without a name stand in its place.
fn len(node: &Node<'_>) -> usize {
    let Node::Members(members) = node else { return node.len() };
    let named = |member: &Member<'_>| !member.branch.name.is_empty();
    members.iter().map(|member| if named(member) { 1 } else { len(&member.node) }).sum()
}

#[cfg(test)]
mod tests;
