//! The engine's generator of random numbers.
//!
//! ```text
//! lo = (lo << 1) ^ hi      16 bits
//! hi = (hi >> 1) ^ lo      the new lo
//! the number is hi
//! ```
//!
//! After one step at most the states run in cycles whose length divides 1,065,353,089. State 0
//! stays 0.

/// A state of the generator: hi in the upper half, lo in the lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generator(u32);

/// How many states the engine has: one per source file, shared by all effects.
pub const SHARED_STATES: usize = 13;

/// Who asks for a random number.
///
/// The engine uses 7 of its 13 states. Which file has which is not published, so the numbers are
/// ours (*stand-in*).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Flag 1: the jitter on t.
    Time,
    /// Flag 8: the offset of the place.
    Place,
    /// Jitter of lights.
    Light,
    /// Bolts. No reading of what they draw is published; they draw nothing here.
    Bolt,
    /// Particles of bursts.
    Burst,
    /// Particles of debris bursts.
    Debris,
    /// Particles of streams.
    Stream,
}

impl Source {
    fn index(self) -> usize {
        match self {
            Self::Time => 0,
            Self::Place => 1,
            Self::Light => 2,
            Self::Bolt => 3,
            Self::Burst => 4,
            Self::Debris => 5,
            Self::Stream => 6,
        }
    }
}

impl Generator {
    /// From a seed, taken as it is: what the test vectors do. See [`Generator::seeded`].
    pub fn from_state(state: u32) -> Self {
        Self(state)
    }

    /// From a seed for use: 0, and 0x8000 whose next state is 0, would never leave 0 and are
    /// replaced by 1.
    pub fn seeded(seed: u32) -> Self {
        Self(if matches!(seed, 0 | 0x8000) { 1 } else { seed })
    }

    /// One of many generators of one seed: what command `index` of an instance draws from. Ours:
    /// with it the commands of an effect do not disturb each other.
    pub fn of_part(seed: u32, index: u32) -> Self {
        let mut mixed = seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9);
        // A well-mixing permutation of 32 bits, so that close seeds look nothing alike.
        mixed ^= mixed >> 16;
        mixed = mixed.wrapping_mul(0x7feb_352d);
        mixed ^= mixed >> 15;
        mixed = mixed.wrapping_mul(0x846c_a68b);
        Self::seeded(mixed ^ (mixed >> 16))
    }

    /// The state.
    pub fn state(self) -> u32 {
        self.0
    }

    /// The next number.
    #[inline]
    pub fn draw(&mut self) -> u16 {
        let lo = (self.0 << 1 ^ self.0 >> 16) & 0xffff;
        let hi = self.0 >> 17 ^ lo;
        self.0 = hi << 16 | lo;
        u16::try_from(hi & 0xffff).unwrap_or_default()
    }

    /// A number from 0 to below 1.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        f32::from(self.draw()) / 65536.0
    }

    /// A number from −v/2 to below v/2.
    #[inline]
    pub fn spread(&mut self, v: f32) -> f32 {
        f32::from(self.draw()) * v / 65536.0 - v / 2.0
    }

    /// Three spreads, drawn in the order z, y, x.
    #[inline]
    pub fn spread_zyx(&mut self, v: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = v;
        let z = self.spread(z);
        let y = self.spread(y);
        [self.spread(x), y, z]
    }
}

/// The states that all effects share in the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedStates(pub [Generator; SHARED_STATES]);

impl SharedStates {
    /// All 13 states from one seed. The engine takes the clock.
    pub fn seeded(seed: u32) -> Self {
        let mut part = 0;
        Self([(); SHARED_STATES].map(|()| {
            part += 1;
            Generator::of_part(seed, part)
        }))
    }

