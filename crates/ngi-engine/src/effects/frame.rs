//! Frames of reference, and how a sprite stands in one.

use glam::Vec3;

/// Three axes and an origin. The lengths of the axes carry size.
///
/// Plain scalar arithmetic in a fixed order, so that results do not depend on the processor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Where (1, 0, 0), (0, 1, 0) and (0, 0, 1) go.
    pub axes: [Vec3; 3],
    /// Where the origin goes.
    pub origin: Vec3,
}

impl Default for Frame {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Frame {
    /// The world itself.
    pub const IDENTITY: Self = Self { axes: [Vec3::X, Vec3::Y, Vec3::Z], origin: Vec3::ZERO };

    /// The world moved to a point.
    pub fn at(origin: [f32; 3]) -> Self {
        Self { origin: origin.into(), ..Self::IDENTITY }
    }

    /// A frame about one direction: its first axis is the direction itself, of length 1.
    pub fn about(direction: Vec3) -> Self {
        let d = unit(direction).unwrap_or(Vec3::X);
        let s = side(d);
        Self { axes: [d, s, d.cross(s)], origin: Vec3::ZERO }
    }

    /// The frame of three control points (controller action 4): the origin is their centre. Three
    /// directions that differ are the axes as they are; the same one three times is a frame about
    /// it, as large as it is long.
    pub fn of_points(points: [Vec3; 3], directions: [Vec3; 3]) -> Self {
        let [p, q, r] = points;
        let origin = (p + q + r) / 3.0;
        let [d, e, f] = directions;
        if d == e && e == f {
            let about = Self::about(d);
            return Self { axes: about.axes.map(|axis| axis * d.length()), origin };
        }
        Self { axes: directions, origin }
    }

    /// A transform of the model side.
    pub fn of_transform(transform: &crate::model::Transform) -> Self {
        let [x, y, z] = transform.matrix3.to_cols_array_2d();
        Self { axes: [x.into(), y.into(), z.into()], origin: transform.translation.into() }
    }

    /// A vector of this frame in the world.
    #[inline]
    pub fn vector(&self, v: Vec3) -> Vec3 {
        let [x, y, z] = self.axes;
        x * v.x + y * v.y + z * v.z
    }

    /// A point of this frame in the world.
    #[inline]
    pub fn point(&self, p: Vec3) -> Vec3 {
        self.origin + self.vector(p)
    }

    /// A frame that is given in this one.
    pub fn under(&self, child: &Self) -> Self {
        Self { axes: child.axes.map(|axis| self.vector(axis)), origin: self.point(child.origin) }
    }

    /// The same with each axis this many times as long.
    pub fn sized(&self, size: Vec3) -> Self {
        let [x, y, z] = self.axes;
        Self { axes: [x * size.x, y * size.y, z * size.z], origin: self.origin }
    }

    /// The same with axes of length 1, at another origin. An axis of length 0 stays as it is.
    pub fn turned_at(&self, origin: Vec3) -> Self {
        Self { axes: self.axes.map(|axis| unit(axis).unwrap_or(axis)), origin }
    }

    /// A point of the world as this frame sees it: along each axis, in lengths of the axis. No
    /// number along an axis of length 0.
    #[inline]
    pub fn local(&self, point: Vec3) -> Vec3 {
        let d = point - self.origin;
        let [x, y, z] = self.axes.map(|axis| axis.dot(d) / axis.dot(axis));
        Vec3::new(x, y, z)
    }

    /// Where a sprite's own x and y axes go: the basis with its size laid along the axes of this
    /// frame.
    #[inline]
    pub fn columns(&self, basis: &Basis, size: Vec3) -> [Vec3; 3] {
        [basis.x, basis.y, basis.z].map(|axis| self.vector(axis * size))
    }
}

/// A vector of length 1 in this direction; `None` for no direction.
#[inline]
pub fn unit(v: Vec3) -> Option<Vec3> {
    let length = v.length();
    let reciprocal = 1.0 / length;
    (length.is_finite() && reciprocal.is_finite()).then(|| v * reciprocal)
}

/// The engine's rule for a vector beside another, wherever one vector becomes a frame.
#[inline]
pub fn side(d: Vec3) -> Vec3 {
    if d.x == 0.0 {
        Vec3::X
    } else if d.y == 0.0 {
        Vec3::Y
    } else {
        let side = Vec3::new(-d.y, d.x, 0.0);
        if d.z == 0.0 { side } else { unit(side).unwrap_or(side) }
    }
}

/// How a sprite stands in its frame: where its own axes point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis {
    /// Across the texture.
    pub x: Vec3,
    /// Up the texture.
    pub y: Vec3,
    /// Out of it; the pole of a half-sphere.
    pub z: Vec3,
}

impl Basis {
    /// Mode 0: faces the eye. `to_eye` leads from the sprite to the eye, in the frame. `None`
    /// where the eye is at the very place.
    #[inline]
    pub fn facing(to_eye: Vec3) -> Option<Self> {
        let v = unit(to_eye)?;
        let s = side(v);
        Some(Self { x: s, y: v.cross(s), z: v })
    }

    /// Mode 1: turns about its direction towards the eye. `None` where the engine draws nothing:
    /// where `to_eye` · d is exactly 1 or −1.
    #[inline]
    pub fn along(to_eye: Vec3, d: Vec3) -> Option<Self> {
        if to_eye.dot(d).abs() == 1.0 {
            return None;
        }
        let w = unit(to_eye.cross(d)).unwrap_or_else(|| side(d));
        Some(Self { x: d, y: w, z: d.cross(w) })
    }

    /// Mode 2: stands across its direction, wherever the eye is.
    #[inline]
    pub fn across(d: Vec3) -> Self {
        let s = side(d);
        Self { x: s, y: d.cross(s), z: d }
    }

    /// The basis of a sprite mode. *Stand-in* for modes from 3 on, which no file has: mode 0.
    #[inline]
    pub fn of_mode(mode: u32, to_eye: Vec3, d: Vec3) -> Option<Self> {
        match mode {
            1 => Self::along(to_eye, d),
            2 => Some(Self::across(d)),
            _ => Self::facing(to_eye),
        }
    }
}
