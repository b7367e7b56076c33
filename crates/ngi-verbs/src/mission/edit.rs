//! Changes of missions as fields that `ngi set` takes: an object moved, added, taken out.
//!
//! Whoever changes a mission this way, a window or a script, gets the bytes that the same fields at
//! the command line give.

use ngi_formats::tma::{
    self, Clan, ClanKind, Lode, Mission, MissionBuf, Object, PlacedKind, Property, Route,
};
use ngi_formats::unit::UnitType;

use crate::Result;
use crate::document::write::Part;
use crate::json;

/// Fields with their values, in the order in which they are set.
pub type Fields = Vec<(String, String)>;

/// A list of floats as a value.
fn floats(values: &[f32]) -> String {
    let values: Vec<String> = values.iter().map(|value| json::float(*value).to_string()).collect();
    format!("[{}]", values.join(","))
}

/// An object somewhere else.
pub fn moved(object: usize, position: [f32; 3]) -> Fields {
    vec![(format!("objects[{object}].position"), floats(&position))]
}

/// An object turned otherwise about the vertical, in radians; its other turns stay.
pub fn turned(mission: &Mission<'_>, object: usize, angle: f32) -> Fields {
    let turn = mission.objects().nth(object).map_or([0.0; 3], |object| object.placement.turn);
    let [x, y, _] = turn;
    vec![(format!("objects[{object}].turn"), floats(&[x, y, angle]))]
}

/// An object of another size. Only scenery has one.
pub fn scaled(object: usize, scale: f32) -> Fields {
    vec![(format!("objects[{object}].scale"), floats(&[scale; 3]))]
}

/// An object of another clan, counted from 0; its property follows.
pub fn given_to(object: usize, clan: i32) -> Fields {
    vec![(format!("objects[{object}].owner"), clan.to_string())]
}

/// A unit that starts in a building: known by its logical id, at a place of its hallways.
pub fn hosted(guest: usize, host: i32, place: i32) -> Fields {
    let field = |name: &str, value: i32| (format!("objects[{guest}].{name}"), value.to_string());
    vec![field("host", host), field("host_vertex", place)]
}

/// A unit that starts where its own place is, and in no building.
pub fn unhosted(guest: usize) -> Fields {
    hosted(guest, -1, -1)
}

/// A mission without an object.
pub fn without(object: usize) -> Fields {
    vec![(format!("objects[{object}]"), "-".to_owned())]
}

/// A mission with one more object, the last.
pub fn with(mission: &Mission<'_>, object: &Object) -> Result<Fields> {
    // A document of nothing else says how the object is written in one of these versions.
    let alone = MissionBuf {
        clan_version: mission.clan_version(),
        object_version: mission.object_version(),
        objects: vec![object.clone()],
        ..MissionBuf::new(b"")
    };
    added(&alone, "objects")
}

/// A mission with one more polygon that scripts ask about; its number is the next.
pub fn with_route(mission: &Mission<'_>, points: Vec<[f32; 3]>) -> Result<Fields> {
    let id = i32::try_from(mission.routes().count()).unwrap_or(-1);
    let alone = MissionBuf { routes: vec![Route { id, points }], ..MissionBuf::new(b"") };
    added(&alone, "routes")
}

/// A mission with one more lode of minerals.
pub fn with_lode(lode: Lode) -> Result<Fields> {
    added(&MissionBuf { lodes: vec![lode], ..MissionBuf::new(b"") }, "lodes")
}

/// The first of a list of a mission, added to that list of another.
pub(super) fn added(alone: &MissionBuf, list: &str) -> Result<Fields> {
    let bytes = alone.write()?;
    let tree = tma::tree(&Mission::read(&bytes)?);
    let first = format!("{list}[0]");
    let found = tree.find(&first);
    let lost = |_| crate::Error::Usage(format!("{list}: this version has none"));
    let said = json::line(&Part(&found.map_err(lost)?.node))?;
    Ok(vec![(format!("{list}[+]"), said)])
}

/// A copy of an object somewhere else, with a number of its own.
pub fn copied(mission: &Mission<'_>, object: usize, position: [f32; 3]) -> Option<Object> {
    let all = MissionBuf::of(mission);
    let own = all.objects.get(object)?;
    let id = own_id(&all, own.kind);
    let mut copy = renamed(&all, own, own.owner, id);
    copy.position = position;
    // Who starts in a building starts there alone.
    (copy.host, copy.host_vertex) = (-1, -1);
    Some(copy)
}

