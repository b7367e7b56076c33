//! How large a game is to be.

/// How large a game is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// So many times the small game.
    Times(u16),
    /// About as much of everything as the real game has.
    Real,
}

impl Scale {
    /// The small game.
    pub const ONE: Self = Self::Times(1);

    /// A number, or `real`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("real") {
            return Some(Self::Real);
        }
        text.parse().ok().filter(|&times| times > 0).map(Self::Times)
    }

    /// How many of a kind there are: `base` in the small game, `real` in the real one.
    pub fn count(self, base: usize, real: usize) -> usize {
        match self {
            Self::Times(times) => base * usize::from(times),
            Self::Real => real,
        }
    }
}
