//! Patterns in paths, and things found by what their fields say.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use ngi_testing::archives::{tidy, write};
use ngi_testing::game;
use ngi_verbs::find::{Condition, Matches, Search, find, pattern};
use ngi_verbs::{edit, paths, set};
use ngi_vfs::locate;

const FOLLOW: set::Dependents = set::Dependents::Follow;

fn game() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    game::write(folder.path());
    folder
}

fn names(folder: &Path, path: &str) -> Vec<String> {
    let found = paths::locate_all(&folder.join(path)).unwrap();
    let below = format!("{}/", folder.display());
    found.nodes.iter().map(|node| node.path().replacen(&below, "", 1)).collect()
}

#[test]
fn patterns_match_entries_and_files() {
    let folder = game();
    let at = folder.path();
    assert_eq!(names(at, "Material.lib/w*"), ["Material.lib/WALL", "Material.lib/WATER"]);
    assert_eq!(names(at, "Mat*.lib/WATER"), ["Material.lib/WATER"]);
    assert_eq!(names(at, "*.lib/GLOW*"), ["Material.lib/GLOW", "Textures.lib/GLOW.0"]);
    assert_eq!(names(at, "Material.lib/*@MAT0").len(), 5);
    assert_eq!(names(at, "Material.lib/WAT?R"), ["Material.lib/WATER"]);
    assert_eq!(names(at, "Material.lib/{WALL,GLOW}"), ["Material.lib/WALL", "Material.lib/GLOW"]);
    assert!(names(at, "static.rlb/*.msh/*").len() > 10, "on into models");
    assert!(paths::locate_all(&at.join("Material.lib/X*")).is_err());
    assert!(paths::locate_all(&at.join("no*/x")).is_err());
    assert!(paths::locate_all(&at.join("Material.lib/[")).is_err(), "no pattern at all");
}

#[test]
fn where_one_is_needed_several_are_listed() {
    let folder = game();
    let several = paths::locate_one(&folder.path().join("Material.lib/W*")).unwrap_err();
    let several = several.to_string();
    assert!(several.contains("WALL") && several.contains("WATER"), "{several}");
    let one = paths::locate_one(&folder.path().join("Material.lib/WAT*")).unwrap();
    assert_eq!(one.name(), "WATER");
}

#[test]
fn what_is_really_called_so_is_meant_first() {
    let folder = tempfile::tempdir().unwrap();
    let (path, archive) = write(folder.path(), "a.lib", &tidy());
    let rename = edit::Change::Rename { entry: "b.txt".into(), name: "A*".into() };
    edit::edit(&archive, &rename, edit::Options { backup: true, dry_run: false }).unwrap();
    let found = paths::locate_all(&path.join("A*")).unwrap();
    assert!(!found.is_pattern);
    assert_eq!(found.base.name(), "A*");
    // Backups are meant only where the pattern says so.
    assert_eq!(names(folder.path(), "a*"), ["a.lib"]);
    assert_eq!(names(folder.path(), "*.bak"), ["a.lib.bak"]);
    assert_eq!(names(folder.path(), "*.bak*"), ["a.lib.bak"]);
}

#[test]
fn fields_of_many_are_set_in_one_step() {
    let folder = game();
    let path = folder.path().join("Material.lib");
    let nodes = paths::locate_all(&path.join("W*")).unwrap().nodes;
    let fields = [("phases[0].opacity".to_owned(), "33".to_owned())];
    let options = edit::Options { backup: true, dry_run: false };
    let done = set::set_all(&nodes, &fields, FOLLOW, options).unwrap();
    assert_eq!((done.lines.len(), done.saved.len()), (2, 1), "{:?}", done.lines);
    let search = Search {
        conditions: vec![Condition::parse("phases[0].opacity=33").unwrap()],
        ..Search::default()
    };
    let found = find(&locate(&path).unwrap(), &search, &()).unwrap();
    assert_eq!(found.matches.len(), 2);
    // One that does not take the field: nothing is written.
    let before = fs::read(&path).unwrap();
    let nodes = paths::locate_all(&folder.path().join("*.lib/*")).unwrap().nodes;
    set::set_all(&nodes, &[("phases[0].opacity".to_owned(), "34".to_owned())], FOLLOW, options)
        .unwrap_err();
    assert_eq!(fs::read(&path).unwrap(), before);
    // What says so already is not written.
    let nodes = paths::locate_all(&path.join("W*")).unwrap().nodes;
    assert!(set::set_all(&nodes, &fields, FOLLOW, options).unwrap().saved.is_empty());
}

