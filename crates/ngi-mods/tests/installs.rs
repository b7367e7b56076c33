//! Mods in a game folder: whatever is done in whatever order, the files are what the set says.

use std::fs;
use std::path::Path;

use ngi_mods::{Digest, Mod, installed};
use ngi_vfs::transaction;
use proptest::prelude::*;

use crate::games::{between, copy, game, pool, read, with_mods, write};

#[derive(Debug, Clone)]
enum Step {
    Install(Vec<usize>),
    Remove(usize),
    Order(usize),
    Undo,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => prop::collection::vec(0usize..5, 1..3).prop_map(Step::Install),
        3 => (0usize..5).prop_map(Step::Remove),
        1 => (0usize..5).prop_map(Step::Order),
        1 => Just(Step::Undo),
    ]
}

/// What the installed mods say the game is, worked out from nothing.
fn expected(home: &Path, mods: &[Mod]) -> crate::games::Files {
    let installed = installed::list(home).unwrap();
    let set: Vec<&Mod> = installed
        .iter()
        .map(|each| mods.iter().find(|known| known.manifest.is(&each.name)).unwrap())
        .collect();
    with_mods(&game(), &set)
}

fn store(home: &Path) -> bool {
    home.join(".ngi/mods").exists()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_ends_in_what_the_set_says(steps in prop::collection::vec(step(), 1..7)) {
        let mods = pool();
        let home = tempfile::tempdir().unwrap();
        write(home.path(), &game());
        let home = home.path();
        for step in steps {
            let before = (installed::list(home).unwrap(), read(home));
            let name = |at: usize| mods[at].manifest.name.clone();
            let done = match &step {
                Step::Install(which) => {
                    let mut which = which.clone();
                    which.dedup();
                    let packages = which.iter().map(|&at| copy(&mods[at])).collect();
                    installed::install(home, packages, &[]).map(drop)
                }
                Step::Remove(at) => installed::remove(home, &[name(*at)]).map(drop),
                Step::Order(at) => installed::order(home, &[name(*at)], &[]).map(drop),
                Step::Undo => transaction::undo(home).map(drop).map_err(Into::into),
            };
            if done.is_err() {
                prop_assert_eq!(&(installed::list(home).unwrap(), read(home)), &before);
            }
            prop_assert_eq!(read(home), expected(home, &mods), "after {:?}", step);
        }
        let all: Vec<String> =
            installed::list(home).unwrap().into_iter().map(|each| each.name).collect();
        if !all.is_empty() {
            installed::remove(home, &all).unwrap();
        }
        prop_assert_eq!(read(home), game(), "without mods it is what it was");
        prop_assert!(!store(home), "and nothing is kept");
        prop_assert!(!home.join("DATA/NEW").exists(), "nor folders");
    }
}

#[test]
fn what_was_changed_by_hand_is_noticed_and_never_overwritten() {
    let mods = pool();
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    write(home, &game());
    installed::install(home, vec![copy(&mods[3])], &[]).unwrap();
    let path = home.join("sounds.lib");
    let mut mine = fs::read(&path).unwrap();
    *mine.last_mut().unwrap() ^= 1;
    fs::write(&path, &mine).unwrap();
    let state = installed::status(home).unwrap().files;
    let changed = ("sounds.lib".to_owned(), installed::FileState::Changed);
    assert!(state.len() == 3 && state.contains(&changed), "{state:?}");
    let names = ["news".to_owned()];
    for told in [
        installed::remove(home, &names).unwrap_err(),
        installed::install(home, vec![copy(&mods[1])], &[]).unwrap_err(),
        installed::order(home, &names, &[]).unwrap_err(),
    ] {
        assert!(told.to_string().starts_with("sounds.lib: changed by hand"), "{told}");
    }
    assert_eq!(fs::read(&path).unwrap(), mine);
    // Moved away, nothing is in the way.
    fs::rename(&path, home.join("mine.lib")).unwrap();
    installed::remove(home, &names).unwrap();
    assert_eq!(fs::read(&path).unwrap(), game()["sounds.lib"]);
}

#[test]
fn files_that_were_alike_do_not_become_one() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut old = game();
    for name in ["DATA/a.txt", "DATA/b.txt"] {
        old.insert(name.to_owned(), b"the same in both".to_vec());
    }
    write(home, &old);
    let with = |names: &[&str]| {
        let mut new = old.clone();
        for name in names {
            new.insert((*name).to_owned(), b"the same in both, but longer".to_vec());
        }
        between("alike", &old, &new)
    };
    installed::install(home, vec![with(&["DATA/a.txt", "DATA/b.txt"])], &[]).unwrap();
    installed::install(home, vec![with(&["DATA/b.txt"])], &[]).unwrap();
    assert_eq!(fs::read(home.join("DATA/a.txt")).unwrap(), old["DATA/a.txt"]);
    // A program that writes into the file as it is changes this one alone.
    let mut open = fs::OpenOptions::new().write(true).open(home.join("DATA/a.txt")).unwrap();
    std::io::Write::write_all(&mut open, b"THE").unwrap();
    installed::remove(home, &["alike".to_owned()]).unwrap();
    assert_eq!(fs::read(home.join("DATA/b.txt")).unwrap(), old["DATA/b.txt"]);
    assert_eq!(fs::read(home.join("DATA/a.txt")).unwrap(), b"THE same in both");
}

