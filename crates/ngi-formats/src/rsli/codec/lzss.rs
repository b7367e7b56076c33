//! LZSS: literals and copies out of the last 4096 bytes, told apart by one bit each.
//!
//! A flag byte governs the eight items after it, lowest bit first. 1: one literal byte. 0: two
//! bytes `low, high` that copy `(high & 0x0F) + 3` bytes from ring index
//! `low | (high & 0xF0) << 4`. The ring of 4096 bytes starts full of spaces (0x20) and is written
//! from 0xFEE on. There is no end mark: the stream ends with its bytes.

use std::hint::select_unpredictable;

use super::matches::{Finder, Match, Shape};
use crate::{Error, Result};

/// Bytes of the ring.
const RING: usize = 4096;
/// Where the first byte goes.
const START: usize = 0xfee;
/// What the ring holds before anything is written.
const FILL: u8 = b' ';
const SHORTEST: usize = 3;
const LONGEST: usize = 18;

/// Most bytes a flag byte and its eight items take.
const GROUP_IN: usize = 17;
/// Most bytes they give.
const GROUP_OUT: usize = 8 * LONGEST;
/// The most bytes that `packed` bytes can become.
pub fn longest_output(packed: usize) -> usize {
    let rest = (packed % GROUP_IN).saturating_sub(1);
    (packed / GROUP_IN).saturating_mul(GROUP_OUT).saturating_add(rest / 2 * LONGEST + rest % 2)
}

/// Unpacks a stream that must give exactly `size` bytes and end there.
pub fn decode(packed: &[u8], size: usize) -> Result<Vec<u8>> {
    if size > longest_output(packed.len()) {
        return Err(too_short(packed.len(), size));
    }
    let mut out = Vec::with_capacity(size);
    let mut bench = Bench::new(packed);
    let mut before;
    loop {
        before = (out.len(), bench.taken());
        bench.refill();
        bench.groups(size - out.len());
        bench.flush(&mut out);
        if before == (out.len(), bench.taken()) {
            break;
        }
    }
    let ended = bench.items(size - out.len());
    bench.flush(&mut out);
    ended.map_err(|why| Error::malformed("payload", bench.taken() as u64, why))?;
    Ok(out)
}

/// Size of the work bench, a power of two: any index modulo this is inside.
const BENCH: usize = 1 << 15;
/// Block copies may take this much more.
const SLACK: usize = 32;
/// Where the output stops, behind the ring's 4096 bytes.
const OUT_END: usize = RING + (1 << 14);
/// Where the stream starts.
const STREAM: usize = OUT_END + SLACK;

/// The work bench: the last 4096 bytes, the next 16 KB of output and the next 12 KB of stream side
/// by side.
///
/// A copy is then always from somewhere before, nothing wraps, and a literal is a copy too, from
/// the stream. As the size is fixed, indices need no checks; and all of it stays in the
/// processor's first cache.
struct Bench<'a> {
    bytes: [u8; BENCH + SLACK],
    /// Where the next byte of output goes.
    at: usize,
    /// What to add to a ring index, and the place on the bench to take away, to get how far after
    /// the oldest byte it is.
    skew: usize,
    /// Where the next byte of the stream is.
    next: usize,
    /// Where the stream on the bench ends.
    stop: usize,
    /// The rest of the stream, and how long all of it is.
    rest: &'a [u8],
    whole: usize,
}

impl<'a> Bench<'a> {
    fn new(packed: &'a [u8]) -> Self {
        let mut bytes = [0; BENCH + SLACK];
        if let Some(ring) = bytes.get_mut(..RING) {
            ring.fill(FILL);
        }
        let (rest, whole) = (packed, packed.len());
        Self { bytes, at: RING, skew: RING - START, next: STREAM, stop: STREAM, rest, whole }
    }

    /// How much of the stream was used.
    fn taken(&self) -> usize {
        self.whole - self.rest.len() - (self.stop - self.next)
    }

    /// Brings the next part of the stream.
    fn refill(&mut self) {
        self.bytes.copy_within(self.next..self.stop, STREAM);
        (self.next, self.stop) = (STREAM, STREAM + (self.stop - self.next));
        let count = self.rest.len().min(BENCH - self.stop);
        if let Some((part, rest)) = self.rest.split_at_checked(count)
            && let Some(free) = self.bytes.get_mut(self.stop..self.stop + count)
        {
            free.copy_from_slice(part);
            self.rest = rest;
            self.stop += count;
        }
    }

