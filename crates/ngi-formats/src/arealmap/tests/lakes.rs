//! Lakes found with boxes, held against lakes found without.

use proptest::prelude::*;

use super::*;

/// Few different numbers, so that edges and points meet; some that are far, near or none.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        12 => (-4i16..5).prop_map(f32::from),
        4 => -4.0f32..5.0,
        1 => prop_oneof![
            Just(f32::NAN), Just(f32::INFINITY), Just(f32::NEG_INFINITY), Just(f32::MAX),
            Just(1e38), Just(-1e38), Just(1e-38), Just(-1e-45), Just(-0.0), Just(1e-30),
        ],
        2 => any::<u32>().prop_map(f32::from_bits),
    ]
}

fn corner() -> impl Strategy<Value = [f32; 2]> {
    [number(), number()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn boxes_change_no_answer(
        lakes in proptest::collection::vec(proptest::collection::vec(corner(), 0..8), 1..5),
        points in proptest::collection::vec(corner(), 1..12),
    ) {
        let summary =
            Summary { lakes: lakes.iter().cloned().enumerate().collect(), ..Summary::default() };
        let finder = summary.lake_finder();
        // Points beside a corner, too: there a box that is too small would cut something off.
        let near = lakes.iter().flatten().flat_map(|&[x, y]| {
            let places = [x.next_down(), x, x.next_up()];
            places.into_iter().flat_map(move |x| [[x, y], [x, y.next_up()], [x, y.next_down()]])
        });
        for point in points.iter().copied().chain(near) {
            prop_assert_eq!(finder.lake_at(point), summary.lake_at(point), "{:?}", point);
        }
    }
}

#[test]
fn a_lake_reaches_as_far_as_its_corners() {
    let corners = square(10.0, 20.0, 5.0).iter().map(|[x, y, _]| [*x, *y]).collect();
    let summary = Summary { lakes: vec![(3, corners)], ..Summary::default() };
    let at = |x, y| summary.lake_finder().lake_at([x, y]);
    assert_eq!((at(10.0, 20.0), at(14.9, 24.9)), (Some(3), Some(3)));
    assert_eq!([at(9.9, 22.0), at(15.0, 22.0), at(12.0, 19.9), at(12.0, 25.0)], [None; 4]);
}
