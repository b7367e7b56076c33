//! Sounds as WAV files of plain numbers, and back.
//!
//! A sound of the game is a WAV file already. What goes out is decoded where it is packed, so that
//! every program plays it; what comes in is kept as it is where the game plays it.

use ngi_formats::schema::{Record as _, Stored as _};
use ngi_formats::swav::{self, Codec, DATA, FACT, FORMAT, Sound, SoundBuf, USUAL_RATE, WaveFormat};
use ngi_formats::{Findings, Mode};
use ngi_verbs::edit::SILENT;
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

use crate::exporter::{DependsOn, Destination, ExportOptions, Exported, Exporter};
use crate::importer::{ImportOptions, Imported, Importer, Source};
use crate::{Error, Result};

/// What a sound can be exported to.
pub(crate) const EXPORTERS: &[Exporter] = &[Exporter {
    suffix: "wav",
    holds: "the sound as plain numbers (PCM)",
    depends_on: DependsOn::Nothing,
    run: export,
}];

/// What a sound can be made of.
pub(crate) const IMPORTERS: &[Importer] =
    &[Importer { suffix: "wav", holds: "PCM, floats, or MS ADPCM", run: import }];

/// The sound as it is where it is plain, else decoded.
fn export(
    subject: &Subject<'_>,
    _: &Surroundings,
    to: &Destination<'_>,
    _: &ExportOptions,
) -> Result<Exported> {
    let sound = Sound::read(subject.bytes)?;
    if sound.is_empty() {
        return Err(Error::Usage("there is nothing to hear: the sound has no bytes".into()));
    }
    let heard = sound.decode()?;
    if sound.format().is_some_and(|format| format.codec == Codec::PCM) {
        return Ok(Exported::file(to, subject.bytes.to_vec()));
    }
    let known = [FORMAT, FACT, DATA];
    let others = sound.chunks().filter(|chunk| !known.contains(&chunk.id));
    let lost = others.map(|chunk| format!("chunk \"{}\"", chunk.id.escape_ascii())).collect();
    Ok(Exported { lost, ..Exported::file(to, heard.to_wave()) })
}

/// A sound of the game out of a WAV file.
fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    let mut report = Imported::default();
    let plain = plain(source.bytes, &mut report)?;
    let bytes = plain.as_deref().unwrap_or(source.bytes);
    let mut findings = Findings::new(Mode::Strict, false);
    swav::check(bytes, &mut findings);
    if let Some(found) = findings.first_error() {
        let how = "save it as PCM of 16 bits, with one or two channels";
        return Err(Error::Usage(format!("{}; {how}", found.to_error())));
    }
    report.told.extend(findings.list().iter().map(|found| found.to_error().to_string()));
    let sound = Sound::read(bytes)?;
    let Some(format) = sound.format().filter(|_| sound.has_samples()) else {
        return Err(Error::Usage(SILENT.into()));
    };
    if format.rate != USUAL_RATE {
        let rate = format.rate;
        let line = format!("{rate} samples a second; all sounds of the game have {USUAL_RATE}");
        report.told.push(line);
    }
    report.bytes = if options.adpcm && format.codec == Codec::PCM {
        report.computed.push("MS ADPCM of the samples".into());
        report.lost.push("exact samples: MS ADPCM comes near them".into());
        sound.decode()?.to_adpcm()?
    } else {
        if plain.is_none() {
            report.carried.push("every byte of the file: the game plays it as it is".into());
        }
        bytes.to_vec()
    };
    Ok(report)
}

