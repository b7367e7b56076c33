//! Command 2: sounds.

use ngi_formats::fxid::Sound;

use super::curve::{clamped_progress, path, progress, span};
use super::frame::Frame;
use super::output::{self, SoundAction};

/// What a sound remembers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Player {
    /// t at the last update, as it was taken.
    previous: f32,
    /// A loop that plays.
    playing: bool,
    /// It began at the last update.
    began: bool,
}

/// Where a sound is heard.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub key: u32,
    pub command: u32,
    pub sample: Option<u32>,
    pub world: &'a Frame,
    pub velocity: [f32; 3],
}

/// Whether a sound that plays once begins, and the t it remembers.
///
/// A t of exactly 1 is taken as 0, so that after a rest at 1 it is heard again on the way down.
pub fn begins(previous: f32, t: f32, trigger: f32) -> (bool, f32) {
    let taken = if t == 1.0 { 0.0 } else { t };
    (previous <= taken && previous <= trigger && trigger < taken, taken)
}

impl Player {
    /// Whether it can be heard: a loop that plays, or one that began at the last update.
    pub fn is_heard(&self) -> bool {
        self.playing || self.began
    }

    /// One update: what happens to the sound. `still_playing` is asked of sounds that play once.
    pub fn update(
        &mut self,
        sound: &Sound,
        t: f32,
        place: &Place<'_>,
        still_playing: impl FnOnce() -> bool,
    ) -> Option<output::Sound> {
        let action = if sound.mode.is_loop() {
            let inside = progress(sound.window, t).is_some();
            let was = std::mem::replace(&mut self.playing, inside);
            match (was, inside) {
                (false, true) => SoundAction::Start,
                (true, true) => SoundAction::Move,
                (true, false) => SoundAction::Stop,
                (false, false) => return None,
            }
        } else {
            (self.began, self.previous) = begins(self.previous, t, sound.window.lo);
            if self.began {
                SoundAction::Start
            } else if still_playing() {
                SoundAction::Move
            } else {
                return None;
            }
        };
        Some(event(sound, t, action, place))
    }

    /// The end of the instance: a loop stops with it.
    pub fn end(&mut self, sound: &Sound, t: f32, place: &Place<'_>) -> Option<output::Sound> {
        let was = std::mem::replace(&mut self.playing, false);
        was.then(|| event(sound, t, SoundAction::Stop, place))
    }
}

fn event(sound: &Sound, t: f32, action: SoundAction, place: &Place<'_>) -> output::Sound {
    let p = clamped_progress(sound.window, t);
    output::Sound {
        key: place.key,
        command: place.command,
        action,
        sample: place.sample,
        looping: sound.mode.is_loop(),
        position: place.world.point(path(&sound.position, p)).to_array(),
        direction: place.world.vector(path(&sound.direction, p)).to_array(),
        velocity: place.velocity,
        near: sound.near,
        far: sound.far,
        rate: span(sound.rate, p),
    }
}
