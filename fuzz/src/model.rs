//! Models at run time: posed, drawn, walked, picked, whatever the bytes are.

use ngi_engine::model::draw::{CullBy, LevelChoice, View, draw};
use ngi_engine::model::portals::{Eye, visible};
use ngi_engine::model::slots::LevelDistances;
use ngi_engine::model::triangles::{self, Filter};
use ngi_engine::model::{
    Contract, Frustum, Instance, Moment, Picker, Ray, RootTranslation, Sides, Skeleton, Source,
    Transform, columns, engine_rows,
};
use ngi_formats::msh::{Model, QuaternionOrder, TriangleFlags};
use ngi_formats::{Findings, Mode};

use crate::Outcome;
use crate::nres::{both, mended};

/// The first four bytes are a time, the next a weight; the rest is a model.
fn split(input: &[u8]) -> Option<(f32, f32, &[u8])> {
    let (time, rest) = input.split_first_chunk()?;
    let (weight, rest) = rest.split_first_chunk()?;
    Some((f32::from_le_bytes(*time), f32::from_le_bytes(*weight), rest))
}

fn open(bytes: &[u8]) -> Option<Model<'_>> {
    Model::read_tolerant(bytes, &mut Findings::new(Mode::Tolerant, false)).ok()
}

/// Any model at any time: a pose is its samples, composed, and samples name keys that are there.
pub fn pose(input: &[u8]) -> Outcome {
    let Some((time, weight, rest)) = split(input) else { return Outcome::Rejected };
    let as_is = pose_one(rest, time, weight);
    match mended(rest) {
        Some(mended) if mended != rest => pose_one(&mended, time, weight),
        _ => as_is,
    }
}

fn pose_one(bytes: &[u8], time: f32, weight: f32) -> Outcome {
    let Some(model) = open(bytes) else { return Outcome::Rejected };
    for order in [QuaternionOrder::Wxyz, QuaternionOrder::Xyzw] {
        let skeleton = Skeleton::with_order(&model, order);
        assert_eq!(skeleton.len(), model.nodes.len());
        let mut out = vec![Transform::IDENTITY; skeleton.len()];
        let moments = [
            Moment::Rest,
            Moment::At(time),
            Moment::At(0.5),
            Moment::Mix { from: time, to: 1.0, weight },
        ];
        for moment in moments {
            if skeleton.pose(moment, RootTranslation::Keep, &mut out).is_err() {
                continue;
            }
            for node in 0..skeleton.len() {
                check_node(&model, &skeleton, moment, node, &out);
            }
            let _ = skeleton.pose(moment, RootTranslation::Clear, &mut out);
        }
    }
    Outcome::Accepted
}

fn check_node(
    model: &Model<'_>,
    skeleton: &Skeleton,
    moment: Moment,
    node: usize,
    pose: &[Transform],
) {
    let Ok(sample) = skeleton.sample(node, moment) else { return };
    let keys = model.keys.map_or(0, |keys| keys.len());
    match sample.source {
        Source::Key(key) => assert!(key < keys),
        Source::Between(key) => assert!(key + 1 < keys),
        Source::Mixed | Source::Missing => {}
    }
    let local = sample.transform();
    let parent = skeleton.parent(node).and_then(|parent| pose.get(parent));
    let expected = parent.map_or(local, |parent| *parent * local);
    if let Some(posed) = pose.get(node) {
        // Bits, because what is no number equals nothing; which of those it is does not matter.
        let bits = |value: f32| if value.is_nan() { u32::MAX } else { value.to_bits() };
        assert_eq!(columns(posed).map(bits), columns(&expected).map(bits));
        let _ = engine_rows(posed);
    }
}

/// Any model is drawn, walked, picked and looked through without leading outside.
pub fn walk(input: &[u8]) -> Outcome {
    let Some((_, _, rest)) = split(input) else { return Outcome::Rejected };
    both(rest, walk_one)
}

fn walk_one(bytes: &[u8]) -> Outcome {
    let Some(model) = open(bytes) else { return Outcome::Rejected };
    let _ = Contract::new(&model);
    let skeleton = Skeleton::new(&model);
    let mut pose = vec![Transform::IDENTITY; skeleton.len()];
    let _ = skeleton.pose(Moment::Rest, RootTranslation::Clear, &mut pose);
    let mut instance = Instance::whole(&model);
    let world = Transform::from_scale(glam::Vec3::new(1.0, 2.0, 0.5));
    let frustum = Frustum::from_planes([[1.0, 0.0, 0.0, 5.0].into(); 6]);
    let eye = Eye { position: [0.0; 3], fov: 1.3, frustum: Some(&frustum) };
    let seen = visible(&model, &instance, &pose, &world, &eye);
    let distances = LevelDistances::default();
    let levels = [
        LevelChoice::Fixed(2),
        LevelChoice::FirstPerson,
        LevelChoice::ByDistance { eye: [0.0; 3], distances },
    ];
    for (level, cull_by) in levels.into_iter().zip([CullBy::Box, CullBy::Sphere, CullBy::Box]) {
        let mut items = Vec::new();
        let nodes = Some(seen.nodes.as_slice());
        let view = View { frustum: Some(&frustum), cull_by, level, nodes, ..View::default() };
        let counters = draw(&model, &instance, &pose, &world, &view, &mut items);
        assert_eq!(counters.primitives, items.len());
        for item in items {
            let faces = model.batch_faces(item.batch);
            assert_eq!(faces.len(), usize::from(item.record.index_count) / 3);
        }
    }
    walk_triangles(&model);
    if let Ok(picker) = Picker::new(&model, &instance, &pose, Filter::SHOT, 4096) {
        let ray = Ray { origin: [0.0, -50.0, 0.0], direction: [0.0, 1.0, 0.0] };
        if let Some(hit) = picker.pick(&ray, 1e9, Sides::Both) {
            assert!(hit.distance >= 0.0 && hit.index < picker.triangles().len());
        }
    }
    for node in 0..model.nodes.len().min(16) {
        let _ = instance.set_life(node, 0.3);
    }
    Outcome::Accepted
}

fn walk_triangles(model: &Model<'_>) {
    for slot in model.slots.iter().take(64) {
        for met in triangles::walk(model, &slot, Filter::ALL).take(256) {
            assert!(met.vertices.iter().all(|&vertex| vertex < model.positions.len()));
            let found = triangles::find(model, &slot, met.triangle);
            assert_eq!(found.map(|found| found.triangle), Some(met.triangle));
        }
        let start = usize::from(slot.triangle_start);
        let set = triangles::neighbour_set(model, &slot, start, TriangleFlags(0), 256);
        assert!(set.iter().all(|&triangle| triangles::owns(&slot, triangle)));
    }
}

/// Models that get through, with a time and a weight in front.
pub fn seeds() -> Vec<Vec<u8>> {
    let front = [1.5f32.to_le_bytes(), 0.25f32.to_le_bytes()].concat();
    crate::msh::seeds().into_iter().map(|model| [front.clone(), model].concat()).collect()
}
