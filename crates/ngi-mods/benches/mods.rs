//! Mods of a game of real size, and of the same with 50 other entries: 20 materials of one field, 15
//! textures with repainted bytes, 15 models with a moved vertex.
//!
//! `mods/make-50` compares the two and makes a mod, beside comparing them alone. `mods/install-50`
//! and `mods/remove-50` are held against copies of the archives that change, flushed as a change
//! of a game is.
#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use ngi_demo::{Scale, plan, write};
use ngi_formats::nres::{Archive, Editor};
use ngi_mods::{Manifest, Mod, installed, make};
use ngi_verbs::edit::Options;
use ngi_verbs::find::{Search, find};
use ngi_vfs::Vfs;

/// A game, another one that differs in 50 entries, and the archives that differ.
struct Games {
    _folder: tempfile::TempDir,
    old: PathBuf,
    new: PathBuf,
    copies: PathBuf,
}

fn games() -> Games {
    let folder = tempfile::tempdir().expect("a place for files");
    let [old, new, copies] = ["old", "new", "copies"].map(|name| folder.path().join(name));
    for game in [&old, &new] {
        write(&plan(Scale::Real), game, false, &()).expect("a place to write to");
    }
    fs::create_dir_all(&copies).expect("a place to write to");
    for (kind, count, field, to) in
        [("mat0", 20, "phases[0].opacity", "33"), ("msh", 15, "positions[0]", "[0.125,0.25,0.5]")]
    {
        for path in found(&new, kind).into_iter().take(count) {
            let options = Options { backup: false, dry_run: false };
            let node = ngi_vfs::locate(&new.join(path)).expect("it was found");
            let fields = [(field.to_owned(), to.to_owned())];
            ngi_verbs::set::set(&node, &fields, options).expect("it can be set");
        }
    }
    repaint(&new.join("Textures.lib"), 15);
    let _ = fs::remove_dir_all(new.join(".ngi"));
    Games { _folder: folder, old, new, copies }
}

/// Paths of what is of a kind.
fn found(game: &Path, kind: &str) -> Vec<String> {
    let vfs = Vfs::open(game).expect("a folder");
    let search = Search { kind: Some(kind.into()), depth: Some(1), ..Search::default() };
    let found = find(&vfs.root(), &search, &()).expect("a search");
    found.matches.into_iter().map(|found| found.path).collect()
}

/// Changes a run of bytes in the middle of some entries.
fn repaint(path: &Path, count: usize) {
    let bytes = fs::read(path).expect("a library");
    let archive = Archive::read(&bytes).expect("an archive");
    let mut editor = Editor::open(&archive);
    for index in 0..count {
        let mut payload = editor.payload(index).expect("an entry").to_vec();
        let middle = payload.len() / 2;
        payload
            .iter_mut()
            .skip(middle)
            .take(2000)
            .for_each(|byte| *byte = byte.wrapping_mul(3) ^ 5);
        editor.replace(index, payload).expect("room");
    }
    let written = editor.write().expect("fits");
    fs::write(path, written).expect("disk");
}

fn made(games: &Games) -> Vec<u8> {
    let [old, new] = [&games.old, &games.new].map(|path| Vfs::open(path).expect("a folder"));
    let manifest = Manifest::new("bench").expect("a name");
    let made = make([&old.root(), &new.root()], manifest, None, &()).expect("a mod");
    made.to_zip().expect("a zip")
}

fn compared(games: &Games) -> usize {
    let [old, new] = [&games.old, &games.new].map(|path| Vfs::open(path).expect("a folder"));
    ngi_verbs::diff::diff(&old.root(), &new.root()).expect("two games").len()
}

/// Copies the archives that a mod changes and flushes them, each beside the copy before it, whose
/// place it takes: written into the same file, they would have its pages without asking for any.
fn copied(games: &Games, package: &Mod) -> Duration {
    let start = Instant::now();
    for file in &package.changes.files {
        let to = games.copies.join(file.path.replace('/', "_"));
        let beside = to.with_extension("new");
        fs::copy(games.old.join(&file.path), &beside).expect("disk");
        File::open(&beside).and_then(|file| file.sync_all()).expect("disk");
        fs::rename(&beside, &to).expect("disk");
    }
    start.elapsed()
}

fn all(criterion: &mut Criterion) {
    let games = games();
    let zip = made(&games);
    let package = Mod::of_zip(zip.clone()).expect("a mod");
    let changes: usize = package.changes.files.iter().map(|file| file.changes.len()).sum();
    eprintln!("{changes} changes in {} files, {} bytes", package.changes.files.len(), zip.len());

    let mut group = criterion.benchmark_group("mods/make-50");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    group.bench_function("ours", |bench| bench.iter(|| made(&games)));
    group.bench_function("diff", |bench| bench.iter(|| compared(&games)));
    group.finish();

    let install = || {
        let package = Mod::of_zip(zip.clone()).expect("a mod");
        let start = Instant::now();
        installed::install(&games.old, vec![package], &[]).expect("it fits");
        start.elapsed()
    };
    let remove = || {
        let start = Instant::now();
        installed::remove(&games.old, &["bench".to_owned()]).expect("it is there");
        start.elapsed()
    };
    for (name, is_install) in [("mods/install-50", true), ("mods/remove-50", false)] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).measurement_time(Duration::from_secs(10));
        group.bench_function("ours", |bench| {
            bench.iter_custom(|rounds| {
                let round = || {
                    let times = [install(), remove()];
                    if is_install { times[0] } else { times[1] }
                };
                (0..rounds).map(|_| round()).sum()
            });
        });
        group.bench_function("copy", |bench| {
            bench.iter_custom(|rounds| (0..rounds).map(|_| copied(&games, &package)).sum());
        });
        group.finish();
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
