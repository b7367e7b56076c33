use proptest::prelude::*;

use super::{Made, entry, support};
use crate::rsli::{Archive, Method, SORT_READY, codec, write};
use crate::{ErrorKind, Fault};

/// A whole file, byte by byte. The seed's low half is 0, so the table stands in the clear.
const BY_HAND: &[u8] = b"NL\x00\x01\
    \x02\x00\x02\x00\
    abcdef\xba\xab\
    \x07\x00\x00\x00\
    \x00\x00\x34\x12\
    ABCDEFGH\
    ZED\0junk\0\0\0\0kept\x00\x02\x01\x00\x03\x00\x00\x00\x60\x00\x00\x00\x03\x00\x00\x00\
    ABLE\0\0\0\0\0\0\0\0\0\0\0\0\x40\x00\x00\x00\x04\x00\x00\x00\x65\x00\x00\x00\x04\x00\x00\x00\
    zed..\x01A\xee\xf0tail";

#[test]
fn a_file_by_hand() {
    let archive = Archive::read(BY_HAND).unwrap();
    let header = archive.header();
    assert_eq!((header.count, header.count_copy, header.version), (2, 2, 1));
    assert_eq!((&header.unk_0x08, &header.unk_0x18), (b"abcdef", b"ABCDEFGH"));
    assert_eq!((header.sort_flag, header.unpacked_total), (SORT_READY, 7));
    assert_eq!((header.seed, header.table_key()), (0x1234_0000, 0));
    assert_eq!((archive.len(), archive.overlay()), (2, None));

    let zed = archive.get(0).unwrap();
    assert_eq!((zed.name(), zed.record().name.tail()), (&b"ZED"[..], &b"junk\0\0\0\0"[..]));
    assert_eq!(&zed.record().unk_0x0c, b"kept");
    assert_eq!((zed.record().flags, zed.method(), zed.key()), (0x200, Method::RAW, 1));
    assert_eq!(zed.unpack().unwrap(), b"zed");
    let able = archive.find(b"able").unwrap();
    assert_eq!((able.index(), able.method(), able.start()), (1, Method::LZSS, 0x65));
    assert_eq!(able.packed().unwrap(), b"\x01A\xee\xf0");
    assert_eq!(able.unpack().unwrap(), b"AAAA");
    assert!(archive.is_table_sound());
    assert!(Archive::read_strict(BY_HAND).is_ok());
    assert_eq!(write(&archive), BY_HAND);
}

/// The example in the documentation is a file that reads.
#[test]
fn the_documented_file_reads() {
    let page = include_str!("../../../../../docs/formats/rsli.md");
    let (_, example) = page.split_once("## A file, byte by byte").unwrap();
    let lines = example.split("```").nth(1).unwrap().lines().skip(1);
    let mut file = Vec::new();
    for line in lines {
        let byte = |digits: &str| u8::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 2);
        file.extend(line.split_whitespace().map_while(byte));
    }
    let archive = Archive::read_strict(&file).unwrap();
    assert_eq!(archive.find(b"zed").unwrap().unpack().unwrap(), b"zed");
    assert_eq!(archive.find(b"able").unwrap().unpack().unwrap(), b"AAAA");
    assert_eq!(file.len(), 0x67);
}

#[test]
fn every_truncation_is_an_error_or_an_archive_with_less_in_it() {
    let full = 32 + 64;
    for cut in 0..BY_HAND.len() {
        let bytes = &BY_HAND[..cut];
        match Archive::read(bytes) {
            Err(error) => {
                assert!(cut < full, "{cut}: {error}");
                assert_eq!(error.fault(), Fault::File);
            }
            Ok(archive) => {
                assert!(cut >= full);
                assert_eq!(write(&archive), bytes);
                assert_eq!(archive.get(0).unwrap().packed().is_ok(), cut >= 0x63);
                assert_eq!(archive.get(1).unwrap().packed().is_ok(), cut >= 0x69);
            }
        }
    }
}

#[test]
fn the_table_is_one_enciphered_stream() {
    let mut made = Made::raw(&[("B", b"bee"), ("A", b"ay")]);
    let clear = made.bytes();
    made.header.seed = 0xffff_0001;
    let enciphered = made.bytes();
    // The stream of key 1 starts 02 06 0b 1e.
    assert_eq!(enciphered[32..36], [b'B' ^ 0x02, 0x06, 0x0b, 0x1e]);
    assert_eq!(clear[96..], enciphered[96..]);
    let archive = Archive::read_strict(&enciphered).unwrap();
    assert_eq!(archive.records(), Archive::read(&clear).unwrap().records());
    assert_eq!(write(&archive), enciphered);
}

