//! Bytes made by hand, and what must hold for all bytes.

use proptest::prelude::*;

use super::*;
use crate::tree::{Draft, proof};
use crate::{Code, Findings, Level, Mode};

fn square(side: f32) -> Vec<[f32; 3]> {
    vec![[0.0, 0.0, 0.0], [side, 0.0, 0.0], [side, side, 0.0], [0.0, side, 0.0]]
}

fn sample() -> BaseBuf {
    let inner = RingBuf::closed(square(1.0)).unwrap();
    let inner = inner.traced(vec![4, 4, 5, 5], vec![0, 1, 2, 0]).unwrap();
    let corners = vec![[-1.0, -1.0, 2.0], [2.0, -1.0, 2.0], [0.0, 2.0, 2.0]];
    let outer = RingBuf::closed(corners).unwrap();
    BaseBuf { inner: vec![inner], outer: vec![outer], tail: Vec::new() }
}

/// The sample, number by number.
fn by_hand() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut words = |numbers: &[u32]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    words(&[1, 4]);
    let one = 0x3f80_0000;
    words(&[0, 0, 0, one, 0, 0, one, one, 0, 0, one, 0, 0, 0, 0]);
    words(&[4, 4, 5, 5, 0, 1, 2, 0]);
    words(&[1, 3]);
    let (less, two) = (0xbf80_0000, 0x4000_0000);
    words(&[less, less, two, two, less, two, 0, two, two, less, less, two]);
    bytes
}

#[test]
fn every_ring_is_where_it_should_be() {
    assert_eq!(sample().write().unwrap(), by_hand());
    let bytes = by_hand();
    let base = Base::read(&bytes).unwrap();
    assert_eq!(BaseBuf::of(&base), sample());
    assert_eq!((base.inner_count(), base.outer_count()), (1, 1));
    let ring = base.inner(0).unwrap();
    assert_eq!((ring.area(), ring.is_closed()), (1.0, true));
    assert_eq!(base.outer(0).unwrap().area(), 4.5);
    assert!(base.inner(1).is_none());
}

#[test]
fn what_is_cut_off_is_no_footprint() {
    let bytes = by_hand();
    for size in 0..bytes.len() {
        let error = Base::read(&bytes[..size]).unwrap_err();
        assert!(error.field.starts_with("inner") || error.field.starts_with("outer"), "{error}");
        assert!(remains(&bytes[..size]).is_some(), "{size}");
    }
    let error = Base::read(&bytes[..20]).unwrap_err();
    assert_eq!(error.to_string(), "inner[0].points at 0x8: needs 48 bytes, but only 12 are left");
    assert!(Base::read(&[0xff; 90]).is_err());
    // So many rings would be there, were they empty.
    let many = [&[7, 0, 0, 0][..], &[0; 100]].concat();
    assert!(Base::read(&many).is_err());
}

