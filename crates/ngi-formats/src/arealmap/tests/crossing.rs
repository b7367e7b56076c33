#![allow(clippy::cast_possible_truncation)] // to the nearest float

use proptest::prelude::*;

use super::*;
use crate::arealmap::check::crossing::{Crossing, Search};
use crate::{Findings, Mode};

type Corners = Vec<[i16; 2]>;
/// What it is, its corners, which edges may be named, and whether they run over each other.
type Figure<'a> = (&'a str, &'a [[i16; 2]], &'a [[usize; 2]], bool);

fn floats(corners: &[[i16; 2]]) -> Vec<[f32; 3]> {
    corners.iter().map(|[x, y]| [f32::from(*x), f32::from(*y), 0.0]).collect()
}

fn find(polygon: &[[f32; 3]]) -> Option<Crossing> {
    Search::default().crossing(polygon.iter().copied(), &mut usize::MAX.clone())
}

#[test]
fn figures_by_hand() {
    let table: [Figure; 19] = [
        ("square", &[[0, 0], [2, 0], [2, 2], [0, 2]], &[], false),
        ("corners that turn back", &[[0, 0], [9, 0], [9, 9], [8, 1]], &[], false),
        ("a bowl", &[[0, 0], [9, 0], [9, 9], [8, 9], [8, 1], [1, 1], [1, 9], [0, 9]], &[], false),
        (
            "corners in a straight edge",
            &[[0, 0], [1, 0], [2, 0], [2, 2], [0, 2], [0, 1]],
            &[],
            false,
        ),
        (
            "corners in one place",
            &[[0, 0], [0, 0], [2, 0], [2, 2], [2, 2], [0, 2], [0, 0]],
            &[],
            false,
        ),
        ("bow tie", &[[0, 0], [4, 4], [4, 0], [0, 3]], &[[0, 2]], false),
        (
            "star",
            &[[0, 0], [8, 6], [-2, 6], [6, 0], [3, 9]],
            &[[0, 2], [0, 3], [1, 3], [1, 4], [2, 4]],
            false,
        ),
        (
            "bow tie with a corner in the middle of one way",
            &[[0, 0], [2, 2], [4, 4], [4, 0], [1, 3]],
            &[[1, 3]],
            false,
        ),
        (
            "bow tie with a corner in the middle of both",
            &[[0, 0], [2, 2], [4, 4], [4, 0], [2, 2], [0, 5]],
            &[[1, 4]],
            false,
        ),
        // Two squares that have a corner in common, gone around in one.
        (
            "corners touch",
            &[[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1]],
            &[],
            false,
        ),
        // A notch down to the edge below.
        ("a corner touches an edge", &[[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]], &[], false),
        (
            "a notch goes through an edge",
            &[[0, 0], [4, 0], [4, 4], [2, -1], [0, 4]],
            &[[0, 2], [0, 3]],
            false,
        ),
        (
            "a straight notch of the edge below lies on it",
            &[[0, 0], [4, 0], [4, 4], [3, 0], [1, 0], [0, 4]],
            &[[0, 3]],
            true,
        ),
        ("a spike", &[[0, 0], [4, 0], [2, 0], [2, 4]], &[[0, 1]], true),
        (
            "a spike over the first corner",
            &[[2, 0], [2, 4], [0, 4], [0, 0], [4, 0]],
            &[[3, 4]],
            true,
        ),
        // A hole, to which the way leads through a slit: there and back.
        (
            "a slit",
            &[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0], [3, 3], [3, 6], [6, 6], [6, 3], [3, 3]],
            &[[4, 9]],
            true,
        ),
        // Along the same edge again, and not back.
        ("twice around", &[[0, 0], [4, 0], [2, 4], [0, 0], [4, 0], [2, 3]], &[[0, 3]], true),
        (
            "three squares at a corner, each to the left of the last",
            &[[0, 0], [2, 0], [2, 1], [0, 0], [1, 2], [-1, 2], [0, 0], [-2, 0], [-2, -1]],
            &[],
            false,
        ),
        (
            "a loop at a corner, on both sides of another's way",
            &[[0, 0], [2, 0], [2, 3], [0, 0], [3, 1], [4, 4], [-1, 9]],
            &[[0, 3], [1, 3]],
            false,
        ),
    ];
    for (name, corners, edges, overlap) in table {
        let found = find(&floats(corners));
        assert_eq!(found.is_some(), !edges.is_empty(), "{name}: {found:?}");
        assert!(found.is_none_or(|found| edges.contains(&found.edges)), "{name}: {found:?}");
        assert!(found.is_none_or(|found| found.overlap == overlap), "{name}: {found:?}");
    }
}

