//! The missions of the small game: a camp by a lake, two clans in the snow, dusk over the lava.

use ngi_formats::tma::{ClanKind, LodeKind, MissionBuf, PlacedKind, Zone};

use super::{Scenery, Site, clan_script, clan_tree};

const PLANT: PlacedKind = PlacedKind::VEGETATION;
const ROCK: PlacedKind = PlacedKind::ROCK;

/// One of them by its place.
pub fn mission(place: usize) -> MissionBuf {
    match place {
        0 => by_the_lake(),
        1 => two_clans(),
        _ => dusk(),
    }
}

/// What stands in the valley.
const TREES: [Scenery; 14] = [
    (PLANT, "s_tree_0_01", [49, 25], 1.0, 0),
    (PLANT, "s_tree_0_02", [51, 27], 1.2, 3),
    (PLANT, "s_tree_0_03", [47, 24], 0.8, 5),
    (PLANT, "s_tree_0_01", [46, 21], 1.5, 7),
    (PLANT, "s_tree_0_02", [14, 66], 1.0, 1),
    (PLANT, "s_tree_0_03", [16, 68], 1.1, 2),
    (PLANT, "s_tree_0_01", [17, 65], 0.9, 6),
    (PLANT, "s_bush_0_01", [50, 26], 1.0, 0),
    (PLANT, "s_bush_0_01", [15, 64], 0.7, 4),
    (PLANT, "s_bush_0_01", [48, 24], 0.5, 2),
    (ROCK, "s_stone_0_01", [60, 26], 1.0, 0),
    (ROCK, "s_stone_0_02", [61, 27], 2.5, 3),
    (ROCK, "s_stone_0_03", [12, 70], 1.0, 6),
    (ROCK, "s_stone_0_01", [62, 25], 0.4, 1),
];

/// A summer's day in the valley: a camp by the road, without enemies.
fn by_the_lake() -> MissionBuf {
    let mut site = Site::new(0);
    site.mission.description = b"The trees by the lake".to_vec();
    let corners = [[48, 18], [58, 18], [58, 26], [48, 26]];
    site.mission.routes = vec![site.route(0, &corners)];
    let mut player = site.clan(b"Player", ClanKind::PLAYER, [55, 20]);
    player.script = clan_script(0, "pl").into_bytes();
    let mut enemy = site.clan(b"Clan I", ClanKind::ENEMY, [15, 70]);
    enemy.minds = 8;
    let mut nature = site.clan(b"Nature", ClanKind::NATURE, [55, 22]);
    nature.zones = vec![Zone { kind: 1, center: site.at([55, 22]), inner: 20.0, outer: 40.0 }];
    site.mission.clans = vec![player, enemy, nature];
    site.mission.relate(&[[0, 2]]);
    TREES.into_iter().for_each(|scenery| site.put(scenery));
    site.own(PlacedKind::UNIT, "UNITS\\UNITS\\scout.dat", 0, [56, 19], 4);
    name_last(&mut site, b"Scout");
    for (turn, (name, place)) in CAMP.iter().enumerate() {
        site.own(
            PlacedKind::BUILDING,
            &format!("UNITS\\BUILDS\\{name}.dat"),
            0,
            *place,
            turn * 4 % 16,
        );
    }
    site.own(PlacedKind::UNIT, "UNITS\\AUTO\\guard.dat", 0, [59, 17], 3);
    name_last(&mut site, b"Guard");
    site.scatter(5, &WOODS);
    site.mission.lodes =
        vec![site.lode([62, 24], true, LodeKind::ORE), site.lode([11, 71], false, LodeKind::ORE)];
    site.mission
}

/// The camp by the road in the valley.
const CAMP: [Building; 6] = [
    ("MainTeleport_1", [60, 19]),
    ("Generator_1", [54, 14]),
    ("Hangar_1", [64, 21]),
    ("Storage_1", [52, 21]),
    ("Tower_Medium_1", [57, 16]),
    ("Institute_1", [68, 25]),
];

/// Scenery of the valley: kinds, models and sizes.
const WOODS: [(PlacedKind, &str, f32); 6] = [
    (PLANT, "s_tree_0_01", 1.1),
    (PLANT, "s_tree_0_02", 1.2),
    (PLANT, "s_bush_0_01", 1.0),
    (PLANT, "s_tree_0_03", 1.0),
    (PLANT, "s_tree_0_01", 1.4),
    (ROCK, "s_stone_0_01", 0.8),
];
const FIRS: [(PlacedKind, &str, f32); 4] = [
    (PLANT, "s_tree_0_01", 1.1),
    (PLANT, "s_tree_0_01", 1.4),
    (ROCK, "s_stone_0_01", 1.0),
    (PLANT, "s_tree_0_01", 0.9),
];
const STONES: [(PlacedKind, &str, f32); 3] =
    [(ROCK, "s_stone_0_01", 1.2), (ROCK, "s_stone_0_02", 1.6), (ROCK, "s_stone_0_03", 0.9)];

