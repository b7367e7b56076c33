//! Names as the game stores them: bytes of Windows-1251 in fixed fields, compared without case.

use std::cmp::Ordering;
use std::fmt;

use crate::{Error, Result};

/// Unicode for the bytes 0x80..=0xFF of Windows-1251. Byte 0x98 is unassigned there; it maps to
/// the control character of the same number, so that every byte has its own character.
const WINDOWS_1251: [char; 128] = {
    const TEXT: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";
    decode_table(TEXT)
};

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // runs at compile time only
const fn decode_table(text: &str) -> [char; 128] {
    let utf8 = text.as_bytes();
    let mut table = ['\0'; 128];
    let (mut at, mut slot) = (0, 0);
    while at < utf8.len() {
        let first = utf8[at] as u32;
        let (mut value, extra) = match first {
            0xc0..=0xdf => (first & 0x1f, 1),
            _ => (first & 0x0f, 2),
        };
        let mut step = 1;
        while step <= extra {
            value = value << 6 | (utf8[at + step] as u32 & 0x3f);
            step += 1;
        }
        table[slot] = match char::from_u32(value) {
            Some(character) => character,
            None => '\0',
        };
        at += extra + 1;
        slot += 1;
    }
    table
}

/// The character that Windows-1251 byte stands for.
pub fn decode_byte(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(high) => WINDOWS_1251.get(usize::from(high)).copied().unwrap_or('\0'),
    }
}

/// Bytes shown as Windows-1251. Every byte becomes exactly one character, so [`encode`] gives
/// the bytes back.
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().copied().map(decode_byte).collect()
}

/// Text as Windows-1251 bytes; `None` if a character has no byte there.
pub fn encode(text: &str) -> Option<Vec<u8>> {
    text.chars().map(encode_char).collect()
}

fn encode_char(character: char) -> Option<u8> {
    if character.is_ascii() {
        return u8::try_from(character).ok();
    }
    let high = WINDOWS_1251.iter().position(|&known| known == character)?;
    u8::try_from(high + 0x80).ok()
}

/// Folds case the way the game's C library does: A–Z to a–z, every other byte as it is.
/// Because letters fold *down*, `_` (0x5F) sorts before them.
pub fn fold(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

/// Compares two names ignoring ASCII case, as unsigned bytes.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    a.iter().copied().map(fold).cmp(b.iter().copied().map(fold))
}

/// The first eight bytes of a NUL-terminated or shorter name, folded, as a number that compares
/// like them: where two keys differ, [`compare`] says the same; where they are equal, the names
/// agree in their first eight bytes (and entirely, if shorter).
pub fn sort_key(name: &[u8]) -> u64 {
    let head = name.first_chunk::<8>().copied().unwrap_or_else(|| {
        let mut head = [0; 8];
        for (slot, &byte) in head.iter_mut().zip(name) {
            *slot = byte;
        }
        head
    });
    fold_word(clear_after_nul(u64::from_be_bytes(head)))
}

/// Clears every byte behind the first NUL, reading from the most significant byte on.
fn clear_after_nul(word: u64) -> u64 {
    let marks = u64::from_be_bytes(word.to_be_bytes().map(|byte| u8::from(byte == 0) << 7));
    match marks.leading_zeros() {
        64 => word,
        bits => word & !(u64::MAX >> bits),
    }
}

/// Folds A–Z in all eight bytes at once.
fn fold_word(word: u64) -> u64 {
    u64::from_be_bytes(word.to_be_bytes().map(fold))
}

/// Whether two names are the same, ignoring ASCII case.
pub fn same(a: &[u8], b: &[u8]) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// The bytes before the first NUL, or all of them.
pub fn until_nul(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    bytes.get(..end).unwrap_or(bytes)
}

