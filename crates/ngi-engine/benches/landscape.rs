//! How fast the ground answers.
//!
//! The map has 64 by 64 quads: 8,192 faces on level 0, and some more for a lake among hills. How
//! answers grow with the number of faces is seen on maps of 32 by 32 and 128 by 128 quads, with
//! faces of the same size (`growth`) and with smaller ones on the same land (`finer`). Points and
//! rays are spread over the whole map; rays start 50 to 150 above the lowest ground and fall by 3
//! to 60 degrees.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // on data made right here
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_engine::landscape::{Grid, Ground, Parts, Ray, Sides, walker};
use ngi_formats::landscape::{Face, FaceFilter, FaceFlags, GroundPlan, Lake, Landscape};

/// Side of the map, in units.
const SIDE: f32 = 1600.0;
/// Height of the lake.
const WATER: f32 = 14.0;

fn height([x, y]: [f32; 2]) -> f32 {
    let hills = (x / 97.0).sin() * (y / 131.0).cos() * 35.0;
    50.0 + hills + (x / 23.0 + y / 41.0).sin() * 8.0 + (y / 17.0).cos() * 5.0
}

/// Hills up to 100 high, a lake in the dips.
fn land() -> Vec<u8> {
    let (quads, spacing) = (64, SIDE / 64.0);
    let mut plan = GroundPlan::flat([quads; 2], [16; 2], spacing);
    for x in 0..=quads {
        for y in 0..=quads {
            let at = plan.point(x, y).unwrap();
            plan.heights[at] = height([x, y].map(|n| n as f32 * spacing));
        }
    }
    plan.lake = Some(Lake { level: WATER, surface: 2, bed: 3, lava: false });
    plan.build().unwrap().write().unwrap()
}

/// The same land with more or fewer faces, on level 0 alone: more than a file can hold.
fn ground(squares: usize, quads: usize, side: f32) -> Ground {
    let count = squares * quads;
    let spacing = side / count as f32;
    let (mut positions, mut faces, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for z in [None, Some(WATER)] {
        for n in 0..(count + 1) * (count + 1) {
            let [x, y] = [n / (count + 1), n % (count + 1)].map(|n| n as f32 * spacing);
            positions.push([x, y, z.unwrap_or_else(|| height([x, y]))]);
        }
    }
    for square in 0..squares * squares {
        let first = faces.len() as u32;
        for quad in 0..quads * quads {
            let x = square / squares * quads + quad / quads;
            let y = square % squares * quads + quad % quads;
            let corner = |x: usize, y: usize| x * (count + 1) + y;
            let corners = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            let mut add = |up: usize, flags| {
                let [a, b, c, d] = corners.map(|corner| (corner + up) as u16);
                for vertices in [[a, b, c], [a, c, d]] {
                    faces.push(Face { vertices, flags, ..Face::default() });
                }
            };
            add(0, FaceFlags::GROUND);
            if corners.iter().any(|&corner| positions[corner][2] < WATER) {
                add((count + 1) * (count + 1), FaceFlags::SHIPPED | FaceFlags::LIQUID);
            }
        }
        runs.push([first..faces.len() as u32, 0..0]);
    }
    let grid = Grid {
        origin: [0.0; 2],
        far: [side; 2],
        size: [side / squares as f32; 2],
        across: squares as u32,
        down: squares as u32,
    };
    let ground = Ground::new(&Parts { positions: &positions, faces: &faces, grid, squares: &runs });
    assert!(ground.is_tidy());
    ground
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

fn points(count: usize, side: f32) -> Vec<[f32; 2]> {
    let mut next = chance();
    (0..count).map(|_| [next() * side, next() * side]).collect()
}

fn rays(count: usize, side: f32) -> Vec<Ray> {
    let mut next = chance();
    (0..count)
        .map(|_| {
            let origin = [next() * side, next() * side, 50.0 + next() * 100.0];
            let (turn, fall) = (next() * std::f32::consts::TAU, (3.0 + next() * 57.0).to_radians());
            let direction = [turn.cos() * fall.cos(), turn.sin() * fall.cos(), -fall.sin()];
            Ray { origin, direction }
        })
        .collect()
}

fn build(criterion: &mut Criterion) {
    let bytes = land();
    let land = Landscape::read(&bytes).unwrap();
    let mut group = criterion.benchmark_group("ground/build-8k");
    group.bench_function("ours", |bencher| bencher.iter(|| Ground::of(black_box(&land))));
    group.finish();
}

const QUESTIONS: usize = 1 << 14;

/// Heights and rays of one ground, as a function of two groups.
fn measure(criterion: &mut Criterion, [heights, rays_in]: [String; 2], name: &str, map: Map) {
    let (squares, quads, side) = map;
    let (ground, all) = (ground(squares, quads, side), FaceFilter::default());
    let (points, rays) = (points(QUESTIONS, side), rays(QUESTIONS, side));
    let hits = rays.iter().filter(|ray| ground.ray(ray, &all).is_some()).count();
    assert!(hits > rays.len() / 2, "{hits}");
    assert!(points.iter().all(|point| ground.height(*point, &all).is_some()));
    let mut group = criterion.benchmark_group(heights);
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let sum = |point: &[f32; 2]| ground.height(*point, &all).map_or(0.0, |at| at.z);
            black_box(&points).iter().map(sum).sum::<f32>()
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group(rays_in);
    group.throughput(Throughput::Elements(rays.len() as u64));
    group.bench_function(name, |bencher| {
        bencher
            .iter(|| black_box(&rays).iter().filter(|ray| ground.ray(ray, &all).is_some()).count());
    });
    group.finish();
}

/// Squares, quads in each along an axis, side.
type Map = (usize, usize, f32);

fn answers(criterion: &mut Criterion) {
    let names = |what: &str| ["height", "ray"].map(|kind| format!("ground/{kind}-{what}"));
    measure(criterion, names("8k"), "ours", (16, 4, SIDE));
    // More land, faces of the same size.
    measure(criterion, names("growth"), "2k", (8, 4, SIDE / 2.0));
    measure(criterion, names("growth"), "ours", (16, 8, SIDE * 2.0));
    // The same land, smaller faces.
    measure(criterion, names("finer"), "2k", (8, 4, SIDE));
    measure(criterion, names("finer"), "ours", (16, 8, SIDE));
}

fn others(criterion: &mut Criterion) {
    let (ground, all) = (ground(16, 4, SIDE), FaceFilter::default());
    let (points, rays) = (points(QUESTIONS, SIDE), rays(QUESTIONS, SIDE));
    let mut group = criterion.benchmark_group("ground/walk-8k");
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("ours", |bencher| {
        let walker = walker();
        bencher.iter(|| {
            let stands = |[x, y]: &[f32; 2]| ground.walk([*x, *y, 60.0], 3.0, &walker).is_some();
            black_box(&points).iter().filter(|point| stands(point)).count()
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group("ground/nearest-8k");
    group.throughput(Throughput::Elements(rays.len() as u64));
    group.bench_function("ours", |bencher| {
        bencher.iter(|| {
            let meets = |ray: &&Ray| ground.nearest(ray, 1e9, &all, Sides::Both).is_some();
            black_box(&rays).iter().filter(meets).count()
        });
    });
    group.finish();
}

criterion_group!(landscape, build, answers, others);
criterion_main!(landscape);
