//! A level: ground, liquid, sky, and what stands and plays on it.

mod effects;
mod mission_sky;
mod overlays;
mod sky;
mod storm;
mod viewpoint;
mod water;

pub use effects::{Hanging, LevelEffects};
pub use mission_sky::MissionSky;
use mission_sky::Overview;
pub use sky::SkyPainter;

use std::collections::{BTreeSet, HashMap};

use glam::Vec3;
use ngi_engine::arealmap::{Areals, LoadOptions, Route, RouteOptions};
use ngi_engine::effects::Loadable;
use ngi_engine::landscape::{Ground, Level, LevelError, Managers, Render3d, Sides};
use ngi_engine::model::{Frustum, Ray, Transform};
use ngi_engine::resolve::{LevelNames, names};
use ngi_formats::landscape::{Face, FaceFilter, FaceFlags, Landscape, LandscapeDoc};
use ngi_vfs::Vfs;

use super::areals::picked;
use super::landscape::{
    Detail, GroundMesh, GroundPainter, GroundView, Paint, Reflection, Wears, add_discs,
};
use super::looks::WearTaker;
use super::model::{ModelAsset, Placed};
use super::sky::{Sky, glow_texture};
use super::{
    Breed, Crowd, Light, Looks, Picked, Scene, SceneKind, Settings, Stance, View,
    Water as WaterSetting,
};
use crate::frame::{Frame, LogLine, Store, TextureId};
use crate::{Bounds, Camera};
use overlays::LevelOverlays;
use storm::Storm;
use water::WaterMirror;

/// The files of a level; only the landscape must be there.
#[derive(Debug, Clone, Copy, Default)]
pub struct LevelFiles<'a> {
    /// `<level>.msh`.
    pub landscape: &'a [u8],
    /// `<level>.map`.
    pub areals: Option<&'a [u8]>,
    /// `<level>1.wea` and `<level>2.wea`.
    pub wears: [Option<&'a [u8]>; 2],
}

/// A level.
pub struct LevelScene {
    ground: Ground,
    painter: GroundPainter,
    looks: Looks,
    models: Crowd,
    areals: Option<Areals>,
    bounds: Bounds,
    sky: SkyPainter,
    /// The sky of a mission, in its place.
    mission_sky: Option<MissionSky>,
    water: WaterMirror,
    /// What plays on it.
    effects: LevelEffects,
    storm: Storm,
    overlays: LevelOverlays,
    disc: Option<TextureId>,
    log: Vec<LogLine>,
}

impl LevelScene {
    /// A level with the materials of a game; without one its ground has plain colours. Fails only
    /// where the landscape cannot be followed.
    pub fn new(files: &LevelFiles<'_>, game: Option<&Vfs>) -> Result<Self, ngi_formats::Error> {
        let names = LevelNames::new(names::LEVEL_BASE);
        let LevelNames { base: _, landscape, areals, wears: [first, second] } = &names;
        let there = [
            (landscape, Some(files.landscape)),
            (areals, files.areals),
            (first, files.wears[0]),
            (second, files.wears[1]),
        ];
        let open = |name: &str| there.into_iter().find(|(known, _)| *known == name)?.1;
        Self::load(&names.base, open, game)
    }

