//! Archives and areal maps by field: every value lies where its path says, documents are refused
//! by name and path, values are set by their paths.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use ngi_formats::arealmap::{self, CHUNK, Plan};
use ngi_formats::nres::{self, NewEntry};
use ngi_formats::rsli::{self, Method};
use ngi_formats::schema::Record as _;
use ngi_formats::tree::{At, Node};
use ngi_verbs::archive::{NresDocument, RsliDocument};
use ngi_verbs::document::{edit, from_value};
use ngi_verbs::format::{Document, EntryMeta, Form, Subject, of_id};
use serde_json::{Value, json};

fn archive() -> Vec<u8> {
    let mut editor = nres::Editor::new();
    let add = |editor: &mut nres::Editor<'_>, name: &str, bytes: &'static [u8]| {
        let entry = NewEntry::new(*b"TEXT", name).unwrap().attributes(1, 2, 3);
        editor.add(entry, bytes).unwrap();
    };
    add(&mut editor, "zebra", b"stripes");
    add(&mut editor, "Ant", b"legs");
    editor.write().unwrap()
}

fn packed() -> Vec<u8> {
    let mut editor = rsli::Editor::new();
    editor
        .add(rsli::NewEntry::new("A.TXT", Method::RAW).unwrap(), b"aaaaaaaaaaaa".as_slice())
        .unwrap();
    editor
        .add(rsli::NewEntry::new("B.TXT", Method::XOR_LZSS).unwrap(), b"bbbb".as_slice())
        .unwrap();
    editor.set_overlay(Some(0));
    editor.write().unwrap()
}

fn map() -> Vec<u8> {
    let mut plan = Plan::new(2, 2);
    plan.add(&[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0], [0.0, 10.0, 0.0]]);
    plan.add(&[[10.0, 0.0, 0.0], [20.0, 0.0, 0.0], [20.0, 10.0, 0.0], [10.0, 10.0, 0.0]]).class(2);
    plan.build().unwrap().write_file().unwrap()
}

fn areal() -> &'static dyn Document {
    of_id("areal").unwrap().document
}

fn set(format: &dyn Document, bytes: &[u8], path: &str, said: &str) -> Result<Vec<u8>, String> {
    let subject = Subject::file("some.lib", bytes);
    let fields = [(path.to_owned(), said.to_owned())];
    edit::set(format, &subject, &fields).map(|edited| edited.bytes).map_err(|e| e.to_string())
}

/// Every value has a meaning, and its bytes are where it says.
fn assert_places(format: &dyn Document, bytes: &[u8], deciphered: &[u8]) {
    let tree = format.tree(&Subject::file("some.lib", bytes), Form::Full).unwrap();
    let mut count = 0;
    tree.leaves(&mut |leaf| {
        assert!(!leaf.about.meaning().is_empty(), "{}", leaf.path);
        let found = tree.find(leaf.path).unwrap().node;
        let stored = match &found {
            Node::Piece(piece) => match piece.at {
                At::Offset(offset) => Some((offset, piece.bytes.to_vec())),
                _ => None,
            },
            Node::Hex(held, At::Offset(offset)) => {
                assert_eq!(bytes[*offset..][..held.len()], **held, "{}", leaf.path);
                None
            }
            Node::Text(held, At::Offset(offset)) => Some((*offset, held.to_vec())),
            _ => None,
        };
        if let Some((offset, held)) = stored {
            assert_eq!(deciphered[offset..][..held.len()], held, "{}", leaf.path);
            count += 1;
        }
    });
    assert!(count > 10, "{count}");
}

#[test]
fn every_value_lies_where_its_path_says() {
    assert_places(&NresDocument, &archive(), &archive());
    assert_places(areal(), &map(), &map());
    let bytes = packed();
    let archive = rsli::Archive::read(&bytes).unwrap();
    let mut plain = bytes.clone();
    for (index, record) in archive.records().iter().enumerate() {
        plain[32 + index * 32..][..32].copy_from_slice(&record.write());
    }
    assert_places(&RsliDocument, &bytes, &plain);
}

