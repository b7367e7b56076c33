//! Tables of a `.trf`, the tree of what a clan can research: an NRes archive of twelve entries of the
//! types `TRF0` to `TRFB`, all called `ResTree`.
//!
//! | type | holds |
//! |---|---|
//! | `TRF0` | items of 40 bytes: costs, where their texts are, what they are |
//! | `TRF1` | a byte for each item: what is known of it at first |
//! | `TRF2`, `TRF3` | how many items each one needs; these, one after another |
//! | `TRF4`, `TRF5` | how many items each one unlocks; these, one after another |
//! | `TRF6` to `TRFA` | texts, each ended by a NUL: parts, codes, names, descriptions, templates |
//! | `TRFB` | which part belongs to which item |
//!
//! Here each is a format of its own: a document has the one member that its type asks for.

mod check;
pub mod codes;
mod read;
#[cfg(test)]
mod tests;

pub use check::{TreeTables, check, check_tree};
pub use codes::CODES;
pub use read::{DOCUMENT, KAITAI, RECORDS, make, texts, tree};

use crate::nres::TypeId;
use crate::schema::{bits, record};

/// The name of every entry of a tree.
pub const ENTRY_NAME: &str = "ResTree";

/// What the second attribute of `TRF0` has to be.
pub const VERSION: u32 = 3;

const fn type_id(letter: u8) -> TypeId {
    TypeId(u32::from_le_bytes([b'T', b'R', b'F', letter]))
}

/// Items.
pub const ITEMS: TypeId = type_id(b'0');
/// What is known of each item at first.
pub const STATES: TypeId = type_id(b'1');
/// How many items each one needs.
pub const NEED_COUNTS: TypeId = type_id(b'2');
/// The items that items need.
pub const NEEDS: TypeId = type_id(b'3');
/// How many items each one unlocks.
pub const UNLOCK_COUNTS: TypeId = type_id(b'4');
/// The items that items unlock.
pub const UNLOCKS: TypeId = type_id(b'5');
/// Names of parts.
pub const PART_NAMES: TypeId = type_id(b'6');
/// Short codes.
pub const ITEM_CODES: TypeId = type_id(b'7');
/// Names that are shown.
pub const NAMES: TypeId = type_id(b'8');
/// Descriptions.
pub const DESCRIPTIONS: TypeId = type_id(b'9');
/// Templates of what is shown of an item.
pub const TEMPLATES: TypeId = type_id(b'A');
/// Which part belongs to which item.
pub const PARTS: TypeId = type_id(b'B');

/// The types of all tables of a tree.
pub const TYPES: [TypeId; 12] = [
    ITEMS,
    STATES,
    NEED_COUNTS,
    NEEDS,
    UNLOCK_COUNTS,
    UNLOCKS,
    PART_NAMES,
    ITEM_CODES,
    NAMES,
    DESCRIPTIONS,
    TEMPLATES,
    PARTS,
];

bits! {
    /// State of an item.
    pub struct ItemState(u8) {
        /// Everything that the item needs was researched.
        AVAILABLE = 1,
        /// The item was researched.
        RESEARCHED = 2,
        /// The item belongs to the tree.
        IN_TREE = 4,
    }
}

record! {
    /// Item that can be researched and built.
    pub struct TreeItem[40] derive(Default) {
        /// Energy for researching the item.
        0 => research_energy: f32,
        /// Ore for researching the item.
        4 => research_ore: f32,
        /// Energy for building the item.
        8 => build_energy: f32,
        /// Ore for building the item.
        12 => build_ore: f32,
        /// Byte offset of the item's short code in `TRF7`.
        16 => code: u32,
        /// Byte offset of the item's name in `TRF8`.
        20 => name: u32,
        /// Byte offset of the item's description in `TRF9`.
        24 => description: u32,
        /// Byte offset in `TRFA` of the template for showing the item.
        28 => template: u32,
        /// Index of the item's part in `TRFB`.
        32 => part: u16,
        /// Role of the part in a unit.
        34 => role: u8 = M "1 to 7, 255 for none",
        /// Kind of item: building, chassis, ammunition, device, weapon.
        35 => kind: u8 = M "8 to 12",
        /// Subdivision of the kind.
        36 => sub_kind: u8,
        /// Part of a building, as a second subdivision.
        37 => second_sub_kind: u8 = M "80 to 84, 255 for none",
        /// Size class of the item.
        38 => size: u8 = M "0 to 5",
        /// Step in a ladder of upgrades.
        39 => level: u8,
    }
}

record! {
    /// Part and the item to which it belongs.
    pub struct TreePart[4] derive(Eq, Hash, Default) {
        /// Byte offset of the part's name in `TRF6`.
        0 => name: u16,
        /// Index of the item.
        2 => item: u16,
    }
}
