//! Every system call of a change fails, or ends the program, one after another: the game has all
//! its old files or all its new ones, at the latest when the next program looks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::record::{FOLDER, Record};
use super::settle::{recover_through, undo_through};
use super::{KeptFor, Past, REMEMBERED, Recovered, Settled, Transaction, history};
use crate::save::tests::{Fault, Faulty};
use crate::save::{Save, SaveCalls, is_backup, is_leftover};
use crate::{Error, Result, Vfs, locate};

/// A game of two files; a third and a fourth, in a new folder, are made by the change, and one goes.
fn game() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("DATA")).unwrap();
    fs::write(folder.path().join("Material.lib"), "old materials").unwrap();
    fs::write(folder.path().join("DATA/bases.rlb"), "old bases").unwrap();
    fs::write(folder.path().join("gone.txt"), "goes").unwrap();
    folder
}

/// Calls that work, and do not wait for the disk.
fn quick() -> Faulty {
    Faulty::new(usize::MAX, Fault::Once, true)
}

fn recover(game: &Path) -> Result<Vec<Recovered>> {
    recover_through(&mut quick(), game)
}

fn undo(game: &Path) -> Result<Past> {
    undo_through(quick(), game)
}

fn change(calls: impl SaveCalls, game: &Path, backup: bool) -> Result<()> {
    let mut change = Transaction::begin_through(calls, game, "bring in a robot")?;
    let path = |name: &str| game.join(name);
    change.stage(Save::new(&path("Material.lib")).backup(backup), |out| {
        out.write_all(b"new materials, more of them")
    })?;
    change.stage(Save::new(&path("DATA/bases.rlb")), |out| out.write_all(b"new bases"))?;
    change.make_folder(&path("DATA/MAPS/NEW"))?;
    change.stage(Save::new(&path("DATA/MAPS/NEW/Land.msh")).overwrite(false), |out| {
        out.write_all(b"ground")
    })?;
    change.stage_removal(Save::new(&path("gone.txt")).backup(backup))?;
    change.commit().map(|_| ())
}

/// With backups or copies of the journal's own, by hard links or without.
const WAYS: [(bool, bool); 2] = [(true, true), (false, false)];

type Files = BTreeMap<String, Vec<u8>>;

/// All files of a game, without the journal, temporary files and backups.
fn files(game: &Path) -> Files {
    everything(game).into_iter().filter(|(name, _)| !is_extra(name)).collect()
}

fn is_extra(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap();
    name.starts_with(FOLDER) || is_leftover(last.as_ref()) || is_backup(last)
}

