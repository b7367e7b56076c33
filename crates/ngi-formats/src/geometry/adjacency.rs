//! Which triangles share an edge.

use super::NONE;
use super::edges::{Edges, OPEN, link as link_edge, neighbour};

/// An edge of a triangle, told by the corners it joins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    /// The lesser corner, then the greater.
    corners: (u32, u32),
    triangle: u16,
    edge: u8,
    /// Whether it runs from the greater to the lesser.
    backwards: bool,
}

/// Links triangles that share an edge, both ways, with their twin codes; every other edge is
/// opened.
///
/// `faces` are vertex numbers, `positions` where the vertices are. `first` is the number of the
/// first triangle. Triangles that share both vertices are linked first, then those whose
/// vertices are doubled along a seam and lie at the same place. Where more than two triangles
/// meet, those that run in opposite directions are linked in order.
pub(crate) fn link<T: Edges>(
    faces: &[[u32; 3]],
    positions: &[[f32; 3]],
    first: u16,
    triangles: &mut [T],
) {
    for triangle in triangles.iter_mut() {
        (0..3).for_each(|edge| link_edge(triangle.edges(), edge, NONE, OPEN));
    }
    join(edges_of(faces, |vertex| vertex), first, triangles);
    let welded = weld(positions);
    let at = |vertex: u32| {
        let place = usize::try_from(vertex).ok().and_then(|vertex| welded.get(vertex));
        place.copied().unwrap_or(vertex)
    };
    let mut open = edges_of(faces, at);
    open.retain(|edge| {
        let triangle = triangles.get_mut(usize::from(edge.triangle)).map(Edges::edges);
        triangle.is_some_and(|(all, _)| neighbour(all, usize::from(edge.edge)).is_none())
    });
    join(open, first, triangles);
}

fn edges_of(faces: &[[u32; 3]], name: impl Fn(u32) -> u32) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(faces.len() * 3);
    for (&face, triangle) in faces.iter().zip(0u16..) {
        let [a, b, c] = face.map(&name);
        for (edge, from, to) in [(0, a, b), (1, b, c), (2, c, a)] {
            if from != to {
                let corners = (from.min(to), from.max(to));
                edges.push(Edge { corners, triangle, edge, backwards: from > to });
            }
        }
    }
    edges.sort_unstable();
    edges
}

/// Links edges with the same corners.
fn join<T: Edges>(edges: Vec<Edge>, first: u16, triangles: &mut [T]) {
    for shared in edges.chunk_by(|a, b| a.corners == b.corners) {
        let mut forwards = shared.iter().filter(|edge| !edge.backwards);
        let mut backwards = shared.iter().filter(|edge| edge.backwards);
        for (a, b) in forwards.by_ref().zip(backwards.by_ref()) {
            join_pair(*a, *b, first, triangles);
        }
    }
}

fn join_pair<T: Edges>(a: Edge, b: Edge, first: u16, triangles: &mut [T]) {
    if a.triangle == b.triangle {
        return;
    }
    for (this, other) in [(a, b), (b, a)] {
        let number = first.checked_add(other.triangle).unwrap_or(NONE);
        if let Some(triangle) = triangles.get_mut(usize::from(this.triangle))
            && number != NONE
        {
            link_edge(triangle.edges(), usize::from(this.edge), number, u16::from(other.edge));
        }
    }
}

/// For each vertex the first vertex at the same place.
pub(crate) fn weld(positions: &[[f32; 3]]) -> Vec<u32> {
    // −0 and 0 are the same place; a NaN is a place of its own.
    let place = |position: [f32; 3]| position.map(|value| (value + 0.0).to_bits());
    let mut order: Vec<(_, u32)> =
        positions.iter().zip(0u32..).map(|(&position, vertex)| (place(position), vertex)).collect();
    order.sort_unstable();
    let mut first_at = vec![0; positions.len()];
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        let Some(&(_, first)) = group.first() else { continue };
        for &(_, vertex) in group {
            let place = usize::try_from(vertex).ok().and_then(|vertex| first_at.get_mut(vertex));
            if let Some(place) = place {
                *place = first;
            }
        }
    }
    first_at
}
