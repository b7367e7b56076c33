//! The hours of a day: sunrise, noon and sunset, a moment for each part of the day, and how bright
//! it is.
//!
//! Nothing here is engine behaviour: the game starts a mission at the time that its sky names.
//! Tools use these hours to show a mission in daylight and to name the parts of its day. They come
//! from the path of the sun, because the noon of a sky need not be at 12:00.

use std::fmt;
use std::str::FromStr;

use super::clock::{Day, wide};
use super::{Moment, Sky, SkyState};

/// A part of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DayPart {
    /// Shortly after sunrise.
    Dawn,
    /// In the morning, when the light is strong enough to see everything.
    Day,
    /// Shortly before sunset.
    Dusk,
    /// Halfway from sunset to sunrise.
    Night,
}

impl DayPart {
    /// All parts, in the order of the day.
    pub const ALL: [Self; 4] = [Self::Dawn, Self::Day, Self::Dusk, Self::Night];

    /// Name of the part, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dawn => "dawn",
            Self::Day => "day",
            Self::Dusk => "dusk",
            Self::Night => "night",
        }
    }
}

impl fmt::Display for DayPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DayPart {
    type Err = String;

    /// Parses a name, ignoring case.
    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|part| part.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("{text}: not dawn, day, dusk or night"))
    }
}

/// The path of the sun above the horizon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SunTimes {
    /// The sun rises above the horizon.
    pub sunrise: Moment,
    /// The sun is highest.
    pub noon: Moment,
    /// The sun sinks below the horizon.
    pub sunset: Moment,
}

/// The hours of a day of a sky.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayHours {
    /// The path of the sun; `None` if the day has no sun.
    pub sun: Option<SunTimes>,
    parts: [Moment; DayPart::ALL.len()],
}

impl DayHours {
    /// Moment of a part of the day. Without a sun it follows from the brightness of the sky.
    pub fn part(&self, part: DayPart) -> Moment {
        let [dawn, day, dusk, night] = self.parts;
        match part {
            DayPart::Dawn => dawn,
            DayPart::Day => day,
            DayPart::Dusk => dusk,
            DayPart::Night => night,
        }
    }
}

/// The moment at which tools open a mission.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opening {
    /// The moment to show first.
    pub moment: Moment,
    /// The moment at which the mission starts in the game.
    pub start: Moment,
}

impl Opening {
    /// True if the mission opens at the moment at which it starts.
    pub fn is_start(&self) -> bool {
        self.moment == self.start
    }
}

/// Dawn is this share of the daylight after sunrise, and dusk as much before sunset.
const LOW_SUN: f64 = 1.0 / 32.0;
/// Steps from sunrise to noon that are compared for the part "day".
const MORNING_STEPS: u8 = 16;
/// Light on level ground by day: darker and brighter moments are avoided.
const DAYLIGHT: [f32; 2] = [0.4, 1.6];
/// From this brightness on a moment is light enough to open a mission.
const LIGHT: f32 = 0.4;
/// Steps of a day that hours are rounded to: five minutes.
const STEPS: f64 = 288.0;
/// Samples of a day without a sun.
const SAMPLES: u32 = 96;

impl Sky {
    /// Computes the hours of the day of a section; `None` if there is no such section, or if its
    /// day takes no time.
    pub fn hours(&self, section: usize) -> Option<DayHours> {
        let day = self.days.get(section).filter(|day| day.seconds > 0)?;
        // Stamps are cut to whole seconds of days that are often short, so hours are rounded.
        let step = wide(day.seconds) / STEPS;
        let at = |seconds: f64| {
            let seconds = ((seconds / step).round() * step).rem_euclid(wide(day.seconds));
            Moment { section, seconds }
        };
        let Some([rise, set]) = day.daylight() else { return Some(self.without_sun(at, day)) };
        let low = (set - rise) * LOW_SUN;
        let sun = SunTimes { sunrise: at(rise), noon: at(rise.midpoint(set)), sunset: at(set) };
        let night = set.midpoint(rise + wide(day.seconds));
        let parts = [at(rise + low), self.morning(at, [rise, set]), at(set - low), at(night)];
        Some(DayHours { sun: Some(sun), parts })
    }

    /// Returns the moment at which to show a mission first: its start if it is light then, else
    /// by day.
    pub fn opening(&self) -> Opening {
        let start = self.start();
        let by_day = || self.hours(start.section).map(|hours| hours.part(DayPart::Day));
        let moment = if self.at(start).is_light() { None } else { by_day() };
        // A sky may be dark all day.
        let moment = moment.filter(|day| self.at(*day).brightness() > self.at(start).brightness());
        Opening { moment: moment.unwrap_or(start), start }
    }

