//! Files on disk that somebody else changes while they are open.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::Wake;

/// How long nothing may happen before what happened is looked at: programs write files in pieces.
const QUIET: Duration = Duration::from_millis(200);

/// Whether something changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// Nothing did.
    Nothing,
    /// Something does right now; ask again after that time.
    Soon(Duration),
    /// Something did, and it is over. Told once.
    Changed,
}

/// Changes that have not been followed yet.
#[derive(Default)]
struct Noted {
    last: Option<Instant>,
    paths: BTreeSet<PathBuf>,
}

/// Size of a file and time of its last change.
type Stamp = (u64, SystemTime);

/// Looks after folders.
pub struct Watch {
    noted: Arc<Mutex<Noted>>,
    /// Files that this window wrote, as they were then.
    own: HashMap<PathBuf, Stamp>,
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Looks after some folders and all below them; `None` where the system has no way to.
    pub fn of(folders: &[PathBuf], wake: &Wake) -> Option<Self> {
        let shared = Arc::new(Mutex::new(Noted::default()));
        let (noted, wake) = (Arc::clone(&shared), Arc::clone(wake));
        let note = move |event: notify::Result<notify::Event>| {
            if event.as_ref().is_ok_and(|event| !is_change(event)) {
                return;
            }
            let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.last = Some(Instant::now());
            let paths = event.into_iter().flat_map(|event| event.paths);
            noted.paths.extend(paths.filter(|path| !is_own(path)));
            drop(noted);
            wake();
        };
        let mut watcher = notify::recommended_watcher(note).ok()?;
        for folder in folders {
            watcher.watch(folder, RecursiveMode::Recursive).ok()?;
        }
        Some(Self { noted: shared, own: HashMap::new(), _watcher: watcher })
    }

    /// Takes note of a file that this window wrote. It is no change until another program writes
    /// it.
    pub fn wrote(&mut self, path: &Path) {
        if let Some(stamp) = stamp_of(path) {
            self.own.insert(resolved(path), stamp);
        }
    }

    /// Whether something changed since the last time that was told.
    pub fn followed(&self) -> Followed {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(since) = noted.last.map(|last| last.elapsed()) else { return Followed::Nothing };
        match QUIET.checked_sub(since).filter(|left| !left.is_zero()) {
            Some(left) => Followed::Soon(left),
            None => {
                let Noted { last: _, paths } = std::mem::take(&mut *noted);
                let is_known = |path: &PathBuf| {
                    let own = self.own.get(&resolved(path));
                    own.is_some_and(|stamp| Some(*stamp) == stamp_of(path))
                };
                match !paths.is_empty() && paths.iter().all(is_known) {
                    true => Followed::Nothing,
                    false => Followed::Changed,
                }
            }
        }
    }
}

/// A path without links, so that paths of the system and of a game can be compared.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Size and time of a file that is there.
fn stamp_of(path: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

/// True if a path belongs to the journal of a game or to a save under way.
fn is_own(path: &Path) -> bool {
    let hidden = |part: &std::ffi::OsStr| {
        part.eq_ignore_ascii_case(".ngi") || ngi_vfs::save::is_leftover(part)
    };
    path.iter().any(hidden)
}

/// Whether an event is about the files of a game: not of its journal, not of saves under way.
fn is_change(event: &notify::Event) -> bool {
    let all_own = !event.paths.is_empty() && event.paths.iter().all(|path| is_own(path));
    !matches!(event.kind, EventKind::Access(_)) && !all_own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_once_and_neither_the_journal_nor_own_files_are_some() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".ngi")).unwrap();
        let wake: Wake = Arc::new(|| {});
        let mut watch = Watch::of(&[folder.path().to_owned()], &wake).unwrap();
        let told = |watch: &Watch| {
            for _ in 0..200 {
                match watch.followed() {
                    Followed::Changed => return true,
                    Followed::Soon(left) => std::thread::sleep(left),
                    Followed::Nothing => std::thread::sleep(Duration::from_millis(10)),
                }
            }
            false
        };
        std::fs::write(folder.path().join("a.txt"), b"1").unwrap();
        assert!(told(&watch));
        assert_eq!(watch.followed(), Followed::Nothing);
        // A file of the window's own, written twice: once by the window, once by another program.
        let own = folder.path().join("own.txt");
        std::fs::write(&own, b"1").unwrap();
        watch.wrote(&own);
        assert!(!told(&watch));
        std::fs::write(&own, b"another").unwrap();
        assert!(told(&watch));
        std::fs::write(folder.path().join(".ngi/lock"), b"").unwrap();
        std::fs::write(folder.path().join(".ngi-save-1-2.tmp"), b"x").unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(watch.followed(), Followed::Nothing);
    }
}
