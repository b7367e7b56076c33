//! Which slot a node shows: damage stage by level of detail.

use ngi_formats::msh::{LEVELS, Model};

/// The level of the unit's own first-person view.
pub const FIRST_PERSON: usize = 4;
/// Levels that distance chooses from.
pub const DISTANCE_LEVELS: usize = LEVELS - 1;

/// Which damage stage is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// The one the node is in: −1 in the engine's call.
    #[default]
    Current,
    /// A certain one, 0..3.
    Fixed(usize),
}

impl From<i32> for Stage {
    /// The engine's number: −1 for the current stage. Other negative numbers name no stage.
    fn from(number: i32) -> Self {
        match number {
            -1 => Self::Current,
            _ => Self::Fixed(usize::try_from(number).unwrap_or(usize::MAX)),
        }
    }
}

/// The slot of a node (`sub_100124D0`): word `4 + node·19 + stage·5 + level` of resource 1.
/// `None` where it is 0xFFFF, or leads outside.
pub fn slot_index(
    model: &Model<'_>,
    node: usize,
    stage: Stage,
    level: usize,
    current_stage: usize,
) -> Option<usize> {
    let stage = match stage {
        Stage::Current => current_stage,
        Stage::Fixed(stage) => stage,
    };
    model.slot_index(node, stage, level)
}

/// How far away which level of detail is drawn.
///
/// *Stand-in*: nobody has read the engine's distances. 60, 120 and 240 units times a detail
/// factor, which stands for the settings `RobotDetail` and `BuildingDetail`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelDistances {
    /// From each of these on the next coarser level is drawn.
    pub limits: [f32; DISTANCE_LEVELS - 1],
    /// What the limits are multiplied by: 2 keeps fine levels twice as far.
    pub detail: f32,
}

impl Default for LevelDistances {
    fn default() -> Self {
        Self { limits: [60.0, 120.0, 240.0], detail: 1.0 }
    }
}

impl LevelDistances {
    /// The level for a distance; 0 where it is not a number.
    pub fn level(&self, distance: f32) -> usize {
        self.limits.iter().filter(|&&limit| distance >= limit * self.detail).count()
    }
}

/// The level that is drawn for one that is asked for: that one, else the nearest finer one the
/// node has. The first-person level is drawn as asked or not at all, and stands in for no other.
pub fn level_of(
    model: &Model<'_>,
    node: usize,
    stage: usize,
    asked: usize,
) -> Option<(usize, usize)> {
    let slot = |level| Some((level, model.slot_index(node, stage, level)?));
    match asked {
        FIRST_PERSON => slot(FIRST_PERSON),
        _ => (0..=asked.min(DISTANCE_LEVELS - 1)).rev().find_map(slot),
    }
}
