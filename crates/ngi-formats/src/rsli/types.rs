//! Header, entry and method as they are stored.

use crate::bytes::{Cursor, Put};
use crate::{FixedStr, Result, text};

/// First bytes of a file.
pub const MAGIC: [u8; 2] = *b"NL";
/// The only version there is.
pub const VERSION: u8 = 1;
/// Bytes of the header.
pub const HEADER_SIZE: usize = 32;
/// Bytes of an entry.
pub const ENTRY_SIZE: usize = 32;
/// Bytes of a name.
pub const NAME_SIZE: usize = 12;
/// Most entries an archive can have.
pub const MAX_ENTRIES: usize = i16::MAX as usize;
/// Value of [`Header::sort_flag`] where the sort table on disk is ready for use.
pub const SORT_READY: u16 = 0xabba;
/// First bytes of the trailer.
pub const TRAILER_MAGIC: [u8; 2] = *b"AO";
/// Bytes of the trailer.
pub const TRAILER_SIZE: usize = 6;

/// The first 32 bytes, after the magic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// 0 in shipped files.
    pub unk_0x02: u8,
    /// 1.
    pub version: u8,
    /// Number of entries; negative is broken.
    pub count: i16,
    /// Offset 6: the count again, in shipped files.
    pub count_copy: i16,
    /// Unknown.
    pub unk_0x08: [u8; 6],
    /// [`SORT_READY`] where the sort table on disk is ready; else the engine sorts.
    pub sort_flag: u16,
    /// Sum of all unpacked sizes, in shipped files.
    pub unpacked_total: u32,
    /// Its low 16 bits are the key the table is enciphered with.
    pub seed: u32,
    /// Unknown.
    pub unk_0x18: [u8; 8],
}

impl Default for Header {
    /// The header of an archive without entries.
    fn default() -> Self {
        Self {
            unk_0x02: 0,
            version: VERSION,
            count: 0,
            count_copy: 0,
            unk_0x08: [0; 6],
            sort_flag: SORT_READY,
            unpacked_total: 0,
            seed: 0,
            unk_0x18: [0; 8],
        }
    }
}

impl Header {
    /// Reads 32 bytes; the magic is not looked at.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        cursor.array::<2>("header.magic")?;
        Ok(Self {
            unk_0x02: cursor.u8("header.unk_0x02")?,
            version: cursor.u8("header.version")?,
            count: cursor.i16("header.count")?,
            count_copy: cursor.i16("header.count_copy")?,
            unk_0x08: cursor.array("header.unk_0x08")?,
            sort_flag: cursor.u16("header.sort_flag")?,
            unpacked_total: cursor.u32("header.unpacked_total")?,
            seed: cursor.u32("header.seed")?,
            unk_0x18: cursor.array("header.unk_0x18")?,
        })
    }

    /// Appends 32 bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self {
            unk_0x02,
            version,
            count,
            count_copy,
            unk_0x08,
            sort_flag,
            unpacked_total,
            seed,
            unk_0x18,
        } = *self;
        out.put(&MAGIC);
        out.put_u8(unk_0x02);
        out.put_u8(version);
        out.put_i16(count);
        out.put_i16(count_copy);
        out.put(&unk_0x08);
        out.put_u16(sort_flag);
        out.put_u32(unpacked_total);
        out.put_u32(seed);
        out.put(&unk_0x18);
    }

    /// Whether the sort table on disk is ready for use.
    pub fn is_sort_ready(&self) -> bool {
        self.sort_flag == SORT_READY
    }

    /// The key the table is enciphered with.
    pub fn table_key(&self) -> u16 {
        let [low, high, ..] = self.seed.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

/// One entry of the table, deciphered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryRecord {
    /// Name: upper-case ASCII, ended by a NUL unless all 12 bytes are taken.
    pub name: FixedStr<NAME_SIZE>,
    /// Unknown; kept.
    pub unk_0x0c: [u8; 4],
    /// The method in the bits [`Method::MASK`]; the others are unknown.
    pub flags: i16,
    /// A slot of the sort table ("sort to original"): position *i* holds the directory index of
    /// the *i*-th name in order. It is also the key of this entry's payload.
    pub sort_to_original: i16,
    /// Bytes of the payload once unpacked.
    pub unpacked_size: u32,
    /// Offset of the payload from the overlay, or from the start of the file without a trailer.
    pub offset: u32,
    /// Bytes of the payload as stored.
    pub packed_size: u32,
}

