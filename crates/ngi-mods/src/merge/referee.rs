//! Who is heard where two mods, or a mod and the game, say different things.

use std::fmt;

/// Two mods that change the same thing to different ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// What both change: a file, an entry, and where there is one, a field.
    pub place: String,
    /// The mod whose change is there in the end.
    pub winner: String,
    /// The mod whose change is not.
    pub loser: String,
    /// Whether somebody chose the winner; else it is the later one.
    pub preferred: bool,
    /// What each of them wants, in a few words.
    pub wanted: [String; 2],
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, winner, loser, preferred, wanted: [won, lost] } = self;
        let why = if *preferred { "is preferred" } else { "comes later" };
        write!(f, "{place}: {winner} wants {won}, {loser} wants {lost}; {winner} {why}")
    }
}

/// Something that a mod changes and that the game has otherwise, or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// What the mod changes.
    pub place: String,
    /// The mod.
    pub by: String,
    /// How it does not fit.
    pub why: String,
    /// Whether the change was made all the same, because the mod is preferred.
    pub forced: bool,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, by, why, forced } = self;
        let forced = if *forced { "; changed all the same" } else { "" };
        write!(f, "{place}: {by}: {why}{forced}")
    }
}

/// A mod among those that are laid over a game.
#[derive(Debug, Clone, Copy)]
pub struct Layer<'m> {
    /// The mod.
    pub package: &'m crate::Mod,
    /// Whether it wins where others say something else, and where the game does.
    pub preferred: bool,
}

/// Hears the layers, the lowest first, and keeps what they did not agree about.
#[derive(Debug)]
pub(super) struct Referee<'m> {
    layers: Vec<Layer<'m>>,
    pub conflicts: Vec<Conflict>,
    pub misfits: Vec<Misfit>,
}

impl<'m> Referee<'m> {
    pub fn new(layers: Vec<Layer<'m>>) -> Self {
        Self { layers, conflicts: Vec::new(), misfits: Vec::new() }
    }

    /// Takes over what another one kept.
    pub fn hear(&mut self, other: Self) {
        self.conflicts.extend(other.conflicts);
        self.misfits.extend(other.misfits);
    }

    pub fn package(&self, layer: usize) -> Option<&'m crate::Mod> {
        self.layers.get(layer).map(|layer| layer.package)
    }

    fn name(&self, layer: usize) -> String {
        self.package(layer).map(|package| package.manifest.name.clone()).unwrap_or_default()
    }

    fn is_preferred(&self, layer: usize) -> bool {
        self.layers.get(layer).is_some_and(|layer| layer.preferred)
    }

    /// Which of two is heard. `wanted` has what each wants.
    pub fn decide(&mut self, place: &str, pair: [usize; 2], wanted: [String; 2]) -> usize {
        let [first, second] = pair;
        let [a, b] = pair.map(|layer| self.is_preferred(layer));
        let second_wins = if a == b { second > first } else { b };
        let [mine, other] = wanted;
        let (winner, loser, wanted) = match second_wins {
            true => (second, first, [other, mine]),
            false => (first, second, [mine, other]),
        };
        let conflict = Conflict {
            place: place.to_owned(),
            winner: self.name(winner),
            loser: self.name(loser),
            preferred: a != b,
            wanted,
        };
        // A file that is merged in several steps is told of once.
        if !self.conflicts.contains(&conflict) {
            self.conflicts.push(conflict);
        }
        winner
    }

    /// Notes that a change does not fit the game; whether it is to be made all the same.
    pub fn misfit(&mut self, place: &str, by: usize, why: impl Into<String>) -> bool {
        let forced = self.is_preferred(by);
        self.note(place, by, why, forced);
        forced
    }

    /// Notes that a change cannot be made, whoever is preferred.
    pub fn refuse(&mut self, place: &str, by: usize, why: impl Into<String>) {
        self.note(place, by, why, false);
    }

    fn note(&mut self, place: &str, by: usize, why: impl Into<String>, forced: bool) {
        let (place, by, why) = (place.to_owned(), self.name(by), why.into());
        self.misfits.push(Misfit { place, by, why, forced });
    }
}
