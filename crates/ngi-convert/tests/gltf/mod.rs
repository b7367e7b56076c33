//! Models as glTF, and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // of small numbers made here

mod clips;
mod dropped;
mod levels;
mod limits;
mod stored;

use std::collections::{BTreeMap, BTreeSet};

use ngi_convert::{
    Axes, Destination, ExportOptions, Exported, ImportOptions, Imported, Source, Which,
};
use ngi_engine::model::{Moment, RootTranslation, Skeleton, Transform};
use ngi_formats::msh::{
    Blueprint, Key, Mesh, Model, NodeFlags, Part, PlainNode, Track, Vertex, encode_normal,
    encode_quaternion, encode_uv, resource,
};
use ngi_verbs::format::{self, Subject};
use ngi_verbs::surroundings::Surroundings;
use ngi_vfs::Bytes;
use serde_json::{Value, json};

/// A model that looks different from every side: a wedge with an arm that swings, two levels, a
/// damaged stage, an empty socket.
fn crane() -> Vec<u8> {
    let mut plan = Blueprint::new("crane");
    let base = plan.add_node(PlainNode::new("base"));
    let key = |time: f32, angle: f32, height: f32| {
        let rotation = glam::Quat::from_axis_angle(glam::Vec3::new(0.6, 0.0, 0.8), angle);
        let [x, y, z, w] = rotation.to_array();
        let rotation = encode_quaternion([w, -x, -y, -z], Default::default());
        Key { position: [1.0, -2.0, height], time, rotation }
    };
    let track = Track { keys: vec![key(0.0, 0.0, 3.0), key(4.0, 1.0, 3.5), key(11.0, -2.0, 2.0)] };
    let arm = plan.add_node(PlainNode::new("arm").below(base).with_track(track));
    let mut socket = PlainNode::new("Base_gun").below(arm);
    socket.label = b"central_1".to_vec();
    socket.flags = NodeFlags::VITAL;
    socket.track = Track::still(key(0.0, 0.7, 1.0));
    plan.add_node(socket);
    plan.set_mesh(base, 0, 0, wedge(1.0)).unwrap();
    plan.set_mesh(base, 0, 1, wedge(0.9)).unwrap();
    plan.set_mesh(base, 1, 0, wedge(0.5)).unwrap();
    plan.set_mesh(arm, 0, 0, wedge(0.25)).unwrap();
    plan.build().unwrap().write().unwrap()
}

/// A wedge whose x, y and z differ, of two materials.
fn wedge(size: f32) -> Mesh {
    let corners = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]];
    let vertex = |(at, corner): (usize, &[f32; 3])| {
        let direction = glam::Vec3::from_array(*corner) - glam::Vec3::new(0.5, 0.4, 0.3);
        Vertex {
            position: corner.map(|value| value * size),
            normal: encode_normal(direction.normalize().to_array()),
            uv: encode_uv([0.125 * at as f32, 1.0 - 0.25 * at as f32]),
            extra: [at as u8; 8],
            ..Vertex::default()
        }
    };
    let vertices = corners.iter().enumerate().map(vertex).collect();
    let part = |material: u8, faces: &[[u32; 3]]| {
        Part::new(material, faces.iter().map(|&face| face.into()).collect())
    };
    let parts = vec![part(0, &[[0, 2, 1], [0, 1, 3]]), part(2, &[[0, 3, 2], [1, 2, 3]])];
    Mesh { vertices, parts, ..Mesh::default() }
}

fn export(bytes: &[u8], suffix: &str, options: &ExportOptions) -> Exported {
    let subject = Subject::file("crane.msh", bytes);
    let format = format::recognise(&subject).unwrap();
    let to = Destination { stem: "crane", suffix };
    ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, options).unwrap()
}

/// An export as JSON and buffer.
fn taken_apart(bytes: &[u8], options: &ExportOptions) -> (Value, Vec<u8>) {
    let files = export(bytes, "gltf", options).files;
    assert_eq!(files[1].name, "crane.bin");
    (serde_json::from_slice(&files[0].bytes).unwrap(), files[1].bytes.clone())
}

