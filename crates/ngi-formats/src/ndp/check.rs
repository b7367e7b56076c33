//! Holds the records against every rule.

use super::codes::*;
use super::types::{NodeLife, Nodes};
use crate::Findings;
use crate::reference::ReferenceRules;

static REFERENCES: ReferenceRules =
    ReferenceRules { end: &EXPLOSION_END, ascii: &EXPLOSION_ASCII, half: &EXPLOSION_HALF };

/// Checks any bytes as such records. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match Nodes::read(bytes) {
        Ok(nodes) => {
            check_nodes(&nodes, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err(error) => findings.cannot_follow(&COUNT, &error, || super::remains(bytes)),
    }
}

fn check_nodes(nodes: &Nodes<'_>, findings: &mut Findings) {
    for (index, node) in nodes.records().iter().enumerate() {
        let NodeLife { flags: _, hit_points, density, explosion } = node;
        for (field, value) in [("hit_points", hit_points), ("density", density)] {
            if !value.is_finite() || value < 0.0 {
                let path = format_args!("nodes[{index}].{field}");
                findings.at(&NUMBER, path, || format!("it is {value}"));
            }
        }
        REFERENCES.check(&explosion, format_args!("nodes[{index}].explosion"), findings);
    }
    if !nodes.tail().is_empty() {
        let message = || format!("{} bytes behind the last record", nodes.tail().len());
        findings.at(&TAIL, "tail", message);
    }
}
