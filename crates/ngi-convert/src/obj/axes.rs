//! Which way is up in an OBJ that does not say: the way in which it fits the reference.

use glam::Vec3;

use super::import::Like;
use super::read::{Corner, ObjFile, Object};
use crate::gltf::fit::{self, Fit, Pair};

/// The way up in which a file fits its reference; `None` where both do as well, or neither.
pub(super) fn fitting(file: &ObjFile, like: &Like) -> Option<Fit> {
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
    fit::fitting(&pairs)
}

/// The places of an object's corners, in the order of the file.
fn places(file: &ObjFile, object: &Object) -> Vec<Vec3> {
    let faces = object.parts.iter().flat_map(|part| part.faces.as_flattened());
    let corners: std::collections::BTreeSet<Corner> = faces.copied().collect();
    let place = |(position, ..): &Corner| file.positions.get(*position).copied();
    corners.iter().filter_map(place).map(Vec3::from_array).collect()
}
