//! The sky of a mission at a moment: colours, fog, sun or moon, light, weather.
//!
//! [`Sky`] is what `sky.ske` and `sky.wea` say, kept by value. [`Sky::at`] gives everything there
//! is to know at a [`Moment`]: one call, no state, so that any moment can be asked for in any
//! order. What depends on where one looks (fog, dome, flare) are questions to the [`SkyState`].
//!
//! | file | what |
//! |---|---|
//! | `clock.rs` | sections, how long their days take, moments |
//! | `keys.rs` | keyframes, and what is between two of them |
//! | `events.rs` | what has begun and not ended: body, rain, snow, lightning |
//! | `hours.rs` | sunrise, noon, sunset, and the moment at which tools open a mission |
//! | `state.rs` | the answer: fog, lights, body |
//! | `dome.rs` | the cap of 5 × 16, its colours, nebula and clouds on it |
//! | `flare.rs` | the twelve sprites, and what opens the gates for them |
//! | `weather.rs` | drops and flakes around a camera, strokes of lightning |
//!
//! Where nobody knows what the engine does, a stand-in is marked so: `S` in its comment.
//!
//! ```
//! use ngi_engine::sky::Sky;
//! use ngi_formats::sky::{Event, KeyframeBuf, SectionBuf, SkyBuf, Stamp};
//!
//! let mut rise = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
//! (rise.head.time, rise.head.event) = (Stamp::at(0, 0), Event::BODY_START);
//! let mut set = rise.clone();
//! (set.head.time, set.head.event) = (Stamp::at(12, 0), Event::BODY_STOP);
//! let section = SectionBuf::new(15, vec![rise, set]);
//! let bytes = SkyBuf { sections: vec![section], ..SkyBuf::default() }.write()?;
//!
//! let sky = Sky::read(&bytes)?;
//! let noon = sky.at(sky.moment(0, 6, 0));
//! let sun = noon.body.as_ref().map(|body| body.towards);
//! assert!(sun.is_some_and(|[x, _, z]| (x - 0.5).abs() < 1e-3 && (z - 0.866).abs() < 1e-3));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod clock;
mod dome;
mod events;
mod flare;
mod hours;
mod keys;
mod state;
#[cfg(test)]
mod tests;
mod weather;

use ngi_formats::sky::{self as stored, Role, WEAR_FILE};
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Result, text};

use crate::resolve::Surroundings;

pub use clock::Moment;
pub use dome::{
    APEX_HEIGHT, CLOUDS_BELOW, CLOUDS_FOG, CLOUDS_TURNS, Cap, DOME_RADIUS, Dome, RINGS, SEGMENTS,
    dome_point,
};
pub use events::{BodyKind, Falling, Up};
pub use flare::{FLARE, Flare, FlareSprite};
pub use hours::{DayHours, DayPart, Opening, SunTimes, TimeOfDay};
pub use keys::{Compass, Rgba};
pub use state::{BODY_EXTENT, Body, Fog, SkyLight, SkyState};
pub use weather::{
    DEPTHS, DROPS, Drops, MOST_DRAWN, RAIN_VELOCITY, SNOW_VELOCITY, Stroke, drop_colour, stroke,
};

use clock::Day;
use events::Change;

/// The file of a sky, in the folder of its mission.
pub const SKY_FILE: &str = "sky.ske";

/// What a sky and its wear say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sky {
    days: Vec<Day>,
    start: Moment,
    /// Materials in the order of [`stored::ROLES`]; empty where the wear has none.
    materials: Vec<String>,
}

/// What is drawn with a row of the wear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// Behind the dome, where that is clear.
    Nebula,
    /// On a cap below the dome.
    Clouds,
    /// The sun.
    Sun,
    /// Any other body.
    Moon,
    /// Most of the flare.
    Flare,
    /// The rest of it.
    SecondFlare,
    /// Flakes, or dust.
    Snow,
    /// Drops.
    Rain,
}

impl Row {
    /// Its place in the wear. Row 1, the stars, is never drawn.
    pub const fn place(self) -> usize {
        match self {
            Self::Nebula => 0,
            Self::Clouds => 2,
            Self::Sun => 3,
            Self::Moon => 4,
            Self::Flare => 5,
            Self::SecondFlare => 6,
            Self::Snow => 7,
            Self::Rain => 8,
        }
    }

    /// What the format says of it.
    pub fn role(self) -> Option<&'static Role> {
        stored::ROLES.get(self.place())
    }
}

impl Sky {
    /// Reads the bytes of a `sky.ske`. It has no materials yet: [`Sky::wearing`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Ok(Self::of(&stored::Sky::read(bytes)?))
    }

    /// A sky that was read.
    pub fn of(sky: &stored::Sky<'_>) -> Self {
        let days: Vec<Day> = sky.sections().map(|section| Day::of(&section)).collect();
        let mut made = Self { days, ..Self::default() };
        let start = sky.trailer().start;
        let section = usize::try_from(start.section).unwrap_or(usize::MAX);
        made.start = made.moment(section, start.hour, start.minute);
        made
    }

    /// The sky with the materials of its wear, `sky.wea`; lines that cannot be read have none.
    #[must_use]
    pub fn wearing(mut self, wear: &[u8]) -> Self {
        let rows = Wear::read(wear, Parser::Buffer);
        self.materials = rows.map_or_else(
            |_| Vec::new(),
            |wear| wear.rows().map(|row| text::decode(row.name)).collect(),
        );
        self
    }

    /// The sky in the folder of a mission: what lies around its `data.tma`. `None` where there is
    /// none that can be read.
    pub fn beside(around: &Surroundings) -> Option<Self> {
        let sky = Self::read(&around.sibling(SKY_FILE)?.bytes).ok()?;
        Some(match around.sibling(WEAR_FILE) {
            Some(wear) => sky.wearing(&wear.bytes),
            None => sky,
        })
    }

    /// The materials of its wear, row by row.
    pub fn materials(&self) -> &[String] {
        &self.materials
    }

    /// The material of a row; `None` where the wear has none.
    pub fn material(&self, row: Row) -> Option<&str> {
        self.materials.get(row.place()).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The effects that lightning is in any of its sections, each once.
    pub fn lightning_effects(&self) -> Vec<&str> {
        let all = self.days.iter().flat_map(|day| &day.changes);
        let mut names: Vec<&str> = all.flat_map(Change::lightning_effects).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Everything at a moment. A sky without keyframes is [`SkyState::none`].
    pub fn at(&self, moment: Moment) -> SkyState {
        let Some(day) = self.days.get(moment.section) else { return SkyState::none(moment) };
        SkyState::of(day, moment)
    }
}
