//! Bytes that are no mission, or one that nobody would make.

use super::*;
use crate::{Findings, Mode};

fn codes(bytes: &[u8]) -> Vec<&'static str> {
    let mut findings = Findings::new(Mode::Strict, false);
    check(bytes, &mut findings);
    let mut codes: Vec<_> = findings.list().iter().map(|finding| finding.code.id).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn every_cut_is_told() {
    for (clans, objects) in [(1, 1), (3, 5), (6, 10)] {
        let bytes = by_hand(clans, objects);
        for end in 0..bytes.len() {
            let error = Mission::read(&bytes[..end]).unwrap_err();
            assert!(error.offset.is_some_and(|at| at <= end as u64), "{end}: {error}");
            let codes = codes(&bytes[..end]);
            assert!(codes == ["tma.truncated"] || codes == ["tma.count"], "{end}: {codes:?}");
        }
    }
}

#[test]
fn counts_of_four_billion_are_refused_before_anything_is_kept() {
    let head = || Bytes::default().word(1);
    let cases = [
        head().word(u32::MAX),
        head().word(1).int(0).word(u32::MAX),
        head().word(0).word(6).word(u32::MAX),
        head()
            .word(0)
            .word(3)
            .word(1)
            .text(b"")
            .int(-1)
            .floats(&[0.0; 2])
            .word(0)
            .text(b"")
            .word(u32::MAX),
        head().word(0).word(1).word(0).word(1).word(u32::MAX),
        head()
            .word(0)
            .word(1)
            .word(0)
            .word(6)
            .word(1)
            .word(2)
            .word(0)
            .text(b"t")
            .int(0)
            .int(0)
            .floats(&[0.0; 6])
            .word(1)
            .word(u32::MAX),
        head()
            .word(0)
            .word(1)
            .word(0)
            .word(10)
            .word(0)
            .text(b"")
            .word(0)
            .text(b"")
            .word(1)
            .word(u32::MAX),
    ];
    let fields = [
        "routes",
        "routes[0].points",
        "clans",
        "clans[0].zones",
        "objects",
        "objects[0].properties",
        "lodes",
    ];
    for (case, field) in cases.iter().zip(fields) {
        // So that there are bytes to be counted.
        let bytes = [&case.0[..], &[0; 400]].concat();
        let error = Mission::read(&bytes).unwrap_err();
        assert_eq!(error.field, field, "{error}");
        assert_eq!(error.offset, Some(case.0.len() as u64 - 4));
        assert_eq!(codes(&bytes), ["tma.count"], "{field}");
    }
}

#[test]
fn texts_past_the_end_are_refused() {
    let bytes = Bytes::default().word(1).word(0).word(1).word(0).word(1).word(0).word(u32::MAX).0;
    let error = Mission::read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "land at 0x1c: needs 4294967295 bytes, but only 0 are left");
    assert_eq!(codes(&bytes), ["tma.truncated"]);
}

#[test]
fn versions_nobody_knows_are_refused() {
    for (clans, code) in
        [(0, "tma.clan-version"), (7, "tma.clan-version"), (6, "tma.object-version")]
    {
        let bytes = Bytes::default().word(1).word(0).word(clans).word(0).word(11).word(0).0;
        assert_eq!(codes(&bytes), [code]);
    }
}

#[test]
fn many_parts_are_not_looked_at_once_for_each_other() {
    // Many clans of one name, all wrong. Looking at all of them for each would take minutes.
    let many = 40_000u32;
    let mut bytes = Bytes::default().word(1).word(0).word(6).word(many);
    for _ in 0..many {
        bytes =
            bytes.text(b"").int(0).floats(&[0.0; 2]).word(9).text(b"").word(0).text(b"").word(0);
        bytes = bytes.word(1).text(b"x").word(2);
    }
    let bytes = bytes.word(10).word(0).text(b"").word(0).text(b"").word(1).word(0).0;
    let found = ["tma.clan.kind", "tma.clan.name", "tma.relation.names", "tma.relation.stance"];
    assert_eq!(codes(&bytes), found);
    // One object with many properties, each told by its place.
    let mut mission = MissionBuf::new(b"");
    let mut object = Object::new(PlacedKind::ROCK, b"");
    object.properties = vec![Property::float(b"", [2.0, 0.0, 1.0]); 100_000];
    mission.objects.push(object);
    assert_eq!(codes(&mission.write().unwrap()), ["tma.property.bounds"]);
}

#[test]
fn hosts_that_host_each_other_are_told() {
    let mut mission = MissionBuf::new(b"");
    mission.clans.push(Clan::new(b"Player", ClanKind::PLAYER));
    mission.relate(&[]);
    for (id, host) in [(1, 2), (2, 1)] {
        let mut object = Object::new(PlacedKind::BUILDING, b"UNITS\\a.dat");
        (object.owner, object.logical_id) = (0, id);
        (object.host, object.host_vertex) = (host, 0);
        mission.objects.push(object);
    }
    assert_eq!(codes(&mission.write().unwrap()), ["tma.host.guest"]);
    mission.objects[1].kind = PlacedKind::UNIT;
    mission.objects[1].host = 2;
    assert_eq!(codes(&mission.write().unwrap()), ["tma.host.guest", "tma.host.missing"]);
}

#[test]
fn huge_and_odd_numbers_are_told() {
    let mut mission = Mission::read(&by_hand(6, 10)).unwrap().to_buf();
    mission.objects[0].position = [1e38, -1e38, 3.4e38];
    assert_eq!(codes(&mission.write().unwrap()), [""; 0], "huge, but numbers");
    mission.objects[0].position[2] = f32::NAN;
    mission.routes[0].points[1][0] = f32::INFINITY;
    mission.clans[0].head.base[0] = f32::NEG_INFINITY;
    mission.lodes[0].amount = f32::NAN;
    let mut findings = Findings::new(Mode::Strict, true);
    check(&mission.write().unwrap(), &mut findings);
    let fields: Vec<_> = findings.list().iter().map(|finding| finding.field.as_str()).collect();
    assert_eq!(
        fields,
        ["routes[0].points[1]", "clans[0].base", "objects[0].position", "lodes[0].amount"]
    );
    assert!(findings.list().iter().all(|finding| finding.offset.is_some()));
}
