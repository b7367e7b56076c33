//! Rays and segments, beside looking at every face.

use glam::DVec3;
use ngi_formats::landscape::{FaceFilter, FaceFlags};
use proptest::prelude::*;

use super::samples::{Chance, Map, heap, regular};
use crate::landscape::rays::Start;
use crate::landscape::{Ground, Hit, Ray, Sides, round, walker};

fn filters() -> [FaceFilter; 3] {
    [FaceFilter::default(), walker(), round()]
}

/// All faces of level 0 with the same arithmetic, one after another.
fn one_by_one(
    ground: &Ground,
    ray: &Ray,
    reach: f32,
    filter: &FaceFilter,
    sides: Sides,
) -> Option<(f32, usize)> {
    let start = Start::new(ray, ground.limits.as_ref()?)?;
    let mut best: Option<(f32, usize)> = None;
    for (face, triangle) in ground.mesh.iter().enumerate() {
        if ground.is_fine(face)
            && triangle.passes(filter)
            && let Some((along, _)) = start.meet(&triangle, sides == Sides::Both)
            && along <= reach
            && best.is_none_or(|best| along < best.0)
        {
            best = Some((along, face));
        }
    }
    best
}

/// Distance by the plane and three edges in plan of the triangle's own, from the front or not.
fn by_the_book(corners: [[f32; 3]; 3], ray: &Ray) -> Option<(f64, bool)> {
    let [a, b, c] = corners.map(|p| DVec3::from_array(p.map(f64::from)));
    let origin = DVec3::from_array(ray.origin.map(f64::from));
    let direction = DVec3::from_array(ray.direction.map(f64::from));
    let normal = (b - a).cross(c - a);
    let towards = normal.dot(direction);
    let distance = normal.dot(a - origin) / towards;
    let point = origin + direction * distance;
    let inside = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(from, to)| normal.dot((*to - *from).cross(point - *from)) >= 0.0);
    (inside && distance >= 0.0 && distance.is_finite()).then_some((distance, towards < 0.0))
}

/// Whether the last digits decide.
fn grazes(corners: [[f32; 3]; 3], ray: &Ray) -> bool {
    let [a, b, c] = corners.map(|p| DVec3::from_array(p.map(f64::from)));
    let origin = DVec3::from_array(ray.origin.map(f64::from));
    let direction = DVec3::from_array(ray.direction.map(f64::from)).normalize_or_zero();
    let normal = (b - a).cross(c - a).normalize_or_zero();
    if normal == DVec3::ZERO || normal.dot(direction).abs() < 1e-5 {
        return true;
    }
    let distance = normal.dot(a - origin) / normal.dot(direction);
    let point = origin + direction * distance;
    distance.abs() < 1e-4
        || [(a, b), (b, c), (c, a)].iter().any(|(from, to)| {
            let along = (*to - *from).normalize_or_zero();
            let off = point - *from;
            (off - along * off.dot(along)).length() < 1e-4
        })
}

