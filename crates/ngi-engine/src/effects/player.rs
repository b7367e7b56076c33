//! One effect alone, at a few moments: what `ngi play` and a preview need.

use ngi_formats::fxid::{Reference, TimeMode};

use super::frame::Frame;
use super::inputs::Inputs;
use super::instance::{Instance, Placement};
use super::looks::Looks;
use super::manager::{Cadence, Manager, UPDATE_MS};
use super::output::{DrawList, View};
use super::settings::Settings;
use super::surroundings::Randomness;
use super::template::{Loadable, Template, TemplateId};

/// The key of the only instance.
const KEY: u32 = 1;

/// How an effect is played alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayerOptions {
    /// Seed of its random numbers.
    pub seed: u32,
    /// When it is updated.
    pub cadence: Cadence,
    /// Its frame in the world.
    pub frame: Frame,
    /// Its size per axis; the header's scale multiplies it.
    pub size: [f32; 3],
    /// The mode to start in; the header's if `None`.
    pub mode: Option<TimeMode>,
    /// The value of mode 0.
    pub value: f32,
    /// Play it even if it starts switched off.
    pub switch_on: bool,
    /// The player's settings.
    pub settings: Settings,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            cadence: Cadence::default(),
            frame: Frame::IDENTITY,
            size: [1.0; 3],
            mode: None,
            value: 0.0,
            switch_on: true,
            settings: Settings::default(),
        }
    }
}

/// One effect alone.
#[derive(Debug, Clone)]
pub struct Player {
    options: PlayerOptions,
    manager: Manager,
    id: TemplateId,
    list: DrawList,
}

impl Player {
    /// An effect at its start.
    pub fn new(effect: &impl Loadable, options: PlayerOptions) -> Self {
        let randomness = Randomness::PerInstance(options.seed);
        let mut manager = Manager::new(options.settings, randomness, options.cadence);
        let id = manager.load(b"effect", effect);
        let mut player = Self { options, manager, id, list: DrawList::new() };
        player.begin();
        player
    }

    fn begin(&mut self) {
        let options = &self.options;
        let placement = Placement {
            attach: None,
            frame: options.frame,
            size: options.size,
            seed: Some(options.seed),
        };
        // The key is free: whoever begins anew deletes first.
        let _ = self.manager.create(self.id, KEY, &placement);
        if options.switch_on {
            self.manager.switch_on(KEY);
        }
        if let Some(mode) = options.mode {
            self.manager.start(KEY, mode);
        }
        self.manager.set_value(KEY, options.value);
    }

    /// Goes to a time in seconds after the start, and gives what is seen and heard there.
    ///
    /// Sounds are what happened since the last time asked for. Going back plays the effect anew
    /// from its start. With [`Cadence::Engine`] ticks come every 10 ms.
    pub fn at<I: Inputs + ?Sized, L: Looks + ?Sized>(
        &mut self,
        seconds: f64,
        inputs: &I,
        view: &View,
        looks: &L,
    ) -> &DrawList {
        self.list.clear();
        let now_ms = if seconds.is_finite() { (seconds * 1000.0).max(0.0) } else { 0.0 };
        if now_ms < self.manager.now_ms() {
            self.rewind(inputs);
        }
        if self.manager.cadence == Cadence::Engine {
            self.tick_up_to(now_ms, inputs);
        }
        self.manager.tick(now_ms, inputs, &mut self.list);
        self.manager.lights(&mut self.list);
        self.manager.draw(view, super::ALL, 1, looks, &mut self.list);
        self.list.sort();
        &self.list
    }

    /// Every 10 ms, for a minute at most.
    fn tick_up_to<I: Inputs + ?Sized>(&mut self, now_ms: f64, inputs: &I) {
        const STEP_MS: f64 = 10.0;
        const MOST_STEPS: f64 = 6000.0;
        let mut at = self.manager.now_ms().max(now_ms - MOST_STEPS * STEP_MS);
        while at + STEP_MS < now_ms && at + STEP_MS > at {
            self.manager.tick(at, inputs, &mut self.list);
            at += STEP_MS;
        }
    }

    fn rewind<I: Inputs + ?Sized>(&mut self, inputs: &I) {
        self.manager.delete(KEY);
        self.manager.tick(0.0, inputs, &mut self.list);
        // What stopped with the old instance is nobody's business in the new one.
        self.list.sounds.clear();
        self.begin();
    }

    /// The instance; `None` once it has deleted itself.
    pub fn instance(&self) -> Option<&Instance> {
        self.manager.instance(KEY)
    }

    /// t as of the last update; `None` once the instance has deleted itself.
    pub fn time(&self) -> Option<f32> {
        self.instance().map(Instance::time)
    }

    /// The commands that are active.
    pub fn active(&self) -> impl Iterator<Item = u32> + '_ {
        self.manager.active(KEY)
    }

    /// The effect.
    pub fn template(&self) -> Option<&Template> {
        self.manager.template(self.id)
    }

    /// What the numbers of materials and samples stand for.
    pub fn references(&self) -> &[Reference] {
        self.manager.references()
    }

    /// Those of them that are materials, with their numbers.
    pub fn materials(&self) -> impl Iterator<Item = (u32, &Reference)> {
        self.manager.materials()
    }

    /// The manager, to tell the instance more. Its key is 1.
    pub fn manager_mut(&mut self) -> &mut Manager {
        &mut self.manager
    }

    /// How long from one update to the next, in seconds.
    pub const UPDATE_S: f64 = UPDATE_MS / 1000.0;
}
