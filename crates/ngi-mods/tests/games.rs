//! Games to make mods of: a few files of the demo game, in memory or on disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use ngi_formats::nres::{Archive, Editor, NewEntry};
use ngi_mods::{Layer, Manifest, Merged, Mod, make, merge};
use ngi_verbs::edit::Options;
use ngi_vfs::{MemoryRoot, Vfs};

/// Files by their paths.
pub type Files = BTreeMap<String, Vec<u8>>;

const WANTED: [&str; 5] = ["Material.lib", "sounds.lib", "guns.rlb", "sprites.lib", "objects.rlb"];

static DEMO: LazyLock<Files> = LazyLock::new(|| {
    let demo = ngi_demo::files().unwrap().into_iter();
    let mut files: Files = demo
        .filter(|file| WANTED.contains(&file.path.as_str()))
        .map(|file| (file.path, file.bytes))
        .collect();
    files.insert("DATA/readme.txt".to_owned(), b"Hello, pilot. ".repeat(40));
    files.insert("DATA/old.txt".to_owned(), b"nobody reads this".to_vec());
    files
});

/// The game.
pub fn game() -> Files {
    DEMO.clone()
}

/// Files as a mount.
pub fn mounted(files: &Files) -> Vfs {
    let root = MemoryRoot::new();
    for (path, bytes) in files {
        root.insert(path, bytes.clone()).unwrap();
    }
    Vfs::in_memory(root)
}

/// Sets fields of something in files.
pub fn set(files: &mut Files, path: &str, fields: &[(&str, &str)]) {
    let vfs = mounted(files);
    let fields: Vec<(String, String)> =
        fields.iter().map(|(field, value)| ((*field).to_owned(), (*value).to_owned())).collect();
    let options = Options { backup: false, dry_run: false };
    ngi_verbs::set::set(&vfs.locate(path).unwrap(), &fields, options).unwrap();
    let file = vfs.locate(path).unwrap().file().path();
    files.insert(file.clone(), vfs.read(&file).unwrap().to_vec());
}

/// Changes an NRes archive of some files.
pub fn edit(files: &mut Files, path: &str, change: impl FnOnce(&mut Editor<'_>)) {
    let bytes = files[path].clone();
    let mut editor = Editor::open(&Archive::read(&bytes).unwrap());
    change(&mut editor);
    files.insert(path.to_owned(), editor.write().unwrap());
}

/// A game with a change.
pub fn changed(change: impl FnOnce(&mut Files)) -> Files {
    let mut files = game();
    change(&mut files);
    files
}

/// The mod of a change to the game.
pub fn mod_of(name: &str, change: impl FnOnce(&mut Files)) -> Mod {
    between(name, &game(), &changed(change))
}

/// The mod that makes one game of another, as a zip that was read again.
pub fn between(name: &str, old: &Files, new: &Files) -> Mod {
    let (old, new) = (mounted(old), mounted(new));
    let made = make([&old.root(), &new.root()], Manifest::new(name).unwrap(), None, &()).unwrap();
    Mod::of_zip(made.to_zip().unwrap()).unwrap()
}

/// A copy of a mod.
pub fn copy(package: &Mod) -> Mod {
    Mod::of_zip(package.to_zip().unwrap()).unwrap()
}

pub fn layers<'m>(mods: &[&'m Mod]) -> Vec<Layer<'m>> {
    mods.iter().map(|package| Layer { package, preferred: false }).collect()
}

/// What mods make of a game.
pub fn merged(files: &Files, mods: &[&Mod]) -> Merged {
    merge(&mounted(files), &layers(mods)).unwrap()
}

/// All files of a game with mods.
pub fn with_mods(files: &Files, mods: &[&Mod]) -> Files {
    let merged = merged(files, mods);
    merged.fits().unwrap();
    let mut all = files.clone();
    for (path, bytes) in merged.files {
        match bytes {
            Some(bytes) => all.insert(path, bytes.to_bytes().into()),
            None => all.remove(&path),
        };
    }
    all
}

/// What differs between two games, as `ngi diff` tells it, wherever in archives it lies.
pub fn differences(a: &Files, b: &Files) -> Vec<String> {
    let (a, b) = (mounted(a), mounted(b));
    let placed = ["offset", "sort_index", "index", "size"];
    let found = ngi_verbs::diff::diff(&a.root(), &b.root()).unwrap();
    let found = found.into_iter().filter(|found| !placed.contains(&found.field.as_str()));
    found.map(|found| format!("{} {}", found.path, found.field)).collect()
}

/// Writes a game.
pub fn write(folder: &Path, files: &Files) {
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// The files of a game on disk, without what is hidden.
pub fn read(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            if name == ".ngi" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

/// A mod of each kind of change; some do not agree with others.
pub fn pool() -> Vec<Mod> {
    let water = |value: &'static str| {
        move |files: &mut Files| set(files, "Material.lib/WATER", &[("phases[0].opacity", value)])
    };
    vec![
        mod_of("shallow", water("50")),
        mod_of("deep", water("90")),
        mod_of("glow", |files| {
            set(files, "Material.lib/WATER", &[("phases[0].emissive", "[1,2,3,4]")]);
            set(files, "guns.rlb/#0", &[("nodes[0].flags", "3")]);
            edit(files, "sounds.lib", |editor| editor.remove(0).unwrap());
        }),
        mod_of("news", |files| {
            edit(files, "sounds.lib", |editor| {
                editor
                    .add(NewEntry::new(*b"TEXT", "news.txt").unwrap(), b"news".as_slice())
                    .unwrap();
                editor.set_attr2(1, 77).unwrap();
            });
            files.insert("DATA/NEW/letter.txt".to_owned(), b"new".to_vec());
            files.get_mut("DATA/readme.txt").unwrap()[3] = b'X';
        }),
        mod_of("gone", |files| {
            files.remove("DATA/old.txt");
            edit(files, "Material.lib", |editor| editor.rename(0, b"OTHERNAME").unwrap());
        }),
    ]
}
