//! A bunker: a shell of concrete, a hall and a control room, doors that slide, hallways for those
//! who walk in, light baked into a lightmap.

use ngi_formats::Result;
use ngi_formats::bytes::Put;
use ngi_formats::msh::{
    BatchWord, Blueprint, Key, NodeFlags, PathLink, PathNode, PathTables, PlainNode, Streams,
    Track, TriangleFlags, resource,
};
use ngi_formats::nres::NewEntry;

use super::Dressed;
use super::bunker_outside as outside;
use super::shape::{Point, Shape, Surface, cross, dot, flat_uv, minus};

/// Rows of its wear.
pub(super) const CONCRETE: u8 = 0;
pub(super) const PANEL: u8 = 1;
const FLOOR: u8 = 2;
const DOOR: u8 = 3;
const CONSOLE: u8 = 4;
pub(super) const STRIPES: u8 = 5;
pub(super) const SIGN: u8 = 6;
const PORTAL: u8 = 7;
pub(super) const LAMP: u8 = 8;
pub(super) const BURNT: u8 = 9;

/// Nodes, in order.
const SHELL: u16 = 0;
const HALL: u16 = 1;
const ROOM: u16 = 2;

/// The shell: half sides at the foot and on top, height.
pub(super) const FOOT: [f32; 2] = [8.0, 6.0];
pub(super) const TOP: [f32; 2] = [6.6, 4.8];
pub(super) const HEIGHT: f32 = 4.2;
/// The door: half width and height.
pub(super) const GATE: [f32; 2] = [1.3, 2.7];

/// Units in a turn of a wall's texture.
const TURN: f32 = 8.0;

/// A tile of the lightmap, counted from the upper left, four in a row; 16 has none.
#[derive(Clone, Copy)]
struct Tile(u8);

/// Adds four corners, turned so that they face a place.
fn face(shape: &mut Shape, corners: [Point; 4], towards: Point, surface: Surface, tile: Tile) {
    let [a, b, c, d] = corners;
    let normal = cross(minus(b, a), minus(c, a));
    let turned = dot(normal, minus(towards, a)) < 0.0;
    let corners = if turned { [a, d, c, b] } else { [a, b, c, d] };
    let before = shape.0.len();
    shape.quad(corners, corners.map(|corner| flat_uv(corner, normal, TURN)), surface);
    if tile.0 < 16 {
        let column = f32::from(tile.0 % 4) / 4.0;
        let row = f32::from(tile.0 / 4) / 4.0;
        let spots = [[0.02, 0.23], [0.23, 0.23], [0.23, 0.02], [0.02, 0.02]];
        let spots = spots.map(|[u, v]: [f32; 2]| [column + u, row + v]);
        let [sa, sb, sc, sd] = spots;
        for (triangle, light) in shape.0.iter_mut().skip(before).zip([[sa, sb, sc], [sa, sc, sd]]) {
            triangle.light = light;
            triangle.surface.lightmap = 0;
            triangle.surface.word = BatchWord::LIGHTMAPPED;
        }
    }
}

