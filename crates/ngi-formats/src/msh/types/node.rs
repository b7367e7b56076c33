//! Resource 1: nodes, and resource 9: their names.

use crate::FixedStr;
use crate::geometry::NONE;
use crate::schema::{bits, record};

/// Damage stages a node has room for.
pub const STAGES: usize = 3;
/// Levels per stage: 0..=3 by distance, 4 for the first-person view.
pub const LEVELS: usize = 5;

/// A node's name, a record of resource 9.
pub type NodeName = FixedStr<32>;

/// A node of the one shipped model (`mtcheck`) whose node records have 24 bytes. Nobody knows its
/// fields; it is kept as it is.
pub type LegacyNode = [u8; 24];

bits! {
    /// Flags of a node. Unnamed bits are preserved.
    pub struct NodeFlags(u16) {
        /// Inside a building; drawn like any other node.
        INTERIOR = 0x1,
        /// Cell of a building: a room together with [`NodeFlags::INTERIOR`], otherwise the outside.
        CELL = 0x4,
        /// Cockpit: geometry only at level 4, no children, not part of the header box.
        COCKPIT = 0x20,
        /// Unknown; the engine tests this flag.
        UNK_0X40 = 0x40,
        /// Exception from the rule that interior nodes copy their parent's stage.
        OWN_STAGE = 0x80,
        /// Visible even when destroyed.
        NEVER_HIDDEN = 0x100,
        /// Vital: the object dies with this node.
        VITAL = 0x200,
        /// Same share of life as its parent.
        PARENT_LIFE = 0x400,
        /// Unknown; the engine tests this flag.
        UNK_0X800 = 0x800,
    }
}

record! {
    /// Node: a rigid part of the model.
    pub struct Node[38] {
        /// Flags of the node (`hdr0`).
        0 => flags: NodeFlags,
        /// Parent node, 0xFFFF for a root (`hdr1`).
        2 => parent: u16 => "nodes",
        /// First word of the node's block in the frame map (19), 0xFFFF if the node is not animated
        /// (`hdr2`, `mapStart`).
        4 => map_start: u16,
        /// Last of the node's own keys, an index into table 8 (`hdr3`). It places a node that is
        /// not animated.
        6 => fallback_key: u16 => "keys",
        /// Slots by `stage * 5 + level`, 0xFFFF for no slot. Stages 0 to 2 are damage; levels 0 to
        /// 3 are levels of detail, finest first, and level 4 is the first-person view. The older
        /// documents call the stage "lod" and the level "group".
        8 => slots: [u16; STAGES * LEVELS] => "slots",
    }
}

impl Default for Node {
    /// A root without geometry whose only key is the first.
    fn default() -> Self {
        Self {
            flags: NodeFlags(0),
            parent: NONE,
            map_start: NONE,
            fallback_key: 0,
            slots: [NONE; STAGES * LEVELS],
        }
    }
}

impl Node {
    /// The parent's index; `None` for a root.
    pub fn parent(&self) -> Option<usize> {
        (self.parent != NONE).then_some(usize::from(self.parent))
    }

    /// Whether the node has a block of frames in resource 19.
    pub fn is_animated(&self) -> bool {
        self.map_start != NONE
    }

    /// The slot of a damage stage and level; `None` where there is none, or no such cell.
    pub fn slot(&self, stage: usize, level: usize) -> Option<usize> {
        if level >= LEVELS {
            return None;
        }
        let slot = *self.slots.get(stage.checked_mul(LEVELS)?.checked_add(level)?)?;
        (slot != NONE).then_some(usize::from(slot))
    }

    /// How many damage stages the node has: consecutive stages with a slot at level 0, at least 1.
    pub fn stage_count(&self) -> usize {
        (0..STAGES).take_while(|&stage| self.slot(stage, 0).is_some()).count().max(1)
    }
}
