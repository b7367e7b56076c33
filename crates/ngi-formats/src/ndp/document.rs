//! The records as a tree of fields, and back.

use super::types::{Head, NodeLife, Nodes, NodesBuf};
use crate::Result;
use crate::schema::{Record as _, Shape, Stored as _};
use crate::tree::{At, Draft, Form, Made, Node, Rows, branches};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Head::SHAPE, NodeLife::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: head
    type: head
  - id: nodes
    type: node_life
    repeat: expr
    repeat-expr: head.count
  - id: tail
    size-eos: true
";

branches! {
    /// Members of such a document.
    pub static DOCUMENT = {
        /// Records, one for each node of the model.
        nodes: Form::Rows(NodeLife::KIND), = M "as many as the model has nodes on 541 of 542";
        /// Bytes after the last record; none in the game.
        tail: Form::Hex, optional;
    }
}

/// The fields, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let nodes = Nodes::read(bytes)?;
    let (size, tail) = (nodes.records().len() * NodeLife::SIZE, nodes.tail());
    let rows = Rows::of(NodeLife::KIND, bytes, Head::SIZE, size);
    let at = At::Offset(Head::SIZE + size);
    Ok(Node::object(DOCUMENT, [Some(rows.into()), Some(Node::Hex(tail.into(), at))]))
}

/// What can be shown of bytes that end too early: the records that are there.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = Nodes::read(bytes).err()?;
    let rows = Rows::of(NodeLife::KIND, bytes, Head::SIZE, bytes.len());
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        (branch.name == "nodes" && bytes.len() >= Head::SIZE).then(|| rows.clone().into())
    }))
}

/// The records that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let records = NodeLife::split(draft.bytes("nodes")?).0.iter().map(NodeLife::read).collect();
    let tail = if draft.has("tail") { draft.bytes("tail")?.to_vec() } else { Vec::new() };
    Ok(Made { bytes: NodesBuf { records, tail }.write()?, attributes: None })
}
