//! A mission: its level with everything that stands on it, under its sky; and a unit alone.

mod change;
mod opening;
mod overlays;
mod unit;

use change::outline_of;
pub use overlays::clan_colour;
pub use unit::UnitScene;

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use glam::Vec3;
use ngi_engine::arealmap::RouteOptions;
use ngi_engine::effects::Sound;
use ngi_engine::model::{Ray, Transform, stage_of_life};
use ngi_engine::resolve::{Game, Surroundings, names};
use ngi_engine::sky::{Opening, Sky, SkyState};
use ngi_engine::walk::PosedPart;
use ngi_engine::world::{LODE_EFFECT, Met, PartModel, World};
use ngi_formats::fxid::{Effect, Reference};
use ngi_formats::msh::STAGES;
use ngi_vfs::Vfs;

use super::level::{Hanging, LevelScene};
use super::model::{self, ModelAsset};
use super::{Breed, Picked, Scene, SceneKind, Stance, View};
use crate::frame::{Frame, LogLine, Store};
use crate::{Bounds, Camera};

/// Effects that play at once, at most. What comes behind is left out.
const MOST_EFFECTS: usize = 4096;

/// Models by their record, and whether they are mounted on another; `None` for those that cannot
/// be read.
type Breeds = HashMap<(usize, bool), Option<Breed>>;

/// A mission to look at.
pub struct MissionScene {
    level: LevelScene,
    world: World,
    /// The models of each object: its part, and the how-many-th model of the level that is.
    models: Vec<Vec<(usize, usize)>>,
    /// Models that were read.
    breeds: Breeds,
    hidden: BTreeSet<usize>,
    bounds: Bounds,
    /// The camera it opens with, once it was needed; `None` if nothing stands in it.
    opening: OnceLock<Option<Camera>>,
    log: Vec<LogLine>,
}

impl MissionScene {
    /// A mission that has loaded, with the materials of its game.
    pub fn new(world: World, game: &Vfs) -> Self {
        let mut level = match &world.land {
            Some(land) => ground(&world, land, game),
            None => LevelScene::empty(Some(game)),
        };
        let mut log: Vec<LogLine> =
            world.problems.iter().map(|problem| LogLine::Note(problem.to_string())).collect();
        let mut breeds = Breeds::new();
        let models = place_models(&world, &mut breeds, &mut level, &mut log);
        hang_effects(&world, game, &mut level, &mut log);
        if let Some(sky) = &world.sky {
            let around = Surroundings::in_game(Some(&Game::new(game.clone())));
            for name in sky.lightning_effects() {
                let found = around.entry(names::EFFECTS, name);
                match found.as_ref().map(|found| Effect::read(&found.bytes)) {
                    Some(Ok(effect)) => level.add_lightning(name, &effect),
                    _ => log.push(LogLine::Note(format!("lightning {name} is not there"))),
                }
            }
            level.set_mission_sky(sky.clone());
        }
        let bounds = level.bounds().union(level.model_bounds());
        let hidden = BTreeSet::new();
        let opening = OnceLock::new();
        Self { level, world, models, breeds, hidden, bounds, opening, log }
    }

    /// The mission.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Its sky, where it has one.
    pub fn sky(&self) -> Option<&Sky> {
        self.level.sky_of_mission().map(|sky| sky.sky())
    }

    /// What its sky was like in the last frame.
    pub fn sky_state(&self) -> Option<&SkyState> {
        self.level.sky_of_mission().map(|sky| sky.state())
    }

    /// What happened to sounds of its effects up to the last frame, each with its sample.
    pub fn sounds(&self) -> impl Iterator<Item = (&Sound, &Reference)> {
        self.level.effects().sounds()
    }

    /// Puts an object elsewhere, its parts posed as it walks; hidden while its rider looks out of
    /// it. Effects that hang on it stay where they were.
    pub fn ride(
        &mut self,
        object: usize,
        world_from_object: &Transform,
        parts: &[PosedPart],
        is_hidden: bool,
    ) {
        let Some(models) = self.models.get(object) else { return };
        for (part, number) in models {
            let posed = parts.iter().find(|posed| posed.part == *part);
            let stance = posed.map(|posed| Stance {
                world_from_model: *world_from_object * posed.object_from_part,
                pose: posed.pose.clone(),
                is_hidden,
            });
            self.level.stand(*number, stance);
        }
    }

