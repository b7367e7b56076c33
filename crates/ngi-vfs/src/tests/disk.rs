//! Real folders: spelling, collisions, links, the game folder.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::library;
use crate::{Error, NodeKind, Vfs, find_game, locate};

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

#[test]
fn real_paths_ignore_case_and_go_on_into_archives() {
    let disk = folder(&[("Data/Static.rlb", &library())]);
    let at = |path: &str| locate(&disk.path().join(path));
    for path in
        ["Data/Static.rlb", "data/STATIC.RLB", r"data\static.rlb", "data/../DATA/static.rlb/"]
    {
        assert!(at(path).unwrap().path().ends_with("Static.rlb"), "{path}");
    }
    let node = at("DATA/static.rlb/s_tree_0_04.MSH/3").unwrap();
    assert_eq!(node.bytes().unwrap(), b"positions".as_slice());
    assert!(node.path().ends_with("Data/Static.rlb/s_tree_0_04.msh/tree@3"), "{}", node.path());
    assert_eq!(at(r"data/static.rlb\water@TEXM").unwrap().bytes().unwrap(), b"blue".as_slice());
    assert!(matches!(at("data/none.rlb"), Err(Error::NotFound { .. })));
    assert!(matches!(at("data/static.rlb/../x"), Err(Error::BadPath { .. })));
    assert!(matches!(locate(Path::new("")), Err(Error::BadPath { .. })));
    assert!(locate(Path::new(".")).unwrap().children().is_ok());
}

#[test]
fn every_displayed_path_leads_back() {
    let disk = folder(&[("a/Static.rlb", &library()), ("a/b/x.txt", b"x"), ("z", b"")]);
    let mut count = 0;
    for node in locate(disk.path()).unwrap().walk() {
        let node = node.unwrap();
        let again = locate(Path::new(&node.path())).unwrap();
        assert_eq!((again.path(), again.entry()), (node.path(), node.entry()));
        count += 1;
    }
    assert_eq!(count, 5 + 14 + 3);
}

#[test]
fn relative_paths_stay_relative() {
    // Tests run in the crate's own folder.
    assert_eq!(locate(Path::new("SRC/LIB.RS")).unwrap().path(), "src/lib.rs");
    assert_eq!(locate(Path::new("./Cargo.TOML")).unwrap().path(), "./Cargo.toml");
}

#[cfg(target_os = "linux")]
#[test]
fn a_collision_on_disk_lists_both() {
    let disk = folder(&[("Static.rlb", b"1"), ("static.RLB", b"2"), ("x.txt", b"3")]);
    match locate(&disk.path().join("STATIC.rlb")) {
        Err(Error::Collision { names, .. }) => assert_eq!(names, ["Static.rlb", "static.RLB"]),
        other => panic!("{other:?}"),
    }
    // Spelt exactly, nothing is guessed.
    assert_eq!(locate(&disk.path().join("static.RLB")).unwrap().bytes().unwrap(), b"2".as_slice());
    // A game path means the same file however it is spelt.
    let vfs = Vfs::open(disk.path()).unwrap();
    assert!(matches!(vfs.locate("static.RLB"), Err(Error::Collision { .. })));
    assert_eq!(vfs.read("X.TXT").unwrap(), b"3".as_slice());
}

