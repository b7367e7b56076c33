//! Facts about landscapes and areal maps.

use std::collections::BTreeMap;

use ngi_formats::arealmap::{ArealMap, ArealMapFile, geometry};
use ngi_formats::landscape::Landscape;
use ngi_formats::{Findings, Mode};

/// Facts about a landscape.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LandscapeFacts {
    /// Extent along x and y, in metres.
    pub size: [f32; 2],
    /// Lowest and highest point, in metres.
    pub heights: [f32; 2],
    /// Number of faces at the finest level.
    pub faces: usize,
    /// Height of its water or lava, if it has any.
    pub liquid: Option<f32>,
}

impl LandscapeFacts {
    /// Reads the facts of a landscape from its bytes. Broken parts are left out.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut broken = Findings::new(Mode::Tolerant, false);
        let land = Landscape::read_tolerant(bytes, &mut broken).ok()?;
        let bounds = land.header.aabb();
        let ([west, south, low], [east, north, high]) = (bounds.min, bounds.max);
        let mut liquids = land.faces.iter().filter(|face| face.is_liquid());
        let liquid = liquids.find_map(|face| land.corners(&face)).map(|[[_, _, level], ..]| level);
        let size = [east - west, north - south];
        let faces = land.level_faces(0).len();
        Some(Self { size, heights: [low, high], faces, liquid })
    }
}

/// Kind of ground that an areal covers, as far as its class and its flag tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ArealGround {
    /// Walkers may enter.
    Walkable,
    /// Walkers may not enter.
    Blocked,
    /// Water or lava that walkers may not enter.
    Lake,
    /// Water or lava that walkers may enter.
    Ford,
}

impl ArealGround {
    /// All kinds, in the order of a legend.
    pub const ALL: [Self; 4] = [Self::Walkable, Self::Blocked, Self::Lake, Self::Ford];

    /// Returns the kind of ground of an areal.
    pub fn of(is_lake: bool, is_walkable: bool) -> Self {
        match (is_lake, is_walkable) {
            (true, true) => Self::Ford,
            (true, false) => Self::Lake,
            (false, true) => Self::Walkable,
            (false, false) => Self::Blocked,
        }
    }
}

/// Facts about an areal map.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ArealFacts {
    /// Extent along x and y, in metres.
    pub size: [f32; 2],
    /// Number of areals, and the area that they cover in square metres, by kind of ground.
    pub grounds: BTreeMap<ArealGround, (usize, f64)>,
    /// Number of areals by class, in the order of the numbers.
    pub classes: BTreeMap<u32, usize>,
}

impl ArealFacts {
    /// Reads the facts of an areal map from its bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self::of(ArealMapFile::read(bytes).ok()?.map()))
    }

    /// Collects the facts of an areal map.
    pub fn of(map: &ArealMap<'_>) -> Self {
        let frame = map.frame();
        let size = frame.map_or([0.0; 2], |frame| {
            let ([west, south], [east, north]) = (frame.min, frame.max);
            [east - west, north - south]
        });
        let mut facts = Self { size, grounds: BTreeMap::new(), classes: BTreeMap::new() };
        for areal in map.areals() {
            let class = areal.head.class;
            let ground = ArealGround::of(class.is_lake(), areal.head.is_walkable());
            let (count, area) = facts.grounds.entry(ground).or_default();
            *count += 1;
            *area += geometry::area(areal.polygon()).abs();
            *facts.classes.entry(class.0).or_default() += 1;
        }
        facts
    }
}
