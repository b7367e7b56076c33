//! What `make` says, and that just the new game comes of it.

use ngi_formats::nres::NewEntry;
use ngi_mods::{Manifest, What, make, merge};
use serde_json::json;

use crate::games::{
    Files, between, changed, differences, edit, game, layers, mod_of, mounted, pool, set,
    with_mods, write,
};

/// Every change of a mod, by path and kind.
fn said(package: &ngi_mods::Mod) -> Vec<String> {
    let mut lines = Vec::new();
    for file in &package.changes.files {
        for change in &file.changes {
            let what = match &change.what {
                What::Set { field, from, to } => {
                    format!("{field} {} -> {to}", from.clone().unwrap_or_default())
                }
                What::Delta { .. } => "delta".to_owned(),
                What::Put { .. } => "bytes".to_owned(),
                What::Add { name, type_id, .. } => format!("+ {name}@{type_id}"),
                What::Remove { .. } => "-".to_owned(),
                What::Rename { to } => format!("= {to}"),
            };
            lines.push(format!("{} {} {what}", file.path, change.entry));
        }
    }
    lines
}

#[test]
fn a_field_is_said_as_a_field() {
    let old = game();
    let package =
        mod_of("m", |files| set(files, "Material.lib/WATER", &[("phases[0].opacity", "50")]));
    let lines = said(&package);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("Material.lib WATER phases[0].opacity "), "{lines:?}");
    let What::Set { to, .. } = &package.changes.files[0].changes[0].what else { panic!() };
    assert_eq!(*to, json!(50));
    let new = changed(|files| set(files, "Material.lib/WATER", &[("phases[0].opacity", "50")]));
    assert_eq!(with_mods(&old, &[&package]), new);
}

#[test]
fn each_kind_of_change_comes_out_as_it_went_in() {
    for package in pool() {
        let (old, name) = (game(), &package.manifest.name);
        assert!(!package.changes.files.is_empty(), "{name}");
        assert!(package.problems().is_empty());
        let again = with_mods(&old, &[&package]);
        // Made once more of what came out, it says the same.
        assert_eq!(between(name, &old, &again).changes, package.changes, "{name}");
    }
}

