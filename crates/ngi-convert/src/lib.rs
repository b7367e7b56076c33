//! Other programs' formats: glTF, OBJ, pictures, WAV, SVG, GeoJSON, text. Out and back in.
//!
//! Two tables, [`table::EXPORTS`] and [`table::IMPORTS`], say what each kind of thing can become and
//! be made of. [`files`] goes from a path in a game to files on disk and back, [`tree`] does that for
//! everything below a folder or an archive.
//!
//! ```
//! use ngi_convert::table;
//! use ngi_formats::kinds;
//!
//! let suffixes: Vec<&str> = table::exporters(&kinds::TEXTURE).iter().map(|to| to.suffix).collect();
//! assert_eq!(suffixes, ["png", "dds"]);
//! ```
#![forbid(unsafe_code)]

mod areals;
pub mod exporter;
pub mod files;
mod gltf;
pub mod importer;
mod landscape;
pub mod level;
mod mission;
mod model;
mod obj;
mod polygon;
pub mod preview;
#[cfg(test)]
mod resolved;
mod simplify;
mod sky;
mod sound;
pub mod table;
mod text;
mod texture;
pub mod tree;

pub use exporter::{
    Axes, DependsOn, Destination, ExportOptions, Exported, Exporter, FRAMES_PER_SECOND, Mip,
    OutFile, TimeOfDay, Which, export,
};
pub use importer::{ImportOptions, Imported, Importer, LibraryEntry, Resize, Source, import};
pub use ngi_verbs::{Error, Progress, Result};
pub use texture::import_image;