#[test]
fn documents_come_back_and_strangers_in_them_are_refused() {
    for (format, bytes) in
        [(&NresDocument as &dyn Document, archive()), (&RsliDocument, packed()), (areal(), map())]
    {
        let mut text = Vec::new();
        format.write_json(&Subject::file("some.lib", &bytes), Form::Full, &mut text).unwrap();
        assert_eq!(format.read_json(&text, None).unwrap().bytes, bytes, "{}", format.id());
        let text = String::from_utf8(text).unwrap();
        let refused = |from: &str, to: &str| {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            format.read_json(changed.as_bytes(), None).unwrap_err().to_string()
        };
        let error = refused("\"entries\"", "\"wings\": 2, \"entries\"");
        assert!(error.contains("there is no field \"wings\""), "{error}");
        let error = refused("\"offset\":", "\"ofset\":");
        assert!(error.starts_with("entries[0]: there is no field \"ofset\""), "{error}");
        let error = refused("\"index\":", "\"name\": \"twice\", \"index\":");
        assert_eq!(error, "entries[0].name: stands there twice");
        let error = refused("\"entries\":", "\"entries\": 7, \"more\":");
        assert_eq!(error, "entries: 7 is not a list");
    }
}

#[test]
fn fields_of_an_archive_are_set_and_others_follow() {
    let bytes = archive();
    let renamed = set(&NresDocument, &bytes, "entries[1].name", "zulu").unwrap();
    let mut editor = nres::Editor::open(&nres::Archive::read(&bytes).unwrap());
    editor.rename(1, b"zulu").unwrap();
    assert_eq!(renamed, editor.write().unwrap(), "as the editor does it, sort table included");
    for (path, said, field) in
        [("entries[0].attr2", "9", "attr2"), ("entries[0].type_id", "77", "type_id")]
    {
        let changed = set(&NresDocument, &bytes, path, said).unwrap();
        let differing = changed.iter().zip(&bytes).filter(|(a, b)| a != b).count();
        assert!((1..=4).contains(&differing), "{field}");
    }
    let typed = set(&NresDocument, &bytes, "entries[0].type", "MAT0").unwrap();
    assert_eq!(nres::Archive::read(&typed).unwrap().get(0).unwrap().type_id(), (*b"MAT0").into());
    let longer = set(&NresDocument, &bytes, "entries[0].payload", "00112233445566778899").unwrap();
    assert_eq!(nres::Archive::read(&longer).unwrap().get(0).unwrap().record().size, 10);
    for path in ["count", "entries[0].size", "entries[0].offset", "entries[0].sort_index"] {
        let error = set(&NresDocument, &bytes, path, "5").unwrap_err();
        assert!(error.contains("follows from other fields"), "{path}: {error}");
    }
    // A table that is not in order may be set; it may also be put in order.
    let mut stored = bytes.clone();
    let at = stored.len() - 4;
    stored[at] = 1;
    assert!(set(&NresDocument, &stored, "entries[0].sort_index", "0").is_ok());
    assert_eq!(set(&NresDocument, &stored, "sort_table", "sorted").unwrap(), bytes);
}

#[test]
fn methods_and_headers_of_packed_archives_are_set_by_name() {
    let bytes = packed();
    let lzss = set(&RsliDocument, &bytes, "entries[0].method", "lzss").unwrap();
    let archive = rsli::Archive::read(&lzss).unwrap();
    assert_eq!(archive.get(0).unwrap().method(), Method::LZSS);
    assert_eq!(archive.get(0).unwrap().unpack().unwrap(), b"aaaaaaaaaaaa");
    let seeded = set(&RsliDocument, &bytes, "header.seed", "4711").unwrap();
    let archive = rsli::Archive::read(&seeded).unwrap();
    assert_eq!((archive.header().seed, archive.get(1).unwrap().name()), (4711, &b"B.TXT"[..]));
    let error = set(&RsliDocument, &bytes, "entries[0].method", "zip").unwrap_err();
    assert!(error.contains("one of raw, xor, lzss"), "{error}");
    for path in ["header.count", "entries[0].size", "entries[0].sort_to_original"] {
        let error = set(&RsliDocument, &bytes, path, "5").unwrap_err();
        assert!(error.contains("follows from other fields"), "{path}: {error}");
    }
}

