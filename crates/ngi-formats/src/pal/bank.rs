//! The bank of 286 palettes, and how a texture's name picks one.

use std::fmt;

use crate::{Error, Result, text};

/// Letters of the bank: `A` to `Z`.
pub const LETTERS: u16 = 26;
/// Variants of a letter: none, then the digits 0 to 9.
pub const VARIANTS: u16 = 11;
/// Places in the bank.
pub const SLOTS: u16 = LETTERS * VARIANTS;
/// The last position where a texture name may have its dot.
pub const LONGEST_STEM: usize = 16;
/// What the engine says of a texture name without a dot in the first 17 places.
pub const BAD_TEXTURE_NAME: &str = "Bad texture name.";

/// A place in the bank: `letter * 11 + variant`, always below [`SLOTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u16);

impl Slot {
    /// The place of this number; `None` from [`SLOTS`] on.
    pub fn new(index: u16) -> Option<Self> {
        (index < SLOTS).then_some(Self(index))
    }

    /// All places in order: `A`, `A0` … `Z9`.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..SLOTS).map(Self)
    }

    /// Its number.
    pub fn index(self) -> u16 {
        self.0
    }

    /// Its letter, `A` to `Z`.
    pub fn letter(self) -> char {
        char::from(b'A'.saturating_add(u8::try_from(self.0 / VARIANTS).unwrap_or(0)))
    }

    /// Its digit; `None` for the plain letter.
    pub fn digit(self) -> Option<char> {
        let digit = u8::try_from(self.0 % VARIANTS).unwrap_or(0).checked_sub(1)?;
        Some(char::from(b'0'.saturating_add(digit)))
    }

    /// The entry of `palettes.lib` for this place, such as `A.PAL` or `Z9.PAL`.
    pub fn file_name(self) -> String {
        format!("{self}.PAL")
    }

    /// The place of a file name, ignoring case; `None` for a name the engine never asks for.
    pub fn from_file_name(name: &[u8]) -> Option<Self> {
        let name = name.to_ascii_uppercase();
        let (letter, digit) = match *name.strip_suffix(b".PAL")? {
            [letter @ b'A'..=b'Z'] => (letter, None),
            [letter @ b'A'..=b'Z', digit @ b'0'..=b'9'] => (letter, Some(digit)),
            _ => return None,
        };
        let variant = digit.map_or(0, |digit| u16::from(digit - b'0') + 1);
        Self::new(u16::from(letter - b'A') * VARIANTS + variant)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = String::from(self.letter());
        shown.extend(self.digit());
        f.pad(&shown)
    }
}

/// Where the dot of a texture name is: the first one, within positions 0 to 16. Without it the
/// engine refuses the name with "Bad texture name.".
pub fn texture_dot(name: &[u8]) -> Result<usize> {
    name.iter().take(LONGEST_STEM + 1).position(|&byte| byte == b'.').ok_or_else(|| {
        let shown = text::decode(name);
        Error::usage(
            "name",
            format!("\"{shown}\" has no dot in its first 17 characters ({BAD_TEXTURE_NAME})"),
        )
    })
}

/// Which palette a texture's or lightmap's name asks for.
///
/// With `L` the first byte after the dot in upper case and `D` the next one, the engine works out
/// `(L − 'A') · 11 + (D ? D − '0' + 1 : 0)`. Below 0 there is no palette (`NAME.0` in most of the
/// game). The engine has no upper check and reads outside its bank; here that is an error. Bytes
/// count as signed, as in the engine's compiler (a guess that matters for non-ASCII only).
pub fn texture_palette(name: &[u8]) -> Result<Option<Slot>> {
    let suffix = name.get(texture_dot(name)? + 1..).unwrap_or_default();
    let signed = |byte: u8| i32::from(i8::from_le_bytes([byte]));
    let Some(&letter) = suffix.first() else { return Ok(None) };
    let variant = suffix.get(1).map_or(0, |&digit| signed(digit) - i32::from(b'0') + 1);
    let letter = signed(letter.to_ascii_uppercase()) - i32::from(b'A');
    let Ok(index) = u16::try_from(letter * i32::from(VARIANTS) + variant) else { return Ok(None) };
    Slot::new(index).map(Some).ok_or_else(|| {
        let shown = text::decode(name);
        Error::usage(
            "name",
            format!("\"{shown}\" asks for palette {index}, but the bank ends at {}", SLOTS - 1),
        )
    })
}
