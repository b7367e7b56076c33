//! How fast landscapes are read and checked, beside a copy of the same bytes.
//!
//! The map has about 10,000 vertices and 8,192 faces on 14 × 14 squares.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // on a map made right here

#[path = "support/memcpy.rs"]
mod copying;

use std::hint::black_box;

use copying::memcpy;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::landscape::{GroundPlan, Lake, Landscape, LandscapeDoc, Surface, check};
use ngi_formats::{Findings, Mode};

const QUADS: usize = 56;

fn landscape() -> Vec<u8> {
    let mut plan = GroundPlan::flat([QUADS, QUADS], [14, 14], 16.0);
    let noise = |x: usize, y: usize| {
        let mut value = (x as u64) << 32 ^ y as u64 ^ 0x9E37_79B9_7F4A_7C15;
        value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value ^ value >> 27
    };
    for y in 0..=QUADS {
        for x in 0..=QUADS {
            let middle = |at: usize| (at as f32 - QUADS as f32 / 2.0) / 4.0;
            let (dx, dy) = (middle(x), middle(y));
            let bumps = (noise(x, y) % 64) as f32 / 16.0;
            plan.heights[y * (QUADS + 1) + x] = dx * dx + dy * dy + bumps;
        }
    }
    for (quad, surface) in plan.surfaces.iter_mut().enumerate() {
        let pick = (noise(quad, 1) >> 20) % 16;
        let second = (pick >= 12).then_some(1 + (pick % 3) as u8);
        *surface = Surface { material: 1 + (pick % 4) as u8, second };
    }
    plan.lake = Some(Lake { level: 5.0, surface: 6, bed: 7, lava: false });
    let bytes = plan.build().unwrap().write().unwrap();
    let land = Landscape::read(&bytes).unwrap();
    assert!((9_000..11_000).contains(&land.positions.len()), "{}", land.positions.len());
    assert!((7_800..8_700).contains(&land.faces.len()), "{}", land.faces.len());
    let mut findings = Findings::new(Mode::Strict, true);
    check(&bytes, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list().first());
    bytes
}

fn benches(criterion: &mut Criterion) {
    let bytes = landscape();
    let mut group = criterion.benchmark_group("landscape/read");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("ours", |bencher| {
        bencher.iter(|| Landscape::read(black_box(&bytes)).unwrap());
    });
    memcpy(&mut group, &bytes);
    group.finish();
    let mut group = criterion.benchmark_group("landscape/own");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    let land = Landscape::read(&bytes).unwrap();
    group.bench_function("ours", |bencher| {
        bencher.iter(|| LandscapeDoc::from_landscape(black_box(&land)));
    });
    memcpy(&mut group, &bytes);
    group.finish();
    let mut group = criterion.benchmark_group("landscape/check");
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

criterion_group!(landscape_benches, benches);
criterion_main!(landscape_benches);
