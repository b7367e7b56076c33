//! `ngi export Textures.lib -o DIR`, 400 textures of 256 × 256, on all cores and on one.
#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::texm::{Image, Options, PixelFormat, Texm};

const TEXTURES: u32 = 400;
const SIDE: u32 = 256;

/// Something with slopes and grain, as textures have.
fn picture(number: u32) -> Image {
    let byte = |value: u32| u8::try_from(value & 0xff).expect("a byte");
    let pixel = |at: u32| {
        let (x, y) = (at % SIDE, at / SIDE);
        let grain = at.wrapping_mul(2_654_435_761) >> 29;
        [byte(x + grain), byte(y + grain + number), byte(x / 2 + y / 2 + grain), 255]
    };
    Image::new(SIDE, SIDE, (0..SIDE * SIDE).map(pixel).collect()).expect("the right size")
}

fn library(path: &Path) {
    let formats = [PixelFormat::ARGB8888, PixelFormat::RGB888, PixelFormat::RGB565];
    let mut editor = Editor::new();
    for number in 0..TEXTURES {
        let format = formats.into_iter().cycle().nth(number as usize).expect("endless");
        let texture = Texm::encode(&picture(number), &Options::new(format)).expect("encodes");
        let entry = NewEntry::new(*b"Texm", format!("T{number:03}.0")).expect("short name");
        editor.add(entry, texture.write()).expect("room");
    }
    fs::write(path, editor.write().expect("fits")).expect("disk");
}

fn time(rounds: u64, file: &Path, folder: &Path, threads: &str) -> Duration {
    let mut total = Duration::ZERO;
    for _ in 0..rounds {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ngi"));
        command.arg("export").arg(file).arg("-o").arg(folder).arg("-q");
        command.env("RAYON_NUM_THREADS", threads);
        let start = Instant::now();
        let output = command.output().expect("runs");
        total += start.elapsed();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::remove_dir_all(folder).expect("made by the command");
    }
    total
}

fn export(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let [file, made] = ["Textures.lib", "made"].map(|name| folder.path().join(name));
    library(&file);
    let mut group = criterion.benchmark_group("cli/export-400-textures");
    for (name, threads) in [("ours", "0"), ("one-thread", "1")] {
        group.bench_function(name, |b| b.iter_custom(|n| time(n, &file, &made, threads)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_secs(8));
    targets = export
}
criterion_main!(benches);
