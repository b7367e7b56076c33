//! Fields of every format in the demo game: changed and taken back, and where they lie.

use std::collections::BTreeMap;

use ngi_formats::schema::{Kind, Value as Stored};
use ngi_formats::tree::{Node, Piece};
use ngi_verbs::document::write;
use ngi_verbs::format::Form;
use ngi_verbs::location::{self, FieldKnown, FieldLocation};
use ngi_view::document::{self, Document};
use ngi_view::platform;
use serde_json::Value;

use crate::drive::demo;

/// A document of each format.
fn documents(game: &std::path::Path) -> BTreeMap<&'static str, Document> {
    let place = platform::open(game).unwrap();
    let mut found = BTreeMap::new();
    for node in place.root().unwrap().walk().filter_map(Result::ok) {
        let opened = document::open(&node, None);
        if let Some(document) = opened.document.filter(|document| document.bytes().len() < 200_000)
        {
            found.entry(document.format.id()).or_insert(document);
        }
    }
    found
}

/// All fields of a document, as `ngi show --json` prints them.
fn json(document: &Document) -> Value {
    let (schema, node) = (document.format.document.schema(), document.tree().unwrap());
    ngi_verbs::json::to_value(&write::TreeDocument { schema: &schema, node: &node }).unwrap()
}

/// Paths of whole numbers, at most so many.
fn numbers(path: &str, value: &Value, most: usize, out: &mut Vec<(String, i64)>) {
    if out.len() >= most {
        return;
    }
    match value {
        Value::Number(number) => {
            out.extend(number.as_i64().map(|number| (path.to_owned(), number)))
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate().take(3) {
                numbers(&format!("{path}[{index}]"), value, most, out);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                let dot = if path.is_empty() { "" } else { "." };
                numbers(&format!("{path}{dot}{key}"), value, most, out);
            }
        }
        _ => {}
    }
}

#[test]
fn a_change_of_any_field_is_taken_back_to_the_byte() {
    let game = demo();
    let documents = documents(game.path());
    assert!(documents.len() >= 10, "{:?}", documents.keys());
    let mut changed = 0;
    for (format, mut document) in documents {
        let before = document.bytes().to_vec();
        let mut fields = Vec::new();
        numbers("", &json(&document), 40, &mut fields);
        for (field, number) in fields {
            if document.set(&field, &(number ^ 1).to_string()).is_err() || !document.is_changed() {
                continue;
            }
            changed += 1;
            let after = document.bytes().to_vec();
            assert_eq!(document.undo().unwrap().as_deref(), Some(field.as_str()), "{format}");
            assert_eq!(document.bytes(), before, "{format} {field}");
            document.redo().unwrap();
            assert_eq!(document.bytes(), after, "{format} {field}");
            document.undo().unwrap();
            assert!(!document.is_changed());
        }
    }
    assert!(changed > 80, "{changed}");
}

#[test]
fn the_bytes_of_a_field_hold_its_value() {
    let game = demo();
    let mut looked_at = 0;
    for (format, document) in documents(game.path()) {
        let mut fields = Vec::new();
        numbers("", &json(&document), 60, &mut fields);
        let subject = document.subject();
        let tree = document.format.document.tree(&subject, Form::Full).unwrap();
        for (field, number) in fields {
            let Some(FieldKnown { location: FieldLocation::Bytes(range), .. }) =
                location::of(&tree, &field)
            else {
                continue;
            };
            let raw = &document.bytes()[range.clone()];
            if raw.len() != 4 && raw.len() != 2 {
                continue;
            }
            looked_at += 1;
            let at = format!("{format} {field} at {range:?}");
            match tree.find(&field).unwrap().node {
                // A part of a word has some of the word's bits.
                Node::Piece(Piece { kind: kind @ Kind::Part(..), .. }) => {
                    assert_eq!(kind.read(raw), Some(Stored::Int(number)), "{at}");
                }
                _ => assert_eq!(raw, &number.to_le_bytes()[..raw.len()], "{at}"),
            }
        }
    }
    assert!(looked_at > 60, "{looked_at}");
}
