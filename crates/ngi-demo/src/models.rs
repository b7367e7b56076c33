//! `static.rlb` and `bases.rlb`: small models.
//!
//! Coordinates are whole numbers and halves, turns are taken from tables of whole numbers, and the
//! rest is addition, multiplication, division and square roots, which every machine rounds alike.

use ngi_formats::Result;
use ngi_formats::msh::{
    Blueprint, Key, Mesh, NodeFlags, Part, PlainNode, Track, TriangleFlags, encode_uv,
};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::wear;

type Point = [f32; 3];

/// Stones and trees.
pub fn scenery() -> Result<Vec<u8>> {
    library(&[
        ("s_stone_0_01", stone()?, &["S_STONE", "S_MOSS"]),
        ("s_tree_0_01", tree()?, &["S_BARK", "S_NEEDLES"]),
    ])
}

/// What drives around.
pub fn robots() -> Result<Vec<u8>> {
    library(&[("r_scout_0_01", scout()?, &["M_HULL_O", "M_JOINT", "M_BURNT"])])
}

/// Models with their wear tables beside them.
fn library(models: &[(&str, Blueprint, &[&str])]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (stem, plan, materials) in models {
        let entry = NewEntry::new(*b"MESH", format!("{stem}.msh"))?.attributes(0, 0, 1);
        editor.add(entry, plan.build()?.write()?)?;
        let wear = NewEntry::new(*b"WEAR", format!("{stem}.wea"))?.attributes(0, 0, 1);
        editor.add(wear, wear::Editor::of_names(materials, &[])?.into_bytes())?;
    }
    editor.write()
}

/// Flat-shaded faces; the texture lies on them from the side they show most.
fn mesh(triangles: &[[Point; 3]], material: u8) -> Mesh {
    let corners: Vec<Point> = triangles.iter().flatten().copied().collect();
    let mut mesh = Mesh::from_triangles(&corners, material);
    for vertex in &mut mesh.vertices {
        let [x, y, z] = vertex.position;
        let [nx, ny, nz] = vertex.normal.xyz.map(i8::unsigned_abs);
        let uv = match nx.max(ny).max(nz) {
            most if most == nz => [x, y],
            most if most == ny => [x, z],
            _ => [y, z],
        };
        vertex.uv = encode_uv(uv.map(|value| value / 4.0));
    }
    mesh
}

/// One mesh out of several, each with its own material.
fn join(meshes: Vec<Mesh>) -> Mesh {
    let mut all = Mesh::default();
    for mesh in meshes {
        let base = u32::try_from(all.vertices.len()).unwrap_or(u32::MAX);
        all.vertices.extend(mesh.vertices);
        for mut part in mesh.parts {
            part.faces.iter_mut().for_each(|face| {
                face.corners = face.corners.map(|corner| corner.saturating_add(base));
            });
            all.parts.push(part);
        }
    }
    all
}

