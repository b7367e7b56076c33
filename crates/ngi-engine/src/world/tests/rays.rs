//! What rays meet, where things stand, ways around them.

use ngi_formats::msh::{BatchWord, TriangleFlags};
use ngi_formats::tma::{PlacedKind, StartFlag};

use super::samples::{placed, world};
use crate::arealmap::RouteOptions;
use crate::model::triangles::Filter;
use crate::model::{Ray, Sides};
use crate::world::{Met, RayFilter, World, around};

fn down(world: &World, x: f32, y: f32) -> Option<Met> {
    let ray = Ray { origin: [x, y, 100.0], direction: [0.0, 0.0, -2.0] };
    world.ray(&ray, f32::MAX, &RayFilter::default(), Sides::Engine)
}

#[test]
fn rays_meet_the_ground_or_an_object() {
    let world = world(vec![
        placed(PlacedKind::UNIT, "UNITS\\walker.dat", [100.0, 50.0, 10.0], 0.0),
        placed(PlacedKind::VEGETATION, "tree", [20.0, 20.0, 2.0], 0.0),
    ]);
    // The dome is at (100, 51, 12), half a metre to each side.
    let Some(Met::Object(hit)) = down(&world, 100.0, 51.2) else { panic!("nothing") };
    assert_eq!((hit.object, hit.part, hit.node, hit.material, hit.front), (0, 1, 1, 0, true));
    assert!((hit.point[2] - 12.5).abs() < 1e-3, "{hit:?}");
    assert!((hit.along - 43.75).abs() < 1e-3, "lengths of the direction: {hit:?}");
    // The barrel at (100, 53, 13).
    let Some(Met::Object(hit)) = down(&world, 100.2, 53.0) else { panic!("nothing") };
    assert_eq!((hit.part, hit.node), (2, 1));
    let Some(Met::Ground(hit)) = down(&world, 60.0, 60.0) else { panic!("no ground") };
    assert!((hit.point[2] - 6.0).abs() < 1e-3);
    assert_eq!(down(&world, -5.0, 0.0), None);
    // From inside a block nothing is in the way from its inner sides.
    let inside = Ray { origin: [21.0, 20.0, 2.5], direction: [0.0, 0.0, 1.0] };
    assert_eq!(world.ray(&inside, 10.0, &RayFilter::default(), Sides::Engine), None);
    assert!(world.ray(&inside, 10.0, &RayFilter::default(), Sides::Both).is_some());
    assert!(world.ray(&inside, 0.1, &RayFilter::default(), Sides::Both).is_none());
    for direction in [[0.0; 3], [f32::NAN, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0]] {
        let ray = Ray { origin: [20.0, 20.0, 50.0], direction };
        assert_eq!(world.object_on(&ray, 10.0, &Filter::ALL, Sides::Both), None);
    }
}

/// The tree is a block from (20.5, 19.5, 2) to (21.5, 20.5, 3).
#[test]
fn rays_on_every_border_of_an_object_hit_it() {
    let world = world(vec![placed(PlacedKind::VEGETATION, "tree", [20.0, 20.0, 2.0], 0.0)]);
    for x in [20.5, 21.0, 21.5] {
        for y in [19.5, 20.0, 20.5] {
            let met = down(&world, x, y);
            let Some(Met::Object(hit)) = met else { panic!("{x} {y}: {met:?}") };
            assert_eq!(hit.point, [x, y, 3.0]);
        }
    }
    for (x, y) in [(20.499, 20.0), (21.501, 20.0), (21.0, 19.499), (21.0, 20.501)] {
        assert!(matches!(down(&world, x, y), Some(Met::Ground(_))), "{x} {y}");
    }
}

#[test]
fn a_filter_decides_which_faces_of_objects_a_ray_meets() {
    let world = world(vec![placed(PlacedKind::ROCK, "stack", [60.0, 60.0, 6.0], 0.0)]);
    let ray = Ray { origin: [60.1, 60.2, 100.0], direction: [0.0, 0.0, -1.0] };
    let height = |objects: Option<Filter>| {
        let filter = RayFilter { objects, ..RayFilter::default() };
        world.ray(&ray, f32::MAX, &filter, Sides::Engine).map(|met| met.point()[2].round())
    };
    let no_leaves = Filter { triangles: TriangleFlags::FOLIAGE, ..Filter::ALL };
    let leaves_only = Filter { required_triangles: TriangleFlags::FOLIAGE, ..Filter::ALL };
    let portals_only = Filter { required_batches: BatchWord::PORTAL, ..Filter::ALL };
    assert_eq!(height(Some(Filter::ALL)), Some(11.0));
    assert_eq!(height(Some(no_leaves)), Some(9.0));
    assert_eq!(height(Some(leaves_only)), Some(11.0));
    assert_eq!(height(Some(portals_only)), Some(9.0));
    assert_eq!(height(Some(Filter::SHOT)), Some(7.0));
    assert_eq!(height(None), Some(6.0), "the ground");
    let shot = world.ray(&ray, f32::MAX, &RayFilter::shot(), Sides::Engine);
    assert_eq!(shot.map(|met| met.point()[2]), Some(7.0));
}

