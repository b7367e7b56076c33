use super::*;

fn open(bytes: &[u8]) -> Editor<'_> {
    Editor::open(&Archive::read(bytes).unwrap())
}

/// Offsets at which two files of the same length differ.
fn differing(a: &[u8], b: &[u8]) -> Vec<usize> {
    assert_eq!(a.len(), b.len());
    (0..a.len()).filter(|&at| a[at] != b[at]).collect()
}

#[test]
fn unchanged_archives_write_back_to_the_same_bytes() {
    for bytes in [sample().bytes(), odd().bytes(), Raw::new(&[9; 3], &[]).bytes()] {
        let editor = open(&bytes);
        assert_eq!(editor.write().unwrap(), bytes);
        let mut streamed = Vec::new();
        editor.write_to(&mut streamed).unwrap();
        assert_eq!(streamed, bytes);
        let rebuilt = Editor::from_parts(
            editor.records().to_vec(),
            editor.slots().to_vec(),
            editor.regions().clone(),
        );
        assert_eq!(rebuilt.unwrap().write().unwrap(), bytes);
    }
}

#[test]
fn an_archive_from_nothing_is_sound() {
    let mut editor = Editor::new();
    editor.add(NewEntry::new(3, "b.txt").unwrap(), b"hello".as_slice()).unwrap();
    editor
        .add(NewEntry::new(*b"MAT0", "A").unwrap().attributes(1, 2, 3), b"12345678".to_vec())
        .unwrap();
    let expected = Raw::new(
        b"hello\0\0\x0012345678",
        &[
            raw_entry(3, [0; 3], b"b.txt", (16, 5), 1),
            raw_entry(0x3054_414d, [1, 2, 3], b"A", (24, 8), 0),
        ],
    );
    assert_eq!(editor.write().unwrap(), expected.bytes());
    assert_eq!(Editor::new().write().unwrap(), Raw::new(b"", &[]).bytes());
}

#[test]
fn attributes_change_only_their_own_bytes() {
    let bytes = odd().bytes();
    let mut editor = open(&bytes);
    editor.set_attr1(2, 0x0102_0304).unwrap();
    editor.set_attr2(2, 5).unwrap();
    editor.set_attr3(2, 6).unwrap();
    editor.set_type(2, TypeId(7)).unwrap();
    let at = bytes.len() - 4 * 64;
    assert_eq!(
        differing(&bytes, &editor.write().unwrap()),
        [at, at + 4, at + 5, at + 6, at + 7, at + 8, at + 16]
    );
}

#[test]
fn a_payload_of_the_same_size_stays_in_place() {
    let bytes = odd().bytes();
    let mut editor = open(&bytes);
    editor.replace(1, b"SECOND".as_slice()).unwrap();
    assert_eq!(differing(&bytes, &editor.write().unwrap()), (24..30).collect::<Vec<_>>());
}

#[test]
fn growing_into_the_padding_moves_nothing() {
    let bytes = sample().bytes();
    let mut editor = open(&bytes);
    editor.replace(0, b"hello!!!".as_slice()).unwrap();
    let written = editor.write().unwrap();
    // Three bytes of padding and the entry's size.
    assert_eq!(differing(&bytes, &written), [21, 22, 23, 32 + 12]);
    assert_eq!(written[44], 8);
}

#[test]
fn a_larger_payload_moves_what_follows_by_eights() {
    let bytes = odd().bytes();
    let mut editor = open(&bytes);
    editor.replace(0, b"first, and longer".as_slice()).unwrap(); // 5 → 17 bytes
    let written = editor.write().unwrap();
    assert_eq!(written.len(), bytes.len() + 16);
    let archive = Archive::read(&written).unwrap();
    assert_eq!(&written[16..32], &bytes[16..32]); // front gap, dirty padding
    assert_eq!(&written[32..56], b"first, and longer\0\0\0\0\0\0\0");
    assert_eq!(&written[56..105], &bytes[40..89]); // all that followed
    let offsets: Vec<_> = archive.iter().map(|entry| entry.record().offset).collect();
    assert_eq!(offsets, [32, 24, 56, 60, 4000, 72]);
    assert_eq!(&archive.get(0).unwrap().record().name.0[..10], b"first\0JUNK");
    let sort = |archive: &Archive<'_>| -> Vec<_> {
        archive.iter().map(|entry| entry.record().sort_index).collect()
    };
    // Names did not change, so the broken table stays broken: nobody asked.
    assert_eq!(sort(&archive), sort(&Archive::read(&bytes).unwrap()));
}

#[test]
fn dirty_padding_is_not_taken_for_padding() {
    let bytes = odd().bytes();
    let mut editor = open(&bytes);
    editor.replace(1, b"second, longer".as_slice()).unwrap(); // 6 → 14, then AA BB
    let written = editor.write().unwrap();
    assert_eq!(&written[24..40], b"second, longer\xAA\xBB");
    assert_eq!(&written[40..97], &bytes[32..89]);
    let mut editor = open(&bytes);
    editor.replace(1, b"2".as_slice()).unwrap(); // 6 → 1: five zeros keep the step
    assert_eq!(&editor.write().unwrap()[24..32], b"2\0\0\0\0\0\xAA\xBB");
}

