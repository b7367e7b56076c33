//! What follows from a change, and what does not fit any more.

use super::samples::{bytes, codes_of, hills};
use crate::landscape::*;

fn sound() -> LandscapeDoc {
    LandscapeDoc::open(&bytes()).unwrap()
}

/// A vertex inside the map that several lie at the place of.
fn doubled(doc: &LandscapeDoc) -> usize {
    let positions = &doc.positions.records;
    let twin = |&at: &usize| {
        let [x, y, _] = positions[at];
        // Not on the border of a square: its box has to hold it.
        let within = |at: f32| (10.0..=70.0).contains(&at) && at != 40.0;
        let inside = within(x) && within(y);
        inside && positions.iter().skip(at + 1).any(|other| *other == positions[at])
    };
    (0..positions.len()).find(twin).unwrap()
}

#[test]
fn a_moved_vertex_takes_along_what_moving_it_properly_does() {
    let before = sound();
    let vertex = doubled(&before);
    let mut wanted = before.clone();
    wanted.set_heights(&[(vertex, 137.0)]).unwrap();
    let mut changed = before.clone();
    changed.positions.records[vertex][2] = 137.0;
    assert!(!codes_of(&changed.write().unwrap()).is_empty(), "by itself it leaves things behind");
    let lines = changed.follow(&before, &[]).unwrap();
    assert!(changed.write().unwrap() == wanted.write().unwrap());
    assert!(codes_of(&changed.write().unwrap()).is_empty());
    for told in ["positions[", "faces[", "normals[", "cells[", "header.corners"] {
        assert!(lines.iter().any(|line| line.starts_with(told)), "{told}: {lines:?}");
    }
}

#[test]
fn what_was_off_before_stays_off_unless_it_has_to_follow() {
    let mut before = sound();
    let vertex = doubled(&before);
    let last = before.cells.len() - 1;
    before.cells.records[last].sphere.radius = 1234.5;
    before.normals.records[0].xyz = [1, 2, 126];
    let mut changed = before.clone();
    changed.positions.records[vertex][2] = 137.0;
    changed.follow(&before, &[]).unwrap();
    assert_eq!(changed.normals.records[0].xyz, [1, 2, 126], "far from the change");
    let [x, y, _] = before.positions.records[vertex];
    let near = before.cells.records[last].aabb;
    if !(near.min[0]..=near.max[0]).contains(&x) || !(near.min[1]..=near.max[1]).contains(&y) {
        assert_eq!(changed.cells.records[last].sphere.radius.to_bits(), 1234.5f32.to_bits());
    }
    // What is given is kept although it follows from the rest.
    let mut given = before.clone();
    given.positions.records[vertex][2] = 137.0;
    let face = given.faces.iter().position(|f| f.vertices.contains(&(vertex as u16))).unwrap();
    given.faces.records[face].normal = [3, 4, 5];
    given.follow(&before, &[]).unwrap();
    assert_eq!(given.faces.records[face].normal, [3, 4, 5]);
    // And what shall be kept is kept as a whole.
    let mut kept = before.clone();
    kept.positions.records[vertex][2] = 137.0;
    kept.follow(&before, &[Derived::FaceNormals]).unwrap();
    assert!(kept.faces.iter().map(|f| f.normal).eq(before.faces.iter().map(|f| f.normal)));
}

#[test]
fn nothing_changed_changes_nothing() {
    let before = sound();
    let mut same = before.clone();
    assert!(same.follow(&before, &[]).unwrap().is_empty());
    assert!(same.write().unwrap() == bytes());
}

#[test]
fn sideways_the_microtexture_goes_along() {
    let before = sound();
    let vertex = doubled(&before);
    let mut changed = before.clone();
    changed.positions.records[vertex][0] += 2.5;
    changed.positions.records[vertex][1] -= 1.25;
    changed.follow(&before, &[]).unwrap();
    let left = codes_of(&changed.write().unwrap());
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_sound_landscape_has_nothing_to_mend() {
    for seed in 0..4 {
        let mut doc = hills(8, 2, seed).build().unwrap();
        let bytes = doc.write().unwrap();
        assert_eq!(doc.mend().unwrap(), Vec::<String>::new());
        assert!(doc.write().unwrap() == bytes);
    }
}

#[test]
fn whatever_can_be_worked_out_is_mended() {
    type Break = fn(&mut LandscapeDoc);
    let breaks: [(&str, Break); 9] = [
        ("faces[0].normal", |doc| doc.faces.records[0].normal = [32767, 0, 0]),
        ("faces[0].neighbours", |doc| doc.faces.records[0].neighbours = [9, 9, 9]),
        ("faces[3].flags", |doc| {
            let flags = &mut doc.faces.records[3].flags;
            *flags = flags.with(FaceFlags::SECOND_MATERIAL, !flags.has(FaceFlags::SECOND_MATERIAL));
        }),
        ("normals[5]", |doc| doc.normals.records[5].xyz = [0, 0, -127]),
        ("cells[0].aabb", |doc| doc.cells.records[0].aabb.max[2] -= 30.0),
        ("cells[1].sphere", |doc| doc.cells.records[1].sphere.radius = f32::NAN),
        ("header.corners", |doc| doc.header.corners[7][2] -= 30.0),
        ("header.corners", |doc| doc.header.corners[0][0] -= 10.0),
        ("order[", |doc| doc.order.records.swap(0, 40)),
    ];
    for (told, change) in breaks {
        let sound = sound();
        let mut doc = sound.clone();
        change(&mut doc);
        let lines = doc.mend().unwrap();
        assert!(lines.iter().any(|line| line.starts_with(told)), "{told}: {lines:?}");
        let left = codes_of(&doc.write().unwrap());
        assert!(left.is_empty(), "{told}: {left:?}");
    }
}