/// The shell, with a gate in its front; the simpler levels have none.
fn shell(level: usize) -> Shape {
    let outside = |[x, y, z]: Point| [x * 9.0, y * 9.0, z + 9.0];
    let wall = Surface::of(CONCRETE);
    let mut shape = Shape::default();
    let at = |sx: f32, sy: f32, z: f32| {
        let part = z / HEIGHT;
        let side = |foot: f32, top: f32| foot + (top - foot) * part;
        [sx * side(FOOT[0], TOP[0]), sy * side(FOOT[1], TOP[1]), z]
    };
    let mut put = |corners: [Point; 4]| {
        let [a, ..] = corners;
        face(&mut shape, corners, outside(a), wall, Tile(16));
    };
    for (from, to) in
        [((1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (-1.0, -1.0)), ((-1.0, -1.0), (1.0, -1.0))]
    {
        put([
            at(from.0, from.1, 0.0),
            at(to.0, to.1, 0.0),
            at(to.0, to.1, HEIGHT),
            at(from.0, from.1, HEIGHT),
        ]);
    }
    let gate = |x: f32, z: f32| {
        let [_, y, _] = at(1.0, 1.0, z);
        [x, y, z]
    };
    if level < 2 {
        let [w, h] = GATE;
        for side in [1.0, -1.0] {
            put([at(side, 1.0, 0.0), gate(side * w, 0.0), gate(side * w, h), at(side, 1.0, h)]);
        }
        put([at(1.0, 1.0, h), at(-1.0, 1.0, h), at(-1.0, 1.0, HEIGHT), at(1.0, 1.0, HEIGHT)]);
    } else {
        put([at(1.0, 1.0, 0.0), at(-1.0, 1.0, 0.0), at(-1.0, 1.0, HEIGHT), at(1.0, 1.0, HEIGHT)]);
    }
    put([
        at(1.0, 1.0, HEIGHT),
        at(-1.0, 1.0, HEIGHT),
        at(-1.0, -1.0, HEIGHT),
        at(1.0, -1.0, HEIGHT),
    ]);
    if level < 3 {
        shape.0.extend(outside::around(level).0);
    }
    shape
}

/// A room as its walls see it: from low to high, with openings (y, half width, height) in the
/// walls that face along y.
struct Walls {
    low: Point,
    high: Point,
    openings: Vec<(f32, f32, f32)>,
    /// First of the lightmap's tiles that it uses.
    tile: u8,
}

impl Walls {
    fn shape(&self) -> Shape {
        let ([x0, y0, z0], [x1, y1, z1]) = (self.low, self.high);
        let middle = [(x0 + x1) / 2.0, (y0 + y1) / 2.0, (z0 + z1) / 2.0];
        let mut shape = Shape::default();
        let floor = Surface { flags: TriangleFlags::WALKABLE, ..Surface::of(FLOOR) };
        let wall = Surface::of(PANEL);
        let mut put = |corners: [Point; 4], surface: Surface, tile: u8| {
            let before = shape.0.len();
            face(&mut shape, corners, middle, surface, Tile(self.tile + tile));
            // Seen from near, so the texture is finer than outside.
            for triangle in shape.0.iter_mut().skip(before) {
                triangle.uvs = triangle.uvs.map(|uv| uv.map(|value| value * 2.5));
            }
        };
        put([[x0, y0, z0], [x1, y0, z0], [x1, y1, z0], [x0, y1, z0]], floor, 0);
        put([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]], Surface::of(CONCRETE), 1);
        for x in [x0, x1] {
            put([[x, y0, z0], [x, y1, z0], [x, y1, z1], [x, y0, z1]], wall, 4);
        }
        for y in [y0, y1] {
            match self.openings.iter().find(|(at, ..)| *at == y) {
                None => put([[x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]], wall, 5),
                Some(&(_, w, h)) => {
                    put([[x0, y, z0], [-w, y, z0], [-w, y, h], [x0, y, h]], wall, 4);
                    put([[w, y, z0], [x1, y, z0], [x1, y, h], [w, y, h]], wall, 4);
                    put([[x0, y, h], [x1, y, h], [x1, y, z1], [x0, y, z1]], wall, 5);
                }
            }
        }
        shape
    }
}

/// A portal: an opening at y, seen from the side of `towards`, into the room of a node.
fn portal(y: f32, w: f32, h: f32, towards: f32, beyond: u16) -> Shape {
    let word = BatchWord(BatchWord::PORTAL.0 | BatchWord::SEE_THROUGH.0);
    let surface = Surface { word, portal: beyond, ..Surface::of(PORTAL) };
    let corners = [[-w, y, 0.0], [w, y, 0.0], [w, y, h], [-w, y, h]];
    let mut shape = Shape::default();
    face(&mut shape, corners, [0.0, towards, 1.0], surface, Tile(16));
    shape
}

/// Where the hall meets the gate, and the room the hall.
const HALL_FRONT: f32 = 5.0;
const HALL_BACK: f32 = 1.0;
const INNER: [f32; 2] = [1.0, 2.4];

fn hall() -> Shape {
    let walls = Walls {
        low: [-2.4, HALL_BACK, 0.0],
        high: [2.4, HALL_FRONT, 3.0],
        openings: vec![(HALL_FRONT, GATE[0], GATE[1]), (HALL_BACK, INNER[0], INNER[1])],
        tile: 0,
    };
    let lamp = Shape::block([-0.6, 2.8, 2.9], [0.6, 3.2, 3.0], 0.03, Surface::of(LAMP));
    Shape::all([
        walls.shape(),
        lamp,
        portal(HALL_FRONT, GATE[0], GATE[1], 3.0, SHELL),
        portal(HALL_BACK, INNER[0], INNER[1], 3.0, ROOM),
    ])
}

