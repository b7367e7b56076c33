//! Ordered dithering for formats of few bits.
//!
//! Every pixel is decided by itself and its place, so that a picture that tiles still does, a
//! part that was not repainted does not change, and a colour the format has stays what it is.

use ngi_formats::texm::{Image, PixelFormat, Rgba};

/// The thresholds, in 64ths: each quarter of the square has every fourth of them.
#[rustfmt::skip] // as it lies in the picture
const THRESHOLDS: [[u32; 8]; 8] = [
    [ 0, 32,  8, 40,  2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44,  4, 36, 14, 46,  6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [ 3, 35, 11, 43,  1, 33,  9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47,  7, 39, 13, 45,  5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// Bits of red, green, blue and alpha; `None` where there is nothing to be dithered.
fn bits(format: PixelFormat) -> Option<[u32; 4]> {
    match format {
        PixelFormat::RGB565 => Some([5, 6, 5, 8]),
        PixelFormat::RGB556 => Some([5, 5, 6, 8]),
        PixelFormat::ARGB4444 => Some([4; 4]),
        _ => None,
    }
}

/// The picture in colours that the format has; `None` for a format of 8 bits a channel.
pub fn dithered(image: &Image, format: PixelFormat) -> Option<Image> {
    let bits = bits(format)?;
    let mut out = image.clone();
    let width = usize::try_from(image.width()).unwrap_or(usize::MAX).max(1);
    for (row, pixels) in out.pixels_mut().chunks_mut(width).enumerate() {
        let row = THRESHOLDS.get(row % 8).copied().unwrap_or_default();
        let thresholds = row.into_iter().cycle();
        for (pixel, threshold) in pixels.iter_mut().zip(thresholds) {
            dither(pixel, bits, threshold);
        }
    }
    Some(out)
}

fn dither(pixel: &mut Rgba, bits: [u32; 4], threshold: u32) {
    for (channel, bits) in pixel.iter_mut().zip(bits) {
        *channel = step(*channel, bits, threshold);
    }
}

/// The value of so few bits at or below a value, or the next one: the nearer that is, the more
/// thresholds let it through.
fn step(value: u8, bits: u32, threshold: u32) -> u8 {
    let most = (1u32 << bits) - 1;
    let grown = |short: u32| {
        let shift = 8 - bits;
        short << shift | short >> (bits.saturating_sub(shift))
    };
    let value = u32::from(value);
    let mut low = value * most / 255;
    // Grown values are not quite even.
    if grown(low) > value {
        low = low.saturating_sub(1);
    } else if low < most && grown(low + 1) <= value {
        low += 1;
    }
    let (below, above) = (grown(low), grown((low + 1).min(most)));
    let share = (value - below) * 64;
    let up = share > threshold * (above - below);
    u8::try_from(if up { above } else { below }).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_becomes_one_of_its_neighbours_and_the_mean_stays() {
        for bits in [4u32, 5, 6] {
            let shift = 8 - bits;
            let grown: Vec<u8> = (0..1u32 << bits)
                .map(|v| u8::try_from(v << shift | v >> (bits - shift)).unwrap())
                .collect();
            for value in 0..=255u8 {
                let all: Vec<u8> =
                    THRESHOLDS.iter().flatten().map(|t| step(value, bits, *t)).collect();
                let below = *grown.iter().filter(|g| **g <= value).max().unwrap();
                let above = *grown.iter().filter(|g| **g >= value).min().unwrap();
                assert!(all.iter().all(|v| *v == below || *v == above), "{value}: {all:?}");
                let sum: i64 = all.iter().map(|v| i64::from(*v)).sum();
                assert!((sum - i64::from(value) * 64).abs() <= 64, "{bits} bits, {value}");
            }
        }
    }

    #[test]
    fn every_threshold_is_there_once() {
        let mut all: Vec<u32> = THRESHOLDS.into_iter().flatten().collect();
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<u32>>());
    }

    #[test]
    fn colours_that_a_format_has_do_not_change() {
        let image = Image::new(2, 1, vec![[0, 17, 255, 51], [136, 238, 34, 0]]).unwrap();
        assert_eq!(dithered(&image, PixelFormat::ARGB4444), Some(image.clone()));
        assert_eq!(dithered(&image, PixelFormat::ARGB8888), None);
    }
}
