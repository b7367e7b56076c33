//! Smaller levels from the first: every pixel the mean of its block of level 0, rounded down.
//!
//! A level's block is 2^k by 2^k pixels, or as many as there are where a side is shorter than
//! that. Means are taken of the channels as stored, for indices of the colours they stand for.

use crate::pal::{Nearest, Palette};
use crate::texm::decode::{no_palette, unknown};
use crate::texm::layout::{chain_pixels, level_size};
use crate::texm::types::PixelFormat;
use crate::{Error, Result};

/// Levels whose blocks' sums fit 32 bits: 4^12 bytes of 255.
const SUMMED: u32 = 12;

/// Sums of the channels of a block.
type Sums = [u32; 4];

/// The pixels of `levels` levels, the first being `first`.
pub(in crate::texm) fn build_chain(
    format: PixelFormat,
    palette: Option<&Palette>,
    (width, height): (u32, u32),
    first: &[u8],
    levels: u32,
) -> Result<Vec<u8>> {
    let area = Area { width, height, levels };
    match format {
        PixelFormat::PALETTED | PixelFormat::EXTERNAL_PALETTE => {
            let palette = palette.ok_or_else(|| no_palette(format))?;
            let colours = palette.colours();
            let mut nearest = Nearest::new(palette);
            let split = |[index]: [u8; 1]| {
                let [red, green, blue, _] =
                    colours.get(usize::from(index)).copied().unwrap_or_default();
                [red, green, blue, 0].map(u32::from)
            };
            area.chain(first, split, |[red, green, blue, _]| {
                [nearest.index([red, green, blue].map(byte))]
            })
        }
        PixelFormat::RGB565 => area.words(first, [11, 5, 0, 16], [31, 63, 31, 0]),
        PixelFormat::RGB556 => area.words(first, [11, 6, 0, 16], [31, 31, 63, 0]),
        PixelFormat::ARGB4444 => area.words(first, [12, 8, 4, 0], [15; 4]),
        PixelFormat::AL88 => area.words(first, [8, 0, 16, 16], [255, 255, 0, 0]),
        PixelFormat::RGB888 | PixelFormat::ARGB8888 => {
            area.chain(first, |pixel: [u8; 4]| pixel.map(u32::from), |means| means.map(byte))
        }
        _ => Err(unknown(format)),
    }
}

/// A mean of bytes.
fn byte(mean: u32) -> u8 {
    u8::try_from(mean).unwrap_or(u8::MAX)
}

/// The picture whose levels are made.
#[derive(Clone, Copy)]
struct Area {
    width: u32,
    height: u32,
    levels: u32,
}

impl Area {
    /// 16-bit pixels: where each channel starts and the greatest value it has.
    fn words(self, first: &[u8], shifts: [u32; 4], greatest: [u32; 4]) -> Result<Vec<u8>> {
        let split = |pixel| {
            let word = u32::from(u16::from_le_bytes(pixel));
            let [a, b, c, d] = shifts.map(|shift| word >> shift);
            let [e, f, g, h] = greatest;
            [a & e, b & f, c & g, d & h]
        };
        let join = |means: Sums| {
            let word = means.iter().zip(shifts).fold(0, |word, (mean, shift)| word | mean << shift);
            let [low, high, ..] = word.to_le_bytes();
            [low, high]
        };
        self.chain(first, split, join)
    }