fn quad([a, b, c, d]: [Point; 4]) -> [[Point; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

/// Six sides between two corners.
fn cuboid(low: Point, high: Point) -> Vec<[Point; 3]> {
    let ([x, y, z], [u, v, w]) = (low, high);
    [
        [[x, y, z], [x, v, z], [u, v, z], [u, y, z]],
        [[x, y, w], [u, y, w], [u, v, w], [x, v, w]],
        [[x, y, z], [u, y, z], [u, y, w], [x, y, w]],
        [[x, v, z], [x, v, w], [u, v, w], [u, v, z]],
        [[x, y, z], [x, y, w], [x, v, w], [x, v, z]],
        [[u, y, z], [u, v, z], [u, v, w], [u, y, w]],
    ]
    .map(quad)
    .concat()
}

/// Points of a ring seen from above, counter-clockwise, in fifths: 3-4-5 triangles lie on a circle
/// of 5 exactly.
const RING: [[i8; 2]; 12] = [
    [5, 0],
    [4, 3],
    [3, 4],
    [0, 5],
    [-3, 4],
    [-4, 3],
    [-5, 0],
    [-4, -3],
    [-3, -4],
    [0, -5],
    [3, -4],
    [4, -3],
];

/// A ring of points at a height, every `step`th of twelve, as wide as a radius says.
fn ring(step: usize, radius: f32, z: f32) -> Vec<Point> {
    let point = |[x, y]: &[i8; 2]| [f32::from(*x) * radius / 5.0, f32::from(*y) * radius / 5.0, z];
    RING.iter().step_by(step).map(point).collect()
}

/// Walls from one ring to the next.
fn walls(below: &[Point], above: &[Point]) -> Vec<[Point; 3]> {
    let next = |list: &[Point]| list.iter().cycle().skip(1).take(list.len()).copied().collect();
    let (below_next, above_next): (Vec<Point>, Vec<Point>) = (next(below), next(above));
    let sides = below.iter().zip(below_next).zip(above_next.into_iter().zip(above));
    sides.flat_map(|((&a, b), (c, &d))| quad([a, b, c, d])).collect()
}

/// A lid from a ring to a point above (or, `turned`, below).
fn lid(ring: &[Point], tip: Point, turned: bool) -> Vec<[Point; 3]> {
    let next = ring.iter().cycle().skip(1);
    let side = |(&a, &b): (&Point, &Point)| if turned { [b, a, tip] } else { [a, b, tip] };
    ring.iter().zip(next).map(side).collect()
}

/// A lump of rings, closed at both ends.
fn lump(step: usize, profile: &[(f32, f32)]) -> Vec<[Point; 3]> {
    let rings: Vec<Vec<Point>> = profile.iter().map(|&(r, z)| ring(step, r, z)).collect();
    let mut faces: Vec<[Point; 3]> =
        rings.iter().zip(rings.iter().skip(1)).flat_map(|(a, b)| walls(a, b)).collect();
    if let (Some((first, &(_, low))), Some((last, &(_, high)))) =
        (rings.first().zip(profile.first()), rings.last().zip(profile.last()))
    {
        faces.extend(lid(first, [0.0, 0.0, low], true));
        faces.extend(lid(last, [0.0, 0.0, high + 0.25], false));
    }
    faces
}

/// A stone: four levels of detail, and a heap of rubble once it is broken.
fn stone() -> Result<Blueprint> {
    let mut plan = Blueprint::new("s_stone_0_01");
    let node = plan.add_node(PlainNode::new("stone"));
    let whole: [(usize, &[(f32, f32)]); 4] = [
        (1, &[(2.0, 0.0), (2.5, 0.5), (2.25, 1.25), (1.5, 2.0), (0.75, 2.25)]),
        (2, &[(2.0, 0.0), (2.5, 0.5), (1.5, 2.0)]),
        (3, &[(2.0, 0.0), (1.5, 2.0)]),
        (4, &[(2.0, 0.0), (1.5, 2.0)]),
    ];
    let rubble: [(usize, &[(f32, f32)]); 4] = [
        (1, &[(2.5, 0.0), (2.0, 0.5), (1.0, 0.75)]),
        (2, &[(2.5, 0.0), (1.0, 0.75)]),
        (3, &[(2.5, 0.0), (1.0, 0.75)]),
        (4, &[(2.5, 0.0), (1.0, 0.75)]),
    ];
    for (stage, levels) in [whole, rubble].into_iter().enumerate() {
        for (level, (step, profile)) in levels.into_iter().enumerate() {
            let material = u8::try_from(stage).unwrap_or(0);
            plan.set_mesh(node, stage, level, mesh(&lump(step, profile), material))?;
        }
    }
    Ok(plan)
}

/// A tree: trunk and crown, the crown letting shots pass.
fn tree() -> Result<Blueprint> {
    let mut plan = Blueprint::new("s_tree_0_01");
    let node = plan.add_node(PlainNode::new("tree"));
    for (level, step) in [1, 2, 3, 4].into_iter().enumerate() {
        let trunk = mesh(&lump(step, &[(0.5, 0.0), (0.25, 4.0)]), 0);
        let crowns: &[(f32, f32)] = if level < 2 {
            &[(2.5, 2.5), (2.0, 4.0), (1.0, 6.0)]
        } else {
            &[(2.5, 2.5), (1.0, 6.0)]
        };
        let mut crown = mesh(&lump(step, crowns), 1);
        let faces = crown.parts.iter_mut().flat_map(|part: &mut Part| &mut part.faces);
        faces.for_each(|face| face.flags = TriangleFlags::FOLIAGE);
        plan.set_mesh(node, 0, level, join(vec![trunk, crown]))?;
    }
    Ok(plan)
}

/// Turns about one axis in steps of 30 degrees, as w and the axis' own part, times 32767.
const TURNS: [[i16; 2]; 12] = [
    [32767, 0],
    [31651, 8481],
    [28377, 16384],
    [23170, 23170],
    [16384, 28377],
    [8481, 31651],
    [0, 32767],
    [-8481, 31651],
    [-16384, 28377],
    [-23170, 23170],
    [-28377, 16384],
    [-31651, 8481],
];

/// Which axis a part turns about.
#[derive(Clone, Copy)]
enum Axis {
    X,
    Z,
}

/// Keys at a place: time and how many steps of 30 degrees.
fn turning(position: Point, axis: Axis, keys: &[(u8, i8)]) -> Track {
    let key = |&(time, steps): &(u8, i8)| {
        let at = usize::from(steps.unsigned_abs()) % TURNS.len();
        let [w, part] = TURNS.get(at).copied().unwrap_or([32767, 0]);
        let part = if steps < 0 { -part } else { part };
        let rotation = match axis {
            Axis::X => [w, part, 0, 0],
            Axis::Z => [w, 0, 0, part],
        };
        Key { position, time: f32::from(time), rotation }
    };
    Track { keys: keys.iter().map(key).collect() }
}

fn at(position: Point) -> Track {
    Track::still(Key { position, ..Key::default() })
}

/// A scout on two legs: it walks within 64 frames while its head looks round. Guns fit on the
/// sockets beside the head.
fn scout() -> Result<Blueprint> {
    let mut plan = Blueprint::new("r_scout_0_01");
    let mut body = PlainNode::new("body").with_track(at([0.0, 0.0, 3.0]));
    body.flags = NodeFlags::VITAL;
    let body = plan.add_node(body);
    let look = [(0, 0), (16, 2), (32, 0), (48, -2), (63, 0)];
    let head = turning([0.0, 0.5, 2.0], Axis::Z, &look);
    let head = plan.add_node(PlainNode::new("head").below(body).with_track(head));
    let hull = join(vec![
        mesh(&cuboid([-1.0, -1.5, 0.0], [1.0, 1.5, 2.0]), 0),
        mesh(&cuboid([-0.5, -2.0, 0.5], [0.5, -1.5, 1.5]), 1),
    ]);
    plan.set_mesh(body, 0, 0, hull)?;
    plan.set_mesh(body, 0, 1, mesh(&cuboid([-1.0, -1.5, 0.0], [1.0, 1.5, 2.0]), 0))?;
    plan.set_mesh(body, 1, 0, mesh(&cuboid([-1.0, -1.5, 0.0], [1.0, 1.5, 1.0]), 2))?;
    plan.set_mesh(head, 0, 0, mesh(&lump(2, &[(0.75, 0.0), (0.75, 0.75)]), 1))?;
    plan.set_mesh(head, 0, 1, mesh(&lump(3, &[(0.75, 0.0), (0.75, 0.75)]), 1))?;
    let steps = [(0, 0), (16, 1), (32, 0), (48, -1), (63, 0)];
    let against = steps.map(|(time, step): (u8, i8)| (time, -step));
    for (name, x, swing) in [("l", -1.5, steps), ("r", 1.5, against)] {
        let thigh = turning([x, 0.0, 0.5], Axis::X, &swing);
        let thigh =
            plan.add_node(PlainNode::new(format!("thigh_{name}")).below(body).with_track(thigh));
        let knee = turning([0.0, 0.0, -1.5], Axis::X, &[(0, 0), (16, -1), (32, 0), (63, 0)]);
        let shin =
            plan.add_node(PlainNode::new(format!("shin_{name}")).below(thigh).with_track(knee));
        plan.set_mesh(thigh, 0, 0, mesh(&cuboid([-0.5, -0.5, -1.5], [0.5, 0.5, 0.5]), 0))?;
        plan.set_mesh(shin, 0, 0, mesh(&cuboid([-0.25, -0.5, -2.0], [0.25, 0.5, 0.0]), 1))?;
    }
    for (name, x) in [("l", -1.0), ("r", 1.0)] {
        let socket = PlainNode::new(format!("gun_{name}")).below(head);
        let socket = plan.add_node(socket.with_track(at([x, 0.0, 0.25])));
        if let Some(socket) = plan.nodes.get_mut(socket) {
            socket.label = b"e_gun_light".to_vec();
        }
    }
    Ok(plan)
}
