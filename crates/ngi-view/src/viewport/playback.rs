//! The time of what is looked at: playing, pausing, speed, looping.

/// The slowest and the fastest.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.05..=8.0;
/// What plays without an end is shown as this many seconds at first.
const OPEN_END: f32 = 10.0;

/// The time of what is looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Playback {
    /// Now, in seconds.
    pub time: f32,
    /// Whether time goes on.
    pub playing: bool,
    /// How fast.
    pub speed: f32,
    /// Whether it starts again at its end.
    pub looping: bool,
    /// How long it takes, in seconds; `None` where nothing moves.
    pub duration: Option<f32>,
    /// True if it plays because such things do, and not because the user asked for it.
    plays_by_itself: bool,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            time: 0.0,
            playing: false,
            speed: 1.0,
            looping: true,
            duration: None,
            plays_by_itself: false,
        }
    }
}

impl Playback {
    /// Begins at the start of something else. With `plays_by_itself` it plays at once; otherwise it
    /// plays if the user let something play before.
    pub fn reset(&mut self, duration: Option<f32>, plays_by_itself: bool) {
        self.duration = duration.map(|seconds| {
            let sound = seconds.is_finite() && seconds > 0.0;
            if sound { seconds } else { OPEN_END }
        });
        self.time = 0.0;
        let asked = self.playing && !self.plays_by_itself;
        self.playing = (asked || plays_by_itself) && self.duration.is_some();
        self.plays_by_itself = plays_by_itself && !asked;
    }

    /// Plays or pauses. At the end it begins again.
    pub fn toggle(&mut self) {
        let Some(duration) = self.duration else { return };
        self.playing = !self.playing;
        self.plays_by_itself = false;
        if self.playing && self.time >= duration {
            self.time = 0.0;
        }
    }

    /// Lets time pass.
    pub fn advance(&mut self, seconds: f32) {
        let (Some(duration), true) = (self.duration, self.playing) else { return };
        let time = self.time + seconds * self.speed;
        self.time = if time < duration {
            time.max(0.0)
        } else if self.looping {
            time.rem_euclid(duration)
        } else {
            self.playing = false;
            duration
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(duration: f32) -> Playback {
        let mut playback = Playback::default();
        playback.reset(Some(duration), false);
        playback.toggle();
        playback
    }

    #[test]
    fn effects_play_by_themselves_and_other_things_after_them_do_not() {
        let mut playback = Playback::default();
        playback.reset(Some(2.0), true);
        assert!(playback.playing);
        playback.reset(Some(2.0), false);
        assert!(!playback.playing, "nobody asked for it");
        playback.toggle();
        playback.reset(Some(2.0), true);
        playback.reset(Some(2.0), false);
        assert!(playback.playing, "the user let the first one play");
        playback.reset(None, true);
        assert!(!playback.playing);
    }

    #[test]
    fn time_goes_on_at_its_speed_and_around() {
        let mut playback = of(2.0);
        playback.advance(0.5);
        assert_eq!(playback.time, 0.5);
        playback.speed = 2.0;
        playback.advance(1.0);
        assert_eq!(playback.time, 0.5, "2.5 of 2 seconds");
    }

    #[test]
    fn without_looping_it_stops_at_the_end_and_begins_again() {
        let mut playback = of(2.0);
        playback.looping = false;
        playback.advance(5.0);
        assert_eq!((playback.time, playback.playing), (2.0, false));
        playback.toggle();
        assert_eq!((playback.time, playback.playing), (0.0, true));
    }

    #[test]
    fn what_does_not_move_does_not_play() {
        let mut playback = Playback::default();
        playback.toggle();
        playback.advance(1.0);
        assert_eq!((playback.time, playback.playing), (0.0, false));
        playback.reset(Some(f32::NAN), false);
        assert_eq!(playback.duration, Some(OPEN_END));
    }
}
