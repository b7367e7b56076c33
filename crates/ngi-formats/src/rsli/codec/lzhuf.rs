//! LZHUF: copies out of the last 4096 bytes, under a Huffman code that adapts with every symbol.
//!
//! Symbols 0..=255 are literals; 256..=313 copy `symbol - 253` bytes (3 to 60) and a position
//! follows. Bits are taken from the top of each byte. The ring starts full of spaces and is
//! written from 4096 − 60 on; a copy starts `position + 1` bytes back. No size word, no end mark:
//! at most seven bits are left over.
//!
//! Both sides start from the same tree and change it after every symbol, so they stay in step.

use super::matches::{Finder, Match, Shape};
use crate::{Error, Result};
use tree::{SYMBOLS, Tree};

#[path = "lzhuf_tree.rs"]
mod tree;

/// What the ring holds before anything is written.
const FILL: u8 = b' ';
const SHORTEST: usize = 3;
const LONGEST: usize = 60;
/// A copy's symbol is its length plus this.
const LENGTH_BIAS: usize = 253;
/// Bytes past the end of the output that block copies may scribble on.
const SLACK: usize = 80;

/// The code of the high six bits of a position, by its length: code length in bits, how many
/// codes of that length there are. Codes count upwards from 0 in this order.
const POSITION_CODES: [(u8, u8); 6] = [(3, 1), (4, 3), (5, 8), (6, 12), (7, 24), (8, 16)];

/// The high six bits of a position, and how many bits their code takes.
#[derive(Clone, Copy)]
struct PositionCode {
    high: u8,
    bits: u8,
}

/// [`PositionCode`] by the next eight bits of the stream.
static BY_PREFIX: [PositionCode; 256] = by_prefix();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // runs at compile time only
const fn by_prefix() -> [PositionCode; 256] {
    let mut table = [PositionCode { high: 0, bits: 0 }; 256];
    let (mut prefix, mut high, mut row) = (0, 0, 0);
    while row < POSITION_CODES.len() {
        let (bits, codes) = POSITION_CODES[row];
        let mut code = 0;
        while code < codes {
            let mut repeat = 0;
            while repeat < 1 << (8 - bits) {
                table[prefix] = PositionCode { high, bits };
                prefix += 1;
                repeat += 1;
            }
            high += 1;
            code += 1;
        }
        row += 1;
    }
    table
}

/// The most bytes that `packed` bytes can become: 60 for ten bits, the shortest copy there is.
pub fn longest_output(packed: usize) -> usize {
    packed.saturating_mul(48)
}

/// Unpacks a stream that must give exactly `size` bytes and end there.
pub fn decode(packed: &[u8], size: usize) -> Result<Vec<u8>> {
    check_size(packed, size)?;
    let mut out = vec![0; size + SLACK];
    let mut at = 0;
    let mut decoder = Decoder::new(packed);
    while at < size {
        match decoder.item(at, size)? {
            Item::Literal(byte) => {
                if let Some(slot) = out.get_mut(at) {
                    *slot = byte;
                }
                at += 1;
            }
            Item::Copy { length, distance } => {
                copy(&mut out, at, distance, length);
                at += length;
            }
        }
    }
    decoder.end()?;
    out.truncate(size);
    Ok(out)
}

/// Checks that a stream gives exactly `size` bytes and ends there, without storing them.
pub fn verify(packed: &[u8], size: u64) -> Result<()> {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    check_size(packed, size)?;
    let mut at = 0;
    let mut decoder = Decoder::new(packed);
    while at < size {
        at += match decoder.item(at, size)? {
            Item::Literal(_) => 1,
            Item::Copy { length, .. } => length,
        };
    }
    decoder.end()
}

fn check_size(packed: &[u8], size: usize) -> Result<()> {
    if size <= longest_output(packed.len()) {
        return Ok(());
    }
    let why = format!("{} packed bytes cannot become {size}", packed.len());
    Err(Error::malformed("payload", 0, why))
}

/// Copies a match to `at`; at least [`SLACK`] bytes follow `at`.
fn copy(out: &mut [u8], at: usize, distance: usize, length: usize) {
    match at.checked_sub(distance) {
        Some(from) if distance >= 16 => {
            let mut done = 0;
            while done < length {
                out.copy_within(from + done..from + done + 16, at + done);
                done += 16;
            }
        }
        _ => {
            for at in at..at + length {
                let byte = at.checked_sub(distance).and_then(|from| out.get(from)).copied();
                if let Some(slot) = out.get_mut(at) {
                    *slot = byte.unwrap_or(FILL);
                }
            }
        }
    }
}

enum Item {
    Literal(u8),
    Copy { length: usize, distance: usize },
}

/// Tree and bit position: all the state of a stream.
struct Decoder<'a> {
    packed: &'a [u8],
    /// Bits taken so far.
    position: usize,
    tree: Tree,
}

impl<'a> Decoder<'a> {
    fn new(packed: &'a [u8]) -> Self {
        Self { packed, position: 0, tree: Tree::new() }
    }

