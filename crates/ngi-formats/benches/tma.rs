//! Missions: 200 objects with the properties that the game's have, read and checked.

#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::tma::{self, Clan, ClanKind, Mission, MissionBuf, Object, PlacedKind, Property};
use ngi_formats::{Findings, Mode};

/// What a building or unit of the game has.
fn owned(kind: PlacedKind, path: &[u8], owner: i32, id: i32) -> Object {
    let mut object = Object::new(kind, path);
    (object.owner, object.logical_id) = (owner, id);
    object.name = b"Clan I hangar".to_vec();
    object.properties = vec![
        Property::float(b"Invulnerability", [0.0, 0.0, 1.0]),
        Property::float(b"Life state", [1.0, 0.0, 1.0]),
        Property::whole(b"LogicalID", [id, id, id]),
        Property::whole(b"ClanID", [owner, 0, -1]),
        Property::whole(b"Type", [0x0100_8000, 0x0100_8000, 0x0100_8000]),
        Property::float(b"MaxSpeedPercent", [1.0, 0.0, 1.0]),
        Property::float(b"MaximumOre", [1000.0, 0.0, 1e6]),
        Property::float(b"CurrentOre", [0.0, 0.0, 1000.0]),
        Property::float(b"ChargeRadius", [5.0, 5.0, 5.0]),
        Property::whole(b"FreeBotNum", [0, 0, i32::MAX]),
        Property::whole(b"FreeTechnoNum", [0, 0, i32::MAX]),
        Property::float(b"FreeConstructionTime", [2.0, 2.0, 1000.0]),
        Property::float(b"FreeResearchTime", [2.0, 2.0, 1000.0]),
        Property::whole(b"NOT USED", [0, 0, 0]),
        Property::whole(b"NOT USED", [0, 0, 0]),
    ];
    object
}

/// 40 buildings, 60 units, 70 plants, 30 stones: as many of each as in the game.
fn mission() -> Vec<u8> {
    let mut mission = MissionBuf::new(b"DATA\\MAPS\\SC_3\\land");
    mission.clans = [b"Player", b"Clan I", b"Ntrl 0"]
        .into_iter()
        .map(|name| Clan { minds: 60, ..Clan::new(name, ClanKind::ENEMY) })
        .collect();
    mission.relate(&[]);
    for number in 0..200 {
        let mut object = match number {
            0..40 => {
                owned(PlacedKind::BUILDING, b"UNITS\\BUILDS\\hangar_1.dat", number % 3, number)
            }
            40..100 => {
                owned(PlacedKind::UNIT, b"UNITS\\UNITS\\AI\\scout_2.dat", number % 3, number)
            }
            _ => {
                let rock = number >= 170;
                let kind = if rock { PlacedKind::ROCK } else { PlacedKind::VEGETATION };
                let mut object =
                    Object::new(kind, if rock { b"s_stone_06" } else { b"s_tree_006" });
                object.properties = vec![
                    Property::float(b"Invulnerability", [0.0, 0.0, 1.0]),
                    Property::float(b"Life state", [1.0, 0.0, 1.0]),
                ];
                object
            }
        };
        object.position = [number as f32, 2.0 * number as f32, 0.0];
        mission.objects.push(object);
    }
    mission.write().expect("fits")
}

fn read(criterion: &mut Criterion) {
    let bytes = mission();
    let mut findings = Findings::new(Mode::Strict, true);
    tma::check(&bytes, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list());
    let mut target = vec![0u8; bytes.len()];
    let mut memcpy = |b: &mut criterion::Bencher<'_>| {
        b.iter(|| {
            target.copy_from_slice(black_box(&bytes));
            black_box(&mut target);
        });
    };

    let mut group = criterion.benchmark_group("tma/read");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("ours", |b| b.iter(|| Mission::read(black_box(&bytes)).is_ok()));
    group.bench_function("memcpy", &mut memcpy);
    group.finish();

    let mut group = criterion.benchmark_group("tma/read-check-200");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("ours", |b| {
        b.iter(|| {
            let mut findings = Findings::new(Mode::Strict, true);
            tma::check(black_box(&bytes), &mut findings);
            findings.is_empty()
        });
    });
    group.bench_function("memcpy", &mut memcpy);
    group.finish();

    let mission = Mission::read(&bytes).expect("made right here");
    let mut group = criterion.benchmark_group("tma/to-values-and-back");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("ours", |b| b.iter(|| black_box(&mission).to_buf().write()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = read
}
criterion_main!(benches);
