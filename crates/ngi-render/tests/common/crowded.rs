//! A mission as crowded as all of the real game's together: 864 objects on one map of 8,192 faces.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    missing_docs
)]

use ngi_engine::landscape::Ground;
use ngi_formats::landscape::{FaceFilter, Landscape};
use ngi_formats::tma::{Clan, ClanKind, MissionBuf, Object, PlacedKind};
use ngi_vfs::{MemoryRoot, Vfs};

/// Where it is in the game that [`game`] makes.
pub const MISSION: &str = "MISSIONS/Crowded.01";
/// Buildings, robots, scenery: as many of each as the real game has in all its missions.
pub const COUNTS: [usize; 3] = [154, 246, 464];

const MAP: &str = "DATA/MAPS/CRATER";
const BUILDINGS: [&str; 4] = ["MainTeleport_1", "Generator_1", "Mine_1", "Bunker_Small_1"];
const ROBOTS: [&str; 3] = ["UNITS/scout", "UNITS/AI/hunter", "AUTO/guard"];
const SCENERY: [(PlacedKind, &str); 6] = [
    (PlacedKind::VEGETATION, "s_tree_0_01"),
    (PlacedKind::VEGETATION, "s_tree_0_02"),
    (PlacedKind::VEGETATION, "s_tree_0_03"),
    (PlacedKind::VEGETATION, "s_bush_0_01"),
    (PlacedKind::ROCK, "s_stone_0_01"),
    (PlacedKind::ROCK, "s_stone_0_02"),
];

/// The demo game with that mission, under the sky of another.
pub fn game() -> Vfs {
    let root = MemoryRoot::new();
    let mut ground = None;
    for file in ngi_demo::files().unwrap() {
        let path = file.path.to_ascii_lowercase();
        if path == format!("{MAP}/land.msh").to_ascii_lowercase() {
            ground = Some(Ground::of(&Landscape::read(&file.bytes).unwrap()));
        }
        if let Some(name) = path.strip_prefix("missions/single.03/").filter(|it| it.contains("sky"))
        {
            root.insert(&format!("{MISSION}/{name}"), file.bytes.clone()).unwrap();
        }
        root.insert(&file.path, file.bytes).unwrap();
    }
    let ground = ground.unwrap();
    let fine = (0..ground.faces().len()).filter(|&face| ground.is_fine(face)).count();
    assert!(fine >= 8192, "{fine} faces");
    let mission = mission(&ground).write().unwrap();
    root.insert(&format!("{MISSION}/data.tma"), mission).unwrap();
    Vfs::in_memory(root)
}

fn mission(ground: &Ground) -> MissionBuf {
    let mut mission = MissionBuf::new(format!("{MAP}/land").replace('/', "\\").as_bytes());
    mission.clans =
        vec![Clan::new(b"Player", ClanKind::PLAYER), Clan::new(b"Clan I", ClanKind::ENEMY)];
    mission.clans.iter_mut().for_each(|clan| clan.minds = 1000);
    mission.relate(&[]);
    let [buildings, robots, scenery] = COUNTS;
    // Buildings stand in rows, far enough apart that none cuts into the hole of another.
    for number in 0..buildings {
        let path = format!("UNITS\\BUILDS\\{}.dat", BUILDINGS[number % BUILDINGS.len()]);
        let at = [40.0 + (number % 13) as f32 * 46.0, 40.0 + (number / 13) as f32 * 50.0];
        let turn = (number % 4) as f32 * std::f32::consts::FRAC_PI_2;
        mission.objects.push(placed(ground, PlacedKind::BUILDING, &path, at, turn));
    }
    for number in 0..robots {
        let path = format!("UNITS\\{}.dat", ROBOTS[number % ROBOTS.len()].replace('/', "\\"));
        let at = [60.0 + (number % 18) as f32 * 30.0, 60.0 + (number / 18) as f32 * 36.0];
        mission.objects.push(placed(ground, PlacedKind::UNIT, &path, at, number as f32));
    }
    for number in 0..scenery {
        let (kind, path) = SCENERY[number % SCENERY.len()];
        let at = [25.0 + (number % 23) as f32 * 25.0, 28.0 + (number / 23) as f32 * 29.0];
        mission.objects.push(placed(ground, kind, path, at, number as f32));
    }
    for (number, object) in (0..).zip(mission.objects.iter_mut()) {
        object.logical_id = number;
        object.owner = if object.kind.is_owned() { number % 2 } else { -1 };
    }
    mission
}

fn placed(ground: &Ground, kind: PlacedKind, path: &str, at: [f32; 2], turn: f32) -> Object {
    let z = ground.height(at, &FaceFilter::default()).map_or(0.0, |footing| footing.z);
    let mut object = Object::new(kind, path.as_bytes());
    object.position = [at[0], at[1], z];
    object.turn = [0.0, 0.0, turn];
    object
}
