//! Handles around something that is moved with the mouse: three axes, the ground, a ring to turn,
//! a box to grow. Of our own: what others have made does not fit this version of the window's
//! library.

use glam::{Vec2, Vec3};
use ngi_engine::model::Ray;
use ngi_render::camera::Sight;

/// A part of the gizmo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Handle {
    /// Along x, east.
    X,
    /// Along y, north.
    Y,
    /// Along z, up.
    Z,
    /// Over the ground.
    Ground,
    /// About the vertical.
    Turn,
    /// Larger and smaller.
    Size,
}

impl Handle {
    /// Red, green and blue.
    pub fn colour(self) -> [u8; 3] {
        match self {
            Self::X => [235, 80, 75],
            Self::Y => [100, 205, 95],
            Self::Z => [85, 140, 255],
            Self::Ground => [245, 245, 245],
            Self::Turn => [250, 205, 70],
            Self::Size => [215, 130, 255],
        }
    }

    fn axis(self) -> Option<Vec3> {
        match self {
            Self::X => Some(Vec3::X),
            Self::Y => Some(Vec3::Y),
            Self::Z => Some(Vec3::Z),
            Self::Ground | Self::Turn | Self::Size => None,
        }
    }
}

/// How far a handle may be from the pointer, in pixels.
const REACH: f32 = 9.0;
/// How large the gizmo is, as a share of the picture's height.
const SHARE: f32 = 0.11;
/// Pieces of the ring.
const PIECES: u8 = 48;

/// A gizmo somewhere.
#[derive(Debug, Clone)]
pub struct Gizmo {
    /// Its middle.
    pub at: Vec3,
    /// How long its axes are.
    pub size: f32,
    handles: Vec<Handle>,
    /// The eye's right and up.
    screen: [Vec3; 2],
}

impl Gizmo {
    /// A gizmo that looks equally large from everywhere.
    pub fn new(at: Vec3, sight: &Sight, handles: &[Handle]) -> Self {
        let away = if sight.flat { 1.0 } else { (at - sight.eye).dot(-sight.back).abs().max(0.1) };
        let size = match sight.flat {
            true => world_height(sight) * SHARE,
            false => away * (sight.fov_y * 0.5).tan() * 2.0 * SHARE,
        };
        Self { at, size, handles: handles.to_vec(), screen: [sight.right, sight.up] }
    }

    /// The lines that a handle is drawn with.
    pub fn lines(&self, handle: Handle) -> Vec<[Vec3; 2]> {
        match handle {
            Handle::X | Handle::Y | Handle::Z => {
                let axis = handle.axis().unwrap_or(Vec3::Z);
                // The middle is for the ground.
                vec![[self.at + axis * self.size * 0.22, self.at + axis * self.size]]
            }
            Handle::Ground => self.ring(0.16),
            Handle::Turn => self.ring(1.25),
            Handle::Size => {
                let middle = self.size_box();
                let [right, up] = self.screen.map(|axis| axis * self.size * 0.07);
                let corners = [
                    middle - right - up,
                    middle + right - up,
                    middle + right + up,
                    middle - right + up,
                ];
                let next = corners.iter().cycle().skip(1);
                corners.iter().zip(next).map(|(from, to)| [*from, *to]).collect()
            }
        }
    }

    fn size_box(&self) -> Vec3 {
        let [right, up] = self.screen;
        self.at + (right + up) * self.size * 0.8
    }

    fn ring(&self, radius: f32) -> Vec<[Vec3; 2]> {
        let at = |piece: u8| {
            let (sin, cos) =
                (f32::from(piece) / f32::from(PIECES) * std::f32::consts::TAU).sin_cos();
            self.at + Vec3::new(cos, sin, 0.0) * self.size * radius
        };
        (0..PIECES).map(|piece| [at(piece), at(piece + 1)]).collect()
    }