#[test]
fn a_hair_is_enough() {
    // 0.1 is not a tenth, and a third of a way is not a float: sides are those of the floats.
    let (a, b) = ([0.1f32, 0.1, 0.0], [0.7f32, 0.3, 0.0]);
    let third = |by: i8| {
        let y = 0.1f32 + 0.2 / 3.0;
        [0.3f32, f32::from_bits(y.to_bits().saturating_add_signed(by.into())), 0.0]
    };
    // A notch from above, with its tip a little above the edge and a little below it.
    let notch = |tip| find(&[a, b, [0.7, 0.9, 0.0], tip, [0.1, 0.9, 0.0]]);
    assert_eq!(notch(third(2)), None);
    assert!(notch(third(-2)).is_some());
    // Near 0 and far from it at once.
    let far = 1.0e30;
    let wide = [[0.0, 0.0, 0.0], [far, 1.0e-30, 0.0], [far, far, 0.0], [1.0, 0.0, 0.0]];
    assert_eq!(find(&wide).map(|found| found.edges), Some([0, 2]));
}

#[test]
fn a_polygon_of_thirty_thousand_corners_does_not_hang() {
    let map = |polygon: Vec<[f32; 3]>| {
        let links = vec![[-1; 2]; polygon.len()];
        let area = geometry::area(polygon.iter().copied());
        let head = [0.5, 0.5, 0.0, 0.0, area.abs() as f32, 0.0, 0.0, 1.0];
        let mut bytes = raw_areal(head, [1, 0, 1, 0], &polygon, &links, &[]);
        bytes.extend(raw_cells(1, 1, &[&[0]]));
        let mut findings = Findings::new(Mode::Strict, false);
        check_chunk(&bytes, 1, &mut findings);
        findings.count(&codes::CROSSING)
    };
    // Back and forth between two slanted lines, then home along the outside: simple, and every
    // box touches every other.
    let zigzag = |count: u32| -> Vec<[f32; 3]> {
        let corners = (0..count).map(|at| {
            let (step, far) = (at as f32 / 64.0, f32::from(at % 2 == 1) * 9000.0);
            [far - step, far + step, 0.0]
        });
        let last = count as f32 / 64.0;
        corners.chain([[-last - 9.0, last + 9.0, 0.0], [-last - 9.0, 0.0, 0.0]]).collect()
    };
    assert_eq!(map(zigzag(100)), 0);
    assert_eq!(map(zigzag(30_000)), 0);
    // A ring with a wave in it; then with two corners exchanged.
    let mut ring: Vec<[f32; 3]> = (0..30_000u32)
        .map(|at| {
            let angle = f64::from(at) / 30_000.0 * std::f64::consts::TAU;
            let radius = 1000.0 + 500.0 * (angle * 3.0).cos();
            [(radius * angle.cos()) as f32 + 4000.0, (radius * angle.sin()) as f32, 0.0]
        })
        .collect();
    assert_eq!(map(ring.clone()), 0);
    ring.swap(20_000, 20_003);
    assert_eq!(map(ring), 1);
    // A scribble.
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32
    };
    assert_eq!(map((0..30_000).map(|_| [next(), next(), 0.0]).collect()), 1);
}

