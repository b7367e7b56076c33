//! Maps back from glTF meshes.

use ngi_formats::arealmap::PlannedAreal;

use super::finish::finish;
use crate::gltf::read_areals;
use crate::importer::{ImportOptions, Imported, Source};
use crate::{Error, Result};

/// A map of the polygons of a mesh. Class, and whether it is walked on, come from the names of
/// materials; where they say nothing, from the reference, and so does the anchor.
pub fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    let found = read_areals(source)?;
    if found.areals.is_empty() {
        return Err(Error::Usage("there are no areals in it".into()));
    }
    let like = options.like.as_ref().map(super::read).transpose()?;
    let (mut imported, mut kept) = (Imported { lost: found.lost, ..Imported::default() }, 0usize);
    let mut areals = Vec::with_capacity(found.areals.len());
    for mesh in found.areals {
        let mut areal = PlannedAreal::new(&mesh.polygon);
        let old = mesh.number.zip(like.as_ref()).and_then(|(number, map)| map.areal(number));
        if let Some(class) = mesh.class.or(old.as_ref().map(|old| old.head.class.0)) {
            areal.class(class);
        }
        let walked = mesh.walkable.or(old.as_ref().map(|old| old.head.is_walkable()));
        areal.walkable(walked.unwrap_or(!areal.class.is_lake()));
        // The same polygon has the same centre.
        let same = old.filter(|old| {
            let bits = |corner: [f32; 3]| corner.map(f32::to_bits);
            let mut corners: Vec<_> = old.polygon().map(bits).collect();
            let mut mine: Vec<_> = mesh.polygon.iter().copied().map(bits).collect();
            corners.sort_unstable();
            mine.sort_unstable();
            corners == mine
        });
        if let Some(old) = same {
            let [x, y, _] = old.head.anchor;
            areal.anchor([x, y]);
            areal.polygon = old.polygon().collect();
            kept += 1;
        }
        areals.push(areal);
    }
    if kept > 0 {
        imported.carried.push(format!("{kept} areals as they are in the reference"));
    }
    finish(areals, found.cells.map(|[across, down]| (across, down)), options, imported)
}
