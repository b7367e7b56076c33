//! Questions about a level, its ground and its areals, and about a mission: what stands on them as
//! well (`ngi.query/1`).

mod answer;
mod level;
mod mission;

use ngi_engine::landscape::walker;
use ngi_engine::model::triangles::Filter;
use ngi_formats::landscape::FaceFlags;
use ngi_formats::landscape::masks::{CompactMask, to_full};
use ngi_formats::msh::{BatchWord, TriangleFlags};

pub use answer::{Answer, ask};
pub use level::LevelFiles;
pub use mission::{ask_mission, mission_at};
pub use ngi_engine::world::RayFilter;

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

    /// Returns the filter that applies unless the caller has another one: the ground that the
    /// engine's walkers stand on for `walk` and `route`, else all faces.
    pub fn default_filter(&self) -> RayFilter {
        match self {
            Self::Walk { .. } | Self::Route { .. } => {
                RayFilter { ground: walker(), ..RayFilter::default() }
            }
            _ => RayFilter::default(),
        }
    }
}

/// Bits that faces must have, or must not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mask {
    /// Bits of ground faces.
    pub ground: FaceFlags,
    /// Bits of the triangles of objects. Their flags have 16 bits; no triangle has a higher one.
    pub triangles: u32,
    /// Bits of the batches of objects.
    pub batches: BatchWord,
}

impl Mask {
    /// Parses a mask. A full one is a number: bits of the flags that faces of the ground and
    /// triangles of models store. A compact one is `MAIN` or `MAIN:MATERIAL`, as the engine passes
    /// them: bits that stand for flags of a ground face, and in a model MAIN for bits of the batch
    /// word and MATERIAL for bits of the triangle flags.
    pub fn parse(text: &str, compact: bool) -> Result<Self> {
        let wrong = |why: String| Error::Usage(format!("mask {text:?}: {why}"));
        let number = |text: &str| {
            parse_number(text).ok_or_else(|| wrong("should be a number such as 0x20008".into()))
        };
        if !compact {
            let full = number(text)?;
            return Ok(Self { ground: FaceFlags(full), triangles: full, batches: BatchWord(0) });
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
        Ok(Self {
            ground: spread.flags,
            triangles: mask.material.into(),
            batches: BatchWord(mask.main.into()),
        })
    }

    /// Lets only faces pass that have all bits of this mask.
    pub fn require(&self, filter: &mut RayFilter) {
        filter.ground.required = self.ground;
        filter.objects = filter.objects.and_then(|objects| {
            let required_triangles = TriangleFlags(u16::try_from(self.triangles).ok()?);
            Some(Filter { required_triangles, required_batches: self.batches, ..objects })
        });
    }

    /// Lets only faces pass that have no bit of this mask.
    pub fn forbid(&self, filter: &mut RayFilter) {
        filter.ground.forbidden = self.ground;
        if let Some(objects) = &mut filter.objects {
            let [low, high, ..] = self.triangles.to_le_bytes();
            objects.triangles = TriangleFlags(u16::from_le_bytes([low, high]));
            objects.batches = self.batches;
        }
    }
}
