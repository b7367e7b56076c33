//! The hours of a mission: when it starts, when sun and moon light it, and the times behind the
//! words of `ngi render --time-of-day`.

use std::fmt::Write as _;

use ngi_engine::resolve::Surroundings;
use ngi_engine::sky::{DayPart, Moment, Sky};
use ngi_engine::world::file_in;
use ngi_vfs::Node;
use serde::Serialize;

/// The hours of a mission, each as `HH:MM`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissionHours {
    /// Time at which the mission starts.
    pub start: String,
    /// Time at which `ngi` shows the mission: its start, or by day if it starts in the dark.
    pub opens: String,
    /// The days of the sky, in the order in which they pass.
    pub days: Vec<Hours>,
}

/// The hours of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hours {
    /// Time of sunrise; `None` if the day has no sun.
    pub sunrise: Option<String>,
    /// Time at which the sun is highest.
    pub noon: Option<String>,
    /// Time of sunset.
    pub sunset: Option<String>,
    /// Time of the word `dawn`.
    pub dawn: String,
    /// Time of the word `day`.
    pub day: String,
    /// Time of the word `dusk`.
    pub dusk: String,
    /// Time of the word `night`.
    pub night: String,
}

impl MissionHours {
    /// Computes the hours of a sky.
    pub fn of(sky: &Sky) -> Self {
        let opening = sky.opening();
        let days = (0..sky.sections()).filter_map(|section| Hours::of(sky, section)).collect();
        let [start, opens] = [opening.start, opening.moment].map(|at| clock(sky, at));
        Self { start, opens, days }
    }

    /// The hours as lines of text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = write!(out, "starts at {}", self.start);
        if self.opens != self.start {
            let _ = write!(out, ", in the dark; ngi shows it at {}", self.opens);
        }
        out.push('\n');
        for (number, day) in (1..).zip(&self.days) {
            let name = if self.days.len() > 1 { format!("day {number}: ") } else { String::new() };
            let _ = writeln!(out, "{name}{}", day.text());
        }
        out
    }
}

impl Hours {
    /// Computes the hours of a day of a sky; `None` for a day that takes no time.
    fn of(sky: &Sky, section: usize) -> Option<Self> {
        let hours = sky.hours(section)?;
        let part = |part| clock(sky, hours.part(part));
        let sun = |at: fn(&ngi_engine::sky::SunTimes) -> Moment| {
            hours.sun.as_ref().map(|sun| clock(sky, at(sun)))
        };
        Some(Self {
            sunrise: sun(|sun| sun.sunrise),
            noon: sun(|sun| sun.noon),
            sunset: sun(|sun| sun.sunset),
            dawn: part(DayPart::Dawn),
            day: part(DayPart::Day),
            dusk: part(DayPart::Dusk),
            night: part(DayPart::Night),
        })
    }

    fn text(&self) -> String {
        let sun = match (&self.sunrise, &self.noon, &self.sunset) {
            (Some(sunrise), Some(noon), Some(sunset)) => {
                format!("sunrise {sunrise}, noon {noon}, sunset {sunset}")
            }
            _ => "no sun".to_owned(),
        };
        let Self { dawn, day, dusk, night, .. } = self;
        format!("{sun}; dawn {dawn}, day {day}, dusk {dusk}, night {night}")
    }
}

/// Reads the hours of a mission from the sky beside its file; `None` without a readable sky.
pub fn hours(mission: &Node) -> Option<MissionHours> {
    let file = file_in(mission)?;
    Sky::beside(&Surroundings::of(&file, None)).map(|sky| MissionHours::of(&sky))
}

/// Time of day that the clock shows at a moment.
fn clock(sky: &Sky, moment: Moment) -> String {
    let [hour, minute] = sky.clock(moment);
    format!("{:02}:{minute:02}", hour % 24)
}

#[cfg(test)]
mod tests {
    use ngi_formats::sky::{Event, KeyframeBuf, SectionBuf, SkyBuf, Stamp};
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    fn sky() -> Vec<u8> {
        let key = |hour: u32, minute: u32, event| {
            let mut key = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
            (key.head.time, key.head.event) = (Stamp::at(hour, minute), event);
            key
        };
        let keys = vec![key(4, 36, Event::BODY_START), key(21, 24, Event::BODY_STOP)];
        let day = SectionBuf::new(1440, keys);
        let night = SectionBuf::new(1440, vec![key(1, 0, Event::NOTHING)]);
        let mut sky = SkyBuf { sections: vec![day, night], ..SkyBuf::default() };
        sky.trailer.start = Stamp::at(1, 0);
        sky.write().unwrap()
    }

    #[test]
    fn hours_are_named_in_text_and_json() {
        let root = MemoryRoot::new();
        root.insert("MISSIONS/One/data.tma", b"mission".to_vec()).unwrap();
        root.insert("MISSIONS/One/sky.ske", sky()).unwrap();
        let vfs = Vfs::in_memory(root);
        for path in ["missions/one", "missions/one/data.tma"] {
            let found = hours(&vfs.locate(path).unwrap()).unwrap();
            assert_eq!(
                found.text().lines().collect::<Vec<_>>(),
                [
                    "starts at 01:00",
                    "day 1: sunrise 06:00, noon 13:00, sunset 20:00; dawn 06:25, day 09:30, dusk \
                     19:35, night 01:00",
                    "day 2: no sun; dawn 06:00, day 12:00, dusk 18:00, night 00:00",
                ]
            );
            let json = serde_json::to_value(&found).unwrap();
            assert_eq!(json["days"][0]["sunset"], "20:00");
            assert_eq!(json["days"][1]["sunrise"], serde_json::Value::Null);
        }
        assert_eq!(hours(&vfs.locate("missions").unwrap()), None);
    }
}
