//! A table of a tree as a tree of fields, and back.

use super::{
    DESCRIPTIONS, ITEM_CODES, ITEMS, ItemState, NAMES, NEED_COUNTS, NEEDS, PART_NAMES, PARTS,
    STATES, TEMPLATES, TreeItem, TreePart, UNLOCK_COUNTS, UNLOCKS,
};
use crate::Result;
use crate::nres::TypeId;
use crate::schema::{Kind, Record as _, Shape, Stored as _};
use crate::tree::{At, Draft, Form, Items, Made, Node, Rows, branches};

/// The stored records.
pub static RECORDS: &[&Shape] = &[TreeItem::SHAPE, TreePart::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
params:
  - id: type_id
    type: u4
    doc: 'Type of the directory entry: 0x30465254 for TRF0.'
seq:
  - id: items
    type: tree_item
    repeat: expr
    repeat-expr: _io.size / 40
    if: type_id == 0x30465254
  - id: states
    type: u1
    repeat: eos
    if: type_id == 0x31465254
  - id: counts
    type: s4
    repeat: expr
    repeat-expr: _io.size / 4
    if: type_id == 0x32465254 or type_id == 0x34465254
  - id: list
    type: s4
    repeat: expr
    repeat-expr: _io.size / 4
    if: type_id == 0x33465254 or type_id == 0x35465254
  - id: texts
    terminator: 0
    eos-error: false
    repeat: eos
    if: type_id >= 0x36465254 and type_id <= 0x41465254
  - id: parts
    type: tree_part
    repeat: expr
    repeat-expr: _io.size / 4
    if: type_id == 0x42465254
  - id: tail
    size-eos: true
";

branches! {
    /// Members of the document of a table of a tree, of which the type of the table selects one.
    pub static DOCUMENT = {
        /// Items that can be researched and built, in `TRF0`.
        items: Form::Rows(TreeItem::KIND), optional, = M "368";
        /// Initial state of each item, in `TRF1`.
        states: Form::Rows(ItemState::KIND), optional;
        /// Number of items that each item needs (`TRF2`) or unlocks (`TRF4`).
        counts: Form::Rows(Kind::I32), optional;
        /// Items that each item needs (`TRF3`) or unlocks (`TRF5`), one list after another.
        list: Form::Rows(Kind::I32), optional;
        /// Texts, in `TRF6` to `TRFA`. Other tables refer to them by byte offset.
        texts: Form::List(&Form::Text), optional, rebuilt;
        /// Parts and their items, in `TRFB`.
        parts: Form::Rows(TreePart::KIND), optional, = M "395";
        /// Bytes after the last whole record; none in the game.
        tail: Form::Hex, optional;
    }
}

/// Which member a table has.
enum Member {
    Rows(usize, Kind),
    Texts,
    Unknown,
}

fn member(type_id: TypeId) -> Member {
    match type_id {
        ITEMS => Member::Rows(0, TreeItem::KIND),
        STATES => Member::Rows(1, ItemState::KIND),
        NEED_COUNTS | UNLOCK_COUNTS => Member::Rows(2, Kind::I32),
        NEEDS | UNLOCKS => Member::Rows(3, Kind::I32),
        PARTS => Member::Rows(5, TreePart::KIND),
        PART_NAMES | ITEM_CODES | NAMES | DESCRIPTIONS | TEMPLATES => Member::Texts,
        _ => Member::Unknown,
    }
}

/// The texts of a table that has such, and where each begins; what is behind the last NUL is none.
pub fn texts(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let whole = bytes.iter().rposition(|byte| *byte == 0).map_or(0, |last| last + 1);
    let whole = bytes.get(..whole).unwrap_or_default();
    let mut at = 0;
    whole.split_inclusive(|byte| *byte == 0).map(move |text| {
        let start = at;
        at += text.len();
        (start, text.strip_suffix(&[0]).unwrap_or(text))
    })
}

/// The fields of a table of a type, with their places. Of any other type it has its bytes.
pub fn tree(bytes: &[u8], type_id: TypeId) -> Node<'_> {
    let mut members: [Option<Node<'_>>; 7] = Default::default();
    let end = match member(type_id) {
        Member::Rows(place, kind) => {
            let rows = Rows::of(kind, bytes, 0, bytes.len());
            let end = rows.bytes.len();
            members.get_mut(place).into_iter().for_each(|slot| *slot = Some(rows.clone().into()));
            end
        }
        Member::Texts => {
            let starts: Vec<u32> =
                texts(bytes).filter_map(|(at, _)| u32::try_from(at).ok()).collect();
            let items = Items::new(starts.len(), move |index| {
                let start = starts.get(index).map_or(0, |at| *at as usize);
                let own = crate::text::until_nul(bytes.get(start..).unwrap_or_default());
                Node::Text(own.into(), At::Offset(start))
            });
            let [.., slot, _, _] = &mut members;
            *slot = Some(items.into());
            bytes.iter().rposition(|byte| *byte == 0).map_or(0, |last| last + 1)
        }
        Member::Unknown => 0,
    };
    let tail = bytes.get(end..).unwrap_or_default();
    let [.., slot] = &mut members;
    *slot = Some(Node::Hex(tail.into(), At::Offset(end)));
    Node::object(DOCUMENT, members)
}

/// The table that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let mut bytes = Vec::new();
    for name in ["items", "states", "counts", "list"] {
        if draft.has(name) {
            bytes.extend_from_slice(draft.bytes(name)?);
        }
    }
    for text in draft.items("texts") {
        if let Draft::Bytes(text) = text {
            if text.contains(&0) {
                return Err(crate::Error::usage("texts", "a NUL ends a text"));
            }
            bytes.extend_from_slice(text);
            bytes.push(0);
        }
    }
    for name in ["parts", "tail"] {
        if draft.has(name) {
            bytes.extend_from_slice(draft.bytes(name)?);
        }
    }
    Ok(Made { bytes, attributes: None })
}
