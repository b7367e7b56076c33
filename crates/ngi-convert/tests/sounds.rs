//! Sounds as WAV files and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_convert::{Destination, ExportOptions, Exported, ImportOptions, Imported, Source};
use ngi_formats::kinds;
use ngi_formats::swav::{Codec, Pcm, Sound, USUAL_RATE};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

fn pcm() -> Pcm {
    let samples: Vec<i16> = (0..5000i16).map(|at| (at % 200 - 100).abs() * 200).collect();
    Pcm::of_samples(1, USUAL_RATE, &samples)
}

fn export(bytes: &[u8]) -> Result<Exported, String> {
    let to = Destination { stem: "a", suffix: "wav" };
    let (subject, none) = (Subject::file("a.wav", bytes), Surroundings::none());
    let options = ExportOptions::default();
    ngi_convert::export(&kinds::SOUND, &subject, &none, &to, &options)
        .map_err(|error| error.to_string())
}

fn import(bytes: &[u8], adpcm: bool) -> Result<Imported, String> {
    let source = Source { name: "a.wav", suffix: "wav", bytes, beside: &|_| None };
    let options = ImportOptions { adpcm, ..ImportOptions::default() };
    ngi_convert::import(&kinds::SOUND, &source, &options).map_err(|error| error.to_string())
}

#[test]
fn a_plain_sound_goes_out_and_comes_back_as_it_is() {
    let bytes = pcm().to_wave();
    assert_eq!(export(&bytes).unwrap().files[0].bytes, bytes);
    let back = import(&bytes, false).unwrap();
    assert_eq!(back.bytes, bytes);
    assert!(back.lost.is_empty() && back.told.is_empty(), "{:?}", back.told);
}

#[test]
fn a_packed_sound_goes_out_as_plain_numbers_and_can_be_packed_again() {
    let packed = pcm().to_adpcm().unwrap();
    let out = export(&packed).unwrap().files.remove(0).bytes;
    let sound = Sound::read_strict(&out).unwrap();
    assert_eq!((sound.format().unwrap().codec, sound.format().unwrap().bits), (Codec::PCM, 16));
    assert_eq!(sound.frames(), 5000);
    let heard = sound.decode().unwrap();
    assert_eq!(heard, Sound::read(&packed).unwrap().decode().unwrap());
    let back = import(&out, true).unwrap();
    assert_eq!(Sound::read_strict(&back.bytes).unwrap().format().unwrap().codec, Codec::MS_ADPCM);
    assert_eq!(back.computed, ["MS ADPCM of the samples"]);
    // What is packed already stays.
    assert_eq!(import(&packed, true).unwrap().bytes, packed);
}

#[test]
fn what_the_game_does_not_play_is_refused_by_name() {
    assert!(import(b"\x89PNG", false).unwrap_err().contains("RIFF"));
    assert!(import(b"", false).unwrap_err().contains("nothing to hear"));
    assert!(export(b"").unwrap_err().contains("nothing to hear"));
    let mut float = pcm().to_wave();
    float[20] = 3;
    assert!(import(&float, false).unwrap_err().contains("float is not played"));
    let mut deep = pcm().to_wave();
    deep[34] = 24;
    assert!(import(&deep, false).unwrap_err().contains("PCM of 16 bits"));
    let mut slow = pcm();
    slow.rate = 8000;
    let told = import(&slow.to_wave(), false).unwrap().told;
    assert!(told[0].contains("8000 samples a second"), "{told:?}");
}

