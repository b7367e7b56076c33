//! Four faces of a cell side by side, roughly: what is clearly not met is refused for all at once.
//!
//! Corners are kept as bytes: in plan counted in steps from somewhat before the cell, upwards in
//! steps of the map's height. That is coarse, but it is small: an index that stays in the
//! processor's cache answers as fast on a large map as on a small one. What is left is decided by
//! [`Triangle`](super::triangle::Triangle).

use glam::Vec4;

use super::triangle::single;

/// Steps along the side of a cell. Faces may reach out of it by one side and a half.
pub(super) const STEPS: i32 = 64;
/// Steps from where bytes count from to where the cell begins: its middle is that of the bytes.
const BEFORE: i32 = 128 - STEPS / 2;
/// What rounding in single precision may add up to: of areas whose sides are at most 450 steps.
const ROUNDING: f32 = 0.25;

/// A triangle that holds a given one: in plan wholly, upwards up to half a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hull {
    /// Corners in plan in steps, anywhere on the map, in counterclockwise order.
    pub plan: [[i32; 2]; 3],
    /// How high the plane of the given triangle is at these corners; [`ANY`] where bytes do not
    /// tell.
    pub heights: [u8; 3],
}

/// Stands for heights that are not known.
pub(super) const ANY: u8 = u8::MAX;

impl Hull {
    /// Of corners in steps. `None` where none is found that is only a little larger: of faces that
    /// are a line in plan, or nearly.
    pub fn new(corners: [[f64; 3]; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let corners = if area(a, b, c) < 0.0 { [a, c, b] } else { corners };
        let [a, b, c] = corners;
        let double = area(a, b, c);
        if double < 1.0 {
            return None;
        }
        // Every edge moves outwards so far that it stays outside when its ends are rounded.
        let edge = |[px, py, _]: [f64; 3], [qx, qy, _]: [f64; 3]| {
            let (x, y) = (qx - px, qy - py);
            [x, y, 0.51 * (x.abs() + y.abs())]
        };
        let (ab, bc, ca) = (edge(a, b), edge(b, c), edge(c, a));
        let per_area = double.recip();
        let corner = |[x, y, _]: [f64; 3], [ex, ey, out]: [f64; 3], [fx, fy, far]: [f64; 3]| {
            let (dx, dy) = (ex * far - fx * out, ey * far - fy * out);
            [whole(x + dx * per_area), whole(y + dy * per_area)]
        };
        let plan = [corner(a, ca, ab), corner(b, ab, bc), corner(c, bc, ca)];
        let hull = Self { plan, heights: heights(corners, per_area, plan) };
        hull.holds(corners).then_some(hull)
    }

    /// Whether it holds all corners in plan, not too narrowly.
    fn holds(&self, corners: [[f64; 3]; 3]) -> bool {
        let [a, b, c] = self.plan.map(|[x, y]| [f64::from(x), f64::from(y), 0.0]);
        let inside = |(p, q)| corners.into_iter().all(|corner| area(p, q, corner) > 0.01);
        [(a, b), (b, c), (c, a)].into_iter().all(inside)
    }

    /// Its corners as a cell sees them; `None` where they are too far away.
    fn seen_from(&self, [column, row]: [u32; 2]) -> Option<[[u8; 2]; 3]> {
        let from = |at: i32, cell: u32| {
            let begins = i32::try_from(cell).ok()?.checked_mul(STEPS)?;
            u8::try_from(at.checked_sub(begins)?.checked_add(BEFORE)?).ok()
        };
        let seen = |[x, y]: [i32; 2]| Some([from(x, column)?, from(y, row)?]);
        let [a, b, c] = self.plan;
        Some([seen(a)?, seen(b)?, seen(c)?])
    }
}

/// How high the plane of a triangle is at the corners of its hull, rounded.
fn heights(corners: [[f64; 3]; 3], per_area: f64, plan: [[i32; 2]; 3]) -> [u8; 3] {
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = corners;
    let (ux, uy, uz) = (bx - ax, by - ay, bz - az);
    let (vx, vy, vz) = (cx - ax, cy - ay, cz - az);
    let east = (uz * vy - vz * uy) * per_area;
    let north = (ux * vz - vx * uz) * per_area;
    let [a, b, c] = plan.map(|[x, y]| {
        let height = az + (f64::from(x) - ax) * east + (f64::from(y) - ay) * north;
        if height > 0.0 && height < 254.0 {
            u8::try_from(whole(height)).unwrap_or(ANY)
        } else {
            ANY
        }
    });
    if a == ANY || b == ANY || c == ANY { [ANY; 3] } else { [a, b, c] }
}

/// Twice the area of a triangle in plan, positive where it is counterclockwise.
fn area([ax, ay, _]: [f64; 3], [bx, by, _]: [f64; 3], [cx, cy, _]: [f64; 3]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Holds the whole cell: stands for faces that have no hull or are too large for bytes, so that no
/// point and no line of the cell is refused.
const AROUND: [[u8; 2]; 3] = [[0, 92], [255, 92], [128, 255]];

/// How high the corners of four faces are. Apart from their places in plan: who asks what is at a
/// point does not need it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Heights([[u8; 4]; 3]);

/// Faces of a cell: two fit a line of the cache.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Four {
    /// By corner, of each face.
    x: [[u8; 4]; 3],
    y: [[u8; 4]; 3],
    faces: [u16; 4],
}

/// A point in plan, in steps as the bytes of its cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    x: Vec4,
    y: Vec4,
}

