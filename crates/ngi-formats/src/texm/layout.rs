//! Sizes of levels, and how many of them the engine skips.

use super::types::{Header, TextureFlags};

/// Width and height of a level.
pub fn level_size(width: u32, height: u32, level: u32) -> (u32, u32) {
    let side = |side: u32| side.checked_shr(level).unwrap_or(0).max(1);
    (side(width), side(height))
}

/// How many levels there are down to one pixel.
pub fn full_chain(width: u32, height: u32) -> u32 {
    width.max(height).max(1).ilog2() + 1
}

/// Pixels of the first `levels` levels together. Never overflows.
pub fn chain_pixels(width: u32, height: u32, levels: u32) -> u128 {
    // From level 32 on every level has one pixel, so four billion of them cost no loop.
    let sized = levels.min(u32::BITS);
    let pixels = |level| {
        let (width, height) = level_size(width, height, level);
        u128::from(width) * u128::from(height)
    };
    (0..sized).map(pixels).sum::<u128>() + u128::from(levels - sized)
}

/// How many levels the engine skips when it loads a texture (`sub_1000F580`).
pub fn mip_skip(flags5: TextureFlags, width: u32, height: u32, levels: u32) -> u32 {
    let up_to_two = if levels > 2 { 2 } else { 1 };
    if levels <= 1 {
        return 0;
    }
    match TextureFlags(flags5.0 & TextureFlags::SKIP_MASK) {
        TextureFlags::FADE => up_to_two,
        TextureFlags::SKIP_ONE => 1,
        TextureFlags::SKIP_LARGE => u32::from(width >= 256 || height >= 256),
        TextureFlags::SKIP_DOWN_TO_64 if width > 128 && height > 128 => up_to_two,
        TextureFlags::SKIP_DOWN_TO_64 => u32::from(width == 128 || height == 128),
        _ => 0,
    }
}

/// What is left of a texture when its first levels are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skipped {
    /// How many levels are skipped.
    pub skip: u32,
    /// Width of the first level that is kept, at least 1.
    pub width: u32,
    /// Height of the first level that is kept, at least 1.
    pub height: u32,
    /// How many levels are kept.
    pub levels: u32,
}

impl Header {
    /// How many levels the engine skips of this texture.
    pub fn mip_skip(&self) -> u32 {
        mip_skip(self.flags5, self.width, self.height, self.levels)
    }

    /// What is left when `skip` levels are skipped.
    pub fn skipped(&self, skip: u32) -> Skipped {
        let (width, height) = level_size(self.width, self.height, skip);
        Skipped { skip, width, height, levels: self.levels.saturating_sub(skip) }
    }
}