fn room() -> Shape {
    let walls = Walls {
        low: [-5.4, -4.2, 0.0],
        high: [5.4, HALL_BACK, 3.2],
        openings: vec![(HALL_BACK, INNER[0], INNER[1])],
        tile: 8,
    };
    let mut parts = vec![walls.shape(), portal(HALL_BACK, INNER[0], INNER[1], -3.0, HALL)];
    for x in [-4.2f32, -1.4, 1.4, 4.2] {
        let desk =
            Shape::block([x - 1.1, -4.1, 0.0], [x + 1.1, -3.2, 0.95], 0.06, Surface::of(PANEL));
        let case =
            Shape::block([x - 1.0, -4.1, 1.0], [x + 1.0, -3.9, 2.2], 0.04, Surface::of(PANEL));
        parts.extend([desk, case, screen(x)]);
    }
    for x in [-3.0, 3.0] {
        parts.push(Shape::block(
            [x - 0.7, -1.8, 3.1],
            [x + 0.7, -1.4, 3.2],
            0.03,
            Surface::of(LAMP),
        ));
    }
    Shape::all(parts)
}

/// The screen of a desk: it shows the whole texture.
fn screen(x: f32) -> Shape {
    let ((left, right), (low, high), y) = ((x - 0.9, x + 0.9), (1.08, 2.12), -3.88);
    let corners = [[left, y, low], [right, y, low], [right, y, high], [left, y, high]];
    let mut shape = Shape::default();
    face(&mut shape, corners, [x, 9.0, 1.5], Surface::of(CONSOLE), Tile(16));
    for triangle in &mut shape.0 {
        let uv = |[x, _, z]: Point| [(right - x) / (right - left), (high - z) / (high - low)];
        triangle.uvs = triangle.corners.map(uv);
    }
    shape
}

/// A leaf of the gate: half of it, on the right side.
fn leaf() -> Shape {
    let [w, h] = GATE;
    let surface = Surface { flags: TriangleFlags::DOOR, ..Surface::of(DOOR) };
    let mut shape = Shape::default();
    let (front, back) = (0.12, -0.12);
    let put = |shape: &mut Shape, corners: [Point; 4], towards: Point, uvs: bool| {
        let before = shape.0.len();
        face(shape, corners, towards, surface, Tile(16));
        if uvs {
            for triangle in shape.0.iter_mut().skip(before) {
                triangle.uvs = triangle.corners.map(|[x, _, z]| [0.5 + x / w / 2.0, 1.0 - z / h]);
            }
        }
    };
    for y in [front, back] {
        put(
            &mut shape,
            [[0.0, y, 0.0], [w, y, 0.0], [w, y, h], [0.0, y, h]],
            [w / 2.0, y * 9.0, 1.0],
            true,
        );
    }
    for x in [0.0, w] {
        let towards = [w / 2.0 + (x - w / 2.0) * 9.0, 0.0, 1.0];
        put(
            &mut shape,
            [[x, back, 0.0], [x, front, 0.0], [x, front, h], [x, back, h]],
            towards,
            false,
        );
    }
    put(
        &mut shape,
        [[0.0, back, h], [w, back, h], [w, front, h], [0.0, front, h]],
        [w / 2.0, 0.0, 9.0],
        false,
    );
    shape
}

/// A leaf that slides aside: shut at frame 0, open at frame 30.
fn sliding(side: f32) -> Track {
    let y = HALL_FRONT + 0.3;
    let key = |frame: f32, aside: f32| Key {
        position: [side * aside, y, 0.0],
        time: frame,
        ..Key::default()
    };
    Track {
        keys: vec![key(0.0, 0.0), key(4.0, 0.02), key(26.0, GATE[0] - 0.05), key(30.0, GATE[0])],
    }
}

