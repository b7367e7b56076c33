//! Wears, materials and lightmaps by name: what is found, what takes its place, what is said.

use ngi_formats::mat0::{MaterialBuf, Mode};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_vfs::{MemoryRoot, Vfs};

use super::game::{Entries, Game, animated, flagged, lines, small, textured, wearing};
use crate::materials::{
    Broken, Clock, Error, Handle, LibraryPaths, Line, LoadFlags, Manager, NONE, Rand, RuntimePhase,
    Shared,
};
use crate::resolve::types;

/// The texture a row shows.
fn texture(shared: &mut Shared, manager: &mut Manager, row: u16) -> String {
    let shown = manager.phase(shared, Handle::new(0, row), 0).unwrap();
    let texture = shared.texture_of(&shown).map(|texture| texture.name().to_vec());
    String::from_utf8(texture.unwrap_or_default()).unwrap()
}

#[test]
fn a_handle_is_table_and_row() {
    let handle = Handle::new(69, 0x1234);
    assert_eq!(handle.0, 0x0045_1234);
    assert_eq!((handle.table(), handle.row()), (69, 0x1234));
    assert_eq!(handle.to_string(), "0x00451234 (wear 69, row 4660)");
}

#[test]
fn libraries_have_the_games_names_and_are_only_looked_at_when_used() {
    let paths = LibraryPaths {
        textures: "Textures.lib".to_owned(),
        materials: "Material.lib".to_owned(),
        lightmaps: "LightMap.lib".to_owned(),
        palettes: "palettes.lib".to_owned(),
    };
    let mut shared = Shared::new(Game::default());
    assert_eq!(*shared.paths(), paths);
    shared.set_textures_lib("a");
    shared.set_material_lib("b");
    shared.set_light_map_lib("c");
    shared.set_palettes_lib("d");
    let set = [("a", "b"), ("c", "d")];
    let paths = shared.paths();
    assert_eq!((&*paths.textures, &*paths.materials), set[0]);
    assert_eq!((&*paths.lightmaps, &*paths.palettes), set[1]);
    assert_eq!(lines(&shared), [""; 0]);
    let error = shared.load_material(b"WALL").unwrap_err().to_string();
    assert!(error.starts_with("b: "), "{error}");
    let error = shared.load_texture(b"A.0", LoadFlags::NONE).unwrap_err().to_string();
    assert!(error.starts_with("a: "), "{error}");
}

#[test]
fn rows_count_by_position() {
    let (mut shared, mut manager) = wearing(small(), "3\n9 DOOR\n0 wall\n0 DOOR\n");
    assert_eq!(manager.wear_count(0).unwrap(), 3);
    let shown = [0, 1, 2].map(|row| texture(&mut shared, &mut manager, row));
    assert_eq!(shown, ["B.0", "A.0", "B.0"]);
    assert_eq!(lines(&shared), [""; 0]);
}

#[test]
fn a_missing_material_is_default() {
    let (mut shared, mut manager) = wearing(small(), "2\n0 NONE\n1 DOOR\n");
    assert_eq!(lines(&shared), ["Material NONE not found."]);
    assert_eq!(texture(&mut shared, &mut manager, 0), "A.0");
    assert_eq!(texture(&mut shared, &mut manager, 1), "B.0");
}

#[test]
fn without_default_it_is_the_first_record() {
    let materials = Entries::default()
        .with_material("FIRST", &textured("B.0"))
        .with_material("WALL", &textured("A.0"));
    let (mut shared, mut manager) = wearing(small().with("Material.lib", materials), "1\n0 X\n");
    assert_eq!(lines(&shared), ["Material X not found."], "nothing is said of DEFAULT");
    assert_eq!(texture(&mut shared, &mut manager, 0), "B.0");
}

#[test]
fn an_empty_library_has_nothing_to_take_its_place() {
    let mut shared = Shared::new(small().with("Material.lib", Entries::default()));
    let error = shared.load_material(b"WALL").unwrap_err();
    assert!(matches!(error, Error::NoMaterial { .. }), "{error}");
    assert_eq!(lines(&shared), ["Material WALL not found."]);
}

