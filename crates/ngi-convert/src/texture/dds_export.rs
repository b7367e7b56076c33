//! Textures as DDS: the same pixels behind another header, all levels along.

use ngi_formats::pal::Palette;
use ngi_formats::texm::{PixelFormat, Texm};

use crate::exporter::{Destination, ExportOptions, Exported, Mip};
use crate::{Error, Result};

/// CAPS, HEIGHT, WIDTH, PITCH, PIXELFORMAT.
const HEADER_FLAGS: u32 = 0x1 | 0x2 | 0x4 | 0x8 | 0x1000;
const MIPMAP_COUNT: u32 = 0x2_0000;
const CAPS_TEXTURE: u32 = 0x1000;
/// COMPLEX and MIPMAP.
const CAPS_MIPPED: u32 = 0x8 | 0x40_0000;
pub(super) const ALPHA_PIXELS: u32 = 0x1;
pub(super) const RGB: u32 = 0x40;
pub(super) const LUMINANCE: u32 = 0x2_0000;

/// How a pixel lies in its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Masks {
    /// Which kinds of channels there are.
    pub flags: u32,
    /// Bits of a word.
    pub bits: u32,
    /// The bits of red, or grey, of green, of blue and of alpha.
    pub masks: [u32; 4],
}

/// How the game stores a pixel of a format; `None` for one with a palette, or an unknown one.
#[rustfmt::skip] // a row of the table each
pub(super) fn masks(format: PixelFormat) -> Option<Masks> {
    let (flags, bits, masks) = match format {
        PixelFormat::RGB565 => (RGB, 16, [0xf800, 0x07e0, 0x001f, 0]),
        PixelFormat::RGB556 => (RGB, 16, [0xf800, 0x07c0, 0x003f, 0]),
        PixelFormat::ARGB4444 => (RGB | ALPHA_PIXELS, 16, [0x0f00, 0x00f0, 0x000f, 0xf000]),
        PixelFormat::AL88 => (LUMINANCE | ALPHA_PIXELS, 16, [0x00ff, 0, 0, 0xff00]),
        PixelFormat::RGB888 => (RGB, 32, [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0]),
        PixelFormat::ARGB8888 =>
            (RGB | ALPHA_PIXELS, 32, [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0xff00_0000]),
        _ => return None,
    };
    Some(Masks { flags, bits, masks })
}

/// A texture as a DDS. Formats with a palette become 888.
pub fn export(
    texture: &Texm<'_>,
    external: Option<&Palette>,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let (first, count) = match options.mip {
        Mip::Usual | Mip::All => (0, texture.level_count()),
        Mip::Level(level) => (level, 1),
    };
    let levels = texture.levels().skip(usize::try_from(first).unwrap_or(usize::MAX));
    let levels: Vec<_> = levels.take(usize::try_from(count).unwrap_or(usize::MAX)).collect();
    let Some(largest) = levels.first() else {
        let count = texture.level_count();
        return Err(Error::Usage(format!("there is no level {first}; there are {count}, from 0")));
    };
    let mut told = Vec::new();
    let stored = if largest.format.is_indexed() {
        told.push("the palette: a DDS of colours has none".into());
        PixelFormat::RGB888
    } else {
        largest.format
    };
    let masks = masks(stored)
        .ok_or_else(|| Error::Usage(format!("{stored} is no pixel format the engine knows")))?;
    let (size, kept) = ((largest.width, largest.height), u32::try_from(levels.len()).unwrap_or(1));
    let mut bytes = header(size, kept, &masks);
    for level in &levels {
        if level.format.is_indexed() {
            let image = texture.decode_level(level.index, external)?;
            bytes.extend(image.pixels().iter().flat_map(|&[r, g, b, _]| [b, g, r, 0]));
        } else {
            bytes.extend_from_slice(level.bytes);
        }
    }
    if texture.page().is_some() {
        told.push("the cells of the page".into());
    }
    Ok(Exported { told, ..Exported::file(to, bytes) })
}

fn header((width, height): (u32, u32), levels: u32, masks: &Masks) -> Vec<u8> {
    let mipped = levels > 1;
    let [red, green, blue, alpha] = masks.masks;
    let pitch = u64::from(width) * u64::from(masks.bits / 8);
    let mut words = vec![
        124,
        HEADER_FLAGS | if mipped { MIPMAP_COUNT } else { 0 },
        height,
        width,
        u32::try_from(pitch).unwrap_or(u32::MAX),
        0,
        levels,
    ];
    words.extend([0; 11]);
    words.extend([32, masks.flags, 0, masks.bits, red, green, blue, alpha]);
    words.extend([CAPS_TEXTURE | if mipped { CAPS_MIPPED } else { 0 }, 0, 0, 0, 0]);
    let mut bytes = b"DDS ".to_vec();
    bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    bytes
}

#[cfg(test)]
mod tests {
    use ngi_formats::texm::{Image, Options};

    use super::*;

    #[test]
    fn the_header_is_what_readers_expect() {
        let pixels = vec![[255, 0, 0, 255]; 8];
        let image = Image::new(4, 2, pixels).unwrap();
        for (format, bits) in [(PixelFormat::RGB565, 16), (PixelFormat::ARGB8888, 32)] {
            let texture = Texm::encode(&image, &Options::new(format)).unwrap();
            let to = Destination { stem: "a", suffix: "dds" };
            let made = export(&texture, None, &to, &ExportOptions::default()).unwrap();
            let bytes = &made.files[0].bytes;
            let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!(&bytes[..4], b"DDS ");
            assert_eq!((word(4), word(12), word(16), word(28)), (124, 2, 4, 3));
            assert_eq!(word(20), 4 * bits / 8, "bytes of a row");
            assert_eq!((word(76), word(88)), (32, bits));
            assert_eq!(bytes.len(), 128 + texture.pixels().len());
            assert_eq!(&bytes[128..], texture.pixels());
            let red = word(92) >> word(92).trailing_zeros();
            let first = word(128) & if bits == 16 { 0xffff } else { u32::MAX };
            assert_eq!((first & word(92)) >> word(92).trailing_zeros(), red, "all red");
            assert_eq!(first & word(96), 0, "no green");
        }
    }

    #[test]
    fn a_palette_becomes_colours() {
        let image = Image::new(2, 1, vec![[1, 2, 3, 255], [4, 5, 6, 255]]).unwrap();
        let texture = Texm::encode(&image, &Options::new(PixelFormat::PALETTED)).unwrap();
        let to = Destination { stem: "a", suffix: "dds" };
        let options = ExportOptions { mip: Mip::Level(0), ..ExportOptions::default() };
        let made = export(&texture, None, &to, &options).unwrap();
        assert_eq!(&made.files[0].bytes[128..], [3, 2, 1, 0, 6, 5, 4, 0]);
        let options = ExportOptions { mip: Mip::Level(2), ..ExportOptions::default() };
        assert!(export(&texture, None, &to, &options).is_err(), "two levels only");
    }
}