#[test]
fn a_shared_payload_moves_out_and_leaves_the_other() {
    let bytes = odd().bytes();
    let mut editor = open(&bytes);
    editor.replace(2, b"mine now".as_slice()).unwrap();
    editor.replace(4, b"inside".as_slice()).unwrap();
    let written = editor.write().unwrap();
    let archive = Archive::read(&written).unwrap();
    assert_eq!(&written[16..89], &bytes[16..89]); // the odd tail too
    assert_eq!(archive.get(2).unwrap().record().offset, 96);
    assert_eq!(archive.get(2).unwrap().payload().unwrap(), b"mine now");
    assert_eq!(archive.get(3).unwrap().payload().unwrap(), &bytes[44..56]);
    assert_eq!(archive.get(4).unwrap().payload().unwrap(), b"inside");
    assert_eq!(written.len(), bytes.len() + 7 + 8 + 8);
}

#[test]
fn removing_takes_payload_and_padding() {
    let bytes = sample().bytes();
    let mut editor = open(&bytes);
    editor.remove(0).unwrap();
    let expected = Raw::new(
        b"ABCDEFGH",
        &[raw_entry(3, [4, 5, 6], b"A_1", (16, 8), 0), raw_entry(3, [7, 8, 9], b"Ab", (24, 0), 1)],
    );
    assert_eq!(editor.write().unwrap(), expected.bytes());
    assert!(editor.remove(2).is_err());
}

#[test]
fn removing_what_was_added_leaves_no_trace() {
    let bytes = sample().bytes();
    let mut editor = open(&bytes);
    let index = editor.add(NewEntry::new(1, "new").unwrap(), b"xyz".as_slice()).unwrap();
    editor.remove(index).unwrap();
    assert_eq!(editor.write().unwrap(), bytes);
}

#[test]
fn renaming_sorts_the_table_anew() {
    let bytes = sample().bytes();
    let mut editor = open(&bytes);
    editor.rename(1, b"zz").unwrap();
    let written = editor.write().unwrap();
    let archive = Archive::read_strict(&written).unwrap();
    assert_eq!(names(&archive), ["b.txt", "zz", "Ab"]);
    assert_eq!(archive.find(b"ZZ").unwrap().index(), 1);
    assert!(editor.rename(1, &[b'n'; 36]).is_err());
    assert!(editor.rename(9, b"n").is_err());
}

#[test]
fn sorting_moves_entries_not_payloads() {
    let entry = |type_id, attr1, attr2, name: &[u8], at| {
        raw_entry(type_id, [attr1, attr2, 0], name, (at, 8), 0)
    };
    let mut raw = Raw::new(
        b"payload0payload1payload2payload3",
        &[
            entry(2, 2, 1, b"b", 16),
            entry(1, 2, 2, b"C", 24),
            entry(2, 1, 2, b"a", 32),
            entry(1, 2, 0, b"D", 40),
        ],
    );
    for (entry, slot) in raw.entries.iter_mut().zip([2, 0, 1, 3]) {
        entry[60] = slot;
    }
    let bytes = raw.bytes();
    let orders = [
        "bCaD", // 0 none
        "abCD", // 1 attr1
        "DbCa", // 2 attr2
        "aDbC", // 3 attr1, attr2
        "CDba", // 4 type
        "CDab", // 5 type, attr1
        "CDab", // 6 the same
        "DCab", // 7 type, attr1, attr2
        "abCD", // 8 name
        "CDab", // 9 type, name
        "abCD", // 10 attr1, name
        "DbaC", // 11 attr2, name
    ];
    assert_eq!(SortMode::all().count(), orders.len());
    for (mode, order) in SortMode::all().zip(orders) {
        let mut editor = open(&bytes);
        editor.sort(mode);
        let written = editor.write().unwrap();
        let archive = Archive::read_strict(&written).unwrap();
        assert_eq!(names(&archive).concat(), order, "mode {}", mode.number());
        assert_eq!(&written[16..48], &bytes[16..48]);
        let payload = archive.find(b"a").unwrap().payload().unwrap();
        assert_eq!(payload, b"payload2");
    }
    assert_eq!(SortMode::parse("type,name"), SortMode::new(9));
    assert_eq!(SortMode::parse("12"), None);
}

#[test]
fn canonical_drops_what_no_entry_points_at() {
    let bytes = odd().bytes();
    let mut editor = open(&bytes);
    assert!(rebuild(&Archive::read(&bytes).unwrap()).is_err(), "an entry lies outside");
    editor.remove(4).unwrap();
    let rebuilt = rebuild(&Archive::read(&editor.write().unwrap()).unwrap()).unwrap();
    let archive = Archive::read_strict(&rebuilt).unwrap();
    assert_eq!(names(&archive), ["first", "second", "share1", "share2", "alone"]);
    assert_eq!(archive.get(3).unwrap().payload().unwrap(), &bytes[44..56]);
    assert_eq!(archive.directory_offset(), 16 + 8 + 8 + 16 + 16 + 8);
    assert!(archive.get(0).unwrap().record().name.is_plain());
    assert_eq!(rebuild(&archive).unwrap(), rebuilt);
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let bytes = sample().bytes();
    let editor = open(&bytes);
    let (records, regions) = (editor.records().to_vec(), editor.regions().clone());
    for slots in [
        vec![Slot::Outside],
        vec![Slot::Region(0), Slot::Region(0), Slot::Outside],
        vec![Slot::Region(99), Slot::Outside, Slot::Outside],
        vec![Slot::Region(1), Slot::Outside, Slot::Outside], // a gap
        vec![Slot::Within { region: 0, offset: 0, len: 1 }, Slot::Outside, Slot::Outside],
    ] {
        assert!(Editor::from_parts(records.clone(), slots, regions.clone()).is_err());
    }
}
