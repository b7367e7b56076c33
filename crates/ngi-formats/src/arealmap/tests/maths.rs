use super::*;
use crate::arealmap::geometry::{area, centroid, contains, inner_point, normal, touches};

/// A U open at the top: its centre of gravity is outside.
fn bowl() -> Vec<[f32; 3]> {
    [[0, 0], [9, 0], [9, 9], [8, 9], [8, 1], [1, 1], [1, 9], [0, 9]]
        .map(|[x, y]: [u8; 2]| [f32::from(x), f32::from(y), 0.0])
        .to_vec()
}

#[test]
fn areas_by_hand() {
    assert_eq!(area(square(100.0, 50.0, 3.0)), 9.0);
    let mut clockwise = square(0.0, 0.0, 3.0);
    clockwise.reverse();
    assert_eq!(area(clockwise), -9.0);
    assert_eq!(area(bowl()), 81.0 - 56.0);
    assert_eq!(area([]), 0.0);
    assert_eq!(area([[0.0, 0.0, 0.0], [5.0, 5.0, 0.0]]), 0.0);
}

#[test]
fn normals_by_hand() {
    assert_eq!(normal(square(0.0, 0.0, 2.0)), [0.0, 0.0, 1.0]);
    // A slope of 45 degrees, rising to the east.
    let slope = [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]];
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert_eq!(normal(slope), [-half, 0.0, half]);
    assert_eq!(normal([[f32::NAN; 3]; 3]), [0.0, 0.0, 1.0]);
    assert_eq!(normal([]), [0.0, 0.0, 1.0]);
}

#[test]
fn inside_and_on_edges() {
    let at = |x, y| contains(square(0.0, 0.0, 2.0), [x, y]);
    assert!(at(1.0, 1.0) && at(0.0, 0.0) && at(0.0, 1.0) && at(1.0, 0.0));
    assert!(!at(2.0, 1.0) && !at(1.0, 2.0) && !at(2.0, 2.0) && !at(-0.1, 1.0));
    assert!(!at(f64::NAN, 1.0) && !at(1.0, f64::INFINITY));
    assert!(touches(square(0.0, 0.0, 2.0), [2.0, 1.0]));
    assert!(touches(square(0.0, 0.0, 2.0), [2.0, 2.0]));
    assert!(!touches(square(0.0, 0.0, 2.0), [1.0, 1.0]));
    assert!(!touches(square(0.0, 0.0, 2.0), [2.0, 2.1]));
    let inside = |x, y| contains(bowl(), [x, y]);
    assert!(inside(0.5, 5.0) && inside(8.5, 5.0) && inside(4.0, 0.5) && !inside(4.0, 5.0));
}

#[test]
fn neighbours_share_no_point_and_lose_none() {
    // Points on the common edge and its ends, from both sides.
    let (left, right) = (square(0.0, 0.0, 1.0), square(1.0, 0.0, 1.0));
    for y in [0.0, 0.25, 0.999] {
        let held = [&left, &right].map(|polygon| contains(polygon.iter().copied(), [1.0, y]));
        assert_eq!(held, [false, true]);
    }
}

#[test]
fn inner_points_are_inside() {
    assert_eq!(centroid(square(2.0, 4.0, 2.0)), [3.0, 5.0]);
    assert_eq!(inner_point(square(2.0, 4.0, 2.0)), Some([3.0, 5.0]));
    let [x, y] = inner_point(bowl()).unwrap();
    assert!(contains(bowl(), [x.into(), y.into()]), "{x} {y}");
    assert_eq!(inner_point([[1.0, 1.0, 0.0]; 3]), None);
    assert_eq!(inner_point([[f32::NAN; 3]; 4]), None);
    assert_eq!(inner_point([]), None);
}
