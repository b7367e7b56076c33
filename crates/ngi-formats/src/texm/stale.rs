//! Smaller levels that cannot have been made from the first.
//!
//! The game's own tool is unknown. About three quarters of the shipped textures have the truncated
//! means that [`Texm::rebuild_levels`] makes; the rest were made by another filter. So a level counts
//! as stale only if no plausible filter explains it:
//!
//! - in the mean it is far from the expected level, or
//! - too many of its pixels lie outside the colours of the area that they stand for, or
//! - other levels of the texture are exactly as expected, and this one is not even close.

use super::decode::decoded_pixels;
use super::image::Rgba;
use super::layout::level_size;
use super::read::Texm;
use crate::Result;

/// Greatest plausible mean difference from the expected level, of 255.
const MOST_OFF: u64 = 48;
/// Greatest plausible distance from the colours of the area that a pixel stands for: a sharpening
/// filter overshoots, and few bits per channel round.
const SLACK: u8 = 40;
/// One pixel in so many may be farther off.
const OUTLIERS: usize = 64;
/// In a small level so many may be, but not all.
const FEW_OUTLIERS: usize = 3;
/// So many pixels of other levels have to be exactly as expected to tell how all were made.
const EXACT_PIXELS: usize = 16;

impl Texm<'_> {
    /// Returns the levels that cannot have been made from the first. None if the texture has no
    /// palette of its own but needs one.
    pub fn stale_levels(&self) -> Result<Vec<u32>> {
        let format = self.header.format;
        let known = self.palette.is_some() || !format.is_indexed();
        let is_empty = self.level(0).is_none_or(|first| first.bytes.is_empty());
        if self.header.levels < 2 || !known || is_empty {
            return Ok(Vec::new());
        }
        let mut fresh = self.clone();
        if fresh.rebuild_levels(None).is_err() || fresh.pixels == self.pixels {
            return Ok(Vec::new());
        }
        let pairs = || (0u32..).zip(self.levels().zip(fresh.levels())).skip(1);
        let exact = pairs().filter(|(_, (is, wanted))| is.bytes == wanted.bytes);
        let exact: usize =
            exact.map(|(_, (is, _))| is.bytes.len() / format.bytes_per_pixel()).sum();
        let decode = |bytes: &[u8]| decoded_pixels(format, self.palette.as_deref(), bytes);
        let mut area = Range::of(&decode(self.level(0).map_or(&[], |level| level.bytes))?);
        let mut stale = Vec::new();
        for (level, (is, wanted)) in pairs() {
            let wide = level_size(self.width(), self.height(), level - 1);
            let size = (is.width, is.height);
            if wide != size {
                area = shrink(&area, wide, size);
            }
            if is.bytes == wanted.bytes {
                continue;
            }
            let (is, wanted) = (decode(is.bytes)?, decode(wanted.bytes)?);
            let is_far = exact >= EXACT_PIXELS && greatest_distance(&is, &wanted) > SLACK;
            if is_far || is_off_in_mean(&is, &wanted) || has_outliers(&is, &area, size) {
                stale.push(level);
            }
        }
        Ok(stale)
    }
}

/// The least and the greatest value of each channel.
#[derive(Clone, Copy)]
struct Range {
    least: Rgba,
    most: Rgba,
}

impl Range {
    fn of(pixels: &[Rgba]) -> Vec<Self> {
        pixels.iter().map(|&pixel| Self { least: pixel, most: pixel }).collect()
    }

    fn and(self, other: Self) -> Self {
        let join = |a: Rgba, b: Rgba, pick: fn(u8, u8) -> u8| {
            let mut joined = a;
            joined.iter_mut().zip(b).for_each(|(a, b)| *a = pick(*a, b));
            joined
        };
        Self {
            least: join(self.least, other.least, u8::min),
            most: join(self.most, other.most, u8::max),
        }
    }

    /// True if a colour is within the range, or close.
    fn allows(self, pixel: Rgba) -> bool {
        let bounds = self.least.iter().zip(self.most);
        pixel.iter().zip(bounds).all(|(&value, (&least, most))| {
            value >= least.saturating_sub(SLACK) && value <= most.saturating_add(SLACK)
        })
    }
}

/// The ranges of the next smaller level. The last row and column take in what does not halve.
fn shrink(areas: &[Range], (wide, high): (u32, u32), (width, height): (u32, u32)) -> Vec<Range> {
    let parts = |at: u32, of: u32, from: u32| {
        let start = (at * 2).min(from.saturating_sub(1));
        let end = if at + 1 == of { from } else { (start + 2).min(from) };
        start..end
    };
    let mut small = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let rows = parts(y, height, high);
            let all = rows.flat_map(|row| parts(x, width, wide).map(move |column| (column, row)));
            let ranges = all.filter_map(|at| range_at(areas, wide, at));
            small.extend(ranges.reduce(Range::and));
        }
    }
    small
}

fn range_at(areas: &[Range], width: u32, (x, y): (u32, u32)) -> Option<Range> {
    let at = u64::from(y) * u64::from(width) + u64::from(x);
    areas.get(usize::try_from(at).ok()?).copied()
}

/// True if more pixels than a filter explains lie outside the colours around them. Filters reach
/// beyond a pixel's own area, and around the edges of a texture that repeats.
fn has_outliers(pixels: &[Rgba], areas: &[Range], (width, height): (u32, u32)) -> bool {
    let around = |at: u32, of: u32| [(at + of - 1) % of, at, (at + 1) % of];
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let outliers = pixels.iter().zip(places).filter(|&(&pixel, (x, y))| {
        let inside = range_at(areas, width, (x, y)).is_none_or(|own| own.allows(pixel));
        if inside {
            return false;
        }
        let rows = around(y, height).into_iter();
        let all = rows.flat_map(|row| around(x, width).map(|column| (column, row)));
        let range = all.filter_map(|at| range_at(areas, width, at)).reduce(Range::and);
        range.is_some_and(|range| !range.allows(pixel))
    });
    let few = FEW_OUTLIERS.min(pixels.len().saturating_sub(1));
    outliers.count() > (pixels.len() / OUTLIERS).max(few)
}

/// The greatest difference of any channel.
fn greatest_distance(a: &[Rgba], b: &[Rgba]) -> u8 {
    a.iter().zip(b).map(|(a, b)| distance(a, b)).max().unwrap_or(0)
}

/// True if two pictures differ in the mean by more than two ways of making them smaller do.
fn is_off_in_mean(a: &[Rgba], b: &[Rgba]) -> bool {
    let sum: u64 = a.iter().zip(b).map(|(a, b)| u64::from(distance(a, b))).sum();
    sum > MOST_OFF * a.len() as u64
}

fn distance(a: &Rgba, b: &Rgba) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}
