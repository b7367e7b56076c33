//! The lot behind mode 3.

/// The `rand()` of the C library the game was built with, as a value of its own.
///
/// A guess: the library of Microsoft's compilers, whose numbers are 15 bits. Two games that start
/// with the same seed draw the same lots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rand {
    state: u32,
}

impl Rand {
    /// The greatest number there is.
    pub const MAX: u32 = 0x7fff;

    /// A generator that was given this seed (`srand`).
    pub fn new(seed: u32) -> Self {
        Self { state: seed }
    }

    /// The next number, up to [`Rand::MAX`].
    pub fn draw(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011);
        self.state >> 16 & Self::MAX
    }
}

impl Default for Rand {
    /// What a C program has that never calls `srand`: seed 1.
    fn default() -> Self {
        Self::new(1)
    }
}
