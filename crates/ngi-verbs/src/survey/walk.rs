//! Every value of a tree, counted under its path without numbers.
//!
//! No format is known here: what there is, the schema says. Rows are taken column by column.

use ngi_formats::schema::Kind;
use ngi_formats::tree::{Form, Member, Node, Piece, Rows, members_of};

use super::field::{Use, What};

/// Lists of up to so many values have a line for each of them; those of longer ones share one.
const SHORT_LIST: usize = 4;

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Key(&'static str),
    Index(usize),
    Any,
}

#[derive(Debug, Clone, Default)]
struct Place {
    /// What is below it, in the order in which it was seen.
    below: Vec<(Step, usize)>,
    used: Option<Use>,
    /// How long it is, where it is a list.
    lengths: Option<Use>,
}

/// How the fields of a format are used.
#[derive(Debug, Clone)]
pub struct Fields {
    places: Vec<Place>,
}

impl Default for Fields {
    fn default() -> Self {
        Self { places: vec![Place::default()] }
    }
}

/// A column of rows: where its values are, and where they are counted.
struct Column {
    place: usize,
    offset: usize,
    kind: Kind,
}

impl Fields {
    /// Counts every value of a tree.
    pub fn add(&mut self, tree: &Node<'_>) {
        self.walk(tree, 0);
    }

    fn step(&mut self, from: usize, step: Step) -> usize {
        let below = self.places.get(from).map(|place| place.below.as_slice()).unwrap_or_default();
        if let Some((_, known)) = below.iter().find(|(known, _)| *known == step) {
            return *known;
        }
        let new = self.places.len();
        self.places.push(Place::default());
        if let Some(place) = self.places.get_mut(from) {
            place.below.push((step, new));
        }
        new
    }

    fn used(&mut self, at: usize, new: impl FnOnce() -> Use) -> Option<&mut Use> {
        Some(self.places.get_mut(at)?.used.get_or_insert_with(new))
    }

    fn list(&mut self, at: usize, length: usize) -> usize {
        if let Some(place) = self.places.get_mut(at) {
            place.lengths.get_or_insert_with(|| Use::of(What::List)).add_length(length);
        }
        self.step(at, Step::Any)
    }

    // As deep as the branches of a format are, whatever a file says.
    fn walk(&mut self, node: &Node<'_>, at: usize) {
        match node {
            Node::Piece(piece) => self.piece(piece, at),
            Node::Rows(rows) => self.rows(rows, at),
            Node::Text(text, _) => {
                let used = self.used(at, || Use::of(What::Text));
                used.into_iter().for_each(|used| used.add_text(text));
            }
            Node::Hex(bytes, _) => {
                let used = self.used(at, || Use::of(What::Bytes));
                used.into_iter().for_each(|used| used.add_length(bytes.len()));
            }
            Node::Members(members) => {
                for Member { branch, node } in members {
                    let below = match (branch.name, &branch.form, node) {
                        // A record out of several: fields of the same name mean different things.
                        (
                            "",
                            Form::Cases(_),
                            Node::Piece(Piece { kind: Kind::Group(shape), .. }),
                        ) => self.step(at, Step::Key(shape.name)),
                        ("", ..) => at,
                        (name, ..) => self.step(at, Step::Key(name)),
                    };
                    self.walk(node, below);
                }
            }
            Node::Items(items) => {
                let below = self.list(at, items.len());
                for index in 0..items.len() {
                    items.get(index).iter().for_each(|item| self.walk(item, below));
                }
            }
            // What follows from the rest is no field.
            Node::Told(_) => {}
        }
    }

    fn piece(&mut self, piece: &Piece<'_>, at: usize) {
        for Column { place, offset, kind } in self.columns(piece.kind, at) {
            let used = self.used(place, || Use::new(kind));
            let bytes = piece.bytes.get(offset..).unwrap_or_default();
            used.into_iter().for_each(|used| used.add(kind, bytes));
        }
    }