#[test]
fn look_up_as_the_engine_does() {
    let made = Made::raw(&[("MIDDLE.TEX", b"m"), ("A_B", b"1"), ("AAB", b"2"), ("lower", b"3")]);
    let bytes = made.bytes();
    let archive = Archive::read(&bytes).unwrap();
    let found = |name: &[u8]| archive.find(name).map(|entry| entry.index());
    assert_eq!(found(b"Middle.tex"), Some(0));
    assert_eq!(found(b"a_b"), Some(1));
    assert_eq!(found(b"aab"), Some(2));
    assert_eq!(found(b"AAB\0junk"), Some(2), "a request ends at its NUL");
    assert_eq!(found(b"lower"), None, "what is stored in lower case is never found");
    assert_eq!(found(b""), None);
    assert_eq!(found(b"MIDDLE.TEXT"), None);
    assert_eq!(found(b"MIDDLE.TE"), None);
    let named: Vec<usize> = archive.named(b"LOWER").map(|entry| entry.index()).collect();
    assert_eq!(named, [3]);
    // Bytes are compared as they are: `_` comes after the letters.
    let order: Vec<usize> = (0..4).filter_map(|slot| archive.sorted(slot)).collect();
    assert_eq!(order, [2, 1, 0, 3]);
}

#[test]
fn a_full_name_has_no_nul() {
    let bytes = Made::raw(&[("ABCDEFGH.TEX", b"x"), ("ABCDEFGH.TE", b"y")]).bytes();
    let archive = Archive::read_strict(&bytes).unwrap();
    assert_eq!(archive.find(b"abcdefgh.tex").unwrap().unpack().unwrap(), b"x");
    assert_eq!(archive.find(b"abcdefgh.te").unwrap().unpack().unwrap(), b"y");
    assert!(archive.find(b"abcdefgh.texture").is_none());
}

#[test]
fn a_broken_table_falls_back_to_a_scan() {
    let mut made = Made::raw(&[("C", b"c"), ("B", b"b"), ("A", b"a")]);
    for table in [[0, 1, 2], [0, 0, 0], [-1, 7, 300], [2, 1, 1], [i16::MIN, i16::MAX, 0]] {
        for (entry, slot) in made.entries.iter_mut().zip(table) {
            entry.sort_to_original = slot;
        }
        let bytes = made.bytes();
        let archive = Archive::read(&bytes).unwrap();
        assert!(!archive.is_table_sound());
        for (index, name) in [b"c", b"b", b"a"].into_iter().enumerate() {
            assert_eq!(archive.find(name).map(|entry| entry.index()), Some(index), "{table:?}");
        }
        assert!(archive.find(b"D").is_none());
        assert_eq!(write(&archive), bytes);
    }
}

#[test]
fn without_a_ready_table_the_engine_sorts() {
    let mut made = Made::raw(&[]);
    for (name, payload) in [("C", b"see"), ("B", b"bee"), ("A", b"aye")] {
        made.push(entry(name, Method::XOR, 3, 3), payload);
    }
    let mut made = made.finish();
    made.header.sort_flag = 0;
    for (slot, entry) in made.entries.iter_mut().enumerate() {
        // The order of names is A, B, C: entries 2, 1, 0. Those are the keys, whatever is stored.
        entry.sort_to_original = 0x7777;
        let stored = support::xor([2, 1, 0][slot], &made.data[slot * 3..slot * 3 + 3]);
        made.data[slot * 3..slot * 3 + 3].copy_from_slice(&stored);
    }
    let bytes = made.bytes();
    let archive = Archive::read_strict(&bytes).unwrap();
    for (name, payload) in [(b"c", b"see"), (b"b", b"bee"), (b"a", b"aye")] {
        assert_eq!(archive.find(name).unwrap().unpack().unwrap(), payload);
    }
    assert_eq!(write(&archive), bytes);
}

