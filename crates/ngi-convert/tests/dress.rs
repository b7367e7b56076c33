//! Materials and textures that come with models: what the game has is used, what is new is made,
//! what changed is told.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;
use std::path::Path;

use ngi_convert::{Destination, ExportOptions, ImportOptions, Imported, LibraryEntry, Source};
use ngi_engine::resolve::OpenLibrary;
use ngi_formats::mat0::{Attributes, BlendMode, MaterialBuf};
use ngi_formats::msh::{BatchWord, Model};
use ngi_formats::texm::{Image, Rgba, Texm};
use ngi_testing::game;
use ngi_verbs::format::{self, Subject};
use ngi_verbs::surroundings::{Game, MATERIALS, Surroundings, TEXTURES};
use ngi_vfs::Bytes;
use serde_json::{Value, json};

/// A PNG of these pixels.
fn png(image: &Image) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(image.bytes()).unwrap();
    bytes
}

fn image_of(bytes: &[u8]) -> Image {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut raw = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut raw).unwrap();
    Image::from_bytes(frame.width, frame.height, &raw).unwrap()
}

/// Squares of two colours.
fn checkers(a: Rgba, b: Rgba) -> Image {
    let pixel = |at: u32| if (at % 4 + at / 4).is_multiple_of(2) { a } else { b };
    Image::new(4, 4, (0..16).map(pixel).collect()).unwrap()
}

const BLACK: Rgba = [0, 0, 0, 255];
const WHITE: Rgba = [255; 4];

/// A file: one triangle for each material, pictures beside it.
struct File {
    json: Value,
    files: BTreeMap<String, Vec<u8>>,
}

impl File {
    /// A horn of these materials. Pictures go by their places.
    fn horn(materials: &[Value], pictures: &[Image]) -> Self {
        let corners: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        let bin: Vec<u8> = corners.as_flattened().iter().flat_map(|v| v.to_le_bytes()).collect();
        let primitive =
            |material: usize| json!({"attributes": {"POSITION": 0}, "material": material});
        let image = |at: usize| json!({"uri": format!("{at}.png")});
        let json = json!({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": [{"name": "horn", "mesh": 0}],
            "meshes": [{"primitives": (0..materials.len()).map(primitive).collect::<Vec<_>>()}],
            "materials": materials,
            "textures": (0..pictures.len()).map(|at| json!({"source": at})).collect::<Vec<_>>(),
            "images": (0..pictures.len()).map(image).collect::<Vec<_>>(),
            "buffers": [{"uri": "horn.bin", "byteLength": bin.len()}],
            "bufferViews": [{"buffer": 0, "byteLength": bin.len()}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                "min": [0.0, 0.0, 0.0], "max": [1.0, 2.0, 0.0]}]
        });
        let pictures = pictures.iter().enumerate();
        let mut files: BTreeMap<String, Vec<u8>> =
            pictures.map(|(at, picture)| (format!("{at}.png"), png(picture))).collect();
        files.insert("horn.bin".into(), bin);
        Self { json, files }
    }

    /// What is exported of a model of the game.
    fn of(world: &World, path: &str) -> Self {
        let (node, around) = world.around(path);
        let bytes = node.bytes().unwrap();
        let subject = Subject::file(path.rsplit('/').next().unwrap(), &bytes);
        let to = Destination { stem: "wall", suffix: "gltf" };
        let kind = format::of_id("msh").unwrap().kind;
        let options = ExportOptions::default();
        let made = ngi_convert::export(kind, &subject, &around, &to, &options).unwrap();
        let mut files: BTreeMap<String, Vec<u8>> =
            made.files.into_iter().map(|file| (file.name, file.bytes)).collect();
        let json = serde_json::from_slice(&files.remove("wall.gltf").unwrap()).unwrap();
        Self { json, files }
    }

    fn material(&mut self, name: &str) -> &mut Value {
        let materials = self.json["materials"].as_array_mut().unwrap();
        materials.iter_mut().find(|material| material["name"] == name).unwrap()
    }

    /// Paints the first pixel of a picture.
    fn paint(&mut self, picture: &str, colour: Rgba) -> Image {
        let mut image = image_of(&self.files[picture]);
        image.pixels_mut()[0] = colour;
        self.files.insert(picture.into(), png(&image));
        image
    }

    fn import(&self, options: &ImportOptions<'_>) -> Imported {
        let beside = |name: &str| self.files.get(name).cloned().map(Bytes::from);
        let text = self.json.to_string();
        let bytes = text.as_bytes();
        let source = Source { name: "horn.gltf", suffix: "gltf", bytes, beside: &beside };
        ngi_convert::import(format::of_id("msh").unwrap().kind, &source, options).unwrap()
    }
}