fn import_parts(
    json: &Value,
    bin: &[u8],
    options: &ImportOptions<'_>,
) -> ngi_verbs::Result<Imported> {
    let text = json.to_string();
    let bin = bin.to_vec();
    let beside = move |name: &str| (name == "crane.bin").then(|| Bytes::from(bin.clone()));
    let source =
        Source { name: "crane.gltf", suffix: "gltf", bytes: text.as_bytes(), beside: &beside };
    ngi_convert::import(ngi_formats::kinds::of_id("msh").unwrap(), &source, options)
}

fn like(bytes: &[u8]) -> ImportOptions<'_> {
    ImportOptions { like: Some(Subject::file("crane.msh", bytes)), ..ImportOptions::default() }
}

fn import_glb(glb: &[u8], options: &ImportOptions<'_>) -> Imported {
    let source = Source { name: "crane.glb", suffix: "glb", bytes: glb, beside: &|_| None };
    ngi_convert::import(ngi_formats::kinds::of_id("msh").unwrap(), &source, options).unwrap()
}

#[test]
fn an_unchanged_model_comes_back_byte_for_byte() {
    let model = crane();
    let all = ExportOptions { lod: Which::All, stage: Which::All, ..ExportOptions::default() };
    let options = [
        ExportOptions::default(),
        all,
        ExportOptions { lod: Which::One(1), ..ExportOptions::default() },
        ExportOptions { stage: Which::One(1), ..ExportOptions::default() },
        ExportOptions { axes: Some(Axes::ZUp), ..ExportOptions::default() },
        ExportOptions { frame: Some(5.5), ..ExportOptions::default() },
        ExportOptions { fps: Some(30.0), ..ExportOptions::default() },
    ];
    for options in options {
        let glb = export(&model, "glb", &options);
        let again = export(&model, "glb", &options);
        assert_eq!(glb, again, "the same bytes every time");
        let back = import_glb(&glb.files[0].bytes, &like(&model));
        assert_eq!(back.bytes, model, "{options:?}");
        assert_eq!(back.computed, Vec::<String>::new(), "{options:?}");
        let (json, bin) = taken_apart(&model, &options);
        assert_eq!(import_parts(&json, &bin, &like(&model)).unwrap().bytes, model);
    }
}

/// Floats of an accessor, by hand.
fn floats(json: &Value, bin: &[u8], accessor: &Value, width: usize) -> Vec<Vec<f32>> {
    let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
    let count = accessor["count"].as_u64().unwrap() as usize;
    let number = |at: usize| f32::from_le_bytes(bin[at..at + 4].try_into().unwrap());
    (0..count)
        .map(|row| (0..width).map(|column| number(start + 4 * (row * width + column))).collect())
        .collect()
}

#[test]
fn up_east_and_outside_are_where_they_were() {
    let model = crane();
    let (json, bin) = taken_apart(&model, &ExportOptions::default());
    let primitive = &json["meshes"][0]["primitives"][0];
    let positions = floats(&json, &bin, &primitive["attributes"]["POSITION"], 3);
    // (x, y, z) → (x, z, −y)
    assert_eq!(positions[1], [3.0, 0.0, 0.0]);
    assert_eq!(positions[2], [0.0, 0.0, -2.0]);
    assert_eq!(positions[3], [0.0, 1.0, 0.0]);
    // The v axis points down in both, so nothing is flipped.
    let uvs = floats(&json, &bin, &primitive["attributes"]["TEXCOORD_0"], 2);
    assert_eq!(uvs[1], [0.125, 0.75]);
    // The bottom looks down: counter-clockwise seen from below.
    let at = |index: usize| glam::Vec3::from_slice(&positions[index]);
    let normal = (at(2) - at(0)).cross(at(1) - at(0));
    assert!(normal.normalize().abs_diff_eq(glam::Vec3::NEG_Y, 1e-6), "{normal}");
    let normals = floats(&json, &bin, &primitive["attributes"]["NORMAL"], 3);
    for normal in normals {
        let length: f32 = normal.iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5);
    }
    assert_eq!(json["materials"][0]["doubleSided"], json!(true));
}

