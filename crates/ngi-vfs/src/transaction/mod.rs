//! Several files changed together: all of them or none, and the change can be taken back.
//!
//! A [`Transaction`] stages files: their new bytes are written beside them, under temporary names,
//! and flushed. [`Transaction::commit`] then replaces one after another. In a game folder a
//! *journal* makes that safe at any moment. It lives in the hidden folder `.ngi`, which no listing
//! of this crate shows:
//!
//! 1. the old files are kept, as backups or in `.ngi` (hard links where there are some);
//! 2. a record of the change is written and flushed as `.ngi/<number>.pending`;
//! 3. the files are replaced one after another, and their folders flushed;
//! 4. the record becomes `.ngi/<number>.done`.
//!
//! A program that is stopped before step 2 changed nothing. What it made until then, temporary
//! files and backups, is removed by the next program that opens the folder: the file `.ngi/staging`
//! says that there may be some. After step 2, whoever opens the folder
//! next ([`recover`], which [`Transaction::begin`] calls too) completes the change if all its new
//! files are whole, or else takes it back. A step that *fails* is taken back at once.
//!
//! [`undo`] takes back the last change that is done, by the same steps, if nobody changed its
//! files since; [`history`] lists the last [`REMEMBERED`]. Programs that work on the same folder
//! wait for each other (`.ngi/lock`).
//!
//! Files outside of the game folder that is changed, and all files where there is none, are staged
//! and replaced the same way, but are in no journal: a step that fails is taken back, a program
//! that is stopped may leave some of them old and some new.
//!
//! ```
//! use ngi_vfs::save::Save;
//! use ngi_vfs::transaction::{self, Transaction};
//!
//! let game = tempfile::tempdir()?;
//! let (materials, model) = (game.path().join("Material.lib"), game.path().join("robot.msh"));
//! std::fs::write(&materials, "old")?;
//!
//! let mut change = Transaction::begin(game.path(), "bring in a robot")?;
//! change.stage(Save::new(&materials).backup(true), |out| out.write_all(b"new"))?;
//! change.stage(Save::new(&model), |out| out.write_all(b"robot"))?;
//! change.commit()?;
//! assert_eq!(std::fs::read(&materials)?, b"new");
//!
//! transaction::undo(game.path())?;
//! assert_eq!(std::fs::read(&materials)?, b"old");
//! assert!(!model.exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod commit;
mod home;
mod record;
mod settle;
mod sweep;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;

pub(crate) use home::is_journal;
pub use home::on_wait;
pub use record::{FileChange, Kept, Record, Sum, is_inside};
pub use settle::{Past, Recovered, Settled, clean, history, is_interrupted, recover, undo};
pub use sweep::{KeptFile, KeptFor, kept};

use self::home::{Home, Summing};
use crate::disk::Stamp;
use crate::error::{Error, Result};
use crate::node::Node;
use crate::save::{Save, SaveCalls, Saved, SystemCalls, steps, write_error};
use crate::vfs::Vfs;

/// How many changes can be taken back.
pub const REMEMBERED: usize = 20;

/// Files that are changed together. Nothing happens to them before [`Transaction::commit`].
///
/// Begin it before anything is read that the change depends on: from then on other programs that
/// use this crate wait. Within one program only one transaction may be open for a folder.
#[must_use = "nothing is changed before `commit`"]
pub struct Transaction<C: SaveCalls = SystemCalls> {
    calls: C,
    title: String,
    /// The folder with the journal, and its lock.
    home: Option<(Home, File)>,
    undoes: Option<u64>,
    /// Folders that were made, parents first.
    folders: Vec<PathBuf>,
    staged: Vec<Staged>,
    /// Files that were summed up, and what they looked like before.
    summed: Vec<(PathBuf, Stamp, Sum)>,
    in_memory: Vec<InMemory>,
    /// Mounts that have to look again afterwards.
    mounts: Vec<Vfs>,
    recovered: Vec<Recovered>,
    /// True if the journal says that files are being staged.
    is_noted: bool,
}

/// A file with its new bytes beside it.
struct Staged {
    path: PathBuf,
    /// Its path in the home; `None` outside.
    inside: Option<String>,
    /// The new bytes; `None` if the file is to go.
    temporary: Option<PathBuf>,
    new: Option<Sum>,
    old: Option<Sum>,
    backup: bool,
    overwrite: bool,
    unchanged: Option<Stamp>,
    /// Where the old file is kept, once it is.
    kept: Option<PathBuf>,
    is_published: bool,
    /// Whether there was a file when it was replaced.
    had_old: bool,
}

