//! Capacities, reference counts, the sweep, and letting go.

use std::sync::atomic::Ordering;

use ngi_formats::mat0::{MaterialBuf, Phase};
use ngi_formats::texm::{Levels, PixelFormat};

use super::game::{Entries, Game, lines, plain, small, textured, wearing};
use crate::materials::{
    Error, Handle, LIGHTMAPS, LoadFlags, MATERIALS, Manager, NONE, Shared, TABLES, TEXTURES,
};

/// Textures T0.0, T1.0 and so on.
fn textures(count: usize) -> Entries {
    let texture = plain(PixelFormat::RGB565, 1, Levels::All);
    (0..count).fold(Entries::default(), |library, number| {
        library.with_texture(&format!("T{number}.0"), &texture)
    })
}

fn load(shared: &mut Shared, number: usize) -> Result<i32, Error> {
    shared.load_texture(format!("T{number}.0").as_bytes(), LoadFlags::NONE)
}

#[test]
fn capacities_are_the_engines() {
    assert_eq!((TEXTURES, LIGHTMAPS, MATERIALS, TABLES), (777, 100, 700, 70));
    let shared = Shared::new(Game::default());
    assert_eq!(shared.textures().capacity(), 777);
    assert_eq!(shared.lightmaps().capacity(), 100);
    assert_eq!(shared.materials().capacity(), 700);
    assert_eq!(crate::materials::Palettes::default().capacity(), 286);
}

#[test]
fn the_778th_texture_is_refused_until_one_goes() {
    let mut shared = Shared::new(small().with("Textures.lib", textures(778)));
    for number in 0..777 {
        assert_eq!(load(&mut shared, number).unwrap(), i32::try_from(number).unwrap());
    }
    let error = load(&mut shared, 777).unwrap_err();
    let said = "T777.0: no free slot among the 777 textures, 0 of them idle";
    assert_eq!(error.to_string(), said);
    assert_eq!(shared.textures().len(), 777);
    assert_eq!(load(&mut shared, 500).unwrap(), 500, "what is loaded is still to be had");
    // An idle texture keeps its slot until the sweep.
    shared.set_game_time(1000);
    shared.release_texture(123);
    let error = load(&mut shared, 777).unwrap_err();
    assert!(matches!(error, Error::CacheFull { idle: 1, .. }), "{error}");
    shared.set_game_time(61_001);
    assert_eq!(load(&mut shared, 777).unwrap(), 123, "the lowest free slot");
    assert_eq!(shared.textures().get(123).unwrap().object.name(), b"T777.0");
    assert!(load(&mut shared, 123).is_err());
}

#[test]
fn a_material_that_does_not_fit_leaves_nothing_behind() {
    let phase = |number: usize| {
        let texture = ngi_formats::FixedStr::new(format!("T{number}.0").as_bytes()).unwrap();
        Phase { texture, ..Phase::default() }
    };
    let large = MaterialBuf {
        phases: (0..778).map(phase).collect(),
        tracks: Vec::new(),
        ..MaterialBuf::default()
    };
    let materials =
        Entries::default().with_material("SMALL", &textured("T0.0")).with_material("LARGE", &large);
    let game = small().with("Textures.lib", textures(778)).with("Material.lib", materials);
    let mut shared = Shared::new(game.with_file("x", "2\n0 SMALL\n0 LARGE\n"));
    let mut manager = Manager::load(&mut shared);
    let error = manager.load_wear_file(&mut shared, "x").unwrap_err();
    assert!(matches!(error, Error::CacheFull { capacity: 777, .. }), "{error}");
    assert_eq!(manager.table_count(), 0);
    assert!(shared.materials().is_empty());
    assert_eq!(shared.textures().idle(), 777, "all of them loaded, none in use");
}

#[test]
fn the_701st_material_is_refused() {
    let materials = (0..701).fold(Entries::default(), |library, number| {
        library.with_material(&format!("M{number}"), &textured("A.0"))
    });
    let mut shared = Shared::new(small().with("Material.lib", materials));
    for number in 0..700 {
        let slot = shared.load_material(format!("M{number}").as_bytes()).unwrap();
        assert_eq!(slot, number);
    }
    assert_eq!(shared.textures().get(0).unwrap().references, 700);
    let error = shared.load_material(b"M700").unwrap_err();
    assert!(matches!(error, Error::CacheFull { what: "materials", capacity: 700, .. }), "{error}");
    shared.release_material(3);
    assert_eq!(shared.load_material(b"M700").unwrap(), 3, "a material nobody uses goes at once");
    assert_eq!(shared.textures().get(0).unwrap().references, 700);
}

