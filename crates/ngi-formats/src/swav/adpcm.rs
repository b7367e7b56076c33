//! MS ADPCM: what every sample is told by is how far it is from what the last two let expect, in
//! steps that grow and shrink with it.
//!
//! ```text
//! block   for each channel   u8   which pair of coefficients
//!         for each channel   i16  the first step
//!         for each channel   i16  the second sample
//!         for each channel   i16  the first sample
//!         then half a byte a sample, the high half first, channel beside channel
//! ```

use super::types::{COEFFICIENTS, Coefficients, WaveFormat};
use crate::schema::Record as _;

/// Bytes at the start of a block, for each channel.
pub(super) const HEAD: usize = 7;
/// The smallest step.
const LEAST_STEP: i32 = 16;
/// The largest step that a block's head can store.
const MOST_STEP: i32 = 32_767;
/// What the step is multiplied with, in 256ths, by how far the sample was off.
const GROWTH: [i32; 16] =
    [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];

/// Samples of a channel that so many bytes of a block hold.
pub(super) fn frames_of_block(channels: usize, bytes: usize) -> usize {
    let head = HEAD * channels;
    if channels == 0 || bytes < head { 0 } else { 2 + (bytes - head) * 2 / channels }
}

/// Samples of a channel that so many bytes hold.
pub(super) fn frames(format: &WaveFormat, bytes: usize) -> u64 {
    let (channels, size) = (usize::from(format.channels), usize::from(format.block_size));
    if size < HEAD * channels.max(1) {
        return 0;
    }
    let whole = bytes / size * frames_of_block(channels, size);
    (whole + frames_of_block(channels, bytes % size)) as u64
}

/// A channel on its way through a block.
#[derive(Debug, Clone, Copy)]
struct Voice {
    pair: Coefficients,
    step: i32,
    last: i32,
    before: i32,
}

impl Voice {
    /// What the last two samples let expect.
    fn expected(&self) -> i32 {
        (self.last * i32::from(self.pair.first) + self.before * i32::from(self.pair.second)) >> 8
    }

    /// The sample that half a byte tells.
    fn next(&mut self, nibble: u8) -> i32 {
        let signed = i32::from(nibble) - if nibble >= 8 { 16 } else { 0 };
        // Steps are as wide as a file lets them grow; a sample never leaves its 16 bits.
        let moved = self.expected().saturating_add(signed.saturating_mul(self.step));
        let sample = moved.clamp(i16::MIN.into(), i16::MAX.into());
        let growth = GROWTH.get(usize::from(nibble)).copied().unwrap_or(256);
        self.step = (self.step.saturating_mul(growth) >> 8).clamp(LEAST_STEP, i32::MAX >> 10);
        (self.before, self.last) = (self.last, sample);
        sample
    }

    /// The half byte that comes nearest to a sample.
    fn nearest(&self, sample: i32) -> u8 {
        let off = sample - self.expected();
        let half = self.step / 2;
        let steps = if off < 0 { (off - half) / self.step } else { (off + half) / self.step };
        steps.clamp(-8, 7).to_le_bytes()[0] & 0xf
    }
}

/// The samples, channel beside channel. A block that is cut off gives what there is of it; a pair
/// that is not there counts as none.
pub(super) fn decode(
    format: &WaveFormat,
    pairs: &[[u8; Coefficients::SIZE]],
    data: &[u8],
) -> Vec<i16> {
    let channels = usize::from(format.channels).max(1);
    let size = usize::from(format.block_size).max(HEAD * channels);
    let mut out = Vec::new();
    for block in data.chunks(size) {
        decode_block(block, channels, pairs, &mut out);
    }
    out
}

fn decode_block(
    block: &[u8],
    channels: usize,
    pairs: &[[u8; Coefficients::SIZE]],
    out: &mut Vec<i16>,
) {
    let Some((head, nibbles)) = block.split_at_checked(HEAD * channels) else { return };
    let (picked, words) = head.split_at_checked(channels).unwrap_or_default();
    let word = |row: usize, channel: usize| {
        let stored = words.as_chunks().0.get(row * channels + channel).copied();
        i32::from(i16::from_le_bytes(stored.unwrap_or_default()))
    };
    let voice = |(channel, picked): (usize, &u8)| {
        let pair = pairs.get(usize::from(*picked)).map(Coefficients::read);
        let (step, last, before) = (word(0, channel), word(1, channel), word(2, channel));
        Voice { pair: pair.unwrap_or_default(), step, last, before }
    };
    let mut voices: Vec<Voice> = picked.iter().enumerate().map(voice).collect();
    let short = |sample: i32| i16::try_from(sample).unwrap_or_default();
    out.extend(voices.iter().map(|voice| short(voice.before)));
    out.extend(voices.iter().map(|voice| short(voice.last)));
    let halves = nibbles.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    let whole = nibbles.len() * 2 / channels * channels;
    for (at, nibble) in halves.take(whole).enumerate() {
        if let Some(voice) = voices.get_mut(at % channels) {
            out.push(short(voice.next(nibble)));
        }
    }
}

