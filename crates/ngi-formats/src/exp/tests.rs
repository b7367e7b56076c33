//! Bytes made by hand, and what must hold for all bytes.

use proptest::prelude::*;

use super::*;
use crate::tree::{Draft, proof};
use crate::{Code, FixedStr, Level, Mode};

fn effect(member: &[u8]) -> Reference {
    Reference::new(b"effects.rlb", member).unwrap()
}

fn sample() -> Explosion {
    let mut explosion = Explosion { damage: 250.0, radius: 6.0, ..Explosion::default() };
    explosion.effects[0] = effect(b"hit");
    explosion
}

#[test]
fn every_field_is_at_its_offset() {
    let bytes = sample().write();
    assert_eq!(bytes[..4], 2i32.to_le_bytes());
    assert_eq!(bytes[4..8], 250f32.to_le_bytes());
    assert_eq!(bytes[8..12], 6f32.to_le_bytes());
    assert_eq!(bytes[12..16], 1f32.to_le_bytes());
    assert_eq!(bytes[16..20], 1f32.to_le_bytes());
    assert_eq!(bytes[20..24], 7i32.to_le_bytes());
    assert_eq!(bytes[24..36], *b"effects.rlb\0");
    assert_eq!(bytes[56..60], *b"hit\0");
    assert!(bytes[88..].iter().all(|&byte| byte == 0));
    assert_eq!(Explosion::read(&bytes), Ok(sample()));
}

#[test]
fn only_792_bytes_are_one() {
    let bytes = [sample().write().as_slice(), &[0]].concat();
    for size in (0..=793).filter(|&size| size != SIZE) {
        assert!(Explosion::read(&bytes[..size]).is_err());
    }
    let error = Explosion::read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "effects at 0x318: 1 bytes behind the last effect");
}

#[test]
fn a_surface_without_its_own_effect_shows_the_first() {
    let mut explosion = sample();
    explosion.effects[11] = effect(b"shield");
    let name = |surface| explosion.effect_on(surface).member.to_string();
    assert_eq!(
        [None, Some(0), Some(10), Some(11), Some(255)].map(name),
        ["hit", "hit", "shield", "hit", "hit"]
    );
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |change: &dyn Fn(&mut Explosion)| {
        let mut explosion = sample();
        change(&mut explosion);
        explosion.write().to_vec()
    };
    vec![
        (&codes::SIZE, Vec::new()),
        (&codes::SIZE, vec![0; 793]),
        (&codes::KIND, with(&|e| e.kind = Kind(0))),
        (&codes::KIND, with(&|e| e.kind = Kind(-1))),
        (&codes::NUMBER, with(&|e| e.damage = f32::NAN)),
        (&codes::NUMBER, with(&|e| e.damage = f32::INFINITY)),
        (&codes::NUMBER, with(&|e| e.radius = -1.0)),
        (&codes::PLACEMENT, with(&|e| e.placement = Placement(8))),
        (
            &codes::REFERENCE_END,
            with(&|e| e.effects[3] = Reference { archive: FixedStr([b'a'; 32]), ..effect(b"x") }),
        ),
        (&codes::REFERENCE_ASCII, with(&|e| e.effects[11] = effect(b"\xff"))),
        (&codes::REFERENCE_HALF, with(&|e| e.effects[1].archive = effect(b"").archive)),
        (&codes::REFERENCE_HALF, with(&|e| e.effects[0].archive = FixedStr::default())),
        (&codes::DEFAULT, with(&|e| e.effects.swap(0, 5))),
        (&codes::DAMAGE_RANGE, with(&|e| e.damage = 800_001.0)),
        (&codes::ONES, with(&|e| e.unk_0x0c = 2.0)),
        (&codes::ONES, with(&|e| e.unk_0x10 = f32::NAN)),
    ]
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn each_broken_explosion_gives_exactly_its_code() {
    let broken = broken();
    for (code, bytes) in &broken {
        assert_eq!(found(bytes, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(bytes, Mode::Tolerant, false), expected);
    }
    for code in CODES {
        assert!(broken.iter().any(|(known, _)| known == code), "{}", code.id);
    }
    assert_eq!(found(&sample().write(), Mode::Strict, true), [""; 0]);
    assert_eq!(found(&Explosion::default().write(), Mode::Strict, true), [""; 0]);
}

#[test]
fn every_field_is_found_and_explained() {
    let bytes: Vec<u8> = (0..SIZE).map(|at| u8::try_from(at * 37 % 256).unwrap()).collect();
    let tree = tree(&bytes).unwrap();
    assert_eq!(proof::holds(&tree, &bytes), 6 + 2 * EFFECTS);
    proof::returns(DOCUMENT, &tree, make, &bytes);
    proof::has_fields(CODES, std::slice::from_ref(&tree));
    let member = tree.find("effects[8].member").unwrap();
    assert_eq!(member.node.offset(), Some(24 + 8 * 64 + 32));
    assert_eq!(tree.locate("effects[3]"), Some(24 + 3 * 64));
    assert!(tree.find("effects[12]").is_err());
}

#[test]
fn there_are_always_twelve_effects() {
    let bytes = sample().write();
    let mut draft = Draft::of_document(DOCUMENT, &tree(&bytes).unwrap());
    let Draft::Object(_, parts) = &mut draft else { panic!() };
    let Draft::List(_, effects) = &mut parts[1] else { panic!() };
    effects.pop();
    let error = make(&draft).unwrap_err().to_string();
    assert!(error.contains("11, but an explosion always has 12"), "{error}");
}

#[test]
fn a_finding_names_the_place() {
    let mut explosion = sample();
    explosion.effects[3].member = FixedStr([b'a'; 32]);
    explosion.radius = -1.0;
    let mut findings = Findings::new(Mode::Strict, false);
    check(&explosion.write(), &mut findings);
    let places: Vec<_> = findings.list().iter().map(|f| (f.field.as_str(), f.offset)).collect();
    let half = ("effects[3]", Some(24 + 192));
    assert_eq!(places, [("radius", Some(8)), ("effects[3].member", Some(24 + 192 + 32)), half]);
}

proptest! {
    #[test]
    fn what_reads_writes_back(bytes in prop::collection::vec(any::<u8>(), SIZE)) {
        prop_assert_eq!(Explosion::read(&bytes).unwrap().write().to_vec(), bytes.clone());
        prop_assert_eq!(
            Explosion::read_strict(&bytes).is_ok(),
            found(&bytes, Mode::Tolerant, false).is_empty()
        );
    }
}
