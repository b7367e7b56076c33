//! A mission as crowded as all of the real game's together: 864 objects on a map of 8,192 faces.
//!
//! * `mission/load-864`: everything until the first frame can be built, with files in memory but
//!   nothing kept from before. Target: 500 ms.
//! * `mission/assemble-864`: of that, putting units and scenery together. Target: 50 ms.
//! * `mission/frame-864`: the processor's side of a frame that sees all of it. Target: 3 ms.
//! * `mission/ray-864`: rays against the ground and every object. Target: a million a second.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/common/crowded.rs"]
mod crowded;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec3;
use ngi_engine::landscape::{Ray, Sides};
use ngi_engine::resolve::Game;
use ngi_engine::sky::TimeOfDay;
use ngi_engine::world::{RayFilter, Stock, World};
use ngi_render::Camera;
use ngi_render::frame::{Frame, Ledger};
use ngi_render::scene::{MissionScene, Scene, Settings, View, build};
use ngi_vfs::Vfs;

fn opened(vfs: &Vfs) -> MissionScene {
    let world = World::load(&Game::new(vfs.clone()), crowded::MISSION).unwrap();
    let mut scene = MissionScene::new(world, vfs);
    scene.prepare(&mut Ledger::default());
    scene
}

fn loading(criterion: &mut Criterion, vfs: &Vfs) {
    let mut group = criterion.benchmark_group("mission/load-864");
    group.sample_size(10);
    group.bench_function("ours", |bencher| bencher.iter(|| opened(vfs)));
    group.bench_function("world", |bencher| {
        bencher.iter(|| World::load(&Game::new(vfs.clone()), crowded::MISSION).unwrap());
    });
    group.finish();
    let world = World::load(&Game::new(vfs.clone()), crowded::MISSION).unwrap();
    let mut group = criterion.benchmark_group("mission/assemble-864");
    group.sample_size(10);
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            let mut stock = Stock::new(&Game::new(vfs.clone()));
            for placed in &world.objects {
                match placed.kind.is_owned() {
                    true => drop(stock.unit(&placed.path)),
                    false => drop(stock.object(placed.path.as_bytes())),
                }
            }
            stock.model_count()
        });
    });
    group.finish();
}

fn frames(criterion: &mut Criterion, vfs: &Vfs) {
    let mut scene = opened(vfs);
    let settings = Settings { time_of_day: Some(TimeOfDay::Clock([10, 0])), ..Settings::default() };
    let mut view = View { size: [1280, 720], settings, ..View::default() };
    // From a corner, high enough to see all of it.
    view.camera = Camera::looking(Vec3::new(-60.0, -120.0, 160.0), Vec3::new(320.0, 320.0, 0.0));
    let mut frame = Frame::new();
    build(&mut scene, &view, &mut frame);
    println!("{:?}; {} problems", frame.counters, scene.world().problems.len());
    let mut group = criterion.benchmark_group("mission/frame-864");
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            view.time += 0.033;
            build(&mut scene, &view, &mut frame);
            frame.items.len()
        });
    });
    group.finish();
}

/// Rays of an eye that looks about from many places, level and downwards.
fn looks() -> Vec<Ray> {
    let mut state = 1u32;
    let mut share = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(state >> 16).unwrap_or(0)) / 65_536.0
    };
    (0..4096)
        .map(|_| {
            let origin = [share() * 640.0, share() * 640.0, 30.0 + share() * 60.0];
            let to = Vec3::new(share() * 640.0, share() * 640.0, share() * 40.0);
            Ray { origin, direction: (to - Vec3::from(origin)).normalize().to_array() }
        })
        .collect()
}

fn rays(criterion: &mut Criterion, vfs: &Vfs) {
    let world = World::load(&Game::new(vfs.clone()), crowded::MISSION).unwrap();
    world.prepare_rays();
    let (rays, filter) = (looks(), RayFilter::default());
    let ground = &world.level.as_ref().unwrap().ground;
    let mut group = criterion.benchmark_group("mission/ray-864");
    group.throughput(Throughput::Elements(rays.len() as u64));
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            let met = |ray: &&Ray| world.ray(ray, f32::MAX, &filter, Sides::Both).is_some();
            rays.iter().filter(met).count()
        });
    });
    group.bench_function("ground", |bencher| {
        bencher.iter(|| {
            let met =
                |ray: &&Ray| ground.nearest(ray, f32::MAX, &filter.ground, Sides::Both).is_some();
            rays.iter().filter(met).count()
        });
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    let vfs = crowded::game();
    loading(criterion, &vfs);
    frames(criterion, &vfs);
    rays(criterion, &vfs);
}

criterion_group!(benches, all);
criterion_main!(benches);
