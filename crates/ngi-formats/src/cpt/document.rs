//! Control points as a tree of fields, and back.

use super::types::{Head, Place, PointBuf, PointName, Points, PointsBuf};
use crate::schema::{Record as _, Shape, Stored as _};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, branches};
use crate::{FixedStr, Result};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Head::SHAPE, Place::SHAPE, PointName::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: head
    type: head
  - id: places
    type: place
    repeat: expr
    repeat-expr: head.count
  - id: names
    type: point_name
    repeat: expr
    repeat-expr: head.count
  - id: tail
    size-eos: true
";

branches! {
    /// Members of the document of a list of control points.
    pub static DOCUMENT = {
        /// Control points. Other files refer to them by number.
        points: Form::List(&Form::Object(POINT)), = M "3,599 in 284 entries";
        /// Bytes after the last name; none in the shipped game.
        tail: Form::Hex, optional;
    }
}

static POINT: &[Branch] = &[
    Branch::of_field(PointName::SHAPE, "name"),
    Branch::new("", "", Form::Filled(Place::KIND, new_place)),
];

fn new_place() -> Vec<u8> {
    Place::default().write().to_vec()
}

/// So many points of those that are counted. Their names begin behind the last that is counted.
fn points(bytes: &[u8], shown: usize, counted: usize) -> Items<'_> {
    let names = counted.saturating_mul(Place::SIZE).saturating_add(Head::SIZE);
    let point = move |index: usize| {
        let place = Piece::of(Place::KIND, bytes, Head::SIZE + index * Place::SIZE);
        let at = names.saturating_add(index * PointName::SIZE);
        let name = Piece::of(FixedStr::<32>::KIND, bytes, at);
        Node::object(POINT, [name.map(Into::into), place.map(Into::into)])
    };
    Items::new(shown, point).starting(Head::SIZE)
}

/// The fields, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let read = Points::read(bytes)?;
    let (count, tail) = (read.len(), read.tail());
    let at = At::Offset(bytes.len() - tail.len());
    let parts = [Some(points(bytes, count, count).into()), Some(Node::Hex(tail.into(), at))];
    Ok(Node::object(DOCUMENT, parts))
}

/// What can be shown of bytes that end too early: the points that are there, without names.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = Points::read(bytes).err()?;
    let counted = bytes.first_chunk().map_or(0, |head| Head::read(head).count);
    let there = bytes.len().saturating_sub(Head::SIZE) / Place::SIZE;
    let count = usize::try_from(counted).unwrap_or(usize::MAX);
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        let is_there = branch.name == "points" && bytes.len() >= Head::SIZE;
        is_there.then(|| points(bytes, there.min(count), count).into())
    }))
}

/// The points that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let point = |point: &Draft| -> Result<PointBuf> {
        let name = FixedStr::get(point.bytes("name")?, 0);
        Ok(PointBuf { place: Place::get(point.fields()?, 0), name })
    };
    let points = draft.items("points").iter().map(point).collect::<Result<_>>()?;
    let tail = if draft.has("tail") { draft.bytes("tail")?.to_vec() } else { Vec::new() };
    Ok(Made { bytes: PointsBuf { points, tail }.write()?, attributes: None })
}
