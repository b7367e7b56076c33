//! Several roots over each other, and what they hide.

use std::sync::Arc;

use super::archive;
use crate::{Error, MemoryRoot, Root, Vfs};

fn memory(files: &[(&str, &str)]) -> MemoryRoot {
    let root = MemoryRoot::new();
    for (name, text) in files {
        root.insert(name, text.as_bytes().to_vec()).unwrap();
    }
    root
}

fn overlaid() -> Vfs {
    let front = memory(&[("DATA/a.txt", "mod a"), ("Units", "a file"), ("new.txt", "new")]);
    let back = memory(&[
        ("data/A.TXT", "game a"),
        ("data/b.txt", "game b"),
        ("UNITS/tank.dat", "hidden"),
        ("z.txt", "z"),
    ]);
    Vfs::new(vec![Arc::new(front), Arc::new(back)])
}

#[test]
fn the_first_root_wins_and_folders_merge() {
    let vfs = overlaid();
    assert_eq!(vfs.read("data/a.txt").unwrap(), "mod a");
    assert_eq!(vfs.read("data/b.txt").unwrap(), "game b");
    assert_eq!(vfs.read("units").unwrap(), "a file");
    assert!(matches!(vfs.locate("units/tank.dat"), Err(Error::NotAContainer { .. })));
    let paths: Vec<String> = vfs.root().walk().map(|node| node.unwrap().path()).collect();
    assert_eq!(paths, ["DATA", "DATA/a.txt", "DATA/b.txt", "new.txt", "Units", "z.txt"]);
    for path in paths {
        assert_eq!(vfs.locate(&path).unwrap().path(), path);
    }
}

#[test]
fn what_is_hidden_is_listed() {
    let hidden: Vec<String> =
        overlaid().hidden().unwrap().into_iter().map(|hidden| hidden.path).collect();
    assert_eq!(hidden, ["Units", "DATA/a.txt"]);
}

#[test]
fn names_that_differ_only_in_case_are_reported() {
    let vfs = Vfs::in_memory(memory(&[("A.txt", "1"), ("a.TXT", "2"), ("b.txt", "3")]));
    for path in ["a.txt", "A.txt", "a.TXT"] {
        match vfs.locate(path) {
            Err(Error::Collision { names, .. }) => assert_eq!(names, ["A.txt", "a.TXT"]),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(vfs.read("B.TXT").unwrap(), "3");
    assert_eq!(vfs.collisions().unwrap(), [["A.txt", "a.TXT"]]);
    assert_eq!(vfs.root().children().unwrap().len(), 3, "a listing shows both");
}

#[test]
fn a_file_in_front_ends_a_collision_behind() {
    let front = memory(&[("a.txt", "mod")]);
    let back = memory(&[("A.txt", "1"), ("a.TXT", "2")]);
    let vfs = Vfs::new(vec![Arc::new(front), Arc::new(back)]);
    assert_eq!(vfs.read("A.TXT").unwrap(), "mod");
}

#[test]
fn letters_outside_ascii_match_exactly() {
    let vfs = Vfs::in_memory(memory(&[("Ёлка.txt", "1"), ("ёлка.txt", "2")]));
    assert_eq!(vfs.read("Ёлка.TXT").unwrap(), "1");
    assert_eq!(vfs.read("ёлка.txt").unwrap(), "2");
}

#[test]
fn memory_refuses_names_that_are_no_files() {
    let root = memory(&[("a/b", "x")]);
    for name in ["", "/", "..", "a/../..", "a", "a/b/c"] {
        assert!(root.insert(name, "y").is_err(), "{name:?}");
    }
    root.insert("a/b", "again").unwrap();
    assert_eq!(root.read("a/b".as_ref()).unwrap(), "again");
}

#[test]
fn storing_replaces_where_the_file_is_and_makes_new_ones_in_front() {
    let vfs = overlaid();
    vfs.store("DATA/B.TXT", "changed").unwrap();
    vfs.store("data/c.txt", "made").unwrap();
    assert_eq!(vfs.read("data/b.txt").unwrap(), "changed");
    assert_eq!(vfs.read("data/c.txt").unwrap(), "made");
    assert_eq!(vfs.roots()[1].read("data/b.txt".as_ref()).unwrap(), "changed");
    assert_eq!(vfs.roots()[0].read("DATA/c.txt".as_ref()).unwrap(), "made");
    assert!(vfs.store("nowhere/c.txt", "x").is_err());
    assert!(vfs.store("data", "x").is_err());
    let lib = archive(&[(1, b"x", b"y")]);
    vfs.store("new.lib", lib).unwrap();
    assert!(matches!(vfs.store("new.lib/x", "z"), Err(Error::ReadOnly { .. })));
}
