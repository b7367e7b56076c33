//! Models that no tool would write: nothing here may panic, hang or lead outside.

use ngi_formats::msh::{Blueprint, Key, PlainNode, Track, resource};

use super::samples::{crane, key, patch, square, tolerant, written};
use crate::model::draw::{MOST_ITEMS, View, draw};
use crate::model::portals::{Eye, visible};
use crate::model::triangles::{self, Filter};
use crate::model::{
    Instance, Moment, PickError, Picker, Ray, RootTranslation, Sides, Skeleton, Source, Transform,
};

/// Everything there is to do with a model.
fn exercise(bytes: &[u8]) -> Vec<Transform> {
    let model = tolerant(bytes);
    let skeleton = Skeleton::new(&model);
    let mut pose = vec![Transform::IDENTITY; skeleton.len()];
    for time in [0.0, 0.5, 2.0, -1.0, f32::NAN, f32::INFINITY] {
        skeleton.pose(Moment::At(time), RootTranslation::Clear, &mut pose).unwrap();
    }
    skeleton.pose(Moment::Rest, RootTranslation::Keep, &mut pose).unwrap();
    let mut instance = Instance::whole(&model);
    let mut out = Vec::new();
    draw(&model, &instance, &pose, &Transform::IDENTITY, &View::default(), &mut out);
    let eye = Eye { position: [0.0; 3], fov: 1.0, frustum: None };
    let seen = visible(&model, &instance, &pose, &Transform::IDENTITY, &eye);
    assert!(seen.nodes.len() <= model.nodes.len());
    if let Ok(picker) = Picker::new(&model, &instance, &pose, Filter::ALL, 1000) {
        let ray = Ray { origin: [0.0, -9.0, 0.0], direction: [0.0, 1.0, 0.0] };
        let _ = picker.pick(&ray, 99.0, Sides::Both);
    }
    instance.set_life(0, 0.0);
    pose
}

#[test]
fn parents_in_a_circle() {
    let mut bytes = crane();
    patch(&mut bytes, resource::NODES, 2, &1u16.to_le_bytes());
    let pose = exercise(&bytes);
    assert!(pose.iter().all(Transform::is_finite));
    // One of the two is cut off and stands alone.
    let skeleton = Skeleton::new(&tolerant(&bytes));
    assert_eq!((0..2).filter(|&node| skeleton.parent(node).is_none()).count(), 1);
}

#[test]
fn children_before_their_parents() {
    let mut bytes = crane();
    patch(&mut bytes, resource::NODES, 2, &1u16.to_le_bytes());
    patch(&mut bytes, resource::NODES, 38 + 2, &0xFFFFu16.to_le_bytes());
    let model = tolerant(&bytes);
    let skeleton = Skeleton::new(&model);
    let mut pose = vec![Transform::IDENTITY; 2];
    skeleton.pose(Moment::At(2.0), RootTranslation::Clear, &mut pose).unwrap();
    // The first node has a parent now, so nothing is cleared: (10, 0, 0) turned by 90°.
    let expected = glam::Vec3A::new(4.0, -10.0, 0.0);
    assert!(pose[0].translation.abs_diff_eq(expected, 1e-3), "{:?}", pose[0]);
}

#[test]
fn parents_slots_keys_and_maps_outside() {
    for (at, value) in [(2, 999u16), (4, 0xFFF0), (4, 3), (6, 999), (6, 0xFFFE), (8, 999)] {
        for node in 0..2 {
            let mut bytes = crane();
            patch(&mut bytes, resource::NODES, node * 38 + at, &value.to_le_bytes());
            exercise(&bytes);
        }
    }
}

#[test]
fn missing_keys_are_said() {
    let mut bytes = crane();
    patch(&mut bytes, resource::NODES, 6, &99u16.to_le_bytes());
    let skeleton = Skeleton::new(&tolerant(&bytes));
    let sample = skeleton.sample(0, Moment::At(0.0)).unwrap();
    assert_eq!((sample.source, sample.rotation), (Source::Missing, [1.0, 0.0, 0.0, 0.0]));
    // A map word below a fallback that is not there, and no next key: nothing to mix.
    let mut bytes = crane();
    patch(&mut bytes, resource::NODES, 38 + 6, &99u16.to_le_bytes());
    patch(&mut bytes, resource::MAP, 0, &3u16.to_le_bytes());
    let skeleton = Skeleton::new(&tolerant(&bytes));
    assert_eq!(skeleton.sample(1, Moment::At(0.25)).unwrap().source, Source::Missing);
    assert_eq!(skeleton.sample(1, Moment::At(99.0)).unwrap().source, Source::Missing);
}

