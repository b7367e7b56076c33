//! Changes to a model: what depends on them follows, everything else stays.

use super::super::*;
use super::samples::{blueprint, bytes, codes_of, cuboid, edited, entry};
use crate::nres::{Archive, NewEntry};

fn open() -> ModelDoc {
    ModelDoc::open(&bytes()).unwrap()
}

/// The resources whose bytes differ.
fn changed(doc: &ModelDoc) -> Vec<u32> {
    let (before, after) = (bytes(), doc.write().unwrap());
    let (before, after) = (Archive::read(&before).unwrap(), Archive::read(&after).unwrap());
    let payload = |archive: &Archive<'_>, id: u32| {
        archive.of_type(id.into(), 0).next().map(|entry| entry.payload().unwrap().to_vec())
    };
    (0..100).filter(|&id| payload(&before, id) != payload(&after, id)).collect()
}

fn sound(doc: &ModelDoc) {
    assert_eq!(codes_of(&doc.write().unwrap()), [""; 0]);
}

#[test]
fn moved_vertices_take_bounds_and_face_normals_along() {
    let mut doc = open();
    doc.move_vertices(|_, [x, y, z]| [x * 2.0, y, z + 1.0]).unwrap();
    assert_eq!(changed(&doc), [2, 3], "face normals of boxes along the axes stay");
    assert_eq!(doc.slots.records[0].aabb, Aabb { min: [0.0, 0.0, 1.0], max: [20.0, 10.0, 11.0] });
    assert_eq!(doc.slots.records[0].volume, 2000.0);
    assert_eq!(doc.slots.records[0].area, 2.0 * (200.0 + 200.0 + 100.0));
    assert_eq!(doc.header.aabb().max[0], 20.0);
    sound(&doc);
    let mut doc = open();
    doc.move_vertices(|_, [x, y, z]| [x + 0.5 * z, y, z]).unwrap();
    assert_eq!(changed(&doc), [2, 3, 7]);
    sound(&doc);
    let before = doc.write().unwrap();
    assert!(doc.move_vertices(|_, _| [f32::NAN; 3]).is_err());
    assert_eq!(doc.write().unwrap(), before, "a failed change is none");
}

#[test]
fn changed_uvs_touch_nothing_else() {
    let mut doc = open();
    doc.uvs.as_mut().unwrap().records[0] = encode_uv([0.5, 0.25]);
    doc.refresh(Change::Uvs).unwrap();
    assert_eq!(changed(&doc), [5]);
}

#[test]
fn changed_topology_takes_descriptors_batches_and_slots_along() {
    let mut doc = open();
    // The last batch loses its last face.
    doc.batches.records[9].index_count -= 3;
    let length = doc.indices.len() - 3;
    doc.indices.records.truncate(length);
    doc.refresh(Change::Topology).unwrap();
    assert_eq!(doc.triangles.as_ref().unwrap().len(), 59);
    assert_eq!(doc.slots.records[4].triangle_count, 11);
    let codes = codes_of(&doc.write().unwrap());
    assert_eq!(codes, ["msh.vertex.unused"], "its corner is used by nobody now");
    assert_eq!(changed(&doc), [2, 6, 7, 13]);
    // The same again, and nothing changes.
    let before = doc.write().unwrap();
    doc.refresh(Change::Topology).unwrap();
    assert_eq!(doc.write().unwrap(), before);
}

#[test]
fn refreshing_an_untouched_model_changes_nothing() {
    for change in Change::ALL {
        let mut doc = open();
        doc.refresh(change).unwrap();
        assert_eq!(doc.write().unwrap(), bytes(), "{change:?}");
    }
}

