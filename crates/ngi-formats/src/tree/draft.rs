//! The parts of a document as values, out of which a file is put together.

use super::branch::{Branch, Case, Form, Need};
use super::node::{Node, PartName, Piece, members_of};
use crate::schema::Kind;
use crate::{Error, Result};

/// A part of a document as a value. Records and numbers are their stored bytes, so a draft takes
/// about as much memory as the file.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Draft {
    /// The document does not have it.
    #[default]
    Absent,
    /// A stored value.
    Value(Kind, Vec<u8>),
    /// Any number of values of a kind.
    Rows(Kind, Vec<u8>),
    /// Text in the game's code page, or bytes that were given in hex.
    Bytes(Vec<u8>),
    /// Named parts, in the order of their branches.
    Object(&'static [Branch], Vec<Draft>),
    /// Numbered parts.
    List(&'static Form, Vec<Draft>),
    /// A record out of several.
    Case(&'static Case, Vec<u8>),
}

/// A file or entry put together from a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The attributes of its directory entry, where a part of it is kept there.
    pub attributes: Option<[u32; 3]>,
}

impl Draft {
    /// The part of a name.
    pub fn get(&self, name: &str) -> &Self {
        static ABSENT: Draft = Draft::Absent;
        match self {
            Self::Object(branches, parts) => {
                let own = branches.iter().zip(parts).find(|(branch, _)| branch.name == name);
                own.map_or(&ABSENT, |(_, part)| part)
            }
            _ => &ABSENT,
        }
    }

    /// Whether the document has the part of a name.
    pub fn has(&self, name: &str) -> bool {
        !matches!(self.get(name), Self::Absent)
    }

    /// The stored bytes of the part of a name: a value, rows, text or hex.
    pub fn bytes(&self, name: &str) -> Result<&[u8]> {
        match self.get(name) {
            Self::Value(_, bytes) | Self::Rows(_, bytes) | Self::Bytes(bytes) => Ok(bytes),
            Self::Case(_, bytes) => Ok(bytes),
            _ => Err(Error::usage(name.to_owned(), "missing")),
        }
    }

    /// The fields of the record that stand in the place of a part.
    pub fn fields(&self) -> Result<&[u8]> {
        self.bytes("")
    }

    /// The fields of the record of a kind that stand among the parts, where there may be others.
    pub fn record(&self, kind: Kind) -> Result<&[u8]> {
        let Self::Object(_, parts) = self else { return Err(Error::usage("", "missing")) };
        let found = parts.iter().find_map(|part| match part {
            Self::Value(own, bytes) if *own == kind => Some(bytes.as_slice()),
            _ => None,
        });
        found.ok_or_else(|| Error::usage(kind.name().into_owned(), "missing"))
    }

    /// The whole number of the part of a name.
    pub fn number<T: TryFrom<i64>>(&self, name: &str) -> Result<T> {
        let missing = || Error::usage(name.to_owned(), "missing");
        match self.get(name) {
            Self::Value(kind, bytes) => T::try_from(kind.read_int(bytes)).map_err(|_| missing()),
            _ => Err(missing()),
        }
    }

    /// The numbered parts of the part of a name; none where there is no such part.
    pub fn items(&self, name: &str) -> &[Self] {
        match self.get(name) {
            Self::List(_, items) => items,
            _ => &[],
        }
    }

    /// The values of rows: how many.
    pub fn len(&self) -> usize {
        match self {
            Self::Rows(kind, bytes) => bytes.len() / kind.size().max(1),
            Self::List(_, items) => items.len(),
            _ => 0,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The draft of a tree: what a document of it would be read as.
    pub fn of(form: &'static Form, node: &Node<'_>) -> Self {
        match (form, node) {
            // What follows from the rest, or says that there is nothing.
            (_, Node::Told(_)) => Self::Absent,
            // A number too large for its kind is as good as none.
            (Form::Value(kind @ Kind::Digits), Node::Piece(piece)) => match piece.value() {
                Some(_) => {
                    let mut bytes = piece.bytes.to_vec();
                    bytes.resize(kind.size(), 0);
                    Self::Value(*kind, bytes)
                }
                None => Self::Absent,
            },
            (Form::Value(kind) | Form::Filled(kind, _), Node::Piece(piece)) => {
                Self::Value(*kind, piece.bytes.to_vec())
            }
            (Form::Rows(kind), Node::Rows(rows)) => Self::Rows(*kind, rows.bytes.to_vec()),
            (Form::Text | Form::Hex, Node::Text(bytes, _) | Node::Hex(bytes, _)) => {
                Self::Bytes(bytes.to_vec())
            }
            (Form::Object(branches), _) => Self::of_object(branches, node),
            (Form::List(inner), _) => {
                let mut items = Vec::new();
                node.parts(&mut |_, _, part| items.push(Self::of(inner, &part)));
                Self::List(inner, items)
            }
            (Form::Cases(cases), Node::Members(parts)) => {
                let body = parts.last().and_then(|part| match &part.node {
                    Node::Piece(piece) => Some(piece),
                    _ => None,
                });
                let case = |piece: &Piece<'_>| {
                    let found =
                        cases.cases.iter().find(|case| piece.kind == Kind::Group(case.shape));
                    found.map(|case| Self::Case(case, piece.bytes.to_vec()))
                };
                body.and_then(case).unwrap_or_default()
            }
            _ => Self::Absent,
        }
    }

    fn of_object(branches: &'static [Branch], node: &Node<'_>) -> Self {
        let Node::Members(members) = node else { return Self::Absent };
        let part = |branch: &'static Branch| {
            let own = members.iter().find(|member| std::ptr::eq(member.branch, branch));
            own.map_or(Self::Absent, |member| Self::of(&branch.form, &member.node))
        };
        Self::Object(branches, branches.iter().map(part).collect())
    }

    /// The draft of a document's tree.
    pub fn of_document(branches: &'static [Branch], node: &Node<'_>) -> Self {
        Self::of_object(branches, node)
    }

    /// The name of a branch, where there is one of that name.
    pub fn known_key(&self, key: &str) -> Option<&'static str> {
        let Self::Object(branches, _) = self else { return None };
        let named = branches.iter().map(|branch| branch.name).filter(|name| !name.is_empty());
        named.into_iter().find(|name| *name == key)
    }

    /// What a part of it looks like.
    pub fn form_of(&self, name: PartName) -> Option<&'static Form> {
        match (self, name) {
            (Self::Object(branches, _), PartName::Key(key)) => {
                branches.iter().find(|branch| branch.name == key).map(|branch| &branch.form)
            }
            (Self::List(form, _), PartName::Index(_)) => Some(form),
            _ => None,
        }
    }

    /// Whether a part of it may be left out.
    pub fn is_optional(&self, name: PartName) -> bool {
        match (self, name) {
            (Self::Object(branches, _), PartName::Key(key)) => {
                let own = branches.iter().find(|branch| branch.name == key);
                own.is_some_and(|branch| branch.need == Need::Optional)
            }
            _ => false,
        }
    }

    /// The record whose fields stand among the members and that has such a field.
    pub fn flat_with(&mut self, field: &str) -> Option<&mut Self> {
        let Self::Object(branches, parts) = self else { return None };
        let has = |branch: &Branch| {
            let kind = branch.form.kind();
            kind.is_some_and(|kind| members_of(kind).any(|group| group.name == field))
        };
        let at = branches.iter().position(|branch| branch.name.is_empty() && has(branch))?;
        parts.get_mut(at)
    }

    /// The part at a step, to be changed.
    pub fn part_mut(&mut self, name: PartName) -> Option<&mut Self> {
        match (self, name) {
            (Self::Object(branches, parts), PartName::Key(key)) => {
                let at = branches.iter().position(|branch| branch.name == key)?;
                parts.get_mut(at)
            }
            (Self::List(_, items), PartName::Index(index)) => items.get_mut(index),
            _ => None,
        }
    }
}
