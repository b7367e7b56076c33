//! Rules of nodes, names, labels and hallways.

use super::codes;
use crate::Findings;
use crate::msh::read::Model;
use crate::msh::types::{LEVELS, Node, NodeFlags, STAGES};

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    if let Some(legacy) = model.legacy_nodes {
        findings.at(&codes::NODE_STRIDE, "legacy_nodes", || {
            format!("{} records of 24 bytes", legacy.len())
        });
    } else {
        check_nodes(model, findings);
        check_names(model, findings);
        check_labels(model, findings);
        check_paths(model, findings);
    }
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
            findings.at(&codes::NODE_ORDER, format_args!("nodes[{index}].parent"), || {
                format!("node {parent} comes after its child")
            });
        }
        check_stages(index, &node, findings);
        if node.flags.has(NodeFlags::COCKPIT) {
            if let Some(cockpit) = cockpits.get_mut(index) {
                *cockpit = true;
            }
            let elsewhere = (0..STAGES).any(|s| (0..LEVELS - 1).any(|l| node.slot(s, l).is_some()));
            if elsewhere {
                findings.at(&codes::NODE_COCKPIT, format_args!("nodes[{index}].slots"), || {
                    "a cockpit with geometry below level 4".into()
                });
            }
        }
    }
    for (index, node) in model.nodes.iter().enumerate() {
        if node.parent().is_some_and(|parent| cockpits.get(parent) == Some(&true)) {
            findings.at(&codes::NODE_COCKPIT, format_args!("nodes[{index}].parent"), || {
                format!("node {} is a cockpit", node.parent)
            });
        }
    }
    for (slot, _) in used.iter().enumerate().filter(|&(_, &used)| !used) {
        findings
            .at(&codes::SLOT_UNUSED, format_args!("slots[{slot}]"), || "no node draws it".into());
    }
}

fn check_stages(index: usize, node: &Node, findings: &mut Findings) {
    let filled = |stage: usize| (0..LEVELS).any(|level| node.slot(stage, level).is_some());
    for stage in 1..STAGES {
        if filled(stage) && !filled(stage - 1) {
            findings.at(&codes::NODE_STAGES, format_args!("nodes[{index}].slots"), || {
                format!("stage {stage} has slots, stage {} has none", stage - 1)
            });
        }
    }
}

fn check_names(model: &Model<'_>, findings: &mut Findings) {
    let Some(names) = model.names else { return };
    if names.len() != model.nodes.len() {
        findings.at(&codes::NAME_COUNT, "names", || {
            format!("{} names for {} nodes", names.len(), model.nodes.len())
        });
    }
    for (index, _) in names.iter().enumerate().filter(|(_, name)| !name.is_terminated()) {
        findings.at(&codes::NAME_END, format_args!("names[{index}].name"), || {
            "all 32 bytes are taken; no NUL ends it".into()
        });
    }
}

fn check_labels(model: &Model<'_>, findings: &mut Findings) {
    let Some(labels) = model.labels else { return };
    let mut labels = labels.iter();
    for index in 0..model.nodes.len() {
        let Some(label) = labels.next() else { return };
        if label.end != 0 || label.text.contains(&0) {
            findings.at(&codes::LABEL_END, format_args!("labels[{index}]"), || match label.end {
                0 => "it holds a NUL: the engine sees only what is before".into(),
                end => format!("it ends with {end:#04x} instead of a NUL"),
            });
        }
    }
    if !labels.rest().is_empty() {
        findings.at(&codes::LABEL_TAIL, "labels_tail", || {
            format!("{} bytes behind the last node's label", labels.rest().len())
        });
    }
}

fn check_paths(model: &Model<'_>, findings: &mut Findings) {
    let Some(paths) = model.paths else { return };
    let places = paths.nodes.len();
    for (index, node) in paths.nodes.iter().enumerate() {
        if !usize::try_from(node.node).is_ok_and(|node| node < model.nodes.len()) {
            findings.at(&codes::PATH_NODE, format_args!("paths.nodes[{index}].node"), || {
                format!("node {}, but there are {}", node.node, model.nodes.len())
            });
        }
    }
    for (index, link) in paths.links.iter().enumerate() {
        for (name, end) in [("a", link.a), ("b", link.b)] {
            if !usize::try_from(end).is_ok_and(|end| end < places) {
                findings.at(&codes::PATH_LINK, format_args!("paths.links[{index}].{name}"), || {
                    format!("place {end}, but there are {places}")
                });
            }
        }
    }
}
