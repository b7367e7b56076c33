//! Which phase is shown when: tables worked out by hand.

use ngi_formats::mat0::{Key, LerpMask, Mode};

use super::game::{Entries, animated, small, wearing};
use crate::materials::{Clock, Handle, Rand, RuntimeTrack, Shown};

fn track(mode: Mode, keys: &[(u16, u16)]) -> RuntimeTrack {
    let key = |&(phase, time_ms)| Key { phase, time_ms, unk_0x04: 0 };
    RuntimeTrack::new(mode, LerpMask(1), keys.iter().map(key).collect())
}

/// Phase, next phase and factor at a time.
fn at(track: &RuntimeTrack, delta: u32) -> (u16, u16, f32) {
    let mut clock = Clock { now: delta, start: 0 };
    let Shown { phase, next, factor, .. } =
        track.at_time(&mut clock, &mut Rand::default()).unwrap();
    assert_eq!(clock.start, 0, "only a lot moves the start");
    (phase, next, factor)
}

fn check(track: &RuntimeTrack, table: &[(u32, (u16, u16, f32))]) {
    for &(delta, expected) in table {
        assert_eq!(at(track, delta), expected, "at {delta} ms");
    }
}

/// Phases 7, 8, 9 that end at 100, 150 and 400 ms.
const KEYS: &[(u16, u16)] = &[(7, 100), (8, 150), (9, 400)];

#[test]
fn mode_0_starts_again() {
    let table = [
        (0, (7, 8, 0.0)),
        (25, (7, 8, 0.25)),
        (99, (7, 8, 0.99)),
        (100, (8, 9, 0.0)),
        (149, (8, 9, 0.98)),
        (150, (9, 7, 0.0)),
        (275, (9, 7, 0.5)),
        (399, (9, 7, 0.996)),
        (400, (7, 8, 0.0)),
        (500, (8, 9, 0.0)),
        (4_000_000_000, (7, 8, 0.0)),
        (4_000_000_399, (9, 7, 0.996)),
    ];
    check(&track(Mode::LOOP, KEYS), &table);
}

#[test]
fn mode_1_runs_there_and_back() {
    let table = [
        (0, (7, 8, 0.0)),
        (399, (9, 7, 0.996)),
        // The turning point: 400 − 0 is in no interval, so the first key.
        (400, (7, 8, 0.0)),
        (401, (9, 7, 0.996)),
        (650, (9, 7, 0.0)),
        (651, (8, 9, 0.98)),
        (700, (8, 9, 0.0)),
        (701, (7, 8, 0.99)),
        (799, (7, 8, 0.01)),
        (800, (7, 8, 0.0)),
        (1199, (9, 7, 0.996)),
        (1201, (9, 7, 0.996)),
    ];
    let track = track(Mode::PING_PONG, KEYS);
    for (delta, (phase, next, factor)) in table {
        let next = if delta == 400 { phase } else { next };
        assert_eq!(at(&track, delta), (phase, next, factor), "at {delta} ms");
    }
}

#[test]
fn mode_2_holds_the_last_key() {
    let table = [
        (0, (7, 8, 0.0)),
        (150, (9, 7, 0.0)),
        (399, (9, 7, 0.996)),
        (400, (9, 9, 0.0)),
        (401, (9, 9, 0.0)),
        (u32::MAX, (9, 9, 0.0)),
    ];
    check(&track(Mode::ONCE, KEYS), &table);
}

#[test]
fn mode_3_draws_lots_and_keeps_them_as_the_start() {
    let track = track(Mode::RANDOM, KEYS);
    let (mut clock, mut rand, mut same) =
        (Clock { now: 5000, start: 77 }, Rand::new(12), Rand::new(12));
    let mut starts = Vec::new();
    for _ in 0..200 {
        let shown = track.at_time(&mut clock, &mut rand).unwrap();
        let rest = same.draw() % 400;
        assert_eq!(clock.start, rest);
        let expected = match rest {
            0..100 => (7, f32::from(u16::try_from(rest).unwrap()) / 100.0),
            100..150 => (8, f32::from(u16::try_from(rest - 100).unwrap()) / 50.0),
            _ => (9, f32::from(u16::try_from(rest - 150).unwrap()) / 250.0),
        };
        assert_eq!((shown.phase, shown.factor), expected);
        starts.push(rest);
    }
    starts.sort_unstable();
    starts.dedup();
    assert!(starts.len() > 50, "lots differ: {}", starts.len());
}

#[test]
fn lots_are_those_of_the_c_library() {
    // The first numbers of `rand()` after `srand(1)`, as everybody knows them.
    let mut rand = Rand::default();
    let drawn: Vec<_> = (0..5).map(|_| rand.draw()).collect();
    assert_eq!(drawn, [41, 18467, 6334, 26500, 19169]);
}

#[test]
fn modes_without_a_name_run_like_mode_0() {
    for mode in 4..8 {
        let unnamed = track(Mode(mode), KEYS);
        for delta in 0..900 {
            assert_eq!(at(&unnamed, delta), at(&track(Mode::LOOP, KEYS), delta));
        }
    }
}

#[test]
fn a_start_in_the_future_wraps_round() {
    let track = track(Mode::LOOP, &[(0, 10), (1, 20)]);
    let mut clock = Clock { now: 5, start: 6 };
    let shown = track.at_time(&mut clock, &mut Rand::default()).unwrap();
    // 2^32 − 1 is 15 more than a multiple of 20.
    assert_eq!((shown.phase, shown.factor), (1, 0.5));
}