#[test]
fn the_key_is_the_entrys_own_slot() {
    // Two entries in reverse order: slot 0 holds 1, slot 1 holds 0.
    let mut made = Made::raw(&[]);
    for (name, key) in [("Y", 1), ("X", 0)] {
        let stored = support::xor(key, &codec::lzss::encode(b"XOR then LZSS, LZSS, LZSS"));
        made.push(entry(name, Method::XOR_LZSS, stored.len(), 25), &stored);
    }
    let bytes = made.finish().bytes();
    let archive = Archive::read_strict(&bytes).unwrap();
    assert_eq!(archive.iter().map(|entry| entry.key()).collect::<Vec<_>>(), [1, 0]);
    for entry in archive.iter() {
        assert_eq!(entry.unpack().unwrap(), b"XOR then LZSS, LZSS, LZSS");
    }
}

#[test]
fn offsets_count_from_the_overlay() {
    let mut made = Made::raw(&[("A", b"first"), ("B", b"second")]);
    made.overlay = Some(0x50);
    for entry in &mut made.entries {
        entry.offset -= 0x50;
    }
    let bytes = made.bytes();
    let archive = Archive::read_strict(&bytes).unwrap();
    assert_eq!(archive.overlay(), Some(0x50));
    assert_eq!(archive.find(b"B").unwrap().unpack().unwrap(), b"second");
    assert_eq!(archive.data_region(), 96..107);
    assert_eq!(write(&archive), bytes);
    // A trailer is six bytes; five that start like one are data.
    let short = &bytes[..bytes.len() - 1];
    assert_eq!(Archive::read(short).unwrap().overlay(), None);
}

#[test]
fn an_overlay_beyond_everything_hides_the_payloads() {
    let mut made = Made::raw(&[("A", b"first")]);
    made.overlay = Some(u32::MAX);
    made.entries[0].offset = u32::MAX;
    made.entries[0].packed_size = u32::MAX;
    let bytes = made.bytes();
    let archive = Archive::read(&bytes).unwrap();
    assert!(archive.get(0).unwrap().packed().is_err());
    assert_eq!(write(&archive), bytes);
}

fn deflate_at_the_end() -> Made {
    let mut made = Made::raw(&[]);
    made.push(entry("LAST", Method::DEFLATE, 4, 1), b"\x4b\x04\x00");
    made.push(entry("FIRST", Method::RAW, 2, 2), b"");
    made.entries[1].offset = 0;
    made.data.splice(0..0, *b"ab");
    made.entries[0].offset = 2;
    made.finish()
}

#[test]
fn deflate_may_claim_the_byte_after_the_file() {
    let made = deflate_at_the_end();
    let bytes = made.bytes();
    let archive = Archive::read(&bytes).unwrap();
    let last = archive.find(b"LAST").unwrap();
    assert!(last.is_eof_plus_one());
    assert_eq!(last.packed().unwrap(), b"\x4b\x04\x00");
    assert_eq!(last.unpack().unwrap(), b"a");
    assert!(Archive::read_strict(&bytes).is_err());
    assert_eq!(write(&archive), bytes);

    let refused = |change: fn(&mut Made)| {
        let mut made = deflate_at_the_end();
        change(&mut made);
        let bytes = made.bytes();
        let archive = Archive::read(&bytes).unwrap();
        archive.find(b"LAST").unwrap().packed().is_err()
    };
    assert!(!refused(|_| ()));
    assert!(refused(|made| made.entries[0].packed_size = 5), "two bytes more");
    assert!(refused(|made| made.entries[0].flags = 0x40), "not Deflate");
    assert!(refused(|made| made.entries[1].offset += 4), "not the last");
}

#[test]
fn hostile_sizes_are_refused_before_memory_is_taken() {
    for (method, _) in Method::ALL {
        let mut made = Made::raw(&[]);
        made.push(entry("A", method, 100, u32::MAX as usize), &[0; 100]);
        let bytes = made.finish().bytes();
        let archive = Archive::read(&bytes).unwrap();
        let entry = archive.get(0).unwrap();
        let error = entry.unpack().unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Limit(_)), "{method}: {error}");
        // Even where the caller allows everything, what the method cannot give is not tried.
        let error = entry.unpack_within(usize::MAX).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Malformed(_)), "{method}: {error}");
        assert!(entry.verify().is_err());
    }
}