#[test]
fn the_matrix_names_what_each_change_touches() {
    let edited = |change: Change| {
        let rows = change.affects().iter().filter(|row| row.update == Update::Edited);
        rows.map(|row| row.resource).collect::<Vec<_>>()
    };
    let computed = |change: Change| {
        let rows = change.affects().iter().filter(|row| row.update == Update::Computed);
        rows.map(|row| row.resource).collect::<Vec<_>>()
    };
    assert_eq!(edited(Change::Vertices), [3]);
    assert_eq!(computed(Change::Vertices), [7, 2, 2]);
    assert_eq!(edited(Change::Uvs), [5]);
    assert_eq!(edited(Change::Topology), [6, 13]);
    assert_eq!(computed(Change::Topology), [13, 2, 7, 7, 2, 2]);
    assert_eq!(edited(Change::Assignment), [1]);
    assert_eq!(edited(Change::Names), [9, 10]);
    assert_eq!(edited(Change::Hierarchy), [1]);
    assert_eq!(edited(Change::Animation), [8, 19, 1]);
    assert_eq!(edited(Change::Slots), [2, 1, 13, 7]);
}

#[test]
fn renaming_touches_names_only() {
    let mut doc = open();
    doc.rename_node(1, b"gate").unwrap();
    assert_eq!(changed(&doc), [9]);
    assert_eq!(Model::read(&doc.write().unwrap()).unwrap().node_name(1), "gate");
    doc.set_label(1, b"").unwrap();
    doc.set_label(2, b"e_tur_").unwrap();
    assert_eq!(changed(&doc), [9, 10]);
    sound(&doc);
    assert!(doc.rename_node(3, b"x").is_err());
    assert!(doc.rename_node(0, &[b'x'; 32]).is_err());
    assert!(doc.set_label(0, b"a\0b").is_err());
}

#[test]
fn names_fall_back_to_labels_and_numbers() {
    let mut doc = open();
    doc.rename_node(0, b"").unwrap();
    doc.rename_node(1, b"").unwrap();
    let bytes = doc.write().unwrap();
    let model = Model::read(&bytes).unwrap();
    let names: Vec<_> = (0..3).map(|node| model.node_name(node)).collect();
    assert_eq!(names, ["node_0", "central_gun", "CP_m1o1"]);
}

#[test]
fn a_new_parent_moves_the_bounds() {
    let mut doc = open();
    doc.set_track(0, Track::still(Key { position: [100.0, 0.0, 0.0], ..Key::default() })).unwrap();
    assert_eq!(doc.header.aabb().min[0], 100.0);
    assert_eq!(changed(&doc), [2, 8]);
    sound(&doc);
    doc.set_parent(1, None).unwrap();
    assert_eq!(doc.header.aabb().min[0], 1.0, "the door stayed behind");
    assert_eq!(changed(&doc), [1, 2, 8]);
    sound(&doc);
    assert!(doc.set_parent(0, Some(0)).is_err());
    assert!(doc.set_parent(1, Some(2)).is_err(), "node 2 is below node 1");
    assert!(doc.set_parent(1, Some(9)).is_err());
    assert!(doc.set_parent(9, None).is_err());
}

#[test]
fn new_keys_lay_the_tracks_out_again() {
    let mut doc = open();
    let mut keys = doc.tracks().unwrap()[1].keys.clone();
    keys.push(Key { time: 9.0, ..keys[2] });
    doc.set_track(1, Track { keys }).unwrap();
    assert_eq!(doc.frame_count, 10);
    assert_eq!(doc.nodes.records[2].fallback_key, 5);
    assert_eq!(changed(&doc), [1, 8, 19]);
    sound(&doc);
    // Still again: no map at all.
    let first = doc.tracks().unwrap()[1].keys[0];
    doc.set_track(1, Track::still(first)).unwrap();
    assert_eq!((doc.frame_count, doc.map.as_ref().unwrap().len()), (1, 0));
    sound(&doc);
    assert!(doc.set_track(3, Track::default()).is_err());
}

