//! Files that stopped programs left in a folder, and files that are kept there on purpose.
//!
//! Only names that this crate makes are looked at, and only these are removed: temporary files that
//! no running program can be writing, copies in the journal that no record needs, and backups that
//! the file `staging` lists and that are still the same as the file they were made of.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use super::home::{Home, State, sum_of};
use super::record::{FOLDER, MODS, MOST_BYTES, may_be_recorded};
use super::settle::{Recovered, Settled};
use crate::disk::name_shown;
use crate::error::Result;
use crate::game::is_game_folder;
use crate::save::{SaveCalls, SystemCalls, is_backup, temporary_process};

/// The most folders of a game that are searched.
const MOST_FOLDERS: usize = 100_000;

/// A file that is kept in a game folder beside its own files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptFile {
    /// Path on disk.
    pub path: PathBuf,
    /// Length in bytes.
    pub size: u64,
    /// Reason.
    pub why: KeptFor,
}

/// Reason why a file is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptFor {
    /// Old file of the change with this number, which can be undone.
    Change(u64),
    /// Backup that no change needs that could still be undone.
    NoChange,
    /// Part of the installed mods: an original file or a package.
    Mods,
    /// Temporary file that a running program may be writing.
    Running,
    /// Left by a program that was stopped. The next change removes it.
    Stopped,
}

/// Lists backups, copies in the journal and temporary files in the folder around a path.
pub fn kept(near: &Path) -> Result<Vec<KeptFile>> {
    let mut calls = SystemCalls;
    let Some(home) = Home::meant_by(&mut calls, near)? else {
        let found = temporaries_beside(&mut calls, near);
        let found = found.into_iter().map(|(path, process, size)| {
            let why = why_temporary(&mut calls, &path, process);
            KeptFile { path, size, why }
        });
        return Ok(found.collect());
    };
    let known = Known::of(&mut calls, &home);
    let mut kept = Vec::new();
    for Found { path, size, kind } in find(&mut calls, &home) {
        let why = match kind {
            FoundKind::Temporary(process) => why_temporary(&mut calls, &path, process),
            FoundKind::Copy(number) if known.numbers.contains(&number) => KeptFor::Change(number),
            FoundKind::Copy(_) => KeptFor::Stopped,
            FoundKind::Backup => {
                known.backups.get(&path).map_or(KeptFor::NoChange, |n| KeptFor::Change(*n))
            }
            FoundKind::Mods => KeptFor::Mods,
        };
        kept.push(KeptFile { path, size, why });
    }
    kept.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(kept)
}

fn why_temporary(calls: &mut dyn SaveCalls, path: &Path, process: u32) -> KeptFor {
    match calls.is_abandoned(path, process) {
        Ok(true) => KeptFor::Stopped,
        _ => KeptFor::Running,
    }
}

/// True if a program said that it makes temporary files, and did not say that it is done.
pub(super) fn is_noted(calls: &mut dyn SaveCalls, home: &Home) -> bool {
    calls.look(&home.staging()).is_ok_and(|found| found.is_some_and(|found| found.is_file()))
}

/// True if there are temporary files beside a path.
pub(super) fn has_temporaries(calls: &mut dyn SaveCalls, near: &Path) -> bool {
    !temporaries_beside(calls, near).is_empty()
}

/// Removes what stopped programs left below a folder. The lock is held, and pending changes are
/// settled.
pub(super) fn sweep(calls: &mut dyn SaveCalls, home: &Home) -> Option<Recovered> {
    let known = Known::of(calls, home);
    let (mut removed, mut is_done) = (Vec::new(), true);
    for Found { path, kind, .. } in find(calls, home) {
        let goes = match kind {
            FoundKind::Temporary(_) if known.temporaries.contains(&path) => false,
            FoundKind::Temporary(process) => {
                let goes = calls.is_abandoned(&path, process).unwrap_or_default();
                is_done &= goes;
                goes
            }
            FoundKind::Copy(number) => !known.numbers.contains(&number),
            FoundKind::Backup | FoundKind::Mods => false,
        };
        if goes && calls.remove(&path).is_ok() {
            removed.push(path);
        }
    }
    for backup in noted_backups(calls, home, &known) {
        if calls.remove(&backup).is_ok() {
            removed.push(backup);
        }
    }
    if is_done {
        let _ = calls.remove(&home.staging());
    }
    cleaned(home.folder(), removed)
}

/// Removes temporary files that stopped programs left beside a path outside of every game. No lock
/// guards these: whether a program is running decides.
pub(super) fn sweep_beside(calls: &mut dyn SaveCalls, near: &Path) -> Vec<Recovered> {
    let mut removed = Vec::new();
    for (path, process, _) in temporaries_beside(calls, near) {
        if calls.is_abandoned(&path, process).unwrap_or_default() && calls.remove(&path).is_ok() {
            removed.push(path);
        }
    }
    folder_near(near).and_then(|folder| cleaned(&folder, removed)).into_iter().collect()
}

fn cleaned(folder: &Path, removed: Vec<PathBuf>) -> Option<Recovered> {
    let (title, folder) = (String::new(), folder.to_owned());
    let settled = Settled::Cleaned(removed);
    (settled != Settled::Cleaned(Vec::new())).then_some(Recovered { title, folder, settled })
}

/// The nearest folder at or above a path, which may go on into an archive.
fn folder_near(near: &Path) -> Option<PathBuf> {
    let near = std::path::absolute(near).ok()?;
    near.ancestors().find(|above| above.is_dir()).map(Path::to_owned)
}

