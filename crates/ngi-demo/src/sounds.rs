//! `sounds.lib`: short sounds, synthesised with whole numbers only.

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::swav::{Pcm, USUAL_RATE as RATE};

use crate::scale::Scale;

/// Sounds of the small game.
const SOUNDS: usize = 6;

/// The library: type `SWAV`, attributes 0, 0, 1 (a guess: no document states them). Three of the
/// sounds are MS ADPCM, as most of the game's are.
pub fn library(scale: Scale) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (name, samples, is_packed) in [
        ("beep.wav", tone(2, &[880], 6), false),
        ("chime.wav", tone(8, &[660, 880, 1320], 9), true),
        ("engine.wav", hum(12), true),
        ("explosion.wav", noise(16, 40), true),
        ("shot.wav", noise(3, 4), false),
        ("step.wav", noise(2, 60), false),
    ] {
        let entry = NewEntry::new(*b"SWAV", name)?.attributes(0, 0, 1);
        let sound = wave(samples);
        editor.add(entry, if is_packed { sound.to_adpcm()? } else { sound.to_wave() })?;
    }
    let more = count(scale).saturating_sub(SOUNDS);
    for number in 0..u32::try_from(more).unwrap_or(0) {
        let name = format!("tone_{number:04}.wav");
        let entry = NewEntry::new(*b"SWAV", name)?.attributes(0, 0, 1);
        let sound = wave(tone(2, &[220 + number, 330 + number], 7));
        let is_packed = number >= PLAIN_TONES;
        editor.add(entry, if is_packed { sound.to_adpcm()? } else { sound.to_wave() })?;
    }
    editor.write()
}

/// Tones that are PCM; those behind them are MS ADPCM.
const PLAIN_TONES: u32 = 90;

/// Entries of `voices.lib` in a game as large as the real one.
pub const VOICES: usize = 234;
/// Those that have no byte: two of the game's were not counted as sounds, and the second part has
/// one such.
const SILENT: usize = 2;

/// `voices.lib`: what is said, as far as tones can.
pub fn voices() -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for number in 0..VOICES {
        let entry = NewEntry::new(*b"SWAV", format!("voice_{number:03}.wav"))?.attributes(0, 0, 1);
        let pitch = 150 + u32::try_from(number).unwrap_or(0);
        let spoken = number + SILENT < VOICES;
        let sound = || wave(tone(2, &[pitch, 2 * pitch], 7)).to_adpcm();
        editor.add(entry, if spoken { sound()? } else { Vec::new() })?;
    }
    editor.write()
}

/// How many sounds a game has.
pub fn count(scale: Scale) -> usize {
    scale.count(SOUNDS, 167)
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

/// Samples of one channel.
fn wave(data: Vec<u8>) -> Pcm {
    Pcm { channels: 1, rate: RATE, bits: 8, data }
}