/// Every ray against every triangle of every part.
#[test]
fn the_tree_finds_what_looking_at_everything_finds() {
    let mut objects = Vec::new();
    for at in 0..40u8 {
        let (x, y) = (f32::from(at % 8) * 3.0 + 30.0, f32::from(at / 8) * 3.0 + 30.0);
        let kind = if at % 3 == 0 { PlacedKind::UNIT } else { PlacedKind::ROCK };
        let path = if at % 3 == 0 { "UNITS\\walker.dat" } else { "tree" };
        let mut object = placed(kind, path, [x, y, 5.0], f32::from(at));
        object.scale = [1.0 + f32::from(at) * 0.05; 3];
        objects.push(object);
    }
    let world = world(objects);
    let mut met = 0;
    for number in 0..500u16 {
        let angle = f32::from(number) * 0.7;
        let origin = [25.0 + f32::from(number % 40), 25.0 + f32::from(number / 20), 4.0];
        let ray = Ray { origin, direction: [angle.cos(), angle.sin(), 0.1 * angle.sin()] };
        let found = world.object_on(&ray, f32::MAX, &Filter::ALL, Sides::Both);
        let mut best: Option<f32> = None;
        for placed in &world.objects {
            for (_, part, model) in placed.assembly.drawn() {
                let matrix = (placed.world_from_object * part.object_from_part).inverse();
                let own = Ray {
                    origin: matrix.transform_point3(ray.origin.into()).to_array(),
                    direction: matrix.transform_vector3(ray.direction.into()).to_array(),
                };
                let hit = model.picker(placed.health()).pick(&own, f32::MAX, Sides::Both);
                best = [best, hit.map(|hit| hit.distance)].into_iter().flatten().reduce(f32::min);
            }
        }
        assert_eq!(found.map(|hit| hit.along), best, "{ray:?}");
        met += usize::from(best.is_some());
    }
    assert!(met > 20, "{met}");
}

#[test]
fn what_stands_at_a_point() {
    let mut house = placed(PlacedKind::BUILDING, "UNITS\\house.dat", [80.0, 60.0, 8.0], 0.785);
    house.start = StartFlag::KEEP_HEIGHT;
    let world = world(vec![house, placed(PlacedKind::ROCK, "tree", [20.0, 20.0, 2.0], 0.0)]);
    assert_eq!(world.standing_at([80.0, 60.0]), [0]);
    assert_eq!(world.standing_at([80.6, 60.0]), [0], "it stands on its corner");
    assert_eq!(world.standing_at([80.5, 60.5]), [0usize; 0]);
    assert_eq!(world.standing_at([21.2, 20.2]), [1]);
}

/// A straight way through a box goes round it, on the shorter side.
#[test]
fn ways_go_around() {
    let footprints = [(3, [[4.0, -1.0], [6.0, -1.0], [6.0, 5.0], [4.0, 5.0]])];
    let (way, passed) = around(&[[0.0, 0.0], [10.0, 0.0]], &footprints);
    assert_eq!(passed, [3]);
    assert_eq!(way.len(), 4, "{way:?}");
    assert!(way[1..3].iter().all(|[x, y]| *y < -1.0 && (3.0..7.0).contains(x)), "{way:?}");
    // One that begins in a box, and one that passes by, stay as they are.
    assert_eq!(around(&[[5.0, 0.0], [10.0, 0.0]], &footprints).0.len(), 2);
    assert_eq!(around(&[[0.0, -9.0], [10.0, -9.0]], &footprints).1, [0usize; 0]);
    // Boxes in a row, and more than there is room for.
    let many: Vec<_> = (0..3000u16)
        .map(|at| {
            let x = 4.0 + f32::from(at % 50) * 0.01;
            (usize::from(at), [[x, -1.0], [x + 2.0, -1.0], [x + 2.0, 5.0], [x, 5.0]])
        })
        .collect();
    let (way, _) = around(&[[0.0, 0.0], [10.0, 0.0]], &many);
    assert!(way.len() < 300);
}

#[test]
fn routes_go_around_what_stands_there() {
    let mut house = placed(PlacedKind::BUILDING, "UNITS\\house.dat", [80.0, 60.0, 8.0], 0.0);
    house.start = StartFlag::KEEP_HEIGHT;
    let world = world(vec![house]);
    let options = RouteOptions::default();
    let way = world.route([60.0, 60.0], [100.0, 60.0], &options).unwrap().unwrap();
    assert_eq!(way.around, [0]);
    assert!(way.points.len() > way.route.points.len());
    let crosses = way.points.windows(2).any(|pair| {
        (0..=100u8).any(|share| {
            let share = f32::from(share) / 100.0;
            let at = |axis: usize| pair[0][axis] + (pair[1][axis] - pair[0][axis]) * share;
            !world.standing_at([at(0), at(1)]).is_empty()
        })
    });
    assert!(!crosses, "{:?}", way.points);
}
