//! The stored form: header and directory entries, field by field.

use std::fmt;

use crate::FixedStr;
use crate::bytes::{Cursor, Put};
use crate::{Error, Result};

/// The first four bytes of an archive.
pub const MAGIC: [u8; 4] = *b"NRes";
/// The only version the engine opens.
pub const VERSION: u32 = 0x100;
/// Bytes before the first payload.
pub const HEADER_SIZE: usize = 16;
/// Bytes of one directory entry.
pub const ENTRY_SIZE: usize = 64;
/// Bytes of the name field; a name has at most one less.
pub const NAME_SIZE: usize = 36;
/// Payloads start on multiples of this.
pub const ALIGNMENT: usize = 8;

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

/// The first 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// [`MAGIC`] in every archive.
    pub magic: [u8; 4],
    /// [`VERSION`] in every archive.
    pub version: u32,
    /// Number of entries; the engine reads it as signed.
    pub count: i32,
    /// The file's length, as the file itself states it.
    pub total_size: u32,
}

impl Header {
    /// Reads the header's fields and judges none of them.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        Ok(Self {
            magic: cursor.array("header.magic")?,
            version: cursor.u32("header.version")?,
            count: cursor.i32("header.count")?,
            total_size: cursor.u32("header.total_size")?,
        })
    }

    /// Appends the 16 bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { magic, version, count, total_size } = self;
        out.put(magic);
        out.put_u32(*version);
        out.put_i32(*count);
        out.put_u32(*total_size);
    }
}

/// One directory entry as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EntryRecord {
    /// What the entry holds.
    pub type_id: TypeId,
    /// First attribute; its meaning depends on the type.
    pub attr1: u32,
    /// Second attribute.
    pub attr2: u32,
    /// Payload size in bytes.
    pub size: u32,
    /// Third attribute.
    pub attr3: u32,
    /// Name, with the bytes after its NUL.
    pub name: FixedStr<NAME_SIZE>,
    /// Payload offset from the start of the file.
    pub offset: u32,
    /// Slot of the sort table that happens to lie in this entry; says nothing about the entry.
    pub sort_index: u32,
}

impl EntryRecord {
    /// Decodes the 64 bytes; cannot fail.
    pub fn read(bytes: &[u8; ENTRY_SIZE]) -> Self {
        let mut cursor = Cursor::new(bytes);
        // The array is exactly as long as the fields together, so no default is ever used.
        Self {
            type_id: TypeId(cursor.u32("type_id").unwrap_or_default()),
            attr1: cursor.u32("attr1").unwrap_or_default(),
            attr2: cursor.u32("attr2").unwrap_or_default(),
            size: cursor.u32("size").unwrap_or_default(),
            attr3: cursor.u32("attr3").unwrap_or_default(),
            name: FixedStr(cursor.array("name").unwrap_or([0; NAME_SIZE])),
            offset: cursor.u32("offset").unwrap_or_default(),
            sort_index: cursor.u32("sort_index").unwrap_or_default(),
        }
    }

    /// The 64 bytes.
    pub fn to_bytes(&self) -> [u8; ENTRY_SIZE] {
        let Self { type_id, attr1, attr2, size, attr3, name, offset, sort_index } = self;
        let mut bytes = [0; ENTRY_SIZE];
        let (numbers, rest) = bytes.split_at_mut(20);
        let (name_field, tail) = rest.split_at_mut(NAME_SIZE);
        let words = [type_id.0, *attr1, *attr2, *size, *attr3];
        for (field, word) in numbers.as_chunks_mut().0.iter_mut().zip(words) {
            *field = word.to_le_bytes();
        }
        name_field.copy_from_slice(&name.0);
        for (field, word) in tail.as_chunks_mut().0.iter_mut().zip([*offset, *sort_index]) {
            *field = word.to_le_bytes();
        }
        bytes
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
