//! A mod from end to end, the way docs/modding.md goes, with a script in the place of Blender; and
//! every model of the demo game to glTF and back.
#![allow(clippy::cast_possible_truncation)] // of small numbers
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::Path;

use crate::common::{ngi, told};
use ngi_verbs::model::pose;
use serde_json::Value;

const ROBOT: &str = "game/bases.rlb/r_scout_0_01.msh";

/// A folder with the demo game in `game`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    told(folder.path(), "demo game");
    folder
}

/// The stored bytes of an entry.
fn entry(folder: &Path, path: &str) -> Vec<u8> {
    told(folder, &format!("export {path} -o entry.bin --force"));
    fs::read(folder.join("entry.bin")).unwrap()
}

/// Moves the first vertex of the first mesh a quarter of a metre east, as a script of a modder
/// would: in the buffer, and in the bounds that glTF wants beside it.
fn move_a_vertex(folder: &Path, name: &str) {
    let path = folder.join(format!("{name}.gltf"));
    let mut json: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let bin_path = folder.join(json["buffers"][0]["uri"].as_str().unwrap());
    let mut bin = fs::read(&bin_path).unwrap();
    let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
    let accessor = number(&json["meshes"][0]["primitives"][0]["attributes"]["POSITION"]);
    let accessor = &json["accessors"][accessor];
    let view = number(&accessor["bufferView"]);
    let offset = number(&accessor["byteOffset"]);
    let most = accessor["max"][0].as_f64().unwrap();
    let start = number(&json["bufferViews"][view]["byteOffset"]) + offset;
    let x = f32::from_le_bytes(bin[start..start + 4].try_into().unwrap()) + 0.25;
    bin[start..start + 4].copy_from_slice(&x.to_le_bytes());
    let accessor = number(&json["meshes"][0]["primitives"][0]["attributes"]["POSITION"]);
    json["accessors"][accessor]["max"][0] = most.max(f64::from(x)).into();
    fs::write(bin_path, bin).unwrap();
    fs::write(path, json.to_string()).unwrap();
}

#[test]
fn a_changed_robot_goes_back_into_the_game() {
    let folder = folder();
    let at = folder.path();
    fs::copy(at.join("game/bases.rlb"), at.join("old.rlb")).unwrap();
    told(at, &format!("export {ROBOT} -o robot.gltf"));
    move_a_vertex(at, "robot");
    told(at, &format!("import robot.gltf --like {ROBOT} -o robot.msh"));
    told(at, "edit game/bases.rlb put r_scout_0_01.msh robot.msh");
    told(at, "check game");
    let backup = fs::read(at.join("game/bases.rlb.bak")).unwrap();
    assert_eq!(backup, fs::read(at.join("old.rlb")).unwrap(), "the old archive is kept");

    let output = ngi(at, "diff old.rlb game/bases.rlb".split(' '));
    assert_eq!(output.status.code(), Some(1), "there is a difference");
    let text = String::from_utf8(output.stdout).unwrap();
    // One line: bounds, normals and triangles follow.
    let line = text.strip_prefix("~ r_scout_0_01.msh node ").unwrap_or_else(|| panic!("{text}"));
    assert!(line.ends_with(", level 0: 1 vertex moved, at most 0.25\n"), "{text}");
}

#[test]
fn a_robot_nobody_touched_changes_nothing() {
    let folder = folder();
    let at = folder.path();
    let before = fs::read(at.join("game/bases.rlb")).unwrap();
    told(at, &format!("export {ROBOT} -o robot.glb --lod all --stage all"));
    told(at, &format!("import robot.glb --like {ROBOT} -o robot.msh"));
    told(at, "edit game/bases.rlb put r_scout_0_01.msh robot.msh");
    assert!(fs::read(at.join("game/bases.rlb")).unwrap() == before);
}

#[test]
fn every_model_of_the_demo_comes_back_byte_for_byte() {
    let folder = folder();
    let at = folder.path();
    let mut models = 0;
    for archive in ["static", "bases", "fortif", "guns", "turrets"] {
        let listed = told(at, &format!("list game/{archive}.rlb --json"));
        let listed: Value = serde_json::from_str(&listed).unwrap();
        let entries = listed["entries"].as_array().unwrap_or_else(|| panic!("{listed}"));
        let names = entries.iter().filter_map(|entry| entry["name"].as_str());
        for name in names.filter(|name| name.ends_with(".msh")) {
            there_and_back(at, &format!("game/{archive}.rlb/{name}"));
            models += 1;
        }
    }
    assert!(models >= 10, "only {models} models");
}

