//! Reading: where each ring lies.

use super::codes;
use super::types::{Corner, RingHead, RingSet};
use crate::bytes::Cursor;
use crate::schema::{Record as _, Stream};
use crate::{Code, Error, Findings, Result};

/// A footprint seen through its bytes.
#[derive(Debug, Clone)]
pub struct Base<'a> {
    bytes: &'a [u8],
    inner: Vec<Place>,
    outer: Vec<Place>,
    tail: usize,
}

/// Where a ring lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Where its first corner is.
    pub offset: usize,
    /// How many corners it has.
    pub corners: usize,
    /// Whether it says where it was traced.
    pub is_traced: bool,
}

/// A ring of corners.
#[derive(Debug, Clone, Copy)]
pub struct Ring<'a> {
    /// The corners.
    pub points: Stream<'a, [f32; 3]>,
    /// What is stored behind the last of them: the first once more.
    pub closing: [f32; 3],
    /// For each corner the triangle of the model it was traced on; none in an outer ring.
    pub triangles: Stream<'a, u32>,
    /// For each corner the corner of that triangle.
    pub corners: Stream<'a, u32>,
}

impl Place {
    fn points_size(&self) -> usize {
        self.corners * Corner::SIZE
    }

    /// Where the corner is that closes it.
    pub fn closing(&self) -> usize {
        self.offset + self.points_size()
    }

    /// Where its triangles begin.
    pub fn triangles(&self) -> usize {
        self.closing() + Corner::SIZE
    }

    /// Where the corners of its triangles begin.
    pub fn corners_at(&self) -> usize {
        self.triangles() + self.corners * 4
    }
}

impl<'a> Base<'a> {
    /// Reads a footprint. All rings that are counted have to be there, with all their corners.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|(_, error)| error)
    }

    /// Reads a footprint and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let base = Self::read(bytes)?;
        let mut findings = Findings::new(crate::Mode::Strict, false);
        super::check(bytes, &mut findings);
        findings.or_error(base)
    }

    /// How many rings the ground is cut out along.
    pub fn inner_count(&self) -> usize {
        self.inner.len()
    }

    /// How many rings bound what is cut anew.
    pub fn outer_count(&self) -> usize {
        self.outer.len()
    }

    /// A ring that the ground is cut out along.
    pub fn inner(&self, index: usize) -> Option<Ring<'a>> {
        self.inner.get(index).and_then(|place| self.ring(place))
    }

    /// A ring that bounds what is cut anew.
    pub fn outer(&self, index: usize) -> Option<Ring<'a>> {
        self.outer.get(index).and_then(|place| self.ring(place))
    }

    /// The rings of a set with the name of the set: `inner`, then `outer`.
    pub fn sets(&self) -> [(&'static str, Vec<Ring<'a>>); 2] {
        let rings =
            |set: &[Place]| set.iter().filter_map(|place| self.ring(place)).collect::<Vec<_>>();
        [("inner", rings(&self.inner)), ("outer", rings(&self.outer))]
    }

    /// Bytes behind the last ring; none in the game.
    pub fn tail(&self) -> &'a [u8] {
        self.bytes.get(self.tail..).unwrap_or_default()
    }

    pub(super) fn places(&self) -> [&[Place]; 2] {
        [&self.inner, &self.outer]
    }

    fn ring(&self, place: &Place) -> Option<Ring<'a>> {
        let part = |at: usize, size: usize| self.bytes.get(at..)?.get(..size);
        let traced = if place.is_traced { place.corners * 4 } else { 0 };
        Some(Ring {
            points: Stream::new(part(place.offset, place.points_size())?),
            closing: Stream::new(part(place.closing(), Corner::SIZE)?).get(0)?,
            triangles: Stream::new(part(place.triangles(), traced)?),
            corners: Stream::new(part(place.corners_at().min(self.bytes.len()), traced)?),
        })
    }
}

impl Ring<'_> {
    /// Whether its last corner is its first, to the bit.
    pub fn is_closed(&self) -> bool {
        let first = self.points.get(0);
        first.is_some_and(|first| first.map(f32::to_bits) == self.closing.map(f32::to_bits))
    }

    /// Its area seen from above: above 0 where it goes round anticlockwise.
    pub fn area(&self) -> f64 {
        let corners = || self.points.iter().map(|[x, y, _]| [f64::from(x), f64::from(y)]);
        let next = corners().cycle().skip(1);
        let twice: f64 = corners().zip(next).map(|([x, y], [u, v])| x * v - u * y).sum();
        twice / 2.0
    }
}

/// Follows the structure; where that fails, says which rule is broken.
pub(super) fn open(bytes: &[u8]) -> Result<Base<'_>, (&'static Code, Error)> {
    let mut cursor = Cursor::new(bytes);
    let inner = set(&mut cursor, "inner", true).map_err(|error| (&codes::RANGE, error))?;
    let outer = set(&mut cursor, "outer", false).map_err(|error| (&codes::RANGE, error))?;
    Ok(Base { bytes, inner, outer, tail: cursor.position() })
}

fn set(cursor: &mut Cursor<'_>, name: &'static str, is_traced: bool) -> Result<Vec<Place>> {
    let RingSet { rings } = RingSet::read(&cursor.array(name)?);
    // A ring has at least its count and one corner.
    let least = RingHead::SIZE + Corner::SIZE;
    cursor.clone().rows(rings, least, name)?;
    let mut places = Vec::new();
    for index in 0..rings {
        let within = |error: Error| {
            let field = format!("{name}[{index}].points");
            error.named(field)
        };
        let RingHead { corners } = RingHead::read(&cursor.array("points").map_err(within)?);
        let offset = cursor.position();
        let points = cursor.rows(corners, Corner::SIZE, "points").map_err(within)?;
        cursor.take(Corner::SIZE, "points").map_err(within)?;
        if is_traced {
            cursor.rows(corners, 8, "points").map_err(within)?;
        }
        places.push(Place { offset, corners: points.len() / Corner::SIZE, is_traced });
    }
    Ok(places)
}
