//! Small deterministic damage to good inputs.
//!
//! Not a replacement for libFuzzer, which follows coverage: this is what finds the plain
//! mistakes in every ordinary test run, the same way each time.

/// How much of the start or of the end of a long input is damaged, where headers and directories
/// are.
const EDGE: usize = 2048;

/// Longest input a mutation makes, as in `cargo xtask fuzz`.
const LONGEST: usize = 65_536;

/// Longest block that is copied, inserted or removed.
const LONGEST_BLOCK: usize = 64;

const BYTES: &[u8] = &[0, 1, 0x7f, 0x80, 0xff];

const WORDS: &[u16] = &[0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff];

const DOUBLE_WORDS: &[u32] = &[
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x00ff_ffff,
    0x1000_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fff0,
    0xffff_ffff,
];

/// Makes one damaged input after another.
#[derive(Debug, Clone)]
pub struct Mutator {
    random: Random,
}

impl Mutator {
    /// Starts a sequence of its own for each name.
    pub fn new(name: &str) -> Self {
        // Xorshift must not start from zero.
        Self { random: Random(crate::hash(name.as_bytes()) | 1) }
    }

    /// One of the seeds with one to eight pieces of damage; empty where there are no seeds.
    pub fn next_input(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut input = self.random.pick(seeds).cloned().unwrap_or_default();
        // Mostly little damage, since much of it is turned down at the first check.
        let most = self.random.pick(&[1, 2, 4, 8]).copied().unwrap_or(1);
        for _ in 0..=self.random.below(most) {
            self.damage(&mut input, seeds);
        }
        input.truncate(LONGEST);
        input
    }

    /// `original`, however long, with one to eight pieces of damage: anywhere, or all of them at
    /// its start or at its end.
    pub fn damaged(&mut self, original: &[u8]) -> Vec<u8> {
        let length = original.len();
        let region = match self.random.below(4) {
            0 => 0..length.min(EDGE),
            1 => length.saturating_sub(EDGE)..length,
            _ => 0..length,
        };
        let mut damaged = original.get(region.clone()).unwrap_or_default().to_vec();
        let most = self.random.pick(&[1, 2, 4, 8]).copied().unwrap_or(1);
        for _ in 0..=self.random.below(most) {
            self.damage(&mut damaged, &[]);
        }
        let before = original.get(..region.start).unwrap_or_default();
        let after = original.get(region.end..).unwrap_or_default();
        [before, &damaged, after].concat()
    }

    fn damage(&mut self, input: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        match self.random.below(12) {
            0..=2 => self.flip_bit(input),
            3 => {
                let value = self.random.byte();
                self.overwrite(input, &[value], 1);
            }
            4 => {
                let value = self.random.pick(BYTES).copied().unwrap_or_default();
                self.overwrite(input, &[value], 1);
            }
            5 => {
                let value = self.random.pick(WORDS).copied().unwrap_or_default();
                let step = self.step(2);
                self.overwrite(input, &value.to_le_bytes(), step);
            }
            6 | 7 => self.replace_double_word(input),
            8 => input.truncate(self.random.below(input.len() + 1)),
            9 => self.insert_block(input),
            10 => self.remove_block(input),
            _ => self.splice(input, seeds),
        }
    }

    fn flip_bit(&mut self, input: &mut [u8]) {
        let (at, bit) = (self.random.below(input.len()), self.random.below(8));
        if let Some(byte) = input.get_mut(at) {
            *byte ^= 1 << bit;
        }
    }

    /// A value known to break things, or a small step away from what is there: counts and
    /// offsets that are off by a little pass the first checks.
    fn replace_double_word(&mut self, input: &mut [u8]) {
        let step = self.step(4);
        let Some(at) = self.place(input, 4, step) else { return };
        let Some(field) = input.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<4>()) else {
            return;
        };
        let near = self.random.pick(&[1, 2, 4, 8, 16, 64]).copied().unwrap_or(1);
        let old = u32::from_le_bytes(*field);
        let new = match self.random.below(4) {
            0 => old.wrapping_add(near),
            1 => old.wrapping_sub(near),
            _ => self.random.pick(DOUBLE_WORDS).copied().unwrap_or_default(),
        };
        *field = new.to_le_bytes();
    }

    fn overwrite(&mut self, input: &mut [u8], value: &[u8], step: usize) {
        let Some(at) = self.place(input, value.len(), step) else { return };
        for (slot, &byte) in input.iter_mut().skip(at).zip(value) {
            *slot = byte;
        }
    }

    /// Copies a block of the input to another place in it, or puts equal bytes there.
    fn insert_block(&mut self, input: &mut Vec<u8>) {
        let block = if self.random.below(2) == 0 {
            self.block(input).to_vec()
        } else {
            let value = self.random.pick(BYTES).copied().unwrap_or_default();
            vec![value; 1 + self.random.below(LONGEST_BLOCK)]
        };
        let at = self.random.below(input.len() + 1);
        input.splice(at..at, block);
    }

    fn remove_block(&mut self, input: &mut Vec<u8>) {
        let length = self.block(input).len();
        let at = self.random.below(input.len() - length + 1);
        input.drain(at..at + length);
    }

    /// The start of this input and the end of another.
    fn splice(&mut self, input: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let Some(other) = self.random.pick(seeds) else { return };
        input.truncate(self.random.below(input.len() + 1));
        let from = self.random.below(other.len() + 1);
        input.extend(other.iter().skip(from));
    }

    /// A block somewhere in the input.
    fn block<'a>(&mut self, input: &'a [u8]) -> &'a [u8] {
        let length = self.random.below(LONGEST_BLOCK.min(input.len()) + 1);
        let at = self.random.below(input.len() - length + 1);
        input.get(at..at + length).unwrap_or_default()
    }

    /// Fields mostly lie at multiples of their size.
    fn step(&mut self, size: usize) -> usize {
        if self.random.below(4) == 0 { 1 } else { size }
    }

    /// Where a value of this length can go; `None` where the input is too short.
    fn place(&mut self, input: &[u8], length: usize, step: usize) -> Option<usize> {
        let last = input.len().checked_sub(length)?;
        Some(self.random.below(last / step + 1) * step)
    }
}

