//! Trees and bushes: trunks are lofts, leaves are cards.

use ngi_formats::Result;
use ngi_formats::msh::{Blueprint, PlainNode};

use super::Dressed;
use super::shape::{Along, Point, Shape, Slice, Surface, add, circle, cross, minus, times, unit};
use crate::paint::maths::{cos_turns, mix, number, sin_turns};
use crate::paint::noise::random;

/// How much a level keeps: points around, slices, cards, and how much larger the cards are.
const DETAIL: [(usize, usize, usize, f32); 4] =
    [(9, 8, 96, 0.86), (6, 5, 40, 1.25), (4, 3, 16, 1.8), (3, 2, 7, 2.5)];

/// A trunk that leans and thins out, up to a part of the tree's height.
fn trunk(height: f32, reach: f32, radius: f32, points: usize, slices: usize, seed: u32) -> Shape {
    let slice = |index: usize| {
        let up = number(index) / number(slices);
        let thick =
            radius * (1.0 - up * 0.85) + radius * 0.6 * (1.0 - up) * (1.0 - up) * (1.0 - up);
        Slice { outline: circle(points, thick), at: spine(up * reach, height, seed) }
    };
    let slices: Vec<Slice> = (0..=slices).map(slice).collect();
    Shape::loft(Along::Up, &slices, 0.4, Surface::of(0))
}

/// The middle of a trunk at a part of its height.
fn spine(up: f32, height: f32, seed: u32) -> Point {
    let lean = |channel: u32| (random(2, 2, seed + channel) - 0.5) * 0.12 * height;
    let sway = sin_turns(up * 0.8) * 0.3;
    [lean(0) * up * up + sway * 0.4, lean(1) * up * up - sway * 0.3, up * height]
}

/// A card: middle, half its width to the right, half its height upwards.
fn card(middle: Point, right: Point, up: Point, material: u8) -> Shape {
    let corner = |x: f32, y: f32| add(middle, add(times(right, x), times(up, y)));
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let uvs = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let mut shape = Shape::default();
    shape.quad(corners, uvs, Surface::foliage(material));
    shape
}

