//! Every record by its bytes, every version by its gates, there and back.

use super::*;
use crate::schema::Record as _;
use crate::{Findings, Mode};

#[test]
fn every_version_comes_back_byte_for_byte() {
    for (clans, objects) in versions() {
        let bytes = by_hand(clans, objects);
        let mission = Mission::read(&bytes).unwrap();
        assert!(mission.tail().is_empty(), "{clans} {objects}");
        assert_eq!(mission.to_buf().write().unwrap(), bytes, "{clans} {objects}");
        assert!(is_mission(&bytes));
        let clan = mission.clan(0).unwrap();
        let has = [
            clan.script.is_some(),
            clan.zones.is_some(),
            clan.tree.is_some(),
            clan.minds.is_some(),
            mission.relation_count(0) == 1,
        ];
        assert_eq!(has, [2, 3, 4, 5, 6].map(|since| clans >= since), "{clans}");
        let object = mission.object(1).unwrap();
        let has = [
            mission.map_word().is_some() && mission.description().is_some(),
            object.owner.is_some(),
            object.logical_id.is_some(),
            mission.lodes().len() == 1 && mission.lode_word().is_some(),
            object.property_word.is_some() && mission.property_count(1) == 3,
            object.name.is_some(),
            object.start.is_some(),
            object.host.is_some(),
            object.scale.is_some(),
        ];
        assert_eq!(has, [2, 3, 4, 5, 6, 7, 8, 9, 10].map(|since| objects >= since), "{objects}");
    }
}

#[test]
fn every_field_is_where_the_table_says() {
    let bytes = by_hand(6, 10);
    let mission = Mission::read(&bytes).unwrap();
    assert_eq!((mission.version(), mission.route_count()), (1, 1));
    let route = mission.route(0).unwrap();
    assert_eq!((route.id, route.points.get(2)), (0, Some([0.0, 10.0, 3.0])));
    let clan = mission.clan(0).unwrap();
    assert_eq!((clan.name, clan.head.unk_0x00), (&b"Natur"[..], -1));
    assert_eq!((clan.head.base, clan.head.kind), ([120.5, 80.0], ClanKind::NATURE));
    assert_eq!(clan.script, Some(&b"MISSIONS\\SCRIPTS\\n"[..]));
    let zone = Zone { kind: 1, center: [5.0, 6.0, 7.0], inner: 20.0, outer: 40.0 };
    assert_eq!(clan.zones.unwrap().to_vec(), [zone]);
    assert_eq!((clan.tree, clan.minds), (Some(&b"MISSIONS\\SCRIPTS\\x.trf"[..]), Some(7)));
    let relation = mission.relation(0, 0).unwrap();
    assert_eq!((relation.name, relation.stance), (&b"Natur"[..], Stance::ALLY));
    assert!(mission.relation(0, 1).is_none() && mission.relation(1, 0).is_none());
    let object = mission.object(1).unwrap();
    assert_eq!(object.head, ObjectHead { kind: PlacedKind::UNIT, unk_0x04: OBJECT_WORD });
    assert_eq!(object.path, b"UNITS\\UNITS\\b.dat");
    assert_eq!((object.owner, object.logical_id), (Some(0), Some(41)));
    let placement = Placement { position: [1.0, 2.0, 3.0], turn: [0.0, 0.0, 1.5] };
    assert_eq!((object.placement, object.scale), (placement, Some([1.0; 3])));
    assert_eq!(object.name, Some(&b"\xc4\xee\xec"[..]));
    assert_eq!(object.start, Some(StartFlag::KEEP_HEIGHT));
    assert_eq!(object.host, Some(Host { host: 40, host_vertex: 2 }));
    let floats = FloatRange { value: 0.5, min: 0.0, max: 1.0 };
    assert_eq!(mission.property(1, 0).unwrap().range(), Range::Float(floats));
    let wholes = WholeRange { value: 41, min: 41, max: 41 };
    assert_eq!(mission.property_named(1, b"logicalid").unwrap().range(), Range::Whole(wholes));
    assert_eq!(mission.property(1, 2).unwrap().name, b"NOT USED");
    assert_eq!(mission.land(), b"DATA\\MAPS\\SC_3\\land");
    assert_eq!(mission.map_word(), Some(1));
    assert_eq!(mission.description(), Some(&b"Title\xcd\xcd\xcd\xcdjunk"[..]));
    assert_eq!(mission.title(), b"Title");
    assert_eq!(mission.lode_word(), Some(1));
    let lode = mission.lodes().get(0).unwrap();
    assert_eq!((lode.position, lode.found), ([50.0, 60.0, 0.0], 1));
    assert_eq!((lode.kind, lode.amount, lode.unk_0x18), (LodeKind::ORE, 1e4, 0));
}

