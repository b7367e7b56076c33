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

mod fonts;
mod materials;
mod models;
mod paint;
mod sounds;
mod textures;
mod write;

use ngi_formats::Result;

pub use write::{Error, write};

/// A file of the demo game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoFile {
    /// Path below the game folder.
    pub path: &'static str,
    /// All its bytes.
    pub bytes: Vec<u8>,
}

/// Every file of the demo game.
pub fn files() -> Result<Vec<DemoFile>> {
    Ok(vec![
        DemoFile { path: "Material.lib", bytes: materials::library()? },
        DemoFile { path: "Textures.lib", bytes: textures::library()? },
        DemoFile { path: "LightMap.lib", bytes: textures::lightmaps()? },
        DemoFile { path: "palettes.lib", bytes: textures::palettes()? },
        DemoFile { path: "sounds.lib", bytes: sounds::library()? },
        DemoFile { path: "static.rlb", bytes: models::scenery()? },
        DemoFile { path: "bases.rlb", bytes: models::robots()? },
        DemoFile { path: "gamefont.rlb", bytes: fonts::fonts()? },
        DemoFile { path: "sprites.lib", bytes: fonts::sprites()? },
    ])
}

/// FNV-1a over all paths and bytes: what proves that two machines made the same game.
pub fn fingerprint(files: &[DemoFile]) -> u64 {
    let all = files.iter().flat_map(|file| file.path.bytes().chain(file.bytes.iter().copied()));
    all.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
