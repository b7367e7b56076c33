//! The texture coordinates of a model, flat: the texture of a row of its wear, and the triangles that
//! wear it laid over it.
//!
//! A turn of the texture is a unit of the world; u goes to the right and v down, as pictures are
//! stored.

use std::collections::BTreeSet;

use glam::Vec3;

use super::asset::ModelAsset;
use super::draw::Worn;
use crate::Bounds;
use crate::frame::{Frame, Instance, Mesh, Pass, Shade, Surface, Vertex};
use crate::numbers::to_usize;
use crate::overlay::colours;

/// Turns of the texture that are shown to each side at most: coordinates may be anything.
const MOST_TURNS: f32 = 4.0;
/// Lines that are drawn at most.
const MOST_LINES: usize = 400_000;
/// The edge of the texture itself.
const EDGE: [u8; 4] = [255, 255, 255, 200];

/// The rows that batches wear.
pub fn rows(asset: &ModelAsset) -> BTreeSet<usize> {
    asset.batches.iter().map(|batch| usize::from(batch.material)).collect()
}

/// Whether anything wears a row.
pub fn wears(asset: &ModelAsset, row: usize) -> bool {
    asset.batches.iter().any(|batch| usize::from(batch.material) == row)
}

/// The texture and the triangles that wear it, or as much of them as is shown.
pub fn bounds(asset: &ModelAsset, row: usize) -> Bounds {
    let mut bounds = Bounds::of([[0.0; 3], [1.0, 1.0, 0.0]]);
    let near = |at: f32| at.clamp(-MOST_TURNS, MOST_TURNS + 1.0);
    triangles(asset, row, |corners| {
        for [u, v] in corners.into_iter().filter(|corner| corner.iter().all(|at| at.is_finite())) {
            bounds.add([near(u), near(1.0 - v), 0.0]);
        }
    });
    bounds
}

/// Draws the layout of a row.
pub fn draw(asset: &ModelAsset, worn: &Worn, row: usize, frame: &mut Frame) {
    let look = worn.look(u8::try_from(row).unwrap_or(u8::MAX));
    let around = bounds(asset, row);
    let ([left, low, _], [right, high, _]) =
        (around.min.map(f32::floor), around.max.map(f32::ceil));
    let corner = |x: f32, y: f32| Vertex::new([x, y, 0.0], [0.0, 0.0, 1.0], [x, 1.0 - y]);
    let corners = [corner(left, low), corner(right, low), corner(right, high), corner(left, high)];
    let range = frame.stream(&corners, &[0, 1, 2, 0, 2, 3]);
    let surface =
        Surface { texture0: look.texture, shade: Shade::Plain, fog: false, ..Surface::default() };
    frame.push(Pass::OPAQUE, Mesh::Streamed, range, surface, Instance::default(), 0.0);
    let [x, y, wide, high] = look.cell;
    let flat = |[u, v]: [f32; 2]| Vec3::new(u * wide + x, 1.0 - (v * high + y), 0.0);
    triangles(asset, row, |[a, b, c]| {
        if frame.lines_on_top.len() < MOST_LINES {
            frame.line_on_top(flat(a), flat(b), colours::LINKS);
            frame.line_on_top(flat(b), flat(c), colours::LINKS);
            frame.line_on_top(flat(c), flat(a), colours::LINKS);
        }
    });
    let edge = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let edge = edge.map(|[u, v]| Vec3::new(u, v, 0.0));
    for (from, to) in edge.into_iter().zip(edge.into_iter().cycle().skip(1)) {
        frame.line_on_top(from, to, EDGE);
    }
}

/// Calls `visit` with the texture coordinates of every triangle that wears a row.
fn triangles(asset: &ModelAsset, row: usize, mut visit: impl FnMut([[f32; 2]; 3])) {
    for batch in asset.batches.iter().filter(|batch| usize::from(batch.material) == row) {
        let range = to_usize(batch.indices.start)..to_usize(batch.indices.end);
        let faces = asset.mesh.indices.get(range).unwrap_or_default().as_chunks::<3>().0;
        for face in faces {
            let uv = |index: u32| Some(asset.mesh.vertices.get(to_usize(index))?.uv);
            if let [Some(a), Some(b), Some(c)] = face.map(uv) {
                visit([a, b, c]);
            }
        }
    }
}
