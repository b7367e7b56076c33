//! DDS: plain pixels behind any masks, blocks of BC1 to BC3, and all levels of either.

use ngi_formats::texm::{Image, PixelFormat, Rgba, full_chain, level_size};

use super::blocks::{Packing, SIDE};
use super::{Picture, refuse_too_large};
use crate::texture::dds_export::{ALPHA_PIXELS, LUMINANCE, Masks, RGB, masks};
use crate::{Error, Result};

/// Bytes of the magic and the header.
const HEADER: usize = 128;
/// Bytes of the second header, where "DX10" announces it.
const SECOND_HEADER: usize = 20;
/// The pixel format has alpha alone.
const ALPHA_ALONE: u32 = 0x2;
/// The pixel format is named by four letters.
const FOUR_LETTERS: u32 = 0x4;
/// Six pictures of a cube, or slices of a volume.
const CUBE_OR_VOLUME: u32 = 0x200 | 0x20_0000;

/// How the pixels lie in the file.
#[derive(Debug)]
enum Layout {
    /// A word each.
    Words(Masks),
    /// Blocks.
    Blocks(Packing),
}

/// A picture out of a DDS: its levels, too.
pub fn decode(bytes: &[u8]) -> Result<Picture> {
    let word = |at: usize| {
        let stored = bytes.get(at..).and_then(|rest| rest.first_chunk()).copied();
        stored.map(u32::from_le_bytes).ok_or_else(|| refused("the header is cut off"))
    };
    if word(4)? != 124 || word(76)? != 32 {
        return Err(refused("its header does not have the sizes of one"));
    }
    let (height, width) = (word(12)?, word(16)?);
    refuse_too_large(width, height)?;
    if word(112)? & CUBE_OR_VOLUME != 0 {
        return Err(refused("a cube or a volume is no picture"));
    }
    let is_dx10 = word(80)? & FOUR_LETTERS != 0 && word(84)?.to_le_bytes() == *b"DX10";
    let layout = if is_dx10 {
        of_number(word(HEADER)?)?
    } else {
        let bits = [word(92)?, word(96)?, word(100)?, word(104)?];
        of_pixel_format(word(80)?, word(84)?.to_le_bytes(), word(88)?, bits)?
    };
    let first = HEADER + if is_dx10 { SECOND_HEADER } else { 0 };
    let mut rest = bytes.get(first..).unwrap_or_default();
    let count = word(28)?.clamp(1, full_chain(width, height).max(1));
    let mut images = Vec::new();
    for level in 0..count {
        let (width, height) = level_size(width, height, level);
        let size = layout.size(width, height);
        let Some((own, behind)) = rest.split_at_checked(size) else {
            let left = rest.len();
            let why = format!("level {level} takes {size} bytes, but only {left} are left");
            return Err(refused(why));
        };
        images.push(Image::new(width, height, layout.pixels(own, width, height))?);
        rest = behind;
    }
    let mut images = images.into_iter();
    let image = images.next().ok_or_else(|| refused("it has no level"))?;
    let has_alpha = layout.has_alpha(&image);
    let (levels, stored) = (images.collect(), layout.format());
    Ok(Picture { levels, stored, ..Picture::plain(image, has_alpha) })
}

impl Layout {
    /// Bytes of a level.
    fn size(&self, width: u32, height: u32) -> usize {
        let [width, height] = [width, height].map(to_usize);
        match self {
            Self::Words(masks) => width * height * to_usize(masks.bits / 8),
            Self::Blocks(packing) => {
                width.div_ceil(SIDE) * height.div_ceil(SIDE) * packing.block_size()
            }
        }
    }

    /// The pixels of a level, top row first.
    fn pixels(&self, bytes: &[u8], width: u32, height: u32) -> Vec<Rgba> {
        match self {
            Self::Words(masks) => {
                let channels = Channels::of(masks);
                let words = bytes.chunks_exact(to_usize(masks.bits / 8).max(1));
                words.map(|word| channels.colour(number(word))).collect()
            }
            Self::Blocks(packing) => unpacked(*packing, bytes, to_usize(width), to_usize(height)),
        }
    }

