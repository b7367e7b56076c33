//! Every system call of a save fails, or ends the process, one after another: the folder always
//! holds the old file or the new one, whole.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Save, SaveCalls, Saved, SystemCalls, atomic_write, backup, is_leftover, write_new};
use crate::{Error, Result};

const NAME: &str = "static.rlb";

/// What happens at call number `at`, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// That call fails, the others work.
    Once,
    /// That call and all after it fail: the disk is gone.
    FromThenOn,
    /// The process is gone before that call: it, and all after it, do nothing.
    Killed,
    /// The process is gone in the middle of that call: half of a write happens.
    KilledHalfway,
    /// The process really ends.
    Abort,
}

/// The real calls, with one of them disturbed.
pub(crate) struct Faulty {
    at: usize,
    fault: Fault,
    /// Whether the file system has hard links.
    links: bool,
    calls: usize,
    pub(crate) log: Vec<&'static str>,
}

impl Faulty {
    pub(crate) fn new(at: usize, fault: Fault, links: bool) -> Self {
        Self { at, fault, links, calls: 0, log: Vec::new() }
    }

    pub(crate) fn was_reached(&self) -> bool {
        self.calls > self.at
    }

    /// Counts a call; fails if it is its turn. `Ok(true)`: do only half of it.
    fn turn(&mut self, name: &'static str) -> io::Result<bool> {
        let number = self.calls;
        self.calls += 1;
        self.log.push(name);
        let broken = || Err(io::Error::other(format!("call {number}, {name}, was made to fail")));
        match self.fault {
            Fault::Once if number == self.at => broken(),
            Fault::FromThenOn | Fault::Killed if number >= self.at => broken(),
            Fault::KilledHalfway if number == self.at => Ok(true),
            Fault::KilledHalfway if number > self.at => broken(),
            Fault::Abort if number == self.at => std::process::abort(),
            _ => Ok(false),
        }
    }

    /// A call that cannot be done by halves.
    fn whole(&mut self, name: &'static str) -> io::Result<()> {
        match self.turn(name)? {
            false => Ok(()),
            true => Err(io::Error::other("killed")),
        }
    }
}

impl SaveCalls for Faulty {
    fn look(&mut self, path: &Path) -> io::Result<Option<Metadata>> {
        self.whole("look")?;
        SystemCalls.look(path)
    }
    fn create(&mut self, path: &Path, private: bool) -> io::Result<File> {
        self.whole("create")?;
        SystemCalls.create(path, private)
    }
    fn write(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        if self.turn("write")? {
            SystemCalls.write(file, &bytes[..bytes.len() / 2])?;
            return Err(io::Error::other("killed"));
        }
        // Short writes are legal, and make more calls to disturb.
        SystemCalls.write(file, &bytes[..bytes.len().min(300_000)])
    }
    fn keep_attributes(&mut self, file: &File, old: &Metadata) -> io::Result<()> {
        self.whole("keep_attributes")?;
        SystemCalls.keep_attributes(file, old)
    }
    fn sync(&mut self, file: &File) -> io::Result<()> {
        // No power is lost here, so nothing need wait for the disk.
        self.whole("sync")?;
        file.metadata().map(|_| ())
    }
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.whole("rename")?;
        SystemCalls.rename(from, to)
    }
    fn link(&mut self, file: &Path, second: &Path) -> io::Result<()> {
        self.whole("link")?;
        if !self.links {
            return Err(io::ErrorKind::Unsupported.into());
        }
        SystemCalls.link(file, second)
    }
    fn open(&mut self, path: &Path) -> io::Result<File> {
        self.whole("open")?;
        SystemCalls.open(path)
    }
    fn read(&mut self, file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
        self.whole("read")?;
        SystemCalls.read(file, buffer)
    }
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        self.whole("sync_folder")?;
        fs::read_dir(folder).map(|_| ())
    }
    fn remove(&mut self, path: &Path) -> io::Result<()> {
        self.whole("remove")?;
        SystemCalls.remove(path)
    }
    fn make_folder(&mut self, path: &Path) -> io::Result<()> {
        self.whole("make_folder")?;
        SystemCalls.make_folder(path)
    }
    fn remove_folder(&mut self, path: &Path) -> io::Result<()> {
        self.whole("remove_folder")?;
        SystemCalls.remove_folder(path)
    }
    fn names(&mut self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.whole("names")?;
        SystemCalls.names(folder)
    }
    fn open_lock(&mut self, path: &Path) -> io::Result<File> {
        self.whole("open_lock")?;
        SystemCalls.open_lock(path)
    }
    fn is_abandoned(&mut self, _: &Path, process: u32) -> io::Result<bool> {
        self.whole("is_abandoned")?;
        // What this process made, a test killed; process 1 is always running.
        Ok(process != 1)
    }
}

/// What is saved over what: long enough for several writes.
fn contents() -> (Vec<u8>, Vec<u8>) {
    (b"old ".repeat(100_000), b"newer ".repeat(120_000))
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|item| item.unwrap())
        .map(|item| (item.file_name().into_string().unwrap(), fs::read(item.path()).unwrap()))
        .collect()
}

