//! Putting things into a game, and taking them back: everything or nothing, whoever is stopped or
//! comes in between.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{command, ngi, told, write_demo};

const ROBOT: &str = "game/bases.rlb/r_scout_0_01.msh";

/// A folder with the demo game in `game`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_demo(&folder.path().join("game"));
    folder
}

/// All files below a folder but for the journal.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.extend((path.file_name().unwrap() != ".ngi").then_some(path));
            } else {
                let name = ngi_vfs::shown(path.strip_prefix(folder).unwrap());
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

/// What a command that may find something prints as JSON.
fn json(folder: &Path, line: &str) -> Value {
    let output = ngi(folder, line.split(' '));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().unwrap() < 2, "{line}: {error}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{line}: {error}"))
}

/// What a command that is refused says.
fn refused(folder: &Path, line: &str) -> String {
    let output = ngi(folder, line.split(' '));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    said
}

/// The attributes of an entry: type, then three numbers.
fn entry(folder: &Path, archive: &str, name: &str) -> (String, Vec<u64>) {
    let listed = json(folder, &format!("list {archive} --json"));
    let entries = listed["entries"].as_array().unwrap();
    let entry = entries.iter().find(|entry| entry["name"] == name);
    let entry = entry.unwrap_or_else(|| panic!("no {name} in {archive}: {listed}"));
    let numbers = ["attr1", "attr2", "attr3"].map(|key| entry[key].as_u64().unwrap());
    (entry["type"].as_str().unwrap().to_owned(), numbers.into())
}

/// The robot as glTF with one material that the game does not have, and its picture.
fn robot_with_a_new_material(at: &Path) {
    told(at, &format!("export {ROBOT} -o walker.gltf"));
    let path = at.join("walker.gltf");
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    told(at, "export game/Textures.lib/PANEL.0 -o half.png --mip 1");
    let shown = &file["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"];
    let shown = usize::try_from(shown.as_u64().unwrap()).unwrap();
    let image = usize::try_from(file["textures"][shown]["source"].as_u64().unwrap()).unwrap();
    file["images"][image]["uri"] = "half.png".into();
    let material = &mut file["materials"][0];
    material["name"] = "SHINY".into();
    material.as_object_mut().unwrap().remove("extras");
    fs::write(path, file.to_string()).unwrap();
}

