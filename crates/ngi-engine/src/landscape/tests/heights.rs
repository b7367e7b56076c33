//! Heights and walks, beside whole-number arithmetic over every face.

use ngi_formats::landscape::masks::CompactMask;
use ngi_formats::landscape::{Face, FaceFilter, FaceFlags};
use proptest::prelude::*;

use super::samples::{Chance, Map, heap, regular};
use crate::landscape::once::heights_in;
use crate::landscape::{Footing, Ground, MOST_STEPS, Parts, Point, STEEPEST, round, walker};

/// Height of a face at a point given in quarters, by whole numbers; `None` outside.
fn exact_height(corners: [[f32; 3]; 3], [x, y]: [i64; 2]) -> Option<f32> {
    let [a, b, c] = corners.map(|[px, py, _]| [px as i64 * 4 - x, py as i64 * 4 - y]);
    let area = |p: [i64; 2], q: [i64; 2]| p[0] * q[1] - p[1] * q[0];
    let weights = [area(b, c), area(c, a), area(a, b)];
    let sum: i64 = weights.iter().sum();
    let inside = weights.iter().all(|&w| w >= 0) || weights.iter().all(|&w| w <= 0);
    if sum == 0 || !inside {
        return None;
    }
    let heights = corners.map(|[_, _, z]| z as i64);
    let top: i64 = weights.iter().zip(heights).map(|(w, z)| w * z).sum();
    Some((top as f64 / sum as f64) as f32)
}

fn passes(filter: &FaceFilter, face: &Face) -> bool {
    face.flags.0 & filter.required.0 == filter.required.0
        && face.flags.0 | !filter.forbidden.0 == !filter.forbidden.0
}

fn highest(map: &Map, at: [i64; 2], filter: &FaceFilter) -> Option<Footing> {
    let mut best: Option<Footing> = None;
    for run in map.squares.iter().map(|[fine, _]| fine.clone()) {
        for face in run.map(|face| face as usize) {
            if let Some(z) = exact_height(map.corners(face), at)
                && passes(filter, &map.faces[face])
                && best.is_none_or(|best| z > best.z || (z == best.z && face < best.face))
            {
                best = Some(Footing { z, face });
            }
        }
    }
    best
}

/// The engine's search, as it is written down: up, then down, the first face each time.
fn plain_walk(
    map: &Map,
    [x, y]: [i64; 2],
    z: f32,
    radius: f32,
    filter: &FaceFilter,
) -> Option<Footing> {
    let grid = &map.grid;
    let place = |at: i64, origin: f32, size: f32, count: u32| {
        let (at, size) = (at - 4 * origin as i64, 4 * size as i64);
        let square = at.div_euclid(size);
        if at == size * i64::from(count) { Some(i64::from(count) - 1) } else { Some(square) }
            .filter(|square| (0..i64::from(count)).contains(square))
    };
    let column = place(x, grid.origin[0], grid.size[0], grid.across)?;
    let row = place(y, grid.origin[1], grid.size[1], grid.down)?;
    let [run, _] = &map.squares[(column * i64::from(grid.down) + row) as usize];
    for up in [true, false] {
        for face in run.clone().map(|face| face as usize) {
            let Some(height) = exact_height(map.corners(face), [x, y]) else { continue };
            let steep = f32::from(map.faces[face].normal[2]) / 32767.0 <= STEEPEST;
            let side = if up { height >= z && height <= z + radius } else { height <= z };
            if side && !steep && passes(filter, &map.faces[face]) {
                return Some(Footing { z: height, face });
            }
        }
    }
    None
}

fn filters() -> [FaceFilter; 5] {
    let mask = |required, forbidden| FaceFilter {
        required: FaceFlags(required),
        forbidden: FaceFlags(forbidden),
    };
    [FaceFilter::default(), walker(), round(), mask(0x2_0008, 0), mask(0x600, 0x2000)]
}

