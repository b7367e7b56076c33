//! Models as OBJ, and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use ngi_convert::{
    Axes, Destination, ExportOptions, Exported, ImportOptions, Imported, Source, Which,
};
use ngi_formats::msh::{Model, ModelDoc};
use ngi_testing::{game, models};
use ngi_verbs::format::{self, Subject};
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_vfs::Bytes;

fn rich() -> Vec<u8> {
    models::rich_plan().build().unwrap().write().unwrap()
}

fn export(bytes: &[u8], options: &ExportOptions) -> Exported {
    let to = Destination { stem: "gate", suffix: "obj" };
    let format = format::of_id("msh").unwrap();
    let subject = Subject::file("gate.msh", bytes);
    ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, options).unwrap()
}

fn text(exported: &Exported) -> String {
    String::from_utf8(exported.files[0].bytes.clone()).unwrap()
}

fn import(text: &str, options: &ImportOptions<'_>) -> ngi_verbs::Result<Imported> {
    let source =
        Source { name: "gate.obj", suffix: "obj", bytes: text.as_bytes(), beside: &|_| None };
    ngi_convert::import(ngi_formats::kinds::of_id("msh").unwrap(), &source, options)
}

fn like(bytes: &[u8]) -> ImportOptions<'_> {
    ImportOptions { like: Some(Subject::file("gate.msh", bytes)), ..ImportOptions::default() }
}

#[test]
fn an_unchanged_model_comes_back_byte_for_byte() {
    let all = ExportOptions { lod: Which::All, stage: Which::All, ..ExportOptions::default() };
    let ways = [
        ExportOptions::default(),
        all.clone(),
        ExportOptions { stage: Which::One(1), ..ExportOptions::default() },
        ExportOptions { frame: Some(1.25), ..all.clone() },
        ExportOptions { axes: Some(Axes::YUp), ..all },
    ];
    for model in [rich(), models::still(), models::flag()] {
        for options in &ways {
            let exported = export(&model, options);
            assert_eq!(exported, export(&model, options), "the same bytes every time");
            let Ok(back) = import(&text(&exported), &like(&model)) else {
                // Nothing of that stage to import.
                assert!(!text(&exported).contains("\nf "), "{options:?}");
                continue;
            };
            assert!(back.bytes == model, "{options:?}: {:?}", back.computed);
            assert_eq!(back.computed, Vec::<String>::new(), "{options:?}");
        }
    }
}

#[test]
fn v_counts_from_below_and_faces_look_outside() {
    let model = models::flag();
    let out = text(&export(&model, &ExportOptions::default()));
    let lines = |start: &str| -> Vec<Vec<f32>> {
        let lines = out.lines().filter_map(|line| line.strip_prefix(start));
        lines.map(|line| line.split(' ').map(|n| n.parse().unwrap()).collect()).collect()
    };
    assert_eq!(lines("v "), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], "z is up");
    let read = Model::read(&model).unwrap();
    for (at, uv) in lines("vt ").iter().enumerate() {
        let [u, v] = read.uvs.unwrap().get(at).unwrap().decode();
        assert_eq!(*uv, [u, 1.0 - v]);
    }
    assert!(out.contains("\nf 1/1/1 2/2/2 3/3/3\n"), "{out}");
    let turned = ExportOptions { axes: Some(Axes::YUp), ..ExportOptions::default() };
    assert!(text(&export(&model, &turned)).contains("\nv 0 1 -0\n"));
}

#[test]
fn nodes_stand_where_they_rest() {
    let model = rich();
    let out = text(&export(&model, &ExportOptions::default()));
    // The door hangs at (1, 2, 3) in the hull.
    let door = out.split("o door.stage0.lod0\n").nth(1).unwrap();
    let first: Vec<f32> =
        door.lines().next().unwrap()[2..].split(' ').map(|n| n.parse().unwrap()).collect();
    let read = Model::read(&model).unwrap();
    let slot = read.slot(1, 0, 0).unwrap();
    let (_, batch) = read.slot_batches(&slot).next().unwrap();
    let local = read.positions.get(batch.base_vertex as usize).unwrap();
    let wanted = [local[0] + 1.0, local[1] + 2.0, local[2] + 3.0];
    assert!(first.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-4), "{first:?} {wanted:?}");
}

