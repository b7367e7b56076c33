//! The manager beside a plain transcription of what is written about it.

use std::collections::BTreeMap;

use ngi_formats::mat0::{Key, LerpMask, Mode};
use ngi_formats::texm::{Levels, PixelFormat};
use proptest::prelude::*;

use super::game::{Entries, plain, small};
use crate::materials::{Clock, LoadFlags, RECORD_SIZE, Rand, RuntimePhase, RuntimeTrack, Shared};

/// The written rule, interval by interval, in numbers that cannot overflow.
fn transcribed(
    mode: u8,
    keys: &[(u16, u16)],
    (now, start): (u32, u32),
    lot: u32,
) -> (u16, u16, f64) {
    let cycle = i64::from(keys[keys.len() - 1].1);
    if keys.len() == 1 || cycle == 0 {
        return (keys[0].0, keys[0].0, 0.0);
    }
    let delta = (i64::from(now) - i64::from(start)).rem_euclid(1 << 32);
    let (q, mut r) = (delta / cycle, delta % cycle);
    match mode {
        1 if q % 2 != 0 => r = cycle - r,
        2 if q > 0 => return (keys[keys.len() - 1].0, keys[keys.len() - 1].0, 0.0),
        3 => r = i64::from(lot) % cycle,
        _ => {}
    }
    for k in 0..keys.len() {
        let from = if k == 0 { 0 } else { i64::from(keys[k - 1].1) };
        let to = i64::from(keys[k].1);
        if from <= r && r < to {
            #[allow(clippy::cast_precision_loss)] // of 16 bits
            let factor = (r - from) as f64 / (to - from) as f64;
            return (keys[k].0, keys[(k + 1) % keys.len()].0, factor);
        }
    }
    (keys[0].0, keys[0].0, 0.0)
}

fn any_keys() -> impl Strategy<Value = Vec<(u16, u16)>> {
    let times = prop_oneof![0..40u16, 0..1000u16, any::<u16>()];
    let keys = prop::collection::vec((any::<u16>(), times), 1..40);
    (keys, any::<bool>()).prop_map(|(mut keys, sorted)| {
        if sorted {
            keys.sort_by_key(|key| key.1);
        }
        keys
    })
}

/// What to do next with the cache.
#[derive(Debug, Clone)]
enum Step {
    Load(u8),
    Release(u8),
    Wait(u32),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..6u8).prop_map(Step::Load),
        3 => (0..6u8).prop_map(Step::Release),
        1 => (1..50_000u32).prop_map(Step::Wait),
    ]
}

proptest! {
    #[test]
    fn phases_are_those_of_the_transcription(
        mode in 0..8u8,
        keys in any_keys(),
        now in prop_oneof![0..3000u32, any::<u32>()],
        start in prop_oneof![Just(0), 0..3000u32, any::<u32>()],
        seed: u32,
    ) {
        let stored = keys.iter().map(|&(phase, time_ms)| Key { phase, time_ms, unk_0x04: 9 });
        let track = RuntimeTrack::new(Mode(mode), LerpMask(1), stored.collect());
        let mut clock = Clock { now, start };
        let shown = track.at_time(&mut clock, &mut Rand::new(seed)).unwrap();
        let lot = Rand::new(seed).draw();
        let (phase, next, factor) = transcribed(mode, &keys, (now, start), lot);
        prop_assert_eq!((shown.phase, shown.next), (phase, next));
        prop_assert!((f64::from(shown.factor) - factor).abs() < 1e-7);
        prop_assert!((0.0..1.0).contains(&shown.factor));
    }

    #[test]
    fn a_share_is_a_time_of_the_loop(
        mut keys in any_keys(),
        last: u16,
        power in 0..16u32,
        millisecond: u16,
    ) {
        // A cycle that is a power of two has shares that are exact.
        keys.push((last, 1 << power));
        let stored = keys.iter().map(|&(phase, time_ms)| Key { phase, time_ms, unk_0x04: 0 });
        let track = RuntimeTrack::new(Mode::LOOP, LerpMask(1), stored.collect());
        let cycle = track.cycle_ms();
        let r = millisecond % cycle;
        let share = track.at_share(f32::from(r) / f32::from(cycle)).unwrap();
        let mut clock = Clock { now: r.into(), start: 0 };
        let time = track.at_time(&mut clock, &mut Rand::default()).unwrap();
        prop_assert_eq!(share, time);
    }

    #[test]
    fn a_share_never_leaves_the_track(keys in any_keys(), share: f32) {
        let stored = keys.iter().map(|&(phase, time_ms)| Key { phase, time_ms, unk_0x04: 0 });
        let track = RuntimeTrack::new(Mode::LOOP, LerpMask(1), stored.collect());
        let shown = track.at_share(share).unwrap();
        prop_assert!(keys.iter().any(|key| key.0 == shown.phase));
        prop_assert!((0.0..=1.0).contains(&shown.factor));
    }

    #[test]
    fn records_keep_every_bit(bytes in prop::array::uniform32(any::<u8>())) {
        let mut record = [0; RECORD_SIZE];
        for (place, byte) in record.iter_mut().zip(bytes.iter().cycle()) {
            *place = *byte;
        }
        prop_assert_eq!(RuntimePhase::from_bytes(&record).to_bytes(), record);
    }

    #[test]
    fn the_cache_counts_like_a_ledger(steps in prop::collection::vec(any_step(), 0..200)) {
        let texture = plain(PixelFormat::RGB565, 1, Levels::All);
        let library = (0..6).fold(Entries::default(), |library, number| {
            library.with_texture(&format!("{number}.0"), &texture)
        });
        let mut shared = Shared::new(small().with("Textures.lib", library));
        // Users and time of the last release, by texture; the time of the last sweep.
        let mut ledger: BTreeMap<u8, (u32, u32)> = BTreeMap::new();
        let (mut now, mut swept) = (0, 0);
        for step in steps {
            match step {
                Step::Load(number) => {
                    let name = format!("{number}.0");
                    let slot = shared.load_texture(name.as_bytes(), LoadFlags::NONE).unwrap();
                    let loaded = &shared.textures().get(slot).unwrap().object;
                    prop_assert_eq!(loaded.name(), name.as_bytes());
                    let entry = ledger.entry(number).or_default();
                    *entry = (entry.0 + 1, 0);
                }
                Step::Release(number) => {
                    let Some(entry) = ledger.get_mut(&number).filter(|entry| entry.0 > 0) else {
                        continue;
                    };
                    entry.0 -= 1;
                    entry.1 = if entry.0 == 0 { now } else { 0 };
                    let name = format!("{number}.0").into_bytes();
                    let found = shared.textures().iter().find(|(_, slot)| slot.object.name() == name);
                    let slot = found.unwrap().0;
                    shared.release_texture(slot);
                }
                Step::Wait(time) => {
                    now += time;
                    shared.set_game_time(now);
                    if now - swept >= 20_000 {
                        swept = now;
                        ledger.retain(|_, entry| entry.0 > 0 || now - entry.1 <= 60_000);
                    }
                }
            }
            let kept: BTreeMap<u8, (u32, u32)> = shared
                .textures()
                .iter()
                .map(|(_, slot)| (slot.object.name()[0] - b'0', (slot.references, slot.released)))
                .collect();
            prop_assert_eq!(&kept, &ledger);
        }
    }
}
