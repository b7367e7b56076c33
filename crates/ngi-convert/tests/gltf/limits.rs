//! What is refused, what is too much, and what only just fits.

use super::*;

/// A file that is wrong in one way, and what the refusal says.
type Wrong = (&'static str, fn(&mut Value), &'static str);

#[test]
fn hostile_files_are_refused_by_name() {
    let model = crane();
    let (json, bin) = taken_apart(&model, &ExportOptions::default());
    let wrongs: &[Wrong] = &[
        ("version", |j| j["asset"]["version"] = json!("1.0"), "asset.version"),
        (
            "required",
            |j| j["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]),
            "KHR_draco",
        ),
        ("no buffer", |j| j["buffers"][0]["uri"] = json!("other.bin"), "other.bin is not there"),
        ("outside", |j| j["buffers"][0]["uri"] = json!("../../secret"), "nothing else is read"),
        ("hidden", |j| j["buffers"][0]["uri"] = json!("%2e%2e/secret"), "nothing else is read"),
        ("host", |j| j["buffers"][0]["uri"] = json!("file:///etc/passwd"), "nothing else is read"),
        ("short", |j| j["buffers"][0]["byteLength"] = json!(1u64 << 40), "but there are"),
        ("data", |j| j["buffers"][0]["uri"] = json!("data:;base64,AAAA"), "but there are"),
        ("base64", |j| j["buffers"][0]["uri"] = json!("data:;base64,%%"), "base64"),
        ("view", |j| j["bufferViews"][0]["byteOffset"] = json!(u64::MAX), "bufferViews[0]"),
        ("huge", |j| j["accessors"][0]["count"] = json!(u64::MAX), "accessors[0]"),
        ("many", |j| j["accessors"][0]["count"] = json!(4_000_000_000u64), "accessors[0]"),
        ("stride", |j| j["bufferViews"][0]["byteStride"] = json!(1), "accessors[0]"),
        ("kind", |j| j["accessors"][0]["type"] = json!("VEC2"), "accessors[0]"),
        ("strange kind", |j| j["accessors"][0]["type"] = json!("VEC9"), "accessors[0]"),
        (
            "sparse",
            |j| {
                j["accessors"][0]["sparse"] = json!({"count": 1u64 << 60,
            "indices": {"bufferView": 0, "componentType": 5123}, "values": {"bufferView": 0}})
            },
            "what it replaces",
        ),
        ("mode", |j| j["meshes"][0]["primitives"][0]["mode"] = json!(1), "triangles"),
        ("strip", |j| j["meshes"][0]["primitives"][0]["mode"] = json!(5), "triangles"),
        ("gone", |j| j["meshes"][0]["primitives"][0]["indices"] = json!(999), "accessors[999]"),
        (
            "position",
            |j| j["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(999),
            "accessors[999]",
        ),
        ("none", |j| j["meshes"][0]["primitives"][0]["attributes"] = json!({}), "no positions"),
        ("material", |j| j["meshes"][0]["primitives"][0]["material"] = json!(99), "material 99"),
        ("mesh", |j| j["nodes"][0]["mesh"] = json!(99), "nodes[0]"),
        ("child", |j| j["nodes"][0]["children"] = json!([99]), "99 is not there"),
        ("circle", |j| j["nodes"][2]["children"] = json!([0]), "circle"),
        ("two parents", |j| j["nodes"][0]["children"] = json!([1, 2]), "two parents"),
        ("scene", |j| j["scenes"] = json!([]), "scene"),
        ("root", |j| j["scenes"][0]["nodes"] = json!([77]), "77"),
        ("rotation", |j| j["nodes"][1]["rotation"] = json!([0, 0, 0, 0]), "unit quaternion"),
        ("morph", |j| j["meshes"][0]["primitives"][0]["targets"] = json!([{}]), "morph"),
        ("sampler", |j| j["animations"][0]["channels"][0]["sampler"] = json!(88), "sampler"),
        ("target", |j| j["animations"][0]["channels"][0]["target"]["node"] = json!(88), "node"),
        (
            "shorter",
            |j| {
                let a = j["animations"][0]["samplers"][0]["input"].as_u64().unwrap() as usize;
                j["accessors"][a]["count"] = json!(2);
            },
            "values for",
        ),
        (
            "name",
            |j| j["nodes"][0]["name"] = json!("a name that is far too long for this format"),
            "31 characters",
        ),
        ("cell", |j| j["nodes"][0]["extras"]["ngi"]["level"] = json!(9), "stages"),
    ];
    for (name, change, says) in wrongs {
        let mut changed = json.clone();
        change(&mut changed);
        let error = import_parts(&changed, &bin, &like(&model));
        let error = error.err().unwrap_or_else(|| panic!("{name}: imported")).to_string();
        assert!(error.contains(says), "{name}: {error}");
    }
    // Not a number, in the buffer.
    let mut changed = bin.clone();
    changed[0..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let error = import_parts(&json, &changed, &like(&model)).unwrap_err().to_string();
    assert!(error.contains("finite"), "{error}");
    // Every truncation of a .glb.
    let glb = export(&model, "glb", &ExportOptions::default()).files.remove(0).bytes;
    for length in 0..glb.len() {
        let source =
            Source { name: "a.glb", suffix: "glb", bytes: &glb[..length], beside: &|_| None };
        assert!(
            ngi_convert::import(ngi_formats::kinds::of_id("msh").unwrap(), &source, &like(&model))
                .is_err()
        );
    }
}

/// A file of one mesh: a band of triangles with so many vertices and materials.
fn band(vertices: usize, materials: usize) -> (Value, Vec<u8>) {
    let mut bin: Vec<u8> = Vec::new();
    for at in 0..vertices {
        let place = [at as f32 * 0.01, (at % 2) as f32, (at % 7) as f32 * 0.1];
        bin.extend(place.iter().flat_map(|value| value.to_le_bytes()));
    }
    let mut accessors =
        vec![json!({"bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3"})];
    let start = bin.len();
    let faces = (vertices - 2).min(65_000);
    let mut primitives = Vec::new();
    for material in 0..materials {
        let from = faces * material / materials;
        let to = faces * (material + 1) / materials;
        accessors.push(json!({"bufferView": 1, "byteOffset": bin.len() - start,
            "componentType": 5125, "count": 3 * (to - from), "type": "SCALAR"}));
        for at in from..to {
            let corners = [at as u32, at as u32 + 1, at as u32 + 2];
            bin.extend(corners.iter().flat_map(|corner| corner.to_le_bytes()));
        }
        primitives.push(json!({"attributes": {"POSITION": 0}, "indices": material + 1,
            "material": material}));
    }
    let names: Vec<Value> = (0..materials).map(|at| json!({"name": format!("M{at}")})).collect();
    let json = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "band", "mesh": 0}], "meshes": [{"primitives": primitives}],
        "materials": names, "accessors": accessors,
        "bufferViews": [{"buffer": 0, "byteLength": start},
            {"buffer": 0, "byteOffset": start, "byteLength": bin.len() - start}],
        "buffers": [{"byteLength": bin.len(), "uri": "crane.bin"}],
    });
    (json, bin)
}

