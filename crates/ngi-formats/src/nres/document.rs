//! An archive as a tree of fields.
//!
//! The order of `entries` is the directory's. `index` says which payload of `layout` belongs to
//! the entry. What a document says goes back through the [`Editor`](super::Editor).

use std::sync::Arc;

use super::layout::{Region, Regions, Slot};
use super::read::Archive;
use super::types::{EntryRecord, HEADER_SIZE, Header};
use crate::schema::{Record as _, Stored as _};
use crate::tree::{At, Branch, Form, Items, Node, Own, Piece, Told, branches};

/// Where files of pieces without an entry are, below the folder of a document.
pub const PARTS: &str = "ngi.parts";
/// Gaps up to this many bytes are written into the document even where others go to files.
const INLINE: usize = 4096;

/// Members of an archive's document. Documents of formats that are stored as archives begin with
/// the same members.
pub static DOCUMENT: &[Branch] = &[
    Branch::of_field(Header::SHAPE, "count").optional().never(),
    Branch::new(
        "sort_table",
        "State of the sort table: `sorted` if it equals the table of the game's own writer, \
         otherwise `stored`; then the `sort_index` values of the entries apply.",
        Form::Own(Own { json_schema: r#"{"enum": ["sorted", "stored"]}"# }),
    )
    .rebuilt(),
    Branch::new(
        "layout",
        "Layout of the data region: `canonical` if the payloads are placed as the game's own \
         writer places them, otherwise its pieces in file order.",
        Form::Own(Own { json_schema: LAYOUT_SCHEMA }),
    )
    .rebuilt(),
    Branch::new(
        "entries",
        "Directory of the archive, one element per entry.",
        Form::List(&Form::Object(ENTRY)),
    ),
    Branch::new(
        "directory_count",
        "Actual number of entries in the directory, if `count` is wrong. Such an archive has to be \
         repaired before anything in it can change.",
        Form::Own(Own { json_schema: r#"{"type": "integer"}"# }),
    )
    .optional()
    .never(),
    Branch::new(
        "partial",
        "True if only a part of the archive was extracted: it cannot be packed again.",
        Form::Own(Own { json_schema: r#"{"type": "boolean"}"# }),
    )
    .optional()
    .never(),
];

const LAYOUT_SCHEMA: &str = r#"{"oneOf": [{"const": "canonical"}, {"type": "array", "items": {
  "type": "object", "required": ["kind", "size"], "additionalProperties": false, "properties": {
    "kind": {"enum": ["gap", "payload", "shared"]}, "entry": {"type": "integer"},
    "size": {"type": "integer"}, "file": {"type": "string"}, "offset": {"type": "integer"},
    "bytes": {"type": "string"}, "entries": {"type": "array", "items": {"type": "object",
      "required": ["entry", "offset", "size"], "additionalProperties": false, "properties": {
        "entry": {"type": "integer"}, "offset": {"type": "integer"},
        "size": {"type": "integer"}}}}}}}]}"#;

/// Members of an element of `entries`.
pub static ENTRY: &[Branch] = &[
    Branch::new(
        "index",
        "Index in the directory; in a changed document, the index of the entry in the original \
         layout.",
        Form::Own(Own { json_schema: r#"{"type": "integer"}"# }),
    )
    .optional()
    .never(),
    Branch::new(
        "type",
        "Type of the content in readable form: four characters, or a number.",
        Form::Own(Own { json_schema: r#"{"type": ["string", "null"]}"# }),
    )
    .optional()
    .rebuilt(),
    Branch::of_field(EntryRecord::SHAPE, "type_id").optional(),
    Branch::of_field(EntryRecord::SHAPE, "name").rebuilt(),
    Branch::of_field(EntryRecord::SHAPE, "size").optional().never(),
    Branch::of_field(EntryRecord::SHAPE, "attr1"),
    Branch::of_field(EntryRecord::SHAPE, "attr2"),
    Branch::of_field(EntryRecord::SHAPE, "attr3"),
    Branch::of_field(EntryRecord::SHAPE, "offset").optional().never(),
    Branch::of_field(EntryRecord::SHAPE, "sort_index").optional().never(),
    Branch::new("payload", "Bytes of the payload.", Form::Hex).optional().rebuilt(),
    Branch::new(
        "file",
        "File beside the document that contains the bytes.",
        Form::Own(Own { json_schema: r#"{"type": ["string", "null"]}"# }),
    )
    .optional()
    .never(),
    Branch::new(
        "table",
        "Member of the document that contains the decoded payload.",
        Form::Own(Own { json_schema: r#"{"type": "string"}"# }),
    )
    .optional()
    .never(),
    Branch::new(
        "outside",
        "True if offset and size lead out of the data region: the entry has no payload.",
        Form::Own(Own { json_schema: r#"{"type": "boolean"}"# }),
    )
    .optional()
    .never(),
];

branches! {
    static PIECE = {
        /// Kind of the piece: `payload` of one entry, `gap` to which no entry points, or `shared`
        /// by several entries.
        kind: Form::ANY, never;
        /// Index of the entry that owns the payload.
        entry: Form::ANY, never;
        /// Size in bytes.
        size: Form::ANY, never;
        /// File beside the document that contains the bytes.
        file: Form::ANY, never;
        /// Offset in the archive from which the document was made.
        offset: Form::ANY, never;
        /// Content of the piece.
        bytes: Form::Hex, never;
        /// Entries that share the piece.
        entries: Form::List(&Form::Object(SHARE)), never;
    }
}

branches! {
    static SHARE = {
        /// Index of the entry.
        entry: Form::ANY, never;
        /// Offset of its payload in the piece.
        offset: Form::ANY, never;
        /// Size of its payload in bytes.
        size: Form::ANY, never;
    }
}

/// Where a document leaves the payloads.
#[derive(Debug, Clone, Copy)]
pub enum Payloads<'n> {
    /// In the archive: the document alone cannot bring them back.
    Original,
    /// In the document, as hex.
    Inline,
    /// In files of these names, one per entry (`None`: there is no payload to be had).
    Files(&'n [Option<String>]),
}

/// A piece of an archive that has no entry of its own, and the file it wants to be in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartFile<'a> {
    /// Name of the file, below the document's folder.
    pub name: String,
    /// What belongs in it.
    pub bytes: &'a [u8],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PieceKind {
    Gap,
    Payload,
    Shared,
}

/// The data region cut into pieces, in file order. Small: there may be very many.
#[derive(Debug, Clone)]
pub struct Pieces<'a> {
    bytes: &'a [u8],
    pieces: Vec<(u32, u32, PieceKind)>,
    /// Piece, entry, offset and size in the piece; in the order of the pieces.
    owners: Vec<[u32; 4]>,
}

impl<'a> Pieces<'a> {
    /// The pieces of an archive.
    pub fn of(archive: &Archive<'a>) -> Self {
        let (Regions(regions), slots) = Regions::of(archive);
        let mut start = u32::try_from(HEADER_SIZE).unwrap_or(0);
        let pieces = regions.iter().map(|region| {
            // An archive states its own size in 32 bits.
            let len = u32::try_from(region.bytes().len()).unwrap_or(u32::MAX);
            let kind = match region {
                Region::Gap(_) => PieceKind::Gap,
                Region::Shared(_) => PieceKind::Shared,
                Region::Payload { .. } | Region::Added(_) => PieceKind::Payload,
            };
            let at = start;
            start = start.saturating_add(len);
            (at, len, kind)
        });
        let pieces = pieces.collect();
        drop(regions);
        let mut owners: Vec<[u32; 4]> = (0u32..)
            .zip(&slots)
            .filter_map(|(entry, slot)| match *slot {
                Slot::Region(region) => Some([region, entry, 0, 0]),
                Slot::Within { region, offset, len } => Some([region, entry, offset, len]),
                Slot::Outside => None,
            })
            .collect();
        owners.sort_unstable();
        Self { bytes: archive.bytes(), pieces, owners }
    }

    /// The gap that begins at an offset or is the next behind it.
    pub fn at(&self, offset: usize) -> Option<usize> {
        let first = self.pieces.partition_point(|(start, ..)| (*start as usize) < offset);
        let gap = |(.., kind): &(u32, u32, PieceKind)| *kind == PieceKind::Gap;
        Some(first + self.pieces.get(first..)?.iter().position(gap)?)
    }

    /// The pieces that want files of their own, in a document with files beside it.
    pub fn part_files(&self) -> Vec<PartFile<'a>> {
        let entryless = self.pieces.iter().filter(|(.., kind)| *kind != PieceKind::Payload);
        let large = entryless.filter(|(_, len, _)| *len as usize > INLINE);
        large
            .map(|&(start, len, _)| PartFile {
                name: part_name(start),
                bytes: self.cut(start, len),
            })
            .collect()
    }

    fn cut(&self, start: u32, len: u32) -> &'a [u8] {
        let rest = self.bytes.get(start as usize..).unwrap_or_default();
        rest.get(..len as usize).unwrap_or(rest)
    }

    /// The entries of a piece.
    fn owners_of(&self, piece: usize) -> &[[u32; 4]] {
        let piece = u32::try_from(piece).unwrap_or(u32::MAX);
        let start = self.owners.partition_point(|[at, ..]| *at < piece);
        let end = self.owners.partition_point(|[at, ..]| *at <= piece);
        self.owners.get(start..end).unwrap_or_default()
    }

    /// Which entries share bytes with others: those are in the layout, once.
    fn shared(&self, entries: usize) -> Vec<bool> {
        let mut shared = vec![false; entries];
        for [piece, entry, ..] in &self.owners {
            let kind = self.pieces.get(*piece as usize).map(|(.., kind)| *kind);
            if let Some(slot) = shared.get_mut(*entry as usize) {
                *slot = kind == Some(PieceKind::Shared);
            }
        }
        shared
    }

    fn node(self: &Arc<Self>, index: usize, payloads: Payloads<'_>) -> Node<'a> {
        let (start, len, kind) = self.pieces.get(index).copied().unwrap_or((0, 0, PieceKind::Gap));
        let name = match kind {
            PieceKind::Gap => "gap",
            PieceKind::Payload => "payload",
            PieceKind::Shared => "shared",
        };
        let text = |text: &'static str| Some(Told::Text(text.into()).into());
        let size = Some(number(len));
        if kind == PieceKind::Payload {
            let owner = self.owners_of(index).first();
            let entry = owner.map_or(Told::Null.into(), |[_, entry, ..]| number(*entry));
            return Node::object(PIECE, [text(name), Some(entry), size]);
        }
        let large = len as usize > INLINE;
        let file = matches!(payloads, Payloads::Files(_)) && large;
        let original = matches!(payloads, Payloads::Original) && large;
        let bytes = || Node::Hex(self.cut(start, len).into(), At::Offset(start as usize));
        Node::object(
            PIECE,
            [
                text(name),
                None,
                size,
                file.then(|| Told::Text(part_name(start).into()).into()),
                original.then(|| number(start)),
                (!file && !original).then(bytes),
                (kind == PieceKind::Shared).then(|| self.shares(index)),
            ],
        )
    }

    /// One piece can hold every entry there is.
    fn shares(self: &Arc<Self>, piece: usize) -> Node<'a> {
        let pieces = Arc::clone(self);
        let share = move |index: usize| {
            let owner = pieces.owners_of(piece).get(index).copied();
            let [_, entry, offset, size] = owner.unwrap_or_default();
            Node::object(SHARE, [entry, offset, size].map(|value| Some(number(value))))
        };
        Items::new(self.owners_of(piece).len(), share).into()
    }
}

fn number<'a>(number: u32) -> Node<'a> {
    Told::Number(number.into()).into()
}

fn part_name(offset: u32) -> String {
    format!("{PARTS}/{offset:08x}.bin")
}

branches! {
    static REMAINS = {
        flat: Form::Value(Header::KIND), never;
    }
}

/// What can be shown of bytes that are no archive that could be followed: the header.
pub fn remains(bytes: &[u8]) -> Node<'_> {
    Node::object(REMAINS, [Piece::of(Header::KIND, bytes, 0).map(Into::into)])
}

/// The fields of an archive, with their places.
pub fn tree<'a>(archive: &Archive<'a>, payloads: Payloads<'a>) -> Node<'a> {
    Node::object(DOCUMENT, members(archive, payloads, |_| None))
}

/// The members of a document that are the archive's, in the order of [`DOCUMENT`]. `table` says
/// which member of the document has what an entry holds.
pub fn members<'a>(
    archive: &Archive<'a>,
    payloads: Payloads<'a>,
    table: impl Fn(usize) -> Option<&'static str> + Send + Sync + 'a,
) -> [Option<Node<'a>>; 5] {
    let field = const { Header::SHAPE.named("count") };
    let count = Piece::of(field.kind, archive.bytes(), field.offset);
    let sorted = if archive.has_canonical_table() { "sorted" } else { "stored" };
    let pieces = (!archive.has_canonical_layout()).then(|| Arc::new(Pieces::of(archive)));
    let shared = pieces.as_ref().map_or_else(Vec::new, |pieces| pieces.shared(archive.len()));
    let layout = match pieces {
        None => Told::Text("canonical".into()).into(),
        Some(pieces) => {
            let count = pieces.pieces.len();
            Items::new(count, move |index| pieces.node(index, payloads)).into()
        }
    };
    let row = {
        let archive = archive.clone();
        move |index: usize| {
            let shared = shared.get(index).is_some_and(|shared| *shared);
            entry(&archive, index, payloads, shared, table(index))
        }
    };
    let entries = Items::new(archive.len(), row).starting(archive.directory_offset()).into();
    let misstated = archive.misstated_count();
    let misstated = misstated.map(|count| Told::Number(i64::try_from(count).unwrap_or(i64::MAX)));
    [
        count.map(Into::into),
        Some(Told::Text(sorted.into()).into()),
        Some(layout),
        Some(entries),
        misstated.map(Into::into),
    ]
}

/// A row of `entries`.
fn entry<'a>(
    archive: &Archive<'a>,
    index: usize,
    payloads: Payloads<'a>,
    shared: bool,
    table: Option<&'static str>,
) -> Node<'a> {
    let at = archive.directory_offset() + index * EntryRecord::SIZE;
    let field = |name: &str| -> Option<Node<'a>> {
        let field = EntryRecord::SHAPE.field(name)?;
        Some(Piece::of(field.kind, archive.bytes(), at + field.offset)?.into())
    };
    let found = archive.get(index);
    let (mut payload, mut file, mut outside) = (None, None, None);
    match (found.as_ref().map(|entry| (entry.payload(), entry.record().offset)), payloads) {
        _ if table.is_some() => {}
        (Some((Ok(bytes), offset)), Payloads::Inline) if !shared => {
            payload = Some(Node::Hex(bytes.into(), At::Offset(offset as usize)));
        }
        (Some((Ok(_), _)), Payloads::Files(names)) => {
            let name = names.get(index).cloned().flatten();
            file = Some(name.map_or(Told::Null, |name| Told::Text(name.into())).into());
        }
        (Some((Ok(_), _)) | None, _) => {}
        (Some((Err(_), _)), _) => outside = Some(Told::Flag(true).into()),
    }
    Node::object(
        ENTRY,
        [
            Some(Told::Number(i64::try_from(index).unwrap_or(i64::MAX)).into()),
            found.map(|entry| type_node(archive, entry.type_id(), at)),
            field("type_id"),
            field("name"),
            field("size"),
            field("attr1"),
            field("attr2"),
            field("attr3"),
            field("offset"),
            field("sort_index"),
            payload,
            file,
            table.map(|table| Told::Text(table.into()).into()),
            outside,
        ],
    )
}

/// The type as text: the very bytes, where it is shown as four characters.
fn type_node<'a>(archive: &Archive<'a>, id: super::TypeId, at: usize) -> Node<'a> {
    let shown = id.to_string();
    match archive.bytes().get(at..).and_then(<[u8]>::first_chunk::<4>) {
        Some(stored) if shown.as_bytes() == stored => {
            Node::Text(stored.as_slice().into(), At::Offset(at))
        }
        _ => Told::Text(shown.into()).into(),
    }
}
