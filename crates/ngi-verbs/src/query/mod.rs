//! Questions about a level, its ground and its areals, and about a mission: what stands on them as
//! well (`ngi.query/1`).

mod answer;
mod level;
mod mission;

use ngi_engine::landscape::walker;
use ngi_formats::landscape::masks::{CompactMask, to_full};
use ngi_formats::landscape::{FaceFilter, FaceFlags};

pub use answer::{Answer, ask};
pub use level::LevelFiles;
pub use mission::{ask_mission, mission_at};

use crate::edit::parse_number;
use crate::{Error, Result};

/// A question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Question {
    /// The highest ground at a point.
    Height {
        /// Where.
        at: [f32; 2],
    },
    /// What a walker stands on.
    Walk {
        /// Where the walker is.
        at: [f32; 3],
        /// How far up it looks.
        radius: f32,
    },
    /// What a ray meets, as the engine looks.
    Ray {
        /// Where it starts.
        from: [f32; 3],
        /// Where it goes.
        direction: [f32; 3],
    },
    /// What is between two points, as the engine looks.
    Segment {
        /// Where it starts.
        from: [f32; 3],
        /// Where it ends.
        to: [f32; 3],
    },
    /// The faces in a box.
    Box {
        /// A corner.
        from: [f32; 3],
        /// The opposite one.
        to: [f32; 3],
    },
    /// The areal at a point.
    Area {
        /// Where.
        at: [f32; 2],
    },
    /// What stands at a point of a mission.
    At {
        /// Where.
        at: [f32; 2],
    },
    /// The way from one point to another.
    Route {
        /// Where it starts.
        from: [f32; 2],
        /// Where it ends.
        to: [f32; 2],
        /// Random costs, as in the engine, from this seed.
        seed: Option<u32>,
        /// Give up after looking at so many areals.
        limit: Option<usize>,
    },
}

impl Question {
    /// Its name at the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Height { .. } => "height",
            Self::Walk { .. } => "walk",
            Self::Ray { .. } => "ray",
            Self::Segment { .. } => "segment",
            Self::Box { .. } => "box",
            Self::Area { .. } => "area",
            Self::At { .. } => "at",
            Self::Route { .. } => "route",
        }
    }

    /// The faces it is about, where nobody says: for a walker what the engine's walkers stand on,
    /// else all.
    pub fn default_filter(&self) -> FaceFilter {
        match self {
            Self::Walk { .. } | Self::Route { .. } => walker(),
            _ => FaceFilter::default(),
        }
    }
}

/// A mask as text: a full one as a number, a compact one as `MAIN` or `MAIN:MATERIAL`.
pub fn parse_mask(text: &str, compact: bool) -> Result<FaceFlags> {
    let wrong = |why: String| Error::Usage(format!("mask {text:?}: {why}"));
    let number = |text: &str| {
        parse_number(text).ok_or_else(|| wrong("should be a number such as 0x20008".into()))
    };
    if !compact {
        return Ok(FaceFlags(number(text)?));
    }
    let (main, material) = text.split_once(':').unwrap_or((text, "0"));
    let large = |_| wrong("a compact mask is MAIN:MATERIAL, 16 and 8 bits".into());
    let mask = CompactMask {
        main: u16::try_from(number(main)?).map_err(large)?,
        material: u8::try_from(number(material)?).map_err(large)?,
    };
    let spread = to_full(mask);
    if spread.unmapped != CompactMask::default() {
        let CompactMask { main, material } = spread.unmapped;
        return Err(wrong(format!("{main:#06x}:{material:#04x} stand for no flag of a face")));
    }
    Ok(spread.flags)
}
