//! Landscapes.

use ngi_formats::Result;
use ngi_formats::landscape::{
    Cell, DrawEntry, Face, GroundPlan, LandscapeDoc, MOST_FACES, Surface,
};
use ngi_formats::msh::NONE;

use super::super::samples::{Sample, land, model, one};
use super::{tidy, with_entry, with_entry_outside};

pub(super) fn samples() -> Result<Vec<Sample>> {
    let file = |name, bytes| one(name, "Land.msh", bytes);
    let wet = land(Some(0.5))?;
    let change = |change: fn(&mut LandscapeDoc)| changed(LandscapeDoc::open(&wet)?, change);
    let plain = |change: fn(&mut LandscapeDoc)| changed(flat(2).build()?, change);
    let single = |change: fn(&mut LandscapeDoc)| changed(flat(1).build()?, change);
    let mut footing = flat(1);
    footing.surfaces.fill(Surface { material: 0, second: None });
    let mut two = flat(1);
    if let Some(last) = two.surfaces.last_mut() {
        last.material = 2;
    }
    Ok(vec![
        file("bad_land_kind", model(false)?),
        file("bad_chunk_range", with_entry_outside(&without_alphas()?, 14, "Land")?),
        file("bad_chunk_twice", with_entry(&wet, 21, "other")?),
        file("bad_chunk_unknown", with_entry(&wet, 99, "Land")?),
        file("bad_square_cell", change(lost_cell)?),
        file("bad_face_neighbour", change(lost_neighbour)?),
        file("bad_order_face", change(lost_face)?),
        file("bad_order_long", change(|doc| doc.order.push(DrawEntry::new(0, true)))?),
        file("bad_vertex_unused", change(one_vertex_more)?),
        file("bad_cell_count", change(one_cell_more)?),
        file("bad_grid_place", plain(wide_box)?),
        file("bad_order_cell", plain(swap_cells)?),
        file("bad_cell_levels", single(more_far_than_near)?),
        file("bad_face_limit", single(too_many_faces)?),
        file("bad_face_footing", footing.build()?.write()?),
        file("bad_order_runs", changed(two.build()?, torn_run)?),
    ])
}

/// A flat landscape of four by four quads in so many squares along each side.
pub(super) fn flat(squares: usize) -> GroundPlan {
    GroundPlan::flat([4, 4], [squares, squares], 10.0)
}

fn changed(mut doc: LandscapeDoc, change: impl FnOnce(&mut LandscapeDoc)) -> Result<Vec<u8>> {
    change(&mut doc);
    tidy(&doc.write()?)
}

fn without_alphas() -> Result<Vec<u8>> {
    let mut doc = flat(1).build()?;
    doc.alphas = None;
    let index = doc.container().records().iter().position(|record| record.type_id.0 == 14);
    if let Some(index) = index {
        doc.container_mut().remove(index)?;
    }
    tidy(&doc.write()?)
}

fn lost_cell(doc: &mut LandscapeDoc) {
    if let Some(cell) = doc.squares.records.last_mut().and_then(|square| square.cells.last_mut()) {
        *cell = 99;
    }
}

/// A face at the rim gets a neighbour that is not there.
fn lost_neighbour(doc: &mut LandscapeDoc) {
    let open = |face: &Face| face.neighbours.iter().position(|&other| other == NONE);
    let rim = doc.faces.iter_mut().find_map(|face| Some((open(face)?, face)));
    if let Some((edge, face)) = rim {
        face.link(edge, 60_000, 0);
    }
}

fn lost_face(doc: &mut LandscapeDoc) {
    if let Some(entry) = doc.order.iter_mut().rfind(|entry| !entry.starts_batch()) {
        entry.face = 60_000;
    }
}

fn one_vertex_more(doc: &mut LandscapeDoc) {
    let first = 0..1;
    doc.positions.records.extend_from_within(first.clone());
    doc.normals.records.extend_from_within(first.clone());
    doc.material_uvs.records.extend_from_within(first.clone());
    doc.micro_uvs.records.extend_from_within(first);
    if let Some(alphas) = &mut doc.alphas {
        alphas.push(1.0);
    }
}

fn one_cell_more(doc: &mut LandscapeDoc) {
    let first = u16::try_from(doc.faces.len()).unwrap_or(u16::MAX);
    let more = doc.cells.records.last().map(|last| Cell { first, count: 0, ..*last });
    doc.cells.records.extend(more);
}

/// The box of the second square reaches so far that its middle lies in another one.
fn wide_box(doc: &mut LandscapeDoc) {
    for cell in doc.cells.iter_mut().skip(1).step_by(4) {
        let [x, ..] = &mut cell.aabb.max;
        *x += 21.0;
    }
}

/// Two cells draw a face of each other; neither is the first of its batch.
fn swap_cells(doc: &mut LandscapeDoc) {
    let second = doc.cells.get(1).map_or(0, |cell| cell.run().start);
    let (near, far) = doc.order.records.split_at_mut(second);
    if let ([_, one, ..], [_, two, ..]) = (near, far) {
        std::mem::swap(&mut one.face, &mut two.face);
    }
}

/// A face again, on its own.
fn copy_of(face: &Face) -> Face {
    let mut copy = *face;
    (0..3).for_each(|edge| copy.unlink(edge));
    copy
}

/// Level 1 lies there several times.
fn more_far_than_near(doc: &mut LandscapeDoc) {
    const MORE: u16 = 40;
    let Some(last) = doc.faces.records.last().map(copy_of) else { return };
    for _ in 0..MORE {
        let number = u16::try_from(doc.faces.len()).unwrap_or(u16::MAX);
        doc.order.push(DrawEntry::new(number, false));
        doc.faces.push(last);
    }
    if let Some(cell) = doc.cells.records.last_mut() {
        cell.count += MORE;
    }
}

/// Level 0 has one face again and again.
fn too_many_faces(doc: &mut LandscapeDoc) {
    let [near, far] = doc.cells.records.as_mut_slice() else { return };
    let (split, more) = (near.count, u16::try_from(MOST_FACES).unwrap_or(u16::MAX));
    near.count += more;
    far.first += more;
    let moved = |number: u16| if number < split || number == NONE { number } else { number + more };
    for face in doc.faces.iter_mut() {
        face.neighbours = face.neighbours.map(moved);
    }
    for entry in doc.order.iter_mut() {
        entry.face = moved(entry.face);
    }
    let at = usize::from(split);
    let copy = doc.faces.records.first().map(copy_of).unwrap_or_default();
    doc.faces.records.splice(at..at, std::iter::repeat_n(copy, usize::from(more)));
    let entries = (split..split + more).map(|face| DrawEntry::new(face, false));
    doc.order.records.splice(at..at, entries);
}

/// A face of the first batch is drawn behind the second, as a batch of its own.
fn torn_run(doc: &mut LandscapeDoc) {
    let second = doc.order.iter().skip(1).position(DrawEntry::starts_batch);
    let end = doc.cells.records.first().map_or(0, |cell| cell.run().end);
    if let Some(last_of_first) = second.filter(|_| end > 0) {
        let moved = doc.order.records.remove(last_of_first);
        doc.order.records.insert(end - 1, DrawEntry::new(moved.face, true));
    }
}
