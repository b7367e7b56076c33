//! The processor's side of a frame of a whole level: choose squares, pose, cull, sort, build the
//! lists.
//!
//! * `frame/level-8192-200-50`: a ground of 8,192 faces, 200 animated robots, 50 burning fires, at
//!   a new moment each time. Target: 2 ms on one core.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use glam::{Affine3A, Quat, Vec3};
use ngi_formats::fxid::EffectBuf;
use ngi_formats::landscape::{GroundPlan, Lake, Surface};
use ngi_render::frame::{Frame, Ledger};
use ngi_render::scene::model::{ModelAsset, Placed};
use ngi_render::scene::{LevelFiles, LevelScene, Scene, View, build};
use ngi_render::{Camera, wear_beside};
use ngi_vfs::Vfs;

/// 64 × 64 quads: 8,192 faces of level 0, in 16 × 16 squares, with hills, two materials, a lake.
fn ground() -> Vec<u8> {
    let mut plan = GroundPlan::flat([64, 64], [16, 16], 8.0);
    for (number, height) in plan.heights.iter_mut().enumerate() {
        #[allow(clippy::cast_precision_loss)]
        let (x, y) = ((number % 65) as f32, (number / 65) as f32);
        *height = (x * 0.2).sin() * 6.0 + (y * 0.15).cos() * 8.0;
    }
    for (number, surface) in plan.surfaces.iter_mut().enumerate() {
        let second = number.is_multiple_of(3).then_some(2);
        *surface = Surface { material: 1 + u8::from(number % 2 == 0) * 2, second };
    }
    plan.lake = Some(Lake { level: -8.0, surface: 6, bed: 7, lava: false });
    plan.build().unwrap().write().unwrap()
}

fn level(vfs: &Vfs) -> LevelScene {
    let get = |name: &str| vfs.locate(name).unwrap().bytes().unwrap();
    let [first, second] = ["DATA/MAPS/VALLEY/Land1.wea", "DATA/MAPS/VALLEY/Land2.wea"].map(get);
    let ground = ground();
    let files =
        LevelFiles { landscape: &ground, areals: None, wears: [Some(&first), Some(&second)] };
    let mut level = LevelScene::new(&files, Some(vfs)).unwrap();
    let node = vfs.locate("bases.rlb/r_scout_0_01.msh").unwrap();
    let asset = ModelAsset::read("r_scout_0_01.msh", &node.bytes().unwrap()).unwrap();
    let robot = level.add_breed(asset, wear_beside(&node).as_deref());
    let fire = EffectBuf::read(&get("effects.rlb/fire")).unwrap();
    let place =
        |number: u8| [90.0 + f32::from(number % 20) * 17.0, 120.0 + f32::from(number / 20) * 25.0];
    for number in 0u8..200 {
        let at = Vec3::from(level.on_ground(place(number)));
        let turn = Quat::from_rotation_z(f32::from(number));
        let world_from_model = Affine3A::from_rotation_translation(turn, at);
        level.add_model(robot, Placed { world_from_model, ahead: f32::from(number) * 0.37 });
        if number % 4 == 0 {
            level.add_effect("fire", &fire, at.to_array(), 1.0);
        }
    }
    level.prepare(&mut Ledger::default());
    level
}

fn frames(criterion: &mut Criterion) {
    let vfs = ngi_demo::mounted().unwrap();
    let mut level = level(&vfs);
    let mut view = View { size: [1280, 720], ..View::default() };
    // From a corner, high enough to see all of it.
    view.camera = Camera::looking(Vec3::new(-60.0, -120.0, 160.0), Vec3::new(256.0, 256.0, 0.0));
    let mut frame = Frame::new();
    build(&mut level, &view, &mut frame);
    println!("{:?}", frame.counters);
    let mut group = criterion.benchmark_group("frame/level-8192-200-50");
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            view.time += 0.033;
            build(&mut level, &view, &mut frame);
            frame.items.len()
        });
    });
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
