//! Rows of wear tables that come with models: by name, and by number only in the very table they
//! were exported with.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;

use ngi_convert::{Destination, ExportOptions, ImportOptions, Imported, Source};
use ngi_formats::msh::{Blueprint, Mesh, Model, Part, PlainNode};
use ngi_formats::wear::{Parser, Wear};
use ngi_testing::models;
use ngi_verbs::format::{self, Subject};
use ngi_verbs::surroundings::Surroundings;
use ngi_vfs::{Bytes, MemoryRoot, Node, Vfs};
use serde_json::{Value, json};

/// A node with a triangle for each of these rows.
fn model(name: &str, rows: &[u8]) -> Vec<u8> {
    let mut plan = Blueprint::new(name);
    let node = plan.add_node(PlainNode::new(name));
    let corners: Vec<[f32; 3]> = rows
        .iter()
        .flat_map(|&row| {
            let x = f32::from(row);
            [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 0.0, 1.0]]
        })
        .collect();
    let mut mesh: Mesh = Mesh::from_triangles(&corners, 0);
    let faces = std::mem::take(&mut mesh.parts[0].faces);
    mesh.parts = rows.iter().zip(faces).map(|(&row, face)| Part::new(row, vec![face])).collect();
    plan.set_mesh(node, 0, 0, mesh).unwrap();
    plan.build().unwrap().write().unwrap()
}

/// Two models in one archive, each with a wear of its own.
fn archive() -> Vfs {
    let tank = b"4\r\n0 METAL\r\n1 GLASS\r\n2 RUST\r\n3 METAL\r\n".to_vec();
    let crane = b"2\r\n0 GLASS\r\n1 METAL\r\n".to_vec();
    let library = models::library(&[
        ("tank.msh", model("tank", &[0, 1, 2, 3])),
        ("tank.wea", tank),
        ("crane.msh", model("crane", &[0, 1])),
        ("crane.wea", crane),
    ]);
    Vfs::in_memory(MemoryRoot::new().with("units.rlb", library).unwrap())
}

fn found(vfs: &Vfs, name: &str) -> (Node, Surroundings) {
    let node = vfs.locate(&format!("units.rlb/{name}")).unwrap();
    let around = Surroundings::of(&node, None);
    (node, around)
}

/// A model as JSON and buffer.
fn export(vfs: &Vfs, name: &str) -> (Value, Vec<u8>) {
    let (node, around) = found(vfs, name);
    let bytes = node.bytes().unwrap();
    let to = Destination { stem: "it", suffix: "gltf" };
    let kind = format::of_id("msh").unwrap().kind;
    let subject = Subject::file(name, &bytes);
    let made = ngi_convert::export(kind, &subject, &around, &to, &ExportOptions::default());
    let files = made.unwrap().files;
    (serde_json::from_slice(&files[0].bytes).unwrap(), files[1].bytes.clone())
}

fn import(
    vfs: &Vfs,
    (json, bin): &(Value, Vec<u8>),
    like: Option<&str>,
    new_rows: bool,
) -> Result<Imported, String> {
    let text = json.to_string();
    let beside = |name: &str| (name == "it.bin").then(|| Bytes::from(bin.clone()));
    let source =
        Source { name: "it.gltf", suffix: "gltf", bytes: text.as_bytes(), beside: &beside };
    let known = like.map(|name| found(vfs, name));
    let bytes = known.as_ref().map(|(node, _)| node.bytes().unwrap());
    let options = ImportOptions {
        like: bytes.as_ref().map(|bytes| Subject::file(like.unwrap_or_default(), bytes)),
        around: known.as_ref().map(|(_, around)| around),
        new_rows,
        ..ImportOptions::default()
    };
    let kind = format::of_id("msh").unwrap().kind;
    ngi_convert::import(kind, &source, &options).map_err(|error| error.to_string())
}

/// Names of the rows by x of the first corner: the triangle stands at its number.
fn worn(imported: &Imported, wear: &[u8]) -> BTreeMap<i32, (u8, String)> {
    let model = Model::read(&imported.bytes).unwrap();
    let wear = Wear::read(wear, Parser::File).unwrap();
    let names: Vec<String> =
        wear.rows().map(|row| String::from_utf8(row.name.to_vec()).unwrap()).collect();
    let batches = model.batches.iter().enumerate();
    let row = |(index, batch): (usize, ngi_formats::msh::Batch)| {
        let corner = model.batch_faces(index).next().unwrap()[0];
        #[allow(clippy::cast_possible_truncation)] // small whole numbers
        let x = model.positions.get(corner).unwrap()[0].round() as i32;
        (x, (batch.material, names[usize::from(batch.material)].clone()))
    };
    batches.map(row).collect()
}

fn wear_of(vfs: &Vfs, name: &str) -> Vec<u8> {
    found(vfs, name).1.wear_of(name).unwrap().bytes.to_vec()
}