#[test]
fn the_clip_poses_as_the_engine_does() {
    let model = crane();
    let fps = 25.0;
    let (json, bin) = taken_apart(&model, &ExportOptions::default());
    let read = Model::read(&model).unwrap();
    let skeleton = Skeleton::new(&read);
    let clip = &json["animations"][0];
    assert_eq!(json["scenes"][0]["extras"]["ngi"]["fps"], json!(25.0), "the rate is written down");
    for step in 0..=100 {
        let frame = 11.0 * step as f32 / 100.0;
        let mut engine = vec![Transform::IDENTITY; skeleton.len()];
        skeleton.pose(Moment::At(frame), RootTranslation::Keep, &mut engine).unwrap();
        let mut locals: Vec<(glam::Vec3, glam::Quat)> = json["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| {
                let part = |key: &str, default: &[f32]| match node[key].as_array() {
                    Some(list) => list.iter().map(|v| v.as_f64().unwrap() as f32).collect(),
                    None => default.to_vec(),
                };
                let rotation = part("rotation", &[0.0, 0.0, 0.0, 1.0]);
                (
                    glam::Vec3::from_slice(&part("translation", &[0.0; 3])),
                    glam::Quat::from_slice(&rotation),
                )
            })
            .collect();
        for channel in clip["channels"].as_array().unwrap() {
            let node = channel["target"]["node"].as_u64().unwrap() as usize;
            let sampler = &clip["samplers"][channel["sampler"].as_u64().unwrap() as usize];
            let times = floats(&json, &bin, &sampler["input"], 1);
            let time = frame / fps;
            let next = times.iter().position(|key| key[0] > time).unwrap_or(times.len());
            let (a, b) = (next.saturating_sub(1), next.min(times.len() - 1));
            let span = times[b][0] - times[a][0];
            let share = if span > 0.0 { (time - times[a][0]) / span } else { 0.0 };
            match channel["target"]["path"].as_str().unwrap() {
                "translation" => {
                    let values = floats(&json, &bin, &sampler["output"], 3);
                    let at = |key: usize| glam::Vec3::from_slice(&values[key]);
                    locals[node].0 = at(a).lerp(at(b), share);
                }
                _ => {
                    let values = floats(&json, &bin, &sampler["output"], 4);
                    let at = |key: usize| glam::Quat::from_slice(&values[key]);
                    locals[node].1 = at(a).slerp(at(b), share);
                }
            }
        }
        // Three nodes, each below the one before.
        let mut world = glam::Affine3A::IDENTITY;
        for (node, (translation, rotation)) in locals.iter().enumerate() {
            world *= glam::Affine3A::from_rotation_translation(*rotation, *translation);
            let point = glam::Vec3::new(0.3, -0.7, 1.1);
            let ours = engine[node].transform_point3(point);
            let turned = world.transform_point3(glam::Vec3::new(point.x, point.z, -point.y));
            let back = glam::Vec3::new(turned.x, -turned.z, turned.y);
            assert!(ours.abs_diff_eq(back, 1e-4), "node {node}, frame {frame}: {ours} {back}");
        }
    }
}

/// The clip as the `gltf` crate reads it, which knows nothing of how it was written.
#[test]
fn another_library_poses_as_the_engine_does() {
    let model = crane();
    let glb = export(&model, "glb", &ExportOptions::default()).files.remove(0).bytes;
    let file = gltf::Gltf::from_slice(&glb).unwrap();
    let blob = file.blob.as_deref();
    let read = Model::read(&model).unwrap();
    let skeleton = Skeleton::new(&read);
    let clip = file.animations().next().unwrap();
    for step in 0..100 {
        let frame = 11.0 * step as f32 / 99.0;
        let mut locals: Vec<(glam::Vec3, glam::Quat)> = file
            .nodes()
            .map(|node| {
                let (translation, rotation, _) = node.transform().decomposed();
                (translation.into(), glam::Quat::from_array(rotation))
            })
            .collect();
        for channel in clip.channels() {
            let reader = channel.reader(|_| blob);
            let times: Vec<f32> = reader.read_inputs().unwrap().collect();
            let time = frame / 25.0;
            let after = times.partition_point(|&key| key <= time);
            let (a, b) = (after.saturating_sub(1), after.min(times.len() - 1));
            let span = times[b] - times[a];
            let share = if span > 0.0 { (time - times[a]) / span } else { 0.0 };
            let local = &mut locals[channel.target().node().index()];
            match reader.read_outputs().unwrap() {
                gltf::animation::util::ReadOutputs::Translations(values) => {
                    let values: Vec<glam::Vec3> = values.map(Into::into).collect();
                    local.0 = values[a].lerp(values[b], share);
                }
                gltf::animation::util::ReadOutputs::Rotations(values) => {
                    let values: Vec<[f32; 4]> = values.into_f32().collect();
                    let at = |key: usize| glam::Quat::from_array(values[key]);
                    local.1 = at(a).slerp(at(b), share);
                }
                _ => panic!("neither moves nor turns"),
            }
        }
        let mut engine = vec![Transform::IDENTITY; skeleton.len()];
        skeleton.pose(Moment::At(frame), RootTranslation::Keep, &mut engine).unwrap();
        for root in file.default_scene().unwrap().nodes() {
            compare_below(&root, glam::Affine3A::IDENTITY, &locals, &engine);
        }
    }
}

