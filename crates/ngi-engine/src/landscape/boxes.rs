//! The faces in a box.

use ngi_formats::landscape::FaceFilter;

use super::ground::{Ground, join};
use super::seen::Seen;

impl Ground {
    /// The faces of level 0 that touch a box and pass, in ascending order. A box whose corners are
    /// no numbers or the wrong way round holds none; it may be infinite.
    pub fn faces_in_box(&self, min: [f32; 3], max: [f32; 3], filter: &FaceFilter) -> Vec<usize> {
        if !min.iter().zip(&max).all(|(min, max)| min <= max) {
            return Vec::new();
        }
        let (mut seen, mut runs, mut around) = (Seen::default(), Vec::new(), None);
        for (bounds, [run, _]) in self.boxes.iter().zip(&self.squares) {
            let Some(bounds) = bounds.filter(|bounds| overlap(*bounds, [min, max])) else {
                continue;
            };
            runs.extend(seen.rest(run));
            around = Some(around.map_or(bounds, |around| join(around, bounds)));
        }
        let Some([low, high]) = around else { return Vec::new() };
        // Cut to the squares, the box is finite.
        let cut = |value: [f32; 3], limit: [f32; 3], pick: fn(f32, f32) -> f32| {
            let ([x, y, z], [a, b, c]) = (value, limit);
            [pick(x, a), pick(y, b), pick(z, c)].map(f64::from)
        };
        let (min, max) = (cut(min, low, f32::max), cut(max, high, f32::min));
        // Runs follow each other, unless the file says otherwise.
        runs.sort_unstable_by_key(|run| run.start);
        let faces = runs.iter().flat_map(|run| self.mesh.members_of(run));
        let touching =
            faces.filter(|(_, triangle)| triangle.passes(filter) && triangle.touches(min, max));
        touching.map(|(face, _)| face as usize).collect()
    }
}

fn overlap([low, high]: [[f32; 3]; 2], [min, max]: [[f32; 3]; 2]) -> bool {
    let axes = low.into_iter().zip(high).zip(min.into_iter().zip(max));
    axes.into_iter().all(|((low, high), (min, max))| low <= max && high >= min)
}
