//! `MISSIONS/Single.01/data.tma`: a mission in the valley. Scenery, clans without scripts, a route.

use ngi_formats::tma::{
    Clan, ClanKind, Lode, LodeKind, MissionBuf, Object, PlacedKind, Property, Route, Zone,
};

use crate::game::FilePlan;
use crate::maps::{self, Map};
use crate::paint::maths::number;

/// The folder of the mission.
const MISSION: &str = "MISSIONS/Single.01";
/// Half a turn, for which nobody here asks a sine.
const HALF_TURN: f32 = std::f32::consts::PI;

/// The files of the mission that are not its sky.
pub fn files() -> Vec<FilePlan> {
    vec![FilePlan::new(format!("{MISSION}/data.tma"), || mission().write())]
}

/// What stands in the valley: an object, on which point of the ground, how large, how far turned in
/// eighths of a half turn.
const SCENERY: [(PlacedKind, &str, [usize; 2], f32, usize); 14] = [
    (PlacedKind::VEGETATION, "s_tree_0_01", [52, 20], 1.0, 0),
    (PlacedKind::VEGETATION, "s_tree_0_02", [54, 21], 1.2, 3),
    (PlacedKind::VEGETATION, "s_tree_0_03", [53, 23], 0.8, 5),
    (PlacedKind::VEGETATION, "s_tree_0_01", [57, 22], 1.5, 7),
    (PlacedKind::VEGETATION, "s_tree_0_02", [14, 66], 1.0, 1),
    (PlacedKind::VEGETATION, "s_tree_0_03", [16, 68], 1.1, 2),
    (PlacedKind::VEGETATION, "s_tree_0_01", [17, 65], 0.9, 6),
    (PlacedKind::VEGETATION, "s_bush_0_01", [55, 24], 1.0, 0),
    (PlacedKind::VEGETATION, "s_bush_0_01", [15, 64], 0.7, 4),
    (PlacedKind::VEGETATION, "s_bush_0_01", [50, 22], 0.5, 2),
    (PlacedKind::ROCK, "s_stone_0_01", [60, 26], 1.0, 0),
    (PlacedKind::ROCK, "s_stone_0_02", [61, 27], 2.5, 3),
    (PlacedKind::ROCK, "s_stone_0_03", [12, 70], 1.0, 6),
    (PlacedKind::ROCK, "s_stone_0_01", [62, 25], 0.4, 1),
];

fn mission() -> MissionBuf {
    let ground = maps::plan(&Map::VALLEY);
    let at = |[x, y]: [usize; 2]| ground.position(x, y);
    let mut mission = MissionBuf::new(b"DATA\\MAPS\\VALLEY\\land");
    mission.description = b"The trees by the lake".to_vec();
    let corners = [[48, 18], [58, 18], [58, 26], [48, 26]];
    mission.routes = vec![Route { id: 0, points: corners.map(at).to_vec() }];
    mission.clans = clans(at([55, 22]));
    mission.relate(&[[0, 2]]);
    let object = |(kind, name, place, size, turn): (PlacedKind, &str, [usize; 2], f32, usize)| {
        let mut object = Object::new(kind, name.as_bytes());
        object.position = at(place);
        object.turn = [0.0, 0.0, number(turn) / 8.0 * HALF_TURN];
        object.scale = [size; 3];
        object.properties = vec![
            Property::float(b"Invulnerability", [0.0, 0.0, 1.0]),
            Property::float(b"Life state", [1.0, 0.0, 1.0]),
        ];
        object
    };
    mission.objects = SCENERY.into_iter().map(object).collect();
    let lode = |(place, found): ([usize; 2], u32)| Lode {
        position: at(place),
        found,
        kind: LodeKind::ORE,
        amount: 50_000.0,
        unk_0x18: 0,
    };
    mission.lodes = [([62, 24], 1), ([11, 71], 0)].into_iter().map(lode).collect();
    mission
}

/// The player, somebody against, and animals that graze around a place.
fn clans(center: [f32; 3]) -> Vec<Clan> {
    let mut player = Clan::new(b"Player", ClanKind::PLAYER);
    player.head.base = [440.0, 160.0];
    let mut enemy = Clan::new(b"Clan I", ClanKind::ENEMY);
    enemy.head.base = [120.0, 560.0];
    enemy.minds = 8;
    let mut nature = Clan::new(b"Natur", ClanKind::NATURE);
    nature.zones = vec![Zone { kind: 1, center, inner: 20.0, outer: 40.0 }];
    vec![player, enemy, nature]
}