fn compare_below(
    node: &gltf::Node<'_>,
    above: glam::Affine3A,
    locals: &[(glam::Vec3, glam::Quat)],
    engine: &[Transform],
) {
    let (translation, rotation) = locals[node.index()];
    let world = above * glam::Affine3A::from_rotation_translation(rotation, translation);
    let point = glam::Vec3::new(0.3, -0.7, 1.1);
    let ours = engine[node.index()].transform_point3(point);
    let turned = world.transform_point3(glam::Vec3::new(point.x, point.z, -point.y));
    let back = glam::Vec3::new(turned.x, -turned.z, turned.y);
    assert!(ours.abs_diff_eq(back, 1e-4), "node {}: {ours} {back}", node.index());
    node.children().for_each(|child| compare_below(&child, world, locals, engine));
}

/// Which records of which resources differ.
fn differing(a: &[u8], b: &[u8]) -> BTreeSet<(u32, usize)> {
    let tables = |bytes: &[u8]| {
        let archive = ngi_formats::nres::Archive::read(bytes).unwrap();
        let entries = archive.iter();
        entries.map(|e| (e.type_id().0, e.payload().unwrap().to_vec())).collect::<BTreeMap<_, _>>()
    };
    let (a, b) = (tables(a), tables(b));
    assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>());
    let mut found = BTreeSet::new();
    for (kind, one) in &a {
        let other = &b[kind];
        assert_eq!(one.len(), other.len(), "resource {kind}");
        let known = resource::resource(*kind).unwrap();
        for (at, _) in one.iter().zip(other).enumerate().filter(|(_, (x, y))| x != y) {
            let record = match at.checked_sub(known.head) {
                Some(at) if known.stride > 0 => at / known.stride,
                _ => usize::MAX, // the header of resource 2
            };
            found.insert((*kind, record));
        }
    }
    found
}

/// Adds to a float of an accessor.
fn nudge(json: &Value, bin: &mut [u8], accessor: &Value, at: usize, by: f32) {
    let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap_or(0) as usize + at * 4;
    let value = f32::from_le_bytes(bin[start..start + 4].try_into().unwrap()) + by;
    bin[start..start + 4].copy_from_slice(&value.to_le_bytes());
}

#[test]
fn a_moved_vertex_changes_what_depends_on_it_and_nothing_else() {
    let model = crane();
    let (json, mut bin) = taken_apart(&model, &ExportOptions::default());
    let primitive = json["meshes"][0]["primitives"][0].clone();
    // Vertex 3, the tip, rises: y in the file is z in the game.
    nudge(&json, &mut bin, &primitive["attributes"]["POSITION"], 3 * 3 + 1, 0.5);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    let expected = BTreeSet::from([
        (resource::SLOTS, usize::MAX), // the model's bounds
        (resource::SLOTS, 0),          // the slot's bounds
        (resource::POSITIONS, 3),
        (resource::TRIANGLES, 1), // faces at the tip; of two the normal stays as it is
        (resource::TRIANGLES, 2),
        (resource::TRIANGLES, 3),
    ]);
    let found = differing(&model, &back.bytes);
    assert!(found.is_subset(&expected), "{found:?}");
    assert!(found.contains(&(resource::POSITIONS, 3)) && found.contains(&(resource::SLOTS, 0)));
    let moved = Model::read(&back.bytes).unwrap();
    assert_eq!(moved.positions.get(3), Some([0.0, 0.0, 1.5]));
    // Another level is not the model's outline.
    let options = ExportOptions { lod: Which::One(1), ..ExportOptions::default() };
    let (json, mut bin) = taken_apart(&model, &options);
    let primitive = json["meshes"][0]["primitives"][0].clone();
    nudge(&json, &mut bin, &primitive["attributes"]["TEXCOORD_0"], 0, 0.5);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(differing(&model, &back.bytes), BTreeSet::from([(resource::UVS, 4)]));
}

