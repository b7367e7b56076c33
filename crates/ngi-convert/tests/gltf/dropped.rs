//! What other programs drop on the way: custom properties, and with them everything glTF has no
//! word for. The reference still has it.

use super::*;

/// A building of two rooms with a portal between them, lit walls, a banner that is blended, a
/// coarser level, a damaged stage.
fn bunker() -> Vec<u8> {
    let mut plan = Blueprint::new("bunker");
    plan.streams.lightmap_uvs = true;
    let hall = plan.add_node(PlainNode::new("hall"));
    let mut room = PlainNode::new("room").below(hall);
    room.flags = NodeFlags::VITAL;
    room.label = b"central_2".to_vec();
    let room = plan.add_node(room);
    plan.set_mesh(hall, 0, 0, walls(1.0, 1)).unwrap();
    plan.set_mesh(hall, 0, 1, walls(0.875, 1)).unwrap();
    plan.set_mesh(hall, 1, 0, walls(0.75, 1)).unwrap();
    plan.set_mesh(room, 0, 0, walls(0.5, 0)).unwrap();
    plan.build().unwrap().write().unwrap()
}

/// Squares in a row: a plain wall, a lit wall, a blended banner, a portal, another lit wall. Rows 0
/// and 1 each stand for several kinds of batches.
fn walls(size: f32, beyond: u16) -> Mesh {
    let mut mesh = Mesh::default();
    let kinds: [(u8, u8, u32, u16); 5] = [
        (0, 0xFF, 0, 0xFFFF),
        (0, 2, 0, 0xFFFF),
        (1, 0xFF, 0x8, 0xFFFF),
        (1, 0xFF, 0x20, beyond),
        (0, 3, 0x100, 0xFFFF),
    ];
    for (at, (material, lightmap, word, portal)) in kinds.into_iter().enumerate() {
        let first = mesh.vertices.len() as u32;
        for [x, z] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
            mesh.vertices.push(Vertex {
                position: [(x + 1.5 * at as f32) * size, 0.25 * size, z * size],
                normal: encode_normal([0.0, -1.0, 0.0]),
                uv: encode_uv([x, 1.0 - z]),
                extra: [first as u8 + 1; 8],
                ..Vertex::default()
            });
        }
        let faces = [[0, 1, 2], [0, 2, 3]].map(|face| face.map(|corner: u32| corner + first));
        let faces = faces.map(Into::into).to_vec();
        let word = ngi_formats::msh::BatchWord(word);
        mesh.parts.push(Part { word, lightmap, portal, ..Part::new(material, faces) });
    }
    mesh
}

/// Takes every `extras` out, as Blender does unless it is asked not to.
pub(super) fn drop_extras(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("extras");
            members.values_mut().for_each(drop_extras);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_extras),
        _ => {}
    }
}

