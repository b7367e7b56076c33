//! Numbers that tell whether bytes are still the same.

/// A number of some bytes, the same on every machine. Nobody is kept from making two files of one
/// number on purpose; it tells what somebody has edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hash(u64);

/// Odd, and about as many bits set as not: every step can be undone, so that one changed word
/// always gives another number.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Of a file's bytes alone.
    pub fn of(bytes: &[u8]) -> Self {
        Self::new().add(bytes)
    }

    /// Adds some bytes; where they end counts too. Eight at a time: whole games go through here.
    pub fn add(self, bytes: &[u8]) -> Self {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        let start = self.step(bytes.len() as u64);
        let all = words.iter().fold(start, |hash, word| hash.step(u64::from_le_bytes(*word)));
        all.step(u64::from_le_bytes(last))
    }

    fn step(self, word: u64) -> Self {
        let mixed = (self.0 ^ word).wrapping_mul(FACTOR);
        Self(mixed ^ (mixed >> 32))
    }

    pub fn number(self) -> u64 {
        self.0
    }

    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_bytes_end_counts() {
        let two = |a: &[u8], b: &[u8]| Hash::new().add(a).add(b);
        assert_ne!(two(b"ab", b"c"), two(b"a", b"bc"));
        assert_eq!(two(b"ab", b"c"), two(b"ab", b"c"));
        assert_ne!(Hash::of(b"a"), Hash::of(b"a\0"));
    }

    #[test]
    fn every_bit_counts() {
        let bytes: Vec<u8> = (0..100).collect();
        let mut seen = std::collections::HashSet::from([Hash::of(&bytes).number()]);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[at] ^= 1 << bit;
                assert!(seen.insert(Hash::of(&other).number()), "byte {at}, bit {bit}");
            }
        }
        // Indices are kept in files: the same number on every machine and in every version.
        assert_eq!(Hash::of(b"Hello, pilot.").text(), "942c74c2bd83be8e");
    }
}
