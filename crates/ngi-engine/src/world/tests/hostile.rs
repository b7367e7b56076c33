//! Missions that are broken in every way: what is left is there, the rest is listed.

use ngi_formats::tma::{MissionBuf, Object, PlacedKind, Property};
use ngi_formats::unit::{Part, PartClass, UnitBuf, UnitType};
use ngi_vfs::Vfs;

use super::samples::{
    archive, base_of, files, files_with_base, game, mission, placed, record, world,
};
use crate::model::triangles::Filter;
use crate::model::{Ray, Sides};
use crate::resolve::Game;
use crate::world::{World, WorldError};

fn lines(world: &World) -> Vec<String> {
    world.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_missing_is_listed_and_the_rest_is_there() {
    let at = [50.0, 50.0, 5.0];
    let mut odd = placed(PlacedKind(9), "tree", at, 0.0);
    odd.name = b"Odd".to_vec();
    let world = world(vec![
        placed(PlacedKind::UNIT, "UNITS\\gone.dat", at, 0.0),
        placed(PlacedKind::ROCK, "no_such_stone", at, 0.0),
        placed(PlacedKind::UNIT, "UNITS\\walker.dat", at, 0.0),
        placed(PlacedKind::UNIT, "UNITS\\gone.dat", at, 0.0),
        odd,
    ]);
    let told = lines(&world);
    assert_eq!(told.iter().filter(|line| line.contains("gone.dat")).count(), 1, "{told:?}");
    assert!(told.contains(&"object 0 > unit UNITS\\gone.dat: is not there".to_owned()), "{told:?}");
    assert!(told.contains(&"object 1 > object no_such_stone: is not there".to_owned()), "{told:?}");
    assert!(told.contains(&"1 objects are of no kind that is known".to_owned()), "{told:?}");
    assert_eq!(world.objects[2].assembly.drawn().count(), 3);
    assert_eq!(world.created().count(), 4);
}

#[test]
fn sockets_that_are_not_there() {
    let part = |name: &str, attach| Part::new(name.as_bytes(), PartClass::GUN, attach).unwrap();
    let mut unit = UnitBuf::new(UnitType::BATTLE, part("chassis", -1));
    unit.add(0, part("gun", 99)).unwrap();
    unit.add(0, part("gun", -5)).unwrap();
    let inside = unit.add(0, part("engine", 0)).unwrap();
    unit.add(inside, part("gun", 1)).unwrap();
    unit.add(0, part("gun", 1)).unwrap();
    let mission = mission(vec![placed(PlacedKind::UNIT, "UNITS\\odd.dat", [9.0; 3], 0.0)]);
    let root = files().with("MISSIONS/M/data.tma", mission.write().unwrap()).unwrap();
    let root = root.with("UNITS/odd.dat", unit.write()).unwrap();
    let world = World::load(&Game::new(Vfs::in_memory(root)), "MISSIONS/M").unwrap();
    let told = lines(&world);
    for (part, node) in [(1, 99), (2, -5), (4, 1)] {
        let line = format!(
            "object 0 > unit UNITS\\odd.dat > part {part}: hangs on node {node}, which what it \
             hangs on does not have"
        );
        assert!(told.contains(&line), "{line}: {told:?}");
    }
    let drawn: Vec<usize> = world.objects[0].assembly.drawn().map(|(part, ..)| part).collect();
    assert_eq!(drawn, [0, 5]);
}

#[test]
fn objects_at_infinity_are_not_there() {
    let object = |position, turn| placed(PlacedKind::VEGETATION, "tree", position, turn);
    let mut flat = object([9.0; 3], 0.0);
    flat.scale = [1.0, 0.0, 1.0];
    let mut torn = object([9.0; 3], 0.0);
    torn.scale = [f32::NAN; 3];
    let world = world(vec![
        object([f32::INFINITY, 0.0, 0.0], 0.0),
        object([0.0, f32::NAN, 0.0], 0.0),
        object([3e38, 0.0, 0.0], 0.0),
        object([9.0; 3], f32::INFINITY),
        flat,
        torn,
        object([9.0; 3], 1e30),
    ]);
    let there: Vec<bool> = world.objects.iter().map(|placed| placed.is_there).collect();
    assert_eq!(there, [false, false, false, false, true, false, true]);
    let ray = Ray { origin: [9.0, 9.0, 90.0], direction: [0.0, 0.0, -1.0] };
    let _ = world.object_on(&ray, f32::MAX, &Filter::ALL, Sides::Both);
}

#[test]
fn ten_thousand_objects() {
    let objects: Vec<Object> = (0..10_000u16)
        .map(|at| {
            let place = [f32::from(at % 100) * 1.6, f32::from(at / 100) * 1.6, 5.0];
            match at % 10 {
                0 if at / 100 % 8 == 0 => {
                    placed(PlacedKind::BUILDING, "UNITS\\house.dat", place, f32::from(at))
                }
                1 => placed(PlacedKind::UNIT, "UNITS\\gone.dat", place, 0.0),
                2..5 => placed(PlacedKind::UNIT, "UNITS\\walker.dat", place, f32::from(at)),
                _ => placed(PlacedKind::ROCK, "tree", place, f32::from(at)),
            }
        })
        .collect();
    let world = world(objects);
    assert_eq!(world.objects.len(), 10_000);
    assert_eq!(world.model_count, 5);
    let from_above = |at: u8| {
        let [x, y] = [f32::from(at) * 1.6, 32.4];
        let ray = Ray { origin: [x, y, 90.0], direction: [0.0, 0.0, -1.0] };
        world.object_on(&ray, f32::MAX, &Filter::ALL, Sides::Both)
    };
    let met = (0..100).filter_map(from_above).count();
    assert!(met > 10, "{met}");
}

#[test]
fn no_land_no_sky_no_registry() {
    let mut lost = mission(vec![placed(PlacedKind::ROCK, "tree", [9.0; 3], 0.0)]);
    lost.land = b"DATA\\MAPS\\NONE\\land".to_vec();
    let world = World::load(&game(&lost), "MISSIONS/M").unwrap();
    assert!(world.level.is_none() && world.sky.is_none());
    assert_eq!(world.created().count(), 1);
    let bytes = mission(vec![placed(PlacedKind::ROCK, "tree", [9.0; 3], 0.0)]).write().unwrap();
    let root = ngi_vfs::MemoryRoot::new().with("M/data.tma", bytes).unwrap();
    let world = World::load(&Game::new(Vfs::in_memory(root)), "M").unwrap();
    assert!(lines(&world).iter().any(|line| line.contains("archive objects.rlb: is not there")));
}

#[test]
fn missions_that_cannot_be_followed() {
    let whole = mission(vec![placed(PlacedKind::UNIT, "UNITS\\walker.dat", [9.0; 3], 0.0)]);
    let bytes = whole.write().unwrap();
    let load = |bytes: Vec<u8>| {
        let root = files().with("MISSIONS/M/data.tma", bytes).unwrap();
        World::load(&Game::new(Vfs::in_memory(root)), "MISSIONS/M")
    };
    for length in (0..bytes.len()).step_by(7) {
        match load(bytes[..length].to_vec()) {
            Ok(world) => assert!(world.objects.len() <= 1),
            Err(error) => assert!(matches!(error, WorldError::Mission { .. }), "{length}"),
        }
    }
    let none = World::load(&game(&whole), "MISSIONS/NONE");
    assert!(matches!(none, Err(WorldError::Missing { .. })));
}

/// Footprints that cannot be cut leave the ground as it was.
#[test]
fn footprints_off_the_map() {
    let house = |at| placed(PlacedKind::BUILDING, "UNITS\\house.dat", at, 0.0);
    let world =
        world(vec![house([0.0, 0.0, 0.0]), house([500.0, 0.0, 0.0]), house([80.0, 60.0, 8.0])]);
    assert_eq!(world.cuts.len(), 1);
    let told = lines(&world);
    let refused = told.iter().filter(|line| line.contains("leaves the ground")).count();
    assert_eq!(refused, 2, "{told:?}");
}

#[test]
fn properties_of_any_kind() {
    let mut mission: MissionBuf = mission(Vec::new());
    for life in [f32::NAN, f32::INFINITY, -3.0, 7.0] {
        let mut tree = placed(PlacedKind::ROCK, "tree", [9.0; 3], 0.0);
        tree.properties = vec![Property::float(b"Life state", [life, 0.0, 1.0])];
        mission.objects.push(tree);
    }
    let mut odd = placed(PlacedKind::ROCK, "tree", [9.0; 3], 0.0);
    odd.properties = vec![Property::whole(b"Life state", [0, 0, 0])];
    mission.objects.push(odd);
    let world = World::load(&game(&mission), "MISSIONS/M").unwrap();
    let lives: Vec<f32> = world.objects.iter().map(|placed| placed.life).collect();
    assert_eq!(lives, [1.0, 1.0, 0.0, 1.0, 1.0]);
}

/// A record that is its own parent, and two that are each other's.
#[test]
fn a_unit_that_contains_itself() {
    use ngi_formats::objects::ObjectKind;
    let rows = [
        record(ObjectKind::FORT, "self", &[("objects.rlb", "self")]),
        record(ObjectKind::FORT, "ping", &[("objects.rlb", "pong")]),
        record(ObjectKind::FORT, "pong", &[("objects.rlb", "ping")]),
    ];
    let part = |name: &str, attach| Part::new(name.as_bytes(), PartClass::GUN, attach).unwrap();
    let mut unit = UnitBuf::new(UnitType::BATTLE, part("self", -1));
    let below = unit.add(0, part("ping", 0)).unwrap();
    unit.add(below, part("self", 0)).unwrap();
    let at = |path: &str| placed(PlacedKind::UNIT, path, [9.0; 3], 0.0);
    let mission = mission(vec![at("UNITS\\loop.dat"), at("UNITS\\loop.dat")]);
    let root = files()
        .with("MISSIONS/M/data.tma", mission.write().unwrap())
        .and_then(|root| root.with("objects.rlb", archive(&rows)))
        .and_then(|root| root.with("UNITS/loop.dat", unit.write()))
        .unwrap();
    let world = World::load(&Game::new(Vfs::in_memory(root)), "MISSIONS/M").unwrap();
    assert_eq!(world.objects[0].assembly.parts.len(), 3);
    assert_eq!(world.objects[0].assembly.drawn().count(), 0);
    let told = lines(&world);
    assert!(
        told.iter().any(|line| line.starts_with("object 0 > unit UNITS\\loop.dat")),
        "{told:?}"
    );
}

/// A unit whose file says that it has more below it than there is, or nothing but itself.
#[test]
fn units_that_do_not_add_up() {
    let part = |name: &str, attach| Part::new(name.as_bytes(), PartClass::GUN, attach).unwrap();
    let unit = UnitBuf::new(UnitType::BATTLE, part("chassis", -1)).write();
    let mut greedy = unit.clone();
    // The count of children is the last word of a part.
    let last = greedy.len() - 4;
    greedy[last..].copy_from_slice(&u32::MAX.to_le_bytes());
    for (bytes, parts) in [(greedy, 1), (unit[..8].to_vec(), 0), (unit[..60].to_vec(), 0)] {
        let mission = mission(vec![placed(PlacedKind::UNIT, "UNITS\\odd.dat", [9.0; 3], 0.0)]);
        let root = files()
            .with("MISSIONS/M/data.tma", mission.write().unwrap())
            .and_then(|root| root.with("UNITS/odd.dat", bytes))
            .unwrap();
        let world = World::load(&Game::new(Vfs::in_memory(root)), "MISSIONS/M").unwrap();
        assert!(world.objects[0].assembly.parts.len() <= parts, "{:?}", lines(&world));
    }
}

/// A sky that has no keyframes is there and shows nothing; one that is cut short is told of.
#[test]
fn skies_that_show_nothing() {
    use ngi_formats::sky::{SectionBuf, SkyBuf};
    let sections = vec![SectionBuf::new(15, Vec::new())];
    let bytes = SkyBuf { sections, ..SkyBuf::default() }.write().unwrap();
    let load = |sky: &[u8]| {
        let root = files()
            .with("MISSIONS/M/data.tma", mission(Vec::new()).write().unwrap())
            .and_then(|root| root.with("MISSIONS/M/sky.ske", sky.to_vec()))
            .unwrap();
        World::load(&Game::new(Vfs::in_memory(root)), "MISSIONS/M").unwrap()
    };
    let world = load(&bytes);
    let sky = world.sky.as_ref().unwrap();
    assert!(!sky.at(sky.start()).is_there && world.problems.is_empty());
    assert!(sky.lightning_effects().is_empty());
    let cut = load(&bytes[..20]);
    assert!(cut.sky.is_none());
    assert!(lines(&cut).iter().any(|line| line.starts_with("sky.ske: ")), "{:?}", lines(&cut));
}

/// Rings that cross themselves, that are the wrong way round, that are no rings.
#[test]
fn footprints_that_are_no_rings() {
    let square = [[-4.0, -4.0, 0.0], [4.0, -4.0, 0.0], [4.0, 4.0, 0.0], [-4.0, 4.0, 0.0]];
    let small = square.map(|[x, y, z]: [f32; 3]| [x * 0.5, y * 0.5, z]);
    let eight = [square[0], square[2], square[1], [-4.0, 5.0, 0.0]];
    let nowhere = [square[0], square[1], [f32::NAN, 4.0, 0.0], square[3]];
    for (inner, outer, why) in [
        (&small[..], &eight[..], "cross"),
        (&eight[..], &square[..], "cross"),
        (&square[..], &small[..], "cross"),
        (&small[..], &nowhere[..], "nowhere"),
        (&small[..], &[square[0], square[1], square[0]][..], "no area"),
    ] {
        let base = base_of(inner, outer);
        let mut house = placed(PlacedKind::BUILDING, "UNITS\\house.dat", [80.0, 60.0, 8.0], 0.0);
        house.start = ngi_formats::tma::StartFlag::KEEP_HEIGHT;
        let mission = mission(vec![house]);
        let root =
            files_with_base(base).with("MISSIONS/M/data.tma", mission.write().unwrap()).unwrap();
        let world = World::load(&Game::new(Vfs::in_memory(root)), "MISSIONS/M").unwrap();
        let told = lines(&world);
        assert!(world.cuts.is_empty() && told.iter().any(|it| it.contains(why)), "{why}: {told:?}");
        assert_eq!(world.created().count(), 1, "the building is there all the same");
    }
}
