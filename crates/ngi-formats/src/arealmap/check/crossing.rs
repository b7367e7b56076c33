//! Whether a polygon crosses itself.
//!
//! Exact: what is asked is on which side of a line a point is, and the answer is that for the
//! stored floats, not for their rounded differences. Corners that follow each other in one place
//! count as one.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::arealmap::boxes::{self, Boxed, Point};
use crate::arealmap::geometry::ROUNDING;

/// Two edges of a polygon that get in each other's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::arealmap) struct Crossing {
    /// The edges, by the corners they start from; the lower first.
    pub edges: [usize; 2],
    /// Whether they run over each other for a while, not just through each other.
    pub overlap: bool,
}

/// Looks for crossings, and keeps its lists from polygon to polygon.
#[derive(Debug, Default)]
pub(in crate::arealmap) struct Search {
    /// The corners without repetitions, each with its number.
    ring: Vec<(usize, Point)>,
    boxes: Vec<Boxed>,
}

impl Search {
    /// Two edges that cross or run over each other, if there are any. Edges that only touch, at a
    /// corner of one or both, do neither. Corners have to be finite.
    ///
    /// Each pair of edges that is looked at takes a step from the budget; when it is used up nothing
    /// is found any more.
    pub fn crossing(
        &mut self,
        corners: impl Iterator<Item = [f32; 3]>,
        budget: &mut usize,
    ) -> Option<Crossing> {
        self.fill(corners);
        let mut boxes = std::mem::take(&mut self.boxes);
        let flow = boxes::touching(&mut boxes, budget, |one, other| {
            self.meet(one, other).map_or(ControlFlow::Continue(()), ControlFlow::Break)
        });
        self.boxes = boxes;
        flow?.break_value()
    }

    /// Takes a polygon in.
    fn fill(&mut self, corners: impl Iterator<Item = [f32; 3]>) {
        self.ring.clear();
        let mut before = None;
        for (number, [x, y, _]) in corners.enumerate() {
            if before.replace([x, y]) != Some([x, y]) {
                self.ring.push((number, [x, y]));
            }
        }
        while self.ring.len() > 1 && self.point(0) == self.point(self.ring.len() - 1) {
            self.ring.pop();
        }
        self.boxes.clear();
        for start in 0..self.ring.len() {
            let (a, b) = (self.point(start), self.point(start + 1));
            self.boxes.push(Boxed::around(a, b, 0.0, start));
        }
    }

    /// A corner of the ring; it begins again behind its end.
    fn point(&self, at: usize) -> Point {
        let at = if at < self.ring.len() { at } else { at - self.ring.len() };
        self.ring.get(at).map_or([0.0; 2], |(_, point)| *point)
    }

    /// What two edges whose boxes touch do to each other.
    fn meet(&self, one: usize, other: usize) -> Option<Crossing> {
        let (i, j) = (one.min(other), one.max(other));
        let overlap = if j == i + 1 {
            self.turns_back(j)
        } else if i == 0 && j + 1 == self.ring.len() {
            self.turns_back(i)
        } else {
            return self.cross(i, j).map(|overlap| self.named(i, j, overlap));
        };
        overlap.then(|| self.named(i, j, true))
    }

    fn named(&self, i: usize, j: usize, overlap: bool) -> Crossing {
        let number = |at: usize| self.ring.get(at).map_or(at, |(number, _)| *number);
        Crossing { edges: [number(i), number(j)], overlap }
    }

    /// The corners before a corner, there, and behind it.
    fn around(&self, at: usize) -> [Point; 3] {
        let before = if at == 0 { self.ring.len().saturating_sub(1) } else { at - 1 };
        [self.point(before), self.point(at), self.point(at + 1)]
    }

    /// Whether the two edges of a corner lie on each other.
    fn turns_back(&self, at: usize) -> bool {
        let [before, here, next] = self.around(at);
        let way =
            |to: Point| [0, 1].map(|axis| f64::from(on(to, axis)) - f64::from(on(here, axis)));
        let ([ax, ay], [bx, by]) = (way(before), way(next));
        // A right angle or more is no turning back.
        ax * bx + ay * by > 0.0 && side(here, before, next).is_eq()
    }

