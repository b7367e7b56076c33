//! Resolution of an image that changes, chosen from the times of the frames before it.
//!
//! On a slow machine, most of a frame's time depends on the number of pixels. [`Pace`] is told how
//! long frames took and chooses the finest level that fits [`BUDGET`]. [`Motion`] knows when the
//! image rests and is drawn in full quality.

/// Seconds that a frame may take while the image changes.
pub const BUDGET: f32 = 1.0 / 15.0;
/// A finer level is chosen only if its frames are expected to take this share of the budget.
const RESERVE: f32 = 0.8;
/// Frames in a row that must be fast before a finer level is chosen.
const PATIENCE: u8 = 6;
/// Frames after which the times of other levels are measured again.
const MEMORY: u8 = 60;
/// Seconds without a change after which the image is drawn in full quality.
pub const REST: f64 = 0.25;

/// Resolution of an image. Level 0 is full quality, the last one is the coarsest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Level(usize);

/// Sides of the image as shares of the full sides, and the work in pixels of the full image. The
/// edges of level 0 are smooth, which makes its pixels more expensive.
const LEVELS: [(f32, f32); 8] = [
    (1.0, 2.2),
    (1.0, 1.0),
    (0.84, 0.7),
    (0.71, 0.5),
    (0.59, 0.35),
    (0.5, 0.25),
    (0.42, 0.18),
    (0.35, 0.12),
];

impl Level {
    /// Full resolution with smooth edges.
    pub const FULL: Self = Self(0);

    /// Side of the image that replaces a full side.
    pub fn side(self, full: u32) -> u32 {
        let (share, _) = LEVELS.get(self.0).copied().unwrap_or((1.0, 1.0));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "sides of images are small"
        )]
        let side = (full as f32 * share).round() as u32;
        side.max(1)
    }
}

/// Chooses the level of an image that changes.
#[derive(Debug, Clone, Default)]
pub struct Pace {
    level: usize,
    /// Last known time of a frame at each level, in seconds.
    times: [Option<f32>; LEVELS.len()],
    /// Time of the frame before, if it was drawn at the same level.
    previous: Option<f32>,
    /// Fast frames in a row.
    fast: u8,
    /// Frames since the times of other levels were forgotten.
    age: u8,
}

impl Pace {
    /// The level to draw at while the image changes.
    pub fn level(&self) -> Level {
        Level(self.level)
    }

    /// Forgets the times of frames: something else is drawn now. The level stays until frames have
    /// been timed.
    pub fn forget(&mut self) {
        *self = Self { level: self.level, ..Self::default() };
    }

    /// Records the time of a frame that was drawn at the chosen level.
    pub fn record(&mut self, seconds: f32) {
        if !(seconds.is_finite() && seconds > 0.0) {
            return;
        }
        // The faster one of two counts, so that a single hiccup of the machine has no effect.
        let Some(previous) = self.previous.replace(seconds) else { return };
        let seconds = seconds.min(previous);
        self.age += 1;
        if self.age >= MEMORY {
            (self.times, self.age) = (Default::default(), 0);
        }
        if let Some(time) = self.times.get_mut(self.level) {
            *time = Some(seconds);
        }
        let wanted = self.fitting(if seconds > BUDGET { BUDGET } else { BUDGET * RESERVE });
        if seconds > BUDGET && wanted != self.level {
            self.go(wanted);
        } else if seconds <= BUDGET && wanted < self.level {
            self.fast += 1;
            if self.fast >= PATIENCE {
                self.go(wanted);
            }
        } else {
            self.fast = 0;
        }
    }

    fn go(&mut self, level: usize) {
        (self.level, self.previous, self.fast) = (level, None, 0);
    }

    /// The finest level whose frames are expected to take at most `budget` seconds. If the part of
    /// a frame that does not depend on pixels is too slow by itself, the finest level at which
    /// pixels take at most half of that part: fewer would only look worse.
    fn fitting(&self, budget: f32) -> usize {
        let (fixed, per_work) = self.costs();
        let find = |fits: &dyn Fn(f32) -> bool| LEVELS.iter().position(|(_, work)| fits(*work));
        find(&|work| fixed + per_work * work <= budget)
            .or_else(|| find(&|work| per_work * work <= fixed * 0.5))
            .unwrap_or(LEVELS.len() - 1)
    }

    /// Seconds that each frame takes, and seconds for each unit of work, from the times of the
    /// current level and of the level that differs most in work.
    fn costs(&self) -> (f32, f32) {
        let known = |at: usize| Some((LEVELS.get(at)?.1, (*self.times.get(at)?)?));
        let Some((work, time)) = known(self.level) else { return (0.0, 0.0) };
        let others = (0..LEVELS.len()).filter(|at| *at != self.level).filter_map(known);
        let farthest =
            others.max_by(|(a, _), (b, _)| (a - work).abs().total_cmp(&(b - work).abs()));
        let Some((other_work, other_time)) = farthest else { return (0.0, time / work) };
        let per_work = ((other_time - time) / (other_work - work)).clamp(0.0, time / work);
        (time - per_work * work, per_work)
    }
}

/// Tells when an image changes and when it rests. Times are seconds of the window's clock.
#[derive(Debug, Clone, Default)]
pub struct Motion {
    /// Time of the last change.
    changed: Option<f64>,
    /// Time of the frame before, if the image moved in it.
    moved: Option<f64>,
}

/// How a frame is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beat {
    /// True if the image changes: it need not be drawn in full quality.
    pub is_changing: bool,
    /// Seconds that the frame before took; `None` if the window waited for input meanwhile.
    pub took: Option<f64>,
    /// Seconds until the image rests, unless it changes again.
    pub rests_in: f64,
}