#[test]
fn keys_of_several_nodes_change_at_once_and_stored_bounds_stay() {
    let mut doc = open();
    // Bounds that nobody works out so.
    doc.header.sphere.radius += 1.0;
    let stored = doc.header;
    let still = doc.tracks().unwrap()[0].keys[0];
    let mut keys = doc.tracks().unwrap()[1].keys.clone();
    keys.remove(1);
    let moving =
        Track { keys: vec![still, Key { time: 12.0, position: [1.0, 2.0, 3.0], ..still }] };
    doc.change_tracks([(1, Track { keys: keys.clone() }), (0, moving.clone())]).unwrap();
    let tracks = doc.tracks().unwrap();
    assert_eq!((&tracks[0], &tracks[1].keys), (&moving, &keys));
    assert_eq!(doc.frame_count, 13);
    assert_eq!(doc.header.write(), stored.write(), "the first frame is the same");
    let wrong = |doc: &mut ModelDoc| doc.change_tracks([(99, Track::default())]).is_err();
    let before = doc.write().unwrap();
    assert!(wrong(&mut doc));
    assert!(doc.change_tracks([(1, Track { keys: Vec::new() })]).is_err(), "a node has a key");
    assert_eq!(doc.write().unwrap(), before, "a failed change is none");
    let away = Key { position: [50.0, 0.0, 0.0], ..still };
    doc.change_tracks([(0, Track::still(away))]).unwrap();
    assert_ne!(doc.header.write(), stored.write(), "the first frame is another");
}

#[test]
fn slots_come_and_go() {
    let mut doc = open();
    let slot = doc.add_slot(1, 0, 1, &cuboid([1.0, 4.0, 2.0])).unwrap();
    assert_eq!((slot, doc.slots.len(), doc.batches.len()), (5, 6, 12));
    sound(&doc);
    doc.remove_slot(slot).unwrap();
    assert_eq!(doc.write().unwrap(), bytes(), "in and out again leaves nothing behind");
    // From the middle: everything behind it moves up.
    let mut doc = open();
    let door = doc.mesh(3).unwrap();
    doc.remove_slot(1).unwrap();
    assert_eq!((doc.slots.len(), doc.positions.len(), doc.indices.len()), (4, 96, 144));
    assert_eq!(doc.nodes.records[0].slots[..6], [0, NONE, NONE, NONE, NONE, 1]);
    assert_eq!(doc.nodes.records[1].slots[0], 2);
    assert_eq!(doc.mesh(2).unwrap(), door);
    sound(&doc);
    assert!(doc.remove_slot(4).is_err());
}

#[test]
fn a_replaced_slot_keeps_its_users() {
    let mut doc = open();
    let small = cuboid([2.0, 2.0, 2.0]);
    doc.replace_slot(0, &small).unwrap();
    assert_eq!(doc.nodes.records[0].slots[0], 0);
    let mesh = doc.mesh(0).unwrap();
    assert_eq!(Mesh { bounds: None, ..mesh }, small);
    let codes = codes_of(&doc.write().unwrap());
    assert_eq!(codes, [""; 0]);
}

#[test]
fn slots_that_share_batches_keep_them() {
    let mut doc = open();
    doc.slots.records[1] = doc.slots.records[0];
    let batches = doc.batches.len();
    doc.remove_slot(1).unwrap();
    assert_eq!(doc.batches.len(), batches);
    // Two batches over the same indices cannot be parted by an edit; a rebuild can.
    let mut doc = open();
    doc.batches.records[2].index_start = doc.batches.records[4].index_start;
    doc.batches.records[2].base_vertex = doc.batches.records[4].base_vertex;
    assert!(doc.remove_slot(0).is_err());
    doc = doc.canonical().unwrap();
    doc.remove_slot(0).unwrap();
    sound(&doc);
}

#[test]
fn assigning_slots_checks_cell_and_slot() {
    let mut doc = open();
    doc.assign_slot(1, 2, 3, Some(3)).unwrap();
    assert_eq!(doc.nodes.records[1].slots[13], 3);
    assert_eq!(changed(&doc), [1]);
    assert!(doc.assign_slot(1, 0, 5, Some(3)).is_err());
    assert!(doc.assign_slot(1, 3, 0, Some(3)).is_err());
    assert!(doc.assign_slot(1, 0, 0, Some(5)).is_err());
    assert!(doc.assign_slot(3, 0, 0, None).is_err());
}

