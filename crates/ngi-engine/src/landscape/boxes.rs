//! The faces in a box.

use ngi_formats::landscape::FaceFilter;

use super::ground::Ground;

impl Ground {
    /// The faces of level 0 that touch a box and pass, in ascending order. A box whose corners are
    /// no numbers or the wrong way round holds none; it may be infinite.
    pub fn faces_in_box(&self, min: [f32; 3], max: [f32; 3], filter: &FaceFilter) -> Vec<usize> {
        let mut found = Vec::new();
        if !min.iter().zip(&max).all(|(min, max)| min <= max) {
            return found;
        }
        for (bounds, [run, _]) in self.boxes.iter().zip(&self.squares) {
            let Some([low, high]) = *bounds else { continue };
            if !overlap([low, high], [min, max]) {
                continue;
            }
            // Cut to the square, the box is finite.
            let cut = |value: [f32; 3], limit: [f32; 3], pick: fn(f32, f32) -> f32| {
                let ([x, y, z], [a, b, c]) = (value, limit);
                [pick(x, a), pick(y, b), pick(z, c)].map(f64::from)
            };
            let (min, max) = (cut(min, low, f32::max), cut(max, high, f32::min));
            let touching = self
                .mesh
                .members_of(run)
                .filter(|(_, triangle)| triangle.passes(filter) && triangle.touches(min, max));
            found.extend(touching.map(|(face, _)| face as usize));
        }
        // Runs follow each other, unless the file says otherwise.
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn overlap([low, high]: [[f32; 3]; 2], [min, max]: [[f32; 3]; 2]) -> bool {
    let axes = low.into_iter().zip(high).zip(min.into_iter().zip(max));
    axes.into_iter().all(|((low, high), (min, max))| low <= max && high >= min)
}
