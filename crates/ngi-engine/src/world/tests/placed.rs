//! Where things stand, against numbers worked out by hand.

use std::f32::consts::{FRAC_PI_2, PI};

use ngi_formats::landscape::FaceFilter;
use ngi_formats::tma::{PlacedKind, Property, StartFlag};

use super::samples::{mission, placed, world};
use crate::model::Transform;
use crate::world::{Placed, World};

fn near(found: impl Into<glam::Vec3>, expected: [f32; 3]) {
    let found = found.into();
    assert!(found.abs_diff_eq(expected.into(), 2e-3), "{found} is not {expected:?}");
}

/// Where a node of a part is in the world.
fn node(placed: &Placed, part: usize, name: &str) -> Transform {
    let part = &placed.assembly.parts[part];
    let model = part.model.as_ref().unwrap();
    let node = model.node_names.iter().position(|own| own == name).unwrap();
    placed.world_from_object * part.object_from_part * model.pose[node]
}

fn whole(world: &World) {
    // The game of the tests has no materials, which every chain ends at.
    let told: Vec<String> = world.problems.iter().map(ToString::to_string).collect();
    let other = told.iter().find(|line| !line.contains("material DEFAULT"));
    assert_eq!(other, None);
}

/// Sockets: the turret hangs upside down and the gun half turned round, but their roots are
/// dropped: what counts is the way from socket to socket.
#[test]
fn parts_hang_on_sockets() {
    let world = world(vec![placed(PlacedKind::UNIT, "UNITS\\walker.dat", [100.0, 50.0, 3.0], 0.0)]);
    whole(&world);
    let walker = &world.objects[0];
    let parts: Vec<bool> = walker.assembly.parts.iter().map(|part| part.model.is_some()).collect();
    assert_eq!(parts, [true, true, true, false], "the engine inside is not drawn");
    // The root's own place (7, 7, 7) is cleared.
    near(node(walker, 0, "root").translation, [100.0, 50.0, 3.0]);
    near(node(walker, 0, "Base_tur").translation, [100.0, 50.0, 5.0]);
    // The socket turns by 90°: what is before the dome's root lies to the north.
    near(node(walker, 1, "dome").translation, [100.0, 51.0, 5.0]);
    near(node(walker, 1, "Base_gun").translation, [100.0, 51.0, 6.0]);
    near(node(walker, 2, "barrel").translation, [100.0, 53.0, 6.0]);
    near(node(walker, 2, "barrel").transform_vector3(glam::Vec3::X), [0.0, 1.0, 0.0]);
}

#[test]
fn objects_turn_and_only_scenery_grows() {
    let at = [10.0, 20.0, 5.0];
    let mut tree = placed(PlacedKind::VEGETATION, "TREE", at, FRAC_PI_2);
    tree.scale = [2.0; 3];
    let mut walker = placed(PlacedKind::UNIT, "units\\WALKER.dat", at, FRAC_PI_2);
    walker.scale = [2.0; 3];
    let mut leaning = placed(PlacedKind::ROCK, "tree", at, FRAC_PI_2);
    leaning.turn = [FRAC_PI_2, 0.0, FRAC_PI_2];
    let world = world(vec![tree, walker, leaning]);
    let point = |object: usize, at: [f32; 3]| {
        world.objects[object].world_from_object.transform_point3(at.into())
    };
    near(point(0, [1.0, 0.0, 0.0]), [10.0, 22.0, 5.0]);
    near(point(1, [1.0, 0.0, 0.0]), [10.0, 21.0, 5.0]);
    // First about x: y goes up. Then about z: x goes north.
    near(point(2, [0.0, 1.0, 0.0]), [10.0, 20.0, 6.0]);
    near(point(2, [1.0, 0.0, 0.0]), [10.0, 21.0, 5.0]);
    assert_eq!(world.order, [1, 0, 2], "units before scenery");
}

/// A guest stands at a place of its host, wherever its own numbers put it.
#[test]
fn guests_start_in_their_hosts() {
    let mut house = placed(PlacedKind::BUILDING, "UNITS\\house.dat", [80.0, 60.0, 8.0], PI);
    (house.logical_id, house.start) = (12, StartFlag::KEEP_HEIGHT);
    let mut guest = placed(PlacedKind::UNIT, "UNITS\\walker.dat", [1.0, 2.0, 3.0], 1.0);
    (guest.host, guest.host_vertex) = (12, 1);
    let mut lost = guest.clone();
    lost.host = 13;
    let mut nowhere = guest.clone();
    nowhere.host_vertex = 2;
    let world = world(vec![guest, house, lost, nowhere]);
    // Room (0, 5, 0), place (1, 0, 0), turned half round: (−1, −5, 0) from the house.
    near(world.objects[0].world_from_object.translation, [79.0, 55.0, 8.0]);
    assert_eq!(world.objects[0].host, Some(1));
    near(world.objects[2].world_from_object.translation, [1.0, 2.0, 3.0]);
    let told: Vec<String> = world.problems.iter().map(ToString::to_string).collect();
    assert!(told.contains(&"object 2: there is no building 13 for it to start in".to_owned()));
    assert!(told.contains(&"object 3: its host 1 has no place 2 inside".to_owned()), "{told:?}");
}

