//! The steps of a transaction, in order, and the way back from each.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::home::{Home, State, double, sum_of};
use super::record::{FileChange, Kept, Record, Sum};
use super::{Staged, Transaction, settle};
use crate::disk::Stamp;
use crate::error::{Error, Result};
use crate::save::steps::{
    back_up, folder_of, free_backup, old_file, publish_new, require_unchanged, wait_for_turn,
};
use crate::save::{
    BACKUP_SUFFIX, OLD_COPY_SUFFIX, SaveCalls, Saved, backup_name, temporary_number,
};

/// Replaces all files or none.
pub(super) fn commit<C: SaveCalls>(change: &mut Transaction<C>) -> Result<Vec<Saved>> {
    if change.staged.is_empty() {
        return Ok(Vec::new());
    }
    let number = match &change.home {
        Some((home, _)) => next_number(&mut change.calls, home)?,
        None => 0,
    };
    if let Err(error) = replace_all(change, number) {
        return Err(taken_back(change, number, error));
    }
    change.folders.clear();
    if let Some((home, _)) = change.home.as_ref().filter(|_| is_recorded(&change.staged)) {
        // Everything is in place. What fails from here on is tried again; should that fail too,
        // the next one who comes makes it good.
        let calls = &mut change.calls;
        let finished = settle::finish(calls, home, number, change.undoes);
        let _ = finished.or_else(|_| settle::finish(calls, home, number, change.undoes));
    }
    let mut saved = Vec::new();
    for file in std::mem::take(&mut change.staged) {
        if let Some(kept) = file.kept.as_ref().filter(|_| !file.backup && file.inside.is_none()) {
            let _ = change.calls.remove(kept);
        }
        saved.push(Saved { path: file.path, backup: file.kept.filter(|_| file.backup) });
    }
    Ok(saved)
}

fn is_recorded(staged: &[Staged]) -> bool {
    staged.iter().any(|file| file.inside.is_some())
}

/// A number that no record has.
fn next_number(calls: &mut dyn SaveCalls, home: &Home) -> Result<u64> {
    let last = home.records(calls)?.last().map_or(0, |(number, _)| *number);
    last.checked_add(1)
        .ok_or_else(|| Error::journal(&home.journal(), "its numbers are used up; move it away"))
}

fn replace_all<C: SaveCalls>(change: &mut Transaction<C>, number: u64) -> Result<()> {
    note_backups(change)?;
    keep_old_files(change, number)?;
    let recorded = is_recorded(&change.staged);
    if let Some((home, _)) = change.home.as_ref().filter(|_| recorded) {
        let record = record(change, home, number)?;
        home.announce(&mut change.calls, &record)?;
    }
    // The record has it all from here on.
    change.forget_staging();
    let turns = check_unchanged(change)?;
    // What no journal has goes first: should the program be stopped here, the game is still old.
    for in_journal in [false, true] {
        for file in &mut change.staged {
            if file.inside.is_some() == in_journal {
                publish(&mut change.calls, file)?;
            }
        }
    }
    drop(turns);
    let mut flushed: Vec<&Path> = Vec::new();
    for file in &change.staged {
        let folder = folder_of(&file.path)?;
        if !flushed.contains(&folder) {
            let action = "flush the folder of (the file is written)";
            change.calls.sync_folder(folder).map_err(Error::io(action, &file.path))?;
            flushed.push(folder);
        }
    }
    Ok(())
}

/// Notes the backups that are about to be made, so that they can be told from the user's own if the
/// program is stopped before the record is written.
fn note_backups<C: SaveCalls>(change: &mut Transaction<C>) -> Result<()> {
    let Some((home, _)) = &change.home else { return Ok(()) };
    let mut backups = Vec::new();
    for file in change.staged.iter().filter(|file| file.backup) {
        let Some(inside) = &file.inside else { continue };
        let number = free_backup(&mut change.calls, &file.path)?;
        backups.extend(number.map(|number| backup_name(inside, number)));
    }
    if backups.is_empty() { Ok(()) } else { home.note_staging(&mut change.calls, &backups) }
}

/// Keeps every old file: as a backup where one is wanted, else where the journal has it. A single
/// file outside needs nothing, since one rename replaces it.
fn keep_old_files<C: SaveCalls>(change: &mut Transaction<C>, number: u64) -> Result<()> {
    let several = change.staged.len() > 1;
    let (mut own, mut in_record) = (false, 0);
    for file in &mut change.staged {
        let calls = &mut change.calls;
        let path = &file.path;
        let place = in_record;
        in_record += usize::from(file.inside.is_some());
        file.had_old = old_file(calls, path)?.is_some();
        if !file.had_old {
            continue;
        }
        if file.backup {
            file.kept = Some(back_up(calls, path)?);
        } else if let (Some((home, _)), true) = (&change.home, file.inside.is_some()) {
            let kept = home.own(number, place);
            // A stopped program may have left one of that number.
            let _ = calls.remove(&kept);
            double(calls, path, &kept)?;
            (file.kept, own) = (Some(kept), true);
        } else if let Some(temporary) = file.temporary.as_ref().filter(|_| several) {
            let kept = temporary.with_extension(OLD_COPY_SUFFIX);
            double(calls, path, &kept)?;
            file.kept = Some(kept);
        }
        if file.inside.is_some() {
            let stamp = Stamp::now(path);
            let is_known = |(other, then, _): &&(PathBuf, Stamp, Sum)| {
                other == path && stamp.is_some_and(|now| now == *then)
            };
            file.old = match change.summed.iter().find(is_known) {
                Some((_, _, sum)) => Some(*sum),
                None => sum_of(calls, path)?,
            };
        }
    }
    match &change.home {
        Some((home, _)) if own => {
            let journal = home.journal();
            change.calls.sync_folder(&journal).map_err(Error::io("flush", &journal))
        }
        _ => Ok(()),
    }
}

