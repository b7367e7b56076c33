//! How textures are loaded: what the engine decides by the machine it runs on.

use std::ops::{BitOr, BitOrAssign};

use ngi_formats::mat0::Flags;
use ngi_formats::texm::{Header, PixelFormat, full_chain};

/// How a texture is asked for; the bits are the engine's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LoadFlags(pub u32);

impl LoadFlags {
    /// Nothing special.
    pub const NONE: Self = Self(0);
    /// The surface has no alpha, whatever the pixels say (lit skins).
    pub const OPAQUE: Self = Self(0x0008_0000);
    /// For the second texture stage.
    pub const SECOND_STAGE: Self = Self(0x0020_0000);
    /// The cells behind the pixels are read. Without it a texture is one piece.
    pub const PAGE: Self = Self(0x0040_0000);

    /// Whether all bits of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for LoadFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for LoadFlags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// How many of a texture's first levels are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MipSkip {
    /// As the texture's own flags and size say (`sub_1000F580`).
    #[default]
    Engine,
    /// So many, as far as there are; one level is always left.
    Levels(u32),
}

/// When missing levels are made while loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BuildLevels {
    /// Never.
    Never,
    /// For a texture that has a single level, and sides that are powers of two.
    ///
    /// The engine makes levels "where conditions allow"; which conditions is not known. This is a
    /// stand-in. Lightmaps are left as they are.
    #[default]
    OfSingle,
}

/// What becomes of a texture on its way from the file to the card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TexturePolicy {
    /// How many first levels are left out.
    pub skip: MipSkip,
    /// Whether levels behind the first one are used at all (`DisableMipmap` off).
    pub mipmaps: bool,
    /// When missing levels are made. Counts only with `mipmaps`.
    pub build: BuildLevels,
    /// Whether 32-bit and indexed pixels become 16-bit ones (`Force 16-bit textures`).
    pub sixteen_bit: bool,
    /// Whether lit skins keep their alpha, which then is a bump map. The game ships with it off.
    pub emboss_bump: bool,
    /// What every texture of a material is asked for with. Cells are meaningless without
    /// [`LoadFlags::PAGE`], so that is the default (a guess).
    pub material_flags: LoadFlags,
    /// What every lightmap is asked for with.
    pub lightmap_flags: LoadFlags,
}

impl Default for TexturePolicy {
    /// A card that does everything.
    fn default() -> Self {
        Self {
            skip: MipSkip::Engine,
            mipmaps: true,
            build: BuildLevels::OfSingle,
            sixteen_bit: false,
            emboss_bump: false,
            material_flags: LoadFlags::PAGE,
            lightmap_flags: LoadFlags::NONE,
        }
    }
}

impl TexturePolicy {
    /// Pixels as they are in the file: nothing skipped, made or converted. For tools.
    pub fn as_stored() -> Self {
        Self { skip: MipSkip::Levels(0), build: BuildLevels::Never, ..Self::default() }
    }

    /// What the textures of a material are asked for with.
    pub fn flags_for(&self, material: Flags) -> LoadFlags {
        let mut flags = self.material_flags;
        if material.has(Flags::SECOND_STAGE) {
            flags |= LoadFlags::SECOND_STAGE;
        }
        if material.has(Flags::LIT_SKIN) && !self.emboss_bump {
            flags |= LoadFlags::OPAQUE;
        }
        flags
    }

    /// How many levels of a texture are left out: always fewer than there are.
    pub fn skipped(&self, header: &Header) -> u32 {
        let skip = match self.skip {
            MipSkip::Engine => header.mip_skip(),
            MipSkip::Levels(levels) => levels,
        };
        skip.min(header.levels.saturating_sub(1))
    }

    /// How pixels lie on the card. `alpha` says whether the surface has one.
    ///
    /// That 16-bit surfaces are 4444 with alpha and 565 without is a guess from the formats the
    /// engine has.
    pub fn surface_format(&self, stored: PixelFormat, alpha: bool) -> PixelFormat {
        let is_short = stored.bytes_per_pixel() == 2;
        match (self.sixteen_bit && !is_short, alpha) {
            (false, _) => stored,
            (true, true) => PixelFormat::ARGB4444,
            (true, false) => PixelFormat::RGB565,
        }
    }

    /// How many levels to have, of a texture with so many kept ones. Never past one pixel.
    pub(super) fn level_count(&self, size: (u32, u32), kept: u32, may_build: bool) -> u32 {
        let (width, height) = size;
        let whole = width.is_power_of_two() && height.is_power_of_two();
        let all = full_chain(width, height);
        match self.build {
            _ if !self.mipmaps => 1,
            BuildLevels::OfSingle if kept == 1 && whole && may_build => all,
            _ => kept.min(all),
        }
    }
}
