//! Rules of nodes, names, labels and hallways.

use super::{Description, codes};
use crate::Findings;
use crate::msh::read::Model;
use crate::msh::record::Record;
use crate::msh::resource;
use crate::msh::types::{LEVELS, Node, NodeFlags, PathLink, PathNode, STAGES};

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    if let Some(legacy) = model.legacy_nodes {
        findings.add(&codes::NODE_STRIDE, || {
            let message = format!("{} records of 24 bytes", legacy.len());
            ("nodes".into(), model.offset(resource::NODES, 0, 0), message)
        });
    } else {
        check_nodes(model, findings);
        check_names(model, findings);
        check_labels(model, findings);
        check_paths(model, findings);
    }
}

fn field(model: &Model<'_>, index: usize, name: &str, message: String) -> Description {
    let at = model.offset(resource::NODES, index, Node::offset_of(name));
    (format!("nodes[{index}].{name}"), at, message)
}

fn check_nodes(model: &Model<'_>, findings: &mut Findings) {
    let mut used = vec![false; model.slots.len()];
    let mut cockpits = vec![false; model.nodes.len()];
    for (index, node) in model.nodes.iter().enumerate() {
        for slot in node.slots {
            if let Some(used) = used.get_mut(usize::from(slot)) {
                *used = true;
            }
        }
        if let Some(parent) = node.parent()
            && parent > index
            && parent < model.nodes.len()
        {
            findings.add(&codes::NODE_ORDER, || {
                field(model, index, "parent", format!("node {parent} comes after its child"))
            });
        }
        check_stages(model, index, &node, findings);
        if node.flags.has(NodeFlags::COCKPIT) {
            if let Some(cockpit) = cockpits.get_mut(index) {
                *cockpit = true;
            }
            let elsewhere = (0..STAGES).any(|s| (0..LEVELS - 1).any(|l| node.slot(s, l).is_some()));
            if elsewhere {
                findings.add(&codes::NODE_COCKPIT, || {
                    field(model, index, "slots", "a cockpit with geometry below level 4".into())
                });
            }
        }
    }
    for (index, node) in model.nodes.iter().enumerate() {
        if node.parent().is_some_and(|parent| cockpits.get(parent) == Some(&true)) {
            findings.add(&codes::NODE_COCKPIT, || {
                field(model, index, "parent", format!("node {} is a cockpit", node.parent))
            });
        }
    }
    for (slot, _) in used.iter().enumerate().filter(|&(_, &used)| !used) {
        findings.add(&codes::SLOT_UNUSED, || {
            let at = model.offset(resource::SLOTS, slot, 0);
            (format!("slots[{slot}]"), at, "no node draws it".into())
        });
    }
}

fn check_stages(model: &Model<'_>, index: usize, node: &Node, findings: &mut Findings) {
    let filled = |stage: usize| (0..LEVELS).any(|level| node.slot(stage, level).is_some());
    for stage in 1..STAGES {
        if filled(stage) && !filled(stage - 1) {
            findings.add(&codes::NODE_STAGES, || {
                let message = format!("stage {stage} has slots, stage {} has none", stage - 1);
                field(model, index, "slots", message)
            });
        }
    }
}

fn check_names(model: &Model<'_>, findings: &mut Findings) {
    let Some(names) = model.names else { return };
    if names.len() != model.nodes.len() {
        findings.add(&codes::NAME_COUNT, || {
            let message = format!("{} names for {} nodes", names.len(), model.nodes.len());
            ("names".into(), model.offset(resource::NAMES, 0, 0), message)
        });
    }
    for (index, _) in names.iter().enumerate().filter(|(_, name)| !name.is_terminated()) {
        findings.add(&codes::NAME_END, || {
            let at = model.offset(resource::NAMES, index, 0);
            (format!("names[{index}]"), at, "all 32 bytes are taken; no NUL ends it".into())
        });
    }
}

fn check_labels(model: &Model<'_>, findings: &mut Findings) {
    let (Some(labels), Some(place)) = (model.labels, model.place(resource::LABELS)) else { return };
    let mut labels = labels.iter();
    for index in 0..model.nodes.len() {
        let at = Some((place.offset + labels.position()) as u64);
        let Some(label) = labels.next() else { return };
        if label.end != 0 || label.text.contains(&0) {
            findings.add(&codes::LABEL_END, || {
                let message = match label.end {
                    0 => "it holds a NUL: the engine sees only what is before".into(),
                    end => format!("it ends with {end:#04x} instead of a NUL"),
                };
                (format!("labels[{index}]"), at, message)
            });
        }
    }
    if !labels.rest().is_empty() {
        findings.add(&codes::LABEL_TAIL, || {
            let at = Some((place.offset + labels.position()) as u64);
            let message = format!("{} bytes behind the last node's label", labels.rest().len());
            ("labels".into(), at, message)
        });
    }
}

fn check_paths(model: &Model<'_>, findings: &mut Findings) {
    let (Some(paths), Some(place)) = (model.paths, model.place(resource::PATHS)) else { return };
    let places = paths.nodes.len();
    for (index, node) in paths.nodes.iter().enumerate() {
        if !usize::try_from(node.node).is_ok_and(|node| node < model.nodes.len()) {
            findings.add(&codes::PATH_NODE, || {
                let at = place.offset + index * PathNode::SIZE + PathNode::offset_of("node");
                let message = format!("node {}, but there are {}", node.node, model.nodes.len());
                (format!("paths.nodes[{index}].node"), Some(at as u64), message)
            });
        }
    }
    for (index, link) in paths.links.iter().enumerate() {
        for (name, end) in [("a", link.a), ("b", link.b)] {
            if !usize::try_from(end).is_ok_and(|end| end < places) {
                findings.add(&codes::PATH_LINK, || {
                    let links = place.offset + places * PathNode::SIZE;
                    let at = links + index * PathLink::SIZE + PathLink::offset_of(name);
                    let message = format!("place {end}, but there are {places}");
                    (format!("paths.links[{index}].{name}"), Some(at as u64), message)
                });
            }
        }
    }
}
