//! `ngi extract` of 6,800 entries and 256 MB, beside `cp -r` of what comes out.
#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use ngi_formats::nres::{Editor, NewEntry};

const ENTRIES: u32 = 6_800;
const TOTAL: usize = 256 << 20;

fn archive(path: &Path) {
    let size = TOTAL / ENTRIES as usize;
    let noise: Vec<u8> = (0..size + ENTRIES as usize)
        .map(|place| place.wrapping_mul(2_654_435_761).to_le_bytes()[2])
        .collect();
    let mut editor = Editor::new();
    for (index, start) in (0..ENTRIES).zip(0..) {
        let entry = NewEntry::new(index % 5, format!("entry_{index:05}.bin")).expect("short name");
        editor.add(entry, noise.get(start..start + size).expect("long enough")).expect("room");
    }
    fs::write(path, editor.write().expect("fits")).expect("disk");
}

/// Runs a command that makes `folder` some times; only the command counts.
fn time(rounds: u64, folder: &Path, command: impl Fn() -> Command) -> Duration {
    let mut total = Duration::ZERO;
    for _ in 0..rounds {
        let start = Instant::now();
        let output = command().output().expect("runs");
        total += start.elapsed();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::remove_dir_all(folder).expect("made by the command");
    }
    total
}

fn extract(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let [file, made, kept] = ["a.lib", "made", "kept"].map(|name| folder.path().join(name));
    archive(&file);
    let extract = |to: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ngi"));
        command.arg("extract").arg(&file).arg("-o").arg(to).arg("-q");
        command
    };
    assert!(extract(&kept).status().expect("runs").success());
    let mut group = criterion.benchmark_group("cli/extract-256mb");
    group.bench_function("ours", |b| b.iter_custom(|n| time(n, &made, || extract(&made))));
    let copy = || {
        let mut command = Command::new("cp");
        command.arg("-r").arg(&kept).arg(&made);
        command
    };
    group.bench_function("cp", |b| b.iter_custom(|n| time(n, &made, copy)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_secs(8));
    targets = extract
}
criterion_main!(benches);
