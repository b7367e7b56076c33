//! What can be done with the files of a game, whatever their format: show, list, check, change,
//! compare, find, take apart and put together again.
//!
//! One table, [`format::FORMATS`], says what each kind of file or entry is: its document, its
//! rules, how it plays and what it names. Everything else here works through that table, so a new
//! format is one more line in it. Other programs' formats are a floor higher, in `ngi-convert`.
//!
//! ```
//! use ngi_formats::nres::{Editor, NewEntry};
//! use ngi_verbs::format::{Form, Subject, recognise};
//!
//! let mut editor = Editor::new();
//! editor.add(NewEntry::new(*b"TEXT", "readme.txt")?, b"Hello, pilot.".as_slice())?;
//! let bytes = editor.write()?;
//!
//! let subject = Subject::file("demo.lib", &bytes);
//! let format = recognise(&subject).ok_or("unknown")?;
//! assert_eq!(format.id(), "nres");
//!
//! let tree = format.document.tree(&subject, Form::Short)?;
//! let name = tree.find("entries[0].name").map_err(|_| "no such field")?;
//! assert_eq!(ngi_verbs::document::text::line(&name.node), "readme.txt");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod archive;
pub mod arealmap;
pub mod builddat;
pub mod bytes;
pub mod cfg;
pub mod check;
pub mod delivery;
pub mod describe;
pub mod diff;
pub mod document;
pub mod edit;
pub mod effect;
pub mod entry_file;
mod error;
pub mod explain;
pub mod extract;
pub mod facts;
pub mod find;
pub mod fix;
pub mod format;
pub mod html;
pub mod json;
pub mod landscape;
pub mod language;
pub mod list;
pub mod location;
pub mod material;
pub mod mission;
pub mod model;
pub mod objects;
pub mod pack;
pub mod palette;
pub mod paths;
pub mod placement;
pub mod play;
pub mod pointers;
pub mod profile;
mod progress;
pub mod query;
pub mod references;
pub mod replace;
pub mod report;
pub mod russian;
pub mod safe_name;
pub mod scripts;
pub mod set;
pub mod show;
pub mod sidecar;
pub mod sky;
pub mod sound;
pub mod surroundings;
pub mod survey;
pub mod tables;
pub mod text_file;
pub mod texts;
pub mod texture;
pub mod unit;
pub mod wear;
pub mod written;

pub use error::{Error, Result};
pub use progress::Progress;

/// Example of the README, compiled with the doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Examples of the page for tool authors, compiled with the doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tools/index.md")]
struct ToolAuthors;