    /// The same by its base name: `open` gives the bytes of a file, or `None` where there is none.
    pub fn load<B: AsRef<[u8]>>(
        base: &str,
        open: impl FnMut(&str) -> Option<B>,
        game: Option<&Vfs>,
    ) -> Result<Self, ngi_formats::Error> {
        let mut looks = Looks::new(game);
        let (mut taken, mut mesh) = (HashMap::new(), None);
        let mut managers = Managers {
            materials: Box::new(WearTaker { looks: &mut looks, taken: &mut taken }),
            render: Box::new(GroundTaker(&mut mesh)),
            ..Managers::default()
        };
        let loaded = Level::load_tolerant(base, open, &mut managers, &LoadOptions::default());
        drop(managers);
        let Level { names, areals, ground, broken, faults, lists: _ } =
            loaded.map_err(|error| match error {
                LevelError::Landscape { source, .. } => source,
                other => ngi_formats::Error::usage("level", other.to_string()),
            })?;
        let [materials, donors] = names.wears.map(|name| taken.get(&name).copied());
        // A picture needs no areals; the rest would be seen.
        let faults = faults.iter().filter(|fault| !matches!(fault, LevelError::NoAreals { .. }));
        let faults = faults.map(ToString::to_string);
        let mut log: Vec<LogLine> = broken.into_iter().chain(faults).map(LogLine::Note).collect();
        log.extend_from_slice(looks.log());
        let mesh: GroundMesh = mesh.unwrap_or_default();
        let sky = if is_burning(ground.faces()) { Sky::DUSK } else { Sky::FAIR };
        Ok(Self {
            bounds: Bounds::of(mesh.surface_vertices().iter().map(|vertex| vertex.position)),
            painter: GroundPainter::new(mesh, Wears { materials, donors }),
            water: WaterMirror::new(ground.water().copied()),
            ground,
            looks,
            models: Crowd::new(Looks::new(game)),
            areals,
            sky: SkyPainter::new(sky),
            mission_sky: None,
            effects: LevelEffects::default(),
            storm: Storm::default(),
            overlays: LevelOverlays::default(),
            disc: None,
            log,
        })
    }

    /// A level without any ground, for what stands on one that is not there.
    pub fn empty(game: Option<&Vfs>) -> Self {
        let (ground, wears) = (Ground::default(), Wears { materials: None, donors: None });
        Self {
            bounds: Bounds::EMPTY,
            painter: GroundPainter::new(GroundMesh::default(), wears),
            water: WaterMirror::new(None),
            ground,
            looks: Looks::new(game),
            models: Crowd::new(Looks::new(game)),
            areals: None,
            sky: SkyPainter::new(Sky::FAIR),
            mission_sky: None,
            effects: LevelEffects::default(),
            storm: Storm::default(),
            overlays: LevelOverlays::default(),
            disc: None,
            log: Vec::new(),
        }
    }

    /// Places a model of a clan, at a damage stage of its own.
    pub fn add_model_of(
        &mut self,
        breed: Breed,
        placed: Placed,
        clan: Option<usize>,
        stage: usize,
    ) {
        self.models.place_of(breed, placed, clan, stage);
    }

    /// How many models are placed.
    pub fn model_count(&self) -> usize {
        self.models.len()
    }

    /// Lets the model that was placed so many-th stand in a way of its own, or as before.
    pub fn stand(&mut self, number: usize, stance: Option<Stance>) {
        self.models.stand(number, stance);
    }

    /// Puts the model that was placed so many-th elsewhere.
    pub fn move_model(&mut self, number: usize, world_from_model: Transform) {
        self.models.move_to(number, world_from_model);
    }

    /// Leaves the model that was placed so many-th out, or shows it again.
    pub fn hide_model(&mut self, number: usize, is_hidden: bool) {
        self.models.hide(number, is_hidden);
    }

    /// Lets all models and effects go, to be placed anew; what they are made of stays.
    pub(super) fn clear_away(&mut self) {
        self.models.clear();
        self.effects.clear();
    }

    /// Shows vertices of the landscape as a brush has them now: [`Scene::renew`] sends them to the
    /// card. Questions are still asked of the ground as it was.
    pub fn reshape(&mut self, doc: &LandscapeDoc, vertices: &BTreeSet<usize>) {
        self.painter.reshape(doc, vertices);
    }

    /// Shows another ground of the same materials from the next [`Scene::renew`] on.
    pub fn take_ground(&mut self, ground: &Ground, mesh: GroundMesh) {
        self.bounds = Bounds::of(mesh.surface_vertices().iter().map(|vertex| vertex.position));
        self.ground = ground.clone();
        self.water.take(ground.water().copied());
        self.overlays = LevelOverlays::default();
        self.painter.take(mesh);
    }

    /// Shows other areals on the ground, or none, from the next frame on.
    pub fn take_areals(&mut self, areals: Option<Areals>) {
        self.areals = areals;
        self.overlays.forget_areals();
    }

