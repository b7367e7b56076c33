//! The camera: orbiting, flying, framing, and what the card needs of it.

use glam::camera::rh::proj::directx as proj;
use glam::{Mat4, Vec2, Vec3};
use ngi_engine::model::{Frustum, Ray};
use ngi_engine::portable;

use crate::Bounds;
use crate::frame::Projection;

/// Where the world ends in the engine's own passes: the near plane of its sky.
const SKY_NEAR: f32 = 700.0;
/// How far its sky goes.
const SKY_FAR: f32 = 50_000.0;
/// Near and far of the unit's own view.
const OWN_VIEW: (f32, f32) = (0.05, 10.0);
/// Just short of straight up or down, where turning would flip.
const STEEPEST: f32 = 1.55;

/// A camera that looks at a point from a distance.
///
/// z is up. Yaw 0 looks along +y (north), and grows counter-clockwise seen from above; a positive
/// pitch looks down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The point in the middle of the picture, around which it orbits.
    pub target: Vec3,
    /// Turn around the z axis, in radians.
    pub yaw: f32,
    /// How steeply it looks down, in radians.
    pub pitch: f32,
    /// From the eye to the target.
    pub distance: f32,
    /// Vertical field of view in radians.
    pub fov_y: f32,
    /// Without perspective: for textures and maps.
    pub flat: bool,
}

impl Default for Camera {
    /// From the front right, a little from above: models look along +y.
    fn default() -> Self {
        Self {
            target: Vec3::ZERO,
            yaw: 145f32.to_radians(),
            pitch: 20f32.to_radians(),
            distance: 10.0,
            fov_y: 40f32.to_radians(),
            flat: false,
        }
    }
}

impl Camera {
    /// Looks from one point at another.
    pub fn looking(eye: Vec3, target: Vec3) -> Self {
        let mut camera = Self { target, ..Self::default() };
        camera.set_eye(eye);
        camera
    }

    /// Looks straight down at a point, north up, without perspective.
    pub fn from_above(target: Vec3, height: f32) -> Self {
        let pitch = std::f32::consts::FRAC_PI_2;
        Self { target, yaw: 0.0, pitch, distance: height, flat: true, ..Self::default() }
    }

    /// Where it looks: length 1.
    pub fn forward(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = portable::sin_cos(self.yaw);
        let (sin_pitch, cos_pitch) = portable::sin_cos(self.pitch);
        Vec3::new(-sin_yaw * cos_pitch, cos_yaw * cos_pitch, -sin_pitch)
    }

    /// Its right hand: length 1, always level.
    pub fn right(&self) -> Vec3 {
        let (sin, cos) = portable::sin_cos(self.yaw);
        Vec3::new(cos, sin, 0.0)
    }

    /// Its own upwards.
    pub fn up(&self) -> Vec3 {
        self.right().cross(self.forward())
    }

    /// Where it is.
    pub fn eye(&self) -> Vec3 {
        self.target - self.forward() * self.distance
    }

    /// Moves it elsewhere; it goes on looking at its target.
    pub fn set_eye(&mut self, eye: Vec3) {
        let way = self.target - eye;
        self.distance = way.length();
        let flat = way.truncate().length();
        if flat > 0.0 {
            self.yaw = portable::atan2(-way.x, way.y);
        }
        if self.distance > 0.0 {
            self.pitch = portable::atan2(-way.z, flat);
        }
    }

