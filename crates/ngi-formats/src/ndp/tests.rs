//! Bytes made by hand, and what must hold for all bytes.

use proptest::prelude::*;

use super::*;
use crate::fxid::Reference;
use crate::tree::proof;
use crate::{Code, Findings, FixedStr, Level, Mode};

fn sample() -> NodesBuf {
    let explosion = Reference::new(b"weapon.rlb", b"small.exp").unwrap();
    NodesBuf::of(vec![
        NodeLife { flags: NodeFlags(0x20), hit_points: 450.0, density: 2.5, explosion },
        NodeLife::default(),
    ])
}

/// The sample, byte by byte.
fn by_hand() -> Vec<u8> {
    let mut bytes = vec![2, 0, 0, 0];
    bytes.extend([0x20, 0, 0, 0]);
    bytes.extend([0x00, 0x00, 0xe1, 0x43]);
    bytes.extend([0x00, 0x00, 0x20, 0x40]);
    bytes.extend(*b"weapon.rlb");
    bytes.extend([0; 22]);
    bytes.extend(*b"small.exp");
    bytes.extend([0; 23]);
    bytes.extend([0, 0, 0, 0]);
    bytes.extend([0x00, 0x00, 0xc8, 0x42]);
    bytes.extend([0; 4 + 64]);
    bytes
}

#[test]
fn every_field_is_at_its_offset() {
    assert_eq!(sample().write().unwrap(), by_hand());
    assert_eq!(by_hand().len(), 4 + 2 * 76);
    assert_eq!(Nodes::read(&by_hand()).unwrap().to_buf(), sample());
}

#[test]
fn what_is_cut_off_is_no_table() {
    let bytes = by_hand();
    for size in 0..bytes.len() {
        assert!(Nodes::read(&bytes[..size]).is_err(), "{size}");
        assert!(remains(&bytes[..size]).is_some(), "{size}");
    }
    let error = Nodes::read(&bytes[..100]).unwrap_err();
    assert_eq!(error.to_string(), "nodes at 0x4: needs 152 bytes, but only 96 are left");
    let many = [0xff; 80];
    assert!(Nodes::read(&many).unwrap_err().to_string().contains("326417514420 bytes"));
}

#[test]
fn what_is_behind_stays() {
    let bytes = [by_hand().as_slice(), b"rest"].concat();
    let nodes = Nodes::read(&bytes).unwrap();
    assert_eq!(nodes.tail(), b"rest");
    assert_eq!(nodes.to_buf().write().unwrap(), bytes);
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |change: &dyn Fn(&mut NodeLife)| {
        let mut nodes = sample();
        change(&mut nodes.records[0]);
        nodes.write().unwrap()
    };
    vec![
        (&codes::COUNT, Vec::new()),
        (&codes::COUNT, vec![1, 0, 0, 0]),
        (&codes::COUNT, vec![0xff; 90]),
        (&codes::TAIL, [by_hand().as_slice(), &[0]].concat()),
        (&codes::NUMBER, with(&|node| node.hit_points = f32::NAN)),
        (&codes::NUMBER, with(&|node| node.hit_points = -1.0)),
        (&codes::NUMBER, with(&|node| node.density = f32::INFINITY)),
        (&codes::EXPLOSION_END, with(&|node| node.explosion.member = FixedStr([b'a'; 32]))),
        (
            &codes::EXPLOSION_ASCII,
            with(&|node| node.explosion.member = FixedStr::new(b"\xe0.exp").unwrap()),
        ),
        (&codes::EXPLOSION_HALF, with(&|node| node.explosion.archive = FixedStr::default())),
    ]
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn each_broken_table_gives_exactly_its_code() {
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
    assert_eq!(proof::holds(&tree, &bytes), 2 * 5 + 1);
    proof::returns(DOCUMENT, &tree, make, &bytes);
    proof::has_fields(CODES, std::slice::from_ref(&tree));
    assert_eq!(tree.locate("nodes[1].explosion.member"), Some(4 + 76 + 44));
}

proptest! {
    #[test]
    fn what_reads_writes_back(count in 0..4u8, body in prop::collection::vec(any::<u8>(), 0..320)) {
        let bytes = [&[count, 0, 0, 0], body.as_slice()].concat();
        if let Ok(nodes) = Nodes::read(&bytes) {
            prop_assert_eq!(nodes.to_buf().write().unwrap(), bytes.clone());
            proof::returns(DOCUMENT, &tree(&bytes).unwrap(), make, &bytes);
        }
        prop_assert_eq!(
            Nodes::read_strict(&bytes).is_ok(),
            found(&bytes, Mode::Tolerant, false).is_empty()
        );
    }
}
