//! Missions as documents, as text, changed, and among the files of a game.

use ngi_engine::resolve::{Game, Surroundings};
use ngi_formats::landscape::GroundPlan;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{ObjectKind, RecordBuf, Slot};
use ngi_formats::tma::{
    Clan, ClanKind, Lode, LodeKind, MissionBuf, Object, PlacedKind, Property, Route, Zone,
};
use ngi_formats::{Mode, text};
use ngi_vfs::{MemoryRoot, Vfs};
use serde_json::Value;

use super::*;
use crate::document::{edit, from_value, to_value};

const NAME: &str = "data.tma";

fn sample() -> MissionBuf {
    let mut mission = MissionBuf::new(b"DATA\\MAPS\\X\\land");
    mission.description = b"Title\xcd\xcd\xcd".to_vec();
    let corners = vec![[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]];
    mission.routes = vec![Route { id: 0, points: corners }];
    mission.clans = vec![
        Clan::new(&text::encode("Игрок").unwrap(), ClanKind::PLAYER),
        Clan::new(b"Natur", ClanKind::NATURE),
    ];
    mission.clans[0].script = b"MISSIONS\\SCRIPTS\\pl".to_vec();
    mission.clans[0].tree = b"MISSIONS\\SCRIPTS\\pl.trf".to_vec();
    mission.clans[1].zones =
        vec![Zone { kind: 1, center: [5.0, 5.0, 0.0], inner: 1.0, outer: 2.0 }; 3];
    mission.relate(&[]);
    let mut house = Object::new(PlacedKind::BUILDING, b"UNITS\\BUILDS\\house.dat");
    (house.owner, house.logical_id) = (0, 7);
    house.properties = vec![
        Property::float(b"Life state", [0.5, 0.0, 1.0]),
        Property::whole(b"ClanID", [0, 0, -1]),
        Property::whole(b"NOT USED", [0, 0, 0]),
        Property::whole(b"NOT USED", [1, 0, 0]),
    ];
    let mut guest = Object::new(PlacedKind::UNIT, b"UNITS\\UNITS\\hero.dat");
    (guest.owner, guest.logical_id) = (0, 8);
    (guest.host, guest.host_vertex) = (7, 1);
    let mut tree = Object::new(PlacedKind::VEGETATION, b"S_TREE_06");
    (tree.position, tree.scale) = ([5.0, 6.0, 0.0], [2.0; 3]);
    mission.objects = vec![house, guest, tree];
    mission.lodes = vec![Lode {
        position: [1.0, 2.0, 0.0],
        found: 1,
        kind: LodeKind::ORE,
        amount: 1e4,
        unk_0x18: 0,
    }];
    mission
}

fn set(fields: &[(&str, &str)]) -> Result<MissionBuf> {
    let bytes = sample().write().unwrap();
    let fields: Vec<_> =
        fields.iter().map(|(path, said)| ((*path).to_owned(), (*said).to_owned())).collect();
    let edited = edit::set(&MissionDocument, &Subject::file(NAME, &bytes), &fields)?;
    Ok(Mission::read(&edited.bytes).unwrap().to_buf())
}

#[test]
fn documents_go_both_ways() {
    let bytes = sample().write().unwrap();
    let document = to_value(&MissionDocument, &Subject::file(NAME, &bytes)).unwrap();
    assert_eq!(document["clans"][0]["name"], "Игрок");
    assert_eq!(document["description"], "Title");
    assert_eq!(document["description_tail"], "cdcdcd");
    assert_eq!(document["objects"][0]["properties"][0]["float"]["value"], 0.5);
    assert_eq!(document["objects"][0]["properties"][3]["whole"]["value"], 1, "repeats stay");
    assert_eq!(from_value(&MissionDocument, &document, None).unwrap().bytes, bytes);
    // What a new object has may be left out; names stand for numbers.
    let mut document = document;
    let object = document["objects"][2].as_object_mut().unwrap();
    for key in ["unk_0x04", "owner", "name", "start", "host", "host_vertex", "properties"] {
        object.remove(key);
    }
    object.insert("kind".into(), "vegetation".into());
    assert_eq!(from_value(&MissionDocument, &document, None).unwrap().bytes, bytes);
    document["objects"][2].as_object_mut().unwrap().remove("path");
    let error = from_value(&MissionDocument, &document, None).unwrap_err().to_string();
    assert_eq!(error, "objects[2].path: missing");
}

#[test]
fn older_versions_have_fewer_members() {
    let mut mission = MissionBuf::new(b"land");
    mission.object_version = tma::ObjectVersion(2);
    mission.clan_version = tma::ClanVersion(1);
    mission.clans.push(Clan::new(b"A", ClanKind::PLAYER));
    mission.objects.push(Object::new(PlacedKind::ROCK, b"s_stone"));
    let bytes = mission.write().unwrap();
    let document = to_value(&MissionDocument, &Subject::file(NAME, &bytes)).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&document["clans"][0]), ["name", "unk_0x00", "base", "kind"]);
    assert_eq!(keys(&document["objects"][0]), ["kind", "unk_0x04", "path", "position", "turn"]);
    assert_eq!(from_value(&MissionDocument, &document, None).unwrap().bytes, bytes);
    let mut more = document;
    more["objects"][0]["scale"] = serde_json::json!([2.0, 2.0, 2.0]);
    let error = from_value(&MissionDocument, &more, None).unwrap_err().to_string();
    assert!(error.starts_with("objects[0].scale: version 2 of the objects has no such"), "{error}");
}