    /// Turns around the target.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.yaw = (self.yaw + yaw).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + pitch).clamp(-STEEPEST, STEEPEST);
    }

    /// Turns on the spot.
    pub fn look(&mut self, yaw: f32, pitch: f32) {
        let eye = self.eye();
        self.orbit(yaw, pitch);
        self.target = eye + self.forward() * self.distance;
    }

    /// Moves eye and target across the picture; 1 is its height at the target.
    pub fn pan(&mut self, right: f32, up: f32) {
        let height = self.height_at_target();
        self.target += (self.right() * right + self.up() * up) * height;
    }

    /// Goes nearer (below 1) or farther (above 1).
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            self.distance = (self.distance * factor).clamp(1e-3, 1e6);
        }
    }

    /// Flies: forwards, to the right, up, in units.
    pub fn fly(&mut self, forward: f32, right: f32, up: f32) {
        self.target += self.forward() * forward + self.right() * right + Vec3::Z * up;
    }

    /// How much of the world is seen from the lower to the upper edge, at the target.
    pub fn height_at_target(&self) -> f32 {
        2.0 * self.distance * portable::tan(self.fov_y * 0.5)
    }

    /// Goes where a box just fits the picture, seen from where it looks now. `aspect` is width by
    /// height.
    pub fn frame(&mut self, bounds: &Bounds, aspect: f32) {
        self.fit(&bounds.or_unit().corners(), aspect);
    }

    /// Goes where points just fit the picture and are in its middle, seen from where it looks now.
    /// The target is as far away as the middle of the points.
    pub fn fit(&mut self, points: &[Vec3], aspect: f32) {
        const MARGIN: f32 = 1.06;
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let slope_y = portable::tan(self.fov_y * 0.5) / MARGIN;
        let slopes = Vec2::new(slope_y * aspect, slope_y);
        let axes = (self.right(), self.up(), self.forward());
        let seen = points.iter().filter(|point| point.is_finite());
        let seen = seen.map(|&at| Vec3::new(at.dot(axes.0), at.dot(axes.1), at.dot(axes.2)));
        let seen: Vec<Vec3> = seen.collect();
        // Without perspective the edges of the picture are parallel.
        let widen = if self.flat { Vec2::ZERO } else { slopes };
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let mut depth = (f32::INFINITY, f32::NEG_INFINITY);
        for at in &seen {
            // Where the edges of the picture through this point meet the plane of depth 0.
            let across = at.truncate();
            low = low.min(across + widen * at.z);
            high = high.max(across - widen * at.z);
            depth = (depth.0.min(at.z), depth.1.max(at.z));
        }
        if depth.0 > depth.1 {
            return self.frame(&Bounds::UNIT, aspect);
        }
        let mut middle = (low + high) * 0.5;
        let needed = ((high - low) * 0.5 / slopes).max_element();
        let center = (depth.0 + depth.1) * 0.5;
        self.distance = if self.flat { needed } else { center + needed }.max(1e-3);
        // One axis fits exactly; along the other there is room left, to be shared out evenly.
        for _ in 0..if self.flat { 0 } else { 4 } {
            let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
            for at in &seen {
                let slope = (at.truncate() - middle) / (at.z + needed).max(1e-6);
                (low, high) = (low.min(slope), high.max(slope));
            }
            middle += (low + high) * 0.5 * self.distance;
        }
        self.target = axes.0 * middle.x + axes.1 * middle.y + axes.2 * center;
    }

    /// As [`Camera::fit`], but so that the points stay in the picture while the camera turns all
    /// around them.
    pub fn fit_turning(&mut self, points: &[Vec3], aspect: f32) {
        const TURNS: u16 = 24;
        let axis = Bounds::of(points.iter().map(Vec3::to_array)).or_unit().center();
        let axis = axis.truncate().extend(0.0);
        let turned = (0..TURNS).flat_map(|turn| {
            let angle = f32::from(turn) / f32::from(TURNS) * std::f32::consts::TAU;
            let rotation = portable::rotation_z(angle);
            points.iter().map(move |&point| rotation * (point - axis) + axis)
        });
        self.fit(&turned.collect::<Vec<_>>(), aspect);
        // The target goes to the axis, or things would swing about it.
        let (eye, forward) = (self.eye(), self.forward());
        let level = forward.truncate().length_squared();
        if level > 1e-6 && !self.flat {
            self.distance = ((axis - eye).truncate().dot(forward.truncate()) / level).max(1e-3);
        }
        self.target = eye + forward * self.distance;
    }

    /// What the card needs, for a picture of so many pixels with everything in `bounds` in range.
    pub fn sight(&self, size: [u32; 2], bounds: &Bounds) -> Sight {
        let [width, height] = size.map(|side| crate::numbers::to_f32(side.max(1)));
        let aspect = width / height;
        let view_from_world =
            glam::camera::rh::view::look_to_mat4(self.eye(), self.forward(), self.up());
        let (near, far) = self.range(&bounds.or_unit());
        let project = |near: f32, far: f32| {
            let clip_from_view = if self.flat {
                let half = self.height_at_target() * 0.5;
                proj::orthographic(-half * aspect, half * aspect, -half, half, near, far)
            } else {
                portable::perspective(self.fov_y, aspect, near, far)
            };
            clip_from_view * view_from_world
        };
        let (own_near, own_far) = OWN_VIEW;
        Sight {
            world: project(near, far),
            sky: project(SKY_NEAR, SKY_FAR),
            near: project(own_near, own_far),
            eye: self.eye(),
            right: self.right(),
            up: self.up(),
            back: -self.forward(),
            fov_y: self.fov_y,
            size,
            flat: self.flat,
        }
    }

    /// Near and far planes that hold a box, with as much depth precision as that allows.
    fn range(&self, bounds: &Bounds) -> (f32, f32) {
        let (eye, forward) = (self.eye(), self.forward());
        let depths = bounds.corners().map(|corner| (corner - eye).dot(forward));
        let far = depths.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let near = depths.into_iter().fold(f32::INFINITY, f32::min);
        // Overlays and effects reach past the box.
        let slack = bounds.radius() + self.distance;
        let far = (far + slack).max(1e-2);
        if self.flat {
            return (near - slack, far);
        }
        ((near - slack * 0.1).max(far * 2e-4).max(1e-4), far)
    }
}

