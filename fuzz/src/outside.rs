//! Models, levels and areals made of other programs' files.

use std::sync::LazyLock;

use ngi_convert::{Destination, ExportOptions, ImportOptions, Source, Which};
use ngi_formats::arealmap;
use ngi_formats::landscape::{GroundPlan, Landscape};
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

/// Any picture is refused, or becomes a level that reads. Large ones take longer than a body may.
pub fn heights_import(input: &[u8]) -> Outcome {
    let side = |at: usize| {
        let four = input.get(at..).and_then(|rest| rest.first_chunk::<4>());
        four.map_or(u32::MAX, |four| u32::from_be_bytes(*four))
    };
    // Width and height stand behind the signature and the name of the first chunk.
    if side(16).max(side(20)) > 64 {
        return Outcome::Rejected;
    }
    match ngi_convert::level::level_of("png", input) {
        Ok(files) => {
            let land = files.first().map(|file| Landscape::read(&file.bytes).is_ok());
            assert_eq!(land, Some(true), "what was made reads");
            Outcome::Accepted
        }
        Err(_) => Outcome::Rejected,
    }
}

/// Pictures of heights as an export has them.
pub fn heights_seeds() -> Vec<Vec<u8>> {
    let ways = [([8, 8], 7), ([4, 12], 3), ([16, 16], 1)];
    ways.into_iter().filter_map(|(quads, step)| heights_seed(quads, step)).collect()
}

/// The picture of ground that goes up and down in steps.
fn heights_seed(quads: [usize; 2], step: usize) -> Option<Vec<u8>> {
    let format = of_id("land")?;
    let mut plan = GroundPlan::flat(quads, [1, 1], 10.0);
    for (at, height) in plan.heights.iter_mut().enumerate() {
        *height = f32::from(u8::try_from(at * step % 32).unwrap_or(0));
    }
    let land = plan.build().and_then(|doc| doc.write()).unwrap_or_default();
    let subject = Subject::file("Land.msh", &land);
    let to = Destination { stem: "a", suffix: "png" };
    let options = ExportOptions::default();
    let made = ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, &options);
    made.ok()?.files.into_iter().next().map(|file| file.bytes)
}

/// Any GeoJSON or mesh of areals is refused, or becomes a map that reads. The first byte says
/// which of them it is.
pub fn areals_import(input: &[u8]) -> Outcome {
    let Some((&kind, bytes)) = input.split_first() else { return Outcome::Rejected };
    let Some(format) = of_id("areal") else { return Outcome::Rejected };
    let suffix = if kind.is_multiple_of(2) { "geojson" } else { "glb" };
    let source = Source { name: "a.x", suffix, bytes, beside: &|_| None };
    match ngi_convert::import(format.kind, &source, &ImportOptions::default()) {
        Ok(imported) => {
            assert!(arealmap::read_file(&imported.bytes).is_ok(), "what was made reads");
            Outcome::Accepted
        }
        Err(_) => Outcome::Rejected,
    }
}

/// Two areals as GeoJSON and as glTF, and polygons without heights.
pub fn areals_seeds() -> Vec<Vec<u8>> {
    let mut plan = arealmap::Plan::new(4, 4);
    for x in [0.0, 10.0] {
        plan.add(&[[x, 0.0, 1.0], [x + 10.0, 0.0, 1.0], [x + 10.0, 9.0, 1.0], [x, 9.0, 1.0]]);
    }
    let map = plan.build().and_then(|map| map.write_file()).unwrap_or_default();
    let mut seeds = vec![
        b"\0{\"features\": [{\"geometry\": {\"type\": \"MultiPolygon\", \"coordinates\": \
          [[[[0, 0], [4, 0], [0, 4]]], [[[9, 9], [12, 9], [9, 12, 5]]]]}}]}"
            .to_vec(),
    ];
    let Some(format) = of_id("areal") else { return seeds };
    for (kind, suffix) in [(0u8, "geojson"), (1, "glb")] {
        let subject = Subject::file("Land.map", &map);
        let to = Destination { stem: "a", suffix };
        let options = ExportOptions::default();
        let made = ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, &options);
        let file = made.ok().and_then(|made| made.files.into_iter().next());
        seeds.extend(file.map(|file| [&[kind], file.bytes.as_slice()].concat()));
    }
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
