//! Tables as fields of a document, and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::landscape::tests::samples as ground;
use crate::msh::tests::samples as models;
use crate::nres::Archive;
use crate::tree::{Draft, Leaf, Node};

fn samples() -> [Vec<u8>; 2] {
    [models::bytes(), ground::bytes()]
}

/// Every value that is stored lies where its path says, and means something.
#[test]
fn every_path_leads_to_the_bytes_that_hold_the_value() {
    for bytes in samples() {
        let archive = Archive::read(&bytes).unwrap();
        let tree = tree(&archive, crate::nres::Payloads::Original);
        let mut leaves = 0;
        tree.leaves(&mut |Leaf { path, node, about }| {
            leaves += 1;
            assert!(!about.meaning().is_empty(), "{path} means nothing");
            let found = tree.find(path).unwrap();
            assert_eq!(found.node.offset(), node.offset(), "{path}");
            let stored = match node {
                Node::Piece(piece) => &piece.bytes,
                Node::Text(text, _) | Node::Hex(text, _) => text,
                _ => return,
            };
            let at = node.offset().unwrap_or_else(|| panic!("{path} lies nowhere"));
            assert_eq!(bytes[at..at + stored.len()], **stored, "{path}");
        });
        assert!(leaves > 500, "{leaves}");
    }
}

fn draft<'a>(bytes: &'a [u8]) -> (Node<'a>, Draft) {
    let archive = Archive::read(bytes).unwrap();
    let all = if crate::landscape::is_landscape(&archive) {
        landscape_document()
    } else {
        model_document()
    };
    let tree = tree(&archive, crate::nres::Payloads::Original);
    let draft = Draft::of_document(all, &tree);
    (tree, draft)
}

#[test]
fn what_did_not_change_comes_back() {
    for bytes in samples() {
        assert!(make(&draft(&bytes).1, &bytes).unwrap().bytes == bytes);
        let archive = Archive::read(&bytes).unwrap();
        for table in tables(&archive) {
            let encoded = encode(table.resource, &draft(&bytes).1).unwrap();
            assert!(encoded.payload == table.payload, "{}", table.key());
        }
    }
}

fn attr1(bytes: &[u8], type_id: u32) -> u32 {
    let archive = Archive::read(bytes).unwrap();
    archive.iter().find(|entry| entry.type_id().0 == type_id).unwrap().record().attr1
}

/// Takes the last row of a table out.
fn shorter(bytes: &[u8], key: &'static str) -> Vec<u8> {
    let mut draft = draft(bytes).1;
    let part = draft.part_mut(crate::tree::PartName::Key(key)).unwrap();
    match part {
        Draft::Rows(kind, rows) => rows.truncate(rows.len() - kind.size()),
        Draft::List(_, items) => drop(items.pop()),
        other => panic!("{other:?}"),
    }
    make(&draft, bytes).unwrap().bytes
}

#[test]
fn counts_in_the_directory_follow() {
    use crate::landscape::chunk::{CELLS, FACES};
    use crate::msh::resource::{INDICES, LABELS, NODES, SLOTS};
    let [model, land] = samples();
    for (bytes, key, type_id) in [
        (&model, "indices", INDICES),
        (&model, "slots", SLOTS),
        (&model, "nodes", NODES),
        (&land, "cells", CELLS),
        (&land, "faces", FACES),
    ] {
        assert_eq!(attr1(&shorter(bytes, key), type_id), attr1(bytes, type_id) - 1, "{key}");
    }
    // The entry of the labels has the number of nodes.
    assert_eq!(attr1(&shorter(&model, "nodes"), LABELS), attr1(&model, LABELS) - 1);
    assert_eq!(attr1(&shorter(&model, "labels"), LABELS), attr1(&model, LABELS));
    // A wrong number stays.
    let wrong = models::edited(&model, |editor| {
        let place = models::entry(editor, INDICES);
        editor.set_attr1(place, 7).unwrap();
    });
    assert_eq!(attr1(&shorter(&wrong, "indices"), INDICES), 7);
}

#[test]
fn tables_are_named_once() {
    for all in [model_document(), landscape_document(), table_document()] {
        for (place, branch) in all.iter().enumerate() {
            assert!(all[..place].iter().all(|other| other.name != branch.name), "{}", branch.name);
            assert!(!branch.meaning().is_empty(), "{}", branch.name);
        }
    }
}

/// Every finding of a format's own rules names a field of the document, and where it lies. The
/// rule says which fields it speaks of.
pub(crate) fn assert_fields(bytes: &[u8], findings: &crate::Findings, rules: &str) {
    let Ok(archive) = Archive::read(bytes) else { return };
    let tree = tree(&archive, crate::nres::Payloads::Original);
    let own = findings.list().iter().filter(|finding| finding.code.id.starts_with(rules));
    for finding in own.filter(|finding| !finding.field.is_empty()) {
        let found = tree.find(&finding.field);
        let found = found.unwrap_or_else(|_| panic!("{}: {}", finding.code.id, finding.field));
        let offset = found.node.offset().map(|offset| offset as u64);
        assert_eq!(finding.offset, offset, "{}: {}", finding.code.id, finding.field);
    }
}
