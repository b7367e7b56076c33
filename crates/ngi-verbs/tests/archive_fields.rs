//! Archives and areal maps by field: every value lies where its path says, documents are refused
//! by name and path, values are set by their paths.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_formats::arealmap::{self, CHUNK, Plan};
use ngi_formats::nres::{self, NewEntry};
use ngi_formats::rsli::{self, Method};
use ngi_formats::schema::Record as _;
use ngi_formats::tree::{At, Node};
use ngi_verbs::archive::{NresDocument, RsliDocument};
use ngi_verbs::document::edit;
use ngi_verbs::format::{Document, EntryMeta, Form, Subject, of_id};

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
