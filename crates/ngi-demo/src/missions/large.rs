//! Missions of a game as large as the real one: as many of each thing as were counted there.

use ngi_formats::tma::{Clan, ClanKind, LodeKind, MissionBuf, PlacedKind, Zone};

use super::{Site, clan_script, clan_tree};
use crate::units;

/// How many there are.
pub const MISSIONS: usize = 29;

const ROUTES: usize = 34;
const BUILDINGS: usize = 167;
const UNITS: usize = 296;
const PLANTS: usize = 303;
const ROCKS: usize = 98;
const LODES: usize = 28;
const FOUND_LODES: usize = 17;
/// Lodes that say of what they are.
const ORE_LODES: usize = 25;
/// Units that start in a building.
const GUESTS: usize = 13;
const FIRST_PLAYERS: usize = MISSIONS;
const PLAYERS: usize = 37;
const ENEMIES: usize = 30;
const NEUTRALS: usize = 19;
const NATURES: usize = 15;
/// Enemies with more minds than most.
const STRONG_ENEMIES: usize = 4;
/// Missions whose word behind the land is 1.
const MAP_WORDS: usize = 7;

/// The part of so many that falls to a mission: all alike, the first ones one more.
fn share(all: usize, place: usize) -> usize {
    all / MISSIONS + usize::from(place < all % MISSIONS)
}

/// Points of the ground that no two things share: along rows, away from the rim.
struct Places {
    next: usize,
    side: usize,
}

impl Places {
    fn take(&mut self) -> [usize; 2] {
        let columns = (self.side - 16) / 2;
        let place = [8 + self.next % columns * 2, 8 + self.next / columns * 2];
        self.next += 1;
        place
    }
}

/// One of them by its place.
pub fn mission(place: usize) -> MissionBuf {
    let mut site = Site::new(place);
    let mut places = Places { next: 0, side: site.map.quads };
    site.mission.description = format!("Mission {}", place + 1).into_bytes();
    site.mission.map_word = u32::from(place < MAP_WORDS);
    site.mission.routes = (0..)
        .take(share(ROUTES, place))
        .map(|id| site.route(id, &[[8, 8], [20, 8], [20, 20], [8, 20]]))
        .collect();
    site.mission.clans = clans(&site, place);
    site.mission.relate(&[]);
    let enemy = i32::try_from(first_enemy(place)).unwrap_or(0);
    put_buildings(&mut site, &mut places, place, enemy);
    put_units(&mut site, &mut places, place, enemy);
    let scenery = [
        (PlacedKind::VEGETATION, &["s_tree_0_01", "s_tree_0_02", "s_bush_0_01"][..], PLANTS),
        (PlacedKind::ROCK, &["s_stone_0_01", "s_stone_0_02"], ROCKS),
    ];
    for (kind, names, all) in scenery {
        for (turn, name) in names.iter().cycle().take(share(all, place)).enumerate() {
            let at = places.take();
            site.put((kind, name, at, 1.0, turn % 16));
        }
    }
    if place < LODES {
        let kind = if place < ORE_LODES { LodeKind::ORE } else { LodeKind(0) };
        let lode = site.lode(places.take(), place < FOUND_LODES, kind);
        site.mission.lodes = vec![lode];
    }
    site.mission
}

/// Whether the player has another one beside.
fn has_ally(place: usize) -> bool {
    place < PLAYERS - FIRST_PLAYERS
}

/// Where the first enemy is among the clans.
fn first_enemy(place: usize) -> usize {
    1 + usize::from(has_ally(place))
}

/// Players first, then enemies, neutral ones and nature.
fn clans(site: &Site, place: usize) -> Vec<Clan> {
    let clan = |name: &str, kind: ClanKind, base: [usize; 2], minds: u32| Clan {
        minds,
        ..site.clan(name.as_bytes(), kind, base)
    };
    let minds = if place == 0 { 17 } else { 10 };
    let mut all = vec![clan("Player", ClanKind::PLAYER, [12, 12], minds)];
    if has_ally(place) {
        all.push(clan("Ally", ClanKind::PLAYER, [14, 30], 5));
    }
    let strength = if place < STRONG_ENEMIES { 12 } else { 5 };
    let enemies = ["Clan I", "Clan II"].into_iter().take(share(ENEMIES, place));
    all.extend(
        enemies
            .zip([strength, 5])
            .map(|(name, minds)| clan(name, ClanKind::ENEMY, [40, 40], minds)),
    );
    if place < NEUTRALS {
        all.push(clan("Neutral", ClanKind::NEUTRAL, [30, 12], 5));
    }
    if place < NATURES {
        let mut nature = clan("Natur", ClanKind::NATURE, [20, 20], 2);
        let center = site.at([20, 20]);
        nature.zones = vec![Zone { kind: 1, center, inner: 20.0, outer: 40.0 }];
        all.push(nature);
    }
    for (number, script) in [(0, "pl"), (first_enemy(place), "en")] {
        if let Some(clan) = all.get_mut(number) {
            clan.script = clan_script(place, script).into_bytes();
            clan.tree = clan_tree(place).into_bytes();
        }
    }
    all
}

fn put_buildings(site: &mut Site, places: &mut Places, place: usize, enemy: i32) {
    let names = ["MainTeleport_1", "Generator_1", "Mine_1", "Bunker_Small_1", "Storage_1"];
    for (at, name) in names.iter().cycle().take(share(BUILDINGS, place)).enumerate() {
        let owner = if at.is_multiple_of(2) { 0 } else { enemy };
        let path = format!("UNITS\\BUILDS\\{name}.dat");
        site.own(PlacedKind::BUILDING, &path, owner, places.take(), at % 16);
    }
}

fn put_units(site: &mut Site, places: &mut Places, place: usize, enemy: i32) {
    let first = UNITS / MISSIONS * place;
    for at in 0..share(UNITS, place) {
        // Enemies have few minds.
        let owner = if at < 4 { enemy } else { 0 };
        let path = units::designed(first + at).replace('/', "\\");
        site.own(PlacedKind::UNIT, &path, owner, places.take(), at % 16);
    }
    if place < GUESTS {
        site.inside(0, 2);
    }
}
