//! Missions with every kind of part missing or broken: what is left is drawn, the rest is told.
#![allow(clippy::unwrap_used)]

use std::sync::OnceLock;

use glam::Vec3;
use ngi_engine::resolve::Game;
use ngi_engine::sky::TimeOfDay;
use ngi_engine::world::World;
use ngi_formats::tma::{MissionBuf, Object, PlacedKind};
use ngi_render::frame::{Frame, Ledger};
use ngi_render::scene::{MissionScene, Settings, View, build};
use ngi_render::{Camera, Scene};
use ngi_vfs::{MemoryRoot, Vfs};

fn files() -> &'static [ngi_demo::DemoFile] {
    static FILES: OnceLock<Vec<ngi_demo::DemoFile>> = OnceLock::new();
    FILES.get_or_init(|| ngi_demo::files().unwrap())
}

/// The demo game with one file changed; without it where nothing is left of that.
fn game(path: &str, change: impl Fn(&[u8]) -> Option<Vec<u8>>) -> Vfs {
    let root = MemoryRoot::new();
    let mut met = 0;
    for file in files() {
        let bytes = if file.path.eq_ignore_ascii_case(path) {
            met += 1;
            change(&file.bytes)
        } else {
            Some(file.bytes.clone())
        };
        if let Some(bytes) = bytes {
            root.insert(&file.path, bytes).unwrap();
        }
    }
    assert_eq!(met, 1, "{path}");
    Vfs::in_memory(root)
}

/// Draws a mission; gives how much was drawn, and what was told.
fn drawn(vfs: &Vfs, mission: &str) -> (usize, Vec<String>) {
    let world = World::load(&Game::new(vfs.clone()), mission).unwrap();
    let mut scene = MissionScene::new(world, vfs);
    scene.prepare(&mut Ledger::default());
    let camera = Camera::looking(Vec3::new(640.0, 190.0, 70.0), Vec3::new(560.0, 270.0, 24.0));
    let settings = Settings { time_of_day: Some(TimeOfDay::Clock([8, 0])), ..Settings::default() };
    let view = View { camera, settings, size: [640, 400], time: 1.0, ..View::default() };
    let mut frame = Frame::new();
    build(&mut scene, &view, &mut frame);
    (frame.counters.faces, scene.log().iter().map(ToString::to_string).collect())
}

const MISSION: &str = "MISSIONS/Single.02";

/// What a mission is made of, and what is told where it is not there.
const PARTS: [(&str, &str); 13] = [
    ("DATA/MAPS/WINTER/Land.msh", "land"),
    ("DATA/MAPS/WINTER/Land.map", "land.map"),
    ("DATA/MAPS/WINTER/Land1.wea", "land1.wea"),
    ("objects.rlb", "objects.rlb"),
    ("bases.rlb", "bases.rlb"),
    ("static.rlb", "static.rlb"),
    ("fortif.rlb", "fortif.rlb"),
    ("guns.rlb", "guns.rlb"),
    ("Material.lib", ""),
    ("Textures.lib", ""),
    ("effects.rlb", ""),
    ("UNITS/UNITS/scout.dat", "scout.dat"),
    ("UNITS/BUILDS/Mine_1.dat", "Mine_1.dat"),
];

#[test]
fn whatever_is_missing_is_told_and_the_rest_is_drawn() {
    let (whole, quiet) = drawn(&game(PARTS[0].0, |bytes| Some(bytes.to_vec())), MISSION);
    assert!(quiet.is_empty(), "{quiet:?}");
    for (path, told) in PARTS {
        let (faces, log) = drawn(&game(path, |_| None), MISSION);
        assert!(faces > 0 && faces <= whole, "{path}: {faces} of {whole}");
        let told = told.to_ascii_lowercase();
        let is_told = |line: &String| line.to_ascii_lowercase().contains(&told);
        assert!(log.iter().any(is_told), "{path}: {log:?}");
    }
    for path in ["MISSIONS/Single.02/sky.ske", "MISSIONS/Single.02/sky.wea"] {
        let (faces, _) = drawn(&game(path, |_| None), MISSION);
        assert!(faces > 0, "{path}");
    }
}

#[test]
fn whatever_is_cut_short_or_mixed_up_does_no_harm() {
    let mut paths: Vec<&str> = PARTS.iter().map(|(path, _)| *path).collect();
    paths.extend(["MISSIONS/Single.02/sky.ske", "MISSIONS/Single.02/sky.wea"]);
    for path in paths {
        let half = |bytes: &[u8]| bytes.get(..bytes.len() / 2).map(<[u8]>::to_vec);
        drawn(&game(path, half), MISSION);
        let noise = |bytes: &[u8]| {
            let mut state = 3u32;
            let mut bytes = bytes.to_vec();
            for byte in bytes.iter_mut().skip(64) {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 26 == 0 {
                    *byte = state.to_be_bytes()[1];
                }
            }
            Some(bytes)
        };
        drawn(&game(path, noise), MISSION);
    }
}

#[test]
fn ten_thousand_trees() {
    let mut mission = MissionBuf::new(b"DATA\\MAPS\\VALLEY\\land");
    for number in 0..10_000u16 {
        let mut tree = Object::new(PlacedKind::VEGETATION, b"s_tree_0_01");
        tree.position = [f32::from(number % 100) * 7.0, f32::from(number / 100) * 7.0, 30.0];
        mission.objects.push(tree);
    }
    let bytes = mission.write().unwrap();
    let vfs = game("MISSIONS/Single.02/data.tma", |_| Some(bytes.clone()));
    let (faces, log) = drawn(&vfs, MISSION);
    assert!(faces > 100_000, "{faces}");
    assert!(log.iter().all(|line| line.contains("the rest is left out")), "{log:?}");
}
