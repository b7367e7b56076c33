//! The demo game as a corpus: every file and entry there and back, no findings, enough of all.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ngi_convert::check::{self, entry_meta};
use ngi_convert::format::{self, Form, Subject};
use ngi_convert::surroundings::Game;
use ngi_vfs::{MemoryRoot, Node, NodeKind, Vfs};

fn game() -> &'static Vfs {
    static GAME: OnceLock<Vfs> = OnceLock::new();
    GAME.get_or_init(|| {
        let root = MemoryRoot::new();
        for file in ngi_demo::files().unwrap() {
            root.insert(&file.path, file.bytes).unwrap();
        }
        Vfs::in_memory(root)
    })
}

/// Every file and entry whose format is known.
fn subjects() -> Vec<Node> {
    let nodes = game().root().walk().filter_map(Result::ok);
    nodes.filter(|node| node.kind() != NodeKind::Folder).collect()
}

#[test]
fn every_document_goes_back_to_the_same_bytes() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in subjects() {
        let (name, bytes) = (node.name(), node.bytes().unwrap());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
        let Some(format) = format::recognise(&subject) else { continue };
        *counts.entry(format.id()).or_default() += 1;
        // Large pictures and archives are copies of what their entries show already.
        if bytes.len() > 120_000 {
            continue;
        }
        let mut document = Vec::new();
        format.write_json(&subject, Form::Full, &mut document).unwrap();
        let value = serde_json::from_slice(&document).unwrap();
        let back = format.bytes_from_json(&value, None).unwrap();
        assert!(back == bytes, "{}: {} bytes became {}", node.path(), bytes.len(), back.len());
    }
    let least = [
        ("nres", 15),
        ("rsli", 2),
        ("msh", 12),
        ("texm", 50),
        ("mat0", 50),
        ("wear", 18),
        ("pal", 3),
        ("objects", 12),
    ];
    for (id, least) in least {
        assert!(counts.get(id).copied().unwrap_or(0) >= least, "{id}: {counts:?}");
    }
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
