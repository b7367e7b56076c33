//! Choosing 256 colours: a histogram, cut into groups, then moved to where they fit best.

use fearless_simd::{Level, dispatch};

use crate::pal::{COLOURS, Palette};
use crate::texm::image::Rgba;

/// Bits of a channel that pick a cell of the histogram.
const BITS: u32 = 5;
/// Cells along a channel.
const SIDE: usize = 1 << BITS;
/// Most rounds of moving colours.
const ROUNDS: usize = 6;
/// A round looks at every cell; it must not cost more than so many cells per pixel.
const PIXELS_PER_CELL: usize = 8;

/// 256 colours for a picture.
pub(super) fn choose_colours(pixels: &[Rgba]) -> Palette {
    let mut cells = histogram(pixels);
    let mut colours: Vec<[f32; 3]> =
        cut(&mut cells).iter().map(|group| group.sums.mean()).collect();
    let affordable = (pixels.len() / (PIXELS_PER_CELL * cells.len().max(1))).clamp(1, ROUNDS);
    for _ in 0..affordable {
        if !settle(&cells, &mut colours) {
            break;
        }
    }
    Palette::from_colours(colours.iter().map(|colour| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a mean of bytes
        let [red, green, blue] = colour.map(|value| value.round() as u8);
        [red, green, blue, 255]
    }))
}

/// Pixels of some cells together: how many, the sum of each channel, the sum of their squares
/// (those of the cells' means, weighted).
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    weight: f64,
    channels: [f64; 3],
    squares: f64,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, part: &Self) {
        self.weight += part.weight;
        self.squares += part.squares;
        for (sum, part) in self.channels.iter_mut().zip(part.channels) {
            *sum += part;
        }
    }

    fn without(&self, part: &Self) -> Self {
        let mut rest = *self;
        rest.weight -= part.weight;
        rest.squares -= part.squares;
        for (sum, part) in rest.channels.iter_mut().zip(part.channels) {
            *sum -= part;
        }
        rest
    }

    /// Sum of squared distances to the mean.
    fn error(&self) -> f64 {
        if self.weight < 1.0 {
            return 0.0;
        }
        let square: f64 = self.channels.iter().map(|sum| sum * sum).sum();
        (self.squares - square / self.weight).max(0.0)
    }

    fn mean(&self) -> [f32; 3] {
        #[allow(clippy::cast_possible_truncation)] // rounds to the nearest
        self.channels.map(|sum| (sum / self.weight.max(1.0)) as f32)
    }
}

/// A cell of the colour cube that has pixels.
#[derive(Debug, Clone, Copy)]
struct Cell {
    place: [u8; 3],
    sums: Sums,
}

/// A run of cells that become one colour.
#[derive(Debug, Clone, Copy)]
struct Group {
    start: usize,
    end: usize,
    sums: Sums,
    error: f64,
}

impl Group {
    fn new(start: usize, end: usize, sums: Sums) -> Self {
        Self { start, end, sums, error: sums.error() }
    }
}

/// Counts the pixels of every cell of the colour cube; gives the cells that have some.
fn histogram(pixels: &[Rgba]) -> Vec<Cell> {
    // Count and sum of each channel.
    let mut counts = vec![[0u64; 4]; SIDE.pow(3)];
    for &[red, green, blue, _] in pixels {
        let [r, g, b] = [red, green, blue].map(|channel| usize::from(channel >> (8 - BITS)));
        if let Some([count, reds, greens, blues]) = counts.get_mut((r * SIDE + g) * SIDE + b) {
            *count += 1;
            *reds += u64::from(red);
            *greens += u64::from(green);
            *blues += u64::from(blue);
        }
    }
    let cell = |(at, counts): (usize, &[u64; 4])| {
        #[allow(clippy::cast_precision_loss)] // exact up to 2^53
        let [weight, red, green, blue] = counts.map(|count| count as f64);
        let channels = [red, green, blue];
        let squares = channels.iter().map(|sum| sum * sum).sum::<f64>() / weight;
        let place = [at / SIDE / SIDE, at / SIDE % SIDE, at % SIDE];
        let place = place.map(|place| u8::try_from(place).unwrap_or(u8::MAX));
        Cell { place, sums: Sums { weight, channels, squares } }
    };
    counts.iter().enumerate().filter(|(_, [count, ..])| *count != 0).map(cell).collect()
}