#[test]
fn areals_are_set_by_name_and_grow() {
    let bytes = map();
    let closed = set(areal(), &bytes, "areals[0].walkable", "false").unwrap();
    assert!(!arealmap::read_file(&closed).unwrap().areal(0).unwrap().head.is_walkable());
    assert_eq!(bytes.iter().zip(&closed).filter(|(a, b)| a != b).count(), 1);
    let lake = set(areal(), &bytes, "areals[1].class", "lake").unwrap();
    assert!(arealmap::read_file(&lake).unwrap().areal(1).unwrap().head.class.is_lake());
    // The number of areals is attr1 of the entry, in the file and for the entry alone.
    let fewer = set(areal(), &bytes, "areals[1]", "-").unwrap();
    assert_eq!(arealmap::read_file(&fewer).unwrap().len(), 1);
    let archive = nres::Archive::read(&bytes).unwrap();
    let entry = EntryMeta { type_id: CHUNK, attributes: [2, 0, 1] };
    let payload = archive.entry_payload(0).unwrap();
    let subject = Subject { name: "ArealMap", bytes: payload, entry: Some(entry) };
    let cut = edit::set(areal(), &subject, &[("areals[1]".into(), "-".into())]).unwrap();
    assert_eq!(cut.entry.unwrap().attributes, [1, 0, 1]);
    let error = set(areal(), &bytes, "entries[0].attr1", "5").unwrap_err();
    assert!(error.contains("follows from other fields"), "{error}");
}