#[test]
fn a_robot_with_everything_that_belongs_to_it_goes_in_in_one_step_and_out_again() {
    let folder = folder();
    let at = folder.path();
    robot_with_a_new_material(at);
    let before = files(&at.join("game"));
    let line = format!("import walker.gltf --like {ROBOT} --into game/bases.rlb --json");
    let report = json(at, &line);
    assert_eq!(report["schema"], "ngi.written/1");
    let written: Vec<&str> =
        report["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap()).collect();
    for name in ["bases.rlb", "Material.lib", "Textures.lib", "objects.rlb"] {
        assert!(written.iter().any(|path| path.ends_with(name)), "{name}: {report}");
        assert!(at.join("game").join(format!("{name}.bak")).exists(), "{name}");
    }
    assert_eq!(entry(at, "game/bases.rlb", "walker.msh").0, "MESH");
    assert_eq!(entry(at, "game/bases.rlb", "walker.wea").0, "WEAR");
    assert_eq!(entry(at, "game/Material.lib", "SHINY").0, "MAT0");
    let object = told(at, "show game/objects.rlb/walker");
    assert!(object.contains("bases.rlb/walker.msh"), "{object}");
    assert!(object.contains("bases.rlb/walker.wea"), "{object}");
    told(at, "check game");

    // One change, whatever it touches.
    let list = json(at, "undo game --list --json");
    assert_eq!(list["schema"], "ngi.history/1");
    assert_eq!(list["changes"].as_array().unwrap().len(), 1, "{list}");
    assert_eq!(list["changes"][0]["files"].as_array().unwrap().len(), written.len());
    let report = json(at, "undo game --json");
    assert_eq!(report["files"].as_array().unwrap().len(), written.len(), "{report}");
    assert!(files(&at.join("game")) == before, "byte for byte");
}

#[test]
fn nothing_goes_in_where_a_part_of_it_cannot() {
    let folder = folder();
    let at = folder.path();
    robot_with_a_new_material(at);
    fs::write(at.join("game/Textures.lib"), b"no archive any more").unwrap();
    let before = files(&at.join("game"));
    refused(at, &format!("import walker.gltf --like {ROBOT} --into game/bases.rlb"));
    assert!(files(&at.join("game")) == before);
}

#[test]
fn a_model_is_written_straight_into_an_archive() {
    let folder = folder();
    let at = folder.path();
    told(at, &format!("export {ROBOT} -o robot.glb"));
    let line = format!("import robot.glb --like {ROBOT} -o game/bases.rlb/walker.msh");
    told(at, &line);
    assert_eq!(entry(at, "game/bases.rlb", "walker.msh"), ("MESH".into(), vec![0, 0, 1]));
    told(at, "export game/bases.rlb/walker.msh -o a.bin");
    told(at, &format!("export {ROBOT} -o b.bin"));
    assert!(fs::read(at.join("a.bin")).unwrap() == fs::read(at.join("b.bin")).unwrap());
    assert!(refused(at, &line).contains("exists already"));
    told(at, &format!("{line} --force"));
    // Archives inside archives, and archives put together, too.
    told(at, "extract game/bases.rlb/walker.msh -o apart");
    told(at, "pack apart -o game/bases.rlb/packed.msh");
    assert_eq!(entry(at, "game/bases.rlb", "packed.msh").0, "MESH");
    // The bytes of one entry as another; anything else has no place there.
    told(at, "export game/bases.rlb/walker.msh -o game/static.rlb/walker.msh");
    assert_eq!(entry(at, "game/static.rlb", "walker.msh").0, "MESH");
    let said = refused(at, "export game/bases.rlb/walker.msh -o game/static.rlb/walker.glb");
    assert!(said.contains("of no use"), "{said}");
}

#[test]
fn a_cloned_material_blends_as_the_first_did() {
    let folder = folder();
    let at = folder.path();
    told(at, "set game/Material.lib/WATER flags=+additive");
    let old = entry(at, "game/Material.lib", "WATER");
    assert_ne!(old.1[0], 0, "something to lose");
    told(at, "export game/Material.lib/WATER -o water.json");
    told(at, "import water.json -o game/Material.lib/LAKE");
    assert_eq!(entry(at, "game/Material.lib", "LAKE"), old);
    // Through a loose file the directory's part goes beside it.
    let report = json(at, "import water.json -o pond.mat0 --json");
    assert!(report["told"][0].as_str().unwrap().contains("pond.mat0.ngi.json"), "{report}");
    told(at, "edit game/Material.lib put POND pond.mat0");
    assert_eq!(entry(at, "game/Material.lib", "POND"), old);
    told(at, "check game/Material.lib");
}

#[test]
fn a_cloned_object_stays_what_it_was() {
    let folder = folder();
    let at = folder.path();
    let listed = json(at, "list game/objects.rlb --json");
    let first = &listed["entries"][0];
    let name = first["name"].as_str().unwrap();
    let old = entry(at, "game/objects.rlb", name);
    told(at, &format!("export game/objects.rlb/{name} -o object.json"));
    // Nothing but a reference says what kind of object it is.
    let said = refused(at, "import object.json -o game/objects.rlb/clone");
    assert!(said.contains("it could be"), "{said}");
    told(
        at,
        &format!("import object.json --like game/objects.rlb/{name} -o game/objects.rlb/clone"),
    );
    assert_eq!(entry(at, "game/objects.rlb", "clone"), old);
    told(at, &format!("import object.json --like game/objects.rlb/{name} -o object.bin"));
    told(at, "edit game/objects.rlb put second object.bin");
    assert_eq!(entry(at, "game/objects.rlb", "second").0, old.0);
}

#[test]
fn entries_are_copied_and_moved_with_type_and_attributes() {
    let folder = folder();
    let at = folder.path();
    let before = files(&at.join("game"));
    told(at, "edit game/bases.rlb cp r_scout_0_01.msh r_scout_0_01.wea game/static.rlb");
    let old = entry(at, "game/bases.rlb", "r_scout_0_01.msh");
    assert_eq!(entry(at, "game/static.rlb", "r_scout_0_01.msh"), old);
    let again = refused(at, "edit game/bases.rlb cp r_scout_0_01.msh game/static.rlb");
    assert!(again.contains("exists already"), "{again}");
    told(at, "edit game/static.rlb mv r_scout_0_01.msh game/guns.rlb/walker.msh");
    assert_eq!(entry(at, "game/guns.rlb", "walker.msh"), old);
    assert!(refused(at, "list game/static.rlb/r_scout_0_01.msh").contains("not found"));
    told(at, "edit game/guns.rlb mv walker.msh renamed.msh");
    assert_eq!(entry(at, "game/guns.rlb", "renamed.msh"), old);
    // Between archives inside archives.
    told(at, "edit game/guns.rlb/renamed.msh cp #0 game/bases.rlb/r_scout_0_01.msh/copy");
    let itself = refused(at, "edit game/guns.rlb mv renamed.msh game/guns.rlb/renamed.msh/x");
    assert!(itself.contains("into itself"), "{itself}");
    for _ in 0..4 {
        told(at, "undo game");
    }
    assert!(files(&at.join("game")) == before, "byte for byte");
}

#[test]
fn several_files_go_in_at_once_and_what_they_are_is_worked_out() {
    let folder = folder();
    let at = folder.path();
    told(at, "export game/sounds.lib/#0 -o sound.bin");
    for name in ["a.wav", "b.wav", "c.wav"] {
        fs::copy(at.join("sound.bin"), at.join(name)).unwrap();
    }
    let kind = entry(at, "game/sounds.lib", "beep.wav");
    told(at, "edit game/sounds.lib put a.wav b.wav c.wav");
    for name in ["a.wav", "b.wav", "c.wav"] {
        assert_eq!(entry(at, "game/sounds.lib", name), kind);
    }
    let list = json(at, "undo game --list --json");
    assert_eq!(list["changes"].as_array().unwrap().len(), 1, "one step: {list}");
    told(at, "undo game");
    // Two words are a name and a file, unless the name is a file as well.
    let said = refused(at, "edit game/sounds.lib put a.wav b.wav");
    assert!(said.contains("--files"), "{said}");
    told(at, "edit game/sounds.lib put --files a.wav b.wav");
    told(at, "edit game/sounds.lib put other.wav a.wav");
    assert_eq!(entry(at, "game/sounds.lib", "other.wav"), kind);
    // In doubt the candidates are named.
    fs::write(at.join("thing"), b"anything").unwrap();
    let said = refused(at, "edit game/objects.rlb put thing");
    assert!(said.contains("entries here are") && said.contains("STAT"), "{said}");
}

#[test]
fn every_verb_that_writes_reports_as_json() {
    let folder = folder();
    let at = folder.path();
    let lines = [
        "set game/Material.lib/WATER phases[0].opacity=50 --json",
        "edit game/sounds.lib rename beep.wav boop.wav --json",
        "edit game/sounds.lib rename boop.wav beep.wav --json --no-backup",
        "edit game/Material.lib cp WATER LAKE --json",
        "export game/Material.lib/WATER -o water.json --json",
        "export game/bases.rlb/r_scout_0_01.msh -o robot.gltf --json",
        "export game/sounds.lib -o sounds --json",
        "import water.json -o game/Material.lib/POND --json",
        "undo game --json",
    ];
    for line in lines {
        let report = json(at, line);
        let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
        let expected = ["schema", "files", "carried", "computed", "lost", "told"];
        assert_eq!(keys, expected, "{line}");
        assert_eq!(report["schema"], "ngi.written/1", "{line}");
        let files = report["files"].as_array().unwrap();
        assert!(!files.is_empty(), "{line}: {report}");
        for file in files {
            assert!(at.join(file["path"].as_str().unwrap()).exists(), "{line}: {report}");
            let backup = &file["backup"];
            assert!(backup.is_null() || at.join(backup.as_str().unwrap()).exists(), "{line}");
        }
    }
    let report = json(at, "set game/Material.lib/WATER phases[0].opacity=50 --json --dry-run");
    assert_eq!(report["files"], serde_json::json!([]), "nothing was written");
}

/// Two models of one archive by a pattern, and another archive: one change, one backup each.
#[test]
fn all_that_does_not_fit_is_mended_in_one_step_and_out_again() {
    let folder = folder();
    let at = folder.path();
    let sound = files(&at.join("game"));
    for model in
        ["static.rlb/s_stone_0_01.msh", "static.rlb/s_tree_0_01.msh", "bases.rlb/r_scout_0_01.msh"]
    {
        told(at, &format!("set game/{model} slots[0].volume=999 --raw --no-backup"));
    }
    let broken = files(&at.join("game"));
    let line = "fix game/static.rlb/s_*.msh game/bases.rlb --json";
    let report = json(at, &format!("{line} --dry-run"));
    assert_eq!(report["files"], serde_json::json!([]), "nothing was written");
    assert!(files(&at.join("game")) == broken);
    let planned = report["computed"].clone();
    let report = json(at, line);
    assert_eq!(report["schema"], "ngi.written/1");
    assert_eq!(report["computed"], planned);
    assert_eq!(planned.as_array().unwrap().len(), 3, "{report}");
    let written = report["files"].as_array().unwrap();
    assert_eq!(written.len(), 2, "{report}");
    for file in written {
        assert!(at.join(file["backup"].as_str().unwrap()).exists(), "{report}");
    }
    let mut mended = files(&at.join("game"));
    mended.retain(|name, _| !name.ends_with(".bak"));
    assert!(mended == sound, "byte for byte");
    let list = json(at, "undo game --list --json");
    assert_eq!(list["changes"].as_array().unwrap().len(), 4, "one step: {list}");
    told(at, "undo game");
    assert!(files(&at.join("game")) == broken, "byte for byte");
}

#[test]
fn what_somebody_changed_since_is_not_taken_back() {
    let folder = folder();
    let at = folder.path();
    assert!(refused(at, "undo game").contains("changed nothing here"));
    told(at, "set game/Material.lib/WATER phases[0].opacity=50");
    let mut bytes = fs::read(at.join("game/Material.lib")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(at.join("game/Material.lib"), &bytes).unwrap();
    let said = refused(at, "undo game");
    assert!(said.contains("Material.lib: changed since"), "{said}");
    assert!(fs::read(at.join("game/Material.lib")).unwrap() == bytes);
}

#[test]
fn of_many_at_once_each_has_its_turn() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("payload"), b"plain text").unwrap();
    let running: Vec<_> = (0..8)
        .map(|number| {
            let line = format!("edit game/sounds.lib put new{number}.txt@TEXT payload --no-backup");
            command(at, line.split(' ')).stderr(std::process::Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for process in running {
        let output = process.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
    }
    for number in 0..8 {
        entry(at, "game/sounds.lib", &format!("new{number}.txt"));
    }
    told(at, "check game/sounds.lib");
    let list = json(at, "undo game --list --json");
    assert_eq!(list["changes"].as_array().unwrap().len(), 8);
}

/// What a program leaves that is stopped between replacing two files: the next one completes it,
/// whatever it came for, and says so.
#[test]
fn what_was_interrupted_is_completed_by_whoever_comes_next() {
    let folder = folder();
    let at = folder.path();
    robot_with_a_new_material(at);
    let old = files(&at.join("game"));
    told(at, &format!("import walker.gltf --like {ROBOT} --into game/bases.rlb"));
    let new = files(&at.join("game"));
    // Taken apart again by hand: the record says pending, one file is still old, and its new bytes
    // are beside it.
    let journal = at.join("game/.ngi");
    let record = fs::read_to_string(journal.join("1.done")).unwrap();
    let line = record.lines().find(|line| line.ends_with(" Material.lib")).unwrap();
    let temporary = format!(".ngi-save-{}.tmp", line.split(' ').nth(3).unwrap());
    fs::rename(at.join("game/Material.lib"), at.join("game").join(&temporary)).unwrap();
    fs::write(at.join("game/Material.lib"), &old["Material.lib"]).unwrap();
    fs::rename(journal.join("1.done"), journal.join("1.pending")).unwrap();
    let output = ngi(at, ["list", "game/sounds.lib"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("completed what was interrupted: import walker.gltf"), "{said}");
    assert!(files(&at.join("game")) == new);

    // And without its new bytes it is taken back.
    fs::write(at.join("game/Material.lib"), &old["Material.lib"]).unwrap();
    fs::rename(journal.join("1.done"), journal.join("1.pending")).unwrap();
    let output = ngi(at, ["check", "game"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("took back what was interrupted"), "{said}");
    let now = files(&at.join("game"));
    assert!(old.iter().all(|(name, bytes)| now.get(name) == Some(bytes)));
}

#[test]
fn files_are_named_as_whoever_asked_names_them() {
    let folder = folder();
    let at = folder.path();
    robot_with_a_new_material(at);
    let paths = |report: &Value| -> Vec<String> {
        let files = report["files"].as_array().unwrap().iter();
        files.flat_map(|f| [&f["path"], &f["backup"]]).map(|p| p.as_str().unwrap().into()).collect()
    };
    let line = format!("import walker.gltf --like {ROBOT} --into game/bases.rlb --json");
    let report = json(at, &line);
    let mut named = paths(&report);
    named.sort();
    assert!(named.iter().all(|path| path.starts_with("game/")), "{report}");
    assert!(named.contains(&"game/Material.lib.bak".to_owned()), "{report}");
    told(at, "undo game");
    // From inside, and from a folder in there.
    let line = "import ../walker.gltf --like bases.rlb/r_scout_0_01.msh --into bases.rlb --json";
    let report = json(&at.join("game"), line);
    assert!(paths(&report).contains(&"Material.lib".to_owned()), "{report}");
    told(at, "undo game");
    let line = "import ../../walker.gltf --like ../bases.rlb/r_scout_0_01.msh --into \
                ../bases.rlb --json";
    let report = json(&at.join("game/DATA"), line);
    assert!(paths(&report).contains(&"../Material.lib".to_owned()), "{report}");
}

#[test]
fn waiting_for_another_program_is_told() {
    let folder = folder();
    let at = folder.path();
    told(at, "set game/Material.lib/WATER phases[0].opacity=50");
    let lock = fs::File::options().write(true).open(at.join("game/.ngi/lock")).unwrap();
    lock.lock().unwrap();
    let mut words = command(at, ["set", "game/Material.lib/WATER", "phases[0].opacity=60"]);
    words.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = words.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(2500));
    drop(lock);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said.matches("another program is at work here").count(), 1, "{said}");
}

#[test]
fn a_document_that_is_put_brings_what_follows_and_its_attributes() {
    let folder = folder();
    let at = folder.path();
    told(at, &format!("export {ROBOT} -o robot.json"));
    let text = fs::read_to_string(at.join("robot.json")).unwrap();
    let mut model: Value = serde_json::from_str(&text).unwrap();
    let z = model["positions"][0][2].as_f64().unwrap();
    model["positions"][0][2] = (z + 0.125).into();
    fs::write(at.join("robot.json"), model.to_string()).unwrap();
    told(at, "edit game/bases.rlb put r_scout_0_01.msh robot.json --convert");
    told(at, "check game/bases.rlb");
    // As `import` makes it.
    told(at, "undo game");
    told(at, &format!("import robot.json --like {ROBOT} -o robot.msh"));
    told(at, "edit game/bases.rlb put r_scout_0_01.msh robot.json --convert");
    told(at, &format!("export {ROBOT} -o put.msh"));
    assert!(fs::read(at.join("put.msh")).unwrap() == fs::read(at.join("robot.msh")).unwrap());
    // A material's blending is kept in the directory.
    told(at, "export game/Material.lib/WATER -o water.json");
    let text = fs::read_to_string(at.join("water.json")).unwrap();
    let mut material: Value = serde_json::from_str(&text).unwrap();
    let (_, before) = entry(at, "game/Material.lib", "WATER");
    let flags = before[0] ^ 1;
    material["flags"] = flags.into();
    material.as_object_mut().unwrap().remove("derived");
    fs::write(at.join("water.json"), material.to_string()).unwrap();
    told(at, "edit game/Material.lib put WATER water.json --convert");
    let (_, after) = entry(at, "game/Material.lib", "WATER");
    assert_eq!(after, [flags, before[1], before[2]]);
}

#[test]
fn a_level_of_pictures_can_be_taken_back() {
    let folder = folder();
    let at = folder.path();
    told(at, "export game/DATA/MAPS/VALLEY -o hills.png");
    told(at, "export game/Textures.lib/PANEL.0 -o ground.png");
    let before = files(&at.join("game"));
    let line = "import hills.png --water 12 --across 900 --relief 0..140";
    told(at, &format!("{line} --materials ground.png -o game/DATA/MAPS/NEW"));
    told(at, "check game");
    let of = |level: &str| files(&at.join(level));
    let painted = of("game/DATA/MAPS/NEW");
    assert_eq!(painted.len(), 4);
    // The picture counts, whatever the option is called; the folder of a game or another.
    told(at, &format!("{line} --splat ground.png --like game/DATA/MAPS/VALLEY -o loose"));
    let ground = |files: &BTreeMap<String, Vec<u8>>| files["Land.msh"].clone();
    assert!(ground(&of("loose")) == ground(&painted));
    told(at, &format!("{line} --like game/DATA/MAPS/VALLEY -o plain"));
    assert!(ground(&of("plain")) != ground(&painted));
    let list = json(at, "undo game --list --json");
    let changed: Vec<&str> = list["changes"][0]["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap())
        .collect();
    assert_eq!(changed[0], "game/DATA/MAPS/NEW/Land.msh", "as whoever asks would name it: {list}");
    told(at, "undo game");
    assert!(files(&at.join("game")) == before);
    assert!(!at.join("game/DATA/MAPS/NEW").exists());
}

#[test]
fn a_table_for_other_nodes_is_told() {
    let folder = folder();
    let at = folder.path();
    told(at, &format!("export {ROBOT} -o walker.gltf"));
    let import = |line: &str| json(at, &format!("import walker.gltf --like {ROBOT} {line} --json"));
    let lines = |report: &Value| report["told"].to_string();
    let report = import(&format!("-o {ROBOT} --force"));
    assert!(!lines(&report).contains(".ndp"), "{report}");
    let path = at.join("walker.gltf");
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let nodes = file["nodes"].as_array_mut().unwrap();
    nodes.push(serde_json::json!({"name": "antenna"}));
    let (new, was) = (nodes.len() - 1, nodes.len() - 1);
    nodes[0]["children"].as_array_mut().unwrap().push(new.into());
    fs::write(path, file.to_string()).unwrap();
    let told = format!("r_scout_0_01.ndp speaks of {was} nodes by their numbers");
    for line in ["--into game/bases.rlb", &format!("-o {ROBOT} --force")] {
        let report = import(line);
        assert!(lines(&report).contains(&told), "{line}: {report}");
    }
}

/// A process that has ended and so no longer owns its files.
#[cfg(target_os = "linux")]
fn ended_process() -> u32 {
    let mut child = std::process::Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

#[cfg(target_os = "linux")]
#[test]
fn leftovers_of_a_killed_command_are_listed_and_removed_by_the_next() {
    let folder = folder();
    let at = folder.path();
    told(at, "set game/Material.lib/WATER phases[0].opacity=50");
    let before = files(&at.join("game"));
    let left = format!(".ngi-save-{}-0.tmp", ended_process());
    fs::write(at.join("game").join(&left), "half of an archive").unwrap();
    let list = told(at, "undo game --list");
    assert!(list.contains(&format!("game/{left}  18 bytes  left by an interrupted")), "{list}");
    assert!(
        list.contains("game/Material.lib.bak") && list.contains("old file of change 1"),
        "{list}"
    );
    let list = json(at, "undo game --list --json");
    assert_eq!(list["kept"].as_array().unwrap().len(), 2, "{list}");
    let output = ngi(at, ["-q", "edit", "game/Material.lib", "rename", "WATER", "WATER"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.lines().count() == 1, "{said}");
    assert!(said.contains("removed files that an interrupted command left"), "{said}");
    assert!(said.contains(&left), "{said}");
    assert!(files(&at.join("game")) == before);
    // Beside a file that no game is around.
    fs::write(at.join(&left), "half").unwrap();
    fs::copy(at.join("game/sounds.lib"), at.join("own.lib")).unwrap();
    let output = ngi(at, ["edit", "own.lib", "rm", "#0"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("removed files") && !at.join(&left).exists(), "{said}");
}

#[test]
fn a_payload_beyond_the_limit_is_refused_before_it_is_read() {
    let folder = folder();
    let at = folder.path();
    fs::File::create(at.join("huge.bin")).unwrap().set_len((1 << 30) + 1).unwrap();
    let expected = "huge.bin: longer than 1073741824 bytes, the largest input that is read";
    for line in ["edit game/sounds.lib put x.wav huge.bin", "import huge.bin -o x.msh"] {
        let said = refused(at, line);
        assert!(said.contains(expected), "{line}: {said}");
    }
}
