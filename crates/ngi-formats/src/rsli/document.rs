//! An archive as a tree of fields. What a document says goes back through the
//! [`Editor`](super::Editor), applied to the original archive: packed bytes cannot be made again
//! from unpacked ones.

use std::sync::Arc;

use super::read::{self, Archive, table_end};
use super::types::{
    EntryRecord, Header, METHOD, METHOD_KIND, Method, NAME_SIZE, TRAILER_SIZE, Trailer,
};
use crate::schema::{Record as _, Stored as _};
use crate::tree::{At, Branch, Form, Items, Node, Own, Piece, Told, branches};

/// Where the original archive is kept beside a document.
pub const ORIGINAL: &str = "ngi.parts/original.bin";

const _: () = assert!(NAME_SIZE == EntryRecord::SHAPE.named("name").size());

/// Members of an archive's document.
pub static DOCUMENT: &[Branch] = &[
    Branch::new(
        "header",
        "Header of the archive: the first 32 bytes, after the magic.",
        Form::Value(Header::KIND),
    )
    .rebuilt(),
    Branch::of_field(Trailer::SHAPE, "overlay").optional().rebuilt(),
    Branch::new(
        "entries",
        "Table of the archive, one element per entry.",
        Form::List(&Form::Object(ENTRY)),
    ),
    Branch::new("original", "Archive from which the document was made.", Form::Object(SOURCE))
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

/// Members of an element of `entries`.
pub static ENTRY: &[Branch] = &[
    Branch::new(
        "index",
        "Index in the table; in a changed document, the index of the entry in the original \
         archive.",
        Form::Own(Own { json_schema: r#"{"type": ["integer", "null"]}"# }),
    )
    .optional()
    .never(),
    Branch::of_field(EntryRecord::SHAPE, "name").rebuilt(),
    Branch::of_field(EntryRecord::SHAPE, "unk_0x0c").optional().rebuilt(),
    Branch::of_field(EntryRecord::SHAPE, "flags").optional().rebuilt(),
    Branch::new("method", METHOD.doc, Form::Value(METHOD_KIND)).optional().rebuilt(),
    Branch::of_field(EntryRecord::SHAPE, "sort_to_original").optional().never(),
    Branch { name: "size", ..Branch::of_field(EntryRecord::SHAPE, "unpacked_size") }
        .optional()
        .never(),
    Branch::of_field(EntryRecord::SHAPE, "offset").optional().never(),
    Branch::of_field(EntryRecord::SHAPE, "packed_size").optional().never(),
    Branch::new("payload", "Unpacked bytes of the payload.", Form::Hex).optional().never(),
    Branch::new(
        "file",
        "File beside the document that contains the unpacked payload.",
        Form::Own(Own { json_schema: r#"{"type": ["string", "null"]}"# }),
    )
    .optional()
    .never(),
];

branches! {
    static SOURCE = {
        /// All bytes of the archive.
        bytes: Form::Hex, optional, never;
        /// File beside the document that contains the bytes.
        file: Form::ANY, optional, never;
    }
}

/// Where a document leaves the original archive.
#[derive(Debug, Clone, Copy)]
pub enum Payloads<'n> {
    /// Nowhere: the document alone cannot bring it back.
    Original,
    /// In the document, as hex.
    Inline,
    /// In a file beside it; what the entries unpack to is in files of these names (`None`: there
    /// is no payload to be had).
    Files(&'n [Option<String>]),
}

/// The fields of an archive, with their places. Those of the table are where their enciphered
/// bytes are.
pub fn tree<'a>(archive: &Archive<'a>, payloads: Payloads<'a>) -> Node<'a> {
    let bytes = archive.bytes();
    let header = Piece::of(Header::KIND, bytes, 0).map(Into::into);
    let overlay = archive.overlay().and_then(|_| {
        let field = Trailer::SHAPE.field("overlay")?;
        Piece::of(field.kind, bytes, bytes.len().checked_sub(TRAILER_SIZE)? + field.offset)
    });
    let overlay = overlay.map_or_else(|| Told::Null.into(), Node::from);
    let records: Arc<[EntryRecord]> = archive.records().into();
    let entries = Items::new(records.len(), move |index| {
        records
            .get(index)
            .map_or_else(|| Told::Null.into(), |record| entry(index, record, payloads))
    });
    let original = match payloads {
        Payloads::Original => None,
        Payloads::Inline => Some([Some(Node::Hex(bytes.into(), At::Offset(0))), None]),
        Payloads::Files(_) => Some([None, Some(Told::Text(ORIGINAL.into()).into())]),
    };
    let original = original.map(|parts| Node::object(SOURCE, parts));
    Node::object(DOCUMENT, [header, Some(overlay), Some(entries.into()), original])
}

/// What can be shown of bytes that are no archive that could be followed: the header.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let (_, error) = read::open(bytes).err()?;
    let header = Piece::of(Header::KIND, bytes, 0);
    Some(match header.filter(|_| error.field != "header") {
        Some(header) => Node::remains(DOCUMENT, bytes, &error, |branch| {
            (branch.name == "header").then(|| header.clone().into())
        }),
        None => Node::remains(DOCUMENT, bytes, &error, |_| None),
    })
}

/// A row of `entries`: deciphered bytes, at the places of the enciphered ones.
fn entry<'a>(index: usize, record: &EntryRecord, payloads: Payloads<'a>) -> Node<'a> {
    let (raw, at) = (record.write(), table_end(index));
    let whole = Piece { kind: EntryRecord::KIND, bytes: raw.to_vec().into(), at: At::Offset(at) };
    let field = |name: &str| {
        let field = EntryRecord::SHAPE.field(name)?;
        Some(whole.part(field.kind, field.offset).into())
    };
    let method = match Method::of(record.flags) {
        known if known.is_known() => {
            let at = EntryRecord::SHAPE.named("flags").offset;
            Some(whole.part(METHOD_KIND, at).into())
        }
        unknown => Some(Told::Text(unknown.to_string().into()).into()),
    };
    let file = match payloads {
        Payloads::Files(names) => {
            let name = names.get(index).cloned().flatten();
            Some(name.map_or(Told::Null, |name| Told::Text(name.into())).into())
        }
        _ => None,
    };
    Node::object(
        ENTRY,
        [
            Some(Told::Number(i64::try_from(index).unwrap_or(i64::MAX)).into()),
            field("name"),
            field("unk_0x0c"),
            field("flags"),
            method,
            field("sort_to_original"),
            field("unpacked_size"),
            field("offset"),
            field("packed_size"),
            None,
            file,
        ],
    )
}
