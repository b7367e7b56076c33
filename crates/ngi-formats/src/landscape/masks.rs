//! Face flags as the engine's questions ask for them: full words and compact ones.
//!
//! A question names bits that a face must have and bits it must not have. The engine's interfaces
//! take both as *compact* masks, a main one of 16 bits and a material one of 6, and spread them
//! over the word of the face. Not every bit has a partner: what has none is reported.

use super::flags::FaceFlags;

/// Bits of a face and their partners in the compact main mask, by the latter's order in the
/// engine's own table.
pub const MAIN: [(u32, u16); 15] = [
    (0x0000_0001, 0x0001),
    (0x0000_0008, 0x0002),
    (0x0000_0010, 0x0004),
    (0x0000_0020, 0x0008),
    (0x0000_1000, 0x0010),
    (0x0000_4000, 0x0020),
    (0x0000_0002, 0x0040),
    (0x0000_0400, 0x0080),
    (0x0000_0800, 0x0100),
    (0x0002_0000, 0x0200),
    (0x0000_2000, 0x0400),
    (0x0000_0200, 0x0800),
    (0x0000_0004, 0x1000),
    (0x0000_0040, 0x2000),
    (0x0020_0000, 0x8000),
];

/// Bits of a face and their partners in the compact material mask.
pub const MATERIAL: [(u32, u8); 6] = [
    (0x0000_0100, 0x01),
    (0x0000_8000, 0x02),
    (0x0001_0000, 0x04),
    (0x0004_0000, 0x08),
    (0x0008_0000, 0x10),
    (0x0000_0080, 0x20),
];

/// A mask in the compact form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CompactMask {
    /// The main mask (`compactMain16`); bit 0x4000 has no partner.
    pub main: u16,
    /// The material mask (`compactMaterial6`); bits 0x40 and 0x80 have no partner.
    pub material: u8,
}

/// A full word in compact form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Compacted {
    /// The bits that have a partner.
    pub mask: CompactMask,
    /// The bits of the full word that have none.
    pub unmapped: FaceFlags,
}

/// A compact mask spread over a full word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Spread {
    /// The bits that have a partner.
    pub flags: FaceFlags,
    /// The bits of the compact mask that have none.
    pub unmapped: CompactMask,
}

/// The compact form of a full word.
pub fn to_compact(full: FaceFlags) -> Compacted {
    let mut result = Compacted { unmapped: full, ..Compacted::default() };
    for (bit, partner) in MAIN.into_iter().filter(|(bit, _)| full.0 & bit != 0) {
        result.mask.main |= partner;
        result.unmapped.0 &= !bit;
    }
    for (bit, partner) in MATERIAL.into_iter().filter(|(bit, _)| full.0 & bit != 0) {
        result.mask.material |= partner;
        result.unmapped.0 &= !bit;
    }
    result
}

/// The full word of a compact mask.
pub fn to_full(compact: CompactMask) -> Spread {
    let mut result = Spread { flags: FaceFlags(0), unmapped: compact };
    for (bit, partner) in MAIN.into_iter().filter(|(_, partner)| compact.main & partner != 0) {
        result.flags.0 |= bit;
        result.unmapped.main &= !partner;
    }
    for (bit, partner) in
        MATERIAL.into_iter().filter(|(_, partner)| compact.material & partner != 0)
    {
        result.flags.0 |= bit;
        result.unmapped.material &= !partner;
    }
    result
}

/// Which faces a question is about. The default lets every face pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FaceFilter {
    /// Bits a face must have.
    pub required: FaceFlags,
    /// Bits a face must not have.
    pub forbidden: FaceFlags,
}

impl FaceFilter {
    /// The filter of a pair of compact masks; bits without a partner ask for nothing, as in the
    /// engine.
    pub fn from_compact(required: CompactMask, forbidden: CompactMask) -> Self {
        Self { required: to_full(required).flags, forbidden: to_full(forbidden).flags }
    }

    /// Whether a face with these flags passes.
    #[inline]
    pub const fn passes(&self, flags: FaceFlags) -> bool {
        flags.0 & self.required.0 == self.required.0 && flags.0 & self.forbidden.0 == 0
    }
}
