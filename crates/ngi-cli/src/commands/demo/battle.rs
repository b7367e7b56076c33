//! A fight on the demo game's valley, for its picture: no file of the game places anything.

use std::collections::HashMap;

use anyhow::Result;
use ngi_formats::fxid::Effect;
use ngi_render::scene::model::{ModelAsset, Placed};
use ngi_render::scene::{Breed, LevelScene, Sky};
use ngi_render::{open_level, wear_beside};
use ngi_vfs::Vfs;

/// The map.
const VALLEY: &str = "DATA/MAPS/VALLEY";

/// A model: its file, where it stands, where it looks (0 is north, 90 west), and how many frames
/// its walk is ahead.
type Standing = (&'static str, [f32; 2], f32, f32);

const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";
const BUNKER: &str = "fortif.rlb/f_bunker_01.msh";

const STANDING: [Standing; 7] = [
    (SCOUT, [390.5, 196.0], 158.0, 8.0),
    (SCOUT, [389.5, 214.0], 190.0, 30.0),
    (SCOUT, [406.0, 222.0], 135.0, 46.0),
    (SCOUT, [397.0, 258.0], 165.0, 20.0),
    (BUNKER, [430.0, 252.0], 158.0, 0.0),
    ("static.rlb/s_stone_0_01.msh", [412.0, 214.0], 40.0, 0.0),
    ("static.rlb/s_stone_0_02.msh", [378.5, 203.0], 200.0, 0.0),
];

/// What grows about.
const PLANTS: [&str; 4] = [
    "static.rlb/s_tree_0_01.msh",
    "static.rlb/s_tree_0_02.msh",
    "static.rlb/s_tree_0_03.msh",
    "static.rlb/s_bush_0_01.msh",
];

/// An effect: its name, where it plays, how far above the ground, and its size.
const PLAYING: [(&str, [f32; 2], f32, f32); 3] = [
    ("exp_large", [399.0, 232.0], 2.0, 2.4),
    ("exp_medium", [376.0, 236.0], 1.0, 1.8),
    ("fire", [423.0, 228.0], 0.0, 1.2),
];

/// The valley with everything on it.
pub fn battle(game: &Vfs) -> Result<LevelScene> {
    let mut level = open_level(&game.locate(VALLEY)?, Some(game))?;
    // From behind the camera, so that it does not look at shadows.
    level.set_sky(Sky { sun_direction: [-0.55, -0.6, 0.58], ..Sky::FAIR });
    let mut known: HashMap<&str, Breed> = HashMap::new();
    for (file, at, turn, ahead) in STANDING {
        let breed = match known.get(file) {
            Some(breed) => *breed,
            None => breed(&mut level, game, file)?,
        };
        known.insert(file, breed);
        place(&mut level, breed, at, turn, ahead);
    }
    let mut lot = Lot(7);
    for file in PLANTS {
        let breed = breed(&mut level, game, file)?;
        for _ in 0..70 {
            let at = [lot.between(380.0, 560.0), lot.between(170.0, 520.0)];
            let turn = lot.between(0.0, 360.0);
            let free = STANDING.iter().all(|(_, other, ..)| {
                let [dx, dy] = [at[0] - other[0], at[1] - other[1]];
                dx.hypot(dy) > 17.0
            });
            // Nothing between the camera and the fight, and nothing in the water.
            let [.., height] = level.on_ground(at);
            if free && at[0] > 372.0 + (at[1] - 170.0) * 0.5 && (8.0..50.0).contains(&height) {
                place(&mut level, breed, at, turn, 0.0);
            }
        }
    }
    for (name, at, above, size) in PLAYING {
        let bytes = game.locate(&format!("effects.rlb/{name}"))?.bytes()?;
        let [x, y, z] = level.on_ground(at);
        level.add_effect(name, &Effect::read(&bytes)?, [x, y, z + above], size);
    }
    Ok(level)
}

fn breed(level: &mut LevelScene, game: &Vfs, file: &str) -> Result<Breed> {
    let node = game.locate(file)?;
    let asset = ModelAsset::read(file, &node.bytes()?)?;
    Ok(level.add_breed(asset, wear_beside(&node).as_deref()))
}

fn place(level: &mut LevelScene, breed: Breed, at: [f32; 2], turn: f32, ahead: f32) {
    let at = level.on_ground(at);
    level.add_model(breed, Placed::standing(at, turn.to_radians(), ahead));
}

/// Numbers without a pattern, the same every time.
struct Lot(u32);

impl Lot {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let share = u16::try_from(self.0 >> 16).unwrap_or_default();
        low + (high - low) * f32::from(share) / f32::from(u16::MAX)
    }
}