/// Temporary files beside a path: path, process, length.
fn temporaries_beside(calls: &mut dyn SaveCalls, near: &Path) -> Vec<(PathBuf, u32, u64)> {
    let Some(folder) = folder_near(near) else { return Vec::new() };
    let mut found = Vec::new();
    for name in calls.names(&folder).unwrap_or_default() {
        let Some(process) = temporary_process(&name) else { continue };
        let path = folder.join(name);
        if let Some(plain) = plain_file(calls, &path) {
            found.push((path, process, plain.len()));
        }
    }
    found.sort();
    found
}

fn plain_file(calls: &mut dyn SaveCalls, path: &Path) -> Option<Metadata> {
    calls.look(path).ok().flatten().filter(Metadata::is_file)
}

/// Files that the records of a journal name.
#[derive(Default)]
struct Known {
    numbers: HashSet<u64>,
    /// Backups, and the change that each belongs to.
    backups: HashMap<PathBuf, u64>,
    /// New files of changes that are not settled.
    temporaries: HashSet<PathBuf>,
    /// True if some record could not be read.
    is_partial: bool,
}

impl Known {
    fn of(calls: &mut dyn SaveCalls, home: &Home) -> Self {
        let Ok(records) = home.records(calls) else {
            return Self { is_partial: true, ..Self::default() };
        };
        let mut known = Self::default();
        for (number, state) in records {
            known.numbers.insert(number);
            let Ok(record) = home.read(calls, number, state) else {
                known.is_partial = true;
                continue;
            };
            for file in &record.files {
                let path = home.folder().join(&file.path);
                let backup = file.backup().map(|backup| (home.folder().join(backup), number));
                known.backups.extend(backup);
                let temporary = file.temporary_name().filter(|_| state == State::Pending);
                known.temporaries.extend(temporary.map(|name| path.with_file_name(name)));
            }
        }
        known
    }
}

/// A file with a name that this crate makes.
struct Found {
    path: PathBuf,
    size: u64,
    kind: FoundKind,
}

enum FoundKind {
    /// Temporary file of a process.
    Temporary(u32),
    /// Old file in the journal, of the change with this number.
    Copy(u64),
    Backup,
    Mods,
}

/// Finds such files below a folder. Links are not followed, and other games inside the folder are
/// left out: their locks are others.
fn find(calls: &mut dyn SaveCalls, home: &Home) -> Vec<Found> {
    let journal = home.journal();
    let (mut found, mut count) = (Vec::new(), 0);
    let mut folders = vec![home.folder().to_owned()];
    while let Some(folder) = folders.pop().filter(|_| count < MOST_FOLDERS) {
        count += 1;
        let in_mods = folder.starts_with(journal.join(MODS));
        for name in calls.names(&folder).unwrap_or_default() {
            let path = folder.join(&name);
            let Ok(Some(metadata)) = calls.look(&path) else { continue };
            if metadata.is_dir() {
                let is_other = || is_game_folder(&path) || path.join(FOLDER).is_dir();
                if path == journal || path.starts_with(&journal) || !is_other() {
                    folders.push(path);
                }
                continue;
            }
            let kind = match temporary_process(&name) {
                _ if !metadata.is_file() => None,
                Some(process) => Some(FoundKind::Temporary(process)),
                None if folder == journal => copy_number(&name).map(FoundKind::Copy),
                None if in_mods => Some(FoundKind::Mods),
                None => is_backup(&name_shown(&name)).then_some(FoundKind::Backup),
            };
            found.extend(kind.map(|kind| Found { path, size: metadata.len(), kind }));
        }
    }
    found
}

/// The number of the change in the name of a copy in the journal, `kept-12-0`.
fn copy_number(name: &OsStr) -> Option<u64> {
    let name = name.to_str()?;
    let (number, place) = name.strip_prefix("kept-")?.split_once('-')?;
    let (number, place): (u64, u64) = (number.parse().ok()?, place.parse().ok()?);
    (name == format!("kept-{number}-{place}")).then_some(number)
}

/// Backups that a stopped program made and no record needs. They are removed only while the file
/// itself has the same bytes; an empty one is a name that was taken for a copy.
fn noted_backups(calls: &mut dyn SaveCalls, home: &Home, known: &Known) -> Vec<PathBuf> {
    let mut backups = Vec::new();
    if known.is_partial {
        return backups;
    }
    for inside in read_note(calls, home).lines() {
        let name = inside.rsplit('/').next().unwrap_or_default();
        let digits = |c: char| c.is_ascii_digit();
        let Some(original) = inside.trim_end_matches(digits).strip_suffix(".bak") else { continue };
        if !is_backup(name) || !may_be_recorded(inside) || !may_be_recorded(original) {
            continue;
        }
        let (Ok(path), Ok(original)) = (home.path_of(calls, inside), home.path_of(calls, original))
        else {
            continue;
        };
        let Some(plain) = plain_file(calls, &path).filter(|_| !known.backups.contains_key(&path))
        else {
            continue;
        };
        let is_same = match (sum_of(calls, &path), sum_of(calls, &original)) {
            (Ok(Some(backup)), Ok(Some(original))) => backup == original,
            _ => false,
        };
        if plain.len() == 0 || is_same {
            backups.push(path);
        }
    }
    backups
}

/// Text of the file `staging`; empty if it is missing or not a plain file.
fn read_note(calls: &mut dyn SaveCalls, home: &Home) -> String {
    let path = home.staging();
    let longest = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
    let is_note = plain_file(calls, &path).is_some_and(|plain| plain.len() <= longest);
    let Some(mut file) = is_note.then(|| calls.open(&path).ok()).flatten() else {
        return String::new();
    };
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    while bytes.len() <= MOST_BYTES {
        match calls.read(&mut file, &mut buffer) {
            Ok(count) if count > 0 => {
                bytes.extend_from_slice(buffer.get(..count).unwrap_or_default())
            }
            _ => break,
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}
