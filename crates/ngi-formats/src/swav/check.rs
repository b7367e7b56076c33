//! Holds a sound against every rule.

use super::adpcm::{self, HEAD};
use super::codes::*;
use super::read::{self, Chunk, Sound};
use super::types::{COEFFICIENTS, Codec, Coefficients, DATA, FACT, FORMAT, USUAL_RATE, WaveFormat};
use crate::Findings;
use crate::schema::Record as _;

/// Checks any bytes as a sound. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(sound) => {
            check_sound(&sound, findings);
            findings.locate(|| super::tree(bytes, super::Samples::LeftOut).ok());
        }
        Err((code, error)) => findings.cannot_follow(code, &error, || super::remains(bytes)),
    }
}

/// Checks a sound that could be read.
pub(super) fn check_sound(sound: &Sound<'_>, findings: &mut Findings) {
    // A sound of nothing is one of the game's.
    let Some(size) = sound.size() else { return };
    let there = sound.bytes().len() - 8;
    if usize::try_from(size).ok() != Some(there) {
        findings.at(&RIFF_SIZE, "size", || format!("it says {size}, but {there} bytes follow"));
    }
    if !sound.tail().is_empty() {
        let message = || format!("{} bytes that belong to no chunk", sound.tail().len());
        findings.at(&TAIL, "tail", message);
    }
    check_chunks(sound, findings);
    let place = |id: [u8; 4]| sound.chunks().position(|chunk| chunk.id == id);
    let (format, data) = (place(FORMAT), place(DATA));
    if data.is_none() {
        findings.at(&DATA_MISSING, "chunks", || "there is no chunk \"data\"".into());
    }
    match format {
        Some(format) if data.is_none_or(|data| format < data) => {
            check_format(sound, format, data, findings);
        }
        Some(_) => {
            let message = || "the chunk \"fmt \" comes behind \"data\"".into();
            findings.at(&FORMAT_MISSING, "chunks", message);
        }
        None => {
            findings.at(&FORMAT_MISSING, "chunks", || "there is no chunk \"fmt \"".into());
        }
    }
}

fn check_chunks(sound: &Sound<'_>, findings: &mut Findings) {
    let mut seen = [(FORMAT, false), (DATA, false)];
    for (index, Chunk { id, size, body, .. }) in sound.chunks().enumerate() {
        let name = id.escape_ascii();
        if usize::try_from(size).ok() != Some(body.len()) {
            findings.at(&CHUNK_RANGE, format_args!("chunks[{index}].size"), || {
                format!("\"{name}\" says {size} bytes, but only {} are left", body.len())
            });
        }
        for (known, seen) in &mut seen {
            if *known == id && std::mem::replace(seen, true) {
                let path = format_args!("chunks[{index}].id");
                findings.at(&CHUNK_TWICE, path, || format!("\"{name}\" is there before"));
            }
        }
    }
}

/// Checks how samples are stored, then that they are.
fn check_format(sound: &Sound<'_>, at: usize, data: Option<usize>, findings: &mut Findings) {
    let Some(chunk) = sound.chunk(at) else { return };
    let Some(format) = chunk.format() else {
        findings.at(&FORMAT_SIZE, format_args!("chunks[{at}].size"), || {
            format!("{} bytes, but at least {} are needed", chunk.body.len(), WaveFormat::SIZE)
        });
        return;
    };
    let path = |field: &str| format!("chunks[{at}].format.{field}");
    let WaveFormat { codec, channels, rate, bytes_per_second, block_size, bits } = format;
    if rate == 0 {
        findings.at(&RATE, path("rate"), || "no sample is played in any time".into());
    } else if rate != USUAL_RATE {
        findings.at(&RATE_USUAL, path("rate"), || format!("it is {rate}"));
    }
    if !matches!(channels, 1 | 2) {
        findings.at(&CHANNELS, path("channels"), || format!("there are {channels}"));
        return;
    }
    let is_adpcm = codec == Codec::MS_ADPCM;
    if codec != Codec::PCM && !is_adpcm {
        findings.at(&CODEC, path("codec"), || match codec.name() {
            Some(name) => format!("{name} is not played"),
            None => format!("nobody knows codec {}", codec.0),
        });
        return;
    }
    if !(if is_adpcm { bits == 4 } else { matches!(bits, 8 | 16) }) {
        findings.at(&BITS, path("bits"), || format!("there are {bits}"));
        return;
    }
    if is_adpcm {
        check_adpcm(sound, at, data, &format, findings);
        return;
    }
    let block = channels * (bits / 8);
    if block_size != block {
        findings.at(&BLOCK, path("block_size"), || format!("it is {block_size}, not {block}"));
        return;
    }
    if bytes_per_second != rate.saturating_mul(block.into()) && rate != 0 {
        findings.at(&BYTES_PER_SECOND, path("bytes_per_second"), || {
            format!("it is {bytes_per_second}, not {}", rate.saturating_mul(block.into()))
        });
    }
    let Some((index, chunk)) = data.and_then(|at| Some((at, sound.chunk(at)?))) else { return };
    let over = chunk.body.len() % usize::from(block).max(1);
    if over != 0 {
        let message = || format!("{over} bytes of a sample are behind the last whole one");
        findings.at(&BLOCKS, format_args!("chunks[{index}].size"), message);
    }
}