    /// Whether it has alpha. Blocks of BC1 have it where one of them says so.
    fn has_alpha(&self, image: &Image) -> bool {
        match self {
            Self::Words(masks) => masks.masks[3] != 0,
            Self::Blocks(Packing::Bc1) => image.has_alpha(),
            Self::Blocks(_) => true,
        }
    }

    /// The game's own name for it.
    fn format(&self) -> Option<PixelFormat> {
        let Self::Words(own) = self else { return None };
        PixelFormat::KNOWN.into_iter().find(|format| masks(*format).as_ref() == Some(own))
    }
}

/// The layout that the second header names.
fn of_number(number: u32) -> Result<Layout> {
    let words = |order: [u32; 4]| {
        Layout::Words(Masks { flags: RGB | ALPHA_PIXELS, bits: 32, masks: order })
    };
    Ok(match number {
        70..=72 => Layout::Blocks(Packing::Bc1),
        73..=75 => Layout::Blocks(Packing::Bc2),
        76..=78 => Layout::Blocks(Packing::Bc3),
        27..=29 => words([0xff, 0xff00, 0x00ff_0000, 0xff00_0000]),
        87 | 91 => words([0x00ff_0000, 0xff00, 0xff, 0xff00_0000]),
        _ => {
            let known = "BC1, BC2, BC3 and 8 bits a channel are read";
            return Err(refused(format!("DXGI format {number} is not read; {known}")));
        }
    })
}

/// The layout that the header's pixel format describes.
fn of_pixel_format(flags: u32, letters: [u8; 4], bits: u32, stored: [u32; 4]) -> Result<Layout> {
    if flags & FOUR_LETTERS != 0 {
        return Ok(Layout::Blocks(match &letters {
            b"DXT1" => Packing::Bc1,
            b"DXT2" | b"DXT3" => Packing::Bc2,
            b"DXT4" | b"DXT5" => Packing::Bc3,
            _ => {
                let name = letters.escape_ascii();
                let known = "DXT1 to DXT5 and plain pixels are read";
                return Err(refused(format!("\"{name}\" is not read; {known}")));
            }
        }));
    }
    if !matches!(bits, 8 | 16 | 24 | 32) {
        return Err(refused(format!("{bits} bits a pixel are not read; 8, 16, 24 and 32 are")));
    }
    let [red, green, blue, alpha] = stored;
    let alpha = if flags & (ALPHA_PIXELS | ALPHA_ALONE) == 0 { 0 } else { alpha };
    let kind = flags & (RGB | LUMINANCE);
    if kind == 0 && flags & ALPHA_ALONE == 0 {
        return Err(refused("its pixels have neither colours nor alpha"));
    }
    let flags = kind | if alpha == 0 { 0 } else { ALPHA_PIXELS };
    Ok(Layout::Words(Masks { flags, bits, masks: [red, green, blue, alpha] }))
}

/// Where the channels of a word are.
struct Channels {
    masks: [u32; 4],
    is_grey: bool,
}

impl Channels {
    fn of(masks: &Masks) -> Self {
        Self { masks: masks.masks, is_grey: masks.flags & LUMINANCE != 0 }
    }

    fn colour(&self, word: u32) -> Rgba {
        let [red, green, blue, alpha] = self.masks.map(|mask| grown(word, mask));
        let opacity = alpha.unwrap_or(255);
        let [red, green, blue] = [red, green, blue].map(|channel| channel.unwrap_or_default());
        if self.is_grey { [red, red, red, opacity] } else { [red, green, blue, opacity] }
    }
}

