//! From where a level is best looked at.

use glam::{Vec2, Vec3};
use ngi_engine::landscape::Ground;
use ngi_formats::landscape::FaceFilter;

use crate::{Bounds, Camera};

/// The eye stays so far from the rim, in parts of the map.
const INSET: f32 = 0.07;
/// Points along each side of the map that heights are taken at.
const SAMPLES: u8 = 24;

/// A view over a level: its water, or its lowest part, in front, its highest part behind.
pub fn scenic(ground: &Ground, bounds: &Bounds, aspect: f32) -> Camera {
    let bounds = bounds.or_unit();
    let size = bounds.size().truncate();
    let across = size.max_element().max(1e-3);
    let Some((low, high)) = ends(ground, &bounds) else {
        let mut camera = Camera { pitch: 30f32.to_radians(), ..Camera::default() };
        camera.frame(&bounds, aspect);
        return camera;
    };
    let front = match ground.water() {
        Some(water) => {
            let ([x0, y0, _], [x1, y1, _]) = (water.min, water.max);
            Vec2::new((x0 + x1) * 0.5, (y0 + y1) * 0.5)
        }
        None => low.truncate(),
    };
    let way = (high.truncate() - front).try_normalize().unwrap_or(Vec2::Y);
    let (min, inset) = (Vec3::from(bounds.min).truncate(), size * INSET);
    let eye = (front - way * across * 0.36).clamp(min + inset, min + size - inset);
    let target = front + way * across * 0.2;
    let level = height(ground, front).unwrap_or(bounds.min[2]);
    // Above everything on the way to what is in front.
    let over = (0..=SAMPLES)
        .filter_map(|step| height(ground, eye.lerp(front, f32::from(step) / f32::from(SAMPLES))));
    let top = over.fold(level, f32::max);
    let eye = eye.extend((top + across * 0.03).max(level + across * 0.1));
    let target = target.extend(level + across * 0.03);
    Camera { fov_y: 44f32.to_radians(), ..Camera::looking(eye, target) }
}

fn height(ground: &Ground, point: Vec2) -> Option<f32> {
    ground.height(point.to_array(), &FaceFilter::default()).map(|footing| footing.z)
}

/// The lowest and the highest of some points of the map, away from its rim.
fn ends(ground: &Ground, bounds: &Bounds) -> Option<(Vec3, Vec3)> {
    let (min, size) = (Vec3::from(bounds.min).truncate(), bounds.size().truncate());
    let share = |step: u8| 0.14 + 0.72 * f32::from(step) / f32::from(SAMPLES);
    let steps = (0..=SAMPLES).flat_map(|y| (0..=SAMPLES).map(move |x| (x, y)));
    let points = steps.filter_map(|(x, y)| {
        let at = min + size * Vec2::new(share(x), share(y));
        Some(at.extend(height(ground, at)?))
    });
    points.fold(None, |ends: Option<(Vec3, Vec3)>, point| {
        let (low, high) = ends.unwrap_or((point, point));
        let lower = if point.z < low.z { point } else { low };
        Some((lower, if point.z > high.z { point } else { high }))
    })
}
