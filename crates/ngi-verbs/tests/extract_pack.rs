//! Archives taken apart and put together again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use ngi_formats::nres::{Archive, EntryRecord};
use ngi_formats::rsli;
use ngi_testing::archives::{archive, entry, odd, tidy, write};
use ngi_verbs::archive::{NresDocument, RsliDocument};
use ngi_verbs::document::{from_value, to_value};
use ngi_verbs::format::{Document, Form, Subject};
use ngi_verbs::{extract, pack};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Extracts to `folder/x`, packs to `folder/b.lib`, gives the packed bytes.
fn round_trip(folder: &Path, bytes: &[u8], change: impl FnOnce(&Path)) -> Vec<u8> {
    let (_, node) = write(folder, "a.lib", bytes);
    let taken = folder.join("x");
    extract::extract(&node, &taken, &extract::Options::default(), &()).unwrap();
    change(&taken);
    let packed = folder.join("b.lib");
    pack::pack(&taken, &packed, pack::Options { canonical: false, force: true }, &()).unwrap();
    fs::read(packed).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let list = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        list.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn change_manifest(folder: &Path, change: impl FnOnce(&mut Value)) {
    let path = folder.join("ngi.json");
    let mut manifest = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut manifest);
    fs::write(path, manifest.to_string()).unwrap();
}

#[test]
fn nothing_changed_means_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (case, bytes) in [tidy(), odd(), archive(b"", &[]), archive(b"abc", &[])].iter().enumerate()
    {
        let inner = folder.path().join(case.to_string());
        fs::create_dir(&inner).unwrap();
        assert_eq!(&round_trip(&inner, bytes, |_| ()), bytes, "case {case}");
    }
}

#[test]
fn file_names_are_safe_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    round_trip(folder.path(), &odd(), |taken| {
        assert_eq!(
            names(taken),
            ["%2E.%2Fsecond", "%43ON", "%63on", "first", "ngi.json", "ngi.parts", "Па%2F%2E"]
        );
    });
    assert_eq!(names(folder.path()), ["a.lib", "b.lib", "x"], "nothing outside, nothing left over");
}

#[test]
fn a_changed_payload_is_relocated() {
    let folder = tempfile::tempdir().unwrap();
    let packed = round_trip(folder.path(), &tidy(), |taken| {
        fs::write(taken.join("b.txt"), b"a longer hello").unwrap();
    });
    let archive = Archive::read_strict(&packed).unwrap();
    assert_eq!(archive.find(b"b.txt").unwrap().payload().unwrap(), b"a longer hello");
    assert_eq!(archive.find(b"A_1").unwrap().payload().unwrap(), b"ABCDEFGH");
    assert_eq!(archive.find(b"A_1").unwrap().record().offset, 32);
}

#[test]
fn a_changed_shared_payload_leaves_the_other_alone() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = odd();
    let packed = round_trip(folder.path(), &bytes, |taken| {
        fs::write(taken.join("%43ON"), b"my own").unwrap();
    });
    let archive = Archive::read(&packed).unwrap();
    assert_eq!(archive.get(2).unwrap().payload().unwrap(), b"my own");
    assert_eq!(archive.get(3).unwrap().payload().unwrap(), &bytes[44..56]);
    assert_eq!(&packed[16..5064], &bytes[16..5064], "everything else is where it was");
}

#[test]
fn entries_can_be_added_removed_and_renamed_in_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let packed = round_trip(folder.path(), &tidy(), |taken| {
        fs::write(taken.join("new.bin"), b"new!").unwrap();
        change_manifest(taken, |manifest| {
            let entries = manifest["entries"].as_array_mut().unwrap();
            entries.remove(1);
            entries[1]["name"] = json!("renamed");
            entries.push(json!({"type": "WAVE", "name": "new", "file": "new.bin",
                                "attr1": 0, "attr2": 0, "attr3": 1}));
        });
    });
    let archive = Archive::read_strict(&packed).unwrap();
    let all: Vec<String> = archive.iter().map(|e| e.record().name.to_string()).collect();
    assert_eq!(all, ["b.txt", "renamed", "new"]);
    assert_eq!(archive.find(b"NEW").unwrap().payload().unwrap(), b"new!");
    assert_eq!(archive.find(b"new").unwrap().record().attr3, 1);
    assert!(archive.has_canonical_layout());
}

