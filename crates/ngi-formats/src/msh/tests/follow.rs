//! What follows from a change, and what does not fit any more.

use super::samples::{bytes, codes_of, plain};
use crate::msh::*;

#[test]
fn a_moved_vertex_takes_bounds_and_normals_along() {
    let before = ModelDoc::open(&plain()).unwrap();
    let mut wanted = before.clone();
    wanted
        .move_vertices(|_, [x, y, z]| if x > 0.5 && z > 1.0 { [x, y, z + 1.5] } else { [x, y, z] })
        .unwrap();
    let mut changed = before.clone();
    changed.positions = wanted.positions.clone();
    assert!(!codes_of(&changed.write().unwrap()).is_empty(), "by itself it leaves things behind");
    let lines = changed.follow(&before, &[]).unwrap();
    assert!(codes_of(&changed.write().unwrap()).is_empty(), "{lines:?}");
    assert_eq!(changed.slots.records, wanted.slots.records);
    assert_eq!(changed.header, wanted.header);
    for told in ["triangles[", "normals[", "slots[", "header"] {
        assert!(lines.iter().any(|line| line.starts_with(told)), "{told}: {lines:?}");
    }
    // The lid turned, and its normals with it: each is still that of its faces.
    let normals = changed.normals.as_ref().unwrap();
    let triangles = changed.triangles.as_ref().unwrap();
    let slot = changed.slots.records[0];
    for (face, triangle) in changed.slot_triangles(&slot).into_iter().zip(triangles.iter()) {
        let wanted = triangle.decode_normal();
        for vertex in face {
            let normal = normals.records[vertex as usize].decode();
            let off = normal.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 0.02, "{normal:?} {wanted:?}");
        }
    }
}

#[test]
fn a_moved_vertex_leaves_normals_of_other_slots_alone() {
    // Slots 0 and 1 are boxes with the same coordinates.
    let before = ModelDoc::open(&bytes()).unwrap();
    let used = |slot: usize| -> Vec<usize> {
        let faces = before.slot_faces(&before.slots.records[slot]).unwrap();
        faces.into_iter().flatten().map(|vertex| vertex as usize).collect()
    };
    let vertex = used(0)[0];
    let mut changed = before.clone();
    changed.positions.records[vertex][2] -= 3.0;
    changed.follow(&before, &[]).unwrap();
    let normals = |doc: &ModelDoc| doc.normals.as_ref().unwrap().records.clone();
    let (old, new) = (normals(&before), normals(&changed));
    let turned: Vec<usize> = (0..old.len()).filter(|&at| old[at] != new[at]).collect();
    assert!(!turned.is_empty());
    assert!(turned.iter().all(|at| used(0).contains(at)), "{turned:?}");
}

impl ModelDoc {
    fn slot_triangles(&self, slot: &Slot) -> Vec<[u32; 3]> {
        self.slot_faces(slot).unwrap()
    }
}

#[test]
fn what_was_off_before_stays_off_unless_it_has_to_follow() {
    let mut before = ModelDoc::open(&bytes()).unwrap();
    let last = before.slots.len() - 1;
    before.slots.records[last].area = 99.5;
    let mut changed = before.clone();
    let first = changed.slots.records[0];
    let vertex = changed.slot_faces(&first).unwrap()[0][0] as usize;
    changed.positions.records[vertex][0] += 0.5;
    changed.follow(&before, &[]).unwrap();
    assert_eq!(changed.slots.records[last].area.to_bits(), 99.5f32.to_bits());
    assert_ne!(changed.slots.records[0], before.slots.records[0]);
    let mut same = before.clone();
    assert!(same.follow(&before, &[]).unwrap().is_empty());
}

#[test]
fn a_sound_model_has_nothing_to_mend() {
    for bytes in [bytes(), plain()] {
        let mut doc = ModelDoc::open(&bytes).unwrap();
        assert_eq!(doc.mend().unwrap(), Vec::<String>::new());
        assert!(doc.write().unwrap() == bytes);
    }
}