    /// What plays on it.
    pub fn effects(&self) -> &LevelEffects {
        &self.effects
    }

    /// The box around all models.
    pub fn model_bounds(&self) -> Bounds {
        self.models.bounds()
    }

    /// Hangs an effect somewhere from time 0 on. Before [`Scene::prepare`].
    pub fn hang_effect(&mut self, name: &str, effect: &impl Loadable, hanging: &Hanging) {
        self.effects.hang(name, effect, hanging, &mut self.looks);
    }

    /// Adds a kind of model with the text of its wear, to be placed. Before [`Scene::prepare`].
    pub fn add_breed(&mut self, asset: ModelAsset, wear: Option<&[u8]>) -> Breed {
        self.models.add_breed(asset, wear)
    }

    /// Places a model.
    pub fn add_model(&mut self, breed: Breed, placed: Placed) {
        self.models.place(breed, placed);
    }

    /// The ground, for questions.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Lets it ask a ground that somebody else has, too: a clone shares what is large.
    pub fn share_ground(&mut self, ground: &Ground) {
        self.ground = ground.clone();
    }

    /// The areals, if the level has some.
    pub fn areals(&self) -> Option<&Areals> {
        self.areals.as_ref()
    }

    /// What the rows of its first wear are called.
    pub fn material_names(&self) -> Vec<String> {
        let Some(wear) = self.painter.wears.materials else { return Vec::new() };
        let name = |row| self.looks.row_name(wear, row).unwrap_or_default();
        (0..self.looks.rows(wear)).map(name).collect()
    }

    /// What of the ground was drawn last.
    pub fn painter(&self) -> &GroundPainter {
        &self.painter
    }

    /// Gives it another sky. Before [`Scene::prepare`].
    pub fn set_sky(&mut self, sky: Sky) {
        self.sky = SkyPainter::new(sky);
    }

    /// Gives it the sky of a mission, at the moment that begins. Before [`Scene::prepare`].
    pub fn set_mission_sky(&mut self, sky: ngi_engine::sky::Sky) {
        self.mission_sky = Some(MissionSky::new(sky, &mut self.looks));
    }

    /// The sky of its mission, where it has one, to look at.
    pub fn sky_of_mission(&self) -> Option<&MissionSky> {
        self.mission_sky.as_ref()
    }

    /// The sky of its mission, where it has one: to go to another moment, or to look at.
    pub fn mission_sky(&mut self) -> Option<&mut MissionSky> {
        self.mission_sky.as_mut()
    }

    /// Takes an effect that lightning may be. Before [`Scene::prepare`].
    pub fn add_lightning(&mut self, name: &str, effect: &impl Loadable) {
        self.storm.learn(name, effect, &mut self.looks);
    }

    /// Lightning, where the sky has some and weather is shown.
    fn strike(&mut self, view: &View, frame: &mut Frame) {
        let Self { storm, mission_sky, ground, looks, bounds, .. } = self;
        let sky = mission_sky.as_ref().filter(|_| view.settings.weather && Self::has_sky(view));
        let lightning = sky.and_then(|sky| sky.state().lightning.as_ref());
        match lightning.filter(|_| storm.is_known()) {
            Some(lightning) => {
                let Bounds { min: [x1, y1, _], max: [x2, y2, _] } = *bounds;
                let (seconds, corners) = (f64::from(view.time), [[x1, y1], [x2, y2]]);
                storm.strike(seconds, &lightning.effects, corners, (ground, looks), frame);
            }
            None => storm.rest(),
        }
    }

    /// Lets an effect play from time 0 on. Before [`Scene::prepare`].
    pub fn add_effect(
        &mut self,
        name: &str,
        effect: &impl Loadable,
        position: [f32; 3],
        size: f32,
    ) {
        self.effects.add(name, effect, position, size, &mut self.looks);
    }

    /// Finds the route from one point to another through the areals alone and shows it. An error
    /// says why there is no route.
    pub fn find_route(&mut self, from: [f32; 2], to: [f32; 2]) -> Result<Route, String> {
        let areals = self.areals.as_ref().ok_or("the level has no areals")?;
        let route = areals.route(from, to, &RouteOptions::default());
        let route = route.map_err(|error| error.to_string())?;
        self.set_route(&route.points);
        Ok(route)
    }

