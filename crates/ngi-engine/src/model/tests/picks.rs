//! Picking, beside looking at every triangle.

use glam::{DVec3, Vec3A};
use ngi_formats::msh::{BatchWord, Blueprint, Model, PlainNode, Track};
use proptest::prelude::*;

use super::samples::{key, square, written};
use crate::model::triangles::Filter;
use crate::model::{
    Instance, Moment, PickError, PickTriangle, Picker, Ray, RootTranslation, Sides, Skeleton,
    Transform,
};

fn triangle(positions: [[f32; 3]; 3], two_sided: bool) -> PickTriangle {
    let none = 0;
    PickTriangle {
        positions,
        vertices: [0, 1, 2],
        node: none,
        slot: none,
        batch: none,
        triangle: none,
        material: 0,
        two_sided,
    }
}

/// Distance by the plane and three edge tests, in f64; `None` where it is not clear.
fn brute_force(triangle: &PickTriangle, ray: &Ray) -> Option<(f64, bool)> {
    let [a, b, c] = triangle.positions.map(|p| DVec3::from_array(p.map(f64::from)));
    let origin = DVec3::from_array(ray.origin.map(f64::from));
    let direction = DVec3::from_array(ray.direction.map(f64::from));
    let normal = (b - a).cross(c - a);
    let towards = normal.dot(direction);
    let distance = normal.dot(a - origin) / towards;
    let point = origin + direction * distance;
    let inside = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(from, to)| normal.dot((*to - *from).cross(point - *from)) >= 0.0);
    (inside && distance >= 0.0).then_some((distance, towards < 0.0))
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
            let expected = triangles
                .iter()
                .filter_map(|t| brute_force(t, &ray).filter(|hit| hit.1 || !engine || t.two_sided))
                .map(|hit| hit.0)
                .fold(f64::INFINITY, f64::min);
            let hit = picker.pick(&ray, f32::INFINITY, sides);
            let ours = hit.map_or(f64::INFINITY, |hit| f64::from(hit.distance));
            // A ray along an edge is decided by the last digit.
            let grazes = triangles.iter().any(|t| grazes(t, &ray));
            prop_assert!(
                ours == expected || (ours - expected).abs() < 1e-3 * expected || grazes,
                "{ours} instead of {expected}"
            );
            if let Some(hit) = hit {
                let weights = hit.barycentrics;
                prop_assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                let [a, b, c] = hit.triangle.positions.map(Vec3A::from_array);
                let point = a * weights[0] + b * weights[1] + c * weights[2];
                let error = point.distance(Vec3A::from_array(hit.position));
                prop_assert!(error < 1e-2 || grazes, "{error}");
            }
        }
    }
}

fn grazes(triangle: &PickTriangle, ray: &Ray) -> bool {
    let [a, b, c] = triangle.positions.map(|p| DVec3::from_array(p.map(f64::from)));
    let origin = DVec3::from_array(ray.origin.map(f64::from));
    let direction = DVec3::from_array(ray.direction.map(f64::from)).normalize_or_zero();
    let normal = (b - a).cross(c - a).normalize_or_zero();
    if normal == DVec3::ZERO || normal.dot(direction).abs() < 1e-3 {
        return true;
    }
    let distance = normal.dot(a - origin) / normal.dot(direction);
    let point = origin + direction * distance;
    distance.abs() < 1e-3
        || [(a, b), (b, c), (c, a)].iter().any(|(from, to)| {
            let along = (*to - *from).normalize_or_zero();
            let off = point - *from;
            (off - along * off.dot(along)).length() < 1e-3
        })
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
