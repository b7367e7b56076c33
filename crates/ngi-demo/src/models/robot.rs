//! A walker: a hull on two legs that bend backwards, arms that take guns, a dish that turns.

use ngi_formats::Result;
use ngi_formats::msh::{Blueprint, Key, NodeFlags, PlainNode, Track};

use super::Dressed;
use super::robot_walk::{self as walk, SHIN, THIGH};
use super::shape::{Along, Point, Shape, Slice, Surface, chamfered, circle};

/// Rows of its wear.
const HULL: u8 = 0;
const JOINT: u8 = 1;
const PANEL: u8 = 2;
const GLASS: u8 = 3;
const STRIPES: u8 = 4;
const LAMP: u8 = 5;
const BURNT: u8 = 6;
const SIGN: u8 = 7;

/// Points of a round part by level.
fn points(level: usize) -> usize {
    [14, 9, 6, 4].get(level).copied().unwrap_or(4)
}

fn still(position: Point) -> Track {
    Track::still(Key { position, ..Key::default() })
}

/// Slices along y: where, half width, half height, how high.
fn forward(list: &[(f32, f32, f32, f32)], cut: f32, material: u8) -> Shape {
    let slice = |&(y, x, z, up): &(f32, f32, f32, f32)| Slice {
        outline: chamfered(x, z, cut),
        at: [0.0, y, up],
    };
    let slices: Vec<Slice> = list.iter().map(slice).collect();
    Shape::loft(Along::Forward, &slices, 0.22, Surface::of(material))
}

/// Slices along z: how high, half width, half depth, how far forward.
fn upward(list: &[(f32, f32, f32, f32)], cut: f32, material: u8) -> Shape {
    let slice = |&(z, x, y, ahead): &(f32, f32, f32, f32)| Slice {
        outline: chamfered(x, y, cut),
        at: [0.0, ahead, z],
    };
    let slices: Vec<Slice> = list.iter().map(slice).collect();
    Shape::loft(Along::Up, &slices, 0.22, Surface::of(material))
}

/// An axle from left to right.
fn axle(half: f32, radius: f32, level: usize, material: u8) -> Shape {
    let (from, to) = ([-half, 0.0, 0.0], [half, 0.0, 0.0]);
    Shape::bar(Along::Side, from, to, [radius; 2], points(level), Surface::of(material))
}

/// What a level leaves away.
fn detail(level: usize, most: usize, shapes: Vec<Shape>) -> Vec<Shape> {
    if level <= most { shapes } else { Vec::new() }
}

fn pelvis(level: usize) -> Shape {
    let body = forward(
        &[
            (-0.7, 0.45, 0.2, 0.0),
            (-0.45, 0.7, 0.34, 0.0),
            (0.4, 0.7, 0.34, 0.0),
            (0.65, 0.4, 0.2, 0.0),
        ],
        0.15,
        PANEL,
    );
    let ring = Shape::bar(
        Along::Up,
        [0.0, 0.0, 0.25],
        [0.0, 0.0, 0.6],
        [0.62, 0.55],
        points(level),
        Surface::of(JOINT),
    );
    let hip = axle(1.02, 0.26, level, JOINT).moved([0.0, 0.0, -walk::HIP_DROP]);
    Shape::all([body, ring, hip])
}

fn torso(level: usize) -> Shape {
    let hull = forward(
        &[
            (-1.35, 0.75, 0.5, 1.05),
            (-1.05, 1.15, 0.78, 1.05),
            (-0.2, 1.35, 0.95, 1.1),
            (0.6, 1.2, 0.85, 1.05),
            (1.3, 0.85, 0.6, 0.9),
            (1.65, 0.5, 0.36, 0.8),
        ],
        0.32,
        HULL,
    );
    let belt = Shape::block([-0.8, -0.8, 0.0], [0.8, 0.7, 0.45], 0.18, Surface::of(PANEL));
    let shoulders = axle(1.72, 0.36, level, JOINT).moved([0.0, -0.1, 1.35]);
    let mut parts = vec![hull, belt, shoulders];
    parts.extend(detail(
        level,
        1,
        vec![
            // A stripe across the nose, lamps beside it, a hatch on top.
            Shape::block([-0.62, 1.2, 1.28], [0.62, 1.5, 1.42], 0.04, Surface::of(STRIPES)),
            Shape::block([-0.75, -0.9, 1.95], [0.75, 0.1, 2.12], 0.1, Surface::of(PANEL)),
        ],
    ));
    parts.extend(detail(
        level,
        0,
        vec![
            lamp(level).moved([0.42, 1.62, 0.72]),
            lamp(level).moved([-0.42, 1.62, 0.72]),
            intake().moved([1.12, 0.25, 0.75]),
            intake().mirrored().moved([-1.12, 0.25, 0.75]),
            sign().moved([1.36, -0.35, 1.1]),
            sign().mirrored().moved([-1.36, -0.35, 1.1]),
        ],
    ));
    Shape::all(parts)
}

