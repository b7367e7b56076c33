use super::*;
use crate::nres::{Editor, NewEntry};
use crate::{Code, Findings, Level, Mode};

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    let mut ids: Vec<_> = findings.list().iter().map(|finding| finding.code.id).collect();
    ids.dedup();
    // The archive's own rules are tested with the archive.
    ids.retain(|id| id.starts_with("areal."));
    ids
}

fn archive(entries: &[(u32, &str, Vec<u8>, u32)]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, payload, attr1) in entries {
        let entry = NewEntry::new(*type_id, name).unwrap().attributes(*attr1, 0, 1);
        editor.add(entry, payload.clone()).unwrap();
    }
    editor.write().unwrap()
}

fn file(payload: Vec<u8>, count: u32) -> Vec<u8> {
    archive(&[(12, "ArealMap", payload, count)])
}

/// A sound map of 128 × 128 cells, changed.
fn changed(change: impl FnOnce(&mut ArealMapBuf)) -> Vec<u8> {
    let mut map = board(3, 3).build().unwrap();
    map.set_cells(128, 128).unwrap();
    change(&mut map);
    map.write_file().unwrap()
}

fn head(change: impl FnOnce(&mut ArealHead)) -> Vec<u8> {
    changed(|map| change(&mut map.areals[4].head))
}

fn link(areal: i32, edge: i32) -> Vec<u8> {
    changed(|map| map.areals[0].links[0] = Link { areal, edge })
}

