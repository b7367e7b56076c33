//! One more corner, an areal cut in two, two made one.

use super::edit::ArealMapBuf;
use super::geometry;
use super::types::{Areal, MOST_AREALS};
use crate::{Error, Result};

/// A corner seen from above.
fn flat([x, y, _]: [f32; 3]) -> [f64; 2] {
    [f64::from(x), f64::from(y)]
}

/// Whether two corners are at one place seen from above.
fn same(a: [f32; 3], b: [f32; 3]) -> bool {
    flat(a) == flat(b)
}

/// The corners from one to another, both included, in the sense of the polygon.
fn run(polygon: &[[f32; 3]], from: usize, to: usize) -> Vec<[f32; 3]> {
    let count = polygon.len().max(1);
    let steps = (to + count - from) % count;
    let corners = polygon.iter().cycle().skip(from).take(steps + 1);
    corners.copied().collect()
}

/// Which side of a line a point is on: above 0 on the left.
fn side([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    (bx - ax) * (y - ay) - (by - ay) * (x - ax)
}

/// Whether two lines between points meet, their ends included.
fn meet(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> bool {
    let apart = |p: f64, q: f64| p * q < 0.0;
    let crossing = apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b));
    crossing
        || geometry::on_edge(a, b, c)
        || geometry::on_edge(a, b, d)
        || geometry::on_edge(c, d, a)
        || geometry::on_edge(c, d, b)
}

impl ArealMapBuf {
    /// Puts a corner on an edge of an areal, and on the same edge of the neighbour across it.
    pub fn add_corner(&mut self, index: usize, edge: usize, at: [f32; 3]) -> Result<()> {
        let (from, to) = self.edge(index, edge)?;
        if same(from, at) || same(to, at) {
            let why = format!("there is a corner at {}, {}", at[0], at[1]);
            return Err(Error::usage(format!("areals[{index}].polygon"), why));
        }
        let link = self.areal(index)?.links.get(edge).and_then(|link| link.target());
        let twin = link.filter(|(areal, edge)| {
            let other = self.edge(*areal, *edge);
            *areal != index && other.is_ok_and(|(a, b)| same(a, to) && same(b, from))
        });
        self.change(|map| {
            let mut changed = Vec::new();
            for (areal, edge) in [Some((index, edge)), twin].into_iter().flatten() {
                let mut polygon = map.areal(areal)?.polygon.clone();
                polygon.insert((edge + 1).min(polygon.len()), at);
                map.replace_polygon(areal, &polygon)?;
                changed.push(areal);
            }
            changed.sort_unstable();
            map.relink(&changed);
            Ok(changed)
        })
    }

    /// Cuts an areal in two along the line between two of its corners; the number of the second,
    /// which goes behind the last. The line has to lie inside.
    pub fn split(&mut self, index: usize, a: usize, b: usize) -> Result<usize> {
        let new = self.areals.len();
        if new >= MOST_AREALS {
            return Err(Error::usage("areals", format!("cells can name {MOST_AREALS}")));
        }
        let areal = self.areal(index)?.clone();
        let wrong = |why: &str| Error::usage(format!("areals[{index}]"), why.to_owned());
        if !areal.blocks.is_empty() {
            return Err(wrong("it has blocks, and nobody knows whose they would be"));
        }
        let are_there = a.max(b) < areal.polygon.len();
        let parts = [(a, b), (b, a)].map(|(from, to)| match are_there {
            true => run(&areal.polygon, from, to),
            false => Vec::new(),
        });
        if parts.iter().any(|part| part.len() < 3) {
            return Err(wrong("it is cut between two corners that are no neighbours"));
        }
        if !lies_inside(&areal.polygon, a, b) {
            return Err(wrong("the line between these corners leaves it"));
        }
        let [first, second] = parts;
        self.change(|map| {
            map.replace_polygon(index, &first)?;
            // Everything but the polygon is what the whole had; a place of its own is worked out.
            let mut other = Areal { polygon: Vec::new(), links: Vec::new(), ..areal.clone() };
            other.head.anchor = [f32::NAN; 3];
            map.areals.push(other);
            map.replace_polygon(new, &second)?;
            map.relink(&[index, new]);
            Ok(vec![index, new])
        })?;
        Ok(new)
    }

