//! Small missions, alone and among the files they name.

use ngi_formats::landscape::GroundPlan;
use ngi_formats::objects::{ObjectKind, RecordBuf, Slot};
use ngi_formats::tma::{
    Clan, ClanKind, ClanVersion, Lode, LodeKind, MissionBuf, Object, ObjectVersion, PlacedKind,
    Property, Route, Zone,
};
use ngi_formats::unit::{Part, PartClass, UnitBuf, UnitType};
use ngi_formats::{Result, arealmap};

use super::samples::{Sample, archive, one, wear};

/// A file by name.
pub(super) type File = (String, Vec<u8>);

/// Missions that stand alone.
pub(super) fn samples() -> Result<Vec<Sample>> {
    let mut twins = mission();
    twins.clans = vec![Clan::new(b"Player", ClanKind::PLAYER); 2];
    twins.relate(&[]);
    twins.clans.iter_mut().for_each(|clan| clan.relations.truncate(1));
    let mut old_clans = mission();
    old_clans.clan_version = ClanVersion(5);
    old_clans.clans.iter_mut().for_each(|clan| clan.relations.clear());
    let old_objects = MissionBuf { object_version: ObjectVersion(9), ..mission() };
    Ok(vec![
        one("mission", "data.tma", mission().write()?),
        one("bad_mission_twins", "data.tma", twins.write()?),
        one("bad_mission_clans", "data.tma", old_clans.write()?),
        one("bad_mission_objects", "data.tma", old_objects.write()?),
    ])
}

/// Missions for a game; what they need is [`around`] them.
pub(super) fn in_game() -> Result<Vec<(&'static str, Vec<u8>)>> {
    let (mut script, mut tree) = (mission(), mission());
    script.clans.iter_mut().take(1).for_each(|clan| clan.script = b"lost".to_vec());
    tree.clans.iter_mut().take(1).for_each(|clan| clan.tree = b"lost.trf".to_vec());
    Ok(vec![
        ("game_mission", mission().write()?),
        ("bad_mission_script", script.write()?),
        ("bad_mission_tree", tree.write()?),
        ("bad_mission_sky", mission().write()?),
    ])
}

/// The land, the units and the objects of the missions.
pub(super) fn around() -> Result<Vec<File>> {
    let file = |name: &str, bytes: Vec<u8>| (name.to_owned(), bytes);
    let mut areals = arealmap::Plan::default();
    let side = 40.0;
    areals.add(&[[0.0, 0.0, 0.0], [side, 0.0, 0.0], [side, side, 0.0], [0.0, side, 0.0]]);
    let rows = wear(&["STONE"; 6], &[])?;
    Ok(vec![
        file("Land.msh", GroundPlan::flat([4, 4], [2, 2], 10.0).build()?.write()?),
        file("Land.map", areals.build()?.write_file()?),
        file("Land1.wea", rows.clone()),
        file("Land2.wea", rows),
        file("a.dat", unit(UnitType(0x8001_0000), b"one")?),
        file("b.dat", unit(UnitType(0x0102_0000), b"bot")?),
        file("objects.rlb", objects()?),
    ])
}

/// A unit of one part.
fn unit(kind: UnitType, object: &[u8]) -> Result<Vec<u8>> {
    Ok(UnitBuf::new(kind, Part::new(object, PartClass::CHASSIS, -1)?).write())
}

/// A building and a robot of the same model, which has two places in its hallways.
fn objects() -> Result<Vec<u8>> {
    let record = |count: usize| -> Result<Vec<u8>> {
        let mut slots =
            vec![Slot::new(b"bases.rlb", b"a.msh")?, Slot::new(b"bases.rlb", b"a.wea")?];
        slots.resize(count, Slot::default());
        Ok(RecordBuf::of(slots).write())
    };
    let kind = |kind: ObjectKind| kind.0.0.to_le_bytes();
    archive(&[
        (kind(ObjectKind::FORT), "one", [0, 0, 1], record(2)?),
        (kind(ObjectKind::BATTLE), "bot", [0, 0, 1], record(5)?),
    ])
}

/// Two clans and nature; a building, a guest in it, a plant, somebody else's unit.
fn mission() -> MissionBuf {
    let mut mission = MissionBuf::new(b"Land");
    mission.description = b"Sample\xcd\xcd".to_vec();
    let points = vec![[1.0, 1.0, 0.0], [9.0, 1.0, 0.0], [1.0, 9.0, 0.0]];
    mission.routes = vec![Route { id: 0, points }];
    let mut nature = Clan::new(b"Natur", ClanKind::NATURE);
    nature.zones = vec![Zone { kind: 1, center: [5.0, 5.0, 0.0], inner: 10.0, outer: 30.0 }];
    mission.clans =
        vec![Clan::new(b"Player", ClanKind::PLAYER), Clan::new(b"Clan I", ClanKind::ENEMY), nature];
    mission.relate(&[]);
    let object = |kind: PlacedKind, path: &[u8], owner: i32, logical_id: i32| Object {
        owner,
        logical_id,
        position: [5.0, 6.0, 0.0],
        ..Object::new(kind, path)
    };
    let mut house = object(PlacedKind::BUILDING, b"a.dat", 0, 7);
    house.properties = vec![
        Property::float(b"Life state", [1.0, 0.0, 1.0]),
        Property::whole(b"LogicalID", [7, 7, 7]),
        Property::whole(b"ClanID", [0, 0, -1]),
    ];
    let mut guest = object(PlacedKind::UNIT, b"b.dat", 0, 8);
    guest.name = b"Hero".to_vec();
    (guest.host, guest.host_vertex) = (7, 1);
    mission.objects = vec![
        house,
        guest,
        object(PlacedKind::VEGETATION, b"one", -1, -1),
        object(PlacedKind::UNIT, b"b.dat", 1, 9),
    ];
    let kind = LodeKind::ORE;
    mission.lodes =
        vec![Lode { position: [3.0, 3.0, 0.0], found: 1, kind, amount: 1e4, unk_0x18: 0 }];
    mission
}