/// What the card needs of a camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sight {
    /// `clip_from_world` of the world.
    pub world: Mat4,
    /// `clip_from_world` of the sky.
    pub sky: Mat4,
    /// `clip_from_world` of the unit's own view.
    pub near: Mat4,
    /// Where the eye is.
    pub eye: Vec3,
    /// Its right hand.
    pub right: Vec3,
    /// Its own upwards.
    pub up: Vec3,
    /// Against where it looks.
    pub back: Vec3,
    /// Vertical field of view in radians.
    pub fov_y: f32,
    /// Pixels across and down.
    pub size: [u32; 2],
    /// Without perspective.
    pub flat: bool,
}

impl Default for Sight {
    fn default() -> Self {
        Camera::default().sight([640, 480], &Bounds::UNIT)
    }
}

impl Sight {
    /// The matrix of a projection.
    pub fn clip_from_world(&self, projection: Projection) -> Mat4 {
        match projection {
            Projection::World => self.world,
            Projection::Sky => self.sky,
            Projection::Near => self.near,
        }
    }

    /// What of the world is seen.
    pub fn frustum(&self) -> Frustum {
        Frustum::new(&self.world)
    }

    /// Width by height.
    pub fn aspect(&self) -> f32 {
        let [width, height] = self.size.map(|side| crate::numbers::to_f32(side.max(1)));
        width / height
    }

    /// Horizontal field of view in radians.
    pub fn fov_x(&self) -> f32 {
        2.0 * portable::atan(portable::tan(self.fov_y * 0.5) * self.aspect())
    }

    /// Where a point of the world is in the picture, in pixels from the upper left corner; `None`
    /// behind the eye.
    pub fn project(&self, point: Vec3) -> Option<[f32; 2]> {
        let clip = self.world * point.extend(1.0);
        if clip.w <= 0.0 {
            return None;
        }
        let [width, height] = self.size.map(crate::numbers::to_f32);
        let (x, y) = (clip.x / clip.w, clip.y / clip.w);
        Some([(x * 0.5 + 0.5) * width, (0.5 - y * 0.5) * height])
    }

    /// The ray through a pixel, counted from the upper left corner. Its direction has length 1.
    pub fn ray(&self, [x, y]: [f32; 2]) -> Ray {
        let [width, height] = self.size.map(|side| crate::numbers::to_f32(side.max(1)));
        let (x, y) = (x / width * 2.0 - 1.0, 1.0 - y / height * 2.0);
        let world_from_clip = self.world.inverse();
        let near = world_from_clip.project_point3(Vec3::new(x, y, 0.0));
        let far = world_from_clip.project_point3(Vec3::new(x, y, 1.0));
        let origin = if self.flat { near } else { self.eye };
        let direction = (far - near).normalize_or_zero();
        Ray { origin: origin.to_array(), direction: direction.to_array() }
    }
}
