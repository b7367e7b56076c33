//! A small game: a walker with a turret and guns, a tree, a house with rooms, flat ground.

use ngi_formats::arealmap::Plan;
use ngi_formats::bas::{BaseBuf, RingBuf};
use ngi_formats::cpt::{Place, PointBuf, PointsBuf};
use ngi_formats::ctl::{Action, ActionKind, ControlBuf, Events};
use ngi_formats::fxid::Reference;
use ngi_formats::landscape::GroundPlan;
use ngi_formats::msh::{
    BatchWord, Blueprint, Key, Mesh, PathNode, PlainNode, QuaternionOrder, Track, TriangleFlags,
    encode_quaternion,
};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{ObjectKind, RecordBuf, Slot};
use ngi_formats::tma::{Clan, ClanKind, MissionBuf, Object, PlacedKind};
use ngi_formats::unit::{Part, PartClass, UnitBuf, UnitType};
use ngi_formats::{FixedStr, wear};
use ngi_vfs::{MemoryRoot, Vfs};

use crate::resolve::Game;
use crate::world::World;

pub type Row = ([u8; 4], String, Vec<u8>);

pub fn archive(rows: &[Row]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, payload) in rows {
        editor.add(NewEntry::new(*type_id, name).unwrap(), payload.clone()).unwrap();
    }
    editor.write().unwrap()
}

/// A key at a place, turned about z anticlockwise seen from above.
pub fn key(position: [f32; 3], degrees: f32) -> Key {
    let half = -degrees.to_radians() / 2.0;
    let rotation = [half.cos(), 0.0, 0.0, half.sin()];
    Key { position, time: 0.0, rotation: encode_quaternion(rotation, QuaternionOrder::Wxyz) }
}

/// A key turned half round about x: what hangs on a flyer.
pub fn upside_down() -> Key {
    Key {
        rotation: encode_quaternion([0.0, 1.0, 0.0, 0.0], QuaternionOrder::Wxyz),
        ..key([0.0; 3], 0.0)
    }
}

pub fn node(name: &str, key: Key) -> PlainNode {
    PlainNode::new(name).with_track(Track::still(key))
}

/// A box of half a metre around a point: twelve triangles that look outwards.
pub fn block([x, y, z]: [f32; 3]) -> Mesh {
    let corner = |at: usize| {
        let pick = |bit: usize, middle: f32| middle + if at >> bit & 1 == 1 { 0.5 } else { -0.5 };
        [pick(0, x), pick(1, y), pick(2, z)]
    };
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let corners: Vec<[f32; 3]> =
        quads.iter().flat_map(|[a, b, c, d]| [a, b, c, a, c, d].map(|at| corner(*at))).collect();
    Mesh::from_triangles(&corners, 0)
}

fn written(plan: &Blueprint) -> Vec<u8> {
    plan.build().unwrap().write().unwrap()
}

/// Root at (7, 7, 7), which drawing clears; a block at (0, 0, 1); a socket at (0, 0, 2) turned by 90°.
fn chassis() -> Vec<u8> {
    let mut plan = Blueprint::new("chassis");
    let root = plan.add_node(node("root", key([7.0; 3], 0.0)));
    plan.set_mesh(root, 0, 0, block([0.0, 0.0, 1.0])).unwrap();
    plan.add_node(node("Base_tur", key([0.0, 0.0, 2.0], 90.0)).below(root));
    written(&plan)
}

/// Root upside down; a dome 1 before it; a socket 1 above the dome.
fn turret() -> Vec<u8> {
    let mut plan = Blueprint::new("turret");
    let root = plan.add_node(node("root", upside_down()));
    let dome = plan.add_node(node("dome", key([1.0, 0.0, 0.0], 0.0)).below(root));
    plan.set_mesh(dome, 0, 0, block([0.0; 3])).unwrap();
    plan.add_node(node("Base_gun", key([0.0, 0.0, 1.0], 0.0)).below(dome));
    written(&plan)
}

/// Root turned by 180° about z; a barrel 2 before it.
fn gun() -> Vec<u8> {
    let mut plan = Blueprint::new("gun");
    let root = plan.add_node(node("root", key([0.0; 3], 180.0)));
    let barrel = plan.add_node(node("barrel", key([2.0, 0.0, 0.0], 0.0)).below(root));
    plan.set_mesh(barrel, 0, 0, block([0.0; 3])).unwrap();
    written(&plan)
}

fn tree() -> Vec<u8> {
    let mut plan = Blueprint::new("tree");
    let root = plan.add_node(node("root", key([0.0; 3], 0.0)));
    plan.set_mesh(root, 0, 0, block([1.0, 0.0, 0.5])).unwrap();
    written(&plan)
}