#[test]
fn what_lies_in_the_place_of_an_original_is_not_trusted() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    write(home, &game());
    let originals = home.join(".ngi/mods/originals");
    fs::create_dir_all(&originals).unwrap();
    let name = Digest::of(&game()["Material.lib"]).to_string();
    fs::write(originals.join(name), b"half of it").unwrap();
    installed::install(home, vec![copy(&pool()[0])], &[]).unwrap();
    installed::remove(home, &["shallow".to_owned()]).unwrap();
    assert_eq!(read(home), game());
}

#[test]
fn a_mod_of_the_same_name_takes_the_place_of_the_old_one() {
    let mods = pool();
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    write(home, &game());
    installed::install(home, vec![copy(&mods[0]), copy(&mods[2])], &[]).unwrap();
    let mut newer = copy(&mods[1]);
    newer.manifest.name = "Shallow".to_owned();
    newer.manifest.version = "2.0".to_owned();
    let newer = copy(&newer);
    let done = installed::install(home, vec![copy(&newer)], &[]).unwrap();
    assert_eq!(done.told, ["shallow 1.0 is replaced by 2.0"]);
    assert_eq!(done.mods.len(), 2);
    assert_eq!(read(home), with_mods(&game(), &[&newer, &mods[2]]));
    installed::remove(home, &["glow".to_owned(), "shallow".to_owned()]).unwrap();
    assert_eq!(read(home), game());
}

#[test]
fn who_is_preferred_wins_until_somebody_else_is() {
    let mods = pool();
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    write(home, &game());
    let both = || vec![copy(&mods[0]), copy(&mods[1])];
    let done = installed::install(home, both(), &["shallow".to_owned()]).unwrap();
    assert_eq!((done.conflicts.len(), done.conflicts[0].winner.as_str()), (1, "shallow"));
    assert_eq!(read(home), with_mods(&game(), &[&mods[0]]));
    let done = installed::order(home, &["shallow".to_owned()], &["deep".to_owned()]).unwrap();
    assert_eq!(done.conflicts[0].winner, "deep");
    assert_eq!(read(home), with_mods(&game(), &[&mods[1]]));
    let told = installed::remove(home, &["nobody".to_owned()]).unwrap_err().to_string();
    assert_eq!(told, "nobody: no mod of that name is installed");
}

#[test]
fn needs_are_kept() {
    let mods = pool();
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    write(home, &game());
    let mut glow = copy(&mods[2]);
    glow.manifest.needs = vec!["news 1.0".to_owned()];
    let told = installed::install(home, vec![copy(&glow)], &[]).unwrap_err().to_string();
    assert_eq!(told, "glow needs news, which is not installed");
    let done = installed::install(home, vec![copy(&glow), copy(&mods[3])], &[]).unwrap();
    assert_eq!(done.mods[0].name, "news", "what is needed lies below");
    let told = installed::remove(home, &["news".to_owned()]).unwrap_err().to_string();
    assert_eq!(told, "glow needs news, which is not installed");
    let told = installed::order(home, &["news".to_owned()], &[]).unwrap_err().to_string();
    assert_eq!(told, "glow needs news, which has to come before it");
    let mut circle = copy(&mods[3]);
    circle.manifest.needs = vec!["glow".to_owned()];
    let told = installed::install(home, vec![copy(&circle)], &[]).unwrap_err().to_string();
    assert!(told.contains("in a circle"), "{told}");
}

#[test]
fn another_edition_is_told_and_setting_a_field_does_not_make_one() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    write(home, &game());
    let here = installed::fingerprint_of(home).unwrap();
    let mods = pool();
    installed::install(home, vec![copy(&mods[2]), copy(&mods[3])], &[]).unwrap();
    assert_eq!(installed::fingerprint_of(home).unwrap(), here, "mods are no edition");
    let mut other = copy(&mods[0]);
    other.manifest.game = Some(Digest::of(b"another"));
    let done = installed::install(home, vec![copy(&other)], &[]).unwrap();
    assert!(done.told[0].contains("another edition"), "{:?}", done.told);
    fs::write(home.join("more.lib"), b"x").unwrap();
    assert_ne!(installed::fingerprint_of(home).unwrap(), here);
    let told = installed::list(&home.join("DATA")).unwrap_err().to_string();
    assert!(told.contains("no game folder"), "{told}");
}