fn search(folder: &Path, kind: &str, conditions: &[&str]) -> Matches {
    let conditions = conditions.iter().map(|text| Condition::parse(text).unwrap()).collect();
    let search = Search { kind: Some(kind.into()), conditions, ..Search::default() };
    find(&locate(folder).unwrap(), &search, &()).unwrap()
}

fn found(folder: &Path, kind: &str, conditions: &[&str]) -> Vec<String> {
    let matches = search(folder, kind, conditions).matches;
    matches.iter().map(|found| found.path.rsplit('/').next().unwrap().to_owned()).collect()
}

#[test]
fn things_are_found_by_kind_and_by_what_fields_say() {
    let folder = game();
    let at = folder.path();
    assert_eq!(found(at, "mat0", &[]).len(), 5);
    assert_eq!(found(at, "MAT0", &[]).len(), 5);
    assert_eq!(found(at, "texm", &["width>8"]), ["ATLAS.0"]);
    assert_eq!(found(at, "texm", &["width<=8"]).len(), 5);
    assert_eq!(found(at, "MAT0", &["phases[*].opacity<50"]), ["WATER", "BROKEN"]);
    assert_eq!(found(at, "MAT0", &["phases[1].opacity=60"]), ["WATER"]);
    assert_eq!(found(at, "MAT0", &["phases[*].texture~glow"]), ["GLOW"]);
    assert_eq!(found(at, "MAT0", &["phases[*].texture~*.0", "class=7"]), ["WATER"]);
    assert_eq!(found(at, "MAT0", &["tracks[*].mode=random"]), ["WATER"]);
    let told = search(at, "texm", &["width>8", "height=16"]);
    let values = [("width", 16), ("height", 16)];
    assert_eq!(told.matches[0].values, values.map(|(a, b)| (a.to_owned(), b.into())));
    assert_eq!(told.to_json()["matches"][0]["values"]["width"], 16);
}

#[test]
fn a_field_that_nothing_has_is_a_slip_of_the_pen() {
    let folder = game();
    let conditions = vec![Condition::parse("widht>8").unwrap()];
    let asked = Search { conditions, ..Search::default() };
    let refused = find(&locate(folder.path()).unwrap(), &asked, &()).unwrap_err().to_string();
    assert!(refused.contains("widht") && refused.contains("ngi schema"), "{refused}");
}

#[test]
fn a_search_goes_as_deep_as_asked() {
    let folder = game();
    let at = |text: &str, depth: Option<usize>| {
        let asked = Search { name: Some(pattern(text).unwrap()), depth, ..Search::default() };
        find(&locate(folder.path()).unwrap(), &asked, &()).unwrap().matches.len()
    };
    assert_eq!(at("s_wall*", Some(0)), 0);
    assert_eq!(at("s_wall*", Some(1)), 2, "the model and its wear");
    assert_eq!(at("*", Some(0)), 5, "the files");
    assert!(at("*", Some(2)) > at("*", Some(1)), "the tables of models");
    assert_eq!(at("*", Some(2)), at("*", None));
}

#[test]
fn tables_of_many_models_are_set_with_what_follows() {
    let fields = [("positions[0][2]".to_owned(), "7.5".to_owned())];
    let options = edit::Options { backup: false, dry_run: false };
    let (together, one_by_one) = (game(), game());
    let nodes = paths::locate_all(&together.path().join("static.rlb/*.msh/3")).unwrap().nodes;
    assert!(!nodes.is_empty());
    let done = set::set_all(&nodes, &fields, FOLLOW, options).unwrap();
    assert_eq!(done.saved.len(), 1);
    assert!(done.lines.iter().any(|line| line.contains("worked out anew")), "{:?}", done.lines);
    for node in &nodes {
        let model = node.parent().unwrap().name();
        let path = one_by_one.path().join("static.rlb").join(&*model).join("3");
        set::set(&locate(&path).unwrap(), &fields, options).unwrap();
    }
    let read = |folder: &tempfile::TempDir| fs::read(folder.path().join("static.rlb")).unwrap();
    assert!(read(&together) == read(&one_by_one));
    assert!(read(&together) != read(&game()));
}