/// A file that is not on disk.
struct InMemory {
    file: Node,
    bytes: Bytes,
    backup: bool,
}

impl Transaction {
    /// Begins a change to files at or below a path, or beside it. If that is in a game folder, the
    /// change goes through its journal; what was interrupted there is settled first.
    pub fn begin(near: &Path, title: impl Into<String>) -> Result<Self> {
        Self::begin_through(SystemCalls, near, title)
    }

    /// Begins a change to files that need no journal, wherever they are.
    pub fn loose() -> Self {
        Self::in_home(SystemCalls, None, String::new())
    }
}

impl<C: SaveCalls> Transaction<C> {
    /// As [`Transaction::begin`], through other system calls.
    pub fn begin_through(mut calls: C, near: &Path, title: impl Into<String>) -> Result<Self> {
        let home = match Home::around(near)? {
            Some(home) => match home.lock(&mut calls) {
                Ok(lock) => Some((home, lock)),
                // A part of the game may be open for writing where the game itself is not.
                Err(Error::Io { source, .. }) if is_denied(&source) => None,
                Err(error) => return Err(error),
            },
            None => None,
        };
        let recovered = match &home {
            Some((home, _)) => settle::settle_all(&mut calls, home)?,
            None => Vec::new(),
        };
        let mut change = Self::in_home(calls, home, title.into());
        change.recovered = recovered;
        Ok(change)
    }

    fn in_home(calls: C, home: Option<(Home, File)>, title: String) -> Self {
        Self {
            calls,
            title,
            home,
            undoes: None,
            folders: Vec::new(),
            staged: Vec::new(),
            summed: Vec::new(),
            in_memory: Vec::new(),
            mounts: Vec::new(),
            recovered: Vec::new(),
            is_noted: false,
        }
    }

    /// Notes in the journal that temporary files are being made, before the first of them.
    fn note_staging(&mut self, path: &Path) -> Result<()> {
        let Some((home, _)) = self.home.as_ref().filter(|_| !self.is_noted) else { return Ok(()) };
        if home.inside(path).is_some() {
            home.note_staging(&mut self.calls, &[])?;
            self.is_noted = true;
        }
        Ok(())
    }

    /// Removes the note, once the record is written or nothing is left to be removed.
    fn forget_staging(&mut self) {
        if let Some((home, _)) = self.home.as_ref().filter(|_| self.is_noted) {
            let _ = self.calls.remove(&home.staging());
            self.is_noted = false;
        }
    }

    /// What was interrupted here before and is settled now.
    pub fn recovered(&self) -> &[Recovered] {
        &self.recovered
    }

    /// Whether it has a title yet, which [`history`] shows.
    pub fn has_title(&self) -> bool {
        !self.title.is_empty()
    }

