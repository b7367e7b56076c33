//! MAT0: a material of 10 phases and 3 tracks, read alone and read to its last key.

#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::mat0::{LerpMask, Material, MaterialBuf, Mode, Phase, TrackBuf};

fn material() -> MaterialBuf {
    let track = |mode| {
        let lengths = (0..10).map(|phase| (phase, 100));
        TrackBuf::of_lengths(mode, LerpMask::AMBIENT, lengths).expect("a second")
    };
    MaterialBuf {
        phases: vec![Phase::default(); 10],
        tracks: [Mode::LOOP, Mode::PING_PONG, Mode::ONCE].map(track).into(),
        ..MaterialBuf::default()
    }
}

fn read(criterion: &mut Criterion) {
    let values = material();
    let (attributes, bytes) = (values.attributes, values.write().expect("fits"));

    let mut group = criterion.benchmark_group("mat0/read");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| {
        b.iter(|| Material::read(black_box(&bytes), black_box(attributes)).is_ok());
    });
    group.finish();

    let mut group = criterion.benchmark_group("mat0/read-all");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| {
        b.iter(|| {
            let material = Material::read(black_box(&bytes), black_box(attributes))?;
            material.phases().for_each(|phase| {
                black_box(phase);
            });
            material.tracks().flat_map(|track| track.keys()).for_each(|key| {
                black_box(key);
            });
            Ok::<_, ngi_formats::Error>(material.meta())
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("mat0/to-values");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| {
        b.iter(|| MaterialBuf::read(black_box(&bytes), black_box(attributes)));
    });
    group.finish();

    let mut group = criterion.benchmark_group("mat0/to-values-and-back");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| {
        b.iter(|| MaterialBuf::read(black_box(&bytes), attributes)?.write());
    });
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