/// The file as Blender writes it: no extras, for each primitive vertices of its own.
fn through_blender(json: &mut Value, bin: &mut Vec<u8>) {
    drop_extras(json);
    let old = json.clone();
    let width = |kind: &str| ["SCALAR", "VEC2", "VEC3", "VEC4"].iter().position(|k| *k == kind);
    for mesh in json["meshes"].as_array_mut().unwrap() {
        for primitive in mesh["primitives"].as_array_mut().unwrap() {
            let indices = read_indices(&old, bin, &primitive["indices"]);
            let used: Vec<u32> =
                indices.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
            let attributes = primitive["attributes"].clone();
            for (name, accessor) in attributes.as_object().unwrap() {
                let kind = old["accessors"][accessor.as_u64().unwrap() as usize]["type"].clone();
                let kind = kind.as_str().unwrap();
                let rows = floats(&old, bin, accessor, width(kind).unwrap() + 1);
                let rows: Vec<Vec<f32>> =
                    used.iter().map(|&at| rows[at as usize].clone()).collect();
                primitive["attributes"][name] = json!({"rows": rows, "kind": kind});
            }
            let number = |index: &u32| used.binary_search(index).unwrap() as u32;
            let indices: Vec<u32> = indices.iter().map(number).collect();
            primitive["indices"] = json!({"indices": indices});
        }
    }
    // Now that nothing old is needed any more, everything goes behind what is there.
    let mut views = old["bufferViews"].as_array().unwrap().clone();
    let mut accessors = old["accessors"].as_array().unwrap().clone();
    let mut add = |bytes: Vec<u8>, component: u32, count: usize, kind: &str| {
        views.push(json!({"buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len()}));
        bin.extend(bytes);
        let view = views.len() - 1;
        accessors.push(
            json!({"bufferView": view, "componentType": component, "count": count, "type": kind}),
        );
        json!(accessors.len() - 1)
    };
    for mesh in json["meshes"].as_array_mut().unwrap() {
        for primitive in mesh["primitives"].as_array_mut().unwrap() {
            for made in primitive["attributes"].as_object_mut().unwrap().values_mut() {
                let rows: Vec<Vec<f32>> = serde_json::from_value(made["rows"].take()).unwrap();
                let kind = made["kind"].as_str().unwrap().to_owned();
                let bytes = rows.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
                *made = add(bytes, 5126, rows.len(), &kind);
            }
            let made: Vec<u32> =
                serde_json::from_value(primitive["indices"]["indices"].take()).unwrap();
            let bytes = made.iter().flat_map(|v| v.to_le_bytes()).collect();
            primitive["indices"] = add(bytes, 5125, made.len(), "SCALAR");
        }
    }
    json["bufferViews"] = views.into();
    json["accessors"] = accessors.into();
    json["buffers"][0]["byteLength"] = json!(bin.len());
}

fn read_indices(json: &Value, bin: &[u8], accessor: &Value) -> Vec<u32> {
    let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
    let count = accessor["count"].as_u64().unwrap() as usize;
    let size = if accessor["componentType"] == 5125 { 4 } else { 2 };
    let number = |at: usize| {
        let mut four = [0; 4];
        four[..size].copy_from_slice(&bin[start + at * size..][..size]);
        u32::from_le_bytes(four)
    };
    (0..count).map(number).collect()
}

const NOTHING: [&str; 0] = [];

#[test]
fn an_untouched_model_comes_back_without_custom_properties() {
    let all = ExportOptions { lod: Which::All, stage: Which::All, ..ExportOptions::default() };
    let options = [
        ExportOptions::default(),
        all,
        ExportOptions { lod: Which::One(1), ..ExportOptions::default() },
        ExportOptions { stage: Which::One(1), ..ExportOptions::default() },
        ExportOptions { fps: Some(30.0), ..ExportOptions::default() },
    ];
    for model in [bunker(), crane()] {
        for options in &options {
            let (mut json, mut bin) = taken_apart(&model, options);
            drop_extras(&mut json);
            let back = import_parts(&json, &bin, &like(&model)).unwrap();
            assert_eq!(back.lost, NOTHING, "{options:?}");
            assert!(back.bytes == model, "{options:?}: {:?}", back.computed);
            through_blender(&mut json, &mut bin);
            let back = import_parts(&json, &bin, &like(&model)).unwrap();
            assert_eq!(back.lost, NOTHING, "{options:?}");
            assert!(back.bytes == model, "{options:?}: {:?}", back.computed);
        }
    }
}

/// What the batches of a model's slot say.
fn batches(bytes: &[u8], slot: usize) -> Vec<(u8, u8, u32, Option<usize>, usize)> {
    let model = Model::read(bytes).unwrap();
    let slot = model.slots.get(slot).unwrap();
    let batches = model.slot_batches(&slot);
    batches
        .map(|(_, batch)| {
            let faces = usize::from(batch.index_count) / 3;
            (batch.material, batch.lightmap, batch.word.0, batch.portal(), faces)
        })
        .collect()
}

#[test]
fn moved_faces_keep_their_portals_and_lightmaps() {
    let model = bunker();
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    through_blender(&mut json, &mut bin);
    // Everything moves, so that no face lies where one lay.
    for mesh in 0..2 {
        for primitive in 0..5 {
            let primitive = json["meshes"][mesh]["primitives"][primitive].clone();
            for vertex in 0..4 {
                nudge(&json, &mut bin, &primitive["attributes"]["POSITION"], vertex * 3, 0.3);
            }
        }
    }
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(back.lost, NOTHING);
    for slot in 0..4 {
        assert_eq!(batches(&back.bytes, slot), batches(&model, slot), "slot {slot}");
    }
    let (was, is) = (Model::read(&model).unwrap(), Model::read(&back.bytes).unwrap());
    assert_eq!(is.positions.get(0).unwrap()[0], was.positions.get(0).unwrap()[0] + 0.3);
    let extra = |model: &Model<'_>| model.extra.unwrap().iter().collect::<Vec<_>>();
    assert_eq!(extra(&is), extra(&was), "what nobody knows of a vertex stays with it");
}

#[test]
fn new_faces_are_what_the_faces_of_their_material_are() {
    let model = bunker();
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    through_blender(&mut json, &mut bin);
    // The portal's square gets a third triangle, and so does the square with the second lightmap.
    for part in [3, 4] {
        let index = json["meshes"][0]["primitives"][part]["indices"].clone();
        let mut indices = read_indices(&json, &bin, &index);
        indices.extend([0, 1, 3]);
        json["bufferViews"]
            .as_array_mut()
            .unwrap()
            .push(json!({"buffer": 0, "byteOffset": bin.len(), "byteLength": 4 * indices.len()}));
        bin.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
        let view = json["bufferViews"].as_array().unwrap().len() - 1;
        let accessor = &mut json["accessors"][index.as_u64().unwrap() as usize];
        accessor["count"] = json!(indices.len());
        accessor["bufferView"] = json!(view);
    }
    json["buffers"][0]["byteLength"] = json!(bin.len());
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(back.lost, NOTHING);
    let mut expected = batches(&model, 0);
    expected[3].4 = 3;
    expected[4].4 = 3;
    assert_eq!(batches(&back.bytes, 0), expected);
}

#[test]
fn what_cannot_be_carried_is_lost_line_by_line() {
    let model = bunker();
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    through_blender(&mut json, &mut bin);
    // The square with the portal is gone, and the one with the second lightmap.
    json["meshes"][0]["primitives"].as_array_mut().unwrap().truncate(3);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(
        back.lost,
        [
            "node \"hall\", stage 0, level 0: lightmap 3, flags 0x100 of material \"row_0\": no \
             face has them",
            "node \"hall\", stage 0, level 0: the portal into node 1, flags 0x20 of material \
             \"row_1\": no face has them",
        ]
    );
    // Faces of a new material named like a row of several kinds: nobody can say which.
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    through_blender(&mut json, &mut bin);
    let materials = json["materials"].as_array_mut().unwrap();
    materials.push(json!({"name": "row_0.001"}));
    let last = materials.len() - 1;
    let mut primitive = json["meshes"][0]["primitives"][0].clone();
    primitive["material"] = json!(last);
    primitive["attributes"]["POSITION"] =
        json["meshes"][1]["primitives"][4]["attributes"]["POSITION"].clone();
    json["meshes"][0]["primitives"].as_array_mut().unwrap().push(primitive);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    let [line] = back.lost.as_slice() else { panic!("{:?}", back.lost) };
    assert!(line.contains("\"row_0\": 2 new faces") && line.contains("3 kinds"), "{line}");
}

#[test]
fn nodes_that_were_numbered_are_found_below_their_parents() {
    let mut plan = Blueprint::new("twins");
    let base = plan.add_node(PlainNode::new("base"));
    for (side, label) in [("left", "first"), ("right", "second")] {
        let arm = plan.add_node(PlainNode::new(side).below(base));
        let mut gun = PlainNode::new("gun").below(arm);
        gun.label = label.as_bytes().to_vec();
        plan.add_node(gun);
    }
    plan.set_mesh(base, 0, 0, wedge(1.0)).unwrap();
    let model = plan.build().unwrap().write().unwrap();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    drop_extras(&mut json);
    // The right one was met first.
    json["nodes"][2]["name"] = json!("gun.001");
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(back.lost, NOTHING);
    assert!(back.bytes == model, "{:?}", back.computed);
}

#[test]
fn a_part_of_another_model_does_not_take_a_node_by_its_number() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    let foreign = json!({"name": "horn", "extras": {"ngi": {"node": 1, "name": "horn"}}});
    json["nodes"].as_array_mut().unwrap().insert(0, foreign);
    for node in json["nodes"].as_array_mut().unwrap() {
        for child in node["children"].as_array_mut().into_iter().flatten() {
            *child = json!(child.as_u64().unwrap() + 1);
        }
    }
    for channel in json["animations"][0]["channels"].as_array_mut().unwrap() {
        let node = &mut channel["target"]["node"];
        *node = json!(node.as_u64().unwrap() + 1);
    }
    json["scenes"][0]["nodes"] = json!([0, 1]);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(back.lost, NOTHING);
    let read = Model::read(&back.bytes).unwrap();
    let names: Vec<String> = (0..4).map(|node| read.node_name(node)).collect();
    assert_eq!(names, ["base", "arm", "Base_gun", "horn"]);
}

#[test]
fn a_file_that_stands_on_z_is_noticed_by_its_fit() {
    let z_up = ExportOptions { axes: Some(Axes::ZUp), ..ExportOptions::default() };
    for model in [bunker(), crane()] {
        let (mut json, bin) = taken_apart(&model, &z_up);
        drop_extras(&mut json);
        let back = import_parts(&json, &bin, &like(&model)).unwrap();
        assert!(back.bytes == model, "{:?}", back.computed);
        assert!(back.told.iter().any(|line| line.starts_with("axes: z is up")), "{:?}", back.told);
        // Somebody who says what is up is believed.
        let options = ImportOptions { axes: Some(Axes::ZUp), ..like(&model) };
        let back = import_parts(&json, &bin, &options).unwrap();
        assert!(back.bytes == model && back.told.iter().all(|line| !line.contains("axes")));
        let options = ImportOptions { axes: Some(Axes::YUp), ..like(&model) };
        assert!(import_parts(&json, &bin, &options).unwrap().bytes != model);
        // glTF says that y is up: it is, unless there is a reason.
        let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
        drop_extras(&mut json);
        let back = import_parts(&json, &bin, &like(&model)).unwrap();
        assert!(back.told.iter().all(|line| !line.contains("axes")), "{:?}", back.told);
    }
    // Another thing altogether, that happens to lie as the reference does when it is turned.
    let (mut json, bin) = taken_apart(&crane(), &z_up);
    drop_extras(&mut json);
    let back = import_parts(&json, &bin, &like(&bunker())).unwrap();
    assert!(back.told.iter().all(|line| !line.contains("axes")), "{:?}", back.told);
}

#[test]
fn a_level_that_was_deleted_and_comes_back_is_told() {
    let model = bunker();
    let all = ExportOptions { lod: Which::All, stage: Which::All, ..ExportOptions::default() };
    let stays = "is not in the file and stays as it was";
    let told = |json: &Value, bin: &[u8]| -> Vec<String> {
        let back = import_parts(json, bin, &like(&model)).unwrap();
        assert!(back.bytes == model, "{:?}", back.computed);
        back.told.into_iter().filter(|line| line.contains(stays)).collect()
    };
    // Of one node only: of others there is such a level, so it was exported.
    let (mut json, bin) = taken_apart(&model, &all);
    drop_extras(&mut json);
    assert_eq!(told(&json, &bin), NOTHING);
    let carriers = json["nodes"].as_array().unwrap().clone();
    let room = carriers.iter().position(|node| node["name"] == "room").unwrap();
    let hall = carriers.iter().position(|node| node["name"] == "hall").unwrap();
    json["nodes"][room].as_object_mut().unwrap().remove("mesh");
    let lines = told(&json, &bin);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("node \"room\": its geometry of stage 0, level 0"), "{lines:?}");
    // In a file of one level, too.
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    drop_extras(&mut json);
    assert_eq!(told(&json, &bin), NOTHING);
    json["nodes"][hall].as_object_mut().unwrap().remove("mesh");
    assert_eq!(told(&json, &bin).len(), 1);
}
