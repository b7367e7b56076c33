//! `UNITS/**.dat`: robots and buildings, put together from what the other archives have.

use ngi_formats::msh::Blueprint;
use ngi_formats::unit::{Part, PartClass, UnitBuf, UnitType};
use ngi_formats::{Error, Result, text};

use crate::models;

/// The walker, the turret and the guns that fit on them.
const WALKER: &str = "r_scout_0_01";
const TURRET: &str = "t_turret_01";
const GUNS: [&str; 2] = ["g_gun_01", "g_gun_02"];

/// A building of one part.
pub fn building(unit_type: UnitType) -> Result<Vec<u8>> {
    let part = Part::new(b"f_bunker_01", PartClass::CHASSIS, -1)?.named(b"bunker")?;
    Ok(UnitBuf::new(unit_type, part).write())
}

/// The robots by path: one that missions place, one that a clan builds, one that a script lets
/// appear.
pub fn robots() -> [(&'static str, Maker); 3] {
    [
        ("UNITS/UNITS/scout.dat", || robot(UnitType::HERO, "Разведчик", 2)),
        ("UNITS/UNITS/AI/hunter.dat", || robot(UnitType::BATTLE, LONG, 1)),
        ("UNITS/AUTO/guard.dat", || robot(UnitType::BATTLE, "Guard", 0)),
    ]
}

type Maker = fn() -> Result<Vec<u8>>;

/// A name that leaves no room for a NUL, as some of the game's second part.
const LONG: &str = "A hunter with a very long name..";

/// A walker with guns in its arms, and so many more on a turret.
fn robot(unit_type: UnitType, name: &str, guns: usize) -> Result<Vec<u8>> {
    let name = text::encode(name).ok_or_else(|| Error::usage("name", "not Windows-1251"))?;
    let walker = models::walker(WALKER, 1)?.plan;
    let chassis = Part::new(WALKER.as_bytes(), PartClass::CHASSIS, -1)?.named(&name)?;
    let mut unit = UnitBuf::new(unit_type, chassis);
    for (socket, gun) in ["Base_gun_r", "Base_gun_l"].into_iter().zip(GUNS) {
        unit.add(0, part(gun, PartClass::GUN, &walker, socket)?)?;
    }
    if guns > 0 {
        let turret = models::turret(TURRET, 1)?.plan;
        let top = unit.add(0, part(TURRET, PartClass::TURRET, &walker, "Base_tur")?)?;
        for (socket, gun) in ["Base_gun_r", "Base_gun_l"].into_iter().zip(GUNS).take(guns) {
            unit.add(top, part(gun, PartClass::GUN, &turret, socket)?)?;
        }
    }
    Ok(unit.write())
}

/// A part on the socket of a name.
fn part(object: &str, class: PartClass, below: &Blueprint, socket: &str) -> Result<Part> {
    let node = below.nodes.iter().position(|node| node.name == socket.as_bytes());
    let node = node.and_then(|node| i32::try_from(node).ok());
    let node = node.ok_or_else(|| Error::usage("attach", format!("there is no node {socket}")))?;
    Part::new(object.as_bytes(), class, node)
}