    /// The moment between sunrise and noon whose light is good: halfway, unless it is too dark or
    /// too bright then.
    fn morning(&self, at: impl Fn(f64) -> Moment, [rise, set]: [f64; 2]) -> Moment {
        let [least, most] = DAYLIGHT;
        let moments = (1..=MORNING_STEPS).map(|step| {
            let share = f32::from(step) / f32::from(MORNING_STEPS);
            let moment = at(rise + (set - rise) * 0.5 * f64::from(share));
            let light = self.at(moment).ground_light().max(1e-3);
            let off = light / light.clamp(least, most);
            let cost = off.max(1.0 / off) - 1.0 + (share - 0.5).abs() * 0.2;
            (cost, moment)
        });
        let best = moments.min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or_else(|| at(rise.midpoint(set)), |(_, moment)| moment)
    }

    /// The hours of a day without a sun: it is day at its brightest moment and night at its
    /// darkest.
    fn without_sun(&self, at: impl Fn(f64) -> Moment, day: &Day) -> DayHours {
        let length = wide(day.seconds);
        let second = |sample: u32| length * f64::from(sample) / f64::from(SAMPLES);
        let bright = |sample: &u32| self.at(at(second(*sample))).brightness();
        // Of equal moments the one in the middle of the day is the brightest, and midnight the
        // darkest.
        let from_noon = |sample: u32| sample.abs_diff(SAMPLES / 2);
        let day = (0..SAMPLES)
            .min_by(|a, b| bright(b).total_cmp(&bright(a)).then(from_noon(*a).cmp(&from_noon(*b))));
        let night = (0..SAMPLES)
            .min_by(|a, b| bright(a).total_cmp(&bright(b)).then(from_noon(*b).cmp(&from_noon(*a))));
        let (day, night) = (second(day.unwrap_or(SAMPLES / 2)), second(night.unwrap_or(0)));
        let halfway = |from: f64, to: f64| at(from + (to - from).rem_euclid(length) * 0.5);
        let parts = [halfway(night, day), at(day), halfway(day, night), at(night)];
        DayHours { sun: None, parts }
    }
}

/// Luminance of a colour of stored values.
fn luminance([red, green, blue]: [f32; 3]) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

impl SkyState {
    /// Light on level ground, 1 for a white surface that is just not overexposed.
    pub fn ground_light(&self) -> f32 {
        let lit = self.lights(1.0).into_iter().map(|light| {
            let [.., up] = light.towards;
            luminance(light.colour) * up.max(0.0)
        });
        lit.sum::<f32>().max(luminance(self.scene))
    }

    /// Brightness of an image of this moment: the mean of the light on the ground and the horizon.
    pub fn brightness(&self) -> f32 {
        if !self.is_there {
            return self.ground_light();
        }
        let horizon =
            [self.horizon.north, self.horizon.east, self.horizon.south, self.horizon.west];
        let of = |[red, green, blue, _]: [f32; 4]| luminance([red, green, blue]);
        let sky = horizon.into_iter().map(of).sum::<f32>() * 0.25;
        self.ground_light().min(1.0).midpoint(sky)
    }

    /// True if it is bright enough to see what is there.
    pub fn is_light(&self) -> bool {
        self.brightness() >= LIGHT
    }
}

/// A time of day in words or as a clock shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeOfDay {
    /// Hour and minute.
    Clock([u32; 2]),
    /// A part of the day; its hour depends on the sky.
    Part(DayPart),
}

impl TimeOfDay {
    /// Moment of this time in a section of a sky.
    pub fn moment(self, sky: &Sky, section: usize) -> Moment {
        match self {
            Self::Clock([hour, minute]) => sky.moment(section, hour, minute),
            Self::Part(part) => {
                sky.hours(section).map_or_else(|| sky.moment(section, 12, 0), |it| it.part(part))
            }
        }
    }
}

impl FromStr for TimeOfDay {
    type Err = String;

    /// Parses `14:30` or the name of a [`DayPart`].
    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(part) = text.parse() {
            return Ok(Self::Part(part));
        }
        let wrong = || "must be dawn, day, dusk, night or look like 14:30".to_owned();
        let (hour, minute) = text.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str, end: u32| {
            let number = text.parse::<u32>().ok().filter(|number| *number < end);
            number.ok_or_else(wrong)
        };
        Ok(Self::Clock([number(hour, 24)?, number(minute, 60)?]))
    }
}
