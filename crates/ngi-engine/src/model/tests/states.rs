//! Slots, levels, instances, life; and what the loader sees.

use ngi_formats::msh::{Blueprint, Model, NodeFlags, PlainNode, Record, resource};

use super::samples::{square, written};
use crate::model::slots::{FIRST_PERSON, LevelDistances, Stage, level_of, slot_index};
use crate::model::{Contract, Instance, LOAD_ORDER, central};

/// One node with these cells of (stage, level) filled, and a second without any.
fn model(cells: &[(usize, usize)]) -> Vec<u8> {
    let mut plan = Blueprint::new("model");
    let node = plan.add_node(PlainNode::new("node"));
    plan.add_node(PlainNode::new("bare"));
    for (n, &(stage, level)) in cells.iter().enumerate() {
        plan.set_mesh(node, stage, level, square(n as f32, 0.0, n as u8)).unwrap();
    }
    written(&plan)
}

#[test]
fn minus_one_is_the_current_stage() {
    let bytes = model(&[(0, 0), (1, 0), (1, 2)]);
    let model = Model::read(&bytes).unwrap();
    // Straight from the words: 4 + node·19 + stage·5 + level.
    let words = model.place(resource::NODES).unwrap().payload;
    let word = |node: usize, stage: usize, level: usize| {
        let at = 2 * (4 + node * 19 + stage * 5 + level);
        u16::from_le_bytes([words[at], words[at + 1]])
    };
    for node in 0..2 {
        for stage in 0..3 {
            for level in 0..5 {
                let asked = i32::try_from(stage).unwrap();
                let fixed = slot_index(&model, node, asked.into(), level, 7);
                let current = slot_index(&model, node, Stage::from(-1), level, stage);
                let stored = word(node, stage, level);
                assert_eq!(fixed, (stored != 0xFFFF).then_some(usize::from(stored)));
                assert_eq!(current, fixed);
            }
        }
    }
    for wrong in [-2, 3, i32::MAX, i32::MIN] {
        assert_eq!(slot_index(&model, 0, wrong.into(), 0, 0), None);
    }
    assert_eq!(slot_index(&model, 9, Stage::Fixed(0), 0, 0), None);
    assert_eq!(slot_index(&model, 0, Stage::Fixed(0), 5, 0), None);
}

#[test]
fn a_missing_level_is_the_nearest_finer_one() {
    let bytes = model(&[(0, 0), (0, 2), (0, 4)]);
    let model = Model::read(&bytes).unwrap();
    let level = |asked| level_of(&model, 0, 0, asked).map(|(level, _)| level);
    assert_eq!([0, 1, 2, 3].map(level), [Some(0), Some(0), Some(2), Some(2)]);
    assert_eq!(level(FIRST_PERSON), Some(4));
    assert_eq!(level_of(&model, 1, 0, FIRST_PERSON), None);
    assert_eq!(level_of(&model, 0, 1, 3), None);
}

#[test]
fn level_four_stands_in_for_none() {
    let bytes = model(&[(0, 4)]);
    let model = Model::read(&bytes).unwrap();
    assert_eq!([0, 1, 2, 3].map(|asked| level_of(&model, 0, 0, asked)), [None; 4]);
}

#[test]
fn levels_by_distance() {
    let distances = LevelDistances::default();
    let table = [(0.0, 0), (59.9, 0), (60.0, 1), (120.0, 2), (239.0, 2), (240.0, 3), (1e9, 3)];
    for (distance, level) in table {
        assert_eq!(distances.level(distance), level, "{distance}");
    }
    assert_eq!(LevelDistances { detail: 2.0, ..distances }.level(119.0), 0);
    assert_eq!(distances.level(f32::NAN), 0);
}

#[test]
fn labels_with_central() {
    let table: [(Option<&[u8]>, bool); 6] = [
        (None, false),
        (Some(b"central"), true),
        (Some(b"e_central_gun"), true),
        (Some(b"Central"), false),
        (Some(b"centra"), false),
        (Some(b"x\0central"), false),
    ];
    for (label, flag) in table {
        let decision = central(label, NodeFlags(0xFFFF));
        assert_eq!((decision.flag, decision.labelled), (flag, flag), "{label:?}");
        assert_eq!(decision.bits, NodeFlags(0x900));
    }
    let mut plan = Blueprint::new("turret");
    for label in ["", "central_gun", "universal"] {
        plan.add_node(PlainNode { label: label.into(), ..PlainNode::new("node") });
    }
    let bytes = written(&plan);
    let instance = Instance::whole(&Model::read(&bytes).unwrap());
    let flags: Vec<bool> = instance.nodes().iter().map(|node| node.central.flag).collect();
    assert_eq!(flags, [false, true, false]);
}

/// Nodes with flags and parents; all but the last have two stages.
fn family(nodes: &[(u16, Option<usize>)]) -> Instance {
    let mut plan = Blueprint::new("family");
    for &(flags, parent) in nodes {
        let node = PlainNode { flags: NodeFlags(flags), parent, ..PlainNode::new("node") };
        let node = plan.add_node(node);
        for stage in 0..2 {
            plan.set_mesh(node, stage, 0, square(0.0, 0.0, 0)).unwrap();
        }
    }
    let bytes = written(&plan);
    Instance::new(&Model::read(&bytes).unwrap(), |_| 100.0)
}

