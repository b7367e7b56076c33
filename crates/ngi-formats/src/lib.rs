//! Bytes ⇄ values for the file formats of the NGI engine, one room per format.
//!
//! Three promises hold for every format here:
//!
//! * **Lossless.** Whatever reads, writes back to the same bytes: order, gaps, padding, bytes
//!   after a name's NUL, values nobody understands yet. Making a file *canonical* is always a
//!   separate, explicit call.
//! * **Safe.** No input makes a reader panic, loop or allocate from a number it did not check.
//! * **Explained.** Reading fails only where the structure cannot be followed, with an [`Error`]
//!   that names field and offset. Everything else is a [`Finding`] with a stable code.
//!
//! No files, no threads, no GPU: the crates above bring those.
//!
//! ```
//! use ngi_formats::nres::{Archive, Editor, NewEntry};
//!
//! // An archive from nothing, with one entry.
//! let mut editor = Editor::new();
//! editor.add(NewEntry::new(*b"TEXT", "readme.txt")?, b"Hello, pilot.".as_slice())?;
//! let bytes = editor.write()?;
//!
//! // Look-ups ignore ASCII case, as the engine's do; payloads are slices of `bytes`.
//! let archive = Archive::read(&bytes)?;
//! let entry = archive.find(b"README.TXT").ok_or("not there")?;
//! assert_eq!(entry.payload()?, b"Hello, pilot.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod arealmap;
pub mod builddat;
pub mod bytes;
mod error;
#[cfg(test)]
mod examples;
pub mod exp;
mod finding;
pub mod fxid;
pub mod geometry;
pub mod landscape;
pub mod mat0;
pub mod msh;
pub mod nres;
pub mod objects;
pub mod pal;
pub mod rsli;
pub mod schema;
pub mod tables;
pub mod texm;
pub mod text;
pub mod tree;
pub mod wear;

pub use error::{Error, ErrorKind, Fault, Result};
pub use finding::{Code, Finding, Findings, Level, Mode, Severity};
pub use text::FixedStr;
