//! The stored form of the header, and its open sets.

use std::fmt;

use crate::Result;
use crate::bytes::{Cursor, Put};

/// The first four bytes of a texture.
pub const MAGIC: [u8; 4] = *b"Texm";
/// The first four bytes of the cells behind the pixels.
pub const PAGE_MAGIC: [u8; 4] = *b"Page";
/// Bytes of the header.
pub const HEADER_SIZE: usize = 32;
/// `flags4` of every texture with several levels; the others have 0.
pub const MIPPED_FLAGS4: u32 = 32;

/// How a pixel is stored. Decimal digits that name the bits of the channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PixelFormat(pub u32);

impl PixelFormat {
    /// A byte that is an index into the texture's own palette.
    pub const PALETTED: Self = Self(0);
    /// A byte that is an index into a palette from elsewhere (fonts).
    pub const EXTERNAL_PALETTE: Self = Self(2);
    /// 16 bits: red 15–11, green 10–5, blue 4–0.
    pub const RGB565: Self = Self(565);
    /// 16 bits: red 15–11, green 10–6, blue 5–0.
    pub const RGB556: Self = Self(556);
    /// 16 bits: alpha 15–12, red 11–8, green 7–4, blue 3–0.
    pub const ARGB4444: Self = Self(4444);
    /// 16 bits: alpha 15–8, luminance 7–0.
    pub const AL88: Self = Self(88);
    /// 4 bytes: blue, green, red, one that nothing reads.
    pub const RGB888: Self = Self(888);
    /// 4 bytes: blue, green, red, alpha.
    pub const ARGB8888: Self = Self(8888);

    /// The formats the engine knows.
    pub const KNOWN: [Self; 8] = [
        Self::PALETTED,
        Self::EXTERNAL_PALETTE,
        Self::RGB565,
        Self::RGB556,
        Self::ARGB4444,
        Self::AL88,
        Self::RGB888,
        Self::ARGB8888,
    ];

    /// Whether the engine knows it.
    pub fn is_known(self) -> bool {
        Self::KNOWN.contains(&self)
    }

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

/// The header's `flags5`. The engine reads bits 24 and 25, and bits 25 and 28–30 to skip levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TextureFlags(pub u32);

impl TextureFlags {
    /// On the lightmaps whose names end in `_01`; nothing is known to read it.
    pub const LIGHTMAP: u32 = 0x0080_0000;
    /// A font: the surface has alpha, index 0 is transparent.
    pub const FONT: u32 = 0x0100_0000;
    /// A fade palette: the surface has alpha. Also one of the bits that skip levels.
    pub const FADE: u32 = 0x0200_0000;
    /// On 81 of the game's textures; nothing is known to read it.
    pub const EXPORTED: u32 = 0x0400_0000;
    /// Skips a level.
    pub const SKIP_ONE: u32 = 0x1000_0000;
    /// Skips a level of a texture with a side of 256 or more.
    pub const SKIP_LARGE: u32 = 0x2000_0000;
    /// Skips up to two levels of a texture with sides of 128 or more.
    pub const SKIP_DOWN_TO_64: u32 = 0x4000_0000;
    /// The bits that decide how many levels are skipped.
    pub const SKIP_MASK: u32 = 0x7200_0000;
    /// Every bit that has a name here.
    pub const KNOWN: u32 = Self::SKIP_MASK | Self::LIGHTMAP | Self::FONT | Self::EXPORTED;

    /// Names of the bits that are set; bits without a name are left out.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let named = [
            (Self::LIGHTMAP, "lightmap"),
            (Self::FONT, "font"),
            (Self::FADE, "fade"),
            (Self::EXPORTED, "exported"),
            (Self::SKIP_ONE, "skip_one"),
            (Self::SKIP_LARGE, "skip_large"),
            (Self::SKIP_DOWN_TO_64, "skip_down_to_64"),
        ];
        named.into_iter().filter(move |(bit, _)| self.0 & bit != 0).map(|(_, name)| name)
    }

    /// Whether the engine gives a texture of this format and these flags a surface with alpha
    /// (unless the material forces it opaque).
    pub fn has_alpha_surface(self, format: PixelFormat) -> bool {
        matches!(format, PixelFormat::ARGB4444 | PixelFormat::ARGB8888)
            || self.0 & (Self::FONT | Self::FADE) != 0
    }
}

/// The first 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// [`MAGIC`] in every texture.
    pub magic: [u8; 4],
    /// Width of level 0 in pixels.
    pub width: u32,
    /// Height of level 0 in pixels.
    pub height: u32,
    /// Number of levels.
    pub levels: u32,
    /// [`MIPPED_FLAGS4`] or 0 in the game.
    pub flags4: u32,
    /// See [`TextureFlags`].
    pub flags5: TextureFlags,
    /// Also known as `unk6`: unread, a colour near the mean in some of the game's textures.
    pub unk_0x18: u32,
    /// How pixels are stored.
    pub format: PixelFormat,
}

impl Header {
    /// Reads the header's fields and judges none of them.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        Ok(Self {
            magic: cursor.array("header.magic")?,
            width: cursor.u32("header.width")?,
            height: cursor.u32("header.height")?,
            levels: cursor.u32("header.levels")?,
            flags4: cursor.u32("header.flags4")?,
            flags5: TextureFlags(cursor.u32("header.flags5")?),
            unk_0x18: cursor.u32("header.unk_0x18")?,
            format: PixelFormat(cursor.u32("header.format")?),
        })
    }

    /// Appends the 32 bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { magic, width, height, levels, flags4, flags5, unk_0x18, format } = self;
        out.put(magic);
        for word in [*width, *height, *levels, *flags4, flags5.0, *unk_0x18, format.0] {
            out.put_u32(word);
        }
    }
}