#[test]
fn many_vertices_are_split_and_what_is_too_much_is_refused_by_name() {
    // More vertices than an index of 16 bits can name: batches are split.
    let (json, bin) = band(70_000, 3);
    let made = import_parts(&json, &bin, &ImportOptions::default()).unwrap();
    let read = Model::read(&made.bytes).unwrap();
    let slot = read.slot(0, 0, 0).unwrap();
    let batches: Vec<_> = read.slot_batches(&slot).collect();
    let faces: usize = batches.iter().map(|(_, batch)| usize::from(batch.index_count) / 3).sum();
    assert_eq!(faces, 65_000);
    assert!(batches.iter().any(|(_, batch)| batch.base_vertex > 0), "split");
    // As many rows as a batch can name, and one more.
    let (json, bin) = band(1000, 255);
    assert!(import_parts(&json, &bin, &ImportOptions::default()).is_ok());
    let (json, bin) = band(1000, 300);
    let error = import_parts(&json, &bin, &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("255 rows"), "{error}");
    // More vertices than faces could use.
    let (json, bin) = band(300_000, 1);
    let error = import_parts(&json, &bin, &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("vertices: no model uses them"), "{error}");
    // The same mesh over and over, each time scaled differently.
    let (mut json, bin) = band(60_000, 1);
    let copy = |at: usize| json!({"name": format!("n{at}"), "mesh": 0, "scale": [2.0, 2.0, 2.0]});
    json["nodes"] = (0..20).map(copy).collect();
    json["scenes"][0]["nodes"] = (0..20).collect();
    let error = import_parts(&json, &bin, &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("vertices: no model uses them"), "{error}");
}

/// Two keys that stand for 65,000 frames, for a hundred nodes.
#[test]
fn a_clip_that_would_fill_the_memory_is_refused() {
    let (mut json, mut bin) = taken_apart(&crane(), &ExportOptions::default());
    let start = bin.len();
    for number in [0.0f32, 2600.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0] {
        bin.extend(number.to_le_bytes());
    }
    json["buffers"][0]["byteLength"] = bin.len().into();
    let push = |list: &mut Value, item: Value| {
        let list = list.as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    };
    let mut accessor = |at: usize, len: usize, kind: &str| {
        let view = json!({"buffer": 0, "byteOffset": start + at, "byteLength": len});
        let view = push(&mut json["bufferViews"], view);
        let mut accessor =
            json!({"bufferView": view, "componentType": 5126, "count": 2, "type": kind});
        if kind == "SCALAR" {
            (accessor["min"], accessor["max"]) = (json!([0.0]), json!([2600.0]));
        }
        push(&mut json["accessors"], accessor)
    };
    let (times, places) = (accessor(0, 8, "SCALAR"), accessor(8, 24, "VEC3"));
    let sampler = json!({"input": times, "output": places, "interpolation": "STEP"});
    let mut channels = Vec::new();
    for number in 0..100 {
        let node = push(&mut json["nodes"], json!({"name": format!("n{number}")}));
        push(&mut json["scenes"][0]["nodes"], json!(node));
        channels.push(json!({"sampler": 0, "target": {"node": node, "path": "translation"}}));
    }
    json["animations"] = json!([{"samplers": [sampler], "channels": channels}]);
    let error = import_parts(&json, &bin, &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("more than 4000000 keys"), "{error}");
}