fn rays(map: &Map, seed: u64, count: usize) -> Vec<Ray> {
    let mut chance = Chance::new(seed);
    let [low, high] = [map.grid.origin, map.grid.far];
    let whole = |chance: &mut Chance, low: f32, high: f32| {
        chance.whole(low as i64 - 9, high as i64 + 9) as f32
    };
    let place = |chance: &mut Chance| {
        [whole(chance, low[0], high[0]), whole(chance, low[1], high[1]), whole(chance, 0.0, 30.0)]
    };
    (0..count)
        .map(|number| {
            let (mut from, mut to) = (place(&mut chance), place(&mut chance));
            if number % 3 > 0 {
                let shake = |at: f32, chance: &mut Chance| at + chance.between(-0.5, 0.5);
                from = from.map(|at| shake(at, &mut chance));
                to = to.map(|at| shake(at, &mut chance));
            }
            match number % 7 {
                // Straight down, level, along an axis, from far away.
                0 => (to[0], to[1]) = (from[0], from[1]),
                1 => to[2] = from[2],
                2 => (to[1], to[2]) = (from[1], from[2]),
                3 => from = from.map(|at| at * 1000.0),
                // From above to the middle of a face.
                4 if !map.faces.is_empty() => {
                    let face = chance.whole(0, map.faces.len() as i64 - 1) as usize;
                    let [a, b, c] = map.corners(face);
                    to = [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
                    from = [to[0] + 1.0, to[1] + 2.0, to[2] + 50.0];
                }
                _ => {}
            }
            let direction = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
            Ray { origin: from, direction }
        })
        .collect()
}

fn nearest_agrees(map: &Map, seed: u64) -> Result<usize, TestCaseError> {
    let ground = map.ground();
    let mut hits = 0;
    for ray in rays(map, seed, 21) {
        for filter in &filters() {
            for sides in [Sides::Engine, Sides::Both] {
                for reach in [f32::INFINITY, 1.0, 0.5] {
                    let ours = ground.nearest(&ray, reach, filter, sides);
                    let expected = one_by_one(&ground, &ray, reach, filter, sides);
                    prop_assert_eq!(ours.map(|hit| (hit.along, hit.face)), expected, "{:?}", ray);
                    hits += usize::from(ours.is_some());
                }
            }
        }
        sound(map, &ground, &ray)?;
    }
    Ok(hits)
}

/// The same with other arithmetic, where the last digits do not decide.
fn sound(map: &Map, ground: &Ground, ray: &Ray) -> Result<(), TestCaseError> {
    let fine: Vec<usize> = (0..map.faces.len()).filter(|&face| ground.is_fine(face)).collect();
    if fine.iter().any(|&face| grazes(map.corners(face), ray)) {
        return Ok(());
    }
    let expected = fine
        .iter()
        .filter_map(|&face| {
            let (distance, front) = by_the_book(map.corners(face), ray)?;
            (front || map.faces[face].flags.0 & 8 != 0).then_some(distance)
        })
        .fold(f64::INFINITY, f64::min);
    let hit = ground.nearest(ray, f32::INFINITY, &FaceFilter::default(), Sides::Engine);
    let ours = hit.map_or(f64::INFINITY, |hit| f64::from(hit.along));
    prop_assert!(
        ours == expected || (ours - expected).abs() <= 1e-5 * expected,
        "{ours} {expected}"
    );
    Ok(())
}

/// The squares a line touches with where it enters them, sorted by that.
fn squares_in_order(map: &Map, ray: &Ray) -> Vec<(f64, usize)> {
    let grid = &map.grid;
    let start = grid.square([ray.origin[0], ray.origin[1]]);
    let mut found = Vec::new();
    for column in 0..grid.across {
        for row in 0..grid.down {
            let (mut enter, mut leave) = (0.0f64, f64::INFINITY);
            for (axis, place) in [column, row].into_iter().enumerate() {
                let low =
                    f64::from(grid.origin[axis]) + f64::from(grid.size[axis]) * f64::from(place);
                let high = low + f64::from(grid.size[axis]);
                let (at, d) = (f64::from(ray.origin[axis]), f64::from(ray.direction[axis]));
                let times = [(low - at) / d, (high - at) / d];
                if d != 0.0 {
                    enter = enter.max(times[0].min(times[1]));
                    leave = leave.min(times[0].max(times[1]));
                } else if at < low || at > high {
                    leave = -1.0;
                }
            }
            // One that is only touched is none, but for the one it starts in.
            let square = (column * grid.down + row) as usize;
            if start == Some(square) {
                found.push((-1.0, square));
            } else if enter < leave - 1e-9 {
                found.push((enter, square));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

/// Whether a ray comes so near to a border's corner, or runs along a border, that the order of
/// squares is a matter of taste.
fn on_borders(map: &Map, ray: &Ray) -> bool {
    let order = squares_in_order(map, ray);
    let border = |axis: usize| {
        let place =
            f64::from(ray.origin[axis] - map.grid.origin[axis]) / f64::from(map.grid.size[axis]);
        ray.direction[axis] == 0.0 && (place - place.round()).abs() < 1e-3
    };
    let [dx, dy, _] = ray.direction.map(f64::from);
    let through = |column: u32, row: u32| {
        let x = f64::from(map.grid.origin[0]) + f64::from(map.grid.size[0]) * f64::from(column);
        let y = f64::from(map.grid.origin[1]) + f64::from(map.grid.size[1]) * f64::from(row);
        let off = dx * (y - f64::from(ray.origin[1])) - dy * (x - f64::from(ray.origin[0]));
        off.abs() < 1e-6 * (dx.abs() + dy.abs())
    };
    let (across, down) = (map.grid.across, map.grid.down);
    if (0..=across).any(|column| (0..=down).any(|row| through(column, row))) {
        return true;
    }
    border(0) || border(1) || order.windows(2).any(|pair| (pair[0].0 - pair[1].0).abs() < 1e-6)
}

/// The engine's rule, plainly: the nearest hit of the first square that has one.
fn engine_order(ground: &Ground, map: &Map, ray: &Ray, reach: f32) -> Option<(f32, usize)> {
    let start = Start::new(ray, ground.limits.as_ref()?)?;
    squares_in_order(map, ray).into_iter().find_map(|(_, square)| {
        let mut best: Option<(f32, usize)> = None;
        for face in map.squares[square][0].clone() {
            if let Some((along, _)) = start.meet(&ground.mesh.get(face as usize).unwrap(), false)
                && along <= reach
                && best.is_none_or(|best| along < best.0)
            {
                best = Some((along, face as usize));
            }
        }
        best
    })
}

fn engine_agrees(map: &Map, seed: u64) -> Result<usize, TestCaseError> {
    let ground = map.ground();
    let (all, mut hits) = (FaceFilter::default(), 0);
    for ray in rays(map, seed, 60) {
        if on_borders(map, &ray) {
            continue;
        }
        let [(x, dx), (y, dy), (z, dz)] =
            [0, 1, 2].map(|axis| (ray.origin[axis], ray.direction[axis]));
        let to = [x + dx, y + dy, z + dz];
        let segment = Ray { direction: [to[0] - x, to[1] - y, to[2] - z], ..ray };
        for (ours, ray, reach) in [
            (ground.ray(&ray, &all), ray, f32::INFINITY),
            (ground.segment(ray.origin, to, &all), segment, 1.0),
        ] {
            let expected = engine_order(&ground, map, &ray, reach);
            prop_assert_eq!(ours.map(|hit| (hit.along, hit.face)), expected, "{:?}", ray);
            hits += usize::from(ours.is_some());
        }
    }
    Ok(hits)
}

proptest! {
    #[test]
    fn the_nearest_of_a_heap(seed: u64, faces in 0usize..300) {
        nearest_agrees(&heap(seed, faces), seed)?;
    }

    #[test]
    fn the_nearest_of_a_map(seed: u64, squares in 1u32..5, quads in 1u32..6, side in 1i64..9) {
        prop_assert!(nearest_agrees(&regular(seed, squares, quads, side), seed)? > 0);
    }

    #[test]
    fn square_by_square_over_a_heap(seed: u64, faces in 0usize..300) {
        engine_agrees(&heap(seed, faces), seed)?;
    }

    #[test]
    fn square_by_square_over_a_map(seed: u64, squares in 1u32..5, quads in 1u32..6, side in 1i64..9) {
        engine_agrees(&regular(seed, squares, quads, side), seed)?;
    }
}

/// What agrees above is not only that nothing is met.
#[test]
fn square_by_square_something_is_met() {
    let hits = |seed: u64| engine_agrees(&regular(seed, 3, 4, 4), seed).unwrap();
    assert!((0..8).map(hits).sum::<usize>() > 100);
}

/// Ground facing up at z = 5 under a sheet of liquid at z = 9, in the first of twelve squares.
fn pond() -> Map {
    let mut map = Map { grid: heap(1, 0).grid, ..Map::default() };
    let flat = |z: f32| [[0.0, 0.0, z], [16.0, 0.0, z], [0.0, 16.0, z]];
    map.add(flat(5.0), FaceFlags::GROUND);
    map.add(flat(9.0), FaceFlags(0x2_0608));
    map.squares = vec![[0..2, 0..0]];
    map
}

#[test]
fn sides_and_masks_count() {
    let ground = pond().ground();
    let all = FaceFilter::default();
    let (above, below) = ([2.0, 2.0, 20.0], [2.0, 2.0, 0.0]);
    let face = |hit: Option<Hit>| hit.map(|hit| (hit.face, hit.point[2], hit.front));
    assert_eq!(face(ground.segment(above, below, &all)), Some((1, 9.0, true)));
    // From below the ground is not there, but water is.
    assert_eq!(face(ground.segment(below, above, &all)), Some((1, 9.0, false)));
    assert_eq!(face(ground.segment(below, above, &round())), None);
    // A round goes through the water.
    assert_eq!(face(ground.segment(above, below, &round())), Some((0, 5.0, true)));
    let ray = Ray { origin: below, direction: [0.0, 0.0, 1.0] };
    assert_eq!(face(ground.nearest(&ray, 6.0, &all, Sides::Both)), Some((0, 5.0, false)));
    assert_eq!(face(ground.nearest(&ray, 4.9, &all, Sides::Both)), None);
    assert_eq!(face(ground.nearest(&ray, 5.0, &all, Sides::Both)), Some((0, 5.0, false)));
    // A segment ends where it ends.
    assert_eq!(face(ground.segment(above, [2.0, 2.0, 9.5], &all)), None);
    assert_eq!(face(ground.segment(above, [2.0, 2.0, 9.0], &all)), Some((1, 9.0, true)));
}

#[test]
fn first_square_first() {
    // Two faces in view, the nearer one filed under a square that comes later.
    let mut map = Map { grid: heap(1, 0).grid, ..Map::default() };
    let wall = |x: f32| [[x, 0.0, 0.0], [x, 0.0, 16.0], [x, 16.0, 8.0]];
    map.add(wall(30.0), FaceFlags::GROUND);
    map.add(wall(10.0), FaceFlags::GROUND);
    map.squares = vec![[0..0, 0..0]; 12];
    map.squares[3] = [0..1, 0..0];
    map.squares[6] = [1..2, 0..0];
    let ground = map.ground();
    assert!(!ground.is_tidy());
    let ray = Ray { origin: [1.0, 4.0, 8.0], direction: [1.0, 0.0, 0.0] };
    let all = FaceFilter::default();
    assert_eq!(ground.ray(&ray, &all).map(|hit| hit.face), Some(0));
    let nearest = ground.nearest(&ray, 99.0, &all, Sides::Engine);
    assert_eq!(nearest.map(|hit| hit.face), Some(1));
}

#[test]
fn odd_rays_meet_nothing() {
    let map = regular(5, 2, 3, 4);
    let ground = map.ground();
    let all = FaceFilter::default();
    let [x, y] = map.grid.origin.map(|at| at + 1.3);
    let down = Ray { origin: [x, y, 50.0], direction: [0.0, 0.0, -1.0] };
    assert!(ground.ray(&down, &all).is_some());
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for axis in 0..3 {
            let mut ray = down;
            ray.origin[axis] = odd;
            assert_eq!(ground.ray(&ray, &all), None);
            let mut ray = down;
            ray.direction[axis] = odd;
            assert_eq!(ground.ray(&ray, &all), None);
            assert_eq!(ground.nearest(&ray, 1e9, &all, Sides::Both), None);
            assert_eq!(ground.segment(ray.direction, down.origin, &all), None);
        }
    }
    assert_eq!(ground.nearest(&down, f32::NAN, &all, Sides::Both), None);
    assert_eq!(ground.nearest(&down, -1.0, &all, Sides::Both), None);
    assert_eq!(ground.ray(&Ray { direction: [0.0; 3], ..down }, &all), None);
    assert_eq!(ground.segment(down.origin, down.origin, &all), None);
    // Tiny, huge and far away.
    for direction in [[0.0, 0.0, -1e-30], [0.0, 0.0, -3e38], [1e-45, 1e-45, -1e-45]] {
        let _ = ground.ray(&Ray { direction, ..down }, &all);
    }
    let far = Ray { origin: [x, y, 3e12], direction: [0.0, 0.0, -1e12] };
    assert!(ground.ray(&far, &all).is_some());
    assert_eq!(Ground::default().ray(&down, &all), None);
}
