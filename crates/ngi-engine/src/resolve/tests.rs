//! What names lead to.

use std::sync::Arc;

use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::pal::{Palette, PaletteFile};
use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
use ngi_vfs::{MemoryRoot, Vfs};

use super::names::{MATERIALS, TEXTURES};
use super::{
    Game, LevelNames, Library, MaterialEntry, NoTexture, Surroundings, Taken, find_material, names,
};

type Row<'a> = (&'a [u8; 4], &'a str, &'a [u8]);
type Found = Option<(usize, Taken)>;

fn library(rows: &[Row<'_>]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, payload) in rows {
        let entry = NewEntry { attr1: 4, attr2: 6, ..NewEntry::new(**type_id, name).unwrap() };
        editor.add(entry, payload.to_vec()).unwrap();
    }
    editor.write().unwrap()
}

fn mounted(files: &[(&str, Vec<u8>)]) -> Vfs {
    let root = files
        .iter()
        .fold(MemoryRoot::new(), |root, (path, bytes)| root.with(path, bytes.clone()).unwrap());
    Vfs::in_memory(root)
}

fn around(vfs: &Vfs, path: &str) -> Surroundings {
    Surroundings::of(&vfs.locate(path).unwrap(), Some(&Game::new(vfs.clone())))
}

fn sample() -> Vfs {
    let materials: &[Row<'_>] =
        &[(b"TEXT", "WALL", b"a note"), (b"MAT0", "Wall", b"first"), (b"MAT0", "WALL", b"second")];
    mounted(&[
        ("MATERIAL.LIB", library(materials)),
        ("maps/land.msh", b"land".to_vec()),
        ("maps/Land.map", b"map".to_vec()),
        ("maps/LAND.wea/inside", b"a folder".to_vec()),
    ])
}

#[test]
fn a_missing_material_is_default_then_the_first_entry() {
    let cases: [(&[Row<'_>], Found); 5] = [
        (&[(b"MAT0", "x", b""), (b"MAT0", "gold", b"")], Some((1, Taken::Named))),
        (&[(b"MAT0", "x", b""), (b"MAT0", "Default", b"")], Some((1, Taken::Default))),
        (&[(b"MAT0", "x", b""), (b"TEXT", "GOLD", b"")], Some((0, Taken::First))),
        (&[(b"TEXT", "DEFAULT", b""), (b"TEXT", "x", b"")], Some((0, Taken::First))),
        (&[], None),
    ];
    for (rows, expected) in cases {
        let vfs = mounted(&[("m.lib", library(rows))]);
        let container = vfs.locate("m.lib").unwrap().open_container().unwrap().unwrap();
        let expected = expected.map(|(index, taken)| MaterialEntry { index, taken });
        assert_eq!(find_material(&*container as &dyn Library, b"GOLD"), expected, "{rows:?}");
    }
}

#[test]
fn things_are_found_as_the_engine_finds_them() {
    let vfs = sample();
    let around = around(&vfs, "maps/land.msh");
    let wall = around.material(b"wall").unwrap();
    assert_eq!((&wall.found.bytes[..], wall.taken), (b"first".as_slice(), Taken::Named));
    assert_eq!(wall.attributes().numbers(), [4, 6, 0]);
    assert_eq!(around.entry(MATERIALS, "wall").unwrap().bytes, "a note", "whatever it is");
    assert!(around.entry(MATERIALS, "roof").is_none());
    assert_eq!(around.texture(TEXTURES, b"wall.0").unwrap_err(), NoTexture::Missing);
    assert_eq!((around.has_library(MATERIALS), around.has_library(TEXTURES)), (true, false));
    assert_eq!(around.sibling("LAND.MAP").unwrap().name, "Land.map");
    assert!(around.sibling("other.map").is_none());
    assert!(around.wear_of("land.msh").is_none(), "a folder is no wear");
    assert!(Surroundings::none().sibling("Land.map").is_none());
}

#[test]
fn entries_have_siblings_too() {
    let vfs = sample();
    let around = Surroundings::of(&vfs.locate("material.lib/#1").unwrap(), None);
    assert_eq!(around.sibling("wall").unwrap().bytes, "a note", "the first of several");
    assert!(!around.has_library(MATERIALS), "nobody said which game");
    assert!(around.material(b"wall").is_none());
}

#[test]
fn a_library_is_opened_once() {
    let game = Game::new(sample());
    let container = |path| game.file(path).unwrap().open_container().unwrap().unwrap();
    assert!(Arc::ptr_eq(&container("Material.lib"), &container("MATERIAL.lib")));
}

#[test]
fn textures_are_of_their_type_and_have_a_dot() {
    let rows: &[Row<'_>] =
        &[(b"TEXT", "A.0", b"no"), (b"Texm", "a.0", b"yes"), (b"Texm", "b", b"")];
    let vfs = mounted(&[("textures.lib", library(rows)), ("x", Vec::new())]);
    let around = around(&vfs, "x");
    assert_eq!(around.texture(TEXTURES, b"A.0").unwrap().bytes, "yes");
    assert_eq!(around.texture(TEXTURES, b"b").unwrap_err(), NoTexture::BadName);
}

#[test]
fn indices_have_the_textures_own_colours_or_those_of_its_name() {
    let palette = |value: u8| Palette::from_colours([[value, value, value, 255]; 256]);
    let bank = PaletteFile { palette: palette(7), ..PaletteFile::default() }.write();
    let vfs = mounted(&[("palettes.lib", library(&[(b"PALT", "B2.PAL", &bank)])), ("x", vec![])]);
    let around = around(&vfs, "x");
    let image = Image::new(1, 1, vec![[9, 9, 9, 255]]).unwrap();
    let mut options = Options::new(PixelFormat::EXTERNAL_PALETTE);
    options.palette = Some(palette(9));
    let external = Texm::encode(&image, &options).unwrap();
    assert_eq!(around.colours_of(&external, b"FONT.b2").as_deref(), Some(&palette(7)));
    assert!(around.colours_of(&external, b"FONT.C2").is_none(), "there is no such palette");
    let plain = Texm::encode(&image, &Options::new(PixelFormat::RGB565)).unwrap();
    assert!(around.colours_of(&plain, b"FONT.b2").is_none(), "it has no indices");
}

#[test]
fn names_follow_from_each_other() {
    assert_eq!(names::wear_of("s_tree_0.MSH"), "s_tree_0.wea");
    assert_eq!(names::wear_of("tree"), "tree.wea");
    let level = LevelNames::of_landscape("Land.msh");
    assert_eq!(level.wears, ["Land1.wea", "Land2.wea"]);
    assert_eq!((level.areals.as_str(), level.landscape.as_str()), ("Land.map", "Land.msh"));
    assert_eq!(names::LEVEL_FILE, LevelNames::new(names::LEVEL_BASE).landscape);
}

#[test]
fn in_one_sitting_libraries_and_small_files_are_read_once_however_they_are_found() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("DATA")).unwrap();
    let paths = ["large.lib", "DATA/Small.txt", "DATA/Large.txt"].map(|it| folder.path().join(it));
    // Whether the second one sees what changed since the first one looked.
    let sees_changes = |game: &Game| {
        paths.each_ref().map(|path| {
            let size = if path.ends_with("Small.txt") { 3 } else { 1 << 17 };
            std::fs::write(path, vec![b'o'; size]).unwrap();
            let [first, second] = [(); 2].map(|()| ngi_vfs::locate(path).unwrap());
            game.share(&first);
            first.bytes().unwrap();
            std::fs::write(path, "new").unwrap();
            game.share(&second);
            second.bytes().unwrap() == "new"
        })
    };
    let game = Game::open(folder.path()).unwrap();
    assert_eq!(sees_changes(&game), [true; 3], "nothing is kept otherwise");
    assert_eq!(sees_changes(&game.in_one_sitting()), [false, false, true]);
    let elsewhere = tempfile::tempdir().unwrap();
    let other = Game::open(elsewhere.path()).unwrap().in_one_sitting();
    assert_eq!(sees_changes(&other), [true; 3], "files of others are not kept");
}
