//! The stored form: header and directory entries, field by field.

use std::fmt;

use crate::schema::{Kind, Sealed, Stored, record};
use crate::{Error, FixedStr, Result};

/// The first four bytes of an archive.
pub const MAGIC: [u8; 4] = *b"NRes";
/// The only version the engine opens.
pub const VERSION: u32 = 0x100;
/// Bytes before the first payload.
pub const HEADER_SIZE: usize = Header::SIZE;
/// Bytes of one directory entry.
pub const ENTRY_SIZE: usize = EntryRecord::SIZE;
/// Bytes of the name field; a name has at most one less.
pub const NAME_SIZE: usize = 36;
/// Payloads start on multiples of this.
pub const ALIGNMENT: usize = 8;

/// Whether bytes start like an archive; says nothing about the rest.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// What kind of thing an entry holds: a FourCC such as `MAT0`, or a small number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TypeId(pub u32);

impl TypeId {
    /// The id as four characters, where all four are printable ASCII.
    pub fn four_cc(self) -> Option<String> {
        let bytes = self.0.to_le_bytes();
        bytes.iter().all(u8::is_ascii_graphic).then(|| bytes.map(char::from).iter().collect())
    }

    /// Reads what [`Display`](fmt::Display) prints: a number (decimal or `0x…`) or four characters.
    pub fn parse(text: &str) -> Option<Self> {
        let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        if let Ok(number) = number {
            return Some(Self(number));
        }
        let bytes: [u8; 4] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_graphic).then(|| Self::from(bytes))
    }
}

impl From<u32> for TypeId {
    fn from(id: u32) -> Self {
        Self(id)
    }
}

impl From<[u8; 4]> for TypeId {
    fn from(four_cc: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(four_cc))
    }
}

impl fmt::Display for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A FourCC that reads as another number would not survive `parse`.
        match self.four_cc().filter(|text| Self::parse(text) == Some(*self)) {
            Some(text) => f.pad(&text),
            None => f.pad(&self.0.to_string()),
        }
    }
}

impl Sealed for TypeId {}
impl Stored for TypeId {
    const KIND: Kind = Kind::U32;
    const ZERO: Self = Self(0);
    #[inline(always)]
    fn load(&mut self, bytes: &[u8], at: usize) {
        self.0.load(bytes, at);
    }
    #[inline]
    fn put(self, bytes: &mut [u8], at: usize) {
        self.0.put(bytes, at);
    }
}

record! {
    /// Header of the archive, 16 bytes.
    pub struct Header[16] derive(Eq) {
        /// The letters `NRes`.
        0x00 => magic: [u8; 4] as hex = R "\"NRes\"; the engine opens nothing else",
        /// Version of the format.
        0x04 => version: u32 = R "0x100; the engine opens nothing else",
        /// Number of entries, not negative; the engine reads it as a signed number.
        0x08 => count: i32,
        /// Length of the file according to its header.
        0x0c => total_size: u32 = R "the engine refuses a file with another length",
    }
}

record! {
    /// Directory entry as stored.
    pub struct EntryRecord[64] derive(Eq, Default) {
        /// Type of the content: four characters such as `MAT0`, the first in the lowest byte, or a
        /// small number such as 3.
        0x00 => type_id: TypeId,
        /// First attribute; its meaning depends on the type.
        0x04 => attr1: u32,
        /// Second attribute; its meaning depends on the type.
        0x08 => attr2: u32,
        /// Payload size in bytes.
        0x0c => size: u32,
        /// Third attribute; its meaning depends on the type.
        0x10 => attr3: u32,
        /// Name: at most 35 bytes and a NUL. Bytes after the NUL have no meaning and are preserved.
        /// Names are compared ignoring ASCII case.
        0x14 => name: FixedStr<NAME_SIZE>,
        /// Payload offset from the start of the file.
        0x38 => offset: u32 = M "a multiple of 8",
        /// Slot of the sort table, unrelated to the entry that contains it: slot i is the directory
        /// index of the i-th name in order.
        0x3c => sort_index: u32,
    }
}

/// The offset a size pads to.
pub(super) fn align(offset: u64) -> u64 {
    offset.next_multiple_of(ALIGNMENT as u64)
}

/// A size or offset as the format's 32 bits, or the limit it broke.
pub(super) fn to_u32(value: u64, field: &'static str) -> Result<u32> {
    u32::try_from(value)
        .map_err(|_| Error::limit(field, format!("{value} does not fit the format's 32 bits")))
}
