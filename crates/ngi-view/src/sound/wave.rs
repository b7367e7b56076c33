//! The wave of a sound, as it is drawn: the lowest and the highest of each stretch.

use ngi_formats::swav::Sound;

/// So many stretches: more than a screen has columns.
const STRETCHES: usize = 2048;

/// What is drawn of a sound.
#[derive(Debug, Clone, PartialEq)]
pub struct Wave {
    /// Lowest and highest of each stretch, between -1 and 1; all channels together.
    pub peaks: Vec<[f32; 2]>,
    /// How long it takes.
    pub seconds: f64,
    /// Samples a second.
    pub rate: u32,
    /// How many channels.
    pub channels: u16,
}

impl Wave {
    /// The wave of a file; `None` where it is no sound, or one that nobody can decode.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let sound = Sound::read(bytes).ok()?;
        let pcm = sound.decode().ok()?;
        let peaks = peaks(&pcm.samples(), usize::from(pcm.channels));
        Some(Self { peaks, seconds: sound.seconds(), rate: pcm.rate, channels: pcm.channels })
    }
}

fn peaks(samples: &[i16], channels: usize) -> Vec<[f32; 2]> {
    let frames = samples.len() / channels.max(1);
    let stretch = frames.div_ceil(STRETCHES).max(1) * channels.max(1);
    let share = |sample: i16| f32::from(sample) / 32_768.0;
    let of = |part: &[i16]| {
        let lowest = part.iter().copied().min().unwrap_or_default();
        let highest = part.iter().copied().max().unwrap_or_default();
        [share(lowest), share(highest)]
    };
    let starts = (0..samples.len()).step_by(stretch);
    // With the frame before, so that the line has no holes where there are few samples.
    let with_before = |start: usize| {
        let end = (start + stretch).min(samples.len());
        of(samples.get(start.saturating_sub(channels)..end).unwrap_or_default())
    };
    starts.map(with_before).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stretch_has_its_lowest_and_its_highest() {
        assert_eq!(peaks(&[0, 16_384, -32_768], 1), [[0.0, 0.0], [0.0, 0.5], [-1.0, 0.5]]);
        assert_eq!(peaks(&[0, 16_384, -32_768, 1], 2), [[0.0, 0.5], [-1.0, 0.5]]);
        let long: Vec<i16> = (0..10_000).map(|at| if at == 7_777 { 32_000 } else { -5 }).collect();
        let drawn = peaks(&long, 1);
        assert!(drawn.len() <= STRETCHES);
        assert_eq!(drawn.iter().filter(|[_, highest]| *highest > 0.9).count(), 1);
        assert!(peaks(&[], 2).is_empty());
        assert_eq!(Wave::of(b"no sound"), None);
    }
}
