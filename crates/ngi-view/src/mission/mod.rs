//! A mission that is looked at: its objects, its time of day, its briefing, and walks in it.
//!
//! | file | holds |
//! |---|---|
//! | `list` | the objects as rows, and the search over them |
//! | `day` | the clock of its sky |
//! | `flight` | the camera on its way somewhere |
//! | `walk` | somebody on the ground: keys and mouse to [`ngi_engine::walk`], and back to the camera |

mod day;
mod flight;
mod list;
mod walk;

use glam::Vec3;
use ngi_engine::briefing::{Briefing, FIELD_OF_VIEW, Look};
use ngi_engine::model::Ray;
use ngi_engine::sound::Listener;
use ngi_engine::world::{Placed, World};
use ngi_formats::landscape::FaceFilter;
use ngi_formats::tma::PlacedKind;
use ngi_render::scene::MissionScene;
use ngi_render::{Camera, View};

use crate::sound::Soundscape;

pub use day::Day;
pub use flight::Flight;
pub use list::{Objects, Row};
pub use walk::{Person, Steering, Walking};

/// How far above the ground a camera stays that flies to an object.
const CLEARANCE: f32 = 2.0;

/// What is known of a mission while it is looked at.
pub struct Mission {
    /// Its objects.
    pub objects: Objects,
    /// The clock of its sky; `None` where it has none.
    pub day: Option<Day>,
    /// Whether time goes on.
    pub playing: bool,
    /// How long it has gone on, in seconds.
    pub time: f64,
    /// The camera of its briefing.
    pub briefing: Briefing,
    /// How far that has come, while it plays.
    pub briefed: Option<f32>,
    /// The camera on its way.
    pub flight: Option<Flight>,
    /// Somebody on the ground.
    pub walk: Option<Walking>,
    /// Whether time went on before the walk began.
    pub(crate) played_before: bool,
    /// Why nobody could be put there.
    pub note: Option<String>,
    /// What is heard of it.
    pub sounds: Option<Soundscape>,
}

impl Mission {
    /// A mission that was opened.
    pub fn of(scene: &MissionScene) -> Self {
        Self {
            objects: Objects::of(scene.world()),
            day: scene.sky().map(|sky| Day::new(sky.clone())),
            playing: false,
            time: 0.0,
            briefing: Briefing::new(&scene.world().story.stops),
            briefed: None,
            flight: None,
            walk: None,
            played_before: false,
            note: None,
            sounds: None,
        }
    }

    /// The same mission, changed: what was chosen stays.
    pub fn keep(&mut self, before: Self) {
        self.objects.keep(before.objects);
        self.playing = before.playing;
        self.time = before.time;
        if let (Some(day), Some(was)) = (&mut self.day, before.day) {
            day.moment = was.moment;
        }
    }

    /// Whether the next frame will be another one.
    pub fn moves(&self) -> bool {
        self.playing || self.briefed.is_some() || self.flight.is_some() || self.walk.is_some()
    }

    /// Lets time pass, for everything but a walk. Says whether the camera moved.
    pub fn advance(&mut self, seconds: f32, view: &mut View) -> bool {
        if self.playing {
            self.time += f64::from(seconds);
            if let Some(day) = &mut self.day {
                day.advance(f64::from(seconds));
            }
        }
        view.settings.moment = self.day.as_ref().map(|day| day.moment);
        #[expect(clippy::cast_possible_truncation, reason = "days of seconds")]
        let time = self.time as f32;
        view.time = time;
        self.move_camera(seconds, &mut view.camera)
    }

    fn move_camera(&mut self, seconds: f32, camera: &mut Camera) -> bool {
        if let Some(flight) = &mut self.flight {
            *camera = flight.advance(seconds);
            if flight.is_over() {
                self.flight = None;
            }
            return true;
        }
        let Some(briefed) = &mut self.briefed else { return false };
        *briefed += seconds;
        let look = self.briefing.at(*briefed);
        let over = *briefed >= self.briefing.seconds();
        if let Some(look) = look {
            *camera = looking(&look);
        }
        if over {
            self.briefed = None;
        }
        true
    }

    /// Plays the briefing from its beginning, or ends it.
    pub fn brief(&mut self) {
        let begins = self.briefed.is_none() && !self.briefing.is_empty();
        self.briefed = begins.then_some(0.0);
        self.flight = None;
    }

