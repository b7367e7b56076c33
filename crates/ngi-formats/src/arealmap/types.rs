//! The stored form of an areal, field by field.

use crate::schema::{choices, record};

/// Areals that a cell can name: ids have 16 bits.
pub const MOST_AREALS: usize = 1 << 16;
/// Cells across and down on every map of the game.
pub const GAME_CELLS: u32 = 128;

choices! {
    /// Class of an areal; the meaning of most values is unknown.
    pub struct Class(u32) {
        /// Lake on most maps; it covers liquid and its bed. Class 242 is a lake too.
        LAKE = 240: "lake",
    }
}

choices! {
    /// Permission for walkers to enter an areal.
    pub struct Walkable(u32) {
        /// Walkers may not enter: no links for walkers, no goals for ground units.
        NO = 0: "false",
        /// Walkers may enter.
        YES = 1: "true",
    }
}

impl From<bool> for Walkable {
    fn from(walkable: bool) -> Self {
        if walkable { Self::YES } else { Self::NO }
    }
}

impl Class {
    /// The bits that make a lake, all of them together.
    pub const LAKE_BITS: u32 = 0xf0;

    /// Whether the areal is a lake: it covers liquid and its bed.
    pub fn is_lake(self) -> bool {
        self.0 & Self::LAKE_BITS == Self::LAKE_BITS
    }

    /// Whether the shipped game has areals of this class.
    pub fn is_in_game(self) -> bool {
        matches!(self.0, 1..=29 | 240 | 242)
    }
}

record! {
    /// Neighbour across an edge. Documents write both numbers as a list.
    pub struct Link[8] derive(Eq, Hash) {
        /// Number of the areal across the edge (`area_ref`); −1 at the border of the map.
        0 => areal: i32,
        /// Twin: the number of the same edge in that areal (`edge_ref`); −1 at the border of the
        /// map.
        4 => edge: i32,
    }
}

impl Default for Link {
    fn default() -> Self {
        Self::NONE
    }
}

impl Link {
    /// Nothing across the edge.
    pub const NONE: Self = Self { areal: -1, edge: -1 };

    /// A link to an edge of an areal; `None` where the numbers do not fit.
    pub fn to(areal: usize, edge: usize) -> Option<Self> {
        Some(Self { areal: i32::try_from(areal).ok()?, edge: i32::try_from(edge).ok()? })
    }

    /// Whether nothing is across the edge: both numbers are −1.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The areal and its edge, where both may be indices.
    pub fn target(self) -> Option<(usize, usize)> {
        Some((usize::try_from(self.areal).ok()?, usize::try_from(self.edge).ok()?))
    }
}

record! {
    /// First part of an areal, before its counts: everything except polygon, links and blocks.
    pub struct ArealHead[48] derive(Default) {
        /// Anchor: the centre that distances are measured from. The engine moves an anchor that is
        /// outside the polygon.
        0x00 => anchor: [f32; 3] = M "z is 0",
        /// Unknown purpose (`reserved_12`); kept.
        0x0c => unk_0x0c: f32 = M "0",
        /// Area seen from above, in square units (`area_metric`).
        0x10 => area: f32 = M "the polygon's area within 15 percent, on 99 of 100 within 2",
        /// Normal of the ground, a unit vector.
        0x14 => normal: [f32; 3] = M "length 1",
        /// 1 if walkers may enter (`logic_flag`). If it is 0, the areal gets no links for walkers,
        /// and the engine rejects it as a goal of ground units.
        0x20 => walkable: Walkable = M "0 or 1",
        /// Unknown purpose (`reserved_36`); kept.
        0x24 => unk_0x24: u32 = M "0",
        /// Class (`class_id`). The areal is a lake if all bits of `0xf0` are set; a lake covers
        /// liquid and the bed below it. The meaning of other values is unknown.
        0x28 => class: Class = M "1 to 29, 240 or 242",
        /// Unknown purpose (`reserved_44`); kept.
        0x2c => unk_0x2c: u32 = M "0",
    }
}

record! {
    /// Lengths of an areal's lists.
    pub struct Counts[8] derive(Eq) {
        /// Number of corners of the polygon (`vertex_count`).
        0 => corners: u32,
        /// Number of additional polygons (`block_count`); their purpose is unknown.
        4 => blocks: u32 = M "0",
    }
}

record! {
    /// Size of the grid in cells, stored after the last areal.
    pub struct GridHead[8] derive(Eq) {
        /// Number of cells across, along x (`cellsX`).
        0 => cells_across: u32 = M "128",
        /// Number of cells down, along y (`cellsY`).
        4 => cells_down: u32 = M "128",
    }
}

impl ArealHead {
    /// Whether walkers may be here.
    pub fn is_walkable(&self) -> bool {
        self.walkable != Walkable::NO
    }
}

/// An areal that owns its parts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Areal {
    /// Everything but the lists.
    pub head: ArealHead,
    /// The corners, anticlockwise.
    pub polygon: Vec<[f32; 3]>,
    /// What lies across each edge: edge *i* goes from corner *i* to the next. Behind them three
    /// more for each block, whose meaning nobody knows.
    pub links: Vec<Link>,
    /// Further polygons. No shipped areal has any.
    pub blocks: Vec<Vec<[f32; 3]>>,
}

impl Areal {
    /// How many links the counts ask for; `None` where no number can say.
    pub fn link_count(&self) -> Option<usize> {
        self.blocks.len().checked_mul(3)?.checked_add(self.polygon.len())
    }

    /// The links of the polygon's edges.
    pub fn edge_links(&self) -> &[Link] {
        self.links.get(..self.polygon.len()).unwrap_or(&self.links)
    }

    /// The same, to change.
    pub fn edge_links_mut(&mut self) -> &mut [Link] {
        let count = self.polygon.len().min(self.links.len());
        self.links.get_mut(..count).unwrap_or_default()
    }
}

/// A point as it is stored.
pub(super) fn point(bytes: &[u8; 12]) -> [f32; 3] {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *bytes;
    [[a, b, c, d], [e, f, g, h], [i, j, k, l]].map(f32::from_le_bytes)
}
