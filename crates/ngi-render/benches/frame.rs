//! The processor's side of a frame: pose, cull, sort, build the lists.
//!
//! * `frame/crowd-200`: 200 animated robots of the demo game, all in view, at a new moment each
//!   time. Target: 2 ms on one core, together with a level and effects.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use glam::{Affine3A, Vec3};
use ngi_render::frame::{Frame, Ledger};
use ngi_render::scene::model::{ModelAsset, Placed};
use ngi_render::scene::{Crowd, Looks, Scene, View, build};
use ngi_render::wear_beside;
use ngi_vfs::Vfs;

fn crowd(vfs: &Vfs) -> Crowd {
    let mut crowd = Crowd::new(Looks::new(Some(vfs)));
    let node = vfs.locate("bases.rlb/r_scout_0_01.msh").unwrap();
    let asset = ModelAsset::read("r_scout_0_01.msh", &node.bytes().unwrap()).unwrap();
    let robot = crowd.add_breed(asset, wear_beside(&node).as_deref());
    for place in 0u8..200 {
        let at = Vec3::new(f32::from(place % 20) * 8.0, f32::from(place / 20) * 8.0, 0.0);
        let turn = glam::Quat::from_rotation_z(f32::from(place));
        crowd.place(
            robot,
            Placed {
                world_from_model: Affine3A::from_rotation_translation(turn, at),
                ahead: f32::from(place) * 0.37,
            },
        );
    }
    crowd.prepare(&mut Ledger::default());
    crowd
}

fn frames(criterion: &mut Criterion) {
    let vfs = ngi_demo::mounted().unwrap();
    let mut crowd = crowd(&vfs);
    let mut view = View { size: [1280, 720], level: Some(0), ..View::default() };
    view.camera = crowd.camera(16.0 / 9.0);
    let mut frame = Frame::new();
    build(&mut crowd, &view, &mut frame);
    println!("{:?}", frame.counters);
    let mut group = criterion.benchmark_group("frame/crowd-200");
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            view.time += 0.033;
            build(&mut crowd, &view, &mut frame);
            frame.items.len()
        });
    });
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