fn agree(map: &Map, seed: u64) -> Result<usize, TestCaseError> {
    let ground = map.ground();
    let mut chance = Chance::new(seed);
    let [low, high] = [map.grid.origin, map.grid.far].map(|at| at.map(|n| n as i64 * 4));
    let mut found = 0;
    for _ in 0..60 {
        let at = [chance.whole(low[0] - 9, high[0] + 9), chance.whole(low[1] - 9, high[1] + 9)];
        // Half of them on whole numbers: on vertices, edges and borders.
        let at = if chance.whole(0, 1) == 0 { at } else { at.map(|n| n & !3) };
        let point = at.map(|n| n as f32 / 4.0);
        for filter in &filters() {
            let height = ground.height(point, filter);
            prop_assert_eq!(height, highest(map, at, filter), "at {:?}", point);
            found += usize::from(height.is_some());
            let z = chance.whole(-2, 24) as f32;
            let radius = chance.whole(0, 9) as f32;
            let ours = ground.walk([point[0], point[1], z], radius, filter);
            prop_assert_eq!(ours, plain_walk(map, at, z, radius, filter), "at {:?}", point);
        }
    }
    Ok(found)
}

proptest! {
    #[test]
    fn as_looking_at_every_face_of_a_heap(seed: u64, faces in 0usize..200) {
        agree(&heap(seed, faces), seed)?;
    }

    #[test]
    fn as_looking_at_every_face_of_a_map(seed: u64, squares in 1u32..5, quads in 1u32..6, side in 1i64..9) {
        let map = regular(seed, squares, quads, side);
        prop_assert!(map.ground().is_tidy());
        prop_assert!(agree(&map, seed)? > 0);
    }

    #[test]
    fn follow_ends_at_the_first_face_that_holds_the_target(seed: u64) {
        // At most 24 faces on a straight line through 6 by 6 quads.
        let map = regular(seed, 2, 3, 4);
        follows(&map, seed, 1)?;
    }

    #[test]
    fn follow_starts_and_ends_on_edges_and_vertices(seed: u64) {
        // A small map: turning around a vertex takes several faces each time.
        let map = regular(seed, 1, 2, 4);
        follows(&map, seed, 4)?;
    }
}

/// True if a face holds a point in plan, by whole numbers. The point is in units of 1/`scale`.
fn holds_exactly(corners: [[f32; 3]; 3], [x, y]: [i64; 2], scale: i64) -> bool {
    let [a, b, c] = corners.map(|[px, py, _]| [px as i64 * scale - x, py as i64 * scale - y]);
    let area = |p: [i64; 2], q: [i64; 2]| p[0] * q[1] - p[1] * q[0];
    let weights = [area(b, c), area(c, a), area(a, b)];
    weights.iter().any(|&w| w != 0)
        && (weights.iter().all(|&w| w >= 0) || weights.iter().all(|&w| w <= 0))
}

/// Walks between points whose coordinates are multiples of `step` quarters, and compares each walk
/// with a search through all faces.
fn follows(map: &Map, seed: u64, step: i64) -> Result<(), TestCaseError> {
    /// No edge is crossed within this share of a line before its end.
    const CLOSE: i64 = 1 << 16;
    let ground = map.ground();
    let mut chance = Chance::new(seed);
    let [low, high] = [map.grid.origin, map.grid.far].map(|at| at.map(|n| n as i64 * 4));
    let mut point =
        || [0, 1].map(|axis| low[axis] + step * chance.whole(0, (high[axis] - low[axis]) / step));
    let walkable = |face: &usize| passes(&walker(), &map.faces[*face]);
    let fine: Vec<usize> =
        map.squares.iter().flat_map(|[fine, _]| fine.clone()).map(|face| face as usize).collect();
    for _ in 0..40 {
        let (from, to) = (point(), point());
        let [a, b] = [from, to].map(|at| at.map(|n| n as f32 / 4.0));
        let holders = |at, scale| {
            let holds = move |face: &usize| holds_exactly(map.corners(*face), at, scale);
            fine.iter().copied().filter(walkable).filter(holds)
        };
        // Every face that holds the start is a valid start.
        for start in holders(from, 4) {
            let end = ground.follow(start, a, b);
            let expected: Vec<usize> = if holds_exactly(map.corners(start), to, 4) {
                vec![start]
            } else {
                // The face that the line arrives through also holds a point shortly before the
                // target: two faces if the line runs along their edge.
                let before = [0, 1].map(|axis| to[axis] * CLOSE + from[axis] - to[axis]);
                holders(before, 4 * CLOSE).collect()
            };
            prop_assert!(
                end.is_some_and(|end| expected.contains(&end)),
                "from {:?} on face {} to {:?}: {:?} instead of one of {:?}",
                a,
                start,
                b,
                end,
                expected
            );
        }
    }
    Ok(())
}