#[test]
fn a_moved_vertex_moves_and_everything_else_is_carried() {
    let model = rich();
    let out = text(&export(&model, &ExportOptions::default()));
    let hull = out.find("o hull.stage0.lod0\n").unwrap();
    let at = hull + out[hull..].find("v ").unwrap();
    let end = at + out[at..].find('\n').unwrap();
    let moved = format!("{}v -1 -2 -3{}", &out[..at], &out[end..]);
    let back = import(&moved, &like(&model)).unwrap();
    let (before, after) = (Model::read(&model).unwrap(), Model::read(&back.bytes).unwrap());
    let differ: Vec<usize> = (0..before.positions.len())
        .filter(|&at| before.positions.get(at) != after.positions.get(at))
        .collect();
    assert_eq!(differ.len(), 1);
    assert_eq!(after.positions.get(differ[0]), Some([-1.0, -2.0, -3.0]));
    let extra = |model: &Model<'_>| model.extra.unwrap().iter().collect::<Vec<_>>();
    assert_eq!(extra(&before), extra(&after));
    let keys = |model: &Model<'_>| model.keys.unwrap().iter().collect::<Vec<_>>();
    assert_eq!(keys(&before), keys(&after));
    assert!(back.computed.iter().any(|line| line.starts_with("slots[0]")), "{:?}", back.computed);
}

#[test]
fn six_digits_are_enough_to_change_nothing() {
    let model = rich();
    let out = text(&export(&model, &ExportOptions::default()));
    let round = |line: &str| match line.split_once(' ') {
        Some((start @ ("v" | "vt" | "vn"), rest)) => {
            let numbers = rest.split(' ').map(|n| format!("{:.6}", n.parse::<f32>().unwrap()));
            format!("{start} {}", numbers.collect::<Vec<_>>().join(" "))
        }
        _ => line.to_owned(),
    };
    let rounded: Vec<String> = out.lines().map(round).collect();
    assert!(import(&rounded.join("\n"), &like(&model)).unwrap().bytes == model);
}

#[test]
fn a_removed_object_is_lost_only_where_the_file_says_it_held_all() {
    let model = rich();
    let out = text(&export(&model, &ExportOptions::default()));
    let door = out.find("o door.").unwrap();
    let back = import(&out[..door], &like(&model)).unwrap();
    assert!(back.lost.iter().any(|line| line.contains("\"door\"")), "{:?}", back.lost);
    let (_, headless) = out[..door].split_once('\n').unwrap();
    let back = import(headless, &like(&model)).unwrap();
    assert!(back.bytes == model, "nobody says that the door was in the file");
}

#[test]
fn without_a_reference_it_is_a_model_of_its_own() {
    let quad = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nv 0 0 3\nvt 0 0\nvt 1 1\n\
                o wall.stage0.lod0\nusemtl STONE\nf 1/1 2/2 3/2 4/1\n\
                o wall.stage1.lod0\nusemtl RUST\nf 1/1 2/2 5/2\no roof\nf 1 2 5\n";
    let made = import(quad, &ImportOptions::default()).unwrap();
    let read = Model::read(&made.bytes).unwrap();
    let names: Vec<_> = (0..read.nodes.len()).map(|node| read.node_name(node)).collect();
    assert_eq!(names, ["wall", "roof"]);
    assert_eq!(read.slot(0, 0, 0).unwrap().aabb.max, [2.0, 1.0, 0.0]);
    assert!(read.slot(0, 1, 0).is_some() && read.slot(1, 0, 0).is_some());
    let (_, batch) = read.slot_batches(&read.slot(0, 0, 0).unwrap()).next().unwrap();
    assert_eq!(batch.index_count, 6, "a quad is two triangles");
    assert_eq!(made.beside[0].name, "gate.wea");
    assert_eq!(made.beside[0].bytes, b"2\r\n0 STONE\r\n1 RUST\r\n");
    // v is flipped back.
    let uvs: Vec<[f32; 2]> = read.uvs.unwrap().iter().map(|uv| uv.decode()).collect();
    assert!(uvs.contains(&[0.0, 1.0]) && uvs.contains(&[1.0, 0.0]), "{uvs:?}");
    let turned = ImportOptions { axes: Some(Axes::YUp), ..ImportOptions::default() };
    let made = import(quad, &turned).unwrap();
    let read = Model::read(&made.bytes).unwrap();
    assert_eq!(read.slot(0, 0, 0).unwrap().aabb.max, [2.0, 0.0, 1.0]);
    ModelDoc::open(&made.bytes).unwrap();
    let error = import("v 0 0 0\n", &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("no faces"), "{error}");
    let twice = "v 0 0 0\nv 1 0 0\nv 0 1 0\no a\nf 1 2 3\no a.lod0\nf 1 2 3\n";
    let error = import(twice, &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("a second mesh"), "{error}");
}

