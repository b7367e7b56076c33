//! Holds a script against every rule.

use super::codes::*;
use super::read::{Node, Script};
use super::types::{NodeHead, NodeKind};
use crate::{Findings, text};

/// Functions of the engine's table.
pub const FUNCTION_COUNT: u32 = 73;

/// Checks any bytes as a script. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match Script::read(bytes) {
        Ok(script) => {
            check_script(&script, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err(error) => findings.cannot_follow(&TRUNCATED, &error, || super::remains(bytes)),
    }
}

fn check_script(script: &Script<'_>, findings: &mut Findings) {
    let functions = script.head().function_count;
    if functions != FUNCTION_COUNT {
        findings.at(&FUNCTIONS, "function_count", || format!("it has {functions}"));
    }
    for (index, handler) in script.handlers().enumerate() {
        let name = || text::decode(handler.name);
        if handler.tail.end != 0 {
            let path = format_args!("handlers[{index}].end");
            findings.at(&HANDLER_END, path, || {
                format!("\"{}\" is followed by {:#04x}", name(), handler.tail.end)
            });
        }
        if usize::try_from(handler.tail.index).ok() != Some(index) {
            let path = format_args!("handlers[{index}].index");
            findings
                .at(&HANDLER_INDEX, path, || format!("\"{}\" has {}", name(), handler.tail.index));
        }
        check_nodes(script, index, functions, findings);
    }
    if !script.tail().is_empty() {
        findings.at(&TAIL, "tail", || format!("{} bytes do", script.tail().len()));
    }
}

fn check_nodes(script: &Script<'_>, handler: usize, functions: u32, findings: &mut Findings) {
    let mut depth = 0i64;
    for (place, node) in script.nodes(handler).enumerate() {
        let path = |field: &str| format!("handlers[{handler}].nodes[{place}].{field}");
        check_node(&node, functions, &path, findings);
        match node.head.kind {
            NodeKind::IF => depth += 1,
            NodeKind::END => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            findings.at(&IFS, path("kind"), || "this end closes no if".into());
            depth = 0;
        }
    }
    if depth > 0 {
        let last = script.node_count(handler).saturating_sub(1);
        let path = format!("handlers[{handler}].nodes[{last}].kind");
        findings.at(&IFS, path, || format!("{depth} have none"));
    }
}

fn check_node(
    node: &Node<'_>,
    functions: u32,
    path: &dyn Fn(&str) -> String,
    findings: &mut Findings,
) {
    let NodeHead { function, kind, relation, .. } = node.head;
    let is_known = function == -1 || u32::try_from(function).is_ok_and(|own| own < functions);
    if !is_known {
        findings.at(&FUNCTION, path("function"), || format!("it is {function} of {functions}"));
    }
    if !kind.is_known() {
        findings.at(&KIND, path("kind"), || format!("it is {}", kind.0));
    }
    if !relation.is_known() {
        findings.at(&RELATION, path("relation"), || format!("it is {}", relation.0));
    }
    if let Some(operand) = node.operands().find(|operand| *operand < 0) {
        findings.at(&OPERAND, path("operands"), || format!("one is {operand}"));
    }
}
