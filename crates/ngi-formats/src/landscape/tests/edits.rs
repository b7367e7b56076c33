//! Edits, and what follows from them.

use super::samples::{bytes, codes_of, hills};
use crate::landscape::{Change, Face, FaceFlags, Landscape, LandscapeDoc};
use crate::msh::Record;

fn sample() -> LandscapeDoc {
    LandscapeDoc::open(&bytes()).unwrap()
}

fn find(doc: &LandscapeDoc, wanted: impl Fn(&Face) -> bool) -> usize {
    // Not the first: the shipped game's orders all begin alike.
    doc.faces.iter().skip(2).position(wanted).unwrap() + 2
}

#[test]
fn refreshing_what_is_right_changes_nothing() {
    for change in Change::ALL {
        let mut doc = sample();
        doc.refresh(change).unwrap();
        assert_eq!(doc.write().unwrap(), bytes(), "{change:?}");
    }
}

#[test]
fn another_material_moves_the_face_to_its_batch() {
    let mut doc = sample();
    let before = doc.order.records.clone();
    let plain = find(&doc, |face| face.flags == FaceFlags::GROUND);
    doc.set_materials(plain, 3, Some(2)).unwrap();
    let face = doc.faces.records[plain];
    assert_eq!((face.pair(), face.flags), ([3, 2], FaceFlags(0x10_0604)));
    assert_ne!(doc.order.records, before);
    let cell = doc.cells_of(plain).next().unwrap();
    let run = doc.cells.records[cell].run();
    for (index, (now, then)) in doc.order.iter().zip(&before).enumerate() {
        assert!(run.contains(&index) || now == then, "only its own cell changes");
    }
    assert_eq!(codes_of(&doc.write().unwrap()), [""; 0]);
    // And back.
    doc.set_materials(plain, 1, None).unwrap();
    assert_eq!(codes_of(&doc.write().unwrap()), [""; 0]);
    assert!(doc.set_materials(99_999, 1, None).is_err());
    assert!(doc.set_materials(plain, 1, Some(255)).is_err());
}

#[test]
fn a_second_material_brings_alphas() {
    let mut doc = sample();
    doc.alphas = None;
    assert!(doc.set_alpha(99_999, 0.5).is_err());
    assert!(doc.alphas.is_none(), "a failed edit is none");
    let plain = find(&doc, |face| face.flags == FaceFlags::GROUND);
    doc.set_materials(plain, 1, Some(2)).unwrap();
    assert_eq!(doc.alphas.as_ref().unwrap().len(), doc.positions.len());
    doc.set_alpha(usize::from(doc.faces.records[plain].vertices[0]), 0.25).unwrap();
    assert!(doc.set_alpha(99_999, 0.25).is_err());
}

#[test]
fn faces_that_are_not_ground_are_batches_of_their_own() {
    let mut doc = sample();
    let run = doc.cells.records[0].run();
    for face in run.clone().take(3) {
        doc.faces.records[face].flags = doc.faces.records[face].flags | FaceFlags::NOT_GROUND;
    }
    doc.bake_cell(0).unwrap();
    let alone = doc.order.records[run].iter().filter(|entry| usize::from(entry.face) < 3);
    assert!(alone.clone().all(|entry| entry.starts_batch()));
    assert_eq!(alone.count(), 3);
    assert_eq!(codes_of(&doc.write().unwrap()), ["land.face.flags", "land.order.head"]);
    assert!(doc.bake_cell(99).is_err());
}

#[test]
fn a_raised_point_takes_its_copies_along() {
    let mut doc = sample();
    let ground = find(&doc, |face| face.flags == FaceFlags::GROUND);
    let vertex = usize::from(doc.faces.records[ground].vertices[0]);
    let [x, y, z] = doc.positions.records[vertex];
    let copies = doc.positions.iter().filter(|place| **place == [x, y, z]).count();
    doc.set_heights(&[(vertex, 90.0)]).unwrap();
    assert_eq!(doc.positions.iter().filter(|place| **place == [x, y, 90.0]).count(), copies);
    assert_eq!(doc.header.aabb().max[2], 90.0);
    assert_eq!(codes_of(&doc.write().unwrap()), [""; 0]);
    // Back down, everything is as it was.
    doc.set_heights(&[(vertex, z)]).unwrap();
    assert_eq!(doc.write().unwrap(), bytes());
    let before = doc.write().unwrap();
    assert!(doc.set_heights(&[(vertex, f32::NAN)]).is_err());
    assert!(doc.set_heights(&[(vertex, 1.0), (99_999, 1.0)]).is_err());
    assert_eq!(doc.write().unwrap(), before);
}

#[test]
fn water_rises() {
    let mut doc = sample();
    doc.set_liquid_level(8.0).unwrap();
    let mut plan = hills(8, 2, 3);
    let lower = plan.lake.unwrap();
    let bytes = doc.write().unwrap();
    assert_eq!(codes_of(&bytes), [""; 0]);
    let land = Landscape::read(&bytes).unwrap();
    for face in land.faces.iter().filter(|face| face.is_liquid()) {
        assert!(land.corners(&face).unwrap().iter().all(|corner| corner[2] == 8.0));
    }
    doc.set_liquid_level(lower.level).unwrap();
    assert_eq!(doc.write().unwrap(), super::samples::bytes());
    assert!(doc.set_liquid_level(f32::INFINITY).is_err());
    plan.lake = None;
    let dry = plan.build().unwrap();
    assert!(dry.faces.iter().all(|face| !face.is_liquid() && !face.flags.has(FaceFlags::BED)));
}

#[test]
fn hostile_runs_are_refused_in_time() {
    let mut doc = sample();
    let mut wide = doc.cells.records[0];
    (wide.first, wide.count) = (0, doc.faces.len() as u16);
    doc.cells.records = vec![wide; 60_000];
    let before = doc.write().unwrap();
    assert!(doc.refresh(Change::Vertices).is_err());
    assert!(doc.refresh(Change::Materials).is_err());
    assert!(doc.set_materials(0, 1, None).is_err(), "it is in many cells");
    assert_eq!(doc.write().unwrap(), before);
    doc.faces.records[0].vertices = [60_000; 3];
    assert!(doc.refresh(Change::Faces).is_err());
    // A check ends, too.
    assert!(codes_of(&doc.write().unwrap()).contains(&"land.cell.chain"));
}

#[test]
fn an_order_that_is_none_is_made_from_the_faces() {
    let mut doc = sample();
    doc.order.records.clear();
    doc.refresh(Change::Materials).unwrap();
    assert_eq!(codes_of(&doc.write().unwrap()), [""; 0]);
    for entry in doc.order.iter_mut() {
        *entry = Record::read(&[0xFF; 4]);
    }
    doc.refresh(Change::Materials).unwrap();
    assert_eq!(codes_of(&doc.write().unwrap()), [""; 0]);
}

#[test]
fn what_an_entry_says_goes_with_its_face() {
    let mut doc = sample();
    let run = doc.cells.records[0].run();
    for entry in &mut doc.order.records[run.clone()] {
        entry.unk_0x03 = entry.face as u8;
        entry.flags.0 |= 0x80;
    }
    doc.set_materials(run.start, 3, Some(1)).unwrap();
    for entry in &doc.order.records[run] {
        assert_eq!((entry.unk_0x03, entry.flags.0 & 0xC8), (entry.face as u8, 0xC8));
    }
}
