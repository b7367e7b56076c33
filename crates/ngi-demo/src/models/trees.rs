//! Trees and bushes: trunks are lofts, leaves are cards.

use ngi_formats::Result;
use ngi_formats::msh::{Blueprint, PlainNode};

use super::Dressed;
use super::shape::{Along, Point, Shape, Slice, Surface, add, circle, cross, minus, times, unit};
use crate::paint::maths::{cos_turns, mix, number, sin_turns};
use crate::paint::noise::random;

/// How much a level keeps: points around, slices, cards, and how much larger the cards are.
const DETAIL: [(usize, usize, usize, f32); 4] =
    [(9, 8, 64, 1.0), (6, 5, 30, 1.4), (4, 3, 14, 1.9), (3, 2, 6, 2.6)];

/// A trunk that leans and thins out.
fn trunk(height: f32, radius: f32, points: usize, slices: usize, seed: u32) -> Shape {
    let slice = |index: usize| {
        let up = number(index) / number(slices);
        let thick =
            radius * (1.0 - up * 0.85) + radius * 0.6 * (1.0 - up) * (1.0 - up) * (1.0 - up);
        Slice { outline: circle(points, thick), at: spine(up, height, seed) }
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
        let mut parts = vec![trunk(height, 0.32, points, slices, seed)];
        if level < 2 {
            parts.extend((0..7).map(|branch| bough(branch, height, points - 3, seed)));
        }
        parts.extend((0..cards).map(|index| leaf_card(index, cards, height, larger, seed)));
        plan.set_mesh(node, 0, level, Shape::all(parts).mesh())?;
    }
    let stump = trunk(1.1, 0.32, 9, 2, seed);
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

/// A spray of leaves within the crown, facing outwards and a little at random.
fn leaf_card(index: usize, cards: usize, height: f32, larger: f32, seed: u32) -> Shape {
    let at = |channel: u32| random(i32::try_from(index).unwrap_or(0), 9, seed + 50 + channel);
    let up = number(index) / number(cards);
    let turn = number(index) * 0.381_966 + at(0) * 0.1;
    let level = up * 2.0 - 1.0;
    let ring = (1.0 - level * level).max(0.0).sqrt();
    let far = mix(0.55, 1.0, at(1));
    let out = unit([cos_turns(turn) * ring, sin_turns(turn) * ring, level]);
    let crown = height * 0.36;
    let middle = add(
        spine(0.78, height, seed),
        [out[0] * crown * far, out[1] * crown * far, out[2] * crown * 0.8 * far],
    );
    let tilt = unit(add(out, [at(2) - 0.5, at(3) - 0.5, (at(4) - 0.2) * 0.8]));
    let right = unit(cross([0.1, 0.2, 1.0], tilt));
    let top = unit(cross(tilt, right));
    let size = (0.75 + at(5) * 0.45) * larger;
    card(middle, times(right, size), times(top, size), 1)
}

/// A fir: tiers of branches that hang.
pub fn fir(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let node = plan.add_node(PlainNode::new("tree"));
    let height = 9.0;
    let tiers: [(usize, usize, usize); 4] = [(14, 8, 9), (9, 6, 6), (6, 5, 4), (4, 3, 3)];
    for (level, (count, around, points)) in tiers.into_iter().enumerate() {
        let mut parts = vec![trunk(height, 0.28, points, (6 - level).max(2), seed)];
        for tier in 0..count {
            let up = 0.14 + 0.8 * number(tier) / number(count);
            let reach = mix(2.3, 0.35, (up - 0.14) / 0.8);
            let start = spine(up, height, seed);
            for arm in 0..around {
                let turn =
                    (number(arm) + 0.5 * number(tier % 2)) / number(around) + number(tier) * 0.07;
                let wide = reach * 6.0 / number(around);
                parts.push(arm_cards(start, turn, reach, wide));
            }
        }
        plan.set_mesh(node, 0, level, Shape::all(parts).mesh())?;
    }
    plan.set_mesh(node, 1, 0, trunk(1.3, 0.28, 9, 2, seed).mesh())?;
    Ok(Dressed::new(plan, &["S_BARK", "S_NEEDLES"]))
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