/// The ground rises by 0.1: around x = 80 its mean is 8. The inner ring is half a metre below the
/// floor, so that the house stands half a metre higher.
#[test]
fn buildings_settle_on_the_ground_they_cut() {
    let house = placed(PlacedKind::BUILDING, "UNITS\\house.dat", [80.0, 60.0, 20.0], 0.0);
    let mut proud = placed(PlacedKind::BUILDING, "UNITS\\house.dat", [40.0, 60.0, 9.0], 0.3);
    proud.start = StartFlag::KEEP_HEIGHT;
    let world = world(vec![house, proud]);
    whole(&world);
    near(world.objects[0].world_from_object.translation, [80.0, 60.0, 8.5]);
    near(world.objects[1].world_from_object.translation, [40.0, 60.0, 9.0]);
    assert_eq!(world.cuts.len(), 2);
    assert!((world.cuts[0].cut.mean - 8.0).abs() < 1e-3, "{}", world.cuts[0].cut.mean);
    let ground = &world.level.as_ref().unwrap().ground;
    let height = |x: f32| ground.height([x, 60.0], &FaceFilter::default()).map(|at| at.z);
    // Outside as it was; half way from the contour (8.6) to the inner ring (8.0); inside nothing.
    assert!((height(90.0).unwrap() - 9.0).abs() < 1e-3);
    assert!((height(85.0).unwrap() - 8.3).abs() < 0.11, "{:?}", height(85.0));
    assert_eq!(height(80.0), None);
    assert!((height(40.0 + 4.9).unwrap() - 6.5).abs() < 2.5);
    assert!(ground.is_tidy());
}

#[test]
fn what_the_load_group_hangs() {
    let mut house = placed(PlacedKind::BUILDING, "UNITS\\house.dat", [80.0, 60.0, 8.0], PI);
    house.start = StartFlag::KEEP_HEIGHT;
    let world = world(vec![house]);
    let hung: Vec<_> = world.hung().collect();
    let ids: Vec<(i32, bool, Option<usize>)> =
        hung.iter().map(|(_, hung, _)| (hung.id, hung.is_on, hung.node)).collect();
    assert_eq!(ids, [(1, true, Some(1)), (2, false, Some(1))]);
    near(hung[0].2.origin, [80.0, 55.0, 8.0]);
    // Three times the same point: a frame about its direction, as large as that is long.
    near(hung[1].2.origin, [80.0, 55.0, 11.0]);
    near(hung[1].2.axes[0], [0.0, 0.0, 2.0]);
    assert_eq!(hung[0].1.effect.to_string(), "effects.rlb/lamp");
}

#[test]
fn life_and_owners() {
    let mut walker = placed(PlacedKind::UNIT, "UNITS\\walker.dat", [10.0; 3], 0.0);
    walker.owner = 1;
    walker.properties = vec![Property::float(b"life STATE", [0.25, 0.0, 1.0])];
    let mut tree = placed(PlacedKind::VEGETATION, "tree", [10.0; 3], 0.0);
    tree.owner = 1;
    let mut stray = walker.clone();
    stray.owner = 7;
    let world = world(vec![walker, tree, stray]);
    assert_eq!(world.objects[0].life, 0.25);
    assert_eq!(world.clan_of(0).map(|clan| clan.name.as_str()), Some("Clan I"));
    assert_eq!([world.objects[1].clan, world.objects[2].clan], [None, None]);
}

/// A clan has so many minds; the engine does not create robots beyond them.
#[test]
fn robots_need_minds() {
    let walker = || {
        let mut walker = placed(PlacedKind::UNIT, "UNITS\\walker.dat", [10.0; 3], 0.0);
        walker.owner = 0;
        walker
    };
    let mut mission = mission(vec![walker(), walker(), walker()]);
    mission.clans[0].minds = 2;
    let world = World::load(&super::samples::game(&mission), "missions\\m\\DATA.TMA").unwrap();
    let there: Vec<bool> = world.objects.iter().map(|placed| placed.is_there).collect();
    assert_eq!(there, [true, true, false]);
    assert_eq!(world.created().count(), 2);
}
