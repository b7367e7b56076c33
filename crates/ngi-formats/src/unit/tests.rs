//! Bytes made by hand, and what must hold for all bytes.

use proptest::prelude::*;

use super::*;
use crate::schema::Record as _;
use crate::tree::{Draft, proof};
use crate::{Code, Findings, FixedStr, Level, Mode};

/// A part of a unit, byte by byte.
fn raw(object: &str, attach: i32, class: u32, children: u32) -> Vec<u8> {
    let mut bytes = vec![0; 112];
    bytes[..11].copy_from_slice(b"objects.rlb");
    bytes[32..32 + object.len()].copy_from_slice(object.as_bytes());
    bytes[64] = 1;
    bytes[68..72].copy_from_slice(&attach.to_le_bytes());
    bytes[104..108].copy_from_slice(&class.to_le_bytes());
    bytes[108..112].copy_from_slice(&children.to_le_bytes());
    bytes
}

const HEAD: [u8; 8] = [0xf1, 0xf0, 0, 0, 0, 0x80, 0, 1];

fn unit(parts: &[Vec<u8>]) -> Vec<u8> {
    [HEAD.to_vec(), parts.concat()].concat()
}

/// A chassis with a turret that has two guns, and an engine.
fn sample() -> Vec<u8> {
    unit(&[
        raw("chassis", -1, 0, 2),
        raw("turret", 4, 1, 2),
        raw("gun_a", 1, 4, 0),
        raw("gun_b", 2, 4, 0),
        raw("engine", 0, 3, 0),
    ])
}

fn names(unit: &UnitBuf) -> Vec<String> {
    let line = |(index, part): (usize, &Part)| {
        format!("{}{}", " ".repeat(unit.depth(index).unwrap() as usize), part.member)
    };
    unit.parts().iter().enumerate().map(line).collect()
}

#[test]
fn every_field_is_at_its_offset() {
    let part = Part {
        archive: FixedStr::new(b"objects.rlb").unwrap(),
        member: FixedStr::new(b"chassis").unwrap(),
        unk_0x40: 1,
        attach: -1,
        name: FixedStr::default(),
        class: PartClass::CHASSIS,
        child_count: 2,
    };
    let bytes = sample();
    let unit = Unit::read(&bytes).unwrap();
    assert_eq!(unit.part(0), Some(part));
    assert_eq!(part.write()[..], raw("chassis", -1, 0, 2)[..]);
    assert_eq!(unit.head(), Head { unk_0x02: 0, unit_type: UnitType::BATTLE });
    assert!(!unit.head().unit_type.is_building() && UnitType::MINE.is_building());
    let parents: Vec<_> = (0..6).map(|index| unit.parent(index)).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(0), None]);
    let depths: Vec<_> = (0..5).map(|index| unit.depth(index)).collect();
    assert_eq!(depths, [0, 1, 2, 2, 1]);
    assert_eq!((unit.with_children(1), unit.with_children(9)), (1..4, 9..9));
}

#[test]
fn a_name_may_fill_its_field() {
    let part = Part::new(b"x", PartClass::GUN, 0).unwrap().named(&[0xcf; 32]).unwrap();
    assert_eq!(part.name.to_string(), "П".repeat(32));
    assert!(part.named(&[1; 33]).is_err());
    let bytes = UnitBuf::new(UnitType::HERO, Part { attach: -1, ..part }).write();
    assert_eq!(found(&bytes, Mode::Strict, true), [""; 0]);
    assert_eq!(part.named(b"Ship").unwrap().name, FixedStr::new(b"Ship").unwrap());
}

#[test]
fn a_tree_that_does_not_close_is_refused() {
    let whole = sample();
    for parts in 1..5 {
        let error = Unit::read(&whole[..8 + 112 * parts]).unwrap_err();
        assert!(error.to_string().contains("child_count at 0x"), "{error}");
    }
    let error = Unit::read(&whole[..8 + 112 * 3]).unwrap_err().to_string();
    let why = "2 parts should hang on it, but the file ends after 1";
    assert_eq!(error, format!("parts[1].child_count at 0xe4: {why}"));
    let huge = unit(&[raw("a", -1, 0, u32::MAX), raw("b", 0, 3, 0)]);
    assert!(Unit::read(&huge).is_err());
    for end in 0..8 {
        assert!(Unit::read(&whole[..end]).is_err(), "{end}");
    }
    assert!(Unit::read(b"\xf0\xf1\0\0\0\0\0\0").is_err());
}

