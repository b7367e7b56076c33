//! Which way is up in a file that does not say: the way in which it fits the reference.

use glam::Vec3;

use super::axes::Turn;

/// What the file stands like, beside where it stands in the reference.
pub(crate) struct Pair {
    pub file: Vec<Vec3>,
    pub reference: Vec<Vec3>,
}

/// A way up in which a file fits its reference.
pub(crate) struct Fit {
    pub turn: Turn,
    /// Whether it hardly differs: another thing altogether may fit one way better by chance.
    pub is_near: bool,
}

/// How much better one way has to fit: half as far off.
const CLEARLY: f32 = 0.5;
/// Share of the model's size that is no difference.
const NOTHING: f32 = 1e-3;
/// Share of the model's size that is little: bounds are six numbers.
const LITTLE: f32 = 0.25;

/// The way up in which a file fits its reference; `None` where both do as well, or neither.
pub(crate) fn fitting(pairs: &[Pair]) -> Option<Fit> {
    let size: f32 = pairs.iter().map(Pair::size).sum();
    let sum = |far: fn(&Pair, Turn) -> f32, turn| pairs.iter().map(|pair| far(pair, turn)).sum();
    for far in [Pair::far_by_bounds, Pair::far_by_vertices] {
        let (keep, turned): (f32, f32) = (sum(far, Turn::Keep), sum(far, Turn::YUp));
        if (keep - turned).abs() <= NOTHING * size {
            continue;
        }
        let least = keep.min(turned);
        let turn = if least == turned { Turn::YUp } else { Turn::Keep };
        let fits = least <= CLEARLY * keep.max(turned);
        return fits.then_some(Fit { turn, is_near: least <= LITTLE * size });
    }
    None
}

impl Pair {
    /// Whether there is something on both sides.
    pub fn is_whole(&self) -> bool {
        !self.file.is_empty() && !self.reference.is_empty()
    }

    fn size(&self) -> f32 {
        let (least, most) = bounds(self.reference.iter().copied());
        (most - least).length()
    }

    fn turned(&self, turn: Turn) -> impl Iterator<Item = Vec3> + '_ {
        self.file.iter().map(move |place| Vec3::from_array(turn.back(place.to_array())))
    }

    fn far_by_bounds(&self, turn: Turn) -> f32 {
        let (least, most) = bounds(self.turned(turn));
        let (low, high) = bounds(self.reference.iter().copied());
        (least - low).abs().element_sum() + (most - high).abs().element_sum()
    }

    /// Only where there are as many: else nobody knows which is which.
    #[allow(clippy::cast_precision_loss)] // of counts that are small
    fn far_by_vertices(&self, turn: Turn) -> f32 {
        if self.file.len() != self.reference.len() {
            return 0.0;
        }
        let pairs = self.turned(turn).zip(&self.reference);
        let far: f32 = pairs.map(|(file, reference)| file.distance(*reference)).sum();
        far / self.file.len() as f32
    }
}

fn bounds(places: impl Iterator<Item = Vec3>) -> (Vec3, Vec3) {
    let nothing = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    places.fold(nothing, |(least, most), place| (least.min(place), most.max(place)))
}