#[test]
fn records_have_the_sizes_of_the_table() {
    let sizes = RECORDS.iter().map(|shape| (shape.name, shape.size)).collect::<Vec<_>>();
    let of = |name: &str| sizes.iter().find(|(known, _)| *known == name).map(|(_, size)| *size);
    for (name, size) in [("Zone", 24), ("Lode", 28), ("Placement", 24), ("ClanHead", 16)] {
        assert_eq!(of(name), Some(size), "{name}");
    }
    // 40 bytes of a clan besides texts, zones and relations; 80 of an object besides its texts and
    // properties; 20 of a property besides its name; 44 of the smallest mission of the game.
    let mut mission = MissionBuf::new(b"");
    assert_eq!(mission.write().unwrap().len(), 44);
    mission.clans.push(Clan::new(b"", ClanKind::NATURE));
    assert_eq!(mission.write().unwrap().len(), 44 + 40);
    mission.objects.push(Object::new(PlacedKind::ROCK, b""));
    assert_eq!(mission.write().unwrap().len(), 44 + 40 + 80);
    mission.objects[0].properties.push(Property::float(b"", [0.0; 3]));
    assert_eq!(mission.write().unwrap().len(), 44 + 40 + 80 + 20);
    assert_eq!(Zone::SIZE + Lode::SIZE, Zone::SHAPE.size + Lode::SHAPE.size);
}

#[test]
fn odd_values_come_back() {
    let mut mission = Mission::read(&by_hand(6, 10)).unwrap().to_buf();
    mission.version = 0xdead_beef;
    mission.clans[0].head.kind = ClanKind(77);
    mission.objects[0].kind = PlacedKind(u32::MAX);
    mission.objects[0].position[1] = f32::from_bits(0x7fc0_1234);
    mission.objects[0].properties[0].kind = PropertyKind(9);
    mission.lodes[0].unk_0x18 = 100.0f32.to_bits();
    mission.description = (0..=255).collect();
    mission.tail = b"behind".to_vec();
    let bytes = mission.write().unwrap();
    let read = Mission::read(&bytes).unwrap();
    assert_eq!(read.tail(), b"behind");
    assert_eq!(read.to_buf().write().unwrap(), bytes);
    assert!(!is_mission(&bytes), "something follows, and the version is another");
}

#[test]
fn a_version_loses_nothing() {
    let mission = Mission::read(&by_hand(6, 10)).unwrap().to_buf();
    let told = |change: fn(&mut MissionBuf)| {
        let mut mission = mission.clone();
        change(&mut mission);
        mission.write().unwrap_err().to_string()
    };
    let lost = told(|mission| mission.object_version = ObjectVersion(8));
    assert!(lost.starts_with("objects[1].host_vertex: version 8"), "{lost}");
    let lost = told(|mission| mission.clan_version = ClanVersion(5));
    assert!(lost.starts_with("clans[0].relations: version 5"), "{lost}");
    let lost = told(|mission| mission.clan_version = ClanVersion(7));
    assert_eq!(lost, "clan_version: 7 is not from 1 to 6");
    let lost = told(|mission| mission.object_version = ObjectVersion(0));
    assert_eq!(lost, "object_version: 0 is not from 1 to 10");
    // What is as in a new one is no loss, and comes back.
    let mut mission = mission.clone();
    mission.object_version = ObjectVersion(9);
    let bytes = mission.write().unwrap();
    assert_eq!(bytes, by_hand(6, 9));
    mission.objects[0].scale = [1.0, 1.0, 2.0];
    assert!(mission.write().unwrap_err().to_string().starts_with("objects[0].scale: version 9"));
}

#[test]
fn descriptions_end_where_the_fill_begins() {
    let cases: [(&[u8], &[u8]); 7] = [
        (b"", b""),
        (b"All", b"All"),
        (b"Some\0more", b"Some"),
        (b"Some\xcd\xcd\xcd", b"Some"),
        (b"Some\xcd", b"Some"),
        (b"\xcd\xe0\xf7\xe0\xeb\xee\xcd\xcd", b"\xcd\xe0\xf7\xe0\xeb\xee"),
        (b"\xcd\0", b""),
    ];
    for (buffer, text) in cases {
        assert_eq!(description::split(buffer), (text, &buffer[text.len()..]), "{buffer:?}");
    }
}

#[test]
fn points_are_inside_a_route_as_the_engine_tells() {
    let bytes = by_hand(1, 1);
    let mission = Mission::read(&bytes).unwrap();
    let route = mission.route(0).unwrap();
    for (point, inside) in
        [([2.0, 2.0], true), ([6.0, 6.0], false), ([-1.0, 5.0], false), ([1.0, 8.0], true)]
    {
        assert_eq!(route.contains(point), inside, "{point:?}");
    }
    let empty = MissionBuf { routes: vec![Route::default()], ..MissionBuf::new(b"") };
    let bytes = empty.write().unwrap();
    assert!(!Mission::read(&bytes).unwrap().route(0).unwrap().contains([0.0; 2]));
}

#[test]
fn what_was_made_by_hand_is_sound() {
    for (clans, objects) in versions() {
        let bytes = by_hand(clans, objects);
        let mut findings = Findings::new(Mode::Strict, false);
        check(&bytes, &mut findings);
        assert!(findings.is_empty(), "{clans} {objects}: {:?}", findings.list());
    }
    let mut findings = Findings::new(Mode::Strict, true);
    check(&by_hand(6, 10), &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list());
}
