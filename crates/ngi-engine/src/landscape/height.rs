//! What is below and above a point.

use ngi_formats::landscape::FaceFilter;
use ngi_formats::landscape::masks::{CompactMask, to_full};

use super::ground::Ground;

/// A walker's limit: the z of a face's normal must be more than the cosine of 80°.
pub const STEEPEST: f32 = 0.173_648;
/// Faces a walk across neighbours looks at, at most.
pub const MOST_STEPS: usize = 24;

/// A place on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Footing {
    /// The height.
    pub z: f32,
    /// The face.
    pub face: usize,
}

/// What a walker stands on: no liquid (compact main 0x200), nothing that is not ground (0x008),
/// nothing that is left out of the search (compact material 0x08).
pub fn walker() -> FaceFilter {
    let forbidden = CompactMask { main: 0x208, material: 0x08 };
    FaceFilter { forbidden: to_full(forbidden).flags, ..FaceFilter::default() }
}

/// What a round meets: as a walker, but also not through 0x80 and 0x10000 (compact material
/// 0x24). It goes through the surface of water and strikes the bed.
pub fn round() -> FaceFilter {
    let forbidden = CompactMask { main: 0x208, material: 0x24 };
    FaceFilter { forbidden: to_full(forbidden).flags, ..FaceFilter::default() }
}

impl Ground {
    /// The highest face of level 0 at a point that passes, the first of several at the same height.
    /// Edges are inside; faces that stand upright are not asked.
    #[inline]
    pub fn height(&self, [x, y]: [f32; 2], filter: &FaceFilter) -> Option<Footing> {
        let (x, y) = (f64::from(x), f64::from(y));
        let mut best: Option<Footing> = None;
        for face in self.index.near([x, y]) {
            let Some(triangle) = self.mesh.get(usize::from(face)) else { continue };
            if triangle.passes(filter)
                && let Some(z) = triangle.height(x, y)
                && best.is_none_or(|best| z > best.z)
            {
                best = Some(Footing { z, face: usize::from(face) });
            }
        }
        best
    }

    /// The ground a walker finds, as the engine searches: first upwards, from `z` to `z + radius`,
    /// then downwards without end. Each time it takes the **first** face of the square's run that
    /// holds the point, not the nearest. Faces steeper than 80° ([`STEEPEST`], by their stored
    /// normal) carry nobody. The engine's own filter is [`walker`].
    pub fn walk(&self, [x, y, z]: [f32; 3], radius: f32, filter: &FaceFilter) -> Option<Footing> {
        if !z.is_finite() {
            return None;
        }
        let square = self.grid.square([x, y])?;
        let [run, _] = self.squares.get(square)?;
        let (x, y) = (f64::from(x), f64::from(y));
        let mut below = None;
        // The index lists in ascending order, which is that of the run.
        for face in self.index.near([x, y]) {
            if !run.contains(&u32::from(face)) || !self.carries(face, filter) {
                continue;
            }
            let at = self.mesh.get(usize::from(face));
            let Some(height) = at.and_then(|triangle| triangle.height(x, y)) else {
                continue;
            };
            let footing = Footing { z: height, face: usize::from(face) };
            if height >= z && height - z <= radius {
                return Some(footing);
            }
            if height <= z && below.is_none() {
                below = Some(footing);
            }
        }
        below
    }

    fn carries(&self, face: u16, filter: &FaceFilter) -> bool {
        self.faces.get(usize::from(face)).is_some_and(|face| {
            let [_, _, up] = face.decode_normal();
            filter.passes(face.flags) && up > STEEPEST
        })
    }

    /// Whether a face holds a point in plan; its edges do. `None` where there is no such face.
    pub fn holds(&self, face: usize, [x, y]: [f32; 2]) -> Option<bool> {
        let triangle = self.mesh.get(face)?;
        Some(triangle.holds(f64::from(x), f64::from(y)))
    }

    /// Returns the face that holds `to`, found by walking from `face` across neighbours along the
    /// straight line from `from` (the engine's `FindWorldFace`). `from` should be inside `face`.
    ///
    /// Returns `None` if `to` is not reached within [`MOST_STEPS`] faces, if the line leaves through
    /// an open edge, or if it misses `face`.
    ///
    /// # Ties
    ///
    /// Edges and corners are inside every face that has them. If several faces hold `to`, the result
    /// is the **first** of them on the walk: `face` itself, else the face on the side of `from`. This
    /// differs from [`height`](Self::height), which returns the lowest index of several faces at the
    /// same height.
    ///
    /// The line leaves a face through edge *e* if vertex *e* is to its right and vertex *e + 1* to
    /// its left. A vertex on the line counts as right of the line, so that the line leaves through one
    /// edge only (our choice: the game's rule is unknown). If `from` is on the border of `face` and the whole
    /// face is to the right of the line, the walk first turns anticlockwise around the vertex that is
    /// on the line.
    pub fn follow(&self, face: usize, from: [f32; 2], to: [f32; 2]) -> Option<usize> {
        let [[from_x, from_y], [x, y]] = [from, to].map(|point| point.map(f64::from));
        let (dx, dy) = (x - from_x, y - from_y);
        let mut face = face;
        for _ in 0..MOST_STEPS {
            let triangle = self.mesh.get(face)?;
            if triangle.holds(x, y) {
                return Some(face);
            }
            let left = triangle
                .corners()
                .map(|[cx, cy, _]| dx * (f64::from(cy) - from_y) - dy * (f64::from(cx) - from_x));
            let [a, b, c] = left;
            let edges = [(a, b), (b, c), (c, a)];
            let leaves = |&(p, q): &(f64, f64)| p <= 0.0 && q > 0.0;
            let turns = |&(p, q): &(f64, f64)| p < 0.0 && q == 0.0;
            let edge = edges.iter().position(leaves).or_else(|| edges.iter().position(turns))?;
            face = self.faces.get(face)?.neighbour(edge)?;
        }
        None
    }
}
