//! Faces as bytes: nothing that is met is refused, and most of what is not.

use ngi_formats::landscape::FaceFlags;
use proptest::prelude::*;

use super::samples::Chance;
use crate::landscape::four::{ANY, Four, Heights, Hull, Place, STEPS, Way};
use crate::landscape::triangle::{Line, Triangle};

/// The cell that is looked at.
const CELL: [u32; 2] = [3, 2];

/// A place in steps, in quarters of one, up to `beyond` steps outside of the cell.
fn place(chance: &mut Chance, beyond: i64) -> [f32; 3] {
    let [x, y] = CELL.map(|at| {
        let begins = i64::from(at) * i64::from(STEPS);
        chance.whole(4 * (begins - beyond), 4 * (begins + i64::from(STEPS) + beyond))
    });
    [x, y, chance.whole(4 * 30, 4 * 220)].map(|quarters| quarters as f32 / 4.0)
}

fn corners(chance: &mut Chance) -> [[f32; 3]; 3] {
    // Some far too large for bytes.
    let beyond = [0, 20, 60, 200][chance.whole(0, 3) as usize];
    [place(chance, beyond), place(chance, beyond), place(chance, beyond)]
}

fn in_steps(corners: [[f32; 3]; 3]) -> [[f64; 3]; 3] {
    corners.map(|corner| corner.map(f64::from))
}

fn faces(chance: &mut Chance) -> ([Triangle; 4], Four, Heights) {
    let (mut four, mut heights) = (Four::default(), Heights::default());
    let faces = [0, 1, 2, 3].map(|lane| {
        let corners = corners(chance);
        let hull = Hull::new(in_steps(corners));
        four.put(&mut heights, lane, lane as u16 + 7, hull.as_ref(), CELL);
        Triangle::new(corners, FaceFlags(0))
    });
    (faces, four, heights)
}

/// A line through the cell, upright ones and level ones among them, from far before it.
fn line(chance: &mut Chance) -> Line {
    let through = place(chance, 0).map(f64::from);
    let mut direction = [0; 3].map(|_: i32| chance.whole(-20, 20) as f64);
    match chance.whole(0, 7) {
        0 => direction = [0.0, 0.0, -1.0],
        1 => direction[2] = 0.0,
        2 => direction[0] = 0.0,
        _ => {}
    }
    if direction == [0.0; 3] {
        direction = [1.0; 3];
    }
    let origin = [0, 1, 2].map(|axis| through[axis] - 64.0 * direction[axis]);
    Line { origin, direction }
}

fn in_cell([x, y]: [f64; 2]) -> bool {
    let inside = |at: f64, cell: u32| {
        let begins = f64::from(cell) * f64::from(STEPS);
        at >= begins && at <= begins + f64::from(STEPS)
    };
    inside(x, CELL[0]) && inside(y, CELL[1])
}

/// How many faces a line misses, and how many of those are refused.
fn lines_agree(seed: u64) -> Result<[usize; 2], TestCaseError> {
    let mut chance = Chance::new(seed);
    let (faces, four, heights) = faces(&mut chance);
    let (mut missed, mut refused) = (0, 0);
    for _ in 0..20 {
        let line = line(&mut chance);
        let ([x, y, z], [dx, dy, dz]) = (line.origin, line.direction);
        let cells = f64::from(STEPS);
        let way = Way::new([x / cells, y / cells, z], [dx / cells, dy / cells, dz]);
        let bits = four.may_meet(&heights, &way.over(CELL));
        for (lane, face) in faces.iter().enumerate() {
            let likely = bits & 1 << lane != 0;
            match face.meet(&line, true) {
                Some(met) if in_cell([x + met.along * dx, y + met.along * dy]) => {
                    prop_assert!(likely, "{face:?} {line:?}");
                }
                Some(_) => {}
                None => {
                    missed += 1;
                    refused += usize::from(!likely);
                }
            }
        }
    }
    Ok([missed, refused])
}

