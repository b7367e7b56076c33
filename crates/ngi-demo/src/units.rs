//! `UNITS/**.dat`: robots and buildings, put together from what the other archives have.

use ngi_formats::msh::Blueprint;
use ngi_formats::unit::{Part, PartClass, UnitBuf, UnitType};
use ngi_formats::{Error, Result, text};

use std::sync::OnceLock;

use crate::models;
use crate::scale::Scale;
use crate::shelves::SENTRY;

/// The walker, the turret and the guns that fit on them.
const WALKER: &str = "r_scout_0_01";
/// A lighter walker in the colours of the desert, and a heavier one.
const HUNTER: &str = "r_hunter_0_01";
const HEAVY: &str = "r_heavy_0_01";
const TURRET: &str = "t_turret_01";
const GUNS: [&str; 2] = ["g_gun_01", "g_gun_02"];

/// Buildings by the category they belong to: the record and what it is called.
const BUILDINGS: [(&str, &str, &str); 8] = [
    ("Tower", "f_tower_01", "Watch tower"),
    ("Generator", "f_generator_01", "Generator"),
    ("Mine", "f_mine_01", "Ore mine"),
    ("Plant", "f_plant_01", "Plant"),
    ("Storage", "f_storage_01", "Storage"),
    ("Hangar", "f_hangar_01", "Hangar"),
    ("Institute", "f_institute_01", "Institute"),
    ("MainTeleport", "f_teleport_01", "Teleport"),
];

/// A building of one part. In a game as large as the real one all of them are bunkers, of which
/// there are as many as were counted.
pub fn building(category: &str, unit_type: UnitType, scale: Scale) -> Result<Vec<u8>> {
    let known = BUILDINGS.iter().find(|(name, ..)| category.starts_with(name));
    let known = known.filter(|_| scale != Scale::Real);
    let (record, name) =
        known.map_or(("f_bunker_01", "Bunker"), |&(_, record, name)| (record, name));
    let part = Part::new(record.as_bytes(), PartClass::CHASSIS, -1)?.named(name.as_bytes())?;
    Ok(UnitBuf::new(unit_type, part).write())
}

/// The robots by path: one that missions place, one that a clan builds, one that a script lets
/// appear, and a turret that guards halls.
/// A game as large as the real one has scouts alone, of which there are as many as were counted.
pub fn robots(scale: Scale) -> Vec<(&'static str, Maker)> {
    if scale == Scale::Real {
        return vec![
            ("UNITS/UNITS/scout.dat", || robot(UnitType::HERO, "Разведчик", WALKER, 2)),
            ("UNITS/UNITS/AI/hunter.dat", || robot(UnitType::BATTLE, LONG, WALKER, 1)),
            ("UNITS/AUTO/guard.dat", || robot(UnitType::BATTLE, "Guard", WALKER, 0)),
        ];
    }
    vec![
        ("UNITS/UNITS/scout.dat", || robot(UnitType::HERO, "Scout", WALKER, 2)),
        ("UNITS/UNITS/AI/hunter.dat", || robot(UnitType::BATTLE, LONG, HUNTER, 1)),
        ("UNITS/AUTO/guard.dat", || robot(UnitType::BATTLE, "Guard", HEAVY, 0)),
        ("UNITS/AUTO/sentry.dat", sentry),
    ]
}

type Maker = fn() -> Result<Vec<u8>>;

/// A name that leaves no room for a NUL, as some of the game's second part.
const LONG: &str = "Hunter of the second ore company";

/// Designs of a game as large as the real one, which has so many units in all.
const UNITS: usize = 425;
/// Parts of all of them together.
const PARTS: usize = 5219;
/// The units that every game has, and their parts: buildings of one part, and the robots.
const OTHERS: [usize; 2] = [35, 46];

/// How many designs factories offer.
pub fn designs(scale: Scale) -> usize {
    scale.count(0, UNITS - OTHERS[0])
}

/// The path of a design.
pub fn designed(number: usize) -> String {
    format!("UNITS/UNITS/PREBLD/design_{number:03}.dat")
}

/// A design: a walker with a turret and many guns, so that all have as many parts as were counted.
pub fn design(number: usize) -> Result<Vec<u8>> {
    let [count, parts] = [UNITS - OTHERS[0], PARTS - OTHERS[1]];
    let parts = parts / count + usize::from(number < parts % count);
    robot_of(UnitType::BATTLE, &format!("Design {number}"), WALKER, [2, parts.saturating_sub(4)])
}

/// A turret with two guns, without a walker.
fn sentry() -> Result<Vec<u8>> {
    let turret = Part::new(SENTRY.as_bytes(), PartClass::CHASSIS, -1)?.named(b"Sentry")?;
    let mut unit = UnitBuf::new(UnitType::BATTLE, turret);
    for (socket, gun) in sockets()?.turret.into_iter().zip(GUNS) {
        unit.add(0, Part::new(gun.as_bytes(), PartClass::GUN, socket)?)?;
    }
    Ok(unit.write())
}

/// A walker with guns in its arms, and so many more on a turret.
fn robot(unit_type: UnitType, name: &str, chassis: &str, guns: usize) -> Result<Vec<u8>> {
    robot_of(unit_type, name, chassis, [2, guns])
}

/// A walker with so many guns in its arms, and so many on a turret; without any it has no turret.
fn robot_of(
    unit_type: UnitType,
    name: &str,
    chassis: &str,
    [arms, guns]: [usize; 2],
) -> Result<Vec<u8>> {
    let name = text::encode(name).ok_or_else(|| Error::usage("name", "not Windows-1251"))?;
    let Sockets { arms: hands, top, turret } = sockets()?;
    let chassis = Part::new(chassis.as_bytes(), PartClass::CHASSIS, -1)?.named(&name)?;
    let mut unit = UnitBuf::new(unit_type, chassis);
    let gun = |(socket, gun): (i32, &str)| Part::new(gun.as_bytes(), PartClass::GUN, socket);
    let pairs = |sockets: [i32; 2]| sockets.into_iter().zip(GUNS).cycle();
    for pair in pairs(hands).take(arms) {
        unit.add(0, gun(pair)?)?;
    }
    if guns > 0 {
        let top = unit.add(0, Part::new(TURRET.as_bytes(), PartClass::TURRET, top)?)?;
        for pair in pairs(turret).take(guns) {
            unit.add(top, gun(pair)?)?;
        }
    }
    Ok(unit.write())
}

/// The nodes that parts hang on.
#[derive(Clone, Copy)]
struct Sockets {
    /// In the arms of the walker.
    arms: [i32; 2],
    /// On top of it.
    top: i32,
    /// On the turret.
    turret: [i32; 2],
}

/// The sockets, looked up once: to make a model takes long.
fn sockets() -> Result<Sockets> {
    static KNOWN: OnceLock<Sockets> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(*known);
    }
    let walker = models::walker(WALKER, 1)?.plan;
    let turret = models::turret(TURRET, 1)?.plan;
    let guns = |plan| Ok::<_, Error>([socket(plan, "Base_gun_r")?, socket(plan, "Base_gun_l")?]);
    let found =
        Sockets { arms: guns(&walker)?, top: socket(&walker, "Base_tur")?, turret: guns(&turret)? };
    Ok(*KNOWN.get_or_init(|| found))
}

/// The node of a name.
fn socket(plan: &Blueprint, name: &str) -> Result<i32> {
    let node = plan.nodes.iter().position(|node| node.name == name.as_bytes());
    let node = node.and_then(|node| i32::try_from(node).ok());
    node.ok_or_else(|| Error::usage("attach", format!("there is no node {name}")))
}
