//! The stored form of an areal, field by field.

use crate::bytes::Put;

/// Bytes of an areal in front of its counts.
pub const AREAL_HEAD_SIZE: usize = 48;
/// Areals that a cell can name: ids have 16 bits.
pub const MOST_AREALS: usize = 1 << 16;
/// Cells across and down on every map of the game.
pub const GAME_CELLS: u32 = 128;

/// What an areal is. An open set: most numbers have no known meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Class(pub u32);

impl Class {
    /// The bits that make a lake, all of them together.
    pub const LAKE_BITS: u32 = 0xf0;
    /// The lake of most maps.
    pub const LAKE: Self = Self(240);

    /// Whether the areal is a lake: it covers liquid and its bed.
    pub fn is_lake(self) -> bool {
        self.0 & Self::LAKE_BITS == Self::LAKE_BITS
    }

    /// Whether the shipped game has areals of this class.
    pub fn is_in_game(self) -> bool {
        matches!(self.0, 1..=29 | 240 | 242)
    }
}

/// What lies across an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Link {
    /// The areal across the edge (`area_ref`); −1 for none.
    pub areal: i32,
    /// The same edge as the areal over there counts it (`edge_ref`); −1 for none.
    pub edge: i32,
}

impl Default for Link {
    fn default() -> Self {
        Self::NONE
    }
}

impl Link {
    /// Bytes of the stored form.
    pub const SIZE: usize = 8;
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

    /// Reads the stored form.
    pub fn read(bytes: &[u8; Self::SIZE]) -> Self {
        let [a, b, c, d, e, f, g, h] = *bytes;
        Self { areal: i32::from_le_bytes([a, b, c, d]), edge: i32::from_le_bytes([e, f, g, h]) }
    }

    /// Appends the stored form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { areal, edge } = *self;
        out.put_i32(areal);
        out.put_i32(edge);
    }
}

/// An areal in front of its counts: everything but polygon, links and blocks.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ArealHead {
    /// The centre; the engine moves one that is outside the polygon. z is 0 in the game.
    pub anchor: [f32; 3],
    /// 0 in the game (`reserved_12`).
    pub unk_0x0c: f32,
    /// The area seen from above (`area_metric`), within 15 percent on every shipped areal.
    pub area: f32,
    /// The ground's normal.
    pub normal: [f32; 3],
    /// Whether walkers may be here (`logic_flag`): 0 or 1 in the game.
    pub walkable: u32,
    /// 0 in the game (`reserved_36`).
    pub unk_0x24: u32,
    /// What it is (`class_id`).
    pub class: Class,
    /// 0 in the game (`reserved_44`).
    pub unk_0x2c: u32,
}

impl ArealHead {
    /// Reads the stored form.
    pub fn read(bytes: &[u8; AREAL_HEAD_SIZE]) -> Self {
        let (words, _) = bytes.as_chunks::<4>();
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let mut word = || words.next().unwrap_or(0);
        let mut float = || f32::from_bits(word());
        let anchor = [float(), float(), float()];
        let (unk_0x0c, area) = (float(), float());
        let normal = [float(), float(), float()];
        let walkable = word();
        let (unk_0x24, class, unk_0x2c) = (word(), Class(word()), word());
        Self { anchor, unk_0x0c, area, normal, walkable, unk_0x24, class, unk_0x2c }
    }

    /// Appends the stored form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { anchor, unk_0x0c, area, normal, walkable, unk_0x24, class, unk_0x2c } = *self;
        for value in anchor.into_iter().chain([unk_0x0c, area]).chain(normal) {
            out.put_f32(value);
        }
        for word in [walkable, unk_0x24, class.0, unk_0x2c] {
            out.put_u32(word);
        }
    }

    /// Whether walkers may be here.
    pub fn is_walkable(&self) -> bool {
        self.walkable != 0
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