/// The bits of a mask as 8 bits: fewer are repeated, as the game's own channels are, of more the
/// highest count. `None` for no mask.
fn grown(word: u32, mask: u32) -> Option<u8> {
    let shift = mask.trailing_zeros();
    let bits = 32 - mask.checked_shr(shift)?.leading_zeros();
    let highest = ((word & mask) >> shift) << (32 - bits);
    let mut grown = highest;
    let mut place = bits;
    while place < 8 {
        grown |= highest >> place;
        place += bits;
    }
    Some(grown.to_be_bytes()[0])
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// The pixels of blocks, row after row; what of the last ones is outside is left out.
fn unpacked(packing: Packing, bytes: &[u8], width: usize, height: usize) -> Vec<Rgba> {
    let mut pixels = vec![[0; 4]; width * height];
    let row_of_blocks = width.div_ceil(SIDE) * packing.block_size();
    let bands = pixels.chunks_mut((width * SIDE).max(1)).zip(bytes.chunks(row_of_blocks.max(1)));
    for (band, stored) in bands {
        for (across, block) in stored.chunks_exact(packing.block_size()).enumerate() {
            let block = packing.unpack(block);
            for (row, own) in band.chunks_mut(width.max(1)).zip(block.chunks(SIDE)) {
                let place = row.iter_mut().skip(across * SIDE);
                place.zip(own).for_each(|(pixel, own)| *pixel = *own);
            }
        }
    }
    pixels
}

fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn refused(why: impl std::fmt::Display) -> Error {
    Error::Usage(format!("DDS: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_channels_repeat_their_bits() {
        let all = |mask: u32| (0..=mask).map(|v| grown(v, mask).unwrap()).collect::<Vec<u8>>();
        assert_eq!(all(1), [0, 255]);
        assert_eq!(all(3), [0, 85, 170, 255]);
        assert_eq!(all(15), (0..16).map(|v| v * 17).collect::<Vec<u8>>());
        assert_eq!(all(31), (0..32).map(|v| v << 3 | v >> 2).collect::<Vec<u8>>());
        assert_eq!(grown(0x3ff0, 0x3ff0), Some(255), "of ten bits the highest eight");
        assert_eq!(grown(7, 0), None);
        assert_eq!(grown(u32::MAX, u32::MAX), Some(255));
    }

    #[test]
    fn what_is_no_picture_is_refused_by_name() {
        let header = |change: &dyn Fn(&mut [u8])| {
            let mut bytes = [0; 132];
            bytes[..4].copy_from_slice(b"DDS ");
            for (at, value) in [(4, 124u32), (12, 1), (16, 1), (76, 32), (80, RGB), (88, 32)] {
                bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            }
            change(&mut bytes);
            decode(&bytes).map(|picture| picture.image.pixels().to_vec())
        };
        let told = |change: &dyn Fn(&mut [u8])| header(change).unwrap_err().to_string();
        assert_eq!(header(&|_| {}).unwrap(), [[0, 0, 0, 255]]);
        assert!(decode(b"DDS ").unwrap_err().to_string().contains("cut off"));
        assert!(told(&|bytes| bytes[4] = 0).contains("sizes"));
        assert!(told(&|bytes| bytes[19] = 1).contains("16777217 x 1 is too large"));
        assert!(told(&|bytes| bytes[113] = 2).contains("cube"));
        assert!(told(&|bytes| bytes[88] = 33).contains("33 bits"));
        assert!(told(&|bytes| bytes[80] = 0).contains("neither"));
        assert!(told(&|bytes| bytes[16] = 2).contains("takes 8 bytes, but only 4"));
        let letters = |name: &'static [u8; 4]| {
            move |bytes: &mut [u8]| {
                bytes[80] = 4;
                bytes[84..88].copy_from_slice(name);
            }
        };
        assert!(told(&letters(b"ATI2")).contains("\"ATI2\" is not read"));
        assert!(told(&letters(b"DX10")).contains("DXGI format 0 is not read"));
    }
}
