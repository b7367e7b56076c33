//! SWAV: a sound. A RIFF file as Windows has them: chunks, one of which says how samples are stored
//! and another has them.
//!
//! ```text
//! 0x00  "RIFF"
//! 0x04  u32  bytes behind this number
//! 0x08  "WAVE"
//! 0x0C       chunks: char[4] id, u32 size, so many bytes, one more where the size is odd
//!
//! "fmt "     u16 codec, u16 channels, u32 rate, u32 bytes a second, u16 block size, u16 bits
//!            MS ADPCM: u16 bytes that follow, u16 samples a block, u16 count, count × { i16, i16 }
//! "fact"     u32  samples of a channel
//! "data"     the samples, block after block
//! ```
//!
//! An entry of no bytes at all is a sound, too: one that nobody hears.
//!
//! [`Sound`] reads without copying and [`SoundBuf`] owns what it read, changes it and writes it.
//! [`Sound::decode`] gives [`Pcm`]; [`Pcm::to_wave`] and [`Pcm::to_adpcm`] make a sound of that.
//!
//! ```
//! use ngi_formats::swav::{Pcm, Sound};
//!
//! let ramp: Vec<i16> = (0..4000).map(|at| at * 8).collect();
//! let pcm = Pcm::of_samples(1, 22_050, &ramp);
//! let packed = pcm.to_adpcm()?;
//! assert!(packed.len() < pcm.to_wave().len() / 3);
//!
//! let sound = Sound::read(&packed)?;
//! assert_eq!(sound.frames(), 4000);
//! let heard = sound.decode()?.samples();
//! assert!(heard.iter().zip(&ramp).all(|(a, b)| a.abs_diff(*b) < 200));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod adpcm;
mod check;
pub mod codes;
mod document;
mod edit;
mod make;
mod pcm;
mod read;
#[cfg(test)]
mod tests;
mod types;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, Samples, make, remains, tree};
pub use edit::{ChunkBuf, SoundBuf};
pub use pcm::Pcm;
pub use read::{Chunk, Sound, is_sound};
pub use types::{
    AdpcmHead, COEFFICIENTS, ChunkHead, Codec, Coefficients, DATA, FACT, FORM, FORMAT, Fact, MAGIC,
    RiffHead, USUAL_RATE, WaveFormat,
};
