//! Sounds.

use ngi_formats::schema::Record as _;
use ngi_formats::swav::{self, ChunkBuf, Coefficients, Pcm, Sound, SoundBuf};
use ngi_formats::{Findings, Mode};
use ngi_verbs::format::{Subject, recognise};

use crate::Outcome;
use crate::documents::comes_back;

/// Packing takes a while: so many samples are packed again.
const PACKED: usize = 2000;

/// Any sound reads and comes back; what is heard of it can be packed and heard again.
pub fn read(input: &[u8]) -> Outcome {
    let mut findings = Findings::new(Mode::Strict, false);
    swav::check(input, &mut findings);
    assert_eq!(findings.first_error().is_some(), Sound::read_strict(input).is_err());
    let Ok(sound) = Sound::read(input) else { return Outcome::Rejected };
    assert_eq!(SoundBuf::of(&sound).write().ok().as_deref(), Some(input));
    let subject = Subject::file("a.wav", input);
    recognise(&subject).map(|format| comes_back(format, &subject));
    let Ok(heard) = sound.decode() else { return Outcome::Rejected };
    assert!(heard.data.len() <= input.len() * 4, "four times at most");
    let plain = heard.to_wave();
    assert_eq!(Sound::read(&plain).and_then(|plain| plain.decode()).ok().as_ref(), Some(&heard));
    let samples: Vec<i16> = heard.samples().into_iter().take(PACKED).collect();
    let whole = samples.len() / usize::from(heard.channels.max(1)) * usize::from(heard.channels);
    let few = Pcm::of_samples(heard.channels, heard.rate, samples.get(..whole).unwrap_or_default());
    if let Ok(packed) = few.to_adpcm() {
        let again = Sound::read(&packed).and_then(|packed| packed.decode());
        assert_eq!(again.map(|again| again.data.len()).ok(), Some(few.data.len()));
    }
    Outcome::Accepted
}

/// Plain and packed ones, with a chunk more, and nothing.
pub fn seeds() -> Vec<Vec<u8>> {
    let samples: Vec<i16> = (0..600i16).map(|at| (at % 40 - 20) * 900).collect();
    let mut seeds = vec![Vec::new()];
    for channels in [1, 2] {
        let pcm = Pcm::of_samples(channels, 22_050, &samples);
        seeds.push(pcm.to_wave());
        seeds.push(Pcm { bits: 8, data: vec![100; 50], ..pcm.clone() }.to_wave());
        seeds.extend(pcm.to_adpcm());
    }
    let more = seeds.iter().filter_map(|bytes| {
        let mut sound = SoundBuf::of(&Sound::read(bytes).ok()?);
        let body = Coefficients::default().write().to_vec();
        sound.chunks.insert(0, ChunkBuf::new(*b"LIST", body).ok()?);
        sound.size?;
        sound.count_again().ok()?;
        sound.write().ok()
    });
    let more: Vec<Vec<u8>> = more.collect();
    seeds.extend(more);
    seeds
}
