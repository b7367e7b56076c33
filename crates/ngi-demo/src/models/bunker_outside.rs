//! What stands on, at and around the bunker's shell.

use super::bunker::{BURNT, CONCRETE, FOOT, GATE, HEIGHT, LAMP, PANEL, SIGN, STRIPES, TOP};
use super::shape::{Along, Point, Shape, Slice, Surface, chamfered, circle};

fn block(low: Point, high: Point, cut: f32, material: u8) -> Shape {
    Shape::block(low, high, cut, Surface::of(material))
}

fn post(at: [f32; 2], from: f32, to: f32, radii: [f32; 2], material: u8) -> Shape {
    let [x, y] = at;
    Shape::bar(Along::Up, [x, y, from], [x, y, to], radii, 10, Surface::of(material))
}

/// Everything; the simpler levels have less of it.
pub fn around(level: usize) -> Shape {
    let post = Slice { outline: chamfered(3.2, 2.2, 0.5), at: [0.0, -0.5, HEIGHT] };
    let cap = Slice { outline: chamfered(2.6, 1.7, 0.5), at: [0.0, -0.5, HEIGHT + 1.1] };
    let mut parts = vec![Shape::loft(Along::Up, &[post, cap], 0.25, Surface::of(CONCRETE))];
    if level < 2 {
        parts.extend([parapet(), plinth(), gate(), generator()]);
        parts.push(block([-1.9, 1.0, HEIGHT + 0.2], [1.9, 1.75, HEIGHT + 0.75], 0.08, BURNT));
    }
    if level == 0 {
        parts.extend([slits(), on_the_roof(), sign()]);
    }
    Shape::all(parts)
}

/// A rim around the roof, open at the corners.
fn parapet() -> Shape {
    let ([x, y], (low, high)) = (TOP, (HEIGHT - 0.05, HEIGHT + 0.42));
    let along = |side: f32| {
        let (from, to) = (side * (y - 0.2) - 0.2, side * (y - 0.2) + 0.2);
        block([-x + 0.9, from, low], [x - 0.9, to, high], 0.06, CONCRETE)
    };
    let across = |side: f32| {
        let (from, to) = (side * (x - 0.2) - 0.2, side * (x - 0.2) + 0.2);
        block([from, -y + 0.9, low], [to, y - 0.9, high], 0.06, CONCRETE)
    };
    Shape::all([along(1.0), along(-1.0), across(1.0), across(-1.0)])
}

/// A footing all around, with a ramp where the gate is.
fn plinth() -> Shape {
    let ([x, y], (low, high)) = (FOOT, (-0.5, 0.45));
    let gap = GATE[0] + 0.35;
    Shape::all([
        block([x - 0.5, -y - 0.45, low], [x + 0.45, y + 0.45, high], 0.12, CONCRETE),
        block([-x - 0.45, -y - 0.45, low], [-x + 0.5, y + 0.45, high], 0.12, CONCRETE),
        block([-x + 0.5, -y - 0.45, low], [x - 0.5, -y + 0.5, high], 0.12, CONCRETE),
        block([-x + 0.5, y - 0.5, low], [-gap, y + 0.45, high], 0.12, CONCRETE),
        block([gap, y - 0.5, low], [x - 0.5, y + 0.45, high], 0.12, CONCRETE),
        block([-gap, y - 0.5, low], [gap, y + 1.6, 0.02], 0.04, CONCRETE),
    ])
}

/// The frame of the gate and a lamp above it.
fn gate() -> Shape {
    let [w, h] = GATE;
    Shape::all([
        block([w, 5.1, 0.0], [w + 0.35, 6.25, h], 0.05, STRIPES),
        block([-w - 0.35, 5.1, 0.0], [-w, 6.25, h], 0.05, STRIPES),
        block([-w - 0.35, 5.0, h], [w + 0.35, 5.95, h + 0.35], 0.05, STRIPES),
        block([-0.45, 5.2, h + 0.4], [0.45, 5.75, h + 0.62], 0.05, LAMP),
    ])
}

/// A machine behind the house, and the pipe that leads inside.
fn generator() -> Shape {
    let pipe = [
        Slice { outline: circle(8, 0.2), at: [3.4, -6.6, 1.7] },
        Slice { outline: circle(8, 0.2), at: [3.4, -6.4, 2.6] },
        Slice { outline: circle(8, 0.2), at: [3.4, -5.2, 3.1] },
    ];
    Shape::all([
        block([2.2, -8.0, -0.5], [5.6, -6.0, 1.75], 0.14, PANEL),
        block([2.6, -8.08, 0.35], [5.2, -7.9, 1.1], 0.04, BURNT),
        block([5.5, -7.7, 0.2], [5.68, -6.3, 0.5], 0.03, STRIPES),
        post([4.7, -7.3], 1.6, 2.7, [0.16, 0.2], BURNT),
        Shape::loft(Along::Up, &pipe, 0.4, Surface::of(PANEL)),
    ])
}

/// Slits in three walls, each under a hood.
fn slits() -> Shape {
    let (low, high) = (2.0, 2.95);
    let side = |x: f32| {
        let (from, to) = ((x * 6.9).min(x * 7.75), (x * 6.9).max(x * 7.75));
        let (inner, outer) = ((x * 7.5).min(x * 7.79), (x * 7.5).max(x * 7.79));
        Shape::all([-2.6f32, 1.4].map(|y| {
            Shape::all([
                block([from, y - 1.3, low], [to, y + 1.3, high], 0.12, CONCRETE),
                block([inner, y - 1.0, low + 0.34], [outer, y + 1.0, low + 0.62], 0.03, BURNT),
            ])
        }))
    };
    let front = |x: f32| {
        Shape::all([
            block([x - 1.3, 5.0, low], [x + 1.3, 5.9, high], 0.12, CONCRETE),
            block([x - 1.0, 5.7, low + 0.34], [x + 1.0, 5.94, low + 0.62], 0.03, BURNT),
        ])
    };
    Shape::all([side(1.0), side(-1.0), front(4.3), front(-4.3)])
}

/// Vents, a mast with its lamp, a hatch.
fn on_the_roof() -> Shape {
    let mut parts: Vec<Shape> = [(-5.2, -3.4), (5.2, -3.4), (5.2, 3.2)]
        .into_iter()
        .flat_map(|(x, y)| {
            let foot = post([x, y], HEIGHT - 0.1, HEIGHT + 0.7, [0.4, 0.3], PANEL);
            [foot, post([x, y], HEIGHT + 0.7, HEIGHT + 0.9, [0.46, 0.42], PANEL)]
        })
        .collect();
    parts.push(post([-4.6, 2.8], HEIGHT - 0.1, HEIGHT + 3.5, [0.12, 0.05], PANEL));
    parts.push(post([-4.6, 2.8], HEIGHT + 3.5, HEIGHT + 3.7, [0.14, 0.1], LAMP));
    parts.push(block([-5.3, -0.9, HEIGHT - 0.1], [-3.9, 0.5, HEIGHT + 0.22], 0.08, PANEL));
    Shape::all(parts)
}

/// The clan's sign over the gate.
fn sign() -> Shape {
    let (low, high, half) = (3.42, 4.14, 0.36);
    // A little before the wall.
    let wall = |z: f32| FOOT[1] + (TOP[1] - FOOT[1]) * z / HEIGHT + 0.03;
    let corner = |x: f32, z: f32| [x, wall(z), z];
    let mut shape = Shape::default();
    shape.quad(
        [corner(half, low), corner(-half, low), corner(-half, high), corner(half, high)],
        [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
        Surface::of(SIGN),
    );
    shape
}