#[test]
fn rings_without_corners_come_back() {
    let mut bytes = vec![2, 0, 0, 0];
    bytes.extend([0; 16]);
    bytes.extend([0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    bytes.extend([0; 4]);
    let base = Base::read(&bytes).unwrap();
    assert_eq!(base.inner_count(), 2);
    assert_eq!(BaseBuf::of(&base).write().unwrap(), bytes);
    proof::returns(DOCUMENT, &tree(&bytes).unwrap(), make, &bytes);
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |change: &dyn Fn(&mut BaseBuf)| {
        let mut base = sample();
        change(&mut base);
        base.write().unwrap()
    };
    let ring = |count: u16| {
        let corner = |at: u16| {
            let turn = std::f32::consts::TAU * f32::from(at) / f32::from(count);
            [turn.cos(), turn.sin(), 0.0]
        };
        RingBuf::closed((0..count).map(corner).collect()).unwrap()
    };
    vec![
        (&codes::RANGE, Vec::new()),
        (&codes::RANGE, vec![0; 4]),
        (&codes::RANGE, vec![0xff; 64]),
        (&codes::TAIL, with(&|base| base.tail = vec![0])),
        (&codes::NUMBER, with(&|base| base.inner[0].points[1][0] = f32::NAN)),
        (&codes::CORNERS, with(&|base| base.outer[0].points.truncate(2))),
        (&codes::CLOSED, with(&|base| base.outer[0].closing[2] = 3.0)),
        (&codes::TURN, with(&|base| base.inner[0].points.swap(1, 3))),
        (&codes::TRACE_CORNER, with(&|base| base.inner[0].corners[3] = 3)),
        (&codes::ONE_EACH, with(&|base| base.outer.clear())),
        (&codes::MOST_CORNERS, with(&|base| base.outer[0] = ring(27))),
    ]
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn each_broken_footprint_gives_exactly_its_code() {
    let broken = broken();
    for (code, bytes) in &broken {
        assert_eq!(found(bytes, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(bytes, Mode::Tolerant, false), expected);
    }
    for code in CODES {
        assert!(broken.iter().any(|(known, _)| known == code), "{}", code.id);
    }
    assert_eq!(found(&by_hand(), Mode::Strict, true), [""; 0]);
}

#[test]
fn every_field_is_found_and_explained() {
    let bytes = [by_hand().as_slice(), b"rest"].concat();
    let tree = tree(&bytes).unwrap();
    assert_eq!(proof::holds(&tree, &bytes), 5 + 8 + 4 + 1);
    proof::returns(DOCUMENT, &tree, make, &bytes);
    proof::has_fields(CODES, std::slice::from_ref(&tree));
    assert_eq!(tree.locate("inner[0].closing"), Some(8 + 48));
    assert_eq!(tree.locate("inner[0].corners[1]"), Some(8 + 60 + 16 + 4));
    assert_eq!(tree.locate("outer[0].points[2]"), Some(100 + 8 + 24));
}

#[test]
fn a_ring_that_is_left_open_is_closed() {
    let bytes = by_hand();
    let mut draft = Draft::of_document(DOCUMENT, &tree(&bytes).unwrap());
    let Draft::Object(_, parts) = &mut draft else { panic!() };
    let Draft::List(_, rings) = &mut parts[0] else { panic!() };
    let Draft::Object(_, ring) = &mut rings[0] else { panic!() };
    ring[1] = Draft::Absent;
    assert_eq!(make(&draft).unwrap().bytes, bytes);
    let Draft::Object(_, parts) = &mut draft else { panic!() };
    let Draft::List(_, rings) = &mut parts[0] else { panic!() };
    let Draft::Object(_, ring) = &mut rings[0] else { panic!() };
    let Draft::Rows(_, triangles) = &mut ring[2] else { panic!() };
    triangles.truncate(12);
    let error = make(&draft).unwrap_err().to_string();
    assert_eq!(error, "inner[0].triangles: 3, but the ring has 4 corners");
}

#[test]
fn the_last_corner_follows_the_first() {
    let before = by_hand();
    let mut moved = sample();
    moved.inner[0].points[0] = [-3.0, 0.0, 0.0];
    let (bytes, lines) = follow(&before, &moved.write().unwrap()).unwrap();
    assert_eq!(lines, ["inner[0].closing"]);
    moved.inner[0].closing = [-3.0, 0.0, 0.0];
    assert_eq!(bytes, moved.write().unwrap());
    assert_eq!(mend(&bytes).unwrap(), None);
    // One that was moved on purpose stays.
    moved.outer[0].closing = [9.0; 3];
    let open = moved.write().unwrap();
    assert_eq!(follow(&before, &open).unwrap(), (open.clone(), Vec::new()));
    let (mended, lines) = mend(&open).unwrap().unwrap();
    assert_eq!(lines, ["outer[0].closing"]);
    assert_eq!(found(&mended, Mode::Strict, true), [""; 0]);
}

proptest! {
    #[test]
    fn what_reads_writes_back(bytes in prop::collection::vec(0..3u8, 0..200)) {
        if let Ok(base) = Base::read(&bytes) {
            prop_assert_eq!(BaseBuf::of(&base).write().unwrap(), bytes.clone());
            proof::returns(DOCUMENT, &tree(&bytes).unwrap(), make, &bytes);
        }
        prop_assert_eq!(
            Base::read_strict(&bytes).is_ok(),
            found(&bytes, Mode::Tolerant, false).is_empty()
        );
    }
}
