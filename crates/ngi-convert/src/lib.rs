//! What can be done with the formats of a game folder: show, list, check, compare, find, take
//! apart and put together again.
//!
//! One table, [`format::FORMATS`], says what each kind of file or entry is: how to recognise it,
//! check it, turn it into JSON and back. Everything else here works through that table, so a new
//! format is one more line in it.
//!
//! ```
//! use ngi_convert::format::{Subject, recognise};
//! use ngi_formats::nres::{Editor, NewEntry};
//!
//! let mut editor = Editor::new();
//! editor.add(NewEntry::new(*b"TEXT", "readme.txt")?, b"Hello, pilot.".as_slice())?;
//! let bytes = editor.write()?;
//!
//! let subject = Subject::file("demo.lib", &bytes);
//! let format = recognise(&subject).ok_or("unknown")?;
//! assert_eq!(format.id(), "nres");
//! assert_eq!(format.to_json(&subject)?["entries"][0]["name"], "readme.txt");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod archive;
pub mod arealmap;
pub mod builddat;
mod bytes;
pub mod check;
pub mod convert;
pub mod describe;
pub mod diff;
pub mod document;
pub mod edit;
pub mod effect;
mod error;
pub mod extract;
mod filling;
pub mod find;
pub mod format;
mod gltf;
pub mod json;
pub mod landscape;
pub mod list;
pub mod location;
pub mod material;
pub mod model;
mod obj;
pub mod objects;
pub mod pack;
pub mod palette;
pub mod play;
mod polygon;
pub mod profile;
mod progress;
pub mod query;
pub mod references;
#[cfg(test)]
mod resolved;
pub mod safe_name;
pub mod set;
pub mod show;
pub mod surroundings;
mod text_file;
pub mod texture;
pub mod wear;

pub use bytes::BytesFormat;
pub use error::{Error, Result};
pub use progress::Progress;