/// A tree with branches and a round crown.
pub fn broad(stem: &str, seed: u32, materials: &[&'static str]) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let node = plan.add_node(PlainNode::new("tree"));
    let height = 6.0 + random(0, 0, seed) * 2.0;
    for (level, (points, slices, cards, larger)) in DETAIL.into_iter().enumerate() {
        let mut parts = vec![trunk(height, 0.84, 0.32, points, slices, seed)];
        if level < 2 {
            parts.extend((0..7).map(|branch| bough(branch, height, points - 3, seed)));
        }
        parts.extend((0..cards).map(|index| leaf_card(index, cards, height, larger, seed)));
        plan.set_mesh(node, 0, level, Shape::all(parts).mesh())?;
    }
    let stump = trunk(1.1, 1.0, 0.32, 9, 2, seed);
    plan.set_mesh(node, 1, 0, stump.mesh())?;
    Ok(Dressed::new(plan, materials))
}

/// A branch from the trunk outwards and up.
fn bough(index: usize, height: f32, points: usize, seed: u32) -> Shape {
    let part = number(index) / 7.0;
    let start = spine(0.42 + part * 0.4, height, seed);
    let turn = part * 2.6 + random(4, 4, seed) * 0.3;
    let reach = mix(2.1, 1.0, part);
    let slice = |along: f32, thick: f32| {
        let out = reach * along;
        let at =
            add(start, [cos_turns(turn) * out, sin_turns(turn) * out, out * (0.5 + along * 0.4)]);
        Slice { outline: circle(points.max(3), thick), at }
    };
    let slices = [slice(0.0, 0.13), slice(0.5, 0.09), slice(1.0, 0.03)];
    Shape::loft(Along::Up, &slices, 0.4, Surface::of(0))
}

/// Parts of a crown: how far out in turns of the trunk and in heights of the tree, how much above
/// the middle, how large.
const CLUMPS: [(f32, f32, f32, f32); 6] = [
    (0.0, 0.0, 0.07, 0.22),
    (0.06, 0.19, -0.04, 0.19),
    (0.3, 0.16, 0.0, 0.19),
    (0.48, 0.2, -0.06, 0.18),
    (0.7, 0.17, -0.01, 0.19),
    (0.87, 0.15, -0.08, 0.18),
];

/// A spray of leaves on one of the clumps, facing outwards and a little at random.
fn leaf_card(index: usize, cards: usize, height: f32, larger: f32, seed: u32) -> Shape {
    let at = |channel: u32| random(i32::try_from(index).unwrap_or(0), 9, seed + 50 + channel);
    let (clump, own) = (index % CLUMPS.len(), index / CLUMPS.len());
    let &(around, away, above, size) = CLUMPS.get(clump).unwrap_or(&(0.0, 0.0, 0.0, 0.3));
    let up = (number(own) + at(6)) / number(cards.div_ceil(CLUMPS.len()));
    let turn = number(index) * 0.381_966 + at(0) * 0.1;
    let level = (up * 2.0 - 1.0).clamp(-1.0, 1.0);
    let ring = (1.0 - level * level).max(0.0).sqrt();
    let far = mix(0.5, 1.0, at(1)) * size * height;
    let out = unit([cos_turns(turn) * ring, sin_turns(turn) * ring, level]);
    let around = around + random(5, 5, seed);
    let centre = add(
        spine(0.76, height, seed),
        [
            cos_turns(around) * away * height,
            sin_turns(around) * away * height,
            above * height * (0.6 + random(6, 6, seed) * 0.8),
        ],
    );
    // Flatter at the top, so that no spray stands alone above the others.
    let middle = add(centre, [out[0] * far, out[1] * far, out[2] * far * 0.6]);
    // Sprays face every way, or the outline of the crown would be lines. None lies flat for the same
    // reason.
    let chance = |channel: u32| (at(channel) - 0.5) * 1.8;
    let tilt = add(times(out, 0.6), [chance(2), chance(3), (at(4) - 0.2) * 0.8]);
    let tilt = unit([tilt[0], tilt[1], tilt[2].clamp(-0.35, 0.35)]);
    let right = unit(cross([0.1, 0.2, 1.0], tilt));
    let top = unit(cross(tilt, right));
    let size = (0.7 + at(5) * 0.4) * larger;
    card(middle, times(right, size), times(top, size), 1)
}

/// A fir: tiers of branches that hang.
pub fn fir(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let node = plan.add_node(PlainNode::new("tree"));
    let height = 9.0;
    let tiers: [(usize, usize, usize); 4] = [(18, 9, 9), (11, 7, 6), (7, 5, 4), (4, 3, 3)];
    for (level, (count, around, points)) in tiers.into_iter().enumerate() {
        let mut parts = vec![trunk(height, 1.0, 0.28, points, (6 - level).max(2), seed)];
        for tier in 0..count {
            let up = 0.19 + 0.78 * number(tier) / number(count);
            // Fewer and shorter branches towards the top, no two alike.
            let reach = mix(2.5, 0.4, (up - 0.19) / 0.78);
            let around = if up > 0.7 { around.div_ceil(2) + 1 } else { around };
            let start = spine(up, height, seed);
            for arm in 0..around {
                let chance = |channel: u32| {
                    let at = |value: usize| i32::try_from(value).unwrap_or(0);
                    random(at(arm), at(tier), seed + 80 + channel)
                };
                let turn = (number(arm) + 0.5 * number(tier % 2) + chance(0) * 0.35)
                    / number(around)
                    + number(tier) * 0.07;
                let reach = reach * mix(0.82, 1.12, chance(1));
                let wide = reach * 6.4 / number(around);
                parts.push(arm_cards(start, turn, reach, wide));
            }
        }
        parts.push(tip(spine(0.9, height, seed), height * 0.13));
        plan.set_mesh(node, 0, level, Shape::all(parts).mesh())?;
    }
    plan.set_mesh(node, 1, 0, trunk(1.3, 1.0, 0.28, 9, 2, seed).mesh())?;
    Ok(Dressed::new(plan, &["S_BARK", "S_NEEDLES"]))
}

/// The top of a fir: two crossed cards that stand.
fn tip(root: Point, high: f32) -> Shape {
    let top = add(root, [0.0, 0.0, high]);
    let uvs = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut shape = Shape::default();
    for side in [[high * 0.3, 0.0, 0.0], [0.0, high * 0.3, 0.0]] {
        let corners = [minus(root, side), add(root, side), add(top, side), minus(top, side)];
        shape.quad(corners, uvs, Surface::foliage(1));
    }
    shape
}

/// A branch of a fir: two crossed cards from the trunk, hanging at their tips.
fn arm_cards(start: Point, turn: f32, reach: f32, wide: f32) -> Shape {
    let out = [cos_turns(turn), sin_turns(turn), -0.42];
    let across = [-sin_turns(turn) * wide * 0.5, cos_turns(turn) * wide * 0.5, 0.0];
    let down = [cos_turns(turn) * wide * 0.12, sin_turns(turn) * wide * 0.12, wide * 0.3];
    let root = add(start, [0.0, 0.0, 0.3]);
    let tip = add(root, times(out, reach));
    let mut shape = Shape::default();
    for side in [across, down] {
        let corners = [minus(root, side), add(root, side), add(tip, side), minus(tip, side)];
        // The twig of the texture starts at its top edge.
        let uvs = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        shape.quad(corners, uvs, Surface::foliage(1));
    }
    shape
}

/// A fern: cards that stand crossed and one that lies.
pub fn fern(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let node = plan.add_node(PlainNode::new("bush"));
    for (level, cards) in [7, 5, 3, 2].into_iter().enumerate() {
        let standing = (0..cards).map(|index| {
            let turn = number(index) / number(cards) * 0.5 + random(1, 1, seed) * 0.2;
            let right = [cos_turns(turn) * 0.9, sin_turns(turn) * 0.9, 0.0];
            card([0.0, 0.0, 0.5], right, [-right[1] * 0.35, right[0] * 0.35, 0.75], 0)
        });
        let lying = card([0.0, 0.0, 0.35], [0.95, 0.0, 0.1], [0.0, 0.95, -0.1], 0);
        let all = Shape::all(standing.chain([lying]));
        plan.set_mesh(node, 0, level, all.mesh())?;
    }
    Ok(Dressed::new(plan, &["S_FERN"]))
}
