//! Boxes, spheres, cylinders: what a slot and a model say about their extent.

use super::shapes::{Aabb, Cylinder, Header, Sphere};
use super::sphere;
use super::vector::{cross, distance_squared, dot, minus};

/// A box that grows with each point. The fourth numbers mean nothing: four are compared as fast as
/// one.
#[derive(Debug, Clone, Copy)]
pub struct Growing {
    min: [f32; 4],
    max: [f32; 4],
}

impl Default for Growing {
    fn default() -> Self {
        Self { min: [f32::INFINITY; 4], max: [f32::NEG_INFINITY; 4] }
    }
}

impl Growing {
    /// Takes a point in. A coordinate that is not a number changes nothing.
    #[inline]
    pub fn add(&mut self, [x, y, z]: [f32; 3]) {
        self.add_four([x, y, z, z]);
    }

    /// The same for a point that has a fourth number.
    #[inline]
    pub(crate) fn add_four(&mut self, point: [f32; 4]) {
        for ((min, max), at) in self.min.iter_mut().zip(&mut self.max).zip(point) {
            *min = if at < *min { at } else { *min };
            *max = if at > *max { at } else { *max };
        }
    }

    /// The box; `None` where no point was taken in.
    pub fn finish(self) -> Option<Aabb> {
        let ([a, b, c, _], [d, e, f, _]) = (self.min, self.max);
        let is_box = a <= d && b <= e && c <= f;
        is_box.then_some(Aabb { min: [a, b, c], max: [d, e, f] })
    }
}

/// The smallest box around points; `None` without any.
pub fn aabb(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Aabb> {
    let mut growing = Growing::default();
    points.into_iter().for_each(|point| growing.add(point));
    growing.finish()
}

/// The sphere around points: the smallest there is, but for rounding outwards. A point at the
/// origin without any.
pub fn sphere(points: &[[f32; 3]]) -> Sphere {
    sphere::smallest(points)
}

/// The upright cylinder around a box. Its radius is half the box's diagonal seen from above, as in
/// shipped models.
pub fn cylinder(aabb: &Aabb) -> Cylinder {
    let ([min_x, min_y, min_z], [max_x, max_y, max_z]) = (aabb.min, aabb.max);
    let (x, y) = (min_x.midpoint(max_x), min_y.midpoint(max_y));
    let (across, along) = (f64::from(max_x - min_x), f64::from(max_y - min_y));
    // Not `hypot`: its last digit differs between systems.
    #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
    let radius = ((across * across + along * along).sqrt() / 2.0) as f32;
    Cylinder { low: [x, y, min_z], high: [x, y, max_z], radius }
}

/// The eight corners of a box in the engine's order: `mmm Mmm MMm mMm mMM mmM MmM MMM`.
pub fn corners(aabb: &Aabb) -> [[f32; 3]; 8] {
    let ([a, b, c], [d, e, f]) = (aabb.min, aabb.max);
    [[a, b, c], [d, b, c], [d, e, c], [a, e, c], [a, e, f], [a, b, f], [d, b, f], [d, e, f]]
}

/// The bounds of a whole model from its posed points.
pub fn header(points: &[[f32; 3]]) -> Header {
    match aabb(points.iter().copied()) {
        None => Header::default(),
        Some(aabb) => {
            Header { corners: corners(&aabb), sphere: sphere(points), cylinder: cylinder(&aabb) }
        }
    }
}

/// The volume of a box.
pub fn volume(aabb: &Aabb) -> f32 {
    let [x, y, z] = minus(aabb.max, aabb.min);
    x * y * z
}

/// The length of a box's diagonal.
pub fn diagonal(aabb: &Aabb) -> f32 {
    distance_squared(aabb.min, aabb.max).sqrt()
}

/// The area of a triangle.
pub fn area([a, b, c]: [[f32; 3]; 3]) -> f32 {
    let face = cross(minus(b, a), minus(c, a));
    dot(face, face).sqrt() / 2.0
}

/// Whether `inner` lies in `outer`, `tolerance` included.
pub fn contains(outer: &Aabb, inner: &Aabb, tolerance: f32) -> bool {
    let low = outer.min.iter().zip(&inner.min).all(|(outer, inner)| outer - tolerance <= *inner);
    let high = outer.max.iter().zip(&inner.max).all(|(outer, inner)| *inner <= outer + tolerance);
    low && high
}
