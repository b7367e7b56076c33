//! How fast models are read and checked, beside a copy of the same bytes.
//!
//! The model has 60,000 vertices, 99,999 indices and 200 nodes, half of them animated.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation)] // on a model made right here

#[path = "support/memcpy.rs"]
mod copying;

use std::hint::black_box;

use copying::memcpy;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::msh::{
    Blueprint, Face, Key, Mesh, Model, ModelDoc, PlainNode, Track, Vertex, check, encode_uv,
};
use ngi_formats::{Findings, Mode};

const NODES: usize = 200;
const VERTICES: usize = 60_000;
const TRIANGLES: usize = 33_333;

/// A strip of triangles, and lone ones for the vertices a strip cannot use up.
fn patch(vertices: usize, triangles: usize) -> Mesh {
    let place = |n: usize| {
        let (x, y) = ((n / 2) as f32 * 0.25, (n % 2) as f32);
        Vertex {
            position: [x, y, (x * 0.7).sin() + y * 0.3],
            uv: encode_uv([x / 16.0 - 0.5, y]),
            ..Vertex::default()
        }
    };
    let odd = (vertices - triangles) % 2;
    let lone = (vertices - triangles - 2 + odd) / 2;
    let strip = triangles - lone;
    let mut faces: Vec<Face> = (0..strip as u32)
        .map(|n| if n % 2 == 0 { [n, n + 2, n + 1] } else { [n, n + 1, n + 2] }.into())
        .collect();
    // Where the numbers are odd, the first lone triangle shares its first corner with the strip.
    let first = strip as u32 + 2 - odd as u32;
    faces.extend((0..lone as u32).map(|n| {
        let at = first + 3 * n;
        Face::from([at, at + 1, at + 2])
    }));
    let mut mesh = Mesh::new((0..vertices).map(place).collect(), faces, 0);
    mesh.smooth_normals();
    mesh
}

fn model() -> Vec<u8> {
    let mut plan = Blueprint::new("bench");
    for n in 0..NODES {
        let key = |time: f32| Key { position: [n as f32, time, 0.0], time, ..Key::default() };
        let mut node = PlainNode::new(format!("node_{n}"));
        node.parent = n.checked_sub(1).map(|before| before / 2);
        if n % 2 == 1 {
            node.track = Track { keys: (0..20u8).map(|t| key(f32::from(t) * 3.0)).collect() };
        }
        let node = plan.add_node(node);
        let share = |total: usize| total * (n + 1) / NODES - total * n / NODES;
        plan.set_mesh(node, 0, 0, patch(share(VERTICES), share(TRIANGLES))).unwrap();
    }
    let bytes = plan.build().unwrap().write().unwrap();
    let model = Model::read(&bytes).unwrap();
    assert_eq!(model.indices.len(), 99_999);
    assert_eq!(model.positions.len(), VERTICES);
    assert_eq!(model.nodes.len(), NODES);
    let mut findings = Findings::new(Mode::Strict, true);
    check(&bytes, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list().first());
    bytes
}

fn benches(criterion: &mut Criterion) {
    let bytes = model();
    let mut group = criterion.benchmark_group("msh/read-60k");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group
        .bench_function("ours", |bencher| bencher.iter(|| Model::read(black_box(&bytes)).unwrap()));
    memcpy(&mut group, &bytes);
    group.finish();
    let mut group = criterion.benchmark_group("msh/own-60k");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    let model = Model::read(&bytes).unwrap();
    group.bench_function("ours", |bencher| {
        bencher.iter(|| ModelDoc::from_model(black_box(&model)));
    });
    memcpy(&mut group, &bytes);
    group.finish();
    let mut group = criterion.benchmark_group("msh/check-60k");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    for (name, retail) in [("ours", false), ("ours-retail", true)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut findings = Findings::new(Mode::Strict, retail);
                check(black_box(&bytes), &mut findings);
                findings
            });
        });
    }
    memcpy(&mut group, &bytes);
    group.finish();
}

criterion_group!(msh, benches);
criterion_main!(msh);
