//! The demo game in memory.
#![allow(dead_code, clippy::unwrap_used)]

use std::sync::OnceLock;

use glam::{Affine3A, Quat, Vec3};
use ngi_formats::fxid::EffectBuf;
use ngi_render::frame::Ledger;
use ngi_render::scene::model::{ModelAsset, Placed};
use ngi_render::scene::{LevelFiles, LevelScene, View};
use ngi_render::{Scene, wear_beside};
use ngi_vfs::Vfs;

/// The demo game, made once per test file.
pub fn game() -> &'static Vfs {
    static GAME: OnceLock<Vfs> = OnceLock::new();
    GAME.get_or_init(|| ngi_demo::mounted().unwrap())
}

/// Something of the demo game.
pub fn open(path: &str) -> Box<dyn Scene> {
    ngi_render::open(&game().locate(path).unwrap(), Some(game())).unwrap()
}

/// The walker.
pub const WALKER: &str = "bases.rlb/r_scout_0_01.msh";

/// A map of the demo game with robots and effects on it.
pub fn level(robots: u16, effects: u16) -> LevelScene {
    let vfs = game();
    let get =
        |name: &str| vfs.locate(&format!("DATA/MAPS/VALLEY/{name}")).unwrap().bytes().unwrap();
    let [land, areals, first, second] = ["Land.msh", "Land.map", "Land1.wea", "Land2.wea"].map(get);
    let files = LevelFiles {
        landscape: &land,
        areals: Some(&areals),
        wears: [Some(&first), Some(&second)],
    };
    let mut level = LevelScene::new(&files, Some(vfs)).unwrap();
    let node = vfs.locate(WALKER).unwrap();
    let asset = ModelAsset::read("walker", &node.bytes().unwrap()).unwrap();
    let robot = level.add_breed(asset, wear_beside(&node).as_deref());
    let place = |number: u16| {
        let (x, y) = (f32::from(number % 20), f32::from(number / 20));
        [200.0 + x * 12.0, 250.0 + y * 12.0]
    };
    for number in 0..robots {
        let at = Vec3::from(level.on_ground(place(number)));
        let world_from_model =
            Affine3A::from_rotation_translation(Quat::from_rotation_z(f32::from(number)), at);
        level.add_model(robot, Placed { world_from_model, ahead: f32::from(number) });
    }
    let fire = vfs.locate("effects.rlb/fire").unwrap().bytes().unwrap();
    let fire = EffectBuf::read(&fire).unwrap();
    for number in 0..effects {
        let at = level.on_ground(place(number * 4));
        level.add_effect("fire", &fire, at, 1.0);
    }
    level.prepare(&mut Ledger::default());
    level
}

/// From where the level is best looked at.
pub fn level_view(level: &LevelScene) -> View {
    View { camera: level.camera(1.6), size: [960, 600], time: 0.4, ..View::default() }
}