    /// The generator of a source.
    pub fn of(&mut self, source: Source) -> &mut Generator {
        let [states @ .., rest] = &mut self.0;
        states.get_mut(source.index()).unwrap_or(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(state: u32) -> [u16; 8] {
        let mut generator = Generator::from_state(state);
        [(); 8].map(|()| generator.draw())
    }

    #[test]
    fn vectors() {
        assert_eq!(
            numbers(0x5678_1234),
            [0x592c, 0x919a, 0xa34f, 0x25ec, 0xdf8c, 0x2abe, 0xb511, 0xaf05]
        );
        assert_eq!(numbers(1), [0x0002, 0x0007, 0x0008, 0x001a, 0x002b, 0x0072, 0x0085, 0x01bf]);
        assert_eq!(numbers(0), [0; 8]);
        assert_eq!(numbers(0x8000), [0; 8]);
    }

    #[test]
    fn only_two_states_lead_to_zero() {
        // The map is linear over bits, so its kernel has 2^(32 − rank) members: rank 31, by
        // elimination over the images of single bits.
        let image = |state| {
            let mut generator = Generator::from_state(state);
            generator.draw();
            generator.state()
        };
        let mut pivots = [0u32; 32];
        let mut rank = 0;
        for bit in 0..32 {
            let mut row = image(1 << bit);
            while row != 0 {
                let top = (31 - row.leading_zeros()) as usize;
                if pivots[top] == 0 {
                    pivots[top] = row;
                    rank += 1;
                    break;
                }
                row ^= pivots[top];
            }
        }
        assert_eq!(rank, 31);
        assert_eq!([0, 0x8000].map(image), [0; 2]);
        assert_eq!([0, 0x8000].map(|seed| Generator::seeded(seed).state()), [1; 2]);
    }

    #[test]
    fn the_cycle_has_the_published_length() {
        // M^n is computed by squaring; after one step, n more steps lead back.
        type Map = [u32; 32];
        let apply = |map: &Map, state: u32| {
            (0..32).filter(|bit| state >> bit & 1 == 1).fold(0, |sum, bit| sum ^ map[bit])
        };
        let step: Map = std::array::from_fn(|bit| {
            let mut generator = Generator::from_state(1 << bit);
            generator.draw();
            generator.state()
        });
        let power = |mut n: u64, mut state: u32| {
            let mut map = step;
            while n > 0 {
                if n & 1 == 1 {
                    state = apply(&map, state);
                }
                map = std::array::from_fn(|bit| apply(&map, map[bit]));
                n >>= 1;
            }
            state
        };
        let period = 127 * 47 * 178_481;
        assert_eq!(period, 1_065_353_089);
        for seed in [1, 2, 0x5678_1234, 0xffff_ffff] {
            let on_the_cycle = apply(&step, seed);
            assert_eq!(power(period, on_the_cycle), on_the_cycle);
        }
        // And it is the whole length from somewhere: no divisor leads back.
        let start = apply(&step, 1);
        for divisor in [period / 127, period / 47, period / 178_481] {
            assert_ne!(power(divisor, start), start);
        }
    }

    #[test]
    fn units_and_spreads() {
        let mut generator = Generator::from_state(1);
        assert_eq!(generator.unit(), 2.0 / 65536.0);
        assert_eq!(generator.spread(4.0), 7.0 * 4.0 / 65536.0 - 2.0);
        // z is drawn first: 8, then y: 0x1a, then x: 0x2b.
        let spread = generator.spread_zyx([1.0; 3]);
        assert_eq!(spread, [0x2b, 0x1a, 8].map(|r: u16| f32::from(r) / 65536.0 - 0.5));
    }

    #[test]
    fn parts_differ() {
        let states: Vec<_> = (0..100).map(|part| Generator::of_part(7, part).state()).collect();
        let mut unique = states.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), states.len());
        assert_ne!(Generator::of_part(8, 0), Generator::of_part(7, 0));
    }

    #[test]
    fn shared_states_are_apart() {
        let mut shared = SharedStates::seeded(7);
        let before = *shared.of(Source::Burst);
        shared.of(Source::Light).draw();
        assert_eq!(*shared.of(Source::Burst), before);
        let mut lone = before;
        assert_eq!(shared.of(Source::Burst).draw(), lone.draw());
        assert_ne!(*shared.of(Source::Burst), before);
    }
}
