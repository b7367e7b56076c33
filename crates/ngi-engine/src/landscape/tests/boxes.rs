//! Faces in a box, beside cutting every face to it.

use ngi_formats::landscape::FaceFilter;
use proptest::prelude::*;

use super::samples::{Chance, Map, heap, regular};
use crate::landscape::walker;

/// What is left of a triangle in a box; empty where nothing is.
fn cut(corners: [[f32; 3]; 3], min: [f64; 3], max: [f64; 3]) -> Vec<[f64; 3]> {
    let mut shape: Vec<[f64; 3]> = corners.iter().map(|corner| corner.map(f64::from)).collect();
    for axis in 0..3 {
        for (limit, sign) in [(min[axis], 1.0), (max[axis], -1.0)] {
            let inside = |p: &[f64; 3]| sign * (p[axis] - limit);
            let mut next = Vec::new();
            for (number, p) in shape.iter().enumerate() {
                let q = &shape[(number + 1) % shape.len()];
                let (a, b) = (inside(p), inside(q));
                if a >= 0.0 {
                    next.push(*p);
                }
                if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
                    let share = a / (a - b);
                    next.push([0, 1, 2].map(|n| p[n] + share * (q[n] - p[n])));
                }
            }
            shape = next;
        }
    }
    shape
}

fn agree(map: &Map, seed: u64) -> Result<usize, TestCaseError> {
    let ground = map.ground();
    let mut chance = Chance::new(seed);
    let everything = ground.faces_in_box([-999.0; 3], [999.0; 3], &FaceFilter::default());
    let mut found = everything.len();
    for number in 0..20 {
        let mut range = |low: f32, high: f32| {
            let mut ends = [0; 2].map(|_| chance.whole(low as i64 - 9, high as i64 + 9) as f32);
            ends.sort_by(f32::total_cmp);
            ends
        };
        let [low, high] = [map.grid.origin, map.grid.far];
        let [x, y, z] = [range(low[0], high[0]), range(low[1], high[1]), range(0.0, 20.0)];
        let (min, max) = ([x[0], y[0], z[0]], [x[1], y[1], z[1]]);
        let filter = if number % 2 == 0 { FaceFilter::default() } else { walker() };
        let ours = ground.faces_in_box(min, max, &filter);
        prop_assert!(ours.is_sorted());
        found += ours.len();
        for face in 0..map.faces.len() {
            let may = ground.is_fine(face) && filter.passes(map.faces[face].flags);
            let grown = |by: f64| (min.map(|n| f64::from(n) - by), max.map(|n| f64::from(n) + by));
            let touches = |(min, max)| !cut(map.corners(face), min, max).is_empty();
            let listed = ours.binary_search(&face).is_ok();
            prop_assert!(!listed || (may && touches(grown(1e-6))), "{face} is not in the box");
            prop_assert!(listed || !may || !touches(grown(-1e-6)), "{face} is in the box");
        }
    }
    Ok(found)
}

proptest! {
    #[test]
    fn those_of_a_heap(seed: u64, faces in 0usize..150) {
        agree(&heap(seed, faces), seed)?;
    }

    #[test]
    fn those_of_a_map(seed: u64, squares in 1u32..4, quads in 1u32..5, side in 1i64..9) {
        prop_assert!(agree(&regular(seed, squares, quads, side), seed)? > 0);
    }
}

#[test]
fn odd_boxes() {
    let map = regular(2, 2, 3, 4);
    let ground = map.ground();
    let all = FaceFilter::default();
    let everything = ground.faces_in_box([f32::NEG_INFINITY; 3], [f32::INFINITY; 3], &all);
    let fine: Vec<usize> = (0..map.faces.len()).filter(|&face| ground.is_fine(face)).collect();
    assert_eq!(everything, fine);
    assert!(ground.faces_in_box([f32::NAN; 3], [f32::INFINITY; 3], &all).is_empty());
    assert!(ground.faces_in_box([1.0; 3], [0.0; 3], &all).is_empty());
    // A box that only touches, and one without an inside.
    let [x, y] = map.grid.origin;
    let touching = ground.faces_in_box([x - 5.0, y, -99.0], [x, y, 99.0], &all);
    assert!(!touching.is_empty());
    assert!(touching.iter().all(|&face| ground.holds(face, [x, y]) == Some(true)));
}

/// Thousands of squares that all name all faces: each face is looked at once, and comes once.
#[test]
fn squares_that_share_their_faces() {
    let mut map = regular(3, 4, 5, 4);
    let faces = map.faces.len() as u32;
    map.grid.across = 200;
    map.grid.down = 200;
    map.squares = vec![[0..faces, 0..0]; 40_000];
    let ground = map.ground();
    assert!(!ground.is_tidy());
    let all = ground.faces_in_box([-1e9; 3], [1e9; 3], &FaceFilter::default());
    assert_eq!(all, (0..faces as usize).collect::<Vec<_>>());
}