    /// Takes the output away, all but the last 4096 bytes.
    fn flush(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.bytes.get(RING..self.at).unwrap_or_default());
        self.bytes.copy_within(self.at - RING..self.at, 0);
        self.skew = self.skew.wrapping_sub(self.at) % RING;
        self.at = RING;
    }

    /// Whole groups, as long as neither the stream nor the output can end inside one.
    fn groups(&mut self, wanted: usize) {
        let end = OUT_END.min(RING.saturating_add(wanted));
        let (mut at, mut next) = (self.at, self.next);
        while end - at >= GROUP_OUT && self.stop - next >= GROUP_IN {
            let [flags, literals @ ..] = self.block::<9>(next);
            next += 1;
            if flags == 0xff {
                self.put(at, literals);
                (at, next) = (at + 8, next + 8);
                continue;
            }
            let mut flags = usize::from(flags);
            for _half in 0..2 {
                let mut four_items = u64::from_le_bytes(self.block(next));
                for _item in 0..4 {
                    let literal = flags & 1;
                    let [low, high, ..] = four_items.to_le_bytes();
                    at += self.put_item(at, next, literal != 0, low, high);
                    next += 2 - literal;
                    four_items >>= 16 - 8 * literal;
                    flags >>= 1;
                }
            }
        }
        (self.at, self.next) = (at, next);
    }

    /// Item by item to the very end.
    fn items(&mut self, wanted: usize) -> Result<(), &'static str> {
        let end = RING.saturating_add(wanted);
        let (mut flags, mut left) = (0u8, 0);
        while self.at < end {
            if left == 0 {
                [flags] = self.block(self.next);
                self.next = self.stop.min(self.next + 1);
                left = 8;
            }
            let literal = flags & 1;
            let after = self.next + 2 - usize::from(literal);
            if after > self.stop {
                return Err("the stream ends before the payload does");
            }
            let [low, high] = self.block(self.next);
            self.at += self.put_item(self.at, self.next, literal != 0, low, high);
            self.next = after;
            flags >>= 1;
            left -= 1;
        }
        if self.at > end {
            return Err("the last copy runs past the end of the payload");
        }
        if self.next < self.stop || !self.rest.is_empty() {
            return Err("the stream goes on after the payload's end");
        }
        Ok(())
    }

    /// `N` bytes of the bench, at most [`SLACK`].
    #[inline(always)]
    fn block<const N: usize>(&self, from: usize) -> [u8; N] {
        let found = self.bytes.get(from % BENCH..).and_then(<[u8]>::first_chunk::<N>);
        found.copied().unwrap_or([0; N])
    }

    /// Puts `N` bytes on the bench, at most [`SLACK`].
    #[inline(always)]
    fn put<const N: usize>(&mut self, at: usize, block: [u8; N]) {
        let to = self.bytes.get_mut(at % BENCH..).and_then(<[u8]>::first_chunk_mut::<N>);
        if let Some(to) = to {
            *to = block;
        }
    }

    /// Puts the item that stands at `next` to `at` and gives its length; bytes after the item are
    /// scribbled on.
    ///
    /// Whether an item is a literal or a copy cannot be foreseen, and a processor that guesses
    /// wrong loses more time than the item takes. So nothing here asks: both are the same copy of
    /// up to 18 bytes, only the source is picked.
    #[inline(always)]
    fn put_item(&mut self, at: usize, next: usize, literal: bool, low: u8, high: u8) -> usize {
        let index = usize::from(low) | usize::from(high & 0xf0) << 4;
        // The same as stepping back by the distance: 4096 back, and forward again.
        let forward = (index + self.skew).wrapping_sub(at) % RING;
        let from = at.wrapping_sub(RING).wrapping_add(forward);
        let from = select_unpredictable(literal, next, from);
        if at.wrapping_sub(from) >= LONGEST {
            let block: [u8; LONGEST] = self.block(from);
            self.put(at, block);
        } else {
            self.repeat(at, from);
        }
        select_unpredictable(literal, 1, usize::from(high & 0x0f) + SHORTEST)
    }

    /// A copy from less than 18 bytes back, which runs into what it writes: repeats the bytes
    /// between `from` and `at`.
    #[inline(always)]
    fn repeat(&mut self, at: usize, from: usize) {
        let distance = at.wrapping_sub(from).min(16);
        let (kept, times) = REPEATS.get(distance).copied().unwrap_or((0, 0));
        let pattern = (u128::from_le_bytes(self.block(from)) & kept).wrapping_mul(times);
        self.put(at, pattern.to_le_bytes());
        // What repeats every byte also repeats every two.
        let back = at.wrapping_sub(from).max(2);
        let last: [u8; 2] = self.block(at + 16 - back);
        self.put(at + 16, last);
    }
}

/// By a distance up to 16: a mask for that many bytes, and a number that repeats them when
/// multiplied.
static REPEATS: [(u128, u128); 17] = repeats();

#[allow(clippy::indexing_slicing)] // runs at compile time only
const fn repeats() -> [(u128, u128); 17] {
    let mut table = [(0, 0); 17];
    let mut distance = 1;
    while distance <= 16 {
        let mut times = 0;
        let mut shift = 0;
        while shift < 128 {
            times |= 1 << shift;
            shift += 8 * distance;
        }
        table[distance] = (u128::MAX >> (128 - 8 * distance), times);
        distance += 1;
    }
    table
}

