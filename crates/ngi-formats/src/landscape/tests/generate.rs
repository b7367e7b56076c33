//! The generator, against the rules and against by-the-book oracles.

use super::samples::hills;
use crate::landscape::{GroundPlan, Landscape};

#[test]
fn a_single_quad_is_two_faces_on_each_level() {
    let bytes = GroundPlan::flat([1, 1], [1, 1], 10.0).build().unwrap().write().unwrap();
    let land = Landscape::read(&bytes).unwrap();
    assert_eq!(land.faces.len(), 4);
    assert_eq!(land.positions.len(), 4);
    let face = land.faces.get(0).unwrap();
    assert_eq!(face.vertices, [0, 1, 2]);
    assert_eq!(face.neighbours, [0xFFFF, 0xFFFF, 1]);
    assert_eq!(face.twins, 0b00_11_11);
    let face = land.faces.get(1).unwrap();
    assert_eq!(face.vertices, [0, 2, 3]);
    assert_eq!(face.neighbours, [0, 0xFFFF, 0xFFFF]);
    assert_eq!(face.twins, 0b11_11_10);
    assert_eq!(land.faces.get(2).unwrap().neighbours, [0xFFFF, 0xFFFF, 3]);
    let raw: Vec<[u8; 4]> = land.order.raw().to_vec();
    assert_eq!(raw[..2], [0x0058_0000u32.to_le_bytes(), 0x0048_0001u32.to_le_bytes()]);
}

#[test]
fn writing_what_was_read_changes_nothing() {
    let bytes = hills(16, 4, 1).build().unwrap().write().unwrap();
    let again = crate::landscape::LandscapeDoc::open(&bytes).unwrap().write().unwrap();
    assert!(bytes == again);
    assert_eq!(hills(16, 4, 1).build().unwrap().write().unwrap(), bytes);
}

/// What a check says, as codes.
fn codes(bytes: &[u8], retail: bool) -> Vec<String> {
    let mut findings = crate::Findings::new(crate::Mode::Strict, retail);
    crate::landscape::check(bytes, &mut findings);
    findings.list().iter().map(|f| format!("{} {}: {}", f.code.id, f.field, f.message)).collect()
}

#[test]
fn what_is_made_breaks_no_rule() {
    for seed in 0..20 {
        for (quads, squares) in [(4, 1), (16, 4), (24, 8), (9, 3), (32, 16), (5, 5)] {
            let bytes = hills(quads, squares, seed).build().unwrap().write().unwrap();
            assert_eq!(codes(&bytes, true), Vec::<String>::new(), "{quads} {squares} {seed}");
        }
    }
}
