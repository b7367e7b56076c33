//! The demo game as a corpus: every file and entry there and back, no findings, everything
//! exported, enough of all.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{game, subjects};
use ngi_convert::{Destination, ExportOptions};
use ngi_formats::tree::{Branch, Form as Shape, Need};
use ngi_verbs::check::{self, entry_meta};
use ngi_verbs::document::from_value;
use ngi_verbs::format::{self, Form, Subject};
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::Value;

/// Counts names; those of no known format have none.
fn counted<T: Ord>(names: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
    counts
}

/// Writes a subject's full document and reads it again.
fn there_and_back(node: &Node) -> Option<&'static str> {
    let (name, bytes) = (node.name(), node.bytes().unwrap());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)?;
    let mut document = Vec::new();
    format.document.write_json(&subject, Form::Full, &mut document).unwrap();
    let value = serde_json::from_slice(&document).unwrap();
    let back = from_value(format.document, &value, None).unwrap().bytes;
    assert!(back == bytes, "{}: {} bytes became {}", node.path(), bytes.len(), back.len());
    Some(format.id())
}

#[test]
fn every_document_goes_back_to_the_same_bytes() {
    // Two at a time: the documents of whole archives are large.
    let ids: Vec<&str> = subjects().par_iter().with_max_len(1).filter_map(there_and_back).collect();
    let counts = counted(ids);
    let least = [
        ("areal", 2),
        ("bas", 1),
        ("builddat", 1),
        ("cpt", 12),
        ("ctl", 12),
        ("exp", 3),
        ("fxid", 12),
        ("land", 2),
        ("mat0", 50),
        ("msh", 12),
        ("ndp", 12),
        ("nres", 15),
        ("objects", 12),
        ("pal", 3),
        ("rsli", 2),
        ("ske", 1),
        ("swav", 6),
        ("tma", 1),
        ("texm", 50),
        ("unit", 30),
        ("wear", 18),
    ];
    for id in format::FORMATS.iter().map(|format| format.id()) {
        let least = least.iter().find(|(of, _)| *of == id).map_or(1, |(_, least)| *least);
        assert!(counts.get(id).copied().unwrap_or(0) >= least, "{id}: {counts:?}");
    }
}

/// Names of parts that are absent if a document leaves them out: those of lists that a file may
/// lack, and bytes and numbers.
fn absent_names(branches: &[Branch], is_top: bool, names: &mut BTreeSet<&'static str>) {
    fn inside(form: &Shape, names: &mut BTreeSet<&'static str>) {
        match form {
            Shape::Object(branches) => absent_names(branches, false, names),
            Shape::List(form) => inside(form, names),
            _ => {}
        }
    }
    for branch in branches {
        let is_leaf = matches!(branch.form, Shape::Value(kind) if kind.is_leaf());
        if branch.need == Need::Optional
            && (!is_top || is_leaf || matches!(branch.form, Shape::Hex))
        {
            names.insert(branch.name);
        }
        inside(&branch.form, names);
    }
}

/// Paths of the members of a document, those of the first elements of lists only.
fn members(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let path = format!("{path}/{key}");
                members(value, &path, out);
                out.push(path);
            }
        }
        Value::Array(list) => {
            let first = list.iter().enumerate().take(2);
            first.for_each(|(index, value)| members(value, &format!("{path}/{index}"), out));
        }
        _ => {}
    }
}

#[test]
fn a_field_left_out_of_a_document_is_that_of_the_reference() {
    let (mut done, mut wrong) = (BTreeMap::<&str, usize>::new(), Vec::new());
    for node in subjects() {
        let (name, bytes) = (node.name(), node.bytes().unwrap());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
        let Some(format) = format::recognise(&subject) else { continue };
        // Archives and their like have their own documents, which refuse what is left out.
        let count = done.entry(format.id()).or_default();
        if *count == 2 || bytes.len() > 20_000 {
            continue;
        }
        *count += 1;
        let mut text = Vec::new();
        format.document.write_json(&subject, Form::Full, &mut text).unwrap();
        let whole: Value = serde_json::from_slice(&text).unwrap();
        let (mut paths, mut absent) = (Vec::new(), BTreeSet::new());
        members(&whole, "", &mut paths);
        absent_names(format.document.branches(), true, &mut absent);
        for path in paths {
            let (owner, key) = path.rsplit_once('/').unwrap();
            if absent.contains(key) || key.ends_with("_raw") {
                continue;
            }
            let mut short = whole.clone();
            short.pointer_mut(owner).unwrap().as_object_mut().unwrap().remove(key).unwrap();
            let made = format.document.read_json(short.to_string().as_bytes(), Some(&subject));
            if made.is_ok_and(|made| made.bytes != bytes) {
                wrong.push(format!("{}: {path}", node.path()));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "not that of the reference");
    assert!(done.len() > 20, "{done:?}");
}

#[test]
fn nothing_is_found_in_the_whole_game() {
    let options = check::Options {
        retail: true,
        game: Some(Game::new(game().clone())),
        ..check::Options::default()
    };
    let report = check::check(&game().root(), &options, &()).unwrap();
    let shown: Vec<String> = report
        .findings
        .iter()
        .map(|at| format!("{} {} {}", at.path, at.finding.code.id, at.finding.message))
        .collect();
    assert!(shown.is_empty() && report.problems.is_empty(), "{shown:#?} {:?}", report.problems);
    assert!(report.checked >= 170, "{}", report.checked);
}

/// Exports a subject to everything that its format can be.
fn exported(node: &Node, game: &Game) -> Vec<(&'static str, &'static str)> {
    let (name, bytes) = (node.name(), node.bytes().unwrap());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let Some(format) = format::recognise(&subject) else { return Vec::new() };
    let around = Surroundings::of(node, Some(game));
    let mut made = Vec::new();
    for outside in ngi_convert::table::exporters(format.kind) {
        let to = Destination { stem: "thing", suffix: outside.suffix };
        let options = ExportOptions::default();
        let exported = ngi_convert::export(format.kind, &subject, &around, &to, &options)
            .unwrap_or_else(|error| panic!("{} to .{}: {error}", node.path(), outside.suffix));
        assert!(!exported.files.is_empty(), "{} to .{}", node.path(), outside.suffix);
        for file in &exported.files {
            assert!(!file.bytes.is_empty(), "{}: {}", node.path(), file.name);
        }
        made.push((format.id(), outside.suffix));
    }
    made
}

#[test]
fn everything_can_be_exported() {
    let outside = Game::new(game().clone());
    let made: Vec<_> =
        subjects().par_iter().with_max_len(1).flat_map(|node| exported(node, &outside)).collect();
    let counts = counted(made);
    let least = [
        (("msh", "glb"), 12),
        (("msh", "gltf"), 12),
        (("texm", "png"), 50),
        (("texm", "dds"), 50),
        (("land", "obj"), 2),
        (("land", "png"), 2),
        (("areal", "svg"), 2),
        (("areal", "geojson"), 2),
        (("wear", "txt"), 18),
        (("builddat", "txt"), 1),
    ];
    for (kind, least) in least {
        assert!(counts.get(&kind).copied().unwrap_or(0) >= least, "{kind:?}: {counts:?}");
    }
}
