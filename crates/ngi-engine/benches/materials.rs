//! How fast the material manager says what a row shows.
//!
//! A wear of 64 rows, each a material of 10 phases with 10 keys of 100 ms that mix ambient, is
//! asked row by row while the time runs. Besides: 10 keys and every mask, and a track of 1,000.
#![allow(clippy::unwrap_used)] // on data made right here

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_engine::materials::{Handle, Manager, Shared};
use ngi_formats::mat0::{Key, LerpMask, MaterialBuf, Mode, Phase, TrackBuf, TrackWord};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_vfs::{MemoryRoot, Vfs};

const ROWS: u16 = 64;

/// A material whose track has so many keys, spread over its ten phases.
fn material(mode: Mode, mask: LerpMask, keys: u16, step: u16) -> MaterialBuf {
    let phase = |number| Phase { ambient: [number * 20, 0, number], ..Phase::default() };
    let key = |key: u16| Key { phase: key % 10, time_ms: (key + 1) * step, unk_0x04: 0 };
    let word = TrackWord::new(mode, mask);
    MaterialBuf {
        phases: (0..10).map(phase).collect(),
        tracks: vec![TrackBuf { word, keys: (0..keys).map(key).collect() }],
        ..MaterialBuf::default()
    }
}

/// A game where all 64 materials of a wear are like this one.
fn game(like: &MaterialBuf) -> (Shared, Manager) {
    let mut materials = Editor::new();
    let mut wear = format!("{ROWS}\n");
    for row in 0..ROWS {
        let [attr1, attr2, attr3] = like.attributes.numbers();
        let entry = NewEntry::new(*b"MAT0", format!("M{row}")).unwrap();
        materials.add(NewEntry { attr1, attr2, attr3, ..entry }, like.write().unwrap()).unwrap();
        wear += &format!("0 M{row}\n");
    }
    let root = MemoryRoot::new().with("Material.lib", materials.write().unwrap()).unwrap();
    let mut shared = Shared::new(Vfs::in_memory(root));
    let mut manager = Manager::load(&mut shared);
    manager.load_wear_buffer(&mut shared, "bench", wear.as_bytes()).unwrap();
    (shared, manager)
}

fn phases(criterion: &mut Criterion) {
    let jobs = [
        ("loop", material(Mode::LOOP, LerpMask::AMBIENT, 10, 100)),
        ("ping-pong", material(Mode::PING_PONG, LerpMask::AMBIENT, 10, 100)),
        ("random", material(Mode::RANDOM, LerpMask::AMBIENT, 10, 100)),
        ("every-mask", material(Mode::LOOP, LerpMask(LerpMask::KNOWN), 10, 100)),
        ("1000-keys", material(Mode::LOOP, LerpMask::AMBIENT, 1000, 60)),
    ];
    for (name, like) in jobs {
        let (mut shared, mut manager) = game(&like);
        let mut group = criterion.benchmark_group(format!("engine/material-phase/{name}"));
        group.throughput(Throughput::Elements(ROWS.into()));
        let mut now = 0u32;
        group.bench_function("ours", |b| {
            b.iter(|| {
                // A prime, so that every part of the track has its turn.
                now = now.wrapping_add(37);
                shared.set_game_time(now);
                for row in 0..ROWS {
                    let handle = Handle::new(0, row);
                    let shown = manager.phase(&mut shared, black_box(handle), black_box(0));
                    black_box(shown.unwrap());
                }
            });
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = phases
}
criterion_main!(benches);