#[test]
fn whatever_can_be_worked_out_is_mended() {
    type Break = fn(&mut ModelDoc);
    let breaks: [(&str, Break); 10] = [
        ("slots[0].aabb", |doc| doc.slots.records[0].aabb.min[0] += 0.5),
        ("slots[0].sphere", |doc| doc.slots.records[0].sphere.radius = 0.01),
        ("slots[0].volume", |doc| doc.slots.records[0].volume = 1.0e9),
        ("slots[0].triangle_count", |doc| doc.slots.records[0].triangle_count = 1),
        ("triangles[0].normal", |doc| doc.triangles.as_mut().unwrap().records[0].normal = [0; 3]),
        ("triangles[", |doc| doc.triangles.as_mut().unwrap().records[0].neighbours = [0; 3]),
        ("batches[0].vertex_count", |doc| doc.batches.records[0].vertex_count = 1),
        ("header", |doc| doc.header.corners[3] = [f32::NAN; 3]),
        ("header", |doc| doc.header.corners = [[0.0; 3]; 8]),
        ("normals[2]", |doc| {
            let normal = &mut doc.normals.as_mut().unwrap().records[2];
            normal.xyz = normal.xyz.map(|part| -part);
        }),
    ];
    for (told, change) in breaks {
        let mut doc = ModelDoc::open(&plain()).unwrap();
        change(&mut doc);
        let lines = doc.mend().unwrap();
        assert!(lines.iter().any(|line| line.starts_with(told)), "{told}: {lines:?}");
        assert!(doc.write().unwrap() == plain(), "{told}: as it was");
    }
}

/// A model of a still node and two that move, the second one until a frame that is asked for.
fn moving(until: f32) -> Vec<u8> {
    let mut plan = Blueprint::new("s_lift");
    let at = |time: f32| Key { time, ..Key::default() };
    let base = plan.add_node(PlainNode::new("base"));
    for (name, times) in [("door", vec![0.0, 2.0]), ("lift", vec![0.0, 1.0, until])] {
        let track = Track { keys: times.into_iter().map(at).collect() };
        plan.add_node(PlainNode::new(name).below(base).with_track(track));
    }
    plan.set_mesh(base, 0, 0, super::samples::cuboid([1.0, 2.0, 3.0])).unwrap();
    plan.build().unwrap().write().unwrap()
}

#[test]
fn the_frame_map_follows_the_keys() {
    for until in [3.0, 4.0, 9.0] {
        let before = ModelDoc::open(&moving(4.0)).unwrap();
        let mut changed = before.clone();
        changed.keys.as_mut().unwrap().records[5].time = until;
        let lines = changed.follow(&before, &[]).unwrap();
        assert_eq!(lines.len(), usize::from(until != 4.0), "{lines:?}");
        assert!(changed.write().unwrap() == moving(until), "{until}: {lines:?}");
    }
    // Keys that are no frames have no map; one that was given stays.
    let before = ModelDoc::open(&moving(4.0)).unwrap();
    let mut changed = before.clone();
    changed.keys.as_mut().unwrap().records[5].time = 3.5;
    assert_eq!(changed.follow(&before, &[]).unwrap(), [""; 0]);
    changed.keys.as_mut().unwrap().records[5].time = 3.0;
    changed.map.as_mut().unwrap().records[1] = 2;
    assert_eq!(changed.follow(&before, &[]).unwrap(), [""; 0]);
}

#[test]
fn a_frame_map_of_other_keys_is_mended() {
    type Break = fn(&mut ModelDoc);
    let breaks: [Break; 5] = [
        |doc| doc.map.as_mut().unwrap().records[3] = 1,
        |doc| doc.map.as_mut().unwrap().records[3] = 99,
        |doc| doc.map.as_mut().unwrap().records.push(0),
        |doc| doc.frame_count = 4,
        |doc| doc.nodes.records[2].map_start = 0,
    ];
    for (at, change) in breaks.into_iter().enumerate() {
        let mut doc = ModelDoc::open(&moving(4.0)).unwrap();
        change(&mut doc);
        let lines = doc.mend().unwrap();
        assert_eq!(lines.len(), 1, "{at}: {lines:?}");
        assert!(doc.write().unwrap() == moving(4.0), "{at}: as it was");
    }
}
