//! The stored form.

use crate::FixedStr;
use crate::schema::{choices, record};

/// The first four bytes of a sound.
pub const MAGIC: [u8; 4] = *b"RIFF";
/// The four bytes behind its size.
pub const FORM: [u8; 4] = *b"WAVE";
/// The chunk that says how samples are stored.
pub const FORMAT: [u8; 4] = *b"fmt ";
/// The chunk that counts samples.
pub const FACT: [u8; 4] = *b"fact";
/// The chunk that has the samples.
pub const DATA: [u8; 4] = *b"data";
/// Samples a second of the game's sounds.
pub const USUAL_RATE: u32 = 22_050;

record! {
    /// What a sound begins with, between the letters RIFF and WAVE.
    pub struct RiffHead[4..8] derive(Eq, Default) {
        /// How many bytes follow this number.
        0x04 => size: u32,
    }
}

record! {
    /// What a chunk begins with.
    pub struct ChunkHead[8] derive(Eq, Default) {
        /// Which chunk it is.
        0x00 => id: FixedStr<4> as full,
        /// How many bytes it has behind this number, a last one to make them even left out.
        0x04 => size: u32,
    }
}

choices! {
    /// How samples are stored.
    pub struct Codec(u16) {
        /// A number each.
        PCM = 1: "PCM",
        /// Half a byte each: how far they are from what was expected.
        MS_ADPCM = 2: "MS ADPCM",
        /// A float each; the game does not play it.
        FLOAT = 3: "float",
        /// A logarithm each, as in European telephones; the game does not play it.
        A_LAW = 6: "A-law",
        /// A logarithm each, as in American telephones; the game does not play it.
        MU_LAW = 7: "mu-law",
        /// Another ADPCM; the game does not play it.
        IMA_ADPCM = 0x11: "IMA ADPCM",
        /// MP3; the game does not play it.
        MP3 = 0x55: "MP3",
        /// What a longer chunk says; the game does not play it.
        EXTENSIBLE = 0xfffe: "extensible",
    }
}

record! {
    /// How samples are stored: what the chunk "fmt " begins with.
    pub struct WaveFormat[16] derive(Eq, Default) {
        /// Which way.
        0x00 => codec: Codec = M "MS ADPCM on 306 of 399 sounds, PCM on 93",
        /// How many sounds at once: 1, or 2 for left and right.
        0x02 => channels: u16,
        /// Samples a second of each channel.
        0x04 => rate: u32 = M "22,050",
        /// Bytes that a second takes.
        0x08 => bytes_per_second: u32,
        /// Bytes that belong together: a sample of every channel, or a block of ADPCM.
        0x0c => block_size: u16,
        /// Bits of a sample.
        0x0e => bits: u16,
    }
}

record! {
    /// What the chunk "fmt " has more for MS ADPCM.
    pub struct AdpcmHead[6] derive(Eq, Default) {
        /// How many bytes follow this number.
        0x00 => extra_size: u16,
        /// Samples of a channel in a block.
        0x02 => samples_per_block: u16,
        /// How many pairs of coefficients follow.
        0x04 => coefficient_count: u16,
    }
}

record! {
    /// How the next sample is expected to follow from the last two, in 256ths.
    pub struct Coefficients[4] derive(Eq, Default) {
        /// So much of the last one.
        0x00 => first: i16,
        /// So much of the one before.
        0x02 => second: i16,
    }
}

record! {
    /// How long a sound is: the chunk "fact".
    pub struct Fact[4] derive(Eq, Default) {
        /// Samples of a channel. The last block may have more.
        0x00 => samples: u32,
    }
}

/// The pairs of coefficients that every MS ADPCM has.
pub const COEFFICIENTS: [Coefficients; 7] = [
    Coefficients { first: 256, second: 0 },
    Coefficients { first: 512, second: -256 },
    Coefficients { first: 0, second: 0 },
    Coefficients { first: 192, second: 64 },
    Coefficients { first: 240, second: 0 },
    Coefficients { first: 460, second: -208 },
    Coefficients { first: 392, second: -232 },
];