/// Buildings of a clan: what, which step, on which point of the ground.
type Building = (&'static str, [usize; 2]);

const OUR_BUILDINGS: [Building; 5] = [
    ("MainTeleport_1", [70, 30]),
    ("Generator_1", [74, 30]),
    ("Mine_1", [70, 36]),
    ("Bunker_Small_1", [66, 34]),
    ("Tower_Medium_1", [74, 36]),
];

const THEIR_BUILDINGS: [Building; 4] = [
    ("MainTeleport_2", [20, 74]),
    ("Generator_2", [24, 74]),
    ("Plant_1", [20, 80]),
    ("Bunker_Medium_1", [24, 80]),
];

/// Two clans in winter, with buildings and robots, each with a script and the same research.
fn two_clans() -> MissionBuf {
    let mut site = Site::new(2);
    site.mission.description = b"Two clans in the snow".to_vec();
    let corners = [[64, 28], [76, 28], [76, 38], [64, 38]];
    site.mission.routes =
        vec![site.route(0, &corners), site.route(1, &[[18, 72], [26, 72], [22, 82]])];
    let mut player = site.clan(b"Player", ClanKind::PLAYER, [70, 33]);
    player.minds = 8;
    let enemy = site.clan(b"Clan I", ClanKind::ENEMY, [22, 77]);
    site.mission.clans = vec![player, enemy];
    for (clan, script) in site.mission.clans.iter_mut().zip(["pl", "en"]) {
        clan.script = clan_script(0, script).into_bytes();
        clan.tree = clan_tree(0).into_bytes();
    }
    site.mission.relate(&[]);
    for (owner, buildings) in [(0, &OUR_BUILDINGS[..]), (1, &THEIR_BUILDINGS)] {
        for (turn, (name, place)) in buildings.iter().enumerate() {
            let path = format!("UNITS\\BUILDS\\{name}.dat");
            site.own(PlacedKind::BUILDING, &path, owner, *place, turn * 4);
        }
    }
    site.own(PlacedKind::UNIT, "UNITS\\UNITS\\scout.dat", 0, [70, 33], 4);
    name_last(&mut site, b"Hero");
    // A turret guards the hall of the bunker, which is lower than a robot.
    site.own(PlacedKind::UNIT, "UNITS\\AUTO\\sentry.dat", 0, [66, 34], 4);
    name_last(&mut site, b"Sentry");
    site.inside(3, 2);
    for place in [[22, 76], [23, 77], [21, 78]] {
        site.own(PlacedKind::UNIT, "UNITS\\UNITS\\AI\\hunter.dat", 1, place, 12);
    }
    site.own(PlacedKind::UNIT, "UNITS\\AUTO\\guard.dat", 1, [25, 73], 10);
    TREES.into_iter().for_each(|scenery| site.put(scenery));
    site.own(PlacedKind::BUILDING, "UNITS\\BUILDS\\Hangar_1.dat", 0, [78, 33], 4);
    site.own(PlacedKind::BUILDING, "UNITS\\BUILDS\\Storage_1.dat", 0, [79, 38], 12);
    site.own(PlacedKind::UNIT, "UNITS\\AUTO\\guard.dat", 0, [73, 33], 6);
    name_last(&mut site, b"Watchman");
    site.scatter(5, &FIRS);
    site.mission.lodes =
        vec![site.lode([70, 36], true, LodeKind::ORE), site.lode([20, 80], true, LodeKind::ORE)];
    site.mission
}

/// The outpost in the crater.
const OUTPOST: [Building; 5] = [
    ("Plant_1", [37, 12]),
    ("Tower_Large_1", [34, 8]),
    ("Mine_1", [30, 10]),
    ("Generator_1", [38, 8]),
    ("MainTeleport_1", [33, 14]),
];

/// Dusk over the lava, with lamps, smoke and dust in the air.
fn dusk() -> MissionBuf {
    let mut site = Site::new(1);
    site.mission.description = b"Ashes over the crater".to_vec();
    site.mission.routes = vec![site.route(0, &[[28, 8], [36, 8], [36, 16], [28, 16]])];
    let player = site.clan(b"Player", ClanKind::PLAYER, [32, 10]);
    let neutral = site.clan(b"Neutral", ClanKind::NEUTRAL, [10, 50]);
    site.mission.clans = vec![player, neutral];
    site.mission.relate(&[[0, 1]]);
    for (place, turn) in [([30, 9], 1), ([41, 14], 6), ([12, 52], 3), ([44, 20], 0)] {
        site.put((ROCK, "s_stone_0_02", place, 2.0, turn));
    }
    site.own(PlacedKind::UNIT, "UNITS\\UNITS\\scout.dat", 0, [32, 12], 0);
    name_last(&mut site, b"Scout");
    site.own(PlacedKind::BUILDING, "UNITS\\BUILDS\\Storage_1.dat", 1, [10, 50], 0);
    for (turn, (name, place)) in OUTPOST.iter().enumerate() {
        site.own(
            PlacedKind::BUILDING,
            &format!("UNITS\\BUILDS\\{name}.dat"),
            0,
            *place,
            turn * 4 % 16,
        );
    }
    site.own(PlacedKind::UNIT, "UNITS\\AUTO\\guard.dat", 0, [35, 11], 14);
    name_last(&mut site, b"Guard");
    site.scatter(6, &STONES);
    site.mission
}

fn name_last(site: &mut Site, name: &[u8]) {
    if let Some(last) = site.mission.objects.last_mut() {
        last.name = name.to_vec();
    }
}
