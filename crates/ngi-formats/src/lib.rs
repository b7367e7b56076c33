//! Bytes ⇄ values for the file formats of the NGI engine, one room per format.
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
//!
//! # What a room has
//!
//! In every room: something that reads bytes without copying them; something that owns what it
//! read, changes it and writes it; `check`, which collects [`Findings`]; `tree`, all fields by name
//! and offset. [`schema`] and [`tree`] are what the rooms are declared with.
//!
//! | room | file | read | change | make | feature |
//! |---|---|---|---|---|---|
//! | [`nres`] | archives | `Archive` | `Editor` | `Editor::new` | |
//! | [`rsli`] | packed archives | `Archive` | `Editor` | `Editor::new` | `rsli` |
//! | [`msh`] | models | `Model` | `ModelDoc` | `Blueprint` | `msh` |
//! | [`landscape`] | the ground, `Land.msh` | `Landscape` | `LandscapeDoc` | `GroundPlan` | `msh` |
//! | [`arealmap`] | areals, `Land.map` | `ArealMap` | `ArealMapBuf` | `Plan` | `arealmap` |
//! | [`texm`] | textures | `Texm` | `Texm` | `Texm::encode` | `texm` |
//! | [`pal`] | palettes | `PaletteFile` | `PaletteFile` | | |
//! | [`mat0`] | materials | `Material` | `MaterialBuf` | `MaterialBuf` | |
//! | [`wear`] | which materials a model wears | `Wear` | `Editor` | `Editor::of_names` | |
//! | [`fxid`] | effects | `Effect` | `EffectBuf` | `EffectBuf` | |
//! | [`exp`] | explosions | `Explosion` | `Explosion` | `Explosion` | |
//! | [`objects`] | what objects are put together from | `Record` | `RecordBuf` | `RecordBuf` | |
//! | [`sky`] | the sky of a mission, `sky.ske` | `Sky` | `SkyBuf` | `SkyBuf` | |
//! | [`mod@unit`] | robots and buildings, `UNITS/**.dat` | `Unit` | `UnitBuf` | `UnitBuf::new` | |
//! | [`swav`] | sounds | `Sound` | `SoundBuf` | `Pcm` | |
//! | [`tma`] | missions | `Mission` | `MissionBuf` | `MissionBuf::new` | |
//! | [`ndp`] | what the nodes of a model can bear | `Nodes` | `NodesBuf` | `NodesBuf` | |
//! | [`cpt`] | control points of a model | `Points` | `PointsBuf` | `PointsBuf` | |
//! | [`bas`] | where a building stands | `Base` | `BaseBuf` | `BaseBuf` | |
//! | [`ctl`] | how an object moves and acts | `Control` | `ControlBuf` | `ControlBuf` | |
//! | [`builddat`] | categories of buildings | `BuildDat` | `Editor` | | |
//! | [`cfg`](mod@cfg) | missions, briefings, messages, menus as text | `Cfg` | documents | documents | |
//! | [`scr`] | what clans do | `Script` | `ScriptBuf` | `ScriptBuf` | |
//! | [`fml`] | formulas of scripts | `Formulas` | documents | documents | |
//! | [`varset`] | variables of scripts | `Variables` | documents | documents | |
//! | [`ini`] | settings as text | `Ini` | documents | documents | |
//! | [`tips`] | titles and hints of missions | `Tips` | documents | documents | |
//! | [`trf`] | what clans can research | `tree` | documents | documents | |
//! | [`var`] | variables of behaviours | `VariableFile` | documents | documents | |
//!
//! # Features
//!
//! All rooms are there by default. `default-features = false` leaves the small ones, and the crate
//! then depends on no other:
//!
//! * `rsli`: RsLi archives. Brings a Deflate library.
//! * `texm`: textures, and the search for the nearest colour of a palette. Brings a SIMD library.
//! * `arealmap`: areal maps.
//! * `msh`: models and landscapes, with [`geometry`] and [`tables`]. Brings `arealmap`, which
//!   landscapes are compared with.
//! * `kinds`: tells what any file is. Brings all of the above.
//!
//! # Promises
//!
//! * **Lossless.** Whatever reads, writes back to the same bytes: order, gaps, padding, bytes
//!   after a name's NUL, values nobody understands yet. Making a file *canonical* is always a
//!   separate, explicit call.
//! * **Safe.** No input makes a reader panic, loop or allocate from a number it did not check.
//! * **Explained.** Reading fails only where the structure cannot be followed, with an [`Error`]
//!   that names field and offset. Everything else is a [`Finding`] with a stable code.
//!
//! No files, no threads, no GPU: the crates above bring those.
#![forbid(unsafe_code)]

#[cfg(feature = "arealmap")]
pub mod arealmap;
pub mod bas;
pub mod builddat;
pub mod bytes;
mod calls;
pub mod cfg;
pub mod cpt;
pub mod ctl;
mod error;
#[cfg(test)]
mod examples;
pub mod exp;
mod finding;
pub mod fml;
#[cfg(feature = "arealmap")]
mod follow;
pub mod fxid;
#[cfg(feature = "msh")]
pub mod geometry;
pub mod ini;
#[cfg(feature = "kinds")]
pub mod kinds;
#[cfg(feature = "msh")]
pub mod landscape;
mod lines;
pub mod mat0;
#[cfg(feature = "msh")]
pub mod msh;
pub mod ndp;
pub mod nres;
pub mod objects;
pub mod pal;
mod reference;
#[cfg(feature = "rsli")]
pub mod rsli;
pub mod schema;
pub mod scr;
pub mod sky;
pub mod swav;
#[cfg(feature = "msh")]
pub mod tables;
#[cfg(feature = "texm")]
pub mod texm;
pub mod text;
pub mod tips;
pub mod tma;
pub mod tree;
pub mod trf;
pub mod unit;
pub mod var;
pub mod varset;
pub mod wear;

pub use error::{Error, ErrorKind, Fault, Result};
pub use finding::{Code, Finding, Findings, Level, Mode, Severity};
pub use text::FixedStr;