fn check_adpcm(
    sound: &Sound<'_>,
    at: usize,
    data: Option<usize>,
    format: &WaveFormat,
    findings: &mut Findings,
) {
    let Some(chunk) = sound.chunk(at) else { return };
    let (channels, size) = (usize::from(format.channels), usize::from(format.block_size));
    let Some((head, pairs)) =
        chunk.adpcm().filter(|(head, pairs)| pairs.len() == usize::from(head.coefficient_count))
    else {
        findings.at(&FORMAT_SIZE, format_args!("chunks[{at}].size"), || {
            "the coefficients of MS ADPCM are cut off".into()
        });
        return;
    };
    if size <= HEAD * channels {
        let path = format_args!("chunks[{at}].format.block_size");
        findings.at(&BLOCK, path, || format!("{size} bytes hold no more than the head"));
        return;
    }
    let frames = adpcm::frames_of_block(channels, size);
    if usize::from(head.samples_per_block) != frames {
        let path = format_args!("chunks[{at}].adpcm.samples_per_block");
        findings.at(&BLOCK_SAMPLES, path, || {
            format!("it is {}, but {size} bytes hold {frames}", head.samples_per_block)
        });
    }
    let known = COEFFICIENTS.iter().zip(pairs).all(|(a, b)| *a == Coefficients::read(b));
    if pairs.len() < COEFFICIENTS.len() || !known {
        let path = format_args!("chunks[{at}].coefficients");
        findings.at(&PAIRS, path, || "they are others".into());
    }
    let Some((index, chunk)) = data.and_then(|at| Some((at, sound.chunk(at)?))) else { return };
    check_blocks(&chunk, index, (channels, size, pairs.len()), findings);
    let counted = sound.chunks().position(|chunk| chunk.id == FACT);
    let fact = counted.and_then(|at| Some((at, sound.chunk(at)?.fact()?.samples)));
    let there = adpcm::frames(format, chunk.body.len());
    if let Some((at, samples)) = fact.filter(|(_, samples)| u64::from(*samples) > there) {
        let path = format_args!("chunks[{at}].samples");
        findings.at(&FACT_COUNT, path, || format!("it counts {samples}, but there are {there}"));
    }
}

/// Checks the heads of all blocks.
fn check_blocks(
    chunk: &Chunk<'_>,
    index: usize,
    (channels, size, pairs): (usize, usize, usize),
    findings: &mut Findings,
) {
    let over = chunk.body.len() % size;
    if over != 0 && over < HEAD * channels {
        let message = || format!("the last block has {over} bytes, which hold no sample");
        findings.at(&BLOCKS, format_args!("chunks[{index}].size"), message);
    }
    for (number, block) in chunk.body.chunks(size).enumerate() {
        let picked = block.iter().take(channels);
        if let Some(picked) = picked.copied().find(|picked| usize::from(*picked) >= pairs) {
            findings.at(&PREDICTOR, format_args!("chunks[{index}].data"), || {
                format!("block {number} picks pair {picked} of {pairs}")
            });
            return;
        }
    }
}