    /// Whether two edges without a common corner cross (`Some(false)`) or run over each other.
    fn cross(&self, i: usize, j: usize) -> Option<bool> {
        let ([p, a, b], [q, c, d]) = (self.around(i), self.around(j));
        let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
        if sides.iter().all(|side| side.is_ne()) {
            return (sides[0] != sides[1] && sides[2] != sides[3]).then_some(false);
        }
        if sides.iter().all(|side| side.is_eq()) && share_a_stretch([a, b], [c, d]) {
            return Some(true);
        }
        // Where a polygon comes to an edge or a corner of its own it may go through there. The
        // start of each edge is asked about; its end is the next one's.
        let through = if a == c {
            in_wedge(b, a, p, q) != in_wedge(b, a, p, d)
        } else {
            (sides[0].is_eq() && is_within(c, a, b) && is_opposite(side(a, b, q), sides[1]))
                || (sides[2].is_eq() && is_within(a, c, d) && is_opposite(side(c, d, p), sides[3]))
        };
        through.then_some(false)
    }
}

fn on(point: Point, axis: usize) -> f32 {
    let [x, y] = point;
    if axis == 0 { x } else { y }
}

fn is_opposite(a: Ordering, b: Ordering) -> bool {
    a.is_ne() && a == b.reverse()
}

/// Whether a point of the line through `a` and `b` is between them, and neither of them.
fn is_within(point: Point, a: Point, b: Point) -> bool {
    let between = |axis: usize| {
        let [at, from, to] = [point, a, b].map(|point| on(point, axis));
        from.min(to) <= at && at <= from.max(to)
    };
    point != a && point != b && between(0) && between(1)
}

/// Whether two edges of one line have more than a point in common.
fn share_a_stretch([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    // Along an axis on which the line does not stand still.
    let axis = usize::from(on(a, 0) == on(b, 0));
    let [a, b, c, d] = [a, b, c, d].map(|point| on(point, axis));
    a.min(b).max(c.min(d)) < a.max(b).min(c.max(d))
}

/// Whether a direction is to the left of the way that comes from `before` and goes on to `next`:
/// in the wedge from `next` anticlockwise to `before`.
fn in_wedge(next: Point, here: Point, before: Point, other: Point) -> bool {
    let (left_of_next, right_of_before) =
        (side(here, next, other).is_gt(), side(here, before, other).is_lt());
    match side(here, next, before) {
        Ordering::Greater => left_of_next && right_of_before,
        Ordering::Less => left_of_next || right_of_before,
        Ordering::Equal => left_of_next,
    }
}

/// On which side of the way from `a` to `b` a point is: `Greater` to the left, `Equal` on the line.
#[inline]
fn side(a: Point, b: Point, c: Point) -> Ordering {
    let ([ax, ay], [bx, by], [cx, cy]) = (a.map(f64::from), b.map(f64::from), c.map(f64::from));
    let (left, right) = ((bx - ax) * (cy - ay), (by - ay) * (cx - ax));
    let difference = left - right;
    if difference.abs() > (left.abs() + right.abs()) * ROUNDING {
        return difference.total_cmp(&0.0);
    }
    // Both are nothing only where coordinates are the same: along an axis, or in one place.
    if left == 0.0 && right == 0.0 {
        return Ordering::Equal;
    }
    // A product of two floats is a double without rounding.
    sign_of_sum([ax * by, -(ay * bx), bx * cy, -(by * cx), cx * ay, -(cy * ax)])
}

/// The sign of an exact sum.
fn sign_of_sum(terms: [f64; 6]) -> Ordering {
    // Parts that do not reach into each other, the largest last: adding one to the sum leaves what
    // rounding took off it.
    let mut parts: Vec<f64> = Vec::with_capacity(terms.len());
    for term in terms {
        let mut sum = term;
        parts.retain_mut(|part| {
            let (high, low) = two_sum(sum, *part);
            (sum, *part) = (high, low);
            low != 0.0
        });
        parts.push(sum);
    }
    let largest = parts.iter().rev().find(|part| **part != 0.0);
    largest.map_or(Ordering::Equal, |part| part.total_cmp(&0.0))
}

/// A sum as it is rounded, and what that leaves out.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let of_a = sum - of_b;
    (sum, (a - of_a) + (b - of_b))
}