#[test]
fn the_101st_lightmap_is_refused() {
    let mut shared = Shared::new(small().with("LightMap.lib", textures(101)));
    for number in 0..100 {
        assert_eq!(shared.load_lightmap(format!("T{number}.0").as_bytes()).unwrap(), number);
    }
    let error = shared.load_lightmap(b"T100.0").unwrap_err();
    assert!(matches!(error, Error::CacheFull { what: "lightmaps", capacity: 100, .. }), "{error}");
    shared.release_lightmap(7);
    assert_eq!(shared.load_lightmap(b"T100.0").unwrap(), 7);
    assert!(shared.textures().is_empty(), "a cache of its own");
}

#[test]
fn the_71st_wear_is_refused() {
    let mut shared = Shared::new(small());
    let mut manager = Manager::load(&mut shared);
    for number in 0..70 {
        assert_eq!(manager.load_wear_buffer(&mut shared, "x", b"1\n0 WALL\n").unwrap(), number);
    }
    let error = manager.load_wear_buffer(&mut shared, "last.wea", b"1\n0 WALL\n").unwrap_err();
    assert_eq!(error.to_string(), "last.wea: a manager holds at most 70 wears");
    assert_eq!((manager.table_count(), shared.materials().get(0).unwrap().references), (70, 70));
    // Another manager has its own 70.
    let mut other = Manager::load(&mut shared);
    assert_eq!(other.load_wear_buffer(&mut shared, "x", b"1\n0 WALL\n").unwrap(), 0);
    assert_eq!(shared.materials().get(0).unwrap().references, 71);
}

#[test]
fn a_wear_of_more_rows_than_a_handle_reaches_is_refused() {
    let wear = |rows: usize| format!("{rows}\n{}", "0 WALL\n".repeat(rows));
    let mut shared = Shared::new(small());
    let mut manager = Manager::load(&mut shared);
    manager.load_wear_buffer(&mut shared, "x", wear(65_536).as_bytes()).unwrap();
    assert!(manager.phase(&mut shared, Handle::new(0, u16::MAX), 0).is_ok());
    let error = manager.load_wear_buffer(&mut shared, "x", wear(65_537).as_bytes()).unwrap_err();
    assert!(matches!(error, Error::TooManyRows { rows: 65_537, .. }), "{error}");
    assert_eq!(shared.materials().get(0).unwrap().references, 65_536);
}

#[test]
fn entries_are_loaded_once() {
    let game = small();
    let (texture_reads, material_reads) =
        (game.libraries["Textures.lib"].clone(), game.libraries["Material.lib"].clone());
    let (shared, _) = wearing(game, "5\n0 WALL\n0 WALL\n0 NONE\n0 DOOR\n0 OTHER\n");
    assert_eq!(material_reads.reads.load(Ordering::Relaxed), 3, "WALL, DEFAULT, DOOR");
    assert_eq!(texture_reads.reads.load(Ordering::Relaxed), 2, "A.0, B.0");
    let references: Vec<_> =
        shared.materials().iter().map(|(slot, material)| (slot, material.references)).collect();
    assert_eq!(references, [(0, 2), (1, 2), (2, 1)]);
    let references: Vec<_> =
        shared.textures().iter().map(|(_, texture)| texture.references).collect();
    assert_eq!(references, [2, 1], "a user for each phase of each material, not for each row");
}

#[test]
fn the_destructor_lets_go() {
    let lit = "2\n0 WALL\n0 DOOR\n\nLIGHTMAPS\n1\n0 L.0\n";
    let (mut shared, manager) = wearing(small(), lit);
    let mut second = Manager::load(&mut shared);
    second.load_wear_file(&mut shared, "x.wea").unwrap();
    assert_eq!(shared.lightmaps().get(0).unwrap().references, 2);
    shared.set_game_time(7000);
    manager.release(&mut shared);
    assert_eq!((shared.materials().len(), shared.lightmaps().len()), (2, 1));
    assert_eq!(shared.textures().idle(), 0);
    second.release(&mut shared);
    assert_eq!((shared.materials().len(), shared.lightmaps().len()), (0, 0));
    let left: Vec<_> =
        shared.textures().iter().map(|(_, slot)| (slot.references, slot.released)).collect();
    assert_eq!(left, [(0, 7000), (0, 7000)], "textures wait for the sweep");
}