#[test]
fn errors_name_field_and_offset() {
    let mut made = Made::raw(&[("A", b"first"), ("B", b"second")]);
    made.entries[1].packed_size = 100;
    let bytes = made.bytes();
    let error = Archive::read(&bytes).unwrap().get(1).unwrap().unpack().unwrap_err();
    let text = "entries[1].packed_size at 0x5c: 100 bytes from 0x65, but the file ends at 0x6b";
    assert_eq!(error.to_string(), text);

    let mut made = Made::raw(&[("A", b"first"), ("B", b"second")]);
    made.entries[1].flags = 0x40;
    let bytes = made.bytes();
    let error = Archive::read(&bytes).unwrap().get(1).unwrap().unpack().unwrap_err();
    assert!(error.to_string().starts_with("entries[1].payload at 0x"), "{error}");

    made.entries[1].flags = 0x0c0;
    let bytes = made.bytes();
    let error = Archive::read(&bytes).unwrap().get(1).unwrap().unpack().unwrap_err();
    let text = "entries[1].method at 0x50: method 0x0c0 is not one of the seven known ones";
    assert_eq!(error.to_string(), text);
}

#[test]
fn methods_have_names() {
    for (method, name) in Method::ALL {
        assert_eq!(Method::parse(name), Some(method));
        assert_eq!(Method::parse(&name.to_uppercase()), Some(method));
        assert_eq!(Method::parse(&format!("{:#05x}", method.0)), Some(method));
        assert_eq!(method.to_string(), name);
        assert_eq!(Method::of(method.put_into(-1)), method);
        assert_eq!(method.put_into(-1) | 0x1e0, -1);
    }
    assert_eq!(Method(0x1e0).to_string(), "0x1e0");
    assert_eq!(Method::parse("0x1e0"), Some(Method(0x1e0)));
    assert_eq!(Method::parse("zip"), None);
    assert_eq!(Method::parse("0x1"), None);
}

/// Archives that read, with all kinds of nonsense in them.
pub fn any_archive() -> impl Strategy<Value = Vec<u8>> {
    let record = (
        prop::array::uniform12(prop_oneof![Just(0u8), b'A'..=b'D', any::<u8>()]),
        any::<[u8; 4]>(),
        prop_oneof![(0u16..16).prop_map(|method| (method << 5) as i16), 0i16..0x40, any::<i16>()],
        -2i16..8,
        prop::option::of(prop_oneof![0u32..40, any::<u32>()]),
        prop_oneof![0u32..400, any::<u32>()],
        prop_oneof![0u32..60, any::<u32>()],
    );
    // Half of the entries have equal sizes, so that those stored as they are unpack.
    let record = record.prop_map(
        |(name, unk_0x0c, flags, sort_to_original, unpacked_size, offset, packed_size)| {
            super::EntryRecord {
                name: crate::FixedStr(name),
                unk_0x0c,
                flags,
                sort_to_original,
                unpacked_size: unpacked_size.unwrap_or(packed_size),
                offset,
                packed_size,
            }
        },
    );
    let parts = (
        prop::collection::vec(record, 0..7),
        prop::collection::vec(any::<u8>(), 0..200),
        prop::option::of(prop_oneof![0u32..300, any::<u32>()]),
        any::<u32>(),
        prop_oneof![Just(SORT_READY), any::<u16>()],
    );
    parts.prop_map(|(entries, data, overlay, seed, sort_flag)| {
        let mut made = Made { entries, data, overlay, ..Made::raw(&[]) };
        made.header.count = made.entries.len() as i16;
        made.header.seed = seed;
        made.header.sort_flag = sort_flag;
        made.bytes()
    })
}

proptest! {
    #[test]
    fn what_reads_writes_back(bytes in any_archive()) {
        let archive = Archive::read(&bytes).unwrap();
        prop_assert_eq!(write(&archive), &bytes[..]);
        for entry in archive.iter() {
            let unpacked = entry.unpack();
            prop_assert_eq!(unpacked.is_ok(), entry.verify().is_ok());
            if let Ok(unpacked) = unpacked {
                prop_assert_eq!(unpacked.len() as u64, u64::from(entry.record().unpacked_size));
            }
            // Whoever is found has the name that was asked for.
            let upper = entry.name().to_ascii_uppercase();
            match archive.find(entry.name()) {
                Some(found) => prop_assert_eq!(found.name(), &upper[..]),
                None => prop_assert_ne!(entry.name(), &upper[..]),
            }
        }
    }

    #[test]
    fn any_bytes(bytes: Vec<u8>) {
        if let Ok(archive) = Archive::read(&bytes) {
            prop_assert_eq!(write(&archive), bytes);
        }
    }
}
