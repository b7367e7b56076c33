//! Anchors that are outside their polygon.

use ngi_formats::arealmap::geometry;

use super::map::Areals;
use super::rand::Rand;

/// What to do with an anchor that is outside its polygon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnchorRule {
    /// Move it to a point well inside that depends on the polygon alone.
    #[default]
    Inner,
    /// As the engine does: 100 random points within 30 of it, then 200 within 100; the first that
    /// is inside. Where none is, it stays. The seed makes the same numbers come again.
    Engine {
        /// What the random numbers start from.
        seed: u32,
    },
    /// Leave it where it is.
    Keep,
}

/// How often the engine tries, and how far away.
const TRIES: [(u32, f32); 2] = [(100, 30.0), (200, 100.0)];

impl Areals {
    /// Moves anchors; the numbers of the areals whose anchor moved.
    pub(super) fn settle_anchors(&mut self, rule: AnchorRule) -> Vec<usize> {
        let mut rand = match rule {
            AnchorRule::Keep => return Vec::new(),
            AnchorRule::Engine { seed } => Some(Rand::new(seed)),
            AnchorRule::Inner => None,
        };
        let mut moved = Vec::new();
        for areal in 0..self.len() {
            let Some(centre) = self.areal(areal).map(|areal| areal.centre) else { continue };
            if self.contains(areal, centre) {
                continue;
            }
            let found = match &mut rand {
                Some(rand) => self.tried(areal, centre, rand),
                None => geometry::inner_point(self.polygon(areal).iter().copied()),
            };
            if let Some((slot, found)) = self.list.get_mut(areal).zip(found) {
                slot.centre = found;
                moved.push(areal);
            }
        }
        moved
    }

    /// The engine's tries. That it draws from a square, x before y, is a guess.
    fn tried(&self, areal: usize, [x, y]: [f32; 2], rand: &mut Rand) -> Option<[f32; 2]> {
        let tries = TRIES.into_iter().flat_map(|(count, far)| (0..count).map(move |_| far));
        tries.into_iter().find_map(|far| {
            #[allow(clippy::cast_possible_truncation)] // to the nearest float
            let mut shift = || ((rand.share() * 2.0 - 1.0) * f64::from(far)) as f32;
            let point = [x + shift(), y + shift()];
            self.contains(areal, point).then_some(point)
        })
    }
}