/// Three blocks of a metre above each other: a plain one from 0, a portal from 2, foliage from 4.
fn stack() -> Vec<u8> {
    let mut plan = Blueprint::new("stack");
    let root = plan.add_node(node("root", key([0.0; 3], 0.0)));
    plan.set_mesh(root, 0, 0, block([0.0, 0.0, 0.5])).unwrap();
    let mut portal = block([0.0, 0.0, 2.5]);
    portal.parts[0].word = BatchWord::PORTAL;
    let mut leaves = block([0.0, 0.0, 4.5]);
    leaves.parts[0].faces.iter_mut().for_each(|face| face.flags = TriangleFlags::FOLIAGE);
    for (name, mesh) in [("portal", portal), ("leaves", leaves)] {
        let child = plan.add_node(node(name, key([0.0; 3], 0.0)).below(root));
        plan.set_mesh(child, 0, 0, mesh).unwrap();
    }
    written(&plan)
}

/// A block of a metre, and a room at (0, 5, 0) with two places.
fn house() -> Vec<u8> {
    let mut plan = Blueprint::new("house");
    let root = plan.add_node(node("root", key([0.0; 3], 0.0)));
    plan.set_mesh(root, 0, 0, block([0.0, 0.0, 0.5])).unwrap();
    let room = plan.add_node(node("room", key([0.0, 5.0, 0.0], 0.0)).below(root));
    let place = |position| PathNode { position, flags: 0, node: u32::try_from(room).unwrap() };
    plan.paths.nodes = vec![place([0.0; 3]), place([1.0, 0.0, 0.0])];
    written(&plan)
}

/// A lamp on the room, and one on a control point that is switched off.
fn house_control() -> Vec<u8> {
    let effect = |action, v4, v7| Action {
        action,
        v4,
        v5: v4,
        v6: v4,
        v7,
        reference: Reference::new(b"effects.rlb", b"lamp").unwrap(),
        ..Action::default()
    };
    let off = Action { action: ActionKind::EFFECT_OFF, v4: 2, ..Action::default() };
    let load = vec![
        effect(ActionKind::EFFECT_ON_NODE, 1, 1),
        effect(ActionKind::EFFECT_ON_POINTS, 0, 2),
        off,
    ];
    let events = Events { load: 0, ..Events::default() };
    ControlBuf { events, groups: vec![load], ..ControlBuf::default() }.write().unwrap()
}

fn house_points() -> Vec<u8> {
    let place = Place {
        node: 1,
        carrier: 1,
        position: [0.0, 0.0, 3.0],
        vector: [0.0, 0.0, 2.0],
        ..Place::default()
    };
    PointsBuf::of(vec![PointBuf { place, name: FixedStr::new(b"Lamp").unwrap() }]).write().unwrap()
}

/// Rings of 4 and 6 metres to each side; the inner one half a metre below the floor.
fn house_base() -> Vec<u8> {
    let ring = |side: f32, z: f32| {
        [[-side, -side, z], [side, -side, z], [side, side, z], [-side, side, z]]
    };
    base_of(&ring(4.0, -0.5), &ring(6.0, 0.0))
}

/// A footprint of any two rings.
pub fn base_of(inner: &[[f32; 3]], outer: &[[f32; 3]]) -> Vec<u8> {
    let count = inner.len();
    let inner = RingBuf::closed(inner.to_vec()).unwrap();
    let inner = inner.traced(vec![0; count], vec![0; count]).unwrap();
    let outer = RingBuf::closed(outer.to_vec()).unwrap();
    BaseBuf { inner: vec![inner], outer: vec![outer], tail: Vec::new() }.write().unwrap()
}

pub fn record(kind: ObjectKind, name: &str, slots: &[(&str, &str)]) -> Row {
    let slot = |(archive, member): &(&str, &str)| Slot::new(archive.as_bytes(), member.as_bytes());
    let slots = slots.iter().map(slot).collect::<Result<_, _>>().unwrap();
    (kind.0.0.to_le_bytes(), name.to_owned(), RecordBuf::of(slots).write())
}

fn part(name: &str, class: PartClass, attach: i32) -> Part {
    Part::new(name.as_bytes(), class, attach).unwrap()
}

/// A walker: turret on the chassis, gun on the turret, an engine inside.
pub fn walker() -> UnitBuf {
    let mut unit = UnitBuf::new(UnitType::BATTLE, part("chassis", PartClass::CHASSIS, -1));
    // Its class says armour, its tag that it is outside.
    let turret = unit.add(0, part("turret", PartClass::ARMOUR, 1)).unwrap();
    unit.add(turret, part("gun", PartClass::GUN, 2)).unwrap();
    unit.add(0, part("engine", PartClass::INTERNAL, 0)).unwrap();
    unit
}

pub fn house_unit() -> UnitBuf {
    UnitBuf::new(UnitType::MINE, part("house", PartClass::CHASSIS, -1))
}