#[test]
fn ten_thousand_deep_and_ten_thousand_wide() {
    let mut deep: Vec<Vec<u8>> = (0..10_000).map(|_| raw("a", 0, 3, 1)).collect();
    deep.push(raw("a", 0, 3, 0));
    let bytes = unit(&deep);
    let read = Unit::read(&bytes).unwrap();
    assert_eq!((read.depth(10_000), read.parent(10_000)), (10_000, Some(9_999)));
    assert_eq!(UnitBuf::of(&read).write(), bytes);
    proof::returns(DOCUMENT, &tree(&bytes).unwrap(), make, &bytes);
    let mut wide = vec![raw("a", -1, 0, 10_000)];
    wide.extend((0..10_000).map(|_| raw("b", 0, 3, 0)));
    let bytes = unit(&wide);
    assert_eq!(Unit::read(&bytes).unwrap().parent(10_000), Some(0));
    assert_eq!(UnitBuf::of(&Unit::read(&bytes).unwrap()).write(), bytes);
}

#[test]
fn parts_are_added_taken_out_and_moved_with_their_own() {
    let mut robot = UnitBuf::of(&Unit::read(&sample()).unwrap());
    let part = |name: &[u8]| Part::new(name, PartClass::GUN, 0).unwrap();
    assert_eq!(robot.add(1, part(b"gun_c")).unwrap(), 4);
    assert_eq!(robot.add(0, part(b"tail")).unwrap(), 6);
    let whole = ["chassis", " turret", "  gun_a", "  gun_b", "  gun_c", " engine", " tail"];
    assert_eq!(names(&robot), whole);
    assert_eq!(robot.move_below(1, 5).unwrap(), 2, "the turret, onto the engine");
    let moved = ["chassis", " engine", "  turret", "   gun_a", "   gun_b", "   gun_c", " tail"];
    assert_eq!(names(&robot), moved);
    assert_eq!((robot.parent(4), robot.parent(2), robot.parent(0)), (Some(2), Some(1), None));
    for (part, parent) in [(2, 2), (2, 4), (0, 6), (9, 0), (0, 9)] {
        assert!(robot.move_below(part, parent).is_err(), "{part} {parent}");
    }
    assert_eq!(robot.remove(2).unwrap(), 4);
    assert_eq!(names(&robot), ["chassis", " engine", " tail"]);
    assert!(
        robot.remove(0).is_err() && robot.remove(3).is_err() && robot.add(3, part(b"x")).is_err()
    );
    let bytes = robot.write();
    assert_eq!(Unit::read(&bytes).unwrap().part(0).unwrap().child_count, 2);
    // What a part says itself does not matter.
    robot.part_mut(1).unwrap().child_count = 99;
    assert_eq!(robot.write(), bytes);
}

#[test]
fn depths_make_a_tree_or_are_refused() {
    let part = || Part::new(b"x", PartClass::GUN, 0).unwrap();
    let made = |depths: &[u32]| {
        let parts = depths.iter().map(|depth| (part(), *depth)).collect();
        UnitBuf::of_depths(Head::default(), parts, Vec::new())
    };
    for good in [&[][..], &[0], &[0, 0], &[0, 1, 2, 2, 1], &[0, 1, 2, 3, 0]] {
        let bytes = made(good).unwrap().write();
        let read = Unit::read(&bytes).unwrap();
        let depths: Vec<u32> = (0..read.len()).map(|index| read.depth(index)).collect();
        assert_eq!(depths, good);
    }
    for (bad, part) in [(&[1][..], 0), (&[0, 2], 1), (&[0, 1, u32::MAX], 2)] {
        let error = made(bad).unwrap_err();
        assert_eq!(error.field, format!("parts[{part}].depth"));
    }
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |at: usize, bytes: &[u8]| {
        let mut unit = sample();
        unit[at..at + bytes.len()].copy_from_slice(bytes);
        unit
    };
    let second = 8 + 112;
    let roots = unit(&[raw("a", -1, 0, 0), raw("b", -1, 0, 0)]);
    vec![
        (&codes::HEAD, b"\xf1\xf0\0\0".to_vec()),
        (&codes::HEAD, b"abcdefgh".to_vec()),
        (&codes::HEAD_ZERO, with(2, &[1])),
        (&codes::TREE_OPEN, with(8 + 108, &[3])),
        (&codes::TREE_ROOT, HEAD.to_vec()),
        (&codes::TREE_ROOT, roots),
        (&codes::SIZE, [sample(), vec![0; 111]].concat()),
        (&codes::PART_END, with(second + 32, &[b'a'; 32])),
        (&codes::PART_EMPTY, with(second + 32, &[0; 32])),
        (&codes::PART_ASCII, with(second + 32, &[0xff])),
        (&codes::PART_ARCHIVE, with(second, b"units")),
        (&codes::PART_ATTACH, with(second + 68, &[0xff; 4])),
        (&codes::PART_ATTACH, with(8 + 68, &[0; 4])),
        (&codes::PART_CLASS, with(second + 104, &[6])),
        (&codes::PART_ONE, with(second + 64, &[2])),
    ]
}

