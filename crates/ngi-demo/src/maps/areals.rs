//! Areals that tile the map: large ones on the land, small ones along the shore and in the lake.

use ngi_formats::arealmap::Plan;
use ngi_formats::landscape::GroundPlan;

use super::ground::{self, Map};

/// Quads along the side of a large areal.
const LARGE: usize = 8;
/// Quads along the side of a small one: a block of the lake.
const SMALL: usize = 2;

/// A square of quads.
#[derive(Clone, Copy)]
struct Block {
    x: usize,
    y: usize,
    side: usize,
}

/// The areals of a map.
pub fn plan(map: &Map, land: &GroundPlan) -> Plan {
    let mut plan = Plan::default();
    let across = map.quads / LARGE;
    let is_cut: Vec<bool> = (0..across * across)
        .map(|index| {
            is_mixed(
                land,
                Block { x: index % across * LARGE, y: index / across * LARGE, side: LARGE },
            )
        })
        .collect();
    let cut = |column: Option<usize>, row: Option<usize>| {
        let place = column.filter(|&c| c < across).zip(row.filter(|&r| r < across));
        place.and_then(|(column, row)| is_cut.get(row * across + column)).copied().unwrap_or(false)
    };
    for row in 0..across {
        for column in 0..across {
            let block = Block { x: column * LARGE, y: row * LARGE, side: LARGE };
            if cut(Some(column), Some(row)) {
                for y in (block.y..block.y + LARGE).step_by(SMALL) {
                    for x in (block.x..block.x + LARGE).step_by(SMALL) {
                        add(&mut plan, land, Block { x, y, side: SMALL }, [false; 4]);
                    }
                }
            } else {
                let fine = [
                    cut(Some(column), row.checked_sub(1)),
                    cut(Some(column + 1), Some(row)),
                    cut(Some(column), Some(row + 1)),
                    cut(column.checked_sub(1), Some(row)),
                ];
                add(&mut plan, land, block, fine);
            }
        }
    }
    plan
}

/// Whether a block is partly lake and partly land.
fn is_mixed(land: &GroundPlan, block: Block) -> bool {
    let mut flooded = (block.y..block.y + block.side)
        .step_by(SMALL)
        .flat_map(|y| (block.x..block.x + block.side).step_by(SMALL).map(move |x| (x, y)));
    let first = flooded.next().is_some_and(|(x, y)| ground::is_drowned(land, x, y, SMALL));
    flooded.any(|(x, y)| ground::is_drowned(land, x, y, SMALL) != first)
}

/// Adds a block. `fine` says which sides border on small areals (below, right, above, left):
/// there it has a corner for each of theirs.
fn add(plan: &mut Plan, land: &GroundPlan, block: Block, fine: [bool; 4]) {
    let Block { x, y, side } = block;
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)];
    let next = corners.iter().cycle().skip(1);
    let mut polygon = Vec::new();
    for ((&from, &to), fine) in corners.iter().zip(next).zip(fine) {
        let steps = if fine { side / SMALL } else { 1 };
        for step in 0..steps {
            let between = |a: usize, b: usize| (a * (steps - step) + b * step) / steps;
            polygon.push(land.position(between(from.0, to.0), between(from.1, to.1)));
        }
    }
    let level = land.lake.map_or(f32::MIN, |lake| lake.level);
    if ground::is_drowned(land, x, y, side) {
        polygon.iter_mut().for_each(|corner| corner[2] = level);
        plan.add(&polygon).lake();
        return;
    }
    let (steep, mean) = slope(land, block);
    let areal = plan.add(&polygon);
    areal.walkable(steep < 1.1 && mean < 0.6).class(if mean < 0.25 { 1 } else { 2 });
}

/// The steepest step within a block, and how steep its quads are in the mean.
fn slope(land: &GroundPlan, block: Block) -> (f32, f32) {
    let (mut most, mut sum, mut count) = (0.0f32, 0.0, 0.0);
    for y in block.y..block.y + block.side {
        for x in block.x..block.x + block.side {
            let height = |x: usize, y: usize| land.position(x, y)[2];
            let here = height(x, y);
            let steep = (height(x + 1, y) - here).abs().max((height(x, y + 1) - here).abs());
            most = most.max(steep / land.spacing);
            sum += steep / land.spacing;
            count += 1.0;
        }
    }
    (most, sum / count)
}
