//! A script seen through its bytes.

use super::types::{HandlerTail, NodeHead, ScriptHead};
use crate::bytes::Cursor;
use crate::schema::{Record as _, Stored as _};
use crate::{Error, Result};

/// Bytes of the smallest handler: the length of its name, the end of that, its number, its count.
const LEAST_HANDLER: usize = 4 + HandlerTail::SIZE;
/// Bytes of the smallest node: its head, its count of operands, its formula.
const LEAST_NODE: usize = NodeHead::SIZE + 8;

/// A script. Its handlers and nodes are known to be whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script<'a> {
    bytes: &'a [u8],
    handlers: Vec<HandlerAt>,
    /// Where nodes begin, of all handlers.
    nodes: Vec<usize>,
    /// Where the last handler ends.
    end: usize,
}

/// Where a handler is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HandlerAt {
    name: usize,
    /// Where what follows its name is.
    tail: usize,
    /// Its nodes.
    first: usize,
    count: usize,
}

/// One handler of a script.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Handler<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// Where that begins.
    pub name_offset: usize,
    /// What follows the name.
    pub tail: HandlerTail,
    /// Where that begins.
    pub tail_offset: usize,
}

/// One node of a handler.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Node<'a> {
    /// Where it begins.
    pub offset: usize,
    /// What it does.
    pub head: NodeHead,
    /// Its operands, four bytes each.
    operands: &'a [u8],
    /// The formula it takes; −1 for none.
    pub formula: i32,
}

impl<'a> Node<'a> {
    /// The variables it takes.
    pub fn operands(&self) -> impl ExactSizeIterator<Item = i32> + use<'a> {
        let (operands, _) = self.operands.as_chunks::<4>();
        operands.iter().map(|bytes| i32::from_le_bytes(*bytes))
    }

    /// Where its operands begin, and how many bytes they are.
    pub fn operands_at(&self) -> (usize, usize) {
        (self.offset + NodeHead::SIZE + 4, self.operands.len())
    }

    /// Where the number of its formula is.
    pub fn formula_offset(&self) -> usize {
        let (at, size) = self.operands_at();
        at + size
    }
}

fn count(cursor: &Cursor<'_>, count: u32, least: usize, field: &'static str) -> Result<usize> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if count.checked_mul(least).is_none_or(|size| size > cursor.remaining()) {
        let why = format!("{count} of them, but only {} bytes are left", cursor.remaining());
        return Err(Error::malformed(field, cursor.position() as u64, why));
    }
    Ok(count)
}

impl<'a> Script<'a> {
    /// Reads a script.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let head = ScriptHead::read(&cursor.array("function_count")?);
        let count_of = count(&cursor, head.handler_count, LEAST_HANDLER, "handlers")?;
        let (mut handlers, mut nodes) = (Vec::with_capacity(count_of), Vec::new());
        for _ in 0..count_of {
            let length = cursor.u32("handlers")?;
            let name = cursor.position();
            cursor.take(usize::try_from(length).unwrap_or(usize::MAX), "handlers")?;
            let tail = cursor.position();
            let HandlerTail { node_count, .. } = HandlerTail::read(&cursor.array("handlers")?);
            let node_count = count(&cursor, node_count, LEAST_NODE, "handlers")?;
            handlers.push(HandlerAt { name, tail, first: nodes.len(), count: node_count });
            nodes.reserve(node_count);
            for _ in 0..node_count {
                nodes.push(cursor.position());
                cursor.take(NodeHead::SIZE, "handlers")?;
                let operands = cursor.u32("handlers")?;
                let operands = count(&cursor, operands, 4, "handlers")?;
                cursor.take(operands * 4, "handlers")?;
                cursor.i32("handlers")?;
            }
        }
        Ok(Self { bytes, handlers, nodes, end: cursor.position() })
    }

    /// All its bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What it begins with.
    pub fn head(&self) -> ScriptHead {
        ScriptHead::get(self.bytes, 0)
    }

    /// How many handlers there are.
    pub fn len(&self) -> usize {
        self.handlers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.handlers.is_empty()
    }

    /// A handler by its place.
    pub fn handler(&self, index: usize) -> Option<Handler<'a>> {
        let HandlerAt { name, tail, .. } = *self.handlers.get(index)?;
        let (name_offset, tail_offset) = (name, tail);
        let name = self.bytes.get(name..tail)?;
        let tail = self.bytes.get(tail..)?.first_chunk().map(HandlerTail::read)?;
        Some(Handler { name, name_offset, tail, tail_offset })
    }

    /// All handlers in order.
    pub fn handlers(&self) -> impl Iterator<Item = Handler<'a>> + '_ {
        (0..self.len()).filter_map(|index| self.handler(index))
    }

    /// How many nodes a handler has.
    pub fn node_count(&self, handler: usize) -> usize {
        self.handlers.get(handler).map_or(0, |at| at.count)
    }

    /// A node of a handler, both by their places.
    pub fn node(&self, handler: usize, index: usize) -> Option<Node<'a>> {
        let at = self.handlers.get(handler).filter(|at| index < at.count)?;
        let offset = *self.nodes.get(at.first + index)?;
        let rest = self.bytes.get(offset..)?;
        let head = NodeHead::read(rest.first_chunk()?);
        let (count, rest) = rest.get(NodeHead::SIZE..)?.split_first_chunk::<4>()?;
        let size = usize::try_from(u32::from_le_bytes(*count)).ok()?.checked_mul(4)?;
        let (operands, rest) = rest.split_at_checked(size)?;
        let formula = rest.first_chunk().map(|bytes| i32::from_le_bytes(*bytes))?;
        Some(Node { offset, head, operands, formula })
    }

    /// The nodes of a handler in order.
    pub fn nodes(&self, handler: usize) -> impl Iterator<Item = Node<'a>> + '_ {
        (0..self.node_count(handler)).filter_map(move |index| self.node(handler, index))
    }

    /// Where the bytes behind the last handler begin.
    pub fn tail_offset(&self) -> usize {
        self.end
    }

    /// The bytes behind the last handler.
    pub fn tail(&self) -> &'a [u8] {
        self.bytes.get(self.end..).unwrap_or_default()
    }
}