/// A game folder.
struct World {
    folder: tempfile::TempDir,
    game: Game,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        game::write(folder.path());
        Self { game: Game::open(folder.path()).unwrap(), folder }
    }

    fn around(&self, path: &str) -> (ngi_vfs::Node, Surroundings) {
        let node = ngi_vfs::locate(&self.folder.path().join(path)).unwrap();
        let around = Surroundings::of(&node, Some(&self.game));
        (node, around)
    }

    /// Imports into the game; `like` where it is wanted.
    fn import(&self, file: &File, like: Option<&str>, how: ImportOptions<'_>) -> Imported {
        let found = like.map(|like| self.around(like));
        let bytes = found.as_ref().map(|(node, _)| node.bytes().unwrap());
        let name = found.as_ref().map_or_else(String::new, |(node, _)| node.name());
        let alone = Surroundings::in_game(Some(&self.game));
        file.import(&ImportOptions {
            like: bytes.as_ref().map(|bytes| Subject::file(&name, bytes)),
            around: Some(found.as_ref().map_or(&alone, |(_, around)| around)),
            ..how
        })
    }

    fn stored(&self, library: &str, name: &str) -> Vec<u8> {
        let path: &Path = &self.folder.path().join(library).join(name);
        ngi_vfs::locate(path).unwrap().bytes().unwrap().to_vec()
    }

    fn material(&self, name: &str) -> MaterialBuf {
        let found = self.around("Material.lib/DEFAULT").1.material(name.as_bytes()).unwrap();
        MaterialBuf::read(&found.found.bytes, found.attributes()).unwrap()
    }
}

/// Rows, materials and textures are made.
fn making() -> ImportOptions<'static> {
    ImportOptions {
        new_rows: true,
        new_materials: true,
        new_textures: true,
        ..ImportOptions::default()
    }
}

fn made<'a>(imported: &'a Imported, library: &str) -> Vec<&'a LibraryEntry> {
    imported.entries.iter().filter(|entry| entry.library == library).collect()
}

fn material(imported: &Imported, name: &str) -> MaterialBuf {
    let found = made(imported, MATERIALS).into_iter().find(|entry| entry.name == name);
    let LibraryEntry { entry, bytes, .. } = found.unwrap_or_else(|| panic!("{imported:?}"));
    let [attr1, attr2, attr3] = entry.attributes;
    MaterialBuf::read(bytes, Attributes::new(attr1, attr2, attr3)).unwrap()
}

fn shown(imported: &Imported, texture: &str) -> Image {
    let found = made(imported, TEXTURES).into_iter().find(|entry| entry.name == texture);
    Texm::read(&found.unwrap().bytes).unwrap().decode_level(0, None).unwrap()
}

fn textured(name: &str, picture: usize) -> Value {
    json!({"name": name, "pbrMetallicRoughness": {"baseColorTexture": {"index": picture}}})
}

