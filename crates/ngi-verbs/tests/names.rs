//! Names of numbers and bits: what is shown is what can be set.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use ngi_formats::schema::Kind;
use ngi_formats::tree::members;
use ngi_verbs::describe;
use ngi_verbs::format::FORMATS;

/// Every field of every record that has names.
fn named() -> Vec<(String, Kind)> {
    let mut found = Vec::new();
    for format in FORMATS {
        for shape in describe::records(format) {
            let fields = members(shape).filter(|group| !group.kind.named().is_empty());
            found.extend(fields.map(|group| {
                (format!("{} {}.{}", format.id(), shape.name, group.name), group.kind)
            }));
        }
    }
    found
}

#[test]
fn every_name_that_is_shown_sets_its_own_value() {
    let mut seen = BTreeSet::new();
    for (field, kind) in named() {
        for known in kind.named() {
            let mut bytes = vec![0; kind.size()];
            if kind.put_int(known.value, &mut bytes).is_err() {
                continue;
            }
            let names = kind.names_of(&kind.read(&bytes).unwrap());
            let said = names.join("|");
            if said.is_empty() {
                continue;
            }
            let mut again = vec![0; kind.size()];
            kind.put_text(&said, &mut again).unwrap_or_else(|error| {
                panic!("{field}: \"{said}\" is not {}", error.expected);
            });
            assert_eq!(again, bytes, "{field}: {said}");
            seen.insert(format!("{field} {said}"));
        }
    }
    assert!(seen.len() > 150, "only {} names", seen.len());
}