#[test]
fn an_entry_of_another_type_is_no_material() {
    let wall = textured("A.0");
    let materials = Entries::default().with_material("FIRST", &textured("B.0")).with(
        types::TEXTURE,
        "WALL",
        wall.attributes.numbers(),
        wall.write().unwrap(),
    );
    let (mut shared, mut manager) = wearing(small().with("Material.lib", materials), "1\n0 WALL\n");
    assert_eq!(texture(&mut shared, &mut manager, 0), "B.0");
}

#[test]
fn too_many_tracks_are_refused_in_the_engines_words() {
    let mut material = animated(1, Mode::LOOP, 0, &[(0, 10)]);
    material.tracks = vec![material.tracks[0].clone(); 19];
    let bytes = material.write().unwrap();
    let mut twenty = bytes.clone();
    twenty[2] = 20;
    twenty.extend_from_slice(&bytes[bytes.len() - 12..]);
    let materials = Entries::default().with(types::MATERIAL, "NINETEEN", [0, 6, 0], bytes).with(
        types::MATERIAL,
        "TWENTY",
        [0, 6, 0],
        twenty,
    );
    let mut shared = Shared::new(small().with("Material.lib", materials));
    shared.load_material(b"NINETEEN").unwrap();
    let error = shared.load_material(b"TWENTY").unwrap_err();
    assert!(matches!(error, Error::Material { .. }), "{error}");
    assert_eq!(lines(&shared), ["Too many animations for material."]);
    assert_eq!(shared.materials().len(), 1);
}

#[test]
fn a_broken_material_says_where() {
    let materials = Entries::default().with(types::MATERIAL, "CUT", [0, 6, 0], vec![1, 0, 0]);
    let mut shared = Shared::new(small().with("Material.lib", materials));
    let error = shared.load_material(b"CUT").unwrap_err().to_string();
    assert!(error.starts_with("Material.lib/CUT: phases at 0x0"), "{error}");
    assert_eq!(lines(&shared), [""; 0]);
}

#[test]
fn metadata_of_a_row() {
    let mut old = MaterialBuf { tracks: Vec::new(), ..textured("A.0") };
    (old.attributes.version, old.attributes.flags) =
        (ngi_formats::mat0::Version(1), ngi_formats::mat0::Flags(0x4a));
    let game = small().with("Material.lib", Entries::default().with_material("OLD", &old));
    let (shared, manager) = wearing(game, "1\n0 OLD\n");
    let metadata = manager.metadata(&shared, Handle::new(0, 0)).unwrap();
    let meta = metadata.meta;
    assert_eq!(
        (meta.class, meta.unk_0x05, meta.speed.to_bits(), meta.damage),
        (255, 255, 0x3f80_0000, 0)
    );
    assert!(metadata.flag_a() && metadata.flag_b());
    assert_eq!((metadata.nibble_mode(), metadata.blend().0), (2, 2));
}

#[test]
fn flags_of_a_material_are_flags_of_its_textures() {
    let flags_of = |attr1, bump| {
        let material = flagged(textured("A.0"), attr1);
        let game = small().with("Material.lib", Entries::default().with_material("M", &material));
        let mut shared = Shared::new(game);
        shared.policy.emboss_bump = bump;
        shared.load_material(b"M").unwrap();
        shared.textures().get(0).unwrap().flags.0
    };
    assert_eq!(flags_of(0, false), 0x40_0000);
    assert_eq!(flags_of(1, false), 0x60_0000);
    assert_eq!(flags_of(2, false), 0x48_0000);
    assert_eq!(flags_of(3, false), 0x68_0000);
    assert_eq!(flags_of(2, true), 0x40_0000, "bump needs the alpha");
}

const LIT: &str = "1\n0 WALL\n\nLIGHTMAPS\n2\n0 L.0\n0 GONE.0\n";

#[test]
fn lightmaps_of_a_wear() {
    let (shared, manager) = wearing(small(), LIT);
    assert_eq!(lines(&shared), ["LightMap GONE.0 not found."]);
    assert_eq!(manager.lightmap_count(0).unwrap(), 2);
    let lightmap = manager.lightmap(&shared, Handle::new(0, 0)).unwrap().unwrap();
    assert_eq!(lightmap.name(), b"L.0");
    assert!(manager.lightmap(&shared, Handle::new(0, 1)).unwrap().is_none());
    assert!(manager.lightmap(&shared, Handle::new(0, 2)).is_err());
}

