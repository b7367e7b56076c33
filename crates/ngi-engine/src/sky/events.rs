//! What has begun and not ended at a moment: a body, rain, snow, lightning.

use ngi_formats::sky::{Keyframe, SUN, What};
use ngi_formats::text;

use super::clock::{Day, wide};

/// Something that begins or ends.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Change {
    pub at: u64,
    what: What,
    begins: bool,
    /// The name of the body.
    body: Vec<u8>,
    /// The effects and sounds that go with it.
    effects: Vec<String>,
}

impl Change {
    /// What happens at a keyframe; `None` where nothing does.
    pub fn of(keyframe: &Keyframe<'_>, at: u64) -> Option<Self> {
        let (what, begins) = What::of(keyframe.head.event)?;
        let effects = keyframe.effects().map(|name| text::decode(name.bytes)).collect();
        Some(Self { at, what, begins, body: keyframe.body.bytes.to_vec(), effects })
    }

    /// What strikes from here on; nothing where this is no lightning.
    pub fn lightning_effects(&self) -> impl Iterator<Item = &str> {
        let strikes = self.what == What::Lightning && self.begins;
        self.effects.iter().filter(move |_| strikes).map(String::as_str)
    }
}

/// What shines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// The body called `sun`.
    Sun,
    /// Any other.
    Moon,
}

/// A body that has risen and not set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Up {
    /// Which one.
    pub kind: BodyKind,
    /// How much of its time is over, 0 to 1.
    pub progress: f32,
}

/// What falls, or strikes, and what is shown and heard with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Falling {
    /// The effects and sounds that its keyframe names.
    pub effects: Vec<String>,
}

/// All that is there at a moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Present {
    pub body: Option<Up>,
    pub rain: Option<Falling>,
    pub snow: Option<Falling>,
    pub lightning: Option<Falling>,
}

impl Day {
    /// What is there at a moment: all events up to it have happened, in order. What another section
    /// left over does not count; no sky of the game leaves anything.
    pub fn present(&self, seconds: f64) -> Present {
        let over = self.changes.partition_point(|change| wide(change.at) <= seconds);
        let done = self.changes.get(..over).unwrap_or_default();
        let open = |what: What| {
            let (place, last) =
                done.iter().enumerate().rev().find(|(_, change)| change.what == what)?;
            last.begins.then_some((place, last))
        };
        let falling = |what| open(what).map(|(_, it)| Falling { effects: it.effects.clone() });
        Present {
            body: open(What::Body).map(|(place, rise)| self.up(place, rise, seconds)),
            rain: falling(What::Rain),
            snow: falling(What::Snow),
            lightning: falling(What::Lightning),
        }
    }

    /// Returns when the sun rises above the horizon and sinks below it, in seconds of the day.
    /// `None` if the day has no sun. Of several suns the one that is longest in the sky counts.
    pub fn daylight(&self) -> Option<[f64; 2]> {
        let suns = self.changes.iter().enumerate().filter(|(_, change)| {
            change.what == What::Body && change.begins && text::same(&change.body, SUN)
        });
        let paths = suns.map(|(place, rise)| {
            let later = || self.changes.iter().skip(place + 1);
            let bodies = || later().filter(|change| change.what == What::Body);
            let set = bodies().find(|change| !change.begins).map_or(self.seconds, |set| set.at);
            // Another body that rises takes its place.
            let gone = bodies().next().map_or(self.seconds, |next| next.at);
            let (start, end) = (wide(rise.at), wide(set));
            BodyKind::ABOVE.map(|share| (start + (end - start) * share).min(wide(gone)))
        });
        let paths = paths.filter(|[rise, set]| set > rise);
        let length = |[rise, set]: &[f64; 2]| set - rise;
        paths.max_by(|a, b| length(a).total_cmp(&length(b)))
    }

    /// A body on its way: from its rise to the next setting, else to the end of the day (S).
    fn up(&self, place: usize, rise: &Change, seconds: f64) -> Up {
        let later = self.changes.iter().skip(place + 1);
        let set = later.clone().find(|change| change.what == What::Body && !change.begins);
        let (start, end) = (wide(rise.at), wide(set.map_or(self.seconds, |set| set.at)));
        #[allow(clippy::cast_possible_truncation)] // a share
        let share = if end > start { ((seconds - start) / (end - start)) as f32 } else { 0.0 };
        let kind = if text::same(&rise.body, SUN) { BodyKind::Sun } else { BodyKind::Moon };
        Up { kind, progress: share.clamp(0.0, 1.0) }
    }
}
