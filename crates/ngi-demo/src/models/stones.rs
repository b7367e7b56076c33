//! Boulders: four levels of detail, and two stages of breaking up.

use ngi_formats::Result;
use ngi_formats::msh::{Blueprint, PlainNode};

use super::Dressed;
use super::shape::{Point, Shape, Surface, add, times, unit};
use crate::paint::maths::{cos_turns, number, sin_turns};
use crate::paint::noise::{gradient, random};

/// Turns of the texture from the top of a stone to its middle.
const TURNS: f32 = 0.7;

/// A ball of so many rings, pushed in and out by noise.
fn lump(rings: usize, size: Point, seed: u32, material: u8) -> Shape {
    let around = rings * 2;
    let point = |ring: usize, step: usize| -> Point {
        let (low, turn) =
            (number(ring) / number(rings) * 0.5, number(step % around) / number(around));
        let (flat, up) = (sin_turns(low), -cos_turns(low));
        let direction = [cos_turns(turn) * flat, sin_turns(turn) * flat, up];
        shaped(direction, size, seed)
    };
    // A stereographic projection from the lowest point: the texture is stretched nowhere, only finer
    // towards the foot, and its only seam is in the ground.
    let uv = |ring: usize, step: usize| {
        let half = (1.0 - number(ring) / number(rings)).min(0.8) * 0.25;
        let down = sin_turns(half) / cos_turns(half) * TURNS;
        let turn = number(step % around) / number(around);
        [cos_turns(turn) * down, sin_turns(turn) * down]
    };
    let mut shape = Shape::default();
    for ring in 0..rings {
        for step in 0..around {
            let corners = [
                point(ring, step),
                point(ring, step + 1),
                point(ring + 1, step + 1),
                point(ring + 1, step),
            ];
            let uvs =
                [uv(ring, step), uv(ring, step + 1), uv(ring + 1, step + 1), uv(ring + 1, step)];
            shape.quad(corners, uvs, Surface::of(material));
        }
    }
    shape
}

/// A direction of the ball as a point of the stone: facets cut it, noise roughens it. The sides go
/// straight down from the middle and are closed in the ground, so that no stone overhangs.
fn shaped(direction: Point, size: Point, seed: u32) -> Point {
    let [x, y, down] = direction;
    let below = (-down).max(0.0);
    let z = down.max(0.0);
    let [x, y, _] = if below > 0.0 { unit([x, y, 0.0]) } else { direction };
    let narrow = (1.0 - below * below * below * below).max(0.0).sqrt();
    let mut reach = 1.0f32;
    for facet in 0..14i32 {
        let part = |channel: u32| random(facet, 1, seed + channel) * 2.0 - 1.0;
        let normal = unit([part(0), part(1), part(2) * 0.8]);
        let far = 0.58 + random(facet, 2, seed) * 0.28;
        let towards = x * normal[0] + y * normal[1] + z * normal[2];
        if towards > 0.05 {
            reach = reach.min(far / towards);
        }
    }
    let rough = gradient(x * 2.5 + 7.0, y * 2.5 + z * 1.7, 64, seed) * 0.07;
    let [sx, sy, sz] = size;
    let reach = reach + rough;
    let height = z * reach - below * 0.42 + 0.16;
    [x * reach * narrow * sx, y * reach * narrow * sy, height * sz]
}

const RINGS: [usize; 4] = [12, 8, 5, 3];

/// A boulder that breaks into three and then into rubble.
pub fn boulder(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let node = plan.add_node(PlainNode::new("stone"));
    let wide = |channel: u32| 1.4 + random(1, 0, seed + channel) * 1.4;
    let size = [wide(0), wide(1), wide(2) * 0.9];
    for (level, rings) in RINGS.into_iter().enumerate() {
        plan.set_mesh(node, 0, level, lump(rings, size, seed, 0).mesh())?;
        plan.set_mesh(node, 1, level, broken(rings, size, seed, 3, 0.62).mesh())?;
        plan.set_mesh(node, 2, level, broken(rings * 3 / 4, size, seed + 5, 7, 0.34).mesh())?;
    }
    let materials: &[&str] = if seed.is_multiple_of(2) { &["S_STONE_R"] } else { &["S_STONE"] };
    Ok(Dressed::new(plan, materials))
}

/// Pieces of a stone around where it stood.
fn broken(rings: usize, size: Point, seed: u32, pieces: usize, share: f32) -> Shape {
    Shape::all((0..pieces).map(|piece| {
        let turn = number(piece) / number(pieces) + 0.1;
        let far = (1.0 - share) * 0.9;
        let at = [cos_turns(turn) * size[0] * far, sin_turns(turn) * size[1] * far, 0.0];
        let own = seed + 31 * u32::try_from(piece + 1).unwrap_or(1);
        let shrink = share * (0.8 + random(3, 3, own) * 0.35);
        lump(rings.max(2), times(size, shrink), own, 0).bent(|point| add(point, at))
    }))
}
