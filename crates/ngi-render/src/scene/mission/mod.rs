//! A mission: its level with everything that stands on it, under its sky; and a unit alone.

mod change;
mod overlays;
mod unit;

use change::outline_of;
pub use overlays::clan_colour;
pub use unit::UnitScene;

use std::collections::{BTreeSet, HashMap};

use glam::Vec3;
use ngi_engine::arealmap::RouteOptions;
use ngi_engine::effects::Sound;
use ngi_engine::model::{Ray, Transform, stage_of_life};
use ngi_engine::resolve::{Game, Surroundings, names};
use ngi_engine::sky::{Sky, SkyState};
use ngi_engine::walk::PosedPart;
use ngi_engine::world::{LODE_EFFECT, Met, PartModel, Placed, World};
use ngi_formats::fxid::{Effect, Reference};
use ngi_formats::msh::STAGES;
use ngi_formats::tma::ClanKind;
use ngi_vfs::Vfs;

use super::level::{Hanging, LevelScene};
use super::model::{self, ModelAsset};
use super::{Breed, Picked, Scene, SceneKind, Stance, View};
use crate::frame::{Frame, LogLine, Store};
use crate::{Bounds, Camera};

/// Effects that play at once, at most. What comes behind is left out.
const MOST_EFFECTS: usize = 4096;
/// How high above the ground the camera of a mission without a briefing is, in metres.
const EYE_HEIGHT: f32 = 34.0;
/// And how far from what it looks at.
const EYE_DISTANCE: f32 = 90.0;

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
        Self { level, world, models, breeds, hidden, bounds, log }
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

    /// What there is to look at from: what the first player owns, else anybody, else everything.
    fn center(&self) -> Vec3 {
        let is_player = |placed: &&Placed| {
            let clan = self.world.clan_of(placed.index);
            clan.is_some_and(|clan| clan.kind == ClanKind::PLAYER)
        };
        let middle = |placed: Vec<&Placed>| {
            let count = u16::try_from(placed.len()).ok().filter(|count| *count > 0)?;
            let sum: Vec3 =
                placed.iter().map(|it| Vec3::from(it.world_from_object.translation)).sum();
            Some(sum / f32::from(count))
        };
        let there = || self.world.created();
        let owned = there().filter(|placed| placed.clan.is_some());
        middle(there().filter(is_player).collect())
            .or_else(|| middle(owned.collect()))
            .or_else(|| middle(there().collect()))
            .unwrap_or_else(|| self.bounds.or_unit().center())
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

    /// From the first stop of the briefing, else towards what the player owns.
    fn camera(&self, _: f32) -> Camera {
        if let Some([eye, target]) = self.stops().first() {
            return Camera::looking(Vec3::from(*eye), Vec3::from(*target));
        }
        let target = self.center();
        let eye = target + Vec3::new(-0.6, -0.8, 0.0) * EYE_DISTANCE;
        let [_, _, ground] = self.level.on_ground([eye.x, eye.y]);
        Camera::looking(eye.with_z(ground.max(target.z) + EYE_HEIGHT), target)
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