    /// Lets an object stand where the mission has it.
    pub fn dismount(&mut self, object: usize) {
        for (_, number) in self.models.get(object).into_iter().flatten() {
            self.level.stand(*number, None);
        }
    }

    /// Returns the moment at which to show the mission first: its start if it is light then, else
    /// by day. `None` if it has no sky.
    pub fn opening_moment(&self) -> Option<Opening> {
        self.sky().map(Sky::opening)
    }

    /// Chooses the camera it opens with; `None` if nothing stands in it.
    fn opening_camera(&self) -> Option<Camera> {
        *self.opening.get_or_init(|| {
            let at = self.sky().map(|sky| sky.at(sky.opening().moment));
            let sun = at.and_then(|state| state.body).map(|body| body.towards);
            opening::camera(&self.world, |object| self.outline_of_object(object), sun)
        })
    }
}

/// The ground of a mission as its buildings have cut it.
fn ground(world: &World, land: &[u8], game: &Vfs) -> LevelScene {
    let landscape = format!("{}.msh", world.land_base);
    let open = |name: &str| match name {
        _ if name == landscape => Some(land.to_vec()),
        _ => game.read(name).ok().map(|bytes| bytes.to_vec()),
    };
    let loaded = LevelScene::load(&world.land_base, open, Some(game));
    let mut scene = loaded.unwrap_or_else(|_| LevelScene::empty(Some(game)));
    if let Some(level) = &world.level {
        scene.share_ground(&level.ground);
    }
    scene
}

/// Reads each model once, and places it as often as it is there. Gives the models of each object.
fn place_models(
    world: &World,
    breeds: &mut Breeds,
    level: &mut LevelScene,
    log: &mut Vec<LogLine>,
) -> Vec<Vec<(usize, usize)>> {
    let mut models: Vec<Vec<(usize, usize)>> = vec![Vec::new(); world.objects.len()];
    for placed in world.created() {
        let stage = stage_of_life(STAGES, placed.life, 1.0).min(STAGES - 1);
        for (index, part, model) in placed.assembly.drawn() {
            let key = (model.object.index, model.is_mounted);
            let breed = *breeds.entry(key).or_insert_with(|| {
                let asset = asset_of(model, log)?;
                let wear = model.object.wear.as_ref().map(|wear| &*wear.bytes);
                Some(level.add_breed(asset, wear))
            });
            let Some(breed) = breed else { continue };
            let world_from_model = placed.world_from_object * part.object_from_part;
            let at = model::Placed { world_from_model, ahead: 0.0 };
            if let Some(own) = models.get_mut(placed.index) {
                own.push((index, level.model_count()));
            }
            level.add_model_of(breed, at, placed.clan, stage);
        }
    }
    models
}

/// The model of a part, standing; `None` where it cannot be read, with a line in the log.
fn asset_of(model: &PartModel, log: &mut Vec<LogLine>) -> Option<ModelAsset> {
    match ModelAsset::read(&model.file.name, &model.file.bytes) {
        Ok(mut asset) => {
            log.extend(asset.log.iter().cloned());
            // Rays ask the world, which has triangles of its own.
            asset.triangles = Vec::new();
            Some(asset.standing(&model.pose, model.is_mounted))
        }
        Err(error) => {
            log.push(LogLine::Note(format!("{}: {error}", model.file.name)));
            None
        }
    }
}