#[test]
fn canonical_packing_tidies_up() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = archive(b"GAP!GAP!hello\0\0\x01", &[entry(1, b"a\0tail", (24, 5), 0)]);
    round_trip(folder.path(), &bytes, |_| ());
    let (taken, tidy) = (folder.path().join("x"), folder.path().join("tidy.lib"));
    pack::pack(&taken, &tidy, pack::Options { canonical: true, force: false }, &()).unwrap();
    let packed = fs::read(tidy).unwrap();
    assert_eq!(packed, archive(b"hello\0\0\0", &[entry(1, b"a", (16, 5), 0)]));
}

#[test]
fn hostile_manifests_read_nothing_outside() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("secret"), b"secret").unwrap();
    for file in ["../secret", "/etc/passwd", "..\\secret", "x/../../secret", "", "C:\\x", "a/b/c"] {
        let inner = folder.path().join("case");
        fs::create_dir(&inner).unwrap();
        let (_, node) = write(&inner, "a.lib", &tidy());
        let taken = inner.join("x");
        extract::extract(&node, &taken, &extract::Options::default(), &()).unwrap();
        change_manifest(&taken, |manifest| manifest["entries"][0]["file"] = json!(file));
        let packed = inner.join("b.lib");
        assert!(pack::pack(&taken, &packed, pack::Options::default(), &()).is_err(), "{file}");
        assert!(!packed.exists());
        fs::remove_dir_all(inner).unwrap();
    }
}

#[test]
fn broken_manifests_are_errors_that_name_the_field() {
    let folder = tempfile::tempdir().unwrap();
    let (_, node) = write(folder.path(), "a.lib", &odd());
    let taken = folder.path().join("x");
    extract::extract(&node, &taken, &extract::Options::default(), &()).unwrap();
    let original = fs::read_to_string(taken.join("ngi.json")).unwrap();
    type Change = fn(&mut Value);
    let cases: [(&str, Change); 8] = [
        ("schema", |m| m["schema"] = json!("ngi.other/1")),
        ("entries", |m| m["entries"] = json!(7)),
        ("entries[0].attr1", |m| m["entries"][0]["attr1"] = json!(-1)),
        ("entries[0].name", |m| m["entries"][0]["name"] = json!("x".repeat(36))),
        ("entries", |m| m["entries"][1]["index"] = json!(0)),
        ("layout[0].kind", |m| m["layout"][0]["kind"] = json!("hole")),
        (
            "layout",
            |m| m["layout"] = json!([{"kind": "payload", "entry": 0, "size": 5}, {"kind": "payload", "entry": 0, "size": 5}]),
        ),
        ("partial", |m| m["partial"] = json!(true)),
    ];
    for (field, change) in cases {
        fs::write(taken.join("ngi.json"), &original).unwrap();
        change_manifest(&taken, change);
        let packed = folder.path().join("b.lib");
        let error =
            pack::pack(&taken, &packed, pack::Options::default(), &()).unwrap_err().to_string();
        assert!(error.starts_with(field), "{field}: {error}");
    }
}

#[test]
fn folders_in_use_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (_, node) = write(folder.path(), "a.lib", &tidy());
    let taken = folder.path().join("x");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("b.txt"), b"mine").unwrap();
    let mut options = extract::Options::default();
    assert!(extract::extract(&node, &taken, &options, &()).is_err());
    assert_eq!(fs::read(taken.join("b.txt")).unwrap(), b"mine");
    options.force = true;
    extract::extract(&node, &taken, &options, &()).unwrap();
    assert_eq!(fs::read(taken.join("b.txt")).unwrap(), b"hello");
}

#[cfg(unix)]
#[test]
fn links_in_the_way_are_replaced_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (_, node) = write(folder.path(), "a.lib", &odd());
    let outside = folder.path().join("outside");
    fs::write(&outside, b"untouched").unwrap();
    let taken = folder.path().join("x");
    fs::create_dir(&taken).unwrap();
    std::os::unix::fs::symlink(&outside, taken.join("first")).unwrap();
    std::os::unix::fs::symlink(folder.path(), taken.join("ngi.parts")).unwrap();
    let options = extract::Options { force: true, ..Default::default() };
    assert!(extract::extract(&node, &taken, &options, &()).is_err(), "ngi.parts is a link");
    assert_eq!(fs::read(outside).unwrap(), b"untouched");
    assert!(!folder.path().join("00001390.bin").exists());
}

