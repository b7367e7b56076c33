//! A script as a tree of fields, and back.

use std::sync::Arc;

use super::edit::counted;
use super::read::Script;
use super::types::{HandlerTail, NodeHead, ScriptHead};
use crate::Result;
use crate::schema::{Kind, Record as _, Shape, Stored as _};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, Rows, Told};

/// The stored records.
pub static RECORDS: &[&Shape] = &[ScriptHead::SHAPE, HandlerTail::SHAPE, NodeHead::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: head
    type: script_head
  - id: handlers
    type: handler
    repeat: expr
    repeat-expr: head.handler_count
  - id: tail
    size-eos: true
types:
  handler:
    seq:
      - id: name_size
        type: u4
      - id: name
        size: name_size
      - id: tail
        type: handler_tail
      - id: nodes
        type: node
        repeat: expr
        repeat-expr: tail.node_count
  node:
    seq:
      - id: head
        type: node_head
      - id: operand_count
        type: u4
      - id: operands
        type: s4
        repeat: expr
        repeat-expr: operand_count
      - id: formula
        type: s4
";

/// Members of a script's document.
pub static DOCUMENT: &[Branch] = &[
    Branch::of_field(ScriptHead::SHAPE, "function_count"),
    Branch::new(
        "handlers",
        "Handlers of the script, each with a name.",
        Form::List(&Form::Object(HANDLER)),
    ),
    Branch::new("tail", "Bytes after the last handler; none in the game.", Form::Hex).optional(),
];

static HANDLER: &[Branch] = &[
    Branch::new("name", "Name of the handler.", Form::Text).rebuilt(),
    Branch::of_field(HandlerTail::SHAPE, "end"),
    Branch::of_field(HandlerTail::SHAPE, "index"),
    Branch::new(
        "nodes",
        "Nodes of the handler, in the order of execution.",
        Form::List(&Form::Object(NODE)),
    ),
];

static NODE: &[Branch] = &[
    Branch::fields(NodeHead::KIND),
    Branch::new(
        "operands",
        "Numbers of the variables that are the node's operands.",
        Form::Rows(Kind::I32),
    ),
    Branch::new(
        "formula",
        "Number of the formula that the node uses; −1 for none.",
        Form::Value(Kind::I32),
    ),
];

/// A field of a record that begins at a place.
fn field<'a>(shape: &Shape, name: &str, bytes: &'a [u8], at: usize) -> Option<Node<'a>> {
    let field = shape.field(name)?;
    Piece::of(field.kind, bytes, at + field.offset).map(Into::into)
}

/// The fields of a script, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let script = Arc::new(Script::read(bytes)?);
    let (tail, at) = (script.tail(), At::Offset(script.tail_offset()));
    let handlers = Items::new(script.len(), move |index| handler(&script, index));
    Ok(Node::object(
        DOCUMENT,
        [
            field(ScriptHead::SHAPE, "function_count", bytes, 0),
            Some(handlers.starting(ScriptHead::SIZE).into()),
            Some(Node::Hex(tail.into(), at)),
        ],
    ))
}

fn handler<'a>(script: &Arc<Script<'a>>, index: usize) -> Node<'a> {
    let Some(found) = script.handler(index) else { return Told::Null.into() };
    let (bytes, at) = (script.bytes(), found.tail_offset);
    let own = Arc::clone(script);
    let nodes = Items::new(script.node_count(index), move |place| node(&own, index, place));
    Node::object(
        HANDLER,
        [
            Some(Node::Text(found.name.into(), At::Offset(found.name_offset))),
            field(HandlerTail::SHAPE, "end", bytes, at),
            field(HandlerTail::SHAPE, "index", bytes, at),
            Some(nodes.starting(at + HandlerTail::SIZE).into()),
        ],
    )
}

fn node<'a>(script: &Script<'a>, handler: usize, place: usize) -> Node<'a> {
    let Some(found) = script.node(handler, place) else { return Told::Null.into() };
    let bytes = script.bytes();
    let (at, size) = found.operands_at();
    Node::object(
        NODE,
        [
            Piece::of(NodeHead::KIND, bytes, found.offset).map(Into::into),
            Some(Rows::of(Kind::I32, bytes, at, size).into()),
            Piece::of(Kind::I32, bytes, found.formula_offset()).map(Into::into),
        ],
    )
}

/// What can be shown of bytes that are no whole script: what it begins with, and where it breaks.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = Script::read(bytes).err()?;
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        let first = branch.name == "function_count";
        first.then(|| field(ScriptHead::SHAPE, "function_count", bytes, 0)).flatten()
    }))
}

/// The script that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let handlers = draft.items("handlers");
    let mut bytes = draft.bytes("function_count")?.to_vec();
    bytes.extend(counted(handlers.len(), "handlers")?.to_le_bytes());
    for handler in handlers {
        let (name, nodes) = (handler.bytes("name")?, handler.items("nodes"));
        bytes.extend(counted(name.len(), "name")?.to_le_bytes());
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(handler.bytes("end")?);
        bytes.extend_from_slice(handler.bytes("index")?);
        bytes.extend(counted(nodes.len(), "nodes")?.to_le_bytes());
        for node in nodes {
            bytes.extend_from_slice(node.fields()?);
            bytes.extend(counted(node.get("operands").len(), "operands")?.to_le_bytes());
            bytes.extend_from_slice(node.bytes("operands")?);
            bytes.extend_from_slice(node.bytes("formula")?);
        }
    }
    if draft.has("tail") {
        bytes.extend_from_slice(draft.bytes("tail")?);
    }
    Ok(Made { bytes, attributes: None })
}
