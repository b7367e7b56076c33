//! How fast areals answer: 1,000 of them, 128 × 128 cells.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // on data made right here
#![allow(clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_engine::arealmap::{Areals, LoadOptions, RouteOptions};
use ngi_testing::areals;

/// Random points within a square.
fn points(low: f32, side: f32) -> Vec<[f32; 2]> {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 24) as f32
    };
    (0..4096).map(|_| [low + next() * side, low + next() * side]).collect()
}

fn asked(criterion: &mut Criterion, name: &str, areals: &Areals, points: &[[f32; 2]], hits: usize) {
    let ask =
        |points: &[[f32; 2]]| points.iter().filter(|[x, y]| areals.at(*x, *y).is_some()).count();
    assert_eq!(ask(points), hits);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("ours", |b| b.iter(|| ask(black_box(points))));
    group.finish();
}

fn benches(criterion: &mut Criterion) {
    let file = areals::plan().build().unwrap().write_file().unwrap();
    let areals = Areals::load(&file, &LoadOptions::default()).unwrap();
    let inside = points(0.0, areals::SIDE);
    asked(criterion, "engine/areal-at-inside", &areals, &inside, inside.len());
    asked(criterion, "engine/areal-at-outside", &areals, &points(2500.0, 900.0), 0);

    let mut router = areals.router();
    let free = |near: [f32; 2]| {
        let places = (0..100u8).map(|n| [near[0] + f32::from(n), near[1] + f32::from(n)]);
        places.into_iter().find(|[x, y]| areals.is_free(*x, *y)).unwrap()
    };
    let [from, to] = [free([20.0, 20.0]), free([1900.0, 1900.0])];
    let options = RouteOptions::default();
    let route = router.route(from, to, &options).unwrap();
    assert!(route.areals.len() > 40);
    println!("{} areals, {} looked at, cost {}", route.areals.len(), route.visited, route.cost);
    let mut group = criterion.benchmark_group("engine/areal-route");
    group.bench_function("ours", |b| {
        b.iter(|| router.route(black_box(from), black_box(to), &options).unwrap().cost);
    });
    group.bench_function("with-random-costs", |b| {
        b.iter(|| router.route(from, to, &RouteOptions::engine(black_box(7))).unwrap().cost);
    });
    group.finish();

    let mut group = criterion.benchmark_group("engine/areal-load");
    group.bench_function("ours", |b| {
        b.iter(|| Areals::load(black_box(&file), &LoadOptions::default()).unwrap().len());
    });
    group.finish();
}

criterion_group! {
    name = arealmap;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = benches
}
criterion_main!(arealmap);
