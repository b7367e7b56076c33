use ngi_formats::arealmap::{Plan, geometry};
use proptest::prelude::*;

use super::samples::*;
use super::*;

#[test]
fn squares_are_found() {
    let areals = board(&["..", "~#"]);
    assert_eq!((areals.at(5.0, 5.0), areals.at(15.0, 5.0)), (Some(0), Some(1)));
    assert_eq!((areals.at(5.0, 15.0), areals.at(15.0, 15.0)), (Some(2), Some(3)));
    assert!(areals.is_lake(0) && !areals.is_lake(1) && !areals.is_walkable(1));
    assert!(areals.is_walkable(3) && !areals.is_walkable(4) && !areals.is_lake(4));
    assert!(areals.is_free(15.0, 15.0) && !areals.is_free(15.0, 5.0) && !areals.is_free(99.0, 5.0));
    let neighbours: Vec<_> = areals.neighbours(0).map(|n| (n.edge, n.areal, n.twin)).collect();
    assert_eq!(neighbours, [(1, 1, 3), (2, 2, 0)]);
    assert_eq!(areals.edge(0, 3), Some([[0.0, 10.0, 0.0], [0.0, 0.0, 0.0]]));
    assert_eq!((areals.edge(0, 4), areals.edge(4, 0)), (None, None));
}

#[test]
fn borders_belong_to_the_map() {
    let areals = board(&["..", ".."]);
    let table = [
        (0.0, 0.0, Some(0)),
        (20.0, 0.0, Some(1)),
        (0.0, 20.0, Some(2)),
        (20.0, 20.0, Some(3)),
        (20.0, 5.0, Some(1)),
        (5.0, 20.0, Some(2)),
        // Inner edges belong to the areal on their right and above.
        (10.0, 5.0, Some(1)),
        (5.0, 10.0, Some(2)),
        (10.0, 10.0, Some(3)),
        (20.001, 5.0, None),
        (-0.001, 5.0, None),
    ];
    for (x, y, areal) in table {
        assert_eq!(areals.at(x, y), areal, "{x} {y}");
    }
}

#[test]
fn questions_that_make_no_sense_have_no_answer() {
    let areals = board(&["..", ".."]);
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN];
    for x in odd {
        for y in [5.0, f32::NAN, f32::INFINITY] {
            assert_eq!((areals.at(x, y), areals.at(y, x)), (None, None));
            assert!(!areals.is_free(x, y));
            assert_eq!(
                areals.route([x, y], [5.0, 5.0], &RouteOptions::default()),
                Err(NoRoute::NoStart)
            );
            assert_eq!(
                areals.route([5.0, 5.0], [y, x], &RouteOptions::default()),
                Err(NoRoute::NoGoal)
            );
        }
    }
}

#[test]
fn of_several_candidates_the_one_that_holds_the_point() {
    // A U around a square: the cell in the middle names both.
    let mut plan = Plan::new(1, 1);
    let u = [[0, 0], [30, 0], [30, 30], [20, 30], [20, 10], [10, 10], [10, 30], [0, 30]];
    plan.add(&u.map(|[x, y]: [u8; 2]| [f32::from(x), f32::from(y), 0.0]));
    plan.add(&[[10.0, 10.0, 0.0], [20.0, 10.0, 0.0], [20.0, 30.0, 0.0], [10.0, 30.0, 0.0]]);
    let areals = load(&plan);
    assert_eq!(areals.candidates(15.0, 15.0), [0, 1]);
    assert_eq!(areals.at(15.0, 15.0), Some(1));
    assert_eq!(areals.at(5.0, 15.0), Some(0));
    assert_eq!(areals.at(25.0, 15.0), Some(0));
}

#[test]
fn a_plane_has_heights() {
    let mut plan = Plan::new(1, 1);
    plan.add(&[[0.0, 0.0, 1.0], [10.0, 0.0, 6.0], [10.0, 10.0, 6.0], [0.0, 10.0, 1.0]]);
    let areals = load(&plan);
    assert!((areals.plane_height(0, [4.0, 9.0]) - 3.0).abs() < 1e-5);
    assert_eq!(areals.plane_height(1, [4.0, 9.0]), 0.0);
}

proptest! {
    /// The grid changes nothing: the same as asking every polygon.
    #[test]
    fn points_are_where_every_polygon_says(
        plan in tiling(),
        shares in proptest::collection::vec((-0.1f32..1.1, -0.1f32..1.1), 100),
    ) {
        let areals = load(&plan);
        let frame = *areals.frame().unwrap();
        for (sx, sy) in shares {
            let x = frame.min[0] + (frame.max[0] - frame.min[0]) * sx;
            let y = frame.min[1] + (frame.max[1] - frame.min[1]) * sy;
            let point = [f64::from(x), f64::from(y)];
            let polygon = |areal: usize| areals.polygon(areal).iter().copied();
            let held: Vec<_> =
                (0..areals.len()).filter(|a| geometry::contains(polygon(*a), point)).collect();
            let touched = (0..areals.len()).find(|a| geometry::touches(polygon(*a), point));
            prop_assert_eq!(areals.at(x, y), held.first().copied().or(touched), "{} {}", x, y);
            // A tiling has no gaps and no overlaps.
            prop_assert!(held.len() <= 1, "{:?}", held);
            prop_assert_eq!(areals.at(x, y).is_some(), frame.holds(x, y));
        }
    }

    /// Corners and middles of edges, where rounding would show first.
    #[test]
    fn corners_and_edges_belong_to_somebody(plan in tiling()) {
        let areals = load(&plan);
        for areal in 0..areals.len() {
            for (edge, corner) in areals.polygon(areal).iter().enumerate() {
                prop_assert!(areals.at(corner[0], corner[1]).is_some());
                let [a, b] = areals.edge(areal, edge).unwrap();
                let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
                prop_assert!(areals.at(middle[0], middle[1]).is_some());
            }
        }
    }
}