/// What the journal says of a change.
fn record<C: SaveCalls>(change: &Transaction<C>, home: &Home, number: u64) -> Result<Record> {
    let mut files = Vec::new();
    for file in &change.staged {
        let Some(inside) = &file.inside else { continue };
        files.push(file_change(file, inside).ok_or_else(|| {
            Error::journal(&file.path, "its temporary file or backup has an odd name")
        })?);
    }
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let folders = change.folders.iter().filter_map(|folder| home.inside(folder)).collect();
    let (title, undoes) = (change.title.clone(), change.undoes);
    Ok(Record { number, time, undoes, title, folders, files })
}

fn file_change(file: &Staged, inside: &str) -> Option<FileChange> {
    let temporary = match &file.temporary {
        Some(temporary) => Some(temporary_number(temporary.file_name()?)?),
        None => None,
    };
    let kept = match &file.kept {
        None => Kept::Nothing,
        Some(kept) if file.backup => Kept::Backup(backup_number(&file.path, kept)?),
        Some(_) => Kept::Own,
    };
    Some(FileChange { path: inside.to_owned(), old: file.old, new: file.new, temporary, kept })
}

fn backup_number(path: &Path, backup: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    let digits = backup.file_name()?.to_str()?.strip_prefix(name)?.strip_prefix(BACKUP_SUFFIX)?;
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}

/// Fails where somebody changed a file since it was read. The locks of files that no journal
/// guards are held until they are replaced.
fn check_unchanged<C: SaveCalls>(change: &mut Transaction<C>) -> Result<Vec<File>> {
    let mut turns = Vec::new();
    for file in &change.staged {
        let Some(stamp) = file.unchanged else { continue };
        let path = &file.path;
        turns.extend(wait_for_turn(path));
        require_unchanged(&mut change.calls, path, stamp)?;
    }
    Ok(turns)
}

/// The new file takes the place of the old one.
fn publish(calls: &mut dyn SaveCalls, file: &mut Staged) -> Result<()> {
    let path = &file.path;
    match &file.temporary {
        None => calls.remove(path).map_err(Error::io("remove", path))?,
        Some(temporary) if file.overwrite => {
            calls.rename(temporary, path).map_err(Error::io("rename the finished file to", path))?
        }
        Some(temporary) => publish_new(calls, temporary, path)?,
    }
    file.is_published = true;
    Ok(())
}

/// Puts the old files back, removes what was made, and gives the reason back.
fn taken_back<C: SaveCalls>(change: &mut Transaction<C>, number: u64, error: Error) -> Error {
    let mut lost = None;
    for file in change.staged.iter_mut().rev() {
        if let Err(kept) = put_back(&mut change.calls, file) {
            lost = Some((file.path.clone(), kept, file.inside.is_some()));
        }
    }
    let Some((home, _)) = &change.home else { return with_lost(error, lost) };
    match lost {
        Some((_, _, true)) => {
            let path = home.folder().to_owned();
            Error::Interrupted { path, source: Box::new(error) }
        }
        lost => {
            let _ = change.calls.remove(&home.record(number, State::Pending));
            with_lost(error, lost)
        }
    }
}

/// The way back for one file; where the old one is, if that fails.
fn put_back(calls: &mut dyn SaveCalls, file: &mut Staged) -> Result<(), PathBuf> {
    if !file.is_published {
        if let Some(temporary) = file.temporary.take() {
            let _ = calls.remove(&temporary);
        }
        if let Some(kept) = file.kept.take() {
            let _ = calls.remove(&kept);
        }
        return Ok(());
    }
    let (path, done): (_, io::Result<()>) = match (&file.kept, file.had_old) {
        (Some(kept), _) => (kept, calls.rename(kept, &file.path)),
        (None, false) => (&file.path, calls.remove(&file.path)),
        // One file alone, whose folder could not be flushed: the message says that it is new.
        (None, true) => return Ok(()),
    };
    done.map_err(|_| path.clone())
}

/// The reason, and a file that could not be put back.
fn with_lost(error: Error, lost: Option<(PathBuf, PathBuf, bool)>) -> Error {
    match lost {
        None => error,
        Some((path, kept, _)) => {
            let kept = crate::disk::shown(&kept);
            let why = format!("{error}; it could not be put back, the old one is {kept}");
            Error::journal(&path, why)
        }
    }
}
