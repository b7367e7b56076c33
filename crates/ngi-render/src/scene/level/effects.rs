//! Effects that play on a level.

use glam::Vec3;
use ngi_engine::effects::{
    Cadence, DrawList, Frame as EffectFrame, Inputs, Loadable, Manager, Placement, Randomness,
    Settings, Sound, Target, TemplateId, View as EffectView,
};
use ngi_engine::landscape::Ground;
use ngi_formats::fxid::{Reference, TimeMode};
use ngi_formats::landscape::FaceFilter;

use crate::frame::Frame;
use crate::scene::effect::{EffectDress, EffectRows, Sprites, add_lights};
use crate::scene::landscape::Disc;
use crate::scene::looks::Looks;

/// Effects on a level, seekable in time.
#[derive(Debug, Clone)]
pub struct LevelEffects {
    /// As it was at time 0.
    first: Manager,
    manager: Manager,
    rows: EffectRows,
    sprites: Sprites,
    list: DrawList,
    /// Lights that leave discs on the ground.
    pub discs: Vec<Disc>,
    count: u32,
    /// Whether effects came that do not play yet.
    is_stale: bool,
}

impl Default for LevelEffects {
    fn default() -> Self {
        let manager =
            Manager::new(Settings::default(), Randomness::PerInstance(1), Cadence::default());
        Self {
            first: manager.clone(),
            manager,
            rows: EffectRows::default(),
            sprites: Sprites::default(),
            list: DrawList::new(),
            discs: Vec::new(),
            count: 0,
            is_stale: false,
        }
    }
}

/// Where an effect hangs, and whether it is on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hanging {
    /// Its frame in the world.
    pub frame: EffectFrame,
    /// Whether it is switched on.
    pub is_on: bool,
    /// The mode it was started in, where it was.
    pub started: Option<TimeMode>,
}

impl Hanging {
    /// Upright at a point, on, in its own mode.
    pub fn at(position: [f32; 3]) -> Self {
        Self { frame: EffectFrame::at(position), is_on: true, started: None }
    }
}

impl LevelEffects {
    /// Hangs an effect somewhere from time 0 on. Before textures go to the card.
    pub fn hang(
        &mut self,
        name: &str,
        effect: &impl Loadable,
        hanging: &Hanging,
        looks: &mut Looks,
    ) {
        let id = self.first.load(name.as_bytes(), effect);
        self.rows.take(&self.first, looks);
        self.count = self.count.wrapping_add(1);
        let key = self.count;
        let placement = Placement { frame: hanging.frame, seed: Some(key), ..Placement::default() };
        // The key is new, so there is nothing to fail.
        let _ = self.first.create(id, key, &placement);
        if let Some(mode) = hanging.started {
            self.first.start(key, mode);
        }
        if !hanging.is_on {
            self.first.switch_off(key);
        }
        self.is_stale = true;
    }

    /// Takes down everything that hangs or plays; effects stay loaded.
    pub fn clear(&mut self) {
        for key in 1..=self.count {
            self.first.delete(key);
        }
        self.is_stale = true;
    }

    /// Lets an effect play at a place from time 0 on. Before textures go to the card.
    pub fn add(
        &mut self,
        name: &str,
        effect: &impl Loadable,
        position: [f32; 3],
        size: f32,
        looks: &mut Looks,
    ) {
        let id = self.first.load(name.as_bytes(), effect);
        self.rows.take(&self.first, looks);
        self.count = self.count.wrapping_add(1);
        let placement = Placement {
            attach: None,
            frame: EffectFrame::at(position),
            size: [size; 3],
            seed: Some(self.count),
        };
        // The key is new, so there is nothing to fail.
        let _ = self.first.create(id, self.count, &placement);
        self.manager = self.first.clone();
    }

    /// Loads an effect that plays when it is told to. Before textures go to the card.
    pub(super) fn load(
        &mut self,
        name: &str,
        effect: &impl Loadable,
        looks: &mut Looks,
    ) -> TemplateId {
        let id = self.first.load(name.as_bytes(), effect);
        self.rows.take(&self.first, looks);
        id
    }

    /// Lets one effect play at a place from time 0 on, aimed at a target, and nothing else.
    pub(super) fn play_only(&mut self, id: TemplateId, position: [f32; 3], target: [f32; 3]) {
        const KEY: u32 = 1;
        self.first.delete(KEY);
        let frame = EffectFrame::at(position);
        let placement = Placement { frame, seed: Some(KEY), ..Placement::default() };
        // The key is free, so there is nothing to fail.
        let _ = self.first.create(id, KEY, &placement);
        self.first.set_target(Some(Target { attach: None, point: target }));
        self.is_stale = true;
    }

    /// Goes to a time and adds lights to the frame, which the ground and objects need.
    pub fn light(&mut self, seconds: f32, ground: &Ground, looks: &Looks, frame: &mut Frame) {
        let Self { first, manager, rows, list, discs, is_stale, .. } = self;
        discs.clear();
        list.clear();
        if first.instances().len() == 0 {
            manager.clone_from(first);
            return;
        }
        let now_ms = f64::from(seconds.max(0.0)) * 1000.0;
        if now_ms < manager.now_ms() || *is_stale {
            manager.clone_from(first);
            *is_stale = false;
        }
        let eye = frame.sight.eye;
        let fog = frame.fog.map(|fog| [fog.start, fog.end]);
        let view = EffectView { eye: eye.to_array(), fog, level: 0 };
        let dress = EffectDress { looks, rows };
        manager.frame(now_ms, &Sight { ground, eye }, &view, &dress, list);
        add_lights(list, &mut frame.lighting);
        discs.extend(list.lights.iter().filter_map(Disc::of));
    }

    /// What happened to sounds since the last frame, each with the sample it is.
    pub fn sounds(&self) -> impl Iterator<Item = (&Sound, &Reference)> {
        let samples = self.manager.references();
        self.list.sounds.iter().filter_map(move |sound| {
            let sample = samples.get(usize::try_from(sound.sample?).ok()?)?;
            Some((sound, sample))
        })
    }

    /// Adds what is drawn at the time of the last [`Self::light`].
    pub fn add_to(&self, looks: &Looks, frame: &mut Frame) {
        self.sprites.add(&self.list, &EffectDress { looks, rows: &self.rows }, frame);
    }
}

/// Owners at rest, before an eye: the ground hides tested points.
struct Sight<'a> {
    ground: &'a Ground,
    eye: Vec3,
}

impl Inputs for Sight<'_> {
    fn in_view(&self, point: [f32; 3]) -> bool {
        // A point on the ground itself is not hidden by it.
        let end = self.eye.lerp(Vec3::from(point), 0.98);
        self.ground.segment(self.eye.to_array(), end.to_array(), &FaceFilter::default()).is_none()
    }
}
