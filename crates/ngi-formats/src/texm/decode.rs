//! Stored pixels to red, green, blue, alpha.
//!
//! Short channels grow by repeating their bits, so that 0 becomes 0 and the greatest value 255.
//! The loops are plain and the compiler makes vectors of them; `dispatch!` runs the version made
//! for the processor at hand. They fill pixels that are there, or make new ones.

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
        let pixels = decoded_pixels(stored.format, self.palette().or(external), stored.bytes)?;
        Image::new(stored.width, stored.height, pixels)
    }

    /// All levels, one after another, into pixels that are there already.
    pub fn decode_all_into(&self, out: &mut [Rgba], external: Option<&Palette>) -> Result<()> {
        decode_pixels(self.format(), self.palette().or(external), self.pixels(), out)
    }

    /// How many pixels all levels have together.
    pub fn pixel_count(&self) -> usize {
        self.pixels().len() / self.format().bytes_per_pixel()
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
    decode_to(format, palette, stored, There(out))
}

/// Decodes stored pixels into new ones, which nothing is written to before. Fails as
/// [`decode_pixels`] does.
pub fn decoded_pixels(
    format: PixelFormat,
    palette: Option<&Palette>,
    stored: &[u8],
) -> Result<Vec<Rgba>> {
    if !stored.len().is_multiple_of(format.bytes_per_pixel()) {
        let there = stored.len();
        let why = format!("{there} bytes of format {format} are not whole pixels");
        return Err(Error::usage("pixels", why));
    }
    decode_to(format, palette, stored, New)
}

/// Where pixels go that are made of stored ones.
trait Place {
    type Filled;

    /// One pixel of each.
    fn each<T>(self, stored: &[T], decode: impl Fn(&T) -> Rgba) -> Self::Filled;

    /// Two pixels of each, and perhaps one more.
    fn two_of_each<T>(
        self,
        stored: &[T],
        decode: impl Fn(&T) -> [Rgba; 2],
        last: Option<Rgba>,
    ) -> Self::Filled;
}

/// Pixels that are there.
struct There<'o>(&'o mut [Rgba]);

impl Place for There<'_> {
    type Filled = ();

    #[inline(always)] // so that it is compiled for the processor it runs on
    fn each<T>(self, stored: &[T], decode: impl Fn(&T) -> Rgba) {
        map(stored, self.0, decode);
    }

    #[inline(always)]
    fn two_of_each<T>(self, stored: &[T], decode: impl Fn(&T) -> [Rgba; 2], last: Option<Rgba>) {
        let (pairs, rest) = self.0.as_chunks_mut();
        for (pair, stored) in pairs.iter_mut().zip(stored) {
            *pair = decode(stored);
        }
        rest.iter_mut().zip(last).for_each(|(place, last)| *place = last);
    }
}

/// Pixels that are not there yet.
struct New;

impl Place for New {
    type Filled = Vec<Rgba>;

    #[inline(always)]
    fn each<T>(self, stored: &[T], decode: impl Fn(&T) -> Rgba) -> Vec<Rgba> {
        stored.iter().map(decode).collect()
    }

    #[inline(always)]
    fn two_of_each<T>(
        self,
        stored: &[T],
        decode: impl Fn(&T) -> [Rgba; 2],
        last: Option<Rgba>,
    ) -> Vec<Rgba> {
        let mut pairs = Vec::with_capacity(stored.len() + usize::from(last.is_some()));
        pairs.extend(stored.iter().map(decode));
        let mut pixels = pairs.into_flattened();
        pixels.extend(last);
        pixels
    }
}

fn decode_to<P: Place>(
    format: PixelFormat,
    palette: Option<&Palette>,
    stored: &[u8],
    to: P,
) -> Result<P::Filled> {
    Ok(match format {
        PixelFormat::PALETTED | PixelFormat::EXTERNAL_PALETTE => {
            let palette = palette.ok_or_else(|| no_palette(format))?;
            indexed(stored, &palette.colours(), to)
        }
        PixelFormat::RGB565 => dispatch!(Level::new(), _ => words(stored, to, from_565)),
        PixelFormat::RGB556 => dispatch!(Level::new(), _ => words(stored, to, from_556)),
        PixelFormat::ARGB4444 => dispatch!(Level::new(), _ => words(stored, to, from_4444)),
        PixelFormat::AL88 => dispatch!(Level::new(), _ => words(stored, to, from_88)),
        PixelFormat::RGB888 => dispatch!(Level::new(), _ => quads(stored, to, from_888)),
        PixelFormat::ARGB8888 => dispatch!(Level::new(), _ => quads(stored, to, swap_red_blue)),
        _ => return Err(unknown(format)),
    })
}

/// A format nobody can decode.
pub(super) fn unknown(format: PixelFormat) -> Error {
    Error::unsupported("header.format", 28, format!("{format} is no pixel format the engine knows"))
}

/// Indices without colours.
pub(super) fn no_palette(format: PixelFormat) -> Error {
    Error::usage("palette", format!("format {format} needs a palette"))
}

/// Looks indices up, two at a time: half as many stores. For no special processor: those that can
/// look up many at once are slower that way.
fn indexed<P: Place>(stored: &[u8], colours: &[Rgba; 256], to: P) -> P::Filled {
    let first = colours.map(|colour| u64::from(u32::from_le_bytes(colour)));
    let second = first.map(|colour| colour << 32);
    // Never misses: an index of 8 bits into 256 colours. The compiler knows that too.
    let at = |table: &[u64; 256], index: u8| table.get(usize::from(index)).copied().unwrap_or(0);
    let (pairs, rest) = stored.as_chunks();
    let last = rest.first().and_then(|&index| colours.get(usize::from(index)));
    let decode = |&[left, right]: &[u8; 2]| {
        let both = at(&first, left) | at(&second, right);
        let [r, g, b, a, r2, g2, b2, a2] = both.to_le_bytes();
        [[r, g, b, a], [r2, g2, b2, a2]]
    };
    to.two_of_each(pairs, decode, last.copied())
}

#[inline(always)]
fn words<P: Place>(stored: &[u8], to: P, decode: impl Fn(u32) -> u32) -> P::Filled {
    to.each(stored.as_chunks::<2>().0, |&word| {
        decode(u32::from(u16::from_le_bytes(word))).to_le_bytes()
    })
}

#[inline(always)]
fn quads<P: Place>(stored: &[u8], to: P, decode: impl Fn(u32) -> u32) -> P::Filled {
    to.each(stored.as_chunks::<4>().0, |&pixel| decode(u32::from_le_bytes(pixel)).to_le_bytes())
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
