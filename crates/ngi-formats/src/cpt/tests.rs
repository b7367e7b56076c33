//! Bytes made by hand, and what must hold for all bytes.

use proptest::prelude::*;

use super::*;
use crate::tree::proof;
use crate::{Code, Findings, FixedStr, Level, Mode};

fn sample() -> PointsBuf {
    let foot = Place {
        unk_0x00: -0.0,
        node: 3,
        carrier: 2,
        position: [1.0, -2.0, 0.5],
        vector: [0.0, 0.0, 1.0],
    };
    let eye = Place { node: 1, carrier: -1, ..Place::default() };
    let named = |place, name: &[u8]| PointBuf { place, name: FixedStr::new(name).unwrap() };
    PointsBuf::of(vec![named(foot, b"LeftFoot"), named(eye, b"Eye")])
}

/// The sample, byte by byte: both points, then both names.
fn by_hand() -> Vec<u8> {
    let mut bytes = vec![2, 0, 0, 0];
    bytes.extend([0, 0, 0, 0x80]);
    bytes.extend([3, 0, 0, 0]);
    bytes.extend([2, 0, 0, 0]);
    bytes.extend([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f]);
    bytes.extend([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f]);
    bytes.extend([0, 0, 0, 0]);
    bytes.extend([1, 0, 0, 0]);
    bytes.extend([0xff; 4]);
    bytes.extend([0; 24]);
    bytes.extend(*b"LeftFoot");
    bytes.extend([0; 24]);
    bytes.extend(*b"Eye");
    bytes.extend([0; 29]);
    bytes
}

#[test]
fn every_field_is_at_its_offset() {
    assert_eq!(sample().write().unwrap(), by_hand());
    let bytes = by_hand();
    let points = Points::read(&bytes).unwrap();
    assert_eq!(points.to_buf(), sample());
    assert_eq!(points.find(b"EYE"), Some(1));
    assert_eq!(points.find(b"Ey"), None);
}

#[test]
fn what_is_cut_off_is_no_list() {
    let bytes = by_hand();
    for size in 0..bytes.len() {
        assert!(Points::read(&bytes[..size]).is_err(), "{size}");
        assert!(remains(&bytes[..size]).is_some(), "{size}");
    }
    let error = Points::read(&bytes[..139]).unwrap_err();
    assert_eq!(error.to_string(), "points at 0x4: needs 136 bytes, but only 135 are left");
    assert!(Points::read(&[0xff; 80]).is_err());
    // The points are there, and the name of the first.
    let tree = remains(&bytes[..120]).unwrap();
    assert_eq!(tree.locate("points[1].node"), Some(4 + 36 + 4));
    assert_eq!(tree.locate("points[0].name"), Some(4 + 72));
    assert!(tree.find("points[1].name").is_err());
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |change: &dyn Fn(&mut PointBuf)| {
        let mut points = sample();
        change(&mut points.points[1]);
        points.write().unwrap()
    };
    vec![
        (&codes::COUNT, Vec::new()),
        (&codes::COUNT, vec![1, 0, 0, 0]),
        (&codes::COUNT, vec![0xff; 90]),
        (&codes::TAIL, [by_hand().as_slice(), &[0]].concat()),
        (&codes::NUMBER, with(&|point| point.place.position[2] = f32::NAN)),
        (&codes::NUMBER, with(&|point| point.place.vector[0] = f32::INFINITY)),
        (&codes::NODE_NEGATIVE, with(&|point| point.place.node = -2)),
        (&codes::NODE_NEGATIVE, with(&|point| point.place.carrier = i32::MIN)),
        (&codes::NAME_END, with(&|point| point.name = FixedStr([b'a'; 32]))),
        (&codes::NAME_ASCII, with(&|point| point.name = FixedStr::new(b"\xe0").unwrap())),
    ]
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn each_broken_list_gives_exactly_its_code() {
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
    assert_eq!(found(&[0; 4], Mode::Strict, true), [""; 0]);
}

#[test]
fn every_field_is_found_and_explained() {
    let bytes = [by_hand().as_slice(), b"rest"].concat();
    let tree = tree(&bytes).unwrap();
    assert_eq!(proof::holds(&tree, &bytes), 2 * 6 + 1);
    proof::returns(DOCUMENT, &tree, make, &bytes);
    proof::has_fields(CODES, std::slice::from_ref(&tree));
    assert_eq!(tree.locate("points[1].vector"), Some(4 + 36 + 24));
    assert_eq!(tree.locate("points[1].name"), Some(4 + 72 + 32));
    assert_eq!(tree.locate("tail"), Some(4 + 72 + 64));
}

proptest! {
    #[test]
    fn what_reads_writes_back(count in 0..4u8, body in prop::collection::vec(any::<u8>(), 0..300)) {
        let bytes = [&[count, 0, 0, 0], body.as_slice()].concat();
        if let Ok(points) = Points::read(&bytes) {
            prop_assert_eq!(points.to_buf().write().unwrap(), bytes.clone());
            proof::returns(DOCUMENT, &tree(&bytes).unwrap(), make, &bytes);
        }
        prop_assert_eq!(
            Points::read_strict(&bytes).is_ok(),
            found(&bytes, Mode::Tolerant, false).is_empty()
        );
    }
}
