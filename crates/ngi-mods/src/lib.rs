//! Mods: what somebody changed in a game, to be passed on without the game, laid over it, and taken
//! out again.
//!
//! * [`make`] compares two games and says what differs, as small as it can: fields, entries,
//!   deltas. A [`Mod`] is that, with a [`Manifest`], in a zip or a folder.
//! * [`merge`] lays mods over a game, in memory: what each file becomes, and what does not go
//!   together. [`seen_through`] is the game as it would be.
//! * [`installed`] keeps mods in a game folder. Everything follows from the original files and the
//!   ordered set of mods, so any of them can go again; without any, the game is what it was.
//!
//! `docs/adr/0010-mods.md` has the reasons.
//!
//! ```
//! use ngi_mods::{Layer, Manifest, make, merge};
//! use ngi_vfs::{MemoryRoot, Vfs};
//!
//! let game = |text: &'static str| -> ngi_vfs::Result<Vfs> {
//!     Ok(Vfs::in_memory(MemoryRoot::new().with("readme.txt", text)?))
//! };
//! let (old, new) = (game("Hello, pilot.")?, game("Hello, commander.")?);
//! let package = make([&old.root(), &new.root()], Manifest::new("polite")?, None, &())?;
//!
//! let merged = merge(&old, &[Layer { package: &package, preferred: false }])?;
//! assert_eq!(merged.files["readme.txt"].as_ref().unwrap(), "Hello, commander.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod change;
mod content;
pub mod delta;
mod draft;
mod fingerprint;
mod hash;
pub mod installed;
mod make;
mod manifest;
mod merge;
mod needs;
mod package;

use std::path::Path;
use std::sync::Arc;

pub use change::{Blob, Change, Changes, FileChanges, What};
pub use content::Content;
pub use draft::Draft;
pub use fingerprint::fingerprint;
pub use hash::Digest;
pub use make::make;
pub use manifest::Manifest;
pub use merge::{Conflict, Layer, Merged, Misfit, Source, merge};
pub use needs::{check_order, in_order};
pub use package::{Mod, SUFFIX, is_mod_folder};

use ngi_verbs::Result;
use ngi_vfs::{DiskRoot, LayeredRoot, Vfs};

/// A game folder as it is with mods laid over it; nothing is written. What the mods do not agree
/// about, and what does not fit the game, comes along.
pub fn seen_through(game: &Path, layers: &[Layer<'_>]) -> Result<(Vfs, Merged)> {
    let merged = merge(&Vfs::open(game)?, layers)?;
    merged.fits()?;
    let root = LayeredRoot::new(Arc::new(DiskRoot::new(game)?), merged.in_one_piece());
    Ok((Vfs::new(vec![Arc::new(root)]), merged))
}
