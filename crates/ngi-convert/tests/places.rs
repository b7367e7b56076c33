//! Landscapes, areal maps and levels as glTF.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::cast_possible_truncation)] // of small numbers made here

use std::collections::BTreeMap;

use ngi_convert::{Axes, Destination, ExportOptions, Exported, Which};
use ngi_formats::arealmap::Plan;
use ngi_formats::landscape::{GroundPlan, Landscape, Surface};
use ngi_formats::wear;
use ngi_testing::archives::write;
use ngi_verbs::format::{Subject, recognise};
use ngi_verbs::surroundings::{Game, Surroundings};

/// Two squares; different along x, y and z; one quad of two materials.
fn land() -> Vec<u8> {
    let mut plan = GroundPlan::flat([8, 4], [2, 1], 10.0);
    for y in 0..=4 {
        for x in 0..=8 {
            let point = plan.point(x, y).unwrap();
            plan.heights[point] = (x * x) as f32 * 0.5 + 3.0 * y as f32;
        }
    }
    plan.surfaces[9] = Surface { material: 2, second: Some(1) };
    plan.alphas = (0..plan.heights.len()).map(|point| (point % 4) as f32 / 4.0).collect();
    plan.build().unwrap().write().unwrap()
}

fn map() -> Vec<u8> {
    let mut plan = Plan::new(16, 16);
    plan.add(&[[0.0, 0.0, 1.0], [40.0, 0.0, 1.0], [40.0, 40.0, 1.0], [0.0, 40.0, 1.0]]).class(3);
    // Hollow, so that a fan would leave it.
    let hollow = [
        [40.0, 0.0, 2.0],
        [80.0, 0.0, 2.0],
        [50.0, 10.0, 2.0],
        [80.0, 40.0, 2.0],
        [40.0, 40.0, 2.0],
    ];
    plan.add(&hollow).class(5).walkable(false);
    plan.build().unwrap().write_file().unwrap()
}

fn level(options: &ExportOptions, file: &str, suffix: &str) -> Exported {
    let folder = tempfile::tempdir().unwrap();
    ngi_testing::game::write(folder.path());
    let names = ["WALL", "GLOW", "WATER"];
    let wear = |names: &[&str]| wear::Editor::of_names(names, &[]).unwrap().into_bytes();
    write(folder.path(), "Land.msh", &land());
    write(folder.path(), "Land.map", &map());
    write(folder.path(), "Land1.wea", &wear(&names));
    write(folder.path(), "Land2.wea", &wear(&["GLOW", "WALL", "NOWHERE"]));
    let node = ngi_vfs::locate(&folder.path().join(file)).unwrap();
    let game = Game::open(folder.path()).unwrap();
    let around = Surroundings::of(&node, Some(&game));
    let bytes = node.bytes().unwrap();
    let subject = Subject::file(file, &bytes);
    let to = Destination { stem: "level", suffix };
    let format = recognise(&subject).unwrap();
    let made = ngi_convert::export(format.kind, &subject, &around, &to, options).unwrap();
    assert_eq!(made, ngi_convert::export(format.kind, &subject, &around, &to, options).unwrap());
    made
}

fn opened(made: &Exported) -> gltf::Gltf {
    gltf::Gltf::from_slice(&made.files[0].bytes).unwrap()
}

/// Places of a primitive's triangles.
fn triangles(primitive: &gltf::Primitive<'_>, blob: &[u8]) -> Vec<[[f32; 3]; 3]> {
    let reader = primitive.reader(|_| Some(blob));
    let positions: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
    let indices: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
    indices.as_chunks::<3>().0.iter().map(|t| t.map(|at| positions[at as usize])).collect()
}

#[test]
fn squares_are_nodes_and_pairs_are_meshes() {
    let made = level(&ExportOptions::default(), "Land.msh", "glb");
    let file = opened(&made);
    let blob = file.blob.clone().unwrap();
    let root = file.default_scene().unwrap().nodes().next().unwrap();
    assert_eq!(root.name(), Some("land"));
    let squares: Vec<_> = root.children().map(|node| node.name().unwrap().to_owned()).collect();
    assert_eq!(squares, ["square_0", "square_1"]);
    let bytes = land();
    let read = Landscape::read(&bytes).unwrap();
    let mut faces = 0;
    let mut pairs = BTreeMap::new();
    for node in root.children().flat_map(|square| square.children()) {
        let mesh = node.mesh().unwrap();
        let primitives: Vec<_> = mesh.primitives().collect();
        let count = triangles(&primitives[0], &blob).len();
        faces += count;
        let name = node.name().unwrap().split('.').next_back().unwrap().to_owned();
        *pairs.entry(name.clone()).or_insert(0) += count;
        let blended = name.contains('+');
        assert_eq!(primitives.len(), if blended { 2 } else { 1 });
        let colour = gltf::Semantic::Colors(0);
        assert_eq!(primitives[0].get(&colour).is_some(), blended);
    }
    assert_eq!(faces, read.level_faces(0).len());
    assert_eq!(pairs["WATER+GLOW"], 2, "{pairs:?}");
}

