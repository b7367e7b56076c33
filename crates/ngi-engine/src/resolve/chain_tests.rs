//! From units and objects down to textures.

use ngi_formats::mat0::{BlendMode, MaterialBuf};
use ngi_formats::msh::{Blueprint, Mesh, PlainNode};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{ObjectKind, RecordBuf, Slot, Why};
use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
use ngi_formats::unit::{Part, PartClass, UnitBuf, UnitType};
use ngi_formats::wear;
use ngi_vfs::{MemoryRoot, Vfs};

use super::{Chains, Fault, Game, StepKind};

type Row<'a> = ([u8; 4], &'a str, Vec<u8>);

fn archive(rows: &[Row<'_>]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, payload) in rows {
        let entry = NewEntry { attr2: 6, ..NewEntry::new(*type_id, name).unwrap() };
        editor.add(entry, payload.clone()).unwrap();
    }
    editor.write().unwrap()
}

fn model() -> Vec<u8> {
    let mut plan = Blueprint::new("a");
    let root = plan.add_node(PlainNode::new("root"));
    plan.add_node(PlainNode::new("Base_gun").below(root));
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]];
    plan.set_mesh(root, 0, 0, Mesh::from_triangles(&corners, 0)).unwrap();
    plan.build().unwrap().write().unwrap()
}

fn wear(rows: &[&str], lightmaps: &[&str]) -> Vec<u8> {
    wear::Editor::of_names(rows, lightmaps).unwrap().into_bytes()
}

fn material(texture: &str) -> Vec<u8> {
    MaterialBuf::of_texture(texture.as_bytes(), BlendMode::OPAQUE).unwrap().write().unwrap()
}

/// A material whose texture `DOT.A` has no dot: nobody makes one on purpose.
fn without_dot(mut material: Vec<u8>) -> Vec<u8> {
    let at = material.windows(5).position(|name| name == b"DOT.A").unwrap();
    material[at + 3..at + 5].fill(0);
    material
}