impl EntryRecord {
    /// Reads a deciphered entry.
    pub fn read(bytes: &[u8; ENTRY_SIZE]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        Ok(Self {
            name: FixedStr(cursor.array("name")?),
            unk_0x0c: cursor.array("unk_0x0c")?,
            flags: cursor.i16("flags")?,
            sort_to_original: cursor.i16("sort_to_original")?,
            unpacked_size: cursor.u32("unpacked_size")?,
            offset: cursor.u32("offset")?,
            packed_size: cursor.u32("packed_size")?,
        })
    }

    /// Appends the entry, not enciphered yet.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { name, unk_0x0c, flags, sort_to_original, unpacked_size, offset, packed_size } =
            *self;
        out.put(&name.0);
        out.put(&unk_0x0c);
        out.put_i16(flags);
        out.put_i16(sort_to_original);
        out.put_u32(unpacked_size);
        out.put_u32(offset);
        out.put_u32(packed_size);
    }

    /// How the payload is packed.
    pub fn method(&self) -> Method {
        Method::of(self.flags)
    }

    /// The name as a number that compares like the engine compares names: byte by byte.
    pub(super) fn name_key(&self) -> u128 {
        name_key(self.name.name())
    }
}

/// The first 15 bytes of a name as a number that compares like them.
pub(super) fn name_key(name: &[u8]) -> u128 {
    let mut key = [0; 16];
    for (slot, &byte) in key.iter_mut().zip(name.iter().take(15)) {
        *slot = byte;
    }
    u128::from_be_bytes(key)
}

/// The number that a request for `name` is looked up with: upper case, cut to 15 characters.
pub(super) fn request_key(name: &[u8]) -> u128 {
    let name = text::until_nul(name);
    let mut key = [0; 16];
    for (slot, byte) in key.iter_mut().zip(name.iter().take(15)) {
        *slot = byte.to_ascii_uppercase();
    }
    u128::from_be_bytes(key)
}

/// How a payload is packed: the bits `0x1E0` of an entry's flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Method(pub u16);

impl Method {
    /// The bits of the flags that hold the method.
    pub const MASK: u16 = 0x1e0;
    /// Stored as it is.
    pub const RAW: Self = Self(0x000);
    /// Enciphered.
    pub const XOR: Self = Self(0x020);
    /// LZSS.
    pub const LZSS: Self = Self(0x040);
    /// LZSS, then enciphered.
    pub const XOR_LZSS: Self = Self(0x060);
    /// LZHUF.
    pub const LZHUF: Self = Self(0x080);
    /// LZHUF, then enciphered.
    pub const XOR_LZHUF: Self = Self(0x0a0);
    /// Raw Deflate.
    pub const DEFLATE: Self = Self(0x100);

    /// Every method that can be read and written, with the name people use for it.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::RAW, "raw"),
        (Self::XOR, "xor"),
        (Self::LZSS, "lzss"),
        (Self::XOR_LZSS, "xor-lzss"),
        (Self::LZHUF, "lzhuf"),
        (Self::XOR_LZHUF, "xor-lzhuf"),
        (Self::DEFLATE, "deflate"),
    ];

    /// The method in an entry's flags.
    pub fn of(flags: i16) -> Self {
        Self(flags.cast_unsigned() & Self::MASK)
    }

    /// The same flags with this method.
    pub fn put_into(self, flags: i16) -> i16 {
        (flags.cast_unsigned() & !Self::MASK | self.0 & Self::MASK).cast_signed()
    }

    /// Whether the payload is enciphered with its entry's key.
    pub fn is_enciphered(self) -> bool {
        matches!(self, Self::XOR | Self::XOR_LZSS | Self::XOR_LZHUF)
    }

    /// Whether it is one of the seven known ones.
    pub fn is_known(self) -> bool {
        self.name().is_some()
    }

    /// The name people use for it, if it is one of the seven known ones.
    pub fn name(self) -> Option<&'static str> {
        Self::ALL.iter().find(|(method, _)| *method == self).map(|(_, name)| *name)
    }

    /// The method of that name, ignoring case, or of that number (`0x040`).
    pub fn parse(text: &str) -> Option<Self> {
        let named = Self::ALL.iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        named.map(|(method, _)| *method).or_else(|| {
            let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
            let number = Self(u16::from_str_radix(digits, 16).ok()?);
            (number.0 & !Self::MASK == 0).then_some(number)
        })
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.pad(&format!("{:#05x}", self.0)),
        }
    }
}
