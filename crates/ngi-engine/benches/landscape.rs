//! How fast the ground answers.
//!
//! The map has 64 by 64 quads, 8,192 faces on level 0, hills and a lake; the same land with 32 by
//! 32 and 126 by 126 quads shows how answers grow with the number of faces. Points and rays are
//! spread over the whole map; rays start up to 150 above the lowest ground and fall by 3 to 60
//! degrees.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // on data made right here
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_engine::landscape::{Ground, Ray, Sides, walker};
use ngi_formats::landscape::{FaceFilter, GroundPlan, Lake, Landscape};

/// Side of the map, in units.
const SIDE: f32 = 1600.0;

/// Hills up to 100 high, a lake in the dips.
fn land(quads: usize) -> Vec<u8> {
    let squares = if quads % 16 == 0 { 16 } else { 14 };
    let spacing = SIDE / quads as f32;
    let mut plan = GroundPlan::flat([quads; 2], [squares; 2], spacing);
    for x in 0..=quads {
        for y in 0..=quads {
            let [px, py] = [x, y].map(|n| n as f32 * spacing);
            let hills = (px / 97.0).sin() * (py / 131.0).cos() * 35.0;
            let bumps = (px / 23.0 + py / 41.0).sin() * 8.0 + (py / 17.0).cos() * 5.0;
            let at = plan.point(x, y).unwrap();
            plan.heights[at] = 50.0 + hills + bumps;
        }
    }
    plan.lake = Some(Lake { level: 14.0, surface: 2, bed: 3, lava: false });
    plan.build().unwrap().write().unwrap()
}

fn ground(quads: usize) -> Ground {
    Ground::of(&Landscape::read(&land(quads)).unwrap())
}

fn chance() -> impl FnMut() -> f32 {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 24) as f32
    }
}

fn points(count: usize) -> Vec<[f32; 2]> {
    let mut next = chance();
    (0..count).map(|_| [next() * SIDE, next() * SIDE]).collect()
}

fn rays(count: usize) -> Vec<Ray> {
    let mut next = chance();
    (0..count)
        .map(|_| {
            let origin = [next() * SIDE, next() * SIDE, 50.0 + next() * 100.0];
            let (turn, fall) = (next() * std::f32::consts::TAU, (3.0 + next() * 57.0).to_radians());
            let direction = [turn.cos() * fall.cos(), turn.sin() * fall.cos(), -fall.sin()];
            Ray { origin, direction }
        })
        .collect()
}

fn build(criterion: &mut Criterion) {
    let bytes = land(64);
    let land = Landscape::read(&bytes).unwrap();
    let mut group = criterion.benchmark_group("landscape/build-8k");
    group.bench_function("ours", |bencher| bencher.iter(|| Ground::of(black_box(&land))));
    group.finish();
}

fn answers(criterion: &mut Criterion) {
    let (points, rays, all) = (points(1 << 14), rays(1 << 14), FaceFilter::default());
    let grounds = [ground(32), ground(64), ground(126)];
    let names = ["2k", "8k", "32k"];
    for (ground, name) in grounds.iter().zip(names) {
        let hits = rays.iter().filter(|ray| ground.ray(ray, &all).is_some()).count();
        assert!(hits > rays.len() / 2, "{hits}");
        assert!(points.iter().all(|point| ground.height(*point, &all).is_some()));
        let mut group = criterion.benchmark_group(format!("landscape/height-{name}"));
        group.throughput(Throughput::Elements(points.len() as u64));
        group.bench_function("ours", |bencher| {
            bencher.iter(|| {
                let sum = |point: &[f32; 2]| ground.height(*point, &all).map_or(0.0, |at| at.z);
                black_box(&points).iter().map(sum).sum::<f32>()
            });
        });
        group.finish();
        let mut group = criterion.benchmark_group(format!("landscape/ray-{name}"));
        group.throughput(Throughput::Elements(rays.len() as u64));
        group.bench_function("ours", |bencher| {
            bencher.iter(|| {
                black_box(&rays).iter().filter(|ray| ground.ray(ray, &all).is_some()).count()
            });
        });
        group.finish();
    }
    let ground = &grounds[1];
    let mut group = criterion.benchmark_group("landscape/walk-8k");
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("ours", |bencher| {
        let walker = walker();
        bencher.iter(|| {
            let stands = |[x, y]: &[f32; 2]| ground.walk([*x, *y, 60.0], 3.0, &walker).is_some();
            black_box(&points).iter().filter(|point| stands(point)).count()
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group("landscape/nearest-8k");
    group.throughput(Throughput::Elements(rays.len() as u64));
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            let meets = |ray: &&Ray| ground.nearest(ray, 1e9, &all, Sides::Both).is_some();
            black_box(&rays).iter().filter(meets).count()
        });
    });
    group.finish();
}

criterion_group!(landscape, build, answers);
criterion_main!(landscape);
