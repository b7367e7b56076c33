//! A unit as a tree of fields, and back.
//!
//! The parts are a list, as they are stored. How they hang on each other is said by how deep each
//! is: what is taken out of a list or put into it leaves the others where they are. Counts follow.

use super::edit::UnitBuf;
use super::read::{Unit, offset_of, open};
use super::types::{Head, Part, PartClass};
use crate::schema::{Kind, Record as _, Shape, Stored as _};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, branches};
use crate::{Error, Result};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Head::SHAPE, Part::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: magic
    contents: [0xf1, 0xf0]
  - id: head
    type: head
  - id: parts
    type: part
    repeat: expr
    repeat-expr: (_io.size - 8) / 112
  - id: tail
    size-eos: true
";

/// What of a part does not follow from the tree.
const BODY: &Shape = &Part::SHAPE.before("child_count");

branches! {
    /// Members of a unit's document.
    pub static DOCUMENT = {
        flat: Form::Filled(Head::KIND, new_head);
        /// Parts in depth-first order: each part is followed by its children, and each child by its
        /// own children.
        parts: Form::List(&Form::Object(PART)), rebuilt;
        /// Bytes after the last whole part; none in a valid unit.
        tail: Form::Hex, optional;
    }
}

static PART: &[Branch] = &[
    Branch::new("", "", Form::Filled(Kind::Group(BODY), new_part)),
    Branch::of_field(Part::SHAPE, "child_count").optional().never(),
    Branch::new(
        "depth",
        "Depth in the tree of parts: 0 for the root, 1 for its children, and so on. 1 if omitted, \
         0 for the first part. The child counts are computed from it.",
        Form::Value(Kind::U32),
    )
    .optional()
    .rebuilt(),
    Branch::new(
        "parent",
        "Index of the parent part, -1 for none, computed from the depths. Setting it moves the \
         part with all its children.",
        Form::Value(Kind::I32),
    )
    .numbers_of(&["parts"])
    .optional()
    .never(),
];

fn new_head() -> Vec<u8> {
    Head::default().write().to_vec()
}

fn new_part() -> Vec<u8> {
    let part = Part::new(b"", PartClass::INTERNAL, 0).unwrap_or_default();
    part.write().iter().take(BODY.size).copied().collect()
}

/// The fields of a unit, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let unit = Unit::read(bytes)?;
    let tail = unit.tail();
    let tail = Node::Hex(tail.into(), At::Offset(bytes.len() - tail.len()));
    let parts = Items::new(unit.len(), move |index| {
        let number = |value: i64, kind: Kind| {
            let mut stored = vec![0; kind.size()];
            let _ = kind.put_int(value, &mut stored);
            Some(Piece::made(kind, stored).into())
        };
        let parent = unit.parent(index).and_then(|parent| i64::try_from(parent).ok());
        let depth = number(unit.depth(index).into(), Kind::U32);
        part_node(bytes, index, [depth, number(parent.unwrap_or(-1), Kind::I32)])
    });
    let parts = parts.starting(offset_of(0));
    Ok(Node::object(DOCUMENT, [head_node(bytes), Some(parts.into()), Some(tail)]))
}

fn head_node(bytes: &[u8]) -> Option<Node<'_>> {
    Piece::of(Head::KIND, bytes, 0).map(Into::into)
}

/// A part; where it hangs is said where that is known.
fn part_node<'a>(
    bytes: &'a [u8],
    index: usize,
    [depth, parent]: [Option<Node<'a>>; 2],
) -> Node<'a> {
    let at = offset_of(index);
    let body = Piece::of(Kind::Group(BODY), bytes, at).map(Into::into);
    let count = Part::SHAPE.named("child_count");
    let count = Piece::of(count.kind, bytes, at + count.offset).map(Into::into);
    Node::object(PART, [body, count, depth, parent])
}

/// What can be shown of bytes that cannot be followed: the head, and the parts that are there.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let (_, error) = open(bytes).err()?;
    let count = bytes.len().saturating_sub(Head::SIZE) / Part::SIZE;
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| match branch.name {
        "" => head_node(bytes),
        "parts" if count > 0 => {
            let parts = Items::new(count, move |index| part_node(bytes, index, [None, None]));
            Some(parts.starting(offset_of(0)).into())
        }
        _ => None,
    }))
}

/// The unit that a draft describes. How many parts hang on each follows from how deep they are.
pub fn make(draft: &Draft) -> Result<Made> {
    let part = |(index, draft): (usize, &Draft)| {
        let within = |error: Error| error.within(&format!("parts[{index}]"), 0);
        let mut raw = [0; Part::SIZE];
        let body = draft.fields().map_err(within)?;
        raw.iter_mut().zip(body).for_each(|(slot, byte)| *slot = *byte);
        let usual = u32::from(index > 0);
        let depth = if draft.has("depth") { draft.number("depth").map_err(within)? } else { usual };
        Ok((Part::read(&raw), depth))
    };
    let parts = draft.items("parts").iter().enumerate().map(part).collect::<Result<_>>()?;
    let head = Head::read(draft.fields()?.first_chunk().unwrap_or(&[0; Head::SIZE]));
    let tail = if draft.has("tail") { draft.bytes("tail")?.to_vec() } else { Vec::new() };
    let bytes = UnitBuf::of_depths(head, parts, tail)?.write();
    Ok(Made { bytes, attributes: None })
}
