//! The masks, bit by bit, in both directions.

use crate::landscape::FaceFlags;
use crate::landscape::masks::{CompactMask, FaceFilter, to_compact, to_full};

/// The tables once more, by full bit: `m` main, `t` material, `-` nothing.
const BITS: [(char, u32); 32] = [
    ('m', 0x0001), // 0x1
    ('m', 0x0040), // 0x2
    ('m', 0x1000), // 0x4
    ('m', 0x0002), // 0x8
    ('m', 0x0004), // 0x10
    ('m', 0x0008), // 0x20
    ('m', 0x2000), // 0x40
    ('t', 0x20),   // 0x80
    ('t', 0x01),   // 0x100
    ('m', 0x0800), // 0x200
    ('m', 0x0080), // 0x400
    ('m', 0x0100), // 0x800
    ('m', 0x0010), // 0x1000
    ('m', 0x0400), // 0x2000
    ('m', 0x0020), // 0x4000
    ('t', 0x02),   // 0x8000
    ('t', 0x04),   // 0x10000
    ('m', 0x0200), // 0x20000
    ('t', 0x08),   // 0x40000
    ('t', 0x10),   // 0x80000
    ('-', 0),      // 0x100000
    ('m', 0x8000), // 0x200000
    ('-', 0),
    ('-', 0),
    ('-', 0),
    ('-', 0),
    ('-', 0),
    ('-', 0),
    ('-', 0),
    ('-', 0),
    ('-', 0),
    ('-', 0),
];

#[test]
fn every_full_bit_has_its_partner_or_is_reported() {
    for (bit, (kind, partner)) in BITS.into_iter().enumerate() {
        let full = FaceFlags(1 << bit);
        let compacted = to_compact(full);
        let (mask, unmapped) = match kind {
            'm' => (CompactMask { main: partner as u16, material: 0 }, 0),
            't' => (CompactMask { main: 0, material: partner as u8 }, 0),
            _ => (CompactMask::default(), full.0),
        };
        assert_eq!(compacted.mask, mask, "bit {bit}");
        assert_eq!(compacted.unmapped.0, unmapped, "bit {bit}");
        if kind != '-' {
            assert_eq!(to_full(mask).flags, full, "and back, bit {bit}");
            assert_eq!(to_full(mask).unmapped, CompactMask::default());
        }
    }
}

#[test]
fn every_compact_bit_has_its_partner_or_is_reported() {
    for bit in 0..16 {
        let mask = CompactMask { main: 1 << bit, material: 0 };
        let full = BITS.iter().position(|&(kind, partner)| kind == 'm' && partner == 1 << bit);
        let spread = to_full(mask);
        assert_eq!(spread.flags.0, full.map_or(0, |full| 1 << full));
        assert_eq!(spread.unmapped.main, if bit == 14 { 0x4000 } else { 0 });
    }
    for bit in 0..8 {
        let mask = CompactMask { main: 0, material: 1 << bit };
        let full = BITS.iter().position(|&(kind, partner)| kind == 't' && partner == 1 << bit);
        let spread = to_full(mask);
        assert_eq!(spread.flags.0, full.map_or(0, |full| 1 << full));
        assert_eq!(spread.unmapped.material, if bit >= 6 { 1 << bit } else { 0 });
    }
}

#[test]
fn the_walkers_filter_is_the_engines() {
    // World flags 0x208 and class 8 excluded.
    let forbidden = CompactMask { main: 0x208, material: 8 };
    let filter = FaceFilter::from_compact(CompactMask::default(), forbidden);
    assert_eq!(filter.forbidden.0, 0x2_0000 | 0x20 | 0x4_0000);
    assert!(filter.passes(FaceFlags(0x10_0600)));
    assert!(filter.passes(FaceFlags(0x10_2600)), "the bed of a lake is ground");
    assert!(!filter.passes(FaceFlags(0x12_0608)), "water is not");
    let filter = FaceFilter { required: FaceFlags(0xC), forbidden: FaceFlags(0) };
    assert!(!filter.passes(FaceFlags(0x8)));
    assert!(filter.passes(FaceFlags(0xE)));
}

proptest::proptest! {
    #[test]
    fn nothing_is_lost(full: u32, main: u16, material: u8) {
        let compacted = to_compact(FaceFlags(full));
        assert_eq!(to_full(compacted.mask).flags.0 | compacted.unmapped.0, full);
        let spread = to_full(CompactMask { main, material });
        let back = to_compact(spread.flags).mask;
        assert_eq!(back.main | spread.unmapped.main, main);
        assert_eq!(back.material | spread.unmapped.material, material);
    }
}