#[test]
fn a_concave_polygon_keeps_its_area() {
    // An L of area 10; a fan around its first corner would have 14.
    let text = "v 4 0 0\nv 4 2 0\nv 1 2 0\nv 1 4 0\nv 0 4 0\nv 0 0 0\nvn 0 0 1\n\
                o wall\nf 1//1 2//1 3//1 4//1 5//1 6//1\n";
    let made = import(text, &ImportOptions::default()).unwrap();
    assert!(made.lost.is_empty() && made.told.is_empty(), "{:?} {:?}", made.lost, made.told);
    let read = Model::read(&made.bytes).unwrap();
    assert!((read.slot(0, 0, 0).unwrap().area - 10.0).abs() < 1e-4);
    let triangles = read.triangles.unwrap();
    assert!(triangles.iter().all(|triangle| triangle.normal == [0, 0, 32767]));
}

#[test]
fn losses_of_an_obj_are_reported() {
    let start = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nvn 1 0 0\nvt 33 0\nvt 0 -30\n";
    let made =
        |faces: &str| import(&format!("{start}{faces}\n"), &ImportOptions::default()).unwrap();
    let made_of = made("f 1/1/1 2/2/1 3//1");
    assert_eq!(made_of.lost.len(), 1, "{:?}", made_of.lost);
    assert!(made_of.lost[0].starts_with("texture coordinates of 1 vertices: outside"));
    let crossing = made("v 0 3 0\nf 1//1 3//1 2//1 5//1").lost;
    assert!(crossing[0].contains("edges cross"), "{crossing:?}");
    let smooth = made("s 1\nf 1//1 2 3");
    assert!(smooth.lost[0].contains("smoothing groups"), "{:?}", smooth.lost);
    let told = smooth.computed.iter().any(|line| line.starts_with("normals of 2 vertices"));
    assert!(told, "{:?}", smooth.computed);
    // A normal that is given stays.
    let normals = Model::read(&smooth.bytes).unwrap().normals.unwrap();
    let normals: Vec<[i8; 3]> = normals.iter().map(|normal| normal.xyz).collect();
    assert_eq!(normals, [[127, 0, 0], [0, 0, 127], [0, 0, 127]]);
}