/// What a change is called, the change, and what is said of it.
type Change = (&'static str, fn(&mut Files), &'static [&'static str]);

#[test]
fn whatever_differs_is_said() {
    let cases: [Change; 8] = [
        ("table", |f| set(f, "guns.rlb/#0", &[("nodes[0].flags", "3")]), &["guns.rlb "]),
        ("attribute", |f| edit(f, "sounds.lib", |e| e.set_attr1(0, 9).unwrap()), &["@attr1"]),
        (
            "rename",
            |f| edit(f, "sounds.lib", |e| e.rename(0, b"other.wav").unwrap()),
            &["= other.wav"],
        ),
        ("remove", |f| edit(f, "sounds.lib", |e| e.remove(0).unwrap()), &[" -"]),
        (
            "add",
            |f| {
                edit(f, "sounds.lib", |e| {
                    let entry = NewEntry::new(*b"TEXT", "new.txt").unwrap().attributes(1, 2, 3);
                    e.add(entry, b"new".as_slice()).unwrap();
                })
            },
            &["+ new.txt@TEXT"],
        ),
        ("text", |f| f.get_mut("DATA/readme.txt").unwrap()[7] = b'!', &["DATA/readme.txt  "]),
        (
            "moved",
            |f| {
                let old = f.remove("DATA/old.txt").unwrap();
                f.insert("DATA/moved.txt".to_owned(), old);
            },
            &["DATA/old.txt  = DATA/moved.txt"],
        ),
        (
            "sorted",
            |f| {
                edit(f, "sounds.lib", |e| {
                    e.sort(ngi_formats::nres::SortMode::parse("name").unwrap())
                })
            },
            &[],
        ),
    ];
    for (name, change, wanted) in cases {
        let (old, new) = (game(), changed(change));
        let package = between(name, &old, &new);
        let lines = said(&package);
        for part in wanted {
            assert!(lines.iter().any(|line| line.contains(part)), "{name}: {lines:?}");
        }
        let made = with_mods(&old, &[&package]);
        assert_eq!(differences(&made, &new), Vec::<String>::new(), "{name}: {lines:?}");
    }
}

#[test]
fn a_packed_archive_is_changed_by_payload() {
    let (old, vfs) = (game(), mounted(&game()));
    let node = vfs.locate("sprites.lib/#0").unwrap();
    let mut payload = node.bytes().unwrap().to_vec();
    payload[0] ^= 0x55;
    let bytes = ngi_vfs::rewrite(&node, &payload, false).map(|_| vfs.read("sprites.lib").unwrap());
    let new =
        changed(|files| drop(files.insert("sprites.lib".to_owned(), bytes.unwrap().to_vec())));
    let package = between("m", &old, &new);
    assert!(package.changes.files[0].changes.iter().all(|change| !change.entry.is_empty()));
    assert_eq!(differences(&with_mods(&old, &[&package]), &new), Vec::<String>::new());
}

#[test]
fn fifty_fields_are_less_than_ten_kilobytes_and_hold_no_byte_of_the_game() {
    let old = game();
    let vfs = mounted(&old);
    let materials: Vec<String> =
        vfs.locate("Material.lib").unwrap().children().unwrap().map(|node| node.path()).collect();
    let mut new = old.clone();
    let mut count = 0;
    for (place, path) in materials.iter().cycle().take(50).enumerate() {
        let field = [
            "phases[0].opacity",
            "phases[0].ambient[0]",
            "phases[0].ambient[1]",
            "phases[0].ambient[2]",
        ][place / materials.len()];
        set(&mut new, path, &[(field, &(place % 40 + 3).to_string())]);
        count += 1;
    }
    let package = between("fifty", &old, &new);
    let changes: usize = package.changes.files.iter().map(|file| file.changes.len()).sum();
    assert!(changes >= 45 && changes <= count, "{changes}");
    assert_eq!(package.changes.blobs().count(), 0, "{:?}", said(&package));
    let zip = package.to_zip().unwrap();
    assert!(zip.len() < 10_000, "{} bytes", zip.len());
    assert_eq!(with_mods(&old, &[&package]), new);
}

#[test]
fn a_delta_holds_no_run_of_the_game() {
    // A payload that no field says, incompressible, with one byte changed.
    let noise: Vec<u8> =
        (0..60_000u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
    let mut old = game();
    old.insert("DATA/noise.bin".to_owned(), noise.clone());
    let mut new = old.clone();
    new.get_mut("DATA/noise.bin").unwrap()[30_000] ^= 0xff;
    let package = between("m", &old, &new);
    let zip = package.to_zip().unwrap();
    assert!(zip.len() < 3000, "{}", zip.len());
    let runs = |run: &[u8]| zip.windows(run.len()).any(|window| window == run);
    assert!(noise.chunks(16).all(|run| !runs(run)));
    assert_eq!(with_mods(&old, &[&package]), new);
}

#[test]
fn samples_that_change_are_a_delta_and_no_text() {
    let package = mod_of("m", |files| {
        edit(files, "sounds.lib", |editor| {
            let sizes = (0..editor.len()).map(|at| (editor.payload(at).unwrap().len(), at));
            let (size, largest) = sizes.max().unwrap();
            assert!(size > 8_000, "{size}");
            let mut bytes = editor.payload(largest).unwrap().to_vec();
            bytes[size / 2..size / 2 + 500].iter_mut().for_each(|byte| *byte ^= 0x15);
            editor.replace(largest, bytes).unwrap();
        });
    });
    let lines = said(&package);
    assert!(lines.len() == 1 && lines[0].ends_with(" delta"), "{lines:?}");
    assert!(package.changes.to_text().unwrap().len() < 1_000);
    assert!(package.to_zip().unwrap().len() < 2_500, "{}", package.to_zip().unwrap().len());
}

#[cfg(unix)]
#[test]
fn links_to_folders_on_the_way_down_are_skipped_and_reported() {
    use std::os::unix::fs::symlink;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Notes(Mutex<Vec<String>>);
    impl ngi_verbs::Progress for Notes {
        fn start(&self, _steps: u64, _what: &str) {}
        fn advance(&self, _steps: u64) {}
        fn note(&self, note: &str) {
            self.0.lock().unwrap().push(note.to_owned());
        }
    }

    let folders = [(), ()].map(|()| tempfile::tempdir().unwrap());
    let files = game();
    folders.iter().for_each(|folder| write(folder.path(), &files));
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("more.txt"), "more").unwrap();
    let new = folders[1].path();
    // On both sides, on one side only, and a folder elsewhere that belongs to the game by its link.
    folders.iter().for_each(|folder| symlink(".", folder.path().join("self")).unwrap());
    symlink(".", new.join("again")).unwrap();
    symlink("..", new.join("DATA/up")).unwrap();
    symlink(elsewhere.path(), new.join("linked")).unwrap();
    symlink(new, elsewhere.path().join("back")).unwrap();
    let nodes = [0, 1].map(|at| ngi_vfs::locate(folders[at].path()).unwrap());
    let notes = Notes::default();
    let made = make([&nodes[0], &nodes[1]], Manifest::new("links").unwrap(), None, &notes).unwrap();
    let paths: Vec<&str> = made.changes.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["linked/more.txt"]);
    let notes = notes.0.into_inner().unwrap();
    assert_eq!(notes.len(), 2, "one for each game: {notes:?}");
    assert!(ngi_verbs::diff::diff(&nodes[0], &nodes[1]).unwrap().len() < 5);
}

/// An entry that the header does not count is not recorded as removed.
#[test]
fn no_mod_is_made_of_an_archive_with_a_wrong_count() {
    let old = game();
    for step in [-1i8, 1] {
        let new = changed(|files| {
            let bytes = files.get_mut("sounds.lib").unwrap();
            bytes[8] = bytes[8].wrapping_add_signed(step);
        });
        for [from, to] in [[&old, &new], [&new, &old]] {
            let (from, to) = (mounted(from), mounted(to));
            let made = make([&from.root(), &to.root()], Manifest::new("m").unwrap(), None, &());
            let error = made.map(|_| ()).unwrap_err().to_string();
            assert!(error.contains("sounds.lib") && error.contains("ngi fix"), "{error}");
        }
        // Nor is a mod laid over one.
        let package = mod_of("m", |files| {
            edit(files, "sounds.lib", |editor| editor.rename(1, b"other.wav").unwrap());
        });
        let merged = merge(&mounted(&new), &layers(&[&package]));
        assert!(merged.map_or(true, |merged| merged.fits().is_err()));
    }
}