/// The target is on the edge between faces 105 and 132, which have the same height there. Found by
/// proptest with the seed 17308811236676684241.
#[test]
fn follow_to_an_edge_ends_on_the_side_it_comes_from() {
    let map = regular(17_308_811_236_676_684_241, 2, 3, 4);
    let ground = map.ground();
    let (north, target, south) = ([49.691_69, 69.464_19], [54.447_27, 58.0], [54.0, 55.0]);
    assert_eq!([105, 132].map(|face| ground.holds(face, target)), [Some(true); 2]);
    assert_eq!(ground.height(target, &walker()).map(|at| at.face), Some(105), "lowest index");
    let start = |at| ground.height(at, &walker()).unwrap().face;
    assert_eq!(ground.follow(start(north), north, target), Some(132));
    assert_eq!(ground.follow(start(south), south, target), Some(105));
    assert_eq!(ground.follow(132, target, target), Some(132));
    assert_eq!(ground.follow(105, target, target), Some(105));
}

#[test]
fn a_walk_has_its_limits() {
    // A strip of 40 faces along x.
    let mut map = regular(7, 1, 20, 4);
    let ground = map.ground();
    let [x, y] = map.grid.origin;
    let from = [x + 0.5, y + 1.0];
    let start = ground.height(from, &walker()).unwrap().face;
    let along = |quads: f32| ground.follow(start, from, [x + 0.5 + 4.0 * quads, y + 1.0]);
    // Two faces per quad: some 12 quads are reached, 13 are not.
    assert!(along(11.0).is_some());
    assert_eq!(along(13.0), None);
    assert_eq!(MOST_STEPS, 24);
    // Off the map, from nowhere and to nowhere.
    assert_eq!(ground.follow(start, from, [x - 5.0, y + 1.0]), None);
    assert_eq!(ground.follow(9999, from, from), None);
    assert_eq!(ground.follow(start, from, [f32::NAN, 0.0]), None);
    assert_eq!(ground.follow(start, from, [f32::INFINITY, 0.0]), None);
    // A neighbour that is not there.
    for face in &mut map.faces {
        face.neighbours = [0x8000; 3];
    }
    assert_eq!(map.ground().follow(start, from, [x + 40.0, y + 1.0]), None);
}

