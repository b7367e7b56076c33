//! Textures from pictures.

use std::borrow::Cow;

use super::encode::encode_pixels;
use super::mips::build_chain;
use super::quantise::quantise;
use crate::pal::Palette;
use crate::texm::image::Image;
use crate::texm::layout::full_chain;
use crate::texm::page::Page;
use crate::texm::read::Texm;
use crate::texm::types::{Header, MIPPED_FLAGS4, PixelFormat, TextureFlags};
use crate::{Error, Result};

/// How many levels a new texture has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Levels {
    /// Down to one pixel.
    #[default]
    All,
    /// So many, at least one and at most down to one pixel.
    Count(u32),
}

/// How to make a texture of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How pixels are stored.
    pub format: PixelFormat,
    /// How many levels to make.
    pub levels: Levels,
    /// Colours for the indexed formats. Format 0 chooses its own where there are none.
    pub palette: Option<Palette>,
    /// Cells of an atlas.
    pub page: Option<Page>,
    /// The header's `flags4`; by the game's own rule where there is none: 32 with several
    /// levels, else 0.
    pub flags4: Option<u32>,
    /// The header's `flags5`.
    pub flags5: TextureFlags,
    /// The header's word at 0x18.
    pub unk_0x18: u32,
}

impl Options {
    /// A format, all levels, everything else by the game's own rules.
    pub fn new(format: PixelFormat) -> Self {
        Self {
            format,
            levels: Levels::All,
            palette: None,
            page: None,
            flags4: None,
            flags5: TextureFlags(0),
            unk_0x18: 0,
        }
    }

    /// Everything as in another texture, its palette included.
    pub fn like(texture: &Texm<'_>) -> Self {
        let header = texture.header();
        Self {
            format: header.format,
            levels: Levels::Count(header.levels),
            palette: texture.palette().cloned(),
            page: texture.page().cloned(),
            flags4: Some(header.flags4),
            flags5: header.flags5,
            unk_0x18: header.unk_0x18,
        }
    }

    fn level_count(&self, width: u32, height: u32) -> Result<u32> {
        let all = full_chain(width, height);
        match self.levels {
            Levels::All => Ok(all),
            Levels::Count(count) if (1..=all).contains(&count) => Ok(count),
            Levels::Count(count) => Err(Error::usage(
                "levels",
                format!("{width} x {height} has between 1 and {all} levels, not {count}"),
            )),
        }
    }
}

impl Texm<'static> {
    /// Makes a texture of a picture.
    pub fn encode(image: &Image, options: &Options) -> Result<Self> {
        let Options { format, levels: _, palette, page, flags4, flags5, unk_0x18 } = options;
        let (format, (width, height)) = (*format, (image.width(), image.height()));
        let levels = options.level_count(width, height)?;
        let (palette, first) = encode_first(format, palette.as_ref(), image)?;
        let pixels = build_chain(format, palette.as_deref(), (width, height), &first, levels)?;
        let by_rule = if levels > 1 { MIPPED_FLAGS4 } else { 0 };
        let flags4 = flags4.unwrap_or(by_rule);
        let (flags5, unk_0x18) = (*flags5, *unk_0x18);
        let header = Header { width, height, levels, flags4, flags5, unk_0x18, format };
        let palette = palette.filter(|_| format.has_palette()).map(Cow::into_owned);
        Self::from_parts(header, palette, pixels, page.clone(), Vec::new())
    }
}

/// The palette that is used and the pixels of level 0.
fn encode_first<'p>(
    format: PixelFormat,
    palette: Option<&'p Palette>,
    image: &Image,
) -> Result<(Option<Cow<'p, Palette>>, Vec<u8>)> {
    if format == PixelFormat::PALETTED && palette.is_none() {
        let made = quantise(image.pixels());
        return Ok((Some(Cow::Owned(made.palette)), made.indices));
    }
    let size = image.pixels().len().checked_mul(format.bytes_per_pixel());
    let size = size.ok_or_else(|| Error::limit("pixels", "do not fit the memory"))?;
    let mut first = vec![0; size];
    encode_pixels(format, palette, image.pixels(), &mut first)?;
    Ok((palette.map(Cow::Borrowed), first))
}
