//! What the folder `.ngi/mods` of a game says: which mods are installed, in which order, which
//! files are not the game's own, and where the originals of those are.
//!
//! | file | holds |
//! |---|---|
//! | `installed.json` | the list, and a line for each file that is not the game's own |
//! | `originals/<sha256>` | a file of the game, as it was |
//! | `packages/<sha256>` | an installed mod, as a zip |
//!
//! All of it changes in one transaction with the game's files, so `ngi undo` takes a mod back, too.

use std::fs;
use std::path::{Path, PathBuf};

use ngi_verbs::{Error, Result};
use ngi_vfs::transaction::{is_inside, mods_folder};
use serde::{Deserialize, Serialize};

use crate::hash::Digest;
use crate::package::Mod;

/// The schema of the list.
const SCHEMA: &str = "ngi.installed/1";
/// The most bytes the list may have.
const MOST_BYTES: u64 = 64 << 20;

/// The list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    schema: String,
    pub mods: Vec<Installed>,
    /// In the order of their paths, case ignored.
    pub files: Vec<Touched>,
    /// Folders that were made for files of mods, parents first.
    pub folders: Vec<String>,
}

/// A mod that is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Installed {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The zip it is kept as.
    pub sha256: Digest,
    /// Whether it wins where others say something else.
    pub preferred: bool,
}

/// A file that is not the game's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Touched {
    pub path: String,
    /// What it was; `None` where the game has no such file.
    pub original: Option<Digest>,
    /// What it is; `None` where it was taken away.
    pub now: Option<Digest>,
}

impl Default for State {
    fn default() -> Self {
        Self { schema: SCHEMA.to_owned(), mods: Vec::new(), files: Vec::new(), folders: Vec::new() }
    }
}

impl State {
    /// The list of a game; an empty one where no mod is installed.
    pub fn read(store: &Store) -> Result<Self> {
        let path = store.list();
        let wrong = |why: String| Error::Usage(format!("{}: {why}", ngi_vfs::shown(&path)));
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(Error::io("look at", &path)(error)),
            Ok(found) if !found.is_file() || found.len() > MOST_BYTES => {
                return Err(wrong("is no list of mods; move it away".to_owned()));
            }
            Ok(_) => {}
        }
        let text = ngi_vfs::read_input(&path)?;
        let mut state: Self = serde_json::from_slice(&text)
            .map_err(|error| wrong(format!("is no list of mods ({error}); move it away")))?;
        let paths = state.files.iter().map(|file| &file.path).chain(&state.folders);
        if state.schema != SCHEMA || !paths.into_iter().all(|path| is_inside(path)) {
            return Err(wrong(
                "is no list of mods that this program knows; move it away".to_owned(),
            ));
        }
        state.files.sort_by_cached_key(|file| file.path.to_lowercase());
        Ok(state)
    }

    /// The text of the list.
    pub fn to_text(&self) -> Result<Vec<u8>> {
        Ok(serde_json::to_vec_pretty(self).map_err(std::io::Error::other)?)
    }

    /// What is known of a file.
    pub fn touched(&self, path: &str) -> Option<&Touched> {
        let folded = path.to_lowercase();
        let found = self.files.binary_search_by(|file| file.path.to_lowercase().cmp(&folded));
        found.ok().and_then(|at| self.files.get(at))
    }
}

/// Where a game keeps what belongs to its mods.
#[derive(Debug, Clone)]
pub(super) struct Store {
    game: PathBuf,
    folder: PathBuf,
}

impl Store {
    pub fn of(game: &Path) -> Self {
        Self { game: game.to_owned(), folder: mods_folder(game) }
    }

    /// The folder of the game.
    pub fn game(&self) -> &Path {
        &self.game
    }

    pub fn list(&self) -> PathBuf {
        self.folder.join("installed.json")
    }

    pub fn original(&self, digest: Digest) -> PathBuf {
        self.folder.join("originals").join(digest.to_string())
    }

    pub fn package(&self, digest: Digest) -> PathBuf {
        self.folder.join("packages").join(digest.to_string())
    }

    /// A mod that is installed. It must be what it was then.
    pub fn open(&self, installed: &Installed) -> Result<Mod> {
        let path = self.package(installed.sha256);
        let bytes = ngi_vfs::read_input(&path)?;
        if Digest::of(&bytes) != installed.sha256 {
            let why = format!("the copy of {} was changed by somebody", installed.name);
            return Err(Error::Usage(format!("{}: {why}", ngi_vfs::shown(&path))));
        }
        Mod::of_zip(bytes).map_err(Error::about(ngi_vfs::shown(&path)))
    }

    /// Removes the folders that nothing is in any more. That some stay is no harm.
    pub fn tidy(&self) {
        for folder in ["originals", "packages"] {
            let _ = fs::remove_dir(self.folder.join(folder));
        }
        let _ = fs::remove_dir(&self.folder);
    }
}