    /// Gives it a title: what is done, for people.
    pub fn set_title(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// Whether nothing was staged.
    pub fn is_empty(&self) -> bool {
        self.staged.is_empty() && self.in_memory.is_empty()
    }

    /// Stages a file: what `write` writes goes beside it, and takes its place with all the others.
    /// The choices of `save` hold (backup, overwriting); everything is flushed.
    pub fn stage(
        &mut self,
        save: Save<'_>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let old = self.check_target(&save)?;
        self.note_staging(save.path)?;
        let mut sum = None;
        let temporary = steps::write_temporary(&mut self.calls, &save, old.as_ref(), |out| {
            let mut summing = Summing::new(out);
            write(&mut summing)?;
            sum = Some(summing.sum());
            Ok(())
        })?;
        self.add(&save, Some(temporary), sum);
        Ok(())
    }

    /// Stages the bytes of another file, which stays: by a second name where that can be, else as a
    /// copy. Nobody may write into either of them from then on; to replace them is fine.
    pub fn stage_file(&mut self, save: Save<'_>, from: &Path) -> Result<()> {
        let stamp = Stamp::now(from);
        let Some(sum) = home::sum_of(&mut self.calls, from)? else {
            return Err(Error::not_found(crate::disk::shown(from), "there is no file to copy"));
        };
        self.summed.extend(stamp.map(|stamp| (from.to_owned(), stamp, sum)));
        self.stage_double(&save, from, Some(sum))
    }

    /// Stages the removal of a file.
    pub fn stage_removal(&mut self, save: Save<'_>) -> Result<()> {
        if self.check_target(&save)?.is_none() {
            let path = crate::disk::shown(save.path);
            return Err(Error::not_found(path, "there is no file to remove"));
        }
        self.add(&save, None, None);
        Ok(())
    }

    /// Makes a folder, and those above it, for files that are to be staged. They go again if the
    /// change does not happen or is taken back.
    pub fn make_folder(&mut self, folder: &Path) -> Result<()> {
        let mut missing = Vec::new();
        for above in folder.ancestors().filter(|above| !above.as_os_str().is_empty()) {
            match self.calls.look(above).map_err(Error::io("look at", above))? {
                None => missing.push(above),
                Some(_) if above.is_dir() => break,
                Some(_) => return Err(Error::bad_path(crate::disk::shown(above), "not a folder")),
            }
        }
        for folder in missing.into_iter().rev() {
            self.calls.make_folder(folder).map_err(Error::io("make", folder))?;
            self.folders.push(folder.to_owned());
        }
        Ok(())
    }

    /// Stages other bytes for a file, or for an entry however deep, as [`rewrite`](crate::rewrite)
    /// would save them.
    pub fn rewrite(&mut self, node: &Node, payload: &[u8], backup: bool) -> Result<()> {
        crate::rewrite::stage(self, node, payload, backup)
    }

    /// As [`Transaction::rewrite`], with the bytes coming from a function.
    pub fn rewrite_with(
        &mut self,
        node: &Node,
        backup: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        crate::rewrite::stage_with(self, node, backup, write)
    }

    /// Stages a whole file that was read as `file`, wherever that is.
    pub(crate) fn stage_node(
        &mut self,
        file: &Node,
        backup: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        if let Some((vfs, _)) = file.in_mount() {
            self.mounts.push(vfs.clone());
        }
        if let Some(path) = file.disk_path() {
            return self
                .stage(Save::new(&path).backup(backup).unchanged_since(file.stamp()), write);
        }
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(|error| write_error(file.path().as_ref(), error))?;
        self.in_memory.push(InMemory { file: file.clone(), bytes: bytes.into(), backup });
        Ok(())
    }

    /// Replaces the files: all of them, or none. They come out in the order they were staged.
    pub fn commit(mut self) -> Result<Vec<Saved>> {
        let mut saved = commit::commit(&mut self)?;
        for InMemory { file, bytes, backup } in std::mem::take(&mut self.in_memory) {
            saved.push(crate::rewrite::store(&file, bytes, backup)?);
        }
        for vfs in std::mem::take(&mut self.mounts) {
            vfs.refresh();
        }
        Ok(saved)
    }

    /// What is at a target now, if it may be replaced.
    fn check_target(&mut self, save: &Save<'_>) -> Result<Option<std::fs::Metadata>> {
        let inside = self.home.as_ref().and_then(|(home, _)| home.inside(save.path));
        let same = |staged: &Staged| {
            staged.path == save.path || (inside.is_some() && staged.inside == inside)
        };
        if self.staged.iter().any(same) {
            let why = "would be written twice in one change";
            return Err(Error::bad_path(crate::disk::shown(save.path), why));
        }
        let old = steps::old_file(&mut self.calls, save.path)?;
        if old.is_some() && !save.overwrite {
            return Err(Error::Exists { path: save.path.to_owned() });
        }
        Ok(old)
    }

    fn add(&mut self, save: &Save<'_>, temporary: Option<PathBuf>, new: Option<Sum>) {
        let inside = self.home.as_ref().and_then(|(home, _)| home.inside(save.path));
        self.staged.push(Staged {
            path: save.path.to_owned(),
            inside,
            temporary,
            new,
            old: None,
            backup: save.backup,
            overwrite: save.overwrite,
            unchanged: save.unchanged,
            kept: None,
            is_published: false,
            had_old: false,
        });
    }
}

/// The folder in a game's `.ngi` that belongs to its mods. Files in it are part of transactions, as
/// those of the game are; no listing of this crate shows them.
pub fn mods_folder(game: &Path) -> PathBuf {
    game.join(record::FOLDER).join(record::MODS)
}

impl<C: SaveCalls> Drop for Transaction<C> {
    fn drop(&mut self) {
        for file in self.staged.iter().filter(|file| !file.is_published) {
            if let Some(temporary) = &file.temporary {
                let _ = self.calls.remove(temporary);
            }
        }
        for folder in self.folders.iter().rev() {
            let _ = self.calls.remove_folder(folder);
        }
        self.forget_staging();
    }
}

fn is_denied(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
}
