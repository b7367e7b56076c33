//! Voices made into samples: resampled, shared between left and right, added up.

use std::sync::Arc;

use ngi_formats::swav::{Pcm, USUAL_RATE};

/// Voices that are heard at once, at most; quieter ones make room.
pub const MOST_VOICES: usize = 32;
/// How fast a voice comes to another loudness: its share of the way with every sample.
const SMOOTH: f32 = 0.002;
/// The slowest and fastest a sound is played.
const RATES: [f32; 2] = [0.1, 8.0];

/// A sound, decoded: left and right, or both the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Samples a second.
    rate: f64,
    frames: Vec<[f32; 2]>,
}

impl Clip {
    /// Out of samples; `None` where there are none.
    pub fn of(pcm: &Pcm) -> Option<Self> {
        let samples = pcm.samples();
        let number = |sample: &i16| f32::from(*sample) / 32_768.0;
        let frames: Vec<[f32; 2]> = match pcm.channels {
            2 => samples.as_chunks::<2>().0.iter().map(|[l, r]| [number(l), number(r)]).collect(),
            _ => samples.iter().map(|sample| [number(sample); 2]).collect(),
        };
        let rate = if pcm.rate == 0 { USUAL_RATE } else { pcm.rate };
        (!frames.is_empty()).then_some(Self { rate: rate.into(), frames })
    }

    /// Between two samples; behind the end it begins again, or is silent.
    fn at(&self, place: f64, looping: bool) -> [f32; 2] {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
        let (whole, share) = (place as usize, place.fract() as f32);
        let frame = |at: usize| {
            let at = if looping { at % self.frames.len().max(1) } else { at };
            self.frames.get(at).copied().unwrap_or([0.0; 2])
        };
        let ([l0, r0], [l1, r1]) = (frame(whole), frame(whole.saturating_add(1)));
        [l0 + (l1 - l0) * share, r0 + (r1 - r0) * share]
    }
}

/// A sound that plays.
#[derive(Debug, Clone)]
pub struct Voice {
    key: u64,
    clip: Arc<Clip>,
    place: f64,
    looping: bool,
    rate: f32,
    /// What left and right come to, and what they are now.
    gains: [f32; 2],
    now: [f32; 2],
}

impl Voice {
    /// A sound from its beginning on; the key tells it from others.
    pub fn new(key: u64, clip: Arc<Clip>, looping: bool, gains: [f32; 2]) -> Self {
        Self { key, clip, place: 0.0, looping, rate: 1.0, gains, now: gains }
    }

    /// The voice from a position on, in seconds.
    #[must_use]
    pub fn starting_at(mut self, seconds: f64) -> Self {
        self.place = if seconds.is_finite() { seconds.max(0.0) * self.clip.rate } else { 0.0 };
        self
    }

    fn is_over(&self) -> bool {
        #[expect(clippy::cast_precision_loss, reason = "samples of a sound")]
        let end = self.clip.frames.len() as f64;
        !self.looping && self.place >= end
    }

    fn loudness(&self) -> f32 {
        self.gains.iter().copied().fold(0.0, f32::max)
    }

    /// Its next sample for an output of some rate.
    fn next(&mut self, rate: f64) -> [f32; 2] {
        let [left, right] = self.clip.at(self.place, self.looping);
        for (now, gain) in self.now.iter_mut().zip(self.gains) {
            *now += (gain - *now) * SMOOTH;
        }
        self.place += self.clip.rate / rate * f64::from(self.rate);
        #[expect(clippy::cast_precision_loss, reason = "samples of a sound")]
        let length = self.clip.frames.len() as f64;
        if self.looping && self.place >= length {
            self.place %= length;
        }
        let [l, r] = self.now;
        [left * l, right * r]
    }
}

/// Everything that plays.
#[derive(Debug, Clone, Default)]
pub struct Mixer {
    voices: Vec<Voice>,
}

impl Mixer {
    /// Lets a voice begin; one with its key ends. Of too many the quietest gives way.
    pub fn start(&mut self, voice: Voice) {
        self.stop(voice.key);
        self.voices.push(voice);
        if self.voices.len() > MOST_VOICES {
            let quietest = self.voices.iter().enumerate();
            let quietest = quietest.min_by(|a, b| a.1.loudness().total_cmp(&b.1.loudness()));
            if let Some(place) = quietest.map(|(place, _)| place) {
                self.voices.remove(place);
            }
        }
    }

    /// Gives a voice another loudness left and right, and another rate.
    pub fn set(&mut self, key: u64, gains: [f32; 2], rate: f32) {
        let [slow, fast] = RATES;
        if let Some(voice) = self.voices.iter_mut().find(|voice| voice.key == key) {
            voice.gains =
                gains.map(|gain| if gain.is_finite() { gain.clamp(0.0, 1.0) } else { 0.0 });
            voice.rate = if rate.is_finite() { rate.clamp(slow, fast) } else { 1.0 };
        }
    }

