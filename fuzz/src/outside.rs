//! Models made of other programs' files.

use std::sync::LazyLock;

use ngi_convert::{Destination, ExportOptions, ImportOptions, Source, Which};
use ngi_formats::msh::{Blueprint, Key, Mesh, Model, PlainNode, Track};
use ngi_verbs::format::{Subject, of_id};
use ngi_verbs::surroundings::Surroundings;

use crate::{Outcome, msh};

/// The model that imports go by.
static REFERENCE: LazyLock<Vec<u8>> = LazyLock::new(turret);

/// Any glTF is refused, or becomes a model that reads: with a reference and without.
pub fn gltf_import(input: &[u8]) -> Outcome {
    import(input, "gltf")
}

/// Any OBJ is refused, or becomes a model that reads: with a reference and without.
pub fn obj_import(input: &[u8]) -> Outcome {
    import(input, "obj")
}

fn import(input: &[u8], suffix: &str) -> Outcome {
    let Some(format) = of_id("msh") else { return Outcome::Rejected };
    let source = Source { name: "a.x", suffix, bytes: input, beside: &|_| None };
    let like = Some(Subject::file("a.msh", &REFERENCE));
    let mut outcome = Outcome::Rejected;
    for like in [None, like] {
        let options =
            ImportOptions { like, new_rows: true, make_lods: true, ..ImportOptions::default() };
        if let Ok(imported) = ngi_convert::import(format.kind, &source, &options) {
            assert!(Model::read(&imported.bytes).is_ok(), "what was made reads");
            outcome = Outcome::Accepted;
        }
    }
    outcome
}

/// Models as glTF: in one file, and as JSON without what lies beside it.
pub fn gltf_seeds() -> Vec<Vec<u8>> {
    let mut seeds = exported("glb");
    seeds.push(
        br#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "a", "mesh": 0}], "meshes": [{"primitives": [
        {"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#
            .to_vec(),
    );
    // Quantised, with a sparse accessor beside it, a texture transform, and two clips that move
    // different nodes at a rate of their own.
    seeds.push(
        br#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "nodes": [{"name": "base", "mesh": 0, "scale": [0.01, 0.01, 0.01]},
        {"name": "gun.001", "mesh": 1}],
        "meshes": [{"name": "slot_0", "primitives": [{"attributes": {"POSITION": 0}, "material": 0}]},
        {"name": "slot_1.001", "primitives": [{"attributes": {"POSITION": 1, "TEXCOORD_0": 3}, "material": 1}]}],
        "materials": [{"name": "row_0"}, {"name": "B", "pbrMetallicRoughness": {"baseColorTexture":
        {"index": 0, "extensions": {"KHR_texture_transform": {"scale": [2, 2], "rotation": 1}}}}}],
        "textures": [{"source": 0}], "images": [{"uri": "a.png"}],
        "animations": [{"name": "up", "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": 2, "output": 1}]},
        {"name": "down", "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}],
        "samplers": [{"input": 2, "output": 1, "interpolation": "STEP"}]}],
        "accessors": [{"bufferView": 0, "componentType": 5122, "count": 3, "type": "VEC3"},
        {"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {"count": 1,
        "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 1}}},
        {"bufferView": 3, "componentType": 5126, "count": 3, "type": "SCALAR"},
        {"bufferView": 0, "componentType": 5123, "normalized": true, "count": 3, "type": "VEC2"}],
        "bufferViews": [{"buffer": 0, "byteLength": 24, "byteStride": 8},
        {"buffer": 0, "byteOffset": 24, "byteLength": 12},
        {"buffer": 0, "byteOffset": 36, "byteLength": 1},
        {"buffer": 0, "byteOffset": 40, "byteLength": 12}],
        "buffers": [{"byteLength": 52, "uri": "data:application/octet-stream;base64,AAAAAAAAAABkAAAAAAAAAAAAZAAAAAAAAAAAAAAAAAAAAKBAAgAAAAAAAAAAAIA+AAAAPw=="}]}"#
            .to_vec(),
    );
    seeds
}

/// Models as OBJ.
pub fn obj_seeds() -> Vec<Vec<u8>> {
    let mut seeds = exported("obj");
    seeds.push(
        b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl A\nf 1 2 3 4\ng two\nf -1 -2 -3\n".to_vec(),
    );
    seeds
}

/// A model with faces on two nodes, of which one moves, at two levels.
fn turret() -> Vec<u8> {
    let mut plan = Blueprint::new("turret");
    let corners = [
        [0.0, 0.0, 0.0],
        [3.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [0.0, 2.0, 0.0],
        [3.0, 0.0, 0.0],
        [3.0, 2.0, 1.0],
    ];
    let base = plan.add_node(PlainNode::new("base"));
    let key = |time: f32| Key { position: [1.0, 2.0, time], time, ..Key::default() };
    let track = Track { keys: vec![key(0.0), key(4.0)] };
    let gun = plan.add_node(PlainNode::new("gun").below(base).with_track(track));
    for (node, level, material) in [(base, 0, 0), (base, 1, 0), (gun, 0, 1)] {
        let _ = plan.set_mesh(node, 0, level, Mesh::from_triangles(&corners, material));
    }
    plan.build().and_then(|doc| doc.write()).unwrap_or_default()
}

fn exported(suffix: &str) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let Some(format) = of_id("msh") else { return seeds };
    let to = Destination { stem: "a", suffix };
    for model in msh::seeds().into_iter().chain([turret()]) {
        for which in [Which::Usual, Which::All] {
            let options = ExportOptions { lod: which, stage: which, ..ExportOptions::default() };
            let subject = Subject::file("a.msh", &model);
            let made =
                ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, &options);
            seeds.extend(made.ok().and_then(|made| made.files.into_iter().next()).map(|f| f.bytes));
        }
    }
    seeds
}
