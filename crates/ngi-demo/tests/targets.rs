//! Where the demo game may be written, and what is left where it cannot.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use ngi_demo::{Error, FilePlan, Scale, plan, write};

/// A few small files of the game: enough for what is asked here.
fn small() -> Vec<FilePlan> {
    let wanted = ["BuildDat.lst", "sprites.lib", "DATA/MAPS/VALLEY/Land1.wea"];
    plan(Scale::ONE).into_iter().filter(|file| wanted.contains(&file.path.as_str())).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_new_folder_is_made_with_what_leads_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("a/b/demo");
    let written = write(&small(), &target, false, &()).unwrap();
    assert_eq!(written.len(), 3);
    assert_eq!(names(&target), ["BuildDat.lst", "DATA", "sprites.lib"]);
    assert_eq!(names(&folder.path().join("a/b")), ["demo"], "nothing left over");
}

#[test]
fn an_empty_folder_is_filled_and_stays_the_same_folder() {
    let folder = tempfile::tempdir().unwrap();
    let before = fs::canonicalize(folder.path()).unwrap();
    // As `ngi demo .` names it.
    let target = folder.path().join(".");
    write(&small(), &target, false, &()).unwrap();
    assert_eq!(names(&before), ["BuildDat.lst", "DATA", "sprites.lib"]);
}

#[test]
fn a_folder_in_use_is_refused_or_written_into() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.txt"), "mine").unwrap();
    fs::write(folder.path().join("BuildDat.lst"), "old").unwrap();
    let refused = write(&small(), folder.path(), false, &()).unwrap_err();
    assert!(matches!(refused, Error::InUse(_)), "{refused}");
    assert!(refused.to_string().contains("--force"), "{refused}");
    assert_eq!(names(folder.path()), ["BuildDat.lst", "mine.txt"]);
    write(&small(), folder.path(), true, &()).unwrap();
    assert_eq!(names(folder.path()), ["BuildDat.lst", "DATA", "mine.txt", "sprites.lib"]);
    assert_eq!(fs::read(folder.path().join("mine.txt")).unwrap(), b"mine");
    assert_ne!(fs::read(folder.path().join("BuildDat.lst")).unwrap(), b"old");
}

#[test]
fn a_file_of_that_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("demo");
    fs::write(&target, "mine").unwrap();
    for force in [false, true] {
        let refused = write(&small(), &target, force, &()).unwrap_err();
        assert!(matches!(refused, Error::IsAFile(_)), "{refused}");
    }
    // Below a file there is no place for a folder, not even for root.
    let below = write(&small(), &target.join("below/demo"), false, &()).unwrap_err();
    assert!(below.to_string().contains("nothing was made"), "{below}");
    assert_eq!(fs::read(&target).unwrap(), b"mine");
    assert_eq!(names(folder.path()), ["demo"]);
}

/// Where nobody may write, not even root.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_nobody_may_write_to_is_left_alone() {
    let refused = write(&small(), Path::new("/proc/ngi-demo"), false, &()).unwrap_err();
    let text = refused.to_string();
    assert!(text.starts_with("/proc/ngi-demo: cannot create, so nothing was made: "), "{text}");
}

/// A file that cannot be made in the midst of the others takes them with it.
#[test]
fn what_fails_half_way_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let broken = || {
        let mut plans = small();
        // Its folder is a file by then, or the other way round.
        plans.extend(plan(Scale::ONE).into_iter().filter(|file| file.path == "palettes.lib"));
        let blocked = plans.pop().unwrap();
        plans.push(blocked.at(PathBuf::from("BuildDat.lst/below").display().to_string()));
        plans
    };
    for target in ["new", "new/in/new", "there"] {
        let target = folder.path().join(target);
        if target.ends_with("there") {
            fs::create_dir(&target).unwrap();
        }
        let refused = write(&broken(), &target, false, &()).unwrap_err();
        assert!(refused.to_string().contains("nothing was made"), "{refused}");
    }
    assert_eq!(names(folder.path()), ["there"]);
    assert!(names(&folder.path().join("there")).is_empty());
}