/// How many bytes a stream unpacks to, found without unpacking it.
pub fn measure(packed: &[u8]) -> Result<u64> {
    let mut input = packed;
    let mut total = 0;
    let truncated = |input: &[u8]| {
        let at = (packed.len() - input.len()) as u64;
        Error::malformed("payload", at, "the stream ends inside an item")
    };
    while let Some(mut flags) = take(&mut input) {
        if input.is_empty() {
            return Err(truncated(input));
        }
        for _ in 0..8 {
            if input.is_empty() {
                break;
            }
            if flags & 1 != 0 {
                take(&mut input);
                total += 1;
            } else {
                let (_, high) =
                    take(&mut input).zip(take(&mut input)).ok_or_else(|| truncated(&[]))?;
                total += u64::from(high & 0x0f) + SHORTEST as u64;
            }
            flags >>= 1;
        }
    }
    Ok(total)
}

/// Checks that a stream gives exactly `size` bytes and ends there, without unpacking it.
pub fn verify(packed: &[u8], size: u64) -> Result<()> {
    let found = measure(packed)?;
    if found == size {
        return Ok(());
    }
    let why = format!("the stream gives {found} bytes, not {size}");
    Err(Error::malformed("payload", packed.len() as u64, why))
}

fn take(input: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = input.split_first()?;
    *input = rest;
    Some(first)
}

fn too_short(packed: usize, size: usize) -> Error {
    Error::malformed("payload", 0, format!("{packed} packed bytes cannot become {size}"))
}

/// Distances stay out of the 18 bytes that stand right before the write position in the ring: a
/// decoder that fills only the rest of the ring with spaces then reads the same.
const SHAPE: Shape =
    Shape { shortest: SHORTEST, longest: LONGEST, farthest: RING - LONGEST, tries: 512 };

/// Packs `data`. Always the same stream for the same bytes.
///
/// Items have fixed costs (a literal 9 bits, a copy 17) and a match can always be cut shorter, so
/// the best way to cut the data into items follows from the longest match at each place, worked
/// out from the end backwards. That is never longer than lazy matching.
pub fn encode(data: &[u8]) -> Vec<u8> {
    let mut finder = Finder::new(data, SHAPE);
    let longest: Vec<(u8, u16)> = (0..data.len()).map(|at| pair(finder.find(at))).collect();
    let lengths = best_lengths(&longest);

    let mut out = Vec::with_capacity(data.len() / 2 + 16);
    let (mut at, mut flag_at, mut items) = (0, 0, 0u32);
    while let Some((&literal, &length)) = data.get(at).zip(lengths.get(at)) {
        if items.is_multiple_of(8) {
            flag_at = out.len();
            out.push(0);
        }
        if length <= 1 {
            if let Some(flags) = out.get_mut(flag_at) {
                *flags |= 1 << (items % 8);
            }
            out.push(literal);
            at += 1;
        } else {
            let distance = longest.get(at).map_or(1, |&(_, distance)| usize::from(distance));
            out.extend_from_slice(&copy_item(at, distance, length));
            at += usize::from(length);
        }
        items += 1;
    }
    out
}

/// A match in three bytes; length 1 means none.
fn pair(found: Option<Match>) -> (u8, u16) {
    found
        .and_then(|Match { length, distance }| {
            Some((u8::try_from(length).ok()?, u16::try_from(distance).ok()?))
        })
        .unwrap_or((1, 0))
}

/// For every place, the length of the item that starts the cheapest way from there to the end.
fn best_lengths(longest: &[(u8, u16)]) -> Vec<u8> {
    const LITERAL_BITS: u64 = 9;
    const COPY_BITS: u64 = 17;
    let mut lengths = vec![1; longest.len()];
    // costs[i]: bits from i + 1 places after the current one to the end.
    let mut costs = [0u64; LONGEST];
    for (chosen, &(most, _)) in lengths.iter_mut().zip(longest).rev() {
        let [next, ..] = costs;
        let (mut cost, mut length) = (LITERAL_BITS + next, 1);
        for (candidate, &after) in (1..=most).zip(&costs).skip(SHORTEST - 1) {
            // Of equal costs the longest copy wins: fewer items.
            if COPY_BITS + after <= cost {
                (cost, length) = (COPY_BITS + after, candidate);
            }
        }
        *chosen = length;
        costs.copy_within(..LONGEST - 1, 1);
        if let Some(first) = costs.first_mut() {
            *first = cost;
        }
    }
    lengths
}

/// The two bytes of a copy.
fn copy_item(at: usize, distance: usize, length: u8) -> [u8; 2] {
    let index = (START + at).wrapping_sub(distance) % RING;
    let [low, high, ..] = index.to_le_bytes();
    [low, high << 4 | (length.saturating_sub(3) & 0x0f)]
}
