//! Everything in the demo game as JSON and back: the same bytes, on any number of threads. And the
//! page that says where everything is tested: what it names is there.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{command, listed_commands, ngi, write_demo};
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{Form, Subject, document_of, of_document_text};
use ngi_vfs::NodeKind;

#[test]
fn every_file_and_entry_comes_back() {
    let vfs = ngi_demo::mounted().unwrap();
    let mut formats: BTreeMap<&str, usize> = BTreeMap::new();
    for node in vfs.locate("").unwrap().walk() {
        let node = node.unwrap();
        if node.kind() == NodeKind::Folder {
            continue;
        }
        let (bytes, name) = (node.bytes().unwrap(), node.name());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
        let document = document_of(&subject);
        let mut text = Vec::new();
        document.write_json(&subject, Form::Full, &mut text).unwrap();
        let back = of_document_text(&text).unwrap().read_json(&text, None).unwrap().bytes;
        assert!(back == bytes[..], "{}", node.path());
        *formats.entry(document.id()).or_default() += 1;
    }
    // So that an empty game cannot pass.
    for (id, least) in [("bytes", 100), ("msh", 10), ("mat0", 50), ("texm", 50), ("fxid", 10)] {
        assert!(formats.get(id).is_some_and(|count| *count >= least), "{id}: {formats:?}");
    }
    for id in [
        "areal", "bas", "builddat", "cfg", "cpt", "ctl", "exp", "fml", "ini", "land", "ndp",
        "nres", "objects", "pal", "rsli", "scr", "ske", "swav", "tips", "tma", "trf", "unit",
        "var", "varset", "wear",
    ] {
        assert!(formats.contains_key(id), "{id}: {formats:?}");
    }
}

#[test]
fn the_folder_of_a_mission_has_its_hours() {
    let folder = tempfile::tempdir().unwrap();
    write_demo(folder.path());
    let shown = ngi(folder.path(), ["show", "MISSIONS/Single.01", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(json["schema"], "ngi.list/1");
    let hours = &json["hours"];
    assert_eq!((&hours["start"], &hours["opens"]), (&"09:30".into(), &"09:30".into()));
    let expected = [("sunrise", "06:00"), ("noon", "13:00"), ("sunset", "20:00"), ("day", "09:30")];
    for (name, clock) in expected {
        assert_eq!(hours["days"][0][name], clock, "{name}");
    }
    for path in ["MISSIONS/Single.01", "MISSIONS/Single.01/data.tma"] {
        let shown = ngi(folder.path(), ["show", path]);
        let text = String::from_utf8(shown.stdout).unwrap();
        let line = "sunrise 06:00, noon 13:00, sunset 20:00; dawn 06:25, day 09:30, dusk 19:35";
        assert!(text.contains(line), "{path}: {text}");
    }
    let shown = ngi(folder.path(), ["show", "MISSIONS", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(json.get("hours"), None, "other folders have none");
}

/// Every file below a folder, by its path.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn one_thread_or_many_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    write_demo(&game);
    // Some findings, too.
    let guns = fs::read(game.join("guns.rlb")).unwrap();
    fs::write(game.join("guns.rlb"), &guns[..guns.len() - 100]).unwrap();
    let run = |threads: &str, words: &str| {
        let mut command = command(folder.path(), words.split(' '));
        let output = command.env("RAYON_NUM_THREADS", threads).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let checked = ["1", "7"].map(|threads| run(threads, "check game --retail --json"));
    assert_eq!(checked[0].0, Some(1), "{}", checked[0].1);
    assert!(checked[0] == checked[1], "{}\n{}", checked[0].1, checked[1].1);
    let exported = ["1", "7"].map(|threads| {
        run(threads, &format!("export game -o out{threads}"));
        tree(&folder.path().join(format!("out{threads}")))
    });
    assert!(exported[0].len() > 150, "{} files", exported[0].len());
    let differing: Vec<_> = exported[0]
        .iter()
        .filter(|(name, bytes)| exported[1].get(*name) != Some(bytes))
        .map(|(name, _)| name)
        .collect();
    assert!(differing.is_empty() && exported[0].len() == exported[1].len(), "{differing:?}");
}

/// What stands between backquotes in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The path a reference names: from the root of the repository, or below `crates`.
fn named(root: &Path, path: &str) -> PathBuf {
    let top = ["docs/", "fuzz/", "xtask/", "crates/"];
    let is_top = top.iter().any(|top| path.starts_with(top));
    if is_top { root.join(path) } else { root.join("crates").join(path) }
}

/// Whether a file holds a test of this name: the function, with `#[test]` in front of it or inside
/// a block of property tests.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_it = |line: &str| line.starts_with(&format!("fn {name}("));
    lines.iter().enumerate().filter(|(_, line)| is_it(line)).any(|(at, _)| {
        let before = lines[..at].iter().rev();
        before
            .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
            .any(|line| *line == "#[test]")
    })
}

/// What a line of the page names and is not there; and how many tests it names.
fn missing(root: &Path, line: &str) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut tests = 0;
    for reference in quoted(line).filter(|text| text.contains('/') && !text.contains(' ')) {
        let (path, test) =
            reference.split_once("::").map_or((reference, None), |(path, test)| (path, Some(test)));
        let path = named(root, path);
        let there = match test {
            None => path.exists(),
            Some(test) => fs::read_to_string(&path).is_ok_and(|text| has_test(&text, test)),
        };
        tests += usize::from(test.is_some() || reference.contains("/cases/"));
        if !there {
            wrong.push(reference.to_owned());
        }
    }
    (wrong, tests)
}

/// The verbs that `ngi --help` lists.
fn verbs() -> Vec<String> {
    let output = ngi(Path::new("."), ["--help"]);
    let help = String::from_utf8(output.stdout).unwrap();
    let verbs = listed_commands(&help);
    assert!(verbs.len() > 20, "{verbs:?}");
    verbs
}

#[test]
fn the_coverage_table_names_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/coverage.md")).unwrap();
    let mut wrong = Vec::new();
    let mut rulings = Vec::new();
    let mut known = BTreeSet::new();
    let (mut rows, mut tests) = (0, 0);
    for line in page.lines() {
        let (gone, named) = missing(&root, line);
        wrong.extend(gone);
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let is_head =
            cells.iter().any(|cell| cell.starts_with("--")) || cells.contains(&"tested by");
        if !line.starts_with('|') || is_head {
            continue;
        }
        rows += 1;
        tests += named;
        if !known.insert(line) {
            wrong.push(format!("twice: {line}"));
        }
        if named == 0 {
            wrong.push(format!("no test: {line}"));
        }
        rulings.extend(cells[1].parse::<usize>().ok().filter(|_| cells.len() == 5));
    }
    let commands = page.split_once("## The command line").unwrap().1;
    let first_cells = commands.lines().filter_map(|line| line.split('|').nth(1));
    let listed: BTreeSet<&str> =
        first_cells.flat_map(quoted).filter_map(|text| text.split_whitespace().next()).collect();
    let missing = verbs().into_iter().filter(|verb| !listed.contains(verb.as_str()));
    wrong.extend(missing.map(|verb| format!("no row for the verb {verb}")));
    assert!(wrong.is_empty(), "wrong in docs/coverage.md:\n{}", wrong.join("\n"));
    assert_eq!(rulings, (1..=62).collect::<Vec<_>>(), "every ruling once, in order");
    assert!(rows >= 160 && tests >= 380, "{rows} rows, {tests} tests");
}
