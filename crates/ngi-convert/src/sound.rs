//! Sounds as WAV files of plain numbers, and back.
//!
//! A sound of the game is a WAV file already. What goes out is decoded where it is packed, so that
//! every program plays it; what comes in is kept as it is where the game plays it.

use ngi_formats::schema::{Record as _, Stored as _};
use ngi_formats::swav::{self, Codec, DATA, FACT, FORMAT, Sound, SoundBuf, USUAL_RATE, WaveFormat};
use ngi_formats::{Findings, Mode};
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
    &[Importer { suffix: "wav", holds: "PCM of 8 or 16 bits, or MS ADPCM", run: import }];

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
    let plain = plain_header(source.bytes, &mut report)?;
    let bytes = plain.as_deref().unwrap_or(source.bytes);
    let mut findings = Findings::new(Mode::Strict, false);
    swav::check(bytes, &mut findings);
    if let Some(found) = findings.first_error() {
        let how = "save it as PCM of 16 bits, with one or two channels";
        return Err(Error::Usage(format!("{}; {how}", found.to_error())));
    }
    report.told.extend(findings.list().iter().map(|found| found.to_error().to_string()));
    let sound = Sound::read(bytes)?;
    let Some(format) = sound.format() else {
        return Err(Error::Usage("there is nothing to hear: the file has no bytes".into()));
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
        report.carried.push("every byte of the file: the game plays it as it is".into());
        bytes.to_vec()
    };
    Ok(report)
}

/// The same sound with the header of plain PCM, where it has a longer one that says no more.
fn plain_header(bytes: &[u8], report: &mut Imported) -> Result<Option<Vec<u8>>> {
    let sound = Sound::read(bytes)?;
    let Some(chunk) = sound.find(FORMAT) else { return Ok(None) };
    let is_long = chunk.format().is_some_and(|format| format.codec == Codec::EXTENSIBLE);
    // The codec that the longer header means stands behind the usual fields and eight bytes more.
    let meant = chunk.body.get(WaveFormat::SIZE + 8..).filter(|rest| rest.len() >= 2);
    let Some(meant) = meant.filter(|_| is_long).map(|rest| Codec::get(rest, 0)) else {
        return Ok(None);
    };
    if meant != Codec::PCM {
        return Ok(None);
    }
    let mut made = SoundBuf::of(&sound);
    if let Some(own) = made.find(FORMAT) {
        let format = chunk.format().unwrap_or_default();
        own.body = WaveFormat { codec: Codec::PCM, ..format }.write().to_vec();
        own.size = u32::try_from(own.body.len()).unwrap_or_default();
        own.pad.clear();
    }
    made.count_again()?;
    report.computed.push("a header of plain PCM instead of the extensible one".into());
    Ok(Some(made.write()?))
}