    fn chain<const N: usize>(
        self,
        first: &[u8],
        split: impl Fn([u8; N]) -> Sums,
        mut join: impl FnMut(Sums) -> [u8; N],
    ) -> Result<Vec<u8>> {
        let Self { width, height, levels } = self;
        let (pixels, rest) = first.as_chunks::<N>();
        let count = u64::from(width) * u64::from(height);
        if pixels.len() as u64 != count || !rest.is_empty() {
            return Err(Error::usage("pixels", format!("{} bytes are not level 0", first.len())));
        }
        let size = usize::try_from(chain_pixels(width, height, levels)).ok();
        let size = size.and_then(|pixels| pixels.checked_mul(N)).ok_or_else(|| {
            Error::limit("levels", format!("{levels} levels do not fit the memory"))
        })?;
        let mut out = Vec::with_capacity(size);
        out.extend_from_slice(first);
        // A sum of four sums is a block's sum only if no row or column is left out.
        let mut sums: Option<Vec<Sums>> = None;
        let whole = width.is_power_of_two() && height.is_power_of_two();
        for level in 1..levels {
            if level > 1 && self.block(level - 1) == (width, height) {
                // The level before was the mean of everything, and so is every one behind it.
                out.extend_from_within(out.len() - N..);
            } else if whole && level <= SUMMED {
                let made = match sums.take() {
                    None => self.add_up(level, pixels, &split),
                    Some(last) => self.add_up(level, &last, |sums| sums),
                };
                let area = self.block_area(level);
                made.iter().for_each(|sums| out.extend(join(mean(*sums, area))));
                sums = Some(made);
            } else {
                self.scan_blocks(level, pixels, &split, |means| out.extend(join(means)));
            }
        }
        Ok(out)
    }

    /// Sides of the block of level 0 that a pixel of a level stands for.
    fn block(self, level: u32) -> (u32, u32) {
        let side = 1u32.checked_shl(level).unwrap_or(u32::MAX);
        (side.min(self.width), side.min(self.height))
    }

    fn block_area(self, level: u32) -> u64 {
        let (width, height) = self.block(level);
        u64::from(width) * u64::from(height)
    }

    /// Sums of a level's blocks from those of the level before, or from the pixels of level 0.
    fn add_up<T: Copy>(self, level: u32, last: &[T], sums_of: impl Fn(T) -> Sums) -> Vec<Sums> {
        let (last_width, last_height) = level_size(self.width, self.height, level - 1);
        let width = usize::try_from(last_width).unwrap_or(usize::MAX);
        let rows = if last_height > 1 { 2 } else { 1 };
        let mut made = Vec::with_capacity(last.len() / 2);
        for block in last.chunks_exact(width * rows) {
            let (top, bottom) = block.split_at(width);
            let pair =
                |row: &[T]| row.iter().fold(Sums::default(), |sum, &part| add(sum, sums_of(part)));
            let step = width.min(2);
            for at in (0..width).step_by(step) {
                let upper = pair(top.get(at..at + step).unwrap_or_default());
                let lower = pair(bottom.get(at..at + step).unwrap_or_default());
                made.push(add(upper, lower));
            }
        }
        made
    }

    /// Means of a level's blocks, pixel by pixel: slower, but for any sides.
    fn scan_blocks<T: Copy>(
        self,
        level: u32,
        pixels: &[T],
        sums_of: impl Fn(T) -> Sums,
        mut made: impl FnMut(Sums),
    ) {
        let index = |value: u32| usize::try_from(value).unwrap_or(usize::MAX);
        let (columns, rows) = level_size(self.width, self.height, level);
        let (block_width, block_height) = self.block(level);
        let area = self.block_area(level);
        for row in 0..rows {
            for column in 0..columns {
                let mut sums = [0u64; 4];
                let lines = pixels.chunks(index(self.width)).skip(index(row * block_height));
                for line in lines.take(index(block_height)) {
                    let from = index(column * block_width);
                    let part = line.get(from..from + index(block_width)).unwrap_or_default();
                    for &pixel in part {
                        for (sum, value) in sums.iter_mut().zip(sums_of(pixel)) {
                            *sum += u64::from(value);
                        }
                    }
                }
                made(sums.map(|sum| u32::try_from(sum / area).unwrap_or(u32::MAX)));
            }
        }
    }
}

fn add(sum: Sums, part: Sums) -> Sums {
    let ([a, b, c, d], [e, f, g, h]) = (sum, part);
    [a + e, b + f, c + g, d + h]
}

fn mean(sums: Sums, area: u64) -> Sums {
    sums.map(|sum| u32::try_from(u64::from(sum) / area).unwrap_or(u32::MAX))
}
