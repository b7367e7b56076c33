mod building;
mod check;
mod crossing;
mod cut;
mod edit;
mod follow;
mod junctions;
mod lakes;
mod maths;
mod random;
mod read;

use super::*;
use crate::bytes::Put;

/// A square of this side whose lower left corner is there.
pub fn square(x: f32, y: f32, side: f32) -> Vec<[f32; 3]> {
    vec![[x, y, 0.0], [x + side, y, 0.0], [x + side, y + side, 0.0], [x, y + side, 0.0]]
}

/// A chessboard of squares of side 10, by row from the lower left.
pub fn board(columns: u8, rows: u8) -> Plan {
    let mut plan = Plan::new(8, 8);
    for row in 0..rows {
        for column in 0..columns {
            plan.add(&square(f32::from(column) * 10.0, f32::from(row) * 10.0, 10.0));
        }
    }
    plan
}

/// An areal's bytes from its numbers.
pub fn raw_areal(
    head: [f32; 8],
    words: [u32; 4],
    polygon: &[[f32; 3]],
    links: &[[i32; 2]],
    blocks: &[&[[f32; 3]]],
) -> Vec<u8> {
    let mut out = Vec::new();
    head.iter().for_each(|value| out.put_f32(*value));
    words.iter().for_each(|word| out.put_u32(*word));
    out.put_u32(u32::try_from(polygon.len()).unwrap());
    out.put_u32(u32::try_from(blocks.len()).unwrap());
    polygon.iter().flatten().for_each(|value| out.put_f32(*value));
    links.iter().flatten().for_each(|value| out.put_i32(*value));
    for block in blocks {
        out.put_u32(u32::try_from(block.len()).unwrap());
        block.iter().flatten().for_each(|value| out.put_f32(*value));
    }
    out
}

/// The bytes of cells.
pub fn raw_cells(across: u32, down: u32, lists: &[&[u16]]) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_u32(across);
    out.put_u32(down);
    for list in lists {
        out.put_u16(u16::try_from(list.len()).unwrap());
        list.iter().for_each(|id| out.put_u16(*id));
    }
    out
}

/// Two triangles that make a square of side 2, and 2 × 1 cells: by hand, number by number.
pub fn sample() -> (Vec<u8>, u32) {
    let lower = raw_areal(
        [1.5, 0.5, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0],
        [1, 0, 7, 0],
        &[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]],
        &[[-1, -1], [-1, -1], [1, 0]],
        &[],
    );
    let upper = raw_areal(
        [0.5, 1.5, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0],
        [0, 0, 240, 0],
        &[[0.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]],
        &[[0, 2], [-1, -1], [-1, -1]],
        &[],
    );
    ([lower, upper, raw_cells(2, 1, &[&[0, 1], &[0, 1]])].concat(), 2)
}