#[test]
fn attributes_follow_changed_resources_only() {
    let odd = edited(&bytes(), |editor| {
        editor.set_attr2(entry(editor, 1), 42).unwrap();
        editor.set_attr2(entry(editor, 4), 43).unwrap();
        editor.set_attr1(entry(editor, 4), 7).unwrap();
        editor.add(NewEntry::new(99, "odd").unwrap().attributes(1, 2, 3), vec![5; 3]).unwrap();
    });
    let mut doc = ModelDoc::open(&odd).unwrap();
    doc.add_slot(1, 0, 1, &cuboid([1.0, 4.0, 2.0])).unwrap();
    let written = doc.write().unwrap();
    let model = Model::read(&written).unwrap();
    let attributes = |id: u32| model.place(id).unwrap().attributes;
    assert_eq!(attributes(1).attr2, 42, "unknown: kept");
    assert_eq!(attributes(4), resource::Attributes { attr1: 144, attr2: 0, attr3: 4 });
    assert_eq!(attributes(2).attr1, 6);
    let archive = Archive::read(&written).unwrap();
    let other = archive.find(b"odd").unwrap();
    let record = other.record();
    assert_eq!((record.attr1, record.attr2, record.attr3), (1, 2, 3));
    assert_eq!(other.payload().unwrap(), [5; 3]);
}

/// Every table gets a record more; the directory counts them, and states sizes and frames.
#[test]
fn attributes_of_every_table_follow_its_records() {
    fn grow<T: Clone>(records: &mut Vec<T>) {
        let last = records.last().cloned();
        records.extend(last);
    }
    let odd = edited(&bytes(), |editor| {
        editor.set_attr2(entry(editor, resource::NODES), 42).unwrap();
        editor.set_attr2(entry(editor, resource::KEYS), 43).unwrap();
    });
    let mut doc = ModelDoc::open(&odd).unwrap();
    grow(&mut doc.nodes.records);
    grow(&mut doc.slots.records);
    grow(&mut doc.positions.records);
    grow(&mut doc.normals.as_mut().unwrap().records);
    grow(&mut doc.uvs.as_mut().unwrap().records);
    grow(&mut doc.indices.records);
    grow(&mut doc.triangles.as_mut().unwrap().records);
    grow(&mut doc.keys.as_mut().unwrap().records);
    grow(&mut doc.names.as_mut().unwrap().records);
    grow(&mut doc.labels.as_mut().unwrap().records);
    grow(&mut doc.batches.records);
    grow(&mut doc.extra.as_mut().unwrap().records);
    grow(&mut doc.lightmap_uvs.as_mut().unwrap().records);
    grow(&mut doc.map.as_mut().unwrap().records);
    grow(&mut doc.paths.as_mut().unwrap().links);
    doc.tangents = Some(vec![Tangents::default(); 121].into());
    let written = doc.write().unwrap();
    let archive = Archive::read(&written).unwrap();
    let expected: [(u32, [u32; 3]); 16] = [
        (resource::NODES, [4, 42, 38]),
        (resource::SLOTS, [6, 0, 68]),
        (resource::POSITIONS, [121, 0, 12]),
        (resource::NORMALS, [121, 0, 4]),
        (resource::UVS, [121, 0, 4]),
        (resource::INDICES, [181, 0, 2]),
        (resource::TRIANGLES, [61, 0, 16]),
        (resource::KEYS, [6, 43, 4]),
        (resource::NAMES, [4, 0, 32]),
        (resource::LABELS, [4, 0, 0]),
        (resource::BATCHES, [11, 0, 20]),
        (resource::EXTRA, [121, 0, 8]),
        (resource::TANGENTS, [121, 0, 8]),
        (resource::PATHS, [2, 2, 0]),
        (resource::LIGHTMAP_UVS, [121, 0, 4]),
        (resource::MAP, [7, 6, 2]),
    ];
    for (table, attributes) in expected {
        let entry = archive.of_type(table.into(), 0).next().unwrap();
        let record = entry.record();
        assert_eq!([record.attr1, record.attr2, record.attr3], attributes, "table {table}");
    }
}

