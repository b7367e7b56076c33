//! Each rule broken alone.

use super::*;
use crate::{Findings, Mode};

fn sample() -> MissionBuf {
    let mut mission = Mission::read(&by_hand(6, 10)).unwrap().to_buf();
    mission.clans.push(Clan::new(b"Player", ClanKind::PLAYER));
    mission.clans.push(Clan::new(b"Clan I", ClanKind::ENEMY));
    mission.relate(&[[0, 1]]);
    mission
}

fn found(change: impl FnOnce(&mut MissionBuf)) -> Vec<String> {
    let mut mission = sample();
    change(&mut mission);
    let mut findings = Findings::new(Mode::Strict, true);
    check(&mission.write().unwrap(), &mut findings);
    let told = findings.list().iter();
    told.map(|finding| format!("{} {}", finding.code.id, finding.field)).collect()
}

#[test]
fn the_sample_is_sound() {
    assert_eq!(found(|_| {}), [""; 0]);
}

/// A change, and what is found of it.
type Case = (fn(&mut MissionBuf), &'static [&'static str]);

#[test]
fn each_rule_is_broken_alone() {
    let cases: &[Case] = &[
        (|m| m.version = 2, &["tma.version.usual version"]),
        (|m| m.tail = vec![0], &["tma.end tail"]),
        (|m| m.routes[0].id = 1, &["tma.route.id routes[0].id"]),
        (|m| m.routes[0].points.truncate(2), &["tma.route.points routes[0].points"]),
        (|m| m.clans[0].head.unk_0x00 = 0, &["tma.clan.word clans[0].unk_0x00"]),
        (|m| m.clans[2].head.kind = ClanKind(4), &["tma.clan.kind clans[2].kind"]),
        (|m| m.clans[1].head.base = [10_000.5, 0.0], &["tma.clan.base clans[1].base"]),
        (|m| m.clans[1].head.base = [10_000.0, -20_000.0], &[]),
        (|m| m.clans[0].minds = 0, &["tma.clan.minds clans[0].minds"]),
        (|m| m.clans[0].zones[0].kind = 2, &["tma.zone.kind clans[0].zones[0].kind"]),
        (|m| m.clans[0].zones[0].inner = 41.0, &["tma.zone.radii clans[0].zones[0].inner"]),
        (|m| m.clans[1].zones = m.clans[0].zones.clone(), &["tma.zone.clan clans[1].zones"]),
        (
            |m| m.clans[2].relations[1].stance = Stance(7),
            &["tma.relation.stance clans[2].relations[1].stance"],
        ),
        (|m| drop(m.clans[1].relations.pop()), &["tma.relation.names clans[1].relations"]),
        (
            |m| {
                m.clans[1].relations.push(Relation { name: b"Who".to_vec(), stance: Stance::ENEMY })
            },
            &["tma.relation.names clans[1].relations[3].name"],
        ),
        (
            |m| m.clans[1].relations.extend_from_within(..1),
            &["tma.relation.names clans[1].relations[3].name"],
        ),
        (
            |m| m.clans[0].relations[2].stance = Stance::ALLY,
            &["tma.relation.mutual clans[0].relations[2].stance"],
        ),
        (
            |m| m.clans[2].relations[2].stance = Stance::ENEMY,
            &["tma.relation.self clans[2].relations[2].stance"],
        ),
        (
            |m| {
                m.clans[2].name = b"Player".to_vec();
                m.clans.iter_mut().for_each(|clan| drop(clan.relations.pop()));
            },
            &["tma.clan.name clans[2].name"],
        ),
        (
            |m| m.objects[0].kind = PlacedKind(4),
            &["tma.object.kind objects[0].kind", "tma.host.missing objects[1].host"],
        ),
        (|m| m.objects[0].unk_0x04 = 2, &["tma.object.word objects[0].unk_0x04"]),
        (|m| m.objects[0].owner = 3, &["tma.object.owner objects[0].owner"]),
        (|m| m.objects[0].owner = -1, &["tma.object.owner objects[0].owner"]),
        (
            |m| m.objects[0].properties.push(Property::whole(b"ClanID", [1, 0, -1])),
            &["tma.object.clan-id objects[0].properties[3].whole.value"],
        ),
        (
            |m| m.objects[1].logical_id = 9,
            &["tma.object.logical-id objects[1].properties[1].whole.value"],
        ),
        (|m| m.objects.extend_from_within(..1), &["tma.object.id-twice objects[2].logical_id"]),
        (|m| m.objects[1].scale = [2.0; 3], &["tma.object.scale objects[1].scale"]),
        (
            |m| {
                m.objects[1].kind = PlacedKind::ROCK;
                (m.objects[1].host, m.objects[1].host_vertex) = (-1, -1);
                m.objects[1].scale = [2.0, 2.0, 1.0];
            },
            &["tma.object.scale.uniform objects[1].scale"],
        ),
        (|m| m.objects[1].turn[0] = 0.1, &["tma.object.turn objects[1].turn"]),
        (|m| m.objects[1].host_vertex = -1, &["tma.host.half objects[1].host"]),
        (|m| m.objects[1].host = 7, &["tma.host.missing objects[1].host"]),
        (|m| m.objects[1].kind = PlacedKind::VEGETATION, &["tma.host.guest objects[1].host"]),
        (
            |m| m.objects[0].properties[0].kind = PropertyKind(2),
            &["tma.property.kind objects[0].properties[0].kind"],
        ),
        (
            |m| m.objects[0].properties[0] = Property::float(b"Life state", [1.5, 0.0, 1.0]),
            &["tma.property.bounds objects[0].properties[0].float.value"],
        ),
        (
            |m| m.objects[0].properties[0] = Property::whole(b"FreeBotNum", [-1, 0, i32::MAX]),
            &["tma.property.bounds objects[0].properties[0].whole.value"],
        ),
        (
            |m| m.objects[0].properties[0] = Property::float(b"CurrentOre", [5.0, f32::NAN, 9.0]),
            &[],
        ),
        (|m| m.objects[0].properties[2] = Property::float(b"NOT USED", [f32::NAN; 3]), &[]),
        (|m| m.objects[0].property_word = 0, &["tma.property.word objects[0].property_word"]),
        (|m| m.lode_word = 2, &["tma.lode.word lode_word"]),
        (|m| m.lodes[0].kind = LodeKind(3), &["tma.lode.kind lodes[0].kind"]),
        (|m| m.land.push(0), &["tma.text.nul land"]),
        (|m| m.objects[0].name = b"a\0".to_vec(), &["tma.text.nul objects[0].name"]),
    ];
    for (place, (change, expected)) in cases.iter().enumerate() {
        assert_eq!(found(change), *expected, "case {place}");
    }
}

