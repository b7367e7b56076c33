//! Everything that following a landscape's references relies on, proven once when it is read.
//!
//! One pass over each table. The rules here are the ones of level *always*: what the engine
//! itself would stumble over.

use super::check::codes;
use super::chunk::{self, CHUNKS};
use super::read::Landscape;
use super::types::Face;
use crate::Findings;
use crate::geometry::NONE;

pub(super) fn prove(land: &Landscape<'_>, findings: &mut Findings) {
    prove_sizes(land, findings);
    prove_counts(land, findings);
    prove_grid(land, findings);
    prove_squares(land, findings);
    prove_cells(land, findings);
    prove_faces(land, findings);
    prove_order(land, findings);
}

/// Payloads are whole records.
fn prove_sizes(land: &Landscape<'_>, findings: &mut Findings) {
    for known in &CHUNKS {
        let Some(place) = land.place(known.type_id) else { continue };
        let (count, rest) = known.count_of(place.payload.len());
        if rest != 0 {
            findings.at(&codes::CHUNK_SIZE, known.tail, || {
                format!(
                    "{rest} bytes are left over after {count} records of {} bytes",
                    known.stride
                )
            });
        }
    }
}

/// What there is per vertex reaches to the last vertex, and the draw order to the last face.
fn prove_counts(land: &Landscape<'_>, findings: &mut Findings) {
    let vertices = land.positions.len();
    for known in CHUNKS.iter().filter(|known| known.per_vertex) {
        let Some(place) = land.place(known.type_id) else { continue };
        let (count, _) = known.count_of(place.payload.len());
        if count < vertices {
            findings.at(&codes::STREAM_SHORT, known.name, || {
                format!("{count} records for {vertices} vertices")
            });
        }
    }
    let (order, faces) = (land.order.len(), land.faces.len());
    if order < faces {
        findings.at(&codes::ORDER_SHORT, "order", || format!("{order} entries for {faces} faces"));
    }
}

/// The directory says how many squares there are across.
fn prove_grid(land: &Landscape<'_>, findings: &mut Findings) {
    let (squares, across) = (land.squares.len() as u64, u64::from(land.across));
    let fault = if across == 0 {
        format!("attr2 is 0, so nobody knows how {squares} squares lie")
    } else if squares == 0 {
        "there are no squares".to_owned()
    } else if squares % across != 0 {
        format!("{squares} squares do not make whole rows of {across}")
    } else {
        return;
    };
    let entry = land.place(chunk::SQUARES).map_or(0, |place| place.entry);
    findings.at(&codes::GRID_SIZE, format_args!("entries[{entry}].attr2"), || fault);
}

fn prove_squares(land: &Landscape<'_>, findings: &mut Findings) {
    let cells = land.cells.len();
    for (index, square) in land.squares.iter().enumerate() {
        for (slot, &cell) in square.cells.iter().enumerate() {
            if cell != NONE && usize::from(cell) >= cells {
                findings.at(
                    &codes::SQUARE_CELL,
                    format_args!("squares[{index}].cells[{slot}]"),
                    || format!("cell {cell}, but there are {cells}"),
                );
            }
        }
    }
}

fn prove_cells(land: &Landscape<'_>, findings: &mut Findings) {
    let faces = land.faces.len();
    for (index, cell) in land.cells.iter().enumerate() {
        if cell.run().end > faces {
            findings.at(&codes::CELL_RANGE, format_args!("cells[{index}].count"), || {
                format!("{} faces from {}, but there are {faces}", cell.count, cell.first)
            });
        }
    }
}

fn prove_faces(land: &Landscape<'_>, findings: &mut Findings) {
    let (vertices, faces) = (land.positions.len(), land.faces.len());
    for (index, face) in land.faces.iter().enumerate() {
        let [a, b, c] = face.vertices;
        if usize::from(a.max(b).max(c)) >= vertices {
            add_vertices(land, index, &face, findings);
        }
        // None wraps round to 0.
        let [a, b, c] = face.neighbours.map(|neighbour| neighbour.wrapping_add(1));
        if usize::from(a.max(b).max(c)) > faces {
            add_neighbours(land, index, &face, findings);
        }
    }
}

#[cold]
fn add_vertices(land: &Landscape<'_>, index: usize, face: &Face, findings: &mut Findings) {
    let vertices = land.positions.len();
    for (corner, &vertex) in face.vertices.iter().enumerate() {
        if usize::from(vertex) >= vertices {
            findings.at(
                &codes::FACE_VERTEX,
                format_args!("faces[{index}].vertices[{corner}]"),
                || format!("vertex {vertex}, but there are {vertices}"),
            );
        }
    }
}

#[cold]
fn add_neighbours(land: &Landscape<'_>, index: usize, face: &Face, findings: &mut Findings) {
    let faces = land.faces.len();
    for (edge, &neighbour) in face.neighbours.iter().enumerate() {
        if neighbour != NONE && usize::from(neighbour) >= faces {
            findings.at(
                &codes::FACE_NEIGHBOUR,
                format_args!("faces[{index}].neighbours[{edge}]"),
                || format!("face {neighbour}, but there are {faces}"),
            );
        }
    }
}

fn prove_order(land: &Landscape<'_>, findings: &mut Findings) {
    let faces = land.faces.len();
    for (index, entry) in land.order.iter().enumerate() {
        if usize::from(entry.face) >= faces {
            findings.at(&codes::ORDER_FACE, format_args!("order[{index}].face"), || {
                format!("face {}, but there are {faces}", entry.face)
            });
        }
    }
}
