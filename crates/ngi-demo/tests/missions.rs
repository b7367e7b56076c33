//! Missions of the demo game: loaded, asked, exported.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_convert::{Destination, ExportOptions, Exported};
use ngi_engine::landscape::{Ray, Sides};
use ngi_engine::resolve::Game;
use ngi_engine::world::{Met, RayFilter, World};
use ngi_formats::kinds;
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;
use serde_json::Value;

fn game() -> Game {
    Game::new(ngi_demo::mounted().unwrap())
}

fn export(path: &str, suffix: &str, options: &ExportOptions) -> Exported {
    let game = game();
    let node = game.file(path).unwrap();
    let (bytes, name) = (node.bytes().unwrap(), node.name());
    let subject = Subject::file(&name, &bytes);
    let kind = if name.ends_with(".tma") { &kinds::MISSION } else { &kinds::UNIT };
    let to = Destination { stem: "out", suffix };
    let around = Surroundings::of(&node, Some(&game));
    ngi_convert::export(kind, &subject, &around, &to, options).unwrap()
}

fn json(exported: &Exported) -> Value {
    serde_json::from_slice(&exported.files[0].bytes).unwrap()
}

const TWO_CLANS: &str = "MISSIONS/Single.02/data.tma";

/// Everything of all missions is there, nothing is missing, and every building cuts the ground.
#[test]
fn missions_load_whole() {
    let game = game();
    for number in 1..=3 {
        let world = World::load(&game, &format!("MISSIONS/Single.{number:02}")).unwrap();
        assert_eq!(world.problems, [], "{number}");
        assert_eq!(world.created().count(), world.objects.len());
        let buildings = world
            .objects
            .iter()
            .filter(|placed| placed.assembly.object().is_some_and(|object| object.base.is_some()));
        assert_eq!(buildings.count(), world.cuts.len());
        assert!(world.sky.as_ref().is_some_and(|sky| sky.materials().len() > 4));
        assert!(!world.story.title.is_empty());
        assert!(world.level.as_ref().unwrap().ground.is_tidy());
    }
}

/// Straight down onto every object: what is met is that object, or one that stands over it.
#[test]
fn rays_find_every_object() {
    let world = World::load(&game(), "MISSIONS/Single.02").unwrap();
    let mut found = 0;
    for placed in world.created() {
        let [x, y, z] = placed.world_from_object.translation.to_array();
        let ray = Ray { origin: [x + 0.1, y + 0.1, z + 200.0], direction: [0.0, 0.0, -1.0] };
        let met = world.ray(&ray, f32::MAX, &RayFilter::default(), Sides::Both);
        found += usize::from(matches!(met, Some(Met::Object(hit)) if hit.object == placed.index));
    }
    assert!(found * 2 > world.objects.len(), "{found} of {}", world.objects.len());
}

/// A node for each object with its clan and name, meshes shared, lights of lamps.
#[test]
fn a_mission_is_one_scene() {
    let world = World::load(&game(), "MISSIONS/Single.02").unwrap();
    let made = export(TWO_CLANS, "gltf", &ExportOptions::default());
    let root = json(&made);
    let nodes = root["nodes"].as_array().unwrap();
    let objects: Vec<&Value> =
        nodes.iter().filter(|node| node["extras"]["ngi"]["object"].is_u64()).collect();
    assert_eq!(objects.len(), world.created().count());
    let owned = objects.iter().filter(|node| node["extras"]["ngi"]["clan_name"].is_string());
    assert_eq!(owned.count(), world.objects.iter().filter(|it| it.clan.is_some()).count());
    let used: Vec<u64> = nodes.iter().filter_map(|node| node["mesh"].as_u64()).collect();
    let mut different = used.clone();
    different.sort_unstable();
    different.dedup();
    assert!(used.len() > different.len(), "{} uses of {} meshes", used.len(), different.len());
    assert_eq!(different.len(), root["meshes"].as_array().unwrap().len());
    let lights = &root["extensions"]["KHR_lights_punctual"]["lights"];
    let lit = nodes.iter().filter(|node| !node["extensions"]["KHR_lights_punctual"].is_null());
    assert_eq!(lit.count(), lights.as_array().map_or(0, Vec::len));
    let names: Vec<&str> =
        root["images"].as_array().unwrap().iter().filter_map(|it| it["uri"].as_str()).collect();
    let mut unique = names.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), names.len(), "each picture once");
}

/// The same with lists of places: as many places as there were nodes with meshes.
#[test]
fn instances_are_listed() {
    let plain = json(&export(TWO_CLANS, "gltf", &ExportOptions::default()));
    let options = ExportOptions { instances: true, ..ExportOptions::default() };
    let listed = json(&export(TWO_CLANS, "gltf", &options));
    let count = |root: &Value| {
        let nodes = root["nodes"].as_array().unwrap();
        let places = nodes.iter().filter(|node| node["mesh"].is_u64()).map(|node| {
            let list = &node["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"];
            list.as_u64().map_or(1, |at| {
                root["accessors"][usize::try_from(at).unwrap()]["count"].as_u64().unwrap()
            })
        });
        places.sum::<u64>()
    };
    assert_eq!(count(&plain), count(&listed));
    let used = listed["extensionsUsed"].as_array().unwrap();
    assert!(used.contains(&Value::from("EXT_mesh_gpu_instancing")));
    assert!(listed["nodes"].as_array().unwrap().len() < plain["nodes"].as_array().unwrap().len());
}

#[test]
fn a_unit_is_one_model() {
    let made = export("UNITS/UNITS/scout.dat", "gltf", &ExportOptions::default());
    assert_eq!(made.lost, [""; 0]);
    let root = json(&made);
    let parts = root["nodes"].as_array().unwrap().iter();
    let parts = parts.filter(|node| node["extras"]["ngi"]["part"].is_u64()).count();
    assert_eq!(parts, 6, "a chassis, two guns, a turret with two more");
}

/// A row for each object, and a feature for each thing on the map.
#[test]
fn placements_go_to_tables_and_maps() {
    let world = World::load(&game(), "MISSIONS/Single.02").unwrap();
    let table = export(TWO_CLANS, "csv", &ExportOptions::default());
    let table = String::from_utf8(table.files[0].bytes.clone()).unwrap();
    assert_eq!(table.lines().count(), world.objects.len() + 1);
    let columns = table.lines().next().unwrap().split(',').count();
    assert!(table.lines().all(|line| line.split(',').count() == columns), "{table}");
    let map = json(&export(TWO_CLANS, "geojson", &ExportOptions::default()));
    let of = |what: &str| {
        let features = map["features"].as_array().unwrap().iter();
        features.filter(|feature| feature["properties"]["what"] == what).count()
    };
    assert_eq!(of("object"), world.objects.len());
    assert_eq!((of("lode"), of("base")), (world.lodes.len(), world.clans.len()));
}

/// Who is there, what is to be done, what comes later.
#[test]
fn a_mission_is_told() {
    let game = game();
    let folder = game.file("MISSIONS/Single.02/data.tma").unwrap().parent().unwrap();
    let told = ngi_verbs::mission::story(&folder, &game).unwrap();
    let world = World::load(&game, "MISSIONS/Single.02").unwrap();
    assert!(told.starts_with(&world.story.title));
    for clan in &world.clans {
        assert!(told.contains(&clan.name), "{}", clan.name);
    }
    for aim in &world.story.primary {
        assert!(told.contains(aim.as_str()), "{aim}");
    }
    assert!(!told.contains("missing or wrong"), "{told}");
}
