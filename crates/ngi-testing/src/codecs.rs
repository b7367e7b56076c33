//! Straightforward decoders, as their descriptions say them, and data to try codecs on.
//!
//! Benches measure against these decoders and tests compare with them. They trust their input
//! and stop at the asked size.
#![allow(missing_docs, clippy::should_implement_trait)] // named as the textbooks do

/// LZSS with a ring buffer, byte by byte.
pub fn lzss(packed: &[u8], size: usize) -> Vec<u8> {
    let mut ring = [b' '; 4096];
    let mut write = 0xfee;
    let mut out = Vec::with_capacity(size);
    let mut input = packed.iter().copied();
    let mut flags = 0u32;
    while out.len() < size {
        flags >>= 1;
        if flags & 0x100 == 0 {
            flags = u32::from(input.next().unwrap()) | 0xff00;
        }
        if flags & 1 != 0 {
            let byte = input.next().unwrap();
            out.push(byte);
            ring[write] = byte;
            write = (write + 1) & 4095;
        } else {
            let low = usize::from(input.next().unwrap());
            let high = usize::from(input.next().unwrap());
            let index = low | (high & 0xf0) << 4;
            for step in 0..(high & 0x0f) + 3 {
                let byte = ring[(index + step) & 4095];
                out.push(byte);
                ring[write] = byte;
                write = (write + 1) & 4095;
            }
        }
    }
    out
}

const SYMBOLS: usize = 314;
const NODES: usize = SYMBOLS * 2 - 1;
const ROOT: usize = NODES - 1;

/// LZHUF as the textbook has it: a bit at a time, a ring buffer, the tree in three arrays.
pub struct Lzhuf<'a> {
    packed: &'a [u8],
    position: usize,
    /// Up to 16 bits that were fetched but not used, at the top.
    buffer: u16,
    filled: u32,
    freq: [u16; NODES + 1],
    parent: [u16; NODES + SYMBOLS],
    son: [u16; NODES],
}

impl<'a> Lzhuf<'a> {
    pub fn decode(packed: &'a [u8], size: usize) -> Vec<u8> {
        let mut this = Self {
            packed,
            position: 0,
            buffer: 0,
            filled: 0,
            freq: [0; NODES + 1],
            parent: [0; NODES + SYMBOLS],
            son: [0; NODES],
        };
        this.start();
        let mut ring = [b' '; 4096];
        let mut write = 4096 - 60;
        let mut out = Vec::with_capacity(size);
        while out.len() < size {
            let symbol = this.symbol();
            if symbol < 256 {
                out.push(symbol as u8);
                ring[write] = symbol as u8;
                write = (write + 1) & 4095;
            } else {
                let from = write.wrapping_sub(this.place()).wrapping_sub(1) & 4095;
                for step in 0..symbol - 253 {
                    let byte = ring[(from + step) & 4095];
                    out.push(byte);
                    ring[write] = byte;
                    write = (write + 1) & 4095;
                }
            }
        }
        out
    }

    fn fill(&mut self) {
        while self.filled <= 8 {
            let byte = self.packed.get(self.position).copied().unwrap_or(0);
            self.position += 1;
            self.buffer |= u16::from(byte) << (8 - self.filled);
            self.filled += 8;
        }
    }

    fn bit(&mut self) -> usize {
        self.fill();
        let bit = self.buffer >> 15;
        self.buffer <<= 1;
        self.filled -= 1;
        usize::from(bit)
    }

    fn byte(&mut self) -> usize {
        self.fill();
        let byte = self.buffer >> 8;
        self.buffer <<= 8;
        self.filled -= 8;
        usize::from(byte)
    }

    fn symbol(&mut self) -> usize {
        let mut node = usize::from(self.son[ROOT]);
        while node < NODES {
            node += self.bit();
            node = usize::from(self.son[node]);
        }
        let symbol = node - NODES;
        self.update(symbol);
        symbol
    }

    fn place(&mut self) -> usize {
        let mut bits = self.byte();
        let (high, length) = position_code(bits);
        for _ in 0..length - 2 {
            bits = (bits << 1) + self.bit();
        }
        high << 6 | bits & 0x3f
    }

    fn start(&mut self) {
        for symbol in 0..SYMBOLS {
            self.freq[symbol] = 1;
            self.son[symbol] = (symbol + NODES) as u16;
            self.parent[symbol + NODES] = symbol as u16;
        }
        let (mut first, mut node) = (0, SYMBOLS);
        while node <= ROOT {
            self.freq[node] = self.freq[first] + self.freq[first + 1];
            self.son[node] = first as u16;
            self.parent[first] = node as u16;
            self.parent[first + 1] = node as u16;
            first += 2;
            node += 1;
        }
        self.freq[NODES] = 0xffff;
        self.parent[ROOT] = 0;
    }

    fn rebuild(&mut self) {
        let mut leaves = 0;
        for node in 0..NODES {
            if usize::from(self.son[node]) >= NODES {
                self.freq[leaves] = self.freq[node].div_ceil(2);
                self.son[leaves] = self.son[node];
                leaves += 1;
            }
        }
        let mut first = 0;
        for node in SYMBOLS..NODES {
            let sum = self.freq[first] + self.freq[first + 1];
            self.freq[node] = sum;
            let mut place = node - 1;
            while sum < self.freq[place] {
                place -= 1;
            }
            place += 1;
            for index in (place..node).rev() {
                self.freq[index + 1] = self.freq[index];
                self.son[index + 1] = self.son[index];
            }
            self.freq[place] = sum;
            self.son[place] = first as u16;
            first += 2;
        }
        for node in 0..NODES {
            let son = usize::from(self.son[node]);
            self.parent[son] = node as u16;
            if son < NODES {
                self.parent[son + 1] = node as u16;
            }
        }
    }