/// Places one can walk to, and which lead to which.
fn hallways() -> PathTables {
    let place = |x: f32, y: f32, node: u16| PathNode {
        position: [x, y, 0.0],
        flags: 0,
        node: u32::from(node),
    };
    let nodes = vec![
        place(0.0, 9.0, SHELL),
        place(0.0, 5.6, SHELL),
        place(0.0, 3.0, HALL),
        place(0.0, 0.5, ROOM),
        place(0.0, -1.8, ROOM),
        place(-3.8, -2.0, ROOM),
        place(3.8, -2.0, ROOM),
    ];
    let link = |a: u32, b: u32| PathLink { a, b, unk_0x08: [u32::MAX; 8] };
    let links = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (4, 6)].map(|(a, b)| link(a, b)).to_vec();
    PathTables { nodes, links, unread: None }
}

/// Resource 20. What it holds is not known; this follows the guess that it is light probes of 48
/// bytes: a place, and numbers.
fn probes() -> Result<(NewEntry, Vec<u8>)> {
    let places: [Point; 4] =
        [[0.0, 3.0, 1.6], [0.0, -1.6, 1.6], [-3.6, -1.6, 1.6], [3.6, -1.6, 1.6]];
    let mut bytes = Vec::new();
    for [x, y, z] in places {
        for value in [x, y, z, 1.0, 0.9, 0.85, 0.7, 1.0, 0.0, 0.0, 0.0, 0.0] {
            bytes.put(&f32::to_le_bytes(value));
        }
    }
    let entry = NewEntry::new(resource::PROBES, "f_bunker_01")?;
    Ok((entry.attributes(u32::try_from(places.len()).unwrap_or(0), 0, 48), bytes))
}

/// The bunker, with the lightmap it wears if it has one.
pub fn bunker(stem: &str, lightmap: Option<String>) -> Result<Dressed> {
    let mut plan = shape(stem)?;
    match lightmap {
        Some(_) => plan.others.push(probes()?),
        None => unlight(&mut plan),
    }
    let rows = [
        "M_CONCRETE",
        "M_PANEL",
        "M_FLOOR",
        "M_DOOR",
        "M_CONSOLE",
        "M_STRIPES",
        "B_SIGN_01",
        "PORTAL_001",
        "M_LAMP",
        "M_BURNT",
    ];
    let mut dressed = Dressed::new(plan, &rows);
    dressed.lightmaps = lightmap.into_iter().collect();
    Ok(dressed)
}

/// Takes the baked light away.
fn unlight(plan: &mut Blueprint) {
    plan.streams.lightmap_uvs = false;
    for part in plan.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        if part.lightmap == 0 {
            (part.lightmap, part.word) = (0xff, BatchWord(0));
        }
    }
}

/// Its nodes and all that is on them.
fn shape(stem: &str) -> Result<Blueprint> {
    let mut plan = Blueprint::new(stem);
    plan.streams = Streams { lightmap_uvs: true, ..Streams::default() };
    let flags = |node: PlainNode, flags: u16| PlainNode { flags: NodeFlags(flags), ..node };
    let exterior = NodeFlags::CELL.0 | NodeFlags::NEVER_HIDDEN.0;
    let interior = NodeFlags::CELL.0 | NodeFlags::INTERIOR.0;
    let outer = plan.add_node(flags(PlainNode::new("o_shell"), exterior));
    let [first, second] = ["i_hall", "i_room"]
        .map(|name| plan.add_node(flags(PlainNode::new(name).below(outer), interior)));
    for level in 0..4 {
        let mut shape = shell(level);
        if level == 0 {
            shape.0.extend(portal(HALL_FRONT + 0.6, GATE[0], GATE[1], 9.0, HALL).0);
        }
        plan.set_mesh(outer, 0, level, shape.mesh())?;
    }
    plan.set_mesh(outer, 1, 0, shell(2).worn(BURNT).mesh())?;
    plan.set_mesh(first, 0, 0, hall().mesh())?;
    plan.set_mesh(second, 0, 0, room().mesh())?;
    for (name, side) in [("i_door_r", 1.0), ("i_door_l", -1.0)] {
        let node = PlainNode::new(name).below(first).with_track(sliding(side));
        let node = plan.add_node(flags(node, NodeFlags::INTERIOR.0));
        let shape = if side < 0.0 { leaf().mirrored() } else { leaf() };
        plan.set_mesh(node, 0, 0, shape.mesh())?;
    }
    plan.paths = hallways();
    Ok(plan)
}
