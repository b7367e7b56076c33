//! What `ngi survey` measures on a game of the real one's size: the figures it equals are listed,
//! so that the list only grows. `NGI_BLESS=1 cargo test -p ngi-demo survey` rewrites it.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use ngi_demo::{Scale, plan};
use ngi_verbs::surroundings::Game;
use ngi_verbs::survey::{self, Options, Survey};
use ngi_vfs::{MemoryRoot, Vfs};
use rayon::prelude::*;

fn surveyed(scale: Scale) -> Survey {
    let root = MemoryRoot::new();
    let made: Vec<(String, Vec<u8>)> =
        plan(scale).par_iter().map(|file| (file.path.clone(), file.make().unwrap())).collect();
    made.into_iter().for_each(|(path, bytes)| root.insert(&path, bytes).unwrap());
    let vfs = Vfs::in_memory(root);
    let options = Options { game: Some(Game::new(vfs.clone())), ..Options::default() };
    survey::survey(&vfs.root(), options, &()).unwrap()
}

#[test]
fn the_large_game_equals_the_figures_that_are_listed() {
    let survey = surveyed(Scale::Real);
    assert!(survey.problems.is_empty() && survey.unreadable.is_empty(), "{:?}", survey.problems);
    assert!(survey.findings.is_empty() && survey.retail_findings.is_empty());
    let equal: Vec<&str> =
        survey.claims.iter().filter(|figure| figure.equal).map(|figure| figure.id).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/survey.txt");
    let now = format!("{}\n", equal.join("\n"));
    if std::env::var_os("NGI_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap();
    let lost: Vec<&str> = listed.lines().filter(|id| !equal.contains(id)).collect();
    assert!(lost.is_empty(), "no longer as published: {lost:?}");
    assert_eq!(now, listed, "more are as published: NGI_BLESS=1 adds them to the list");
}

#[test]
fn every_field_of_the_small_game_has_a_meaning_in_the_schema() {
    let survey = surveyed(Scale::ONE);
    assert!(survey.fields.len() > 300, "{}", survey.fields.len());
    assert!(survey.lost.is_empty(), "figures ask for what is not there: {:?}", survey.lost);
    // What is set in the demo game has a name, but for the classes of areals: what most of them
    // mean nobody knows.
    let strange: Vec<&str> = survey
        .fields
        .iter()
        .filter(|field| field.not_finite > 0 || field.unnamed > 0)
        .map(|field| field.path.as_str())
        .filter(|path| *path != "areals[].class")
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
}
