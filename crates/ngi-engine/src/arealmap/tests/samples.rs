use ngi_formats::arealmap::Plan;
use proptest::prelude::*;

use super::*;

pub fn square(x: f32, y: f32, side: f32) -> Vec<[f32; 3]> {
    vec![[x, y, 0.0], [x + side, y, 0.0], [x + side, y + side, 0.0], [x, y + side, 0.0]]
}

pub fn load(plan: &Plan) -> Areals {
    let file = plan.build().unwrap().write_file().unwrap();
    Areals::load(&file, &LoadOptions::default()).unwrap()
}

/// Squares of side 10 from the pattern: a row per line, the last line lowest; `.` walkable, `#`
/// not, `~` a lake.
pub fn board(pattern: &[&str]) -> Areals {
    let mut plan = Plan::new(8, 8);
    for (row, line) in pattern.iter().rev().enumerate() {
        for (column, kind) in line.bytes().enumerate() {
            let areal = plan.add(&square(column as f32 * 10.0, row as f32 * 10.0, 10.0));
            match kind {
                b'#' => areal.walkable(false),
                b'~' => areal.lake(),
                _ => areal.walkable(true),
            };
        }
    }
    load(&plan)
}

/// A tiling: corners of a grid pulled about, quads cut in two or not, some not walkable, two of
/// them joined to an L here and there.
pub fn tiling() -> impl Strategy<Value = Plan> {
    let shifts = proptest::collection::vec((-0.2f32..0.2, -0.2f32..0.2), 81);
    let kinds = proptest::collection::vec((0u8..4, 0u8..5), 64);
    (1usize..8, 1usize..8, shifts, kinds, 1u32..30, 1u32..30).prop_map(
        |(columns, rows, shifts, kinds, across, down)| {
            let corner = |x: usize, y: usize| {
                let inner = x != 0 && x != columns && y != 0 && y != rows;
                let (dx, dy) = if inner { shifts[x * 9 + y] } else { (0.0, 0.0) };
                [(x as f32 + dx) * 90.0 - 130.0, (y as f32 + dy) * 90.0 + 7.0, (x * y) as f32]
            };
            let mut plan = Plan::new(across, down);
            for x in 0..columns {
                for y in 0..rows {
                    let [a, b, c, d] =
                        [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
                    let (cut, kind) = kinds[x * 8 + y];
                    let middle = [0, 1, 2].map(|axis: usize| {
                        0.7 * a[axis] + 0.1 * b[axis] + 0.1 * c[axis] + 0.1 * d[axis]
                    });
                    match cut {
                        0 => {
                            plan.add(&[a, b, c]);
                            plan.add(&[a, c, d]).walkable(kind != 0);
                        }
                        1 => {
                            plan.add(&[a, b, d]).walkable(kind != 1);
                            plan.add(&[b, c, d]);
                        }
                        2 => {
                            // A dart: its corner turns back, its centre may be outside.
                            plan.add(&[a, b, middle, d]).walkable(kind != 2);
                            plan.add(&[b, c, d, middle]);
                        }
                        _ => {
                            plan.add(&[a, b, c, d]).walkable(kind != 3);
                        }
                    }
                }
            }
            plan
        },
    )
}