#[test]
fn fields_are_set_lists_grow_and_shrink() {
    let made = set(&[
        ("clans[0].kind", "enemy"),
        ("objects[0].properties[0].float.value", "0.25"),
        ("objects[2].path", "s_tree_07"),
        ("clans[1].zones[2]", "-"),
        ("clans[1].zones[0].inner", "1.5"),
        (
            "objects[+]",
            r#"{"kind": "rock", "path": "s_stone", "position": [1, 2, 3], "turn": [0, 0, 0]}"#,
        ),
        ("objects[0].properties[2]", "-"),
        ("routes[0].points[+]", "[9, 9, 0]"),
        ("description", "Новая"),
    ])
    .unwrap();
    let mut expected = sample();
    expected.clans[0].head.kind = ClanKind::ENEMY;
    expected.objects[0].properties[0] = Property::float(b"Life state", [0.25, 0.0, 1.0]);
    expected.objects[0].properties.remove(2);
    expected.objects[2].path = b"s_tree_07".to_vec();
    expected.clans[1].zones.pop();
    expected.clans[1].zones[0].inner = 1.5;
    let mut stone = Object::new(PlacedKind::ROCK, b"s_stone");
    stone.position = [1.0, 2.0, 3.0];
    expected.objects.push(stone);
    expected.routes[0].points.push([9.0, 9.0, 0.0]);
    expected.description = text::encode("Новая").unwrap();
    expected.description.extend(b"\xcd\xcd\xcd");
    assert_eq!(made, expected);
}

#[test]
fn another_version_loses_nothing_without_a_word() {
    let error = set(&[("object_version", "9")]).unwrap_err().to_string();
    assert!(error.starts_with("objects[2].scale: version 9"), "{error}");
    let made = set(&[("objects[2].scale", "[1, 1, 1]"), ("object_version", "9")]).unwrap();
    assert_eq!(made.object_version.0, 9);
    let error = set(&[("clan_version", "7")]).unwrap_err().to_string();
    assert_eq!(error, "clan_version: 7 is not from 1 to 6");
    let error = set(&[("objects[0].properties[0].kind", "whole")]).unwrap_err().to_string();
    assert!(error.contains("has its values in whole, not in float"), "{error}");
}

#[test]
fn what_repeats_something_follows_and_is_mended() {
    let before = sample().write().unwrap();
    let mut after = sample();
    after.objects[0].owner = 1;
    let after = after.write().unwrap();
    let fields = ["objects[0].owner"];
    let (bytes, lines) = MissionDocument
        .refresh_dependents(&before, &Subject::file(NAME, &after), Given::Fields(&fields))
        .unwrap();
    assert_eq!(lines, ["objects[0].properties[1].whole.value: 0 becomes 1"]);
    let mended = MissionDocument.mend(&Subject::file(NAME, &after)).unwrap().unwrap();
    assert_eq!(mended.bytes, bytes);
    assert!(MissionDocument.mend(&Subject::file(NAME, &bytes)).unwrap().is_none());
}

#[test]
fn a_mission_reads_well() {
    let bytes = sample().write().unwrap();
    let told = MissionDocument.show(&Subject::file(NAME, &bytes)).unwrap();
    for line in [
        "title: Title",
        "land: DATA\\MAPS\\X\\land",
        "clans: 2",
        "buildings: 1",
        "units: 1",
        "vegetation: 1",
        "rocks: 0",
        "routes: 1",
        "lodes: 1",
    ] {
        assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
    }
    let guest = told.lines().find(|line| line.contains("hero.dat")).unwrap();
    assert!(guest.contains("Игрок") && guest.contains("7 at 1"), "{guest}");
}

fn library(entries: &[(&[u8; 4], &str, Vec<u8>)]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, bytes) in entries {
        editor.add(NewEntry::new(**type_id, name).unwrap(), bytes.clone()).unwrap();
    }
    editor.write().unwrap()
}

/// A unit of one part.
fn unit(kind: u32, object: &[u8]) -> Vec<u8> {
    let mut bytes = [0xf0f1u32, kind].map(u32::to_le_bytes).concat();
    bytes.resize(8 + 112, 0);
    bytes[8..19].copy_from_slice(b"objects.rlb");
    bytes[40..40 + object.len()].copy_from_slice(object);
    bytes
}