/// Cuts the cells into groups, always the one with the greatest error.
fn cut(cells: &mut [Cell]) -> Vec<Group> {
    let mut whole = Sums::default();
    cells.iter().for_each(|cell| whole.add(&cell.sums));
    let mut groups = vec![Group::new(0, cells.len(), whole)];
    while groups.len() < COLOURS {
        // The first of several as bad, so that the order is always the same.
        let worst = groups.iter_mut().rev().max_by(|a, b| a.error.total_cmp(&b.error));
        let Some(group) = worst.filter(|group| group.error > 0.0) else { break };
        let Some(part) = cells.get_mut(group.start..group.end) else { break };
        let Some((axis, last, low)) = best_cut(part, &group.sums) else {
            // One cell: nothing to cut, whatever rounding says of its error.
            group.error = 0.0;
            continue;
        };
        let below = |cell: &Cell| cell.place.get(axis).is_some_and(|&place| place <= last);
        let middle = group.start + partition(part, below);
        let high = Group::new(middle, group.end, group.sums.without(&low));
        *group = Group::new(group.start, middle, low);
        groups.push(high);
    }
    groups
}

/// Where a cut leaves the least error: the channel, the last place below the cut, the sums below.
fn best_cut(cells: &[Cell], whole: &Sums) -> Option<(usize, u8, Sums)> {
    let mut planes = [[Sums::default(); SIDE]; 3];
    for cell in cells {
        for (planes, place) in planes.iter_mut().zip(cell.place) {
            if let Some(plane) = planes.get_mut(usize::from(place)) {
                plane.add(&cell.sums);
            }
        }
    }
    let mut best = None;
    let mut least = f64::INFINITY;
    for (axis, planes) in planes.iter().enumerate() {
        let mut low = Sums::default();
        for (plane, place) in planes.iter().zip(0u8..) {
            if plane.weight < 1.0 {
                continue;
            }
            low.add(plane);
            let high = whole.without(&low);
            if high.weight < 1.0 {
                break;
            }
            let error = low.error() + high.error();
            if error < least {
                (least, best) = (error, Some((axis, place, low)));
            }
        }
    }
    best
}

/// Puts the cells for which `below` holds in front; says how many there are.
fn partition(cells: &mut [Cell], below: impl Fn(&Cell) -> bool) -> usize {
    let mut count = 0;
    for index in 0..cells.len() {
        if cells.get(index).is_some_and(&below) {
            cells.swap(count, index);
            count += 1;
        }
    }
    count
}

/// Moves every colour to the mean of the cells nearest to it. Says whether any moved.
fn settle(cells: &[Cell], colours: &mut [[f32; 3]]) -> bool {
    let channel = |at: usize| -> [i32; COLOURS] {
        // Colours that are missing are further away than any other.
        let value = |index| colours.get(index).and_then(|colour: &[f32; 3]| colour.get(at));
        std::array::from_fn(|index| value(index).map_or(-FIXED, |&value| fixed(value)))
    };
    let channels = [channel(0), channel(1), channel(2)];
    let mut sums = [Sums::default(); COLOURS];
    dispatch!(Level::new(), _ => assign(cells, &channels, &mut sums));
    let mut moved = false;
    for (colour, sums) in colours.iter_mut().zip(&sums) {
        if sums.weight > 0.0 {
            moved |= *colour != sums.mean();
            *colour = sums.mean();
        }
    }
    moved
}

/// Steps of a channel while distances are compared. Three squares of 256 · 8 leave 8 bits of a
/// word free for the number of the colour.
const FIXED: i32 = 8;

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // a mean of bytes
fn fixed(value: f32) -> i32 {
    (value * FIXED as f32).round() as i32
}

#[inline(always)] // so that it is compiled for the processor it runs on
fn assign(cells: &[Cell], channels: &[[i32; COLOURS]; 3], sums: &mut [Sums; COLOURS]) {
    let [reds, greens, blues] = channels;
    // Slices of a known length, not a range: that is what the compiler makes vectors of.
    let numbers: [u32; COLOURS] = std::array::from_fn(|number| u32::try_from(number).unwrap_or(0));
    for cell in cells {
        let [red, green, blue] = cell.sums.mean().map(fixed);
        let mut least = u32::MAX;
        for (((number, r), g), b) in numbers.iter().zip(reds).zip(greens).zip(blues) {
            let (r, g, b) = (r - red, g - green, b - blue);
            let distance = (r * r + g * g + b * b).cast_unsigned();
            // The colour's number behind its distance: the least of these names the nearest.
            least = least.min(distance << 8 | number);
        }
        if let Some(sums) = sums.get_mut(least as usize & (COLOURS - 1)) {
            sums.add(&cell.sums);
        }
    }
}
