//! What only Windows does: paths that are too long, files that are in use, and marks.

use std::fs::{self, File};
use std::os::windows::fs::OpenOptionsExt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::steps::wait_for_turn;
use super::{Save, atomic_write, is_leftover};
use crate::{Error, locate};

#[test]
fn paths_may_be_longer_than_260_characters() {
    let folder = tempfile::tempdir().unwrap();
    let mut deep = folder.path().to_owned();
    (0..12).for_each(|_| deep.push("a folder with a rather long name"));
    fs::create_dir_all(&deep).unwrap();
    let path = deep.join("static.rlb");
    assert!(path.as_os_str().len() > 400);
    for text in ["first", "second"] {
        Save::new(&path).backup(true).write(|out| write!(out, "{text}")).unwrap();
    }
    assert_eq!(locate(&path).unwrap().bytes().unwrap(), b"second".as_slice());
    assert_eq!(fs::read(deep.join("static.rlb.bak")).unwrap(), b"first");
    let found = locate(folder.path()).unwrap().walk().filter(|node| node.is_ok()).count();
    assert_eq!(found, 14);
}

#[test]
fn a_file_that_somebody_keeps_open_stays_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("static.rlb");
    fs::write(&path, "old").unwrap();
    let kept = File::options().read(true).share_mode(1).open(&path).unwrap();
    let refused = atomic_write(&path, |out| write!(out, "new")).unwrap_err();
    assert!(matches!(&refused, Error::Io { .. }), "{refused:?}");
    let told = refused.to_string();
    assert!(told.contains("static.rlb") && told.contains("program has it open"), "{told}");
    drop(kept);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left");
}

#[test]
fn a_file_that_is_in_use_for_a_moment_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("static.rlb");
    fs::write(&path, "old").unwrap();
    let kept = File::options().read(true).share_mode(1).open(&path).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            drop(kept);
        });
        atomic_write(&path, |out| write!(out, "new")).unwrap();
    });
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[test]
fn a_file_that_is_read_just_now_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("static.rlb");
    fs::write(&path, vec![1; 200_000]).unwrap();
    let read = locate(&path).unwrap().bytes().unwrap();
    // As another `ngi` opens it.
    let other = File::open(&path).unwrap();
    atomic_write(&path, |out| write!(out, "new")).unwrap();
    drop(other);
    assert_eq!((read.len(), fs::read(&path).unwrap()), (200_000, b"new".to_vec()));
}

#[test]
fn a_read_only_file_is_replaced_and_stays_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("static.rlb");
    fs::write(&path, "old").unwrap();
    let mut mark = fs::metadata(&path).unwrap().permissions();
    mark.set_readonly(true);
    fs::set_permissions(&path, mark).unwrap();
    Save::new(&path).backup(true).write(|out| write!(out, "new")).unwrap();
    assert!(fs::metadata(&path).unwrap().permissions().readonly());
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read(folder.path().join("static.rlb.bak")).unwrap(), b"old");
}

#[test]
fn one_at_a_time_and_nothing_stays_of_the_lock() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("static.rlb");
    fs::write(&path, "x").unwrap();
    let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let turn = wait_for_turn(&path);
                assert!(turn.is_some());
                let now = inside.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(50));
                inside.fetch_sub(1, Ordering::SeqCst);
            });
        }
    });
    assert_eq!(most.load(Ordering::SeqCst), 1);
    assert!(started.elapsed() >= Duration::from_millis(200));
    let turn = wait_for_turn(&path);
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|item| item.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| name == "static.rlb" || is_leftover(name)), "{names:?}");
    drop(turn);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