#[test]
fn resources_can_be_added_and_taken_out() {
    let mut doc = open();
    doc.lightmap_uvs = None;
    doc.tangents = Some(vec![Tangents::default(); doc.positions.len()].into());
    let written = doc.write().unwrap();
    let model = Model::read(&written).unwrap();
    assert!(model.lightmap_uvs.is_none());
    assert_eq!(model.tangents.unwrap().len(), 120);
    assert_eq!(model.place(16).unwrap().attributes.attr1, 120);
    let archive = model.archive();
    assert_eq!(archive.of_type(16.into(), 0).next().unwrap().name(), b"fr_test");
}

#[test]
fn a_builder_refuses_what_does_not_fit() {
    let refused = |change: &dyn Fn(&mut Blueprint)| {
        let mut plan = blueprint();
        change(&mut plan);
        plan.build().unwrap_err().to_string()
    };
    let text = refused(&|plan| plan.nodes[0].name = vec![b'n'; 32]);
    assert!(text.contains("at most 31"), "{text}");
    refused(&|plan| plan.nodes[0].parent = Some(3));
    refused(&|plan| plan.nodes[0].meshes[3] = Some(99));
    refused(&|plan| plan.meshes[0].parts[0].faces[0].corners[0] = 99);
    let text = refused(&|plan| plan.meshes[0].vertices[3].position[1] = f32::INFINITY);
    assert_eq!(text, "meshes[0].vertices[3]: its position is not made of finite numbers");
    let text = refused(&|plan| {
        let face = plan.meshes[0].parts[0].faces[0];
        plan.meshes[0].parts[0].faces = vec![face; 65_536];
    });
    assert_eq!(text, "meshes[0].triangles: 65544 records; a model can name at most 65,535");
    let mut plan = blueprint();
    assert!(plan.set_mesh(0, 0, 5, Mesh::default()).is_err());
    assert!(plan.set_mesh(0, 3, 0, Mesh::default()).is_err());
    assert!(plan.set_mesh(9, 0, 0, Mesh::default()).is_err());
}

#[test]
fn a_large_part_is_cut_into_batches() {
    let mut plan = Blueprint::new("large");
    let node = plan.add_node(PlainNode::new("n"));
    let corners: Vec<[f32; 3]> = (0..150_000u32)
        .map(|n| [(n / 3) as f32, f32::from(n % 3 == 1), f32::from(n % 3 == 2)])
        .collect();
    plan.set_mesh(node, 0, 0, Mesh::from_triangles(&corners, 7)).unwrap();
    let bytes = plan.build().unwrap().write().unwrap();
    assert_eq!(codes_of(&bytes), [""; 0]);
    let model = Model::read(&bytes).unwrap();
    assert_eq!(model.batches.len(), 3);
    assert_eq!(model.positions.len(), 150_000);
    let faces = (0..3).flat_map(|batch| model.batch_faces(batch));
    let positions: Vec<_> = faces.flatten().map(|v| model.positions.get(v).unwrap()).collect();
    assert_eq!(positions, corners);
}

#[test]
fn smooth_normals_lean_to_the_larger_face() {
    let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 3.0]];
    let vertices = positions.map(|position| Vertex { position, ..Vertex::default() }).to_vec();
    let mut mesh = Mesh::new(vertices, vec![[0, 1, 2].into(), [0, 2, 3].into()], 0);
    mesh.smooth_normals();
    assert_eq!(mesh.vertices[1].normal.xyz, [0, 0, 127]);
    assert_eq!(mesh.vertices[3].normal.xyz, [127, 0, 0]);
    let [x, _, z] = mesh.vertices[0].normal.xyz;
    assert_eq!(x, 3 * z);
}

