//! The faces of the ground, as small as questions allow.

use std::ops::Range;

use ngi_formats::landscape::{Face, FaceFlags};

use super::triangle::Triangle;

/// Faces that share their corners. Six faces meet at a corner, so that this is less than half of
/// what a list of [`Triangle`]s takes: many more stay in the processor's cache.
#[derive(Debug, Clone, Default)]
pub(super) struct Mesh {
    positions: Vec<[f32; 3]>,
    outlines: Vec<Outline>,
}

#[derive(Debug, Clone, Copy)]
struct Outline {
    vertices: [u16; 3],
    flags: FaceFlags,
}

impl Mesh {
    pub fn new(positions: Vec<[f32; 3]>, faces: &[Face]) -> Self {
        let outline = |face: &Face| Outline { vertices: face.vertices, flags: face.flags };
        Self { positions, outlines: faces.iter().map(outline).collect() }
    }

    /// A face; where a vertex is missing, one that holds nothing.
    #[inline]
    pub fn get(&self, face: usize) -> Option<Triangle> {
        let &Outline { vertices, flags } = self.outlines.get(face)?;
        Some(self.triangle(vertices, flags))
    }

    #[inline]
    fn triangle(&self, vertices: [u16; 3], flags: FaceFlags) -> Triangle {
        match vertices.map(|vertex| self.positions.get(usize::from(vertex))) {
            [Some(&a), Some(&b), Some(&c)] => Triangle::new([a, b, c], flags),
            _ => Triangle::NONE,
        }
    }

    /// How many faces there are.
    pub fn len(&self) -> usize {
        self.outlines.len()
    }

    /// The run of all faces.
    pub fn all(&self) -> Range<u32> {
        0..u32::try_from(self.len()).unwrap_or(u32::MAX)
    }

    /// All faces.
    pub fn iter(&self) -> impl Iterator<Item = Triangle> {
        self.outlines.iter().map(|outline| self.triangle(outline.vertices, outline.flags))
    }

    /// Those of a run that are finite.
    pub fn members_of(&self, run: &Range<u32>) -> impl Iterator<Item = (u32, Triangle)> {
        let list = self.outlines.get(run.start as usize..run.end as usize).unwrap_or_default();
        (run.start..)
            .zip(list)
            .map(|(face, outline)| (face, self.triangle(outline.vertices, outline.flags)))
            .filter(|(_, triangle)| triangle.is_finite())
    }
}
