//! What all instances of a manager share.

use glam::Vec3;

use super::output::Sound;
use super::random::{Generator, SharedStates, Source};
use super::settings::Settings;

/// Where random numbers come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Randomness {
    /// One seed per instance, worked out from this one and the key unless it is given.
    PerInstance(u32),
    /// As in the engine: states shared by all effects.
    Shared(SharedStates),
}

impl Default for Randomness {
    fn default() -> Self {
        Self::PerInstance(1)
    }
}

/// What instances share while they are updated.
#[derive(Debug, Clone)]
pub(super) struct Surroundings {
    pub settings: Settings,
    /// What happened to sounds and was not handed out yet.
    pub sounds: Vec<Sound>,
    /// Bit 0 of the manager.
    pub bit_0: bool,
    /// The target point, in the world.
    pub target: Option<Vec3>,
    pub randomness: Randomness,
}

impl Surroundings {
    pub fn new(settings: Settings, randomness: Randomness) -> Self {
        Self { settings, sounds: Vec::new(), bit_0: false, target: None, randomness }
    }

    /// The seed of an instance that was given none.
    pub fn seed_of(&self, key: u32) -> u32 {
        match self.randomness {
            Randomness::PerInstance(seed) => Generator::of_part(seed, key).state(),
            Randomness::Shared(_) => 1,
        }
    }

    /// What to draw from: the shared state of the source, or one's own.
    pub fn dice<'a>(&'a mut self, source: Source, own: &'a mut Generator) -> &'a mut Generator {
        match &mut self.randomness {
            Randomness::PerInstance(_) => own,
            Randomness::Shared(states) => states.of(source),
        }
    }
}
