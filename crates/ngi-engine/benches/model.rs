//! How fast models are posed and picked.
//!
//! The posed model has 200 nodes, all animated, in a tree of two children each. The picked one is
//! a bumpy sphere of 50,000 triangles; rays come from around it and aim at points inside.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // on data made right here
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_engine::model::{
    Instance, Moment, PickTriangle, Picker, Ray, RootTranslation, Sides, Skeleton, Transform, slerp,
};
use ngi_formats::msh::{
    Blueprint, Key, Model, PlainNode, QuaternionOrder, Track, encode_quaternion,
};

const NODES: usize = 200;

/// 200 nodes that turn by half a radian every 3 frames.
fn animated() -> Vec<u8> {
    let mut plan = Blueprint::new("bench");
    for n in 0..NODES {
        let key = |step: u8| {
            let angle = f32::from(step) * 0.25 + n as f32;
            let rotation = [angle.cos(), 0.6 * angle.sin(), 0.0, 0.8 * angle.sin()];
            let rotation = encode_quaternion(rotation, QuaternionOrder::Wxyz);
            let time = f32::from(step) * 3.0;
            Key { position: [n as f32, time, angle.sin()], time, rotation }
        };
        let mut node = PlainNode::new(format!("node_{n}"));
        node.parent = n.checked_sub(1).map(|before| before / 2);
        node.track = Track { keys: (0..20).map(key).collect() };
        plan.add_node(node);
    }
    plan.build().unwrap().write().unwrap()
}

/// The same pose straight from the written formulas, for comparison.
fn by_the_book(model: &Model<'_>, time: f32, out: &mut [Transform]) {
    let frame = (time - 0.5).round_ties_even() as i64;
    for node in 0..model.nodes.len() {
        let record = model.nodes.get(node).unwrap();
        let word = usize::try_from(frame).ok().and_then(|frame| {
            model.map_block(node)?.get(frame).filter(|&word| word < record.fallback_key)
        });
        let keys = model.keys.unwrap();
        let key = |index: u16| keys.get(usize::from(index)).unwrap();
        let (position, rotation) = match word {
            None => (
                key(record.fallback_key).position,
                key(record.fallback_key).rotation(QuaternionOrder::Wxyz),
            ),
            Some(word) => {
                let (a, b) = (key(word), key(word + 1));
                if time == a.time {
                    (a.position, a.rotation(QuaternionOrder::Wxyz))
                } else if time == b.time {
                    (b.position, b.rotation(QuaternionOrder::Wxyz))
                } else {
                    let share = (time - a.time) / (b.time - a.time);
                    let at = |n: usize| a.position[n] + share * (b.position[n] - a.position[n]);
                    let order = QuaternionOrder::Wxyz;
                    ([at(0), at(1), at(2)], slerp(a.rotation(order), b.rotation(order), share))
                }
            }
        };
        let local = Transform {
            matrix3: ngi_engine::model::matrix(rotation),
            translation: position.into(),
        };
        out[node] = model.parent(node).map_or(local, |parent| out[parent] * local);
    }
}

fn poses(criterion: &mut Criterion) {
    let bytes = animated();
    let model = Model::read(&bytes).unwrap();
    let skeleton = Skeleton::new(&model);
    let mut out = vec![Transform::IDENTITY; NODES];
    for (name, time) in [("engine/pose-200-interpolating", 16.3), ("engine/pose-200-resting", 18.0)]
    {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(NODES as u64));
        group.bench_function("ours", |bencher| {
            bencher.iter(|| {
                skeleton
                    .pose(Moment::At(black_box(time)), RootTranslation::Clear, &mut out)
                    .unwrap();
                black_box(&mut out);
            });
        });
        group.bench_function("by-the-book", |bencher| {
            bencher.iter(|| {
                by_the_book(&model, black_box(time), &mut out);
                black_box(&mut out);
            });
        });
        group.finish();
    }
    let mut group = criterion.benchmark_group("engine/pose-200-mixing");
    group.throughput(Throughput::Elements(NODES as u64));
    group.bench_function("ours", |bencher| {
        let moment = Moment::Mix { from: 16.3, to: 31.9, weight: 0.3 };
        bencher.iter(|| {
            skeleton.pose(black_box(moment), RootTranslation::Clear, &mut out).unwrap();
            black_box(&mut out);
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group("engine/skeleton-200");
    let keys = model.keys.map_or(0, |keys| keys.len());
    group.throughput(Throughput::Elements(keys as u64));
    group.bench_function("ours", |bencher| bencher.iter(|| Skeleton::new(black_box(&model))));
    group.finish();
    let mut group = criterion.benchmark_group("engine/instance-200");
    group.bench_function("ours", |bencher| bencher.iter(|| Instance::whole(black_box(&model))));
    group.finish();
}

/// A bumpy sphere: 250 by 100 quads.
fn sphere() -> Vec<PickTriangle> {
    let point = |u: usize, v: usize| {
        let (a, b) =
            (u as f32 / 250.0 * std::f32::consts::TAU, v as f32 / 100.0 * std::f32::consts::PI);
        let r = 10.0 + (a * 7.0).sin() * (b * 9.0).sin();
        [r * b.sin() * a.cos(), r * b.sin() * a.sin(), r * b.cos()]
    };
    let mut out = Vec::new();
    for u in 0..250 {
        for v in 0..100 {
            let [a, b, c, d] =
                [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(i, j)| point((u + i) % 250, v + j));
            for positions in [[a, b, c], [a, c, d]] {
                out.push(PickTriangle {
                    positions,
                    vertices: [0, 1, 2],
                    triangle: out.len() as u32,
                    ..PickTriangle::default()
                });
            }
        }
    }
    out
}

fn rays(count: usize) -> Vec<Ray> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..count)
        .map(|_| {
            let origin = glam::Vec3::new(next(), next(), next()).normalize() * 30.0;
            let target = glam::Vec3::new(next(), next(), next()) * 8.0;
            Ray { origin: origin.to_array(), direction: (target - origin).normalize().to_array() }
        })
        .collect()
}

fn picks(criterion: &mut Criterion) {
    let triangles = sphere();
    assert_eq!(triangles.len(), 50_000);
    let picker = Picker::from_triangles(triangles.clone());
    let rays = rays(1000);
    let hits = rays.iter().filter(|ray| picker.pick(ray, 1e9, Sides::Both).is_some()).count();
    assert!(hits > 950, "{hits}");
    let mut group = criterion.benchmark_group("engine/pick-50k");
    group.throughput(Throughput::Elements(rays.len() as u64));
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            rays.iter()
                .filter(|ray| picker.pick(black_box(ray), 1e9, Sides::Both).is_some())
                .count()
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group("engine/pick-build-50k");
    group.sample_size(20);
    group.bench_function("ours", |bencher| {
        bencher.iter_batched(
            || triangles.clone(),
            Picker::from_triangles,
            criterion::BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(model, poses, picks);
criterion_main!(model);
