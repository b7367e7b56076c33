#![allow(clippy::cast_possible_truncation)] // to the nearest float

use proptest::prelude::*;

use super::*;
use crate::{Findings, Mode};

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Vec<[f32; 3]> {
    vec![[x, y, 0.0], [x + width, y, 0.0], [x + width, y + height, 0.0], [x, y + height, 0.0]]
}

fn built(polygons: &[Vec<[f32; 3]>]) -> ArealMapBuf {
    let mut plan = Plan::new(4, 4);
    for polygon in polygons {
        plan.add(polygon);
    }
    plan.build().unwrap()
}

fn links(map: &ArealMapBuf, areal: usize) -> Vec<(i32, i32)> {
    map.areals[areal].links.iter().map(|link| (link.areal, link.edge)).collect()
}

/// How long all edges without a neighbour are, together.
fn open_length(map: &ArealMapBuf) -> f64 {
    let edges = map.areals.iter().flat_map(|areal| {
        let edges = geometry::edges(areal.polygon.iter().copied());
        edges.zip(&areal.links).filter(|(_, link)| link.is_none()).map(|(edge, _)| edge)
    });
    edges.map(|(a, b)| (f64::from(a[0] - b[0])).hypot(f64::from(a[1] - b[1]))).sum()
}

#[test]
fn a_long_edge_beside_two_short_ones() {
    // A tall one, and two beside it; its edge rises from 0 to 8 metres.
    let mut tall = rectangle(0.0, 0.0, 10.0, 20.0);
    tall[2][2] = 8.0;
    let map = built(&[tall, square(10.0, 0.0, 10.0), square(10.0, 10.0, 10.0)]);
    // The corner of the two, at the height of the edge.
    let corners = [[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 4.0], [10.0, 20.0, 8.0]];
    assert_eq!(map.areals[0].polygon[..4], corners);
    assert_eq!(map.areals[0].polygon.len(), 5);
    assert_eq!(links(&map, 0), [(-1, -1), (1, 3), (2, 3), (-1, -1), (-1, -1)]);
    assert_eq!(links(&map, 1), [(-1, -1), (-1, -1), (2, 0), (0, 1)]);
    assert_eq!(links(&map, 2), [(1, 2), (-1, -1), (-1, -1), (0, 2)]);
    assert_eq!((map.areals[0].head.area, map.areals[0].head.anchor), (200.0, [5.0, 10.0, 0.0]));
    assert_eq!(map.areals[1].polygon, square(10.0, 0.0, 10.0));
}

#[test]
fn edges_that_overlap_give_each_other_corners() {
    // Shifted against each other by 4: three stretches, of which the middle one is common.
    let map = built(&[square(0.0, 0.0, 10.0), square(10.0, 4.0, 10.0)]);
    assert_eq!(map.areals[0].polygon[2], [10.0, 4.0, 0.0]);
    assert_eq!(map.areals[1].polygon[4], [10.0, 10.0, 0.0]);
    assert_eq!(links(&map, 0), [(-1, -1), (-1, -1), (1, 4), (-1, -1), (-1, -1)]);
    assert_eq!(links(&map, 1), [(-1, -1), (-1, -1), (-1, -1), (-1, -1), (0, 2)]);
}

#[test]
fn a_slanted_edge_whose_middle_is_no_float() {
    // The point at a third of the way from 0, 0 to 100, 70 is not on the line, to the last bit.
    let third = [100.0f32 / 3.0, 70.0 / 3.0, 0.0];
    let (low, high) = ([0.0; 3], [100.0, 70.0, 0.0]);
    let map = built(&[
        vec![low, high, [0.0, 70.0, 0.0]],
        vec![low, [60.0, 0.0, 0.0], third],
        vec![third, [60.0, 0.0, 0.0], high],
    ]);
    assert_eq!(map.areals[0].polygon, [low, third, high, [0.0, 70.0, 0.0]]);
    assert_eq!(links(&map, 0), [(1, 2), (2, 2), (-1, -1), (-1, -1)]);
}

#[test]
fn nothing_is_split_for_nobody() {
    let wide = rectangle(0.0, 0.0, 30.0, 10.0);
    let others: [Vec<[f32; 3]>; 5] = [
        // Its tip touches the upper edge.
        vec![[15.0, 10.0, 0.0], [20.0, 20.0, 0.0], [10.0, 20.0, 0.0]],
        // It lies inside, along the upper edge.
        rectangle(10.0, 5.0, 10.0, 5.0),
        // It is a millimetre away.
        rectangle(10.0, 10.001, 10.0, 5.0),
        // It runs off at an angle.
        vec![[10.0, 10.0, 0.0], [20.0, 10.01, 0.0], [15.0, 20.0, 0.0]],
        // It goes on where the upper edge ends.
        rectangle(30.0, 10.0, 10.0, 5.0),
    ];
    for other in others {
        let map = built(&[wide.clone(), other.clone()]);
        assert_eq!(map.areals[0].polygon, wide, "{other:?}");
        assert_eq!(map.areals[1].polygon, other);
        assert!(map.areals.iter().flat_map(|areal| &areal.links).all(|link| link.is_none()));
    }
}