    fn rows(&mut self, rows: &Rows<'_>, at: usize) {
        let below = self.list(at, rows.len());
        let size = rows.kind.size().max(1);
        for Column { place, offset, kind } in self.columns(rows.kind, below) {
            let Some(used) = self.used(place, || Use::new(kind)) else { continue };
            for row in rows.bytes.chunks_exact(size) {
                used.add(kind, row.get(offset..).unwrap_or_default());
            }
        }
    }

    /// The plain values that something of a kind has.
    fn columns(&mut self, kind: Kind, at: usize) -> Vec<Column> {
        let mut columns = Vec::new();
        self.put_columns(kind, at, 0, &mut columns);
        columns
    }

    fn put_columns(&mut self, kind: Kind, at: usize, offset: usize, out: &mut Vec<Column>) {
        match kind {
            Kind::Group(_) | Kind::Word(_) => {
                for group in members_of(kind) {
                    let below = self.step(at, Step::Key(group.name));
                    self.put_columns(group.kind, below, offset + group.offset, out);
                }
            }
            _ => match kind.count() {
                Some(count) => {
                    for index in 0..count {
                        let Some((inside, of)) = kind.item(index) else { continue };
                        let step = if count <= SHORT_LIST { Step::Index(index) } else { Step::Any };
                        let below = self.step(at, step);
                        self.put_columns(of, below, offset + inside, out);
                    }
                }
                None => out.push(Column { place: at, offset, kind }),
            },
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        let mut pairs = vec![(0, 0)];
        while let Some((own, theirs)) = pairs.pop() {
            let Some(Place { below, used, lengths }) = other.places.get(theirs) else { continue };
            for (step, place) in below {
                pairs.push((self.step(own, *step), *place));
            }
            let Some(place) = self.places.get_mut(own) else { continue };
            for (own, theirs) in [(&mut place.used, used), (&mut place.lengths, lengths)] {
                match (own.as_mut(), theirs) {
                    (Some(own), Some(theirs)) => own.merge(theirs),
                    (None, Some(theirs)) => *own = Some(theirs.clone()),
                    (_, None) => {}
                }
            }
        }
    }

    /// The fields by path, such as `commands[].opcode`, in the order of the schema; lists by their
    /// own path.
    pub fn all(&self) -> Vec<(String, &Use)> {
        let mut all = Vec::new();
        // Backwards, so that what was seen first comes first.
        let mut left = vec![(0, String::new())];
        while let Some((at, path)) = left.pop() {
            let Some(Place { below, used, lengths }) = self.places.get(at) else { continue };
            all.extend(used.iter().chain(lengths).map(|used| (path.clone(), used)));
            let next = below.iter().rev().map(|(step, place)| {
                let name = match step {
                    Step::Key(key) if path.is_empty() => (*key).to_owned(),
                    Step::Key(key) => format!("{path}.{key}"),
                    Step::Index(index) => format!("{path}[{index}]"),
                    Step::Any => format!("{path}[]"),
                };
                (*place, name)
            });
            left.extend(next);
        }
        all
    }

    /// The field at a path.
    pub fn get(&self, path: &str) -> Option<&Use> {
        self.all().into_iter().find(|(known, _)| known == path).map(|(_, used)| used)
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::wear;

    use super::*;

    #[test]
    fn values_are_counted_under_their_paths() {
        let mut fields = Fields::default();
        for text in [&b"2\n0 A\n7 A\n"[..], b"1\n3 \xc0\n"] {
            fields.add(&wear::tree(text));
        }
        let ids = fields.get("rows[].id").unwrap();
        assert_eq!((ids.count, ids.span, ids.values.distinct()), (3, Some((0.0, 7.0)), Some(3)));
        let names = fields.get("rows[].name").unwrap();
        assert_eq!((names.count, names.not_ascii, names.values.distinct()), (3, 1, Some(2)));
        let rows = fields.get("rows").unwrap();
        assert_eq!((rows.what, rows.count, rows.sum()), (What::List, 2, Some(3)));
        let mut twice = fields.clone();
        twice.merge(&fields);
        assert_eq!(twice.get("rows[].id").unwrap().values.count(7), Some(2));
        assert_eq!(twice.all().len(), fields.all().len());
    }
}
