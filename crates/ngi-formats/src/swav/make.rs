//! Sounds from nothing.

use super::adpcm;
use super::edit::{ChunkBuf, SoundBuf};
use super::pcm::Pcm;
use super::types::{AdpcmHead, COEFFICIENTS, Codec, DATA, FACT, FORMAT, Fact, WaveFormat};
use crate::schema::Record as _;
use crate::{Error, Result};

/// The block size of MS ADPCM at 22,050 samples a second, for each channel, as Windows has it.
const ADPCM_BLOCK: u16 = 512;

impl Pcm {
    /// The samples as a WAV file of plain numbers.
    pub fn to_wave(&self) -> Vec<u8> {
        self.wave().and_then(|wave| wave.write()).unwrap_or_default()
    }

    fn wave(&self) -> Result<SoundBuf> {
        let Self { channels, rate, bits, data } = self;
        let block_size = channels.saturating_mul(bits / 8);
        let format = WaveFormat {
            codec: Codec::PCM,
            channels: *channels,
            rate: *rate,
            bytes_per_second: rate.saturating_mul(block_size.into()),
            block_size,
            bits: *bits,
        };
        let format = ChunkBuf::new(FORMAT, format.write().to_vec())?;
        SoundBuf::new(vec![format, ChunkBuf::new(DATA, data.clone())?])
    }

    /// The samples as MS ADPCM, a quarter of the size, which is what most of the game's sounds are.
    pub fn to_adpcm(&self) -> Result<Vec<u8>> {
        let Self { channels, rate, .. } = *self;
        if !matches!(channels, 1 | 2) {
            return Err(Error::usage("channels", format!("{channels}; 1 or 2 are played")));
        }
        let samples = self.samples();
        let block_size = ADPCM_BLOCK * channels;
        let frames = adpcm::frames_of_block(channels.into(), block_size.into());
        let samples_per_block = u16::try_from(frames).unwrap_or(u16::MAX);
        let per_second = u64::from(rate) * u64::from(block_size) / u64::from(samples_per_block);
        let format = WaveFormat {
            codec: Codec::MS_ADPCM,
            channels,
            rate,
            bytes_per_second: u32::try_from(per_second).unwrap_or(u32::MAX),
            block_size,
            bits: 4,
        };
        let head = AdpcmHead { extra_size: 32, samples_per_block, coefficient_count: 7 };
        let pairs = COEFFICIENTS.iter().flat_map(|pair| pair.write());
        let format = format.write().into_iter().chain(head.write()).chain(pairs).collect();
        let counted = u32::try_from(samples.len() / usize::from(channels)).unwrap_or(u32::MAX);
        let data = adpcm::encode(channels.into(), block_size.into(), &samples);
        let chunks = vec![
            ChunkBuf::new(FORMAT, format)?,
            ChunkBuf::new(FACT, Fact { samples: counted }.write().to_vec())?,
            ChunkBuf::new(DATA, data)?,
        ];
        SoundBuf::new(chunks)?.write()
    }
}
