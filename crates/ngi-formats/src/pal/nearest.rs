//! The colour of a palette that is closest to another.

use fearless_simd::{Level, dispatch};

use super::types::{COLOURS, Palette};

/// From so many colours to find on, small cells pay for learning what is near them.
const MANY: usize = 1 << 18;

/// Colours that are compared at once.
const LANES: usize = 8;

/// Some colours of the palette, channel by channel, with their indices.
#[derive(Debug, Clone, Copy)]
struct Batch {
    channels: [[u8; LANES]; 3],
    indices: [u8; LANES],
}

/// Finds the colour of a palette with the least squared distance to another: exactly, and the
/// lowest index where several are as close.
///
/// The colour cube is cut into cells. A cell that is asked for learns once which colours can
/// be the closest to any point in it; usually they are few, and only they are compared.
#[derive(Debug, Clone)]
pub struct Nearest {
    channels: [[i32; COLOURS]; 3],
    /// Bits of a channel that tell places in a cell apart.
    cell_bits: u32,
    /// For each cell where its batches start and how many there are; none until it is asked for.
    cells: Vec<(u32, u32)>,
    batches: Vec<Batch>,
}

impl Nearest {
    /// Looks through all 256 colours of a palette.
    pub fn new(palette: &Palette) -> Self {
        Self::for_many(palette, 0)
    }

    /// The same, set up for about so many colours to find.
    pub fn for_many(palette: &Palette, count: usize) -> Self {
        let channel = |at: usize| {
            std::array::from_fn(|index| {
                let colour = palette.0.get(index).and_then(|colour| colour.get(at));
                i32::from(colour.copied().unwrap_or_default())
            })
        };
        // Stored as blue, green, red.
        let channels = [channel(2), channel(1), channel(0)];
        let cell_bits = if count < MANY { 4 } else { 3 };
        let cells = vec![(0, 0); 1 << (3 * (8 - cell_bits))];
        Self { channels, cell_bits, cells, batches: Vec::new() }
    }

    /// The index of the closest colour to this red, green, blue.
    #[inline(always)] // so that loops around it are compiled for the processor they run on
    pub fn index(&mut self, colour: [u8; 3]) -> u8 {
        let cell = cell_of(colour, self.cell_bits);
        let (start, count) = match self.cells.get(cell) {
            Some(&known) if known.1 != 0 => known,
            _ => self.learn(cell, colour),
        };
        let from = self.batches.get(start as usize..).unwrap_or_default();
        let batches = from.get(..count as usize).unwrap_or_default();
        let least = batches.iter().fold([u32::MAX; LANES], |mut least, batch| {
            let keys = batch.keys(colour);
            for (least, key) in least.iter_mut().zip(keys) {
                *least = key.min(*least);
            }
            least
        });
        let [index, ..] = least.into_iter().min().unwrap_or_default().to_le_bytes();
        index
    }

    /// Finds out which colours can be the closest to a point of a cell.
    #[inline(never)]
    fn learn(&mut self, cell: usize, colour: [u8; 3]) -> (u32, u32) {
        let side = 1 << self.cell_bits;
        let low = colour.map(|channel| i32::from(channel) & -side);
        let (mut least, mut most) = ([0; COLOURS], [0; COLOURS]);
        let channels = &self.channels;
        dispatch!(Level::new(), _ => bounds(channels, (low, side), &mut least, &mut most));
        // A colour whose best case is worse than another's worst case is never the closest.
        let limit = most.iter().copied().min().unwrap_or_default();
        let close = (0..=u8::MAX).zip(least).filter(|&(_, least)| least <= limit);
        let start = self.batches.len();
        let mut lanes = 0;
        for (index, _) in close {
            if lanes == 0 {
                // Until others come, the first colour fills all lanes.
                let whole = |channel: &[i32; COLOURS]| [value(channel, index); LANES];
                let channels = self.channels.each_ref().map(whole);
                self.batches.push(Batch { channels, indices: [index; LANES] });
            } else if let Some(batch) = self.batches.last_mut() {
                batch.set(lanes, self.channels.each_ref().map(|c| value(c, index)), index);
            }
            lanes = (lanes + 1) % LANES;
        }
        let word = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        let known = (word(start), word(self.batches.len() - start));
        if let Some(slot) = self.cells.get_mut(cell) {
            *slot = known;
        }
        known
    }
}

/// A channel of a colour of the palette.
fn value(channel: &[i32; COLOURS], index: u8) -> u8 {
    channel.get(usize::from(index)).and_then(|&value| u8::try_from(value).ok()).unwrap_or_default()
}

impl Batch {
    fn set(&mut self, lane: usize, colour: [u8; 3], index: u8) {
        for (lanes, value) in self.channels.iter_mut().zip(colour) {
            if let Some(slot) = lanes.get_mut(lane) {
                *slot = value;
            }
        }
        if let Some(slot) = self.indices.get_mut(lane) {
            *slot = index;
        }
    }

    /// For each colour its distance and below that its index: the least of these names the
    /// closest colour, the lowest index of several.
    #[inline(always)]
    fn keys(&self, colour: [u8; 3]) -> [u32; LANES] {
        let mut keys = self.indices.map(u32::from);
        for (lanes, value) in self.channels.iter().zip(colour) {
            for (key, &lane) in keys.iter_mut().zip(lanes) {
                let apart = i32::from(lane) - i32::from(value);
                *key += (apart * apart).cast_unsigned() << 8;
            }
        }
        keys
    }
}

/// Which cell a colour lies in.
#[inline(always)]
fn cell_of(colour: [u8; 3], cell_bits: u32) -> usize {
    let place = |cell, &channel: &u8| cell << (8 - cell_bits) | usize::from(channel) >> cell_bits;
    colour.iter().fold(0, place)
}

/// For every colour of the palette its least and its greatest squared distance to a cell.
#[inline(always)] // so that it is compiled for the processor it runs on
fn bounds(
    channels: &[[i32; COLOURS]; 3],
    (low, side): ([i32; 3], i32),
    least: &mut [i32; COLOURS],
    most: &mut [i32; COLOURS],
) {
    for (channel, low) in channels.iter().zip(low) {
        let high = low + side - 1;
        for ((&value, least), most) in channel.iter().zip(least.iter_mut()).zip(most.iter_mut()) {
            let outside = (low - value).max(value - high).max(0);
            let across = (value - low).max(high - value);
            *least += outside * outside;
            *most += across * across;
        }
    }
}
