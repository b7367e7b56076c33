use ngi_formats::arealmap::Plan;

use super::samples::*;
use super::*;

/// A square whose anchor is somewhere else.
fn stray(anchor: [f32; 2]) -> Vec<u8> {
    let mut plan = Plan::new(4, 4);
    plan.add(&square(0.0, 0.0, 20.0)).anchor(anchor);
    plan.build().unwrap().write_file().unwrap()
}

fn centre(file: &[u8], anchors: AnchorRule) -> [f32; 2] {
    Areals::load(file, &LoadOptions { anchors }).unwrap().areal(0).unwrap().centre
}

#[test]
fn random_numbers_are_the_c_librarys() {
    let mut rand = Rand::default();
    assert_eq!([(); 5].map(|()| rand.draw()), [41, 18_467, 6334, 26_500, 19_169]);
    assert_eq!(Rand::new(1), Rand::default());
}

#[test]
fn anchors_inside_stay() {
    for anchors in [AnchorRule::Inner, AnchorRule::Engine { seed: 7 }, AnchorRule::Keep] {
        assert_eq!(centre(&stray([3.0, 4.0]), anchors), [3.0, 4.0]);
    }
}

#[test]
fn anchors_outside_move() {
    let file = stray([30.0, 10.0]);
    assert_eq!(centre(&file, AnchorRule::Keep), [30.0, 10.0]);
    assert_eq!(centre(&file, AnchorRule::Inner), [10.0, 10.0]);
    let moved = centre(&file, AnchorRule::Engine { seed: 7 });
    assert!((0.0..20.0).contains(&moved[0]) && (0.0..20.0).contains(&moved[1]), "{moved:?}");
    // Never further than the first hundred tries reach, and the same again.
    assert!((30.0 - moved[0]).abs() <= 30.0);
    assert_eq!(moved, centre(&file, AnchorRule::Engine { seed: 7 }));
    assert_ne!(moved, centre(&file, AnchorRule::Engine { seed: 8 }));
}

#[test]
fn the_engines_tries_by_hand() {
    // The rule once more, straight from its words.
    let (anchor, seed) = ([45.0f32, 10.0], 11);
    let mut rand = Rand::new(seed);
    let mut tries = (0..100).map(|_| 30.0).chain((0..200).map(|_| 100.0));
    let expected = tries.find_map(|far: f64| {
        let shift = [rand.share(), rand.share()].map(|share| (share * 2.0 - 1.0) * far);
        let point = [anchor[0] + shift[0] as f32, anchor[1] + shift[1] as f32];
        point.iter().all(|value| (0.0..20.0).contains(value)).then_some(point)
    });
    assert_eq!(centre(&stray(anchor), AnchorRule::Engine { seed }), expected.unwrap());
}

#[test]
fn far_away_anchors_take_the_second_round_or_stay() {
    let moved = centre(&stray([80.0, 10.0]), AnchorRule::Engine { seed: 1 });
    assert!(moved[0] < 20.0, "{moved:?}");
    assert_eq!(centre(&stray([500.0, 10.0]), AnchorRule::Engine { seed: 1 }), [500.0, 10.0]);
    assert_eq!(centre(&stray([f32::NAN, 10.0]), AnchorRule::Inner), [10.0, 10.0]);
}