/// Edges as pairs of corners, without those of no length.
fn edges(corners: &[[i16; 2]]) -> Vec<[[i64; 2]; 2]> {
    let wide = |[x, y]: [i16; 2]| [i64::from(x), i64::from(y)];
    let next = corners.iter().skip(1).chain(corners.first());
    let all = corners.iter().zip(next).map(|(a, b)| [wide(*a), wide(*b)]);
    all.filter(|[a, b]| a != b).collect()
}

fn turn([a, b]: [[i64; 2]; 2], c: [i64; 2]) -> i64 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
}

/// How many points of a fine grid along one edge are on another.
fn common(one: [[i64; 2]; 2], other: [[i64; 2]; 2]) -> usize {
    let inside = |point: [i64; 2], [a, b]: [[i64; 2]; 2]| {
        (0..2).all(|k| a[k].min(b[k]) <= point[k] && point[k] <= a[k].max(b[k]))
    };
    let steps = 840;
    let scaled = |[a, b]: [[i64; 2]; 2]| [a.map(|v| v * steps), b.map(|v| v * steps)];
    let [a, b] = one;
    let point = |at: i64| [0, 1].map(|k| a[k] * steps + (b[k] - a[k]) * at);
    let other = scaled(other);
    (0..=steps).map(point).filter(|p| turn(other, *p) == 0 && inside(*p, other)).count()
}

fn corners() -> impl Strategy<Value = Corners> {
    proptest::collection::vec([-3i16..4, -3i16..4], 4..9)
}

proptest! {
    /// What whole numbers say of edges in pairs: where two cross in the middle of both, or have
    /// more than a point in common, something is found; where no two meet at all, nothing.
    #[test]
    fn as_whole_numbers_say(corners in corners()) {
        let edges = edges(&corners);
        let found = find(&floats(&corners)).is_some();
        let (mut sure, mut touches) = (false, false);
        for (i, one) in edges.iter().enumerate() {
            for (j, other) in edges.iter().enumerate().skip(i + 1) {
                let next = j == i + 1 || (i == 0 && j + 1 == edges.len());
                let common = common(*one, *other);
                let sides = [turn(*one, other[0]), turn(*one, other[1]), turn(*other, one[0]), turn(*other, one[1])];
                let cross = sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0;
                sure |= common > 1 || cross;
                touches |= !next && (common > 0 || cross);
            }
        }
        prop_assert!(found || !sure);
        prop_assert!(touches || sure || !found);
    }

    /// Neither where one begins, nor in which direction, nor further corners in straight edges
    /// change whether a polygon crosses itself. The latter put corners where edges cross.
    #[test]
    fn it_does_not_matter_how_it_is_written(corners in corners(), first in 0usize..9, parts in 1i16..5) {
        let found = find(&floats(&corners)).is_some();
        let mut turned = corners.clone();
        turned.rotate_left(first % corners.len());
        prop_assert_eq!(find(&floats(&turned)).is_some(), found);
        turned.reverse();
        prop_assert_eq!(find(&floats(&turned)).is_some(), found);
        let mirrored: Corners = corners.iter().map(|[x, y]| [*y, *x]).collect();
        prop_assert_eq!(find(&floats(&mirrored)).is_some(), found);
        let next = corners.iter().skip(1).chain(corners.first());
        let finer: Corners = corners.iter().zip(next).flat_map(|(a, b)| {
            (0..parts).map(move |at| [0, 1].map(|k| a[k] * parts + (b[k] - a[k]) * at))
        }).collect();
        prop_assert_eq!(find(&floats(&finer)).is_some(), found, "{:?}", finer);
    }

    /// Polygons that are seen from a point, whole: none crosses itself.
    #[test]
    fn stars_around_a_point_do_not_cross(radii in proptest::collection::vec(1.0f64..100.0, 3..40)) {
        let count = radii.len() as f64;
        let polygon: Vec<[f32; 3]> = radii.iter().enumerate().map(|(at, radius)| {
            let angle = at as f64 / count * std::f64::consts::TAU;
            [(radius * angle.cos()) as f32 + 500.0, (radius * angle.sin()) as f32 - 70.0, 0.0]
        }).collect();
        prop_assert_eq!(find(&polygon), None);
    }
}
