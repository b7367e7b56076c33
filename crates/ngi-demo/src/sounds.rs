//! `sounds.lib`: short sounds, synthesised with whole numbers only.

use ngi_formats::Result;
use ngi_formats::bytes::Put;
use ngi_formats::nres::{Editor, NewEntry};

use crate::scale::Scale;

/// Sounds of the small game.
const SOUNDS: usize = 6;
/// Samples per second.
const RATE: u32 = 22_050;

/// The library: type `WAVE`, attributes 0, 0, 1 (a guess: no document states them).
pub fn library(scale: Scale) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (name, samples) in [
        ("beep.wav", tone(2, &[880], 6)),
        ("chime.wav", tone(8, &[660, 880, 1320], 9)),
        ("engine.wav", hum(12)),
        ("explosion.wav", noise(16, 40)),
        ("shot.wav", noise(3, 4)),
        ("step.wav", noise(2, 60)),
    ] {
        let entry = NewEntry::new(*b"WAVE", name)?.attributes(0, 0, 1);
        editor.add(entry, wave(&samples))?;
    }
    let more = count(scale).saturating_sub(SOUNDS);
    for number in 0..u32::try_from(more).unwrap_or(0) {
        let name = format!("tone_{number:04}.wav");
        let entry = NewEntry::new(*b"WAVE", name)?.attributes(0, 0, 1);
        editor.add(entry, wave(&tone(2, &[220 + number, 330 + number], 7)))?;
    }
    editor.write()
}

/// How many sounds a game has.
pub fn count(scale: Scale) -> usize {
    scale.count(SOUNDS, 2900)
}

/// A triangle wave, −127..=127, `phase` counted in 65,536ths of a turn.
fn triangle(phase: u32) -> i32 {
    let ramp = i32::from(phase.to_le_bytes()[1]);
    if ramp < 128 { ramp * 2 - 127 } else { 383 - ramp * 2 }
}

/// Several tones together, fading out; `twentieths` of a second long.
fn tone(twentieths: u32, frequencies: &[u32], fade: i32) -> Vec<u8> {
    let length = RATE / 20 * twentieths;
    let voices = i32::try_from(frequencies.len()).unwrap_or(1).max(1);
    let sample = |time: u32| {
        let mixed: i32 = frequencies.iter().map(|f| triangle(time * (f * 65_536 / RATE))).sum();
        let left = i32::try_from(length - time).unwrap_or(0);
        let envelope = (left / fade).min(256);
        mixed / voices * envelope / 256
    };
    (0..length).map(|time| to_byte(sample(time))).collect()
}

/// Two low tones that beat against each other.
fn hum(twentieths: u32) -> Vec<u8> {
    let sample =
        |time: u32| (triangle(time * 178) + triangle(time * 183) + triangle(time * 357) / 2) / 3;
    (0..RATE / 20 * twentieths).map(|time| to_byte(sample(time))).collect()
}

/// Noise that fades out, each value held for `hold` samples: the longer, the duller.
fn noise(twentieths: u32, hold: u32) -> Vec<u8> {
    let length = RATE / 20 * twentieths;
    let mut state = 0x2545_f491_u32;
    let mut value = 0;
    let mut bytes = Vec::new();
    for time in 0..length {
        if time % hold == 0 {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            value = i32::from(state.to_le_bytes()[3]) - 128;
        }
        let left = (length - time) * 256 / length;
        let envelope = i32::try_from(left * left / 256).unwrap_or(0);
        bytes.push(to_byte(value * envelope / 256));
    }
    bytes
}

/// A sample as unsigned 8-bit PCM.
fn to_byte(sample: i32) -> u8 {
    u8::try_from((sample + 128).clamp(0, 255)).unwrap_or(128)
}

/// Samples as a WAV file: PCM, 8 bits, one channel.
fn wave(samples: &[u8]) -> Vec<u8> {
    let length = u32::try_from(samples.len()).unwrap_or(u32::MAX);
    let padding = length % 2;
    let mut out = Vec::with_capacity(samples.len() + 45);
    out.put(b"RIFF");
    out.put_u32(36 + length + padding);
    out.put(b"WAVEfmt ");
    out.put_u32(16);
    out.put_u16(1); // PCM
    out.put_u16(1); // channels
    out.put_u32(RATE);
    out.put_u32(RATE); // bytes per second
    out.put_u16(1); // bytes per frame
    out.put_u16(8); // bits
    out.put(b"data");
    out.put_u32(length);
    out.put(samples);
    out.extend((0..padding).map(|_| 128));
    out
}