#[test]
fn a_sound_without_samples_is_neither_imported_nor_put() {
    use ngi_convert::files::{Misfitting, Put};
    use ngi_verbs::edit::NewFields;
    let silent = Pcm::of_samples(1, USUAL_RATE, &[]).to_wave();
    assert!(import(&silent, false).unwrap_err().contains("nothing to hear"));
    let folder = tempfile::tempdir().unwrap();
    let mut archive = ngi_formats::nres::Editor::default();
    let beep = ngi_formats::nres::NewEntry::new(*b"SWAV", "beep.wav").unwrap();
    archive.add(beep, pcm().to_wave()).unwrap();
    let beep = ngi_formats::nres::NewEntry::new(*b"SWAV", "none.wav").unwrap();
    archive.add(beep, Vec::new()).unwrap();
    let bytes = archive.write().unwrap();
    let (_, archive) = ngi_testing::archives::write(folder.path(), "sounds.lib", &bytes);
    let put = |entry: &str, bytes: &[u8], misfitting: Misfitting| {
        let (file, fields) = (std::path::Path::new("empty.wav"), NewFields::default());
        let put = Put { archive: &archive, entry, fields, file, game: None };
        put.payload(bytes.to_vec(), misfitting).map(|_| ()).map_err(|error| error.to_string())
    };
    for bytes in [&[][..], &silent] {
        for entry in ["beep.wav", "new.wav@SWAV"] {
            for misfitting in [Misfitting::Refused, Misfitting::Converted] {
                let error = put(entry, bytes, misfitting).unwrap_err();
                assert!(error.contains("nothing to hear"), "{entry}: {error}");
            }
            assert_eq!(put(entry, bytes, Misfitting::AsItIs), Ok(()));
        }
        // A silent sound of the game may stay one.
        assert_eq!(put("none.wav", bytes, Misfitting::Refused), Ok(()));
    }
    assert_eq!(put("beep.wav", &pcm().to_wave(), Misfitting::Refused), Ok(()));
}

#[test]
fn an_extensible_header_of_plain_numbers_becomes_a_plain_one() {
    let plain = pcm().to_wave();
    let mut long = plain[..36].to_vec();
    (long[16], long[20], long[21]) = (40, 0xfe, 0xff);
    long.extend([22, 0, 16, 0, 4, 0, 0, 0, 1, 0]);
    long.extend([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]);
    long.extend_from_slice(&plain[36..]);
    let size = u32::try_from(long.len() - 8).unwrap();
    long[4..8].copy_from_slice(&size.to_le_bytes());
    let made = import(&long, false).unwrap();
    assert_eq!(made.bytes, plain);
    assert!(made.computed[0].contains("plain PCM"));
}

/// A WAV file of samples in any way, with a chunk that music programs put there.
fn wave(codec: u16, bits: u16, data: &[u8]) -> Vec<u8> {
    let block = bits / 8 * 2;
    let mut format = [codec, 2].map(u16::to_le_bytes).concat();
    format.extend([22_050, 22_050 * u32::from(block)].map(u32::to_le_bytes).concat());
    format.extend([block, bits].map(u16::to_le_bytes).concat());
    let mut chunks = Vec::new();
    for (id, body) in [(b"fmt ", &format[..]), (b"LIST", b"INFO"), (b"data", data)] {
        chunks.extend_from_slice(id);
        chunks.extend(u32::try_from(body.len()).unwrap().to_le_bytes());
        chunks.extend_from_slice(body);
        chunks.extend(std::iter::repeat_n(0, body.len() % 2));
    }
    let size = u32::try_from(chunks.len() + 4).unwrap().to_le_bytes();
    [&b"RIFF"[..], &size, b"WAVE", &chunks].concat()
}

#[test]
fn finer_samples_become_16_bits_and_that_is_told() {
    // Two channels, one sample each: a half, and all the way down.
    let cases: [(u16, u16, Vec<u8>); 4] = [
        (1, 24, vec![0, 0, 0x40, 0, 0, 0x80]),
        (1, 32, vec![0, 0, 0, 0x40, 0, 0, 0, 0x80]),
        (3, 32, [0.5f32, -1.0].map(f32::to_le_bytes).concat()),
        (3, 64, [0.5f64, -1.0].map(f64::to_le_bytes).concat()),
    ];
    for (codec, bits, data) in cases {
        let made = import(&wave(codec, bits, &data), false).unwrap();
        let sound = Sound::read_strict(&made.bytes).unwrap();
        assert_eq!(sound.decode().unwrap().samples(), [0x4000, -0x8000], "{codec} {bits}");
        assert_eq!(made.bytes, wave(1, 16, &[0, 0x40, 0, 0x80]), "the rest stays");
        assert!(made.told[0].contains("became PCM of 16"), "{:?}", made.told);
        assert!(made.carried.is_empty(), "{:?}", made.carried);
        let packed = import(&wave(codec, bits, &data), true).unwrap();
        assert_eq!(Sound::read(&packed.bytes).unwrap().format().unwrap().codec, Codec::MS_ADPCM);
    }
}
