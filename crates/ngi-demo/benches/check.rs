//! How a check grows with the game: from the small one to the real one's size.
//!
//! `check/demo-growth` compares a game of eight times the size with eight checks of the small one:
//! where that is about 1, it grows in proportion. `check/demo-real` is a game of the real one's size,
//! from a warm disk. `survey/demo-real` measures it.
#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use ngi_demo::{Scale, plan, write};
use ngi_verbs::check::{self, Options};
use ngi_verbs::surroundings::Game;
use ngi_verbs::survey;
use ngi_vfs::Vfs;

fn made(folder: &Path, scale: Scale) {
    write(&plan(scale), folder, false, &()).expect("a place to write to");
}

/// Checks a game as `ngi check DIR` does; gives how many things were looked at.
fn checked(folder: &Path) -> u64 {
    let game = Some(Game::open(folder).expect("a game"));
    let vfs = Vfs::open(folder).expect("a folder");
    let report = check::check(&vfs.root(), &Options { game, ..Options::default() }, &());
    let report = report.expect("no wrong usage");
    assert!(report.findings.is_empty(), "a sound game");
    report.checked
}

fn growth(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a place for files");
    let at = |name: &str| folder.path().join(name);
    made(&at("one"), Scale::ONE);
    made(&at("eight"), Scale::Times(8));
    let mut group = criterion.benchmark_group("check/demo-growth");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    group.bench_function("ours", |bench| bench.iter(|| checked(&at("eight"))));
    group.bench_function("eight-times-one", |bench| {
        bench.iter(|| (0..8).map(|_| checked(&at("one"))).sum::<u64>());
    });
    group.finish();
}

fn real(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a place for files");
    let game = folder.path().join("real");
    made(&game, Scale::Real);
    let mut group = criterion.benchmark_group("check/demo-real");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    group.bench_function("ours", |bench| bench.iter(|| checked(&game)));
    group.finish();
}

/// Measures a game as `ngi survey DIR` does.
fn surveyed(folder: &Path) -> usize {
    let game = Some(Game::open(folder).expect("a game"));
    let vfs = Vfs::open(folder).expect("a folder");
    let options = survey::Options { game, ..survey::Options::default() };
    survey::survey(&vfs.root(), options, &()).expect("a survey").fields.len()
}

fn survey_real(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a place for files");
    let game = folder.path().join("real");
    made(&game, Scale::Real);
    let mut group = criterion.benchmark_group("survey/demo-real");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    group.bench_function("ours", |bench| bench.iter(|| surveyed(&game)));
    group.finish();
}

criterion_group!(benches, growth, real, survey_real);
criterion_main!(benches);
