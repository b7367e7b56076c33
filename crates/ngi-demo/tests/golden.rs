//! What `ngi show` says of the demo game: golden dumps of one thing of each format, and of everything
//! else a short hash for each member of its document, so that a change is told by file and member.
//!
//! `NGI_BLESS=1 cargo test -p ngi-demo golden` rewrites them from what there is now.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::subjects;
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{self, Form, Subject};
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::Value;

/// Things that show their formats well. Of any other format the first thing is shown.
const SHOWN: &[(&str, &str)] = &[
    ("areal", "DATA/MAPS/VALLEY/Land.map"),
    ("bas", "fortif.rlb/f_bunker_01.bas"),
    ("builddat", "BuildDat.lst"),
    ("cfg", "MISSIONS/Single.01/mission.cfg"),
    ("cpt", "guns.rlb/g_gun_01.cpt"),
    ("ctl", "bases.rlb/r_scout_0_01.ctl"),
    ("exp", "weapon.rlb/blast_small.exp"),
    ("fxid", "effects.rlb/exp_small"),
    ("land", "DATA/MAPS/VALLEY/Land.msh"),
    ("mat0", "Material.lib/WATER"),
    ("msh", "static.rlb/s_stone_0_01.msh"),
    ("ndp", "bases.rlb/r_scout_0_01.ndp"),
    ("nres", "sounds.lib"),
    ("objects", "objects.rlb/r_desert"),
    ("pal", "palettes.lib/A.PAL"),
    ("rsli", "sprites.lib"),
    ("scr", "MISSIONS/SCRIPTS/demo_pl.scr"),
    ("ske", "MISSIONS/Single.01/sky.ske"),
    ("swav", "sounds.lib/chime.wav"),
    ("texm", "Textures.lib/FIRE.0"),
    ("tma", "MISSIONS/Single.01/data.tma"),
    ("unit", "UNITS/UNITS/scout.dat"),
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
    format.document.write_json(&subject, Form::Short, &mut document).unwrap();
    Some((
        format.id(),
        format.document.show(&subject).unwrap(),
        String::from_utf8(document).unwrap(),
    ))
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
    for id in format::FORMATS.iter().map(|format| format.id()) {
        let chosen = SHOWN.iter().find(|(of, _)| *of == id).map(|(_, path)| *path);
        let is_one = |node: &Node| shown(node).is_some_and(|(of, ..)| of == id);
        let first = || all.iter().find(|(_, node)| is_one(node)).map(|(path, _)| path.as_str());
        let path = chosen.or_else(first).unwrap_or_else(|| panic!("no {id} in the demo game"));
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
    assert!(wrong.is_empty(), "shown otherwise (NGI_BLESS=1 keeps it):\n{}", wrong.join("\n"));
}

/// What is said of one file or entry: a short hash of its text, and of each member of its document.
type Said = BTreeMap<String, Vec<(String, String)>>;

/// The members of a document, and beside them the text that `show` prints.
fn members(node: &Node) -> Option<Vec<(String, String)>> {
    let (id, text, document) = shown(node)?;
    let value: Value = serde_json::from_str(&document).unwrap();
    let members = value.as_object().unwrap().iter();
    let of_document = members.map(|(key, value)| (key.clone(), value.to_string()));
    Some(
        [("show".to_owned(), text), ("recognised as".to_owned(), id.to_owned())]
            .into_iter()
            .chain(of_document)
            .collect(),
    )
}

/// A line per file or entry: `path: member hash, member hash`.
fn lines(said: &Said) -> String {
    let short = |(key, value): &(String, String)| format!("{key} {:04x}", hash(value) & 0xffff);
    let line = |(path, members): (&String, &Vec<(String, String)>)| {
        let members: Vec<String> = members.iter().map(short).collect();
        format!("{path}: {}\n", members.join(", "))
    };
    said.iter().map(line).collect()
}

/// The members of each line.
fn parsed(lines: &str) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let lines = lines.lines().filter_map(|line| line.split_once(": "));
    lines
        .map(|(path, members)| {
            (path, members.split(", ").filter_map(|member| member.rsplit_once(' ')).collect())
        })
        .collect()
}

/// Which members of which files are not what they were, with what they are now.
fn changes(expected: &str, said: &Said) -> Vec<String> {
    let now = lines(said);
    let (expected, now) = (parsed(expected), parsed(&now));
    let mut changes = Vec::new();
    for (path, members) in &now {
        let Some(before) = expected.get(path) else {
            changes.push(format!("{path} is new"));
            continue;
        };
        for (place, (key, sum)) in members.iter().enumerate() {
            let value: String = said[*path][place].1.chars().take(200).collect();
            match before.iter().find(|(known, _)| known == key) {
                Some((_, old)) if old == sum => {}
                Some(_) => changes.push(format!("{path}: {key} changed; now {value}")),
                None => changes.push(format!("{path}: {key} is new: {value}")),
            }
        }
        let gone = before.iter().filter(|(key, _)| !members.iter().any(|(own, _)| own == key));
        changes.extend(gone.map(|(key, _)| format!("{path}: {key} is gone")));
    }
    let gone = expected.keys().filter(|path| !now.contains_key(*path));
    changes.extend(gone.map(|path| format!("{path} is gone")));
    changes
}

#[test]
fn everything_is_shown_as_before() {
    let nodes = subjects();
    let said: Vec<_> = nodes.par_iter().map(|node| Some((node.path(), members(node)?))).collect();
    let said: Said = said.into_iter().flatten().collect();
    let path = golden("all.txt");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let changes = changes(&expected, &said);
    if !changes.is_empty() && std::env::var_os("NGI_BLESS").is_some() {
        fs::write(&path, lines(&said)).unwrap();
        return;
    }
    assert!(said.len() >= 190, "{} things", said.len());
    assert!(changes.is_empty(), "shown otherwise (NGI_BLESS=1 keeps it):\n{}", changes.join("\n"));
}

#[test]
fn a_change_is_told_by_file_and_member() {
    let members = |cell: &str| {
        vec![("flags".to_owned(), "4".to_owned()), ("phases".to_owned(), cell.to_owned())]
    };
    let said = |cell: &str| Said::from([("Material.lib/WATER".to_owned(), members(cell))]);
    let before = lines(&said("[-1]"));
    assert!(changes(&before, &said("[-1]")).is_empty());
    assert_eq!(changes(&before, &said("[-2]")), ["Material.lib/WATER: phases changed; now [-2]"]);
    let gone = changes(&before, &Said::new());
    assert_eq!(gone, ["Material.lib/WATER is gone"]);
}
