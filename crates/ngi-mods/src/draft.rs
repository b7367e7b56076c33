//! A mod that is being worked on: a folder, and the game as it is with what it says.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ngi_verbs::{Error, Result};
use ngi_vfs::save::{Saved, atomic_write};
use ngi_vfs::{DiskRoot, LayeredRoot, NodeKind, Root, Vfs};

use crate::make::make;
use crate::manifest::Manifest;
use crate::merge::{Layer, Source as _, merge};
use crate::package::Mod;

/// The folder of a mod, opened to change it. What is written into [`Draft::vfs`] stays in memory;
/// [`Draft::save`] makes the mod anew of it.
#[derive(Debug)]
pub struct Draft {
    folder: PathBuf,
    package: Mod,
    game: Vfs,
    root: Arc<LayeredRoot>,
    vfs: Vfs,
}

impl Draft {
    /// Opens the folder of a mod over a game.
    pub fn open(game: &Path, folder: &Path) -> Result<Self> {
        let package = Mod::open(folder)?;
        let below = Vfs::open(game)?;
        let merged = merge(&below, &[Layer { package: &package, preferred: false }])?;
        merged.fits()?;
        let files = merged.in_one_piece();
        let root = LayeredRoot::new(Arc::new(DiskRoot::new(game)?), files).taking_writes();
        let root = Arc::new(root);
        let vfs = Vfs::new(vec![Arc::clone(&root) as Arc<dyn Root>]);
        Ok(Self { folder: folder.to_owned(), package, game: below, root, vfs })
    }

    /// The game with the mod over it, to be changed.
    pub fn vfs(&self) -> &Vfs {
        &self.vfs
    }

    /// Puts the files of a folder that lies over the game into it; gives their paths.
    pub fn put_folder(&self, folder: &Path) -> Result<Vec<String>> {
        let from = Vfs::open(folder)?;
        let mut paths = Vec::new();
        for node in from.root().walk().archives_closed() {
            let node = node?;
            if node.kind() == NodeKind::File && !node.is_backup() {
                let path = self.vfs.spelt(&node.path());
                self.root.store(Path::new(&path), node.bytes()?)?;
                paths.push(path);
            }
        }
        self.vfs.refresh();
        Ok(paths)
    }

    /// The same, with another manifest.
    #[must_use]
    pub fn called(mut self, manifest: Manifest) -> Self {
        self.package.manifest = manifest;
        self
    }

    /// The mod as it was opened.
    pub fn package(&self) -> &Mod {
        &self.package
    }

    /// Writes the mod: what the game now differs in. Files of the folder that it no longer needs go.
    pub fn save(&self) -> Result<Vec<Saved>> {
        let touched: HashSet<String> = self.root.layer().into_iter().collect();
        let roots = [&self.game.root(), &self.vfs.root()];
        let made = make(roots, self.package.manifest.clone(), Some(&touched), &())?;
        let files = made.to_files()?;
        let mut saved = Vec::new();
        for (name, bytes) in &files {
            let path = self.folder.join(name);
            if ngi_vfs::read_input(&path).is_ok_and(|there| there == *bytes) {
                continue;
            }
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
            }
            atomic_write(&path, |out| out.write_all(bytes))?;
            saved.push(Saved { path, backup: None });
        }
        let names = files.iter().map(|(name, _)| name.as_str()).collect();
        remove_others(&self.folder, &names);
        Ok(saved)
    }
}

/// Removes blobs that no change names any more; that one stays is no harm.
fn remove_others(folder: &Path, names: &BTreeSet<&str>) {
    for below in ["delta", "payload"] {
        let Ok(found) = fs::read_dir(folder.join(below)) else { continue };
        for file in found.flatten() {
            let name = format!("{below}/{}", file.file_name().to_string_lossy());
            if !names.contains(name.as_str()) {
                let _ = fs::remove_file(file.path());
            }
        }
    }
}
