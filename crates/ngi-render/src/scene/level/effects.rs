//! Effects that play on a level.

use glam::Vec3;
use ngi_engine::effects::{
    Cadence, DrawList, Frame as EffectFrame, Inputs, Loadable, Manager, Placement, Randomness,
    Settings, View as EffectView,
};
use ngi_engine::landscape::{Ground, Ray};
use ngi_engine::materials::Shared;
use ngi_formats::landscape::FaceFilter;

use crate::frame::{Frame, Store};
use crate::scene::effect::{EffectDress, Sprites, add_lights};
use crate::scene::landscape::Disc;

/// Effects on a level, seekable in time.
#[derive(Debug, Clone)]
pub struct LevelEffects {
    /// As it was at time 0.
    first: Manager,
    manager: Manager,
    dress: EffectDress,
    sprites: Sprites,
    list: DrawList,
    /// Lights that leave discs on the ground.
    pub discs: Vec<Disc>,
    count: u32,
}

impl Default for LevelEffects {
    fn default() -> Self {
        let manager =
            Manager::new(Settings::default(), Randomness::PerInstance(1), Cadence::default());
        Self {
            first: manager.clone(),
            manager,
            dress: EffectDress::default(),
            sprites: Sprites::default(),
            list: DrawList::new(),
            discs: Vec::new(),
            count: 0,
        }
    }
}

impl LevelEffects {
    /// Lets an effect play at a place from time 0 on. Before [`Self::prepare`].
    pub fn add(
        &mut self,
        name: &str,
        effect: &impl Loadable,
        position: [f32; 3],
        size: f32,
        shared: Option<&mut Shared>,
    ) {
        let id = self.first.load(name.as_bytes(), effect);
        self.dress.take(self.first.references(), shared);
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

    /// Puts textures into a store.
    pub fn prepare(&mut self, store: &mut dyn Store) {
        self.dress.prepare(store);
    }

    /// Takes them out again.
    pub fn release(&mut self, store: &mut dyn Store) {
        self.dress.release(store);
    }

    /// Goes to a time and adds lights to the frame, which the ground and objects need.
    pub fn light(&mut self, seconds: f32, ground: &Ground, frame: &mut Frame) {
        let Self { first, manager, dress, list, discs, .. } = self;
        discs.clear();
        if first.instances().len() == 0 {
            return;
        }
        let now_ms = f64::from(seconds.max(0.0)) * 1000.0;
        if now_ms < manager.now_ms() {
            manager.clone_from(first);
        }
        let eye = frame.sight.eye;
        let fog = frame.fog.map(|fog| [fog.start, fog.end]);
        let view = EffectView { eye: eye.to_array(), fog, level: 0 };
        manager.frame(now_ms, &Sight { ground, eye }, &view, dress, list);
        add_lights(list, &mut frame.lighting);
        discs.extend(list.lights.iter().filter_map(Disc::of));
    }

    /// Adds what is drawn at the time of the last [`Self::light`].
    pub fn add_to(&self, frame: &mut Frame) {
        self.sprites.add(&self.list, &self.dress, frame);
    }
}

/// Owners at rest, before an eye: the ground hides tested points.
struct Sight<'a> {
    ground: &'a Ground,
    eye: Vec3,
}

impl Inputs for Sight<'_> {
    fn in_view(&self, point: [f32; 3]) -> bool {
        let way = Vec3::from(point) - self.eye;
        let ray = Ray { origin: self.eye.to_array(), direction: way.to_array() };
        let hit = self.ground.ray(&ray, &FaceFilter::default());
        // A point on the ground itself is not hidden by it.
        hit.is_none_or(|hit| hit.along > 0.98)
    }
}
