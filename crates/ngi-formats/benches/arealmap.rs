//! Areal maps: 1,000 areals and 128 × 128 cells, read, checked and made.

#![allow(clippy::expect_used, clippy::indexing_slicing)] // on data made right here
#![allow(clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::arealmap::{self, ArealMap};
use ngi_formats::{Findings, Mode};
use ngi_testing::areals;

fn read(criterion: &mut Criterion) {
    let plan = areals::plan();
    let file = plan.build().expect("a tiling").write_file().expect("fits");
    let map = arealmap::read_file(&file).expect("made right here");
    let (payload, count) = (map.bytes(), u32::try_from(map.len()).expect("1,000"));
    let mut findings = Findings::new(Mode::Strict, false);
    arealmap::check_map(&map, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list());

    let mut target = vec![0u8; payload.len()];
    let mut memcpy = |b: &mut criterion::Bencher<'_>| {
        b.iter(|| {
            target.copy_from_slice(black_box(payload));
            black_box(&mut target);
        });
    };
    let mut group = criterion.benchmark_group("arealmap/read");
    group.throughput(Throughput::Bytes(payload.len() as u64));
    group.bench_function("ours", |b| b.iter(|| ArealMap::read(black_box(payload), count).is_ok()));
    group.bench_function("memcpy", &mut memcpy);
    group.finish();

    let mut group = criterion.benchmark_group("arealmap/read-strict");
    group.throughput(Throughput::Bytes(payload.len() as u64));
    group.bench_function("ours", |b| {
        b.iter(|| ArealMap::read_strict(black_box(payload), count).is_ok());
    });
    group.bench_function("memcpy", &mut memcpy);
    group.finish();

    let mut group = criterion.benchmark_group("arealmap/to-values-and-back");
    group.throughput(Throughput::Bytes(payload.len() as u64));
    group.bench_function("ours", |b| b.iter(|| black_box(&map).to_buf().write()));
    group.finish();

    let mut group = criterion.benchmark_group("arealmap/build");
    group.throughput(Throughput::Elements(u64::from(count)));
    group.bench_function("ours", |b| b.iter(|| black_box(&plan).build().is_ok()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = read
}
criterion_main!(benches);
