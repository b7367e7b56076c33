//! NRes at 200,000 entries of 8 bytes, names shuffled, beside a memcpy of the same file.

#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::nres::{self, Archive, Editor, NewEntry};

const ENTRIES: u32 = 200_000;

/// A name nobody can guess the order of from its place in the directory.
fn name(index: u32) -> String {
    format!("n{:08x}.dat", index.wrapping_mul(0x9e37_79b1))
}

fn archive() -> Vec<u8> {
    let mut editor = Editor::new();
    for index in 0..ENTRIES {
        let entry = NewEntry::new(index % 5, name(index)).expect("short name");
        editor.add(entry, u64::from(index).to_le_bytes().to_vec()).expect("room");
    }
    editor.write().expect("fits")
}

fn memcpy(bytes: &[u8]) -> impl FnMut() + '_ {
    let mut copy = vec![0; bytes.len()];
    move || {
        copy.copy_from_slice(black_box(bytes));
        black_box(&mut copy);
    }
}

fn whole_archive(criterion: &mut Criterion) {
    let bytes = archive();
    let mut group = criterion.benchmark_group("nres/open-check-200k");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("ours", |b| b.iter(|| Archive::read_strict(black_box(&bytes)).is_ok()));
    let mut copy = memcpy(&bytes);
    group.bench_function("memcpy", |b| b.iter(&mut copy));
    group.finish();

    let mut group = criterion.benchmark_group("nres/rebuild-200k");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    let rebuild = || nres::rebuild(&Archive::read(black_box(&bytes))?);
    group.bench_function("ours", |b| b.iter(rebuild));
    group.bench_function("memcpy", |b| b.iter(&mut copy));
    group.finish();
}

fn look_ups(criterion: &mut Criterion) {
    let bytes = archive();
    let archive = Archive::read_strict(&bytes).expect("sound");
    let hits: Vec<String> = (0..4096u32).map(|i| name(i.wrapping_mul(7919) % ENTRIES)).collect();
    let misses: Vec<String> = hits.iter().map(|name| name.replace(".dat", ".dax")).collect();
    let groups = [("nres/find-hit-200k", &hits), ("nres/find-miss-200k", &misses)];
    for (what, names) in groups {
        let mut group = criterion.benchmark_group(what);
        for (function, names) in [("ours", names), ("miss", &misses)] {
            let mut next = names.iter().cycle();
            group.bench_function(function, |b| {
                b.iter(|| {
                    let name = next.next().map_or("", String::as_str);
                    archive.find(black_box(name.as_bytes())).map(|entry| entry.index())
                })
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = whole_archive, look_ups
}
criterion_main!(benches);
