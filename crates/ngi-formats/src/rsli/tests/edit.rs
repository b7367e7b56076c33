use super::{Made, entry, support};
use crate::FixedStr;
use crate::rsli::{
    Archive, Editor, Header, Method, NewEntry, Region, SORT_READY, Slot, codec, rebuild,
};

/// Gap, payload, gap, payload out of directory order, tail; odd header bytes; a trailer.
fn odd() -> Vec<u8> {
    let mut made = Made::raw(&[]);
    made.data = b"gap1".to_vec();
    made.push(entry("ZULU", Method::RAW, 5, 5), b"zulu!");
    made.data.extend(b"gap two");
    let packed = codec::lzss::encode(b"mike mike mike mike");
    made.push(entry("MIKE", Method::LZSS, packed.len(), 19), &packed);
    made.data.extend(b"tail");
    made.entries.swap(0, 1);
    let mut made = made.finish();
    made.entries[0].unk_0x0c = *b"kept";
    made.entries[0].name.0[5..9].copy_from_slice(b"junk");
    made.entries[1].flags = 0x4200;
    made.header.unk_0x08 = *b"header";
    made.header.seed = 0xdead_beef;
    made.overlay = Some(10);
    for entry in &mut made.entries {
        entry.offset -= 10;
    }
    made.bytes()
}