/// The save under test: small pieces and large ones.
fn save(calls: &mut dyn SaveCalls, path: &Path, case: Case, new: &[u8]) -> Result<Saved> {
    let plan = Save::new(path).backup(case.backup).overwrite(case.existing).flushed(case.flushed);
    plan.write_through(calls, |out| {
        let (head, tail) = new.split_at(100);
        head.iter().try_for_each(|byte| out.write_all(&[*byte]))?;
        out.write_all(tail)
    })
}

#[derive(Debug, Clone, Copy)]
struct Case {
    /// Whether there is an old file; without one the save must not overwrite.
    existing: bool,
    backup: bool,
    links: bool,
    flushed: bool,
}

/// Checks what a disturbed save left behind.
fn judge(folder: &Path, case: Case, fault: Fault, result: Option<&Result<Saved>>, what: &str) {
    let (old, new) = contents();
    let killed = !matches!(fault, Fault::Once);
    let mut found = files(folder);
    let target = found.remove(NAME);
    let is_new = target.as_ref() == Some(&new);
    let is_old = target == case.existing.then(|| old.clone());
    assert!(is_new || is_old, "{what}: neither the old file nor the new one");
    if let Some(Ok(saved)) = result {
        assert!(is_new, "{what}: reported as saved");
        let kept = saved.backup.as_ref().map(|path| fs::read(path).unwrap());
        assert_eq!(kept.is_some(), case.backup, "{what}");
        assert!(kept.is_none_or(|kept| kept == old), "{what}: the backup is not the old file");
    }
    for (name, bytes) in found {
        if is_leftover(name.as_ref()) {
            // Removing the second name of a published file is the one call that may fail quietly.
            let harmless = result.is_some_and(Result::is_ok) && !case.existing;
            assert!(killed || harmless, "{what}: left {name}");
        } else {
            assert_eq!(name, "static.rlb.bak", "{what}");
            let reserved = killed && !case.links && bytes.is_empty();
            assert!(bytes == old || reserved, "{what}: a broken backup");
            assert!(killed || is_new, "{what}: a backup of a save that did not happen");
        }
    }
}

/// Runs a save with each call disturbed in turn; gives the calls of an undisturbed one.
fn disturb_each_call(case: Case, fault: Fault) -> Vec<&'static str> {
    let (old, new) = contents();
    for at in 0..100 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        if case.existing {
            fs::write(&path, &old).unwrap();
        }
        let mut calls = Faulty::new(at, fault, case.links);
        let result = save(&mut calls, &path, case, &new);
        let what = format!("{case:?}, {fault:?} at {at} of {:?}", calls.log);
        judge(folder.path(), case, fault, Some(&result), &what);
        if !calls.was_reached() {
            result.unwrap();
            return calls.log;
        }
    }
    panic!("a save of more than 100 calls");
}

fn cases() -> impl Iterator<Item = Case> {
    [(true, true), (true, false), (false, false)].into_iter().flat_map(|(existing, backup)| {
        [(true, true), (false, true), (true, false)].map(|(links, flushed)| Case {
            existing,
            backup,
            links,
            flushed,
        })
    })
}

#[test]
fn any_call_may_fail() {
    for case in cases() {
        disturb_each_call(case, Fault::Once);
        disturb_each_call(case, Fault::FromThenOn);
    }
}

#[test]
fn the_process_may_stop_at_any_call() {
    for case in cases() {
        disturb_each_call(case, Fault::Killed);
        disturb_each_call(case, Fault::KilledHalfway);
    }
}

#[test]
fn the_calls_come_in_the_order_that_makes_it_safe() {
    let case = Case { existing: true, backup: true, links: true, flushed: true };
    let mut log = disturb_each_call(case, Fault::Once);
    log.dedup();
    let expected = [
        "look",
        "create",
        "write",
        "keep_attributes",
        "sync",
        "link",
        "sync_folder",
        "rename",
        "sync_folder",
    ];
    assert_eq!(log, expected);
}

#[test]
fn what_need_not_survive_a_loss_of_power_is_not_flushed() {
    let case = Case { existing: true, backup: false, links: true, flushed: false };
    let mut log = disturb_each_call(case, Fault::Once);
    log.dedup();
    assert_eq!(log, ["look", "create", "write", "keep_attributes", "rename"]);
}

/// Not a test of its own: the process that the two tests below start and end.
#[test]
#[ignore = "started by the tests that kill it"]
fn child_that_saves() {
    let Some(path) = std::env::var_os("NGI_TEST_SAVE").map(PathBuf::from) else { return };
    let (old, new) = contents();
    match std::env::var("NGI_TEST_ABORT_AT") {
        Ok(at) => {
            let mut calls = Faulty::new(at.parse().unwrap(), Fault::Abort, true);
            let case = Case { existing: true, backup: true, links: true, flushed: true };
            save(&mut calls, &path, case, &new).unwrap();
        }
        // For ever, until the parent ends it.
        Err(_) => loop {
            atomic_write(&path, |out| out.write_all(&new)).unwrap();
            atomic_write(&path, |out| out.write_all(&old)).unwrap();
        },
    }
}

