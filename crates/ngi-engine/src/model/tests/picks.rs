//! Picking, beside looking at every triangle.

use glam::{DVec3, Vec3A};
use ngi_formats::msh::{BatchWord, Blueprint, Model, PlainNode, Track, TriangleFlags};
use proptest::prelude::*;

use super::samples::{key, square, written};
use crate::model::triangles::Filter;
use crate::model::{
    Instance, Moment, PickError, PickTriangle, Picker, Ray, RootTranslation, Sides, Skeleton,
    Transform,
};

fn triangle(positions: [[f32; 3]; 3], two_sided: bool) -> PickTriangle {
    let word = if two_sided { BatchWord::TWO_SIDED } else { BatchWord(0) };
    PickTriangle { positions, vertices: [0, 1, 2], word, ..PickTriangle::default() }
}

/// True if a side of a triangle can be hit.
fn shows(triangle: &PickTriangle, front: bool, sides: Sides) -> bool {
    front || sides == Sides::Both || triangle.word.has(BatchWord::TWO_SIDED)
}

/// How a ray passes a triangle, by the plane and three edge tests in f64.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Pass {
    Misses,
    /// Too close to an edge, to the plane or to the origin of the ray for single precision.
    Grazes,
    /// Distance, and true if from the front.
    Hits(f64, bool),
}

fn brute_force(triangle: &PickTriangle, ray: &Ray) -> Pass {
    let [a, b, c] = triangle.positions.map(|p| DVec3::from_array(p.map(f64::from)));
    let origin = DVec3::from_array(ray.origin.map(f64::from));
    let direction = DVec3::from_array(ray.direction.map(f64::from));
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let slope = normal.dot(direction.normalize_or_zero());
    if slope.abs() < 1e-3 {
        return Pass::Grazes;
    }
    let distance = normal.dot(a - origin) / normal.dot(direction);
    let point = origin + direction * distance;
    // Distance of the point from each edge; positive inside.
    let margins = [(a, b), (b, c), (c, a)]
        .map(|(from, to)| normal.dot((to - from).normalize_or_zero().cross(point - from)));
    let margin = margins.into_iter().fold(f64::INFINITY, f64::min);
    let ahead = distance * direction.length();
    if margin < -1e-3 || ahead < -1e-3 {
        Pass::Misses
    } else if margin < 1e-3 || ahead < 1e-3 {
        Pass::Grazes
    } else {
        Pass::Hits(distance, slope < 0.0)
    }
}

fn points(range: f32) -> impl Strategy<Value = [f32; 3]> {
    [-range..range, -range..range, -range..range]
}