/// Whoever goes through a folder asks many files for what lies beside them.
#[test]
fn what_was_listed_together_knows_each_other() {
    let folder = folder(&[("Land.msh", b"mesh"), ("LAND.WEA", b"wear")]);
    let top = locate(folder.path()).unwrap();
    let mesh = top.children().unwrap().next().unwrap();
    fs::write(folder.path().join("later.txt"), "").unwrap();
    let beside = mesh.parent().unwrap();
    assert_eq!(beside.path(), top.path());
    assert_eq!(beside.child("land.wea").unwrap().bytes().unwrap(), "wear");
    assert!(beside.child("later.txt").is_err(), "the folder was listed before");
    assert!(top.child("later.txt").is_ok(), "and may be asked anew");
    assert_eq!(beside.children().unwrap().len(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_show_as_windows_1251() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let disk = folder(&[]);
    fs::write(disk.path().join(OsStr::from_bytes(b"\xcf\xe0\xf0.txt")), "x").unwrap();
    let node = locate(disk.path()).unwrap().children().unwrap().next().unwrap();
    assert_eq!(node.name(), "Пар.txt");
    assert_eq!(node.bytes().unwrap(), b"x".as_slice());
    assert_eq!(locate(Path::new(&node.path())).unwrap().bytes().unwrap(), b"x".as_slice());
    assert_eq!(Vfs::open(disk.path()).unwrap().read("Пар.TXT").unwrap(), b"x".as_slice());
}

#[cfg(unix)]
#[test]
fn links_in_circles_end() {
    use std::os::unix::fs::symlink;
    let disk = folder(&[("a/x.txt", b"x"), ("b/y.txt", b"y")]);
    symlink("..", disk.path().join("a/up")).unwrap();
    symlink("../b", disk.path().join("a/b")).unwrap();
    symlink("../a", disk.path().join("b/a")).unwrap();
    symlink("nowhere", disk.path().join("dangling")).unwrap();
    let top = disk.path().to_str().unwrap();
    let names: Vec<String> = locate(disk.path())
        .unwrap()
        .walk()
        .map(|node| node.unwrap().path().strip_prefix(top).unwrap().to_owned())
        .collect();
    let count = |path: &str| names.iter().filter(|name| name.as_str() == path).count();
    assert_eq!((count("/a/x.txt"), count("/b/y.txt"), count("/a/b/y.txt")), (1, 1, 1));
    assert_eq!(count("/dangling"), 0);
    assert!(names.len() < 16, "{names:?}");
    assert_eq!(Vfs::open(disk.path()).unwrap().hidden().unwrap(), []);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_from_elsewhere_is_skipped_and_reported() {
    use std::os::unix::fs::symlink;
    let elsewhere = folder(&[("e.txt", b"e")]);
    let disk = folder(&[("a/x.txt", b"x")]);
    symlink(elsewhere.path(), disk.path().join("a/out")).unwrap();
    symlink(disk.path(), elsewhere.path().join("back")).unwrap();
    symlink(elsewhere.path(), disk.path().join("again")).unwrap();
    for name in ["self", "a/self"] {
        symlink(".", disk.path().join(name)).unwrap();
    }
    let mut walk = locate(disk.path()).unwrap().walk();
    let files = walk.by_ref().map(Result::unwrap).filter(|node| node.kind() == NodeKind::File);
    assert_eq!(files.count(), 2, "x.txt and, once, e.txt");
    assert_eq!(walk.links().skipped().len(), 4, "{:?}", walk.links());
    let report = walk.links().report().unwrap();
    assert!(report.contains("self") && report.contains("/a/out/back"), "{report}");
}

#[cfg(unix)]
#[test]
fn a_device_is_not_read() {
    assert!(matches!(locate(Path::new("/dev/zero")).unwrap().bytes(), Err(Error::BadPath { .. })));
}

#[test]
fn large_files_are_mapped_and_small_ones_copied() {
    let large = vec![7u8; 200_000];
    let disk = folder(&[("large", &large), ("small", &[7]), ("empty", b"")]);
    for (name, len) in [("large", 200_000), ("small", 1), ("empty", 0)] {
        let node = locate(&disk.path().join(name)).unwrap();
        assert_eq!(node.size().unwrap(), len);
        let bytes = node.bytes().unwrap();
        assert_eq!(bytes.len() as u64, len);
        assert!(bytes.iter().all(|&byte| byte == 7));
        if cfg!(target_os = "linux") {
            let maps = fs::read_to_string("/proc/self/maps").unwrap();
            let path = node.disk_path().unwrap();
            assert_eq!(maps.contains(path.to_str().unwrap()), name == "large", "{name}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn mapping_can_be_declined() {
    use std::sync::Arc;

    use crate::{DiskRoot, Reading};
    let disk = folder(&[("declined.lib", &vec![7u8; 200_000])]);
    let root = DiskRoot::new(disk.path()).unwrap().reading(Reading::Copy);
    let node = Vfs::new(vec![Arc::new(root)]).locate("declined.lib").unwrap();
    assert_eq!(node.bytes().unwrap().len(), 200_000);
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    assert!(!maps.contains(node.disk_path().unwrap().to_str().unwrap()));
}

#[test]
fn leftovers_of_saves_are_not_game_files() {
    let disk = folder(&[(".ngi-save-1-2.tmp", b"half"), ("a.txt", b"a")]);
    assert_eq!(locate(disk.path()).unwrap().children().unwrap().len(), 1);
    assert_eq!(Vfs::open(disk.path()).unwrap().root().children().unwrap().len(), 1);
}

#[test]
fn the_game_folder_is_the_nearest_with_a_marker() {
    let disk = folder(&[
        ("game/MATERIAL.LIB", b""),
        ("game/DATA/x.lib", b""),
        ("game/mod/textures.lib", b""),
        ("game/mod/deep/y.lib", b""),
        ("game/DATA/Material.lib/folder", b""),
    ]);
    let game = |near: &str| find_game(None, None, &disk.path().join(near)).unwrap();
    let expect = |name: &str| Some(disk.path().join(name));
    assert_eq!(game("game"), expect("game"));
    assert_eq!(game("game/DATA/x.lib/entry@3/#1"), expect("game"));
    assert_eq!(game("game/mod/deep/y.lib"), expect("game/mod"));
    assert_eq!(
        game("game/mod/../DATA/x.lib").map(|path| path.canonicalize().unwrap()),
        expect("game").map(|path| path.canonicalize().unwrap())
    );
    assert_eq!(game(""), None);
    let (mods, x) = (disk.path().join("game/mod"), disk.path().join("game/DATA/x.lib"));
    let explicit = find_game(Some(disk.path()), Some(mods.as_os_str()), &x).unwrap();
    assert_eq!(explicit.as_deref(), Some(disk.path()));
    assert_eq!(find_game(None, Some(mods.as_os_str()), &x).unwrap(), Some(mods));
    assert_eq!(find_game(None, Some("".as_ref()), &x).unwrap(), expect("game"));
    assert!(find_game(Some(&x), None, &x).is_err());
    assert!(find_game(None, Some("/no/such/folder".as_ref()), &x).is_err());
}
