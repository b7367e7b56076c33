//! Parts by their paths, and all values of a tree in order.

use super::branch::{Branch, Edit};
use super::node::{At, Group, Node, PartName, Piece};
use super::path::{Step, ends, steps};
use crate::schema::{Kind, Numbers, Observed};

/// What is known of a part.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct About {
    /// What it means: a doc comment.
    pub doc: &'static str,
    /// What was observed on the shipped game.
    pub game: Option<Observed>,
    /// What its numbers are.
    pub numbers: Numbers,
    /// How its branch is changed, where it is one.
    pub edit: Option<Edit>,
}

impl About {
    pub(super) fn of_group(group: &Group) -> Self {
        Self { doc: group.doc, game: group.game, numbers: group.numbers, edit: None }
    }

    pub(super) fn of_branch(branch: &Branch) -> Self {
        let Branch { doc, game, numbers, edit, .. } = *branch;
        Self { doc, game, numbers, edit: Some(edit) }
    }

    /// What is known of a field that stands in the place of a branch: it is changed as that is.
    pub(super) fn within(self, branch: &Branch) -> Self {
        Self { edit: self.edit.max(Some(branch.edit)), ..self }
    }

    /// What is known of a part below: what nobody said of it holds from above.
    #[must_use]
    pub fn or(self, above: Self) -> Self {
        let own = !self.doc.is_empty();
        Self {
            doc: if own { self.doc } else { above.doc },
            game: if own { self.game } else { above.game },
            numbers: if own { self.numbers } else { above.numbers },
            edit: self.edit.max(above.edit),
        }
    }

    /// What it means, as one line of plain text.
    pub fn meaning(&self) -> String {
        crate::schema::plain(self.doc)
    }
}

/// A part that was asked for.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Found<'a> {
    /// The part.
    pub node: Node<'a>,
    /// What is known of it.
    pub about: About,
}

impl Found<'_> {
    /// How it is changed.
    pub fn edit(&self) -> Edit {
        self.about.edit.unwrap_or(Edit::Patch).max(self.node.edit())
    }
}

/// A path that leads nowhere: how far it leads, and what there is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct NotFound {
    /// The longest beginning of the path that leads somewhere.
    pub so_far: String,
    /// What there is: `there are a, b, c`.
    pub there: String,
}

/// One value of a tree.
#[derive(Debug)]
pub struct Leaf<'l, 'a> {
    /// Its path.
    pub path: &'l str,
    /// The value.
    pub node: &'l Node<'a>,
    /// What is known of it.
    pub about: About,
}

impl<'a> Node<'a> {
    /// The part at a path. An empty path is the whole.
    pub fn find(&self, path: &str) -> Result<Found<'a>, NotFound> {
        let found = steps(path).and_then(|steps| self.follow(&steps));
        found.ok_or_else(|| self.not_found(path))
    }

    fn follow(&self, steps: &[Step<'_>]) -> Option<Found<'a>> {
        let mut found = Found { node: self.clone(), about: About::default() };
        for step in steps {
            let (about, node) = match step {
                Step::Key(key) => found.node.member(key)?,
                Step::Index(index) => (About::default(), found.node.item(*index)?),
            };
            found = Found { about: about.or(found.about), node };
        }
        Some(found)
    }

    fn not_found(&self, path: &str) -> NotFound {
        let so_far = self.nearest(path).to_owned();
        let there = self.find(&so_far).map(|found| found.node.there()).unwrap_or_default();
        NotFound { so_far, there }
    }

    /// The longest beginning of a path that leads somewhere; empty where none does.
    pub fn nearest<'p>(&self, path: &'p str) -> &'p str {
        let leads = |end: &usize| {
            let start = path.get(..*end).and_then(steps);
            start.is_some_and(|steps| self.follow(&steps).is_some())
        };
        ends(path).rev().find(leads).and_then(|end| path.get(..end)).unwrap_or_default()
    }

    /// What there is below a part, for messages.
    fn there(&self) -> String {
        let mut names = Vec::new();
        match self {
            Self::Piece(Piece { kind: Kind::Group(_) | Kind::Word(_), .. }) | Self::Members(_) => {
                self.parts(&mut |name, _, _| match name {
                    PartName::Key(key) => names.push(key),
                    PartName::Index(_) => {}
                });
                format!("there are {}", names.join(", "))
            }
            Self::Piece(Piece { kind: Kind::List(..) | Kind::Bgra, .. })
            | Self::Rows(_)
            | Self::Items(_) => match self.len() {
                0 => "the list is empty".into(),
                len => format!("the list has [0] to [{}]", len - 1),
            },
            _ => "it is one value".into(),
        }
    }

    /// Whether it is one value: nothing is below it, or only plain values of a short list.
    pub fn is_leaf(&self) -> bool {
        match self {
            Self::Piece(piece) => match piece.kind {
                Kind::List(_, of) => of.is_leaf(),
                Kind::Group(_) | Kind::Word(_) => false,
                _ => true,
            },
            Self::Rows(_) | Self::Members(_) | Self::Items(_) => false,
            Self::Text(..) | Self::Hex(..) | Self::Told(_) => true,
        }
    }

    /// Calls `visit` with every value of the tree. A list of plain values of fixed length is one.
    pub fn leaves(&self, visit: &mut dyn FnMut(Leaf<'_, 'a>)) {
        self.leaves_below("", About::default(), visit);
    }

    fn leaves_below(&self, path: &str, above: About, visit: &mut dyn FnMut(Leaf<'_, 'a>)) {
        if self.is_leaf() {
            visit(Leaf { path, node: self, about: above });
            return;
        }
        self.parts(&mut |name, about, node| {
            node.leaves_below(&name.below(path), about.or(above), visit);
        });
    }

    /// Where the part at a path is; the nearest that is there, where it is not.
    pub fn locate(&self, path: &str) -> Option<usize> {
        self.find(self.nearest(path)).ok()?.node.offset()
    }

    /// Where the part at a path is, and of which kind.
    pub fn place_of(&self, path: &str) -> Option<(At, Kind)> {
        match self.find(path).ok()?.node {
            Self::Piece(piece) => Some((piece.at, piece.kind)),
            _ => None,
        }
    }
}
