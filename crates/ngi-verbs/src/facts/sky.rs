//! Facts about skies.

use ngi_engine::sky::{Sky, SkyState};
use ngi_formats::sky::{self as stored, Stamp, What, Windows};

/// Facts about a sky.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SkyFacts {
    /// Day with which a mission begins, counted from 0.
    pub first_day: usize,
    /// Minute of the day at which a mission begins.
    pub start: u32,
    /// Days, played one after another and then again.
    pub days: Vec<DayFacts>,
}

/// Facts about a day of a sky.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DayFacts {
    /// Length in seconds of real time.
    pub seconds: u64,
    /// Times between which something is in the sky, in the order of their beginnings.
    pub spans: Vec<SkySpan>,
}

/// Minutes of a day between which something is in the sky.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkySpan {
    /// Kind of what is there.
    pub what: What,
    /// Name of the body, `sun`; empty for weather.
    pub name: String,
    /// First minute of the day.
    pub from: u32,
    /// Last minute; the end of the day if nothing ends it.
    pub to: u32,
}

/// Minutes of a day.
const DAY: u32 = 24 * 60;

impl SkyFacts {
    /// Reads the facts of a sky from its bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let sky = stored::Sky::read(bytes).ok()?;
        let start = sky.trailer().start;
        let days = sky.sections().map(|section| {
            let windows = Windows::of(&section).all;
            let span = |window: &stored::Window<'_>| SkySpan {
                what: window.what,
                name: if window.what == What::Body { window.shown() } else { String::new() },
                from: minute(&window.from.1),
                to: window.to.as_ref().map_or(DAY, |(_, time)| minute(time)),
            };
            DayFacts { seconds: section.day_seconds(), spans: windows.iter().map(span).collect() }
        });
        Some(Self {
            first_day: usize::try_from(start.section).unwrap_or_default(),
            start: minute(&start),
            days: days.collect(),
        })
    }

    /// Returns the span of the sun of a day, if it has one.
    pub fn sun(&self, day: usize) -> Option<&SkySpan> {
        let mut spans = self.days.get(day)?.spans.iter();
        spans.find(|span| span.name.eq_ignore_ascii_case("sun"))
    }
}

fn minute(stamp: &Stamp) -> u32 {
    u32::try_from(stamp.minutes()).unwrap_or(DAY).min(DAY)
}

/// Colours of a sky at a moment: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SkyColours {
    /// Overhead.
    pub apex: [u8; 3],
    /// At the horizon, all directions together.
    pub horizon: [u8; 3],
    /// Light that the main body adds to white ground, with the light of the whole sky.
    pub ground: [u8; 3],
}

/// Returns the colours of a day in so many equal steps, from midnight to midnight. The list is empty
/// for a day that the sky does not have.
pub fn strip(bytes: &[u8], day: usize, steps: u32) -> Vec<SkyColours> {
    let Ok(sky) = Sky::read(bytes) else { return Vec::new() };
    if day >= sky.sections() || steps == 0 {
        return Vec::new();
    }
    let at = |step: u32| {
        let minutes = u64::from(step) * u64::from(DAY) / u64::from(steps);
        let minutes = u32::try_from(minutes).unwrap_or_default();
        colours(&sky.at(sky.moment(day, minutes / 60, minutes % 60)))
    };
    (0..steps).map(at).collect()
}

fn colours(state: &SkyState) -> SkyColours {
    let [north, east] = [state.horizon.north, state.horizon.east];
    let [south, west] = [state.horizon.south, state.horizon.west];
    let mut horizon = [0.0; 3];
    for side in [north, east, south, west] {
        horizon.iter_mut().zip(side).for_each(|(sum, part)| *sum += part * 0.25);
    }
    let [red, green, blue, _] = state.apex;
    let mut ground = state.scene;
    let lights = state.main_light.iter().zip(state.second_light);
    ground
        .iter_mut()
        .zip(lights)
        .for_each(|(own, (main, second))| *own += main * 0.5 + second * 0.25);
    SkyColours {
        apex: [red, green, blue].map(byte),
        horizon: horizon.map(byte),
        ground: ground.map(byte),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use ngi_formats::sky::{Colour, Event, KeyframeBuf, SectionBuf, SkyBuf};

    use super::*;

    fn sky() -> Vec<u8> {
        let keyframe = |hour: u32, event: Event, apex: Colour| {
            let mut one = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
            (one.head.time, one.head.event) = (Stamp::at(hour, 30), event);
            one.slots.apex = apex;
            one
        };
        let (dark, light) = (Colour::new(0, 0, 9, 255), Colour::new(90, 140, 220, 255));
        let keyframes = vec![
            keyframe(5, Event::BODY_START, dark),
            keyframe(12, Event::NOTHING, light),
            keyframe(20, Event::BODY_STOP, dark),
        ];
        let sections = vec![SectionBuf::new(15, keyframes)];
        SkyBuf { sections, ..SkyBuf::default() }.write().unwrap()
    }

    #[test]
    fn a_day_has_its_sun_and_its_length() {
        let facts = SkyFacts::read(&sky()).unwrap();
        assert_eq!((facts.days.len(), facts.days[0].seconds), (1, 900));
        let sun = facts.sun(0).unwrap();
        assert_eq!((sun.from, sun.to), (5 * 60 + 30, 20 * 60 + 30));
        assert_eq!(facts.sun(1), None);
        assert_eq!(SkyFacts::read(b"no"), None);
    }

    #[test]
    fn the_strip_is_dark_at_night_and_light_at_noon() {
        let strip = strip(&sky(), 0, 24);
        let sum = |hour: usize| strip[hour].apex.map(u32::from).iter().sum::<u32>();
        assert_eq!(strip.len(), 24);
        assert!(sum(12) > sum(7) && sum(7) > sum(2), "{strip:?}");
        assert!(super::strip(&sky(), 7, 24).is_empty() && super::strip(b"no", 0, 24).is_empty());
    }
}
