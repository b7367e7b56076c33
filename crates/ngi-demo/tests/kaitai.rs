//! Every file and entry of the demo game, written out with its fields and its document, for readers
//! that nobody here wrote: `cargo xtask test --only kaitai`.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ngi_verbs::check::entry_meta;
use ngi_verbs::describe;
use ngi_verbs::document::fields::Fields;
use ngi_verbs::format::{self, Form, Subject};
use serde_json::json;

use crate::common::subjects;

/// What a description asks for besides the bytes: of a material the version.
fn params(id: &str, subject: &Subject<'_>) -> Vec<u32> {
    match (id, subject.entry) {
        ("mat0", Some(entry)) => vec![entry.attributes[1]],
        ("mat0", None) => vec![6],
        _ => Vec::new(),
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
        let fields = ngi_verbs::json::to_value(&Fields::of(format.id(), &tree)).unwrap();
        let case = json!({
            "path": node.path(), "format": if alone { "areal-payload" } else { format.id() },
            "params": params(format.id(), &subject), "fields": fields["fields"],
        });
        let mut document = Vec::new();
        format.document.write_json(&subject, form, &mut document).unwrap();
        fs::write(folder.join(format!("{number}.bin")), &bytes).unwrap();
        fs::write(folder.join(format!("{number}.json")), case.to_string()).unwrap();
        fs::write(folder.join(format!("{number}.document")), document).unwrap();
        formats.insert(format.id());
    }
    for id in formats {
        let schema = describe::json_schema(format::of_id(id).unwrap());
        fs::write(folder.join(format!("{id}.schema")), schema.to_string()).unwrap();
    }
}