#[test]
fn geometry_comes_from_the_file_not_from_the_reference() {
    let model = crane();
    let (json, bin) = taken_apart(&model, &ExportOptions::default());
    let mut other = Blueprint::of(&ngi_formats::msh::ModelDoc::open(&model).unwrap()).unwrap();
    for vertex in other.meshes.iter_mut().flat_map(|mesh| &mut mesh.vertices) {
        vertex.position = vertex.position.map(|value| value * 2.0 + 1.0);
    }
    other.forget_bounds();
    let other = other.build().unwrap().write().unwrap();
    let back = import_parts(&json, &bin, &like(&other)).unwrap();
    let (back, was) = (Model::read(&back.bytes).unwrap(), Model::read(&model).unwrap());
    let first = |model: &Model<'_>| (0..4).map(|at| model.positions.get(at)).collect::<Vec<_>>();
    assert_eq!(first(&back), first(&was));
}

/// Every triangle of a model as it is drawn at rest, with its material.
fn triangles(bytes: &[u8]) -> Vec<(u8, [[i64; 5]; 3])> {
    let model = Model::read(bytes).unwrap();
    let skeleton = Skeleton::new(&model);
    let mut pose = vec![Transform::IDENTITY; skeleton.len()];
    skeleton.pose(Moment::At(4.0), RootTranslation::Keep, &mut pose).unwrap();
    let mut all = Vec::new();
    for (node, transform) in pose.iter().enumerate() {
        let Some(slot) = model.slot(node, 0, 0) else { continue };
        for (index, batch) in model.slot_batches(&slot) {
            for face in model.batch_faces(index) {
                let corner = |vertex: usize| {
                    let place = glam::Vec3::from_array(model.positions.get(vertex).unwrap());
                    let [x, y, z] = transform.transform_point3(place).to_array();
                    let uv = model.uvs.unwrap().get(vertex).unwrap();
                    let step = |value: f32| (value * 1000.0).round() as i64;
                    [step(x), step(y), step(z), i64::from(uv.u), i64::from(uv.v)]
                };
                all.push((batch.material, face.map(corner)));
            }
        }
    }
    all.sort_unstable();
    all
}

#[test]
fn without_a_reference_it_means_the_same() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    let back = import_parts(&json, &bin, &ImportOptions::default()).unwrap();
    assert_eq!(triangles(&back.bytes), triangles(&model));
    let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Strict, true);
    ngi_formats::msh::check(&back.bytes, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list());
    // Another program may have thrown the extras away.
    for list in ["nodes", "meshes", "scenes"] {
        let list = json[list].as_array_mut().unwrap();
        list.iter_mut().for_each(|value| drop(value.as_object_mut().unwrap().remove("extras")));
    }
    let back = import_parts(&json, &bin, &ImportOptions::default()).unwrap();
    assert_eq!(triangles(&back.bytes), triangles(&model));
    let names = Model::read(&back.bytes).unwrap();
    assert_eq!((0..3).map(|n| names.node_name(n)).collect::<Vec<_>>(), ["base", "arm", "Base_gun"]);
}

