//! The stored form, read and written.

use crate::bytes::{Cursor, Put as _};
use crate::schema::{Record as _, Stream, record};
use crate::{Error, Findings, FixedStr, Result};

record! {
    /// Number of control points.
    pub struct Head[4] derive(Eq, Default) {
        /// Number of points, which is also the number of names after them.
        0x00 => count: u32,
    }
}

record! {
    /// Position of a control point, and its direction or size.
    pub struct Place[36] derive(Default) {
        /// Unknown purpose.
        0x00 => unk_0x00: f32 = M "0 or -0, rarely something else",
        /// Node of the model whose frame the position is in.
        0x04 => node: i32,
        /// Node that carries the point. The point is lost together with this node, for example with
        /// a wheel.
        0x08 => carrier: i32,
        /// Position in the frame of the node.
        0x0c => position: [f32; 3],
        /// Direction of length 1. For points that are sizes (`Width`, `Height`, `Size`): the size,
        /// along one axis. Triples `_X _Y _Z` or `_d _w _h` form a frame together.
        0x18 => vector: [f32; 3] = M "length 1 on 553 of 570 directions, one axis on all 191 sizes",
    }
}

record! {
    /// Name of a control point. The names follow after all points.
    pub struct PointName[32] derive(Eq, Default) {
        /// Name, such as `LeftFoot`: at most 31 bytes and a NUL.
        0x00 => name: FixedStr<32>,
    }
}

/// A point and its name.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PointBuf {
    /// Where it is.
    pub place: Place,
    /// What it is called.
    pub name: FixedStr<32>,
}

/// The points seen through their bytes.
#[derive(Debug, Clone, Copy)]
pub struct Points<'a> {
    places: Stream<'a, Place>,
    names: Stream<'a, FixedStr<32>>,
    tail: &'a [u8],
}

impl<'a> Points<'a> {
    /// Reads them. As many points and names as are counted have to be there.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let Head { count } = Head::read(&cursor.array("points")?);
        // Both at once, so that names that are cut off are no reason to look at the points.
        let both = cursor.rows(count, Place::SIZE + PointName::SIZE, "points")?;
        let count = both.len() / (Place::SIZE + PointName::SIZE);
        let (places, names) = both.split_at_checked(count * Place::SIZE).unwrap_or_default();
        Ok(Self { places: Stream::new(places), names: Stream::new(names), tail: cursor.rest() })
    }

    /// Reads them and fails on the first rule of severity *error* that is broken.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let points = Self::read(bytes)?;
        let mut findings = Findings::new(crate::Mode::Strict, false);
        super::check(bytes, &mut findings);
        findings.or_error(points)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A point.
    pub fn get(&self, index: usize) -> Option<PointBuf> {
        Some(PointBuf { place: self.places.get(index)?, name: self.names.get(index)? })
    }

    /// All points in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = PointBuf> + use<'a> {
        self.places.into_iter().zip(self.names).map(|(place, name)| PointBuf { place, name })
    }

    /// The first point of a name, ignoring case.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.names.iter().position(|own| own.is(name))
    }

    /// Bytes behind the last name; none in the game.
    pub fn tail(&self) -> &'a [u8] {
        self.tail
    }

    /// The same as values to change.
    pub fn to_buf(&self) -> PointsBuf {
        PointsBuf { points: self.iter().collect(), tail: self.tail.to_vec() }
    }
}

/// The points as values to change.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PointsBuf {
    /// The points.
    pub points: Vec<PointBuf>,
    /// Bytes behind the last name.
    pub tail: Vec<u8>,
}

impl PointsBuf {
    /// These points.
    pub fn of(points: Vec<PointBuf>) -> Self {
        Self { points, tail: Vec::new() }
    }

    /// The payload: the bytes it was read from, unless something was changed.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { points, tail } = self;
        let count = u32::try_from(points.len())
            .map_err(|_| Error::usage("points", format!("{} do not fit", points.len())))?;
        let mut out = Head { count }.write().to_vec();
        points.iter().for_each(|PointBuf { place, .. }| out.put(&place.write()));
        points.iter().for_each(|PointBuf { name, .. }| out.put(&name.0));
        out.put(tail);
        Ok(out)
    }
}
