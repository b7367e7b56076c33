//! Every file and entry of the demo game, written out with its fields and its document, for readers
//! that nobody here wrote: `cargo xtask test --only kaitai`.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ngi_formats::tree::Node;
use ngi_verbs::check::entry_meta;
use ngi_verbs::describe;
use ngi_verbs::document::fields::Fields;
use ngi_verbs::format::{self, Form, Subject};
use serde_json::{Value, json};

use crate::common::subjects;

/// What a description asks for besides the bytes: of a material the version.
fn params(id: &str, subject: &Subject<'_>) -> Vec<u32> {
    match (id, subject.entry) {
        ("mat0", Some(entry)) => vec![entry.attributes[1]],
        ("mat0", None) => vec![6],
        ("trf", Some(entry)) => vec![entry.type_id.0],
        _ => Vec::new(),
    }
}

/// A document with names in the place of numbers, wherever a name says all of the number; `None`
/// where there is no such place.
fn with_names(document: &[u8], fields: &Fields<'_>) -> Option<Vec<u8>> {
    let mut said: Value = serde_json::from_slice(document).unwrap();
    let mut is_other = false;
    for row in &fields.fields {
        let Node::Piece(piece) = &row.node else { continue };
        let (kind, names) = (piece.kind, row.named());
        let mut again = vec![0; kind.size()];
        let is_all = !names.is_empty()
            && kind.put_text(&names.join("|"), &mut again).is_ok()
            && kind.read(&again) == piece.value();
        let pointer = format!("/{}", row.path.replace(['.', '['], "/").replace(']', ""));
        let Some(slot) = said.pointer_mut(&pointer).filter(|slot| is_all && slot.is_i64()) else {
            continue;
        };
        *slot = match (kind.is_bits(), names.as_slice()) {
            (true, names) if names.len() > 1 => json!(names),
            (_, [name, ..]) => json!(name.to_ascii_uppercase()),
            (_, []) => continue,
        };
        is_other = true;
    }
    is_other.then(|| said.to_string().into_bytes())
}

/// Bytes above which a file takes long as a value.
const LARGE: usize = 0x1_0000;

#[test]
fn documents_take_names_for_numbers() {
    let mut formats = BTreeSet::new();
    for node in subjects() {
        let (name, bytes) = (node.name(), node.bytes().unwrap());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
        let Some(format) = format::recognise(&subject) else { continue };
        // Archives hold what is looked at by itself. The large files take long.
        if matches!(format.id(), "nres" | "rsli") || bytes.len() > LARGE {
            continue;
        }
        let Ok(tree) = format.document.tree(&subject, Form::Full) else { continue };
        let mut document = Vec::new();
        format.document.write_json(&subject, Form::Full, &mut document).unwrap();
        let fields = Fields::of(format.id(), &tree);
        let Some(named) = with_names(&document, &fields) else { continue };
        let [numbers, named] = [document, named]
            .map(|text| format.document.read_json(&text, Some(&subject)).map(|made| made.bytes));
        assert_eq!(named.unwrap(), numbers.unwrap(), "{}", node.path());
        formats.insert(format.id());
    }
    for id in ["msh", "mat0", "fxid", "texm", "exp", "ske", "swav", "tma", "unit", "ndp", "ctl"] {
        assert!(formats.contains(id), "{id} is not among {formats:?}");
    }
}

#[test]
#[ignore = "writes files for `cargo xtask test --only kaitai`, which names the folder"]
fn every_file_with_its_fields() {
    let folder = std::env::var_os("NGI_KAITAI").unwrap();
    let folder = Path::new(&folder);
    let mut formats = BTreeSet::new();
    for (number, node) in subjects().iter().enumerate() {
        let (name, bytes) = (node.name(), node.bytes().unwrap());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
        let Some(format) = format::recognise(&subject) else { continue };
        // What is in an archive is looked at by itself.
        let archive = matches!(format.id(), "nres" | "rsli");
        let form = if archive { Form::Short } else { Form::Full };
        let Ok(tree) = format.document.tree(&subject, form) else { continue };
        // An entry that is the payload of an areal map has no archive around it.
        let alone = format.id() == "areal" && subject.entry.is_some();
        let rows = Fields::of(format.id(), &tree);
        let fields = ngi_verbs::json::to_value(&rows).unwrap();
        let case = json!({
            "path": node.path(), "format": if alone { "areal-payload" } else { format.id() },
            "params": params(format.id(), &subject), "fields": fields["fields"],
        });
        let mut document = Vec::new();
        format.document.write_json(&subject, form, &mut document).unwrap();
        fs::write(folder.join(format!("{number}.bin")), &bytes).unwrap();
        fs::write(folder.join(format!("{number}.json")), case.to_string()).unwrap();
        if let Some(named) = with_names(&document, &rows) {
            fs::write(folder.join(format!("{number}-named.document")), named).unwrap();
        }
        fs::write(folder.join(format!("{number}.document")), document).unwrap();
        formats.insert(format.id());
    }
    for id in formats {
        let schema = describe::json_schema(format::of_id(id).unwrap());
        fs::write(folder.join(format!("{id}.schema")), schema.to_string()).unwrap();
    }
}