/// Hangs what load groups hang, and shows the lodes that are found.
fn hang_effects(world: &World, game: &Vfs, level: &mut LevelScene, log: &mut Vec<LogLine>) {
    let around = Surroundings::in_game(Some(&Game::new(game.clone())));
    let mut hangings: Vec<(String, String, Hanging)> = world
        .hung()
        .map(|(_, hung, frame)| {
            let (archive, member) =
                (hung.effect.archive.to_string(), hung.effect.member.to_string());
            (archive, member, Hanging { frame, is_on: hung.is_on, started: hung.started })
        })
        .collect();
    let lodes = world.lodes.iter().filter(|lode| lode.is_seen);
    hangings.extend(lodes.map(|lode| {
        let hanging = Hanging::at(lode.position);
        (names::EFFECTS.to_owned(), LODE_EFFECT.to_owned(), hanging)
    }));
    if hangings.len() > MOST_EFFECTS {
        log.push(LogLine::Note(format!("more than {MOST_EFFECTS} effects; the rest is left out")));
        hangings.truncate(MOST_EFFECTS);
    }
    let mut missing: Vec<String> = Vec::new();
    for (archive, member, hanging) in hangings {
        let found = around.entry(&archive, &member);
        match found.as_ref().map(|found| Effect::read(&found.bytes)) {
            Some(Ok(effect)) => level.hang_effect(&member, &effect, &hanging),
            _ if missing.contains(&member) => {}
            _ => missing.push(member),
        }
    }
    // A game without a picture of its lodes is none the worse for it.
    missing.retain(|name| name != LODE_EFFECT);
    log.extend(
        missing.into_iter().map(|name| {
            LogLine::Note(format!("the effect {name} is not there, or cannot be read"))
        }),
    );
}

impl Scene for MissionScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Level
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Shows the player's base; without objects the first stop of the briefing, else the level.
    fn camera(&self, aspect: f32) -> Camera {
        if let Some(camera) = self.opening_camera() {
            return opening::shaped(camera, aspect);
        }
        if let Some([eye, target]) = self.stops().first() {
            return Camera::looking(Vec3::from(*eye), Vec3::from(*target));
        }
        self.level.camera(aspect)
    }

    fn stops(&self) -> Vec<[[f32; 3]; 2]> {
        self.world.story.stops.iter().map(|stop| [stop.camera, stop.target]).collect()
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        self.level.prepare(store);
        for line in self.level.log() {
            if !self.log.contains(line) {
                self.log.push(line.clone());
            }
        }
    }

    fn release(&mut self, store: &mut dyn Store) {
        self.level.release(store);
    }

    fn renew(&mut self, store: &mut dyn Store) {
        self.level.renew(store);
    }

    fn hide(&mut self, parts: &BTreeSet<usize>) {
        self.hidden.clone_from(parts);
        self.leave_out();
    }

    fn outline(&self, part: usize) -> Option<[Vec3; 8]> {
        self.outline_of_object(part)
    }

    fn levels(&self) -> usize {
        self.level.levels()
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        self.level.build(view, frame);
        overlays::add(&self.world, view.overlays, frame);
    }

    fn mission(&self) -> Option<&MissionScene> {
        Some(self)
    }

    fn mission_mut(&mut self) -> Option<&mut MissionScene> {
        Some(self)
    }

    fn ground_at(&self, at: [f32; 2]) -> Option<f32> {
        self.level.ground_at(at)
    }

    fn show_route(&mut self, from: [f32; 2], to: [f32; 2]) -> Result<(), String> {
        let found = self.world.route(from, to, &RouteOptions::default());
        let way = found.ok_or("the level has no areals")?.map_err(|why| why.to_string())?;
        self.level.set_route(&way.points);
        Ok(())
    }

    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let met = self.met(ray);
        let Some(Met::Object(hit)) = met else { return self.level.pick(ray) };
        let placed = self.world.objects.get(hit.object)?;
        let part = placed.assembly.parts.get(hit.part)?;
        let names = part.model.as_ref().map(|model| model.node_names.as_slice());
        let clan = self.world.clan_of(hit.object).map(|clan| format!(" of {}", clan.name));
        let mut notes = vec![
            format!("object {}: {}{}", hit.object, placed.label(), clan.unwrap_or_default()),
            format!("part {}: {}", hit.part, part.object),
        ];
        if placed.path != placed.label() {
            notes.push(placed.path.clone());
        }
        Some(Picked {
            position: hit.point,
            distance: hit.along,
            object: Some(hit.object),
            part: Some(hit.part),
            node: Some(hit.node),
            node_name: names.and_then(|names| names.get(hit.node).cloned()),
            batch: Some(hit.batch),
            triangle: Some(hit.triangle),
            material: Some(hit.material.into()),
            notes,
            ..Picked::default()
        })
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}
