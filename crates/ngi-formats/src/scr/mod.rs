//! `.scr`: what a clan does. Handlers of nodes: calls of the engine's functions, conditions, jumps.
//!
//! ```text
//! 0x00  u32 functions of the engine's table, u32 handlers
//! 0x08  handlers: u32 length, name, u8 0, u32 number, u32 nodes, then nodes:
//!       i32 function, dest, source, kind, relation; u32 n, i32[n] operands; i32 formula
//! ```
//!
//! Nothing is aligned. Variables are numbered by their place in `varset.var` (or in a file beside the
//! script that has its name), formulas by their place in the `.fml` of its name. What the functions
//! do is known in part only; here they are numbers.
//!
//! ```
//! use ngi_formats::scr::{HandlerBuf, NodeBuf, NodeHead, Script, ScriptBuf, Names, as_text};
//!
//! let call = NodeBuf::new(NodeHead { function: 7, dest: 2, ..NodeHead::default() }, vec![0, 1]);
//! let handler = HandlerBuf { name: b"Init".to_vec(), nodes: vec![call], ..HandlerBuf::default() };
//! let bytes = ScriptBuf { function_count: 73, handlers: vec![handler], tail: vec![] }.write()?;
//! let script = Script::read(&bytes)?;
//! let said = as_text(&script, &Names::NONE);
//! assert_eq!(said, "handler 0 \"Init\": 1 nodes\n    0  v2 = function 7(v0, v1)\n");
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
mod edit;
mod read;
#[cfg(test)]
mod tests;
mod text;
mod types;

pub use check::{FUNCTION_COUNT, check};
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use edit::{HandlerBuf, NodeBuf, ScriptBuf};
pub use read::{Handler, Node, Script};
pub use text::{Names, as_text};
pub use types::{HandlerTail, NodeHead, NodeKind, Relation, ScriptHead};
