//! The folder that a journal belongs to: its records, what they keep, and the lock.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::record::{FOLDER, FileChange, Kept, MOST_BYTES, Record, Sum, may_be_recorded};
use crate::error::{Error, Result};
use crate::game::find_game;
use crate::save::SaveCalls;
use crate::save::steps::{Out, copy_all};

/// How long to wait for another program that works on the same folder.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait before saying so.
const SILENCE: Duration = Duration::from_secs(1);
/// Who is told.
static LISTENER: OnceLock<fn(&Path)> = OnceLock::new();
/// How often to ask.
const PAUSE: Duration = Duration::from_millis(10);
/// The most names of the journal's folder that are looked at.
const MOST_NAMES: usize = 10_000;

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It is being made, or whoever made it was stopped.
    Pending,
    /// It is complete.
    Done,
    /// It was stopped, and somebody changed its files before it could be settled.
    Failed,
}

impl State {
    const ALL: [Self; 3] = [Self::Pending, Self::Done, Self::Failed];

    fn suffix(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    fn of(name: &OsStr) -> Option<(u64, Self)> {
        let (number, suffix) = name.to_str()?.split_once('.')?;
        let state = Self::ALL.into_iter().find(|state| state.suffix() == suffix)?;
        let number: u64 = number.parse().ok()?;
        // One spelling each, so that the name can be made of the number again.
        (name == format!("{number}.{suffix}").as_str()).then_some((number, state))
    }
}

/// Who wants to know that this program waits for another one, once it has for a second: the game
/// folder is given. The first who asks is told.
pub fn on_wait(tell: fn(&Path)) {
    let _ = LISTENER.set(tell);
}

/// A folder with a journal.
#[derive(Debug, Clone)]
pub(super) struct Home {
    folder: PathBuf,
    /// Without links on the way, to tell what is inside.
    real: PathBuf,
}

impl Home {
    /// The game folder around a path, if there is one.
    pub fn around(path: &Path) -> Result<Option<Self>> {
        find_game(None, None, path)?.map(|folder| Self::at(&folder)).transpose()
    }

    /// A folder.
    pub fn at(folder: &Path) -> Result<Self> {
        let real = folder.canonicalize().map_err(Error::io("open", folder))?;
        Ok(Self { folder: folder.to_owned(), real })
    }

    /// The nearest folder at or above a path that has a journal.
    pub fn with_journal(calls: &mut dyn SaveCalls, path: &Path) -> Result<Option<Self>> {
        let path = std::path::absolute(path).map_err(Error::io("find", path))?;
        for folder in path.ancestors() {
            if calls.look(&folder.join(FOLDER)).is_ok_and(|found| found.is_some_and(|f| f.is_dir()))
            {
                return Self::at(folder).map(Some);
            }
        }
        Ok(None)
    }

    /// The folder whose changes somebody means who names a path: the game's around it, and never
    /// that of another game further up.
    pub fn meant_by(calls: &mut dyn SaveCalls, path: &Path) -> Result<Option<Self>> {
        let Some(home) = Self::around(path)? else { return Self::with_journal(calls, path) };
        let journal = calls.look(&home.journal()).map_err(Error::io("look at", &home.folder))?;
        Ok(journal.is_some().then_some(home))
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of the journal.
    pub fn journal(&self) -> PathBuf {
        self.folder.join(FOLDER)
    }

    /// The path of a file in this folder; `None` where it lies elsewhere, or has a name that a
    /// record cannot hold.
    pub fn inside(&self, file: &Path) -> Option<String> {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new(".")).canonicalize().ok()?;
        let mut parts = Vec::new();
        for part in parent.strip_prefix(&self.real).ok()? {
            parts.push(part.to_str()?);
        }
        parts.push(file.file_name()?.to_str()?);
        let path = parts.join("/");
        may_be_recorded(&path).then_some(path)
    }

    /// Where a path of a record is. No link may lead there: a record must not reach outside.
    pub fn path_of(&self, calls: &mut dyn SaveCalls, inside: &str) -> Result<PathBuf> {
        let mut path = self.folder.clone();
        let mut parts = inside.split('/').peekable();
        while let Some(part) = parts.next() {
            path.push(part);
            if parts.peek().is_none() {
                break;
            }
            // A folder that is gone has no files, which is no harm.
            let found = calls.look(&path).map_err(Error::io("look at", &path))?;
            if found.is_some_and(|found| !found.is_dir()) {
                return Err(Error::journal(&path, "the journal names it as a folder; it is none"));
            }
        }
        Ok(path)
    }

