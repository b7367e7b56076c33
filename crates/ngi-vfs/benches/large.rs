//! An archive of 6,800 entries and 256 MB on disk: opened, and one payload replaced.
//!
//! Beside opening: a memcpy of the file. Beside replacing: a copy of the file, flushed.

#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::fs::{self, File};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_vfs::{locate, rewrite, save};

const ENTRIES: u32 = 6_800;
const TOTAL: usize = 256 << 20;

/// The archive, in cargo's folder for temporary files: the disk the project is on.
fn archive() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.rlb");
    let payload = vec![0x5a; TOTAL / ENTRIES as usize - 64];
    let mut editor = Editor::new();
    for index in 0..ENTRIES {
        let name = format!("n{:08x}.dat", index.wrapping_mul(0x9e37_79b1));
        let entry = NewEntry::new(index % 5, name).expect("short name");
        editor.add(entry, payload.as_slice()).expect("room");
    }
    save::atomic_write(&path, |mut out| editor.write_to(&mut out)).expect("disk space");
    path
}

/// Opens the file, looks at every entry and at no payload.
fn open(path: &Path) -> u64 {
    let node = locate(path).expect("the file");
    let children = node.children().expect("an archive");
    children.filter_map(|child| child.entry()).map(|entry| entry.size()).sum()
}

fn large(criterion: &mut Criterion) {
    let path = archive();
    let bytes = fs::read(&path).expect("the file");
    let mut group = criterion.benchmark_group("nres/open-256mb");
    group.bench_function("ours", |b| b.iter(|| open(black_box(&path))));
    let mut copy = vec![0; bytes.len()];
    group.sample_size(10).bench_function("memcpy", |b| {
        b.iter(|| black_box(&mut copy).copy_from_slice(black_box(&bytes)));
    });
    group.finish();
    drop((bytes, copy));

    let mut group = criterion.benchmark_group("nres/replace-256mb");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    let mut turn = 0;
    group.bench_function("ours", |b| {
        b.iter(|| {
            turn += 1;
            let node = locate(&path.join("#100")).expect("an entry");
            rewrite(&node, &vec![1; 40_000 + turn % 2 * 100], false).expect("disk space")
        });
    });
    let other = path.with_extension("copy");
    group.bench_function("copy", |b| {
        b.iter(|| {
            fs::copy(&path, &other).expect("disk space");
            File::open(&other).and_then(|file| file.sync_all()).expect("flushed");
        });
    });
    group.finish();
    fs::remove_file(&path).and_then(|()| fs::remove_file(&other)).expect("cleared away");
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500));
    targets = large
}
criterion_main!(benches);