#[test]
fn materials_have_their_pictures_and_find_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    game::write(folder.path());
    let node = ngi_vfs::locate(&folder.path().join("static.rlb/s_wall.msh")).unwrap();
    let found = Game::open(folder.path()).unwrap();
    let around = Surroundings::of(&node, Some(&found));
    let bytes = node.bytes().unwrap();
    let subject = Subject::file("s_wall.msh", &bytes);
    let to = Destination { stem: "wall", suffix: "obj" };
    let format = format::of_id("msh").unwrap();
    let made = ngi_convert::export(format.kind, &subject, &around, &to, &ExportOptions::default())
        .unwrap();
    let names: Vec<&str> = made.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names[..2], ["wall.obj", "wall.mtl"]);
    assert!(names.contains(&"wall.WALL.0.png"), "{names:?}");
    let library = String::from_utf8(made.files[1].bytes.clone()).unwrap();
    assert!(library.contains("newmtl WALL\n") && library.contains("newmtl WALL#2\n"), "{library}");
    assert!(library.contains("map_Kd wall.WALL.0.png\n"), "{library}");

    let files = made.files.clone();
    let beside = move |name: &str| {
        let file = files.iter().find(|file| file.name == name)?;
        Some(Bytes::from(file.bytes.clone()))
    };
    let import = |text: &str, options: &ImportOptions<'_>| {
        let source =
            Source { name: "wall.obj", suffix: "obj", bytes: text.as_bytes(), beside: &beside };
        ngi_convert::import(format.kind, &source, options)
    };
    let options =
        ImportOptions { like: Some(subject), around: Some(&around), ..ImportOptions::default() };
    let out = text(&made);
    assert!(import(&out, &options).unwrap().bytes == bytes[..]);
    let renamed = out.replace("usemtl WALL#2", "usemtl WATER");
    let back = import(&renamed, &options).unwrap();
    let rows: Vec<u8> =
        Model::read(&back.bytes).unwrap().batches.iter().map(|b| b.material).collect();
    assert!(rows.contains(&1), "{rows:?}");
    let error = import(&out.replace("usemtl WALL#2", "usemtl GOLD"), &options).unwrap_err();
    assert!(error.to_string().contains("--new-rows"), "{error}");
    let options = ImportOptions { new_rows: true, new_textures: true, ..options };
    let gold = import(&out.replace("usemtl WALL\n", "usemtl GOLD\n"), &options).unwrap();
    assert!(gold.beside[0].bytes.ends_with(b"4 GOLD\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n"));
}

/// A file as another program writes it: without our first line, with y up, if asked.
fn from_another_program(exported: &Exported) -> String {
    text(exported).lines().skip(1).map(|line| format!("{line}\n")).collect()
}

#[test]
fn axes_that_differ_from_the_reference_are_noticed() {
    for model in [rich(), models::still(), models::flag()] {
        let out = |axes: Axes| {
            let options = ExportOptions { axes: Some(axes), ..ExportOptions::default() };
            export(&model, &options)
        };
        let blender = from_another_program(&out(Axes::YUp));
        let back = import(&blender, &like(&model)).unwrap();
        assert!(back.bytes == model, "{:?}", back.computed);
        assert_eq!(back.told.len(), 1, "{:?}", back.told);
        assert!(back.told[0].starts_with("axes: y is up"), "{:?}", back.told);
        let plain = import(&from_another_program(&out(Axes::ZUp)), &like(&model)).unwrap();
        assert!(plain.bytes == model && plain.told.is_empty(), "{:?}", plain.told);
        // Who says so is believed.
        let asked = ImportOptions { axes: Some(Axes::ZUp), ..like(&model) };
        let lying = import(&blender, &asked).unwrap();
        let of_axes = |line: &String| line.starts_with("axes");
        assert!(lying.bytes != model && !lying.told.iter().any(of_axes), "{:?}", lying.told);
        // So is our own first line, but it is told.
        let claimed = format!("# ngi.obj/1 lod=0 stage=0 up=z\n{blender}");
        let claimed = import(&claimed, &like(&model)).unwrap();
        assert!(claimed.bytes == lying.bytes);
        let told = claimed.told.iter().any(|line| line.contains("--axes y-up"));
        assert!(told, "{:?}", claimed.told);
    }
}

#[test]
fn a_changed_model_with_other_axes_is_noticed_too() {
    let model = models::still();
    let options = ExportOptions { axes: Some(Axes::YUp), ..ExportOptions::default() };
    // Another name for the object, and one face more.
    let blender = from_another_program(&export(&model, &options)).replace("o box", "o crate");
    let more = format!("{blender}v 0.5 1.5 -1\nf 1 2 -1\n");
    let back = import(&more, &like(&model)).unwrap();
    assert!(back.told[0].starts_with("axes: y is up"), "{:?}", back.told);
}
