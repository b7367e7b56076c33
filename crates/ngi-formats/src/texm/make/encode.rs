//! Red, green, blue, alpha to stored pixels.
//!
//! A short channel takes the value whose decoded form is nearest, so that what was decoded
//! encodes to the same bits. For 4, 5 and 6 bits alike that is `(v · greatest + 135) >> 8`.

use fearless_simd::{Level, dispatch};

use super::quantise::index_into;
use crate::pal::Palette;
use crate::texm::decode::{map, no_palette, swap_red_blue, unknown};
use crate::texm::image::Rgba;
use crate::texm::types::PixelFormat;
use crate::{Error, Result};

/// Encodes pixels into as many stored pixels.
///
/// Alpha is lost where the format has none; the unread byte of format 888 becomes 0; format 88
/// takes the luminance `(77 red + 150 green + 29 blue) / 256`. Indexed formats take the nearest
/// colour of the palette. Fails for a format nobody knows, for indices without a palette, and
/// where the two slices are not as long as each other.
pub fn encode_pixels(
    format: PixelFormat,
    palette: Option<&Palette>,
    pixels: &[Rgba],
    out: &mut [u8],
) -> Result<()> {
    if pixels.len().checked_mul(format.bytes_per_pixel()) != Some(out.len()) {
        let (there, room) = (pixels.len(), out.len());
        let why = format!("{there} pixels of format {format} do not make {room} bytes");
        return Err(Error::usage("pixels", why));
    }
    match format {
        PixelFormat::PALETTED | PixelFormat::EXTERNAL_PALETTE => {
            index_into(palette.ok_or_else(|| no_palette(format))?, pixels, out);
        }
        PixelFormat::RGB565 => dispatch!(Level::new(), _ => words(pixels, out, to_565)),
        PixelFormat::RGB556 => dispatch!(Level::new(), _ => words(pixels, out, to_556)),
        PixelFormat::ARGB4444 => dispatch!(Level::new(), _ => words(pixels, out, to_4444)),
        PixelFormat::AL88 => dispatch!(Level::new(), _ => words(pixels, out, to_88)),
        PixelFormat::RGB888 => {
            let (stored, out) = (pixels.as_flattened(), out.as_chunks_mut().0);
            dispatch!(Level::new(), _ => quads(stored, out, to_888));
        }
        PixelFormat::ARGB8888 => {
            let (stored, out) = (pixels.as_flattened(), out.as_chunks_mut().0);
            dispatch!(Level::new(), _ => quads(stored, out, swap_red_blue));
        }
        _ => return Err(unknown(format)),
    }
    Ok(())
}

#[inline(always)]
fn quads(stored: &[u8], out: &mut [Rgba], encode: impl Fn(u32) -> u32) {
    map(stored.as_chunks::<4>().0, out, |&pixel| encode(u32::from_le_bytes(pixel)).to_le_bytes());
}

#[inline(always)] // so that it is compiled for the processor it runs on
fn words(pixels: &[Rgba], out: &mut [u8], encode: impl Fn(u32) -> u32) {
    map(pixels, out.as_chunks_mut::<2>().0, |&pixel| {
        let [low, high, ..] = encode(u32::from_le_bytes(pixel)).to_le_bytes();
        [low, high]
    });
}

// A pixel below is a little-endian word, red in its lowest byte. Two channels, 16 bits apart,
// are scaled with one multiplication.

/// Half of a rounding step for two channels at once.
const ROUND: u32 = 0x0087_0087;

#[inline(always)]
fn to_565(pixel: u32) -> u32 {
    let red_blue = ((pixel & 0xff_00ff) * 31 + ROUND) >> 8;
    let green = ((pixel >> 8 & 0xff) * 63 + 135) >> 8;
    red_blue << 11 & 0xf800 | green << 5 | red_blue >> 16 & 0x1f
}

#[inline(always)]
fn to_556(pixel: u32) -> u32 {
    let red = ((pixel & 0xff) * 31 + 135) >> 8;
    let green = ((pixel >> 8 & 0xff) * 31 + 135) >> 8;
    let blue = ((pixel >> 16 & 0xff) * 63 + 135) >> 8;
    red << 11 | green << 6 | blue
}

#[inline(always)]
fn to_4444(pixel: u32) -> u32 {
    let red_blue = ((pixel & 0xff_00ff) * 15 + ROUND) >> 8;
    let green_alpha = ((pixel >> 8 & 0xff_00ff) * 15 + ROUND) >> 8;
    let alpha = green_alpha >> 4 & 0xf000;
    alpha | red_blue << 8 & 0x0f00 | green_alpha << 4 & 0xf0 | red_blue >> 16 & 0x0f
}

#[inline(always)]
fn to_88(pixel: u32) -> u32 {
    let [red, green, blue, alpha] = [0, 8, 16, 24].map(|shift| pixel >> shift & 0xff);
    let luminance = (77 * red + 150 * green + 29 * blue + 128) >> 8;
    luminance | alpha << 8
}

#[inline(always)]
fn to_888(pixel: u32) -> u32 {
    swap_red_blue(pixel) & 0xff_ffff
}