#[test]
fn faces_in_another_order_are_the_same_faces() {
    let model = crane();
    let (json, mut bin) = taken_apart(&model, &ExportOptions::default());
    let index = &json["meshes"][0]["primitives"][0]["indices"];
    let accessor = &json["accessors"][index.as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap() as usize;
    let (first, second) = (bin[start..start + 6].to_vec(), bin[start + 6..start + 12].to_vec());
    bin[start..start + 6].copy_from_slice(&second);
    bin[start + 6..start + 12].copy_from_slice(&first);
    assert_eq!(import_parts(&json, &bin, &like(&model)).unwrap().bytes, model);
}

#[test]
fn nodes_come_and_go() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    // A new empty node below the base, and the socket is gone.
    json["nodes"][0]["children"].as_array_mut().unwrap().push(json!(3));
    json["nodes"][1].as_object_mut().unwrap().remove("children");
    let new = json!({"name": "flag", "translation": [1.0, 2.0, 3.0]});
    json["nodes"].as_array_mut().unwrap().push(new);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert!(back.lost.iter().any(|line| line.contains("Base_gun")), "{:?}", back.lost);
    let read = Model::read(&back.bytes).unwrap();
    assert_eq!((0..3).map(|n| read.node_name(n)).collect::<Vec<_>>(), ["base", "arm", "flag"]);
    assert_eq!(read.rest_key(2).unwrap().position, [1.0, -3.0, 2.0]);
    assert_eq!(triangles(&back.bytes), triangles(&model));
}

#[test]
fn portals_into_no_node_are_lost() {
    let bytes = crane();
    let (mut json, bin) = taken_apart(&bytes, &ExportOptions::default());
    json["materials"][0]["extras"]["ngi"]["portal"] = 999.into();
    for options in [like(&bytes), ImportOptions::default()] {
        let imported = import_parts(&json, &bin, &options).unwrap();
        assert!(imported.lost.contains(&"the portal into node 999".to_owned()));
        let model = Model::read(&imported.bytes).unwrap();
        assert!(model.batches.iter().all(|batch| batch.portal().is_none()));
    }
}

#[test]
fn portals_follow_their_nodes() {
    let bytes = crane();
    let (mut json, bin) = taken_apart(&bytes, &ExportOptions::default());
    json["materials"][0]["extras"]["ngi"]["portal"] = 1.into();
    // A new node above the arm, which is node 1 of the model, moves it by one.
    json["nodes"][0]["children"] = json!([3]);
    json["nodes"].as_array_mut().unwrap().push(json!({"name": "pivot", "children": [1]}));
    for options in [like(&bytes), ImportOptions::default()] {
        let imported = import_parts(&json, &bin, &options).unwrap();
        let model = Model::read(&imported.bytes).unwrap();
        let names: Vec<String> = (0..4).map(|node| model.node_name(node)).collect();
        let arm = names.iter().position(|name| name == "arm");
        let portals: BTreeSet<_> = model.batches.iter().filter_map(|b| b.portal()).collect();
        assert_eq!(portals, BTreeSet::from([arm.unwrap()]), "{names:?}");
    }
}

#[test]
fn parents_come_before_their_children() {
    let bytes = crane();
    let (mut json, bin) = taken_apart(&bytes, &ExportOptions::default());
    // A new node above the arm, and the base below the arm's own child: the other way round.
    json["nodes"][0]["children"] = json!([]);
    json["nodes"][2]["children"] = json!([0]);
    json["nodes"].as_array_mut().unwrap().push(json!({"name": "pivot", "children": [1]}));
    json["scenes"][0]["nodes"] = json!([3]);
    for options in [like(&bytes), ImportOptions::default()] {
        let imported = import_parts(&json, &bin, &options).unwrap();
        let model = Model::read(&imported.bytes).unwrap();
        let names: Vec<String> = (0..4).map(|node| model.node_name(node)).collect();
        assert_eq!(names, ["pivot", "arm", "Base_gun", "base"]);
    }
}

#[test]
fn nodes_of_one_name_are_matched_in_their_order() {
    let mut plan = Blueprint::new("twins");
    let base = plan.add_node(PlainNode::new("base"));
    for label in ["first", "second"] {
        let mut gun = PlainNode::new("gun").below(base);
        gun.label = label.as_bytes().to_vec();
        plan.add_node(gun);
    }
    plan.set_mesh(base, 0, 0, wedge(1.0)).unwrap();
    let bytes = plan.build().unwrap().write().unwrap();
    let (mut json, bin) = taken_apart(&bytes, &ExportOptions::default());
    for node in json["nodes"].as_array_mut().unwrap() {
        node.as_object_mut().unwrap().remove("extras");
    }
    json["nodes"][1]["name"] = "gun".into();
    json["nodes"][2]["name"] = "gun".into();
    let back = import_parts(&json, &bin, &like(&bytes)).unwrap();
    assert_eq!(back.lost, [""; 0]);
    let model = Model::read(&back.bytes).unwrap();
    assert_eq!(model.nodes.len(), 3);
}