#[test]
fn areals_over_each_other_still_make_a_map() {
    // Two that lie half over each other, beside a long edge. It gets their corners, but they do not
    // get each other's: what they have in common is no border.
    let map = built(&[
        rectangle(0.0, 0.0, 10.0, 30.0),
        rectangle(10.0, 0.0, 10.0, 20.0),
        rectangle(10.0, 10.0, 10.0, 20.0),
    ]);
    assert_eq!(map.areals[0].polygon.len(), 6);
    assert_eq!(open_length(&map), 80.0 + 60.0 + 60.0);
}

#[test]
fn too_many_corners_are_refused() {
    // A thousand over each other on the left, six hundred in a row on the right: each of the left
    // would get all corners of the right.
    let mut plan = Plan::new(1, 1);
    for at in 0..1000u16 {
        // No two edges are the same, so that none is crowded.
        let by = f32::from(at) / 64.0;
        plan.add(&rectangle(-1.0 - by, -1.0 - by, 1.0 + by, 700.0 + 3.0 * by));
    }
    for at in 0..600u16 {
        plan.add(&rectangle(0.0, f32::from(at), 1.0, 1.0));
    }
    let error = plan.build().unwrap_err();
    assert!(error.to_string().contains("too close together"), "{error}");
}

/// Rows of bricks: each row has its own joints, so that almost every joint ends in the middle of
/// an edge. Leaned over and turned by some angle.
fn wall() -> impl Strategy<Value = (Vec<Vec<[f32; 3]>>, f64)> {
    let rows = proptest::collection::vec(proptest::collection::vec(1u8..9, 1..6), 1..6);
    (rows, -0.5f64..0.5, 0.0f64..6.3, 1.0f64..200.0).prop_map(|(rows, lean, angle, size)| {
        let place = |x: f64, y: f64| {
            let (x, y) = ((x + y * lean) * size, y * size);
            let (x, y) = (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos());
            [(x + 123.4) as f32, (y + 567.8) as f32, 0.0]
        };
        let mut bricks = Vec::new();
        let height = rows.len() as f64;
        for (row, widths) in (0u8..).zip(&rows) {
            let all: f64 = widths.iter().map(|width| f64::from(*width)).sum();
            let (low, high) = (f64::from(row), f64::from(row) + 1.0);
            let mut from = 0.0;
            for (at, width) in widths.iter().enumerate() {
                let last = at + 1 == widths.len();
                let to = if last { 10.0 } else { from + f64::from(*width) / all * 10.0 };
                bricks.push(vec![
                    place(from, low),
                    place(to, low),
                    place(to, high),
                    place(from, high),
                ]);
                from = to;
            }
        }
        let side = 1.0f64.hypot(lean) * height * size;
        (bricks, 2.0 * (10.0 * size + side))
    })
}

proptest! {
    /// Whatever joints there are, only the border of the wall is open, and no brick changes shape.
    #[test]
    fn every_border_in_a_wall_has_its_links((bricks, around) in wall()) {
        let map = built(&bricks);
        let open = open_length(&map);
        prop_assert!((open - around).abs() < around * 1e-4, "{} of {}", open, around);
        for (areal, brick) in map.areals.iter().zip(&bricks) {
            let area = geometry::area(brick.iter().copied());
            prop_assert!((f64::from(areal.head.area) - area).abs() < area * 1e-3);
            prop_assert!(brick.iter().all(|corner| areal.polygon.contains(corner)));
        }
        let mut findings = Findings::new(Mode::Strict, false);
        check(&map.write_file().unwrap(), &mut findings);
        let others = findings.list().iter().filter(|finding| finding.code.id != codes::TILING.id);
        prop_assert_eq!(others.count(), 0, "{:?}", findings.list());
        // Made from its own polygons, it is the same map.
        let polygons: Vec<_> = map.areals.iter().map(|areal| areal.polygon.clone()).collect();
        let again = built(&polygons);
        prop_assert_eq!(&again.cells, &map.cells);
        for (a, b) in again.areals.iter().zip(&map.areals) {
            prop_assert_eq!((&a.polygon, &a.links), (&b.polygon, &b.links));
        }
    }
}