fn record(kind: ObjectKind, name: &'static str, slots: &[(&str, &str)]) -> Row<'static> {
    let slot = |(archive, member): &(&str, &str)| Slot::new(archive.as_bytes(), member.as_bytes());
    let slots = slots.iter().map(slot).collect::<Result<_, _>>().unwrap();
    (kind.0.0.to_le_bytes(), name, RecordBuf::of(slots).write())
}

fn robot() -> Vec<u8> {
    let part = |name: &str, class, attach| Part::new(name.as_bytes(), class, attach).unwrap();
    let mut unit = UnitBuf::new(UnitType::BATTLE, part("chassis", PartClass::CHASSIS, -1));
    unit.add(0, part("GUN", PartClass::GUN, 1)).unwrap();
    unit.add(0, part("lost", PartClass::GUN, 1)).unwrap();
    unit.add(0, part("engine", PartClass::INTERNAL, 0)).unwrap();
    unit.write()
}

fn game() -> Game {
    let dressed = [("a.rlb", "none.msh"), ("a.rlb", "a.msh"), ("a.rlb", "a.wea")];
    let objects = archive(&[
        record(ObjectKind::BATTLE, "chassis", &dressed),
        record(ObjectKind::EXTERNAL, "gun", &[("a.rlb", "a.msh"), ("a.rlb", "bad.wea")]),
        record(ObjectKind::INTERNAL, "engine", &[("gone.rlb", "b.msh"), ("a.rlb", "x.ctl")]),
        record(ObjectKind::FORT, "fort", &[("objects.rlb", "chassis"), ("a.rlb", "fort.bas")]),
        record(ObjectKind::FORT, "ring", &[("objects.rlb", "ring")]),
        record(ObjectKind::FORT, "bare", &[("a.rlb", "a.wea")]),
        record(ObjectKind::SUN, "sun", &[("a.rlb", "a.wea")]),
    ]);
    let picture = Image::new(1, 1, vec![[9, 9, 9, 255]]).unwrap();
    let texture = Texm::encode(&picture, &Options::new(PixelFormat::RGB565)).unwrap().write();
    let models = [
        (*b"MESH", "a.msh", model()),
        (*b"WEAR", "a.wea", wear(&["WALL"], &["LIGHT.0"])),
        (*b"WEAR", "bad.wea", wear(&["GOLD", "LOST", "DOT"], &[])),
        (*b"BASE", "fort.bas", vec![0; 8]),
    ];
    let materials = [
        (*b"MAT0", "DEFAULT", material("WALL.0")),
        (*b"MAT0", "WALL", material("WALL.0")),
        (*b"MAT0", "LOST", material("LOST.0")),
        (*b"MAT0", "DOT", without_dot(material("DOT.A"))),
    ];
    let files = [
        ("objects.rlb", objects),
        ("a.rlb", archive(&models)),
        ("Material.lib", archive(&materials)),
        ("Textures.lib", archive(&[(*b"Texm", "WALL.0", texture.clone())])),
        ("LightMap.lib", archive(&[(*b"Texm", "LIGHT.0", texture)])),
        ("UNITS/robot.dat", robot()),
        ("UNITS/broken.dat", b"\xf1\xf0".to_vec()),
    ];
    let root = files
        .into_iter()
        .fold(MemoryRoot::new(), |root, (path, bytes)| root.with(path, bytes).unwrap());
    Game::new(Vfs::in_memory(root))
}

/// A chain in a line: `gun: a.rlb > bad.wea > GOLD`.
fn told(chain: &[super::Step]) -> String {
    chain.iter().map(|step| step.name.as_str()).collect::<Vec<_>>().join(" > ")
}

#[test]
fn every_failure_has_its_whole_chain() {
    let game = game();
    let problems = Chains::new(&game).unit("UNITS\\ROBOT.dat").problems();
    let lines: Vec<_> = problems.iter().map(|it| (told(&it.chain), it.fault.clone())).collect();
    let unit = "UNITS\\ROBOT.dat";
    assert_eq!(
        lines,
        [
            (
                format!("{unit} > 1 > GUN > a.rlb > bad.wea > GOLD"),
                Fault::Replaced("DEFAULT".into())
            ),
            (format!("{unit} > 1 > GUN > a.rlb > bad.wea > LOST > LOST.0"), Fault::Missing),
            (format!("{unit} > 1 > GUN > a.rlb > bad.wea > DOT > DOT"), Fault::BadName),
            (format!("{unit} > 2 > lost"), Fault::Missing),
            (format!("{unit} > 3 > engine > gone.rlb"), Fault::Missing),
            (format!("{unit} > 3 > engine > a.rlb > x.ctl"), Fault::Missing),
        ]
    );
    let kinds: Vec<StepKind> = problems[1].chain.iter().map(|step| step.kind).collect();
    let told: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(told, ["unit", "part", "object", "archive", "wear", "material", "texture"]);
}

#[test]
fn files_that_are_not_there_or_broken_are_told() {
    let chains = Chains::new(&game());
    let fault = |path: &str| chains.unit(path).problems();
    assert!(matches!(&fault("UNITS/none.dat")[..], [it] if it.fault == Fault::Missing));
    assert!(matches!(&fault("UNITS/broken.dat")[..], [it] if matches!(it.fault, Fault::Broken(_))));
    let nothing = Game::new(Vfs::in_memory(MemoryRoot::new()));
    let chain = Chains::new(&nothing).object(b"x").problems().next().unwrap();
    assert_eq!((told(&chain.chain), chain.fault), ("x > objects.rlb".into(), Fault::Missing));
}

#[test]
fn the_first_model_that_is_there_is_taken() {
    let game = game();
    let registry = game.registry().unwrap();
    let chassis = registry.object(&game, b"CHASSIS").unwrap();
    assert_eq!(chassis.model.as_ref().unwrap().name, "a.msh");
    assert_eq!((chassis.node_count(), chassis.slot_count()), (Some(2), None));
    let fort = registry.object(&game, b"fort").unwrap();
    assert_eq!(fort.model.as_ref().unwrap().name, "a.msh", "of its parent");
    assert_eq!((registry.len(), registry.kind(b"Sun")), (7, Some(ObjectKind::SUN)));
    assert!(registry.object(&game, b"nobody").is_none());
    let ring = registry.object(&game, b"ring").unwrap();
    assert_eq!(ring.resolved.as_ref().unwrap_err().why, Why::Circle);
}

#[test]
fn objects_alone_are_followed_too() {
    let chains = Chains::new(&game());
    let fort = chains.object(b"fort");
    assert!(fort.is_whole(), "{:?}", fort.problems().collect::<Vec<_>>());
    let names: Vec<&str> = fort.steps().map(|step| step.name.as_str()).collect();
    let below = ["none.msh", "a.msh", "a.wea", "WALL", "WALL.0", "LIGHT.0"];
    assert_eq!(names, [&["fort", "chassis", "a.rlb"][..], &below, &["a.rlb", "fort.bas"]].concat());
    let super::Counts { parts, models, materials, textures, lightmaps } = fort.counts;
    assert_eq!([parts, models, materials, textures, lightmaps], [1, 1, 1, 1, 1]);
    let bare = chains.object(b"bare").problems().next().unwrap();
    assert_eq!((told(&bare.chain), bare.fault), ("bare".into(), Fault::NoModel));
    assert!(chains.object(b"sun").is_whole());
    let ring = chains.object(b"ring").problems().next().unwrap();
    assert_eq!(told(&ring.chain), "ring > ring");
}
