//! WEAR: the table of materials a model or landscape wears, as text.
//!
//! ```text
//! 2
//! 0 WALL
//! 1 DOOR_01
//!
//! LIGHTMAPS
//! 1
//! 0 HALL.0
//! ```
//!
//! A count, then so many rows of a number and a material's name. Rows count by position: the
//! number is read and forgotten. A blank line, the word `LIGHTMAPS`, a count and rows of
//! lightmap names may follow. A batch of a model names a row, a row names a material.
//!
//! The engine has two parsers, and they do not agree on everything: see [`Parser`]. [`Wear`] is a
//! view of a text in the eyes of one of them, [`Editor`] changes a text and leaves every byte
//! nobody asked to change, [`check`] collects findings, [`message`] has the engine's own words.
//!
//! ```
//! use ngi_formats::wear::{Editor, Parser, Section, Wear};
//!
//! let wear = Wear::read(b"2\r\n0  WALL\r\n7 DOOR\r\n", Parser::File)?;
//! let mut editor = Editor::open(&wear);
//! editor.rename(Section::Materials, 1, b"GATE")?;
//! assert_eq!(editor.bytes(), b"2\r\n0  WALL\r\n7 GATE\r\n");
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
mod edit;
pub mod message;
mod parse;
mod read;
#[cfg(test)]
mod tests;

pub use check::{LONGEST_NAME, check};
pub use codes::CODES;
pub use document::{DOCUMENT, make, tree};
pub use edit::Editor;
pub use parse::Parser;
pub use read::{Row, Rows, Section, Wear};