#[test]
fn a_game_without_lightmaps_says_so_of_each() {
    let mut game = small();
    game.libraries.remove("LightMap.lib");
    let (shared, manager) = wearing(game, &LIT.replace("GONE.0", "GONE"));
    assert_eq!(lines(&shared), ["LightMap L.0 not found.", "Bad texture name."]);
    assert!(manager.lightmap(&shared, Handle::new(0, 0)).unwrap().is_none());
}

#[test]
fn a_wear_from_a_file_from_an_archive_and_from_memory() {
    let game = small()
        .with("a.rlb", Entries::default().with(types::WEAR, "x.wea", [0, 0, 1], LIT))
        .with_file("x.wea", LIT);
    let mut shared = Shared::new(game);
    let mut manager = Manager::load(&mut shared);
    assert_eq!(manager.load_wear_file(&mut shared, "x.wea").unwrap(), 0);
    assert_eq!(manager.load_wear_resource(&mut shared, "a.rlb", "X.WEA").unwrap(), 1);
    assert_eq!(manager.load_wear_buffer(&mut shared, "x", LIT.as_bytes()).unwrap(), 2);
    for table in 0..3 {
        assert_eq!(
            (manager.wear_count(table).unwrap(), manager.lightmap_count(table).unwrap()),
            (1, 2)
        );
    }
    assert_eq!(shared.materials().get(0).unwrap().references, 3);
    assert_eq!(shared.lightmaps().get(0).unwrap().references, 3);
    // Without the blank line the parser for memory takes the wrong line for the count: the first
    // row, whose number is 0.
    let tight = LIT.replace("\n\n", "\n");
    assert!(manager.load_wear_buffer(&mut shared, "x", tight.as_bytes()).is_err());
    assert_eq!(lines(&shared).last().unwrap(), "Illegal lightmaps length.");
    assert_eq!(manager.table_count(), 3);
}

#[test]
fn a_wear_that_is_not_there() {
    let mut shared = Shared::new(small());
    let mut manager = Manager::load(&mut shared);
    let error = manager.load_wear_file(&mut shared, "x.wea").unwrap_err();
    assert_eq!(error.to_string(), "Wear <x.wea> doesn't exist.");
    let error = manager.load_wear_resource(&mut shared, "Material.lib", "WALL").unwrap_err();
    assert_eq!(error.to_string(), "Wear <WALL> doesn't exist.", "it is there, but no wear");
    let error = manager.load_wear_resource(&mut shared, "no.rlb", "x.wea").unwrap_err();
    assert!(matches!(error, Error::NoWear { .. }));
    let missing = ["Wear <x.wea> doesn't exist.", "Wear <WALL> doesn't exist."];
    assert_eq!(lines(&shared)[..2], missing);
    assert!(shared.log.lines().all(Line::is_engines));
}

#[test]
fn counts_that_are_not_positive() {
    let mut shared = Shared::new(small());
    let mut manager = Manager::load(&mut shared);
    let mut file = |text: &str| {
        shared.log.take();
        let mut loaded = Shared::new(small().with_file("x", text));
        let failed = manager.load_wear_file(&mut loaded, "x").is_err();
        (failed, lines(&loaded))
    };
    for count in ["0", "-3", "none", ""] {
        assert_eq!(file(&format!("{count}\n")), (true, vec!["Illegal wear length.".to_owned()]));
    }
    let (failed, said) = file("1\n0 WALL\n\nLIGHTMAPS\n0\n");
    assert_eq!((failed, said), (true, vec!["Illegal lightmaps length.".to_owned()]));
    let (failed, said) = file("3\n0 WALL\n");
    assert_eq!((failed, said), (true, Vec::new()), "rows that are missing");
    // The parser for memory takes a count of 0 for an empty table.
    let mut shared = Shared::new(small());
    let empty = manager.load_wear_buffer(&mut shared, "x", b"0\n").unwrap();
    assert_eq!(manager.wear_count(empty).unwrap(), 0);
}

