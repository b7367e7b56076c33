//! Mods at the command line: seen through, installed and taken out again; and folders that are
//! watched while somebody works in them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::common::{command, ngi, told, write_demo};

/// A folder with the demo game, and a mod of it that sets a field and takes a sound away.
fn with_mod() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_demo(&folder.path().join("game"));
    write_demo(&folder.path().join("changed"));
    told(folder.path(), "set changed/Material.lib/WATER phases[0].opacity=50 --no-backup");
    told(folder.path(), "edit changed/sounds.lib rm shot.wav --no-backup");
    told(folder.path(), "mod make game changed -o water.ngimod");
    folder
}

fn opacity(folder: &Path, more: &str) -> String {
    let line = format!("show game/Material.lib/WATER --at phases[0].opacity{more}");
    told(folder, &line).trim().to_owned()
}

#[test]
fn apply_writes_the_changed_game_to_another_folder() {
    let folder = with_mod();
    let folder = folder.path();
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    let before = file("game/Material.lib");
    told(folder, "mod apply game water.ngimod -o part");
    for name in ["Material.lib", "sounds.lib"] {
        assert!(file(&format!("part/{name}")) == file(&format!("changed/{name}")), "{name}");
    }
    assert!(!folder.join("part/Textures.lib").exists(), "no mod changes it");
    told(folder, "mod apply game water.ngimod -o whole --whole");
    told(folder, "diff whole changed");
    assert!(file("game/Material.lib") == before);
}

#[test]
fn every_verb_that_reads_sees_the_game_through_mods() {
    let folder = with_mod();
    let folder = folder.path();
    let before = fs::read(folder.join("game/sounds.lib")).unwrap();
    assert_ne!(opacity(folder, ""), "50");
    assert_eq!(opacity(folder, " --mod water.ngimod"), "50");
    let lists =
        |more: &str| told(folder, &format!("list game/sounds.lib{more}")).contains("shot.wav");
    assert!(lists("") && !lists(" --mod water.ngimod"));
    let found = |more: &str| told(folder, &format!("find shot.wav --game game{more}"));
    assert!(found("").contains("sounds.lib/shot.wav"));
    assert!(!found(" --mod water.ngimod").contains("sounds.lib/shot.wav"));
    let surveyed = |more: &str| {
        let line = format!("survey {more} --json");
        serde_json::from_slice::<serde_json::Value>(&ngi(folder, line.split(' ')).stdout).unwrap()
    };
    let through = surveyed("game --mod water.ngimod");
    assert_eq!(through["claims"], surveyed("changed")["claims"]);
    assert_ne!(through["claims"], surveyed("game")["claims"]);
    // A mod that is none is told before any window opens.
    let view = ngi(folder, "view game --mod game/sounds.lib".split(' '));
    let said = String::from_utf8_lossy(&view.stderr);
    assert!(view.status.code() == Some(2) && said.contains("this is no mod"), "{said}");
    // Nothing differs from the game that the mod was made of.
    told(folder, "diff game changed --mod water.ngimod");
    assert_eq!(ngi(folder, ["diff", "game", "changed"]).status.code(), Some(1));
    for line in [
        "check game --mod water.ngimod -q",
        "extract game/sounds.lib -o sounds --mod water.ngimod",
        "export game/Material.lib/WATER -o water.json --mod water.ngimod",
        "play game/Material.lib/WATER --time 0 --mod water.ngimod",
        "pose game/bases.rlb/r_scout_0_01.msh --time 1 --mod water.ngimod",
        "query game/DATA/MAPS/VALLEY height 100 100 --mod water.ngimod",
        "report missions game --json --mod water.ngimod",
        "survey game --json --mod water.ngimod",
        "render game/Material.lib/WATER -o water.png --size 64x64 --mod water.ngimod",
    ] {
        let done = ngi(folder, line.split(' '));
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code().unwrap() < 2, "{line}: {said}");
    }
    assert!(fs::read_to_string(folder.join("water.json")).unwrap().contains("\"opacity\":50"));
    assert!(!folder.join("sounds/shot.wav").exists());
    // Who writes is told that this is not the way.
    let refused = ngi(
        folder,
        "set game/Material.lib/WATER phases[0].opacity=1 --mod water.ngimod".split(' '),
    );
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(fs::read(folder.join("game/sounds.lib")).unwrap(), before);
}

#[test]
fn installed_listed_undone_and_removed() {
    let folder = with_mod();
    let folder = folder.path();
    let file = |name: &str| fs::read(folder.join("game").join(name)).unwrap();
    let before = (file("Material.lib"), file("sounds.lib"));
    told(folder, "mod install game water.ngimod");
    assert_eq!(opacity(folder, ""), "50");
    let listed: serde_json::Value =
        serde_json::from_str(&told(folder, "mod list game --json")).unwrap();
    assert_eq!(
        (&listed["schema"], &listed["mods"][0]["name"]),
        (&"ngi.mods/1".into(), &"water".into())
    );
    assert!(told(folder, "mod status game").contains("Material.lib: as installed"));
    told(folder, "undo game");
    assert_eq!((file("Material.lib"), file("sounds.lib")), before);
    assert!(told(folder, "mod list game").is_empty());
    told(folder, "mod install game water.ngimod");
    let report: serde_json::Value =
        serde_json::from_str(&told(folder, "mod remove game water --json")).unwrap();
    assert_eq!(report["files"].as_array().unwrap().len(), 2);
    assert_eq!((file("Material.lib"), file("sounds.lib")), before);
    assert!(!folder.join("game/.ngi/mods").exists());
    // The removal can be taken back, too.
    told(folder, "undo game");
    assert_eq!(opacity(folder, ""), "50");
    told(folder, "mod remove game water");
    assert_eq!((file("Material.lib"), file("sounds.lib")), before);
}