    /// Where the old file of a change is kept.
    pub fn kept(
        &self,
        calls: &mut dyn SaveCalls,
        record: &Record,
        place: usize,
        file: &FileChange,
    ) -> Result<Option<PathBuf>> {
        Ok(match (file.kept, file.backup()) {
            (Kept::Nothing, _) => None,
            (Kept::Own, _) => Some(self.own(record.number, place)),
            (Kept::Backup(_), Some(backup)) => Some(self.path_of(calls, &backup)?),
            (Kept::Backup(_), None) => None,
        })
    }

    /// Where the journal keeps an old file itself.
    pub fn own(&self, number: u64, place: usize) -> PathBuf {
        self.journal().join(format!("kept-{number}-{place}"))
    }

    /// The file of a record.
    pub fn record(&self, number: u64, state: State) -> PathBuf {
        self.journal().join(format!("{number}.{}", state.suffix()))
    }

    /// All records, oldest first.
    pub fn records(&self, calls: &mut dyn SaveCalls) -> Result<Vec<(u64, State)>> {
        let journal = self.journal();
        let names = match calls.names(&journal) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            names => names.map_err(Error::io("list", &journal))?,
        };
        if names.len() > MOST_NAMES {
            let why = format!("holds more than {MOST_NAMES} files; move it away");
            return Err(Error::journal(&journal, why));
        }
        let mut records: Vec<_> = names.iter().filter_map(|name| State::of(name)).collect();
        records.sort_by_key(|(number, _)| *number);
        Ok(records)
    }

    /// Reads a record.
    pub fn read(&self, calls: &mut dyn SaveCalls, number: u64, state: State) -> Result<Record> {
        let path = self.record(number, state);
        let refused = |why: &str| {
            Error::journal(
                &path,
                format!("no journal of ngi: {why}; nothing was touched, move it away"),
            )
        };
        let found = calls.look(&path).map_err(Error::io("look at", &path))?;
        let len =
            found.filter(|found| found.is_file()).ok_or_else(|| refused("no plain file"))?.len();
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        if len > MOST_BYTES {
            return Err(refused(&format!("longer than {MOST_BYTES} bytes")));
        }
        let mut file = calls.open(&path).map_err(Error::io("open", &path))?;
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let count = calls.read(&mut file, &mut buffer).map_err(Error::io("read", &path))?;
            bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
            if count == 0 || bytes.len() > MOST_BYTES {
                break;
            }
        }
        let record = Record::parse(&bytes).map_err(|why| refused(&why))?;
        if record.number == number { Ok(record) } else { Err(refused("it has another number")) }
    }

    /// Writes a record: from here on the change is going to happen.
    pub fn announce(&self, calls: &mut dyn SaveCalls, record: &Record) -> Result<()> {
        let path = self.record(record.number, State::Pending);
        let draft = self.journal().join("draft");
        let text = record.to_text();
        if text.len() > MOST_BYTES {
            let why = "too many files for one change".to_owned();
            return Err(Error::Limit { path: crate::disk::shown(&self.folder), why });
        }
        // What a stopped program left.
        let _ = calls.remove(&draft);
        let mut file = calls.create(&draft, false).map_err(Error::io("make", &draft))?;
        let written = (Out { calls: &mut *calls, file: &mut file }).write_all(text.as_bytes());
        written.and_then(|()| calls.sync(&file)).map_err(Error::io("write", &draft))?;
        calls.rename(&draft, &path).map_err(Error::io("make", &path))?;
        calls.sync_folder(&self.journal()).map_err(Error::io("flush the folder of", &path))
    }

    /// The file that says that a program makes temporary files and backups.
    pub fn staging(&self) -> PathBuf {
        self.journal().join("staging")
    }

    /// Writes that file: a line for each backup, by its path in this folder. It is not flushed: it
    /// is about programs that are stopped, not about a loss of power.
    pub fn note_staging(&self, calls: &mut dyn SaveCalls, backups: &[String]) -> Result<()> {
        let path = self.staging();
        let draft = self.journal().join("draft");
        let text: String = backups.iter().map(|backup| format!("{backup}\n")).collect();
        let _ = calls.remove(&draft);
        let mut file = calls.create(&draft, false).map_err(Error::io("make", &draft))?;
        let written = (Out { calls: &mut *calls, file: &mut file }).write_all(text.as_bytes());
        written.map_err(Error::io("write", &draft))?;
        drop(file);
        calls.rename(&draft, &path).map_err(Error::io("make", &path))
    }

    /// Makes the journal's folder if need be, and waits until no other program works here.
    pub fn lock(&self, calls: &mut dyn SaveCalls) -> Result<File> {
        let file = self.open_lock(calls)?;
        let started = Instant::now();
        let mut listener = LISTENER.get();
        loop {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) if started.elapsed() >= PATIENCE => {
                    return Err(Error::Busy { path: self.folder.clone() });
                }
                Err(TryLockError::WouldBlock) => {
                    if started.elapsed() >= SILENCE
                        && let Some(tell) = listener.take()
                    {
                        tell(&self.folder);
                    }
                    std::thread::sleep(PAUSE);
                }
                // Where files cannot be locked, that a file changed is still noticed.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
            }
        }
    }

    /// Takes the lock if no other program has it, without waiting.
    pub fn try_lock(&self, calls: &mut dyn SaveCalls) -> Option<File> {
        self.open_lock(calls).ok().filter(|file| file.try_lock().is_ok())
    }

    fn open_lock(&self, calls: &mut dyn SaveCalls) -> Result<File> {
        let journal = self.journal();
        match calls.look(&journal).map_err(Error::io("look at", &journal))? {
            Some(found) if found.is_dir() => {}
            Some(_) => return Err(Error::journal(&journal, "in the way of the journal; move it")),
            None => match calls.make_folder(&journal) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(Error::io("make", &journal)(error));
                }
                _ => {}
            },
        }
        let path = journal.join("lock");
        if calls.look(&path).map_err(Error::io("look at", &path))?.is_some_and(|f| !f.is_file()) {
            return Err(Error::journal(&path, "no plain file; move it away"));
        }
        calls.open_lock(&path).map_err(Error::io("open", &path))
    }
}

