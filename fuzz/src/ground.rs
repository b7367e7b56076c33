//! Landscapes at run time: every question, whatever the bytes are.

use ngi_engine::landscape::{Area, Ground, LevelLists, Ray, Sides, round, walker};
use ngi_formats::landscape::{FaceFilter, FaceFlags, Landscape};
use ngi_formats::{Findings, Mode};

use crate::Outcome;
use crate::nres::both;

/// Six numbers in front say where to ask; the rest is a landscape.
pub fn query(input: &[u8]) -> Outcome {
    let Some((numbers, rest)) = input.split_first_chunk::<24>() else { return Outcome::Rejected };
    let mut given = [0.0; 6];
    for (place, bytes) in given.iter_mut().zip(numbers.as_chunks::<4>().0) {
        *place = f32::from_le_bytes(*bytes);
    }
    both(rest, |bytes| query_one(bytes, given))
}

fn query_one(bytes: &[u8], given: [f32; 6]) -> Outcome {
    let mut findings = Findings::new(Mode::Tolerant, false);
    let Ok(land) = Landscape::read_tolerant(bytes, &mut findings) else {
        return Outcome::Rejected;
    };
    let ground = Ground::of(&land);
    let [low, high] = ground.bounds().unwrap_or([[0.0; 3]; 2]);
    let [x, y, z, dx, dy, dz] = given;
    let middle = [0, 1, 2].map(|axis: usize| {
        let at = |corner: [f32; 3]| corner.get(axis).copied().unwrap_or(0.0);
        (at(low) + at(high)) / 2.0
    });
    for from in [[x, y, z], middle, high] {
        for filter in [FaceFilter::default(), walker(), round()] {
            ask(&ground, from, [dx, dy, dz], &filter);
        }
    }
    let mut lists = LevelLists::new(ground.grid());
    lists.ids.add(1, Area::around([x, y], 0.0));
    lists.ids.shift(1, Area::around([dx, dy], 0.0));
    assert!(lists.ids.remove(1) && lists.ids.is_empty());
    for level in ground.drawn_levels([x, y]).take(1000) {
        assert!(level < 2);
    }
    if let Some(water) = ground.water() {
        assert!(water.level.is_finite());
    }
    Outcome::Accepted
}

fn ask(ground: &Ground, from: [f32; 3], towards: [f32; 3], filter: &FaceFilter) {
    let [x, y, _] = from;
    let known = |face: usize| {
        assert!(ground.is_fine(face) && ground.corners(face).is_some());
        let flags = ground.faces().get(face).map_or(FaceFlags(0), |face| face.flags);
        assert!(filter.passes(flags));
    };
    let highest = ground.height([x, y], filter);
    if let Some(found) = highest {
        known(found.face);
        assert_eq!(ground.holds(found.face, [x, y]), Some(true));
        assert_eq!(ground.follow(found.face, [x, y], [x, y]), Some(found.face));
    }
    if let Some(found) = ground.walk(from, 1.0, filter) {
        known(found.face);
        assert!(highest.is_some_and(|highest| found.z <= highest.z));
        let [dx, dy, _] = towards;
        if let Some(end) = ground.follow(found.face, [x, y], [dx, dy]) {
            assert_eq!(ground.holds(end, [dx, dy]), Some(true));
        }
    }
    let ray = Ray { origin: from, direction: towards };
    let nearest = ground.nearest(&ray, f32::INFINITY, filter, Sides::Engine);
    if let Some(hit) = ground.ray(&ray, filter) {
        known(hit.face);
        let nearer = nearest.is_some_and(|nearest| nearest.along <= hit.along);
        assert!(nearer, "{ray:?}: {hit:?} but {nearest:?}, {:?}", ground.corners(hit.face));
    }
    if let Some(hit) = ground.segment(from, towards, filter) {
        known(hit.face);
        assert!((0.0..=1.0).contains(&hit.along));
    }
    let faces = ground.faces_in_box(from, from.map(|at| at + 5.0), filter);
    assert!(faces.is_sorted());
    faces.into_iter().for_each(known);
}

/// Landscapes that get through, with a ray across them in front.
pub fn seeds() -> Vec<Vec<u8>> {
    let numbers = [5.0f32, 5.0, 60.0, 0.4, 0.3, -1.0];
    let front: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    crate::landscape::seeds().into_iter().map(|land| [front.clone(), land].concat()).collect()
}
