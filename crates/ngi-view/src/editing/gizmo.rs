//! Handles around something that is moved with the mouse: three axes, the ground, rings to turn, a
//! box to grow. Of our own: what others have made does not fit this version of the window's
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
    /// About the axis that goes east.
    TurnX,
    /// About the axis that goes north.
    TurnY,
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
            Self::TurnX => [240, 140, 135],
            Self::TurnY => [160, 225, 155],
            Self::Size => [215, 130, 255],
        }
    }

    fn axis(self) -> Option<Vec3> {
        match self {
            Self::X => Some(Vec3::X),
            Self::Y => Some(Vec3::Y),
            Self::Z => Some(Vec3::Z),
            Self::Ground | Self::Turn | Self::TurnX | Self::TurnY | Self::Size => None,
        }
    }

    /// What it turns about, if it turns.
    pub fn turns_about(self) -> Option<Vec3> {
        match self {
            Self::Turn => Some(Vec3::Z),
            Self::TurnX => Some(Vec3::X),
            Self::TurnY => Some(Vec3::Y),
            _ => None,
        }
    }
}

/// How far a handle may be from the pointer, in pixels.
const REACH: f32 = 9.0;
/// How large the gizmo is, as a share of the picture's height.
const SHARE: f32 = 0.11;
/// Pieces of the ring.
const PIECES: u8 = 48;
/// The rings to turn, in lengths of the axes.
const RING: f32 = 1.25;
/// A ring that is seen from as low as this, as the sine of the angle, is a line to the eye: it is
/// taken hold of at its ends only, and turned as a ball is rolled.
const EDGE_ON: f32 = 0.2;

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
            Handle::Ground => self.ring(0.16, Vec3::Z),
            Handle::Turn | Handle::TurnX | Handle::TurnY => {
                self.ring(RING, handle.turns_about().unwrap_or(Vec3::Z))
            }
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

    fn ring(&self, radius: f32, about: Vec3) -> Vec<[Vec3; 2]> {
        let [across, along] = across(about);
        let at = |piece: u8| {
            let (sin, cos) =
                (f32::from(piece) / f32::from(PIECES) * std::f32::consts::TAU).sin_cos();
            self.at + (across * cos + along * sin) * self.size * radius
        };
        (0..PIECES).map(|piece| [at(piece), at(piece + 1)]).collect()
    }

    /// Whether a ring is a line to the eye.
    fn is_edge_on(&self, about: Vec3) -> bool {
        let [right, up] = self.screen;
        right.cross(up).dot(about).abs() < EDGE_ON
    }

    /// The lines by which a handle is taken hold of: of a ring that is a line to the eye its ends,
    /// beside everything else.
    fn touched(&self, handle: Handle) -> Vec<[Vec3; 2]> {
        let mut lines = self.lines(handle);
        if let Some(about) = handle.turns_about().filter(|about| self.is_edge_on(*about)) {
            let [right, up] = self.screen;
            let level = about.cross(right.cross(up)).normalize_or_zero();
            let far = |at: &Vec3| (*at - self.at).dot(level).abs() > self.size * (RING - 0.12);
            lines.retain(|[from, to]| far(from) && far(to));
        }
        lines
    }

    /// Its handles.
    pub fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// The handle at a pixel: the nearest, of those in reach.
    pub fn under(&self, sight: &Sight, pixel: [f32; 2], scale: f32) -> Option<Handle> {
        let pixel = Vec2::from(pixel);
        let distance = |handle: &Handle| {
            let lines = self.touched(*handle);
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
            Handle::Turn | Handle::TurnX | Handle::TurnY => {
                let about = handle.turns_about()?;
                let angle = |ray: &Ray| self.angle(ray, about);
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

impl Gizmo {
    /// Which way around an axis a ray points.
    fn angle(&self, ray: &Ray, about: Vec3) -> Option<f32> {
        if self.is_edge_on(about) {
            // The near side goes along with the pointer.
            let [right, up] = self.screen;
            let near = right.cross(up);
            let way = on_plane(ray, self.at, near)? - self.at;
            return Some(way.dot(about.cross(near).normalize_or_zero()) / (self.size * RING));
        }
        let at = on_plane(ray, self.at, about)? - self.at;
        let [x, y] = across(about).map(|axis| at.dot(axis));
        (x.hypot(y) > 1e-4).then(|| y.atan2(x))
    }
}

/// Two axes across another: turning about it goes from the first to the second.
fn across(about: Vec3) -> [Vec3; 2] {
    match about {
        about if about == Vec3::X => [Vec3::Y, Vec3::Z],
        about if about == Vec3::Y => [Vec3::Z, Vec3::X],
        _ => [Vec3::X, Vec3::Y],
    }
}

/// What pulling came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pull {
    /// So far.
    Move(Vec3),
    /// So far about the axis of the ring, in radians.
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
    fn rings_turn_about_their_axes() {
        let camera = Camera::looking(Vec3::new(12.0, -14.0, 12.0), Vec3::ZERO);
        let sight = camera.sight([800, 600], &Bounds { min: [-20.0; 3], max: [20.0; 3] });
        let gizmo = Gizmo::new(Vec3::ZERO, &sight, &[Handle::TurnX, Handle::TurnY, Handle::Turn]);
        for handle in [Handle::TurnX, Handle::TurnY, Handle::Turn] {
            let about = handle.turns_about().unwrap();
            let start = Vec3::new(about.y, about.z, about.x) * 2.0;
            let end = glam::Quat::from_axis_angle(about, 0.6) * start;
            let ray = |at: Vec3| sight.ray(sight.project(at).unwrap());
            let Some(Pull::Turn(by)) = gizmo.pulled(handle, &ray(start), &ray(end)) else {
                panic!()
            };
            assert!((by - 0.6).abs() < 1e-2, "{handle:?} {by}");
        }
    }

    #[test]
    fn a_ring_that_is_a_line_to_the_eye_leaves_the_others_alone() {
        let camera = Camera::looking(Vec3::new(0.0, -20.0, 0.6), Vec3::ZERO);
        let sight = camera.sight([800, 600], &Bounds { min: [-20.0; 3], max: [20.0; 3] });
        let handles = [Handle::X, Handle::Y, Handle::Z, Handle::Turn];
        let gizmo = Gizmo::new(Vec3::ZERO, &sight, &handles);
        let under = |at: Vec3| gizmo.under(&sight, sight.project(at).unwrap(), 1.0);
        assert_eq!(under(Vec3::X * gizmo.size * 0.6), Some(Handle::X), "the ring is over it");
        assert_eq!(under(Vec3::X * gizmo.size * -0.6), None, "and over nothing here");
        let ends = [1.0, -1.0].map(|side| Vec3::X * gizmo.size * RING * side);
        assert_eq!(ends.map(under), [Some(Handle::Turn); 2]);
        // Its near side goes along with the pointer: a little to the right is a little about z.
        let ray = |x: f32| sight.ray(sight.project(Vec3::X * gizmo.size * x).unwrap());
        let Some(Pull::Turn(by)) = gizmo.pulled(Handle::Turn, &ray(1.25), &ray(1.5)) else {
            panic!()
        };
        assert!((by - 0.2).abs() < 1e-2, "{by}");
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