/// Length and checksum of a plain file; `None` where nothing is.
pub(super) fn sum_of(calls: &mut dyn SaveCalls, path: &Path) -> Result<Option<Sum>> {
    let Some(found) = calls.look(path).map_err(Error::io("look at", path))? else {
        return Ok(None);
    };
    if !found.is_file() {
        return Err(Error::journal(path, "no plain file, so it is left alone"));
    }
    let mut file = calls.open(path).map_err(Error::io("open", path))?;
    let mut hasher = crc32fast::Hasher::new();
    let mut len = 0u64;
    let mut buffer = vec![0; 256 * 1024];
    loop {
        match calls.read(&mut file, &mut buffer) {
            Ok(0) => return Ok(Some(Sum { len, crc: hasher.finalize() })),
            Ok(count) => {
                hasher.update(buffer.get(..count).unwrap_or_default());
                len = len.saturating_add(count as u64);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::io("read", path)(error)),
        }
    }
}

/// Gives a file a second name, or copies it where there are no hard links.
pub(super) fn double(calls: &mut dyn SaveCalls, path: &Path, to: &Path) -> Result<()> {
    if calls.link(path, to).is_ok() {
        return Ok(());
    }
    let failed = |error| Error::io("keep a copy of", path)(error);
    let old = calls.look(path).map_err(failed)?;
    let mut source = calls.open(path).map_err(failed)?;
    let mut copy = calls.create(to, true).map_err(failed)?;
    let copied = copy_all(calls, &mut source, &mut copy)
        .and_then(|()| old.as_ref().map_or(Ok(()), |old| calls.keep_attributes(&copy, old)))
        .and_then(|()| calls.sync(&copy));
    copied.map_err(|error| {
        let _ = calls.remove(to);
        failed(error)
    })
}

/// Adds up what goes through.
pub(super) struct Summing<'w> {
    out: &'w mut dyn Write,
    hasher: crc32fast::Hasher,
    len: u64,
}

impl<'w> Summing<'w> {
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { out, hasher: crc32fast::Hasher::new(), len: 0 }
    }

    pub fn sum(self) -> Sum {
        Sum { len: self.len, crc: self.hasher.finalize() }
    }
}

impl Write for Summing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.hasher.update(bytes.get(..count).unwrap_or_default());
        self.len = self.len.saturating_add(count as u64);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether a name is that of the folder that holds a journal.
pub(crate) fn is_journal(name: &OsStr) -> bool {
    name.eq_ignore_ascii_case(FOLDER)
}
