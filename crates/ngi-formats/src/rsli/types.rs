//! Header, entry and method as they are stored.

use crate::schema::{Kind, Named, Part, Record as _, Shows, choices, field_offset, record};
use crate::{FixedStr, text};

/// First bytes of a file.
pub const MAGIC: [u8; 2] = *b"NL";
/// The only version there is.
pub const VERSION: u8 = 1;
/// Bytes of the header.
pub const HEADER_SIZE: usize = Header::SIZE;
/// Bytes of an entry.
pub const ENTRY_SIZE: usize = EntryRecord::SIZE;
/// Bytes of a name.
pub const NAME_SIZE: usize = 12;
/// Most entries an archive can have.
pub const MAX_ENTRIES: usize = i16::MAX as usize;
/// Value of [`Header::sort_flag`] where the sort table on disk is ready for use.
pub const SORT_READY: u16 = 0xabba;
/// First bytes of the trailer.
pub const TRAILER_MAGIC: [u8; 2] = *b"AO";
/// Bytes of the trailer.
pub const TRAILER_SIZE: usize = Trailer::SIZE;

/// Whether bytes start like an archive; says nothing about the rest. Two letters are little to go
/// by: the version counts too, and where the byte that nobody uses is not 0, there is room for as
/// many entries as the header says.
pub fn is_archive(bytes: &[u8]) -> bool {
    let Some([unused, VERSION, ..]) = bytes.strip_prefix(&MAGIC) else { return false };
    let count = || {
        let raw = bytes.get(field_offset!(Header, "count")..)?.first_chunk()?;
        usize::try_from(i16::from_le_bytes(*raw)).ok()
    };
    let has_room = |count: usize| bytes.len() >= HEADER_SIZE + count * ENTRY_SIZE;
    *unused == 0 || count().is_some_and(|count| count > 0 && has_room(count))
}

record! {
    /// Header of the archive: the first 32 bytes, after the magic.
    pub struct Header[2..32] derive(Eq) {
        /// Unknown purpose; preserved.
        0x02 => unk_0x02: u8 = M "0",
        /// Version of the format; only 1 is known.
        0x03 => version: u8 = M "1",
        /// Number of entries, not negative, so at most 32,767.
        0x04 => count: i16,
        /// Copy of the number of entries.
        0x06 => count_copy: i16 = M "equal to count",
        /// Unknown purpose; preserved.
        0x08 => unk_0x08: [u8; 6] as hex,
        /// 0xabba if the file contains a sort table that is ready; otherwise the engine sorts the
        /// names itself.
        0x0e => sort_flag: u16 = R "0xabba, or the engine builds the table in memory",
        /// Sum of all unpacked sizes.
        0x10 => unpacked_total: u32 = M "always that sum",
        /// Seed, whose low 16 bits are the key of the enciphered table.
        0x14 => seed: u32,
        /// Unknown purpose; preserved.
        0x18 => unk_0x18: [u8; 8] as hex,
    }
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
    /// The 32 bytes, magic included.
    pub(super) fn with_magic(&self) -> [u8; Self::SIZE] {
        let mut raw = self.write();
        raw.iter_mut().zip(MAGIC).for_each(|(slot, byte)| *slot = byte);
        raw
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

record! {
    /// Entry of the table, deciphered.
    pub struct EntryRecord[32] derive(Eq) {
        /// Name in upper-case ASCII, ended by a NUL unless it takes all 12 bytes.
        0x00 => name: FixedStr<NAME_SIZE> as full,
        /// Unknown purpose; preserved. The bytes should begin with a zero if the name takes all 12
        /// bytes.
        0x0c => unk_0x0c: [u8; 4] as hex,
        /// Packing method in the bits `0x1e0`; the other bits are unknown.
        0x10 => flags: i16 = M "the method and no other bits",
        /// Slot of the sort table ("sort to original"): position *i* contains the directory index
        /// of the *i*-th name in order. The number is also the key of this entry's payload.
        0x12 => sort_to_original: i16,
        /// Size of the payload in bytes, unpacked.
        0x14 => unpacked_size: u32,
        /// Offset of the payload from the overlay, or from the start of the file if there is no
        /// trailer.
        0x18 => offset: u32,
        /// Size of the payload in bytes, as stored.
        0x1c => packed_size: u32,
    }
}

record! {
    /// Trailer of the archive, its last six bytes. Optional.
    pub struct Trailer[6] derive(Eq) {
        /// The letters `AO`.
        0x00 => magic: [u8; 2] as hex,
        /// Position in the file from which the offsets of payloads count.
        0x02 => overlay: u32,
    }
}

impl EntryRecord {
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

choices! {
    /// Packing method of a payload: the bits `0x1E0` of an entry's flags.
    pub struct Method(u16) {
        /// Not packed.
        RAW = 0x000: "raw",
        /// Enciphered.
        XOR = 0x020: "xor",
        /// LZSS.
        LZSS = 0x040: "lzss",
        /// LZSS, then enciphered.
        XOR_LZSS = 0x060: "xor-lzss",
        /// LZHUF.
        LZHUF = 0x080: "lzhuf",
        /// LZHUF, then enciphered.
        XOR_LZHUF = 0x0a0: "xor-lzhuf",
        /// Raw Deflate.
        DEFLATE = 0x100: "deflate",
    }
}

/// How many methods are known.
const METHODS: usize = Method::NAMES.named.len();

/// The method as a part of the flags.
pub(super) static METHOD: Part = Part {
    name: "method",
    low: Method::MASK.trailing_zeros(),
    width: Method::MASK.count_ones(),
    shows: Shows::Name(&METHOD_NAMES),
    doc: "Packing method of the payload by name: the bits 0x1e0 of the flags.",
    game: None,
};

/// The kind of [`METHOD`].
pub(super) const METHOD_KIND: Kind = Kind::Part(&Kind::I16, &METHOD);

/// The methods as the part of the flags counts them.
static METHOD_NAMES: [Named; METHODS] = {
    #[allow(clippy::indexing_slicing)] // runs at compile time only
    const fn shifted() -> [Named; METHODS] {
        let mut names = [Method::NAMES.named[0]; METHODS];
        let mut at = 0;
        while at < METHODS {
            names[at] = Method::NAMES.named[at];
            names[at].value >>= Method::MASK.trailing_zeros();
            names[at].mask = names[at].value;
            at += 1;
        }
        names
    }
    shifted()
};

impl Method {
    /// The bits of the flags that hold the method.
    pub const MASK: u16 = 0x1e0;

    /// Every method that can be read and written, with the name people use for it.
    pub const ALL: [(Self, &'static str); METHODS] = {
        let mut all = [(Self::RAW, ""); METHODS];
        let mut at = 0;
        while at < METHODS {
            #[allow(
                clippy::indexing_slicing,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss
            )] // runs at compile time only, on values of this type
            {
                let named = &Self::NAMES.named[at];
                all[at] = (Self(named.value as u16), named.text);
            }
            at += 1;
        }
        all
    };

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