    /// Its handles.
    pub fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// The handle at a pixel: the nearest, of those in reach.
    pub fn under(&self, sight: &Sight, pixel: [f32; 2], scale: f32) -> Option<Handle> {
        let pixel = Vec2::from(pixel);
        let distance = |handle: &Handle| {
            let lines = self.lines(*handle);
            let near = lines.iter().filter_map(|[from, to]| {
                let (from, to) = (sight.project(*from)?, sight.project(*to)?);
                Some(to_segment(pixel, from.into(), to.into()))
            });
            let near = near.reduce(f32::min)?;
            // The ground's ring is a disc to the hand.
            let middle = sight.project(self.at).map(|at| Vec2::from(at).distance(pixel));
            let inside = *handle == Handle::Ground && middle.is_some_and(|it| it < REACH * scale);
            Some(if inside { 0.0 } else { near })
        };
        let found = self.handles.iter().filter_map(|handle| Some((*handle, distance(handle)?)));
        let nearest = found.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|(_, distance)| *distance <= REACH * scale).map(|(handle, _)| handle)
    }

    /// What pulling a handle from one ray to another comes to. `None` where the rays do not say:
    /// along the axis, or past the horizon. The ground is for who knows it.
    pub fn pulled(&self, handle: Handle, from: &Ray, to: &Ray) -> Option<Pull> {
        match handle {
            Handle::X | Handle::Y | Handle::Z => {
                let axis = handle.axis()?;
                let way = along(self.at, axis, to)? - along(self.at, axis, from)?;
                Some(Pull::Move(axis * way))
            }
            Handle::Ground => None,
            Handle::Turn => {
                let angle = |ray: &Ray| {
                    let at = on_plane(ray, self.at, Vec3::Z)? - self.at;
                    (at.truncate().length() > 1e-4).then(|| at.y.atan2(at.x))
                };
                Some(Pull::Turn(angle(to)? - angle(from)?))
            }
            Handle::Size => {
                let [right, up] = self.screen;
                let away = |ray: &Ray| {
                    on_plane(ray, self.at, right.cross(up)).map(|at| at.distance(self.at))
                };
                let (from, to) = (away(from)?, away(to)?);
                (from > 1e-4).then(|| Pull::Grow((to / from).clamp(0.02, 50.0)))
            }
        }
    }
}

/// What pulling came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pull {
    /// So far.
    Move(Vec3),
    /// So far about the vertical, in radians.
    Turn(f32),
    /// So many times as large.
    Grow(f32),
}

fn world_height(sight: &Sight) -> f32 {
    let [_, height] = sight.size;
    let [top, bottom] = [0.0, height as f32].map(|y| Vec3::from(sight.ray([0.0, y]).origin));
    top.distance(bottom)
}

/// Where a ray comes nearest to an axis: how far along it.
fn along(origin: Vec3, axis: Vec3, ray: &Ray) -> Option<f32> {
    let (eye, way) = (Vec3::from(ray.origin), Vec3::from(ray.direction).normalize_or_zero());
    let across = axis.dot(way);
    let bent = 1.0 - across * across;
    if bent < 1e-4 {
        return None;
    }
    let between = eye - origin;
    let at = (between.dot(axis) - between.dot(way) * across) / bent;
    at.is_finite().then_some(at)
}

/// Where a ray meets a plane, in front of the eye.
pub fn on_plane(ray: &Ray, origin: Vec3, normal: Vec3) -> Option<Vec3> {
    let (eye, way) = (Vec3::from(ray.origin), Vec3::from(ray.direction));
    let slope = way.dot(normal);
    if slope.abs() < 1e-5 {
        return None;
    }
    let at = (origin - eye).dot(normal) / slope;
    (at > 0.0 && at.is_finite()).then(|| eye + way * at)
}

