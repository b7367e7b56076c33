//! What an effect depends on while it is looked at alone.

use ngi_engine::effects::{Attach, Inputs};

/// An owner that goes from rest to full speed, spin and damage and begins again: effects whose
/// time comes from their owner run through all of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sweep {
    /// How far it has come, 0 to 1.
    pub share: f32,
}

impl Sweep {
    /// Where the sweep is at a time, for an effect that takes this long.
    pub fn at(seconds: f32, duration: f32) -> Self {
        let share = if duration > 0.0 { (seconds / duration).rem_euclid(1.0) } else { 1.0 };
        Self { share: if share.is_finite() { share } else { 0.0 } }
    }
}

impl Inputs for Sweep {
    fn velocity(&self) -> [f32; 3] {
        [self.share, 0.0, 0.0]
    }

    fn top_speed(&self) -> [f32; 3] {
        [1.0, 0.0, 0.0]
    }

    fn spin(&self) -> [f32; 3] {
        [0.0, 0.0, self.share]
    }

    fn top_spin(&self) -> [f32; 3] {
        [0.0, 0.0, 1.0]
    }

    fn life(&self) -> f32 {
        1.0 - self.share
    }

    fn node_value(&self, _: u32) -> f32 {
        self.share
    }

    fn attach_value(&self, _: Option<Attach>) -> f32 {
        1.0 - self.share
    }
}
