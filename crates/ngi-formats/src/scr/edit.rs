//! A script that owns its parts, and its bytes.

use super::read::Script;
use super::types::{HandlerTail, NodeHead, ScriptHead};
use crate::schema::Record as _;
use crate::{Error, Result};

/// A script, to be changed at will.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScriptBuf {
    /// How many functions the engine's table has.
    pub function_count: u32,
    /// Its handlers.
    pub handlers: Vec<HandlerBuf>,
    /// Bytes behind the last handler.
    pub tail: Vec<u8>,
}

/// A handler.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HandlerBuf {
    /// Its name.
    pub name: Vec<u8>,
    /// The byte that ends the name.
    pub end: u8,
    /// Its number.
    pub index: u32,
    /// What it does.
    pub nodes: Vec<NodeBuf>,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeBuf {
    /// What it does.
    pub head: NodeHead,
    /// The variables it takes.
    pub operands: Vec<i32>,
    /// The formula it takes; −1 for none.
    pub formula: i32,
}

impl NodeBuf {
    /// A node that takes no formula.
    pub fn new(head: NodeHead, operands: Vec<i32>) -> Self {
        Self { head, operands, formula: -1 }
    }
}

/// A count as it is stored.
pub(super) fn counted(count: usize, field: &'static str) -> Result<u32> {
    u32::try_from(count).map_err(|_| Error::usage(field, format!("{count} are too many")))
}

impl ScriptBuf {
    /// The parts of a script that was read.
    pub fn of(script: &Script<'_>) -> Self {
        let nodes = |handler: usize| {
            let node = |node: super::Node<'_>| {
                let (head, formula) = (node.head, node.formula);
                NodeBuf { head, operands: node.operands().collect(), formula }
            };
            script.nodes(handler).map(node).collect()
        };
        let handler = |(place, handler): (usize, super::Handler<'_>)| {
            let HandlerTail { end, index, node_count: _ } = handler.tail;
            HandlerBuf { name: handler.name.to_vec(), end, index, nodes: nodes(place) }
        };
        Self {
            function_count: script.head().function_count,
            handlers: script.handlers().enumerate().map(handler).collect(),
            tail: script.tail().to_vec(),
        }
    }

    /// Its bytes.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { function_count, handlers, tail } = self;
        let handler_count = counted(handlers.len(), "handlers")?;
        let mut out =
            ScriptHead { function_count: *function_count, handler_count }.write().to_vec();
        for HandlerBuf { name, end, index, nodes } in handlers {
            out.extend(counted(name.len(), "name")?.to_le_bytes());
            out.extend_from_slice(name);
            let node_count = counted(nodes.len(), "nodes")?;
            out.extend(HandlerTail { end: *end, index: *index, node_count }.write());
            for NodeBuf { head, operands, formula } in nodes {
                out.extend(head.write());
                out.extend(counted(operands.len(), "operands")?.to_le_bytes());
                out.extend(operands.iter().flat_map(|operand| operand.to_le_bytes()));
                out.extend(formula.to_le_bytes());
            }
        }
        out.extend_from_slice(tail);
        Ok(out)
    }
}