fn document(format: &dyn Document, bytes: &[u8]) -> Value {
    let mut text = Vec::new();
    format.write_json(&Subject::file("some.lib", bytes), Form::Full, &mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// A change of a document and how it ends: refused with this, or well.
type Changed = (fn(&mut Value), Result<(), &'static str>);

fn assert_changes(format: &dyn Document, bytes: &[u8], changes: &[Changed]) {
    let good = document(format, bytes);
    assert_eq!(from_value(format, &good, None).unwrap().bytes, bytes);
    for (change, expected) in changes {
        let mut changed = good.clone();
        change(&mut changed);
        let made = from_value(format, &changed, None);
        match (made, expected) {
            (Ok(_), Ok(())) => {}
            (Err(error), Err(start)) if error.to_string().starts_with(start) => {}
            (made, expected) => panic!("{expected:?}: {:?}", made.map(|made| made.bytes)),
        }
    }
}

fn without(value: &mut Value, key: &str) {
    value.as_object_mut().unwrap().remove(key);
}

#[test]
fn what_an_entry_says_of_itself_cannot_be_left_out() {
    let changes: &[Changed] = &[
        (|d| without(&mut d["entries"][0], "attr1"), Err("entries[0].attr1: missing")),
        (|d| without(&mut d["entries"][1], "attr3"), Err("entries[1].attr3: missing")),
        (|d| without(&mut d["entries"][0], "name"), Err("entries[0].name: missing")),
        (|d| d["entries"][0]["attr2"] = Value::Null, Err("entries[0].attr2: null is not")),
        // What follows may.
        (|d| without(d, "count"), Ok(())),
        (|d| without(&mut d["entries"][0], "size"), Ok(())),
        (|d| without(&mut d["entries"][0], "offset"), Ok(())),
        (|d| without(&mut d["entries"][0], "sort_index"), Ok(())),
        (|d| without(&mut d["entries"][0], "type"), Ok(())),
    ];
    assert_changes(&NresDocument, &archive(), changes);
    let changes: &[Changed] = &[
        (|d| without(&mut d["entries"][0], "name"), Err("entries[0].name: missing")),
        (|d| without(&mut d["entries"][1], "packed_size"), Ok(())),
    ];
    assert_changes(&RsliDocument, &packed(), changes);
    // What the original says of it need not be said again.
    for key in ["flags", "unk_0x0c", "method", "sort_to_original"] {
        let mut short = document(&RsliDocument, &packed());
        without(&mut short["entries"][1], key);
        assert_eq!(from_value(&RsliDocument, &short, None).unwrap().bytes, packed(), "{key}");
    }
    // A sort table that is kept as it is has to be there, and so has what lies nowhere.
    let mut odd = archive();
    let at = odd.len() - 4;
    odd[at] = 7;
    let stored: &[Changed] =
        &[(|d| without(&mut d["entries"][0], "sort_index"), Err("entries[0].sort_index: missing"))];
    assert_changes(&NresDocument, &odd, stored);
    let mut lost = archive();
    let at = lost.len() - 8;
    lost[at + 3] = 0x7f;
    let outside: &[Changed] =
        &[(|d| without(&mut d["entries"][1], "offset"), Err("entries[1].offset: missing"))];
    assert_changes(&NresDocument, &lost, outside);
}

#[test]
fn what_follows_in_an_archive_has_to_agree() {
    let changes: &[Changed] = &[
        (|d| d["count"] = json!(3), Err("count: 3, but there are 2 entries; it follows from")),
        (|d| d["entries"][0]["size"] = json!(8), Err("entries[0].size: 8, but its payload has 7")),
        (
            |d| d["entries"][1]["offset"] = json!(32),
            Err("entries[1].offset: 32, but it lies at 24"),
        ),
        (|d| d["entries"][0]["sort_index"] = json!(0), Err("entries[1].sort_index: 0 is no place")),
        // Where there is more to it, all follow.
        (
            |d| {
                d["entries"][0]["payload"] = json!("00".repeat(9));
                d["entries"][0]["size"] = json!(9);
            },
            Err("entries[1].offset: 24, but it lies at 32; it follows"),
        ),
        (
            |d| {
                d["entries"][0]["payload"] = json!("00".repeat(9));
                without(&mut d["entries"][0], "size");
            },
            Ok(()),
        ),
        (|d| drop(d["entries"].as_array_mut().unwrap().remove(0)), Ok(())),
        (
            |d| {
                let entry = json!({"type": "TEXT", "name": "new", "attr1": 0, "attr2": 0,
                                   "attr3": 0, "payload": "00"});
                d["entries"].as_array_mut().unwrap().push(entry);
            },
            Ok(()),
        ),
    ];
    assert_changes(&NresDocument, &archive(), changes);
    let changes: &[Changed] = &[
        (|d| d["header"]["count"] = json!(9), Err("header.count: 9, but there are 2 entries")),
        (|d| d["entries"][0]["size"] = json!(1), Err("entries[0].size: 1, but it is 12")),
        (|d| d["entries"][1]["offset"] = json!(1), Err("entries[1].offset: 1, but it is")),
        (|d| d["entries"][1]["packed_size"] = json!(1), Err("entries[1].packed_size: 1, but it")),
        (
            |d| d["entries"][0]["sort_to_original"] = json!(1),
            Err("entries[0].sort_to_original: 1, but it is 0"),
        ),
        (
            |d| {
                d["entries"][0]["payload"] = json!("0011");
                d["entries"][0]["size"] = json!(2);
            },
            Ok(()),
        ),
    ];
    assert_changes(&RsliDocument, &packed(), changes);
}

#[test]
fn fields_that_only_make_a_file_together_are_set_together() {
    let (bytes, archive) = (map(), map());
    let set = |fields: &[(&str, &str)]| {
        let fields: Vec<_> =
            fields.iter().map(|(path, said)| ((*path).into(), (*said).into())).collect();
        let done = edit::set(areal(), &Subject::file("Land.map", &archive), &fields);
        done.map_err(|error| error.to_string())
    };
    let corner = ("areals[0].polygon[+]", "[-1.0, 5.0, 0.0]");
    let error = set(&[corner]).unwrap_err();
    assert!(error.starts_with("areals[0].links: 4 links for 5 corners"), "{error}");
    let done = set(&[corner, ("areals[0].links[+]", "[-1, -1]")]).unwrap();
    let map = arealmap::read_file(&done.bytes).unwrap();
    let grown = map.areal(0).unwrap();
    assert_eq!((grown.polygon().len(), grown.links().len()), (5, 5));
    assert_eq!(grown.polygon().next_back(), Some([-1.0, 5.0, 0.0]));
    let lines =
        ["areals[0].polygon[+]: now has 5 of them", "areals[0].links[+]: now has 5 of them"];
    assert_eq!(done.lines, lines);
    // In whatever order, among others, and back again.
    let done = set(&[
        ("areals[1].class", "lake"),
        ("areals[0].links", "[[-1,-1],[-1,-1],[-1,-1]]"),
        ("areals[0].walkable", "false"),
        ("areals[0].polygon[3]", "-"),
        ("areals[1].links[1][0]", "-1"),
    ]);
    let done = done.unwrap();
    let map = arealmap::read_file(&done.bytes).unwrap();
    assert_eq!(
        (map.areal(0).unwrap().polygon().len(), map.areal(1).unwrap().polygon().len()),
        (3, 4)
    );
    assert!(!map.areal(0).unwrap().head.is_walkable());
    assert_eq!(done.lines.len(), 5);
    assert_eq!(done.lines[2], "areals[0].walkable: 1 becomes 0");
    // Nothing half done is left.
    let error = set(&[corner, ("areals[0].walkable", "false")]).unwrap_err();
    assert!(error.starts_with("areals[0].links: 4 links for 5 corners"), "{error}");
    assert_eq!(bytes, archive);
}
