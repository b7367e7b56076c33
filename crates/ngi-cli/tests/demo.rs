//! `ngi demo`: what it makes, what it says, and what it leaves where it cannot.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn ngi(folder: &Path, words: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ngi"))
        .args(words)
        .current_dir(folder)
        .env_remove("NGI_GAME")
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Words of a command line as a shell cuts them, single quotes included.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        let mut pieces = part.split(' ');
        words.last_mut().unwrap().push_str(pieces.next().unwrap());
        words.extend(pieces.map(str::to_owned));
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_command_of_the_tour_works_when_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let made = ngi(folder.path(), &words("demo --no-view"));
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let said = text(&made.stdout);
    assert!(said.contains(", 0 findings."), "{said}");
    for line in said.lines().filter_map(|line| line.strip_prefix("Exported ")) {
        assert!(fs::metadata(folder.path().join(line)).unwrap().len() > 100, "{line}");
    }
    let (_, tour) = said.split_once("Try:\n").unwrap();
    let tour: Vec<&str> = tour.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(tour.len() >= 12, "{tour:?}");
    for line in tour {
        let command = words(line.strip_prefix("ngi ").unwrap());
        let output = ngi(folder.path(), &command);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{line}: says nothing");
    }
}

#[test]
fn a_folder_in_use_is_refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("used")).unwrap();
    fs::write(folder.path().join("used/mine.txt"), "mine").unwrap();
    // The second folder is as much of a reason as the first.
    for line in ["demo used --no-view", "demo fresh --no-view --broken used"] {
        let output = ngi(folder.path(), &words(line));
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
    let output = Command::new("sh")
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
