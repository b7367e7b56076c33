//! Models.

use ngi_formats::Result;
use ngi_formats::msh::{
    Blueprint, Key, Label, Mesh, ModelDoc, NodeName, PlainNode, Slot, resource,
};
use ngi_formats::nres::{Archive, Editor};

use super::super::samples::{Sample, archive, land, model, one};
use super::{tidy, with_entry, with_entry_outside};

/// Nodes that share one block of frames: enough to be too much.
const SHARING: usize = 3000;
/// Words of a frame map: one more than can be named.
const MAP_WORDS: usize = 0x1_0000;

pub(super) fn samples() -> Result<Vec<Sample>> {
    let small = model(false)?;
    let kind = archive(&[(*b"MESH", "a.msh", [0, 0, 1], land(None)?)])?;
    let file = |name, bytes| one(name, "model.msh", bytes);
    Ok(vec![
        one("bad_model_kind", "bases.rlb", kind),
        file("bad_resource_range", with_entry_outside(&small, resource::PROBES, "model")?),
        file("bad_resource_twice", with_entry(&small, resource::POSITIONS, "other")?),
        file("bad_resource_limit", changed(&small, long_map)?),
        file("bad_table_overlap", shared_frames()?),
        file("bad_node_stride", short_nodes()?),
        file("bad_slot_shared", changed(&small, share_slot)?),
        file("bad_map_frames", changed(&small, one_frame_more)?),
    ])
}

fn changed(bytes: &[u8], change: impl FnOnce(&mut ModelDoc)) -> Result<Vec<u8>> {
    let mut doc = ModelDoc::open(bytes)?;
    change(&mut doc);
    tidy(&doc.write()?)
}

fn long_map(doc: &mut ModelDoc) {
    if let Some(map) = &mut doc.map {
        map.records.resize(MAP_WORDS, 0);
    }
}

/// The second stage of the arm has the slot of the first.
fn share_slot(doc: &mut ModelDoc) {
    if let [_, first, second, ..] = doc.slots.records.as_mut_slice() {
        *second = Slot { ..*first };
    }
}

/// A frame behind the last key, with a word of its own in the frame map.
fn one_frame_more(doc: &mut ModelDoc) {
    doc.frame_count += 1;
    if let Some(map) = &mut doc.map {
        let last = map.records.last().copied().unwrap_or_default();
        map.push(last);
    }
}

fn shared_frames() -> Result<Vec<u8>> {
    let mut plan = Blueprint::new("model");
    let mut root = PlainNode::new("root");
    root.track.keys.push(Key { time: 999.0, ..Key::default() });
    plan.add_node(root);
    let mut doc = plan.build()?;
    let first = doc.nodes.records.first().copied().unwrap_or_default();
    doc.nodes.records.resize(SHARING, first);
    if let Some(names) = &mut doc.names {
        names.records.resize(SHARING, NodeName::default());
    }
    if let Some(labels) = &mut doc.labels {
        labels.records.resize(SHARING, Label::default());
    }
    tidy(&doc.write()?)
}

/// A model whose nodes have records of 24 bytes.
fn short_nodes() -> Result<Vec<u8>> {
    let mut plan = Blueprint::new("model");
    let root = plan.add_node(PlainNode::new("root"));
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    plan.set_mesh(root, 0, 0, Mesh::from_triangles(&corners, 0))?;
    let bytes = plan.build()?.write()?;
    let archive = Archive::read(&bytes)?;
    let mut editor = Editor::open(&archive);
    let nodes = archive.iter().position(|entry| entry.type_id().0 == resource::NODES);
    if let Some(nodes) = nodes {
        editor.replace(nodes, vec![0; 24])?;
        editor.set_attr3(nodes, 24)?;
    }
    tidy(&editor.write()?)
}