#[test]
fn blend_weights_are_the_alphas_and_the_ground_looks_up() {
    let made = level(&ExportOptions::default(), "Land.msh", "glb");
    let file = opened(&made);
    let blob = file.blob.clone().unwrap();
    let bytes = land();
    let read = Landscape::read(&bytes).unwrap();
    let pair = file.meshes().find(|mesh| mesh.name().unwrap().contains('+')).unwrap();
    let [first, second] = pair.primitives().collect::<Vec<_>>().try_into().ok().unwrap();
    assert_eq!(first.material().alpha_mode(), gltf::material::AlphaMode::Opaque);
    assert_eq!(second.material().alpha_mode(), gltf::material::AlphaMode::Blend);
    let reader = first.reader(|_| Some(&blob));
    let colours: Vec<[f32; 4]> = reader.read_colors(0).unwrap().into_rgba_f32().collect();
    let positions: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
    let micro: Vec<[f32; 2]> = reader.read_tex_coords(1).unwrap().into_f32().collect();
    let uvs: Vec<[f32; 2]> = reader.read_tex_coords(0).unwrap().into_f32().collect();
    for (at, [x, up, south]) in positions.into_iter().enumerate() {
        // (x, y, z) → (x, z, −y)
        let place = [x, -south, up];
        let vertex = (0..read.positions.len())
            .filter(|&vertex| read.positions.get(vertex) == Some(place))
            .find(|&vertex| {
                let face = |face: &ngi_formats::landscape::Face| {
                    face.second().is_some() && face.vertices.contains(&(vertex as u16))
                };
                read.faces.iter().any(|f| face(&f))
            })
            .unwrap();
        assert_eq!(colours[at], [1.0, 1.0, 1.0, read.alphas.unwrap().get(vertex).unwrap()]);
        assert_eq!(micro[at], read.micro_uvs.get(vertex).unwrap().decode());
        assert_eq!(uvs[at], read.material_uvs.get(vertex).unwrap().decode());
    }
    for mesh in file.meshes() {
        for [a, b, c] in mesh.primitives().flat_map(|primitive| triangles(&primitive, &blob)) {
            let [a, b, c] = [a, b, c].map(glam::Vec3::from_array);
            assert!((b - a).cross(c - a).y > 0.0, "counter-clockwise seen from above");
        }
    }
}

#[test]
fn materials_name_their_rows_and_microtextures() {
    let made = level(&ExportOptions::default(), "Land.msh", "gltf");
    let json: serde_json::Value = serde_json::from_slice(&made.files[0].bytes).unwrap();
    let materials = json["materials"].as_array().unwrap();
    let ngi = |name: &str| {
        let found = materials.iter().find(|material| material["name"] == name);
        found.unwrap_or_else(|| panic!("{name}"))["extras"]["ngi"].clone()
    };
    assert_eq!(ngi("GLOW")["microtexture"], "WALL.0");
    assert_eq!(ngi("GLOW over")["microtexture"], "WALL.0");
    assert_eq!((&ngi("WATER")["row"], ngi("WATER").get("microtexture")), (&2.into(), None));
    let names: Vec<&str> = made.files.iter().map(|file| file.name.as_str()).collect();
    assert!(names.contains(&"level.WALL.0.png") && names.contains(&"level.bin"), "{names:?}");
}

#[test]
fn both_levels_lie_side_by_side_on_request() {
    let all = ExportOptions { lod: Which::All, ..ExportOptions::default() };
    let file = opened(&level(&all, "Land.msh", "glb"));
    let of = |level: &str| file.nodes().filter(|n| n.name().unwrap().contains(level)).count();
    assert!(of(".lod0.") > 0 && of(".lod1.") > 0);
    let one = ExportOptions { lod: Which::One(1), ..ExportOptions::default() };
    let file = opened(&level(&one, "Land.msh", "glb"));
    assert!(file.nodes().all(|node| !node.name().unwrap().contains(".lod0.")));
}

#[test]
fn areals_are_a_mesh_coloured_by_class() {
    let made = level(&ExportOptions::default(), "Land.map", "glb");
    let file = opened(&made);
    let blob = file.blob.clone().unwrap();
    let mesh = file.meshes().next().unwrap();
    let mut areas = BTreeMap::new();
    for primitive in mesh.primitives() {
        let area: f32 = triangles(&primitive, &blob)
            .iter()
            .map(|corners| {
                let [a, b, c] = corners.map(glam::Vec3::from_array);
                (b - a).cross(c - a).y / 2.0
            })
            .sum();
        areas.insert(primitive.material().name().unwrap().to_owned(), area);
    }
    // 40 × 40, and 40 × 40 without the hollow: a triangle of 40 wide and 30 deep.
    let wanted = BTreeMap::from([
        ("class 3".to_owned(), 1600.0),
        ("class 5, not walkable".to_owned(), 1000.0),
    ]);
    assert_eq!(areas, wanted);
    let colours: Vec<[f32; 4]> =
        file.materials().map(|m| m.pbr_metallic_roughness().base_color_factor()).collect();
    assert!(colours[0][..3] != colours[1][..3], "{colours:?}");
    let z_up = ExportOptions { axes: Some(Axes::ZUp), ..ExportOptions::default() };
    let file = opened(&level(&z_up, "Land.map", "glb"));
    let blob = file.blob.clone().unwrap();
    let primitive = file.meshes().next().unwrap().primitives().last().unwrap();
    assert!(triangles(&primitive, &blob)[0].iter().all(|[_, _, z]| *z == 1.0));
}

#[test]
fn a_whole_level_is_one_file() {
    let options = ExportOptions { whole_level: true, ..ExportOptions::default() };
    let made = level(&options, "Land.msh", "glb");
    let file = opened(&made);
    let scene = file.default_scene().unwrap();
    let names: Vec<_> = scene.nodes().map(|node| node.name().unwrap().to_owned()).collect();
    assert_eq!(names, ["land", "areals"]);
    assert_eq!(made.files.len(), 1);
}
