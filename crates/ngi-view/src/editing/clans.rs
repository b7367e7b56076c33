//! What can be asked for clans: other names, other players, other relations, one more or less.

use ngi_formats::tma::{ClanKind, Mission, Stance};
use ngi_verbs::mission::clans;

/// A change of clans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClanChange {
    /// It sees another one otherwise.
    Sees {
        /// The clan.
        clan: usize,
        /// The other one.
        other: usize,
        /// How.
        stance: Stance,
    },
    /// It is called otherwise.
    Named(usize, String),
    /// Somebody else plays it.
    Played(usize, ClanKind),
    /// One more.
    New,
    /// One less.
    Gone(usize),
}

impl ClanChange {
    /// The change as fields.
    pub(super) fn fields(&self, mission: &Mission<'_>) -> Result<Vec<(String, String)>, String> {
        let fields = match self {
            Self::Sees { clan, other, stance } => {
                Ok(clans::related(mission, *clan, *other, *stance))
            }
            Self::Named(clan, name) => clans::renamed(mission, *clan, name),
            Self::Played(clan, kind) => Ok(clans::played(*clan, *kind)),
            Self::New => clans::with_clan(mission),
            Self::Gone(clan) => clans::without_clan(mission, *clan),
        };
        fields.map_err(|error| error.to_string())
    }
}
