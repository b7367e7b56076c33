//! Stored pixels to red, green, blue, alpha.
//!
//! Short channels grow by repeating their bits, so that 0 becomes 0 and the greatest value 255.
//! The loops are plain and the compiler makes vectors of them; `dispatch!` runs the version made
//! for the processor at hand.

use fearless_simd::{Level, dispatch};

use super::image::{Image, Rgba};
use super::read::Texm;
use super::types::PixelFormat;
use crate::pal::Palette;
use crate::{Error, Result};

/// Bytes of a line of the processor's cache.
const LINE: usize = 64;

impl Texm<'_> {
    /// A level as a picture. Format 2 needs the palette it is meant for; the others ignore it.
    pub fn decode_level(&self, level: u32, external: Option<&Palette>) -> Result<Image> {
        let stored = self.level(level).ok_or_else(|| {
            let levels = self.level_count();
            Error::usage("level", format!("there is no level {level}, there are {levels}"))
        })?;
        let mut pixels =
            vec![Rgba::default(); stored.bytes.len() / stored.format.bytes_per_pixel()];
        self.decode(stored.bytes, &mut pixels, external)?;
        Image::new(stored.width, stored.height, pixels)
    }

    /// All levels, one after another, into pixels that are there already.
    pub fn decode_all_into(&self, out: &mut [Rgba], external: Option<&Palette>) -> Result<()> {
        self.decode(self.pixels(), out, external)
    }

    /// How many pixels all levels have together.
    pub fn pixel_count(&self) -> usize {
        self.pixels().len() / self.format().bytes_per_pixel()
    }

    fn decode(&self, stored: &[u8], out: &mut [Rgba], external: Option<&Palette>) -> Result<()> {
        decode_pixels(self.format(), self.palette().or(external), stored, out)
    }
}

/// Decodes stored pixels into as many pixels.
///
/// Fails for a format nobody knows, for indices without a palette, and where the two slices are
/// not as long as each other.
pub fn decode_pixels(
    format: PixelFormat,
    palette: Option<&Palette>,
    stored: &[u8],
    out: &mut [Rgba],
) -> Result<()> {
    if out.len().checked_mul(format.bytes_per_pixel()) != Some(stored.len()) {
        let (there, room) = (stored.len(), out.len());
        let why = format!("{there} bytes of format {format} are not {room} pixels");
        return Err(Error::usage("pixels", why));
    }
    match format {
        PixelFormat::PALETTED | PixelFormat::EXTERNAL_PALETTE => {
            let palette = palette.ok_or_else(|| no_palette(format))?;
            let colours = palette.colours();
            dispatch!(Level::new(), _ => indexed(stored, &colours, out));
        }
        PixelFormat::RGB565 => dispatch!(Level::new(), _ => words(stored, out, from_565)),
        PixelFormat::RGB556 => dispatch!(Level::new(), _ => words(stored, out, from_556)),
        PixelFormat::ARGB4444 => dispatch!(Level::new(), _ => words(stored, out, from_4444)),
        PixelFormat::AL88 => dispatch!(Level::new(), _ => words(stored, out, from_88)),
        PixelFormat::RGB888 => dispatch!(Level::new(), _ => quads(stored, out, from_888)),
        PixelFormat::ARGB8888 => dispatch!(Level::new(), _ => quads(stored, out, swap_red_blue)),
        _ => return Err(unknown(format)),
    }
    Ok(())
}

/// A format nobody can decode.
pub(super) fn unknown(format: PixelFormat) -> Error {
    Error::unsupported("header.format", 28, format!("{format} is no pixel format the engine knows"))
}

/// Indices without colours.
pub(super) fn no_palette(format: PixelFormat) -> Error {
    Error::usage("palette", format!("format {format} needs a palette"))
}

