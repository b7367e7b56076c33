//! A script as a person reads it: a line per node, indented by its ifs.

use std::fmt::Write as _;

use super::read::{Node, Script};
use super::types::{NodeHead, NodeKind, Relation};
use crate::text;

/// Deeper lines are not indented further.
const DEEPEST: usize = 24;

/// Names for what a script numbers.
#[derive(Clone, Copy)]
pub struct Names<'n> {
    /// The name of a variable.
    pub variable: &'n dyn Fn(i32) -> Option<String>,
    /// What a formula says.
    pub formula: &'n dyn Fn(i32) -> Option<String>,
}

impl Names<'_> {
    /// Nothing but numbers.
    pub const NONE: Names<'static> = Names { variable: &|_| None, formula: &|_| None };

    fn variable(&self, number: i32) -> String {
        (self.variable)(number).unwrap_or_else(|| format!("v{number}"))
    }
}

/// All handlers of a script. What a source is, a variable or a number, nobody knows of every kind of
/// node: it is shown as the number it is.
pub fn as_text(script: &Script<'_>, names: &Names<'_>) -> String {
    let mut out = String::new();
    for (index, handler) in script.handlers().enumerate() {
        let count = script.node_count(index);
        let name: String = text::decode(handler.name).escape_debug().collect();
        let _ = writeln!(out, "handler {index} \"{name}\": {count} nodes");
        let mut depth = 1usize;
        for (place, node) in script.nodes(index).enumerate() {
            if node.head.kind == NodeKind::END {
                depth = depth.saturating_sub(1).max(1);
            }
            let pad = "  ".repeat(depth.min(DEEPEST));
            let _ = writeln!(out, "{place:>5}{pad}{}", line(&node, names));
            if node.head.kind == NodeKind::IF {
                depth += 1;
            }
        }
    }
    out
}

/// A node on one line.
fn line(node: &Node<'_>, names: &Names<'_>) -> String {
    let NodeHead { dest, source, kind, relation, .. } = node.head;
    let dest_name = (dest != -1).then(|| names.variable(dest));
    let what = value(node, names);
    match kind {
        NodeKind::IF => {
            let left = dest_name.unwrap_or_else(|| what.clone());
            let sign = relation.name().unwrap_or("?");
            let compared = match relation {
                Relation::NONE => left.clone(),
                _ => format!("{left} {sign} {source}"),
            };
            let more =
                if what.is_empty() || what == left { String::new() } else { format!("  {what}") };
            format!("if {compared}{more}")
        }
        NodeKind::STATEMENT | NodeKind::CONSTANT => {
            let what = if what.is_empty() { source.to_string() } else { what };
            let what = dest_name.map(|dest| format!("{dest} = {what}")).unwrap_or(what);
            if kind == NodeKind::CONSTANT { format!("constant {what}") } else { what }
        }
        other => {
            let name = other.name().map_or_else(|| format!("kind {}", other.0), str::to_owned);
            let source = if source == -1 { String::new() } else { format!(" {source}") };
            let more = if what.is_empty() { what } else { format!("  {what}") };
            format!("{name}{source}{more}")
        }
    }
}

/// What a node works out: a call, its operands, its formula.
fn value(node: &Node<'_>, names: &Names<'_>) -> String {
    let operands: Vec<String> = node.operands().map(|operand| names.variable(operand)).collect();
    let operands = operands.join(", ");
    let mut out = match node.head.function {
        -1 if operands.is_empty() => String::new(),
        -1 => format!("({operands})"),
        function => format!("function {function}({operands})"),
    };
    if node.formula != -1 {
        let space = if out.is_empty() { "" } else { " " };
        let said = (names.formula)(node.formula).map(|said| format!(" {{{said}}}"));
        let _ = write!(out, "{space}formula {}{}", node.formula, said.unwrap_or_default());
    }
    out
}
