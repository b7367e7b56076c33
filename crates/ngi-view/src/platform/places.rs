//! Something that was opened, on disk or in memory.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ngi_verbs::surroundings::Game;
use ngi_vfs::{MemoryRoot, Node, Vfs};

/// Begins the name of what is not on disk; no path of a system begins so.
const IN_MEMORY: &str = "memory://";

/// Something that was opened: a mount, and what of it the tree shows.
#[derive(Clone)]
pub struct Place {
    /// What the window calls it.
    pub label: String,
    /// The mount.
    pub vfs: Vfs,
    /// The path below the mount at which the tree begins; empty for all of it.
    pub inside: String,
    /// What to select at first.
    pub select: Option<String>,
    /// The game folder it belongs to, if that is not the mount itself.
    pub game: Option<PathBuf>,
}

impl Place {
    /// Files in memory, such as those that were dropped on a browser's window.
    pub fn in_memory(files: Vec<(String, Vec<u8>)>) -> Result<Self, String> {
        let label = match files.as_slice() {
            [(name, _)] => name.clone(),
            several => format!("{} files", several.len()),
        };
        let select = files.first().map(|(name, _)| name.clone());
        let root = MemoryRoot::new();
        for (name, bytes) in files {
            root.insert(&name, bytes).map_err(|error| error.to_string())?;
        }
        let vfs = Vfs::in_memory(root);
        Ok(Self { label, vfs, inside: String::new(), select, game: None })
    }

    /// The folder on disk that is mounted.
    pub fn folder(&self) -> Option<PathBuf> {
        self.vfs.roots().first()?.disk_path(Path::new(""))
    }

    /// What it is remembered by: where it is on disk, or for files in memory, as those of a page,
    /// what the window calls them.
    pub fn name(&self) -> String {
        match self.folder() {
            Some(folder) => folder.join(&self.inside).display().to_string(),
            None => format!("{IN_MEMORY}{}", self.label),
        }
    }

    /// The same place, seen through mods if it is a game or a folder of one.
    pub fn seen_through(self, over: Option<&Over>) -> Result<Self, String> {
        let (Some(over), Some(folder)) = (over, self.folder()) else { return Ok(self) };
        if ngi_vfs::is_game_folder(&folder) {
            return Ok(Self { vfs: (over.mount)(&folder)?, ..self });
        }
        let below = self.game.as_deref().and_then(|game| folder.strip_prefix(game).ok());
        let (Some(game), Some(below), true) = (&self.game, below, self.inside.is_empty()) else {
            return Ok(self);
        };
        let (vfs, inside) = ((over.mount)(game)?, ngi_vfs::shown(below));
        Ok(Self { vfs, inside, game: None, ..self })
    }

    /// The node at which the tree begins, read anew.
    pub fn root(&self) -> Result<Node, String> {
        self.vfs.locate(&self.inside).map_err(|error| error.to_string())
    }

    /// The game it belongs to. Nothing that was opened before is kept.
    pub fn game(&self) -> Option<Game> {
        match &self.game {
            Some(folder) => Game::open(folder).ok(),
            None => Some(Game::new(self.vfs.clone())),
        }
    }
}

/// Makes of a game folder what it is with mods over it, or says why not.
pub type Mount = dyn Fn(&Path) -> Result<Vfs, String> + Send + Sync;

/// Mods that games are seen through.
#[derive(Clone)]
pub struct Over {
    /// A game folder as it is with them.
    pub mount: Arc<Mount>,
    /// Where they are, to notice that they change.
    pub mods: Vec<PathBuf>,
}

/// What was dropped on the window.
pub enum Dropped {
    /// A place on disk.
    Path(PathBuf),
    /// Names and bytes.
    Files(Vec<(String, Vec<u8>)>),
}
