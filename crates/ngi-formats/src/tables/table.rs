//! One table as it lies in its archive: its records, what is before them and what is behind.

use super::declare::{Content, HEADER, LABEL, PATHS, Resource};
use crate::landscape::{chunk, is_landscape};
use crate::msh::resource::{self, LEGACY_NODES, LEGACY_STRIDE};
use crate::msh::{Label, LabelRef, Labels, PathLink, PathNode};
use crate::nres::{Archive, Entry};
use crate::schema::{Kind, Record as _};
use crate::tree::{At, Branch, Draft, Items, Member, Node, Piece, Rows};
use crate::{Error, Result};

/// A table of a model or a landscape, as it lies in its archive.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    /// What is known of such tables.
    pub resource: &'static Resource,
    /// Place of its entry in the directory.
    pub entry: usize,
    /// Where the payload begins in the file.
    pub offset: usize,
    /// The payload.
    pub payload: &'a [u8],
    /// How many records are read, where only others say so: labels by the nodes there are, places
    /// of hallways by attr1.
    pub limit: usize,
}

/// The tables of an archive in directory order: of each known type the first entry, if its
/// payload can be cut into records.
pub fn tables<'a>(archive: &Archive<'a>) -> Vec<Table<'a>> {
    let mut seen = Vec::new();
    let mut tables: Vec<Table<'a>> = Vec::new();
    let ground = is_landscape(archive);
    for entry in archive.iter() {
        let id = entry.type_id().0;
        let known = if ground { chunk::chunk_of(id) } else { resource::resource(id) };
        let Some(known) = known.filter(|_| !seen.contains(&id)) else { continue };
        seen.push(id);
        tables.extend(table(&entry, known));
    }
    let is_nodes = |table: &&Table<'_>| !ground && table.resource.type_id == resource::NODES;
    let count = tables.iter().find(is_nodes).map_or(0, Table::count);
    let labels = tables.iter_mut().filter(|table| table.resource.content == Content::Labels);
    labels.for_each(|table| table.limit = count);
    tables
}

fn table<'a>(entry: &Entry<'a>, known: &'static Resource) -> Option<Table<'a>> {
    let record = entry.record();
    let legacy = known.name == "nodes" && record.attr3 == LEGACY_STRIDE;
    let table = Table {
        resource: if legacy { &LEGACY_NODES } else { known },
        entry: entry.index(),
        offset: usize::try_from(record.offset).ok()?,
        payload: entry.payload().ok()?,
        limit: usize::try_from(record.attr1).ok()?,
    };
    let sound = match known.content {
        Content::Rows(_) => table.payload.len() >= known.head,
        Content::Labels => true,
        // Table 17 is one only where attr1 places and attr2 links fill it.
        Content::Paths => paths_size(record.attr1, record.attr2) == Some(table.payload.len()),
        Content::Unknown => false,
    };
    sound.then_some(table)
}

/// Bytes of so many places and links.
fn paths_size(places: u32, links: u32) -> Option<usize> {
    let bytes = |count: u32, size: usize| usize::try_from(count).ok()?.checked_mul(size);
    bytes(places, PathNode::SIZE)?.checked_add(bytes(links, PathLink::SIZE)?)
}

