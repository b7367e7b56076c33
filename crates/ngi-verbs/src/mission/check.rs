//! A mission among the files of the game.

use std::collections::HashMap;

use ngi_formats::geometry::Aabb;
use ngi_formats::landscape::Landscape;
use ngi_formats::tma::{Mission, ObjectRef, PlacedKind};
use ngi_formats::unit::Unit;
use ngi_formats::{Findings, Mode, kinds, text};

use super::{LAND_FILES, slashes};
use crate::surroundings::{Found, Game, OBJECTS, Surroundings, subject_of};

ngi_formats::rules! {
    LAND_MISSING = error(
        "tma.land.missing",
        "The four files of the land are in the game folder."
    ) of ["land"];
    SCRIPT_MISSING = error(
        "tma.script.missing",
        "The script of a clan is in the game folder: .scr, .fml, and .var or a varset.var beside it."
    ) of ["clans[].script"];
    TREE_MISSING = error(
        "tma.tree.missing",
        "The research tree of a clan is in the game folder."
    ) of ["clans[].tree"];
    SKY_MISSING = warning("tma.sky.missing", "The files sky.ske and sky.wea are beside a mission.");
    UNIT_MISSING = error(
        "tma.unit.missing",
        "The file of a building or unit is in the game folder."
    ) of ["objects[].path"]
        game "The object is missing when the mission is played (a guess).";
    UNIT_TYPE = warning(
        "tma.unit.type",
        "The file of a building describes a building, and the file of a unit does not."
    ) of ["objects[].path"];
    SCENERY_MISSING = error(
        "tma.scenery.missing",
        "A plant or stone is an object of objects.rlb."
    ) of ["objects[].path"];
    OUTSIDE = warning(
        "tma.object.outside",
        "Objects are inside the map."
    ) of ["objects[].position"];
    HOST_VERTEX = error(
        "tma.host.vertex",
        "The place at which a unit starts is in the hallways of its host."
    ) of ["objects[].host_vertex"];
}

/// The sky of a mission, beside it.
pub(super) const SKY: &str = "sky.ske";
/// What the sky wears.
pub(super) const SKY_WEAR: &str = "sky.wea";
/// The variables of all scripts that have none of their own.
const SHARED_VARIABLES: &str = "varset.var";

/// Holds a mission against the game it is in.
pub(super) fn check(
    mission: &Mission<'_>,
    game: &Game,
    around: &Surroundings,
    findings: &mut Findings,
) {
    check_land(mission, game, findings);
    check_clans(mission, game, findings);
    for name in [SKY, SKY_WEAR] {
        if around.sibling(name).is_none() {
            findings.at(&SKY_MISSING, "", || format!("there is no {name} beside it"));
        }
    }
    check_objects(mission, game, around, findings);
}

fn check_land(mission: &Mission<'_>, game: &Game, findings: &mut Findings) {
    let land = slashes(mission.land());
    for suffix in LAND_FILES {
        if game.file(&format!("{land}{suffix}")).is_none() {
            let message = || format!("{land}{suffix} is not in the game folder");
            findings.at(&LAND_MISSING, "land", message);
        }
    }
}

fn check_clans(mission: &Mission<'_>, game: &Game, findings: &mut Findings) {
    for (index, clan) in mission.clans().enumerate() {
        if let Some(script) = clan.script.filter(|script| !script.is_empty()).map(slashes) {
            let folder = script.rsplit_once('/').map_or("", |(folder, _)| folder);
            let shared = format!("{folder}/{SHARED_VARIABLES}");
            let is_there = |path: &str| game.file(path).is_some();
            let lacks = |suffix: &str| !is_there(&format!("{script}{suffix}"));
            let mut missing: Vec<&str> =
                [".scr", ".fml"].into_iter().filter(|suffix| lacks(suffix)).collect();
            if lacks(".var") && !is_there(shared.trim_start_matches('/')) {
                missing.push(".var");
            }
            for suffix in missing {
                let message = || format!("{script}{suffix} is not in the game folder");
                findings.at(&SCRIPT_MISSING, format_args!("clans[{index}].script"), message);
            }
        }
        let tree = clan.tree.filter(|tree| !tree.is_empty()).map(slashes);
        if let Some(tree) = tree.filter(|tree| game.file(tree).is_none()) {
            let path = format_args!("clans[{index}].tree");
            findings.at(&TREE_MISSING, path, || format!("{tree} is not in the game folder"));
        }
    }
}

/// What of a unit's file counts here.
#[derive(Clone)]
struct Placed {
    is_building: bool,
    /// The object of `objects.rlb` that the unit is put together around.
    root: Vec<u8>,
}

/// What a unit's path leads to.
#[derive(Clone)]
enum UnitFile {
    /// Nothing.
    Missing,
    /// A file that is no unit: what is wrong with it is said where it is checked.
    Other,
    /// A unit.
    Unit(Placed),
}

impl UnitFile {
    fn open(path: &[u8], game: &Game) -> Self {
        match game.file(&slashes(path)).and_then(Found::of) {
            Some(found) => Placed::read(&found.bytes).map_or(Self::Other, Self::Unit),
            None => Self::Missing,
        }
    }
}

impl Placed {
    fn read(bytes: &[u8]) -> Option<Self> {
        let unit = Unit::read(bytes).ok()?;
        let root = unit.part(0)?.member.name().to_vec();
        Some(Self { is_building: unit.head().unit_type.is_building(), root })
    }
}

