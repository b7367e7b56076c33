//! Strokes of a brush against the slow way.

use std::collections::BTreeSet;

use super::samples::{codes_of, hills, noise};
use crate::landscape::*;

fn sample(seed: u64) -> Vec<u8> {
    hills(16, 4, seed).build().unwrap().write().unwrap()
}

/// What setting the same fields one by one gives: everything worked out before and after.
fn slowly(before: &[u8], change: impl FnOnce(&mut LandscapeDoc)) -> Vec<u8> {
    let before = LandscapeDoc::open(before).unwrap();
    let mut after = before.clone();
    change(&mut after);
    after.follow(&before, &[]).unwrap();
    after.write().unwrap()
}

/// A few dabs here and there.
fn dab(sculpt: &mut Sculpt, seed: u64) {
    for number in 0..4usize {
        let at = [0, 1].map(|axis| (noise(number, axis, seed) % 160) as f32);
        let radius = 12.0 + (noise(number, 2, seed) % 30) as f32;
        let by = (noise(number, 3, seed) % 200) as f32 / 20.0 - 5.0;
        let near = sculpt.near(at, radius);
        let columns: Vec<(usize, f32)> =
            near.iter().map(|near| (near.column, by * (1.0 - near.distance / radius))).collect();
        sculpt.raise(&columns).unwrap();
    }
}

#[test]
fn strokes_give_what_setting_every_height_gives_and_checks_stay_clean() {
    for seed in 0..6 {
        let mut before = sample(seed);
        assert!(codes_of(&before).is_empty());
        let mut sculpt = Sculpt::open(&before).unwrap();
        for stroke in 0..3 {
            dab(&mut sculpt, seed * 10 + stroke);
            assert!(sculpt.is_changed());
            let positions = sculpt.doc().positions.clone();
            let after = sculpt.end_stroke().unwrap();
            let wanted = slowly(&before, |doc| doc.positions = positions);
            assert!(after == wanted, "seed {seed}, stroke {stroke}");
            assert_eq!(codes_of(&after), [""; 0], "seed {seed}, stroke {stroke}");
            before = after;
        }
    }
}

#[test]
fn there_and_back_is_nothing_and_what_was_off_stays_off() {
    let mut doc = LandscapeDoc::open(&sample(3)).unwrap();
    for face in doc.faces.iter_mut().step_by(3) {
        face.normal = [1, 2, 32_000];
    }
    for normal in doc.normals.iter_mut().step_by(2) {
        normal.xyz = [3, 4, 120];
    }
    doc.cells.iter_mut().for_each(|cell| cell.sphere.radius = 77.0);
    let before = doc.write().unwrap();
    let mut sculpt = Sculpt::open(&before).unwrap();
    let columns: Vec<(usize, f32)> =
        sculpt.near([80.0, 80.0], 50.0).iter().map(|near| (near.column, 4.0)).collect();
    sculpt.raise(&columns).unwrap();
    let back: Vec<(usize, f32)> = columns.iter().map(|(column, by)| (*column, -by)).collect();
    sculpt.raise(&back).unwrap();
    assert!(sculpt.end_stroke().unwrap() == before, "heights here are whole sixteenths");
    dab(&mut sculpt, 5);
    let positions = sculpt.doc().positions.clone();
    assert!(sculpt.end_stroke().unwrap() == slowly(&before, |doc| doc.positions = positions));
}