#[test]
fn nothing_answers_to_a_wrong_handle() {
    let (mut shared, mut manager) = wearing(small(), "1\n0 WALL\n");
    for handle in [Handle::new(0, 1), Handle::new(1, 0), Handle(u32::MAX)] {
        assert!(manager.phase(&mut shared, handle, 0).is_err());
        assert!(manager.phase_at_share(&shared, handle, 0, 0.5).is_err());
        assert!(manager.reset_start(&shared, handle).is_err());
        assert!(manager.start_time(handle).is_err());
        assert!(manager.metadata(&shared, handle).is_err());
        assert!(manager.lightmap(&shared, handle).is_err());
    }
    assert!(manager.wear_count(1).is_err());
}

#[test]
fn phases_that_are_not_there_are_an_error_when_they_are_shown() {
    let beyond = animated(1, Mode::LOOP, 1, &[(0, 100), (5, 200)]);
    let none = MaterialBuf { phases: Vec::new(), tracks: Vec::new(), ..textured("A.0") };
    let materials =
        Entries::default().with_material("BEYOND", &beyond).with_material("NONE", &none);
    let (mut shared, mut manager) =
        wearing(small().with("Material.lib", materials), "2\n0 BEYOND\n0 NONE\n");
    let error = manager.phase(&mut shared, Handle::new(0, 0), 0).unwrap_err();
    assert!(matches!(error, Error::NoPhase { phase: 5, count: 1, .. }), "{error}");
    let error = manager.phase(&mut shared, Handle::new(0, 1), 0).unwrap_err();
    assert!(matches!(error, Error::NoPhase { phase: 0, count: 0, .. }), "{error}");
}

#[test]
fn preloading_does_nothing() {
    let (shared, manager) = wearing(small(), "1\n0 WALL\n");
    let before = shared.textures().len();
    manager.preload_all_textures(0);
    assert_eq!((shared.textures().len(), lines(&shared)), (before, Vec::new()));
}

#[test]
fn names_without_a_dot_and_textures_that_are_not_there() {
    let mut shared = Shared::new(small());
    let mut load = |name: &str| shared.load_texture(name.as_bytes(), LoadFlags::NONE).unwrap();
    assert_eq!(load("A"), NONE);
    assert_eq!(load("ABCDEFGHIJKLMNOPQ.0"), NONE, "a dot at 17");
    assert_eq!(load("ABCDEFGHIJKLMNOP.0"), NONE, "a dot at 16 is a name, but of nothing");
    assert_eq!(load("a.0"), 0);
    assert_eq!(load("A.0"), 0, "the same entry");
    let said = ["Bad texture name.", "Bad texture name."];
    assert_eq!(lines(&shared)[..2], said);
    assert_eq!(
        *shared.log.lines().nth(2).unwrap(),
        Line::TextureMissing(b"ABCDEFGHIJKLMNOP.0".to_vec())
    );
    assert_eq!(shared.textures().get(0).unwrap().references, 2);
}

#[test]
fn a_real_archive_is_a_library() {
    let wall = textured("A.0");
    let [attr1, attr2, attr3] = wall.attributes.numbers();
    let mut materials = Editor::new();
    let other = NewEntry::new(*b"TEXT", "WALL").unwrap();
    materials.add(other, b"not this".as_slice()).unwrap();
    let entry = NewEntry { attr1, attr2, attr3, ..NewEntry::new(*b"MAT0", "WALL").unwrap() };
    materials.add(entry, wall.write().unwrap()).unwrap();
    let root = MemoryRoot::new();
    root.insert("Material.lib", materials.write().unwrap()).unwrap();
    root.insert("Textures.lib", Editor::new().write().unwrap()).unwrap();
    root.insert("plain.txt", b"1\n0 wall\n".as_slice()).unwrap();
    let mut shared = Shared::new(Vfs::in_memory(root));
    let mut manager = Manager::load(&mut shared);
    manager.load_wear_file(&mut shared, r"PLAIN.TXT").unwrap();
    let shown: RuntimePhase = manager.phase(&mut shared, Handle::new(0, 0), 0).unwrap();
    assert_eq!(shown.diffuse[0], 1.0);
    assert!(shared.palettes().unwrap().is_empty(), "there is no such library");
    shared.set_material_lib("plain.txt");
    assert!(shared.load_material(b"WALL").unwrap_err().to_string().contains("plain.txt"));
}