/// A headlight: a lens in a housing.
fn lamp(level: usize) -> Shape {
    let (from, to) = ([0.0, -0.24, 0.0], [0.0, 0.06, 0.0]);
    let housing =
        Shape::bar(Along::Forward, from, to, [0.19, 0.16], points(level), Surface::of(JOINT));
    let mut lens = Shape::default();
    let rim = circle(points(level), 0.12);
    let corner = |[x, z]: [f32; 2]| ([-x, 0.07, z], [x * 4.0, z * 4.0]);
    for (&from, &to) in rim.iter().zip(rim.iter().cycle().skip(1)) {
        let [(a, ua), (b, ub), (c, uc)] = [[0.0; 2], from, to].map(corner);
        lens.face([a, b, c], [ua, ub, uc], Surface::of(LAMP));
    }
    Shape::all([housing, lens])
}

/// An air intake on the right side.
fn intake() -> Shape {
    Shape::block([-0.1, -0.45, -0.25], [0.16, 0.45, 0.25], 0.08, Surface::of(JOINT))
}

/// The clan's sign on the right side.
fn sign() -> Shape {
    let (y, z) = (0.3, 0.3);
    let mut shape = Shape::default();
    shape.quad(
        [[0.03, -y, -z], [0.03, y, -z], [0.03, y, z], [0.03, -y, z]],
        [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
        Surface::of(SIGN),
    );
    shape
}

/// The torso once it burned out: the nose is gone, ribs show.
fn torso_wreck(level: usize, stage: usize) -> Shape {
    let short = if stage == 1 { 0.75 } else { 0.25 };
    let hull = forward(
        &[
            (-1.3, 0.7, 0.45, 1.0),
            (-0.9, 1.1, 0.7, 1.0),
            (-0.2, 1.25, 0.85, 1.0),
            (short, 1.0, 0.6, 0.85),
        ],
        0.32,
        BURNT,
    );
    let shoulders = axle(1.5, 0.34, level, JOINT).moved([0.0, -0.1, 1.35]);
    let ribs = (0..3u8).map(|rib| {
        let y = short + 0.2 + f32::from(rib) * 0.28;
        let size = 0.9 - f32::from(rib) * 0.18;
        Shape::block([-size, y, 0.5], [size, y + 0.09, 0.62], 0.03, Surface::of(JOINT))
    });
    Shape::all([hull, shoulders].into_iter().chain(ribs.take(if stage == 1 { 3 } else { 1 })))
}

fn head(level: usize) -> Shape {
    let skull = forward(
        &[
            (-0.55, 0.4, 0.2, 0.25),
            (-0.25, 0.58, 0.36, 0.3),
            (0.35, 0.55, 0.34, 0.28),
            (0.75, 0.36, 0.2, 0.2),
        ],
        0.16,
        HULL,
    );
    let visor = forward(&[(0.3, 0.47, 0.13, 0.4), (0.72, 0.34, 0.1, 0.31)], 0.06, GLASS);
    let neck = Shape::bar(
        Along::Up,
        [0.0, 0.0, -0.2],
        [0.0, 0.0, 0.1],
        [0.36, 0.3],
        points(level),
        Surface::of(JOINT),
    );
    let mut parts = vec![skull, visor.moved([0.0, 0.06, 0.0]), neck];
    parts.extend(detail(
        level,
        0,
        vec![
            Shape::block([0.44, -0.4, 0.45], [0.5, -0.3, 1.15], 0.02, Surface::of(JOINT)),
            Shape::block([-0.6, -0.2, 0.2], [-0.5, 0.3, 0.45], 0.04, Surface::of(PANEL)),
            Shape::block([0.5, -0.2, 0.2], [0.6, 0.3, 0.45], 0.04, Surface::of(PANEL)),
        ],
    ));
    Shape::all(parts)
}

/// What a pilot sees of the own machine: the frame of the window.
fn cockpit() -> Shape {
    let bar = |low: Point, high: Point| Shape::block(low, high, 0.02, Surface::of(JOINT));
    Shape::all([
        bar([-0.5, 0.5, 0.1], [-0.42, 0.56, 0.6]),
        bar([0.42, 0.5, 0.1], [0.5, 0.56, 0.6]),
        bar([-0.5, 0.5, 0.55], [0.5, 0.56, 0.62]),
        Shape::block([-0.5, 0.45, 0.0], [0.5, 0.62, 0.14], 0.04, Surface::of(PANEL)),
    ])
}

fn pack(level: usize) -> Shape {
    let body = Shape::block([-0.7, -0.75, 0.0], [0.7, 0.1, 1.15], 0.16, Surface::of(PANEL));
    let mut parts = vec![body];
    for x in [-0.4, 0.4] {
        let pipe = [
            Slice { outline: circle(points(level), 0.17), at: [x, -0.6, 0.7] },
            Slice { outline: circle(points(level), 0.17), at: [x, -0.7, 1.3] },
            Slice { outline: circle(points(level), 0.22), at: [x, -0.8, 1.65] },
        ];
        parts.extend(detail(
            level,
            2,
            vec![Shape::loft(Along::Up, &pipe, 0.3, Surface::of(BURNT))],
        ));
    }
    parts.extend(detail(
        level,
        0,
        vec![
            Shape::block([-0.75, -0.5, 0.2], [-0.66, -0.2, 0.9], 0.03, Surface::of(STRIPES)),
            Shape::block([0.66, -0.5, 0.2], [0.75, -0.2, 0.9], 0.03, Surface::of(STRIPES)),
        ],
    ));
    Shape::all(parts)
}

fn dish(level: usize) -> Shape {
    let pole = Shape::bar(
        Along::Up,
        [0.0; 3],
        [0.0, 0.0, 0.5],
        [0.07, 0.05],
        points(level).min(8),
        Surface::of(JOINT),
    );
    let bowl = [
        Slice { outline: circle(points(level), 0.08), at: [0.0, -0.12, 0.6] },
        Slice { outline: circle(points(level), 0.34), at: [0.0, 0.02, 0.6] },
        Slice { outline: circle(points(level), 0.46), at: [0.0, 0.16, 0.6] },
        Slice { outline: circle(points(level), 0.05), at: [0.0, 0.02, 0.6] },
    ];
    let bowl = Shape::loft(Along::Forward, &bowl, 0.5, Surface::of(PANEL));
    Shape::all([pole, bowl])
}

/// The right upper arm, hanging from the shoulder.
fn upper_arm(level: usize) -> Shape {
    let plate = upward(
        &[
            (-1.05, 0.22, 0.26, 0.0),
            (-0.7, 0.34, 0.36, 0.0),
            (0.05, 0.42, 0.5, 0.0),
            (0.42, 0.26, 0.36, 0.0),
        ],
        0.12,
        HULL,
    );
    let elbow = axle(0.36, 0.24, level, JOINT).moved([0.0, 0.0, -1.1]);
    Shape::all([plate, elbow])
}

/// The right forearm, reaching ahead.
fn forearm(level: usize) -> Shape {
    let body = forward(
        &[
            (-0.35, 0.22, 0.22, 0.0),
            (-0.1, 0.34, 0.34, 0.0),
            (0.8, 0.32, 0.32, 0.0),
            (1.1, 0.22, 0.22, 0.0),
        ],
        0.1,
        PANEL,
    );
    let clamp = Shape::bar(
        Along::Forward,
        [0.0, 1.0, 0.0],
        [0.0, 1.3, 0.0],
        [0.24, 0.2],
        points(level),
        Surface::of(JOINT),
    );
    let mut parts = vec![body, clamp];
    parts.extend(detail(
        level,
        1,
        vec![Shape::block([-0.24, 0.0, 0.3], [0.24, 0.7, 0.44], 0.05, Surface::of(HULL))],
    ));
    Shape::all(parts)
}

/// The right thigh.
fn thigh(level: usize) -> Shape {
    let plate = upward(
        &[
            (-THIGH + 0.1, 0.2, 0.24, 0.0),
            (-1.1, 0.3, 0.36, 0.02),
            (-0.2, 0.36, 0.5, 0.05),
            (0.3, 0.28, 0.4, 0.0),
            (0.42, 0.16, 0.22, 0.0),
        ],
        0.14,
        HULL,
    );
    let knee = axle(0.36, 0.28, level, JOINT).moved([0.0, 0.0, -THIGH]);
    let mut parts = vec![plate, knee];
    parts.extend(detail(
        level,
        0,
        vec![Shape::block([0.3, -0.2, -1.2], [0.4, 0.25, -0.4], 0.05, Surface::of(PANEL))],
    ));
    Shape::all(parts)
}

/// The right shin.
fn shin(level: usize) -> Shape {
    let bone = upward(
        &[
            (-SHIN + 0.05, 0.16, 0.18, 0.0),
            (-1.2, 0.22, 0.26, 0.0),
            (-0.3, 0.26, 0.3, 0.0),
            (0.1, 0.2, 0.2, 0.0),
        ],
        0.1,
        JOINT,
    );
    let guard = upward(
        &[
            (-SHIN + 0.3, 0.22, 0.12, 0.16),
            (-0.9, 0.33, 0.16, 0.26),
            (-0.2, 0.36, 0.2, 0.3),
            (0.28, 0.22, 0.1, 0.3),
        ],
        0.1,
        HULL,
    );
    let mut parts = vec![bone, guard];
    parts.extend(detail(
        level,
        0,
        vec![
            // Pistons at the back.
            Shape::bar(
                Along::Up,
                [0.12, -0.3, -1.35],
                [0.12, -0.26, -0.1],
                [0.07, 0.05],
                8,
                Surface::of(PANEL),
            ),
            Shape::bar(
                Along::Up,
                [-0.12, -0.3, -1.35],
                [-0.12, -0.26, -0.1],
                [0.07, 0.05],
                8,
                Surface::of(PANEL),
            ),
        ],
    ));
    parts.extend(detail(level, 2, vec![axle(0.3, 0.2, level, PANEL).moved([0.0, 0.0, -SHIN])]));
    Shape::all(parts)
}

fn foot(level: usize) -> Shape {
    let sole = forward(
        &[
            (-0.7, 0.28, 0.1, -0.25),
            (-0.45, 0.44, 0.15, -0.22),
            (0.4, 0.5, 0.16, -0.22),
            (0.62, 0.48, 0.13, -0.25),
        ],
        0.08,
        PANEL,
    );
    let ankle = upward(&[(-0.15, 0.36, 0.5, -0.05), (0.16, 0.2, 0.24, 0.0)], 0.1, HULL);
    let mut parts = vec![sole, ankle];
    parts.extend(detail(
        level,
        0,
        vec![Shape::block([-0.44, -0.62, -0.38], [0.44, -0.5, -0.2], 0.04, Surface::of(STRIPES))],
    ));
    Shape::all(parts)
}

fn toes(_level: usize) -> Shape {
    let toe = |x: f32| {
        forward(
            &[(-0.05, 0.17, 0.13, -0.03), (0.4, 0.15, 0.1, -0.06), (0.62, 0.07, 0.04, -0.11)],
            0.05,
            JOINT,
        )
        .moved([x, 0.0, 0.0])
    };
    Shape::all([toe(-0.3), toe(0.0), toe(0.3)])
}

/// A walker while it is put together.
struct Builder {
    plan: Blueprint,
    /// Levels of detail that its nodes have.
    levels: &'static [usize],
}

impl Builder {
    fn part(
        &mut self,
        name: &str,
        parent: usize,
        track: Track,
        shape: impl Fn(usize) -> Shape,
    ) -> Result<usize> {
        let node = self.plan.add_node(PlainNode::new(name).below(parent).with_track(track));
        for &level in self.levels {
            self.plan.set_mesh(node, 0, level, shape(level).mesh())?;
        }
        Ok(node)
    }

    /// A place for a part that is mounted later.
    fn socket(&mut self, name: &str, parent: usize, position: Point, label: &str) {
        let mut node = PlainNode::new(name).below(parent).with_track(still(position));
        node.label = label.as_bytes().to_vec();
        self.plan.add_node(node);
    }

    fn flag(&mut self, node: usize, flags: NodeFlags) {
        if let Some(node) = self.plan.nodes.get_mut(node) {
            node.flags = flags;
        }
    }

    /// A leg: `side` is 1 for the right one.
    fn leg(&mut self, name: &str, hips: usize, side: f32, ahead: f32) -> Result<()> {
        let mirror = move |shape: Shape| if side < 0.0 { shape.mirrored() } else { shape };
        let hip = [side * 0.98, 0.0, -walk::HIP_DROP];
        let [a, b, c, d] = walk::leg(hip, ahead);
        let upper = self.part(&format!("thigh_{name}"), hips, a, |level| mirror(thigh(level)))?;
        let lower = self.part(&format!("shin_{name}"), upper, b, |level| mirror(shin(level)))?;
        let sole = self.part(&format!("foot_{name}"), lower, c, foot)?;
        self.part(&format!("toe_{name}"), sole, d, toes)?;
        Ok(())
    }

    fn arm(&mut self, name: &str, torso: usize, side: f32, ahead: f32) -> Result<()> {
        let at = [side * 1.95, -0.1, 1.35];
        let swing = walk::swing_x(at, 0.02, 0.035, ahead);
        let upper = self.part(&format!("arm_{name}"), torso, swing, upper_arm)?;
        let elbow = walk::swing_x([0.0, 0.0, -1.1], 0.02, 0.02, ahead + 0.1);
        let lower = self.part(&format!("forearm_{name}"), upper, elbow, forearm)?;
        self.socket(&format!("Base_gun_{name}"), lower, [0.0, 1.3, 0.0], "e_gun_light");
        Ok(())
    }
}

/// The walker. Its root stays on the ground: the engine moves it.
pub fn walker(stem: &str, skin: &'static str) -> Result<Dressed> {
    with_levels(stem, skin, &[0, 1, 2, 3])
}

/// A walker that has only these levels of detail.
fn with_levels(stem: &str, skin: &'static str, levels: &'static [usize]) -> Result<Dressed> {
    let mut builder = Builder { plan: Blueprint::new(stem), levels };
    let root = builder.plan.add_node(PlainNode::new("root"));
    let hips = builder.part("hips", root, walk::hips(), pelvis)?;
    let body = walk::swing_z([0.0, 0.0, 0.55], 0.018, 0.05);
    let body = builder.part("torso", hips, body, torso)?;
    builder.flag(body, NodeFlags::VITAL);
    for stage in 1..3 {
        for &level in levels.iter().filter(|level| **level < 3) {
            builder.plan.set_mesh(body, stage, level, torso_wreck(level, stage).mesh())?;
        }
    }
    let look = walk::swing_z([0.0, 0.35, 2.1], 0.08, 0.3);
    let look = builder.part("head", body, look, head)?;
    let wreck = Shape::block([-0.4, -0.4, -0.1], [0.4, 0.3, 0.3], 0.12, Surface::of(BURNT));
    builder.plan.set_mesh(look, 1, 0, wreck.mesh())?;
    let window = builder.plan.add_node(PlainNode::new("CP_m1o1").below(look));
    builder.plan.set_mesh(window, 0, 4, cockpit().mesh())?;
    builder.flag(window, NodeFlags::COCKPIT);
    builder.leg("r", hips, 1.0, 0.0)?;
    builder.leg("l", hips, -1.0, 0.5)?;
    builder.arm("r", body, 1.0, 0.5)?;
    builder.arm("l", body, -1.0, 0.0)?;
    let back = builder.part("pack", body, still([0.0, -1.3, 0.7]), pack)?;
    builder.part("dish", back, walk::spin_z([0.0, -0.2, 1.15]), dish)?;
    builder.socket("Base_tur", body, [0.0, -0.4, 2.12], "e_tur_light");
    Ok(Dressed::new(builder.plan, &rows(skin)))
}

/// A walker of another size: all of it by a factor for each axis, its hull by a second one. It has
/// only the first and the third level of detail.
pub fn resized(stem: &str, skin: &'static str, [all, hull]: [Point; 2]) -> Result<Dressed> {
    let mut dressed = with_levels(stem, skin, &[0, 2])?;
    let plan = &mut dressed.plan;
    let resize = |point: &mut Point, by: Point| {
        point.iter_mut().zip(by).for_each(|(along, factor)| *along *= factor);
    };
    for node in &mut plan.nodes {
        node.track.keys.iter_mut().for_each(|key| resize(&mut key.position, all));
    }
    let vertices = plan.meshes.iter_mut().flat_map(|mesh| &mut mesh.vertices);
    vertices.for_each(|vertex| resize(&mut vertex.position, all));
    let torso = plan.nodes.iter().find(|node| node.name == b"torso").map(|node| node.meshes);
    for mesh in torso.into_iter().flatten().flatten() {
        let vertices = plan.meshes.get_mut(mesh).into_iter().flat_map(|mesh| &mut mesh.vertices);
        vertices.for_each(|vertex| resize(&mut vertex.position, hull));
    }
    Ok(dressed)
}

/// What it wears, with a hull of this material.
pub fn rows(skin: &'static str) -> Vec<&'static str> {
    vec![skin, "M_JOINT", "M_PANEL", "M_GLASS", "M_STRIPES", "M_LAMP", "M_BURNT", "B_SIGN_01"]
}
