//! How a mesh is cut into batches.

use super::blueprint::{Part, Vertex};
use crate::msh::types::TriangleFlags;
use crate::{Error, Result};

/// Vertices a batch can reach: its vertex count has 16 bits.
const MOST_VERTICES: usize = 65_535;
/// Faces a batch can hold: its index count has 16 bits.
const MOST_FACES: usize = MOST_VERTICES / 3;

/// Faces of one part that fit a batch, as places in the order of vertices.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlannedBatch {
    /// Which part they are of.
    pub part: usize,
    /// The smallest place: where the batch's vertices start.
    pub first: usize,
    pub faces: Vec<[usize; 3]>,
    pub flags: Vec<TriangleFlags>,
}

/// The vertices to write, in order, and the batches over them.
///
/// Vertices keep their order and are shared between parts. Only a mesh of more than 65,535 has
/// them doubled, so that each batch reaches all of its own.
pub(super) fn plan(vertices: &[Vertex], parts: &[Part]) -> Result<(Vec<usize>, Vec<PlannedBatch>)> {
    let mut place = vec![None; vertices.len()];
    for (index, part) in parts.iter().enumerate() {
        for corner in part.faces.iter().flat_map(|face| face.corners) {
            let vertex = usize::try_from(corner).ok();
            let Some(place) = vertex.and_then(|vertex| place.get_mut(vertex)) else {
                let why = format!("vertex {corner}, but there are {}", vertices.len());
                return Err(Error::usage(format!("parts[{index}]"), why));
            };
            *place = Some(0);
        }
    }
    let mut order = Vec::new();
    for (vertex, place) in place.iter_mut().enumerate() {
        if place.is_some() {
            *place = Some(order.len());
            order.push(vertex);
        }
    }
    let wrong = order.iter().find(|&&vertex| {
        let position = vertices.get(vertex).map(|vertex| vertex.position).unwrap_or_default();
        !position.iter().all(|value| value.is_finite())
    });
    if let Some(vertex) = wrong {
        let why = "its position is not made of finite numbers";
        return Err(Error::usage(format!("vertices[{vertex}]"), why));
    }
    if order.len() > MOST_VERTICES {
        return Ok(plan_doubled(parts));
    }
    let at = |corner: u32| {
        let vertex = usize::try_from(corner).ok().and_then(|vertex| place.get(vertex));
        vertex.copied().flatten().unwrap_or(0)
    };
    let mut batches = Vec::new();
    for (part, content) in parts.iter().enumerate() {
        for chunk in content.faces.chunks(MOST_FACES) {
            let faces: Vec<_> = chunk.iter().map(|face| face.corners.map(at)).collect();
            let flags = chunk.iter().map(|face| face.flags).collect();
            let first = faces.iter().flatten().copied().min().unwrap_or(0);
            batches.push(PlannedBatch { part, first, faces, flags });
        }
    }
    Ok((order, batches))
}

/// Gives each batch vertices of its own, in order of first use.
fn plan_doubled(parts: &[Part]) -> (Vec<usize>, Vec<PlannedBatch>) {
    let mut order = Vec::new();
    let mut batches: Vec<PlannedBatch> = Vec::new();
    for (part, content) in parts.iter().enumerate() {
        let mut known = std::collections::HashMap::new();
        let mut open: Option<PlannedBatch> = None;
        for face in &content.faces {
            let corners = face.corners.map(|corner| usize::try_from(corner).unwrap_or(0));
            let full = open.as_ref().is_some_and(|batch| {
                batch.faces.len() == MOST_FACES || known.len() + 3 > MOST_VERTICES
            });
            if full {
                batches.extend(open.take());
                known.clear();
            }
            let batch = open.get_or_insert_with(|| PlannedBatch {
                part,
                first: order.len(),
                faces: Vec::new(),
                flags: Vec::new(),
            });
            let places = corners.map(|vertex| {
                *known.entry(vertex).or_insert_with(|| {
                    order.push(vertex);
                    order.len() - 1
                })
            });
            batch.faces.push(places);
            batch.flags.push(face.flags);
        }
        batches.extend(open.take());
    }
    (order, batches)
}
