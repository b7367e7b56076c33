//! What becomes of a change afterwards: completed or taken back after an interruption, taken back
//! on request, forgotten.

use std::path::{Path, PathBuf};

use super::home::{Home, State, double, sum_of};
use super::record::{FileChange, Record, Sum};
use super::{REMEMBERED, Transaction, sweep};
use crate::error::{Error, Result};
use crate::save::steps::folder_of;
use crate::save::{Save, SaveCalls, SystemCalls, temporary_number};

/// The most bytes of old files that the journal itself keeps; backups are not its own.
const MOST_KEPT: u64 = 2 << 30;

/// How an interrupted change was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// All its files are new.
    Completed,
    /// All its files are as they were.
    TakenBack,
    /// These files were changed by somebody since, and were left as they are. The others are as
    /// they were.
    Conflict(Vec<PathBuf>),
    /// Nothing had been changed yet. These temporary files and backups were left, and are removed.
    Cleaned(Vec<PathBuf>),
}

/// An interrupted change, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// Title of the change; empty if nothing was recorded yet.
    pub title: String,
    /// Its folder.
    pub folder: PathBuf,
    /// What became of it.
    pub settled: Settled,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// Counts up.
    pub number: u64,
    /// When, in seconds since 1970.
    pub time: u64,
    /// What it was.
    pub title: String,
    /// Its files.
    pub files: Vec<PathBuf>,
}

/// Settles what was interrupted in the folder around a path, and removes what the program left that
/// was stopped there. Costs a few looks where nothing was.
pub fn recover(near: &Path) -> Result<Vec<Recovered>> {
    recover_through(&mut SystemCalls, near)
}

/// The same, through other system calls.
pub(super) fn recover_through(calls: &mut dyn SaveCalls, near: &Path) -> Result<Vec<Recovered>> {
    let Some(home) = Home::with_journal(calls, near)? else { return Ok(Vec::new()) };
    if has_pending(calls, &home)? {
        // A process that is working there finishes first.
        let _lock = home.lock(calls)?;
        return settle_all(calls, &home);
    }
    if !sweep::is_noted(calls, &home) {
        return Ok(Vec::new());
    }
    Ok(sweep_unlocked(calls, &home))
}

/// Sweeps a folder unless another program has its lock: temporary files of a program that is at work
/// are its own.
fn sweep_unlocked(calls: &mut dyn SaveCalls, home: &Home) -> Vec<Recovered> {
    let lock = home.try_lock(calls);
    lock.and_then(|_lock| sweep::sweep(calls, home)).into_iter().collect()
}

/// Removes temporary files that stopped programs left beside a path, wherever it is. For commands
/// that write there: it lists the folder. In a game folder, all of the game is searched if there
/// are any.
pub fn clean(near: &Path) -> Result<Vec<Recovered>> {
    let calls = &mut SystemCalls;
    if !sweep::has_temporaries(calls, near) {
        return Ok(Vec::new());
    }
    match Home::with_journal(calls, near)? {
        // Its files are named by the record; `recover` settles them.
        Some(home) if has_pending(calls, &home)? => Ok(Vec::new()),
        Some(home) => Ok(sweep_unlocked(calls, &home)),
        None => Ok(sweep::sweep_beside(calls, near)),
    }
}

fn has_pending(calls: &mut dyn SaveCalls, home: &Home) -> Result<bool> {
    Ok(home.records(calls)?.iter().any(|(_, state)| *state == State::Pending))
}

/// Returns true if a change was interrupted in the folder around a path and is not settled yet.
pub fn is_interrupted(near: &Path) -> Result<bool> {
    let mut calls = SystemCalls;
    let home = Home::with_journal(&mut calls, near)?;
    home.map_or(Ok(false), |home| has_pending(&mut calls, &home))
}

/// The changes that can be taken back in the folder around a path, the last one first.
pub fn history(near: &Path) -> Result<Vec<Past>> {
    let mut calls = SystemCalls;
    let Some(home) = Home::meant_by(&mut calls, near)? else { return Ok(Vec::new()) };
    let records = home.records(&mut calls)?;
    let done = records.into_iter().rev().filter(|(_, state)| *state == State::Done);
    let past = done.map(|(number, state)| {
        let record = home.read(&mut calls, number, state)?;
        Ok(past(&home, &record))
    });
    past.collect()
}

/// Takes back the last change that was made in the folder around a path. Refused where somebody
/// changed its files since.
pub fn undo(near: &Path) -> Result<Past> {
    undo_through(SystemCalls, near)
}

