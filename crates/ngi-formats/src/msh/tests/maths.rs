//! Encoders, bounds and neighbours against figures worked out by hand and against brute force.

use proptest::prelude::*;

use super::super::*;

#[test]
fn normals_round_and_are_cut() {
    assert_eq!(encode_normal([1.0, -1.0, 0.0]).xyz, [127, -127, 0]);
    assert_eq!(encode_normal([2.0, -2.0, f32::NAN]).xyz, [127, -128, 0]);
    assert_eq!(encode_normal([0.5, -0.5, 0.003]).xyz, [64, -64, 0]);
}

#[test]
fn uvs_round_and_are_cut() {
    assert_eq!(encode_uv([1.0, -0.5]), Uv { u: 1024, v: -512 });
    assert_eq!(encode_uv([100.0, -100.0]), Uv { u: 32767, v: -32768 });
}

#[test]
fn quaternions_round_and_are_cut() {
    let wxyz = QuaternionOrder::Wxyz;
    assert_eq!(encode_quaternion([1.0, 0.0, -1.0, 2.0], wxyz), [32767, 0, -32767, 32767]);
    assert_eq!(
        encode_quaternion([1.0, 0.5, 0.0, 0.0], QuaternionOrder::Xyzw),
        [16384, 0, 0, 32767]
    );
}

#[test]
fn packed_values_encode_to_themselves() {
    for value in i16::MIN..=i16::MAX {
        let uv = Uv { u: value, v: value };
        assert_eq!(encode_uv(uv.decode()), uv);
        if value > i16::MIN {
            let key = Key { rotation: [value; 4], ..Key::default() };
            for order in [QuaternionOrder::Wxyz, QuaternionOrder::Xyzw] {
                assert_eq!(encode_quaternion(key.rotation(order), order), [value; 4]);
            }
        }
    }
    for value in -127..=127i8 {
        let normal = Normal { xyz: [value; 3], unk_0x03: 0 };
        assert_eq!(encode_normal(normal.decode()), normal);
    }
}

#[test]
fn face_normals_follow_the_winding() {
    let triangle = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 5.0, 0.0]];
    assert_eq!(encode_triangle_normal(triangle), [0, 0, 32767]);
    let [a, b, c] = triangle;
    assert_eq!(encode_triangle_normal([a, c, b]), [0, 0, -32767]);
    assert_eq!(encode_triangle_normal([a, a, b]), [0, 0, 32767], "no area: up");
    let tiny = [[0.0; 3], [1e-30, 0.0, 0.0], [0.0, 1e-30, 0.0]];
    assert_eq!(encode_triangle_normal(tiny), [0, 0, 32767]);
}

#[test]
fn corners_come_in_the_order_of_the_engine() {
    let aabb = Aabb { min: [1.0, 2.0, 3.0], max: [4.0, 5.0, 6.0] };
    let words: [String; 8] = bounds::corners(&aabb).map(|corner| {
        corner.iter().zip(aabb.min).map(|(&at, min)| if at == min { 'm' } else { 'M' }).collect()
    });
    let wanted: [String; 8] =
        ["mmm", "Mmm", "MMm", "mMm", "mMM", "mmM", "MmM", "MMM"].map(String::from);
    assert_eq!(words, wanted);
}

#[test]
fn a_cylinder_reaches_the_corners_of_its_box() {
    let aabb = Aabb { min: [-47.325, -47.325, 0.0], max: [47.325, 47.325, 9.0] };
    let cylinder = bounds::cylinder(&aabb);
    assert_eq!((cylinder.low, cylinder.high), ([0.0, 0.0, 0.0], [0.0, 0.0, 9.0]));
    assert!((cylinder.radius - 66.927).abs() < 0.001, "{}", cylinder.radius);
}

#[test]
fn areas_and_volumes() {
    assert_eq!(bounds::area([[0.0; 3], [3.0, 0.0, 0.0], [0.0, 4.0, 0.0]]), 6.0);
    let aabb = Aabb { min: [0.0, 1.0, 2.0], max: [1.0, 3.0, 5.0] };
    assert_eq!(bounds::volume(&aabb), 6.0);
    assert_eq!(bounds::aabb([]), None);
    let header = bounds::header(&[]);
    assert_eq!(header, Header::default());
}

#[test]
fn spheres_of_few_points() {
    assert_eq!(bounds::sphere(&[]), Sphere { center: [0.0; 3], radius: 0.0 });
    assert_eq!(bounds::sphere(&[[1.0, 2.0, 3.0]]).radius, 0.0);
    let two = bounds::sphere(&[[0.0; 3], [2.0, 0.0, 0.0]]);
    assert_eq!(two, Sphere { center: [1.0, 0.0, 0.0], radius: 1.0 });
    // All points the same, on a line, in a plane; numbers that are none.
    assert_eq!(bounds::sphere(&[[1.0; 3]; 9]).radius, 0.0);
    let line: Vec<_> = (0..9u8).map(|n| [f32::from(n), 0.0, 0.0]).collect();
    assert!((bounds::sphere(&line).radius - 4.0).abs() < 1e-6);
    let odd = bounds::sphere(&[[f32::NAN; 3], [0.0; 3], [2.0, 0.0, 0.0], [f32::INFINITY; 3]]);
    assert_eq!(odd.radius, 1.0);
}