#[test]
fn heights_by_hand() {
    let mut map = Map { grid: heap(1, 0).grid, ..Map::default() };
    let flat = |z: f32| [[0.0, 0.0, z], [16.0, 0.0, z], [0.0, 16.0, z]];
    map.add(flat(5.0), FaceFlags::GROUND);
    map.add(flat(9.0), FaceFlags(0x2_0608));
    map.add(flat(9.0), FaceFlags(0x2_0608));
    map.add(flat(2.0), FaceFlags(0x2600));
    map.squares = vec![[0..0, 0..0]; 12];
    map.squares[0] = [0..4, 0..0];
    let ground = map.ground();
    let all = FaceFilter::default();
    // Highest, first of two; edges and corners are inside, a step beyond is not.
    for at in [[1.0, 1.0], [0.0, 0.0], [8.0, 8.0], [16.0, 0.0], [0.0, 16.0]] {
        assert_eq!(ground.height(at, &all), Some(Footing { z: 9.0, face: 1 }), "{at:?}");
    }
    for at in [[8.001, 8.0], [-0.001, 1.0], [1.0, -0.001], [16.001, 0.0]] {
        assert_eq!(ground.height(at, &all), None, "{at:?}");
    }
    assert_eq!(ground.height([1.0, 1.0], &walker()), Some(Footing { z: 5.0, face: 0 }));
    // The engine takes the first below, not the nearest; and the first above within reach.
    let walk = |z: f32, radius: f32, filter| ground.walk([1.0, 1.0, z], radius, filter);
    assert_eq!(walk(20.0, 1.0, &all), Some(Footing { z: 5.0, face: 0 }));
    assert_eq!(walk(8.5, 1.0, &all), Some(Footing { z: 9.0, face: 1 }));
    assert_eq!(walk(8.5, 0.4, &all), Some(Footing { z: 5.0, face: 0 }));
    assert_eq!(walk(3.0, 1.0, &all), Some(Footing { z: 2.0, face: 3 }));
    assert_eq!(walk(1.0, 0.5, &all), None);
    assert_eq!(walk(8.5, f32::NAN, &all), Some(Footing { z: 5.0, face: 0 }));
    assert_eq!(walk(8.5, -1.0, &all), Some(Footing { z: 5.0, face: 0 }));
    // The far corner of a square belongs to the next one, whose run is empty.
    assert_eq!(ground.walk([16.0, 0.0, 20.0], 1.0, &all), None);
}

#[test]
fn too_steep_to_walk() {
    let mut map = Map { grid: heap(1, 0).grid, ..Map::default() };
    map.add([[0.0, 0.0, 0.0], [16.0, 0.0, 0.0], [0.0, 16.0, 0.0]], FaceFlags::GROUND);
    map.squares = vec![[0..1, 0..0]];
    for (up, carries) in [(5689, false), (5690, true), (-32767, false)] {
        map.faces[0].normal = [0, 0, up];
        let found = map.ground().walk([1.0, 1.0, 1.0], 1.0, &walker());
        assert_eq!(found.is_some(), carries, "{up}");
    }
}

#[test]
fn masks_in_both_forms() {
    let compact = |main, material| CompactMask { main, material };
    let filter = FaceFilter::from_compact(compact(0x80, 0), compact(0x208, 0x08));
    assert_eq!(filter.required, FaceFlags(0x400));
    assert_eq!(filter.forbidden, FaceFlags(0x6_0020));
    assert_eq!(walker().forbidden, FaceFlags(0x6_0020));
    assert_eq!(round().forbidden, FaceFlags(0x3_00a0));
}

#[test]
fn numbers_that_are_none() {
    let map = regular(3, 2, 2, 4);
    let ground = map.ground();
    let all = FaceFilter::default();
    let [x, y] = map.grid.origin.map(|at| at + 1.0);
    assert!(ground.height([x, y], &all).is_some());
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN] {
        assert_eq!(ground.height([odd, y], &all), None);
        assert_eq!(ground.height([x, odd], &all), None);
        assert_eq!(ground.walk([odd, y, 0.0], 1.0, &all), None);
        assert_eq!(ground.walk([x, odd, 0.0], 1.0, &all), None);
    }
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(ground.walk([x, y, odd], 1.0, &all), None);
    }
    assert_eq!(Ground::default().height([0.0, 0.0], &all), None);
    assert_eq!(Ground::default().walk([0.0; 3], 1.0, &all), None);
}

