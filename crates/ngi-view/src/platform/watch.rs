//! Files on disk that somebody else changes while they are open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

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

/// Looks after folders.
pub struct Watch {
    last: Arc<Mutex<Option<Instant>>>,
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Looks after some folders and all below them; `None` where the system has no way to.
    pub fn of(folders: &[PathBuf], wake: &Wake) -> Option<Self> {
        let last = Arc::new(Mutex::new(None));
        let (noted, wake) = (Arc::clone(&last), Arc::clone(wake));
        let note = move |event: notify::Result<notify::Event>| {
            if event.as_ref().is_ok_and(|event| !is_change(event)) {
                return;
            }
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            wake();
        };
        let mut watcher = notify::recommended_watcher(note).ok()?;
        for folder in folders {
            watcher.watch(folder, RecursiveMode::Recursive).ok()?;
        }
        Some(Self { last, _watcher: watcher })
    }

    /// Whether something changed since the last time that was told.
    pub fn followed(&self) -> Followed {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(since) = last.map(|last| last.elapsed()) else { return Followed::Nothing };
        match QUIET.checked_sub(since).filter(|left| !left.is_zero()) {
            Some(left) => Followed::Soon(left),
            None => {
                *last = None;
                Followed::Changed
            }
        }
    }
}

/// Whether an event is about the files of a game: not of its journal, not of saves under way.
fn is_change(event: &notify::Event) -> bool {
    let own = |path: &Path| {
        let hidden = |part: &std::ffi::OsStr| {
            part.eq_ignore_ascii_case(".ngi") || ngi_vfs::save::is_leftover(part)
        };
        path.iter().any(hidden)
    };
    let all_own = !event.paths.is_empty() && event.paths.iter().all(|path| own(path));
    !matches!(event.kind, EventKind::Access(_)) && !all_own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_once_and_the_journal_is_none() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".ngi")).unwrap();
        let wake: Wake = Arc::new(|| {});
        let watch = Watch::of(&[folder.path().to_owned()], &wake).unwrap();
        let told = || {
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
        assert!(told());
        assert_eq!(watch.followed(), Followed::Nothing);
        std::fs::write(folder.path().join(".ngi/lock"), b"").unwrap();
        std::fs::write(folder.path().join(".ngi-save-1-2.tmp"), b"x").unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(watch.followed(), Followed::Nothing);
    }
}