    fn update(&mut self, symbol: usize) {
        if self.freq[ROOT] == 0x8000 {
            self.rebuild();
        }
        let mut node = usize::from(self.parent[symbol + NODES]);
        loop {
            self.freq[node] += 1;
            let freq = self.freq[node];
            if freq > self.freq[node + 1] {
                let mut other = node + 1;
                while freq > self.freq[other + 1] {
                    other += 1;
                }
                self.freq[node] = self.freq[other];
                self.freq[other] = freq;
                let mine = usize::from(self.son[node]);
                self.parent[mine] = other as u16;
                if mine < NODES {
                    self.parent[mine + 1] = other as u16;
                }
                let theirs = usize::from(self.son[other]);
                self.son[other] = mine as u16;
                self.parent[theirs] = node as u16;
                if theirs < NODES {
                    self.parent[theirs + 1] = node as u16;
                }
                self.son[node] = theirs as u16;
                node = other;
            }
            node = usize::from(self.parent[node]);
            if node == 0 {
                break;
            }
        }
    }
}

/// High six bits of a position and the length of their code, by the next eight bits. Written as
/// ranges, unlike the table it is compared with.
fn position_code(byte: usize) -> (usize, usize) {
    match byte {
        0x00..=0x1f => (0, 3),
        0x20..=0x4f => (1 + (byte - 0x20) / 16, 4),
        0x50..=0x8f => (4 + (byte - 0x50) / 8, 5),
        0x90..=0xbf => (12 + (byte - 0x90) / 4, 6),
        0xc0..=0xef => (24 + (byte - 0xc0) / 2, 7),
        _ => (48 + byte - 0xf0, 8),
    }
}

/// A small random generator (xorshift), so that data is the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 11) % end
    }
}

/// Words of a made-up language, common ones often, in lines.
pub fn text(size: usize) -> Vec<u8> {
    let mut random = Random(0x1234_5678_9abc_def1);
    let letter = |random: &mut Random| {
        let index = random.below(26) * random.below(26) / 26;
        b"etaoinshrdlucmfwypvbgkjqxz"[index as usize]
    };
    let words: Vec<Vec<u8>> = (0..2000)
        .map(|_| (0..2 + random.below(8)).map(|_| letter(&mut random)).collect())
        .collect();
    let mut out = Vec::with_capacity(size + 16);
    while out.len() < size {
        let index = random.below(2000) * random.below(2000) / 2000 * random.below(2000) / 2000;
        out.extend_from_slice(&words[index as usize]);
        out.push(if random.below(12) == 0 { b'\n' } else { b' ' });
    }
    out.truncate(size);
    out
}

/// A picture of 16-bit pixels: smooth shades with a little grain, and flat panels.
pub fn texture(size: usize) -> Vec<u8> {
    let mut random = Random(0x9876_5432_10fe_dcb1);
    let mut out = Vec::with_capacity(size + 2);
    let mut pixel = 0;
    while out.len() < size {
        let (x, y) = ((pixel % 512) as f32, (pixel / 512) as f32);
        let shade = (x * 0.05).sin() * (y * 0.03).cos() * 0.5 + 0.5;
        let flat = (pixel / 64) % 3 == 0;
        let grain = if flat { 0 } else { random.below(3) as u16 };
        let shade = if flat { 0.5 } else { shade };
        let red = (shade * 30.0) as u16;
        let green = (shade * 40.0) as u16 + grain;
        let blue = (20.0 - shade * 18.0) as u16;
        out.extend_from_slice(&(red << 11 | green << 5 | blue).to_le_bytes());
        pixel += 1;
    }
    out.truncate(size);
    out
}

/// Bytes without any pattern.
pub fn noise(size: usize) -> Vec<u8> {
    let mut random = Random(42);
    (0..size).map(|_| (random.next() >> 24) as u8).collect()
}

/// Bytes some of which are much commoner than others, but no three of which come again while a
/// decoder remembers them: packed, they are all literals.
pub fn literals(size: usize) -> Vec<u8> {
    const FAR: usize = 5000;
    let mut random = Random(77);
    let mut seen = std::collections::HashMap::new();
    let mut out: Vec<u8> = Vec::with_capacity(size);
    while out.len() < size {
        let byte = ((random.below(256) * random.below(256)) >> 8) as u8;
        let at = out.len();
        if let [.., first, second] = out[..] {
            let before = seen.get(&[first, second, byte]);
            if before.is_some_and(|before| at - before < FAR) {
                continue;
            }
            seen.insert([first, second, byte], at);
        }
        out.push(byte);
    }
    out
}

/// The cipher as its description says it, byte by byte.
pub fn xor(key: u16, bytes: &[u8]) -> Vec<u8> {
    let [mut lo, mut hi] = key.to_le_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    for byte in bytes {
        lo = hi ^ (lo << 1);
        out.push(byte ^ lo);
        hi = lo ^ (hi >> 1);
    }
    out
}