/// The same, through other system calls.
pub(super) fn undo_through<C: SaveCalls>(mut calls: C, near: &Path) -> Result<Past> {
    let nothing = || Error::journal(near, "ngi changed nothing here that could be taken back");
    let home = Home::meant_by(&mut calls, near)?.ok_or_else(nothing)?;
    let lock = home.lock(&mut calls)?;
    settle_all(&mut calls, &home)?;
    let last = home.records(&mut calls)?.into_iter().rfind(|(_, state)| *state == State::Done);
    let (number, state) = last.ok_or_else(nothing)?;
    let record = home.read(&mut calls, number, state)?;
    let sources = sources(&mut calls, &home, &record)?;
    let title = format!("undo: {}", record.title);
    let mut change = Transaction::in_home(calls, Some((home.clone(), lock)), title);
    change.undoes = Some(number);
    for (file, (path, kept)) in record.files.iter().zip(&sources) {
        // Its folder may have gone with the file.
        if let (Some(_), Some(folder)) = (kept, path.parent()) {
            change.make_folder(folder)?;
        }
        match kept {
            Some(kept) => change.stage_double(&Save::new(path), kept, file.old)?,
            None => change.stage_removal(Save::new(path))?,
        }
    }
    change.commit()?;
    Ok(past(&home, &record))
}

/// Where each file of a change is and where its old bytes are, if all are still what they were.
fn sources(
    calls: &mut dyn SaveCalls,
    home: &Home,
    record: &Record,
) -> Result<Vec<(PathBuf, Option<PathBuf>)>> {
    let mut sources = Vec::new();
    for (place, file) in record.files.iter().enumerate() {
        let path = home.path_of(calls, &file.path)?;
        if sum_of(calls, &path)? != file.new {
            return Err(Error::journal(&path, "changed since; nothing was taken back"));
        }
        let kept = home.kept(calls, record, place, file)?;
        if let Some(kept) = &kept
            && sum_of(calls, kept)? != file.old
        {
            let why = "the backup that is needed is gone or was changed; nothing was taken back";
            return Err(Error::journal(kept, why));
        }
        sources.push((path, kept));
    }
    Ok(sources)
}

fn past(home: &Home, record: &Record) -> Past {
    let files = record.files.iter().map(|file| home.folder().join(&file.path)).collect();
    Past { number: record.number, time: record.time, title: record.title.clone(), files }
}

impl<C: SaveCalls> Transaction<C> {
    /// Stages what another file holds, by a second name where that can be.
    pub(super) fn stage_double(
        &mut self,
        save: &Save<'_>,
        from: &Path,
        sum: Option<Sum>,
    ) -> Result<()> {
        self.check_target(save)?;
        self.note_staging(save.path)?;
        let temporary = crate::save::steps::free_temporary(save.path)?;
        double(&mut self.calls, from, &temporary)?;
        debug_assert!(temporary.file_name().and_then(temporary_number).is_some());
        self.add(save, Some(temporary), sum);
        Ok(())
    }
}

/// Settles every change that was interrupted. The lock is held.
pub(super) fn settle_all(calls: &mut dyn SaveCalls, home: &Home) -> Result<Vec<Recovered>> {
    let mut recovered = Vec::new();
    for (number, state) in home.records(calls)? {
        if state == State::Pending {
            let record = home.read(calls, number, state)?;
            let settled = settle(calls, home, &record)?;
            let (title, folder) = (record.title, home.folder().to_owned());
            recovered.push(Recovered { title, folder, settled });
        }
    }
    if sweep::is_noted(calls, home) {
        recovered.extend(sweep::sweep(calls, home));
    }
    Ok(recovered)
}

/// What a file of an interrupted change is now.
struct Now {
    path: PathBuf,
    temporary: Option<PathBuf>,
    kept: Option<PathBuf>,
    is_old: bool,
    is_new: bool,
    /// Whether the new bytes are there, whole.
    is_ready: bool,
}

fn look_at(
    calls: &mut dyn SaveCalls,
    home: &Home,
    record: &Record,
    (place, file): (usize, &FileChange),
) -> Result<Now> {
    let path = home.path_of(calls, &file.path)?;
    let temporary = file.temporary_name().map(|name| path.with_file_name(name));
    let kept = home.kept(calls, record, place, file)?;
    let now = sum_of(calls, &path)?;
    let is_ready = match &temporary {
        Some(temporary) => sum_of(calls, temporary)? == file.new,
        None => true,
    };
    Ok(Now { path, temporary, kept, is_old: now == file.old, is_new: now == file.new, is_ready })
}

/// Completes a change if all its new files are whole, else takes it back.
fn settle(calls: &mut dyn SaveCalls, home: &Home, record: &Record) -> Result<Settled> {
    let mut files = Vec::new();
    for file in record.files.iter().enumerate() {
        files.push(look_at(calls, home, record, file)?);
    }
    let settled = if files.iter().all(|now| now.is_new || (now.is_old && now.is_ready)) {
        files.iter().try_for_each(|now| complete(calls, now))?;
        Settled::Completed
    } else {
        let mut conflicts = Vec::new();
        for (now, file) in files.iter().zip(&record.files) {
            if !take_back(calls, now, file)? {
                conflicts.push(now.path.clone());
            }
        }
        match conflicts.is_empty() {
            true => Settled::TakenBack,
            false => Settled::Conflict(conflicts),
        }
    };
    for now in &files {
        let folder = folder_of(&now.path)?;
        if calls.look(folder).map_err(Error::io("look at", folder))?.is_none() {
            continue;
        }
        calls.sync_folder(folder).map_err(Error::io("flush the folder of", &now.path))?;
    }
    let pending = home.record(record.number, State::Pending);
    match &settled {
        Settled::Completed => finish(calls, home, record.number, record.undoes)?,
        Settled::TakenBack | Settled::Cleaned(_) => {
            remove_folders(calls, home, record);
            calls.remove(&pending).map_err(Error::io("remove", &pending))?;
        }
        Settled::Conflict(_) => {
            let failed = home.record(record.number, State::Failed);
            calls.rename(&pending, &failed).map_err(Error::io("rename", &pending))?;
        }
    }
    Ok(settled)
}

