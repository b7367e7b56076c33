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

/// A change as fields, made as `ngi set` makes it.
fn changed(bytes: &[u8], fields: &super::edit::Fields) -> Vec<u8> {
    let subject = Subject::file(NAME, bytes);
    crate::set::change(&MissionDocument, &subject, fields).unwrap().bytes
}

#[test]
fn objects_are_moved_turned_and_scaled_in_place() {
    let bytes = sample().write().unwrap();
    let mission = Mission::read(&bytes).unwrap();
    let table = [
        (edit_of::moved(2, [1.25, -3.5, 0.1]), 12),
        (edit_of::turned(&mission, 2, 1.5), 4),
        (edit_of::scaled(2, 0.7), 12),
    ];
    for (fields, most) in table {
        let after = changed(&bytes, &fields);
        assert_eq!(after.len(), bytes.len());
        let differ = after.iter().zip(&bytes).filter(|(a, b)| a != b).count();
        assert!(differ > 0 && differ <= most, "{fields:?}: {differ}");
    }
    let after = changed(&bytes, &edit_of::moved(2, [1.25, -3.5, 0.1]));
    let after = Mission::read(&after).unwrap().to_buf();
    let mut wanted = sample();
    wanted.objects[2].position = [1.25, -3.5, 0.1];
    assert_eq!(after, wanted);
}

use super::edit as edit_of;

#[test]
fn a_new_object_stands_behind_the_others_with_a_number_of_its_own() {
    let bytes = sample().write().unwrap();
    let mission = Mission::read(&bytes).unwrap();
    let new = edit_of::New {
        kind: PlacedKind::BUILDING,
        path: b"UNITS\\BUILDS\\mine.dat",
        unit_type: Some(ngi_formats::unit::UnitType(0x8000_0004)),
        owner: 1,
        position: [3.0, 4.0, 5.0],
    };
    let object = edit_of::made(&mission, &new);
    let after = changed(&bytes, &edit_of::with(&mission, &object).unwrap());
    let after = Mission::read(&after).unwrap().to_buf();
    assert_eq!(after.objects.last(), Some(&object));
    assert_eq!((object.owner, object.logical_id), (1, 9), "8 was the last");
    let named = |name: &[u8]| object.properties.iter().find(|it| it.name == name).unwrap().range();
    let tma::Range::Whole(clan) = named(b"ClanID") else { panic!() };
    assert_eq!((clan.value, clan.min, clan.max), (1, 0, -1), "bounds as the one it is like has");
    let mut before = after;
    before.objects.pop();
    assert_eq!(before, sample(), "nothing else changes");
    // A tree has no owner and no number.
    let new = edit_of::New { kind: PlacedKind::ROCK, path: b"s_stone", unit_type: None, ..new };
    let stone = edit_of::made(&mission, &new);
    assert_eq!((stone.owner, stone.logical_id, stone.properties.len()), (-1, -1, 2));
}

#[test]
fn a_copy_is_the_same_but_for_its_place_and_number() {
    let bytes = sample().write().unwrap();
    let mission = Mission::read(&bytes).unwrap();
    let copy = edit_of::copied(&mission, 1, [7.0; 3]).unwrap();
    assert_eq!((copy.logical_id, copy.host, copy.host_vertex), (9, -1, -1));
    assert_eq!((copy.position, copy.owner), ([7.0; 3], 0));
    let after = changed(&bytes, &edit_of::with(&mission, &copy).unwrap());
    let gone = changed(&after, &edit_of::without(3));
    assert!(gone == bytes, "and without it the file is as it was");
    assert!(edit_of::copied(&mission, 9, [0.0; 3]).is_none());
}

#[test]
fn owners_take_their_property_along_and_lists_grow() {
    let bytes = sample().write().unwrap();
    let mission = Mission::read(&bytes).unwrap();
    let after = changed(&bytes, &edit_of::given_to(0, 1));
    let after = Mission::read(&after).unwrap().to_buf();
    assert_eq!(after.objects[0].owner, 1);
    assert_eq!(after.objects[0].properties[1], Property::whole(b"ClanID", [1, 0, -1]));
    let corners = vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.5]];
    let fields = edit_of::with_route(&mission, corners.clone()).unwrap();
    let after = Mission::read(&changed(&bytes, &fields)).unwrap().to_buf();
    assert_eq!(after.routes[1], Route { id: 1, points: corners });
    let lode = Lode { position: [9.0, 8.0, 7.0], ..sample().lodes[0] };
    let after = changed(&bytes, &edit_of::with_lode(lode).unwrap());
    assert_eq!(Mission::read(&after).unwrap().to_buf().lodes[1], lode);
}

#[test]
fn a_blank_mission_has_the_clans_of_another_and_nothing_else() {
    let bytes = sample().write().unwrap();
    let like = Mission::read(&bytes).unwrap();
    let blank = edit_of::blank(b"DATA\\MAPS\\Y\\land", Some(&like), b"New", [40.0, 50.0]);
    assert!(blank.objects.is_empty() && blank.routes.is_empty() && blank.lodes.is_empty());
    assert_eq!(blank.clans.len(), 2);
    assert!(blank.clans.iter().all(|clan| clan.head.base == [40.0, 50.0] && clan.zones.is_empty()));
    assert_eq!(blank.clans[0].script, sample().clans[0].script);
    let alone = edit_of::blank(b"x", None, b"", [0.0; 2]);
    assert_eq!(alone.clans[0].relations.len(), 2);
    let mut findings = Findings::new(Mode::Strict, false);
    tma::check(&alone.write().unwrap(), &mut findings);
    assert!(findings.list().is_empty(), "{:?}", findings.list());
}