    /// Shows the route through these points, laid on the ground; no points remove it.
    pub fn set_route(&mut self, points: &[[f32; 3]]) {
        self.overlays.set_route(&self.ground, points);
    }

    /// A point on the ground, or on water.
    pub fn on_ground(&self, [x, y]: [f32; 2]) -> [f32; 3] {
        let found = self.ground.height([x, y], &FaceFilter::default());
        [x, y, found.map_or(0.0, |footing| footing.z)]
    }

    /// Whether the level's own sky lights this picture.
    fn has_sky(view: &View) -> bool {
        view.settings.sky && view.settings.light == Light::Studio
    }

    fn light_by_sky(&self, frame: &mut Frame) {
        match &self.mission_sky {
            Some(sky) => sky.light(sky.flare(-frame.sight.back), frame),
            None => self.sky.light(frame),
        }
    }

    fn haze(&self, frame: &mut Frame) {
        let bounds = self.bounds.or_unit();
        match &self.mission_sky {
            Some(sky) => {
                let eye = frame.sight.eye;
                let far = bounds.corners().map(|corner| corner.distance(eye));
                let far = far.into_iter().fold(0.0, f32::max);
                sky.haze(Overview { share: self.overview(eye), far }, frame);
            }
            None => self.sky.haze(bounds.radius() * 3.4, frame),
        }
    }

    /// How far an eye is from where one of the game's could be: 0 over the map and not high above
    /// it, 1 where the whole map is looked at from outside.
    fn overview(&self, eye: Vec3) -> f32 {
        let bounds = self.bounds.or_unit();
        let (low, high) = (Vec3::from(bounds.min), Vec3::from(bounds.max) + Vec3::Z * HIGHEST);
        let beyond = (low - eye).max(eye - high).max(Vec3::ZERO).with_z((eye.z - high.z).max(0.0));
        (beyond.length() / (bounds.radius() * TURNING)).min(1.0)
    }

    fn add_sky(&self, eye: Vec3, mirrored: bool, frame: &mut Frame) {
        match &self.mission_sky {
            Some(sky) => sky.add(&self.looks, eye, mirrored, frame),
            None => self.sky.add(eye, mirrored, frame),
        }
    }

    /// What falls, and the flare, unless the ground hides the sun.
    fn add_weather(&self, view: &View, frame: &mut Frame) {
        let Some(sky) = &self.mission_sky else { return };
        if view.settings.weather {
            sky.add_weather(&self.looks, f64::from(view.time), frame);
        }
        let flare = sky.flare(-frame.sight.back);
        let sun = sky.state().body.filter(|_| flare.strength > 0.0);
        if let Some(sun) = sun {
            let ray = Ray { origin: frame.sight.eye.to_array(), direction: sun.towards };
            let hidden = self.ground.nearest(&ray, f32::MAX, &FaceFilter::default(), Sides::Both);
            if hidden.is_none() {
                sky.add_flare(&self.looks, flare, frame);
            }
        }
    }

    /// Adds the models, and what of them is seen to the mirror too.
    fn add_models(&mut self, view: &View, mirrored: bool, frame: &mut Frame) {
        let first = frame.items.len();
        // Levels of models are chosen by distance; the level of a view is one of the ground.
        let settings = Settings { shadow: false, ..view.settings };
        self.models.build(&View { level: None, settings, ..*view }, frame);
        if mirrored {
            mirror_items(first, frame);
        }
    }

    /// Adds the ground that the camera sees. Returns true if a liquid shows the reflection.
    fn add_ground(
        &mut self,
        view: &View,
        under: bool,
        reflection: Option<Reflection>,
        frame: &mut Frame,
    ) -> bool {
        let frustum = frame.sight.frustum();
        let look = ground_view(view, under, &frustum, frame.sight.eye);
        let micro = view.settings.microtexture;
        let paint = Paint { look, micro, reflection, mirrored: false };
        self.painter.add(&self.ground, &self.looks, &paint, frame)
    }