#[test]
fn a_long_log_forgets_its_beginning() {
    let mut shared = Shared::new(small());
    for number in 0..crate::materials::Log::MOST + 5 {
        shared.load_texture(format!("{number}.0").as_bytes(), LoadFlags::NONE).unwrap();
    }
    assert_eq!(shared.log.lines().len(), crate::materials::Log::MOST);
    assert_eq!(shared.log.dropped(), 5);
    assert_eq!(*shared.log.lines().next().unwrap(), Line::TextureMissing(b"5.0".to_vec()));
    assert_eq!(shared.log.take().len(), crate::materials::Log::MOST);
    assert_eq!(shared.log.lines().len(), 0);
}

#[test]
fn what_cannot_be_loaded_can_be_left_out() {
    let materials = Entries::default().with_material("WALL", &textured("A.0")).with(
        types::MATERIAL,
        "CUT",
        [0, 6, 0],
        b"short".as_slice(),
    );
    let text = b"2\n0 CUT\n1 WALL\n\nLIGHTMAPS\n1\n0 L.0\n";
    let mut shared = Shared::new(small().with("Material.lib", materials));
    let mut manager = Manager::load(&mut shared);
    assert!(manager.load_wear_bytes(&mut shared, "x.wea", text).is_err());
    assert_eq!((manager.table_count(), shared.materials().len()), (0, 0), "all or nothing");
    manager.broken = Broken::LeaveOut;
    let wear = manager.load_wear_bytes(&mut shared, "x.wea", text).unwrap();
    let [cut, wall] = [0, 1].map(|row| Handle::new(wear, row));
    assert!(matches!(manager.phase(&mut shared, cut, 0), Err(Error::NoRow { .. })));
    assert_eq!(texture(&mut shared, &mut manager, 1), "A.0");
    assert_eq!([cut, wall].map(|row| manager.row_name(row).unwrap()), [b"CUT".as_slice(), b"WALL"]);
    assert!(manager.row_name(Handle::new(wear, 2)).is_err());
    assert!(lines(&shared).last().unwrap().starts_with("CUT: Material.lib/CUT: "));
    manager.release(&mut shared);
    assert_eq!((shared.materials().len(), shared.lightmaps().len()), (0, 0));
}

#[test]
fn effects_name_the_library_of_their_materials() {
    let other = Entries::default().with_material("ONLY", &textured("B.0"));
    let mut shared = Shared::new(small().with("fx.lib", other));
    let of = |shared: &mut Shared, library: &str, name: &[u8]| {
        let slot = shared.load_material_from(library, name).unwrap();
        let phase = shared.materials().get(slot).unwrap().object.phases()[0];
        shared.texture_of(&phase).unwrap().name().to_vec()
    };
    assert_eq!(of(&mut shared, "fx.lib", b"only"), b"B.0");
    assert_eq!(of(&mut shared, "fx.lib", b"WALL"), b"B.0", "what it has takes the place");
    assert_eq!(of(&mut shared, "Material.lib", b"WALL"), b"A.0");
    assert_eq!(of(&mut shared, "MATERIAL.LIB", b"WALL"), b"A.0");
    assert_eq!(shared.materials().len(), 2, "one library, whatever the case of its name");
    assert!(shared.load_material_from("none.lib", b"WALL").is_err());
}

#[test]
fn a_time_can_be_asked_for_without_keeping_it() {
    let keys = [(0, 100), (1, 200)];
    for (mode, now) in [Mode::LOOP, Mode::RANDOM].into_iter().zip([150, 399]) {
        let materials = Entries::default().with_material("WALL", &animated(2, mode, 0, &keys));
        let (mut shared, mut manager) =
            wearing(small().with("Material.lib", materials), "1\n0 WALL\n");
        let handle = Handle::new(0, 0);
        shared.set_game_time(now);
        let (mut clock, mut rand) = (Clock { now, start: 0 }, Rand::new(7));
        let asked = manager.phase_at(&shared, handle, 0, &mut clock, &mut rand).unwrap();
        assert_eq!(manager.start_time(handle).unwrap(), 0, "nothing is kept");
        shared.rand = Rand::new(7);
        assert_eq!(manager.phase(&mut shared, handle, 0).unwrap(), asked, "{mode:?}");
        assert_eq!(manager.start_time(handle).unwrap(), clock.start);
    }
}