impl Place {
    /// Of a point in cells, from where its cell begins.
    #[inline]
    pub fn new(cells: [f64; 2]) -> Self {
        let [x, y] = cells.map(|at| Vec4::splat(single(at * f64::from(STEPS) + f64::from(BEFORE))));
        Self { x, y }
    }
}

/// A line: where two planes meet, one upright, the other level across the line. How far a point
/// is beside the first and below the second is measured in steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Where it goes in plan; of length 1, about.
    direction: [f64; 2],
    /// The same upwards, beside how far it goes in plan; together of length 1, about.
    climb: f64,
    flat: f64,
    /// Of the origin of the map.
    beside: f64,
    below: f64,
}

/// A line as a cell sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    /// Of where all bytes are 0, and per step along x, y and upwards.
    beside: [Vec4; 3],
    below: [Vec4; 4],
}

impl Way {
    /// Of a line in cells and in steps upwards.
    #[inline]
    pub fn new([x, y, z]: [f64; 3], [dx, dy, dz]: [f64; 3]) -> Self {
        let [x, y, dx, dy] = [x, y, dx, dy].map(|cells| cells * f64::from(STEPS));
        let plan = dx.abs() + dy.abs();
        let (per_plan, per_length) = (plan.recip(), (plan + dz.abs()).recip());
        // Upright, any direction will do.
        let [dx, dy] = if plan > 0.0 { [dx * per_plan, dy * per_plan] } else { [1.0, 0.0] };
        let (climb, flat) = (dz * per_length, (dx * dx + dy * dy) * plan * per_length);
        let (beside, below) = (dy * x - dx * y, flat * z - climb * (dx * x + dy * y));
        Self { direction: [dx, dy], climb, flat, beside, below }
    }

    /// The line over a cell.
    #[inline]
    pub fn over(&self, cell: [u32; 2]) -> Crossing {
        let ([dx, dy], climb) = (self.direction, self.climb);
        let [x, y] = cell.map(|at| f64::from(at) * f64::from(STEPS) - f64::from(BEFORE));
        let beside = self.beside + dx * y - dy * x;
        let below = self.below + climb * (dx * x + dy * y);
        let splat = |value: f64| Vec4::splat(single(value));
        Crossing {
            beside: [beside, -dy, dx].map(splat),
            below: [below, climb * dx, climb * dy, self.flat].map(splat),
        }
    }
}

impl Four {
    /// Puts a face of a cell into a lane.
    pub fn put(
        &mut self,
        above: &mut Heights,
        lane: usize,
        face: u16,
        hull: Option<&Hull>,
        cell: [u32; 2],
    ) {
        let seen = hull.and_then(|hull| Some((hull.seen_from(cell)?, hull.heights)));
        let (corners, heights) = seen.unwrap_or((AROUND, [ANY; 3]));
        let corners = corners.into_iter().zip(heights);
        let places = self.x.iter_mut().zip(&mut self.y).zip(&mut above.0);
        for (([x, y], height), ((xs, ys), heights)) in corners.zip(places) {
            if let (Some(to_x), Some(to_y), Some(to)) =
                (xs.get_mut(lane), ys.get_mut(lane), heights.get_mut(lane))
            {
                (*to_x, *to_y, *to) = (x, y, height);
            }
        }
        if let Some(to) = self.faces.get_mut(lane) {
            *to = face;
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

    /// A bit for each face that a line may meet: that is not wholly beside it, and whose edges are
    /// not clearly to both sides of it.
    ///
    /// A line that meets the face meets the hull too, if it is moved up or down by half a step.
    #[inline]
    pub fn may_meet(&self, heights: &Heights, line: &Crossing) -> u32 {
        let ([x0, x1, x2], [y0, y1, y2]) = (self.x.map(wide), self.y.map(wide));
        let [z0, z1, z2] = heights.0.map(wide);
        let [left, left_x, left_y] = line.beside;
        let [under, under_x, under_y, flat] = line.below;
        let beside = |x: Vec4, y: Vec4| left + left_x * x + left_y * y;
        let below = |x: Vec4, y: Vec4, z: Vec4| under + under_x * x + under_y * y - flat * z;
        let (a, b, c) = (beside(x0, y0), beside(x1, y1), beside(x2, y2));
        let (p, q, r) = (below(x0, y0, z0), below(x1, y1, z1), below(x2, y2, z2));
        let (least, most) = (a.min(b).min(c), a.max(b).max(c));
        let misses = least.cmpgt(Vec4::splat(0.01)) | most.cmplt(Vec4::splat(-0.01));
        let (ab, bc, ca) = (a * q - b * p, b * r - c * q, c * p - a * r);
        let half = (most - least) * flat * 0.51 + ROUNDING;
        let passes = ab.max(bc).max(ca).cmpgt(half) & ab.min(bc).min(ca).cmplt(-half);
        let known = z0.cmplt(Vec4::splat(f32::from(ANY)));
        !(misses | (passes & known)).bitmask() & 0xF
    }
}

#[inline]
fn wide(bytes: [u8; 4]) -> Vec4 {
    Vec4::from_array(bytes.map(f32::from))
}

/// The nearest whole number; far outside of what a map has, some number. By hand: the function and
/// a cast would be calls and branches, and every face of a map asks for it nine times.
#[allow(clippy::cast_possible_truncation)] // what is left out is no part of the number
fn whole(value: f64) -> i32 {
    // So large that what is behind the point falls off.
    const ABOVE: f64 = (3u64 << 51) as f64;
    (value + ABOVE).to_bits() as i32
}