#[test]
fn the_sweep_takes_what_was_idle_for_a_minute() {
    let mut shared = Shared::new(small());
    shared.load_texture(b"A.0", LoadFlags::NONE).unwrap();
    shared.load_texture(b"B.0", LoadFlags::NONE).unwrap();
    shared.set_game_time(10_000);
    shared.release_texture(0);
    shared.set_game_time(20_000); // sweeps
    shared.set_game_time(39_999);
    shared.set_game_time(40_000); // sweeps
    shared.set_game_time(60_000); // sweeps
    assert_eq!(shared.textures().len(), 2, "50 s are too short");
    shared.set_game_time(79_999);
    assert_eq!(shared.textures().len(), 2, "no sweep before 80 s");
    shared.set_game_time(80_000);
    assert_eq!(shared.textures().len(), 1);
    assert!(shared.textures().get(0).is_none());
    assert_eq!(shared.textures().get(1).unwrap().references, 1, "what is used stays");
}

#[test]
fn exactly_a_minute_is_not_more_than_a_minute() {
    let mut shared = Shared::new(small());
    shared.load_texture(b"A.0", LoadFlags::NONE).unwrap();
    shared.release_texture(0);
    shared.set_game_time(60_000);
    assert_eq!(shared.textures().len(), 1);
    assert_eq!(shared.sweep(), 0);
    shared.set_game_time(60_001);
    assert_eq!((shared.textures().len(), shared.sweep()), (1, 1), "asked for by hand");
}

#[test]
fn a_texture_asked_for_again_is_not_idle() {
    let mut shared = Shared::new(small());
    let slot = shared.load_texture(b"A.0", LoadFlags::NONE).unwrap();
    let id = shared.textures().get(slot).unwrap().object.id();
    shared.set_game_time(5);
    shared.release_texture(slot);
    assert_eq!(shared.textures().get(slot).unwrap().released, 5);
    assert_eq!(shared.load_texture(b"A.0", LoadFlags::OPAQUE).unwrap(), slot);
    let again = shared.textures().get(slot).unwrap();
    assert_eq!((again.references, again.released, again.object.id()), (1, 0, id));
    assert_eq!(again.flags, LoadFlags::NONE, "as it was loaded the first time");
    shared.set_game_time(1_000_000);
    assert_eq!(shared.textures().len(), 1);
    shared.release_texture(slot);
    shared.release_texture(slot);
    assert_eq!(shared.textures().get(slot).unwrap().references, 0, "never below 0");
    shared.release_texture(NONE);
    shared.release_texture(700);
    shared.set_game_time(1_100_000);
    let anew = shared.load_texture(b"A.0", LoadFlags::NONE).unwrap();
    assert_ne!(shared.textures().get(anew).unwrap().object.id(), id, "no id is given twice");
}

#[test]
fn unloading_all_textures_leaves_materials_without() {
    let (mut shared, mut manager) = wearing(small(), "2\n0 WALL\n0 DOOR\n\nLIGHTMAPS\n1\n0 L.0\n");
    assert_eq!(shared.unload_all_textures(), 2);
    assert!(shared.textures().is_empty());
    let shown = manager.phase(&mut shared, Handle::new(0, 0), 0).unwrap();
    assert_eq!(shown.texture, NONE);
    assert!(manager.lightmap(&shared, Handle::new(0, 0)).unwrap().is_some());
    // What takes the slot next is nobody else's.
    assert_eq!(shared.load_texture(b"B.0", LoadFlags::NONE).unwrap(), 0);
    manager.release(&mut shared);
    assert_eq!(shared.textures().get(0).unwrap().references, 1);
}

#[test]
fn entries_of_another_library_are_others() {
    let other = plain(PixelFormat::RGB565, 4, Levels::All);
    let game = small().with("other.lib", Entries::default().with_texture("A.0", &other));
    let mut shared = Shared::new(game);
    assert_eq!(shared.load_texture(b"A.0", LoadFlags::NONE).unwrap(), 0);
    shared.set_textures_lib("other.lib");
    assert_eq!(shared.load_texture(b"A.0", LoadFlags::NONE).unwrap(), 1);
    assert_eq!(shared.textures().get(1).unwrap().object.header().width, 4);
    shared.set_textures_lib("Textures.lib");
    assert_eq!(shared.load_texture(b"A.0", LoadFlags::NONE).unwrap(), 0);
    assert_eq!(lines(&shared), [""; 0]);
}
