//! Sections, how long their days take, and moments of them.

use ngi_formats::sky::{Section, Stamp};

use super::Sky;
use super::events::Change;
use super::keys::Frame;

/// Seconds of a day as its stamps count them.
const DAY: u64 = 24 * 60 * 60;

/// A moment of a sky.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Moment {
    /// The section.
    pub section: usize,
    /// Seconds of real time since its day began.
    pub seconds: f64,
}

/// A section as it is played: keyframes and events in the order of time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Day {
    /// How long it takes, in seconds of real time.
    pub seconds: u64,
    pub frames: Vec<Frame>,
    pub changes: Vec<Change>,
}

impl Day {
    pub fn of(section: &Section<'_, '_>) -> Self {
        let seconds = section.day_seconds();
        let place = |time: &Stamp| place(time, seconds);
        let mut frames: Vec<Frame> = Vec::with_capacity(section.len());
        let mut changes = Vec::new();
        for keyframe in section.keyframes() {
            let at = place(&keyframe.head.time);
            frames.push(Frame::of(&keyframe, at));
            changes.extend(Change::of(&keyframe, at));
        }
        // As the engine does; what is at the same moment stays in its order.
        frames.sort_by_key(|frame| frame.at);
        changes.sort_by_key(|change| change.at);
        Self { seconds, frames, changes }
    }
}

/// The second of a day that a stamp means: whole seconds, as the engine counts them.
fn place(time: &Stamp, day_seconds: u64) -> u64 {
    let seconds = u128::from(time.minutes()) * 60 * u128::from(day_seconds) / u128::from(DAY);
    u64::try_from(seconds).unwrap_or(u64::MAX)
}

/// A whole number of seconds, exact as far as anybody waits.
#[allow(clippy::cast_precision_loss)]
pub(super) fn wide(seconds: u64) -> f64 {
    seconds as f64
}

impl Sky {
    /// How many sections it has. They are played one after another, then again.
    pub fn sections(&self) -> usize {
        self.days.len()
    }

    /// How long the day of a section takes, in seconds of real time.
    pub fn day_seconds(&self, section: usize) -> Option<u64> {
        self.days.get(section).map(|day| day.seconds)
    }

    /// When a mission begins.
    pub fn start(&self) -> Moment {
        self.start
    }

    /// The moment of a section when its clock shows so much.
    pub fn moment(&self, section: usize, hour: u32, minute: u32) -> Moment {
        let day = self.day_seconds(section).unwrap_or(0);
        let share = wide(u64::from(hour) * 3600 + u64::from(minute) * 60) / wide(DAY);
        Moment { section, seconds: share * wide(day) }
    }

    /// What the clock shows at a moment: hour and minute.
    pub fn clock(&self, moment: Moment) -> [u32; 2] {
        let day = wide(self.day_seconds(moment.section).unwrap_or(0));
        let share = if day > 0.0 { (moment.seconds / day).clamp(0.0, 1.0) } else { 0.0 };
        // Half a second of the day more, so that 14:30 stays 14:30 after rounding.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let minutes = ((share * wide(DAY) + 0.5) / 60.0) as u32;
        [minutes / 60, minutes % 60]
    }

    /// The moment so many seconds after a mission began.
    pub fn after(&self, seconds: f64) -> Moment {
        self.later(self.start, seconds)
    }

    /// The moment so many seconds after another one, or before it: behind the last section comes
    /// the first.
    pub fn later(&self, from: Moment, seconds: f64) -> Moment {
        let whole: f64 = self.days.iter().map(|day| wide(day.seconds)).sum();
        if whole <= 0.0 || !seconds.is_finite() || !from.seconds.is_finite() {
            return from;
        }
        let before: f64 = self.days.iter().take(from.section).map(|day| wide(day.seconds)).sum();
        let mut left = (before + from.seconds + seconds).rem_euclid(whole);
        for (section, day) in self.days.iter().enumerate() {
            if left < wide(day.seconds) {
                return Moment { section, seconds: left };
            }
            left -= wide(day.seconds);
        }
        from
    }
}
