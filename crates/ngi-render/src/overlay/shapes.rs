//! Boxes, spheres, cylinders, axes and the grid, as lines.

use std::f32::consts::TAU;

use glam::{Affine3A, Vec3, Vec3A};
use ngi_engine::portable;

use super::colours;
use crate::Bounds;
use crate::frame::Frame;

/// Pieces of a circle.
const PIECES: u8 = 48;

/// A box under a transform.
pub fn boxed(frame: &mut Frame, world_from_local: &Affine3A, bounds: &Bounds, colour: [u8; 4]) {
    let corners = bounds.corners().map(|corner| world_from_local.transform_point3(corner));
    for (index, from) in (0usize..).zip(&corners) {
        for bit in [1, 2, 4] {
            if index & bit == 0
                && let Some(to) = corners.get(index | bit)
            {
                frame.line(*from, *to, colour);
            }
        }
    }
}

/// A circle around a point, in the plane of two vectors as long as its radius.
pub fn circle(frame: &mut Frame, center: Vec3, x: Vec3, y: Vec3, colour: [u8; 4]) {
    let at = |piece: u8| {
        let (sin, cos) = portable::sin_cos(f32::from(piece) / f32::from(PIECES) * TAU);
        center + x * cos + y * sin
    };
    for piece in 0..PIECES {
        frame.line(at(piece), at(piece + 1), colour);
    }
}

/// A sphere: three circles.
pub fn sphere(frame: &mut Frame, center: Vec3, radius: f32, colour: [u8; 4]) {
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * radius);
    circle(frame, center, x, y, colour);
    circle(frame, center, y, z, colour);
    circle(frame, center, z, x, colour);
}

/// A cylinder around an axis.
pub fn cylinder(frame: &mut Frame, low: Vec3, high: Vec3, radius: f32, colour: [u8; 4]) {
    let axis = (high - low).try_normalize().unwrap_or(Vec3::Z);
    let x = axis.any_orthonormal_vector() * radius;
    let y = axis.cross(x);
    circle(frame, low, x, y, colour);
    circle(frame, high, x, y, colour);
    for side in [x, -x, y, -y] {
        frame.line(low + side, high + side, colour);
    }
}

/// The axes of a transform, on top of everything: x red, y green, z blue.
pub fn axes(frame: &mut Frame, world_from_local: &Affine3A, length: f32) {
    let origin = Vec3::from(world_from_local.translation);
    let colours = [colours::X, colours::Y, colours::Z];
    for (axis, colour) in [Vec3A::X, Vec3A::Y, Vec3A::Z].into_iter().zip(colours) {
        let way = world_from_local.transform_vector3a(axis).normalize_or_zero() * length;
        frame.line_on_top(origin, origin + Vec3::from(way), colour);
    }
}

/// A grid on the ground below a box: lines a power of ten apart, x red and y green.
pub fn grid(frame: &mut Frame, bounds: &Bounds) {
    const REACH: i8 = 20;
    let bounds = bounds.or_unit();
    let across = bounds.size().truncate().max_element().max(1e-3);
    let step = portable::powf(10.0, portable::log10(across / 12.0).ceil());
    let z = bounds.min[2].min(0.0);
    let snap = |value: f32| (value / step / 10.0).round() * step * 10.0;
    let center = bounds.center();
    let (x0, y0) = (snap(center.x), snap(center.y));
    let reach = f32::from(REACH) * step;
    for line in -REACH..=REACH {
        let offset = f32::from(line) * step;
        let tenth = line % 10 == 0;
        let colour = |axis: f32, own: [u8; 4]| match (tenth, axis.abs() < step * 0.5) {
            (_, true) => [own[0], own[1], own[2], 150],
            (true, _) => colours::GRID_TENTH,
            _ => colours::GRID,
        };
        let (x, y) = (x0 + offset, y0 + offset);
        let at = |x: f32, y: f32| Vec3::new(x, y, z);
        frame.line_below(at(x0 - reach, y), at(x0 + reach, y), colour(y, colours::X));
        frame.line_below(at(x, y0 - reach), at(x, y0 + reach), colour(x, colours::Y));
    }
}
