//! Missions of a game as large as the real one: as many of each thing as were counted there.

use ngi_formats::tma::{Clan, ClanKind, Lode, LodeKind, MissionBuf, PlacedKind, Route, Zone};

use super::{Site, clan_script, clan_tree};
use crate::scale::Scale;
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
    let mut site = Site::new(Scale::Real, place);
    let mut places = Places { next: 0, side: site.map.quads };
    site.mission.description = format!("Mission {}", place + 1).into_bytes();
    site.mission.map_word = u32::from(place < MAP_WORDS);
    for id in 0..share(ROUTES, place) {
        let points = [[8, 8], [20, 8], [20, 20], [8, 20]].map(|corner| site.at(corner)).to_vec();
        site.mission.routes.push(Route { id: i32::try_from(id).unwrap_or(0), points });
    }
    site.mission.clans = clans(&site, place);
    site.mission.relate(&[]);
    let enemy = i32::from(place < PLAYERS - FIRST_PLAYERS) + 1;
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
        let (position, found) = (site.at(places.take()), u32::from(place < FOUND_LODES));
        site.mission.lodes = vec![Lode { position, found, kind, amount: 50_000.0, unk_0x18: 0 }];
    }
    site.mission
}

/// Players first, then enemies, neutral ones and nature.
fn clans(site: &Site, place: usize) -> Vec<Clan> {
    let clan = |name: &str, kind: ClanKind, base: [usize; 2], minds: u32| {
        let mut clan = Clan::new(name.as_bytes(), kind);
        clan.head.base = site.base(base);
        clan.minds = minds;
        clan
    };
    let minds = if place == 0 { 17 } else { 10 };
    let mut all = vec![clan("Player", ClanKind::PLAYER, [12, 12], minds)];
    if place < PLAYERS - FIRST_PLAYERS {
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
    let enemy = usize::from(place < PLAYERS - FIRST_PLAYERS) + 1;
    for (number, script) in [(0, "pl"), (enemy, "en")] {
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
