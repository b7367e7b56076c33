//! A model of 60,000 vertices that moves, to GLB and back. Without textures: pictures are encoded
//! beside it, and `cli/export-400-textures` measures them.
#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop
#![allow(clippy::cast_precision_loss)] // of small numbers

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use ngi_convert::{Destination, ExportOptions, ImportOptions, Source};
use ngi_formats::msh::{
    Blueprint, Face, Key, Mesh, Part, PlainNode, Track, Vertex, encode_normal, encode_quaternion,
    encode_uv,
};
use ngi_verbs::format::{self, Subject};
use ngi_verbs::surroundings::Surroundings;

const NODES: usize = 20;
const VERTICES: usize = 3000;
const FRAMES: usize = 60;

/// A long band, bent differently on each node, of four materials.
fn band(node: usize) -> Mesh {
    let vertex = |at: usize| {
        let (along, side) = ((at / 2) as f32, (at % 2) as f32);
        let height = (along * 0.05 + node as f32).sin();
        Vertex {
            position: [along * 0.1, side + node as f32, height],
            normal: encode_normal([0.0, -height * 0.1, 0.99]),
            uv: encode_uv([along / 64.0, side]),
            ..Vertex::default()
        }
    };
    let faces = |from: usize, to: usize| {
        let face = |at: usize| {
            let at = u32::try_from(at).expect("small");
            Face::from(if at % 2 == 0 { [at, at + 1, at + 2] } else { [at + 1, at, at + 2] })
        };
        (from..to).map(face).collect::<Vec<_>>()
    };
    let quarter = VERTICES / 4;
    let part = |at: usize| {
        let end = ((at + 1) * quarter).min(VERTICES - 2);
        Part::new(u8::try_from(at).expect("small"), faces(at * quarter, end))
    };
    Mesh {
        vertices: (0..VERTICES).map(vertex).collect(),
        parts: (0..4).map(part).collect(),
        ..Mesh::default()
    }
}

fn model() -> Vec<u8> {
    let mut plan = Blueprint::new("bands");
    for node in 0..NODES {
        let key = |frame: usize| {
            let turn = glam::Quat::from_rotation_z((frame + node) as f32 * 0.1);
            let [x, y, z, w] = turn.to_array();
            let rotation = encode_quaternion([w, -x, -y, -z], Default::default());
            Key { position: [0.0, frame as f32 * 0.1, 0.0], time: frame as f32, rotation }
        };
        let track = Track { keys: (0..FRAMES).map(key).collect() };
        let mut plain = PlainNode::new(format!("node_{node}")).with_track(track);
        plain.parent = node.checked_sub(1);
        let added = plan.add_node(plain);
        plan.set_mesh(added, 0, 0, band(node)).expect("a new node");
    }
    plan.build().and_then(|doc| doc.write()).expect("within the limits")
}

fn gltf(criterion: &mut Criterion) {
    let model = model();
    let format = format::of_id("msh").expect("known");
    let subject = Subject::file("bands.msh", &model);
    let to = Destination { stem: "bands", suffix: "glb" };
    let export = || {
        let (around, options) = (Surroundings::none(), ExportOptions::default());
        ngi_convert::export(format.kind, &subject, &around, &to, &options).expect("exports")
    };
    let glb = export().files.into_iter().next().expect("a file").bytes;
    let import = |like: Option<Subject<'_>>| {
        let source = Source { name: "bands.glb", suffix: "glb", bytes: &glb, beside: &|_| None };
        let options = ImportOptions { like, ..ImportOptions::default() };
        ngi_convert::import(format.kind, &source, &options).expect("imports")
    };
    assert_eq!(import(Some(subject)).bytes, model, "nobody touched it");
    criterion
        .benchmark_group("gltf/export-60k")
        .bench_function("ours", |b| b.iter(|| black_box(export())));
    criterion
        .benchmark_group("gltf/import-60k")
        .bench_function("ours", |b| b.iter(|| black_box(import(None))));
    criterion
        .benchmark_group("gltf/import-60k-like")
        .bench_function("ours", |b| b.iter(|| black_box(import(Some(subject)))));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(3));
    targets = gltf
}
criterion_main!(benches);