proptest! {
    #[test]
    fn the_nearest_of_all(
        centers in proptest::collection::vec((points(10.0), points(2.0), points(2.0), any::<bool>()), 0..300),
        rays in proptest::collection::vec((points(15.0), points(1.0)), 20),
        engine: bool,
    ) {
        let triangles: Vec<_> = centers
            .iter()
            .map(|(a, b, c, two_sided)| {
                let corner = |d: &[f32; 3]| [a[0] + d[0], a[1] + d[1], a[2] + d[2]];
                triangle([*a, corner(b), corner(c)], *two_sided)
            })
            .collect();
        let sides = if engine { Sides::Engine } else { Sides::Both };
        let picker = Picker::from_triangles(triangles.clone());
        for (origin, direction) in rays {
            let ray = Ray { origin, direction };
            let nearest = triangles
                .iter()
                .filter_map(|triangle| match brute_force(triangle, &ray) {
                    Pass::Hits(distance, front) if shows(triangle, front, sides) => Some(distance),
                    _ => None,
                })
                .fold(f64::INFINITY, f64::min);
            let hit = picker.pick(&ray, f32::INFINITY, sides);
            let ours = hit.map_or(f64::INFINITY, |hit| f64::from(hit.distance));
            // A grazing ray may be decided either way, but it must not hide a clear hit.
            prop_assert!(ours <= nearest * 1.001, "{ours} instead of {nearest}");
            if let Some(hit) = hit {
                let clear = match brute_force(&hit.triangle, &ray) {
                    Pass::Misses => return Err(TestCaseError::fail("a hit beside the triangle")),
                    Pass::Grazes => false,
                    Pass::Hits(distance, front) => {
                        prop_assert!((ours - distance).abs() <= 1e-3 * distance);
                        prop_assert_eq!(hit.front, front);
                        true
                    }
                };
                let weights = hit.barycentrics;
                prop_assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                let [a, b, c] = hit.triangle.positions.map(Vec3A::from_array);
                let point = a * weights[0] + b * weights[1] + c * weights[2];
                let error = point.distance(Vec3A::from_array(hit.position));
                prop_assert!(error < 1e-2 || !clear, "{error}");
            }
        }
    }

    /// Whole numbers, for which single precision is exact: rays on edges, on corners and on the
    /// borders of boxes hit.
    #[test]
    fn edges_are_inside(
        corners in proptest::collection::vec(([whole(6), whole(6), whole(6)], any::<bool>()), 1..40),
        rays in proptest::collection::vec((whole(8), whole(2)), 40),
        engine: bool,
    ) {
        let triangles: Vec<_> =
            corners.iter().map(|(at, two_sided)| triangle(at.map(float), *two_sided)).collect();
        let sides = if engine { Sides::Engine } else { Sides::Both };
        let picker = Picker::from_triangles(triangles.clone());
        for (origin, direction) in rays.into_iter().filter(|(_, direction)| *direction != [0; 3]) {
            let nearest = triangles
                .iter()
                .zip(&corners)
                .filter_map(|(triangle, (at, _))| {
                    let (distance, front) = exact(*at, origin, direction)?;
                    shows(triangle, front, sides).then_some(distance)
                })
                .reduce(f64::min);
            let ray = Ray { origin: float(origin), direction: float(direction) };
            let hit = picker.pick(&ray, f32::INFINITY, sides);
            // Only the division is rounded.
            let agrees = match (hit, nearest) {
                (Some(hit), Some(nearest)) => (f64::from(hit.distance) - nearest).abs() < 1e-5,
                (hit, nearest) => hit.is_none() == nearest.is_none(),
            };
            prop_assert!(agrees, "{ray:?}: {hit:?} instead of {nearest:?}");
        }
    }
}

fn whole(range: i64) -> impl Strategy<Value = [i64; 3]> {
    [-range..=range, -range..=range, -range..=range]
}

fn float(point: [i64; 3]) -> [f32; 3] {
    point.map(|part| part as f32)
}