#[test]
fn a_scaled_node_has_its_scale_applied() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    json["nodes"][0]["scale"] = json!([2.0, 2.0, 2.0]);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    let read = Model::read(&back.bytes).unwrap();
    assert_eq!(read.positions.get(1), Some([6.0, 0.0, 0.0]));
    let key = read.rest_key(1).unwrap().position;
    assert!(glam::Vec3::from_array(key).abs_diff_eq(glam::Vec3::new(2.0, -4.0, 6.0), 1e-4));
    json["nodes"][0]["scale"] = json!([1.0, 2.0, 1.0]);
    let error = import_parts(&json, &bin, &like(&model)).unwrap_err().to_string();
    assert!(error.contains("apply the scale"), "{error}");
}

/// The values of a channel, resampled at every frame of a rate the way Blender does: straight from key to
/// key.
fn resampled(times: &[f32], values: &[Vec<f32>], rate: f32, frames: usize) -> Vec<Vec<f32>> {
    let at = |frame: usize| {
        let time = frame as f32 / rate;
        let after = times.partition_point(|&key| key <= time + 1e-6).clamp(1, times.len() - 1);
        let (a, b) = (after - 1, after);
        let share = ((time - times[a]) / (times[b] - times[a])).clamp(0.0, 1.0);
        let dot: f32 = values[a].iter().zip(&values[b]).map(|(a, b)| a * b).sum();
        let sign = if values[a].len() == 4 && dot < 0.0 { -1.0 } else { 1.0 };
        let mixed: Vec<f32> =
            values[a].iter().zip(&values[b]).map(|(a, b)| a + (sign * b - a) * share).collect();
        let length = mixed.iter().map(|value| value * value).sum::<f32>().sqrt();
        let length = if mixed.len() == 4 { length } else { 1.0 };
        mixed.iter().map(|value| value / length).collect()
    };
    (0..frames).map(at).collect()
}

#[test]
fn a_clip_that_blender_wrote_is_the_clip_it_read() {
    let model = crane();
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    let mut add = |values: &[Vec<f32>], kind: &str, json: &mut Value| {
        let start = bin.len();
        bin.extend(values.iter().flatten().flat_map(|value| value.to_le_bytes()));
        let views = json["bufferViews"].as_array_mut().unwrap();
        views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": bin.len() - start}));
        let view = views.len() - 1;
        let accessors = json["accessors"].as_array_mut().unwrap();
        accessors.push(
            json!({"bufferView": view, "componentType": 5126, "count": values.len(), "type": kind}),
        );
        json["buffers"][0]["byteLength"] = json!(bin.len());
        json["accessors"].as_array().unwrap().len() - 1
    };
    let (old, old_bin) = taken_apart(&model, &ExportOptions::default());
    for (at, sampler) in old["animations"][0]["samplers"].as_array().unwrap().iter().enumerate() {
        let times: Vec<f32> =
            floats(&old, &old_bin, &sampler["input"], 1).iter().map(|time| time[0]).collect();
        let output = &old["accessors"][sampler["output"].as_u64().unwrap() as usize];
        let width = if output["type"] == "VEC4" { 4 } else { 3 };
        let values = floats(&old, &old_bin, &sampler["output"], width);
        let dense: Vec<Vec<f32>> = (0..12).map(|frame| vec![frame as f32 / 25.0]).collect();
        let input = add(&dense, "SCALAR", &mut json);
        let output =
            add(&resampled(&times, &values, 25.0, 12), output["type"].as_str().unwrap(), &mut json);
        json["animations"][0]["samplers"][at] = json!({"input": input, "output": output});
    }
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert!(back.bytes == model, "{:?}", back.computed);
}