/// A tower with a door and a lamp; a mast between them if asked for.
fn tower(has_mast: bool) -> Vec<u8> {
    let mut plan = Blueprint::new("fr_tower");
    let at = |time: f32| Key { time, position: [time, 0.0, 0.0], ..Key::default() };
    let moving = |times: &[f32]| Track { keys: times.iter().copied().map(at).collect() };
    let base = plan.add_node(PlainNode::new("base"));
    if has_mast {
        let mast = PlainNode::new("mast").below(base).with_track(moving(&[0.0, 1.0, 7.0]));
        let mast = plan.add_node(mast);
        plan.nodes[mast].label = b"e_tur_mast".to_vec();
    }
    let door = plan.add_node(PlainNode::new("door").below(base).with_track(moving(&[0.0, 2.0])));
    let lamp = plan.add_node(PlainNode::new("lamp").below(door));
    plan.nodes[lamp].label = b"central_lamp".to_vec();
    let mut leaf = cuboid([1.0, 4.0, 2.0]);
    leaf.parts[1].word = BatchWord::PORTAL;
    leaf.parts[1].portal = u16::try_from(lamp).unwrap();
    plan.set_mesh(door, 0, 0, leaf).unwrap();
    let place =
        |node: usize| PathNode { position: [0.0; 3], flags: 1, node: u32::try_from(node).unwrap() };
    plan.paths.nodes = vec![place(base), place(door)];
    plan.paths.links = vec![PathLink { a: 0, b: 1, unk_0x08: [u32::MAX; 8] }];
    plan.build().unwrap().write().unwrap()
}

#[test]
fn removing_a_node_renumbers_parents_names_labels_keys_frames_portals_and_places() {
    let mut doc = ModelDoc::open(&tower(true)).unwrap();
    doc.remove_node(1).unwrap();
    assert!(doc.write().unwrap() == tower(false));
}

#[test]
fn removing_the_last_node_removes_its_key() {
    let mut doc = open();
    let keys = doc.keys.as_ref().unwrap().len();
    doc.remove_node(2).unwrap();
    assert_eq!(doc.keys.as_ref().unwrap().len(), keys - 1);
    assert_eq!(codes_of(&doc.write().unwrap()), ["msh.slot.unused"]);
}

#[test]
fn removing_a_node_keeps_keys_and_frames_that_others_use() {
    let mut doc = ModelDoc::open(&tower(true)).unwrap();
    let mast = doc.nodes.records[1];
    doc.nodes.records[3].fallback_key = mast.fallback_key - 1;
    let keys = doc.keys.clone();
    doc.remove_node(1).unwrap();
    let (old, new) = (keys.unwrap().records, doc.keys.unwrap().records);
    assert_eq!(new.len(), old.len() - 2);
    let lamp = doc.nodes.records[2];
    assert_eq!(new[usize::from(lamp.fallback_key)], old[usize::from(mast.fallback_key) - 1]);
}

#[test]
fn a_node_that_something_refers_to_is_not_removed() {
    let before = tower(true);
    let mut doc = ModelDoc::open(&before).unwrap();
    let told = [
        (0, "nodes[0]: cannot be removed: nodes[1].parent and 2 more fields refer to it"),
        (2, "nodes[2]: cannot be removed: nodes[3].parent and 1 more field refer to it"),
        (3, "nodes[3]: cannot be removed: batches[1].portal refers to it"),
        (4, "nodes[4]: there are 4"),
    ];
    for (node, why) in told {
        let error = doc.remove_node(node).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
        assert!(doc.write().unwrap() == before);
    }
}

#[test]
fn a_node_is_removed_from_a_hostile_model_in_linear_time() {
    let mut doc = ModelDoc::open(&tower(true)).unwrap();
    let node = Node { parent: 0xFFFF, map_start: 0, fallback_key: 6, ..Node::default() };
    doc.nodes.records = vec![node; 60_000];
    doc.frame_count = 60_000;
    doc.map.as_mut().unwrap().records = vec![0; 60_000];
    doc.batches.iter_mut().for_each(|batch| batch.portal = 0xFFFF);
    doc.remove_node(30_000).unwrap();
    assert_eq!(doc.nodes.len(), 59_999);
}
