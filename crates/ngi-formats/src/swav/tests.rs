//! Bytes made by hand, and what must hold for all bytes.

use proptest::prelude::*;

use super::*;
use crate::tree::{Draft, proof};
use crate::{Code, Findings, Level, Mode};

/// Three samples of 8 bits, and the byte that makes them even.
fn plain() -> Vec<u8> {
    let mut bytes = b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    bytes.extend([1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x22, 0x56, 0, 0, 1, 0, 8, 0]);
    bytes.extend(b"data\x03\0\0\0\x80\xff\0\0");
    bytes
}

fn wave() -> Vec<i16> {
    let tone = |at: i32| ((at % 200 - 100).abs() - 50) * 300 + at % 7 * 20;
    (0..3000).map(|at| i16::try_from(tone(at)).unwrap()).collect()
}

/// MS ADPCM, in one block or several.
fn packed(channels: u16) -> Vec<u8> {
    Pcm::of_samples(channels, USUAL_RATE, &wave()).to_adpcm().unwrap()
}

#[test]
fn every_field_is_at_its_offset() {
    let bytes = plain();
    let sound = Sound::read_strict(&bytes).unwrap();
    let format = WaveFormat {
        codec: Codec::PCM,
        channels: 1,
        rate: 22_050,
        bytes_per_second: 22_050,
        block_size: 1,
        bits: 8,
    };
    assert_eq!(sound.format(), Some(format));
    assert_eq!((sound.size(), sound.data()), (Some(40), Some(&b"\x80\xff\0"[..])));
    assert_eq!((sound.frames(), sound.tail()), (3, &b""[..]));
    let ids: Vec<[u8; 4]> = sound.chunks().map(|chunk| chunk.id).collect();
    assert_eq!(ids, [FORMAT, DATA]);
    let heard = sound.decode().unwrap();
    assert_eq!(heard.samples(), [0, 127 << 8, -128 << 8]);
    assert_eq!(heard.to_wave(), bytes, "what is made is what was read");
    assert!((sound.seconds() - 3.0 / 22_050.0).abs() < 1e-9);
}

#[test]
fn nothing_is_a_sound_that_nobody_hears() {
    let sound = Sound::read_strict(b"").unwrap();
    assert!(sound.is_empty() && sound.frames() == 0 && sound.decode().is_err());
    let tree = tree(b"", Samples::Shown).unwrap();
    let made = make(&Draft::of_document(DOCUMENT, &tree), None).unwrap();
    assert_eq!(made.bytes, b"");
}

/// Worked out by hand: pair 0 expects the last sample again, steps of 16.
#[test]
fn a_block_of_adpcm_is_told_step_by_step() {
    let mut bytes = packed(1);
    let data = Sound::read(&bytes).unwrap().find(DATA).unwrap();
    let at = data.body_offset();
    bytes.truncate(at);
    bytes[at - 4..].copy_from_slice(&9u32.to_le_bytes());
    // Pair 0, step 16, samples 5 and 3, then half bytes 1, -1, 7, 0.
    bytes.extend([0, 16, 0, 5, 0, 3, 0, 0x1f, 0x70]);
    let format = Sound::read(&bytes).unwrap().format().unwrap();
    let pairs: Vec<[u8; 4]> = COEFFICIENTS.iter().map(crate::schema::Record::write).collect();
    let heard = adpcm::decode(&format, &pairs, &bytes[at..]);
    // 7 makes the step 16 * 614 >> 8 = 38; 0 leaves the sample where it is.
    assert_eq!(heard, [3, 5, 5 + 16, 5, 5 + 7 * 16, 5 + 7 * 16]);
}

