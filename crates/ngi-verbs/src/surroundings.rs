//! What lies around a file or entry, for formats that look at more than their own bytes.
//!
//! Names are followed by the engine's resolver; here what it found becomes something that a format
//! can look at.

pub use ngi_engine::resolve::names::{
    EFFECTS, EXPLOSIONS, LIGHTMAPS, MATERIALS, OBJECTS, PALETTES, SOUNDS, TEXTURES,
};
pub use ngi_engine::resolve::{Found, Game, Object, OpenLibrary, Surroundings};

/// The library of the maps that missions show in the corner.
pub const MINIMAPS: &str = "minimap.lib";

use crate::check::entry_meta;
use crate::format::Subject;

/// What a name led to, as something to be looked at.
pub fn subject_of(found: &Found) -> Subject<'_> {
    Subject { name: &found.name, bytes: &found.bytes, entry: entry_meta(&found.node) }
}