    /// Adds the ground that the mirror sees.
    fn add_mirrored_ground(&mut self, view: &View, aimed: &Aimed, frame: &mut Frame) {
        let frustum = Frustum::new(&aimed.clip_from_world);
        let look = ground_view(view, false, &frustum, frame.sight.eye);
        let look = GroundView { frustum: Some(&frustum), kinds: [true, false, false], ..look };
        let micro = view.settings.microtexture;
        let paint = Paint { look, micro, reflection: None, mirrored: true };
        self.painter.add(&self.ground, &self.looks, &paint, frame);
    }
}

/// Describes the ground that a camera at `eye` sees.
fn ground_view<'a>(view: &View, under: bool, frustum: &'a Frustum, eye: Vec3) -> GroundView<'a> {
    let reflecting = view.settings.water == WaterSetting::Reflecting;
    GroundView {
        eye: eye.to_array(),
        frustum: Some(frustum).filter(|_| view.settings.culling),
        detail: view.level.map_or(Detail::Engine, Detail::Fixed),
        // Beds are hidden from above while there are reflections, surfaces from below.
        kinds: if reflecting { [true, under, !under] } else { [true; 3] },
        hidden: None,
    }
}

/// How far above its highest point an eye still stands on a map: flyers do not go higher.
const HIGHEST: f32 = 100.0;
/// Over this distance, in radii of the map, the haze of the game gives way to an overview.
const TURNING: f32 = 0.25;

/// The engine's renderer while a level is loaded: it makes of the ground what it draws.
struct GroundTaker<'a>(&'a mut Option<GroundMesh>);

impl Render3d for GroundTaker<'_> {
    fn take_ground(&mut self, land: &Landscape<'_>) {
        *self.0 = Some(GroundMesh::of(land));
    }
}

/// Shows the items from a place on in the mirror too.
fn mirror_items(first: usize, frame: &mut Frame) {
    for item in frame.items.get_mut(first..).unwrap_or_default() {
        item.in_mirror = true;
    }
}

/// A mirror that is aimed.
struct Aimed {
    eye: Vec3,
    clip_from_world: glam::Mat4,
    reflection: Reflection,
}

/// Whether a map has lava: a liquid without the flag that everything else has.
fn is_burning(faces: &[Face]) -> bool {
    let safe = |face: &Face| face.flags.has_any(FaceFlags::NOT_LAVA);
    faces.iter().any(safe) && faces.iter().any(|face| face.is_liquid() && !safe(face))
}

