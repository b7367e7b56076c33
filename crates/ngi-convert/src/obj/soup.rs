//! An OBJ as the triangles of a ground.

use super::read::read;
use crate::Result;
use crate::exporter::Axes;
use crate::gltf::Turn;
use crate::level::{Soup, SoupFace};

/// All triangles. Where nobody says which way is up, it is the way the ground reaches least.
pub(crate) fn read_soup(bytes: &[u8], axes: Option<Axes>) -> Result<Soup> {
    let file = read(bytes)?;
    let turn = match axes {
        Some(Axes::YUp) => Turn::YUp,
        Some(Axes::ZUp) => Turn::Keep,
        None => guess(&file.positions),
    };
    let mut soup = Soup { lost: file.lost.clone(), ..Soup::default() };
    for part in file.objects.iter().flat_map(|object| &object.parts) {
        let name = part.material.and_then(|material| file.materials.get(material));
        let material = soup.material(name.map_or("", String::as_str), false);
        for face in &part.faces {
            let at = |place: usize| file.positions.get(place).map(|place| turn.back(*place));
            let [(a, ..), (b, ..), (c, ..)] = *face;
            if let (Some(a), Some(b), Some(c)) = (at(a), at(b), at(c)) {
                soup.faces.push(SoupFace { corners: [a, b, c], alphas: [None; 3], material });
            }
        }
    }
    Ok(soup)
}

fn guess(positions: &[[f32; 3]]) -> Turn {
    let reach = |axis: usize| {
        let values = positions.iter().filter_map(|place| place.get(axis)).copied();
        let [low, high] = values
            .fold([f32::INFINITY, f32::NEG_INFINITY], |[a, b], value| [a.min(value), b.max(value)]);
        high - low
    };
    if reach(1) < reach(2) / 2.0 { Turn::YUp } else { Turn::Keep }
}