/// Lists of an areal that is listed again behind itself.
fn many(count: usize) -> Vec<u8> {
    let areal = raw_areal(
        [0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
        [1, 0, 1, 0],
        &square(0.0, 0.0, 1.0),
        &[[-1; 2]; 4],
        &[],
    );
    let ids: Vec<u16> = (0..1024u16).collect();
    let cells = raw_cells(1, 1, &[&ids[..count]]);
    let areals: Vec<u8> = std::iter::repeat_n(areal, 1024).flatten().collect();
    file([areals, cells].concat(), 1024)
}

fn pool() -> Vec<u8> {
    let mut map = board(20, 13).build().unwrap();
    map.set_cells(128, 128).unwrap();
    let everybody: Vec<u16> = (0..260).collect();
    let lists = std::iter::repeat_n(everybody, 128 * 128);
    map.cells.fill(lists).unwrap();
    map.write_file().unwrap()
}

fn polygon(change: impl FnOnce(&mut Vec<[f32; 3]>)) -> Vec<u8> {
    changed(|map| {
        // An areal on its own, so that no link is wrong.
        for areal in &mut map.areals {
            areal.links.fill(Link::NONE);
        }
        change(&mut map.areals[4].polygon);
        let count = map.areals[4].polygon.len();
        map.areals[4].links.resize(count, Link::NONE);
    })
}

/// For every rule maps that break it, and what else they cannot help breaking.
fn broken() -> Vec<(&'static Code, Vec<u8>, &'static [&'static str])> {
    let (sample, count) = sample();
    let sized = |across, down, lists: &[&[u16]]| {
        let areals = sample.len() - 8 - 12;
        file([&sample[..areals], &raw_cells(across, down, lists)].concat(), count)
    };
    vec![
        (&codes::FILE, b"NRes".to_vec(), &[]),
        (&codes::CHUNK, archive(&[(13, "ArealMap", vec![], 0)]), &[]),
        (&codes::CHUNK_ONE, archive(&[(12, "Other", board_bytes(), 9)]), &[]),
        (
            &codes::CHUNK_ONE,
            archive(&[(12, "ArealMap", board_bytes(), 9), (1, "x", vec![], 0)]),
            &[],
        ),
        (&codes::AREAL_RANGE, file(sample[..100].to_vec(), count), &[]),
        (&codes::AREAL_RANGE, file(sample.clone(), 3), &[]),
        (&codes::CELLS_HEADER, file(sample[..sample.len() - 13].to_vec(), count), &[]),
        (&codes::CELLS_RANGE, file(sample[..sample.len() - 1].to_vec(), count), &[]),
        (&codes::CELLS_RANGE, sized(u32::MAX, u32::MAX, &[]), &[]),
        (&codes::END, file([sample.clone(), vec![0]].concat(), count), &[]),
        (&codes::AREALS_NONE, file(raw_cells(128, 128, &vec![[].as_slice(); 128 * 128]), 0), &[]),
        (
            &codes::AREALS_LIMIT,
            changed(|map| {
                let mut empty = map.areals[0].clone();
                empty.polygon = square(0.0, 0.0, 0.001);
                empty.head.area = 1e-6;
                empty.head.anchor = [0.0005, 0.0005, 0.0];
                empty.links.fill(Link::NONE);
                map.areals.resize(65_537, empty);
            }),
            &["areal.cell.missing"],
        ),
        (&codes::CELLS_NONE, sized(0, 5, &[]), &[]),
        (&codes::CELLS_GAME, sized(2, 1, &[&[0, 1], &[0, 1]]), &[]),
        (&codes::CELL_ID, changed(|map| map.cells.set(0, 0, &[0, 9]).unwrap()), &[]),
        (&codes::CELL_COUNT, many(1024), &["areal.cells.game", "areal.overlap", "areal.tiling"]),
        (&codes::CELLS_POOL, pool(), &[]),
        (&codes::CELL_TWICE, changed(|map| map.cells.set(0, 0, &[0, 3, 0]).unwrap()), &[]),
        (
            &codes::CELL_MISSING,
            changed(|map| {
                let (x, y) = map.frame().unwrap().cell(15.0, 15.0);
                map.cells.set(x, y, &[]).unwrap()
            }),
            &["areal.cell.middle"],
        ),
        (&codes::CELL_MIDDLE, changed(|map| map.cells.set(2, 3, &[1]).unwrap()), &[]),
        (&codes::CORNERS, polygon(|polygon| polygon.truncate(2)), &["areal.tiling"]),
        (&codes::FINITE, polygon(|polygon| polygon[1][2] = f32::NAN), &[]),
        (&codes::FINITE, head(|head| head.anchor[1] = f32::INFINITY), &[]),
        (
            &codes::FLAT,
            polygon(|polygon| polygon.iter_mut().for_each(|corner| corner[0] = 15.0)),
            &["areal.tiling"],
        ),
        (&codes::WINDING, polygon(|polygon| polygon.reverse()), &[]),
        (
            &codes::CROSSING,
            // The upper left corner cut off, its two new corners the wrong way round.
            polygon(|polygon| {
                polygon.splice(3.., [[10.0, 19.95, 0.0], [10.05, 20.0, 0.0]]).for_each(drop)
            }),
            &[],
        ),
        (
            &codes::CROSSING,
            // There and back along the lower edge.
            polygon(|polygon| {
                polygon.splice(1..1, [[14.0, 10.0, 0.0], [12.0, 10.0, 0.0]]).for_each(drop)
            }),
            &[],
        ),
        (&codes::NORMAL, head(|head| head.normal = [0.0, 0.0, 0.9999]), &[]),
        (&codes::NORMAL, head(|head| head.normal = [f32::NAN, 0.0, 1.0]), &[]),
        (&codes::LINK_PAIR, link(-1, 0), &[]),
        (&codes::LINK_PAIR, link(1, -1), &[]),
        (&codes::LINK_AREAL, link(9, 0), &[]),
        (&codes::LINK_AREAL, link(-2, 0), &[]),
        (&codes::LINK_SELF, link(0, 2), &[]),
        (&codes::LINK_EDGE, link(1, 4), &[]),
        (&codes::LINK_EDGE, link(1, -7), &[]),
        (&codes::LINK_TWIN, link(1, 0), &[]),
        (
            &codes::LINK_PLACE,
            changed(|map| {
                map.areals[0].links[0] = Link { areal: 2, edge: 0 };
                map.areals[2].links[0] = Link { areal: 0, edge: 0 };
            }),
            &[],
        ),
        (&codes::RESERVED, head(|head| head.unk_0x0c = 1.0), &[]),
        (&codes::RESERVED, head(|head| head.unk_0x24 = 1), &[]),
        (&codes::RESERVED, head(|head| head.unk_0x2c = 1), &[]),
        (&codes::AREA, head(|head| head.area = 84.0), &[]),
        (&codes::AREA, head(|head| head.area = f32::NAN), &[]),
        (&codes::AREA_CLOSE, head(|head| head.area = 97.0), &[]),
        (&codes::ANCHOR, head(|head| head.anchor = [5.0, 5.0, 0.0]), &[]),
        (&codes::WALKABLE, head(|head| head.walkable = Walkable(2)), &[]),
        (&codes::CLASS, head(|head| head.class = Class(30)), &[]),
        (
            &codes::OVERLAP,
            changed(|map| {
                let polygon = map.areals[0].polygon.clone();
                map.areals[4].polygon = polygon;
            }),
            &["areal.anchor.outside", "areal.cell.middle", "areal.link.place", "areal.link.place"],
        ),
        (&codes::TILING, changed(|map| map.remove(4).unwrap()), &[]),
    ]
}

fn board_bytes() -> Vec<u8> {
    let mut map = board(3, 3).build().unwrap();
    map.set_cells(128, 128).unwrap();
    map.write().unwrap()
}

#[test]
fn each_broken_map_gives_exactly_its_code() {
    for (code, bytes, others) in broken() {
        let mut expected = [others, &[code.id]].concat();
        expected.sort_unstable();
        let mut ids = found(&bytes, Mode::Strict, true);
        ids.sort_unstable();
        assert_eq!(ids, expected, "{}", code.id);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&bytes, Mode::Tolerant, false), expected, "{}", code.id);
    }
}