fn points_agree(seed: u64) -> Result<[usize; 2], TestCaseError> {
    let mut chance = Chance::new(seed);
    let (faces, four, _) = faces(&mut chance);
    let (mut missed, mut refused) = (0, 0);
    for _ in 0..20 {
        let [x, y, _] = place(&mut chance, 0).map(f64::from);
        let [column, row] = CELL.map(|at| f64::from(at) * f64::from(STEPS));
        let cells = f64::from(STEPS);
        let bits = four.may_hold(&Place::new([(x - column) / cells, (y - row) / cells]));
        for (lane, face) in faces.iter().enumerate() {
            let likely = bits & 1 << lane != 0;
            if face.holds(x, y) {
                prop_assert!(likely, "{face:?} {x} {y}");
            } else {
                missed += 1;
                refused += usize::from(!likely);
            }
        }
    }
    Ok([missed, refused])
}

/// Twice the area of a triangle in plan.
fn area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

proptest! {
    #[test]
    fn no_line_that_meets_is_refused(seed: u64) {
        lines_agree(seed)?;
    }

    #[test]
    fn no_point_that_is_held_is_refused(seed: u64) {
        points_agree(seed)?;
    }

    #[test]
    fn a_hull_holds_its_face(seed: u64) {
        let mut chance = Chance::new(seed);
        let corners = in_steps(corners(&mut chance));
        let plan = corners.map(|[x, y, _]| [x, y]);
        let size = area(plan[0], plan[1], plan[2]);
        let Some(hull) = Hull::new(corners) else {
            // Only slivers have none.
            let longest = [0, 1, 2].map(|at| {
                let ([ax, ay], [bx, by]) = (plan[at], plan[(at + 1) % 3]);
                (bx - ax).hypot(by - ay)
            });
            prop_assert!(size.abs() < 4.0 * longest.into_iter().fold(0.0, f64::max));
            return Ok(());
        };
        let around = hull.plan.map(|corner| corner.map(f64::from));
        for (at, height) in hull.heights.into_iter().enumerate() {
            let (here, next) = (around[at], around[(at + 1) % 3]);
            for corner in plan {
                prop_assert!(area(here, next, corner) > 0.0);
            }
            // The plane of the face at the hull's corner, by weights.
            let weights = [0, 1, 2].map(|n| area(plan[(n + 1) % 3], plan[(n + 2) % 3], here) / size);
            let plane: f64 = weights.into_iter().zip(corners).map(|(w, [_, _, z])| w * z).sum();
            prop_assert!(height == ANY || (plane - f64::from(height)).abs() < 0.501);
        }
    }
}

#[test]
fn most_misses_are_refused() {
    let share = |agree: fn(u64) -> Result<[usize; 2], TestCaseError>| {
        let (mut all, mut refused) = (0, 0);
        for seed in 0..400 {
            let [more, refused_more] = agree(seed).unwrap();
            (all, refused) = (all + more, refused + refused_more);
        }
        refused as f64 / all as f64
    };
    let (lines, points) = (share(lines_agree), share(points_agree));
    assert!(lines > 0.7 && points > 0.7, "{lines} {points}");
}

#[test]
fn a_hull_by_hand() {
    // Half a square of 20 steps that rises by a step for every two of x.
    let corners = [[100.0, 100.0, 50.0], [120.0, 100.0, 60.0], [120.0, 120.0, 60.0]];
    let hull = Hull::new(corners).unwrap();
    // Straight edges move out by 0.51, the slanting one by as much in x and y each: the corners
    // are at (98.47, 99.49), (120.51, 99.49) and (120.51, 121.53).
    assert_eq!(hull.plan, [[98, 99], [121, 99], [121, 122]]);
    assert_eq!(hull.heights, [49, 60, 60]);
    // The other way round it is the same, from the same corner on.
    let [a, b, c] = corners;
    assert_eq!(Hull::new([a, c, b]), Some(hull));
    // A line, and a point.
    assert_eq!(Hull::new([a, b, b]), None);
    assert_eq!(Hull::new([a, a, a]), None);
    // So high that bytes cannot tell.
    let high = corners.map(|[x, y, z]| [x, y, z + 200.0]);
    assert_eq!(Hull::new(high).map(|hull| hull.heights), Some([ANY; 3]));
}