#[test]
fn files_that_lie_over_a_game_go_into_a_mod() {
    let folder = with_mod();
    let folder = folder.path();
    told(folder, "mod new work --name work");
    // Only the file that differs, as a tool leaves it that knows nothing of mods.
    fs::create_dir(folder.join("files")).unwrap();
    fs::copy(folder.join("changed/Material.lib"), folder.join("files/material.LIB")).unwrap();
    told(folder, "mod make game files --into work --author Somebody");
    let text = fs::read_to_string(folder.join("work/changes.json")).unwrap();
    assert!(text.contains(r#"{"path":"Material.lib","changes":["#), "{text}");
    assert!(text.contains(r#""set":"phases[0].opacity""#), "{text}");
    assert_eq!(opacity(folder, " --mod work"), "50");
    // What the mod said before stays.
    fs::copy(folder.join("changed/sounds.lib"), folder.join("files/sounds.lib")).unwrap();
    fs::remove_file(folder.join("files/material.LIB")).unwrap();
    let report: serde_json::Value =
        serde_json::from_str(&told(folder, "mod make game files --into work --json")).unwrap();
    assert_eq!(report["told"][0], "work 1.0: 2 changes in 2 files");
    told(folder, "diff game changed --mod work");
    let toml = fs::read_to_string(folder.join("work/mod.toml")).unwrap();
    assert!(toml.contains("author = \"Somebody\""), "{toml}");
    // A folder that is no mod yet becomes one.
    told(folder, "mod make game files --into fresh");
    assert!(told(folder, "mod check fresh").starts_with("fresh 1.0  1 change"));
}

#[test]
fn a_conflict_is_lost_unless_somebody_is_preferred() {
    let folder = with_mod();
    let folder = folder.path();
    told(folder, "set changed/Material.lib/WATER phases[0].opacity=90 --no-backup");
    told(folder, "mod make game changed -o other.ngimod");
    let done = ngi(folder, "mod install game water.ngimod other.ngimod --json".split(' '));
    assert_eq!(done.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    let lost = report["lost"][0].as_str().unwrap();
    assert_eq!(
        lost,
        "Material.lib/WATER phases[0].opacity: other wants 90, water wants 50; other comes later"
    );
    assert_eq!(opacity(folder, ""), "90");
    told(folder, "mod order game other --prefer water");
    assert_eq!(opacity(folder, ""), "50");
}

/// A child that is ended whatever happens.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something holds.
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A texture of a folder in other colours.
fn repaint(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let changed = text.replacen("\"opacity\":", "\"opacity\":1", 1);
    assert_ne!(text, changed, "{}", path.display());
    fs::write(path, changed).unwrap();
}

#[test]
fn what_changes_in_a_watched_folder_is_imported_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_demo(&folder.join("game"));
    told(folder, "set game/Material.lib/WATER phases[0].opacity=5 --no-backup");
    told(folder, "export game/Material.lib -o out --to json");
    let mut watch = command(folder, "watch game/Material.lib out --json --no-backup".split(' '));
    let log = fs::File::create(folder.join("log")).unwrap();
    let _running = Running(watch.stdout(log).stderr(Stdio::null()).spawn().unwrap());
    until("it has looked once", || fs::metadata(folder.join("log")).unwrap().len() > 0);
    repaint(&folder.join("out/WATER.json"));
    until("the game has it", || opacity(folder, "") == "15");
    let log = || fs::read_to_string(folder.join("log")).unwrap();
    until("and it is told", || log().contains("changed: "));
    let log = log();
    let reports: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.last().unwrap()["schema"], "ngi.written/1");
}

#[test]
fn what_changes_goes_into_a_mod_and_the_game_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_demo(&folder.join("game"));
    told(folder, "set game/Material.lib/WATER phases[0].opacity=5 --no-backup");
    let before = fs::read(folder.join("game/Material.lib")).unwrap();
    told(folder, "export game/Material.lib -o out --to json");
    told(folder, "mod new repaint");
    repaint(&folder.join("out/WATER.json"));
    told(folder, "watch game/Material.lib out --into repaint --once");
    assert_eq!(fs::read(folder.join("game/Material.lib")).unwrap(), before);
    let list = fs::read_to_string(folder.join("repaint/changes.json")).unwrap();
    let line = "{\"entry\":\"WATER\",\"set\":\"phases[0].opacity\",\"from\":5,\"to\":15}";
    assert!(list.contains(line), "{list}");
    assert_eq!(opacity(folder, " --mod repaint"), "15");
    // Once more, with another thing: the first change stays.
    told(folder, "watch game/Material.lib out --into repaint --once");
    assert_eq!(opacity(folder, " --mod repaint"), "15");
}
