//! Which edges of polygons are the same edge.

use crate::arealmap::types::{Areal, Link};

/// An edge by its ends, lower one first, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    low: [u32; 2],
    high: [u32; 2],
    /// Whether the polygon goes from the higher end to the lower.
    reversed: bool,
    areal: usize,
    edge: usize,
}

/// A point as a key. Zero is zero whatever its sign.
fn key([x, y, _]: [f32; 3]) -> [u32; 2] {
    [x, y].map(|value| if value == 0.0 { 0 } else { value.to_bits() })
}

fn place(areal: usize, edge: usize, from: [f32; 3], to: [f32; 3]) -> Option<Place> {
    let (a, b) = (key(from), key(to));
    let numbers = [from[0], from[1], to[0], to[1]].iter().all(|value| value.is_finite());
    let (low, high, reversed) = if a <= b { (a, b, false) } else { (b, a, true) };
    (a != b && numbers).then_some(Place { low, high, reversed, areal, edge })
}

/// All edges in order of their ends; equal ones follow each other.
fn places<'p>(polygons: impl Iterator<Item = &'p [[f32; 3]]>) -> Vec<Place> {
    let mut out = Vec::new();
    for (areal, polygon) in polygons.enumerate() {
        let next = polygon.iter().skip(1).chain(polygon.first());
        let edges = polygon.iter().zip(next).enumerate();
        out.extend(edges.filter_map(|(edge, (a, b))| place(areal, edge, *a, *b)));
    }
    out.sort_unstable();
    out
}

/// Two edges that are one, each with the areal and edge it belongs to.
pub(in crate::arealmap) type Pair = ((usize, usize), (usize, usize));

/// What edges are to each other.
#[derive(Debug, Default)]
pub(in crate::arealmap) struct Edges {
    /// Edges that are one, seen from both sides.
    pub pairs: Vec<Pair>,
    /// Edges that nobody else has: the areal and the edge.
    pub alone: Vec<(usize, usize)>,
    /// The first edge that three polygons or more claim, or that one polygon runs along twice, or
    /// two on the same side. Such edges are no pairs.
    pub crowded: Option<(usize, usize)>,
}

impl Edges {
    /// Compares the edges of all polygons.
    pub fn of<'p>(polygons: impl Iterator<Item = &'p [[f32; 3]]>) -> Self {
        let places = places(polygons);
        let mut edges = Self { pairs: Vec::with_capacity(places.len() / 2), ..Self::default() };
        for group in places.chunk_by(|a, b| (a.low, a.high) == (b.low, b.high)) {
            match group {
                [only] => edges.alone.push((only.areal, only.edge)),
                [a, b] if a.reversed != b.reversed && a.areal != b.areal => {
                    edges.pairs.push(((a.areal, a.edge), (b.areal, b.edge)));
                }
                [first, ..] => {
                    edges.crowded.get_or_insert((first.areal, first.edge));
                }
                [] => {}
            }
        }
        edges
    }
}

/// Writes pairs into links.
pub(in crate::arealmap) fn apply(areals: &mut [Areal], pairs: &[Pair]) {
    for &(a, b) in pairs {
        for ((areal, edge), (other, twin)) in [(a, b), (b, a)] {
            let slot = areals.get_mut(areal).and_then(|areal| areal.links.get_mut(edge));
            if let Some((slot, link)) = slot.zip(Link::to(other, twin)) {
                *slot = link;
            }
        }
    }
}