impl Motion {
    /// Takes note of a frame at time `now`. `moves` is true if the next frame follows at once with
    /// another image, `changes` if the image differs from the one before.
    pub fn step(&mut self, now: f64, moves: bool, changes: bool) -> Beat {
        let before = self.moved.take().filter(|_| moves);
        let took = before.map(|before| now - before).filter(|passed| *passed > 0.0);
        self.moved = moves.then_some(now);
        // A single change is drawn in full quality at once.
        let is_changing = moves || self.changed.is_some_and(|changed| now - changed < REST);
        if moves || changes {
            self.changed = Some(now);
        }
        let rests_in = self.changed.map_or(0.0, |changed| (changed + REST - now).max(0.0));
        Beat { is_changing, took, rests_in }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times of frames on a machine that needs `fixed` seconds for each frame and `pixels` seconds
    /// for each pixel of the image, as a pace chooses its levels.
    fn run(pace: &mut Pace, frames: usize, fixed: f32, pixels: f32) -> Vec<usize> {
        let frame = |_| {
            pace.record(fixed + pixels * LEVELS[pace.level].1);
            pace.level
        };
        (0..frames).map(frame).collect()
    }

    #[test]
    fn a_fast_machine_draws_in_full_quality() {
        let mut pace = Pace::default();
        assert_eq!(run(&mut pace, 100, 0.012, 0.002), [0; 100]);
    }

    #[test]
    fn a_slow_machine_needs_two_frames_to_reach_its_budget() {
        let mut pace = Pace::default();
        let levels = run(&mut pace, 40, 0.03, 0.1);
        assert_eq!(levels[0], 0, "one slow frame may be a hiccup");
        assert!(levels[1] > 2, "{levels:?}");
        let (share, work) = LEVELS[levels[39]];
        assert!(0.03 + 0.1 * work <= BUDGET && share > 0.5, "{levels:?}");
        assert_eq!(levels[30..], [levels[39]; 10], "it stays there");
    }

    #[test]
    fn a_hiccup_has_no_effect() {
        let mut pace = Pace::default();
        for number in 0..60 {
            pace.record(if number % 7 == 3 { 0.9 } else { 0.02 });
        }
        assert_eq!(pace.level(), Level::FULL);
    }

    #[test]
    fn pixels_that_hardly_cost_anything_stay() {
        // The window itself takes longer than the budget.
        let mut pace = Pace::default();
        let levels = run(&mut pace, 40, 0.2, 0.01);
        assert_eq!(levels[39], 0, "{levels:?}");
        let coarse = run(&mut pace, 600, 0.2, 0.01).iter().filter(|level| **level > 0).count();
        assert!((1..60).contains(&coarse), "tried again now and then: {coarse} of 600");
        // Pixels cost as much as the rest: they are reduced to half of that.
        let mut pace = Pace::default();
        let levels = run(&mut pace, 40, 0.1, 0.095);
        assert_eq!(LEVELS[levels[39]].1, 0.5, "{levels:?}");
    }

    #[test]
    fn quality_returns_when_frames_are_fast_again() {
        let mut pace = Pace::default();
        run(&mut pace, 10, 0.03, 0.3);
        let coarse = pace.level();
        assert!(coarse > Level(3));
        pace.forget();
        assert_eq!(pace.level(), coarse, "until frames have been timed");
        let levels = run(&mut pace, 60, 0.01, 0.001);
        assert_eq!(levels[59], 0, "{levels:?}");
    }

    #[test]
    fn times_that_are_no_times_are_ignored() {
        let mut pace = Pace::default();
        for seconds in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
            (0..5).for_each(|_| pace.record(seconds));
        }
        assert_eq!(pace.level(), Level::FULL);
    }

    #[test]
    fn sides_shrink_and_never_vanish() {
        let sides: Vec<u32> = (0..LEVELS.len()).map(|at| Level(at).side(1000)).collect();
        assert_eq!(sides, [1000, 1000, 840, 710, 590, 500, 420, 350]);
        assert_eq!(Level(7).side(1), 1);
    }

    #[test]
    fn an_image_that_moves_changes_until_it_rests() {
        let mut motion = Motion::default();
        let still = motion.step(1.0, false, true);
        assert!(!still.is_changing, "a single change is drawn in full quality");
        let mut motion = Motion::default();
        assert_eq!(motion.step(1.0, true, true).took, None, "nothing was timed yet");
        let beat = motion.step(1.1, true, true);
        assert!(beat.is_changing && (beat.took.unwrap() - 0.1).abs() < 1e-9);
        let beat = motion.step(1.2, false, false);
        assert!(beat.is_changing && beat.took.is_none());
        assert!((beat.rests_in - 0.15).abs() < 1e-9, "0.1 s after the last change");
        assert!(!motion.step(1.36, false, false).is_changing, "it rests");
        assert_eq!(motion.step(2.0, true, true).took, None, "the window waited for input");
    }

    #[test]
    fn changes_that_follow_each_other_are_no_single_changes() {
        let mut motion = Motion::default();
        assert!(!motion.step(1.0, false, true).is_changing);
        assert!(motion.step(1.1, false, true).is_changing);
        assert!(motion.step(1.2, false, true).is_changing);
        assert!(!motion.step(1.6, false, false).is_changing);
    }

    #[test]
    fn a_second_pass_of_the_same_frame_is_not_timed() {
        let mut motion = Motion::default();
        motion.step(1.0, true, true);
        assert_eq!(motion.step(1.0, true, true).took, None);
        assert!(motion.step(1.1, true, true).took.is_some());
    }
}