    /// Makes one areal of two that border on each other; its number, which changes where the second
    /// came before it. Class and everything else are those of the first; the second is gone, and
    /// those behind it move up.
    pub fn join(&mut self, index: usize, other: usize) -> Result<usize> {
        let (first, second) = (self.areal(index)?, self.areal(other)?);
        let wrong = |why: &str| Error::usage(format!("areals[{index}]"), why.to_owned());
        if !first.blocks.is_empty() || !second.blocks.is_empty() {
            return Err(wrong("blocks cannot be joined: nobody knows what they are"));
        }
        let joined = (index != other).then(|| around(&first.polygon, &second.polygon)).flatten();
        let joined = joined
            .ok_or_else(|| wrong("it shares no edges with the other, or not all in one row"))?;
        let now = index - usize::from(other < index);
        self.change(|map| {
            // The whole first, so that the map spans what it did.
            map.replace_polygon(index, &joined)?;
            map.remove(other)?;
            map.relink(&[now]);
            Ok(vec![now])
        })?;
        Ok(now)
    }

    fn areal(&self, index: usize) -> Result<&Areal> {
        self.areals.get(index).ok_or_else(|| self.no_areal(index))
    }

    /// The ends of an edge.
    fn edge(&self, index: usize, edge: usize) -> Result<([f32; 3], [f32; 3])> {
        let polygon = &self.areal(index)?.polygon;
        let next = polygon.get(edge + 1).or(polygon.first());
        let ends = polygon.get(edge).copied().zip(next.copied());
        ends.ok_or_else(|| {
            let why = format!("there are {} edges", polygon.len());
            Error::usage(format!("areals[{index}].polygon[{edge}]"), why)
        })
    }
}

/// Whether the line between two corners lies inside a polygon and meets none of its other edges.
fn lies_inside(polygon: &[[f32; 3]], a: usize, b: usize) -> bool {
    let (Some(&from), Some(&to)) = (polygon.get(a), polygon.get(b)) else { return false };
    let (from, to) = (flat(from), flat(to));
    let next = polygon.iter().skip(1).chain(polygon.first());
    let edges = polygon.iter().zip(next).map(|(a, b)| (flat(*a), flat(*b)));
    let ends = |point: [f64; 2]| point == from || point == to;
    let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
    let clear = edges.into_iter().all(|(c, d)| match (ends(c), ends(d)) {
        (false, false) => !meet(from, to, c, d),
        // An edge from one of its ends may not lie on it.
        (true, false) => !geometry::on_edge(from, to, d),
        (false, true) => !geometry::on_edge(from, to, c),
        (true, true) => false,
    });
    clear && geometry::contains(polygon.iter().copied(), middle)
}

/// The polygon around two that share edges, all in one row; `None` where they do not.
fn around(first: &[[f32; 3]], second: &[[f32; 3]]) -> Option<Vec<[f32; 3]>> {
    let (n, m) = (first.len(), second.len());
    let corner = |polygon: &[[f32; 3]], at: usize| polygon.get(at % polygon.len().max(1)).copied();
    let twin = |edge: usize| {
        let (from, to) = (corner(first, edge)?, corner(first, edge + 1)?);
        (0..m).find(|other| {
            let ends = corner(second, *other).zip(corner(second, other + 1));
            ends.is_some_and(|(a, b)| same(a, to) && same(b, from))
        })
    };
    let twins: Vec<Option<usize>> = (0..n).map(twin).collect();
    let shared = twins.iter().flatten().count();
    let is_shared = |edge: usize| twins.get(edge % n.max(1)).copied().flatten();
    // Where the row begins: an edge that is shared behind one that is not.
    let mut starts = (0..n).filter(|edge| is_shared(edge + n - 1).is_none());
    let start = starts.find(|edge| is_shared(*edge).is_some())?;
    let end = start + shared - 1;
    if !(start..=end).all(|edge| is_shared(edge).is_some()) {
        return None;
    }
    // Along the first from the end of the row to its start, then along the second back.
    let mut joined = run(first, (end + 1) % n, start % n);
    let back = is_shared(start)?;
    let ahead = is_shared(end)?;
    let rest = run(second, (back + 1) % m, ahead % m);
    joined.extend(rest.get(1..rest.len().saturating_sub(1))?);
    let twice = |at: &usize| {
        joined
            .iter()
            .skip(at + 1)
            .any(|other| joined.get(*at).is_some_and(|own| same(*own, *other)))
    };
    let is_simple = joined.len() >= 3 && !(0..joined.len()).any(|at| twice(&at));
    is_simple.then_some(joined)
}
