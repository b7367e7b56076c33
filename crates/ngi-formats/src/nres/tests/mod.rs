//! Tests of the whole room, over bytes made by hand.

mod check;
mod edit;
mod random;
mod read;
mod recover;

use super::*;
use crate::FixedStr;
use crate::schema::Record as _;

/// An archive put together without the writer under test: data region, then raw entries.
pub(super) struct Raw {
    pub header: Vec<u8>,
    pub data: Vec<u8>,
    pub entries: Vec<[u8; ENTRY_SIZE]>,
}

/// The 64 bytes of an entry, field by field.
pub(super) fn raw_entry(
    type_id: u32,
    attrs: [u32; 3],
    name: &[u8],
    (offset, size): (u32, u32),
    sort_index: u32,
) -> [u8; ENTRY_SIZE] {
    let mut entry = [0; ENTRY_SIZE];
    entry[0..4].copy_from_slice(&type_id.to_le_bytes());
    entry[4..8].copy_from_slice(&attrs[0].to_le_bytes());
    entry[8..12].copy_from_slice(&attrs[1].to_le_bytes());
    entry[12..16].copy_from_slice(&size.to_le_bytes());
    entry[16..20].copy_from_slice(&attrs[2].to_le_bytes());
    entry[20..20 + name.len()].copy_from_slice(name);
    entry[56..60].copy_from_slice(&offset.to_le_bytes());
    entry[60..64].copy_from_slice(&sort_index.to_le_bytes());
    entry
}

impl Raw {
    pub fn new(data: &[u8], entries: &[[u8; ENTRY_SIZE]]) -> Self {
        let mut header = b"NRes\0\x01\0\0".to_vec();
        header.extend_from_slice(&u32::try_from(entries.len()).unwrap().to_le_bytes());
        let total = HEADER_SIZE + data.len() + entries.len() * ENTRY_SIZE;
        header.extend_from_slice(&u32::try_from(total).unwrap().to_le_bytes());
        Self { header, data: data.to_vec(), entries: entries.to_vec() }
    }

    pub fn bytes(&self) -> Vec<u8> {
        [self.header.as_slice(), &self.data, self.entries.as_flattened()].concat()
    }
}

/// Three entries, all rules kept: `b.txt` ("hello"), `A_1` (8 bytes), `Ab` (empty).
pub(super) fn sample() -> Raw {
    Raw::new(
        b"hello\0\0\0ABCDEFGH",
        &[
            raw_entry(0x3054_414d, [1, 2, 3], b"b.txt", (16, 5), 1),
            raw_entry(3, [4, 5, 6], b"A_1", (24, 8), 2),
            raw_entry(3, [7, 8, 9], b"Ab", (32, 0), 0),
        ],
    )
}

/// One of everything an editor must not disturb: a gap in front, bytes after a NUL, padding that
/// is not zero, payloads in odd order, two that overlap, one outside, a tail no entry points at, a sort
/// table out of order.
pub(super) fn odd() -> Raw {
    let mut data = Vec::new();
    data.extend_from_slice(b"FRONTGAP"); // 16: no entry
    data.extend_from_slice(b"second\xAA\xBB"); // 24: entry 1, dirty padding
    data.extend_from_slice(b"first\0\0\0"); // 32: entry 0
    data.extend_from_slice(b"overlapping-payl"); // 40: entries 2 and 3
    data.extend_from_slice(b"alone\0\0\0"); // 56: entry 5
    data.extend_from_slice(b"TAIL-NOBODY-WANTS-AND-ODD"); // 64..89
    Raw::new(
        &data,
        &[
            raw_entry(1, [0; 3], b"first\0JUNK", (32, 5), 5),
            raw_entry(1, [0; 3], b"second", (24, 6), 0),
            raw_entry(2, [0; 3], b"share1", (40, 11), 4),
            raw_entry(2, [0; 3], b"share2", (44, 12), 1),
            raw_entry(9, [0; 3], b"outside", (4000, 12), 3),
            raw_entry(9, [0; 3], b"alone", (56, 5), 2),
        ],
    )
}

pub(super) fn names(archive: &Archive<'_>) -> Vec<String> {
    archive.iter().map(|entry| entry.record().name.to_string()).collect()
}

#[test]
fn type_ids_print_and_parse() {
    for (id, shown) in [
        (TypeId::from(*b"MAT0"), "MAT0"),
        (TypeId(3), "3"),
        (TypeId(u32::MAX), "4294967295"),
        (TypeId::from(*b"1234"), "875770417"),
        (TypeId::from(*b"0x12"), "842102832"),
        (TypeId::from(*b"A B "), "541204545"),
    ] {
        assert_eq!(id.to_string(), shown);
        assert_eq!(TypeId::parse(shown), Some(id));
    }
    assert_eq!(TypeId::parse("0x15"), Some(TypeId(21)));
    assert_eq!(TypeId::parse("toolong"), None);
}

#[test]
fn records_go_both_ways() {
    let raw = raw_entry(7, [1, 2, 3], b"Name\0tail", (0xdead, 0xbeef), 5);
    let record = EntryRecord::read(&raw);
    let expected = EntryRecord {
        type_id: TypeId(7),
        attr1: 1,
        attr2: 2,
        attr3: 3,
        size: 0xbeef,
        name: FixedStr({
            let mut field = [0; 36];
            field[..9].copy_from_slice(b"Name\0tail");
            field
        }),
        offset: 0xdead,
        sort_index: 5,
    };
    assert_eq!(record, expected);
    assert_eq!(record.write(), raw);
}