/// How far a point is from a line between two others.
pub fn to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    let length = way.length_squared();
    let share = if length > 0.0 { ((point - from).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
    (from + way * share).distance(point)
}

#[cfg(test)]
mod tests {
    use ngi_render::{Bounds, Camera};

    use super::*;

    const ALL: [Handle; 6] =
        [Handle::X, Handle::Y, Handle::Z, Handle::Ground, Handle::Turn, Handle::Size];

    fn sight() -> Sight {
        let camera = Camera::looking(Vec3::new(3.0, -20.0, 12.0), Vec3::ZERO);
        camera.sight([800, 600], &Bounds { min: [-20.0; 3], max: [20.0; 3] })
    }

    #[test]
    fn each_handle_is_found_where_it_is_drawn() {
        let sight = sight();
        let gizmo = Gizmo::new(Vec3::new(1.0, 2.0, 0.5), &sight, &ALL);
        for handle in ALL {
            let [from, to] = gizmo.lines(handle)[0];
            // Away from the middle, where several meet.
            let at = sight.project(from.lerp(to, 0.8)).unwrap();
            assert_eq!(gizmo.under(&sight, at, 1.0), Some(handle));
        }
        assert_eq!(gizmo.under(&sight, [3.0, 3.0], 1.0), None);
        let middle = sight.project(gizmo.at).unwrap();
        assert_eq!(gizmo.under(&sight, middle, 1.0), Some(Handle::Ground));
    }

    #[test]
    fn pulling_an_axis_goes_as_far_as_the_pointer_along_it() {
        let sight = sight();
        let gizmo = Gizmo::new(Vec3::new(1.0, 2.0, 0.5), &sight, &ALL);
        for (handle, axis) in [(Handle::X, Vec3::X), (Handle::Y, Vec3::Y), (Handle::Z, Vec3::Z)] {
            let ray = |far: f32| sight.ray(sight.project(gizmo.at + axis * far).unwrap());
            let Some(Pull::Move(by)) = gizmo.pulled(handle, &ray(0.5), &ray(3.0)) else { panic!() };
            assert!((by - axis * 2.5).length() < 1e-2, "{handle:?} {by}");
        }
    }

    #[test]
    fn the_ring_turns_and_the_box_grows() {
        let sight = sight();
        let gizmo = Gizmo::new(Vec3::ZERO, &sight, &ALL);
        let ray = |angle: f32| {
            let at = Vec3::new(angle.cos(), angle.sin(), 0.0) * 2.0;
            sight.ray(sight.project(at).unwrap())
        };
        let Some(Pull::Turn(by)) = gizmo.pulled(Handle::Turn, &ray(0.3), &ray(1.1)) else {
            panic!()
        };
        assert!((by - 0.8).abs() < 1e-3, "{by}");
        let out = |far: f32| sight.ray(sight.project((sight.right + sight.up) * far).unwrap());
        let Some(Pull::Grow(by)) = gizmo.pulled(Handle::Size, &out(1.0), &out(2.5)) else {
            panic!()
        };
        assert!((by - 2.5).abs() < 1e-2, "{by}");
    }

    #[test]
    fn it_looks_equally_large_from_near_and_far() {
        for distance in [5.0, 50.0, 500.0] {
            let camera = Camera { distance, ..Camera::default() };
            let sight = camera.sight([800, 600], &Bounds { min: [-9.0; 3], max: [9.0; 3] });
            let gizmo = Gizmo::new(Vec3::ZERO, &sight, &ALL);
            let [low, high] =
                [Vec3::ZERO, sight.up * gizmo.size].map(|at| sight.project(at).unwrap());
            assert!((low[1] - high[1] - 66.0).abs() < 3.0, "{distance}: {}", low[1] - high[1]);
        }
    }

    #[test]
    fn a_ray_along_the_axis_says_nothing() {
        let gizmo = Gizmo::new(Vec3::ZERO, &sight(), &ALL);
        let ray = Ray { origin: [-9.0, 0.0, 0.0], direction: [1.0, 0.0, 0.0] };
        assert_eq!(gizmo.pulled(Handle::X, &ray, &ray), None);
        assert_eq!(gizmo.pulled(Handle::Turn, &ray, &ray), None);
    }
}
