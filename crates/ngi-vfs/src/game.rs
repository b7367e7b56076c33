//! Which folder is the game's.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::disk;
use crate::error::{Error, Result};

/// A folder that holds one of these is a game folder.
pub const GAME_MARKERS: [&str; 2] = ["Material.lib", "Textures.lib"];

/// Finds the game folder: the one asked for, else the one the environment names (`NGI_GAME`),
/// else the nearest folder at or above `near` that holds one of [`GAME_MARKERS`].
///
/// `near` may go on into an archive, or name something that does not exist. `None` means that
/// nobody named a folder and none was found.
pub fn find_game(
    explicit: Option<&Path>,
    env: Option<&OsStr>,
    near: &Path,
) -> Result<Option<PathBuf>> {
    if let Some(folder) = explicit {
        return named(folder, "--game").map(Some);
    }
    if let Some(folder) = env.filter(|value| !value.is_empty()) {
        return named(Path::new(folder), "NGI_GAME").map(Some);
    }
    let near = absolute(near)?;
    Ok(near.ancestors().find(|folder| is_game_folder(folder)).map(Path::to_owned))
}

/// Whether a folder holds one of [`GAME_MARKERS`], ignoring case.
pub fn is_game_folder(folder: &Path) -> bool {
    // Spelt so nearly everywhere, and a folder may hold thousands of files.
    let is_file = |name: &OsStr| folder.join(name).is_file();
    if GAME_MARKERS.iter().any(|marker| is_file(OsStr::new(marker))) {
        return true;
    }
    let Ok(found) = fs::read_dir(folder) else { return false };
    found.flatten().any(|found| {
        let name = found.file_name();
        GAME_MARKERS.iter().any(|marker| name.eq_ignore_ascii_case(marker)) && is_file(&name)
    })
}

fn named(folder: &Path, who: &str) -> Result<PathBuf> {
    if folder.is_dir() {
        return Ok(folder.to_owned());
    }
    Err(Error::bad_path(disk::shown(folder), format!("{who} names no folder")))
}

/// The path from the root of the disk, so that the folders above the current one count too.
fn absolute(path: &Path) -> Result<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let full = std::path::absolute(path).map_err(Error::io("find", path))?;
    if !full.components().any(|part| part == Component::ParentDir) {
        return Ok(full);
    }
    // With `..` in it, the text alone does not tell what is above.
    let real = full.ancestors().find_map(|above| above.canonicalize().ok());
    Ok(real.unwrap_or(full))
}
