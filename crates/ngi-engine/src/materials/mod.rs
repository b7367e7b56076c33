//! Materials at run time: what the engine does with wears, materials, textures and lightmaps.
//!
//! | question | answered by |
//! |---|---|
//! | what does row 3 of this wear show now | [`Manager::phase`] |
//! | where do materials and textures come from | [`Shared`], and [`resolve`](crate::resolve) for what a name means |
//! | which phase does a track show, without any library | [`Definition`], [`RuntimeTrack`] |
//! | what becomes of a texture when it is loaded | [`Texture`], [`TexturePolicy`] |
//! | what does the player's machine allow | [`RenderProfile`] |
//!
//! [`Shared`] holds what the engine keeps once: the paths of the libraries, the caches, the time,
//! the log. A [`Manager`] holds up to 70 wears and uses it; there may be several. Nothing here
//! keeps time or draws: the caller sets the time, and a loaded texture is its levels.
//!
//! ```
//! use ngi_engine::materials::{Handle, Manager, Shared};
//! use ngi_formats::mat0::{BlendMode, MaterialBuf};
//! use ngi_formats::nres::{Editor, NewEntry};
//! use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
//! use ngi_vfs::{MemoryRoot, Vfs};
//!
//! // A game of one texture and one material; a real one would be `Vfs::open("path/to/game")`.
//! let picture = Image::new(1, 1, vec![[255, 0, 0, 255]])?;
//! let texture = Texm::encode(&picture, &Options::new(PixelFormat::RGB565))?;
//! let mut textures = Editor::new();
//! textures.add(NewEntry::new(*b"Texm", "RUST.0")?, texture.write())?;
//! let rust = MaterialBuf::of_texture(b"RUST.0", BlendMode::OPAQUE)?;
//! let [attr1, attr2, attr3] = rust.attributes.numbers();
//! let entry = NewEntry { attr1, attr2, attr3, ..NewEntry::new(*b"MAT0", "RUST")? };
//! let mut materials = Editor::new();
//! materials.add(entry, rust.write()?)?;
//! let game = MemoryRoot::new()
//!     .with("Textures.lib", textures.write()?)?
//!     .with("Material.lib", materials.write()?)?
//!     .with("barrel.wea", b"2\r\n0 RUST\r\n1 GOLD\r\n".as_slice())?;
//!
//! let mut shared = Shared::new(Vfs::in_memory(game));
//! let mut manager = Manager::load(&mut shared);
//! let wear = manager.load_wear_file(&mut shared, "barrel.wea")?;
//! shared.set_game_time(1500);
//! let shown = manager.phase(&mut shared, Handle::new(wear, 0), 0)?;
//! let texture = shared.texture_of(&shown).ok_or("no texture")?;
//! assert_eq!(texture.decode(0)?.pixels(), [[255, 0, 0, 255]]);
//!
//! // There is no GOLD: the log says so in the engine's words, and the first material is shown.
//! let lines: Vec<_> = shared.log.lines().map(|line| line.to_string()).collect();
//! assert!(lines.contains(&"Material GOLD not found.".to_owned()));
//! assert_eq!(manager.phase(&mut shared, Handle::new(wear, 1), 0)?, shown);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What nobody has read from the game yet stands in a function of its own whose comment says
//! so.

mod cache;
mod definition;
mod error;
mod log;
mod manager;
mod material;
mod palettes;
mod phase;
mod policy;
pub mod profile;
mod random;
mod shared;
#[cfg(test)]
mod tests;
mod texture;
mod track;

pub use cache::{Cache, Key, Slot};
pub use definition::{Definition, Metadata};
pub use error::{Error, Result};
pub use log::{Line, Log};
pub use manager::{Broken, Handle, Manager, TABLES};
pub use palettes::Palettes;
pub use phase::{NONE, RECORD_SIZE, RuntimePhase};
pub use policy::{BuildLevels, LoadFlags, MipSkip, TexturePolicy};
pub use profile::RenderProfile;
pub use random::Rand;
pub use shared::{IDLE_MS, LIGHTMAPS, LibraryPaths, MATERIALS, SWEEP_EVERY_MS, Shared, TEXTURES};
pub use texture::{Texture, TextureId, TextureKind, TextureLevel};
pub use track::{Clock, RuntimeTrack, Shown};