#[test]
fn what_leads_outside_is_left_out() {
    let mut map = regular(3, 2, 2, 4);
    let all = FaceFilter::default();
    let before = map.ground();
    let at = [map.grid.origin[0] + 1.0, map.grid.origin[1] + 1.0];
    let face = before.height(at, &all).unwrap().face;
    map.faces[face].vertices[1] = 60_000;
    map.positions.push([f32::NAN; 3]);
    let ground = map.ground();
    assert_eq!(ground.corners(face), None);
    assert_ne!(ground.height(at, &all).map(|footing| footing.face), Some(face));
    let broken = 5;
    map.faces[broken].vertices[0] = (map.positions.len() - 1) as u16;
    #[allow(clippy::reversed_empty_ranges)] // what a broken file says
    let backwards = 9..3;
    map.squares[1] = [4..60_000, backwards];
    map.squares[2] = [70_000..80_000, 0..0];
    map.grid.size = [f32::NAN, 0.0];
    let ground = map.ground();
    assert!(!ground.is_tidy());
    assert_eq!(ground.walk([at[0], at[1], 50.0], 1.0, &all), None);
    assert_eq!(ground.faces_of(1, 0), Some(4..map.faces.len() as u32));
    assert_eq!(ground.faces_of(2, 0).map(|run| run.len()), Some(0));
}

#[test]
fn water_and_levels() {
    let dry = regular(1, 1, 1, 4);
    let mut map = heap(1, 0);
    map.add([[1.0, 2.0, 7.0], [9.0, 2.0, 7.0], [1.0, 8.0, 7.0]], FaceFlags(0x2_0608));
    map.add([[0.0, 0.0, 9.0], [9.0, 0.0, 9.0], [0.0, 9.0, 9.0]], FaceFlags(0x8));
    let ground = map.ground();
    let water = ground.water().unwrap();
    assert_eq!((water.level, water.min, water.max), (7.0, [1.0, 2.0, 7.0], [9.0, 8.0, 7.0]));
    assert!(water.is_level());
    assert_eq!(dry.ground().water().is_some(), dry.faces.iter().any(Face::is_liquid));
    // Squares of 16; y runs fastest; three rows.
    let map = Map { squares: vec![[0..0, 0..0]; 12], ..heap(1, 0) };
    let ground = map.ground();
    let levels: Vec<usize> = ground.drawn_levels([1.0, 1.0]).collect();
    assert_eq!(levels, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    let levels: Vec<usize> = ground.drawn_levels([1.0, -17.0]).collect();
    assert_eq!(levels, [0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1]);
    assert!(ground.drawn_levels([f32::NAN, 0.0]).all(|level| level == 0));
    assert!(ground.drawn_levels([f32::MAX, 0.0]).all(|level| level == 1));
}

proptest! {
    #[test]
    fn heights_that_are_asked_once_are_those_of_a_prepared_ground(seed: u64, sort in 0..3u8) {
        let mut chance = Chance::new(seed);
        let map = if sort == 0 { heap(seed, 40) } else { regular(seed, 2, u32::from(sort), 8) };
        let ground = map.ground();
        let [[x0, y0, _], [x1, y1, _]] = ground.bounds().unwrap_or_default();
        let mut points: Vec<Point> = Vec::new();
        for filter in filters().into_iter().cycle().take(60) {
            points.push(([chance.between(x0 - 2.0, x1 + 2.0), chance.between(y0 - 2.0, y1 + 2.0)], filter));
        }
        points.push(([f32::NAN, 0.0], FaceFilter::default()));
        let corners = map.positions.iter().take(20).map(|[x, y, _]| ([*x, *y], FaceFilter::default()));
        points.extend(corners);
        let parts = Parts { positions: &map.positions, faces: &map.faces, grid: map.grid, squares: &map.squares };
        let wanted = points.iter().map(|(at, filter)| ground.height(*at, filter).map(|on| on.z));
        prop_assert_eq!(heights_in(&parts, &points), wanted.collect::<Vec<_>>());
        prop_assert!(heights_in(&parts, &[]).is_empty());
    }
}
