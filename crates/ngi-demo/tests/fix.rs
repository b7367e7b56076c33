//! What can be worked out is right in the demo game, and is put right in broken files.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use ngi_demo::broken::{Asked, cases, codes_of, samples};
use ngi_verbs::edit::Options;
use ngi_verbs::fix::fix;
use ngi_verbs::format;
use ngi_vfs::locate;

use crate::common::game;

const DRY: Options = Options { backup: false, dry_run: true };

#[test]
fn nothing_is_to_be_mended_in_the_demo_game() {
    let report = fix(&[game().root()], DRY, &()).unwrap();
    let lines = &report.lines;
    assert!(lines.is_empty(), "{lines:#?}");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    assert!(report.looked > 20);
}

/// Mending a file that breaks a rule about what follows from the rest leaves nothing to find, and
/// no other rule is such a one.
#[test]
fn what_follows_from_the_rest_is_mended_in_broken_files() {
    let samples = samples().unwrap();
    let derived: BTreeSet<&str> =
        format::all_codes().filter(|code| code.derived).map(|code| code.id).collect();
    assert!(derived.len() >= 74, "{}", derived.len());
    let (mut wrong, mut also) = (Vec::new(), Vec::new());
    for case in cases().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let files = case.files(&samples).unwrap();
        for (name, bytes) in &files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        let options = Options { backup: false, dry_run: false };
        fix(&[locate(folder.path()).unwrap()], options, &()).unwrap();
        let after: Vec<(String, Vec<u8>)> = files
            .iter()
            .map(|(name, _)| (name.clone(), std::fs::read(folder.path().join(name)).unwrap()))
            .collect();
        let left = codes_of(&after, Asked::about(case.code)).unwrap();
        let listed = derived.contains(case.code);
        match left.is_empty() {
            false if listed => wrong.push(format!("{}: {left:?}", case.code)),
            true if !listed => also.push(case.code),
            _ => {}
        }
    }
    assert!(wrong.is_empty() && also.is_empty(), "left: {wrong:#?}, mended as well: {also:#?}");
}