fn child(path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "save::tests::child_that_saves", "--ignored"])
        .env("NGI_TEST_SAVE", path)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    command
}

#[test]
fn a_process_that_really_ends_at_each_call_leaves_a_whole_file() {
    let case = Case { existing: true, backup: true, links: true, flushed: true };
    let calls = disturb_each_call(case, Fault::Once).len();
    for at in 0..=calls {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(&path, contents().0).unwrap();
        let status = child(&path).env("NGI_TEST_ABORT_AT", at.to_string()).status().unwrap();
        assert_eq!(status.success(), at == calls, "call {at}: {status}");
        judge(folder.path(), case, Fault::Abort, None, &format!("aborted at {at}"));
    }
}

#[test]
fn a_process_killed_from_outside_leaves_a_whole_file() {
    let case = Case { existing: true, backup: false, links: true, flushed: true };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NAME);
    fs::write(&path, contents().0).unwrap();
    for round in 0..12u64 {
        let mut process = child(&path).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20 + round * 7));
        process.kill().unwrap();
        process.wait().unwrap();
        judge(folder.path(), case, Fault::Killed, None, &format!("killed in round {round}"));
    }
}

#[test]
fn backups_count_up_and_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.lib");
    fs::write(&path, "0").unwrap();
    for (number, suffix) in ["", "1", "2"].iter().enumerate() {
        let saved = Save::new(&path).backup(true).write(|out| write!(out, "{}", number + 1));
        let kept = saved.unwrap().backup.unwrap();
        assert_eq!(kept, folder.path().join(format!("a.lib.bak{suffix}")));
        assert_eq!(fs::read_to_string(kept).unwrap(), number.to_string());
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "3");
    assert_eq!(backup(&path).unwrap(), folder.path().join("a.lib.bak3"));
    // Without links the same names come out.
    let mut calls = Faulty::new(usize::MAX, Fault::Once, false);
    let saved = Save::new(&path).backup(true).write_through(&mut calls, |out| write!(out, "4"));
    assert_eq!(saved.unwrap().backup.unwrap(), folder.path().join("a.lib.bak4"));
    assert_eq!(fs::read_to_string(folder.path().join("a.lib.bak4")).unwrap(), "3");
    assert!(backup(&folder.path().join("none")).is_err());
    assert_eq!(files(folder.path()).len(), 6, "nothing else is left");
}

#[test]
fn a_new_file_is_not_written_over_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    for links in [true, false] {
        let mut calls = Faulty::new(usize::MAX, Fault::Once, links);
        let plan = || Save::new(&path).overwrite(false);
        plan().write_through(&mut calls, |out| write!(out, "1")).unwrap();
        assert!(matches!(plan().write(|out| write!(out, "2")), Err(Error::Exists { .. })));
        // Somebody makes the file while it is being written.
        fs::remove_file(&path).unwrap();
        let raced = plan().write_through(&mut calls, |out| {
            fs::write(&path, "theirs").unwrap();
            write!(out, "ours")
        });
        assert!(matches!(raced, Err(Error::Exists { .. })), "{raced:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(files(folder.path()).len(), 1);
        fs::remove_file(&path).unwrap();
    }
    write_new(&path, false, |out| write!(out, "1")).unwrap();
    write_new(&path, true, |out| write!(out, "2")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "2");
}

#[test]
fn a_writer_that_fails_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    fs::write(&path, "old").unwrap();
    let wrong = ngi_formats::Error::limit("size", "too large");
    let result = atomic_write(&path, |out| {
        out.write_all(b"half")?;
        Err(io::Error::other(wrong.clone()))
    });
    assert!(matches!(result, Err(Error::Format { source, .. }) if source == wrong));
    assert_eq!(files(folder.path()), BTreeMap::from([("x".to_owned(), b"old".to_vec())]));
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_links_are_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    fs::write(&path, "old").unwrap();
    for mode in [0o640, 0o444, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        atomic_write(&path, |out| write!(out, "new")).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, mode);
    }
    let link = folder.path().join("link");
    symlink("x", &link).unwrap();
    let refused = atomic_write(&link, |out| write!(out, "through"));
    assert!(matches!(refused, Err(Error::ReadOnly { .. })), "{refused:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    for not_a_file in [folder.path(), Path::new("/"), Path::new(".."), Path::new("/dev/null")] {
        assert!(atomic_write(not_a_file, |_| Ok(())).is_err(), "{}", not_a_file.display());
    }
}

#[test]
fn a_missing_folder_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let result = atomic_write(&folder.path().join("no/x"), |_| Ok(()));
    assert!(matches!(result, Err(Error::Io { .. })), "{result:?}");
}
