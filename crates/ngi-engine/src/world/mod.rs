//! A mission as it is played: its level, its clans, and everything that stands on it.
//!
//! | question | answered by |
//! |---|---|
//! | what is there when a mission has loaded | [`World::load`] |
//! | what is a unit made of, and where are its parts | [`Stock::unit`], [`Assembly`] |
//! | how does an object stand | [`Posture`] |
//! | what lamps, smoke and sounds hang on it | [`Hung`] |
//! | where does it stand | [`Placed`], [`world_from_object`], [`in_host`] |
//! | what does a ray meet first | [`World::ray`] |
//! | what stands here | [`World::standing_at`] |
//! | which way leads around it | [`World::route`] |
//! | what appears later, what is to be done | [`Story`] |
//! | what is missing | [`World::problems`] |
//!
//! Only a mission whose own file cannot be followed does not load. Whatever else is missing or
//! broken is listed with the way that leads there, and everything else is there.
//!
//! Space: x east, y north, z up, in metres. An object's own space is that of its root part, whose
//! translation is cleared as the engine does when it draws.

mod assembly;
mod hung;
mod load;
mod part;
mod place;
mod posture;
mod scope;
mod story;
#[cfg(test)]
mod tests;
mod ways;

use std::sync::OnceLock;

use ngi_formats::tma::{ClanKind, Lode, Zone};
use ngi_vfs::Bytes;

use crate::landscape::Level;
use crate::landscape::cut::Cut;
use crate::resolve::Step;
use crate::sky::Sky;

pub use assembly::{Assembly, Part, Stock};
pub use hung::{Hung, that_run};
pub use load::{MISSION_FILE, MOST_PARTS, WorldError, file_in};
pub use part::{Health, PartModel, damaged};
pub use place::{Placed, in_host, keeps_height, scale_of, world_from_object};
pub use posture::{Posture, standing_state};
pub use scope::{Met, ObjectHit, RayFilter};
pub use story::{CameraStop, Later, LaterKind, Story};
pub use ways::{Way, around};

/// The effect that shows where a lode is.
pub const LODE_EFFECT: &str = "env_mineral";

/// A clan of a mission.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Clan {
    /// What it is called.
    pub name: String,
    /// Who plays it.
    pub kind: ClanKind,
    /// Where its base is.
    pub base: [f32; 2],
    /// How many robots it may have; `None` where nobody says.
    pub minds: Option<u32>,
    /// Where its animals graze.
    pub zones: Vec<Zone>,
}

/// A lode of minerals, on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PlacedLode {
    /// As the mission has it.
    pub lode: Lode,
    /// Where it is: the height of the ground counts, not that of the file.
    pub position: [f32; 3],
    /// Whether it is seen from the start. *Stand-in*: those that are found already.
    pub is_seen: bool,
}

/// Something that is missing or wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorldProblem {
    /// The first object that has it; `None` for the mission itself.
    pub object: Option<usize>,
    /// The way from the object to what is at fault; may be empty.
    pub chain: Vec<Step>,
    /// What is wrong there.
    pub why: String,
}

impl std::fmt::Display for WorldProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(object) = self.object {
            write!(f, "object {object}")?;
        }
        for (place, step) in self.chain.iter().enumerate() {
            let between = if place > 0 || self.object.is_some() { " > " } else { "" };
            write!(f, "{between}{step}")?;
        }
        let nothing = self.object.is_none() && self.chain.is_empty();
        write!(f, "{}{}", if nothing { "" } else { ": " }, self.why)
    }
}

/// What a building did to the ground.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GroundCut {
    /// The building: its number in the mission.
    pub object: usize,
    /// What was cut.
    pub cut: Cut,
    /// How far the building was raised from where its file has it; lowered below 0.
    pub raised: f32,
}

/// A mission that has loaded.
#[derive(Debug)]
#[non_exhaustive]
pub struct World {
    /// Where the mission's file is.
    pub path: String,
    /// The path of its land, without a suffix.
    pub land_base: String,
    /// The land, as the buildings have cut it: the bytes of its `.msh`. `None` without a land.
    pub land: Option<Bytes>,
    /// The level: ground and areals, both as they were cut. `None` where there is no ground.
    pub level: Option<Level>,
    /// The sky that lies in its folder; `None` where there is none that can be read.
    pub sky: Option<Sky>,
    /// The clans.
    pub clans: Vec<Clan>,
    /// Everything that is placed, in the order of the mission.
    pub objects: Vec<Placed>,
    /// The order in which the engine creates them: buildings, units, scenery.
    pub order: Vec<usize>,
    /// What the buildings did to the ground.
    pub cuts: Vec<GroundCut>,
    /// Lodes of minerals.
    pub lodes: Vec<PlacedLode>,
    /// Polygons on the ground that scripts ask about.
    pub routes: Vec<Vec<[f32; 3]>>,
    /// What is told of it besides: title, aims, what appears later, the briefing's camera.
    pub story: Story,
    /// How many different models there are.
    pub model_count: usize,
    /// What is missing or wrong.
    pub problems: Vec<WorldProblem>,
    scope: OnceLock<scope::Scope>,
}

impl World {
    /// The objects that are there, in the order of creation.
    pub fn created(&self) -> impl Iterator<Item = &Placed> {
        let placed = self.order.iter().filter_map(|&index| self.objects.get(index));
        placed.filter(|placed| placed.is_there)
    }

    /// The clan of an object.
    pub fn clan_of(&self, object: usize) -> Option<&Clan> {
        self.clans.get(self.objects.get(object)?.clan?)
    }

    /// Effects that hang on objects, each with its object and its frame in the world.
    pub fn hung(&self) -> impl Iterator<Item = (&Placed, &Hung, crate::effects::Frame)> {
        self.created().flat_map(|placed| {
            let world = crate::effects::Frame::of_transform(&placed.world_from_object);
            placed.assembly.hung.iter().map(move |hung| (placed, hung, world.under(&hung.frame)))
        })
    }
}
