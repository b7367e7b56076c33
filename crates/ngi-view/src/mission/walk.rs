//! Somebody on the ground of a mission: keys and mouse in, a camera out. How one walks,
//! [`ngi_engine::walk`] says.

use glam::{Vec2, Vec3};
use ngi_engine::arealmap::RouteOptions;
use ngi_engine::walk::{Body, Input, Land, Obstacle, PosedPart, Ride, Walker, obstacles};
use ngi_engine::world::World;
use ngi_formats::tma::PlacedKind;
use ngi_render::Camera;
use ngi_render::scene::{MissionScene, Scene as _};

use super::{above_ground, sphere};

/// How high the eyes of somebody on foot are, in metres.
const EYES: f32 = 1.75;
/// How far away a machine can be mounted, from its border.
const REACH: f32 = 12.0;
/// How far above the ground the camera behind somebody stays.
const CLEARANCE: f32 = 0.4;
/// Initial distance of the camera behind a robot, as a multiple of its size.
const BEHIND: f32 = 5.0;
/// Angle from which the camera behind a robot looks down, in radians.
const DOWN: f32 = 0.42;
/// Angle from which the camera looks down while the user is on foot, in radians.
const DOWN_ON_FOOT: f32 = 0.2;
/// Height of the point that the camera behind a robot looks at, above its middle, in the robot's
/// size: the robot stands in the lower third of the image, and the way ahead is above it.
const AHEAD: f32 = 0.85;
/// How near and how far behind somebody the camera may be, in their own size.
const DISTANCES: [f32; 2] = [1.5, 12.0];
/// Speed without haste, of what a body can.
const UNHURRIED: f32 = 0.55;
/// Keys turn so fast, in radians a second.
const KEY_TURN: f32 = 1.6;

/// From where one looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person {
    /// Out of the eyes.
    First,
    /// From behind.
    Third,
}

/// What keys and mouse ask for in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Steering {
    /// Forwards, from -1 to 1.
    pub forward: f32,
    /// To the left, from -1 to 1.
    pub turn: f32,
    /// To the right, from -1 to 1.
    pub side: f32,
    /// As fast as can be.
    pub hurries: bool,
    /// How far the view turns, in radians: to the left and down.
    pub look: Vec2,
    /// The camera goes nearer (below 1) or farther.
    pub zoom: f32,
}

/// Somebody on the ground.
pub struct Walking {
    /// Who walks, and where.
    pub walker: Walker,
    /// The unit that is ridden, by its number in the mission.
    pub ride: Option<(usize, Ride)>,
    /// From where one looks.
    pub person: Person,
    /// Why the last click led nowhere.
    pub note: Option<String>,
    look: Vec2,
    zoom: f32,
    obstacles: Vec<Obstacle>,
    /// Units that were moved, to be put back.
    moved: Vec<usize>,
    before: Camera,
}

impl Walking {
    /// Begins at a place, in a unit or on foot; `None` where nobody can stand.
    pub fn begin(
        scene: &mut MissionScene,
        place: Vec3,
        unit: Option<usize>,
        camera: &Camera,
    ) -> Option<Self> {
        let world = scene.world();
        let obstacles = obstacles(world);
        let land = Land::of(world, &obstacles)?;
        let walker = Walker::start(place.to_array(), camera.yaw, &Body::on_foot(), &land)?;
        let mut walking = Self {
            walker,
            ride: None,
            person: Person::First,
            note: None,
            look: Vec2::ZERO,
            zoom: BEHIND,
            obstacles,
            moved: Vec::new(),
            before: *camera,
        };
        if let Some(unit) = unit {
            walking.mount(unit, scene);
        }
        Some(walking)
    }

    /// How it walks.
    pub fn body(&self) -> Body {
        self.ride.as_ref().map_or_else(Body::on_foot, |(_, ride)| ride.body)
    }

    /// Takes a unit as the body, where it stands now.
    fn mount(&mut self, unit: usize, scene: &mut MissionScene) {
        let world = scene.world();
        let Some(placed) = world.objects.get(unit) else { return };
        let Some(ride) = Ride::of(placed) else { return };
        // One that was ridden before stands where it was left.
        let at = placed.world_from_object.translation;
        let ahead = placed.world_from_object.transform_vector3(Vec3::Y);
        let heading = ngi_engine::portable::atan2(-ahead.x, ahead.y);
        let Some(land) = Land::of(world, &self.obstacles) else { return };
        let Some(walker) = Walker::start(at.to_array(), heading, &ride.body, &land) else { return };
        self.walker = walker;
        self.ride = Some((unit, ride));
        self.person = Person::Third;
        (self.look, self.zoom) = (Vec2::ZERO, BEHIND);
        if !self.moved.contains(&unit) {
            self.moved.push(unit);
        }
    }

