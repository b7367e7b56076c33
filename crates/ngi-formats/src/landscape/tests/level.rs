//! The files of a level against each other.

use super::samples::hills;
use crate::arealmap::Summary;
use crate::landscape::{Landscape, LevelParts, check_level};
use crate::wear::{Editor, Parser, Wear};
use crate::{Findings, Mode};

const NAMES: [&str; 6] = ["B_S0", "L01", "L02", "L03", "WATER", "WATER_BOT"];

fn codes(names: &[&str], more: &[&str], areals: Option<&Summary>) -> Vec<&'static str> {
    let bytes = hills(8, 2, 3).build().unwrap().write().unwrap();
    let landscape = Landscape::read(&bytes).unwrap();
    let first = Editor::of_names(names, &[]).unwrap().into_bytes();
    let second = Editor::of_names(more, &[]).unwrap().into_bytes();
    let first = Wear::read(&first, Parser::File).unwrap();
    let second = Wear::read(&second, Parser::File).unwrap();
    let mut findings = Findings::new(Mode::Strict, true);
    let parts =
        LevelParts { landscape: &landscape, first: Some(&first), second: Some(&second), areals };
    check_level(&parts, &mut findings);
    let mut codes: Vec<_> = findings.list().iter().map(|finding| finding.code.id).collect();
    codes.dedup();
    codes
}

fn map() -> Summary {
    Summary {
        areals: 1,
        walkable: 1,
        min: Some([0.0, 0.0]),
        max: Some([80.0, 80.0]),
        area: 6400.0,
        lakes: vec![(7, vec![[38.0, 38.0], [42.0, 38.0], [42.0, 42.0], [38.0, 42.0]])],
    }
}

#[test]
fn a_level_that_fits_together() {
    assert_eq!(codes(&NAMES, &NAMES, Some(&map())), [""; 0]);
    assert_eq!(codes(&NAMES, &NAMES, None), [""; 0]);
}

#[test]
fn each_rule_between_files_is_broken_alone() {
    assert_eq!(codes(&NAMES[..5], &NAMES[..5], None), ["land.level.material"]);
    assert_eq!(codes(&NAMES, &NAMES[..5], None), ["land.level.wears"]);
    let mut names = NAMES;
    names[5] = "L04";
    assert_eq!(codes(&names, &NAMES, None), ["land.level.bed"]);
    let wide = Summary { max: Some([80.0, 81.5]), ..map() };
    assert_eq!(codes(&NAMES, &NAMES, Some(&wide)), ["land.level.extent"]);
    let thin = Summary { area: 6300.0, ..map() };
    assert_eq!(codes(&NAMES, &NAMES, Some(&thin)), ["land.level.area"]);
    let lake = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
    let dry = Summary { lakes: vec![(7, lake)], ..map() };
    assert_eq!(codes(&NAMES, &NAMES, Some(&dry)), ["land.level.lake"]);
}
