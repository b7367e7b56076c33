//! BuildDat.lst: which building descriptions belong to which category, as text.
//!
//! ```text
//! // what may be built
//! Bunker_Small 2
//! "UNITS\BUILDS\BUNKER\s_bunker1.dat"
//! "UNITS\BUILDS\BUNKER\s_bunker2.dat"
//!
//! Generator 1
//! "UNITS\BUILDS\GENER\gener1.dat"
//! ```
//!
//! A section is a category's name, a count, and so many paths in quotes: the ladder of upgrades of
//! that kind of building. Empty lines, and lines that begin with `//`, `;` or `#`, are comments.
//! The engine knows twelve categories, each with a mask ([`CATEGORIES`]). It calls anything else
//! corrupted ([`CORRUPTED`]).
//!
//! [`BuildDat`] is a view of a text, [`Editor`] changes a text and leaves every byte nobody asked
//! to change, [`check`] collects findings.
//!
//! ```
//! use ngi_formats::builddat::{BuildDat, Editor};
//!
//! let text = b"Mine 1\r\n  \"a.dat\"\r\n";
//! let list = BuildDat::read(text)?;
//! let mine = list.section("mine").ok_or("no mine")?;
//! assert_eq!(mine.category().map(|category| category.mask), Some(0x8000_0004));
//! let mut editor = Editor::open(&list);
//! editor.push(0, b"b.dat")?;
//! assert_eq!(editor.bytes(), b"Mine 2\r\n  \"a.dat\"\r\n  \"b.dat\"\r\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod category;
mod check;
pub mod codes;
mod document;
mod edit;
mod parse;
mod read;
#[cfg(test)]
mod tests;

pub use category::{CATEGORIES, Category};
pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, make, tree};
pub use edit::Editor;
pub use read::{BuildDat, BuildPath, Section};

/// What the engine says about a list it cannot read.
pub const CORRUPTED: &str = "BuildDat.lst is corrupted";