    /// Out of the unit, or into the nearest one in reach.
    pub fn change_body(&mut self, scene: &mut MissionScene) {
        if self.ride.take().is_some() {
            self.person = Person::First;
            return;
        }
        let here = Vec3::from(self.walker.position);
        let near = |placed: &ngi_engine::world::Placed| {
            let (center, radius) = sphere(placed)?;
            let away = center.distance(here) - radius;
            let fits = placed.kind == PlacedKind::UNIT && placed.is_there && away < REACH;
            fits.then_some((away, placed.index))
        };
        let units = scene.world().objects.iter().filter_map(near);
        let nearest = units.min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, unit)) = nearest {
            self.mount(unit, scene);
        }
    }

    /// Looks out of the eyes or from behind.
    pub fn change_person(&mut self) {
        self.person = match self.person {
            Person::First => Person::Third,
            Person::Third => Person::First,
        };
    }

    /// Goes to a place: through the areals and around what stands there, straight on where no way
    /// leads there.
    pub fn go_to(&mut self, to: Vec3, scene: &mut MissionScene) {
        let [x, y, _] = self.walker.position;
        let (from, to) = ([x, y], [to.x, to.y]);
        let options = RouteOptions::default();
        self.note = None;
        match scene.world().route(from, to, &options) {
            Some(Ok(way)) => {
                self.walker.go_along(way.points.iter().map(|[x, y, _]| [*x, *y]));
                // The line is for the eye alone.
                let _ = scene.show_route(from, to);
            }
            Some(Err(why)) => {
                self.note = Some(why.to_string());
                self.walker.go_along([to]);
            }
            None => self.walker.go_along([to]),
        }
    }

    /// Lets time pass; gives the camera.
    pub fn advance(
        &mut self,
        steering: &Steering,
        seconds: f32,
        scene: &mut MissionScene,
    ) -> Camera {
        self.turn_view(steering, seconds);
        let body = self.body();
        let share = if steering.hurries { 1.0 } else { UNHURRIED };
        let input = Input {
            forward: steering.forward * share,
            side: steering.side * share,
            turn: steering.turn * (KEY_TURN / body.turn_rate.max(1e-3)).min(1.0),
        };
        if let Some(land) = Land::of(scene.world(), &self.obstacles) {
            self.walker = self.walker.step(&input, seconds, &body, &land);
        }
        let parts = self.move_ride(seconds, scene);
        self.camera(&parts, scene.world())
    }

    fn turn_view(&mut self, steering: &Steering, seconds: f32) {
        let [least, most] = DISTANCES;
        if steering.zoom.is_finite() && steering.zoom > 0.0 {
            self.zoom = (self.zoom * steering.zoom).clamp(least, most);
        }
        if steering.look.is_finite() {
            self.look += steering.look;
        }
        self.look.y = self.look.y.clamp(-1.2, 1.2);
        // Whoever walks on looks ahead again, unless the mouse says otherwise.
        if steering.look == Vec2::ZERO && (steering.forward != 0.0 || steering.turn != 0.0) {
            self.look.x *= (1.0 - seconds * 2.0).clamp(0.0, 1.0);
        }
    }

    /// Moves the unit that is ridden; gives its parts.
    fn move_ride(&mut self, seconds: f32, scene: &mut MissionScene) -> Vec<PosedPart> {
        let Some((unit, ride)) = &mut self.ride else { return Vec::new() };
        ride.step(&self.walker, seconds);
        let parts = ride.parts();
        let matrix = Ride::world_from_object(&self.walker);
        scene.ride(*unit, &matrix, &parts, self.person == Person::First);
        parts
    }

    fn camera(&self, parts: &[PosedPart], world: &World) -> Camera {
        let here = Vec3::from(self.walker.position);
        let yaw = self.walker.heading + self.look.x;
        let matrix = Ride::world_from_object(&self.walker);
        let camera = Camera { yaw, fov_y: self.before.fov_y, flat: false, ..Camera::default() };
        match self.person {
            Person::First => {
                let eye = self.ride.as_ref().map_or(here + Vec3::Z * EYES, |(_, ride)| {
                    matrix.transform_point3(ride.eye(parts))
                });
                let mut camera = Camera { pitch: self.look.y, distance: 10.0, ..camera };
                camera.target = eye + camera.forward() * camera.distance;
                camera
            }
            Person::Third => {
                let (center, radius) =
                    self.ride.as_ref().map_or((Vec3::Z, 1.2), |(_, ride)| ride.sphere());
                let target = matrix.transform_point3(center) + Vec3::Z * radius * AHEAD;
                // No body is drawn on foot, so the camera looks ahead.
                let down = if self.ride.is_some() { DOWN } else { DOWN_ON_FOOT };
                let pitch = (self.look.y + down).clamp(-0.4, 1.4);
                let mut camera = Camera { target, pitch, distance: radius * self.zoom, ..camera };
                above_ground(&mut camera, world, CLEARANCE);
                camera
            }
        }
    }

    /// Ends: units stand where the mission has them. Gives the camera as it was before.
    pub(super) fn end(self, scene: &mut MissionScene) -> Camera {
        self.moved.iter().for_each(|unit| scene.dismount(*unit));
        self.before
    }
}