#[test]
fn odd_tracks() {
    assert_eq!(at(&track(Mode::LOOP, &[(3, 50)]), 20), (3, 3, 0.0), "one key");
    assert_eq!(at(&track(Mode::ONCE, &[(3, 50)]), 80), (3, 3, 0.0), "one key, once");
    assert_eq!(at(&track(Mode::LOOP, &[(3, 0), (4, 0)]), 20), (3, 3, 0.0), "a cycle of 0");
    assert_eq!(at(&track(Mode::LOOP, &[(3, 90), (4, 0)]), 20), (3, 3, 0.0), "it ends at 0");
    let empty = track(Mode::LOOP, &[]);
    assert_eq!(empty.at_time(&mut Clock { now: 0, start: 0 }, &mut Rand::default()), None);
    assert_eq!(empty.at_share(0.5), None);
    // Keys out of order: the first one that ends later counts.
    let tangled = track(Mode::LOOP, &[(1, 100), (2, 50), (3, 200)]);
    check(
        &tangled,
        &[(99, (1, 2, 0.99)), (100, (3, 1, 50.0 / 150.0)), (199, (3, 1, 149.0 / 150.0))],
    );
    // An empty interval is never shown.
    let empty_interval = track(Mode::LOOP, &[(1, 100), (2, 100), (3, 200)]);
    check(&empty_interval, &[(99, (1, 2, 0.99)), (100, (3, 1, 0.0))]);
    // Back at the end of the longest cycle there is: no key is left, so the first one counts.
    let longest = track(Mode::PING_PONG, &[(1, 100), (2, u16::MAX)]);
    check(&longest, &[(u16::MAX.into(), (1, 1, 0.0)), (u32::from(u16::MAX) * 2, (1, 2, 0.0))]);
}

#[test]
fn many_keys_are_searched_like_few() {
    let keys: Vec<_> = (0..100).map(|key| (key, (key + 1) * 10)).collect();
    let many = track(Mode::LOOP, &keys);
    for delta in 0..1000 {
        let key = u16::try_from(delta / 10).unwrap();
        let factor = f32::from(u16::try_from(delta % 10).unwrap()) / 10.0;
        assert_eq!(at(&many, delta), (key, (key + 1) % 100, factor));
    }
}

#[test]
fn a_share_of_the_cycle() {
    for mode in [Mode::LOOP, Mode::PING_PONG, Mode::ONCE, Mode::RANDOM] {
        let track = track(mode, KEYS);
        let at = |share| {
            let Shown { phase, next, factor, .. } = track.at_share(share).unwrap();
            (phase, next, factor)
        };
        assert_eq!(at(0.0), (7, 8, 0.0));
        assert_eq!(at(0.125), (7, 8, 0.5), "50 ms");
        assert_eq!(at(0.25), (8, 9, 0.0), "100 ms");
        assert_eq!(at(0.375), (9, 7, 0.0), "150 ms");
        assert_eq!(at(0.5), (9, 7, 0.2), "200 ms");
        assert_eq!(at(1.0), (7, 7, 0.0), "no interval: the first key");
        for outside in [-0.1, 1.01, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(at(outside), (9, 7, 0.2), "{outside} is taken for a half");
        }
    }
}

#[test]
fn a_row_shows_its_material_at_the_time_of_the_game() {
    let keys = [(0, 100), (1, 200), (2, 300)];
    let moving = animated(3, Mode::LOOP, 1, &keys);
    let game = small().with("Material.lib", Entries::default().with_material("M", &moving));
    let (mut shared, mut manager) = wearing(game, "1\n0 M\n");
    let row = Handle::new(0, 0);
    let mut red = |shared: &mut _, track| manager.phase(shared, row, track).unwrap().ambient[0];
    let close = |a: f32, b: f32| (a - b).abs() < 1e-6;
    assert!(close(red(&mut shared, 0), 0.0));
    shared.set_game_time(150);
    assert!(close(red(&mut shared, 0), 1.5 / 255.0), "half-way from 1 to 2");
    assert!(close(red(&mut shared, 9), 1.5 / 255.0), "a track that is not there is the first");
    shared.set_game_time(250);
    assert!(close(red(&mut shared, 0), 1.0 / 255.0), "half-way from 2 back to 0");
    manager.reset_start(&shared, row).unwrap();
    assert_eq!(manager.start_time(row).unwrap(), 250);
    assert_eq!(manager.phase(&mut shared, row, 0).unwrap().ambient[0], 0.0);
    let half = manager.phase_at_share(&shared, row, 0, 0.5).unwrap();
    assert!(close(half.ambient[0], 1.5 / 255.0));
}

#[test]
fn a_lot_is_kept_in_the_row() {
    let moving = animated(3, Mode::RANDOM, 0, &[(0, 100), (1, 200), (2, 300)]);
    let run = |seed| {
        let game = small().with("Material.lib", Entries::default().with_material("M", &moving));
        let (mut shared, mut manager) = wearing(game, "1\n0 M\n");
        shared.rand = Rand::new(seed);
        let row = Handle::new(0, 0);
        let draw = |_| {
            manager.phase(&mut shared, row, 0).unwrap();
            manager.start_time(row).unwrap()
        };
        (0..20).map(draw).collect::<Vec<_>>()
    };
    assert_eq!(run(5), run(5), "the same seed, the same lots");
    assert_ne!(run(5), run(6));
    assert!(run(5).iter().all(|&start| start < 300));
}
