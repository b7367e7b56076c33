//! Every field of every document of the demo game lies where its tree says and has a meaning; every
//! finding of a broken file names a field that is there.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use crate::common::subjects;
use ngi_demo::broken::{Asked, cases, findings_of, samples};
use ngi_formats::tree::{At, Leaf, Node as Tree};
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{self, EntryMeta, Form, Subject};
use ngi_vfs::Node;
use rayon::prelude::*;

/// Formats whose documents are no trees yet.
const NOT_MOVED: [&str; 0] = [];
/// Paths of a subject that are also looked up one by one.
const LOOKED_UP: usize = 2000;

/// Whether the bytes at the place of a value are the value.
fn holds(node: &Tree<'_>, bytes: &[u8], entry: Option<EntryMeta>) -> bool {
    let at_offset = |at: usize, stored: &[u8]| {
        bytes.get(at..).and_then(|rest| rest.get(..stored.len())) == Some(stored)
    };
    match node {
        Tree::Piece(piece) => match piece.at {
            At::Offset(at) => {
                let there = bytes.get(at..).and_then(|rest| rest.get(..piece.bytes.len()));
                let same = there.is_some_and(|there| piece.kind.read(there) == piece.value());
                same && at_offset(at, &piece.bytes)
            }
            At::Attribute(number) => entry.is_some_and(|entry| {
                let value = entry.attributes[usize::from(number) - 1];
                value.to_le_bytes() == *piece.bytes
            }),
            At::Nowhere => false,
        },
        Tree::Text(stored, At::Offset(at)) | Tree::Hex(stored, At::Offset(at)) => {
            at_offset(*at, stored)
        }
        // What follows from the rest is stored nowhere.
        Tree::Told(_) => true,
        _ => false,
    }
}

/// Looks at every value of a subject: its format, how many there are, and what is wrong.
fn looked_at(node: &Node) -> Option<(&'static str, usize, Vec<String>)> {
    let (name, bytes) = (node.name(), node.bytes().unwrap());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)?;
    if format.document.branches().is_empty() {
        return Some((format.id(), 0, Vec::new()));
    }
    let tree = format.document.tree(&subject, Form::Full).unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    tree.leaves(&mut |Leaf { path, node: leaf, about }| {
        count += 1;
        if about.meaning().is_empty() {
            wrong.push(format!("{}: {path} has no meaning", node.path()));
        }
        // How many commands are counted too many is no number of its own in the file.
        let follows = format.id() == "fxid" && path == "missing";
        if !follows && !holds(leaf, &bytes, subject.entry) {
            wrong.push(format!("{}: {path} is not at {:?}", node.path(), leaf.offset()));
        }
        if count <= LOOKED_UP {
            match tree.find(path) {
                Ok(found) if found.node.offset() == leaf.offset() => {}
                _ => wrong.push(format!("{}: {path} is not found", node.path())),
            }
        }
    });
    Some((format.id(), count, wrong))
}

#[test]
fn every_value_has_a_place_and_a_meaning() {
    let all: Vec<_> = subjects().par_iter().with_max_len(1).filter_map(looked_at).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (id, count, found) in all {
        *counts.entry(id).or_default() += count;
        wrong.extend(found);
    }
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{wrong:#?}");
    let without: Vec<&str> =
        counts.iter().filter(|(_, count)| **count == 0).map(|(id, _)| *id).collect();
    assert_eq!(without, NOT_MOVED, "formats without trees");
    assert_eq!(counts.len(), format::FORMATS.len(), "{counts:?}");
    let values: usize = counts.values().sum();
    assert!(values >= 3000, "{counts:?}");
}

/// Whether a finding names something that is there; `None` where the file cannot be shown.
fn is_answered(node: &Node, field: &str, offset: Option<u64>) -> Option<Result<(), String>> {
    let (name, bytes) = (node.name(), node.bytes().ok()?);
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)?;
    if NOT_MOVED.contains(&format.id()) {
        return None;
    }
    let tree = format.document.tree(&subject, Form::Full).ok()?;
    let found = match tree.find(field) {
        Ok(found) => found.node,
        Err(lost) => return Some(Err(format!("\"{field}\" leads nowhere; {}", lost.there))),
    };
    let (at, said) = (found.offset(), offset.and_then(|at| usize::try_from(at).ok()));
    let inside = match (&found, at, said) {
        // A place in a text, or in bytes that cannot be followed, that is no field of its own.
        (Tree::Text(bytes, _) | Tree::Hex(bytes, _), Some(at), Some(said)) => {
            (at..=at + bytes.len()).contains(&said)
        }
        (_, at, said) => field.is_empty() || at == said,
    };
    Some(if inside { Ok(()) } else { Err(format!("\"{field}\" is at {at:?}, not {said:?}")) })
}

#[test]
fn every_finding_names_a_field_that_is_there() {
    let samples = samples().unwrap();
    let (mut answered, mut wrong, mut formats) = (0, Vec::new(), BTreeSet::new());
    for case in cases().unwrap() {
        let files = case.files(&samples).unwrap();
        let (vfs, findings) = findings_of(&files, Asked::about(case.code)).unwrap();
        for located in findings.iter().filter(|located| located.finding.code.id == case.code) {
            let node = vfs.root().walk().filter_map(Result::ok);
            let Some(node) = node.into_iter().find(|node| node.path() == located.path) else {
                wrong.push(format!("{}: {} is not there", case.code, located.path));
                continue;
            };
            let finding = &located.finding;
            match is_answered(&node, &finding.field, finding.offset) {
                Some(Ok(())) => {
                    answered += 1;
                    formats.extend(case.code.split('.').next());
                }
                Some(Err(why)) => wrong.push(format!("{}: {}: {why}", case.code, located.path)),
                None => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(answered >= 55, "{answered} in {formats:?}");
    assert_eq!(formats.len(), format::FORMATS.len() - NOT_MOVED.len(), "{formats:?}");
}
