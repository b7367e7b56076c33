//! Every value of a tree: where it lies, what kind it is, what it says and what it means.
//!
//! The document `ngi.fields/1`.

use ngi_formats::schema::{self, Kind, Shows};
use ngi_formats::tree::{About, Leaf, Node, Piece, Told};
use serde::Serialize;
use serde::ser::SerializeMap;

use super::text;
use super::write::Part;

/// The schema of the document.
pub const SCHEMA: &str = "ngi.fields/1";

/// One value.
#[derive(Debug)]
pub struct FieldRow<'a> {
    /// Its path.
    pub path: String,
    /// Offset from the start of the file or entry; `None` for what follows from others and what is
    /// kept in the directory entry.
    pub offset: Option<usize>,
    /// Bytes it takes there.
    pub size: Option<usize>,
    /// What it is.
    pub node: Node<'a>,
    /// What is known of it.
    pub about: About,
}

/// Every value of a tree in file order; what lies in no byte of the file comes last.
pub fn rows<'a>(tree: &Node<'a>) -> Vec<FieldRow<'a>> {
    let mut rows = Vec::new();
    tree.leaves(&mut |Leaf { path, node, about }| {
        let offset = node.offset();
        rows.push(FieldRow {
            path: path.to_owned(),
            offset,
            size: offset.map(|_| size(node)),
            node: node.clone(),
            about,
        });
    });
    rows.sort_by_key(|row| row.offset.unwrap_or(usize::MAX));
    rows
}

fn size(node: &Node<'_>) -> usize {
    match node {
        Node::Piece(piece) => piece.bytes.len(),
        Node::Text(bytes, _) | Node::Hex(bytes, _) => bytes.len(),
        Node::Rows(rows) => rows.bytes.len(),
        _ => 0,
    }
}

impl FieldRow<'_> {
    /// The kind in a word: `u16`, `f32[3]`, `text`, `bytes`.
    pub fn kind(&self) -> String {
        match &self.node {
            Node::Piece(piece) => piece.kind.name().into_owned(),
            Node::Rows(rows) => format!("{}[{}]", rows.kind.name(), rows.len()),
            Node::Text(..) => "text".into(),
            Node::Hex(..) => "bytes".into(),
            Node::Told(told) => told_kind(told),
            Node::Members(_) | Node::Items(_) => "list".into(),
        }
    }

    /// The names of the value or of its bits.
    pub fn named(&self) -> Vec<String> {
        let Node::Piece(piece) = &self.node else { return Vec::new() };
        let names = piece.value().map(|value| piece.kind.names_of(&value));
        names.unwrap_or_default().into_iter().map(Into::into).collect()
    }

    /// Whether its values or bits can have names.
    fn has_names(&self) -> bool {
        matches!(&self.node, Node::Piece(piece) if !piece.kind.named().is_empty()
            || matches!(piece.kind, Kind::Bits(_)))
    }

    /// The bits of a word that it is, where it is a part of one.
    fn part(&self) -> Option<&'static schema::Part> {
        match &self.node {
            Node::Piece(Piece { kind: Kind::Part(_, part), .. }) => Some(part),
            _ => None,
        }
    }

    /// The value on one line.
    pub fn value(&self) -> String {
        text::line(&self.node)
    }
}

fn told_kind(told: &Told) -> String {
    match told {
        Told::Flag(_) => "u8".into(),
        Told::Number(_) => "i32".into(),
        Told::Float(_) => "f32".into(),
        Told::List(list) => {
            let of = list.first().map_or_else(|| "text".into(), told_kind);
            format!("{of}[{}]", list.len())
        }
        Told::Null | Told::Text(_) | Told::Object(_) => "text".into(),
    }
}

impl Serialize for FieldRow<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", &self.path)?;
        map.serialize_entry("offset", &self.offset)?;
        map.serialize_entry("size", &self.size)?;
        map.serialize_entry("kind", &self.kind())?;
        map.serialize_entry("value", &Part(&self.node))?;
        map.serialize_entry("meaning", &self.about.meaning())?;
        map.serialize_entry("game", &self.about.game.map(|game| game.to_string()))?;
        if self.has_names() {
            map.serialize_entry("named", &self.named())?;
        }
        if matches!(&self.node, Node::Piece(Piece { kind: Kind::Bgra, .. })) {
            map.serialize_entry("order", &[2, 1, 0, 3])?;
        }
        if let Some(part) = self.part() {
            map.serialize_entry("bits", &[part.low, part.width])?;
            map.serialize_entry("in_place", &(part.shows == Shows::InPlace))?;
        }
        map.end()
    }
}

/// The document of all rows.
#[derive(Debug, Serialize)]
pub struct Fields<'a> {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The format's id.
    pub format: &'static str,
    /// The rows.
    pub fields: Vec<FieldRow<'a>>,
}

impl<'a> Fields<'a> {
    /// The document of a tree.
    pub fn of(format: &'static str, tree: &Node<'a>) -> Self {
        Self { schema: SCHEMA, format, fields: rows(tree) }
    }
}
