//! A ground that changes while it is looked at: its corners move, and the card gets those alone.

use std::collections::BTreeSet;
use std::ops::Range;

use ngi_formats::landscape::LandscapeDoc;

use super::draw::GroundPainter;
use super::mesh::GroundMesh;

/// Corners with fewer than so many others between them go to the card together.
const GAP: usize = 16;

/// What the card does not know yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reshaped {
    corners: BTreeSet<usize>,
    pub(super) is_whole: bool,
    /// The corners of each vertex of the file, by vertex; made when they are first asked for.
    by_source: Vec<(u16, u32)>,
}

impl Reshaped {
    /// Takes what is to be sent.
    pub(super) fn take(&mut self) -> Self {
        let corners = std::mem::take(&mut self.corners);
        let is_whole = std::mem::take(&mut self.is_whole);
        Self { corners, is_whole, by_source: Vec::new() }
    }

    /// Runs of corners, near ones together.
    pub(super) fn runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for &corner in &self.corners {
            match runs.last_mut() {
                Some(run) if corner < run.end + GAP => run.end = corner + 1,
                _ => runs.push(corner..corner + 1),
            }
        }
        runs
    }
}

impl GroundPainter {
    /// Shows vertices of the file as they are now. Which faces there are, and what they wear,
    /// stays.
    pub fn reshape(&mut self, doc: &LandscapeDoc, vertices: &BTreeSet<usize>) {
        let Self { mesh, reshaped, .. } = self;
        if reshaped.by_source.is_empty() {
            reshaped.by_source = mesh.sources.iter().copied().zip(0u32..).collect();
            reshaped.by_source.sort_unstable();
        }
        for &vertex in vertices {
            let Ok(source) = u16::try_from(vertex) else { continue };
            let Some(position) = doc.positions.get(vertex).copied() else { continue };
            let from = reshaped.by_source.partition_point(|(own, _)| *own < source);
            let own = reshaped.by_source.get(from..).unwrap_or_default();
            for &(_, corner) in own.iter().take_while(|(own, _)| *own == source) {
                let Some(corner_now) = mesh.vertices.get_mut(corner as usize) else { continue };
                corner_now.position = position;
                if let Some(normal) = doc.normals.get(vertex) {
                    corner_now.normal = normal.decode();
                }
                if let Some(alpha) = doc.alphas.as_ref().and_then(|alphas| alphas.get(vertex)) {
                    corner_now.weight = alpha.clamp(0.0, 1.0);
                }
                reshaped.corners.insert(corner as usize);
            }
            widen(mesh, position);
        }
    }

    /// Shows another ground from now on.
    pub fn take(&mut self, mesh: GroundMesh) {
        self.mesh = mesh;
        self.reshaped = Reshaped { is_whole: true, ..Reshaped::default() };
    }
}

/// Lets the squares around a point be as high and as low as it is: they are seen by their boxes.
fn widen(mesh: &mut GroundMesh, [x, y, z]: [f32; 3]) {
    for square in &mut mesh.squares {
        let Some([min, max]) = &mut square.bounds else { continue };
        let holds = (min[0]..=max[0]).contains(&x) && (min[1]..=max[1]).contains(&y);
        if holds && z.is_finite() {
            (min[2], max[2]) = (min[2].min(z), max[2].max(z));
        }
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::landscape::{GroundPlan, Landscape, Sculpt};

    use super::*;

    #[test]
    fn a_reshaped_ground_is_the_ground_that_was_written() {
        let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
        plan.texture_turn = 40.0;
        let bytes = plan.build().unwrap().write().unwrap();
        let mesh = GroundMesh::of(&Landscape::read(&bytes).unwrap());
        let mut painter = GroundPainter::new(mesh, Default::default());
        let mut sculpt = Sculpt::open(&bytes).unwrap();
        let near = sculpt.near([30.0, 40.0], 14.0);
        let columns: Vec<(usize, f32)> = near.iter().map(|near| (near.column, 3.0)).collect();
        sculpt.raise(&columns).unwrap();
        let touched = sculpt.take_touched();
        painter.reshape(sculpt.doc(), &touched.vertices);
        let after = sculpt.end_stroke().unwrap();
        let wanted = GroundMesh::of(&Landscape::read(&after).unwrap());
        assert!(painter.mesh.surface_vertices() == wanted.surface_vertices());
        let bounds = |mesh: &GroundMesh| -> Vec<_> {
            mesh.squares.iter().map(|square| square.bounds).collect()
        };
        assert_eq!(bounds(&painter.mesh), bounds(&wanted));
        let dirty = painter.reshaped.take();
        assert!(!dirty.is_whole);
        let sent: usize = dirty.runs().iter().map(Range::len).sum();
        assert!(sent > 0 && sent < 81, "{sent} of 81");
    }

    #[test]
    fn corners_that_are_near_go_together() {
        let corners = BTreeSet::from([3, 4, 9, 60, 61]);
        let reshaped = Reshaped { corners, ..Reshaped::default() };
        assert_eq!(reshaped.runs(), [3..10, 60..62]);
    }
}
