//! Bounds in the world: of slots, and of the model itself where a node has no slot.

use glam::Vec3A;
use ngi_formats::msh::{Aabb, Cylinder, Header, Sphere};

use super::{Frustum, Transform};

/// Which bounds of the model are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ModelBound {
    /// The box of eight corners.
    #[default]
    Box,
    /// The sphere.
    Sphere,
    /// The upright cylinder.
    Cylinder,
}

/// The box along the world's axes around a moved box.
pub fn world_box(world_from_local: &Transform, aabb: &Aabb) -> (Vec3A, Vec3A) {
    let (min, max) = (Vec3A::from_array(aabb.min), Vec3A::from_array(aabb.max));
    let center = world_from_local.transform_point3a((min + max) * 0.5);
    let half = (max - min) * 0.5;
    let axes = &world_from_local.matrix3;
    let reach =
        (axes.x_axis * half.x).abs() + (axes.y_axis * half.y).abs() + (axes.z_axis * half.z).abs();
    (center - reach, center + reach)
}

/// The largest of a transform's three scales.
pub fn largest_scale(transform: &Transform) -> f32 {
    let axes = &transform.matrix3;
    let squared = [axes.x_axis, axes.y_axis, axes.z_axis].map(Vec3A::length_squared);
    squared.into_iter().fold(0.0f32, f32::max).sqrt()
}

/// A moved sphere; its radius grows by the largest scale, as the engine has it.
pub fn world_sphere(world_from_local: &Transform, sphere: &Sphere) -> (Vec3A, f32) {
    let center = world_from_local.transform_point3a(Vec3A::from_array(sphere.center));
    (center, sphere.radius * largest_scale(world_from_local))
}

/// Whether some of a slot's box may be seen.
pub fn sees_box(frustum: &Frustum, world_from_node: &Transform, aabb: &Aabb) -> bool {
    let (min, max) = world_box(world_from_node, aabb);
    frustum.sees_box(min, max)
}

/// Whether some of a slot's sphere may be seen.
pub fn sees_sphere(frustum: &Frustum, world_from_node: &Transform, sphere: &Sphere) -> bool {
    let (center, radius) = world_sphere(world_from_node, sphere);
    frustum.sees_sphere(center, radius)
}

/// Whether some of a model may be seen, by its own bounds. They are those of the posed model, so
/// they move with the object, not with a node.
pub fn sees_model(
    frustum: &Frustum,
    world_from_model: &Transform,
    header: &Header,
    bound: ModelBound,
) -> bool {
    match bound {
        ModelBound::Box => {
            let corners = header.corners.map(Vec3A::from_array);
            frustum.sees_hull(&corners.map(|corner| world_from_model.transform_point3a(corner)))
        }
        ModelBound::Sphere => sees_sphere(frustum, world_from_model, &header.sphere),
        ModelBound::Cylinder => sees_cylinder(frustum, world_from_model, &header.cylinder),
    }
}

/// Whether some of a cylinder may be seen. Its radius grows by the largest scale.
pub fn sees_cylinder(frustum: &Frustum, world_from_model: &Transform, cylinder: &Cylinder) -> bool {
    let low = world_from_model.transform_point3a(Vec3A::from_array(cylinder.low));
    let high = world_from_model.transform_point3a(Vec3A::from_array(cylinder.high));
    let radius = cylinder.radius * largest_scale(world_from_model);
    let axis = (high - low).normalize_or_zero();
    frustum.sees(|normal| {
        let end = normal.dot(low).max(normal.dot(high));
        // The discs at the ends reach as far as they lean towards the plane; without an axis
        // they may lean any way.
        let along = normal.dot(axis);
        end + radius * (1.0 - along * along).max(0.0).sqrt()
    })
}