#[test]
fn an_archive_that_cannot_be_followed_is_said_once() {
    for bytes in [b"NRes".to_vec(), {
        let mut bytes = file(board_bytes(), 9);
        let directory = bytes.len() - 64;
        bytes[directory + 56..directory + 60].copy_from_slice(&0xFFFF_FFF8u32.to_le_bytes());
        bytes
    }] {
        let mut findings = Findings::new(Mode::Strict, false);
        check(&bytes, &mut findings);
        let errors = findings.list().iter().filter(|finding| finding.code.level == Level::Always);
        let ids: Vec<_> = errors.map(|finding| finding.code.id).collect();
        assert_eq!(ids, ["areal.file"]);
    }
}

#[test]
fn every_code_has_a_broken_map() {
    let mut shown: Vec<_> = broken().iter().map(|(code, ..)| code.id).collect();
    shown.dedup();
    let listed: Vec<_> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(shown, listed);
}

#[test]
fn a_sound_map_has_no_findings() {
    assert!(found(&changed(|_| {}), Mode::Strict, true).is_empty());
    // Corners that turn back are normal.
    let mut plan = Plan::new(128, 128);
    plan.add(&[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0], [9.0, 1.0, 0.0]]);
    plan.add(&[[0.0, 0.0, 0.0], [9.0, 1.0, 0.0], [10.0, 10.0, 0.0], [0.0, 10.0, 0.0]]);
    assert!(found(&plan.build().unwrap().write_file().unwrap(), Mode::Strict, true).is_empty());
}

#[test]
fn the_engines_words() {
    let words: Vec<_> = CODES.iter().filter_map(|code| engine_message(code)).collect();
    assert_eq!(
        words,
        [
            message::CANNOT_LOAD,
            message::NO_CHUNK,
            message::INCORRECT,
            message::INCORRECT,
            message::INCORRECT,
            message::INCORRECT,
            message::NO_CELLS,
        ]
    );
    // A rule with words of the engine quotes them.
    for code in CODES {
        assert_eq!(code.rule.contains("panic"), engine_message(code).is_some(), "{}", code.id);
    }
}

#[test]
fn findings_point_at_the_bytes_of_the_file() {
    let mut findings = Findings::new(Mode::Strict, false);
    let bytes = link(9, 0);
    check(&bytes, &mut findings);
    let [finding] = findings.list() else { panic!("{findings:?}") };
    assert_eq!(finding.field, "areals[0].links[0]");
    assert_eq!(finding.offset, Some(16 + 56 + 12 * 4));
    assert_eq!(bytes[16 + 56 + 12 * 4], 9);
    let mut findings = Findings::new(Mode::Strict, false);
    let bytes = changed(|map| map.cells.set(0, 1, &[0, 9]).unwrap());
    check(&bytes, &mut findings);
    let [finding] = findings.list() else { panic!("{findings:?}") };
    assert_eq!(finding.field, "cells[0][1][1]");
    assert_eq!(bytes[usize::try_from(finding.offset.unwrap()).unwrap()], 9);
}

#[test]
fn a_pile_of_areals_is_checked_in_time() {
    // 5000 areals, each over the whole grid: looked at in bounded time.
    let mut map = board(1, 1).build().unwrap();
    map.set_cells(128, 128).unwrap();
    let areal = map.areals[0].clone();
    map.areals.resize(5000, areal);
    let bytes = map.write_file().unwrap();
    assert!(found(&bytes, Mode::Strict, true).contains(&"areal.cell.middle"));
    assert!(found(&bytes, Mode::Strict, false).contains(&"areal.cell.missing"));
}

#[test]
fn a_summary_knows_extent_and_lakes() {
    let mut plan = board(2, 1);
    plan.areals_mut()[1].lake();
    let bytes = plan.build().unwrap().write_file().unwrap();
    let summary = Summary::of(&read_file(&bytes).unwrap());
    assert_eq!((summary.areals, summary.walkable, summary.area), (2, 1, 200.0));
    assert_eq!((summary.min, summary.max), (Some([0.0, 0.0]), Some([20.0, 10.0])));
    assert_eq!((summary.lake_at([15.0, 5.0]), summary.lake_at([5.0, 5.0])), (Some(1), None));
    assert_eq!(Summary::of(&ArealMap::read(&raw_cells(1, 1, &[&[]]), 0).unwrap()).min, None);
}