/// Blocks of so many bytes that sound as much like the samples as they can. The last one is filled
/// with what the sound ends with.
pub(super) fn encode(channels: usize, size: usize, samples: &[i16]) -> Vec<u8> {
    let channels = channels.max(1);
    let frames = frames_of_block(channels, size);
    let mut out = Vec::new();
    for block in samples.chunks((frames * channels).max(1)) {
        let mut block = block.to_vec();
        let last = block.get(block.len().saturating_sub(channels)..).unwrap_or_default().to_vec();
        while block.len() < frames * channels {
            block.extend_from_slice(&last);
        }
        encode_block(&block, channels, &mut out);
    }
    out
}

fn encode_block(block: &[i16], channels: usize, out: &mut Vec<u8>) {
    let voices: Vec<Told> = (0..channels)
        .map(|channel| {
            let own: Vec<i32> =
                block.iter().skip(channel).step_by(channels).map(|s| i32::from(*s)).collect();
            best(&own)
        })
        .collect();
    let words = |out: &mut Vec<u8>, word: fn(&Voice) -> i32| {
        for told in &voices {
            let word = i16::try_from(word(&told.start)).unwrap_or_default();
            out.extend(word.to_le_bytes());
        }
    };
    out.extend(voices.iter().map(|told| told.picked));
    words(out, |voice| voice.step);
    words(out, |voice| voice.last);
    words(out, |voice| voice.before);
    let count = voices.first().map_or(0, |told| told.nibbles.len());
    let beside = (0..count).flat_map(|at| {
        voices.iter().map(move |told| told.nibbles.get(at).copied().unwrap_or_default())
    });
    let halves: Vec<u8> = beside.collect();
    let byte = |pair: &[u8]| match pair {
        [high, low] => high << 4 | low,
        [high] => high << 4,
        _ => 0,
    };
    out.extend(halves.chunks(2).map(byte));
}

/// How a channel of a block is told.
struct Told {
    /// By which pair of coefficients.
    picked: u8,
    /// How it begins.
    start: Voice,
    /// A half byte a sample.
    nibbles: Vec<u8>,
}

/// The pair of coefficients and the first step that come nearest to a channel of a block.
fn best(samples: &[i32]) -> Told {
    let (before, last) = match samples {
        [first, second, ..] => (*first, *second),
        [first] => (*first, *first),
        [] => (0, 0),
    };
    let rest = samples.get(2..).unwrap_or_default();
    let mut found: Option<(u64, Told)> = None;
    for (picked, pair) in (0u8..).zip(COEFFICIENTS) {
        let step = first_step(pair, samples);
        for step in [step / 2, step, step * 2] {
            let start = Voice { pair, step: step.clamp(LEAST_STEP, MOST_STEP), last, before };
            let (mut voice, mut error) = (start, 0u64);
            let nibbles: Vec<u8> = rest
                .iter()
                .map(|sample| {
                    let nibble = voice.nearest(*sample);
                    let off = u64::from(voice.next(nibble).abs_diff(*sample));
                    error += off * off;
                    nibble
                })
                .collect();
            if found.as_ref().is_none_or(|(least, _)| error < *least) {
                found = Some((error, Told { picked, start, nibbles }));
            }
        }
    }
    let start = Voice { pair: Coefficients::default(), step: LEAST_STEP, last, before };
    let nothing = Told { picked: 0, start, nibbles: Vec::new() };
    found.map_or(nothing, |(_, best)| best)
}

/// A step with which the first samples are told well: a quarter of how far they are off.
fn first_step(pair: Coefficients, samples: &[i32]) -> i32 {
    let off = |window: &[i32]| match window {
        [before, last, next] => {
            let voice = Voice { pair, step: 0, last: *last, before: *before };
            (next - voice.expected()).abs()
        }
        _ => 0,
    };
    let (sum, count) = samples
        .windows(3)
        .take(3)
        .fold((0i32, 0i32), |(sum, count), window| (sum.saturating_add(off(window)), count + 1));
    sum / count.max(1) / 4
}
