//! What the camera can see.

use glam::{Mat4, Vec3A, Vec4};

/// Six planes; a point is inside where it is on the inner side of all.
///
/// Every test here answers "may be seen": it never hides what is inside, and what is not a number
/// is not hidden.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frustum {
    /// Normals point inwards and have length 1; w is the distance of the origin.
    planes: [Vec4; 6],
}

impl Frustum {
    /// The frustum of a projection whose depth runs from 0 to 1.
    pub fn new(clip_from_world: &Mat4) -> Self {
        let rows = clip_from_world.transpose();
        let (x, y, z, w) = (rows.x_axis, rows.y_axis, rows.z_axis, rows.w_axis);
        Self::from_planes([w + x, w - x, w + y, w - y, z, w - z])
    }

    /// A frustum of planes whose normals point inwards; their lengths do not matter.
    pub fn from_planes(planes: [Vec4; 6]) -> Self {
        let unit = |plane: Vec4| {
            let length = plane.truncate().length();
            if length > 0.0 { plane / length } else { plane }
        };
        Self { planes: planes.map(unit) }
    }

    /// Whether some of what lies at most `reach(normal)` beyond a plane may be seen, `reach` being
    /// the largest distance of the thing along a normal.
    pub(super) fn sees(&self, reach: impl Fn(Vec3A) -> f32) -> bool {
        // "Not outside" instead of "inside": a comparison with what is no number is false.
        !self.planes.iter().any(|plane| reach(plane.truncate().into()) + plane.w < 0.0)
    }

    /// Whether some of a sphere may be seen.
    pub fn sees_sphere(&self, center: Vec3A, radius: f32) -> bool {
        self.sees(|normal| normal.dot(center) + radius)
    }

    /// Whether some of a box along the axes may be seen.
    pub fn sees_box(&self, min: Vec3A, max: Vec3A) -> bool {
        self.sees(|normal| (normal * min).max(normal * max).element_sum())
    }

    /// Whether some of the hull of these points may be seen.
    pub fn sees_hull(&self, points: &[Vec3A]) -> bool {
        let outside = |plane: &Vec4| {
            let normal = Vec3A::from(plane.truncate());
            !points.is_empty() && points.iter().all(|point| normal.dot(*point) + plane.w < 0.0)
        };
        !self.planes.iter().any(outside)
    }
}