impl<'a> Table<'a> {
    /// Its key in a document.
    pub fn key(&self) -> &'static str {
        self.resource.name
    }

    /// How many records there are; of hallways, places and links together.
    pub fn count(&self) -> usize {
        match self.resource.content {
            Content::Rows(_) => self.resource.count_of(self.payload.len()).0,
            Content::Labels => Labels::new(self.payload).iter().take(self.limit).count(),
            Content::Paths => {
                let links = self.payload.len().saturating_sub(self.limit * PathNode::SIZE);
                self.limit + links / PathLink::SIZE
            }
            Content::Unknown => 0,
        }
    }

    /// The records, where all are of one size.
    pub fn rows(&self) -> Option<Rows<'a>> {
        let Content::Rows(kind) = self.resource.content else { return None };
        Some(self.rows_at(kind, self.resource.head, self.payload.len()))
    }

    /// Records from a byte of the payload on, as many whole ones as fit up to another.
    fn rows_at(&self, kind: Kind, from: usize, to: usize) -> Rows<'a> {
        let body = self.payload.get(from..to).unwrap_or_default();
        let each = kind.size().max(1);
        let whole = body.get(..body.len() / each * each).unwrap_or_default();
        Rows { kind, bytes: whole.into(), at: At::Offset(self.offset + from) }
    }

    /// The bounds before slots or cells.
    pub fn header(&self) -> Option<Piece<'a>> {
        let kind = Kind::Group(self.resource.head_shape?);
        let bytes = self.payload.get(..kind.size())?;
        Some(Piece { kind, bytes: bytes.into(), at: At::Offset(self.offset) })
    }

    /// Bytes behind the last record.
    pub fn tail(&self) -> &'a [u8] {
        match self.resource.content {
            Content::Rows(_) => {
                let (_, rest) = self.resource.count_of(self.payload.len());
                self.payload.get(self.payload.len() - rest..).unwrap_or_default()
            }
            Content::Labels => {
                let mut labels = Labels::new(self.payload).iter();
                labels.by_ref().take(self.limit).for_each(drop);
                labels.rest()
            }
            Content::Paths | Content::Unknown => &[],
        }
    }

    /// What is under the table's key.
    pub fn node(&self) -> Node<'a> {
        match self.resource.content {
            Content::Rows(kind) => {
                self.rows_at(kind, self.resource.head, self.payload.len()).into()
            }
            Content::Labels => self.labels().into(),
            Content::Paths => {
                let links = self.limit * PathNode::SIZE;
                let (place, link) = (Kind::Group(PathNode::SHAPE), Kind::Group(PathLink::SHAPE));
                let places = self.rows_at(place, 0, links);
                let links = self.rows_at(link, links, self.payload.len());
                Node::object(PATHS, [Some(places.into()), Some(links.into())])
            }
            Content::Unknown => Node::Hex(self.payload.into(), At::Offset(self.offset)),
        }
    }

    fn labels(&self) -> Items<'a> {
        let mut all = Labels::new(self.payload).iter();
        let mut places: Vec<(usize, LabelRef<'a>)> = Vec::new();
        for _ in 0..self.limit {
            let at = self.offset + all.position();
            let Some(label) = all.next() else { break };
            places.push((at, label));
        }
        Items::new(places.len(), move |index| match places.get(index) {
            Some((at, label)) => label_node(*at, label),
            None => Node::Members(Vec::new()),
        })
    }

    /// The members of a document that are this table. `branches` are those of the document.
    pub fn members(&self, branches: &'static [Branch]) -> Vec<Member<'a>> {
        let named = |name: &str| branches.iter().find(|branch| branch.name == name);
        let tail = self.tail();
        let at = At::Offset(self.offset + self.payload.len() - tail.len());
        let tail = (!tail.is_empty()).then(|| Node::Hex(tail.into(), at));
        let parts = [
            (HEADER, self.header().map(Node::from)),
            (self.resource.name, Some(self.node())),
            (self.resource.tail, tail),
        ];
        let member = |(name, node): (&str, Option<Node<'a>>)| {
            Some(Member { branch: named(name)?, node: node? })
        };
        parts.into_iter().filter_map(member).collect()
    }
}

fn label_node<'a>(at: usize, label: &LabelRef<'a>) -> Node<'a> {
    let LabelRef { text, end } = *label;
    // Behind the length, if there is anything.
    let at = At::Offset(if text.is_empty() { at } else { at + 4 });
    let plain = end == 0 && !text.contains(&0);
    let raw = (!plain).then(|| Node::Hex([text, &[end]].concat().into(), at));
    Node::object(LABEL, [Some(Node::Text(text.into(), at)), raw])
}

/// A table as a document describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encoded {
    /// The payload.
    pub payload: Vec<u8>,
    /// How many records it has; of hallways, how many places.
    pub count: usize,
    /// Of hallways, how many links.
    pub links: usize,
}

/// The table of a name, of a model or a landscape.
pub fn known(name: &str) -> Option<&'static Resource> {
    let all = resource::RESOURCES.iter().chain([&LEGACY_NODES]).chain(&chunk::CHUNKS);
    let shown = all.filter(|known| known.content != Content::Unknown);
    shown.into_iter().find(|known| known.name == name)
}

/// The payload of a table that a draft of a document describes.
pub fn encode(known: &Resource, draft: &Draft) -> Result<Encoded> {
    let missing = || Error::usage(known.name.to_owned(), "missing");
    let mut payload = Vec::new();
    if known.head_shape.is_some() {
        payload.extend_from_slice(draft.bytes(HEADER)?);
    }
    let mut links = 0;
    let count = match (known.content, draft.get(known.name)) {
        (Content::Rows(_), rows @ Draft::Rows(_, bytes)) => {
            payload.extend_from_slice(bytes);
            rows.len()
        }
        (Content::Labels, Draft::List(_, items)) => {
            for (index, item) in items.iter().enumerate() {
                let named = |error: Error| error.within(&format!("{}[{index}]", known.name), 0);
                label(item).and_then(|label| label.write(&mut payload)).map_err(named)?;
            }
            items.len()
        }
        (Content::Paths, paths @ Draft::Object(..)) => {
            payload.extend_from_slice(paths.bytes("nodes")?);
            payload.extend_from_slice(paths.bytes("links")?);
            links = paths.get("links").len();
            paths.get("nodes").len()
        }
        _ => return Err(missing()),
    };
    if draft.has(known.tail) {
        payload.extend_from_slice(draft.bytes(known.tail)?);
    }
    Ok(Encoded { payload, count, links })
}

/// A label: text and end byte in hex count where they still say the text.
fn label(draft: &Draft) -> Result<Label> {
    let shown = draft.bytes("label")?;
    if draft.has("label_raw") {
        let raw = draft.bytes("label_raw")?;
        let empty = || Error::usage("label_raw", "has no byte at all");
        let (end, text) = raw.split_last().ok_or_else(empty)?;
        if text == shown {
            return Ok(Label { text: text.to_vec(), end: *end });
        }
    }
    Ok(Label::new(shown))
}