#[test]
fn a_mission_that_breaks_a_rule_is_not_read_strictly() {
    let mut mission = sample();
    assert!(Mission::read_strict(&mission.write().unwrap()).is_ok());
    mission.objects[0].owner = 7;
    let error = Mission::read_strict(&mission.write().unwrap()).unwrap_err();
    assert_eq!(error.field, "objects[0].owner");
    assert!(error.offset.is_some());
}

#[test]
fn what_repeats_something_follows_it() {
    let mut before = sample();
    before.objects[0].properties.push(Property::whole(b"ClanID", [0, 0, -1]));
    let mut after = before.clone();
    after.objects[0].owner = 2;
    after.objects[1].logical_id = 50;
    let lines = after.follow(&before);
    assert_eq!(
        lines,
        [
            "objects[0].properties[3].whole.value: 0 becomes 2",
            "objects[1].properties[1].whole.value: 41 becomes 50"
        ]
    );
    let wholes = WholeRange { value: 2, min: 0, max: -1 };
    assert_eq!(after.objects[0].properties[3].range(), Range::Whole(wholes));
    let wholes = WholeRange { value: 50, min: 50, max: 50 };
    assert_eq!(after.objects[1].properties[1].range(), Range::Whole(wholes));
    assert!(after.follow(&before).is_empty(), "once is enough");
    // Who sets the property knows better; mending does not ask.
    let mut own = before.clone();
    own.objects[0].owner = 2;
    own.objects[0].properties[3] = Property::whole(b"ClanID", [1, 0, -1]);
    assert!(own.follow(&before).is_empty());
    own.routes[0].id = 5;
    assert_eq!(own.mend().len(), 2);
    assert!(own.mend().is_empty());
}
