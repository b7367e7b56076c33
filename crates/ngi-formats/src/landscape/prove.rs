//! Everything that following a landscape's references relies on, proven once when it is read.
//!
//! One pass over each table. The rules here are the ones of level *always*: what the engine
//! itself would stumble over.

use super::check::codes;
use super::chunk::{self, CHUNKS};
use super::read::Landscape;
use super::types::{Cell, DrawEntry, Face, Square};
use crate::Findings;
use crate::msh::{NONE, Record};
use crate::nres::ENTRY_SIZE;

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
            findings.add(&codes::CHUNK_SIZE, || {
                let at = place.offset + place.payload.len() - rest;
                let message = format!(
                    "{rest} bytes are left over after {count} records of {} bytes",
                    known.stride
                );
                (known.name.into(), Some(at as u64), message)
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
            findings.add(&codes::STREAM_SHORT, || {
                let at = place.offset + place.payload.len();
                let message = format!("{count} records for {vertices} vertices");
                (known.name.into(), Some(at as u64), message)
            });
        }
    }
    let (order, faces) = (land.order.len(), land.faces.len());
    if order < faces {
        findings.add(&codes::ORDER_SHORT, || {
            let at = land.offset(chunk::ORDER, order, 0);
            ("order".into(), at, format!("{order} entries for {faces} faces"))
        });
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
    findings.add(&codes::GRID_SIZE, || {
        let entry = land.place(chunk::SQUARES).map_or(0, |place| place.entry);
        let at = land.archive().directory_offset() + entry * ENTRY_SIZE + 8;
        ("squares.attr2".into(), Some(at as u64), fault)
    });
}

fn prove_squares(land: &Landscape<'_>, findings: &mut Findings) {
    let cells = land.cells.len();
    for (index, square) in land.squares.iter().enumerate() {
        for (slot, &cell) in square.cells.iter().enumerate() {
            if cell != NONE && usize::from(cell) >= cells {
                findings.add(&codes::SQUARE_CELL, || {
                    let at = Square::offset_of("cells") + slot * 2;
                    let at = land.offset(chunk::SQUARES, index, at);
                    let message = format!("cell {cell}, but there are {cells}");
                    (format!("squares[{index}].cells[{slot}]"), at, message)
                });
            }
        }
    }
}

fn prove_cells(land: &Landscape<'_>, findings: &mut Findings) {
    let faces = land.faces.len();
    for (index, cell) in land.cells.iter().enumerate() {
        if cell.run().end > faces {
            findings.add(&codes::CELL_RANGE, || {
                let at = land.offset(chunk::CELLS, index, Cell::offset_of("count"));
                let message =
                    format!("{} faces from {}, but there are {faces}", cell.count, cell.first);
                (format!("cells[{index}].count"), at, message)
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
            findings.add(&codes::FACE_VERTEX, || {
                let at = Face::offset_of("vertices") + corner * 2;
                let at = land.offset(chunk::FACES, index, at);
                let message = format!("vertex {vertex}, but there are {vertices}");
                (format!("faces[{index}].vertices[{corner}]"), at, message)
            });
        }
    }
}

#[cold]
fn add_neighbours(land: &Landscape<'_>, index: usize, face: &Face, findings: &mut Findings) {
    let faces = land.faces.len();
    for (edge, &neighbour) in face.neighbours.iter().enumerate() {
        if neighbour != NONE && usize::from(neighbour) >= faces {
            findings.add(&codes::FACE_NEIGHBOUR, || {
                let at = Face::offset_of("neighbours") + edge * 2;
                let at = land.offset(chunk::FACES, index, at);
                let message = format!("face {neighbour}, but there are {faces}");
                (format!("faces[{index}].neighbours[{edge}]"), at, message)
            });
        }
    }
}

fn prove_order(land: &Landscape<'_>, findings: &mut Findings) {
    let faces = land.faces.len();
    for (index, entry) in land.order.iter().enumerate() {
        if usize::from(entry.face) >= faces {
            findings.add(&codes::ORDER_FACE, || {
                let at = land.offset(chunk::ORDER, index, DrawEntry::offset_of("face"));
                let message = format!("face {}, but there are {faces}", entry.face);
                (format!("order[{index}].face"), at, message)
            });
        }
    }
}
