//! Ways to store geometry that other programs have: quantised, sparse, transformed, compressed.

use super::*;

/// Puts bytes behind the buffer; gives the view.
fn view(json: &mut Value, bin: &mut Vec<u8>, bytes: &[u8]) -> usize {
    bin.resize(bin.len().next_multiple_of(4), 0);
    let views = json["bufferViews"].as_array_mut().unwrap();
    views.push(json!({"buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len()}));
    bin.extend(bytes);
    json["buffers"][0]["byteLength"] = json!(bin.len());
    json["bufferViews"].as_array().unwrap().len() - 1
}

/// KHR_mesh_quantization: positions as whole numbers with the node's scale, normals as bytes,
/// texture coordinates as 16-bit shares.
#[test]
fn quantised_geometry_is_read() {
    let model = crane();
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    let old = json.clone();
    let attributes = old["meshes"][0]["primitives"][0]["attributes"].clone();
    let number = |name: &str| attributes[name].as_u64().unwrap() as usize;
    // All of the wedge's coordinates are whole.
    let positions: Vec<u8> = floats(&old, &bin, &attributes["POSITION"], 3)
        .iter()
        .flat_map(|row| {
            let [x, y, z] = [row[0], row[1], row[2]].map(|value| (value * 100.0) as i16);
            [x, y, z, 0].map(i16::to_le_bytes).concat()
        })
        .collect();
    let normals: Vec<u8> = floats(&old, &bin, &attributes["NORMAL"], 3)
        .iter()
        .flat_map(|row| {
            let byte = |value: f32| (value * 127.0).round() as i8;
            [byte(row[0]), byte(row[1]), byte(row[2]), 0].map(|value| value as u8)
        })
        .collect();
    let uvs: Vec<u8> = floats(&old, &bin, &attributes["TEXCOORD_0"], 2)
        .iter()
        .flat_map(|row| [row[0], row[1]].map(|v| ((v * 65535.0).round() as u16).to_le_bytes()))
        .flatten()
        .collect();
    for (name, bytes, component, normalized, stride) in [
        ("POSITION", positions, 5122, false, 8),
        ("NORMAL", normals, 5120, true, 4),
        ("TEXCOORD_0", uvs, 5123, true, 4),
    ] {
        let view = view(&mut json, &mut bin, &bytes);
        json["bufferViews"][view]["byteStride"] = json!(stride);
        let accessor = &mut json["accessors"][number(name)];
        accessor["bufferView"] = json!(view);
        accessor["componentType"] = json!(component);
        accessor["normalized"] = json!(normalized);
        accessor.as_object_mut().unwrap().remove("min");
        accessor.as_object_mut().unwrap().remove("max");
    }
    json["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
    json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let mesh = json["nodes"][0]["mesh"].take();
    json["nodes"][0].as_object_mut().unwrap().remove("mesh");
    let carrier = json!({
        "name": "base.lod0", "mesh": mesh, "scale": [0.01, 0.01, 0.01],
        "extras": {"ngi": {"node": 0, "stage": 0, "level": 0, "carrier": true}},
    });
    json["nodes"].as_array_mut().unwrap().push(carrier);
    json["nodes"][0]["children"].as_array_mut().unwrap().push(json!(3));
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(triangles(&back.bytes), triangles(&model));
}

/// Some elements of a sparse accessor are elsewhere.
#[test]
fn sparse_accessors_are_read() {
    let model = crane();
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    let accessor = json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].clone();
    let accessor = accessor.as_u64().unwrap() as usize;
    let indices = view(&mut json, &mut bin, &[1, 3]);
    let values: Vec<u8> =
        [6.0f32, 0.0, 0.0, 0.0, 5.0, 0.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let values = view(&mut json, &mut bin, &values);
    let sparse = json!({
        "count": 2, "indices": {"bufferView": indices, "componentType": 5121},
        "values": {"bufferView": values},
    });
    json["accessors"][accessor]["sparse"] = sparse.clone();
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    let read = Model::read(&back.bytes).unwrap();
    let at = |vertex: usize| read.positions.get(vertex).unwrap();
    assert_eq!(
        [at(0), at(1), at(2), at(3)],
        [[0.0; 3], [6.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 5.0]]
    );
    // Without a view the others are 0.
    json["accessors"][accessor].as_object_mut().unwrap().remove("bufferView");
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    let read = Model::read(&back.bytes).unwrap();
    assert_eq!(read.positions.get(2).unwrap(), [0.0; 3]);
    assert_eq!(read.positions.get(3).unwrap(), [0.0, 0.0, 5.0]);
    // What is not there is refused, and so are zeros without end.
    for (key, value) in [("count", json!(3)), ("count", json!(u64::MAX))] {
        let mut broken = json.clone();
        broken["accessors"][accessor]["sparse"][key] = value;
        assert!(import_parts(&broken, &bin, &like(&model)).is_err());
    }
    let mut broken = json.clone();
    broken["accessors"][accessor]["count"] = json!(3);
    assert!(import_parts(&broken, &bin, &like(&model)).is_err(), "index 3 of 3");
    broken["accessors"][accessor]["count"] = json!(4_000_000_000u64);
    let error = import_parts(&broken, &bin, &like(&model)).unwrap_err().to_string();
    assert!(error.contains("not in the file"), "{error}");
}

/// Adds a texture transform to a material.
fn transform(material: &mut Value, transform: Value) {
    let info = json!({"index": 0, "extensions": {"KHR_texture_transform": transform}});
    material["pbrMetallicRoughness"]["baseColorTexture"] = info;
}

#[test]
fn a_texture_transform_goes_into_the_coordinates_of_a_new_material() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    dropped::drop_extras(&mut json);
    json["materials"][0]["name"] = json!("BRICK");
    transform(&mut json["materials"][0], json!({"offset": [0.5, 0.25], "scale": [2.0, 0.5]}));
    let back = import_parts(&json, &bin, &ImportOptions::default()).unwrap();
    let uvs = |bytes: &[u8], slot: usize, part: usize| {
        let doc = ngi_formats::msh::ModelDoc::open(bytes).unwrap();
        let mesh = &Blueprint::of(&doc).unwrap().meshes[slot];
        let faces = mesh.parts[part].faces.iter();
        let mut uvs: Vec<[f32; 2]> = faces
            .flat_map(|face| face.corners)
            .map(|corner| mesh.vertices[corner as usize].uv.decode())
            .collect();
        uvs.sort_by(|a, b| a.partial_cmp(b).unwrap());
        uvs
    };
    let moved = |[u, v]: [f32; 2]| [u * 2.0 + 0.5, v * 0.5 + 0.25];
    let mut expected: Vec<[f32; 2]> = uvs(&model, 0, 0).into_iter().map(moved).collect();
    expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(uvs(&back.bytes, 0, 0), expected);
    // The other material shares the vertices, and its own stay.
    assert_eq!(uvs(&back.bytes, 0, 1), uvs(&model, 0, 1));
    // Pictures that lie differently: one of them is lost.
    json["materials"][0]["emissiveTexture"] = json!({"index": 0});
    let back = import_parts(&json, &bin, &ImportOptions::default()).unwrap();
    assert!(back.lost.iter().any(|line| line.contains("\"BRICK\": its pictures lie differently")));
}

#[test]
fn another_set_of_coordinates_may_be_the_one_of_the_picture() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    for mesh in json["meshes"].as_array_mut().unwrap() {
        for primitive in mesh["primitives"].as_array_mut().unwrap() {
            let uvs = primitive["attributes"]["TEXCOORD_0"].take();
            primitive["attributes"].as_object_mut().unwrap().remove("TEXCOORD_0");
            primitive["attributes"]["TEXCOORD_2"] = uvs;
        }
    }
    for material in json["materials"].as_array_mut().unwrap() {
        material["pbrMetallicRoughness"]["baseColorTexture"] = json!({"index": 0, "texCoord": 2});
    }
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert!(back.bytes == model, "{:?}", back.computed);
}

#[test]
fn compressed_geometry_is_refused_with_what_to_do() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    for (name, advice) in
        [("KHR_draco_mesh_compression", "Compression off"), ("EXT_meshopt_compression", "gltfpack")]
    {
        json["extensionsUsed"] = json!([name]);
        json["extensionsRequired"] = json!([name]);
        let error = import_parts(&json, &bin, &like(&model)).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(advice), "{error}");
    }
}
