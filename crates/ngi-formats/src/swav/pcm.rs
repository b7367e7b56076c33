//! Samples as plain numbers, out of a sound and into one.

use super::adpcm;
use super::read::Sound;
use super::types::{Codec, DATA, FORMAT};
use crate::{Error, Result};

/// Samples as numbers of 8 or 16 bits, channel beside channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pcm {
    /// How many sounds at once.
    pub channels: u16,
    /// Samples a second of each.
    pub rate: u32,
    /// Bits of a sample: 8 or 16.
    pub bits: u16,
    /// The samples as a WAV file has them: bytes from 0, or 16 bits around 0.
    pub data: Vec<u8>,
}

impl Pcm {
    /// Samples of 16 bits.
    pub fn of_samples(channels: u16, rate: u32, samples: &[i16]) -> Self {
        let data = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        Self { channels, rate, bits: 16, data }
    }

    /// The samples around 0, channel beside channel.
    pub fn samples(&self) -> Vec<i16> {
        if self.bits == 8 {
            let grown = |&byte: &u8| (i16::from(byte) - 128) << 8;
            return self.data.iter().map(grown).collect();
        }
        self.data.as_chunks().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect()
    }
}

impl Sound<'_> {
    /// Its samples. Fails where nobody can play it.
    pub fn decode(&self) -> Result<Pcm> {
        let missing = |name: [u8; 4]| {
            Error::malformed("chunks", 0, format!("there is no \"{}\"", name.escape_ascii()))
        };
        let chunk = self.find(FORMAT).ok_or_else(|| missing(FORMAT))?;
        let format = chunk.format().ok_or_else(|| missing(FORMAT))?;
        let data = self.data().ok_or_else(|| missing(DATA))?;
        if !matches!(format.channels, 1 | 2) {
            let why = format!("{} channels; 1 or 2 are played", format.channels);
            return Err(Error::unsupported("chunks", chunk.body_offset() as u64, why));
        }
        let (channels, rate) = (format.channels, format.rate);
        match (format.codec, format.bits) {
            (Codec::PCM, bits @ (8 | 16)) => {
                let whole = data.len() / usize::from(channels * (bits / 8));
                let data = data.get(..whole * usize::from(channels * (bits / 8)));
                Ok(Pcm { channels, rate, bits, data: data.unwrap_or_default().to_vec() })
            }
            (Codec::MS_ADPCM, 4) => {
                let (_, pairs) = chunk.adpcm().ok_or_else(|| missing(FORMAT))?;
                let mut samples = adpcm::decode(&format, pairs, data);
                let frames = usize::try_from(self.frames()).unwrap_or(usize::MAX);
                samples.truncate(frames.saturating_mul(usize::from(channels)));
                Ok(Pcm::of_samples(channels, rate, &samples))
            }
            (codec, bits) => {
                let name = codec.name().unwrap_or("an unknown codec");
                let why = format!(
                    "{name} ({}) of {bits} bits; PCM of 8 or 16 and MS ADPCM of 4 are played",
                    codec.0
                );
                Err(Error::unsupported("chunks", chunk.body_offset() as u64, why))
            }
        }
    }
}