#[test]
fn what_is_packed_sounds_like_what_it_was() {
    for channels in [1, 2] {
        let bytes = packed(channels);
        let sound = Sound::read_strict(&bytes).unwrap();
        assert_eq!(sound.frames(), 3000 / u64::from(channels));
        let heard = sound.decode().unwrap();
        let (was, is) = (wave(), heard.samples());
        assert_eq!((heard.channels, heard.rate, is.len()), (channels, USUAL_RATE, was.len()));
        let power: i64 = was.iter().map(|s| i64::from(*s) * i64::from(*s)).sum();
        let off = was.iter().zip(&is).map(|(a, b)| i64::from(*a) - i64::from(*b));
        let noise: i64 = off.map(|off| off * off).sum();
        assert!(noise * 100 < power, "{channels}: {noise} of {power}");
        assert!(bytes.len() * 2 < was.len() * 2);
    }
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |at: usize, bytes: &[u8]| {
        let mut sound = plain();
        sound[at..at + bytes.len()].copy_from_slice(bytes);
        sound
    };
    let packed_with = |at: usize, value: &[u8]| {
        let mut bytes = packed(1);
        bytes[at..at + value.len()].copy_from_slice(value);
        bytes
    };
    let of = |chunks: &[(&[u8; 4], &[u8])]| {
        let chunks = chunks.iter().map(|(id, body)| ChunkBuf::new(**id, body.to_vec()).unwrap());
        SoundBuf::new(chunks.collect()).unwrap().write().unwrap()
    };
    let (bytes, tail) = (plain(), [&plain()[..], b"abc"].concat());
    let format = &bytes[20..36];
    let mut stereo = with(22, &[2]);
    stereo[28..34].copy_from_slice(&[0x44, 0xac, 0, 0, 2, 0]);
    let mut tail = tail;
    tail[4] = 43;
    vec![
        (&codes::TRUNCATED, b"RIFF\0\0".to_vec()),
        (&codes::TRUNCATED, b"RI".to_vec()),
        (&codes::MAGIC, b"\x89PNG".to_vec()),
        (&codes::MAGIC, with(8, b"AVI ")),
        (&codes::RIFF_SIZE, with(4, &[41])),
        (&codes::RIFF_SIZE, with(4, &[39])),
        (&codes::CHUNK_RANGE, with(40, &[9])),
        (&codes::CHUNK_TWICE, of(&[(&FORMAT, format), (&DATA, b"ab"), (&DATA, b"cd")])),
        (&codes::FORMAT_MISSING, with(12, b"fmt_")),
        (&codes::FORMAT_MISSING, of(&[(&DATA, b"ab"), (&FORMAT, format)])),
        (&codes::FORMAT_SIZE, of(&[(&FORMAT, &format[..14]), (&DATA, b"ab")])),
        (&codes::FORMAT_SIZE, packed_with(40, &[8])),
        (&codes::DATA_MISSING, of(&[(&FORMAT, format)])),
        (&codes::CODEC, with(20, &[3])),
        (&codes::CODEC, with(20, &[9])),
        (&codes::CHANNELS, with(22, &[3])),
        (&codes::CHANNELS, with(22, &[0])),
        (&codes::RATE, with(24, &[0, 0])),
        (&codes::BITS, with(34, &[12])),
        (&codes::BITS, packed_with(34, &[16])),
        (&codes::BLOCK, with(32, &[2])),
        (&codes::BLOCK, packed_with(32, &[7, 0])),
        (&codes::BYTES_PER_SECOND, with(28, &[0])),
        (&codes::BLOCK_SAMPLES, packed_with(38, &[0])),
        (&codes::PAIRS, packed_with(42, &[7])),
        (&codes::PREDICTOR, packed_with(90, &[7])),
        (&codes::BLOCKS, stereo),
        (&codes::FACT_COUNT, packed_with(78, &[0xff, 0xff])),
        (&codes::TAIL, tail),
        (&codes::RATE_USUAL, {
            let mut slow = with(24, &[0x11, 0x2b]);
            slow[28..30].copy_from_slice(&[0x11, 0x2b]);
            slow
        }),
    ]
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn each_broken_sound_gives_exactly_its_code() {
    let broken = broken();
    for (code, bytes) in &broken {
        assert_eq!(found(bytes, Mode::Strict, true), [code.id], "{:?}", bytes.escape_ascii());
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(bytes, Mode::Tolerant, false), expected);
    }
    for code in CODES {
        assert!(broken.iter().any(|(known, _)| known == code), "{}", code.id);
    }
    for whole in [plain(), packed(1), packed(2), Vec::new()] {
        assert_eq!(found(&whole, Mode::Strict, true), [""; 0]);
    }
}

#[test]
fn every_field_is_found_and_explained() {
    let trees: Vec<(Vec<u8>, usize)> = vec![(plain(), 14), (packed(1), 33)];
    for (bytes, stored) in &trees {
        let tree = tree(bytes, Samples::Shown).unwrap();
        assert_eq!(proof::holds(&tree, bytes), *stored);
        proof::returns(DOCUMENT, &tree, |draft| make(draft, None), bytes);
    }
    let trees: Vec<_> =
        trees.iter().map(|(bytes, _)| tree(bytes, Samples::Shown).unwrap()).collect();
    proof::has_fields(CODES, &trees);
    assert_eq!(trees[0].find("chunks[0].format.rate").unwrap().node.offset(), Some(24));
    assert_eq!(trees[1].find("chunks[0].coefficients[1].second").unwrap().node.offset(), Some(48));
    assert_eq!(trees[1].find("chunks[1].samples").unwrap().node.offset(), Some(78));
}

#[test]
fn samples_that_a_document_leaves_out_come_from_another_sound() {
    let bytes = plain();
    let short = tree(&bytes, Samples::LeftOut).unwrap();
    let draft = Draft::of_document(DOCUMENT, &short);
    let told = make(&draft, None).unwrap_err().to_string();
    assert!(told.contains("chunks[1].data") && told.contains("--like"), "{told}");
    assert_eq!(make(&draft, Some(&bytes)).unwrap().bytes, bytes);
}

#[test]
fn a_size_that_is_not_so_is_refused_when_writing() {
    let mut sound = SoundBuf::of(&Sound::read(&plain()).unwrap());
    sound.chunks[0].size = 15;
    let told = sound.write().unwrap_err().to_string();
    assert!(told.contains("chunks[0].size") && told.contains("says 15"), "{told}");
    sound.chunks[0].size = 16;
    sound.tail = b"junk\0\0\0\0".to_vec();
    sound.count_again().unwrap();
    assert!(sound.write().unwrap_err().to_string().contains("tail"));
}

proptest! {
    #[test]
    fn what_reads_writes_back(
        at in 0usize..160,
        value in any::<[u8; 4]>(),
        cut in 0usize..2000,
        stereo in any::<bool>(),
    ) {
        let mut bytes = if at % 3 == 0 { plain() } else { packed(1 + u16::from(stereo)) };
        let len = bytes.len();
        for (place, value) in bytes.iter_mut().skip(at % len).zip(value) {
            *place = value;
        }
        bytes.truncate(cut);
        let read = Sound::read(&bytes);
        prop_assert_eq!(Sound::read_strict(&bytes).is_ok(), {
            let mut findings = Findings::new(Mode::Strict, false);
            check(&bytes, &mut findings);
            findings.first_error().is_none()
        });
        if let Ok(sound) = read {
            prop_assert_eq!(&SoundBuf::of(&sound).write().unwrap(), &bytes);
            let tree = tree(&bytes, Samples::Shown).unwrap();
            let made = make(&Draft::of_document(DOCUMENT, &tree), None).unwrap();
            prop_assert_eq!(&made.bytes, &bytes);
            let _ = sound.decode();
        }
    }
}
