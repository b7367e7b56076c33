//! A footprint that owns its rings: changed, and written.

use super::read::{Base, Ring};
use super::types::{RingHead, RingSet};
use crate::bytes::Put as _;
use crate::schema::Record as _;
use crate::{Error, Result};

/// A footprint that can be changed. What was read is written back to the same bytes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BaseBuf {
    /// Rings that the ground is cut out along; each says where it was traced.
    pub inner: Vec<RingBuf>,
    /// Rings that bound what is cut anew.
    pub outer: Vec<RingBuf>,
    /// Bytes behind the last ring.
    pub tail: Vec<u8>,
}

/// A ring of a [`BaseBuf`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RingBuf {
    /// Its corners.
    pub points: Vec<[f32; 3]>,
    /// What is stored behind the last of them: the first once more.
    pub closing: [f32; 3],
    /// For each corner the triangle of the model it was traced on; empty in an outer ring.
    pub triangles: Vec<u32>,
    /// For each corner the corner of that triangle; empty in an outer ring.
    pub corners: Vec<u32>,
}

impl RingBuf {
    /// A ring of these corners.
    pub fn closed(points: Vec<[f32; 3]>) -> Result<Self> {
        let first = points.first().copied();
        let closing = first.ok_or_else(|| Error::usage("points", "a ring has corners"))?;
        Ok(Self { points, closing, ..Self::default() })
    }

    /// The same ring, traced on corners of triangles.
    pub fn traced(self, triangles: Vec<u32>, corners: Vec<u32>) -> Result<Self> {
        let ring = Self { triangles, corners, ..self };
        ring.check_traces("")?;
        Ok(ring)
    }

    fn of(ring: &Ring<'_>) -> Self {
        let Ring { points, closing, triangles, corners } = ring;
        Self {
            points: points.to_vec(),
            closing: *closing,
            triangles: triangles.to_vec(),
            corners: corners.to_vec(),
        }
    }

    fn check_traces(&self, before: &str) -> Result<()> {
        for (field, count) in [("triangles", self.triangles.len()), ("corners", self.corners.len())]
        {
            if count != self.points.len() {
                let why = format!("{count}, but the ring has {} corners", self.points.len());
                return Err(Error::usage(format!("{before}{field}"), why));
            }
        }
        Ok(())
    }
}

impl BaseBuf {
    /// What a footprint has.
    pub fn of(base: &Base<'_>) -> Self {
        let [inner, outer] =
            base.sets().map(|(_, rings)| rings.iter().map(RingBuf::of).collect::<Vec<_>>());
        Self { inner, outer, tail: base.tail().to_vec() }
    }

    /// The payload. Fails where an inner ring does not say of each corner where it was traced, or
    /// an outer one does.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { inner, outer, tail } = self;
        let mut out = Vec::new();
        for (name, rings) in [("inner", inner), ("outer", outer)] {
            out.put(&RingSet { rings: count(rings.len(), name)? }.write());
            for (index, ring) in rings.iter().enumerate() {
                let before = format!("{name}[{index}].");
                let RingBuf { points, closing, triangles, corners } = ring;
                if name == "inner" {
                    ring.check_traces(&before)?;
                } else if !triangles.is_empty() || !corners.is_empty() {
                    let why = "an outer ring does not say where it was traced";
                    return Err(Error::usage(format!("{before}triangles"), why));
                }
                out.put(&RingHead { corners: count(points.len(), "points")? }.write());
                points.iter().chain([closing]).flatten().for_each(|number| out.put_f32(*number));
                triangles.iter().chain(corners).for_each(|number| out.put_u32(*number));
            }
        }
        out.put(tail);
        Ok(out)
    }
}

fn count(count: usize, field: &'static str) -> Result<u32> {
    u32::try_from(count).map_err(|_| Error::usage(field, format!("{count} do not fit")))
}

/// Closes the rings whose first corner was moved: those whose last corner is where it was. Gives
/// the bytes and a line for each.
pub fn follow(before: &[u8], after: &[u8]) -> Result<(Vec<u8>, Vec<String>)> {
    let old = Base::read(before).map(|base| BaseBuf::of(&base)).unwrap_or_default();
    let mut new = BaseBuf::of(&Base::read(after)?);
    let mut lines = Vec::new();
    let sets = [("inner", &old.inner, &mut new.inner), ("outer", &old.outer, &mut new.outer)];
    for (name, old, rings) in sets {
        for (index, ring) in rings.iter_mut().enumerate() {
            let was_closed = old.get(index).is_some_and(|old| {
                old.points.first() == Some(&old.closing) && old.closing == ring.closing
            });
            if was_closed {
                lines.extend(close(ring).then(|| format!("{name}[{index}].closing")));
            }
        }
    }
    let bytes = if lines.is_empty() { after.to_vec() } else { new.write()? };
    Ok((bytes, lines))
}

/// Closes every ring that is open; `None` where all are closed.
pub fn mend(bytes: &[u8]) -> Result<Option<(Vec<u8>, Vec<String>)>> {
    let mut base = BaseBuf::of(&Base::read(bytes)?);
    let mut lines = Vec::new();
    for (name, rings) in [("inner", &mut base.inner), ("outer", &mut base.outer)] {
        for (index, ring) in rings.iter_mut().enumerate() {
            lines.extend(close(ring).then(|| format!("{name}[{index}].closing")));
        }
    }
    Ok(if lines.is_empty() { None } else { Some((base.write()?, lines)) })
}

/// Lets a ring end where it begins; says whether it did not.
fn close(ring: &mut RingBuf) -> bool {
    let Some(first) = ring.points.first().copied() else { return false };
    let open = first.map(f32::to_bits) != ring.closing.map(f32::to_bits);
    ring.closing = first;
    open
}