fn edited(bytes: &[u8], edit: impl FnOnce(&mut Editor<'_>)) -> Vec<u8> {
    let archive = Archive::read(bytes).unwrap();
    let mut editor = Editor::open(&archive);
    edit(&mut editor);
    let written = editor.write().unwrap();
    let mut streamed = Vec::new();
    editor.write_to(&mut streamed).unwrap();
    assert_eq!(written, streamed);
    assert_eq!(Archive::read(&written).unwrap().records(), editor.written_records().unwrap());
    written
}

/// Names and payloads in directory order.
fn contents(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let archive = Archive::read(bytes).unwrap();
    let name = |entry: &crate::rsli::Entry<'_>| String::from_utf8_lossy(entry.name()).into_owned();
    archive.iter().map(|entry| (name(&entry), entry.unpack().unwrap())).collect()
}

fn data(bytes: &[u8]) -> &[u8] {
    &bytes[Archive::read(bytes).unwrap().data_region()]
}

fn add(editor: &mut Editor<'_>, name: &str, method: Method, payload: &'static [u8]) -> usize {
    editor.add(NewEntry::new(name, method).unwrap(), payload).unwrap()
}

#[test]
fn nothing_changed_nothing_changes() {
    assert_eq!(edited(&odd(), |_| ()), odd());
    let same = edited(&odd(), |editor| {
        editor.replace(0, b"mike mike mike mike".as_slice()).unwrap();
        editor.set_name_field(0, editor.records()[0].name).unwrap();
        editor.set_method(0, Method::LZSS).unwrap();
        editor.set_flags(1, 0x4200).unwrap();
        editor.set_unk_0x0c(0, *b"kept").unwrap();
        editor.reorder(&[0, 1]).unwrap();
        editor.set_header(editor.header()).unwrap();
        editor.set_overlay(Some(10));
    });
    assert_eq!(same, odd());
}

#[test]
fn a_payload_that_grows_moves_what_follows_by_the_difference() {
    let after = edited(&odd(), |editor| editor.replace(1, b"zulu, longer".as_slice()).unwrap());
    let packed = codec::lzss::encode(b"mike mike mike mike");
    let expected = [b"gap1zulu, longergap two".as_slice(), &packed, b"tail"].concat();
    assert_eq!(data(&after), expected);
    let before = Archive::read(&odd()).unwrap().records().to_vec();
    let archive = Archive::read_strict(&after).unwrap();
    let now = archive.records();
    assert_eq!(now[0].offset, before[0].offset + 7);
    assert_eq!(now[1].offset, before[1].offset);
    assert_eq!((now[1].packed_size, now[1].unpacked_size), (12, 12));
    assert_eq!((now[0].name, now[0].unk_0x0c), (before[0].name, before[0].unk_0x0c));
    assert_eq!(now[1].flags, 0x4200);
    assert_eq!(archive.overlay(), Some(10));
    assert_eq!(archive.header().unpacked_total, 31);
    assert_eq!(&archive.header().unk_0x08, b"header");
    assert_eq!(archive.header().seed, 0xdead_beef);
}

#[test]
fn removing_takes_the_payload_and_leaves_the_gaps() {
    let after = edited(&odd(), |editor| editor.remove(0).unwrap());
    assert_eq!(data(&after), b"gap1zulu!gap twotail");
    assert_eq!(contents(&after), [("ZULU".to_owned(), b"zulu!".to_vec())]);
    let header = *Archive::read_strict(&after).unwrap().header();
    assert_eq!((header.count, header.count_copy, header.unpacked_total), (1, 1, 5));
}

#[test]
fn adding_appends() {
    let after = edited(&odd(), |editor| {
        assert_eq!(add(editor, "new.tex", Method::DEFLATE, b"new new new"), 2);
    });
    let archive = Archive::read_strict(&after).unwrap();
    assert_eq!(archive.find(b"new.tex").unwrap().unpack().unwrap(), b"new new new");
    assert_eq!(archive.find(b"mike").unwrap().unpack().unwrap(), b"mike mike mike mike");
    let order: Vec<_> = archive.records().iter().map(|record| record.sort_to_original).collect();
    assert_eq!(order, [0, 2, 1]);
    let expected = [data(&odd()), &codec::deflate::encode(b"new new new")].concat();
    assert_eq!(data(&after), expected);
}

#[test]
fn renaming_clears_the_rest_of_the_field() {
    let after = edited(&odd(), |editor| editor.rename(0, b"xray").unwrap());
    let archive = Archive::read_strict(&after).unwrap();
    assert_eq!(archive.records()[0].name, FixedStr(*b"XRAY\0\0\0\0\0\0\0\0"));
    assert_eq!(&archive.records()[0].unk_0x0c, b"kept");
    assert_eq!(data(&after), data(&odd()));
}

#[test]
fn an_overlay_gives_way_only_where_it_must() {
    let mut made = Made::raw(&[("A", b"aaa"), ("B", b"bbb")]);
    made.overlay = Some(96);
    for entry in &mut made.entries {
        entry.offset -= 96;
    }
    let bytes = made.bytes();
    let grown = edited(&bytes, |editor| editor.replace(0, b"longer".as_slice()).unwrap());
    assert_eq!(Archive::read(&grown).unwrap().overlay(), Some(96));
    // One entry less: everything moves up by 32 bytes, to before the old overlay.
    let shorter = edited(&bytes, |editor| editor.remove(0).unwrap());
    let archive = Archive::read_strict(&shorter).unwrap();
    assert_eq!((archive.overlay(), archive.records()[0].offset), (Some(64), 0));
    assert_eq!(contents(&shorter), [("B".to_owned(), b"bbb".to_vec())]);
    let without = edited(&bytes, |editor| editor.set_overlay(None));
    assert_eq!(without, Made::raw(&[("A", b"aaa"), ("B", b"bbb")]).bytes());
    assert_eq!(edited(&without, |editor| editor.set_overlay(Some(96))), bytes);
}

fn enciphered() -> Vec<u8> {
    let mut editor = Editor::new();
    for (name, method) in [("M", Method::XOR), ("N", Method::XOR_LZSS), ("O", Method::XOR_LZHUF)] {
        let payload = format!("payload payload of {name}").into_bytes();
        editor.add(NewEntry::new(name, method).unwrap(), payload).unwrap();
    }
    editor.write().unwrap()
}

#[test]
fn payloads_follow_their_keys_without_being_packed_anew() {
    let before = enciphered();
    let clear = |bytes: &[u8], name: &[u8]| {
        let archive = Archive::read(bytes).unwrap();
        let entry = archive.find(name).unwrap();
        support::xor(entry.key(), entry.packed().unwrap())
    };
    let after = edited(&before, |editor| {
        add(editor, "A", Method::RAW, b"first");
        editor.rename(0, b"Z").unwrap();
    });
    let archive = Archive::read_strict(&after).unwrap();
    assert_eq!(archive.iter().map(|entry| entry.key()).collect::<Vec<_>>(), [3, 1, 2, 0]);
    for (old, new) in [(b"M", b"Z"), (b"N", b"N"), (b"O", b"O")] {
        assert_eq!(clear(&after, new), clear(&before, old));
    }
    let unpacked = archive.find(b"Z").unwrap().unpack().unwrap();
    assert_eq!(unpacked, b"payload payload of M");
}

#[test]
fn a_table_that_is_not_ready_still_gives_the_keys() {
    let before = edited(&enciphered(), |editor| {
        editor.set_header(Header { sort_flag: 0, ..editor.header() }).unwrap();
    });
    assert_eq!(before[..14], enciphered()[..14]);
    assert_eq!(before[16..], enciphered()[16..], "the table on disk was the engine's own");
    let after = edited(&before, |editor| editor.reorder(&[2, 0, 1]).unwrap());
    let archive = Archive::read_strict(&after).unwrap();
    assert_eq!(archive.header().sort_flag, 0);
    let disk: Vec<_> = archive.records().iter().map(|record| record.sort_to_original).collect();
    assert_eq!(disk, [1, 2, 0], "kept right, as it was right before");
    assert_eq!(archive.find(b"O").unwrap().unpack().unwrap(), b"payload payload of O");

    // A table nobody looked after stays as it is, until it is marked as ready.
    let mut made = Made::raw(&[("B", b"bee"), ("A", b"aye")]);
    made.header.sort_flag = 1;
    made.entries[0].sort_to_original = 77;
    let bytes = made.bytes();
    let after = edited(&bytes, |editor| editor.rename(0, b"C").unwrap());
    assert_eq!(Archive::read(&after).unwrap().records()[0].sort_to_original, 77);
    let after = edited(&after, |editor| {
        editor.set_header(Header { sort_flag: SORT_READY, ..editor.header() }).unwrap();
    });
    assert!(Archive::read_strict(&after).is_ok());
}

#[test]
fn a_wrong_table_is_left_alone_until_names_change() {
    let mut made = Made::raw(&[("B", b"bee"), ("A", b"aye")]);
    made.entries[0].sort_to_original = 0;
    made.entries[1].sort_to_original = 0;
    let bytes = made.bytes();
    let table = |bytes: &[u8]| {
        let archive = Archive::read(bytes).unwrap();
        archive.records().iter().map(|record| record.sort_to_original).collect::<Vec<_>>()
    };
    let after = edited(&bytes, |editor| editor.replace(0, b"longer".as_slice()).unwrap());
    assert_eq!(table(&after), [0, 0]);
    assert_eq!(table(&edited(&bytes, |editor| editor.rename(0, b"C").unwrap())), [1, 0]);
    assert_eq!(table(&edited(&bytes, |editor| editor.rebuild_table())), [1, 0]);
}

#[test]
fn redundant_values_that_were_wrong_stay_wrong() {
    let mut made = Made::raw(&[("A", b"aye")]);
    made.header.count_copy = 99;
    made.header.unpacked_total = 77;
    let after = edited(&made.bytes(), |editor| {
        add(editor, "B", Method::RAW, b"bee");
    });
    let header = *Archive::read(&after).unwrap().header();
    assert_eq!((header.count, header.count_copy, header.unpacked_total), (2, 99, 77));
}

#[test]
fn shared_bytes_stay_whole_until_their_last_user_leaves() {
    let mut made = Made::raw(&[("A", b"0123456789"), ("B", b""), ("C", b"last")]);
    made.entries[1].offset = made.entries[0].offset + 4;
    made.entries[1].packed_size = 4;
    made.entries[1].unpacked_size = 4;
    let bytes = made.bytes();
    assert_eq!(edited(&bytes, |_| ()), bytes);

    let after = edited(&bytes, |editor| editor.replace(1, b"new".as_slice()).unwrap());
    assert_eq!(data(&after), b"0123456789lastnew");
    let after = edited(&bytes, |editor| editor.remove(0).unwrap());
    assert_eq!(data(&after), b"0123456789last");
    assert_eq!(contents(&after)[0], ("B".to_owned(), b"4567".to_vec()));
    let after = edited(&bytes, |editor| {
        editor.remove(0).unwrap();
        editor.replace(0, b"new".as_slice()).unwrap();
    });
    assert_eq!(data(&after), b"lastnew");
}

#[test]
fn shared_bytes_whose_key_changes_are_copied_apart() {
    let mut made = Made::raw(&[("M", b"0123456789"), ("N", b"")]);
    for index in [0, 1] {
        made.entries[index].flags = Method::XOR.0 as i16;
        made.entries[index].offset = 96;
        made.entries[index].packed_size = 10 - index as u32;
        made.entries[index].unpacked_size = 10 - index as u32;
    }
    let bytes = made.bytes();
    let before = contents(&bytes);
    // Keys were 0 and 1; the table is now 2, 0, 1.
    let after = edited(&bytes, |editor| {
        add(editor, "A", Method::RAW, b"first");
    });
    assert_eq!(contents(&after)[..2], before);
}

#[test]
fn payloads_in_header_table_or_trailer_keep_their_bytes() {
    let mut made = Made::raw(&[("A", b"aaa"), ("B", b"bbb")]);
    made.overlay = Some(0);
    made.entries[0].offset = 0;
    made.entries[0].packed_size = 40;
    made.entries[0].unpacked_size = 40;
    made.entries[1].packed_size = 9;
    made.entries[1].unpacked_size = 9;
    let bytes = made.bytes();
    assert_eq!(edited(&bytes, |_| ()), bytes);
    let before = contents(&bytes);
    let after = edited(&bytes, |editor| {
        add(editor, "C", Method::RAW, b"ccc");
    });
    assert_eq!(contents(&after)[..2], before);
}

#[test]
fn payloads_that_are_not_there_do_not_get_in_the_way() {
    let mut made = Made::raw(&[("A", b"aaa"), ("B", b"bbb")]);
    made.entries[0].packed_size = u32::MAX;
    let bytes = made.bytes();
    let archive = Archive::read(&bytes).unwrap();
    let mut editor = Editor::open(&archive);
    assert!(editor.payload(0).is_err());
    editor.replace(1, b"longer".as_slice()).unwrap();
    editor.replace(0, b"repaired".as_slice()).unwrap();
    let after = editor.write().unwrap();
    assert_eq!(contents(&after)[0].1, b"repaired");
    assert_eq!(contents(&after)[1].1, b"longer");
}

#[test]
fn a_claim_past_the_end_is_kept_only_at_the_end() {
    let mut made = Made::raw(&[]);
    made.push(entry("A", Method::RAW, 3, 3), b"aaa");
    made.push(entry("B", Method::DEFLATE, 4, 1), b"\x4b\x04\x00");
    let bytes = made.finish().bytes();
    let claimed = |bytes: &[u8]| Archive::read(bytes).unwrap().records()[1].packed_size;
    assert_eq!(claimed(&bytes), 4);
    assert_eq!(edited(&bytes, |_| ()), bytes);
    let still_last = edited(&bytes, |editor| editor.replace(0, b"longer".as_slice()).unwrap());
    assert_eq!(claimed(&still_last), 4);
    assert_eq!(contents(&still_last)[1].1, b"a");
    let no_longer_last = edited(&bytes, |editor| {
        add(editor, "C", Method::RAW, b"c");
    });
    assert_eq!(claimed(&no_longer_last), 3);
    assert!(Archive::read_strict(&no_longer_last).is_ok());
    assert_eq!(claimed(&edited(&bytes, |editor| editor.set_overlay(Some(0)))), 3);
    assert_eq!(claimed(&rebuild(&Archive::read(&bytes).unwrap()).unwrap()), 3);
}

#[test]
fn a_claim_past_the_end_with_a_trailer_in_it_is_kept() {
    let mut made = Made::raw(&[]);
    made.overlay = Some(0);
    made.push(entry("B", Method::DEFLATE, 3 + 6 + 1, 1), b"\x4b\x04\x00");
    let bytes = made.finish().bytes();
    assert!(Archive::read(&bytes).unwrap().get(0).unwrap().is_eof_plus_one());
    assert_eq!(edited(&bytes, |_| ()), bytes);
}

#[test]
fn data_that_ends_like_a_trailer_is_set_apart() {
    let mut editor = Editor::new();
    add(&mut editor, "A", Method::RAW, b"...AO1234");
    let bytes = editor.write().unwrap();
    let archive = Archive::read_strict(&bytes).unwrap();
    assert_eq!(archive.overlay(), None);
    assert_eq!(archive.get(0).unwrap().unpack().unwrap(), b"...AO1234");
    assert_eq!(data(&bytes), b"...AO1234\0");
    // The same where it takes two payloads to look like one, and where a cipher makes it.
    let mut editor = Editor::new();
    add(&mut editor, "A", Method::RAW, b"A");
    let clear = support::xor(1, b"O1234");
    editor.add(NewEntry::new("B", Method::XOR).unwrap(), clear.clone()).unwrap();
    let bytes = editor.write().unwrap();
    assert_eq!(data(&bytes), b"AO1234\0");
    assert_eq!(contents(&bytes)[1].1, clear);
}

#[test]
fn flags_methods_and_order() {
    let after = edited(&odd(), |editor| {
        editor.set_flags(1, 0x4200 | 0x80).unwrap();
        editor.set_method(0, Method::XOR_LZSS).unwrap();
        editor.set_unk_0x0c(1, [1, 2, 3, 4]).unwrap();
    });
    let archive = Archive::read_strict(&after).unwrap();
    assert_eq!(archive.records()[1].flags, 0x4280);
    assert_eq!(archive.records()[1].unk_0x0c, [1, 2, 3, 4]);
    assert_eq!(archive.get(1).unwrap().unpack().unwrap(), b"zulu!");
    assert_eq!(archive.get(0).unwrap().unpack().unwrap(), b"mike mike mike mike");

    let bytes = Made::raw(&[("C", b"1"), ("A", b"2"), ("B", b"3"), ("A", b"4")]).bytes();
    let sorted = edited(&bytes, |editor| editor.sort());
    let order: Vec<_> = contents(&sorted).into_iter().map(|(_, payload)| payload[0]).collect();
    assert_eq!(order, *b"2431", "equal names keep their order");
    assert_eq!(data(&sorted), b"1234", "payloads stay where they are");
}

#[test]
fn wrong_requests_are_refused_and_change_nothing() {
    let bytes = odd();
    let archive = Archive::read(&bytes).unwrap();
    let mut editor = Editor::open(&archive);
    assert!(NewEntry::new("", Method::RAW).is_err());
    assert!(NewEntry::new("THIRTEEN.CHAR", Method::RAW).is_err());
    assert!(NewEntry::new("A\0B", Method::RAW).is_err());
    let unknown = NewEntry::new("A", Method(0x1e0)).unwrap();
    assert!(editor.add(unknown, b"a".as_slice()).is_err());
    let broken = NewEntry::new("A", Method::LZSS).unwrap();
    assert!(editor.add_packed(broken, b"?".as_slice(), 3).is_err());
    assert!(editor.set_method(0, Method(0xc0)).is_err());
    assert!(editor.rename(0, b"EXACTLY12.CH").is_err(), "the byte after it is not zero");
    for index in [2, usize::MAX] {
        assert!(editor.remove(index).is_err());
        assert!(editor.rename(index, b"A").is_err());
        assert!(editor.replace(index, b"a".as_slice()).is_err());
        assert!(editor.set_flags(index, 0).is_err());
        assert!(editor.payload(index).is_err());
    }
    assert!(editor.reorder(&[0, 0]).is_err());
    assert!(editor.reorder(&[0]).is_err());
    assert!(editor.reorder(&[1, 2]).is_err());
    assert!(editor.set_header(Header { version: 2, ..editor.header() }).is_err());
    assert!(editor.set_header(Header { count: 3, ..editor.header() }).is_err());
    assert_eq!(editor.write().unwrap(), bytes);
}

#[test]
fn from_nothing() {
    let mut editor = Editor::new();
    assert_eq!(editor.write().unwrap(), Made::raw(&[]).bytes());
    for (method, name) in Method::ALL {
        let payload = format!("{name} {name} {name}").into_bytes();
        editor.add(NewEntry::new(name, method).unwrap(), payload).unwrap();
    }
    editor.set_header(Header { seed: 0x1234_5678, ..editor.header() }).unwrap();
    let bytes = editor.write().unwrap();
    let archive = Archive::read_strict(&bytes).unwrap();
    for (method, name) in Method::ALL {
        let entry = archive.find(name.as_bytes()).unwrap();
        assert_eq!(entry.method(), method);
        assert_eq!(entry.unpack().unwrap(), format!("{name} {name} {name}").into_bytes());
    }
    assert_eq!(rebuild(&archive).unwrap(), bytes, "as canonical as can be");
    assert_eq!(editor.position(b"DEFLATE"), Some(6));
}

#[test]
fn packed_payloads_can_be_added_as_they_are() {
    let mut editor = Editor::new();
    let packed = codec::lzss::encode(b"packed packed packed");
    let new = NewEntry::new("A", Method::XOR_LZSS).unwrap();
    editor.add(NewEntry::new("B", Method::RAW).unwrap(), b"b".as_slice()).unwrap();
    editor.add_packed(new, packed.clone(), 20).unwrap();
    let bytes = editor.write().unwrap();
    let archive = Archive::read_strict(&bytes).unwrap();
    let entry = archive.find(b"A").unwrap();
    assert_eq!(entry.unpack().unwrap(), b"packed packed packed");
    assert_eq!(support::xor(entry.key(), entry.packed().unwrap()), packed);
}

#[test]
fn the_table_has_an_end() {
    let mut editor = Editor::new();
    for index in 0..32767 {
        let entry = NewEntry::new(format!("{index}"), Method::RAW).unwrap();
        editor.add(entry, b"".as_slice()).unwrap();
    }
    assert!(editor.add(NewEntry::new("X", Method::RAW).unwrap(), b"".as_slice()).is_err());
    let bytes = editor.write().unwrap();
    let archive = Archive::read(&bytes).unwrap();
    assert_eq!(archive.len(), 32767);
    for index in [0, 1, 9, 10, 32766] {
        let found = archive.find(format!("{index}").as_bytes()).unwrap();
        assert_eq!(found.index(), index);
    }
}

#[test]
fn parts_put_together_give_the_archive() {
    for bytes in [odd(), enciphered()] {
        let archive = Archive::read(&bytes).unwrap();
        let editor = Editor::open(&archive);
        let (header, records, slots) = (editor.header(), editor.records(), editor.slots());
        let again = Editor::from_parts(
            header,
            records.to_vec(),
            slots.to_vec(),
            editor.regions().to_vec(),
            editor.overlay(),
        );
        assert_eq!(again.unwrap().write().unwrap(), bytes);
        for wrong in [Slot::Region(99), Slot::Within { region: 0, offset: 0 }, slots[1]] {
            let mut slots = slots.to_vec();
            slots[0] = wrong;
            let regions = editor.regions().to_vec();
            assert!(Editor::from_parts(header, records.to_vec(), slots, regions, None).is_err());
        }
    }
    let bytes = odd();
    let editor = Editor::open(&Archive::read(&bytes).unwrap());
    let gaps = editor.regions().iter().map(|region| matches!(region, Region::Gap(_)));
    assert_eq!(gaps.collect::<Vec<_>>(), [true, false, true, false, true]);
}

#[test]
fn canonical_drops_what_nobody_points_at() {
    let fresh = rebuild(&Archive::read(&odd()).unwrap()).unwrap();
    let packed = codec::lzss::encode(b"mike mike mike mike");
    assert_eq!(data(&fresh), [packed.as_slice(), b"zulu!"].concat());
    let archive = Archive::read_strict(&fresh).unwrap();
    assert_eq!(archive.overlay(), None);
    assert_eq!(archive.records()[0].name, FixedStr(*b"MIKE\0\0\0\0\0\0\0\0"));
    assert_eq!(&archive.records()[0].unk_0x0c, b"kept");
    assert_eq!(archive.records()[1].flags, 0x4200);
    assert_eq!(&archive.header().unk_0x08, b"header");
}
