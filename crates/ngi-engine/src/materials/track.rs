//! Which phase a track shows at a moment.

use ngi_formats::mat0::{Key, LerpMask, Mode};

use super::random::Rand;

/// A track at run time (`AnimBlockRuntime`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeTrack {
    mode: Mode,
    mask: LerpMask,
    keys: Vec<Key>,
    /// When each key ends: the keys' times, side by side.
    ends: Vec<u16>,
    /// Whether no key ends before the one in front of it.
    ascending: bool,
}

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
        let ends: Vec<u16> = keys.iter().map(|key| key.time_ms).collect();
        let ascending = ends.is_sorted();
        Self { mode, mask, keys, ends, ascending }
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
        self.keys.last().map_or(0, |key| key.time_ms)
    }

    /// What is shown at a time of the game (`sub_100031F0`); `None` without keys.
    ///
    /// Mode 3 draws a lot and, as the engine does, keeps it as the row's new start: in
    /// `clock.start`. Modes without a name run like mode 0.
    #[inline]
    pub fn at_time(&self, clock: &mut Clock, rand: &mut Rand) -> Option<Shown> {
        let (first, last) = (self.keys.first()?, self.keys.last()?);
        let cycle = u32::from(last.time_ms);
        if self.keys.len() == 1 || cycle == 0 {
            return Some(Shown::still(first.phase));
        }
        let rest = if self.mode == Mode::RANDOM {
            clock.start = rand.draw() % cycle;
            clock.start
        } else {
            // Unsigned, as in the engine: a start in the future is a very long time ago.
            let delta = clock.now.wrapping_sub(clock.start);
            let (turns, rest) = (delta / cycle, delta % cycle);
            match self.mode {
                Mode::PING_PONG if turns % 2 == 1 => cycle - rest,
                Mode::ONCE if turns > 0 => return Some(Shown::still(last.phase)),
                _ => rest,
            }
        };
        // No longer than a cycle, so 16 bits and a float hold it exactly.
        let rest = u16::try_from(rest).unwrap_or(u16::MAX);
        Some(self.between(self.key_at(|end| rest < end), f32::from(rest)))
    }

    /// What is shown at a share of the cycle (`sub_10003680`), whatever the mode; `None` without
    /// keys. A share outside 0..=1 counts as a half, as in the engine; so does NaN.
    ///
    /// Whether the engine cuts `t · cycle` to whole milliseconds is not known; here it does not.
    pub fn at_share(&self, share: f32) -> Option<Shown> {
        let first = self.keys.first()?;
        let cycle = self.cycle_ms();
        if self.keys.len() == 1 || cycle == 0 {
            return Some(Shown::still(first.phase));
        }
        let share = if (0.0..=1.0).contains(&share) { share } else { 0.5 };
        let rest = share * f32::from(cycle);
        Some(self.between(self.key_at(|end| rest < f32::from(end)), rest))
    }

    /// The first key whose end is later than the time in question, as `is_before` says; the number
    /// of keys where there is none.
    ///
    /// That is also the first key with `T(k−1) <= r < T(k)`: in front of it every key has ended.
    #[inline]
    fn key_at(&self, is_before: impl Fn(u16) -> bool) -> usize {
        if !self.ascending {
            return self.ends.iter().position(|&end| is_before(end)).unwrap_or(self.ends.len());
        }
        if self.ends.len() > FEW {
            return self.ends.partition_point(|&end| !is_before(end));
        }
        // Without a branch that would be guessed wrong.
        self.ends.iter().map(|&end| usize::from(!is_before(end))).sum()
    }

    /// Key `index` on its way to the one behind it; without an interval the first key as it is.
    #[inline]
    fn between(&self, index: usize, rest: f32) -> Shown {
        let first = self.keys.first().map_or(0, |key| key.phase);
        let Some(key) = self.keys.get(index) else { return Shown::still(first) };
        let next = self.keys.get(index + 1).map_or(first, |key| key.phase);
        let before = index.checked_sub(1).and_then(|index| self.keys.get(index));
        let from = before.map_or(0.0, |key| f32::from(key.time_ms));
        let length = f32::from(key.time_ms) - from;
        let factor = if length > 0.0 { (rest - from) / length } else { 0.0 };
        Shown { phase: key.phase, next, factor, mask: self.mask }
    }
}