fn there_and_back(at: &Path, path: &str) {
    let stored = entry(at, path);
    let ways = ["m.glb", "m.gltf", "m.glb --lod all --stage all", "m.gltf --lod 1 --stage all"];
    for way in ways {
        told(at, &format!("export {path} --force -o {way}"));
        let file = way.split(' ').next().unwrap();
        let line = format!("import {file} --like {path} --force -o back.msh");
        let output = ngi(at, line.split(' '));
        let report = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{line}: {report}");
        assert!(!report.contains("Note: material"), "{path} as {way}: {report}");
        assert!(fs::read(at.join("back.msh")).unwrap() == stored, "{path} as {way}");
    }
}

/// Takes every `extras` out, as Blender does unless it is asked not to.
fn drop_extras(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("extras");
            members.values_mut().for_each(drop_extras);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_extras),
        _ => {}
    }
}

#[test]
fn a_bunker_without_custom_properties_loses_nothing_or_says_what() {
    let folder = folder();
    let at = folder.path();
    let bunker = "game/fortif.rlb/f_bunker_01.msh";
    let stored = entry(at, bunker);
    told(at, &format!("export {bunker} -o bunker.gltf"));
    let path = at.join("bunker.gltf");
    let mut json: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    drop_extras(&mut json);
    let import = |json: &Value| {
        fs::write(&path, json.to_string()).unwrap();
        let line = format!("import bunker.gltf --like {bunker} -o back.msh --force");
        let output = ngi(at, line.split(' '));
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, report) = import(&json);
    assert_eq!(code, Some(0), "{report}");
    assert!(!report.contains("Lost:"), "{report}");
    assert!(fs::read(at.join("back.msh")).unwrap() == stored, "{report}");
    // Without the faces of its portals there is nowhere to put them: line by line, and 1.
    let materials = json["materials"].as_array().unwrap().clone();
    let mut gone = 0;
    for mesh in json["meshes"].as_array_mut().unwrap() {
        let primitives = mesh["primitives"].as_array_mut().unwrap();
        let count = primitives.len();
        primitives.retain(|part| {
            let material = part["material"].as_u64().unwrap() as usize;
            !materials[material]["name"].as_str().unwrap().to_lowercase().contains("portal")
        });
        gone += count - primitives.len();
    }
    assert!(gone >= 2, "{gone} portals in {materials:?}");
    let (code, report) = import(&json);
    assert_eq!(code, Some(1), "{report}");
    let lost = report.lines().filter(|line| line.starts_with("Lost:") && line.contains("portal"));
    assert!(lost.count() >= gone, "{report}");
}

/// Local transforms at a time, as the `gltf` crate reads them: it knows nothing of our exporter.
fn sampled(file: &gltf::Gltf, seconds: f32) -> Vec<glam::Affine3A> {
    let blob = file.blob.as_deref();
    let mut locals: Vec<([f32; 3], [f32; 4])> = file
        .nodes()
        .map(|node| node.transform().decomposed())
        .map(|(translation, rotation, _)| (translation, rotation))
        .collect();
    for channel in file.animations().flat_map(|clip| clip.channels().collect::<Vec<_>>()) {
        let reader = channel.reader(|_| blob);
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        let after = times.partition_point(|&key| key <= seconds);
        let (a, b) = (after.saturating_sub(1), after.min(times.len() - 1));
        let span = times[b] - times[a];
        let share = if span > 0.0 { (seconds - times[a]) / span } else { 0.0 };
        let local = &mut locals[channel.target().node().index()];
        match reader.read_outputs().unwrap() {
            gltf::animation::util::ReadOutputs::Translations(values) => {
                let values: Vec<glam::Vec3> = values.map(Into::into).collect();
                local.0 = values[a].lerp(values[b], share).to_array();
            }
            gltf::animation::util::ReadOutputs::Rotations(values) => {
                let values: Vec<[f32; 4]> = values.into_f32().collect();
                let at = |key: usize| glam::Quat::from_array(values[key]);
                local.1 = at(a).slerp(at(b), share).to_array();
            }
            _ => panic!("neither moves nor turns"),
        }
    }
    let local = |(translation, rotation): ([f32; 3], [f32; 4])| {
        let rotation = glam::Quat::from_array(rotation);
        glam::Affine3A::from_rotation_translation(rotation, translation.into())
    };
    locals.into_iter().map(local).collect()
}