impl Scene for LevelScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Level
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }

    fn camera(&self, aspect: f32) -> Camera {
        viewpoint::scenic(&self.ground, &self.bounds, aspect)
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        let before = self.looks.log().len();
        self.looks.prepare(store);
        self.log.extend_from_slice(self.looks.log().get(before..).unwrap_or_default());
        self.models.prepare(store);
        self.log.extend_from_slice(self.models.log());
        self.painter.prepare(store, self.water.cover().as_ref());
        self.water.prepare(store);
        self.sky.prepare(store);
        self.disc = Some(store.add_texture(&glow_texture("light on the ground", 0.0)));
    }

    fn release(&mut self, store: &mut dyn Store) {
        self.looks.release(store);
        self.models.release(store);
        self.painter.release(store);
        self.water.release(store);
        self.sky.release(store);
        if let Some(disc) = self.disc.take() {
            store.remove_texture(disc);
        }
    }

    fn renew(&mut self, store: &mut dyn Store) {
        self.looks.prepare(store);
        self.models.prepare(store);
        self.painter.renew(store, self.water.cover().as_ref());
    }

    fn hide(&mut self, parts: &BTreeSet<usize>) {
        self.painter.hidden.clone_from(parts);
    }

    fn outline(&self, part: usize) -> Option<[Vec3; 8]> {
        let [min, max] = self.painter.mesh.squares.get(part)?.bounds?;
        Some(Bounds { min, max }.corners())
    }

    fn level(&self) -> Option<&LevelScene> {
        Some(self)
    }

    fn level_mut(&mut self) -> Option<&mut LevelScene> {
        Some(self)
    }

    fn levels(&self) -> usize {
        ngi_formats::landscape::LEVELS
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        let eye = frame.sight.eye;
        let is_seen = !frame.sight.flat && view.settings.background == Default::default();
        let has_sky = Self::has_sky(view);
        self.looks.set_time_ms(view.time_ms());
        if let Some(sky) = &mut self.mission_sky {
            sky.go(view);
        }
        if has_sky {
            self.light_by_sky(frame);
        }
        if has_sky && is_seen {
            self.haze(frame);
            self.add_sky(eye, false, frame);
            if let Some(sky) = &self.mission_sky {
                sky.dim_background(self.overview(eye), frame);
            }
            self.add_weather(view, frame);
        }
        self.effects.light(view.time, &self.ground, &self.looks, frame);
        self.strike(view, frame);
        let reflecting = view.settings.water == WaterSetting::Reflecting;
        let horizon = match &self.mission_sky {
            Some(sky) => sky.fog_colour(frame),
            None => self.sky.sky.horizon,
        };
        let aimed = if reflecting { self.water.aim(view.time, horizon, frame) } else { None };
        let aimed = aimed.map(|(mirror, reflection)| Aimed {
            eye: mirror.eye,
            clip_from_world: mirror.clip_from_world,
            reflection,
        });
        let under = self.water.is_under(eye);
        let reflection = aimed.as_ref().map(|aimed| aimed.reflection);
        let is_shown = self.add_ground(view, under, reflection, frame);
        // A mirror that no surface shows need not be drawn.
        let aimed = aimed.filter(|_| is_shown);
        match &aimed {
            Some(aimed) => {
                self.add_sky(aimed.eye, true, frame);
                self.add_mirrored_ground(view, aimed, frame);
            }
            None => frame.mirror = None,
        }
        if let Some(disc) = self.disc {
            let (mesh, chosen) = (&self.painter.mesh, &self.painter.chosen);
            let frustum = frame.sight.frustum();
            for discs in [self.effects.discs.as_slice(), self.storm.discs()] {
                add_discs(mesh, chosen, discs, &frustum, disc, frame);
            }
        }
        self.add_models(view, aimed.is_some(), frame);
        let first = frame.items.len();
        self.effects.add_to(&self.looks, frame);
        self.storm.add_to(&self.looks, frame);
        if aimed.is_some() {
            mirror_items(first, frame);
        }
        let (painter, ground) = (&self.painter, &self.ground);
        self.overlays.add(view.overlays, painter, ground, self.areals.as_ref(), frame);
    }

    fn show_route(&mut self, from: [f32; 2], to: [f32; 2]) -> Result<(), String> {
        self.find_route(from, to).map(|_| ())
    }

    fn ground_at(&self, at: [f32; 2]) -> Option<f32> {
        self.ground.height(at, &FaceFilter::default()).map(|footing| footing.z)
    }

    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let hit = self.ground.nearest(ray, f32::MAX, &FaceFilter::default(), Sides::Both)?;
        let [x, y, _] = hit.point;
        let areal = self.areals.as_ref().and_then(|areals| Some((areals, areals.at(x, y)?)));
        let mut found = match areal {
            Some((areals, number)) => picked(areals, number, hit.point.into(), hit.along),
            None => Picked::default(),
        };
        let face = self.ground.faces().get(hit.face)?;
        let wear = self.painter.wears.materials;
        let name = |row: u8| self.looks.row_name(wear?, usize::from(row));
        found.position = hit.point;
        found.distance = hit.along;
        found.triangle = Some(hit.face);
        found.slot = self.ground.grid().square([x, y]);
        found.material = Some(usize::from(face.material));
        found.material_name = name(face.material);
        found.notes.push(format!("face {}, flags {:#x}", hit.face, face.flags.0));
        if let Some(second) = face.second() {
            let name = name(second).unwrap_or_default();
            found.notes.push(format!("second material {second} {name}"));
        }
        Some(found)
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}