/// Puts the first mesh of one document into another, with its materials as they are: what a person
/// does who joins two imported models.
fn join(onto: &mut (Value, Vec<u8>), part: &(Value, Vec<u8>)) {
    let ((json, bin), (other, other_bin)) = (onto, part);
    let start = bin.len().next_multiple_of(4);
    bin.resize(start, 0);
    bin.extend_from_slice(other_bin);
    json["buffers"][0]["byteLength"] = json!(bin.len());
    let count = |json: &Value, list: &str| json[list].as_array().map_or(0, Vec::len);
    let (views, accessors, materials) =
        (count(json, "bufferViews"), count(json, "accessors"), count(json, "materials"));
    let add =
        |value: &mut Value, by: usize| *value = json!(value.as_u64().unwrap_or(0) + by as u64);
    for view in other["bufferViews"].as_array().unwrap() {
        let mut view = view.clone();
        add(&mut view["byteOffset"], start);
        json["bufferViews"].as_array_mut().unwrap().push(view);
    }
    for accessor in other["accessors"].as_array().unwrap() {
        let mut accessor = accessor.clone();
        add(&mut accessor["bufferView"], views);
        json["accessors"].as_array_mut().unwrap().push(accessor);
    }
    json["materials"]
        .as_array_mut()
        .unwrap()
        .extend(other["materials"].as_array().unwrap().clone());
    let mut mesh = other["meshes"][0].clone();
    mesh.as_object_mut().unwrap().remove("extras");
    for primitive in mesh["primitives"].as_array_mut().unwrap() {
        add(&mut primitive["material"], materials);
        add(&mut primitive["indices"], accessors);
        for (_, accessor) in primitive["attributes"].as_object_mut().unwrap() {
            add(accessor, accessors);
        }
    }
    json["meshes"].as_array_mut().unwrap().push(mesh);
    let new = json!({"name": "part", "mesh": count(json, "meshes") - 1});
    let place = count(json, "nodes");
    json["nodes"].as_array_mut().unwrap().push(new);
    let root = json["scenes"][0]["nodes"].as_array_mut().unwrap();
    root.push(json!(place));
}

#[test]
fn rows_of_one_name_are_told_apart_in_their_own_table() {
    let vfs = archive();
    let tank = export(&vfs, "tank.msh");
    let hash = &tank.0["materials"][0]["extras"]["ngi"]["table"];
    assert_eq!(hash.as_str().map(str::len), Some(16), "{hash}");
    let back = import(&vfs, &tank, Some("tank.msh"), false).unwrap();
    assert!(back.bytes == found(&vfs, "tank.msh").0.bytes().unwrap(), "{:?}", back.computed);
}

#[test]
fn parts_of_one_model_put_onto_another_keep_their_materials() {
    let vfs = archive();
    let mut crane = export(&vfs, "crane.msh");
    let tank = export(&vfs, "tank.msh");
    // GLASS is row 0 of the crane and row 1 of the tank, METAL 1 and 0 and 3.
    let mut onto_tank = tank.clone();
    join(&mut onto_tank, &crane);
    for node in onto_tank.0["nodes"].as_array_mut().unwrap().iter_mut().skip(1) {
        node["translation"] = json!([0.0, 0.0, 0.0]);
    }
    let imported = import(&vfs, &onto_tank, Some("tank.msh"), false).unwrap();
    let model = Model::read(&imported.bytes).unwrap();
    let rows: Vec<u8> = model.batches.iter().map(|batch| batch.material).collect();
    assert_eq!(rows, [0, 1, 2, 3, 1, 0], "the last two are the crane's GLASS and METAL");
    assert_eq!(imported.beside, []);

    // The other way round: RUST has no row there.
    join(&mut crane, &tank);
    let error = import(&vfs, &crane, Some("crane.msh"), false).unwrap_err();
    assert!(error.contains("RUST") && error.contains("--new-rows"), "{error}");
    let imported = import(&vfs, &crane, Some("crane.msh"), true).unwrap();
    assert_eq!(imported.beside[0].bytes, b"3\r\n0 GLASS\r\n1 METAL\r\n2 RUST\r\n");
    let model = Model::read(&imported.bytes).unwrap();
    let rows: Vec<u8> = model.batches.iter().map(|batch| batch.material).collect();
    assert_eq!(rows, [0, 1, 1, 0, 2, 1]);
}

#[test]
fn a_variant_without_a_reference_has_a_table_of_its_own() {
    let vfs = archive();
    let mut tank = export(&vfs, "tank.msh");
    // Two parts were taken away: the numbers of the others lead nowhere now.
    let parts = tank.0["meshes"][0]["primitives"].as_array_mut().unwrap();
    parts.drain(..2);
    let imported = import(&vfs, &tank, None, false).unwrap();
    assert_eq!(imported.beside[0].name, "it.wea");
    let worn = worn(&imported, &imported.beside[0].bytes);
    let expected = [(2, (0, "RUST".to_owned())), (3, (1, "METAL".to_owned()))];
    assert_eq!(worn, BTreeMap::from(expected));
}

#[test]
fn a_model_like_another_wears_the_other_table() {
    let vfs = archive();
    let mut tank = export(&vfs, "tank.msh");
    let parts = tank.0["meshes"][0]["primitives"].as_array_mut().unwrap();
    parts.remove(2);
    let imported = import(&vfs, &tank, Some("crane.msh"), false).unwrap();
    let worn: Vec<String> =
        worn(&imported, &wear_of(&vfs, "crane.msh")).into_values().map(|(_, name)| name).collect();
    assert_eq!(worn, ["METAL", "GLASS", "METAL"]);
}
