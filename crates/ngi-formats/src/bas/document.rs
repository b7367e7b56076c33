//! A footprint as a tree of fields, and back.

use super::edit::{BaseBuf, RingBuf};
use super::read::{self, Base, Place};
use super::types::{Corner, RingHead, RingSet};
use crate::schema::{Kind, Record as _, Shape, Stored};
use crate::tree::{At, Draft, Form, Items, Made, Node, Piece, Rows, branches};
use crate::{Error, Result};

/// The stored records.
pub static RECORDS: &[&Shape] = &[RingSet::SHAPE, RingHead::SHAPE, Corner::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: inner_set
    type: ring_set
  - id: inner
    type: inner_ring
    repeat: expr
    repeat-expr: inner_set.rings
  - id: outer_set
    type: ring_set
  - id: outer
    type: outer_ring
    repeat: expr
    repeat-expr: outer_set.rings
  - id: tail
    size-eos: true
types:
  inner_ring:
    seq:
      - id: head
        type: ring_head
      - id: points
        type: corner
        repeat: expr
        repeat-expr: head.corners
      - id: closing
        type: corner
      - id: triangles
        type: u4
        repeat: expr
        repeat-expr: head.corners
      - id: corners
        type: u4
        repeat: expr
        repeat-expr: head.corners
  outer_ring:
    seq:
      - id: head
        type: ring_head
      - id: points
        type: corner
        repeat: expr
        repeat-expr: head.corners
      - id: closing
        type: corner
";

const POINT: Kind = <[f32; 3]>::KIND;

branches! {
    /// Members of a footprint's document.
    pub static DOCUMENT = {
        /// Inner rings: the outlines along which the ground is cut out, in model space.
        inner: Form::List(&Form::Object(INNER)), = M "one";
        /// Outer rings: the limits of the ground that is rebuilt, in model space.
        outer: Form::List(&Form::Object(OUTER)), = M "one";
        /// Bytes after the last ring; none in the shipped game.
        tail: Form::Hex, optional;
    }
}

branches! {
    static INNER = {
        /// Corners, anticlockwise seen from above.
        points: Form::Rows(POINT), = M "3 to 26, anticlockwise";
        /// Corner stored after the last one: a copy of the first. Derived if left out.
        closing: Form::Value(POINT), optional;
        /// Triangle of the model that each corner was traced on.
        triangles: Form::Rows(Kind::U32), = M "valid on 15 of 30";
        /// Corner of that triangle for each corner of the ring, 0 to 2.
        corners: Form::Rows(Kind::U32);
    }
}

branches! {
    static OUTER = {
        /// Corners, anticlockwise seen from above.
        points: Form::Rows(POINT), = M "3 to 26, anticlockwise";
        /// Corner stored after the last one: a copy of the first. Derived if left out.
        closing: Form::Value(POINT), optional;
    }
}

/// The fields, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let base = Base::read(bytes)?;
    let [inner, outer] = base.places().map(|places| rings(bytes, places.to_vec()));
    let tail = base.tail();
    let at = At::Offset(bytes.len() - tail.len());
    let parts = [inner.into(), outer.into(), Node::Hex(tail.into(), at)];
    Ok(Node::object(DOCUMENT, parts.map(Some)))
}

fn rings(bytes: &[u8], places: Vec<Place>) -> Items<'_> {
    Items::new(places.len(), move |index| {
        places.get(index).map_or(Node::Members(Vec::new()), |place| ring(bytes, place))
    })
}

fn ring<'a>(bytes: &'a [u8], place: &Place) -> Node<'a> {
    let points = Rows::of(POINT, bytes, place.offset, place.corners * Corner::SIZE);
    let closing = Piece::of(POINT, bytes, place.closing()).map(Into::into);
    if !place.is_traced {
        return Node::object(OUTER, [Some(points.into()), closing]);
    }
    let traces = |at: usize| Some(Rows::of(Kind::U32, bytes, at, place.corners * 4).into());
    let parts =
        [Some(points.into()), closing, traces(place.triangles()), traces(place.corners_at())];
    Node::object(INNER, parts)
}

/// What can be shown of bytes that end too early: the part that they end in.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let (_, error) = read::open(bytes).err()?;
    Some(Node::remains(DOCUMENT, bytes, &error, |_| None))
}

/// The footprint that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let rings = |name: &'static str| -> Result<Vec<RingBuf>> {
        let rings = draft.items(name).iter().enumerate();
        let ring = |(index, ring)| {
            made_ring(ring).map_err(|error| error.within(&format!("{name}[{index}]"), 0))
        };
        rings.map(ring).collect()
    };
    let (inner, outer) = (rings("inner")?, rings("outer")?);
    let tail = if draft.has("tail") { draft.bytes("tail")?.to_vec() } else { Vec::new() };
    Ok(Made { bytes: BaseBuf { inner, outer, tail }.write()?, attributes: None })
}

fn made_ring(draft: &Draft) -> Result<RingBuf> {
    let points = rows::<[f32; 3]>(draft, "points")?;
    let first = points.first().copied();
    let closing = if draft.has("closing") {
        <[f32; 3]>::get(draft.bytes("closing")?, 0)
    } else {
        let why = "missing, and there is no corner that it could be";
        first.ok_or_else(|| Error::usage("closing", why))?
    };
    let (triangles, corners) = (rows(draft, "triangles")?, rows(draft, "corners")?);
    Ok(RingBuf { points, closing, triangles, corners })
}

/// The rows of a part; none where there is no such part.
fn rows<T: Stored>(draft: &Draft, name: &str) -> Result<Vec<T>> {
    if !draft.has(name) {
        return Ok(Vec::new());
    }
    let bytes = draft.bytes(name)?;
    Ok(bytes.chunks_exact(T::SIZE).map(|row| T::get(row, 0)).collect())
}
