//! Which edition of the game it is, by its census.

use super::claims;
use super::measured::Measured;

/// An edition of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edition {
    /// Iron Strategy.
    First,
    /// The second game on the same engine.
    Second,
    /// The demo of the first game.
    Demo,
    /// None that figures were published of.
    Other,
}

/// Figures that tell editions apart.
static CENSUS: &[&str] = &[
    "archives",
    "archives.entries",
    "missions",
    "maps",
    "objects",
    "entries.mesh",
    "entries.mat0",
    "entries.texm",
    "entries.fxid",
];

impl Edition {
    /// In a word or two.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first game",
            Self::Second => "part 2",
            Self::Demo => "demo",
            Self::Other => "other",
        }
    }

    /// The edition whose census a game comes closest to: more than half of it has to be the same.
    pub(crate) fn of(measured: &Measured<'_>) -> Self {
        let mut best = (Self::Other, 0.5);
        for edition in [Self::First, Self::Second, Self::Demo] {
            let census = claims::of(edition).filter(|claim| CENSUS.contains(&claim.id));
            let (mut all, mut equal) = (0u32, 0u32);
            for claim in census {
                all += 1;
                equal += u32::from((claim.take)(measured) == Some(claim.published));
            }
            let share = f64::from(equal) / f64::from(all.max(1));
            if share > best.1 {
                best = (edition, share);
            }
        }
        best.0
    }
}