#[test]
fn each_broken_unit_gives_exactly_its_code() {
    let broken = broken();
    for (code, bytes) in &broken {
        assert_eq!(found(bytes, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(bytes, Mode::Tolerant, false), expected);
        let read = Unit::read_strict(bytes).is_ok();
        assert_eq!(read, code.severity == crate::Severity::Warning, "{}", code.id);
    }
    for code in CODES {
        assert!(broken.iter().any(|(known, _)| known == code), "{}", code.id);
    }
    assert_eq!(found(&sample(), Mode::Strict, true), [""; 0]);
}

#[test]
fn every_field_is_found_and_explained() {
    let bytes = [sample(), b"rest".to_vec()].concat();
    let tree = tree(&bytes).unwrap();
    assert_eq!(proof::holds(&tree, &bytes), 2 + 5 * 7 + 1);
    proof::returns(DOCUMENT, &tree, make, &bytes);
    proof::has_fields(CODES, std::slice::from_ref(&tree));
    assert_eq!(tree.locate("parts[2].attach"), Some(8 + 2 * 112 + 68));
    assert_eq!(tree.locate("parts"), Some(8));
    let left = remains(&bytes[..8 + 112 * 2]).unwrap();
    assert_eq!(left.locate("parts[1].child_count"), Some(8 + 112 + 108));
}

#[test]
fn counts_follow_from_a_document() {
    let bytes = sample();
    let mut draft = Draft::of_document(DOCUMENT, &tree(&bytes).unwrap());
    let Draft::Object(_, members) = &mut draft else { panic!() };
    let Draft::List(_, parts) = &mut members[1] else { panic!() };
    parts.remove(2);
    let made = make(&draft).unwrap().bytes;
    let read = Unit::read(&made).unwrap();
    assert_eq!((read.len(), read.part(1).unwrap().child_count), (4, 1));
    let Draft::Object(_, members) = &mut draft else { panic!() };
    let Draft::List(_, parts) = &mut members[1] else { panic!() };
    parts.remove(1);
    let error = make(&draft).unwrap_err().to_string();
    assert_eq!(error, "parts[1].depth: 2, but behind the part before it 1 is the most");
}

proptest! {
    #[test]
    fn any_bytes_read_and_come_back_or_are_refused(
        parts in prop::collection::vec((any::<u8>(), 0u32..4), 0..12),
        tail in prop::collection::vec(any::<u8>(), 0..9),
    ) {
        let parts: Vec<_> = parts.iter().map(|(fill, children)| {
            let mut part = vec![*fill; 112];
            part[108..].copy_from_slice(&children.to_le_bytes());
            part
        }).collect();
        let bytes = [unit(&parts), tail].concat();
        found(&bytes, Mode::Strict, true);
        prop_assert_eq!(remains(&bytes).is_some(), Unit::read(&bytes).is_err());
        if let Ok(read) = Unit::read(&bytes) {
            prop_assert_eq!(UnitBuf::of(&read).write(), bytes.clone());
            proof::returns(DOCUMENT, &tree(&bytes).unwrap(), make, &bytes);
        }
    }

    #[test]
    fn every_change_keeps_the_tree_whole(changes in prop::collection::vec((0..3u8, 0..8usize, 0..8usize), 0..24)) {
        let mut robot = UnitBuf::of(&Unit::read(&sample()).unwrap());
        for (what, a, b) in changes {
            let before = robot.parts().len();
            let change = match what {
                0 => robot.add(a, Part::new(b"x", PartClass::GUN, 0).unwrap()).map(|_| before + 1),
                1 => robot.remove(a).map(|gone| before - gone),
                _ => robot.move_below(a, b).map(|_| before),
            };
            prop_assert_eq!(robot.parts().len(), change.unwrap_or(before));
            let bytes = robot.write();
            let read = Unit::read(&bytes).unwrap();
            prop_assert_eq!(found(&bytes, Mode::Strict, false), [""; 0]);
            for index in 0..read.len() {
                prop_assert_eq!(read.parent(index), robot.parent(index));
            }
        }
    }
}