#[test]
fn of_twenty_clips_one_is_chosen() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    let clip = json["animations"][0].clone();
    let named = |at: usize| {
        let mut clip = clip.clone();
        clip["name"] = json!(format!("clip_{at}"));
        clip
    };
    json["animations"] = (0..20).map(named).collect();
    let error = import_parts(&json, &bin, &like(&model)).unwrap_err().to_string();
    assert!(error.contains("clip_0") && error.contains("clip_19"), "{error}");
    let options = ImportOptions { clip: Some("clip_7"), ..like(&model) };
    assert_eq!(import_parts(&json, &bin, &options).unwrap().bytes, model);
}

#[test]
fn a_buffer_in_the_file_itself_is_read_and_a_bomb_is_not() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::from("data:application/octet-stream;base64,");
    for three in bin.chunks(3) {
        let mut bytes = [0; 3];
        bytes[..three.len()].copy_from_slice(three);
        let word = u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
        let mut four = [18, 12, 6, 0].map(|shift| digits[(word >> shift & 63) as usize]);
        four[three.len() + 1..].fill(b'=');
        text.extend(four.map(char::from));
    }
    json["buffers"][0]["uri"] = json!(text);
    assert_eq!(import_parts(&json, &[], &like(&model)).unwrap().bytes, model);
    let bomb = format!("data:application/octet-stream;base64,{}", "A".repeat(360 << 20));
    json["buffers"][0]["uri"] = json!(bomb);
    let error = import_parts(&json, &[], &like(&model)).unwrap_err().to_string();
    assert!(error.contains("too long"), "{error}");
}

/// A file with a bar whose ends hang on two joints.
fn skinned(weights: [[f32; 4]; 6]) -> (Value, Vec<u8>) {
    let mut bin: Vec<u8> = Vec::new();
    let mut views = Vec::new();
    let mut add = |bytes: Vec<u8>| {
        views.push(json!({"buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len()}));
        bin.extend(bytes);
    };
    let bytes = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let positions = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [5.0, 0.0, 0.0],
        [6.0, 0.0, 0.0],
        [5.0, 1.0, 0.0f32],
    ];
    add(bytes(positions.as_flattened()));
    add([0u8, 0, 0, 0].repeat(3).into_iter().chain([1u8, 0, 0, 0].repeat(3)).collect());
    add(bytes(weights.as_flattened()));
    let moved = glam::Mat4::from_translation(glam::Vec3::new(-5.0, 0.0, 0.0)).to_cols_array();
    add(bytes(&[glam::Mat4::IDENTITY.to_cols_array(), moved].concat()));
    let json = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 2]}],
        "buffers": [{"byteLength": bin.len(), "uri": "crane.bin"}], "bufferViews": views,
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5121, "count": 6, "type": "VEC4"},
            {"bufferView": 2, "componentType": 5126, "count": 6, "type": "VEC4"},
            {"bufferView": 3, "componentType": 5126, "count": 2, "type": "MAT4"}],
        "meshes": [{"primitives": [{"attributes":
            {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}],
        "skins": [{"joints": [0, 1], "inverseBindMatrices": 3}],
        "nodes": [
            {"name": "hip", "children": [1]},
            {"name": "knee", "translation": [5.0, 0.0, 0.0]},
            {"name": "skin", "mesh": 0, "skin": 0}],
    });
    (json, bin)
}

#[test]
fn a_skin_of_rigid_parts_is_taken_and_no_other() {
    let alone = [1.0, 0.0, 0.0, 0.0];
    let (json, bin) = skinned([alone; 6]);
    let back = import_parts(&json, &bin, &ImportOptions::default()).unwrap();
    let read = Model::read(&back.bytes).unwrap();
    let names: Vec<_> = (0..read.nodes.len()).map(|node| read.node_name(node)).collect();
    assert_eq!(names[..2], ["hip", "knee"]);
    let slot = read.slot(1, 0, 0).unwrap();
    assert_eq!(slot.aabb.max, [1.0, 0.0, 1.0], "in the joint's own space, z up");
    let mut mixed = [alone; 6];
    mixed[4] = [0.5, 0.5, 0.0, 0.0];
    let (json, bin) = skinned(mixed);
    let error = import_parts(&json, &bin, &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("rigid parts"), "{error}");
}
