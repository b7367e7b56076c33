//! The cipher of RsLi: one stream of key bytes, the same for writing and for reading.
//!
//! The state is two bytes, `lo` and `hi`, taken from a 16-bit key. Each step makes
//! `lo = hi ^ (lo << 1)`, gives `lo` as the key byte, and makes `hi = lo ^ (hi >> 1)`.
//!
//! Every operation in there is linear over single bits, which has two useful consequences. Eight
//! steps of a state are the XOR of eight steps of its low byte and eight steps of its high byte,
//! so that two small tables replace them. And a stream made with `a` becomes one made with `b`
//! when the stream of `a ^ b` is applied; key 0 changes nothing.

/// Eight key bytes and the state after them, for one half of the state.
#[derive(Clone, Copy)]
struct Leap {
    keys: u64,
    state: u16,
}

/// [`Leap`]s of the states `0x00ll`.
static LOW: [Leap; 256] = leaps(0);
/// [`Leap`]s of the states `0xhh00`.
static HIGH: [Leap; 256] = leaps(8);

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // runs at compile time only
const fn leaps(shift: u32) -> [Leap; 256] {
    let mut table = [Leap { keys: 0, state: 0 }; 256];
    let mut half = 0;
    while half < 256 {
        let mut state = (half as u16) << shift;
        let mut keys = 0;
        let mut count = 0;
        while count < 8 {
            state = step(state);
            keys |= ((state & 0xff) as u64) << (8 * count);
            count += 1;
        }
        table[half] = Leap { keys, state };
        half += 1;
    }
    table
}

/// One step; the key byte is the low byte of the result.
const fn step(state: u16) -> u16 {
    let [lo, hi] = state.to_le_bytes();
    let lo = hi ^ (lo << 1);
    u16::from_le_bytes([lo, lo ^ (hi >> 1)])
}

fn leap(state: u16) -> Leap {
    let [lo, hi] = state.to_le_bytes();
    let none = Leap { keys: 0, state: 0 };
    let low = LOW.get(usize::from(lo)).copied().unwrap_or(none);
    let high = HIGH.get(usize::from(hi)).copied().unwrap_or(none);
    Leap { keys: low.keys ^ high.keys, state: low.state ^ high.state }
}

/// The cipher somewhere in its stream.
#[derive(Debug, Clone)]
pub struct Cipher {
    state: u16,
}

impl Cipher {
    /// Starts a stream. Of a 32-bit seed only the low 16 bits count.
    pub fn new(key: u16) -> Self {
        Self { state: key }
    }

    /// Enciphers or deciphers the next bytes of the stream.
    pub fn apply(&mut self, bytes: &mut [u8]) {
        let (eights, rest) = bytes.as_chunks_mut::<8>();
        for eight in eights {
            let Leap { keys, state } = leap(self.state);
            *eight = (u64::from_le_bytes(*eight) ^ keys).to_le_bytes();
            self.state = state;
        }
        for byte in rest {
            self.state = step(self.state);
            let [key, _] = self.state.to_le_bytes();
            *byte ^= key;
        }
    }
}

/// Enciphers or deciphers a whole stream in place.
pub fn apply(key: u16, bytes: &mut [u8]) {
    Cipher::new(key).apply(bytes);
}

/// Enciphers or deciphers a whole stream into a copy.
pub fn applied(key: u16, bytes: &[u8]) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    apply(key, &mut copy);
    copy
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The cipher as its description says it, byte by byte.
    fn by_the_book(key: u16, bytes: &[u8]) -> Vec<u8> {
        let (mut lo, mut hi) = ((key & 0xff) as u8, (key >> 8) as u8);
        let mut out = Vec::new();
        for byte in bytes {
            lo = hi ^ (lo << 1);
            out.push(byte ^ lo);
            hi = lo ^ (hi >> 1);
        }
        out
    }

    #[test]
    fn by_hand() {
        // key 0x0001: lo 01, hi 00
        //   lo = 00 ^ 02 = 02, hi = 02 ^ 00 = 02
        //   lo = 02 ^ 04 = 06, hi = 06 ^ 01 = 07
        //   lo = 07 ^ 0c = 0b, hi = 0b ^ 03 = 08
        //   lo = 08 ^ 16 = 1e, hi = 1e ^ 04 = 1a
        assert_eq!(applied(0x0001, &[0; 4]), [0x02, 0x06, 0x0b, 0x1e]);
        // key 0x8040: lo 40, hi 80
        //   lo = 80 ^ 80 = 00, hi = 00 ^ 40 = 40
        //   lo = 40 ^ 00 = 40, hi = 40 ^ 20 = 60
        //   lo = 60 ^ 80 = e0, hi = e0 ^ 30 = d0
        assert_eq!(applied(0x8040, b"abc"), [b'a', b'b' ^ 0x40, b'c' ^ 0xe0]);
        assert_eq!(applied(0, b"unchanged"), b"unchanged");
    }

    proptest! {
        #[test]
        fn same_as_the_book(key: u16, bytes: Vec<u8>) {
            prop_assert_eq!(applied(key, &bytes), by_the_book(key, &bytes));
        }

        #[test]
        fn pieces_make_one_stream(key: u16, bytes: Vec<u8>, cut: prop::sample::Index) {
            let mut pieces = bytes.clone();
            let (head, tail) = pieces.split_at_mut(cut.index(bytes.len() + 1));
            let mut cipher = Cipher::new(key);
            cipher.apply(head);
            cipher.apply(tail);
            prop_assert_eq!(pieces, applied(key, &bytes));
        }

        #[test]
        fn keys_add_up(a: u16, b: u16, bytes: Vec<u8>) {
            prop_assert_eq!(applied(a ^ b, &applied(a, &bytes)), applied(b, &bytes));
        }
    }
}
