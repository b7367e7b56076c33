//! What fits on the walker's sockets: guns and turrets. Their first node has no geometry: the
//! engine hangs its children on the socket.

use ngi_formats::Result;
use ngi_formats::msh::{Blueprint, Key, PlainNode, Track};

use super::Dressed;
use super::shape::{Along, Shape, Slice, Surface, chamfered, circle};
use crate::paint::maths::{cos_turns, number, sin_turns};
use crate::paint::noise::random;

/// Rows of the wears.
const PANEL: u8 = 0;
const JOINT: u8 = 1;
const BURNT: u8 = 2;
const HULL: u8 = 3;
const STRIPES: u8 = 4;
const GLASS: u8 = 5;
const ROWS: [&str; 6] = ["M_PANEL", "M_JOINT", "M_BURNT", "M_HULL_O", "M_STRIPES", "M_GLASS"];

fn points(level: usize) -> usize {
    [14, 9, 6, 4].get(level).copied().unwrap_or(4)
}

/// Slices along y: where, half width, half height.
fn forward(list: &[(f32, f32, f32)], cut: f32, material: u8) -> Shape {
    let slice =
        |&(y, x, z): &(f32, f32, f32)| Slice { outline: chamfered(x, z, cut), at: [0.0, y, 0.0] };
    let slices: Vec<Slice> = list.iter().map(slice).collect();
    Shape::loft(Along::Forward, &slices, 0.3, Surface::of(material))
}

/// A round part along y: where, radius.
fn turned(list: &[(f32, f32)], at: [f32; 2], points: usize, material: u8) -> Shape {
    let [x, z] = at;
    let ring = |&(y, radius): &(f32, f32)| Slice { outline: circle(points, radius), at: [x, y, z] };
    let slices: Vec<Slice> = list.iter().map(ring).collect();
    Shape::loft(Along::Forward, &slices, 0.4, Surface::of(material))
}

/// A barrel from y = 0.5 on: a jacket with ribs, the bare tube, a muzzle brake.
fn barrel(at: [f32; 2], length: f32, thick: f32, level: usize) -> Vec<Shape> {
    let jacket = 0.5 + length * 0.42;
    let tube = [(0.5, thick), (0.5 + length * 0.9, thick * 0.85)];
    let mut parts = vec![turned(&tube, at, points(level), JOINT)];
    let end = 0.5 + length;
    let brake = [
        (end - 0.3, thick * 0.8),
        (end - 0.27, thick * 1.5),
        (end - 0.16, thick * 1.5),
        (end - 0.14, thick * 1.1),
        (end - 0.1, thick * 1.1),
        (end - 0.08, thick * 1.5),
        (end, thick * 1.4),
        (end - 0.02, thick * 0.7),
    ];
    let plain = [(end - 0.3, thick * 1.4), (end, thick * 1.4)];
    parts.push(turned(if level == 0 { &brake } else { &plain }, at, points(level), BURNT));
    if level < 3 {
        let ribs = if level == 0 { 5u8 } else { 1 };
        let mut rings = vec![(0.5, thick * 1.7)];
        for rib in 1..ribs {
            let y = 0.5 + (jacket - 0.5) * f32::from(rib) / f32::from(ribs);
            let groove = thick * 1.45;
            let edge = thick * 1.7;
            rings.extend([
                (y - 0.03, edge),
                (y - 0.02, groove),
                (y + 0.02, groove),
                (y + 0.03, edge),
            ]);
        }
        rings.push((jacket, thick * 1.6));
        parts.push(turned(&rings, at, points(level), PANEL));
    }
    parts
}

/// Six thin barrels in a ring that two discs hold.
fn rotary(length: f32, level: usize) -> Vec<Shape> {
    let count = [6, 6, 4, 3].get(level).copied().unwrap_or(3);
    let (ring, end) = (0.15, 0.5 + length);
    let tube = |index: usize| {
        let turn = number(index) / number(count);
        let at = [cos_turns(turn) * ring, sin_turns(turn) * ring];
        turned(&[(0.5, 0.055), (end, 0.05)], at, points(level).min(8), JOINT)
    };
    let disc = |y: f32| turned(&[(y, 0.23), (y + 0.09, 0.23)], [0.0; 2], points(level), PANEL);
    let hub = turned(&[(0.45, 0.27), (0.72, 0.24)], [0.0; 2], points(level), PANEL);
    let discs = [hub, disc(0.5 + length * 0.5), disc(end - 0.25)];
    (0..count).map(tube).chain(discs).collect()
}

/// The breech: a receiver, a magazine on its side, a sight on top, a stripe that warns.
fn breech(level: usize) -> Vec<Shape> {
    let body = forward(
        &[
            (-0.6, 0.14, 0.13),
            (-0.46, 0.25, 0.22),
            (0.3, 0.27, 0.25),
            (0.42, 0.27, 0.25),
            (0.58, 0.2, 0.19),
        ],
        0.08,
        HULL,
    );
    let mut parts = vec![body];
    if level < 3 {
        let magazine =
            Shape::block([0.22, -0.34, -0.3], [0.46, 0.2, 0.16], 0.06, Surface::of(PANEL));
        let rail = Shape::block([-0.1, -0.4, 0.2], [0.1, 0.35, 0.31], 0.03, Surface::of(JOINT));
        parts.extend([magazine, rail]);
    }
    if level == 0 {
        parts.extend([
            turned(&[(-0.05, 0.06), (0.1, 0.06), (0.28, 0.08)], [0.0, 0.36], 8, JOINT),
            turned(&[(0.27, 0.065), (0.29, 0.06)], [0.0, 0.36], 8, GLASS),
            Shape::block([-0.29, 0.05, -0.13], [-0.24, 0.32, 0.13], 0.02, Surface::of(STRIPES)),
            Shape::block([-0.16, -0.55, -0.34], [0.16, 0.1, -0.2], 0.05, Surface::of(JOINT)),
        ]);
    }
    parts
}

