//! The twelve kinds of buildings the engine knows.

use crate::text;

/// A kind of building.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Category {
    /// Its name in the list.
    pub name: &'static str,
    /// The bits that stand for it.
    pub mask: u32,
}

const fn category(name: &'static str, mask: u32) -> Category {
    Category { name, mask }
}

/// All of them, in the engine's order.
pub static CATEGORIES: [Category; 12] = [
    category("Bunker_Small", 0x8001_0000),
    category("Bunker_Medium", 0x8002_0000),
    category("Bunker_Large", 0x8004_0000),
    category("Generator", 0x8000_0002),
    category("Mine", 0x8000_0004),
    category("Storage", 0x8000_0008),
    category("Plant", 0x8000_0010),
    category("Hangar", 0x8000_0040),
    category("MainTeleport", 0x8000_0200),
    category("Institute", 0x8000_0400),
    category("Tower_Medium", 0x8010_0000),
    category("Tower_Large", 0x8020_0000),
];

impl Category {
    /// The category of this name, ignoring case as the engine's other names do (a guess).
    pub fn named(name: &[u8]) -> Option<&'static Self> {
        CATEGORIES.iter().find(|category| text::same(category.name.as_bytes(), name))
    }

    /// The category with this mask.
    pub fn of_mask(mask: u32) -> Option<&'static Self> {
        CATEGORIES.iter().find(|category| category.mask == mask)
    }
}
