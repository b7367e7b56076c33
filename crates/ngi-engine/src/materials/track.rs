//! Which phase a track shows at a moment.

use std::{array, iter};

use ngi_formats::mat0::{Key, LerpMask, Mode};

use super::random::Rand;

/// A track at run time (`AnimBlockRuntime`).
#[derive(Debug, Clone, PartialEq)]
pub struct RuntimeTrack {
    mode: Mode,
    mask: LerpMask,
    /// Whether time changes nothing: a single key, or keys that all end at once.
    is_still: bool,
    /// Whether no key ends before the one in front of it.
    ascending: bool,
    /// When the last key ends.
    cycle: u16,
    /// When each key ends, side by side; the last row is filled up with the latest time there is.
    ends: Vec<[u16; LANES]>,
    /// What each key shows, and behind them what is shown where no key is left.
    intervals: Vec<Interval>,
    keys: Vec<Key>,
}

/// The time of one key.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Interval {
    phase: u16,
    next: u16,
    /// When it begins: when the key in front of it ends.
    from: f32,
    /// How long it is; never 0. Infinite where nothing is mixed.
    length: f32,
}

impl Interval {
    fn new(key: Key, before: Option<&Key>, next: u16) -> Self {
        let from = before.map_or(0.0, |key| f32::from(key.time_ms));
        let length = f32::from(key.time_ms) - from;
        // Without a length there is no way: no share of an endless one is ever done.
        let length = if length > 0.0 { length } else { f32::INFINITY };
        Self { phase: key.phase, next, from, length }
    }

    fn still(phase: u16) -> Self {
        Self { phase, next: phase, from: 0.0, length: f32::INFINITY }
    }
}

/// How many ends are compared at once.
const LANES: usize = 8;
/// Up to so many keys it is faster to compare with all of them than to search.
const FEW: usize = 64;

/// What a track shows: a phase, and how far it is on the way to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown {
    /// The phase that is shown.
    pub phase: u16,
    /// The phase it is on the way to.
    pub next: u16,
    /// How far, from 0 up to but not including 1.
    pub factor: f32,
    /// What is mixed on the way; everything else jumps.
    pub mask: LerpMask,
}

impl Shown {
    /// A phase and nothing else.
    pub fn still(phase: u16) -> Self {
        Self { phase, next: phase, factor: 0.0, mask: LerpMask(0) }
    }
}

/// The time at which a track is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The game's time in milliseconds.
    pub now: u32,
    /// When the row started.
    pub start: u32,
}

impl RuntimeTrack {
    /// A track of these parts.
    pub fn new(mode: Mode, mask: LerpMask, keys: Vec<Key>) -> Self {
        let first = keys.first().map_or(0, |key| key.phase);
        let cycle = keys.last().map_or(0, |key| key.time_ms);
        let nexts = keys.iter().skip(1).map(|key| key.phase).chain([first]);
        let before = iter::once(None).chain(keys.iter().map(Some));
        let intervals = keys.iter().zip(before).zip(nexts);
        let intervals = intervals.map(|((key, before), next)| Interval::new(*key, before, next));
        Self {
            mode,
            mask,
            is_still: keys.len() == 1 || cycle == 0,
            ascending: keys.is_sorted_by_key(|key| key.time_ms),
            cycle,
            ends: keys.chunks(LANES).map(ends_of).collect(),
            intervals: intervals.chain([Interval::still(first)]).collect(),
            keys,
        }
    }

    /// How time runs.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// What is mixed between keys.
    pub fn mask(&self) -> LerpMask {
        self.mask
    }

    /// The keys in order.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// When the last key ends, in milliseconds; 0 without keys.
    pub fn cycle_ms(&self) -> u16 {
        self.cycle
    }

    /// What is shown at a time of the game (`sub_100031F0`); `None` without keys.
    ///
    /// Mode 3 draws a lot and, as the engine does, keeps it as the row's new start: in
    /// `clock.start`. Modes without a name run like mode 0.
    #[inline]
    pub fn at_time(&self, clock: &mut Clock, rand: &mut Rand) -> Option<Shown> {
        let first = self.keys.first()?;
        if self.is_still {
            return Some(Shown::still(first.phase));
        }
        let cycle = u32::from(self.cycle);
        let rest = if self.mode == Mode::RANDOM {
            clock.start = rand.draw() % cycle;
            clock.start
        } else {
            // Unsigned, as in the engine: a start in the future is a very long time ago.
            let delta = clock.now.wrapping_sub(clock.start);
            let (turns, rest) = (delta / cycle, delta % cycle);
            match self.mode {
                Mode::PING_PONG if turns % 2 == 1 => cycle - rest,
                Mode::ONCE if turns > 0 => {
                    return self.keys.last().map(|last| Shown::still(last.phase));
                }
                _ => rest,
            }
        };
        // No longer than a cycle, so 16 bits and a float hold it exactly.
        let rest = u16::try_from(rest).unwrap_or(u16::MAX);
        self.between(self.key_at(|end| end <= rest), f32::from(rest))
    }

    /// What is shown at a share of the cycle (`sub_10003680`), whatever the mode; `None` without
    /// keys. A share outside 0..=1 counts as a half, as in the engine; so does NaN.
    ///
    /// Whether the engine cuts `t · cycle` to whole milliseconds is not known; here it does not.
    pub fn at_share(&self, share: f32) -> Option<Shown> {
        let first = self.keys.first()?;
        if self.is_still {
            return Some(Shown::still(first.phase));
        }
        let share = if (0.0..=1.0).contains(&share) { share } else { 0.5 };
        let rest = share * f32::from(self.cycle);
        self.between(self.key_at(|end| f32::from(end) <= rest), rest)
    }

    /// The first key that has not ended at the time in question, as `is_over` says of an end; the
    /// number of keys where there is none.
    ///
    /// That is also the first key with `T(k−1) <= r < T(k)`: in front of it every key has ended.
    #[inline]
    fn key_at(&self, is_over: impl Fn(u16) -> bool) -> usize {
        let ends = self.ends.as_flattened();
        let index = if !self.ascending {
            ends.iter().position(|&end| !is_over(end)).unwrap_or(ends.len())
        } else if ends.len() > FEW {
            ends.partition_point(|&end| is_over(end))
        } else {
            // Without a branch that would be guessed wrong.
            let mut over = [0u16; LANES];
            for ends in &self.ends {
                for (over, &end) in over.iter_mut().zip(ends) {
                    *over += u16::from(is_over(end));
                }
            }
            over.into_iter().map(usize::from).sum()
        };
        // At the latest time there is, what fills up the last row counts as over.
        index.min(self.keys.len())
    }

    /// Key `index` on its way to the one behind it; without such a key the first one as it is.
    #[inline]
    fn between(&self, index: usize, rest: f32) -> Option<Shown> {
        let &Interval { phase, next, from, length } = self.intervals.get(index)?;
        Some(Shown { phase, next, factor: (rest - from) / length, mask: self.mask })
    }
}

fn ends_of(keys: &[Key]) -> [u16; LANES] {
    array::from_fn(|lane| keys.get(lane).map_or(u16::MAX, |key| key.time_ms))
}