    /// Goes to a stop of the briefing.
    pub fn go_to_stop(&mut self, stop: usize, camera: &Camera) {
        let look = self.briefing.at(self.briefing.begins(stop));
        self.briefed = None;
        self.flight = look.map(|look| Flight::new(camera, &looking(&look)));
    }

    /// Flies to an object, from the side it is looked at from now.
    pub fn fly_to(&mut self, object: usize, world: &World, camera: &Camera) {
        let Some(placed) = world.objects.get(object) else { return };
        let Some((center, radius)) = sphere(placed) else { return };
        self.objects.selected = Some(object);
        self.briefed = None;
        let mut goal = Camera { target: center, flat: false, ..*camera };
        goal.pitch = 25f32.to_radians();
        goal.distance = radius * 3.0 + 6.0;
        above_ground(&mut goal, world, CLEARANCE);
        self.flight = Some(Flight::new(camera, &goal));
    }

    /// Somebody takes the camera: what moved it by itself ends.
    pub fn let_go(&mut self) {
        (self.flight, self.briefed) = (None, None);
    }

    /// Puts somebody on the ground: into the unit that is selected, else where the middle of the
    /// picture shows ground, on foot. Says why not where nobody can be.
    pub fn begin_walk(&mut self, scene: &mut MissionScene, camera: &Camera) -> Result<(), String> {
        self.let_go();
        let world = scene.world();
        let is_unit = |placed: &&Placed| placed.kind == PlacedKind::UNIT && placed.is_there;
        let unit = self.objects.selected.and_then(|it| world.objects.get(it)).filter(is_unit);
        let place = unit.map_or_else(
            || ground_before(world, camera),
            |unit| Vec3::from(unit.world_from_object.translation),
        );
        let unit = unit.map(|unit| unit.index);
        let walk = Walking::begin(scene, place, unit, camera);
        self.walk =
            Some(walk.ok_or(
                "no ground to walk on near here; move the camera over the map and try again",
            )?);
        self.note = None;
        Ok(())
    }

    /// Lets everything be heard that a listener at the camera hears, while time goes on.
    pub fn sound(&mut self, scene: &MissionScene, camera: &Camera, is_on: bool) {
        let Some(sounds) = &mut self.sounds else { return };
        let listener = Listener { eye: camera.eye().to_array(), right: camera.right().to_array() };
        let is_on = is_on && self.playing;
        sounds.frame(&listener, self.time, is_on, scene.sounds(), scene.sky_state());
    }

    /// Ends a walk; gives the camera as it was before.
    pub fn end_walk(&mut self, scene: &mut MissionScene) -> Option<Camera> {
        self.walk.take().map(|walk| walk.end(scene))
    }
}

/// The camera of a briefing.
fn looking(look: &Look) -> Camera {
    let camera = Camera::looking(look.eye.into(), look.target.into());
    Camera { fov_y: FIELD_OF_VIEW, ..camera }
}

/// The sphere around an object, in the world.
pub fn sphere(placed: &Placed) -> Option<(Vec3, f32)> {
    let own = placed.assembly.root().map(|root| root.header.sphere);
    let (center, radius) = own.map_or((Vec3::Z, 2.0), |it| (it.center.into(), it.radius));
    let (scale, _, _) = placed.world_from_object.to_scale_rotation_translation();
    let center = placed.world_from_object.transform_point3(center);
    let radius = radius * scale.abs().max_element();
    (center.is_finite() && radius.is_finite()).then_some((center, radius.clamp(0.5, 500.0)))
}

/// Where the middle of a camera's picture shows the ground; below the camera where it does not.
fn ground_before(world: &World, camera: &Camera) -> Vec3 {
    let (eye, along) = (camera.eye(), camera.forward());
    let ray = Ray { origin: eye.to_array(), direction: along.to_array() };
    let ground = world.level.as_ref().map(|level| &level.ground);
    let hit = ground.and_then(|ground| ground.ray(&ray, &FaceFilter::default()));
    hit.map_or(eye, |hit| hit.point.into())
}

/// Lifts the eye of a camera that would be in the ground.
pub fn above_ground(camera: &mut Camera, world: &World, clearance: f32) {
    let eye = camera.eye();
    let ground = world.level.as_ref().map(|level| &level.ground);
    let found = ground.and_then(|ground| ground.height([eye.x, eye.y], &FaceFilter::default()));
    if let Some(footing) = found.filter(|footing| eye.z < footing.z + clearance) {
        camera.set_eye(eye.with_z(footing.z + clearance));
    }
}
