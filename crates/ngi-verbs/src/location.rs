//! Where a field lies in the bytes, and what is known of it: asked of the tree, not searched for.

use std::ops::Range;

use ngi_formats::schema::Kind;
use ngi_formats::tree::{At, Edit, Node};

/// Where a field lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldLocation {
    /// In these bytes of the file or entry.
    Bytes(Range<usize>),
    /// In the attributes of the directory entry.
    Directory,
    /// Nowhere of its own: it follows from other fields.
    Derived,
}

/// What is known of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldKnown {
    /// Where it lies.
    pub location: FieldLocation,
    /// How it is stored, such as `u16`; empty where it is not.
    pub stored: String,
    /// What it means.
    pub meaning: String,
    /// What was observed on the shipped game.
    pub game: Option<String>,
    /// The names of its value or of its bits.
    pub named: Vec<String>,
    /// Whether it can be set.
    pub can_be_set: bool,
}

impl FieldKnown {
    /// What is known of something that is no field.
    pub fn nothing() -> Self {
        Self {
            location: FieldLocation::Derived,
            stored: String::new(),
            meaning: String::new(),
            game: None,
            named: Vec::new(),
            can_be_set: false,
        }
    }
}

/// What is known of the field at a path; `None` where there is none.
pub fn of(tree: &Node<'_>, path: &str) -> Option<FieldKnown> {
    let found = tree.find(path).ok()?;
    let named = match &found.node {
        Node::Piece(piece) => piece.value().map(|value| piece.kind.names_of(&value)),
        _ => None,
    };
    Some(FieldKnown {
        location: location(&found.node),
        stored: stored(&found.node),
        meaning: found.about.meaning(),
        game: found.about.game.map(|game| game.to_string()),
        named: named.unwrap_or_default().into_iter().map(Into::into).collect(),
        can_be_set: found.edit() != Edit::Never,
    })
}

fn location(node: &Node<'_>) -> FieldLocation {
    let at = match node {
        Node::Piece(piece) => piece.at,
        Node::Rows(rows) => rows.at,
        Node::Text(_, at) | Node::Hex(_, at) => *at,
        Node::Members(_) | Node::Items(_) => node.offset().map_or(At::Nowhere, At::Offset),
        Node::Told(_) => At::Nowhere,
    };
    match at {
        At::Offset(_) => match (node.offset(), end(node)) {
            (Some(start), Some(end)) => FieldLocation::Bytes(start..end.max(start)),
            _ => FieldLocation::Derived,
        },
        At::Attribute(_) => FieldLocation::Directory,
        At::Nowhere => FieldLocation::Derived,
    }
}

/// Where the last byte of a part ends.
fn end(node: &Node<'_>) -> Option<usize> {
    match node {
        Node::Piece(piece) => Some(piece.at.offset()? + piece.kind.size()),
        Node::Rows(rows) => Some(rows.at.offset()? + rows.bytes.len()),
        Node::Text(bytes, at) | Node::Hex(bytes, at) => Some(at.offset()? + bytes.len()),
        Node::Members(members) => members.iter().filter_map(|member| end(&member.node)).max(),
        Node::Items(items) => {
            let last = items.len().checked_sub(1).and_then(|last| items.get(last));
            last.and_then(|last| end(&last))
        }
        Node::Told(_) => None,
    }
}

fn stored(node: &Node<'_>) -> String {
    match node {
        Node::Piece(piece) => match piece.kind {
            Kind::Text(size) | Kind::FullText(size) => format!("char[{size}]"),
            Kind::Bytes(size) => format!("u8[{size}]"),
            kind => kind.name().into_owned(),
        },
        Node::Rows(rows) => format!("{}[{}]", rows.kind.name(), rows.len()),
        Node::Text(..) => "text".to_owned(),
        Node::Hex(bytes, _) => format!("u8[{}]", bytes.len()),
        _ => String::new(),
    }
}
