//! The record of 76 bytes, and mixing two of them.

use ngi_formats::FixedStr;
use ngi_formats::mat0::{LerpMask, Phase};
use ngi_formats::schema::Record as _;

use crate::materials::{NONE, RECORD_SIZE, RuntimePhase};

/// The 34 stored bytes: every number another one.
fn stored() -> [u8; 34] {
    let mut bytes = [0; 34];
    for (place, value) in bytes.iter_mut().zip(0..18) {
        *place = value * 10 + 5;
    }
    bytes[17] = 0xfd;
    bytes[18..22].copy_from_slice(b"T.0\0");
    bytes
}

#[test]
fn every_stored_byte_lands_at_its_offset() {
    let bytes = RuntimePhase::new(&Phase::read(&stored()), 42).to_bytes();
    let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let number = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    // From byte, to offset, as the loader's own table has it; all but one divided by 255.
    let table = [
        (0, 16),
        (1, 20),
        (2, 24),
        (4, 0),
        (5, 4),
        (6, 8),
        (7, 12),
        (8, 32),
        (9, 36),
        (10, 40),
        (11, 44),
        (12, 48),
        (13, 52),
        (14, 56),
        (15, 60),
    ];
    for (from, to) in table {
        assert_eq!(float(to), f32::from(stored()[from]) / 255.0, "byte {from}");
    }
    assert_eq!(float(28), 35.0 * 0.01);
    assert_eq!([number(64), number(68), number(72)], [165, 42, -3]);
}

#[test]
fn a_phase_without_texture_has_neither_slot_nor_cell() {
    let phase = Phase { cell: 7, texture: FixedStr::default(), ..Phase::read(&stored()) };
    let record = RuntimePhase::new(&phase, 42);
    assert_eq!((record.texture, record.cell), (NONE, NONE));
}

#[test]
fn a_texture_that_could_not_be_loaded_keeps_its_cell() {
    let record = RuntimePhase::new(&Phase::read(&stored()), NONE);
    assert_eq!((record.texture, record.cell), (NONE, -3));
}

#[test]
fn bytes_and_value_are_the_same_thing() {
    let mut bytes = [0; RECORD_SIZE];
    for (place, value) in bytes.iter_mut().zip(1..) {
        *place = value;
    }
    assert_eq!(RuntimePhase::from_bytes(&bytes).to_bytes(), bytes);
}

/// Offsets that differ between a mixed record and the one it started from.
fn moved(mask: u32) -> Vec<usize> {
    let from = RuntimePhase::new(&Phase::read(&[0; 34]), 1);
    let to = RuntimePhase::new(&Phase::read(&[255; 34]), 2);
    let (before, after) = (from.to_bytes(), from.towards(&to, 0.5, LerpMask(mask)).to_bytes());
    (0..RECORD_SIZE).step_by(4).filter(|&at| before[at..at + 4] != after[at..at + 4]).collect()
}

#[test]
fn each_bit_of_the_mask_moves_its_own_offsets() {
    assert_eq!(moved(0), [0; 0]);
    assert_eq!(moved(0x01), [16, 20, 24], "ambient");
    assert_eq!(moved(0x02), [0, 4, 8], "diffuse");
    assert_eq!(moved(0x04), [32, 36, 40], "specular");
    assert_eq!(moved(0x08), [48, 52, 56], "emissive");
    assert_eq!(moved(0x10), [28], "opacity");
    assert_eq!(moved(0x1f).len(), 13, "never the other alphas, power, texture or cell");
    assert_eq!(moved(!0x1f), [0; 0], "bits without a name move nothing");
}

#[test]
fn mixing_goes_in_a_straight_line() {
    let from = RuntimePhase::new(&Phase::read(&[0; 34]), 1);
    let to = RuntimePhase::new(&Phase::read(&[255; 34]), 2);
    for (factor, expected) in [(0.0, 0.0), (0.25, 0.25), (0.75, 0.75)] {
        assert_eq!(from.towards(&to, factor, LerpMask(1)).ambient[0], expected);
    }
    let back = to.towards(&from, 0.25, LerpMask(0x10));
    assert!((back.opacity() - 2.55 * 0.75).abs() < 1e-6);
}
