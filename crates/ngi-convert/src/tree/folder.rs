//! The folder that a tree is made in, and what it is made of.

use std::fs;
use std::path::{Path, PathBuf};

use ngi_verbs::placement::Placement;
use ngi_verbs::surroundings::Game;
use ngi_vfs::{Node, NodeKind};

use super::index::{Base, Earlier, Head, Journal};
use super::links::with_slashes;
use super::plan::is_folder;
use crate::{Error, Result};

/// Where a tree is made before it is complete.
pub(super) fn unfinished(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    folder.with_file_name(name)
}

/// Where a tree is being made.
pub(super) struct TreeFolder {
    pub path: PathBuf,
    /// Whether it is the folder that was asked for.
    in_place: bool,
    pub earlier: Earlier,
}

impl TreeFolder {
    /// The folder that was asked for where it is there already, else one beside it.
    pub fn open(folder: &Path, head: &Head, force: bool) -> Result<Self> {
        let occupied = match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_some(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
            Err(error) => return Err(Error::io("open", folder)(error)),
        };
        if occupied {
            let earlier = Earlier::of_tree(folder, head);
            if earlier.is_none() && !force {
                return Err(ngi_vfs::Error::Exists { path: folder.into() }.into());
            }
            let earlier = earlier.filter(|_| !force).unwrap_or_default();
            return Ok(Self { path: folder.into(), in_place: true, earlier });
        }
        let path = unfinished(folder);
        // Unfinished, or finished and only without its name.
        let earlier = Earlier::of_journal(&path, head).or_else(|| Earlier::of_tree(&path, head));
        if earlier.is_none() && path.symlink_metadata().is_ok() {
            return Err(ngi_vfs::Error::Exists { path }.into());
        }
        fs::create_dir_all(&path).map_err(Error::io("create", &path))?;
        Ok(Self { path, in_place: false, earlier: earlier.unwrap_or_default() })
    }

    /// Begins its journal. Where even that cannot be written, a new folder goes again: without a
    /// journal it would be in the way of the next run.
    pub fn begin(&self, head: &Head) -> Result<Journal> {
        Journal::open(&self.path, head, &self.earlier).inspect_err(|_| {
            if !self.in_place {
                // Only an empty one is removed.
                let _ = fs::remove_dir(&self.path);
            }
        })
    }

    /// How files come into it: what is not finished is nobody's business.
    pub fn placement(&self, force: bool) -> Placement {
        if self.in_place { Placement::InUse { replace: force } } else { Placement::Hidden }
    }

    /// Gives the finished tree its name.
    pub fn finish(self, folder: &Path) -> Result<()> {
        if self.in_place {
            return Ok(());
        }
        // An empty folder may stand there; on some systems a rename does not replace it.
        let _ = fs::remove_dir(folder);
        fs::rename(&self.path, folder).map_err(Error::io("rename", folder))
    }
}

/// The folder or archive that the sources of an export are counted from.
pub(super) fn base_of(node: &Node, game: Option<&Game>) -> Base {
    let base = if is_folder(node) { Some(node.clone()) } else { node.parent() };
    let base = base.unwrap_or_else(|| node.clone());
    Base { path: below_game(&base, game), is_archive: base.kind() != NodeKind::Folder }
}

/// The path of a node below the game folder, or its name where it does not lie there.
fn below_game(node: &Node, game: Option<&Game>) -> String {
    let real = |node: &Node| node.disk_path()?.canonicalize().ok();
    let (file, root) = (node.file(), game.map(|game| game.vfs().root()));
    let below = real(&file).zip(root.as_ref().and_then(real));
    let below = below.and_then(|(file, root)| file.strip_prefix(root).ok().map(with_slashes));
    let Some(below) = below else { return node.name() };
    // What follows in a path behind the file are entries.
    let path = node.path();
    let inside = path.get(file.path().len()..).unwrap_or_default();
    format!("{below}{inside}")
}
