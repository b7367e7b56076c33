//! `MISSIONS/**/data.tma`: what stands on the maps. Three missions that are told by hand, and as
//! many as the real game has where a game shall be as large as that.

mod large;
mod told;

use ngi_formats::tma::{
    Clan, ClanKind, Lode, LodeKind, MissionBuf, Object, PlacedKind, Property, Route,
};

use crate::game::{self, FilePlan};
use crate::maps::Map;
use crate::paint::maths::{number, number as number_of};
use crate::paint::noise::random;
use crate::scale::Scale;

/// Half a turn, for which nobody here asks a sine.
const HALF_TURN: f32 = std::f32::consts::PI;

/// Missions of the small game, each with a story of its own.
pub const TOLD: usize = 3;

/// How many missions there are.
pub fn count(scale: Scale) -> usize {
    match scale {
        Scale::Times(_) => TOLD,
        Scale::Real => large::MISSIONS,
    }
}

/// The folder of a mission.
pub fn folder(place: usize) -> String {
    format!("MISSIONS/Single.{:02}", place + 1)
}

/// Where scripts are, in the words of a mission.
const SCRIPTS: &str = "MISSIONS\\SCRIPTS";

/// The path that a mission names a clan's script by, which has no suffix. The first missions share
/// theirs.
fn clan_script(place: usize, clan: &str) -> String {
    format!("{SCRIPTS}\\{}", script_name(place, clan))
}

/// What a clan's script is called.
pub fn script_name(place: usize, clan: &str) -> String {
    match place {
        0 => format!("demo_{clan}"),
        _ => format!("demo_{place:02}_{clan}"),
    }
}

/// The path of the research of a mission's clans.
fn clan_tree(place: usize) -> String {
    format!("{SCRIPTS}\\{}", tree_name(place))
}

/// What the research of a mission's clans is called.
pub fn tree_name(place: usize) -> String {
    match place {
        0 => "demo.trf".to_owned(),
        _ => format!("demo_{place:02}.trf"),
    }
}

/// The map of a told mission.
pub fn map_of(place: usize) -> Map {
    game::map([0, 2, 1].get(place).copied().unwrap_or(0)).1
}

/// The missions themselves.
pub fn files(scale: Scale) -> Vec<FilePlan> {
    let plan = |place: usize| {
        FilePlan::new(format!("{}/data.tma", folder(place)), move || match scale {
            Scale::Times(_) => told::mission(place).write(),
            Scale::Real => large::mission(place).write(),
        })
    };
    (0..count(scale)).map(plan).collect()
}

/// A mission while it is put together: where things stand is told by the points of its ground.
struct Site {
    map: Map,
    mission: MissionBuf,
}

/// Something of the scenery: what, on which point of the ground, how large, how far turned in
/// eighths of a half turn.
type Scenery = (PlacedKind, &'static str, [usize; 2], f32, usize);

impl Site {
    /// An empty one on a map of the game.
    fn new(map: usize) -> Self {
        let (name, map) = game::map(map);
        Self { map, mission: MissionBuf::new(format!("DATA\\MAPS\\{name}\\land").as_bytes()) }
    }

    /// Scatters plants and stones over the map, where it is neither wet, steep nor a road: from one
    /// square of so many quads to the next, some of the kinds in turn.
    fn scatter(&mut self, step: usize, kinds: &[(PlacedKind, &'static str, f32)]) {
        let side = self.map.quads;
        let columns = (side - 8) / step;
        for number in 0..columns * columns {
            let at = |channel: u32| random(whole(number), 3, self.map.seed + 40 + channel);
            let quad = |place: usize, channel: u32| {
                number_of(4 + place * step) + at(channel) * number_of(step)
            };
            let [x, y] = [quad(number % columns, 0), quad(number / columns, 1)];
            if at(2) > 0.62 || !self.map.is_open([x, y]) {
                continue;
            }
            let Some(&(kind, name, size)) = kinds.get(number % kinds.len().max(1)) else {
                continue;
            };
            let position = self.map.place([x, y]);
            let taken = self.mission.objects.iter().any(|other| {
                let [ox, oy, _] = other.position;
                let near = if other.kind == PlacedKind::BUILDING { 24.0 } else { 5.0 };
                (ox - position[0]).abs() < near && (oy - position[1]).abs() < near
            });
            if !taken {
                self.put((kind, name, [0, 0], size * (0.75 + at(3) * 0.6), number % 16));
                if let Some(last) = self.mission.objects.last_mut() {
                    last.position = position;
                }
            }
        }
    }

    fn at(&self, point: [usize; 2]) -> [f32; 3] {
        self.map.point(point)
    }

    /// A clan that has its base at a point.
    fn clan(&self, name: &[u8], kind: ClanKind, base: [usize; 2]) -> Clan {
        let mut clan = Clan::new(name, kind);
        let [x, y, _] = self.at(base);
        clan.head.base = [x, y];
        clan
    }

    /// What lies in the ground at a point.
    fn lode(&self, place: [usize; 2], found: bool, kind: LodeKind) -> Lode {
        let position = self.at(place);
        Lode { position, found: found.into(), kind, amount: 50_000.0, unk_0x18: 0 }
    }

    fn route(&self, id: i32, corners: &[[usize; 2]]) -> Route {
        Route { id, points: corners.iter().map(|corner| self.at(*corner)).collect() }
    }

    fn put(&mut self, (kind, name, place, size, turn): Scenery) {
        let mut object = Object::new(kind, name.as_bytes());
        object.position = self.at(place);
        object.turn = [0.0, 0.0, eighths(turn)];
        object.scale = [size; 3];
        object.properties = whole_and_vulnerable();
        self.mission.objects.push(object);
    }

    /// A building or unit of a clan; its number tells it from the others.
    fn own(&mut self, kind: PlacedKind, path: &str, owner: i32, place: [usize; 2], turn: usize) {
        let id = i32::try_from(self.mission.objects.len()).unwrap_or(0);
        let mut object = Object::new(kind, path.as_bytes());
        (object.owner, object.logical_id) = (owner, id);
        object.position = self.at(place);
        object.turn = [0.0, 0.0, eighths(turn)];
        object.properties = whole_and_vulnerable();
        object.properties.extend([
            Property::whole(b"LogicalID", [id, id, id]),
            Property::whole(b"ClanID", [owner, 0, -1]),
        ]);
        self.mission.objects.push(object);
    }

    /// Lets the last unit start in a building, at a place of its hallways.
    fn inside(&mut self, host: usize, vertex: i32) {
        let id = self.mission.objects.get(host).map_or(-1, |host| host.logical_id);
        if let Some(guest) = self.mission.objects.last_mut() {
            (guest.host, guest.host_vertex) = (id, vertex);
        }
    }
}

/// A count as something that chance is asked with.
fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(0)
}

fn eighths(turn: usize) -> f32 {
    number(turn) / 8.0 * HALF_TURN
}

fn whole_and_vulnerable() -> Vec<Property> {
    vec![
        Property::float(b"Invulnerability", [0.0, 0.0, 1.0]),
        Property::float(b"Life state", [1.0, 0.0, 1.0]),
    ]
}