/// The files of the game without its missions.
pub fn files() -> MemoryRoot {
    files_with_base(house_base())
}

/// The same with another footprint of the house.
pub fn files_with_base(base: Vec<u8>) -> MemoryRoot {
    let model = |name: &str| ("a.rlb", format!("{name}.msh"));
    let records = [
        (ObjectKind::BATTLE, "chassis"),
        (ObjectKind::EXTERNAL, "turret"),
        (ObjectKind::EXTERNAL, "gun"),
        (ObjectKind::INTERNAL, "engine"),
        (ObjectKind::STATIC, "tree"),
        (ObjectKind::STATIC, "stack"),
        (ObjectKind::BATTLE, "bu_house"),
    ];
    let mut rows: Vec<Row> = Vec::new();
    for (kind, name) in records {
        let stem = match name {
            "engine" => "gun",
            "bu_house" => "house",
            other => other,
        };
        let (archive, file) = model(stem);
        let (cpt, ctl) = (format!("{stem}.cpt"), format!("{stem}.ctl"));
        let mut slots = vec![(archive, file.as_str()), (archive, "any.wea")];
        if stem == "house" {
            slots.extend([(archive, cpt.as_str()), (archive, ctl.as_str())]);
        }
        rows.push(record(kind, name, &slots));
    }
    rows.push(record(
        ObjectKind::FORT,
        "house",
        &[("objects.rlb", "bu_house"), ("a.rlb", "house.bas")],
    ));
    let models = [
        ("chassis.msh", chassis()),
        ("turret.msh", turret()),
        ("gun.msh", gun()),
        ("tree.msh", tree()),
        ("stack.msh", stack()),
        ("house.msh", house()),
    ];
    let mut entries: Vec<Row> =
        models.into_iter().map(|(name, bytes)| (*b"MESH", name.to_owned(), bytes)).collect();
    let wear = wear::Editor::of_names(&["DEFAULT"], &[]).unwrap().into_bytes();
    entries.push((*b"WEAR", "any.wea".into(), wear));
    entries.push((*b"CTLD", "house.ctl".into(), house_control()));
    entries.push((*b"CTPT", "house.cpt".into(), house_points()));
    entries.push((*b"BASE", "house.bas".into(), base));
    let mut plan = Plan::new(8, 8);
    for x in 0..8u8 {
        let x = f32::from(x) * 20.0;
        plan.add(&[[x, 0.0, 0.0], [x + 20.0, 0.0, 0.0], [x + 20.0, 160.0, 0.0], [x, 160.0, 0.0]]);
    }
    let wears = wear::Editor::of_names(&["DEFAULT", "DEFAULT"], &[]).unwrap().into_bytes();
    let files = [
        ("objects.rlb", archive(&rows)),
        ("a.rlb", archive(&entries)),
        ("UNITS/walker.dat", walker().write()),
        ("UNITS/house.dat", house_unit().write()),
        ("DATA/MAPS/X/land.msh", ground()),
        ("DATA/MAPS/X/land.map", plan.build().unwrap().write_file().unwrap()),
        ("DATA/MAPS/X/land1.wea", wears.clone()),
        ("DATA/MAPS/X/land2.wea", wears),
    ];
    files.into_iter().fold(MemoryRoot::new(), |root, (path, bytes)| root.with(path, bytes).unwrap())
}

/// 160 by 160 metres that rise by a tenth towards the east.
fn ground() -> Vec<u8> {
    let mut plan = GroundPlan::flat([16, 16], [4, 4], 10.0);
    for x in 0..=16usize {
        for y in 0..=16usize {
            let point = plan.point(x, y).unwrap();
            plan.heights[point] = x as f32;
        }
    }
    plan.build().unwrap().write().unwrap()
}

/// A mission on that ground with two clans.
pub fn mission(objects: Vec<Object>) -> MissionBuf {
    let mut mission = MissionBuf::new(b"DATA\\MAPS\\X\\land");
    mission.clans =
        vec![Clan::new(b"Player", ClanKind::PLAYER), Clan::new(b"Clan I", ClanKind::ENEMY)];
    mission.relate(&[]);
    mission.objects = objects;
    mission
}

pub fn placed(kind: PlacedKind, path: &str, position: [f32; 3], turn: f32) -> Object {
    let mut object = Object::new(kind, path.as_bytes());
    object.position = position;
    object.turn = [0.0, 0.0, turn];
    object
}

pub fn game(mission: &MissionBuf) -> Game {
    let root = files().with("MISSIONS/M/data.tma", mission.write().unwrap()).unwrap();
    Game::new(Vfs::in_memory(root))
}

pub fn world(objects: Vec<Object>) -> World {
    World::load(&game(&mission(objects)), "MISSIONS/M").unwrap()
}
