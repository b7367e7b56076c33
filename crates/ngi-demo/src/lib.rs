//! The demo game: a folder laid out like the real one, made from nothing but code.
//!
//! Nothing here uses the clock, and of floating point only what every machine rounds alike (no
//! sines), so every machine makes the same bytes.
//!
//! ```
//! let files = ngi_demo::files()?;
//! assert!(files.iter().any(|file| file.path == "sounds.lib"));
//! # Ok::<(), ngi_formats::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod broken;
mod controllers;
mod effects;
mod fonts;
mod game;
mod large;
mod maps;
mod materials;
mod missions;
mod models;
mod objects;
mod paint;
mod scale;
mod shelves;
mod sidecars;
mod skies;
mod sounds;
mod texts;
mod textures;
mod units;
mod write;

use ngi_formats::Result;
use ngi_vfs::{MemoryRoot, Vfs};
use rayon::prelude::*;

pub use game::{Census, FilePlan, census, plan};
pub use scale::Scale;
pub use write::{Error, Written, refuse, write};

/// A file of the demo game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoFile {
    /// Path below the game folder.
    pub path: String,
    /// All its bytes.
    pub bytes: Vec<u8>,
}

/// Every file of the small demo game, in memory.
pub fn files() -> Result<Vec<DemoFile>> {
    let make = |plan: &FilePlan| Ok(DemoFile { path: plan.path.clone(), bytes: plan.make()? });
    plan(Scale::ONE).par_iter().map(make).collect()
}

/// The small demo game as a game folder in memory.
pub fn mounted() -> std::result::Result<Vfs, Error> {
    let root = MemoryRoot::new();
    let made = files().map_err(|source| Error::Make { path: "demo game".into(), source })?;
    for file in made {
        root.insert(&file.path, file.bytes)?;
    }
    Ok(Vfs::in_memory(root))
}

/// FNV-1a over all paths and bytes: what proves that two machines made the same game.
pub fn fingerprint(files: &[DemoFile]) -> u64 {
    let all = files.iter().flat_map(|file| file.path.bytes().chain(file.bytes.iter().copied()));
    all.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