/// What objects are looked up in, each opened when somebody asks.
struct LookUp<'g> {
    game: &'g Game,
    /// Units by path.
    units: HashMap<Vec<u8>, UnitFile>,
    /// Places in the hallways of buildings, by path.
    halls: HashMap<Vec<u8>, Option<usize>>,
}

impl LookUp<'_> {
    /// The unit of a path.
    fn unit(&mut self, path: &[u8]) -> UnitFile {
        let game = self.game;
        let open = || UnitFile::open(path, game);
        self.units.entry(path.to_ascii_lowercase()).or_insert_with(open).clone()
    }

    /// How many places the hallways of a building have; `None` where its model is not found.
    fn hall_places(&mut self, path: &[u8]) -> Option<usize> {
        let key = path.to_ascii_lowercase();
        if let Some(known) = self.halls.get(&key) {
            return *known;
        }
        let places = match self.unit(path) {
            UnitFile::Unit(unit) => self.places_of(&unit.root),
            UnitFile::Missing | UnitFile::Other => None,
        };
        self.halls.insert(key, places);
        places
    }

    fn places_of(&self, object: &[u8]) -> Option<usize> {
        self.game.registry()?.object(self.game, object)?.hall_places()
    }
}

fn check_objects(
    mission: &Mission<'_>,
    game: &Game,
    around: &Surroundings,
    findings: &mut Findings,
) {
    let mut look_up = LookUp { game, units: HashMap::new(), halls: HashMap::new() };
    let extent = extent_of(mission, game);
    let has_objects = around.has_library(OBJECTS);
    for (index, object) in mission.objects().enumerate() {
        let kind = object.head.kind;
        if kind.is_owned() {
            check_unit(index, &object, &mut look_up, findings);
        } else if kind.is_scenery() && has_objects {
            let name = text::decode(object.path);
            let object = around.entry(OBJECTS, &name);
            if !object.is_some_and(|found| kinds::OBJECT.is(&subject_of(&found).clue())) {
                let path = format_args!("objects[{index}].path");
                findings.at(&SCENERY_MISSING, path, || format!("no object is \"{name}\""));
            }
        }
        let [x, y, _] = object.placement.position;
        if let Some([x1, y1, x2, y2]) = extent
            && (x < x1 || x > x2 || y < y1 || y > y2)
        {
            let path = format_args!("objects[{index}].position");
            findings.at(&OUTSIDE, path, || {
                format!("{x}, {y}, but the map reaches from {x1}, {y1} to {x2}, {y2}")
            });
        }
    }
    check_hosts(mission, &mut look_up, findings);
}

fn check_unit(
    index: usize,
    object: &ObjectRef<'_>,
    look_up: &mut LookUp<'_>,
    findings: &mut Findings,
) {
    let path = format_args!("objects[{index}].path");
    let shown = || text::decode(object.path);
    match look_up.unit(object.path) {
        UnitFile::Missing => {
            let message = || format!("{} is not in the game folder", shown());
            findings.at(&UNIT_MISSING, path, message);
        }
        UnitFile::Unit(unit) if unit.is_building != (object.head.kind == PlacedKind::BUILDING) => {
            let what = if unit.is_building { "a building" } else { "no building" };
            findings.at(&UNIT_TYPE, path, || format!("{} is {what}", shown()));
        }
        UnitFile::Unit(_) | UnitFile::Other => {}
    }
}

/// The corners of the map, seen from above; `None` where there is no land that can be read.
fn extent_of(mission: &Mission<'_>, game: &Game) -> Option<[f32; 4]> {
    let land = Found::of(game.file(&format!("{}{}", slashes(mission.land()), LAND_FILES[0]))?)?;
    let mut broken = Findings::new(Mode::Tolerant, false);
    let land = Landscape::read_tolerant(&land.bytes, &mut broken).ok()?;
    let Aabb { min: [x1, y1, _], max: [x2, y2, _] } = land.header.aabb();
    [x1, y1, x2, y2].iter().all(|side| side.is_finite()).then_some([x1, y1, x2, y2])
}

/// Places of guests in the hallways of their hosts.
fn check_hosts(mission: &Mission<'_>, look_up: &mut LookUp<'_>, findings: &mut Findings) {
    let is_guest = |object: &ObjectRef<'_>| {
        object.host.is_some_and(|host| host.host != -1 && host.host_vertex != -1)
    };
    if !mission.objects().any(|object| is_guest(&object)) {
        return;
    }
    let buildings: HashMap<i32, &[u8]> = mission
        .objects()
        .filter(|object| object.head.kind == PlacedKind::BUILDING)
        .filter_map(|object| Some((object.logical_id?, object.path)))
        .collect();
    for (index, object) in mission.objects().enumerate().filter(|(_, object)| is_guest(object)) {
        let Some(host) = object.host else { continue };
        let path = buildings.get(&host.host);
        let Some(places) = path.and_then(|path| look_up.hall_places(path)) else { continue };
        if usize::try_from(host.host_vertex).ok().is_none_or(|place| place >= places) {
            let path = format_args!("objects[{index}].host_vertex");
            findings.at(&HOST_VERTEX, path, || {
                format!("place {}, but its host has {places}", host.host_vertex)
            });
        }
    }
}