/// The game around the sample, without one of its files.
fn game(without: &str) -> Vfs {
    let record = |member: &[u8]| RecordBuf::of(vec![Slot::new(b"fortif.rlb", member).unwrap()]);
    let objects = library(&[
        (b"STAT", "s_tree_06", record(b"tree.msh").write()),
        (b"FORT", "fr_house", record(b"house.msh").write()),
    ]);
    assert_eq!(ObjectKind::STATIC.0, (*b"STAT").into());
    let model = ngi_testing::models::rich();
    let land = GroundPlan::flat([4, 4], [2, 2], 10.0).build().unwrap().write().unwrap();
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("missions/One/data.tma", sample().write().unwrap()),
        ("missions/One/sky.ske", Vec::new()),
        ("missions/One/SKY.WEA", Vec::new()),
        ("missions/scripts/PL.scr", Vec::new()),
        ("missions/scripts/pl.fml", Vec::new()),
        ("missions/scripts/varset.var", Vec::new()),
        ("missions/scripts/pl.trf", Vec::new()),
        ("data/maps/x/Land.msh", land),
        ("data/maps/x/Land.map", Vec::new()),
        ("data/maps/x/Land1.wea", Vec::new()),
        ("data/maps/x/Land2.wea", Vec::new()),
        ("units/builds/house.dat", unit(0x8001_0000, b"fr_house")),
        ("units/units/hero.dat", unit(0x0102_0000, b"fr_house")),
        ("objects.rlb", objects),
        ("fortif.rlb", library(&[(b"MESH", "house.msh", model)])),
    ];
    let kept = files.into_iter().filter(|(path, _)| *path != without);
    let root = MemoryRoot::new();
    kept.for_each(|(path, bytes)| {
        root.insert(path, bytes).unwrap();
    });
    Vfs::in_memory(root)
}

fn found(without: &str, change: impl FnOnce(&mut MissionBuf)) -> Vec<String> {
    let vfs = game(without);
    let mut mission = sample();
    change(&mut mission);
    let bytes = mission.write().unwrap();
    let node = vfs.locate("missions/One/data.tma").unwrap();
    let around = Surroundings::of(&node, Some(&Game::new(vfs.clone())));
    let mut findings = Findings::new(Mode::Strict, true);
    FORMAT.check(&Subject::file(NAME, &bytes), &around, &mut findings);
    let told = findings.list().iter();
    told.map(|finding| format!("{} {}", finding.code.id, finding.field)).collect()
}

#[test]
fn a_mission_is_held_against_the_game() {
    assert_eq!(found("", |_| {}), [""; 0]);
    for (without, expected) in [
        ("missions/One/sky.ske", "tma.sky.missing "),
        ("missions/scripts/pl.fml", "tma.script.missing clans[0].script"),
        ("missions/scripts/varset.var", "tma.script.missing clans[0].script"),
        ("missions/scripts/pl.trf", "tma.tree.missing clans[0].tree"),
        ("data/maps/x/Land1.wea", "tma.land.missing land"),
        ("data/maps/x/Land.msh", "tma.land.missing land"),
        ("units/units/hero.dat", "tma.unit.missing objects[1].path"),
    ] {
        assert_eq!(found(without, |_| {}), [expected], "{without}");
    }
}

/// A change, and what is found of it.
type Case = (fn(&mut MissionBuf), &'static str);

#[test]
fn names_and_places_are_held_against_the_game() {
    let cases: &[Case] = &[
        (|m| m.objects[2].path = b"s_tree_66".to_vec(), "tma.scenery.missing objects[2].path"),
        (|m| m.objects[2].position = [41.0, 0.0, 0.0], "tma.object.outside objects[2].position"),
        (|m| m.objects[1].host_vertex = 2, "tma.host.vertex objects[1].host_vertex"),
        (|m| m.objects[1].host_vertex = -2, "tma.host.vertex objects[1].host_vertex"),
        (
            |m| m.objects[1].path = b"UNITS\\BUILDS\\house.dat".to_vec(),
            "tma.unit.type objects[1].path",
        ),
    ];
    for (place, (change, expected)) in cases.iter().enumerate() {
        assert_eq!(found("", change), [*expected], "case {place}");
    }
}

#[test]
fn what_it_names_is_found() {
    let bytes = sample().write().unwrap();
    let named = references(&Subject::file(NAME, &bytes));
    let told: Vec<_> = named
        .iter()
        .map(|named| format!("{} {} {}", named.target.id, named.name, named.field))
        .collect();
    assert_eq!(
        told,
        [
            "unit house.dat objects[0].path",
            "unit hero.dat objects[1].path",
            "object S_TREE_06 objects[2].path",
            "script pl.scr clans[0].script",
            "script pl.fml clans[0].script",
            "tree pl.trf clans[0].tree",
            "landscape land.msh land",
            "wear sky.wea ",
        ]
    );
    let vfs = game("");
    let all = crate::references::collect(&vfs.root(), &()).unwrap();
    let uses = |name: &str| {
        let glob = globset::GlobBuilder::new(name).case_insensitive(true).build().unwrap();
        let uses = all.uses(&glob.compile_matcher());
        uses.iter().map(|(_, found)| found.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(uses("s_tree_06"), ["missions/One/data.tma"]);
    // The object names the model, the mission the object.
    assert_eq!(uses("tree.msh"), ["objects.rlb/s_tree_06", "missions/One/data.tma"]);
    assert_eq!(uses("land.msh"), ["missions/One/data.tma"]);
}
