//! Four faces of a cell side by side, roughly: what is clearly not met is refused for all at once.
//!
//! Corners in plan are kept as bytes, counted in steps from where the cell begins. That is coarse,
//! but it is small: an index that stays in the processor's cache answers as fast on a large map as
//! on a small one. What is left is decided by [`Triangle`](super::triangle::Triangle).

use glam::Vec4;

use super::triangle::single;

/// Steps along the side of a cell.
pub(super) const STEPS: i32 = 32;
/// What rounding in single precision may add up to: of areas whose sides are at most 300 steps.
const ROUNDING: f32 = 0.1;

/// A triangle in plan in steps, anywhere on the map, that holds a given one: its corners, in
/// counterclockwise order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hull([[i32; 2]; 3]);

impl Hull {
    /// `None` where none is found that is only a little larger: of faces that are a line in plan,
    /// or nearly.
    pub fn new(corners: [[f64; 2]; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let corners = if area(a, b, c) < 0.0 { [a, c, b] } else { corners };
        let [[ax, ay], [bx, by], [cx, cy]] = corners;
        let [mx, my] = [(ax + bx + cx) / 3.0, (ay + by + cy) / 3.0];
        // From corners half a step further out to four steps.
        [1.0, 2.0, 4.0, 8.0].into_iter().find_map(|out| {
            let hull = corners.map(|[x, y]| {
                let (dx, dy) = (x - mx, y - my);
                let far = dx.abs().max(dy.abs()).max(1e-9);
                let out = 1.0 + 0.5 * out / far;
                [whole(mx + dx * out), whole(my + dy * out)]
            });
            Self(hull).holds(corners).then_some(Self(hull))
        })
    }

    /// Whether it holds all corners, not too narrowly.
    fn holds(self, corners: [[f64; 2]; 3]) -> bool {
        let [a, b, c] = self.0.map(|corner| corner.map(f64::from));
        let inside = |(p, q)| corners.into_iter().all(|corner| area(p, q, corner) > 0.01);
        [(a, b), (b, c), (c, a)].into_iter().all(inside)
    }

    /// Its corners as a cell sees them; `None` where they are too far away.
    fn seen_from(self, [column, row]: [u32; 2]) -> Option<[[i8; 2]; 3]> {
        let from = |at: i32, cell: u32| {
            let begins = i32::try_from(cell).ok()?.checked_mul(STEPS)?;
            i8::try_from(at.checked_sub(begins)?).ok()
        };
        let seen = |[x, y]: [i32; 2]| Some([from(x, column)?, from(y, row)?]);
        let [a, b, c] = self.0;
        Some([seen(a)?, seen(b)?, seen(c)?])
    }
}

/// Twice the area of a triangle, positive where it is counterclockwise.
fn area([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Holds the whole cell: stands for faces that have no hull or are too large for bytes, so that no
/// point and no line of the cell is refused.
const AROUND: [[i8; 2]; 3] = [[-128, -20], [127, -20], [16, 127]];

/// How low and how high four faces reach, in steps of the map's height. Apart from their corners:
/// who asks what is at a point does not need it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reach {
    low: [u8; 4],
    high: [u8; 4],
}

impl Reach {
    /// Puts a face into a lane and all that follow.
    pub fn put(&mut self, lane: usize, [low, high]: [u8; 2]) {
        self.low.get_mut(lane..).unwrap_or_default().fill(low);
        self.high.get_mut(lane..).unwrap_or_default().fill(high);
    }

    /// A bit for each face that reaches between the heights of a line.
    #[inline]
    pub fn may_meet(&self, line: &Crossing) -> u32 {
        let above = height(self.low).cmpgt(line.high);
        let below = height(self.high).cmplt(line.low);
        !(above | below).bitmask() & 0xF
    }
}

/// Faces of a cell: two fit a line of the cache.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Four {
    /// By corner, of each face.
    x: [[i8; 4]; 3],
    y: [[i8; 4]; 3],
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
        let [x, y] = cells.map(|at| Vec4::splat(single(at * f64::from(STEPS))));
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
        let [dx, dy, left] = [dx, dy, left * f64::from(STEPS)].map(single);
        // The line passes the cell, so that all terms are small.
        let slack = (dx.abs() + dy.abs()) * 0.01;
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
    /// Puts a face of a cell into a lane and all that follow.
    pub fn put(&mut self, lane: usize, face: u16, hull: Option<Hull>, cell: [u32; 2]) {
        let corners = hull.and_then(|hull| hull.seen_from(cell)).unwrap_or(AROUND);
        self.faces.get_mut(lane..).unwrap_or_default().fill(face);
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
    #[inline]
    pub fn may_hold(&self, place: &Place) -> u32 {
        let [x0, x1, x2] = self.x.map(|x| wide(x) - place.x);
        let [y0, y1, y2] = self.y.map(|y| wide(y) - place.y);
        let (a, b, c) = (x0 * y1 - y0 * x1, x1 * y2 - y1 * x2, x2 * y0 - y2 * x0);
        a.min(b).min(c).cmpge(Vec4::splat(-ROUNDING)).bitmask() & 0xF
    }

    /// A bit for each face that a line in plan may cross.
    #[inline]
    pub fn may_cross(&self, line: &Crossing) -> u32 {
        let side = |x: [i8; 4], y: [i8; 4]| line.left + line.dx * wide(y) - line.dy * wide(x);
        let ([x0, x1, x2], [y0, y1, y2]) = (self.x, self.y);
        let (a, b, c) = (side(x0, y0), side(x1, y1), side(x2, y2));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let beside = low.cmpgt(line.slack) | high.cmplt(-line.slack);
        !beside.bitmask() & 0xF
    }
}

#[inline]
fn wide(bytes: [i8; 4]) -> Vec4 {
    Vec4::from_array(bytes.map(f32::from))
}

#[inline]
fn height(bytes: [u8; 4]) -> Vec4 {
    Vec4::from_array(bytes.map(f32::from))
}

/// The nearest whole number; far outside of what a map has, some number there. By hand: `round`
/// would be a call, and every face of a map asks for it.
#[allow(clippy::cast_possible_truncation)] // saturates
fn whole(value: f64) -> i32 {
    const ABOVE: i32 = 1 << 22;
    ((value + f64::from(ABOVE) + 0.5) as i32).saturating_sub(ABOVE)
}
