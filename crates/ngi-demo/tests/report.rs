//! The two reports on the whole demo game and on a twin of it in which something of each kind is
//! lost, as text, JSON and pages. `NGI_BLESS=1 cargo test -p ngi-demo report` renews the texts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use ngi_demo::files;
use ngi_formats::nres::{Archive, Editor};
use ngi_verbs::check::Options;
use ngi_verbs::report::{archives, missions};
use ngi_verbs::surroundings::Game;
use ngi_vfs::{MemoryRoot, Vfs};
use serde::Serialize;
use serde_json::Value;

use crate::common;

/// What is taken out of archives: a model, a wear's material, a texture, a record.
const LOST: [(&str, &str); 4] = [
    ("guns.rlb", "g_gun_02.msh"),
    ("Material.lib", "S_BARK"),
    ("Textures.lib", "NEEDLES.0"),
    ("objects.rlb", "s_stone_0_02"),
];
/// Files that are gone, and those of which only a part is left.
const GONE: &str = "UNITS/UNITS/scout.dat";
const CUT: [&str; 2] = ["MISSIONS/Single.03/data.tma", "sounds.lib"];

/// The demo game with all that lost.
fn twin() -> Vfs {
    let root = MemoryRoot::new();
    for mut file in files().unwrap().into_iter().filter(|file| file.path != GONE) {
        for (_, entry) in LOST.iter().filter(|(archive, _)| *archive == file.path) {
            let archive = Archive::read(&file.bytes).unwrap();
            let mut editor = Editor::open(&archive);
            editor.remove(editor.position(entry.as_bytes()).unwrap()).unwrap();
            let bytes = editor.write().unwrap();
            file.bytes = bytes;
        }
        if CUT.contains(&file.path.as_str()) {
            file.bytes.truncate(file.bytes.len() / 2);
        }
        root.insert(&file.path, file.bytes).unwrap();
    }
    Vfs::in_memory(root)
}

fn reports(vfs: &Vfs) -> (missions::Report, archives::Report) {
    let game = Game::new(vfs.clone());
    let missions = missions::report(&vfs.root(), &game, &()).unwrap();
    let options = Options { game: Some(game), ..Options::default() };
    (missions, archives::report(&vfs.root(), &options, &()).unwrap())
}

fn json(report: &impl Serialize) -> Value {
    let value = serde_json::to_value(report).unwrap();
    assert_eq!(value["schema"], "ngi.report/1");
    value
}

/// Compares a text with the one that is kept.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.txt"));
    if std::env::var_os("NGI_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap(), "{name}");
}

/// A page is whole, stands alone and tells of all these.
fn is_page_of<'t>(page: &str, told: impl IntoIterator<Item = &'t str>) {
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("src=") && !page.contains("href="), "it loads something");
    for text in told {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        assert!(page.contains(&text), "{text}");
    }
}

#[test]
fn the_demo_game_is_whole() {
    let (missions, archives) = reports(common::game());
    assert!(!missions.has_findings() && !archives.has_findings());
    golden("report_missions", &missions.as_text());
    golden("report_archives", &archives.as_text());
    let told = json(&missions);
    assert_eq!(told["counts"]["missions"], 3);
    assert_eq!(told["counts"]["problems"], 0);
    let objects: usize = missions.missions.iter().map(|mission| mission.objects.len()).sum();
    assert_eq!(told["counts"]["objects"], objects);
    for object in missions.missions.iter().flat_map(|mission| &mission.objects) {
        for row in object.chain.iter().filter(|row| row.drawn) {
            assert!(row.model.is_some() && row.wear.is_some() && row.textures > 0, "{object:?}");
        }
    }
    let told = json(&archives);
    assert_eq!(told["counts"]["errors"], 0);
    assert_eq!(told["archives"].as_array().unwrap().len(), archives.archives.len());
    is_page_of(&missions.as_html(), missions.missions.iter().map(|it| it.path.as_str()));
    is_page_of(&archives.as_html(), archives.archives.iter().map(|it| it.path.as_str()));
}

#[test]
fn everything_lost_is_told_with_the_way_there() {
    let (missions, archives) = reports(&twin());
    assert!(missions.has_findings() && archives.has_findings());
    golden("report_missions_twin", &missions.as_text());
    golden("report_archives_twin", &archives.as_text());
    let told = json(&missions);
    let mut ways: Vec<String> = Vec::new();
    for mission in told["missions"].as_array().unwrap() {
        for object in mission["objects"].as_array().unwrap() {
            for problem in object["problems"].as_array().unwrap() {
                let steps = problem["chain"].as_array().unwrap().iter();
                let names: Vec<&str> = steps.map(|step| step["name"].as_str().unwrap()).collect();
                // A way begins with what the mission names.
                assert_eq!(names[0], object["path"].as_str().unwrap());
                ways.push(names.join(" > "));
            }
        }
    }
    assert_eq!(told["counts"]["problems"], ways.len());
    ways.sort();
    ways.dedup();
    let gun = "guns.rlb > g_gun_02.msh";
    for end in ["UNITS\\UNITS\\scout.dat", gun, "S_BARK", "NEEDLES.0", "s_stone_0_02"] {
        assert!(ways.iter().any(|way| way.ends_with(end)), "{end}: {ways:#?}");
    }
    let cut = &told["missions"].as_array().unwrap()[2];
    assert!(cut["error"].is_string() && cut["path"] == CUT[0]);
    let sounds = archives.archives.iter().find(|it| it.path == CUT[1]).unwrap();
    assert!(sounds.error.is_some() || sounds.findings.errors > 0, "{sounds:?}");
    is_page_of(&missions.as_html(), ["g_gun_02.msh", "NEEDLES.0", CUT[0]]);
    is_page_of(&archives.as_html(), [CUT[1], "objects.rlb"]);
}
