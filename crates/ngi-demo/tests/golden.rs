//! What `ngi show` says of the demo game: golden dumps of one thing of each format, and a hash of
//! everything else, file by file.
//!
//! `NGI_BLESS=1 cargo test -p ngi-demo --test golden` rewrites them from what there is now.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use common::subjects;
use ngi_convert::check::entry_meta;
use ngi_convert::format::{self, Form, Subject};
use ngi_vfs::{Node, NodeKind};
use rayon::prelude::*;

/// A thing of each format.
const SHOWN: [(&str, &str); 13] = [
    ("areal", "DATA/MAPS/VALLEY/Land.map"),
    ("builddat", "BuildDat.lst"),
    ("exp", "weapon.rlb/blast_small.exp"),
    ("fxid", "effects.rlb/exp_small"),
    ("land", "DATA/MAPS/VALLEY/Land.msh"),
    ("mat0", "Material.lib/WATER"),
    ("msh", "static.rlb/s_stone_0_01.msh"),
    ("nres", "sounds.lib"),
    ("objects", "objects.rlb/r_desert"),
    ("pal", "palettes.lib/A.PAL"),
    ("rsli", "sprites.lib"),
    ("texm", "Textures.lib/FIRE.0"),
    ("wear", "bases.rlb/r_scout_0_01.wea"),
];

/// Lines of a dump that are kept as they are.
const KEPT: usize = 48;

/// What a subject's format is, its text and its document.
fn shown(node: &Node) -> Option<(&'static str, String, String)> {
    let (name, bytes) = (node.name(), node.bytes().unwrap());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)?;
    let mut document = Vec::new();
    format.write_json(&subject, Form::Short, &mut document).unwrap();
    Some((format.id(), format.show(&subject).unwrap(), String::from_utf8(document).unwrap()))
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The first lines, and a hash of the rest.
fn head(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (kept, rest) = lines.split_at(lines.len().min(KEPT));
    let mut out: String = kept.iter().map(|line| format!("{}\n", clipped(line))).collect();
    if !rest.is_empty() {
        writeln!(out, "… {} more lines, {:016x}", rest.len(), hash(&rest.join("\n"))).unwrap();
    }
    out
}

/// A line, or the start of a long one and a hash of it.
fn clipped(line: &str) -> String {
    match line.char_indices().nth(160) {
        Some((at, _)) => format!("{}… {:016x}", &line[..at], hash(line)),
        None => line.trim_end().to_owned(),
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Compares with the golden file, or rewrites it.
fn compare(name: &str, text: &str, wrong: &mut Vec<String>) {
    let path = golden(name);
    if fs::read_to_string(&path).is_ok_and(|expected| expected == text) {
        return;
    }
    if std::env::var_os("NGI_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    } else {
        wrong.push(format!("--- {name}\n{text}"));
    }
}

#[test]
fn a_thing_of_each_format_is_shown_as_before() {
    let all: BTreeMap<String, Node> =
        subjects().into_iter().map(|node| (node.path(), node)).collect();
    let mut wrong = Vec::new();
    for (id, path) in SHOWN {
        let node = all.get(path).unwrap_or_else(|| panic!("{path} is not there"));
        let (found, text, document) = shown(node).unwrap();
        assert_eq!(found, id, "{path}");
        let dump = format!(
            "$ ngi show {path}\n{}\n$ ngi show --json {path}\n{}",
            head(&text),
            head(&document)
        );
        compare(&format!("{id}.txt"), &dump, &mut wrong);
    }
    let known: Vec<&str> = format::FORMATS.iter().map(|format| format.id()).collect();
    assert!(known.iter().all(|id| SHOWN.iter().any(|(shown, _)| shown == id)), "{known:?}");
    assert!(wrong.is_empty(), "shown otherwise (NGI_BLESS=1 keeps it):\n{}", wrong.join("\n"));
}

#[test]
fn everything_is_shown_as_before() {
    let nodes = subjects();
    let shown: Vec<_> = nodes.par_iter().map(|node| (node.path(), shown(node))).collect();
    let on_disk: Vec<String> =
        nodes.iter().filter(|node| node.kind() == NodeKind::File).map(Node::path).collect();
    // A line per file: how many things in it are known, and one hash of all that is said of them.
    let mut files: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for (path, shown) in shown {
        let Some((id, text, document)) = shown else { continue };
        let file = on_disk.iter().find(|file| path.starts_with(file.as_str())).unwrap();
        let (count, sum) = files.entry(file.clone()).or_default();
        *count += 1;
        *sum = sum.rotate_left(7) ^ hash(&format!("{path}\n{id}\n{text}\n{document}"));
    }
    let list: String = files
        .iter()
        .map(|(file, (count, sum))| format!("{sum:016x} {count:>3} {file}\n"))
        .collect();
    let mut wrong = Vec::new();
    compare("all.txt", &list, &mut wrong);
    let known: usize = files.values().map(|(count, _)| count).sum();
    assert!(files.len() >= 20 && known >= 190, "{known} things in {} files", files.len());
    assert!(wrong.is_empty(), "shown otherwise (NGI_BLESS=1 keeps it):\n{}", wrong.join("\n"));
}