/// A name in a field of `N` bytes: text, a NUL, and whatever the writer left behind it.
///
/// All `N` bytes are kept. Two values are equal when all their bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FixedStr<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for FixedStr<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> FixedStr<N> {
    /// A field that holds `name`, a NUL and zeros. The name must leave room for the NUL and hold
    /// none itself.
    pub fn new(name: &[u8]) -> Result<Self> {
        if name.len() >= N {
            let most = N.saturating_sub(1);
            return Err(Error::usage(
                "name",
                format!("\"{}\" has {} bytes, at most {most} fit", decode(name), name.len()),
            ));
        }
        if name.contains(&0) {
            return Err(Error::usage("name", format!("\"{}\" holds a NUL", decode(name))));
        }
        let mut field = [0; N];
        for (slot, &byte) in field.iter_mut().zip(name) {
            *slot = byte;
        }
        Ok(Self(field))
    }

    /// The name: the bytes before the first NUL, or all of them where there is none.
    pub fn name(&self) -> &[u8] {
        until_nul(&self.0)
    }

    /// Whether a NUL ends the name.
    pub fn is_terminated(&self) -> bool {
        self.0.contains(&0)
    }

    /// The bytes after the name's NUL.
    pub fn tail(&self) -> &[u8] {
        self.0.get(self.name().len() + 1..).unwrap_or_default()
    }

    /// The same name with nothing but zeros after its NUL.
    #[must_use]
    pub fn without_tail(mut self) -> Self {
        let end = self.name().len();
        self.0.iter_mut().skip(end).for_each(|byte| *byte = 0);
        self
    }

    /// Whether the field is exactly what [`FixedStr::new`] makes from its name.
    pub fn is_plain(&self) -> bool {
        self.is_terminated() && self.tail().iter().all(|&byte| byte == 0)
    }

    /// Whether `name` is this name, ignoring ASCII case.
    pub fn is(&self, name: &[u8]) -> bool {
        same(self.name(), name)
    }
}

impl<const N: usize> fmt::Display for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decode(self.name()))
    }
}

impl<const N: usize> fmt::Debug for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", decode(self.name()))?;
        if !self.is_plain() {
            write!(f, " + {:02x?}", self.tail())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_its_own_character() {
        let all: Vec<u8> = (0..=255).collect();
        let text = decode(&all);
        assert_eq!(text.chars().count(), 256);
        assert_eq!(encode(&text), Some(all));
        assert_eq!(decode(&[0xcf, 0xe0, 0xf0, 0xea, 0xe0, 0xed]), "Паркан");
        assert_eq!(decode(&[0xff, 0x80, 0xb8]), "яЂё");
        assert_eq!(encode("漢"), None);
    }

    #[test]
    fn underscore_sorts_before_letters() {
        assert_eq!(compare(b"A_B", b"aab"), Ordering::Less);
        assert_eq!(compare(b"ABC", b"abc"), Ordering::Equal);
        assert_eq!(compare(b"ab", b"ABC"), Ordering::Less);
        assert_eq!(compare(&[0xe0], b"z"), Ordering::Greater);
    }

    #[test]
    fn sort_keys_compare_like_names() {
        let names: [&[u8]; 9] =
            [b"", b"a", b"A_", b"a\xff", b"ABCDEFGH", b"abcdefghi", b"_", b"Z", b"z\0junk!"];
        for a in names {
            for b in names {
                let (a_name, b_name) = (until_nul(a), until_nul(b));
                let keys = sort_key(a).cmp(&sort_key(b));
                if keys == Ordering::Equal {
                    let head = |name: &[u8]| name[..name.len().min(8)].to_ascii_lowercase();
                    assert_eq!(head(a_name), head(b_name));
                } else {
                    assert_eq!(keys, compare(a_name, b_name), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_field_keeps_its_tail() {
        let field = FixedStr(*b"ab\0junk\0");
        assert_eq!(field.name(), b"ab");
        assert_eq!(field.tail(), b"junk\0");
        assert_eq!(field.without_tail().0, *b"ab\0\0\0\0\0\0");
        assert_eq!(FixedStr(*b"abcd").without_tail().0, *b"abcd");
        assert!(!field.is_plain());
        assert!(field.is(b"AB"));
        assert!(!FixedStr(*b"abcd").is_terminated());
        assert_eq!(FixedStr::<4>::new(b"abc").map(|f| f.0), Ok(*b"abc\0"));
        assert!(FixedStr::<4>::new(b"abcd").is_err());
        assert!(FixedStr::<8>::new(b"a\0b").is_err());
    }
}
