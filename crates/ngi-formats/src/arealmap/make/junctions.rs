//! Corners that polygons lack where a neighbour's edge ends in the middle of theirs.
//!
//! A link joins one edge to one edge, and every edge of the game's maps that is not on the border
//! of the map has one: where a long edge borders on two short ones it has a corner between them.
//! So a polygon gets that corner. Its shape stays what it is, within the rounding of a float.

use std::ops::ControlFlow;

use crate::arealmap::boxes::{self, Boxed};
use crate::{Error, Result};

/// Pairs of edges that are looked at: about a second's worth.
const MOST_STEPS: usize = 1 << 30;
/// Corners that a plan may lack. The largest map of the game has fewer in all.
const MOST_CORNERS: usize = 1 << 18;
/// How far from an edge a corner on it may lie, as a share of the largest coordinate: where an edge
/// is slanted, its middle is rarely a float.
const SLACK: f64 = 1.0 / (1u64 << 22) as f64;

/// An edge that has no neighbour yet.
#[derive(Debug, Clone, Copy)]
struct Open {
    areal: usize,
    edge: usize,
    from: [f32; 3],
    to: [f32; 3],
}

/// A corner that an edge should have, and how far along.
#[derive(Debug, Clone, Copy)]
struct Missing {
    areal: usize,
    edge: usize,
    share: f64,
    corner: [f32; 3],
}

/// Gives polygons the corners they lack; how many. `alone` are the edges without a neighbour, each
/// by its areal and its number: only those are looked at.
pub(super) fn split(polygons: &mut [Vec<[f32; 3]>], alone: &[(usize, usize)]) -> Result<usize> {
    let open = alone.iter().filter_map(|&(areal, edge)| {
        let polygon = polygons.get(areal)?;
        let (from, to) = (*polygon.get(edge)?, *polygon.get(edge + 1).or(polygon.first())?);
        Some(Open { areal, edge, from, to })
    });
    let open: Vec<Open> = open.collect();
    let missing = missing(&open)?;
    for group in missing.chunk_by(|a, b| a.areal == b.areal) {
        let polygon = group.first().and_then(|first| polygons.get_mut(first.areal));
        if let Some(polygon) = polygon {
            *polygon = with_corners(polygon, group);
        }
    }
    Ok(missing.len())
}

/// A polygon and further corners, which are in order.
fn with_corners(polygon: &[[f32; 3]], missing: &[Missing]) -> Vec<[f32; 3]> {
    let mut out = Vec::with_capacity(polygon.len() + missing.len());
    let mut missing = missing.iter().peekable();
    for (edge, corner) in polygon.iter().enumerate() {
        out.push(*corner);
        while let Some(further) = missing.next_if(|further| further.edge == edge) {
            out.push(further.corner);
        }
    }
    out
}

/// What edges lack, in order of areals, edges and places.
fn missing(open: &[Open]) -> Result<Vec<Missing>> {
    let mut boxes: Vec<Boxed> = open
        .iter()
        .enumerate()
        .map(|(index, Open { from, to, .. })| {
            #[allow(clippy::cast_possible_truncation)] // a little more or less does not matter
            let margin = slack(&[*from, *to]) as f32 * 2.0;
            Boxed::around([from[0], from[1]], [to[0], to[1]], margin, index)
        })
        .collect();
    let (mut missing, mut budget) = (Vec::new(), MOST_STEPS);
    let looked = boxes::touching(&mut boxes, &mut budget, |one, other| {
        let edges = open.get(one).zip(open.get(other));
        if let Some((one, other)) = edges.filter(|(one, other)| one.areal != other.areal) {
            one.take_corners(other, &mut missing);
            other.take_corners(one, &mut missing);
        }
        if missing.len() > MOST_CORNERS {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if looked.is_none_or(|looked| looked.is_break()) {
        let why = format!("{} edges without a neighbour lie too close together", open.len());
        return Err(Error::limit("areals", why));
    }
    let place = |at: &Missing| (at.areal, at.edge);
    missing.sort_by(|a, b| place(a).cmp(&place(b)).then(a.share.total_cmp(&b.share)));
    missing.dedup_by(|a, b| place(a) == place(b) && a.corner[..2] == b.corner[..2]);
    Ok(missing)
}

/// How far from its place a corner may lie.
fn slack(corners: &[[f32; 3]]) -> f64 {
    let far = corners.iter().flat_map(|[x, y, _]| [x.abs(), y.abs()]).fold(0.0, f32::max);
    f64::from(far) * SLACK
}

impl Open {
    /// Takes the corners of another edge that lie within this one, where the two run along each
    /// other, in opposite directions: polygons are on different sides of them.
    fn take_corners(&self, other: &Self, out: &mut Vec<Missing>) {
        let slack = slack(&[self.from, self.to, other.from, other.to]);
        let (mine, theirs) = (Line::of(self), Line::of(other));
        let backwards = mine.along[0] * theirs.along[0] + mine.along[1] * theirs.along[1] < 0.0;
        if !backwards || !mine.runs_along(&theirs, slack) {
            return;
        }
        for [x, y, _] in [other.to, other.from] {
            let (way, _) = mine.place([x.into(), y.into()]);
            if slack < way && way < mine.length - slack {
                let share = way / mine.length;
                let [low, high] = [self.from[2], self.to[2]].map(f64::from);
                #[allow(clippy::cast_possible_truncation)] // to the nearest float
                let corner = [x, y, (low + (high - low) * share) as f32];
                out.push(Missing { areal: self.areal, edge: self.edge, share, corner });
            }
        }
    }
}

/// An edge seen from above, as a way of a length in a direction.
struct Line {
    from: [f64; 2],
    to: [f64; 2],
    along: [f64; 2],
    length: f64,
}

impl Line {
    fn of(edge: &Open) -> Self {
        let flat = |[x, y, _]: [f32; 3]| [f64::from(x), f64::from(y)];
        let (from, to) = (flat(edge.from), flat(edge.to));
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = way[0].hypot(way[1]);
        Self { from, to, along: way.map(|value| value / length), length }
    }

    /// How far along a point is, and how far off.
    fn place(&self, [x, y]: [f64; 2]) -> (f64, f64) {
        let ([ox, oy], [ax, ay]) = (self.from, self.along);
        let (x, y) = (x - ox, y - oy);
        (x * ax + y * ay, (y * ax - x * ay).abs())
    }

    /// Whether a line that goes the other way has a stretch in common with this one. It ends, at
    /// either side, where one of them does; there the other is asked how far off it is.
    fn runs_along(&self, other: &Self, slack: f64) -> bool {
        let [(first, first_off), (last, last_off)] = [other.to, other.from].map(|p| self.place(p));
        let common = last.min(self.length) - first.max(0.0);
        let start_off = if first > 0.0 { first_off } else { other.place(self.from).1 };
        let end_off = if last < self.length { last_off } else { other.place(self.to).1 };
        common > slack && start_off <= slack && end_off <= slack
    }
}