fn full_json(document: &dyn Document, bytes: &[u8]) -> Value {
    let mut text = Vec::new();
    document.write_json(&Subject::file("a.lib", bytes), Form::Full, &mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn documents_stand_alone() {
    for bytes in [tidy(), odd()] {
        let again = full_json(&NresDocument, &bytes);
        assert_eq!(from_value(&NresDocument, &again, None).unwrap().bytes, bytes);
        // The shorter form needs the archive it was made from.
        let short = to_value(&NresDocument, &Subject::file("a.lib", &bytes)).unwrap();
        assert_eq!(from_value(&NresDocument, &short, Some(&bytes)).unwrap().bytes, bytes);
        assert!(from_value(&NresDocument, &short, None).is_err());
    }
}

/// A packed archive: every method, a trailer, junk between the payloads.
fn packed() -> Vec<u8> {
    let mut editor = rsli::Editor::new();
    for (index, (method, name)) in rsli::Method::ALL.iter().enumerate() {
        let payload: Vec<u8> = name.bytes().cycle().take(300 + index).collect();
        editor.add(rsli::NewEntry::new(format!("{index}.BIN"), *method).unwrap(), payload).unwrap();
    }
    editor.set_overlay(Some(3));
    let mut bytes = editor.write().unwrap();
    bytes[9] = 0x77; // a byte of the header nobody knows
    bytes
}

#[test]
fn packed_archives_come_back_too() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(round_trip(folder.path(), &packed(), |_| ()), packed());
    let document = full_json(&RsliDocument, &packed());
    assert_eq!(from_value(&RsliDocument, &document, None).unwrap().bytes, packed());
}

#[test]
fn a_packed_archive_keeps_what_did_not_change() {
    let folder = tempfile::tempdir().unwrap();
    let original = packed();
    let changed = round_trip(folder.path(), &original, |taken| {
        fs::write(taken.join("3.BIN"), b"another").unwrap();
        fs::write(taken.join("new"), b"brand new, brand new, brand new").unwrap();
        change_manifest(taken, |manifest| {
            let entries = manifest["entries"].as_array_mut().unwrap();
            entries[0]["name"] = json!("ZZZ");
            entries.remove(1);
            entries.insert(0, json!({"name": "NEW", "method": "lzss", "file": "new"}));
            entries[2]["method"] = json!("deflate");
        });
    });
    let (before, after) =
        (rsli::Archive::read(&original).unwrap(), rsli::Archive::read_strict(&changed).unwrap());
    let names: Vec<String> = after.iter().map(|e| e.record().name.to_string()).collect();
    assert_eq!(names, ["NEW", "ZZZ", "2.BIN", "3.BIN", "4.BIN", "5.BIN", "6.BIN"]);
    let unpacked = |archive: &rsli::Archive<'_>, name: &str| {
        archive.find(name.as_bytes()).unwrap().unpack().unwrap()
    };
    assert_eq!(unpacked(&after, "new"), b"brand new, brand new, brand new");
    assert_eq!(unpacked(&after, "3.bin"), b"another");
    assert_eq!(unpacked(&after, "2.bin"), unpacked(&before, "2.bin"));
    assert_eq!(after.find(b"2.BIN").unwrap().method(), rsli::Method::DEFLATE);
    let stored =
        |archive: &rsli::Archive<'_>| archive.find(b"6.BIN").unwrap().packed().map(<[u8]>::to_vec);
    assert_eq!(stored(&after), stored(&before), "packed bytes are kept");
    assert_eq!(after.header().unk_0x08[1], 0x77);
}

#[test]
fn names_no_system_likes_get_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let names: [&[u8]; 9] =
        [b"../x", b"C:\\x", b"CON", b"dot.", b"a", b"A", b"ngi.json", b"", b"a/b"];
    let entries: Vec<EntryRecord> =
        names.iter().zip(0..).map(|(name, slot)| entry(1, name, (16, 3), slot)).collect();
    let bytes = archive(b"xyz\0\0\0\0\0", &entries);
    assert_eq!(
        round_trip(folder.path(), &bytes, |taken| {
            let found = self::names(taken);
            assert_eq!(found.len(), names.len() + 1, "a file each, and ngi.json: {found:?}");
            let folded: std::collections::HashSet<String> =
                found.iter().map(|name| name.to_lowercase()).collect();
            assert_eq!(folded.len(), found.len(), "apart without case too");
        }),
        bytes
    );
    assert_eq!(self::names(folder.path()), ["a.lib", "b.lib", "x"]);
}

