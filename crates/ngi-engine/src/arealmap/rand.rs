//! Random numbers as the engine draws them, from a seed.

/// The C library's `rand()` of the compiler the game was made with: the same seed, the same
/// numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rand(u32);

impl Default for Rand {
    /// The seed of a program that sets none.
    fn default() -> Self {
        Self(1)
    }
}

impl Rand {
    /// Starts from a seed.
    pub fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// The next number, 0 to 32,767.
    pub fn draw(&mut self) -> u16 {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        let [.., low, high] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high]) & 0x7fff
    }

    /// The next number, 0 to 1, both included.
    pub fn share(&mut self) -> f64 {
        f64::from(self.draw()) / 32_767.0
    }
}