/// Distance at which a ray meets a triangle, and true if from the front, by whole numbers. Edges
/// are inside; a ray along the plane meets nothing.
fn exact([a, b, c]: [[i64; 3]; 3], origin: [i64; 3], direction: [i64; 3]) -> Option<(f64, bool)> {
    let minus = |p: [i64; 3], q: [i64; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let dot = |p: [i64; 3], q: [i64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let cross = |p: [i64; 3], q: [i64; 3]| {
        [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
    };
    // Volumes that the ray makes with each edge: of one sign if it passes through the triangle.
    let [p, q, r] = [a, b, c].map(|corner| minus(corner, origin));
    let volumes = [(q, r), (r, p), (p, q)].map(|(from, to)| dot(direction, cross(from, to)));
    let through = volumes.iter().all(|&v| v >= 0) || volumes.iter().all(|&v| v <= 0);
    let normal = cross(minus(b, a), minus(c, a));
    let (ahead, towards) = (dot(normal, p), dot(normal, direction));
    (through && towards != 0 && ahead.signum() * towards.signum() >= 0)
        .then(|| (ahead as f64 / towards as f64, towards < 0))
}

/// A ray parallel to an axis on each border of a box, upwards and downwards along the axis.
#[test]
fn rays_on_the_borders_of_a_box_hit() {
    let square = |z: f32| {
        let [a, b, c, d] = [[-3.0, -2.0], [3.0, -2.0], [3.0, 2.0], [-3.0, 2.0]];
        [[a, b, c], [a, c, d]].map(|corners| corners.map(|[x, y]| [x, y, z]))
    };
    let triangles: Vec<_> = square(0.0).map(|positions| triangle(positions, true)).into();
    for turned in 0..3 {
        let turn = |mut point: [f32; 3]| {
            point.rotate_right(turned);
            point
        };
        let mut triangles = triangles.clone();
        for triangle in &mut triangles {
            triangle.positions = triangle.positions.map(turn);
        }
        let picker = Picker::from_triangles(triangles);
        for x in [-3.0, 0.0, 3.0] {
            for y in [-2.0, 0.0, 2.0] {
                for (z, zero) in [(5.0, 0.0), (-5.0, 0.0), (5.0, -0.0), (-5.0, -0.0)] {
                    let ray = Ray { origin: turn([x, y, z]), direction: turn([zero, zero, -z]) };
                    let hit = picker.pick(&ray, 2.0, Sides::Engine);
                    assert_eq!(hit.map(|hit| hit.distance), Some(1.0), "{ray:?}");
                }
            }
        }
        for [x, y] in [[-3.001, 0.0], [3.001, 0.0], [0.0, -2.001], [0.0, 2.001]] {
            let ray = Ray { origin: turn([x, y, 5.0]), direction: turn([0.0, 0.0, -1.0]) };
            assert_eq!(picker.pick(&ray, 99.0, Sides::Both), None, "{ray:?}");
        }
    }
}

#[test]
fn a_filter_decides_which_triangles_a_ray_meets() {
    let wall = |y: f32, flags: u16, word: u32| PickTriangle {
        flags: TriangleFlags(flags),
        word: BatchWord(word),
        ..triangle([[-1.0, y, -1.0], [1.0, y, -1.0], [0.0, y, 1.0]], false)
    };
    let rows = [(0x4, 0), (0x20, 0), (0, 0x8), (0, 0x200), (0x12, 0x2), (0, 0)];
    let walls = rows.iter().zip(1u8..).map(|(&(flags, word), y)| wall(y.into(), flags, word));
    let picker = Picker::from_triangles(walls.collect());
    let ray = Ray { origin: [0.0; 3], direction: [0.0, 1.0, 0.0] };
    let met = |filter: Filter| {
        picker.pick_filtered(&ray, 99.0, Sides::Engine, &filter).map(|hit| hit.distance)
    };
    assert_eq!(met(Filter::ALL), Some(1.0));
    assert_eq!(met(Filter { triangles: TriangleFlags(0x4), ..Filter::ALL }), Some(2.0));
    assert_eq!(met(Filter { triangles: TriangleFlags(0x24), ..Filter::ALL }), Some(3.0));
    assert_eq!(met(Filter::SHOT), Some(5.0));
    assert_eq!(met(Filter::SHOT.doors_open()), Some(6.0));
    assert_eq!(met(Filter { required_triangles: TriangleFlags(0x2), ..Filter::ALL }), Some(5.0));
    assert_eq!(met(Filter { required_batches: BatchWord(0x8), ..Filter::ALL }), Some(3.0));
    let both = Filter { required_triangles: TriangleFlags(0x6), ..Filter::ALL };
    assert_eq!(met(both), None, "all required bits");
}

#[test]
fn sides_count() {
    // Facing −y: seen from y < 0.
    let positions = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [0.0, 0.0, 1.0]];
    let from = |y: f32| Ray { origin: [0.0, y, 0.0], direction: [0.0, -y, 0.0] };
    let one = Picker::from_triangles(vec![triangle(positions, false)]);
    assert!(one.pick(&from(-5.0), 9.0, Sides::Engine).unwrap().front);
    assert_eq!(one.pick(&from(5.0), 9.0, Sides::Engine), None);
    assert!(!one.pick(&from(5.0), 9.0, Sides::Both).unwrap().front);
    let two = Picker::from_triangles(vec![triangle(positions, true)]);
    assert_eq!(two.pick(&from(5.0), 9.0, Sides::Engine).unwrap().distance, 1.0);
    // Beyond its reach nothing is met; at its very end it is.
    assert!(two.pick(&from(5.0), 0.9, Sides::Both).is_none());
    assert!(two.pick(&from(5.0), 1.0, Sides::Both).is_some());
}

#[test]
fn odd_rays_and_triangles_meet_nothing() {
    let flat = triangle([[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], true);
    let point = triangle([[5.0; 3]; 3], true);
    let nan = triangle([[f32::NAN, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], true);
    let infinite = triangle([[f32::INFINITY; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], true);
    let huge = triangle([[-3e38, 0.0, -3e38], [3e38, 0.0, -3e38], [0.0, 0.0, 3e38]], true);
    let picker = Picker::from_triangles(vec![flat, point, nan, infinite, huge]);
    assert_eq!(picker.triangles().len(), 3);
    let odd = [[f32::NAN; 3], [f32::INFINITY, 0.0, 0.0], [0.0; 3], [1e-38, 0.0, 0.0]];
    for direction in odd {
        let _ = picker.pick(&Ray { origin: [0.0; 3], direction }, 1e30, Sides::Both);
        let _ =
            picker.pick(&Ray { origin: direction, direction: [1.0, 0.0, 0.0] }, 1e30, Sides::Both);
    }
    assert_eq!(picker.pick(&Ray { origin: [0.0; 3], direction: [0.0; 3] }, 9.0, Sides::Both), None);
    assert_eq!(
        Picker::default().pick(&Ray { origin: [0.0; 3], direction: [1.0; 3] }, 9.0, Sides::Both),
        None
    );
    // Thousands in one place make no deep tree.
    let many = Picker::from_triangles(vec![point; 5000]);
    assert!(many.pick(&Ray { origin: [0.0; 3], direction: [1.0; 3] }, 9.0, Sides::Both).is_none());
}

#[test]
fn an_object_is_picked_as_it_stands() {
    let mut plan = Blueprint::new("object");
    let base = plan.add_node(PlainNode::new("base"));
    let track = Track::still(key([0.0, 8.0, 0.0], 0.0, 90.0));
    let wall = plan.add_node(PlainNode::new("wall").below(base).with_track(track));
    let mut mesh = square(0.0, 0.0, 3);
    mesh.parts[0].word = BatchWord::TWO_SIDED;
    plan.set_mesh(wall, 0, 0, mesh).unwrap();
    plan.set_mesh(wall, 1, 0, square(0.0, 40.0, 4)).unwrap();
    let bytes = written(&plan);
    let model = Model::read(&bytes).unwrap();
    let skeleton = Skeleton::new(&model);
    let mut pose = vec![Transform::IDENTITY; 2];
    skeleton.pose(Moment::Rest, RootTranslation::Keep, &mut pose).unwrap();
    let mut instance = Instance::whole(&model);
    let pick = |instance: &Instance, filter, ray: &Ray| {
        Picker::new(&model, instance, &pose, filter, 100).unwrap().pick(ray, 99.0, Sides::Engine)
    };
    // Turned by a quarter, the wall stands across x, at y = 7..9.
    let ray = Ray { origin: [-5.0, 8.5, 0.25], direction: [1.0, 0.0, 0.0] };
    let hit = pick(&instance, Filter::ALL, &ray).unwrap();
    assert!((hit.distance - 5.0).abs() < 1e-3);
    let found = hit.triangle;
    assert_eq!((found.node, found.material), (1, 3));
    let at = usize::try_from(found.batch).unwrap();
    let faces: Vec<_> = model.batch_faces(at).collect();
    let number = usize::try_from(found.triangle).unwrap()
        - usize::from(model.slot(1, 0, 0).unwrap().triangle_start);
    assert_eq!(faces[number], found.vertices.map(|v| usize::try_from(v).unwrap()));
    let filter = Filter { batches: BatchWord::TWO_SIDED, ..Filter::ALL };
    assert_eq!(pick(&instance, filter, &ray), None);
    instance.set_life(1, 0.5);
    assert_eq!(pick(&instance, Filter::ALL, &ray), None);
    // The second stage is 40 higher and seen from one side only.
    let side = |x: f32| Ray { origin: [5.0 * x, 8.5, 40.25], direction: [-x, 0.0, 0.0] };
    let found = [-1.0, 1.0].map(|x| pick(&instance, Filter::ALL, &side(x)));
    let materials: Vec<u8> = found.iter().flatten().map(|hit| hit.triangle.material).collect();
    assert_eq!(materials, [4]);
    let limited = Picker::new(&model, &instance, &pose, Filter::ALL, 1);
    assert_eq!(limited.err(), Some(PickError::TooMany { limit: 1 }));
}