#[test]
fn the_sphere_of_a_ball_of_points_is_the_ball() {
    let mut points = Vec::new();
    for n in 0..3000 {
        let (a, b) = (n as f32 * 2.399_963, n as f32 / 1500.0 - 1.0);
        let r = (1.0 - b * b).max(0.0).sqrt();
        points.push([r * a.cos() * 5.0 + 1.0, r * a.sin() * 5.0, b * 5.0]);
    }
    let sphere = bounds::sphere(&points);
    assert!((sphere.radius - 5.0).abs() < 0.005, "{sphere:?}");
}

/// The smallest radius by searching for the centre: the largest distance is a convex function of
/// it, so three nested searches find the least.
fn smallest_radius(points: &[[f32; 3]]) -> f64 {
    fn search(low: f64, high: f64, cost: &mut dyn FnMut(f64) -> f64) -> f64 {
        let (mut low, mut high) = (low, high);
        for _ in 0..34 {
            let third = (high - low) / 3.0;
            if cost(low + third) < cost(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        cost(low.midpoint(high))
    }
    let points: Vec<[f64; 3]> = points.iter().map(|point| point.map(f64::from)).collect();
    let squared = search(-10.0, 10.0, &mut |x| {
        search(-10.0, 10.0, &mut |y| {
            search(-10.0, 10.0, &mut |z| {
                let distance =
                    |p: &[f64; 3]| (p[0] - x).powi(2) + (p[1] - y).powi(2) + (p[2] - z).powi(2);
                points.iter().map(distance).fold(0.0, f64::max)
            })
        })
    });
    squared.sqrt()
}

fn holds(sphere: &Sphere, points: &[[f32; 3]]) -> bool {
    points.iter().all(|point| {
        let squared: f64 = point
            .iter()
            .zip(sphere.center)
            .map(|(&a, b)| (f64::from(a) - f64::from(b)).powi(2))
            .sum();
        squared.sqrt() <= f64::from(sphere.radius) * (1.0 + 1e-6)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn spheres_are_the_smallest(
        points in prop::collection::vec(prop::array::uniform3(-10.0f32..10.0), 1..9)
    ) {
        let sphere = bounds::sphere(&points);
        prop_assert!(holds(&sphere, &points));
        let least = smallest_radius(&points);
        let found = f64::from(sphere.radius);
        prop_assert!(found <= least * 1.0001 + 1e-5, "{found} but {least} is enough");
    }
}

proptest! {
    #[test]
    fn spheres_hold_points_on_a_grid(
        points in prop::collection::vec(prop::array::uniform3(-3i8..3), 1..60)
    ) {
        // A grid is full of points on a line, in a plane, on one sphere.
        let points: Vec<[f32; 3]> =
            points.into_iter().map(|point| point.map(f32::from)).collect();
        let sphere = bounds::sphere(&points);
        prop_assert!(holds(&sphere, &points));
        // The box around the points gives a bound from below and from above.
        let aabb = bounds::aabb(points.iter().copied()).unwrap();
        let longest = (0..3).map(|axis| aabb.max[axis] - aabb.min[axis]).fold(0.0, f32::max);
        prop_assert!(sphere.radius * 1.0001 >= longest / 2.0);
        prop_assert!(sphere.radius <= bounds::diagonal(&aabb) / 2.0 * 1.0001);
    }
}

#[test]
fn a_tetrahedron_is_linked_all_around() {
    let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let mut triangles = [Triangle { twins: 0xFFC0, ..Triangle::default() }; 4];
    link(&faces, &positions, 10, &mut triangles);
    assert_eq!(triangles[0].neighbours, [13, 12, 11]);
    assert_eq!(triangles[1].neighbours, [10, 12, 13]);
    assert_eq!(triangles[2].neighbours, [10, 13, 11]);
    assert_eq!(triangles[3].neighbours, [10, 11, 12]);
    // Edge 0-2 of the first is edge 0 of the last, and so on; the bits above stay.
    assert_eq!(triangles[0].twins, 0xFFC0);
    assert_eq!(triangles[1].twins, 0xFFC0 | 2 | 2 << 2 | 1 << 4);
}

/// The neighbours of triangles whose edges meet in pairs, by looking at every pair.
fn brute_force(faces: &[[u32; 3]], at: &dyn Fn(u32) -> u32) -> Option<Vec<Triangle>> {
    let mut triangles = vec![Triangle::default(); faces.len()];
    let edge = |t: usize, e: usize| (at(faces[t][e]), at(faces[t][(e + 1) % 3]));
    let all: Vec<(usize, usize)> =
        (0..faces.len()).flat_map(|t| (0..3).map(move |e| (t, e))).collect();
    for &(t, e) in &all {
        let (a, b) = edge(t, e);
        let twins: Vec<_> = all.iter().filter(|&&(u, f)| edge(u, f) == (b, a)).collect();
        let same = all.iter().filter(|&&(u, f)| edge(u, f) == (a, b)).count();
        if a == b || same > 1 || twins.len() > 1 {
            return None;
        }
        if let [&(u, f)] = twins[..] {
            triangles[t].link(e, u as u16, f as u16);
        }
    }
    Some(triangles)
}

proptest! {
    #[test]
    fn neighbours_are_those_of_brute_force(
        faces in prop::collection::vec(prop::array::uniform3(0u32..12), 1..12)
    ) {
        // Vertices 6.. lie where vertices 0..6 are: a seam runs through everything.
        let positions: Vec<[f32; 3]> = (0..12u8).map(|n| [f32::from(n % 6), 0.0, -0.0]).collect();
        let mut triangles = vec![Triangle::default(); faces.len()];
        link(&faces, &positions, 0, &mut triangles);
        if let Some(wanted) = brute_force(&faces, &|vertex| vertex % 6) {
            prop_assert_eq!(&triangles, &wanted);
        }
        for (index, triangle) in triangles.iter().enumerate() {
            for edge in 0..3 {
                prop_assert_eq!(triangle.neighbour(edge).is_some(), triangle.twin(edge).is_some());
                let (Some(other), Some(twin)) = (triangle.neighbour(edge), triangle.twin(edge))
                else { continue };
                prop_assert_ne!(other, index);
                prop_assert_eq!(triangles[other].neighbour(twin), Some(index));
                prop_assert_eq!(triangles[other].twin(twin), Some(edge));
                let ends = |t: usize, e: usize| (faces[t][e] % 6, faces[t][(e + 1) % 3] % 6);
                let (a, b) = ends(index, edge);
                prop_assert_eq!(ends(other, twin), (b, a));
            }
        }
    }
}

#[test]
fn two_sheets_back_to_back_are_not_mixed() {
    // Front and back of a quad, each with vertices of its own: the diagonals stay apart.
    let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let positions = [square, square].concat();
    let faces = [[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]];
    let mut triangles = [Triangle::default(); 4];
    link(&faces, &positions, 0, &mut triangles);
    assert_eq!(triangles[0].neighbour(2), Some(1));
    assert_eq!(triangles[2].neighbour(0), Some(3));
}

#[test]
fn the_rest_pose_composes_down_the_tree() {
    // A quarter turn about z as the engine stores it, then a step along x.
    let turn = Key { position: [1.0, 0.0, 0.0], rotation: [23170, 0, 0, 23170], time: 0.0 };
    let step = Key { position: [2.0, 0.0, 0.0], ..Key::default() };
    let mut plan = Blueprint::new("pose");
    let root = plan.add_node(PlainNode::new("a").with_track(Track::still(turn)));
    plan.add_node(PlainNode::new("b").below(root).with_track(Track::still(step)));
    let doc = plan.build().unwrap();
    let world = doc.rest_pose();
    // The stored quaternion turns +90°; the engine's matrix is the transpose: x goes to −y.
    let [x, y, z] = pose::transform(&world[1], [0.0; 3]);
    assert!((x - 1.0).abs() < 1e-4 && (y + 2.0).abs() < 1e-4 && z.abs() < 1e-4, "{x} {y} {z}");
    let bytes = doc.write().unwrap();
    assert_eq!(pose::rest_pose(&Model::read(&bytes).unwrap()), world);
}

#[test]
fn tracks_are_laid_out_like_the_games() {
    let key = |time: f32| Key { time, ..Key::default() };
    let still = Track::default();
    let moving = Track { keys: [0.0, 2.0, 3.0].map(key).to_vec() };
    let long = Track { keys: [0.0, 5.0].map(key).to_vec() };
    let encoded = encode_tracks(&[still, moving, long]).unwrap();
    assert_eq!(encoded.keys.len(), 6);
    assert_eq!(encoded.frame_count, 6);
    assert_eq!(encoded.nodes, [(NONE, 0), (0, 3), (6, 5)]);
    assert_eq!(encoded.map, [1, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 5]);
    let nothing = encode_tracks(&[]).unwrap();
    assert_eq!((nothing.frame_count, nothing.map.len()), (1, 0));
}

#[test]
fn tracks_that_break_the_rules_are_refused() {
    let track = |times: &[f32]| Track {
        keys: times.iter().map(|&time| Key { time, ..Key::default() }).collect(),
    };
    for times in
        [&[][..], &[1.0], &[0.0, 0.5], &[0.0, 2.0, 2.0], &[0.0, f32::NAN], &[0.0, 65_535.0]]
    {
        assert!(encode_tracks(&[track(times)]).is_err(), "{times:?}");
    }
    assert!(encode_tracks(&[track(&[0.0, 65_533.0])]).is_ok());
    let two = [track(&[0.0, 40_000.0]), track(&[0.0, 40_000.0])];
    assert!(encode_tracks(&two).is_err(), "80,002 words cannot be named");
}
