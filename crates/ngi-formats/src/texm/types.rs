//! The stored form of the header, and its open sets.

use std::fmt;

use crate::schema::{Record as _, bits, choices, record};
use crate::{Error, Result};

/// The first four bytes of a texture.
pub const MAGIC: [u8; 4] = *b"Texm";
/// The first four bytes of the cells behind the pixels.
pub const PAGE_MAGIC: [u8; 4] = *b"Page";
/// `flags4` of every texture with several levels; the others have 0.
pub const MIPPED_FLAGS4: u32 = 32;

choices! {
    /// Storage of a pixel. The decimal digits name the bits of the channels.
    pub struct PixelFormat(u32) {
        /// 1 byte: an index into the texture's own palette.
        PALETTED = 0: "paletted",
        /// 1 byte: an index into an external palette (fonts). The texture has no palette block (a
        /// guess).
        EXTERNAL_PALETTE = 2: "external_palette",
        /// 16 bits: red 15–11, green 10–5, blue 4–0.
        RGB565 = 565: "rgb565",
        /// 16 bits: red 15–11, green 10–6, blue 5–0.
        RGB556 = 556: "rgb556",
        /// 16 bits: alpha 15–12, red 11–8, green 7–4, blue 3–0.
        ARGB4444 = 4444: "argb4444",
        /// 16 bits: alpha 15–8, luminance 7–0.
        AL88 = 88: "al88",
        /// 4 bytes: blue, green, red, unused.
        RGB888 = 888: "rgb888",
        /// 4 bytes: blue, green, red, alpha.
        ARGB8888 = 8888: "argb8888",
    }
}

impl PixelFormat {
    /// The formats the engine knows.
    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // runs at compile time only, on values of this type
    pub const KNOWN: [Self; Self::NAMES.named.len()] = {
        let (mut all, mut at) = ([Self(0); Self::NAMES.named.len()], 0);
        while at < all.len() {
            all[at] = Self(Self::NAMES.named[at].value as u32);
            at += 1;
        }
        all
    };

    /// Bytes of a pixel. The engine takes 4 for a format it does not know.
    pub fn bytes_per_pixel(self) -> usize {
        match self {
            Self::PALETTED | Self::EXTERNAL_PALETTE => 1,
            Self::RGB565 | Self::RGB556 | Self::ARGB4444 | Self::AL88 => 2,
            _ => 4,
        }
    }

    /// Whether a palette lies between header and pixels.
    pub fn has_palette(self) -> bool {
        self == Self::PALETTED
    }

    /// Whether pixels are indices into a palette.
    pub fn is_indexed(self) -> bool {
        matches!(self, Self::PALETTED | Self::EXTERNAL_PALETTE)
    }

    /// Whether pixels carry an alpha.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::ARGB4444 | Self::AL88 | Self::ARGB8888)
    }
}

impl From<u32> for PixelFormat {
    fn from(code: u32) -> Self {
        Self(code)
    }
}

impl fmt::Display for PixelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

bits! {
    /// The header's `flags5`. The engine reads bits 24 and 25, and uses bits 25 and 28–30 to skip
    /// levels.
    pub struct TextureFlags(u32) {
        /// Set on lightmaps with names that end in `_01`; no known code reads it.
        LIGHTMAP = 0x0080_0000: "lightmap",
        /// Font: the surface has alpha, and index 0 is transparent.
        FONT = 0x0100_0000: "font",
        /// Fade palette: the surface has alpha. Also one of the bits that skip levels.
        FADE = 0x0200_0000: "fade",
        /// Set by the exporter on 81 of the game's textures; no known code reads it.
        EXPORTED = 0x0400_0000: "exported",
        /// Skips one level.
        SKIP_ONE = 0x1000_0000: "skip_one",
        /// Skips one level of a texture with a side of 256 or more.
        SKIP_LARGE = 0x2000_0000: "skip_large",
        /// Skips up to two levels of a texture with sides of 128 or more.
        SKIP_DOWN_TO_64 = 0x4000_0000: "skip_down_to_64",
    }
}

impl TextureFlags {
    /// The bits that decide how many levels are skipped.
    pub const SKIP_MASK: u32 = 0x7200_0000;

    /// Whether the engine gives a texture of this format and these flags a surface with alpha
    /// (unless the material forces it opaque).
    pub fn has_alpha_surface(self, format: PixelFormat) -> bool {
        matches!(format, PixelFormat::ARGB4444 | PixelFormat::ARGB8888)
            || self.has_any(Self::FONT | Self::FADE)
    }
}

record! {
    /// Header of a texture, after the magic.
    pub struct Header[4..32] derive(Eq) {
        /// Width of level 0 in pixels, not 0.
        0x04 => width: u32,
        /// Height of level 0 in pixels, not 0.
        0x08 => height: u32,
        /// Number of levels, at least 1: the full image, half its size, a quarter, …
        0x0c => levels: u32,
        /// Not read by any known code.
        0x10 => flags4: u32 = M "32 if there are several levels, else 0",
        /// Flags for skipped levels and for the alpha of the surface.
        0x14 => flags5: TextureFlags = M "0 on 312 of 393 textures, exported on the other 81",
        /// Not read by the engine. Also known as `unk6`.
        0x18 => unk_0x18: u32 = M "a colour near the mean on 47 of 393 textures, else 0",
        /// Pixel format.
        0x1c => format: PixelFormat = M "0, 565, 888, 4444 and 8888, 2 for fonts",
    }
}

impl Header {
    /// Reads the header of a texture and judges none of its fields, nor the magic before them.
    pub fn of(bytes: &[u8]) -> Result<Self> {
        bytes.first_chunk().map(Self::read).ok_or_else(|| Self::cut_off(bytes.len()))
    }

    /// The error that bytes end before the header does: in which of its fields.
    fn cut_off(there: usize) -> Error {
        let ends = |field: &&crate::schema::Field| field.offset + field.size() > there;
        let first = Self::SHAPE.fields.iter().find(ends);
        let (name, at, size) = first.map_or(("", 0, 0), |f| (f.name, f.offset, f.size()));
        let left = there.saturating_sub(at) as u64;
        Error::truncated(name, at as u64, size as u64, left)
    }

    /// The header's 32 bytes with the magic in front.
    pub(super) fn stored(&self) -> [u8; Self::SIZE] {
        let mut raw = self.write();
        raw.iter_mut().zip(MAGIC).for_each(|(slot, byte)| *slot = byte);
        raw
    }
}
