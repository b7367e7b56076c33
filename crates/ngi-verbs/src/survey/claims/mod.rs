//! Every figure that was published about the game, and how it is taken again.
//!
//! One line each: what it is about, where it was published, the number, and a function. A figure
//! that several documents give stands here once, with the first of them.

mod effects;
mod files;
mod materials;
mod missions;
mod models;
mod terrain;

use super::edition::Edition;
use super::measured::Measured;

/// A published figure.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Claim {
    /// What it is about: a stable name.
    pub id: &'static str,
    /// Which document says so, and where.
    pub source: &'static str,
    /// Of which edition.
    pub edition: Edition,
    /// The number.
    pub published: f64,
    /// How it is taken; nothing where a field has too many values to know.
    pub take: Take,
}

/// How a figure is taken.
pub type Take = fn(&Measured<'_>) -> Option<f64>;

/// A figure of the first game.
const fn claim(id: &'static str, source: &'static str, published: f64, take: Take) -> Claim {
    Claim { id, source, edition: Edition::First, published, take }
}

/// A figure of part 2.
const fn second(id: &'static str, source: &'static str, published: f64, take: Take) -> Claim {
    Claim { id, source, edition: Edition::Second, published, take }
}

/// A figure of the demo.
const fn demo(id: &'static str, source: &'static str, published: f64, take: Take) -> Claim {
    Claim { id, source, edition: Edition::Demo, published, take }
}

/// All figures.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    let tables = [
        files::CLAIMS,
        missions::CLAIMS,
        materials::CLAIMS,
        models::CLAIMS,
        terrain::CLAIMS,
        effects::CLAIMS,
    ];
    tables.into_iter().flatten()
}

/// The figures that a game is held against: those of its edition, and of the first game where
/// nobody knows it.
pub fn of(edition: Edition) -> impl Iterator<Item = &'static Claim> {
    let wanted = if edition == Edition::Other { Edition::First } else { edition };
    all().filter(move |claim| claim.edition == wanted)
}
