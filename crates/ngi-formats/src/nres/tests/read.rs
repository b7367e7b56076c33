use super::*;
use crate::{ErrorKind, Fault};

#[test]
fn reads_every_field() {
    let bytes = sample().bytes();
    let archive = Archive::read_strict(&bytes).unwrap();
    assert_eq!(archive.len(), 3);
    assert_eq!(archive.directory_offset(), 32);
    let entry = archive.get(0).unwrap();
    assert_eq!(entry.type_id(), TypeId::from(*b"MAT0"));
    assert_eq!(entry.name(), b"b.txt");
    assert_eq!((entry.record().attr1, entry.record().attr2, entry.record().attr3), (1, 2, 3));
    assert_eq!(entry.payload().unwrap(), b"hello");
    assert_eq!(archive.get(2).unwrap().payload().unwrap(), b"");
    assert!(archive.get(3).is_none());
    assert_eq!(names(&archive), ["b.txt", "A_1", "Ab"]);
}

#[test]
fn payloads_are_slices_of_the_file() {
    let bytes = sample().bytes();
    let archive = Archive::read(&bytes).unwrap();
    let payload = archive.get(1).unwrap().payload().unwrap();
    assert!(std::ptr::eq(payload.as_ptr(), &raw const bytes[24]));
}

#[test]
fn finds_by_name_without_case() {
    let bytes = sample().bytes();
    let archive = Archive::read(&bytes).unwrap();
    let found = |name: &[u8]| archive.find(name).map(|entry| entry.index());
    assert_eq!(found(b"B.TXT"), Some(0));
    assert_eq!(found(b"a_1"), Some(1));
    assert_eq!(found(b"AB"), Some(2));
    assert_eq!(found(b"a"), None);
    assert_eq!(found(b""), None);
    assert_eq!(found(b"zzz"), None);
    assert!(archive.is_table_sound());
}

#[test]
fn finds_through_a_broken_table() {
    for broken in [[0, 0, 0], [7, 7, 7], [2, 1, 0], [0, 2, 1]] {
        let mut raw = sample();
        for (entry, slot) in raw.entries.iter_mut().zip(broken) {
            entry[60] = slot;
        }
        let bytes = raw.bytes();
        let archive = Archive::read(&bytes).unwrap();
        assert!(!archive.is_table_sound(), "{broken:?}");
        for (index, name) in [b"b.txt".as_slice(), b"A_1", b"Ab"].into_iter().enumerate() {
            assert_eq!(archive.find(name).map(|e| e.index()), Some(index), "{broken:?} {name:?}");
        }
        assert!(archive.find(b"nobody").is_none());
    }
}

#[test]
fn a_shared_name_is_told_apart_by_type() {
    let entry = |type_id, offset, sort| raw_entry(type_id, [0; 3], b"Land", (offset, 8), sort);
    let bytes = Raw::new(&[0; 24], &[entry(21, 16, 0), entry(3, 24, 1), entry(18, 32, 2)]).bytes();
    let archive = Archive::read_strict(&bytes).unwrap();
    let indices = |name: &[u8]| archive.named(name).map(|e| e.index()).collect::<Vec<_>>();
    assert_eq!(indices(b"LAND"), [0, 1, 2]);
    assert_eq!(archive.find(b"land").unwrap().index(), 0);
    assert_eq!(archive.find_typed(TypeId(18), b"land").unwrap().index(), 2);
    assert!(archive.find_typed(TypeId(4), b"land").is_none());
    let of_type = |id, start| archive.of_type(TypeId(id), start).map(|e| e.index()).next();
    assert_eq!(of_type(3, 0), Some(1));
    assert_eq!(of_type(3, 2), None);
}

#[test]
fn every_truncation_is_an_error() {
    for bytes in [sample().bytes(), odd().bytes()] {
        for length in 0..bytes.len() {
            let error = Archive::read(&bytes[..length]).unwrap_err();
            assert_eq!(error.fault(), Fault::File);
        }
    }
}

#[test]
fn header_faults_name_field_and_offset() {
    let cases: [(usize, &[u8], &str, u64); 5] = [
        (0, b"NReS", "magic", 0),
        (4, &[1, 1, 0, 0], "version", 4),
        (8, &[0xff; 4], "count", 8),
        (8, &[4, 0, 0, 0], "count", 8),
        (12, &[0; 4], "total_size", 12),
    ];
    for (at, patch, field, offset) in cases {
        let mut bytes = sample().bytes();
        bytes[at..at + patch.len()].copy_from_slice(patch);
        let error = Archive::read(&bytes).unwrap_err();
        assert_eq!((error.field.as_ref(), error.offset), (field, Some(offset)));
    }
    let mut many = sample().bytes();
    many[8..12].copy_from_slice(&i32::MAX.to_le_bytes());
    let error = Archive::read(&many).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Malformed(_)), "{error}");
}

#[test]
fn payloads_outside_are_errors_and_nothing_else_suffers() {
    let places = [(0, 8), (15, 1), (24, 9), (33, 0), (u32::MAX, u32::MAX), (u32::MAX, 0), (96, 8)];
    for place in places {
        let mut raw = sample();
        raw.entries[1] = raw_entry(3, [0; 3], b"A_1", place, 2);
        let bytes = raw.bytes();
        let archive = Archive::read(&bytes).unwrap();
        let error = archive.get(1).unwrap().payload().unwrap_err();
        assert_eq!(error.field, "entries[1].offset");
        assert_eq!(error.offset, Some(32 + 64 + 56));
        assert_eq!(archive.get(0).unwrap().payload().unwrap(), b"hello");
        assert!(Archive::read_strict(&bytes).is_err());
    }
}

#[test]
fn names_without_nul_and_beyond_ascii_are_found() {
    let full = [b'x'; 36];
    let cyrillic = [0xcf, 0xe0, 0xf0]; // "Пар" in Windows-1251
    let bytes = Raw::new(
        b"",
        &[raw_entry(1, [0; 3], &full, (16, 0), 0), raw_entry(1, [0; 3], &cyrillic, (16, 0), 1)],
    )
    .bytes();
    let archive = Archive::read(&bytes).unwrap();
    assert_eq!(archive.find(&full).unwrap().index(), 0);
    assert_eq!(archive.find(&cyrillic).unwrap().record().name.to_string(), "Пар");
    assert!(archive.find(&full[..35]).is_none());
}

#[test]
fn canonical_archives_are_known_by_their_layout_and_table() {
    let bytes = sample().bytes();
    let archive = Archive::read(&bytes).unwrap();
    assert!(archive.has_canonical_layout() && archive.has_canonical_table());
    let bytes = odd().bytes();
    let archive = Archive::read(&bytes).unwrap();
    assert!(!archive.has_canonical_layout() && !archive.has_canonical_table());
    for (at, byte) in [(21, 1), (32 + 56, 24), (32 + 12, 17)] {
        let mut bytes = sample().bytes();
        bytes[at] = byte;
        assert!(!Archive::read(&bytes).unwrap().has_canonical_layout());
    }
}