    /// The next item of a payload of `size` bytes of which `at` are there.
    #[inline]
    fn item(&mut self, at: usize, size: usize) -> Result<Item> {
        // A symbol takes at most 22 bits (its count and the total of all counts, at most 0x8000,
        // bound the depth of a Huffman tree) and a position 14: one look at the bytes is enough.
        let bits = self.peek();
        let (symbol, used) = self.tree.decode(bits);
        self.position += used as usize;
        if let Ok(byte) = u8::try_from(symbol) {
            self.check_end()?;
            return Ok(Item::Literal(byte));
        }
        let bits = bits << used;
        let [prefix, ..] = bits.to_be_bytes();
        let code = BY_PREFIX
            .get(usize::from(prefix))
            .copied()
            .unwrap_or(PositionCode { high: 0, bits: 0 });
        let low = (bits << code.bits) >> 58;
        self.position += usize::from(code.bits) + 6;
        self.check_end()?;
        let distance = (usize::from(code.high) << 6) + usize::try_from(low).unwrap_or(0) + 1;
        let length = usize::from(symbol).saturating_sub(LENGTH_BIAS);
        if length > size - at {
            return Err(self.error("the last copy runs past the end of the payload"));
        }
        Ok(Item::Copy { length, distance })
    }

    /// The next 57 bits or more, from the top; zeros after the end.
    #[inline]
    fn peek(&self) -> u64 {
        let rest = self.packed.get(self.position / 8..).unwrap_or_default();
        let bytes = rest.first_chunk::<8>().copied().unwrap_or_else(|| last_bytes(rest));
        u64::from_be_bytes(bytes) << (self.position % 8)
    }

    #[inline]
    fn check_end(&self) -> Result<()> {
        if self.position.div_ceil(8) <= self.packed.len() {
            return Ok(());
        }
        Err(self.error("the stream ends before the payload does"))
    }

    fn end(&self) -> Result<()> {
        if self.position.div_ceil(8) == self.packed.len() {
            return Ok(());
        }
        Err(self.error("the stream goes on after the payload's end"))
    }

    #[cold]
    fn error(&self, why: &'static str) -> Error {
        Error::malformed("payload", (self.position / 8).min(self.packed.len()) as u64, why)
    }
}

#[cold]
fn last_bytes(rest: &[u8]) -> [u8; 8] {
    let mut bytes = [0; 8];
    for (slot, &byte) in bytes.iter_mut().zip(rest) {
        *slot = byte;
    }
    bytes
}

/// Distances stay inside the part of the ring that every decoder fills with spaces.
const SHAPE: Shape =
    Shape { shortest: SHORTEST, longest: LONGEST, farthest: 4096 - LONGEST, tries: 512 };

/// Packs `data`. Always the same stream for the same bytes.
///
/// Lazy matching: a match is put off by one literal when the next place has a longer one.
pub fn encode(data: &[u8]) -> Vec<u8> {
    let mut finder = Finder::new(data, SHAPE);
    let mut encoder = Encoder::new(data.len());
    let mut at = 0;
    let mut found = finder.find(at);
    while let Some(&literal) = data.get(at) {
        let next = finder.find(at + 1);
        match found {
            Some(now) if next.is_none_or(|next| next.length <= now.length) => {
                encoder.copy(now);
                at += now.length;
                found = if now.length == 1 { next } else { finder.find(at) };
            }
            _ => {
                encoder.symbol(literal.into());
                at += 1;
                found = next;
            }
        }
    }
    encoder.finish()
}

struct Encoder {
    tree: Tree,
    out: Vec<u8>,
    /// Bits not written yet, at the top.
    waiting: u64,
    count: u32,
}

impl Encoder {
    fn new(size: usize) -> Self {
        let out = Vec::with_capacity(size / 2 + 16);
        Self { tree: Tree::new(), out, waiting: 0, count: 0 }
    }

    fn copy(&mut self, Match { length, distance }: Match) {
        let symbol = u16::try_from(length + LENGTH_BIAS).unwrap_or(SYMBOLS - 1);
        self.symbol(symbol);
        let position = distance.saturating_sub(1);
        let (code, bits) = position_code(position >> 6);
        self.put(code, bits);
        self.put((position & 0x3f) as u64, 6);
    }

    fn symbol(&mut self, symbol: u16) {
        let (code, bits) = self.tree.encode(symbol);
        self.put(code, bits);
    }

    /// Appends the low `bits` bits of `code`; at most 32.
    fn put(&mut self, code: u64, bits: u32) {
        if bits == 0 {
            return;
        }
        self.waiting |= code << (64 - bits) >> self.count;
        self.count += bits;
        while self.count >= 8 {
            let [first, ..] = self.waiting.to_be_bytes();
            self.out.push(first);
            self.waiting <<= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            let [first, ..] = self.waiting.to_be_bytes();
            self.out.push(first);
        }
        self.out
    }
}

/// Code and code length of a position's high six bits.
fn position_code(high: usize) -> (u64, u32) {
    let prefix = BY_PREFIX.iter().position(|code| usize::from(code.high) == high).unwrap_or(0);
    let bits = BY_PREFIX.get(prefix).map_or(8, |code| u32::from(code.bits));
    ((prefix >> (8 - bits)) as u64, bits)
}