/// All files of a game; folders end in a slash.
fn everything(game: &Path) -> Files {
    let mut all = Files::new();
    let mut folders = vec![game.to_owned()];
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            let name = path.strip_prefix(game).unwrap().to_str().unwrap().replace('\\', "/");
            if path.is_dir() {
                all.insert(format!("{name}/"), Vec::new());
                folders.push(path);
            } else {
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

/// What the change makes of the game.
fn changed() -> Files {
    let game = game();
    change(quick(), game.path(), true).unwrap();
    files(game.path())
}

#[test]
fn all_is_new_and_can_be_taken_back() {
    for backup in [true, false] {
        let game = game();
        let before = everything(game.path());
        change(quick(), game.path(), backup).unwrap();
        let new = files(game.path());
        assert_eq!(new["Material.lib"], b"new materials, more of them");
        assert_eq!(new["DATA/bases.rlb"], b"new bases");
        assert_eq!(new["DATA/MAPS/NEW/Land.msh"], b"ground");
        assert!(!new.contains_key("gone.txt"));
        assert_eq!(game.path().join("Material.lib.bak").exists(), backup);
        let past = history(game.path()).unwrap();
        assert_eq!((past.len(), past[0].title.as_str()), (1, "bring in a robot"));
        assert_eq!(past[0].files.len(), 4);

        assert_eq!(undo(game.path()).unwrap().number, 1);
        let mut after = everything(game.path());
        after.retain(|name, _| !name.starts_with(FOLDER));
        assert_eq!(after, before, "byte for byte, backups and folders too");
        assert!(history(game.path()).unwrap().is_empty());
        let nothing = undo(game.path()).unwrap_err();
        assert!(nothing.to_string().contains("changed nothing here"), "{nothing}");
        let left: Vec<_> = fs::read_dir(game.path().join(FOLDER)).unwrap().collect();
        assert_eq!(left.len(), 1, "only the lock is left: {left:?}");
    }
}

/// Under Wine every call of a file is a question to another program, and thousands of them take many
/// minutes: one call in three is disturbed there. The steps are the same on all systems.
const STRIDE: usize = if cfg!(windows) { 3 } else { 1 };

/// Runs something on fresh games with each call disturbed in turn, and judges what it left.
fn disturb_each_call(
    fault: Fault,
    links: bool,
    prepare: impl Fn(&Path),
    run: impl Fn(&mut Faulty, &Path) -> Result<()>,
    judge: impl Fn(&Path, bool, &str),
) -> usize {
    for at in (0..300).step_by(STRIDE) {
        let game = game();
        prepare(game.path());
        let mut calls = Faulty::new(at, fault, links);
        let result = run(&mut calls, game.path());
        let what = format!("{fault:?} at {at} of {:?}, {result:?}", calls.log);
        judge(game.path(), result.is_ok(), &what);
        if !calls.was_reached() {
            result.unwrap();
            return at;
        }
    }
    panic!("more than 300 calls");
}

/// Old or new, never between; new if it was said to be done.
fn judge(game: &Path, old: &Files, new: &Files, done: bool, what: &str) {
    let now = without_empty_folders(files(game));
    assert!(now == *old || now == *new, "{what}: {now:?}");
    assert!(!done || now == *new, "{what}: said to be done");
}

/// Nothing is left that no record needs.
fn judge_leftovers(game: &Path, what: &str) {
    let changes = history(game).unwrap().len();
    for name in everything(game).into_keys() {
        let last = name.rsplit('/').next().unwrap();
        assert!(!is_leftover(last.as_ref()), "{what}: {name} is left");
        assert!(name != ".ngi/staging", "{what}: {name} is left");
        let is_kept = is_backup(last) || last.starts_with("kept-");
        assert!(changes == 1 || !is_kept, "{what}: {name} belongs to no change");
    }
}

fn without_empty_folders(mut files: Files) -> Files {
    files.retain(|name, _| !name.ends_with('/'));
    files
}

#[test]
fn any_call_of_a_change_may_fail() {
    let old = without_empty_folders(files(game().path()));
    let new = without_empty_folders(changed());
    for (backup, links) in WAYS {
        let run = |calls: &mut Faulty, game: &Path| change(calls, game, backup);
        let calls = disturb_each_call(
            Fault::Once,
            links,
            |_| (),
            run,
            |game, done, what| {
                // Right away, without help.
                judge(game, &old, &new, done, what);
                let clean = |name: &str| !is_leftover(name.rsplit('/').next().unwrap().as_ref());
                let left = everything(game);
                assert!(done || left.keys().all(|name| clean(name)), "{what}: {left:?}");
                assert!(done || !left.contains_key("Material.lib.bak"), "{what}: a backup is left");
            },
        );
        assert!(calls > 30, "{calls} calls");
        // A disk that is gone may leave something between; the next one who comes settles it.
        disturb_each_call(
            Fault::FromThenOn,
            links,
            |_| (),
            run,
            |game, done, what| {
                recover(game).unwrap();
                judge(game, &old, &new, done, what);
            },
        );
    }
}

#[test]
fn the_program_may_stop_at_any_call_of_a_change() {
    let old = without_empty_folders(files(game().path()));
    let new = without_empty_folders(changed());
    for (backup, links) in WAYS {
        for fault in [Fault::Killed, Fault::KilledHalfway] {
            let run = |calls: &mut Faulty, game: &Path| change(calls, game, backup);
            disturb_each_call(
                fault,
                links,
                |_| (),
                run,
                |game, done, what| {
                    let recovered = recover(game).unwrap();
                    judge(game, &old, &new, done, what);
                    judge_leftovers(game, what);
                    let conflict = |it: &Recovered| matches!(it.settled, Settled::Conflict(_));
                    assert!(!recovered.iter().any(conflict), "{what}: {recovered:?}");
                    assert_eq!(recover(game).unwrap(), [], "{what}: settled once");
                    // And the folder is in use again.
                    match without_empty_folders(files(game)) == new {
                        true => drop(undo(game).unwrap()),
                        false => change(quick(), game, backup).unwrap(),
                    }
                    judge(game, &old, &new, false, what);
                },
            );
        }
    }
}

#[test]
fn any_call_of_taking_back_may_fail_or_be_the_last() {
    let old = without_empty_folders(files(game().path()));
    let new = without_empty_folders(changed());
    let faults = [Fault::Once, Fault::FromThenOn, Fault::Killed, Fault::KilledHalfway];
    for (backup, links) in WAYS {
        for fault in faults {
            let prepare = |game: &Path| change(quick(), game, backup).unwrap();
            let run = |calls: &mut Faulty, game: &Path| undo_through(calls, game).map(|_| ());
            disturb_each_call(fault, links, prepare, run, |game, done, what| {
                if fault != Fault::Once {
                    recover(game).unwrap();
                }
                judge(game, &new, &old, done, what);
                // It can be tried again.
                recover(game).unwrap();
                if without_empty_folders(files(game)) == new {
                    undo(game).unwrap_or_else(|error| panic!("{what}: {error}"));
                }
                judge(game, &new, &old, true, what);
                assert!(history(game).unwrap().is_empty(), "{what}");
            });
        }
    }
}

/// Backups that are copies are made by other calls than those that are links.
#[test]
fn a_program_that_stops_while_it_copies_a_backup_leaves_nothing() {
    for fault in [Fault::Killed, Fault::KilledHalfway] {
        let run = |calls: &mut Faulty, game: &Path| change(calls, game, true);
        disturb_each_call(
            fault,
            false,
            |_| (),
            run,
            |game, _, what| {
                recover(game).unwrap();
                judge_leftovers(game, what);
            },
        );
    }
}

/// Stages a file and stops before anything is changed, as a program does that is killed.
fn stop_while_staging(game: &Path, title: &str) {
    let mut calls = quick();
    let path = game.join("Material.lib");
    let mut change = Transaction::begin_through(&mut calls, &path, title).unwrap();
    change.stage(Save::new(&path).backup(true), |out| out.write_all(b"new")).unwrap();
    std::mem::forget(change);
}

#[test]
fn the_next_program_removes_temporary_files_and_says_so() {
    let folder = game();
    let before = everything(folder.path());
    stop_while_staging(folder.path(), "set");
    let left = everything(folder.path());
    assert!(left.keys().any(|name| is_leftover(name.as_ref())), "{left:?}");
    // The lock of the program that stopped is still held in this process.
    assert_eq!(recover(folder.path()).unwrap(), [], "a program is at work there");
    fs::remove_file(folder.path().join(FOLDER).join("lock")).unwrap();
    let recovered = recover(&folder.path().join("DATA")).unwrap();
    let Settled::Cleaned(files) = &recovered[0].settled else { panic!("{recovered:?}") };
    assert_eq!((recovered.len(), files.len()), (1, 1), "{recovered:?}");
    assert_eq!(recover(folder.path()).unwrap(), []);
    let mut after = everything(folder.path());
    after.retain(|name, _| !name.starts_with(FOLDER));
    assert_eq!(after, before);
}

#[test]
fn only_names_that_are_surely_of_this_program_are_removed() {
    let game = game();
    change(quick(), game.path(), true).unwrap();
    let write = |name: &str, text: &str| fs::write(game.path().join(name), text).unwrap();
    fs::create_dir_all(game.path().join("inner")).unwrap();
    write("inner/Textures.lib", "another game, with a lock of its own");
    // A program that runs, another game, and names that only look like those of temporary files.
    let own = [
        ".ngi-save-1-0.tmp",
        "inner/.ngi-save-77-0.tmp",
        ".ngi-save-077-0.tmp",
        ".ngi-save-77-+1.tmp",
        ".ngi-save-77-1.tmp.bak",
        ".ngi-save-77.tmp",
        ".ngi-save-my notes.tmp",
        "DATA/ngi-save-77-1.tmp",
        // Same bytes as the file, but no program noted that it made it.
        "DATA/bases.rlb.bak",
        ".ngi/kept-01-0",
        ".ngi/kept-1-0",
    ];
    own.into_iter().for_each(|name| write(name, "new bases"));
    fs::create_dir(game.path().join("DATA/.ngi-save-77-2.tmp")).unwrap();
    let gone = [
        ".ngi-save-77-0.tmp",
        "DATA/.ngi-save-77-0.old.tmp",
        ".ngi/mods/.ngi-save-77-0.tmp",
        ".ngi/kept-77-0",
    ];
    fs::create_dir(game.path().join(".ngi/mods")).unwrap();
    gone.into_iter().for_each(|name| write(name, "left"));
    // What a note says is not believed where bytes differ, a record needs it, or it leads outside.
    write("gone.txt", "again");
    write("other.txt", "same");
    write("other.txt.bak", "same");
    write(
        ".ngi/staging",
        "Material.lib.bak\ngone.txt.bak\n../x.bak\n/etc/passwd.bak\nother.txt.bak\n.ngi/1.bak\n",
    );
    let before = everything(game.path());
    let recovered = recover(game.path()).unwrap();
    let after = everything(game.path());
    let mut removed: Vec<&str> =
        before.keys().filter(|name| !after.contains_key(*name)).map(String::as_str).collect();
    // A temporary file of a program that may be running stays, and with it the note.
    let mut expected = gone.to_vec();
    expected.push("other.txt.bak");
    expected.sort_unstable();
    removed.sort_unstable();
    assert_eq!(removed, expected);
    let Settled::Cleaned(files) = &recovered[0].settled else { panic!("{recovered:?}") };
    assert_eq!(files.len(), expected.len());
    assert_eq!(history(game.path()).unwrap().len(), 1);
    undo(game.path()).unwrap_err();
    fs::remove_file(game.path().join("gone.txt")).unwrap();
    undo(game.path()).unwrap();
}

#[cfg(unix)]
#[test]
fn a_temporary_file_is_abandoned_when_its_process_has_ended() {
    use crate::save::SystemCalls;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(".ngi-save-77-0.tmp");
    let file = SystemCalls.create(&path, false).unwrap();
    let ended = {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        child.id()
    };
    let judge = |process| SystemCalls.is_abandoned(&path, process).unwrap();
    assert!(!judge(ended), "it is open, and so locked");
    drop(file);
    if cfg!(target_os = "linux") {
        assert!(judge(ended));
    }
    assert!(!judge(std::process::id()) && !judge(1));
}

#[test]
fn kept_files_are_listed_with_the_reason() {
    let game = game();
    change(quick(), game.path(), true).unwrap();
    let write = |name: &str| fs::write(game.path().join(name), "12345").unwrap();
    ["DATA/mine.txt.bak3", "DATA/.ngi-save-1-0.tmp", ".ngi/kept-9-0"].into_iter().for_each(write);
    let listed: Vec<_> = super::kept(&game.path().join("DATA"))
        .unwrap()
        .into_iter()
        .map(|file| {
            let path = file.path.strip_prefix(game.path()).unwrap().to_str().unwrap();
            (path.replace('\\', "/"), file.size, file.why)
        })
        .collect();
    let expected = [
        (".ngi/kept-1-1", 9, KeptFor::Change(1)),
        (".ngi/kept-9-0", 5, KeptFor::Stopped),
        ("DATA/.ngi-save-1-0.tmp", 5, KeptFor::Running),
        ("DATA/mine.txt.bak3", 5, KeptFor::NoChange),
        ("Material.lib.bak", 13, KeptFor::Change(1)),
        ("gone.txt.bak", 4, KeptFor::Change(1)),
    ];
    assert_eq!(listed, expected.map(|(path, size, why)| (path.to_owned(), size, why)));
}

#[test]
fn what_somebody_changed_since_is_not_taken_back() {
    let game = game();
    let path = |name: &str| game.path().join(name);
    change(quick(), game.path(), true).unwrap();
    let new = everything(game.path());
    fs::write(path("DATA/bases.rlb"), "new basez").unwrap();
    let refused = undo(game.path()).unwrap_err().to_string();
    assert!(refused.contains("bases.rlb: changed since"), "{refused}");
    fs::write(path("DATA/bases.rlb"), "new bases").unwrap();
    fs::write(path("gone.txt"), "there again").unwrap();
    assert!(undo(game.path()).is_err());
    fs::remove_file(path("gone.txt")).unwrap();
    fs::rename(path("Material.lib.bak"), path("away")).unwrap();
    let refused = undo(game.path()).unwrap_err().to_string();
    assert!(refused.contains("Material.lib.bak: the backup that is needed"), "{refused}");
    fs::rename(path("away"), path("Material.lib.bak")).unwrap();
    assert_eq!(everything(game.path()), new, "nothing was touched");
    undo(game.path()).unwrap();
}

#[test]
fn the_last_twenty_are_remembered() {
    let game = game();
    let path = game.path().join("Material.lib");
    let save = |backup: bool, text: &str| {
        let mut change = Transaction::begin(&path, format!("write {text}")).unwrap();
        change.stage(Save::new(&path).backup(backup), |out| write!(out, "{text}")).unwrap();
        change.commit().unwrap();
    };
    (0..REMEMBERED + 5).for_each(|turn| save(turn == 0, &turn.to_string()));
    let past = history(game.path()).unwrap();
    assert_eq!(past.len(), REMEMBERED);
    assert_eq!(past[0].title, "write 24");
    // 20 records, what they keep, and the lock.
    assert_eq!(fs::read_dir(game.path().join(FOLDER)).unwrap().count(), 2 * REMEMBERED + 1);
    assert!(game.path().join("Material.lib.bak").exists(), "backups are nobody's to remove");
    for _ in 0..REMEMBERED {
        undo(game.path()).unwrap();
    }
    assert_eq!(fs::read(&path).unwrap(), b"4");
    assert!(undo(game.path()).is_err());
}

#[test]
fn a_file_that_changed_since_it_was_read_is_not_replaced() {
    let game = game();
    let path = game.path().join("Material.lib");
    let node = locate(&path).unwrap();
    node.bytes().unwrap();
    fs::write(&path, "theirs, and longer").unwrap();
    let mut change = Transaction::begin(&path, "").unwrap();
    change.rewrite(&node, b"ours", true).unwrap();
    assert!(matches!(change.commit(), Err(Error::Changed { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"theirs, and longer");
    assert_eq!(files(game.path()).len(), 4);
    assert!(!game.path().join("Material.lib.bak").exists());
}

#[test]
fn twice_in_one_change_is_refused() {
    let game = game();
    let path = game.path().join("Material.lib");
    let mut change = Transaction::begin(&path, "").unwrap();
    change.stage(Save::new(&path), |out| out.write_all(b"1")).unwrap();
    assert!(change.stage(Save::new(&path), |out| out.write_all(b"2")).is_err());
    assert!(change.stage_removal(Save::new(&path)).is_err());
    drop(change);
    assert_eq!(fs::read(&path).unwrap(), b"old materials", "nothing happens without a commit");
    assert!(everything(game.path()).keys().all(|name| !is_leftover(name.as_ref())));
}

#[test]
fn programs_wait_for_each_other() {
    let game = game();
    let path = game.path().join("Material.lib");
    fs::write(&path, "0").unwrap();
    // Each reads the number under the lock and adds one; without waiting some would be lost.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let mut change = Transaction::begin(&path, "count").unwrap();
                    let number: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
                    change.stage(Save::new(&path), |out| write!(out, "{}", number + 1)).unwrap();
                    change.commit().unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read(&path).unwrap(), b"20");
    assert_eq!(history(&path).unwrap().len(), 20);
}

#[test]
fn files_elsewhere_are_all_or_none_too() {
    let game = game();
    let outside = tempfile::tempdir().unwrap();
    let (a, b) = (outside.path().join("a"), outside.path().join("b"));
    fs::write(&a, "old a").unwrap();
    let materials = game.path().join("Material.lib");
    let run = |last: &Path| {
        let mut change = Transaction::begin(game.path(), "").unwrap();
        change.stage(Save::new(&a), |out| out.write_all(b"new a")).unwrap();
        change.stage(Save::new(&b), |out| out.write_all(b"new b")).unwrap();
        change.stage(Save::new(last).overwrite(false), |out| out.write_all(b"last")).unwrap();
        change.stage(Save::new(&materials), |out| out.write_all(b"new")).unwrap();
        fs::write(outside.path().join("taken"), "taken").unwrap();
        change.commit()
    };
    assert!(matches!(run(&outside.path().join("taken")), Err(Error::Exists { .. })));
    assert_eq!((fs::read(&a).unwrap(), b.exists()), (b"old a".to_vec(), false));
    assert_eq!(fs::read(&materials).unwrap(), b"old materials");
    run(&outside.path().join("free")).unwrap();
    assert_eq!((fs::read(&a).unwrap(), fs::read(&b).unwrap()), (b"new a".into(), b"new b".into()));
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 4, "a, b, taken, free");
    undo(game.path()).unwrap();
    assert_eq!(fs::read(&a).unwrap(), b"new a", "what lies elsewhere is in no journal");
    assert_eq!(fs::read(&materials).unwrap(), b"old materials");
    assert!(!outside.path().join(FOLDER).exists());
}

#[test]
fn a_game_inside_another_has_changes_of_its_own() {
    let outer = game();
    change(quick(), outer.path(), true).unwrap();
    let inner = outer.path().join("DATA");
    fs::write(inner.join("Textures.lib"), "a game, too").unwrap();
    assert!(history(&inner).unwrap().is_empty());
    assert!(undo(&inner).is_err());
    assert_eq!(history(&outer.path().join("gone.txt")).unwrap().len(), 1);
    undo(&outer.path().join("Material.lib")).unwrap();
}

#[test]
fn nobody_sees_the_journal() {
    let game = game();
    change(quick(), game.path(), false).unwrap();
    assert!(game.path().join(FOLDER).is_dir());
    let root = locate(game.path()).unwrap();
    assert!(root.walk().all(|node| !node.unwrap().path().contains(FOLDER)));
    let vfs = Vfs::open(game.path()).unwrap();
    assert!(vfs.root().walk().all(|node| !node.unwrap().path().contains(FOLDER)));
    assert!(vfs.locate(".ngi/1.done").is_err());
}

/// Puts a record into a game, as somebody might who means no good.
fn plant(game: &Path, name: &str, text: &str) {
    fs::create_dir_all(game.join(FOLDER)).unwrap();
    fs::write(game.join(FOLDER).join(name), text).unwrap();
}

fn record(lines: &str) -> String {
    let body = format!("ngi.journal/1\nnumber 1\ntime 1\ntitle x\n{lines}\n");
    format!("{body}end {:08x}\n", crc32fast::hash(body.as_bytes()))
}

#[test]
fn hostile_journals_are_refused_and_nothing_is_touched() {
    let long = "x".repeat(3 << 20);
    let texts = [
        record("file - 1:00000000 1-1 - ../../outside"),
        record("file - 1:00000000 1-1 - /tmp/outside"),
        record("file - 1:00000000 1-1 - a\\..\\outside"),
        record("file 13:00000000 - - own .ngi/lock"),
        record("file - 1:00000000 1-1 - Material.lib/x"),
        record("file - 1:00000000 1-1 - DATA"),
        record("file - 1:00000000 1-1 - a").replace("number 1", "number 2"),
        String::new(),
        "\0\u{1}\u{2}".to_owned(),
        long,
    ];
    for text in &texts {
        let game = game();
        plant(game.path(), "1.pending", text);
        let before = everything(game.path());
        let shown = &text[..text.len().min(150)];
        let refused = recover(game.path()).unwrap_err();
        assert!(matches!(refused, Error::Journal { .. }), "{shown}: {refused}");
        let refused = change(quick(), game.path(), true).unwrap_err();
        assert!(matches!(refused, Error::Journal { .. }), "{shown}: {refused}");
        assert!(undo(game.path()).is_err());
        let mut after = everything(game.path());
        after.remove(".ngi/lock");
        assert_eq!(after, before, "{shown}");
    }
}

#[test]
fn a_record_that_fits_nothing_changes_nothing() {
    // Of a file that was never made, and has no new bytes either.
    let game_of_nothing = game();
    plant(game_of_nothing.path(), "1.pending", &record("file - 1:00000000 1-1 - missing/x"));
    assert_eq!(recover(game_of_nothing.path()).unwrap()[0].settled, Settled::TakenBack);
    assert!(!game_of_nothing.path().join("missing").exists());
    // Well made, but the files it speaks of are others.
    for line in [
        "file 13:00000001 9:00000002 1-1 own Material.lib",
        "file 13:00000001 9:00000002 1-1 bak0 Material.lib",
        "file - 9:00000002 1-1 - Material.lib",
        "file 13:00000001 - - own Material.lib",
    ] {
        let game = game();
        let before = files(game.path());
        plant(game.path(), "1.pending", &record(line));
        let settled = recover(game.path()).unwrap();
        assert!(matches!(settled[0].settled, Settled::Conflict(_)), "{line}: {settled:?}");
        assert_eq!(files(game.path()), before, "{line}");
        plant(game.path(), "1.done", &record(line));
        assert!(undo(game.path()).is_err());
        assert_eq!(files(game.path()), before, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    let victim = outside.path().join("victim");
    let sum = |text: &str| format!("{}:{:08x}", text.len(), crc32fast::hash(text.as_bytes()));
    fs::write(&victim, "precious").unwrap();
    let untouched = |what: &str| {
        assert_eq!(fs::read(&victim).unwrap(), b"precious", "{what}");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1, "{what}");
    };
    // A folder on the way, the file itself, the temporary file, the backup, the record, the journal.
    let evil = sum("evil");
    let through_folder = record(&format!("file {} {evil} 1-1 bak0 link/victim", sum("precious")));
    let file = record(&format!("file {} {evil} 1-1 own victim", sum("precious")));
    for (text, links) in [
        (&through_folder, vec![("link", outside.path().to_owned())]),
        (&file, vec![("victim", victim.clone())]),
        (
            &record(&format!("file - {} 1-1 - new", sum("precious"))),
            vec![(".ngi-save-1-1.tmp", victim.clone())],
        ),
    ] {
        let game = game();
        for (name, to) in links {
            symlink(to, game.path().join(name)).unwrap();
        }
        fs::write(game.path().join(".ngi-save-1-1.tm_"), "evil").unwrap();
        plant(game.path(), "1.pending", text);
        let _ = recover(game.path());
        let _ = undo(game.path());
        untouched(text);
        assert!(!game.path().join("new").exists());
    }
    for name in ["1.pending", "lock"] {
        let game = game();
        fs::create_dir(game.path().join(FOLDER)).unwrap();
        symlink(&victim, game.path().join(FOLDER).join(name)).unwrap();
        assert!(change(quick(), game.path(), true).is_err(), "{name}");
        untouched(name);
    }
    let game = game();
    symlink(outside.path(), game.path().join(FOLDER)).unwrap();
    assert!(change(quick(), game.path(), true).is_err());
    untouched("the journal itself");
}

#[cfg(unix)]
#[test]
fn a_part_of_the_game_behind_a_link_is_changed_without_the_journal() {
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("x.rlb"), "old").unwrap();
    let game = game();
    std::os::unix::fs::symlink(elsewhere.path(), game.path().join("linked")).unwrap();
    let path = game.path().join("linked/x.rlb");
    let mut change = Transaction::begin(&path, "").unwrap();
    change.stage(Save::new(&path).backup(true), |out| out.write_all(b"new")).unwrap();
    let saved = change.commit().unwrap();
    assert_eq!(saved[0].backup.as_deref(), Some(game.path().join("linked/x.rlb.bak").as_path()));
    assert_eq!(fs::read(elsewhere.path().join("x.rlb")).unwrap(), b"new");
    assert!(history(game.path()).unwrap().is_empty());
}

/// The steps of a change of one file, which is what `set` and `edit` do.
#[test]
fn a_single_file_costs_two_flushes_more_than_a_save() {
    let game = game();
    let path: PathBuf = game.path().join("Material.lib");
    let mut calls = Faulty::new(usize::MAX, Fault::Once, true);
    let mut change = Transaction::begin_through(&mut calls, &path, "").unwrap();
    change.stage(Save::new(&path).backup(true), |out| out.write_all(b"new")).unwrap();
    change.commit().unwrap();
    let flushes = calls.log.iter().filter(|call| call.starts_with("sync")).count();
    // Temporary file, backup, record, journal, the file's folder.
    assert_eq!(flushes, 5, "{:?}", calls.log);
}

#[test]
fn what_a_record_says_is_what_people_read() {
    let game = game();
    change(quick(), game.path(), true).unwrap();
    let text = fs::read(game.path().join(FOLDER).join("1.done")).unwrap();
    let record = Record::parse(&text).unwrap();
    let paths: Vec<&str> = record.files.iter().map(|file| file.path.as_str()).collect();
    let expected = ["Material.lib", "DATA/bases.rlb", "DATA/MAPS/NEW/Land.msh", "gone.txt"];
    assert_eq!(paths, expected);
    assert_eq!(record.folders, ["DATA/MAPS", "DATA/MAPS/NEW"]);
}
