//! A triangle of the ground, and what is asked of it.
//!
//! Corners are stored in single precision and compared in double precision. Differences of stored
//! numbers are then exact, and so is the side of an edge that a point is on: of two triangles that
//! share an edge, at least one holds any point on it.

use ngi_formats::landscape::{FaceFilter, FaceFlags};

/// Corners and flags of a face: what every question needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Triangle {
    x: [f32; 3],
    y: [f32; 3],
    z: [f32; 3],
    flags: FaceFlags,
}

/// A ray in double precision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub origin: [f64; 3],
    pub direction: [f64; 3],
}

/// Where a line meets a triangle, in lengths of the direction, and whether from the front.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Met {
    pub along: f64,
    pub front: bool,
}

/// Numbers that single precision can hold, rounded. The caller knows that they fit.
#[allow(clippy::cast_possible_truncation)]
#[inline]
pub(super) fn single(value: f64) -> f32 {
    value as f32
}

impl Triangle {
    /// A triangle that holds nothing.
    pub const NONE: Self =
        Self { x: [f32::NAN; 3], y: [f32::NAN; 3], z: [f32::NAN; 3], flags: FaceFlags(0) };

    pub fn new(corners: [[f32; 3]; 3], flags: FaceFlags) -> Self {
        let [[x0, y0, z0], [x1, y1, z1], [x2, y2, z2]] = corners;
        Self { x: [x0, x1, x2], y: [y0, y1, y2], z: [z0, z1, z2], flags }
    }

    #[inline]
    pub fn flags(&self) -> FaceFlags {
        self.flags
    }

    #[inline]
    pub fn passes(&self, filter: &FaceFilter) -> bool {
        filter.passes(self.flags)
    }

    pub fn corners(&self) -> [[f32; 3]; 3] {
        let ([x0, x1, x2], [y0, y1, y2], [z0, z1, z2]) = (self.x, self.y, self.z);
        [[x0, y0, z0], [x1, y1, z1], [x2, y2, z2]]
    }

    pub fn is_finite(&self) -> bool {
        self.x.iter().chain(&self.y).chain(&self.z).all(|n| n.is_finite())
    }

    /// The smallest box around it, if it is finite.
    pub fn bounds(&self) -> [[f32; 3]; 2] {
        // By hand: the functions have to look for what is no number.
        let lesser = |a: f32, b: f32| if a < b { a } else { b };
        let greater = |a: f32, b: f32| if a > b { a } else { b };
        let low = |[a, b, c]: [f32; 3]| lesser(lesser(a, b), c);
        let high = |[a, b, c]: [f32; 3]| greater(greater(a, b), c);
        let (x, y, z) = (self.x, self.y, self.z);
        [[low(x), low(y), low(z)], [high(x), high(y), high(z)]]
    }

    /// Twice the areas of the triangles that a point in plan makes with the edges 1–2, 2–0 and
    /// 0–1, and whether it is inside. Edges are inside. A triangle that is a line in plan holds
    /// no point.
    #[inline]
    fn weights(&self, x: f64, y: f64) -> (bool, [f64; 3]) {
        let [ax, bx, cx] = self.x.map(|corner| f64::from(corner) - x);
        let [ay, by, cy] = self.y.map(|corner| f64::from(corner) - y);
        let a = bx * cy - by * cx;
        let b = cx * ay - cy * ax;
        let c = ax * by - ay * bx;
        let left = (a >= 0.0) & (b >= 0.0) & (c >= 0.0);
        let right = (a <= 0.0) & (b <= 0.0) & (c <= 0.0);
        (left ^ right, [a, b, c])
    }

    /// Whether a point in plan is inside; edges are.
    #[inline]
    pub fn holds(&self, x: f64, y: f64) -> bool {
        self.weights(x, y).0
    }

    /// The height of the plane above or below a point in plan that is inside.
    #[inline]
    pub fn height(&self, x: f64, y: f64) -> Option<f32> {
        let (inside, [a, b, c]) = self.weights(x, y);
        let [az, bz, cz] = self.z.map(f64::from);
        inside.then(|| single((a * az + b * bz + c * cz) / (a + b + c)))
    }

    /// Where a line meets it, at `along` ≥ 0. Edges are inside. From the front unless the face is
    /// a liquid, or `both` asks for both sides.
    #[inline(always)]
    pub fn meet(&self, line: &Line, both: bool) -> Option<Met> {
        let ([ox, oy, oz], [dx, dy, dz]) = (line.origin, line.direction);
        let [ax, bx, cx] = self.x.map(|corner| f64::from(corner) - ox);
        let [ay, by, cy] = self.y.map(|corner| f64::from(corner) - oy);
        let [az, bz, cz] = self.z.map(|corner| f64::from(corner) - oz);
        // Volumes that the line makes with the edges. Swapping the ends of an edge changes nothing
        // but the sign, so that no line slips between two neighbours.
        let a = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
        let b = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
        let c = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
        let back = (a >= 0.0) & (b >= 0.0) & (c >= 0.0);
        let front = (a <= 0.0) & (b <= 0.0) & (c <= 0.0);
        let sides = both || self.flags.has_any(FaceFlags::LIQUID_TWO_SIDED);
        if !(front | (back & sides)) || (front & back) {
            return None;
        }
        // The normal, and how far away its plane is.
        let (ux, uy, uz) = (bx - ax, by - ay, bz - az);
        let (vx, vy, vz) = (cx - ax, cy - ay, cz - az);
        let (nx, ny, nz) = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
        let along = (nx * ax + ny * ay + nz * az) / (nx * dx + ny * dy + nz * dz);
        (0.0..=f64::MAX).contains(&along).then_some(Met { along, front })
    }

    /// Whether it touches a box.
    pub fn touches(&self, min: [f64; 3], max: [f64; 3]) -> bool {
        // Around the middle of the box.
        let (mut half, mut a, mut b, mut c) = ([0.0; 3], [0.0; 3], [0.0; 3], [0.0; 3]);
        for (axis, [p, q, r]) in [self.x, self.y, self.z].into_iter().enumerate() {
            let at = |list: [f64; 3]| list.get(axis).copied().unwrap_or(0.0);
            let middle = (at(min) + at(max)) * 0.5;
            let put = |list: &mut [f64; 3], value: f64| {
                if let Some(place) = list.get_mut(axis) {
                    *place = value;
                }
            };
            put(&mut half, (at(max) - at(min)) * 0.5);
            put(&mut a, f64::from(p) - middle);
            put(&mut b, f64::from(q) - middle);
            put(&mut c, f64::from(r) - middle);
        }
        let apart = |axis: [f64; 3]| {
            let (p, q, r) = (dot(axis, a), dot(axis, b), dot(axis, c));
            let reach = dot(axis.map(f64::abs), half);
            p.min(q).min(r) > reach || p.max(q).max(r) < -reach
        };
        let edges = [minus(b, a), minus(c, b), minus(a, c)];
        let sides = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let [first, second, _] = edges;
        !(sides.into_iter().any(apart)
            || apart(cross(first, second))
            || edges.into_iter().any(|edge| sides.into_iter().any(|s| apart(cross(edge, s)))))
    }
}

fn dot([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> f64 {
    ax * bx + ay * by + az * bz
}

fn minus([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ax - bx, ay - by, az - bz]
}

fn cross([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}