#[test]
fn shores_and_liquids_stay_and_places_keep_together() {
    let before = sample(1);
    let doc = LandscapeDoc::open(&before).unwrap();
    let mut sculpt = Sculpt::open(&before).unwrap();
    let everything: Vec<(usize, f32)> =
        sculpt.near([80.0, 80.0], 1e4).iter().map(|near| (near.column, 1.5)).collect();
    assert_eq!(everything.len(), 17 * 17);
    sculpt.raise(&everything).unwrap();
    let after = LandscapeDoc::open(&sculpt.end_stroke().unwrap()).unwrap();
    let wet: BTreeSet<u16> =
        doc.faces.iter().filter(|face| face.is_liquid()).flat_map(|face| face.vertices).collect();
    assert!(!wet.is_empty());
    let (mut moved, mut stayed) = (0, 0);
    for (vertex, (was, now)) in doc.positions.iter().zip(after.positions.iter()).enumerate() {
        let at_liquid = wet.iter().any(|v| doc.positions.records[usize::from(*v)] == *was);
        assert_eq!(was == now, at_liquid, "vertex {vertex}");
        if at_liquid { stayed += 1 } else { moved += 1 }
    }
    assert!(moved > 100 && stayed > 3, "{moved} {stayed}");
}

#[test]
fn paint_gives_what_setting_every_face_gives() {
    for seed in 0..4 {
        let before = sample(seed);
        let mut sculpt = Sculpt::open(&before).unwrap();
        let of = |sculpt: &Sculpt, x: f32, y: f32| sculpt.faces_near([x, y], 35.0);
        let faces = of(&sculpt, 50.0, 120.0);
        assert!(faces.len() > 20);
        sculpt.paint(&faces, Some(3), None).unwrap();
        let more = of(&sculpt, 70.0, 110.0);
        sculpt.paint(&more, None, Some(Some(2))).unwrap();
        sculpt.paint(&of(&sculpt, 90.0, 120.0), Some(1), Some(None)).unwrap();
        let (faces, alphas) = (sculpt.doc().faces.clone(), sculpt.doc().alphas.clone());
        let after = sculpt.end_stroke().unwrap();
        let wanted = slowly(&before, |doc| {
            for (face, now) in doc.faces.iter_mut().zip(faces.iter()) {
                (face.material, face.second_material) = (now.material, now.second_material);
            }
            doc.alphas = alphas;
        });
        assert!(after == wanted, "seed {seed}");
        assert_eq!(codes_of(&after), [""; 0], "seed {seed}");
    }
}

#[test]
fn alphas_come_with_the_first_second_material_and_go_with_the_last() {
    let plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
    let mut doc = plan.build().unwrap();
    doc.alphas = None;
    let before = doc.write().unwrap();
    let mut sculpt = Sculpt::open(&before).unwrap();
    let faces = sculpt.faces_near([40.0, 40.0], 15.0);
    sculpt.paint(&faces, None, Some(Some(2))).unwrap();
    assert!(sculpt.doc().alphas.is_some());
    let columns: Vec<(usize, f32)> =
        sculpt.near([40.0, 40.0], 100.0).iter().map(|near| (near.column, 0.25)).collect();
    sculpt.blend(&columns).unwrap();
    assert!(sculpt.blend(&[(0, 1.5)]).is_err());
    sculpt.paint(&faces, None, Some(None)).unwrap();
    assert!(sculpt.doc().alphas.as_ref().unwrap().iter().all(|alpha| *alpha == 1.0));
    assert!(sculpt.end_stroke().unwrap() == before);
}

#[test]
fn a_landscape_whose_faces_lead_nowhere_is_not_sculpted() {
    let mut doc = LandscapeDoc::open(&sample(2)).unwrap();
    doc.faces.records[4].vertices[1] = 60_000;
    assert!(Sculpt::open(&doc.write().unwrap()).is_err());
}

#[test]
fn a_small_brush_touches_little_of_a_large_map() {
    let bytes = hills(104, 13, 1).build().unwrap().write().unwrap();
    let mut sculpt = Sculpt::open(&bytes).unwrap();
    assert!(sculpt.doc().faces.len() > 26_000);
    let columns: Vec<(usize, f32)> =
        sculpt.near([300.0, 900.0], 25.0).iter().map(|near| (near.column, 1.0)).collect();
    sculpt.raise(&columns).unwrap();
    let touched = sculpt.take_touched();
    assert!(
        !touched.vertices.is_empty() && touched.vertices.len() < 120,
        "{}",
        touched.vertices.len()
    );
    assert!(touched.faces.is_empty());
}
