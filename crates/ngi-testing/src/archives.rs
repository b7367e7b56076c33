//! Archives for tests, put together without the writer under test.

use std::path::{Path, PathBuf};

use ngi_formats::FixedStr;
use ngi_formats::nres::{EntryRecord, Header, MAGIC, TypeId, VERSION};
use ngi_formats::schema::Record as _;
use ngi_vfs::{Node, locate};

/// An entry by hand.
pub fn entry(kind: u32, name: &[u8], (offset, size): (u32, u32), sort_index: u32) -> EntryRecord {
    let mut field = [0; 36];
    field[..name.len()].copy_from_slice(name);
    EntryRecord {
        type_id: TypeId(kind),
        attr1: 1,
        attr2: 2,
        attr3: 3,
        size,
        name: FixedStr(field),
        offset,
        sort_index,
    }
}

/// Header, data region and directory, whatever they say.
pub fn archive(data: &[u8], entries: &[EntryRecord]) -> Vec<u8> {
    let total_size = u32::try_from(16 + data.len() + entries.len() * 64).unwrap();
    let count = i32::try_from(entries.len()).unwrap();
    let mut bytes = Header { magic: MAGIC, version: VERSION, count, total_size }.write().to_vec();
    bytes.extend_from_slice(data);
    entries.iter().for_each(|entry| bytes.extend_from_slice(&entry.write()));
    bytes
}

/// All rules kept.
pub fn tidy() -> Vec<u8> {
    archive(
        b"hello\0\0\0ABCDEFGH",
        &[
            entry(0x5458_4554, b"b.txt", (16, 5), 1),
            entry(3, b"A_1", (24, 8), 2),
            entry(3, b"Ab", (32, 0), 0),
        ],
    )
}

/// Gaps, dirty padding, odd order, overlaps, an entry outside, a wrong table, bytes behind a NUL,
/// names that no file can have, a region of 5,000 bytes that nobody points at.
pub fn odd() -> Vec<u8> {
    let mut data = b"FRONTGAPsecond\xAA\xBBfirst\0\0\0overlapping-paylalone\0\0\0".to_vec();
    data.extend((0..5000u32).map(|place| u8::try_from(place % 251).unwrap()));
    archive(
        &data,
        &[
            entry(1, b"first\0JUNK", (32, 5), 5),
            entry(1, b"../second", (24, 6), 0),
            entry(2, b"CON", (40, 11), 4),
            entry(2, b"con", (44, 12), 1),
            entry(9, b"outside", (400_000, 12), 3),
            entry(9, &[0xcf, 0xe0, b'/', b'.'], (56, 5), 2),
        ],
    )
}

/// A file in a folder, and its node.
pub fn write(folder: &Path, name: &str, bytes: &[u8]) -> (PathBuf, Node) {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    let node = locate(&path).unwrap();
    (path, node)
}