fn has(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

#[test]
fn a_horn_with_the_material_water_leaves_the_lakes_alone() {
    let world = World::new();
    let horn = File::horn(&[textured("WATER", 0)], &[checkers(BLACK, WHITE)]);
    let imported = world.import(&horn, None, making());
    assert_eq!(imported.beside[0].bytes, b"1\r\n0 WATER\r\n");
    assert_eq!(imported.entries, [], "nothing is made anew");
    let line = "material WATER: the game has it, used as it is".to_owned();
    assert!(imported.carried.contains(&line), "{:?}", imported.carried);
    let told = "material WATER: its picture, light of its own and blending differ from the \
                game's; --replace-materials takes it over";
    assert_eq!(imported.told, [told]);
    // The archive that was named counts as well, without a game around.
    let node = ngi_vfs::locate(&world.folder.path().join("Material.lib")).unwrap();
    let library = OpenLibrary::of(node).unwrap();
    let alone = horn.import(&ImportOptions { materials: Some(&library), ..making() });
    assert!(alone.carried.contains(&line), "{:?}", alone.carried);
    assert_eq!(made(&alone, MATERIALS), [] as [&LibraryEntry; 0]);
}

#[test]
fn a_replaced_material_keeps_what_the_file_does_not_say() {
    let world = World::new();
    let picture = checkers([8, 8, 8, 255], WHITE);
    let horn = File::horn(&[textured("WATER", 0)], std::slice::from_ref(&picture));
    let how = ImportOptions { replace_materials: true, ..making() };
    let imported = world.import(&horn, None, how);
    let (before, after) = (world.material("WATER"), material(&imported, "WATER"));
    assert_eq!((after.meta, &after.tracks), (before.meta, &before.tracks));
    assert_eq!(after.phases.len(), 3);
    let texture = after.phases[0].texture.to_string();
    assert_eq!(shown(&imported, &texture), picture);
    // The other material that shows ATLAS.0 still does: it was not painted over.
    assert_ne!(texture, "ATLAS.0");
    assert!(made(&imported, TEXTURES).iter().all(|entry| entry.name != "ATLAS.0"));
    // All phases had the same picture, and each its own light, cell and opacity.
    for (at, (was, is)) in before.phases.iter().zip(&after.phases).enumerate() {
        assert_eq!(is.texture.to_string(), texture);
        assert_eq!((is.cell, is.opacity), (was.cell, was.opacity), "phase {at}");
        assert_eq!(is.ambient, if at == 0 { [0; 3] } else { was.ambient }, "phase {at}");
    }
}

#[test]
fn names_of_textures_are_stable_and_equal_pictures_are_one() {
    let world = World::new();
    let pictures = [checkers(BLACK, WHITE), checkers([255, 0, 0, 255], WHITE)];
    let names = ["barracks_wall_left", "barracks_wall_right", "barracks_wall_far"];
    let [left, right, far] =
        [(names[0], 0), (names[1], 1), (names[2], 0)].map(|(n, p)| textured(n, p));
    let whole = world.import(&File::horn(&[left, right.clone(), far], &pictures), None, making());
    let texture =
        |imported: &Imported, name: &str| material(imported, name).phases[0].texture.to_string();
    assert_eq!(made(&whole, TEXTURES).len(), 2);
    assert_eq!(texture(&whole, names[0]), texture(&whole, names[2]));
    assert_ne!(texture(&whole, names[0]), texture(&whole, names[1]));
    for (name, picture) in [(names[0], &pictures[0]), (names[1], &pictures[1])] {
        assert_eq!(shown(&whole, &texture(&whole, name)), *picture, "{name}");
    }
    // Alone, again, and whatever else is there: the same name.
    let alone = File::horn(&[right], &pictures);
    assert_eq!(texture(&world.import(&alone, None, making()), names[1]), texture(&whole, names[1]));
    assert_eq!(texture(&alone.import(&making()), names[1]), texture(&whole, names[1]));
}

#[test]
fn a_picture_that_the_game_has_is_used() {
    let world = World::new();
    // What WALL.0 and the atlas, in 16 bits a pixel, look like in another program.
    let (_, around) = world.around("Textures.lib/WALL.0");
    let picture = |name: &str| {
        let found = around.texture(TEXTURES, name.as_bytes()).unwrap();
        Texm::read(&found.bytes).unwrap().decode_level(0, None).unwrap()
    };
    let pictures = [picture("WALL.0"), picture("ATLAS.0")];
    let horn = File::horn(&[textured("FENCE", 0), textured("ROOF", 1)], &pictures);
    let imported = world.import(&horn, None, making());
    assert_eq!(made(&imported, TEXTURES), [] as [&LibraryEntry; 0]);
    assert_eq!(material(&imported, "FENCE").phases[0].texture.to_string(), "WALL.0");
    assert_eq!(material(&imported, "ROOF").phases[0].texture.to_string(), "ATLAS.0");
    // A texture of the same name that shows something else stays what it is.
    let fence = File::horn(&[textured("WALL_NEW", 0)], &[checkers(BLACK, WHITE)]);
    let first = world.import(&fence, None, making());
    let name = material(&first, "WALL_NEW").phases[0].texture.to_string();
    let texture = made(&first, TEXTURES)[0].bytes.clone();
    let other = Texm::read(&world.stored(TEXTURES, "WALL.0")).unwrap().write();
    for (stored, expected) in [(texture, Some(&name)), (other, None)] {
        let library = game::library(vec![(b"Texm", &name, stored, [0, 0, 1])]);
        let path = world.folder.path().join("Own.lib");
        std::fs::write(&path, library).unwrap();
        let own = OpenLibrary::of(ngi_vfs::locate(&path).unwrap()).unwrap();
        let again = fence.import(&ImportOptions { textures: Some(&own), ..making() });
        let called = material(&again, "WALL_NEW").phases[0].texture.to_string();
        assert_eq!(called == name, expected.is_some(), "{called}");
        assert_eq!(made(&again, TEXTURES).is_empty(), expected.is_some());
    }
}

#[test]
fn new_materials_look_as_the_file_says() {
    let half = checkers([10, 20, 30, 100], [10, 20, 30, 200]);
    let mut leaf = textured("LEAF", 0);
    leaf["alphaMode"] = json!("MASK");
    leaf["doubleSided"] = json!(true);
    let mut glass = textured("GLASS", 0);
    glass["alphaMode"] = json!("BLEND");
    glass["pbrMetallicRoughness"]["baseColorFactor"] = json!([1.0, 0.5, 0.0, 0.25]);
    let lamp = json!({"name": "LAMP", "emissiveFactor": [0.5, 0.25, 0.0],
        "pbrMetallicRoughness": {"baseColorFactor": [0.0, 0.0, 0.0, 1.0]},
        "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 1.5}}});
    let flat = json!({"name": "FLAT", "extensions": {"KHR_materials_unlit": {}},
        "pbrMetallicRoughness": {"baseColorFactor": [0.2, 0.4, 1.0, 1.0]}});
    let mut ray = textured("RAY", 0);
    ray["alphaMode"] = json!("BLEND");
    ray["extras"] = json!({"ngi": {"row": 9, "lightmap": 255, "word": 4, "portal": 65535,
        "material": "NOWHERE", "blend": "additive"}});
    let mut rich = textured("RICH", 0);
    rich["normalTexture"] = json!({"index": 0});
    rich["emissiveFactor"] = json!([1.0, 1.0, 1.0]);
    rich["extensions"] = json!({"KHR_materials_emissive_strength": {"emissiveStrength": 3.0}});
    let all = [leaf, glass, lamp, flat, ray, rich];
    let imported = File::horn(&all, std::slice::from_ref(&half)).import(&making());
    let of = |name: &str| {
        let made = material(&imported, name);
        (made.phases[0], made.attributes.flags.blend())
    };

    let (leaf, blend) = of("LEAF");
    assert_eq!((blend, leaf.opacity), (BlendMode::ALPHA, 100));
    let cut = shown(&imported, &leaf.texture.to_string());
    assert_eq!(cut, checkers([10, 20, 30, 0], [10, 20, 30, 255]), "less than half is cut out");
    let (glass, blend) = of("GLASS");
    assert_eq!((blend, glass.opacity), (BlendMode::ALPHA, 25));
    assert_eq!(glass.diffuse[..3], [255, 128, 0]);
    assert_eq!(shown(&imported, &glass.texture.to_string()), half);
    let (lamp, blend) = of("LAMP");
    assert_eq!((blend, lamp.texture_name()), (BlendMode::OPAQUE, None));
    assert_eq!((lamp.ambient, &lamp.diffuse[..3]), ([191, 96, 0], &[0, 0, 0][..]));
    let (flat, _) = of("FLAT");
    assert_eq!((flat.ambient, &flat.diffuse[..3]), ([51, 102, 255], &[0, 0, 0][..]));
    assert_eq!(of("RAY").1, BlendMode::ADDITIVE);
    for what in ["a picture of normals", "light of its own brighter than 1", "even light"] {
        assert!(has(&imported.lost, &format!("material RICH: {what}")), "{:?}", imported.lost);
    }
    assert!(imported.lost.iter().all(|line| line.contains("RICH")), "{:?}", imported.lost);
    assert!(has(&imported.told, "material GLASS: one-sided"), "{:?}", imported.told);

    let model = Model::read(&imported.bytes).unwrap();
    let words: Vec<u32> = model.batches.iter().map(|batch| batch.word.0).collect();
    let (sides, through) = (BatchWord::TWO_SIDED.0, BatchWord::SEE_THROUGH.0);
    assert_eq!(words, [sides, through, 0, 0, 4, 0]);
}

#[test]
fn a_copy_of_a_material_under_a_new_name_is_like_it() {
    let world = World::new();
    let mut file = File::of(&world, "static.rlb/s_wall.msh");
    let mut water = file.material("WALL").clone();
    water["name"] = json!("LAKE");
    water["extras"]["ngi"]["material"] = json!("WATER");
    water["pbrMetallicRoughness"]["baseColorFactor"] = json!([0.0, 1.0, 0.0, 1.0]);
    water["alphaMode"] = json!("BLEND");
    *file.material("WALL") = water;
    let imported = world.import(&file, Some("static.rlb/s_wall.msh"), making());
    let (lake, water) = (material(&imported, "LAKE"), world.material("WATER"));
    assert_eq!((lake.meta, &lake.tracks), (water.meta, &water.tracks));
    assert_eq!(lake.phases[2].diffuse[..3], [0, 255, 0]);
    assert_eq!(lake.phases[0].texture.to_string(), "WALL.0", "what the file shows");
    assert!(has(&imported.carried, "material LAKE: like WATER"), "{:?}", imported.carried);
}

#[test]
fn an_unchanged_model_has_nothing_to_tell() {
    let world = World::new();
    let file = File::of(&world, "static.rlb/s_wall.msh");
    let how = ImportOptions { update_materials: true, ..making() };
    let imported = world.import(&file, Some("static.rlb/s_wall.msh"), how);
    assert_eq!((imported.told.len(), imported.entries.len()), (0, 0), "{imported:?}");
    assert_eq!(imported.bytes, world.stored("static.rlb", "s_wall.msh"));
}

#[test]
fn a_changed_picture_is_told_and_taken_over_on_request() {
    let world = World::new();
    let like = Some("static.rlb/s_wall.msh");
    let mut file = File::of(&world, "static.rlb/s_wall.msh");
    let painted = file.paint("wall.WALL.0.png", [1, 2, 3, 255]);
    let imported = world.import(&file, like, ImportOptions::default());
    let told =
        "material WALL: its picture differs from the game's; --update-materials takes it over";
    assert_eq!(imported.told, [told]);
    assert_eq!((imported.entries.len(), imported.lost.len()), (0, 0));

    let how = ImportOptions { update_materials: true, new_rows: false, ..making() };
    let imported = world.import(&file, like, how);
    let [texture] = &imported.entries[..] else { panic!("{:?}", imported.entries) };
    assert_eq!((texture.library, texture.name.as_str()), (TEXTURES, "WALL.0"), "in its place");
    let (was, is) = (world.stored(TEXTURES, "WALL.0"), &texture.bytes);
    let (was, is) = (Texm::read(&was).unwrap(), Texm::read(is).unwrap());
    assert_eq!(was.header(), is.header());
    assert_eq!(is.decode_level(0, None).unwrap(), painted);
    assert_eq!(imported.told, [""; 0]);
}

#[test]
fn a_changed_colour_changes_the_material_in_place() {
    let world = World::new();
    let like = Some("static.rlb/s_wall.msh");
    let mut file = File::of(&world, "static.rlb/s_wall.msh");
    // The editor knows several materials for one row; one was changed.
    file.material("WALL")["pbrMetallicRoughness"]["baseColorFactor"] = json!([1.0, 0.0, 0.0, 1.0]);
    let imported = world.import(&file, like, ImportOptions::default());
    assert!(has(&imported.told, "material WALL: its colour differs"), "{:?}", imported.told);
    let how = ImportOptions { update_materials: true, new_rows: false, ..making() };
    let imported = world.import(&file, like, how);
    assert_eq!(imported.entries.len(), 1);
    let mut expected = world.material("WALL");
    expected.phases[0].diffuse = [255, 0, 0, 100];
    assert_eq!(material(&imported, "WALL"), expected);
}

#[test]
fn one_name_has_one_look() {
    let pictures = [checkers(BLACK, WHITE), checkers([255, 0, 0, 255], WHITE)];
    let materials = [textured("GOLD", 0), textured("GOLD.001", 1), textured("GOLD.002", 0)];
    let imported = File::horn(&materials, &pictures).import(&making());
    assert_eq!(imported.lost.len(), 1, "{:?}", imported.lost);
    assert!(has(&imported.lost, "material GOLD.001: it looks unlike GOLD"), "{:?}", imported.lost);
}

#[test]
fn what_has_nowhere_to_go_is_told() {
    let world = World::new();
    let horn = File::horn(&[textured("GOLD", 0)], &[checkers(BLACK, WHITE)]);
    let rows = ImportOptions { new_rows: true, ..ImportOptions::default() };
    let imported = world.import(&horn, None, rows);
    assert!(has(&imported.told, "material GOLD: the game has none"), "{:?}", imported.told);
    let imported = world.import(&horn, None, ImportOptions { new_textures: false, ..making() });
    assert!(has(&imported.lost, "material GOLD: its picture"), "{:?}", imported.lost);
    assert_eq!(material(&imported, "GOLD").phases[0].texture_name(), None, "no broken name");
}

#[test]
fn a_copy_shows_the_same_part_of_its_picture() {
    let world = World::new();
    // A wall that wears water: the first cell of the atlas.
    let like = Some("static.rlb/s_wall.msh");
    let wear = world.folder.path().join("static.rlb/s_wall.wea");
    let rows = b"4\r\n0 WATER\r\n1 WATER\r\n2 WATER\r\n3 WALL\r\n";
    ngi_vfs::rewrite(&ngi_vfs::locate(&wear).unwrap(), rows, false).unwrap();
    let mut file = File::of(&world, "static.rlb/s_wall.msh");
    file.material("WATER")["name"] = json!("LAKE");
    let imported = world.import(&file, like, making());
    assert_eq!(material(&imported, "LAKE"), world.material("WATER"));
    let uvs = |bytes: &[u8]| {
        let model = Model::read(bytes).unwrap();
        model.uvs.unwrap().iter().map(|uv| uv.decode()).collect::<Vec<_>>()
    };
    let stored = world.stored("static.rlb", "s_wall.msh");
    assert_eq!(uvs(&imported.bytes), uvs(&stored), "its coordinates count in the cell");
}
