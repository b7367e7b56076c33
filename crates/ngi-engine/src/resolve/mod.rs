//! From a name to what it means: wear → material → texture → palette, and the files of a level.
//!
//! Names in files are followed here and nowhere else, so that a picture, an export, a check and
//! the run-time managers agree about what they lead to.
//!
//! | question | answered by |
//! |---|---|
//! | what are the libraries called, the wear of a model, the files of a level | [`names`] |
//! | which entry of a library is this material, this texture | [`find_material`], [`find_texture`] |
//! | which colours do the indices of a texture mean | [`colours_of`] |
//! | what lies beside a file, and in the game around it | [`Surroundings`], [`Game`] |
//! | what is there by name, and what belongs to it | [`Registry`], by [`Game::registry`] |
//! | what does a placed object need, down to its textures | [`Chains`] |
//! | where do libraries come from, if not from a game folder | [`Library`], [`Source`] |
//!
//! A material that is not there is `DEFAULT`, and where that is missing too the first entry of
//! the library, as in the engine.
//!
//! ```
//! use ngi_engine::resolve::{Game, Surroundings, Taken};
//! use ngi_formats::nres::{Editor, NewEntry};
//! use ngi_vfs::{MemoryRoot, Vfs};
//!
//! let mut materials = Editor::new();
//! materials.add(NewEntry::new(*b"MAT0", "RUST")?, b"...".as_slice())?;
//! let root = MemoryRoot::new()
//!     .with("Material.lib", materials.write()?)?
//!     .with("barrel.msh", b"...".as_slice())?
//!     .with("BARREL.WEA", b"1\n0 RUST\n".as_slice())?;
//! let vfs = Vfs::in_memory(root);
//!
//! let around = Surroundings::of(&vfs.locate("barrel.msh")?, Some(&Game::new(vfs.clone())));
//! assert_eq!(around.wear_of("barrel.msh").ok_or("no wear")?.name, "BARREL.WEA");
//! let gold = around.material(b"GOLD").ok_or("no material")?;
//! assert_eq!((gold.found.name.as_str(), gold.taken), ("RUST", Taken::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
#[cfg(test)]
mod chain_tests;
mod find;
mod game;
mod library;
pub mod names;
mod registry;
mod surroundings;
#[cfg(test)]
mod tests;

pub use chain::{Chains, Counts, Fault, Problem, Step, StepKind, Traced, TracedPart, TracedUnit};
pub use find::{MaterialEntry, NoTexture, Taken, colours_of, find_material, find_texture};
pub use game::{Found, Game, OpenLibrary};
pub use library::{Library, Source, types};
pub use names::LevelNames;
pub use registry::{Object, Registry};
pub use surroundings::{FoundMaterial, Surroundings};