fn complete(calls: &mut dyn SaveCalls, now: &Now) -> Result<()> {
    let Now { path, temporary, is_new, .. } = now;
    let done = match temporary {
        Some(temporary) if *is_new => {
            let _ = calls.remove(temporary);
            Ok(())
        }
        Some(temporary) => calls.rename(temporary, path),
        None if *is_new => Ok(()),
        None => calls.remove(path),
    };
    done.map_err(Error::io("complete an interrupted change of", path))
}

/// Makes one file what it was; false where somebody changed it.
fn take_back(calls: &mut dyn SaveCalls, now: &Now, file: &FileChange) -> Result<bool> {
    let Now { path, temporary, kept, is_old, is_new, .. } = now;
    if let Some(temporary) = temporary {
        let _ = calls.remove(temporary);
    }
    if *is_old {
        if let Some(kept) = kept
            && sum_of(calls, kept)? == file.old
        {
            let _ = calls.remove(kept);
        }
        return Ok(true);
    }
    let done = match kept {
        _ if !is_new => return Ok(false),
        None => calls.remove(path),
        Some(kept) if sum_of(calls, kept)? == file.old => calls.rename(kept, path),
        Some(_) => return Ok(false),
    };
    done.map_err(Error::io("take back an interrupted change of", path))?;
    Ok(true)
}

/// What is left to do when all files are in place.
pub(super) fn finish(
    calls: &mut dyn SaveCalls,
    home: &Home,
    number: u64,
    undoes: Option<u64>,
) -> Result<()> {
    let pending = home.record(number, State::Pending);
    if let Some(undone) = undoes {
        let done = home.record(undone, State::Done);
        if calls.look(&done).map_err(Error::io("look at", &done))?.is_some() {
            let record = home.read(calls, undone, State::Done)?;
            forget(calls, home, &record, State::Done, true)?;
            remove_folders(calls, home, &record);
        }
        let own = home.read(calls, number, State::Pending)?;
        return forget(calls, home, &own, State::Pending, false);
    }
    let done = home.record(number, State::Done);
    calls.rename(&pending, &done).map_err(Error::io("rename", &pending))?;
    forget_the_oldest(calls, home)
}

/// Removes a record and what the journal kept for it; its backups too, if they are to go.
fn forget(
    calls: &mut dyn SaveCalls,
    home: &Home,
    record: &Record,
    state: State,
    backups: bool,
) -> Result<()> {
    for (place, file) in record.files.iter().enumerate() {
        let own = home.own(record.number, place);
        if calls.look(&own).is_ok_and(|found| found.is_some()) {
            calls.remove(&own).map_err(Error::io("remove", &own))?;
        }
        if !backups || file.backup().is_none() {
            continue;
        }
        // Only if it is still the file that was kept: a backup of somebody's own stays.
        if let Ok(Some(backup)) = home.kept(calls, record, place, file)
            && sum_of(calls, &backup).is_ok_and(|sum| sum == file.old)
        {
            calls.remove(&backup).map_err(Error::io("remove", &backup))?;
        }
    }
    let path = home.record(record.number, state);
    calls.remove(&path).map_err(Error::io("remove", &path))
}

/// Removes the folders that were made for a change, where nothing is in them.
fn remove_folders(calls: &mut dyn SaveCalls, home: &Home, record: &Record) {
    for folder in record.folders.iter().rev() {
        if let Ok(path) = home.path_of(calls, folder) {
            let _ = calls.remove_folder(&path);
        }
    }
}

/// Forgets the changes before the last [`REMEMBERED`], and more if they keep too many bytes.
fn forget_the_oldest(calls: &mut dyn SaveCalls, home: &Home) -> Result<()> {
    let records = home.records(calls)?;
    let past = records.iter().rev().filter(|(_, state)| *state != State::Pending);
    let (mut count, mut bytes) = (0usize, 0u64);
    for &(number, state) in past {
        let Ok(record) = home.read(calls, number, state) else { continue };
        let own = record.files.iter().filter(|file| file.backup().is_none());
        let kept: u64 =
            own.filter_map(|file| file.old).map(|old| old.len).fold(0, u64::saturating_add);
        (count, bytes) = (count + 1, bytes.saturating_add(kept));
        if count > REMEMBERED || (count > 1 && bytes > MOST_KEPT) {
            forget(calls, home, &record, state, false)?;
        }
    }
    Ok(())
}