fn stages(instance: &Instance) -> Vec<usize> {
    instance.nodes().iter().map(|node| node.stage).collect()
}

#[test]
fn a_risen_stage_destroys_what_hangs_below() {
    let mut instance = family(&[(0, None), (0, Some(0)), (0, Some(1)), (0, None)]);
    assert!(instance.set_life(0, 60.0).stages.is_empty());
    assert_eq!(stages(&instance), [0, 0, 0, 0]);
    let change = instance.set_life(0, 50.0);
    assert_eq!(stages(&instance), [1, 2, 2, 0]);
    let order: Vec<_> = change.stages.iter().map(|c| (c.node, c.from, c.to)).collect();
    assert_eq!(order, [(0, 0, 1), (1, 0, 2), (2, 0, 2)]);
    assert!(!change.object_destroyed && !instance.is_destroyed());
    let drawn: Vec<bool> = instance.nodes().iter().map(|node| node.is_drawn()).collect();
    assert_eq!(drawn, [true, false, false, true]);
    assert_eq!(instance.node(1).unwrap().drawn_stage(), 1);
}

#[test]
fn flags_of_life() {
    // 0x400: the parent's share. 0x1: the parent's stage. 0x81: its own. 0x100: never hidden.
    let nodes = [
        (0x200, None),
        (0x400, Some(0)),
        (0x1, Some(0)),
        (0x81, Some(0)),
        (0x100, Some(0)),
        (0x400, Some(1)),
    ];
    let mut instance = family(&nodes);
    instance.set_life(0, 75.0);
    let lives: Vec<f32> = instance.nodes().iter().map(|node| node.life).collect();
    assert_eq!(lives, [75.0, 75.0, 100.0, 100.0, 100.0, 75.0]);
    assert_eq!(stages(&instance), [0; 6]);
    instance.set_life(3, 10.0);
    assert_eq!(stages(&instance), [0, 0, 0, 1, 0, 0]);
    let change = instance.set_life(0, 40.0);
    // Stage 1: the interior node copies it although its life is gone.
    assert_eq!(stages(&instance), [1, 2, 1, 2, 2, 2]);
    assert!(!change.object_destroyed);
    let change = instance.set_life(0, 0.0);
    assert!(change.object_destroyed && instance.is_destroyed());
    assert_eq!(stages(&instance), [2; 6]);
    let drawn: Vec<bool> = instance.nodes().iter().map(|node| node.is_drawn()).collect();
    assert_eq!(drawn, [false, false, false, false, true, false]);
    assert!(!instance.set_life(0, 0.0).object_destroyed, "only once");
    assert!(instance.set_life(99, 0.0).stages.is_empty());
}

#[test]
fn what_the_loader_sees() {
    let mut plan = Blueprint::new("model");
    let node = plan.add_node(PlainNode::new("node"));
    plan.set_mesh(node, 0, 0, square(0.0, 0.0, 0)).unwrap();
    let bytes = written(&plan);
    let model = Model::read(&bytes).unwrap();
    let plain = Contract::new(&model);
    assert_eq!(plain.slots.unwrap().len(), 68);
    assert_eq!(plain.slots.unwrap(), &plain.header.unwrap()[0x8C..]);
    let strides = [plain.positions, plain.normals, plain.uvs, plain.extra].map(|s| {
        let stream = s.unwrap();
        assert_eq!(stream.len(), model.positions.len());
        stream.stride
    });
    assert_eq!(strides, [12, 4, 4, 8]);
    assert!(plain.tangents.is_none() && plain.bitangents.is_none());
    assert!(plain.lightmap_uvs.is_none() && plain.probes.is_none());
    assert_eq!((plain.unk_0x94, plain.frame_count, plain.probes_attr1), (0, 1, 0));
    let found: Vec<u32> =
        Contract::steps(&model).iter().filter(|step| step.2.is_none()).map(|s| s.0).collect();
    assert_eq!(found, [16, 18, 20]);

    plan.streams.tangents = true;
    plan.streams.lightmap_uvs = true;
    let bytes = written(&plan);
    let model = Model::read(&bytes).unwrap();
    let full = Contract::new(&model);
    let (first, second) = (full.tangents.unwrap(), full.bitangents.unwrap());
    let raw = model.tangents.unwrap();
    assert_eq!((first.len(), second.len()), (raw.len(), raw.len()));
    for (n, tangents) in raw.iter().enumerate() {
        let stored = tangents.write();
        assert_eq!([first.get(n).unwrap(), second.get(n).unwrap()].concat(), stored);
    }
    assert_eq!(first.get(raw.len()), None);
    assert_eq!(full.lightmap_uvs.unwrap().stride, 4);
}

#[test]
fn the_order_of_loading() {
    let types = LOAD_ORDER.map(|(type_id, _)| type_id);
    assert_eq!(types, [1, 2, 3, 4, 5, 10, 8, 19, 7, 13, 6, 15, 16, 18, 20]);
    let fields = LOAD_ORDER.map(|(_, field)| field);
    assert_eq!(
        fields,
        [0, 4, 0xC, 0x10, 0x14, 0x20, 0x18, 0x1C, 0x24, 0x28, 0x2C, 0x34, 0x38, 0x64, 0x30]
    );
}
