//! The colour of a palette that is closest to another.

use fearless_simd::{Level, dispatch};

use super::types::{COLOURS, Palette};

/// Bits of a channel that pick a cell of the colour cube.
const CELL_BITS: u32 = 5;
/// Side of a cell.
const CELL_SIDE: i32 = 256 >> CELL_BITS;
/// Cells of the cube.
const CELLS: usize = 1 << (3 * CELL_BITS);

/// Finds the colour of a palette with the least squared distance to another: exactly, and the
/// lowest index where several are as close.
///
/// The colour cube is cut into 32³ cells. A cell that is asked for learns once which colours can
/// be the closest to any point in it; usually they are a handful, and only they are compared.
#[derive(Debug, Clone)]
pub struct Nearest {
    channels: [[i32; COLOURS]; 3],
    /// Where a cell's colours are in `candidates`, plus one; 0 for a cell nobody asked for yet.
    starts: Vec<u32>,
    /// For each known cell: how many, less one, then the palette indices, ascending.
    candidates: Vec<u8>,
}

impl Nearest {
    /// Looks through all 256 colours of a palette.
    pub fn new(palette: &Palette) -> Self {
        let channel = |at: usize| {
            std::array::from_fn(|index| {
                let colour = palette.0.get(index).and_then(|colour| colour.get(at));
                i32::from(colour.copied().unwrap_or_default())
            })
        };
        // Stored as blue, green, red.
        let channels = [channel(2), channel(1), channel(0)];
        Self { channels, starts: vec![0; CELLS], candidates: Vec::new() }
    }

    /// The index of the closest colour to this red, green, blue.
    pub fn index(&mut self, colour: [u8; 3]) -> u8 {
        let cell = cell_of(colour);
        let start = match self.starts.get(cell) {
            Some(&known) if known != 0 => known,
            _ => self.learn(cell, colour),
        };
        let run = self.candidates.get(start as usize - 1..).unwrap_or_default();
        match run {
            [0, only, ..] => *only,
            [last, indices @ ..] => {
                let indices = indices.get(..=usize::from(*last)).unwrap_or_default();
                self.closest(indices, colour)
            }
            [] => 0,
        }
    }

    fn closest(&self, indices: &[u8], colour: [u8; 3]) -> u8 {
        let [reds, greens, blues] = &self.channels;
        let [red, green, blue] = colour.map(i32::from);
        let mut best = (i32::MAX, 0);
        for &index in indices {
            let at = usize::from(index);
            let (Some(r), Some(g), Some(b)) = (reds.get(at), greens.get(at), blues.get(at)) else {
                continue;
            };
            let (r, g, b) = (r - red, g - green, b - blue);
            let distance = r * r + g * g + b * b;
            if distance < best.0 {
                best = (distance, index);
            }
        }
        best.1
    }

    /// Finds out which colours can be the closest to a point of a cell.
    fn learn(&mut self, cell: usize, colour: [u8; 3]) -> u32 {
        let low = colour.map(|channel| i32::from(channel) & !(CELL_SIDE - 1));
        let (mut least, mut most) = ([0; COLOURS], [0; COLOURS]);
        let channels = &self.channels;
        dispatch!(Level::new(), _ => bounds(channels, low, &mut least, &mut most));
        // A colour whose best case is worse than another's worst case is never the closest.
        let limit = most.iter().copied().min().unwrap_or_default();
        let start = self.candidates.len();
        self.candidates.push(0);
        let close = (0..=u8::MAX).zip(least).filter(|&(_, least)| least <= limit);
        self.candidates.extend(close.map(|(index, _)| index));
        let last = self.candidates.len() - start - 2;
        if let Some(count) = self.candidates.get_mut(start) {
            *count = u8::try_from(last).unwrap_or(u8::MAX);
        }
        let known = u32::try_from(start + 1).unwrap_or(u32::MAX);
        if let Some(slot) = self.starts.get_mut(cell) {
            *slot = known;
        }
        known
    }
}

/// Which cell a colour lies in.
fn cell_of(colour: [u8; 3]) -> usize {
    colour.iter().fold(0, |cell, &channel| {
        cell << CELL_BITS | usize::from(channel) >> (8 - CELL_BITS)
    })
}

/// For every colour of the palette its least and its greatest squared distance to a cell.
#[inline(always)] // so that it is compiled for the processor it runs on
fn bounds(
    channels: &[[i32; COLOURS]; 3],
    low: [i32; 3],
    least: &mut [i32; COLOURS],
    most: &mut [i32; COLOURS],
) {
    for (channel, low) in channels.iter().zip(low) {
        let high = low + CELL_SIDE - 1;
        for ((&value, least), most) in channel.iter().zip(least.iter_mut()).zip(most.iter_mut()) {
            let outside = (low - value).max(value - high).max(0);
            let across = (value - low).max(high - value);
            *least += outside * outside;
            *most += across * across;
        }
    }
}
