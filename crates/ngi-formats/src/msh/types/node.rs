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
    /// Flags of a node. Bits without a name are kept.
    pub struct NodeFlags(u16) {
        /// Inside a building. Drawn like any other node.
        INTERIOR = 0x1,
        /// A cell of a building: with [`NodeFlags::INTERIOR`] a room, else the outside.
        CELL = 0x4,
        /// Cockpit: geometry only at level 4, no children, left out of the header box.
        COCKPIT = 0x20,
        /// Tested by the engine; meaning unread.
        UNK_0X40 = 0x40,
        /// Cancels "interior nodes copy their parent's stage".
        OWN_STAGE = 0x80,
        /// Not hidden when destroyed.
        NEVER_HIDDEN = 0x100,
        /// Its death is the object's.
        VITAL = 0x200,
        /// Copies its parent's share of life.
        PARENT_LIFE = 0x400,
        /// Tested by the engine; meaning unread.
        UNK_0X800 = 0x800,
    }
}

record! {
    /// A node: a rigid part of the model.
    pub struct Node[38] {
        /// What kind of node it is (`hdr0`).
        0 => flags: NodeFlags,
        /// The node it hangs on, 0xFFFF for a root (`hdr1`).
        2 => parent: u16 => "nodes",
        /// First word of the node's block in the frame map (19), 0xFFFF where it is not animated
        /// (`hdr2`, `mapStart`).
        4 => map_start: u16,
        /// Key in table 8, the last of the node's own (`hdr3`). A node that is not animated stands
        /// where it says.
        6 => fallback_key: u16 => "keys",
        /// Slots by `stage * 5 + level`, 0xFFFF where there is none: stage 0 to 2 is the damage,
        /// level 0 to 3 the level of detail, finest first, level 4 the first-person view. The
        /// older documents call the stage "lod" and the level "group".
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