#[test]
fn a_payload_that_reaches_into_the_trailer_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = rsli::Editor::new();
    let entry = rsli::NewEntry::new("A", rsli::Method::RAW).unwrap();
    editor.add(entry, b"12AO\0\0\0\0".as_slice()).unwrap();
    let bytes = editor.write().unwrap();
    assert_eq!(round_trip(folder.path(), &bytes, |_| ()), bytes);
}

#[test]
fn shared_payloads_are_written_down_once() {
    let mut data = vec![7; 60_000];
    data.resize(60_000, 0);
    let entries: Vec<EntryRecord> =
        (0..1000).map(|slot| entry(slot, b"same", (16, 60_000), slot)).collect();
    let bytes = archive(&data, &entries);
    let document = full_json(&NresDocument, &bytes);
    assert!(document.to_string().len() < 4 * bytes.len());
    assert_eq!(from_value(&NresDocument, &document, None).unwrap().bytes, bytes);
}

#[cfg(unix)]
#[test]
fn links_in_an_extracted_folder_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, b"secret").unwrap();
    let (_, node) = write(folder.path(), "a.lib", &tidy());
    let taken = folder.path().join("x");
    extract::extract(&node, &taken, &extract::Options::default(), &()).unwrap();
    fs::remove_file(taken.join("b.txt")).unwrap();
    std::os::unix::fs::symlink(&secret, taken.join("b.txt")).unwrap();
    let packed = folder.path().join("b.lib");
    assert!(pack::pack(&taken, &packed, pack::Options::default(), &()).is_err());
    let inside = taken.join("ngi.json");
    let force = pack::Options { canonical: false, force: true };
    assert!(pack::pack(&taken, &inside, force, &()).is_err(), "onto its own manifest");
}

/// Archives of any layout.
fn any_archive() -> impl Strategy<Value = Vec<u8>> {
    let name =
        prop::collection::vec(prop_oneof![b'a'..=b'c', Just(b'/'), Just(0), any::<u8>()], 0..=36);
    let record = (0u32..3, name, 10u32..160, 0u32..40, 0u32..8)
        .prop_map(|(kind, name, offset, size, sort)| entry(kind, &name, (offset, size), sort));
    let data = prop::collection::vec(any::<u8>(), 0..120);
    (data, prop::collection::vec(record, 0..7))
        .prop_map(|(data, records): (Vec<u8>, Vec<EntryRecord>)| archive(&data, &records))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_archive_survives_extract_and_pack(bytes in any_archive()) {
        let folder = tempfile::tempdir().unwrap();
        prop_assert_eq!(round_trip(folder.path(), &bytes, |_| ()), bytes);
    }

    #[test]
    fn any_archive_survives_json(bytes in any_archive()) {
        let document = full_json(&NresDocument, &bytes);
        prop_assert_eq!(from_value(&NresDocument, &document, None).unwrap().bytes, bytes);
    }
}

#[test]
fn what_import_left_beside_a_file_is_packed() {
    let folder = tempfile::tempdir().unwrap();
    let said = r#"{"schema": "ngi.entry/1", "type": "MAT0", "attr1": 8, "attr2": 6, "attr3": 7}"#;
    let mut file = String::new();
    let packed = round_trip(folder.path(), &tidy(), |taken| {
        change_manifest(taken, |manifest| {
            file = manifest["entries"][0]["file"].as_str().unwrap().to_owned();
        });
        fs::write(taken.join(format!("{file}.ngi.json")), said).unwrap();
    });
    let (old, new) = (tidy(), Archive::read(&packed).unwrap());
    let old = Archive::read(&old).unwrap();
    for (at, (before, after)) in old.iter().zip(new.iter()).enumerate() {
        let (before, after) = (*before.record(), *after.record());
        let mut wanted = before;
        if at == 0 {
            wanted.type_id = (*b"MAT0").into();
            (wanted.attr1, wanted.attr2, wanted.attr3) = (8, 6, 7);
        }
        assert_eq!(after, wanted);
    }
    let options = pack::Options { canonical: false, force: true };
    let (taken, to) = (folder.path().join("x"), folder.path().join("b.lib"));
    let done = pack::pack(&taken, &to, options, &()).unwrap();
    assert_eq!(done.strangers, [""; 0]);
    assert_eq!(done.told, [format!("{file}: type MAT0, attributes 8 6 7")]);
    // What is no such file is refused by its name, and a link is not followed.
    fs::write(taken.join(format!("{file}.ngi.json")), "{}").unwrap();
    let refused = pack::pack(&taken, &to, options, &()).unwrap_err().to_string();
    assert!(refused.contains(".ngi.json"), "{refused}");
}
