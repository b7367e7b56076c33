//! Materials, wears and palettes: documents, checks among files, who refers to whom.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::path::Path;

use ngi_formats::mat0::{Attributes, Material, MaterialBuf, Meta, Version};
use ngi_formats::nres::TypeId;
use ngi_formats::objects::{RecordBuf, Slot};
use ngi_testing::game;
use ngi_verbs::document::{from_value, to_value};
use ngi_verbs::format::{EntryMeta, Form, Subject, recognise};
use ngi_verbs::play::{PlayOptions, parse_times};
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_verbs::{check, diff, edit, find, json, references, set};
use ngi_vfs::{Node, locate};
use serde_json::Value;

fn made() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    game::write(folder.path());
    folder
}

fn at(folder: &Path, path: &str) -> Node {
    locate(&folder.join(path)).unwrap()
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

#[test]
fn everything_in_the_game_has_a_document_that_goes_back() {
    let folder = made();
    let mut seen = Vec::new();
    for node in at(folder.path(), "").walk().map(Result::unwrap) {
        let (Ok(bytes), name) = (node.bytes(), node.name()) else { continue };
        let subject = Subject { name: &name, bytes: &bytes, entry: check::entry_meta(&node) };
        let Some(format) = recognise(&subject) else { continue };
        seen.push(format.id());
        let mut text = Vec::new();
        format.document.write_json(&subject, Form::Full, &mut text).unwrap();
        let full: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(from_value(format.document, &full, None).unwrap().bytes, bytes, "{name}");
        let short = to_value(format.document, &subject).unwrap();
        assert_eq!(
            from_value(format.document, &short, Some(&bytes)).unwrap().bytes,
            bytes,
            "{name}"
        );
        assert!(!format.document.show(&subject).unwrap().is_empty());
    }
    for id in ["mat0", "wear", "texm", "pal", "msh", "nres"] {
        assert!(seen.contains(&id), "no {id} among {seen:?}");
    }
}

#[test]
fn every_version_of_a_material_comes_back() {
    for version in 0..=6 {
        let attributes = Attributes { version: Version(version), ..Attributes::new(0x7e, 0, 9) };
        let mut material = MaterialBuf { attributes, meta: Meta::default(), ..game::water() };
        material.phases[1].texture.0 = *b"A.0\0junk\0behind\xff";
        let bytes = material.write().unwrap();
        let entry = EntryMeta { type_id: TypeId::from(*b"MAT0"), attributes: attributes.numbers() };
        let subject = Subject { name: "WATER", bytes: &bytes, entry: Some(entry) };
        let format = recognise(&subject).unwrap();
        let value = to_value(format.document, &subject).unwrap();
        assert_eq!(from_value(format.document, &value, None).unwrap().bytes, bytes);
        assert_eq!(
            from_value(format.document, &value, None).unwrap().attributes,
            Some([0x7e, version, 9])
        );
    }
}

#[test]
fn names_that_lead_nowhere_are_found() {
    let folder = made();
    let game = Game::open(folder.path()).unwrap();
    let options = check::Options { game: Some(game), ..Default::default() };
    let report = check::check(&at(folder.path(), ""), &options, &()).unwrap();
    let found: Vec<(&str, &str, &str, Option<u64>)> = report
        .findings
        .iter()
        .map(|f| (last(&f.path), f.finding.code.id, &*f.finding.field, f.finding.offset))
        .collect();
    assert_eq!(
        found,
        [
            ("BROKEN", "mat0.phase.texture-missing", "phases[0].texture", Some(14 + 0x12)),
            ("BROKEN", "mat0.phase.cell-page", "phases[1].cell", Some(14 + 34 + 0x11)),
            ("s_lost.wea", "wear.row.material-missing", "rows[0].name", Some(5)),
        ]
    );
    // Without a game nobody knows what is missing.
    let report = check::check(&at(folder.path(), ""), &check::Options::default(), &()).unwrap();
    assert!(report.findings.is_empty());
}

#[test]
fn a_model_and_its_wear_agree() {
    let folder = made();
    let wear = at(folder.path(), "static.rlb/s_wall.wea");
    ngi_vfs::rewrite(&wear, b"1\r\n0 WALL\r\n", false).unwrap();
    let model = at(folder.path(), "static.rlb/s_wall.msh");
    let options = edit::Options { backup: false, dry_run: false };
    let fields = [("batches[0].material", "1"), ("batches[0].lightmap", "0")];
    let fields = fields.map(|(field, value)| (field.to_owned(), value.to_owned()));
    set::set(&model, &fields, options).unwrap();
    let report =
        check::check(&at(folder.path(), "static.rlb/s_wall.msh"), &check::Options::default(), &());
    let report = report.unwrap();
    let codes: Vec<&str> = report.findings.iter().map(|found| found.finding.code.id).collect();
    assert!(codes.contains(&"msh.batch.wear-row"), "{codes:?}");
    assert!(codes.contains(&"msh.batch.lightmap-row"), "{codes:?}");
}

#[test]
fn a_model_whose_wear_is_nowhere_is_told() {
    let folder = made();
    let models = |wear: &str| {
        let wear = (b"WEAR", wear, b"4\n0 WALL\n1 WALL\n2 WALL\n3 WALL\n".to_vec(), [0, 0, 1]);
        let model = (b"MESH", "s_gate.msh", ngi_testing::models::still(), [0, 0, 1]);
        std::fs::write(folder.path().join("gates.rlb"), game::library(vec![model, wear])).unwrap();
    };
    let codes = || {
        let game = Some(Game::open(folder.path()).unwrap());
        let options = check::Options { game, ..Default::default() };
        let report = check::check(&at(folder.path(), "gates.rlb"), &options, &()).unwrap();
        report.findings.iter().map(|found| found.finding.code.id).collect::<Vec<_>>()
    };
    models("S_GATE.WEA");
    assert_eq!(codes(), [""; 0], "beside it, whatever the case");
    models("other.wea");
    assert_eq!(codes(), ["msh.wear.missing"]);
    // An object may name one that is called otherwise.
    let object = |wear: &str| {
        let slot = |member: &str| Slot::new(b"gates.rlb", member.as_bytes()).unwrap();
        let slots = vec![slot("s_gate.msh"), slot(wear)];
        let record = RecordBuf::of(slots);
        let entry = (b"STAT", "s_gate", record.write(), [0, 0, 1]);
        std::fs::write(folder.path().join("objects.rlb"), game::library(vec![entry])).unwrap();
    };
    object("other.wea");
    assert_eq!(codes(), [""; 0], "named");
    object("lost.wea");
    assert_eq!(codes(), ["msh.wear.missing"], "named, but not there");
}

#[test]
fn a_palette_that_a_texture_asks_for_is_there() {
    let folder = made();
    let palettes = game::library(vec![(b"PALT", "B.PAL", vec![0; 1024], [0, 0, 1])]);
    std::fs::write(folder.path().join("palettes.lib"), palettes).unwrap();
    let options =
        check::Options { game: Some(Game::open(folder.path()).unwrap()), ..Default::default() };
    let report = check::check(&at(folder.path(), "Textures.lib"), &options, &()).unwrap();
    let found: Vec<_> =
        report.findings.iter().map(|f| (last(&f.path), f.finding.code.id)).collect();
    assert_eq!(found, [("FONT.A", "texm.palette.missing")]);
}

#[test]
fn uses_are_followed_from_the_texture_to_the_model() {
    let folder = made();
    let all = references::collect(&at(folder.path(), ""), &()).unwrap();
    let uses = |name: &str| -> Vec<(usize, String)> {
        let found = all.uses(&find::exact_pattern(name).unwrap());
        found.into_iter().map(|(depth, found)| (depth, last(&found.path).to_owned())).collect()
    };
    let told = |list: &[(usize, &str)]| -> Vec<(usize, String)> {
        list.iter().map(|(depth, name)| (*depth, (*name).to_owned())).collect()
    };
    let wear = (1, "s_wall.wea");
    let wall = told(&[(0, "WALL"), wear, (2, "s_wall.msh"), wear, wear]);
    assert_eq!(uses("wall.0"), wall);
    let atlas = uses("ATLAS.0");
    // Three phases of one material: who wears it is told once.
    let by: Vec<&str> = atlas.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(by.iter().filter(|name| **name == "WATER").count(), 3);
    assert_eq!(by.iter().filter(|name| **name == "s_wall.msh").count(), 1);
    assert_eq!(uses("A.PAL"), told(&[(0, "FONT.A")]));
    assert_eq!(uses("hall.0"), told(&[(0, "s_wall.wea"), (1, "s_wall.msh")]));
    let missing: Vec<_> = all.missing().iter().map(|found| found.reference.name.clone()).collect();
    assert_eq!(missing, ["GHOST.0", "NOWHERE"]);
    let unused: Vec<&str> = all.unused().iter().map(|found| last(&found.path)).collect();
    assert_eq!(unused, ["GLOW", "s_lost.wea", "BRICK.0", "FONT.A"]);
}

#[test]
fn set_reaches_payload_and_entry() {
    let folder = made();
    let options = edit::Options { backup: false, dry_run: false };
    let assign = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    let node = at(folder.path(), "Material.lib/WATER");
    let before = at(folder.path(), "Material.lib/WALL").bytes().unwrap().to_vec();
    let fields = assign(&[("flags", "8"), ("phases[2].texture", "GLOW.0"), ("speed", "0.5")]);
    set::set(&node, &fields, options).unwrap();
    let node = at(folder.path(), "Material.lib/WATER");
    let entry = check::entry_meta(&node).unwrap();
    assert_eq!(entry.attributes, [8, 6, 0]);
    let bytes = node.bytes().unwrap();
    let material = Material::read(&bytes, Attributes::new(8, 6, 0)).unwrap();
    assert_eq!(material.phase(2).unwrap().texture.to_string(), "GLOW.0");
    assert!((material.meta().speed - 0.5).abs() < f32::EPSILON);
    assert_eq!(at(folder.path(), "Material.lib/WALL").bytes().unwrap(), before);
    // A colour as people write it; an alpha that is not said stays.
    let alpha = material.phase(0).unwrap().diffuse[3];
    let fields = [("phases[0].diffuse", "#ff8000"), ("phases[0].ambient", "#010203")];
    set::set(&node, &assign(&fields), options).unwrap();
    let node = at(folder.path(), "Material.lib/WATER");
    let bytes = node.bytes().unwrap();
    let phase = Material::read(&bytes, Attributes::new(8, 6, 0)).unwrap().phase(0).unwrap();
    assert_eq!((phase.diffuse, phase.ambient), ([255, 128, 0, alpha], [1, 2, 3]));
    for wrong in ["#ff80", "#ff80000000", "#fg8000"] {
        let error = set::set(&node, &assign(&[("phases[0].diffuse", wrong)]), options);
        assert!(error.unwrap_err().to_string().contains("no colour such as"), "{wrong}");
    }
    // What follows from other fields cannot be set, and texture headers and wears can.
    assert!(set::set(&node, &assign(&[("derived.damage_as_f32", "1.0")]), options).is_err());
    let atlas = at(folder.path(), "Textures.lib/ATLAS.0");
    set::set(&atlas, &assign(&[("flags5", "0x1000000"), ("page[1].w", "4")]), options).unwrap();
    let wear = at(folder.path(), "static.rlb/s_wall.wea");
    set::set(&wear, &assign(&[("rows[1].name", "GLOW")]), options).unwrap();
    let wear = at(folder.path(), "static.rlb/s_wall.wea").bytes().unwrap();
    assert_eq!(
        wear,
        "4\r\n0 WALL\r\n1 GLOW\r\n2 WALL\r\n3 WALL\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n"
    );
    assert!(set::set(&atlas, &assign(&[("width", "99")]), options).is_err());
}

#[test]
fn differences_are_told_in_the_format_s_own_words() {
    let (old, new) = (made(), made());
    let options = edit::Options { backup: false, dry_run: false };
    let change = |path: &str, field: &str, value: &str| {
        let fields = [(field.to_owned(), value.to_owned())];
        set::set(&at(new.path(), path), &fields, options).unwrap();
    };
    change("Material.lib/WATER", "phases[0].opacity", "33");
    change("Material.lib/WATER", "flags", "8");
    change("Textures.lib/ATLAS.0", "page[0].x", "1");
    let wear = at(new.path(), "static.rlb/s_lost.wea");
    ngi_vfs::rewrite(&wear, b"2\n0 NOWHERE\n1 BROKEN\n", false).unwrap();
    let texture = at(new.path(), "Textures.lib/WALL.0");
    let mut bytes = texture.bytes().unwrap().to_vec();
    bytes[32 + 4] ^= 0x20;
    ngi_vfs::rewrite(&texture, &bytes, false).unwrap();
    let palette = at(new.path(), "palettes.lib/A.PAL");
    let mut bytes = palette.bytes().unwrap().to_vec();
    bytes[4..1024].fill(7);
    ngi_vfs::rewrite(&palette, &bytes, false).unwrap();
    let found = diff::diff(&at(old.path(), ""), &at(new.path(), "")).unwrap();
    let told: Vec<String> =
        found.iter().map(|found| format!("{} {}", found.path, found.field)).collect();
    assert_eq!(
        told,
        [
            "Material.lib/WATER flags",
            "Material.lib/WATER phases[0].opacity",
            "palettes.lib/A.PAL colours: 255 of 256 differ",
            "static.rlb/s_lost.wea the rows are the same, the text around them differs",
            "Textures.lib/ATLAS.0 page[0].x",
            "Textures.lib/WALL.0 level 0 (8 x 8): 1 of 64 pixels differ, by up to 32",
        ]
    );
}

#[test]
fn a_material_plays_as_the_engine_works_it_out() {
    let water = game::water();
    let bytes = water.write().unwrap();
    let entry =
        EntryMeta { type_id: TypeId::from(*b"MAT0"), attributes: water.attributes.numbers() };
    let subject = Subject { name: "WATER", bytes: &bytes, entry: Some(entry) };
    let format = recognise(&subject).unwrap();
    let play = |times: &str, seed, value| {
        let times = parse_times(times).unwrap();
        let options = PlayOptions { times, seed, value, ..PlayOptions::default() };
        let played = format.play(&subject, &Surroundings::none(), &options).unwrap();
        json::to_value(&played.document).unwrap()
    };
    let document = play("0,0.2,0.4,0.9,1,1.2", 1, None);
    assert_eq!(document["schema"], "ngi.play/1");
    let states = document["states"].as_array().unwrap();
    assert_eq!(states.len(), 12, "two tracks");
    let row = |state: &Value| {
        let number = |key: &str| state[key].as_f64().unwrap();
        (number("phase"), number("next"), number("factor"), (number("opacity") * 1e4).round())
    };
    // Keys end at 400, 800 and 1000 ms; opacity goes from 20 to 60 to 100 percent and back.
    assert_eq!(row(&states[0]), (0.0, 1.0, 0.0, 2000.0));
    assert_eq!(row(&states[1]), (0.0, 1.0, 0.5, 4000.0));
    assert_eq!(row(&states[2]), (1.0, 2.0, 0.0, 6000.0));
    assert_eq!(row(&states[3]), (2.0, 0.0, 0.5, 6000.0));
    assert_eq!(row(&states[4]), row(&states[0]), "from the start again");
    assert_eq!(row(&states[5]), row(&states[1]));
    assert_eq!((&states[3]["texture"], &states[3]["cell"]), (&"ATLAS.0".into(), &3.into()));
    // By lot: the same seed, the same answer.
    assert_eq!(play("0..1:0.1", 5, None), play("0..1:0.1", 5, None));
    let shares = play("0", 0, Some(0.9));
    assert_eq!(row(&shares["states"][0]).0, 2.0);
    let eye = PlayOptions { eye: Some([0.0; 3]), times: vec![0.0], ..PlayOptions::default() };
    assert!(format.play(&subject, &Surroundings::none(), &eye).is_err());
}

#[test]
fn a_whole_library_of_textures_goes_out_as_pictures() {
    let folder = made();
    let game = Game::open(folder.path()).unwrap();
    let options = ngi_convert::tree::TreeOptions { game: Some(game), ..Default::default() };
    let out = folder.path().join("out");
    let done =
        ngi_convert::tree::export_tree(&at(folder.path(), "Textures.lib"), &out, &options, &());
    let done = done.unwrap();
    assert_eq!((done.things, done.files, done.problems.len()), (5, 10, 0));
    let mut names: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names[..4], ["ATLAS.0.json", "ATLAS.0.png", "BRICK.0.json", "BRICK.0.png"]);
    let one = ngi_convert::tree::TreeOptions { suffix: Some("dds".into()), ..Default::default() };
    let out = folder.path().join("dds");
    let done = ngi_convert::tree::export_tree(&at(folder.path(), ""), &out, &one, &()).unwrap();
    assert_eq!(done.files, 5, "four textures and a lightmap");
    assert_eq!(done.problems.len(), 1, "FONT.A has no palette here: {:?}", done.problems);
}

#[test]
fn the_damage_word_is_shown_in_both_readings() {
    let meta = Meta { damage: 10_000, ..Meta::default() };
    let material = MaterialBuf { meta, ..game::water() };
    let bytes = material.write().unwrap();
    let attributes = material.attributes.numbers();
    let entry = EntryMeta { type_id: TypeId::from(*b"MAT0"), attributes };
    let subject = Subject { name: "WATER", bytes: &bytes, entry: Some(entry) };
    let format = recognise(&subject).unwrap();
    let value = to_value(format.document, &subject).unwrap();
    assert_eq!(value["damage"], 10_000);
    let float = json::parse_float(&value["derived"]["damage_as_f32"]);
    assert_eq!(float.map(f32::to_bits), Some(10_000));
    let text = format.document.show(&subject).unwrap();
    assert!(text.contains("damage a second: 10000 (as a float 1.4013e-41)"), "{text}");
}
