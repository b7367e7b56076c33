//! Which way is up in a file that does not say: the way in which it fits the reference.

use glam::Vec3;

use super::import::Like;
use super::read::{Corner, ObjFile, Object};
use crate::gltf::Turn;

/// What the file stands like, beside where it stands in the reference.
struct Pair {
    file: Vec<Vec3>,
    reference: Vec<Vec3>,
}

/// How much better one way has to fit: half as far off.
const CLEARLY: f32 = 0.5;
/// Share of the model's size that is no difference.
const NOTHING: f32 = 1e-3;

/// The way up in which a file fits its reference; `None` where both do as well, or neither.
pub(super) fn fitting(file: &ObjFile, like: &Like) -> Option<Turn> {
    let names = like.names();
    let mut pairs: Vec<Pair> = file
        .objects
        .iter()
        .filter_map(|object| {
            let (node, cell) = names.find(&object.name)?;
            let reference = like.places(node, cell);
            Some(Pair { file: places(file, object), reference }).filter(Pair::is_whole)
        })
        .collect();
    if pairs.is_empty() {
        let reference = (0..like.poses.len()).flat_map(|node| like.places(node, 0)).collect();
        let file = file.objects.iter().flat_map(|object| places(file, object)).collect();
        pairs.extend(Some(Pair { file, reference }).filter(Pair::is_whole));
    }
    let size: f32 = pairs.iter().map(Pair::size).sum();
    let sum = |far: fn(&Pair, Turn) -> f32, turn| pairs.iter().map(|pair| far(pair, turn)).sum();
    for far in [Pair::far_by_bounds, Pair::far_by_vertices] {
        let (keep, turned): (f32, f32) = (sum(far, Turn::Keep), sum(far, Turn::YUp));
        if (keep - turned).abs() <= NOTHING * size {
            continue;
        }
        return match keep.min(turned) {
            least if least > CLEARLY * keep.max(turned) => None,
            least if least == turned => Some(Turn::YUp),
            _ => Some(Turn::Keep),
        };
    }
    None
}

/// The places of an object's corners, in the order of the file.
fn places(file: &ObjFile, object: &Object) -> Vec<Vec3> {
    let faces = object.parts.iter().flat_map(|part| part.faces.as_flattened());
    let corners: std::collections::BTreeSet<Corner> = faces.copied().collect();
    let place = |(position, ..): &Corner| file.positions.get(*position).copied();
    corners.iter().filter_map(place).map(Vec3::from_array).collect()
}

impl Pair {
    fn is_whole(&self) -> bool {
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
