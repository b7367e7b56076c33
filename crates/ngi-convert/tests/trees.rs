//! Whole folders exported: the index, going on after a stop, pictures once, only some kinds.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use ngi_convert::ExportOptions;
use ngi_convert::tree::{Tree, TreeOptions, export_tree};
use ngi_testing::{game, models};
use ngi_verbs::surroundings::Game;
use serde_json::Value;

fn export(from: &Path, to: &Path, options: &TreeOptions) -> ngi_verbs::Result<Tree> {
    let node = ngi_vfs::locate(from).unwrap();
    let found = options.game.clone().or_else(|| Game::open(&from.join("")).ok());
    export_tree(&node, to, &TreeOptions { game: found, ..options.clone() }, &())
}

/// A game, and where it goes.
fn folders() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("game"), folder.path().join("out"));
    fs::create_dir(&from).unwrap();
    game::write(&from);
    (folder, from, to)
}

fn index(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("index.json")).unwrap()).unwrap()
}

/// Every file below a folder, with its bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(next) = todo.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else {
                found.push((
                    path.strip_prefix(folder).unwrap().to_owned(),
                    fs::read(&path).unwrap(),
                ));
            }
        }
    }
    found.sort();
    found
}

/// Addresses of the pictures of a `.glb`.
fn pictures(glb: &Path) -> Vec<String> {
    let bytes = fs::read(glb).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let images = json["images"].as_array().unwrap().iter();
    images.map(|image| image["uri"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_index_says_what_was_made_of_what() {
    let (_keep, from, to) = folders();
    let done = export(&from, &to, &TreeOptions::default()).unwrap();
    let index = index(&to);
    assert_eq!(index["schema"], "ngi.index/2");
    let things = index["things"].as_array().unwrap();
    assert_eq!(things.len() as u64, done.things);
    let mut listed: Vec<String> = Vec::new();
    for thing in things {
        for file in thing["files"].as_array().unwrap() {
            let path = file["path"].as_str().unwrap();
            let size = fs::metadata(to.join(path)).unwrap().len();
            assert_eq!(file["size"], size, "{path}");
            listed.push(path.to_owned());
        }
    }
    assert_eq!(listed.len() as u64, done.files);
    // Nothing is there that the index does not name, but the index.
    assert_eq!(files(&to).len(), listed.len() + 1);
    let wall = things.iter().find(|thing| thing["source"] == "static.rlb/s_wall.msh").unwrap();
    assert_eq!(
        (&wall["format"], &wall["files"][0]["path"]),
        (&"msh".into(), &"static.rlb/s_wall.msh.glb".into())
    );
    assert!(!to.with_extension("part").exists());
}

#[test]
fn pictures_are_written_once() {
    let (_keep, from, to) = folders();
    export(&from, &to, &TreeOptions::default()).unwrap();
    let glb = to.join("static.rlb/s_wall.msh.glb");
    // Where the textures are exported anyway, models point there.
    assert!(
        pictures(&glb).contains(&"../Textures.lib/WALL.0.png".to_owned()),
        "{:?}",
        pictures(&glb)
    );
    for uri in pictures(&glb) {
        assert!(glb.parent().unwrap().join(&uri).is_file(), "{uri}");
    }
    let named = |name: &str| files(&to).iter().filter(|(path, _)| path.ends_with(name)).count();
    assert_eq!(named("WALL.0.png"), 1);
    // Else they are in a folder of their own, once for all models.
    let options = TreeOptions { only: vec!["msh".into()], ..TreeOptions::default() };
    let other = to.with_file_name("other");
    export(&from, &other, &options).unwrap();
    assert_eq!(pictures(&other.join("static.rlb/s_wall.msh.glb"))[0], "../textures/WALL.0.png");
    assert!(other.join("textures/WALL.0.png").is_file());
}

#[test]
fn only_some_kinds() {
    let (_keep, from, to) = folders();
    let only = |kinds: &[&str], to: &Path| {
        let only = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        export(&from, to, &TreeOptions { only, ..TreeOptions::default() }).unwrap();
        let things = index(to)["things"].as_array().unwrap().clone();
        things.iter().map(|thing| thing["format"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(only(&["wear"], &to), ["wear", "wear"]);
    assert_eq!(
        only(&["mat0", "PALT"], &to.with_file_name("b")),
        ["mat0", "mat0", "mat0", "mat0", "mat0", "pal"]
    );
    assert!(only(&["nothing"], &to.with_file_name("c")).is_empty());
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let (_keep, from, to) = folders();
    export(&from, &to, &TreeOptions::default()).unwrap();
    let whole = files(&to);
    // As a stopped run leaves it: a journal, some files, one of them cut.
    let part = to.with_file_name("out.part");
    fs::rename(&to, &part).unwrap();
    let index: Value = serde_json::from_slice(&fs::read(part.join("index.json")).unwrap()).unwrap();
    fs::remove_file(part.join("index.json")).unwrap();
    let head = serde_json::json!({"schema": index["schema"], "generator": index["generator"], "options": index["options"]});
    let things = index["things"].as_array().unwrap();
    let mut journal = format!("{head}\n");
    things.iter().take(4).for_each(|thing| journal.push_str(&format!("{thing}\n")));
    journal.push_str("{\"source\": \"cut");
    fs::write(part.join("index.jsonl"), journal).unwrap();
    let last = things.last().unwrap()["files"][0]["path"].as_str().unwrap();
    fs::write(part.join(last), b"cut").unwrap();

    let done = export(&from, &to, &TreeOptions::default()).unwrap();
    assert_eq!(done.skipped, 4);
    assert!(files(&to) == whole, "the same in the end");
    assert!(!part.exists());
}

#[test]
fn what_is_there_is_skipped_and_never_replaced_unasked() {
    let (_keep, from, to) = folders();
    let first = export(&from, &to, &TreeOptions::default()).unwrap();
    let before = files(&to);
    let again = export(&from, &to, &TreeOptions::default()).unwrap();
    assert_eq!((again.things, again.files, again.skipped), (0, 0, first.things));
    assert!(files(&to) == before);
    // A file that went missing comes back.
    fs::remove_file(to.join("static.rlb/s_wall.msh.glb")).unwrap();
    let again = export(&from, &to, &TreeOptions::default()).unwrap();
    assert_eq!((again.things, again.files), (1, 1));
    assert!(files(&to) == before);
    // What has changed needs to be asked for.
    let wear = b"1\r\n0 WALL\r\n".to_vec();
    fs::write(
        from.join("static.rlb"),
        game::library(vec![(b"WEAR", "s_lost.wea", wear, [0, 0, 1])]),
    )
    .unwrap();
    let again = export(&from, &to, &TreeOptions::default()).unwrap();
    let text = to.join("static.rlb/s_lost.wea.txt");
    assert_eq!((again.problems.len(), again.in_the_way), (0, vec![text.clone()]));
    assert!(fs::read_to_string(&text).unwrap().contains("NOWHERE"));
    let force = TreeOptions { force: true, ..TreeOptions::default() };
    export(&from, &to, &force).unwrap();
    assert_eq!(fs::read_to_string(&text).unwrap(), "1\r\n0 WALL\r\n");
    // A folder of somebody else's is left alone.
    let other = to.with_file_name("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("mine.txt"), "mine").unwrap();
    assert!(export(&from, &other, &TreeOptions::default()).is_err());
    let options = TreeOptions {
        each: ExportOptions { fps: Some(30.0), ..ExportOptions::default() },
        ..TreeOptions::default()
    };
    let changed = export(&from, &to, &options).unwrap();
    assert!(changed.skipped == 0 && !changed.in_the_way.is_empty(), "other options, other files");
}

#[test]
fn what_is_not_the_game_is_left_out() {
    let (_keep, from, _) = folders();
    // Into the folder that is exported, over and over; a backup appears in between.
    let to = from.join("everything");
    let first = export(&from, &to, &TreeOptions::default()).unwrap();
    fs::copy(from.join("static.rlb"), from.join("static.rlb.bak1")).unwrap();
    let before = files(&to);
    let again = export(&from, &to, &TreeOptions::default()).unwrap();
    assert_eq!((again.things, again.skipped), (0, first.things));
    let force = TreeOptions { force: true, ..TreeOptions::default() };
    export(&from, &to, &force).unwrap();
    assert!(files(&to) == before);
}

#[test]
fn names_of_folders_in_cyrillic_stay_readable() {
    let (_keep, from, to) = folders();
    fs::create_dir(from.join("Дир")).unwrap();
    fs::write(from.join("Дир/Ёж.txt"), b"text").unwrap();
    export(&from, &to, &TreeOptions::default()).unwrap();
    assert!(
        to.join("Дир/Ёж.txt").is_file(),
        "{:?}",
        files(&to).iter().map(|f| &f.0).collect::<Vec<_>>()
    );
}

#[test]
fn a_kind_of_file_that_nothing_becomes_is_refused() {
    let (_keep, from, to) = folders();
    let options = TreeOptions { suffix: Some("nope".into()), ..TreeOptions::default() };
    assert!(export(&from, &to, &options).unwrap_err().to_string().contains(".nope"));
    assert!(!to.exists());
}

#[test]
fn a_model_that_cannot_become_gltf_becomes_json() {
    let (_keep, from, to) = folders();
    let old = models::legacy();
    fs::write(from.join("old.msh"), &old).unwrap();
    let done = export(&from.join("old.msh"), &to, &TreeOptions::default()).unwrap();
    assert_eq!((done.things, done.problems.len()), (1, 0));
    assert!(done.notes[0].contains("24 bytes"), "{:?}", done.notes);
    assert!(to.join("old.msh.json").is_file());
    // Asked for by name it is a problem.
    let options = TreeOptions { suffix: Some("glb".into()), ..TreeOptions::default() };
    let done = export(&from.join("old.msh"), &to.with_file_name("b"), &options).unwrap();
    assert_eq!((done.things, done.problems.len()), (0, 1));
}

#[test]
fn things_named_like_the_index_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("game"), folder.path().join("out"));
    fs::create_dir_all(from.join("textures")).unwrap();
    for name in ["index.json", "index", "textures/a"] {
        fs::write(from.join(name), name).unwrap();
    }
    export(&from, &to, &TreeOptions::default()).unwrap();
    let things = index(&to)["things"].clone();
    assert_eq!(things.as_array().unwrap().len(), 3);
    let names: Vec<_> = files(&to).into_iter().map(|(path, _)| path).collect();
    assert_eq!(names.len(), 4, "{names:?}");
}

/// Stops after a few things.
struct Impatient(std::sync::atomic::AtomicU64);

impl ngi_verbs::Progress for Impatient {
    fn start(&self, _steps: u64, _what: &str) {}
    fn advance(&self, steps: u64) {
        self.0.fetch_add(steps, std::sync::atomic::Ordering::Relaxed);
    }
    fn cancelled(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed) >= 2
    }
}

#[test]
fn what_somebody_stopped_leaves_no_folder_and_goes_on_later() {
    let (folder, from, to) = folders();
    let node = ngi_vfs::locate(&from).unwrap();
    let options = TreeOptions { game: Game::open(&from).ok(), ..TreeOptions::default() };
    let stopped = export_tree(&node, &to, &options, &Impatient(0.into()));
    assert!(matches!(stopped, Err(ngi_verbs::Error::Cancelled)), "{stopped:?}");
    assert!(!to.exists());
    let whole = folder.path().join("whole");
    export(&from, &whole, &options).unwrap();
    let done = export(&from, &to, &options).unwrap();
    assert!(done.skipped > 0 && done.things > 0, "{done:?}");
    assert_eq!(files(&to), files(&whole));
}

#[cfg(unix)]
#[test]
fn links_to_folders_on_the_way_down_are_skipped_and_reported() {
    use std::os::unix::fs::symlink;
    let (_keep, from, to) = folders();
    let plain = export(&from, &to.with_extension("plain"), &TreeOptions::default()).unwrap();
    symlink(".", from.join("self")).unwrap();
    symlink("..", from.join("up")).unwrap();
    let done = export(&from, &to, &TreeOptions::default()).unwrap();
    assert_eq!((done.things, done.files), (plain.things, plain.files));
    assert_eq!(files(&to).len(), files(&to.with_extension("plain")).len());
    let notes: Vec<&String> = done.notes.iter().filter(|note| note.contains("skipped")).collect();
    assert_eq!(notes.len(), 1, "{:?}", done.notes);
    assert!(notes[0].contains("self") && notes[0].contains("up"), "{}", notes[0]);
}
