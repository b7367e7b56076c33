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
    /// Head of a sound, between the letters RIFF and WAVE.
    pub struct RiffHead[4..8] derive(Eq, Default) {
        /// Number of bytes after this field.
        0x04 => size: u32,
    }
}

record! {
    /// Head of a chunk.
    pub struct ChunkHead[8] derive(Eq, Default) {
        /// Kind of the chunk, four characters.
        0x00 => id: FixedStr<4> as full,
        /// Number of bytes after this field, without the byte that pads an odd chunk.
        0x04 => size: u32,
    }
}

choices! {
    /// Codec of the samples.
    pub struct Codec(u16) {
        /// One integer per sample.
        PCM = 1: "PCM",
        /// Half a byte per sample: the difference from a predicted value.
        MS_ADPCM = 2: "MS ADPCM",
        /// One float per sample; the game does not play it.
        FLOAT = 3: "float",
        /// One logarithm per sample, as in European telephony; the game does not play it.
        A_LAW = 6: "A-law",
        /// One logarithm per sample, as in American telephony; the game does not play it.
        MU_LAW = 7: "mu-law",
        /// Another ADPCM; the game does not play it.
        IMA_ADPCM = 0x11: "IMA ADPCM",
        /// MP3; the game does not play it.
        MP3 = 0x55: "MP3",
        /// Codec that a longer chunk states; the game does not play it.
        EXTENSIBLE = 0xfffe: "extensible",
    }
}

record! {
    /// Storage of the samples: the start of the chunk "fmt ".
    pub struct WaveFormat[16] derive(Eq, Default) {
        /// Codec of the samples.
        0x00 => codec: Codec = M "MS ADPCM on 306 of 399 sounds, PCM on 93",
        /// Number of channels: 1, or 2 for left and right.
        0x02 => channels: u16,
        /// Samples per second and channel.
        0x04 => rate: u32 = M "22,050",
        /// Bytes per second.
        0x08 => bytes_per_second: u32,
        /// Bytes per block: one sample of every channel, or a block of ADPCM.
        0x0c => block_size: u16,
        /// Bits per sample.
        0x0e => bits: u16,
    }
}

record! {
    /// Additional fields of the chunk "fmt " for MS ADPCM.
    pub struct AdpcmHead[6] derive(Eq, Default) {
        /// Number of bytes after this field.
        0x00 => extra_size: u16,
        /// Samples per channel in a block.
        0x02 => samples_per_block: u16,
        /// Number of coefficient pairs that follow.
        0x04 => coefficient_count: u16,
    }
}

record! {
    /// Coefficients that predict the next sample from the last two, in 1/256.
    pub struct Coefficients[4] derive(Eq, Default) {
        /// Weight of the last sample.
        0x00 => first: i16,
        /// Weight of the sample before the last.
        0x02 => second: i16,
    }
}

record! {
    /// Length of a sound: the chunk "fact".
    pub struct Fact[4] derive(Eq, Default) {
        /// Number of samples per channel. The last block may contain more.
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