/// What a new object is.
#[derive(Debug, Clone, PartialEq)]
pub struct New<'n> {
    /// Building, unit, vegetation or rock.
    pub kind: PlacedKind,
    /// The file below `UNITS`, or the name of the record.
    pub path: &'n [u8],
    /// What the unit is to the game, for what comes from a file.
    pub unit_type: Option<UnitType>,
    /// Whose it is; scenery is nobody's.
    pub owner: i32,
    /// Where it stands.
    pub position: [f32; 3],
}

/// A new object. Its properties are those of one like it, as far as the mission has one: of the
/// same path, else of the same kind; else those that all objects of the game have.
pub fn made(mission: &Mission<'_>, new: &New<'_>) -> Object {
    let all = MissionBuf::of(mission);
    let like = all.objects.iter().find(|it| it.kind == new.kind && same(&it.path, new.path));
    let like = like.or_else(|| all.objects.iter().find(|it| it.kind == new.kind));
    let owner = if new.kind.is_owned() { new.owner } else { -1 };
    let id = own_id(&all, new.kind);
    let like = like.cloned().unwrap_or_else(|| first_of_its_kind(new));
    let mut object = Object {
        path: new.path.to_vec(),
        position: new.position,
        properties: renamed(&all, &like, owner, id).properties,
        owner,
        logical_id: id,
        ..Object::new(new.kind, new.path)
    };
    if let (Some(unit_type), Some(property)) = (new.unit_type, object.property_mut(b"Type")) {
        let word = unit_type.0.cast_signed();
        *property = Property::whole(&property.name.clone(), [word; 3]);
    }
    // It is new, and whole.
    if let Some(property) = object.property_mut(b"Life state") {
        *property = Property::float(&property.name.clone(), [1.0, 0.0, 1.0]);
    }
    object
}

/// An object with the properties that all of the game have, and the numbers that the owned ones
/// repeat.
fn first_of_its_kind(new: &New<'_>) -> Object {
    let mut object = Object::new(new.kind, new.path);
    object.properties = vec![
        Property::float(b"Invulnerability", [0.0, 0.0, 1.0]),
        Property::float(b"Life state", [1.0, 0.0, 1.0]),
    ];
    if new.kind.is_owned() {
        let none = [-1; 3];
        object.properties.push(Property::whole(b"LogicalID", none));
        object.properties.push(Property::whole(b"ClanID", [-1, 0, -1]));
        object.properties.push(Property::whole(b"Type", [0; 3]));
    }
    object
}

/// The next number that no object is known by; scenery has none.
fn own_id(mission: &MissionBuf, kind: PlacedKind) -> i32 {
    if !kind.is_owned() {
        return -1;
    }
    let known = mission.objects.iter().map(|object| object.logical_id).max();
    known.map_or(0, |known| known.saturating_add(1).max(0))
}

/// An object of another owner and number, its properties brought in line.
fn renamed(mission: &MissionBuf, object: &Object, owner: i32, logical_id: i32) -> Object {
    let alone = |object: Object| MissionBuf {
        clan_version: mission.clan_version,
        object_version: mission.object_version,
        objects: vec![object],
        ..MissionBuf::new(b"")
    };
    let before = alone(object.clone());
    let mut after = alone(Object { owner, logical_id, ..object.clone() });
    after.follow(&before);
    after.objects.pop().unwrap_or_else(|| object.clone())
}

fn same(a: &[u8], b: &[u8]) -> bool {
    ngi_formats::text::same(a, b)
}

/// An empty mission on a land, with the clans of another one: their scripts and trees are there.
/// Without one there are a player and an enemy without scripts. Bases are at a point.
pub fn blank(land: &[u8], like: Option<&Mission<'_>>, title: &[u8], base: [f32; 2]) -> MissionBuf {
    let mut mission = MissionBuf::new(land);
    mission.description = title.to_vec();
    match like.map(MissionBuf::of) {
        Some(like) => {
            (mission.map_word, mission.clans) = (like.map_word, like.clans);
        }
        None => {
            mission.clans =
                vec![Clan::new(b"Player", ClanKind::PLAYER), Clan::new(b"Clan I", ClanKind::ENEMY)];
            mission.relate(&[]);
        }
    }
    for clan in &mut mission.clans {
        clan.head.base = base;
        clan.zones.clear();
    }
    mission
}