fn worlds(node: &gltf::Node<'_>, above: glam::Affine3A, all: &mut [glam::Affine3A]) {
    let world = above * all[node.index()];
    all[node.index()] = world;
    node.children().for_each(|child| worlds(&child, world, all));
}

#[test]
fn the_exported_clip_poses_as_ngi_pose_says() {
    let folder = folder();
    let at = folder.path();
    told(at, &format!("export {ROBOT} -o robot.glb"));
    let file = gltf::Gltf::from_slice(&fs::read(at.join("robot.glb")).unwrap()).unwrap();
    let model = entry(at, ROBOT);
    // The game's (x, y, z) is glTF's (x, z, −y).
    let turn = glam::Affine3A::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let mut moved = false;
    for step in 0..100u8 {
        let frame = 64.0 * f32::from(step) / 99.0;
        let options = pose::Options { time: frame, blend: None, draw: false };
        let posed = pose::pose(&model, &options).unwrap().document;
        let posed = ngi_verbs::json::to_value(&posed).unwrap();
        let locals = sampled(&file, frame / 25.0);
        moved |= locals != sampled(&file, 0.0);
        let mut all = locals.clone();
        for root in file.default_scene().unwrap().nodes() {
            worlds(&root, glam::Affine3A::IDENTITY, &mut all);
        }
        let theirs_of = |node: usize, key: &str| {
            let columns = posed["nodes"][node][key].as_array().unwrap();
            let columns: Vec<f32> = columns.iter().map(|v| v.as_f64().unwrap() as f32).collect();
            let matrix = glam::Affine3A::from_mat4(glam::Mat4::from_cols_slice(&columns));
            turn * matrix * turn.inverse()
        };
        for node in 0..all.len() {
            let (local, world) = (theirs_of(node, "local"), theirs_of(node, "world"));
            let place = format!("node {node}, frame {frame}");
            assert!(locals[node].abs_diff_eq(local, 1e-4), "{place}: {} {local}", locals[node]);
            // Along a leg of five nodes the rounding of stored rotations adds up.
            assert!(all[node].abs_diff_eq(world, 2e-4), "{place}: {} {world}", all[node]);
        }
    }
    assert!(moved);
}

/// A triangle of one material, with another picture of the game.
fn write_horn(folder: &Path, material: &str) {
    let corners = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let bin: Vec<u8> = corners.iter().flat_map(|value| value.to_le_bytes()).collect();
    fs::write(folder.join("horn.bin"), bin).unwrap();
    told(folder, "export game/Textures.lib/PANEL.0 -o picture.png");
    let json = serde_json::json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "horn", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{"name": material, "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}], "images": [{"uri": "picture.png"}],
        "buffers": [{"uri": "horn.bin", "byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 0.0]}]
    });
    fs::write(folder.join("horn.gltf"), json.to_string()).unwrap();
}

#[test]
fn a_horn_with_the_material_water_leaves_the_lakes_alone() {
    let folder = folder();
    let at = folder.path();
    let library = |name: &str| fs::read(at.join("game").join(name)).unwrap();
    let before = [library("Material.lib"), library("Textures.lib")];
    write_horn(at, "WATER");
    let line = "import horn.gltf -o horn.msh --new-rows --materials game/Material.lib \
                --textures game/Textures.lib";
    let output = ngi(at, line.split_whitespace());
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{report}");
    let used = "Kept: material WATER: the game has it, used as it is";
    assert!(report.contains(used) && report.contains("--replace-materials"), "{report}");
    assert!([library("Material.lib"), library("Textures.lib")] == before);

    let tracks = |at: &Path| {
        let shown = told(at, "show game/Material.lib/WATER --json");
        let shown: Value = serde_json::from_str(&shown).unwrap();
        (shown["tracks"].clone(), shown["class"].clone(), shown["phases"].as_array().unwrap().len())
    };
    let was = tracks(at);
    let output = ngi(at, format!("{line} --replace-materials --force").split_whitespace());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(tracks(at), was, "everything else stays");
    assert!(library("Material.lib") != before[0]);
    told(at, "check game");
    // Again: nothing is left to be done.
    let after = [library("Material.lib"), library("Textures.lib")];
    let output = ngi(at, format!("{line} --replace-materials --force").split_whitespace());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!([library("Material.lib"), library("Textures.lib")] == after);
}
