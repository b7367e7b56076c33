//! `ngi demo`: what it makes, what it says, and what it leaves where it cannot.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;

use crate::common::{ngi, words};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_command_of_the_tour_works_when_pasted() {
    let folder = tempfile::tempdir().unwrap();
    // A name that has to be quoted.
    let made = ngi(folder.path(), words("demo 'my demo' --no-view"));
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let said = text(&made.stdout);
    assert!(said.contains(": 0 findings."), "{said}");
    for line in said.lines().filter_map(|line| line.strip_prefix("Exported ")) {
        assert!(fs::metadata(folder.path().join(line)).unwrap().len() > 100, "{line}");
    }
    let (_, tour) = said.split_once("What to try next:\n").unwrap();
    let tour: Vec<&str> = tour.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert!(tour.len() >= 12, "{tour:?}");
    // The viewer needs somebody who closes it.
    for line in tour.into_iter().filter(|line| !line.starts_with("ngi view ")) {
        let command = words(line.strip_prefix("ngi ").unwrap());
        let output = ngi(folder.path(), command);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        // What is equal has no differences to tell.
        let silent = line.starts_with("ngi diff ");
        let said = !output.stdout.is_empty() || !output.stderr.is_empty();
        assert!(said || silent, "{line}: says nothing");
    }
}

#[test]
fn a_folder_in_use_is_refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("used")).unwrap();
    fs::write(folder.path().join("used/mine.txt"), "mine").unwrap();
    let inside = ngi(folder.path(), words("demo fresh --no-view --broken fresh/broken"));
    assert_eq!(inside.status.code(), Some(2));
    // The second folder is as much of a reason as the first.
    for line in ["demo used --no-view", "demo fresh --no-view --broken used"] {
        let output = ngi(folder.path(), words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("used: exists and is not empty"), "{line}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{line}");
    }
}

/// No file may become longer than a few blocks: that is how a full disk looks to a program.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let script = "trap '' XFSZ; ulimit -f 64 && exec \"$0\" demo new/demo --no-view";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_ngi")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("new/demo/") && said.contains("cannot write"), "{said}");
    assert!(said.contains("nothing was made"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{said}");
}

/// Each broken folder, checked with the command it names, gives the code it names and no other.
#[test]
fn each_broken_folder_gives_its_code_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let made = ngi(folder.path(), words("demo game --no-view --broken broken"));
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let list = ngi(folder.path(), words("check --list-codes --json"));
    let cases: Vec<_> = fs::read_dir(folder.path().join("broken"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(cases.len() >= 371, "{}", cases.len());
    assert!(text(&made.stdout).contains(&format!("with {} broken cases", cases.len())));
    let mut wrong = Vec::new();
    for case in cases {
        let code = case.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(text(&list.stdout).contains(&code), "{code} is no code");
        let expected = fs::read_to_string(case.join("expected.txt")).unwrap();
        let (first, command) = expected.trim_end().split_once('\n').unwrap();
        assert_eq!(first, code);
        let mut command = words(command.strip_prefix("ngi ").unwrap());
        command.push("--json".to_owned());
        let output = ngi(&case, &command);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut found: Vec<&str> = report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["code"].as_str().unwrap())
            .collect();
        found.sort_unstable();
        found.dedup();
        if found != [code.as_str()] || output.status.code() != Some(1) {
            wrong.push(format!("{code}: {found:?}, exit {:?}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