#[test]
fn zero_quaternions_turn_nothing() {
    let mut plan = Blueprint::new("zero");
    let zero = Key { rotation: [0; 4], ..key([1.0, 2.0, 3.0], 0.0, 0.0) };
    let track = Track { keys: vec![zero, Key { time: 2.0, ..zero }] };
    plan.add_node(PlainNode::new("node").with_track(track));
    let bytes = written(&plan);
    let skeleton = Skeleton::new(&tolerant(&bytes));
    let mut pose = [Transform::IDENTITY];
    for time in [0.0, 0.7, 2.0] {
        skeleton.pose(Moment::At(time), RootTranslation::Keep, &mut pose).unwrap();
        assert_eq!(pose[0].matrix3, glam::Mat3A::IDENTITY);
    }
}

#[test]
fn positions_that_are_no_numbers() {
    let mut plan = Blueprint::new("nan");
    let node = plan.add_node(PlainNode::new("node"));
    plan.set_mesh(node, 0, 0, square(0.0, 0.0, 0)).unwrap();
    let good = written(&plan);
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        for (resource, at) in [
            (resource::POSITIONS, 0),
            (resource::SLOTS, 96),
            (resource::SLOTS, 140 + 8),
            (resource::SLOTS, 140 + 44),
            (resource::KEYS, 0),
            (resource::KEYS, 12),
        ] {
            let mut bytes = good.clone();
            patch(&mut bytes, resource, at, &value.to_le_bytes());
            exercise(&bytes);
        }
    }
}

#[test]
fn as_many_nodes_as_there_can_be() {
    let mut plan = Blueprint::new("chain");
    for n in 0..65_535usize {
        let mut node = PlainNode::new("node");
        node.parent = n.checked_sub(1);
        node.track = Track::still(key([0.0, 0.0, 1.0], 0.0, 0.0));
        plan.add_node(node);
    }
    let bytes = written(&plan);
    let pose = exercise(&bytes);
    assert_eq!(pose[65_534].translation.z, 65_535.0);
    let mut instance = Instance::whole(&tolerant(&bytes));
    assert_eq!(instance.set_life(0, 0.0).stages.len(), 65_535);
}

#[test]
fn all_batches_from_all_nodes() {
    // 300 nodes that share one slot of 300 batches, then as if there were thousands of each.
    let mut plan = Blueprint::new("shared");
    let mut mesh = square(0.0, 0.0, 0);
    mesh.parts = vec![mesh.parts[0].clone(); 5000];
    for _ in 0..300 {
        plan.add_node(PlainNode::new("node"));
    }
    plan.set_mesh(0, 0, 0, mesh).unwrap();
    let mut bytes = written(&plan);
    for node in 0..300 {
        patch(&mut bytes, resource::NODES, node * 38 + 8, &0u16.to_le_bytes());
    }
    let model = tolerant(&bytes);
    let pose = vec![Transform::IDENTITY; 300];
    let instance = Instance::whole(&model);
    let mut out = Vec::new();
    let counters = draw(&model, &instance, &pose, &Transform::IDENTITY, &View::default(), &mut out);
    assert!(counters.cut_off && out.len() <= MOST_ITEMS, "{counters:?}");
    let picker = Picker::new(&model, &instance, &pose, Filter::ALL, Picker::LIMIT);
    assert_eq!(picker.err(), Some(PickError::TooMany { limit: Picker::LIMIT }));
}

#[test]
fn batches_that_lead_outside() {
    let mut plan = Blueprint::new("batch");
    let node = plan.add_node(PlainNode::new("node"));
    plan.set_mesh(node, 0, 0, square(0.0, 0.0, 0)).unwrap();
    let good = written(&plan);
    for (at, value) in [(8, 0xFFFF_u32), (10, 0xFFFF_FFFF), (16, 0xFFFF_FFFF), (16, 5)] {
        let mut bytes = good.clone();
        let value = value.to_le_bytes();
        let width = if at == 8 { 2 } else { 4 };
        patch(&mut bytes, resource::BATCHES, at, &value[..width]);
        exercise(&bytes);
        let model = tolerant(&bytes);
        let slot = model.slot(0, 0, 0).unwrap();
        assert_eq!(triangles::walk(&model, &slot, Filter::ALL).count(), 0);
    }
    for (at, value) in [(0, 0xFFFFu16), (2, 0xFFFF), (4, 0xFFFF), (6, 0xFFFF)] {
        let mut bytes = good.clone();
        patch(&mut bytes, resource::SLOTS, 140 + at, &value.to_le_bytes());
        exercise(&bytes);
    }
}