/// The same sound as the game can play it: plain numbers of 16 bits instead of finer ones, and a
/// short header instead of a long one that says no more. `None` where it is as it should be, or
/// nothing of the kind.
fn plain(bytes: &[u8], report: &mut Imported) -> Result<Option<Vec<u8>>> {
    let sound = Sound::read(bytes)?;
    let Some(chunk) = sound.find(FORMAT) else { return Ok(None) };
    let Some(format) = chunk.format() else { return Ok(None) };
    let is_long = format.codec == Codec::EXTENSIBLE;
    // The codec that the longer header means stands behind the usual fields and eight bytes more.
    let meant = chunk.body.get(WaveFormat::SIZE + 8..).filter(|rest| rest.len() >= 2);
    let codec = match meant.filter(|_| is_long) {
        Some(rest) => Codec::get(rest, 0),
        None => format.codec,
    };
    // Where samples are further apart than they are wide, nobody knows what lies between.
    let stride = format.channels.saturating_mul(format.bits / 8);
    let finer = Finer::of(codec, format.bits).filter(|_| format.block_size == stride);
    let is_usual = codec == Codec::PCM && matches!(format.bits, 8 | 16);
    if finer.is_none() && !(is_long && is_usual) {
        return Ok(None);
    }
    let bits = if finer.is_some() { 16 } else { format.bits };
    let block_size = format.channels.saturating_mul(bits / 8);
    let bytes_per_second = format.rate.saturating_mul(block_size.into());
    let header = WaveFormat { codec: Codec::PCM, bits, block_size, bytes_per_second, ..format };
    let mut made = SoundBuf::of(&sound);
    replace(&mut made, FORMAT, header.write().to_vec());
    if let Some((finer, data)) = finer.zip(sound.data()) {
        replace(&mut made, DATA, finer.samples_of_16_bits(data));
        let (bits, name) = (format.bits, codec.name().unwrap_or_default());
        report.computed.push("samples of 16 bits".into());
        report
            .told
            .push(format!("{name} of {bits} bits became PCM of 16: the game plays no finer"));
    }
    if is_long {
        report.computed.push("a header of plain PCM instead of the extensible one".into());
    }
    made.count_again()?;
    Ok(Some(made.write()?))
}

/// Gives a chunk other bytes.
fn replace(sound: &mut SoundBuf, id: [u8; 4], body: Vec<u8>) {
    let Some(own) = sound.find(id) else { return };
    own.size = u32::try_from(body.len()).unwrap_or(u32::MAX);
    own.pad = vec![0; body.len() % 2];
    own.body = body;
}

/// Samples that are finer than the game plays.
#[derive(Clone, Copy)]
enum Finer {
    Pcm24,
    Pcm32,
    Float32,
    Float64,
}

impl Finer {
    fn of(codec: Codec, bits: u16) -> Option<Self> {
        match (codec, bits) {
            (Codec::PCM, 24) => Some(Self::Pcm24),
            (Codec::PCM, 32) => Some(Self::Pcm32),
            (Codec::FLOAT, 32) => Some(Self::Float32),
            (Codec::FLOAT, 64) => Some(Self::Float64),
            _ => None,
        }
    }

    /// The nearest samples of 16 bits, as bytes; one that is cut off at the end is left out.
    fn samples_of_16_bits(self, data: &[u8]) -> Vec<u8> {
        let bytes = |sample: i16| sample.to_le_bytes();
        match self {
            Self::Pcm24 => {
                let sample =
                    |&[a, b, c]: &[u8; 3]| bytes(rounded(i32::from_le_bytes([0, a, b, c])));
                data.as_chunks().0.iter().flat_map(sample).collect()
            }
            Self::Pcm32 => {
                let sample = |four: &[u8; 4]| bytes(rounded(i32::from_le_bytes(*four)));
                data.as_chunks().0.iter().flat_map(sample).collect()
            }
            Self::Float32 => {
                let sample = |four: &[u8; 4]| bytes(scaled(f32::from_le_bytes(*four).into()));
                data.as_chunks().0.iter().flat_map(sample).collect()
            }
            Self::Float64 => {
                let sample = |eight: &[u8; 8]| bytes(scaled(f64::from_le_bytes(*eight)));
                data.as_chunks().0.iter().flat_map(sample).collect()
            }
        }
    }
}

/// The upper half of a sample, rounded.
fn rounded(sample: i32) -> i16 {
    let half = (i64::from(sample) + 0x8000) >> 16;
    i16::try_from(half).unwrap_or(i16::MAX)
}

/// A sample of -1 to 1; what is louder is cut, and no number is silence.
#[expect(clippy::cast_possible_truncation, reason = "within the range of 16 bits")]
fn scaled(sample: f64) -> i16 {
    let sample = if sample.is_nan() { 0.0 } else { sample };
    (sample * 32768.0).round().clamp(-32768.0, 32767.0) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finer_samples_go_to_the_nearest() {
        assert_eq!([0, 0x7fff, 0x8000, -0x8001, -0x8000].map(rounded), [0, 0, 1, -1, 0]);
        assert_eq!([i32::MAX, i32::MIN].map(rounded), [i16::MAX, i16::MIN]);
        assert_eq!([0.0, 0.5, -0.5, 1.0, -1.0].map(scaled), [0, 16384, -16384, 32767, -32768]);
        assert_eq!([9.0, f64::NEG_INFINITY, f64::NAN].map(scaled), [32767, -32768, 0]);
        let two = Finer::Pcm24.samples_of_16_bits(&[0x80, 1, 0, 0, 0, 0x80, 7, 7]);
        assert_eq!(two, [2, 0, 0, 0x80], "rounded, and the last is cut off");
    }
}
