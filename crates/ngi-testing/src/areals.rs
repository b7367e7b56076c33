//! A map of the size the game's have: 1,000 areals of six corners, 128 × 128 cells.

use ngi_formats::arealmap::Plan;

/// Areals across and down.
pub const SIZE: [usize; 2] = [40, 25];
/// The side of the map.
pub const SIDE: f32 = 2000.0;

/// Quads whose corners are pulled about, with one more corner in their lower and upper edges.
/// Every tenth is not walkable.
pub fn plan() -> Plan {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    let [columns, rows] = SIZE;
    // Corners at even steps, the ones between at odd.
    let steps = columns * 2;
    let corners: Vec<Vec<[f32; 3]>> = (0..=steps)
        .map(|x| {
            (0..=rows)
                .map(|y| {
                    let inner = |at: usize, last: usize| at != 0 && at != last;
                    let shift = |on: bool, by: f32| if on { by } else { 0.0 };
                    let px = x as f32 / 2.0 + shift(inner(x, steps), next() * 0.3);
                    let py = y as f32 + shift(inner(y, rows), next() * 0.5);
                    let [px, py] = [px / columns as f32, py / rows as f32];
                    [px * SIDE, py * SIDE, (px * 9.0).sin() * 20.0]
                })
                .collect()
        })
        .collect();
    let mut plan = Plan::default();
    for y in 0..rows {
        for x in 0..columns {
            let at = |dx: usize, dy: usize| corners[x * 2 + dx][y + dy];
            let polygon = [at(0, 0), at(1, 0), at(2, 0), at(2, 1), at(1, 1), at(0, 1)];
            plan.add(&polygon).walkable((x * 5 + y * 7 + x * y) % 10 != 9);
        }
    }
    plan
}