/// Xorshift: all that is needed is a long sequence that is the same everywhere.
#[derive(Debug, Clone)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32
    }

    /// A number below `end`; 0 where there is none.
    fn below(&mut self, end: usize) -> usize {
        let next = usize::try_from(self.next()).unwrap_or_default();
        next.checked_rem(end).unwrap_or_default()
    }

    fn byte(&mut self) -> u8 {
        let [byte, ..] = self.next().to_le_bytes();
        byte
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn sequence(name: &str, seeds: &[Vec<u8>], count: usize) -> Vec<Vec<u8>> {
        let mut mutator = Mutator::new(name);
        (0..count).map(|_| mutator.next_input(seeds)).collect()
    }

    #[test]
    fn the_same_name_gives_the_same_sequence() {
        let seeds = [vec![7; 100], b"other".to_vec()];
        assert_eq!(sequence("a", &seeds, 200), sequence("a", &seeds, 200));
        assert_ne!(sequence("a", &seeds, 200), sequence("b", &seeds, 200));
    }

    #[test]
    fn a_longer_run_starts_like_a_shorter_one() {
        let seeds = [vec![7; 100]];
        assert_eq!(sequence("a", &seeds, 300)[..100], sequence("a", &seeds, 100));
    }

    #[test]
    fn inputs_are_varied() {
        let seeds = [(0..200).collect::<Vec<u8>>()];
        let inputs = sequence("varied", &seeds, 2000);
        let different: HashSet<_> = inputs.iter().collect();
        assert!(different.len() > 1900, "{}", different.len());
        // Every kind of damage shows: shorter, longer, same length with few bytes changed.
        let lengths = |test: fn(usize) -> bool| inputs.iter().filter(|i| test(i.len())).count();
        assert!(lengths(|length| length < 200) > 200);
        assert!(lengths(|length| length > 200) > 200);
        let touched = |input: &&Vec<u8>| {
            input.len() == 200 && input.iter().zip(&seeds[0]).filter(|(a, b)| a != b).count() <= 4
        };
        assert!(inputs.iter().filter(touched).count() > 200);
        // And every byte is hit some time.
        for at in 0..200 {
            assert!(inputs.iter().any(|i| i.len() == 200 && i[at] != seeds[0][at]), "byte {at}");
        }
    }

    #[test]
    fn a_long_input_is_damaged_in_its_middle_and_at_its_ends() {
        let original: Vec<u8> = (0..200_000_u32).map(|at| (at % 251) as u8).collect();
        let mut mutator = Mutator::new("long");
        let (mut start, mut middle, mut end, mut same) = (0, 0, 0, 0);
        for _ in 0..500 {
            let damaged = mutator.damaged(&original);
            match original.iter().zip(&damaged).position(|(a, b)| a != b) {
                Some(at) if at < EDGE => start += 1,
                Some(at) if at >= original.len() - EDGE => end += 1,
                Some(_) => middle += 1,
                None if damaged.len() == original.len() => same += 1,
                None => end += 1,
            }
        }
        assert!(start > 100 && middle > 100 && end > 80, "{start} {middle} {end}");
        assert!(same < 100, "{same} of 500 are not damaged at all");
        assert!(Mutator::new("empty").damaged(&[]).len() <= 8 * LONGEST_BLOCK);
    }

    #[test]
    fn empty_and_missing_seeds_are_no_trouble() {
        for seeds in [vec![], vec![vec![]], vec![vec![], vec![1]]] {
            let inputs = sequence("empty", &seeds, 2000);
            assert!(inputs.iter().any(|input| !input.is_empty()));
        }
    }

    #[test]
    fn no_input_is_too_long() {
        let seeds = [vec![1; LONGEST], vec![2; LONGEST]];
        assert!(sequence("long", &seeds, 500).iter().all(|input| input.len() <= LONGEST));
    }
}
