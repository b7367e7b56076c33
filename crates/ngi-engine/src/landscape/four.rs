//! Four faces of a cell side by side, roughly: what is clearly not met is refused for all at once.
//!
//! Corners in plan are kept as bytes, counted in steps from where the cell begins. That is coarse,
//! but it is small: an index that stays in the processor's cache answers as fast on a large map as
//! on a small one. What is left is decided by [`Triangle`](super::triangle::Triangle).

use glam::Vec4;

/// Steps along the side of a cell.
pub(super) const STEPS: f64 = 32.0;
/// A corner is off by half a step, and by a last digit.
const OFF: f32 = 0.51;

/// Holds the whole cell: stands for faces that are too large for bytes, so that no point and no
/// line of the cell is refused.
const AROUND: [[i8; 2]; 3] = [[-128, -20], [127, -20], [16, 127]];

/// Faces of a cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Four {
    /// By corner, of each face.
    x: [[i8; 4]; 3],
    y: [[i8; 4]; 3],
    /// How low and how high each reaches, in steps of the map's height.
    low: [u8; 4],
    high: [u8; 4],
    faces: [u16; 4],
}

/// A point in plan, in steps from where its cell begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    x: Vec4,
    y: Vec4,
}

impl Place {
    /// Of a point in cells.
    #[inline]
    pub fn new(cells: [f64; 2]) -> Self {
        let [x, y] = cells.map(|at| Vec4::splat(single(at * STEPS)));
        Self { x, y }
    }
}

/// A line in plan, in cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    direction: [f64; 2],
    /// How far to the left of it the first cell begins.
    left: f64,
}

/// A line in plan, as a cell sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    dx: Vec4,
    dy: Vec4,
    /// How far to the left of the line the cell begins.
    left: Vec4,
    slack: Vec4,
    /// How low and how high it runs over the cell.
    low: Vec4,
    high: Vec4,
}

impl Way {
    #[inline]
    pub fn new([x, y]: [f64; 2], direction: [f64; 2]) -> Self {
        let [dx, dy] = direction;
        Self { direction, left: dy * x - dx * y }
    }

    /// The line over a cell, between two heights in steps.
    #[inline]
    pub fn over(&self, [column, row]: [u32; 2], [low, high]: [f64; 2]) -> Crossing {
        let [dx, dy] = self.direction;
        let left = self.left + dx * f64::from(row) - dy * f64::from(column);
        let [dx, dy, left] = [dx, dy, left * STEPS].map(single);
        // Half a step each way, and what rounding adds: the line passes the cell, so that all terms
        // are small.
        let slack = (dx.abs() + dy.abs()) * (OFF + 0.01);
        Crossing {
            dx: Vec4::splat(dx),
            dy: Vec4::splat(dy),
            left: Vec4::splat(left),
            slack: Vec4::splat(slack),
            low: Vec4::splat(single(low)),
            high: Vec4::splat(single(high)),
        }
    }
}

impl Four {
    /// Puts a face into a lane and all that follow, with its corners in plan in steps.
    pub fn put(&mut self, lane: usize, face: u16, corners: [[f64; 2]; 3], [low, high]: [u8; 2]) {
        let range = f64::from(i8::MIN)..=f64::from(i8::MAX);
        let fits = corners.as_flattened().iter().all(|at| range.contains(&at.round()));
        let corners = if fits { corners.map(|at| at.map(|at| byte(at.round()))) } else { AROUND };
        self.faces.get_mut(lane..).unwrap_or_default().fill(face);
        self.low.get_mut(lane..).unwrap_or_default().fill(low);
        self.high.get_mut(lane..).unwrap_or_default().fill(high);
        for (corner, [x, y]) in corners.into_iter().enumerate() {
            for (all, part) in [(&mut self.x, x), (&mut self.y, y)] {
                let lanes = all.get_mut(corner).and_then(|all| all.get_mut(lane..));
                lanes.unwrap_or_default().fill(part);
            }
        }
    }

    /// The face of a bit.
    #[inline]
    pub fn face(&self, bit: usize) -> Option<u16> {
        self.faces.get(bit).copied()
    }

    /// A bit for each face that may hold a point in plan.
    ///
    /// A corner that is off by half a step each way moves the area that the point makes with an
    /// edge by no more than half a step times the edge's ends, seen from the point.
    #[inline]
    pub fn may_hold(&self, place: &Place) -> u32 {
        let [x0, x1, x2] = self.x.map(|x| wide(x) - place.x);
        let [y0, y1, y2] = self.y.map(|y| wide(y) - place.y);
        let far = |x: Vec4, y: Vec4| (x.abs() + y.abs()) * OFF + Vec4::ONE;
        let (f0, f1, f2) = (far(x0, y0), far(x1, y1), far(x2, y2));
        let (a, b, c) = (x0 * y1 - y0 * x1, x1 * y2 - y1 * x2, x2 * y0 - y2 * x0);
        let (p, q, r) = (f0 + f1, f1 + f2, f2 + f0);
        let left = a.cmpgt(p) | b.cmpgt(q) | c.cmpgt(r);
        let right = a.cmplt(-p) | b.cmplt(-q) | c.cmplt(-r);
        !(left & right).bitmask() & 0xF
    }

    /// A bit for each face that a line in plan may cross.
    #[inline]
    pub fn may_cross(&self, line: &Crossing) -> u32 {
        let side = |x: [i8; 4], y: [i8; 4]| line.left + line.dx * wide(y) - line.dy * wide(x);
        let ([x0, x1, x2], [y0, y1, y2]) = (self.x, self.y);
        let (a, b, c) = (side(x0, y0), side(x1, y1), side(x2, y2));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let beside = low.cmpgt(line.slack) | high.cmplt(-line.slack);
        let above = height(self.low).cmpgt(line.high);
        let below = height(self.high).cmplt(line.low);
        !(beside | above | below).bitmask() & 0xF
    }
}

#[inline]
fn wide([a, b, c, d]: [i8; 4]) -> Vec4 {
    Vec4::new(a.into(), b.into(), c.into(), d.into())
}

#[inline]
fn height([a, b, c, d]: [u8; 4]) -> Vec4 {
    Vec4::new(a.into(), b.into(), c.into(), d.into())
}

#[allow(clippy::cast_possible_truncation)] // the caller knows that it fits
fn byte(value: f64) -> i8 {
    value as i8
}

#[allow(clippy::cast_possible_truncation)] // rounds
#[inline]
fn single(value: f64) -> f32 {
    value as f32
}
