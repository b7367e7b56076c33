//! The two reports on the whole demo game and on a twin of it in which something of each kind is
//! lost, as text, JSON and pages.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_demo::files;
use ngi_formats::nres::{Archive, Editor};
use ngi_verbs::check::Options;
use ngi_verbs::report::{archives, missions};
use ngi_verbs::surroundings::Game;
use ngi_vfs::{MemoryRoot, Vfs};
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

fn told(value: serde_json::Result<Value>) -> Value {
    let value = value.unwrap();
    assert_eq!(value["schema"], "ngi.report/1");
    value
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
    assert!(missions.as_text().contains("3 missions") && missions.as_text().contains("0 problems"));
    assert!(archives.archives.iter().all(|it| archives.as_text().contains(&it.path)));
    let json = told(serde_json::to_value(&missions));
    assert_eq!(json["counts"]["missions"], 3);
    assert_eq!(json["counts"]["problems"], 0);
    let objects: usize = missions.missions.iter().map(|mission| mission.objects.len()).sum();
    assert_eq!(json["counts"]["objects"], objects);
    for object in missions.missions.iter().flat_map(|mission| &mission.objects) {
        for row in object.chain.iter().filter(|row| row.drawn) {
            assert!(row.model.is_some() && row.wear.is_some() && row.textures > 0, "{object:?}");
        }
    }
    let json = told(serde_json::to_value(&archives));
    assert_eq!(json["counts"]["errors"], 0);
    assert_eq!(json["archives"].as_array().unwrap().len(), archives.archives.len());
    is_page_of(&missions.as_html(), missions.missions.iter().map(|it| it.path.as_str()));
    is_page_of(&archives.as_html(), archives.archives.iter().map(|it| it.path.as_str()));
}

#[test]
fn everything_lost_is_told_with_the_way_there() {
    let (missions, archives) = reports(&twin());
    assert!(missions.has_findings() && archives.has_findings());
    for lost in [GONE.replace('/', "\\").as_str(), "g_gun_02.msh", "NEEDLES.0", CUT[0]] {
        assert!(missions.as_text().contains(lost), "{lost}");
    }
    let json = told(serde_json::to_value(&missions));
    let mut ways: Vec<String> = Vec::new();
    for mission in json["missions"].as_array().unwrap() {
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
    assert_eq!(json["counts"]["problems"], ways.len());
    ways.sort();
    ways.dedup();
    let gun = "guns.rlb > g_gun_02.msh";
    for end in ["UNITS\\UNITS\\scout.dat", gun, "S_BARK", "NEEDLES.0", "s_stone_0_02"] {
        assert!(ways.iter().any(|way| way.ends_with(end)), "{end}: {ways:#?}");
    }
    let cut = &json["missions"].as_array().unwrap()[2];
    assert!(cut["error"].is_string() && cut["path"] == CUT[0]);
    let sounds = archives.archives.iter().find(|it| it.path == CUT[1]).unwrap();
    assert!(sounds.error.is_some() || sounds.findings.errors > 0, "{sounds:?}");
    is_page_of(&missions.as_html(), ["g_gun_02.msh", "NEEDLES.0", CUT[0]]);
    is_page_of(&archives.as_html(), [CUT[1], "objects.rlb"]);
}