/// A gun: a breech and, by its seed, one barrel, two, or six that turn; longer or shorter.
pub fn gun(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let root = plan.add_node(PlainNode::new("root"));
    let gun = plan.add_node(PlainNode::new("gun").below(root));
    let length = 1.3 + random(1, 1, seed) * 0.9;
    let thick = 0.09 + random(2, 2, seed) * 0.05;
    for level in 0..4 {
        let mut parts = breech(level);
        parts.extend(match seed % 3 {
            1 => barrel([0.0; 2], length, thick * 1.2, level),
            2 => rotary(length, level),
            _ => [-0.14, 0.14]
                .into_iter()
                .flat_map(|x| barrel([x, 0.0], length, thick * 0.75, level))
                .collect(),
        });
        plan.set_mesh(gun, 0, level, Shape::all(parts).mesh())?;
    }
    Ok(Dressed::new(plan, &ROWS))
}

/// The housing of a turret: plates that slope, a cupola, a sensor, trunnions for two guns.
fn housing(wide: f32, level: usize) -> Shape {
    let ring = |z: f32, radius: f32| Slice {
        outline: circle(points(level) + 2, radius),
        at: [0.0, 0.0, z],
    };
    let base = [ring(0.0, wide * 1.02), ring(0.16, wide), ring(0.18, wide * 0.9)];
    let base = Shape::loft(Along::Up, &base, 0.3, Surface::of(JOINT));
    let slice = |z: f32, x: f32, y: f32, ahead: f32, cut: f32| Slice {
        outline: chamfered(wide * x, wide * y, wide * cut),
        at: [0.0, wide * ahead, z],
    };
    let plates = [
        slice(0.16, 0.72, 0.8, 0.0, 0.3),
        slice(0.3, 0.84, 0.98, 0.0, 0.36),
        slice(0.58, 0.78, 0.84, -0.04, 0.34),
        slice(0.84, 0.5, 0.5, -0.12, 0.24),
    ];
    let mut parts = vec![base, Shape::loft(Along::Up, &plates, 0.28, Surface::of(HULL))];
    parts.push(Shape::bar(
        Along::Side,
        [-wide, 0.1, 0.4],
        [wide, 0.1, 0.4],
        [0.17; 2],
        points(level),
        Surface::of(JOINT),
    ));
    if level < 2 {
        let cupola = [ring(0.8, wide * 0.3), ring(0.98, wide * 0.27), ring(1.02, wide * 0.18)];
        let cupola = Shape::loft(Along::Up, &cupola, 0.4, Surface::of(PANEL));
        parts.push(cupola.moved([-wide * 0.12, -wide * 0.16, 0.0]));
        let mantlet = forward(&[(0.0, 0.24, 0.17), (0.24, 0.19, 0.13)], 0.06, PANEL);
        parts.push(mantlet.moved([0.0, wide * 0.8, 0.45]));
        parts.extend(
            barrel([0.0; 2], 0.8, 0.07, level + 1)
                .into_iter()
                .map(|part| part.moved([0.0, wide * 0.8 - 0.4, 0.45])),
        );
    }
    if level == 0 {
        let (x, y) = (wide * 0.42, wide * 0.52);
        parts.extend([
            Shape::block(
                [x - 0.1, y - 0.2, 0.6],
                [x + 0.1, y + 0.06, 0.86],
                0.04,
                Surface::of(PANEL),
            ),
            Shape::block(
                [x - 0.07, y + 0.03, 0.66],
                [x + 0.07, y + 0.09, 0.8],
                0.02,
                Surface::of(GLASS),
            ),
            Shape::block(
                [-wide * 0.5, -wide * 1.2, 0.3],
                [wide * 0.5, -wide * 0.8, 0.62],
                0.06,
                Surface::of(PANEL),
            ),
            Shape::bar(
                Along::Up,
                [wide * 0.3, -wide * 0.4, 0.75],
                [wide * 0.3, -wide * 0.4, 1.5],
                [0.03, 0.015],
                6,
                Surface::of(JOINT),
            ),
        ]);
    }
    Shape::all(parts)
}

/// A turret that turns, with sockets for two guns.
pub fn turret(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let root = plan.add_node(PlainNode::new("root"));
    let turn =
        |frame: f32, z: i16, w: i16| Key { time: frame, rotation: [w, 0, 0, z], ..Key::default() };
    let track = Track {
        keys: vec![
            turn(0.0, 0, 32767),
            turn(20.0, 12539, 30273),
            turn(40.0, 0, 32767),
            turn(60.0, -12539, 30273),
            turn(80.0, 0, 32767),
        ],
    };
    let dome = plan.add_node(PlainNode::new("dome").below(root).with_track(track));
    let wide = 0.8 + random(1, 1, seed) * 0.4;
    for level in 0..4 {
        plan.set_mesh(dome, 0, level, housing(wide, level).mesh())?;
    }
    for (name, x) in [("r", 1.0), ("l", -1.0)] {
        let position = [x * wide, 0.1, 0.4];
        let mut socket = PlainNode::new(format!("Base_gun_{name}")).below(dome);
        socket.track = Track::still(Key { position, ..Key::default() });
        socket.label = b"universal_gun".to_vec();
        plan.add_node(socket);
    }
    Ok(Dressed::new(plan, &ROWS))
}