    /// Whether a voice plays.
    pub fn plays(&self, key: u64) -> bool {
        self.voices.iter().any(|voice| voice.key == key)
    }

    /// Returns the position of a voice in seconds; `None` if it does not play.
    pub fn position(&self, key: u64) -> Option<f64> {
        let voice = self.voices.iter().find(|voice| voice.key == key)?;
        Some(voice.place / voice.clip.rate)
    }

    /// How many voices play.
    pub fn len(&self) -> usize {
        self.voices.len()
    }

    /// Whether all is silent.
    pub fn is_empty(&self) -> bool {
        self.voices.is_empty()
    }

    /// Ends a voice.
    pub fn stop(&mut self, key: u64) {
        self.voices.retain(|voice| voice.key != key);
    }

    /// Ends everything.
    pub fn clear(&mut self) {
        self.voices.clear();
    }

    /// The next sample of everything, for an output of some rate: left and right, from -1 to 1.
    pub fn next(&mut self, rate: f64) -> [f32; 2] {
        let mut sum = [0.0f32; 2];
        for voice in &mut self.voices {
            for (sum, part) in sum.iter_mut().zip(voice.next(rate)) {
                *sum += part;
            }
        }
        self.voices.retain(|voice| !voice.is_over());
        sum.map(|side| side.clamp(-1.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clip(samples: &[i16]) -> Arc<Clip> {
        Arc::new(Clip::of(&Pcm::of_samples(1, 1000, samples)).unwrap())
    }

    fn take(mixer: &mut Mixer, count: usize, rate: f64) -> Vec<[f32; 2]> {
        (0..count).map(|_| mixer.next(rate)).collect()
    }

    const HALF: i16 = 16_384;

    #[test]
    fn a_voice_is_heard_once_on_its_side() {
        let mut mixer = Mixer::default();
        mixer.start(Voice::new(1, clip(&[HALF, -HALF]), false, [1.0, 0.5]));
        let heard = take(&mut mixer, 3, 1000.0);
        assert_eq!(heard, [[0.5, 0.25], [-0.5, -0.25], [0.0, 0.0]]);
        assert!(mixer.is_empty());
    }

    #[test]
    fn a_loop_goes_round_and_twice_the_rate_takes_every_other_sample() {
        let mut mixer = Mixer::default();
        mixer.start(Voice::new(1, clip(&[0, HALF, 0, -HALF]), true, [1.0; 2]));
        let left: Vec<f32> = take(&mut mixer, 6, 1000.0).iter().map(|it| it[0]).collect();
        assert_eq!(left, [0.0, 0.5, 0.0, -0.5, 0.0, 0.5]);
        mixer.start(Voice::new(1, clip(&[0, HALF, HALF, -HALF]), true, [1.0; 2]));
        mixer.set(1, [1.0; 2], 2.0);
        let left: Vec<f32> = take(&mut mixer, 3, 1000.0).iter().map(|it| it[0]).collect();
        assert_eq!(left, [0.0, 0.5, 0.0]);
        // An output of twice the rate hears what is between two samples.
        mixer.start(Voice::new(1, clip(&[0, HALF]), false, [1.0; 2]));
        let left: Vec<f32> = take(&mut mixer, 3, 2000.0).iter().map(|it| it[0]).collect();
        assert_eq!(left, [0.0, 0.25, 0.5]);
    }

    #[test]
    fn voices_add_up_and_never_beyond_what_a_device_takes() {
        let mut mixer = Mixer::default();
        for key in 0..4 {
            mixer.start(Voice::new(key, clip(&[HALF; 8]), true, [1.0, 0.25]));
        }
        assert_eq!(mixer.next(1000.0), [1.0, 0.5]);
        mixer.stop(0);
        mixer.stop(1);
        assert_eq!((mixer.len(), mixer.next(1000.0)), (2, [1.0, 0.25]));
    }

    #[test]
    fn the_quietest_makes_room() {
        let mut mixer = Mixer::default();
        for key in 0..=MOST_VOICES as u64 {
            let gain = if key == 7 { 0.1 } else { 0.5 };
            mixer.start(Voice::new(key, clip(&[HALF]), true, [gain; 2]));
        }
        assert_eq!((mixer.len(), mixer.plays(7), mixer.plays(0)), (MOST_VOICES, false, true));
    }

    #[test]
    fn loudness_changes_without_a_click_and_no_number_is_silence() {
        let mut mixer = Mixer::default();
        mixer.start(Voice::new(1, clip(&[i16::MAX]), true, [0.0; 2]));
        mixer.set(1, [1.0, f32::NAN], f32::NAN);
        let heard = take(&mut mixer, 4000, 1000.0);
        let leap = heard.windows(2).map(|two| (two[1][0] - two[0][0]).abs()).fold(0.0, f32::max);
        assert!(leap < 0.01 && heard[3999][0] > 0.95 && heard[3999][1] == 0.0, "{leap}");
        assert_eq!(Clip::of(&Pcm::of_samples(1, 1000, &[])), None);
    }
}