/// Looks indices up, as many at a time as there are colours in a line of the cache.
#[inline(always)] // so that it is compiled for the processor it runs on
fn indexed(stored: &[u8], colours: &[Rgba; 256], out: &mut [Rgba]) {
    // Never misses: an index of 8 bits into 256 colours. The compiler knows that too.
    let look_up = |index: u8| colours.get(usize::from(index)).copied().unwrap_or_default();
    let lead = out.as_ptr().align_offset(LINE).min(out.len()).min(stored.len());
    let (first_out, out) = out.split_at_mut(lead);
    let (first_stored, stored) = stored.split_at(lead);
    let (lines, last_out) = out.as_chunks_mut::<{ LINE / size_of::<Rgba>() }>();
    let (indices, last_stored) = stored.as_chunks();
    for (line, indices) in lines.iter_mut().zip(indices) {
        *line = indices.map(look_up);
    }
    let first = first_out.iter_mut().zip(first_stored);
    for (colour, &index) in first.chain(last_out.iter_mut().zip(last_stored)) {
        *colour = look_up(index);
    }
}

#[inline(always)]
fn words(stored: &[u8], out: &mut [Rgba], decode: impl Fn(u32) -> u32) {
    map(stored.as_chunks::<2>().0, out, |&word| {
        decode(u32::from(u16::from_le_bytes(word))).to_le_bytes()
    });
}

#[inline(always)]
pub(super) fn quads(stored: &[u8], out: &mut [Rgba], decode: impl Fn(u32) -> u32) {
    map(stored.as_chunks::<4>().0, out, |&pixel| decode(u32::from_le_bytes(pixel)).to_le_bytes());
}

/// Works out every element of `to` from its like in `from`.
///
/// The bulk starts where `to` lies on a line of the cache: wide stores that straddle two lines
/// cost half as much again.
#[inline(always)]
pub(super) fn map<T, U>(from: &[T], to: &mut [U], convert: impl Fn(&T) -> U) {
    let lead = to.as_ptr().align_offset(LINE).min(to.len()).min(from.len());
    let (first_to, to) = to.split_at_mut(lead);
    let (first_from, from) = from.split_at(lead);
    for (to, from) in first_to.iter_mut().zip(first_from) {
        *to = convert(from);
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to = convert(from);
    }
}

// A pixel below is a little-endian word, red in its lowest byte. Each line places the bits of a
// channel that stay at the top, then those that are repeated below them.

#[inline(always)]
fn from_565(word: u32) -> u32 {
    let red = word >> 8 & 0xf8 | word >> 13 & 0x07;
    let green = word << 5 & 0xfc00 | word >> 1 & 0x0300;
    let blue = word << 19 & 0xf8_0000 | word << 14 & 0x07_0000;
    red | green | blue | 0xff00_0000
}

#[inline(always)]
fn from_556(word: u32) -> u32 {
    let red = word >> 8 & 0xf8 | word >> 13 & 0x07;
    let green = word << 5 & 0xf800 | word & 0x0700;
    let blue = word << 18 & 0xfc_0000 | word << 12 & 0x03_0000;
    red | green | blue | 0xff00_0000
}

#[inline(always)]
fn from_4444(word: u32) -> u32 {
    let low = word >> 8 & 0x0f | word << 4 & 0x0f00;
    let high = word << 16 & 0x0f_0000 | word << 12 & 0x0f00_0000;
    let nibbles = low | high;
    nibbles | nibbles << 4
}

#[inline(always)]
fn from_88(word: u32) -> u32 {
    let luminance = word & 0xff;
    luminance | luminance << 8 | luminance << 16 | word << 16 & 0xff00_0000
}

#[inline(always)]
fn from_888(word: u32) -> u32 {
    swap_red_blue(word | 0xff00_0000)
}

/// Blue, green, red, alpha to red, green, blue, alpha, and back.
#[inline(always)]
pub(super) fn swap_red_blue(word: u32) -> u32 {
    word & 0xff00_ff00 | word >> 16 & 0xff | word << 16 & 0xff_0000
}
