//! For every rule a model that breaks exactly it.

use super::super::*;
use super::samples::{blueprint, bytes, cuboid, edited, entry, findings, payload, plain, record};
use crate::nres::{ENTRY_SIZE, Editor, NewEntry, SortMode};
use crate::{Code, Findings, Level, Mode};

/// Changes the sample through its document, attributes included.
fn doc(change: impl FnOnce(&mut ModelDoc)) -> Vec<u8> {
    let mut doc = ModelDoc::open(&bytes()).unwrap();
    change(&mut doc);
    doc.write().unwrap()
}

fn node(index: usize, change: impl FnOnce(&mut Node)) -> Vec<u8> {
    record(&bytes(), 1, index, change)
}

fn slot(index: usize, change: impl FnOnce(&mut Slot)) -> Vec<u8> {
    record(&bytes(), 2, index, change)
}

fn batch(index: usize, change: impl FnOnce(&mut Batch)) -> Vec<u8> {
    record(&bytes(), 13, index, change)
}

fn triangle(index: usize, change: impl FnOnce(&mut Triangle)) -> Vec<u8> {
    record(&bytes(), 7, index, change)
}

fn key(index: usize, change: impl FnOnce(&mut Key)) -> Vec<u8> {
    record(&bytes(), 8, index, change)
}

fn attribute(change: impl FnOnce(&mut Editor<'_>, &dyn Fn(u32) -> usize)) -> Vec<u8> {
    edited(&bytes(), |editor| {
        let places: Vec<u32> = editor.records().iter().map(|record| record.type_id.0).collect();
        change(editor, &|id| places.iter().position(|&place| place == id).unwrap());
    })
}

/// Two triangles apart whose descriptors claim to be neighbours.
fn false_neighbours() -> Vec<u8> {
    let mut plan = Blueprint::new("apart");
    let node = plan.add_node(PlainNode::new("n"));
    let at = |x: f32| [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]];
    let corners = [at(0.0), at(9.0)].concat();
    plan.set_mesh(node, 0, 0, Mesh::from_triangles(&corners, 0)).unwrap();
    let mut doc = plan.build().unwrap();
    let triangles = doc.triangles.as_mut().unwrap();
    triangles.records[0].link(0, 1, 1);
    triangles.records[1].link(1, 0, 0);
    doc.write().unwrap()
}

/// Thousands of nodes that share one long block of frames.
fn shared_frames() -> Vec<u8> {
    let mut plan = Blueprint::new("many");
    let mut root = PlainNode::new("n");
    root.track.keys.push(Key { time: 999.0, ..Key::default() });
    plan.add_node(root);
    let mut doc = plan.build().unwrap();
    let node = doc.nodes.records[0];
    doc.nodes.records.resize(3000, node);
    doc.names.as_mut().unwrap().records.resize(3000, NodeName::default());
    doc.labels.as_mut().unwrap().records.resize(3000, Label::default());
    doc.write().unwrap()
}

/// Empty batches behind the others, too many to be named.
fn many_batches() -> Vec<u8> {
    doc(|doc| {
        let index_start = doc.indices.len() as u32;
        let empty = Batch {
            index_start,
            index_count: 0,
            portal: NONE,
            lightmap: 0xFF,
            word: BatchWord(0),
            ..doc.batches.records[0]
        };
        doc.batches.records.resize(65_536, empty);
    })
}

fn outside() -> Vec<u8> {
    let mut bytes = bytes();
    let place = *Model::read(&bytes).unwrap().place(5).unwrap();
    let directory = Model::read(&bytes).unwrap().archive().directory_offset();
    let at = directory + place.entry * ENTRY_SIZE + 56;
    bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    bytes
}

fn landscape() -> Vec<u8> {
    let mut editor = Editor::new();
    for id in [1, 2, 3, 11, 21] {
        editor.add(NewEntry::new(id, "Land").unwrap(), vec![]).unwrap();
    }
    editor.write().unwrap()
}

fn legacy() -> Vec<u8> {
    edited(&plain(), |editor| {
        let nodes = entry(editor, 1);
        editor.replace(nodes, vec![0; 24]).unwrap();
        editor.set_attr3(nodes, 24).unwrap();
    })
}

fn unused_vertex() -> Vec<u8> {
    doc(|doc| {
        doc.positions.push([0.0; 3]);
        doc.normals.as_mut().unwrap().push(Normal::default());
        doc.uvs.as_mut().unwrap().push(Uv::default());
        doc.extra.as_mut().unwrap().push([0; 8]);
        doc.lightmap_uvs.as_mut().unwrap().push(LightmapUv::default());
    })
}

const NAN: f32 = f32::NAN;

/// A rule and a model that breaks it.
fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let remove = |id: u32| attribute(|editor, at| editor.remove(at(id)).unwrap());
    vec![
        (&codes::KIND, landscape()),
        (&codes::RESOURCE_MISSING, remove(13)),
        (&codes::RESOURCE_RANGE, outside()),
        (&codes::RESOURCE_SIZE, payload(&bytes(), 5, |payload| payload.push(1))),
        (&codes::HEADER_SIZE, payload(&bytes(), 2, |payload| payload.truncate(139))),
        (&codes::RESOURCE_USUAL, remove(4)),
        (
            &codes::RESOURCE_DUPLICATE,
            attribute(|editor, _| {
                editor.add(NewEntry::new(20, "again").unwrap(), vec![]).unwrap();
            }),
        ),
        (&codes::RESOURCE_ATTR1, attribute(|editor, at| editor.set_attr1(at(3), 1).unwrap())),
        (&codes::RESOURCE_ATTR3, attribute(|editor, at| editor.set_attr3(at(8), 24).unwrap())),
        (&codes::RESOURCE_ATTR2, attribute(|editor, at| editor.set_attr2(at(6), 1).unwrap())),
        (&codes::RESOURCE_ORDER, attribute(|editor, _| editor.sort(SortMode::new(4).unwrap()))),
        (
            &codes::RESOURCE_UNKNOWN,
            attribute(|editor, _| {
                editor.add(NewEntry::new(99, "odd").unwrap(), vec![]).unwrap();
            }),
        ),
        (&codes::RESOURCE_LIMIT, many_batches()),
        (&codes::TABLE_OVERLAP, shared_frames()),
        (&codes::STREAM_SHORT, doc(|doc| doc.uvs.as_mut().unwrap().records.truncate(5))),
        (&codes::STREAM_LONG, doc(|doc| doc.uvs.as_mut().unwrap().push(Uv::default()))),
        (&codes::POSITION_NUMBER, doc(|doc| doc.positions.records[0][1] = NAN)),
        (&codes::NORMAL_LENGTH, doc(|doc| doc.normals.as_mut().unwrap().records[5].xyz = [0; 3])),
        (
            &codes::NORMAL_STALE,
            doc(|doc| {
                let normal = &mut doc.normals.as_mut().unwrap().records[5];
                normal.xyz = normal.xyz.map(|part| -part);
            }),
        ),
        (&codes::UV_STRADDLE, doc(|doc| doc.uvs.as_mut().unwrap().records[0].u = i16::MIN)),
        (&codes::VERTEX_UNUSED, unused_vertex()),
        (&codes::VERTEX_SHARED, node(1, |node| node.slots[1] = 1)),
        (&codes::NODE_SLOT, node(1, |node| node.slots[14] = 500)),
        (&codes::NODE_PARENT, node(1, |node| node.parent = 77)),
        (&codes::NODE_CYCLE, node(0, |node| node.parent = 0)),
        (&codes::NODE_MAP_RANGE, node(1, |node| node.map_start = 1)),
        (&codes::NODE_FALLBACK, node(2, |node| node.fallback_key = 50)),
        (
            &codes::NODE_ORDER,
            doc(|doc| (doc.nodes.records[1].parent, doc.nodes.records[2].parent) = (2, 0)),
        ),
        (&codes::NODE_STRIDE, legacy()),
        (&codes::NODE_STAGES, node(0, |node| (node.slots[5], node.slots[10]) = (NONE, 2))),
        (&codes::NODE_COCKPIT, node(2, |node| node.slots[0] = 4)),
        (&codes::NAME_COUNT, doc(|doc| doc.names.as_mut().unwrap().records.truncate(2))),
        (&codes::NAME_END, doc(|doc| doc.names.as_mut().unwrap().records[0].0 = [b'x'; 32])),
        (
            &codes::LABEL_RANGE,
            payload(&bytes(), 10, |payload| {
                let at = payload.len() - 4;
                payload[at] = 9;
            }),
        ),
        (&codes::LABEL_COUNT, payload(&bytes(), 10, |payload| payload.truncate(payload.len() - 4))),
        (&codes::LABEL_TAIL, payload(&bytes(), 10, |payload| payload.extend([0; 4]))),
        (&codes::LABEL_END, doc(|doc| doc.labels.as_mut().unwrap().records[1].end = b'!')),
        (&codes::SLOT_BATCH_RANGE, slot(4, |slot| slot.batch_count = 3)),
        (&codes::SLOT_TRIANGLE_RANGE, slot(4, |slot| slot.triangle_start = 49)),
        (&codes::SLOT_TRIANGLE_COUNT, slot(4, |slot| slot.triangle_count = 11)),
        (&codes::SLOT_NUMBER, slot(4, |slot| slot.aabb.min[0] = NAN)),
        (&codes::SLOT_BOX, slot(0, |slot| slot.aabb.max[0] = 9.0)),
        (&codes::SLOT_BOX_LOOSE, slot(1, |slot| (slot.aabb.max[0], slot.volume) = (11.0, 1100.0))),
        (&codes::SLOT_SPHERE, slot(0, |slot| slot.sphere.radius /= 2.0)),
        (&codes::SLOT_VOLUME, slot(0, |slot| slot.volume = 1.0)),
        (&codes::SLOT_SHARED, doc(|doc| doc.slots.records[1] = doc.slots.records[0])),
        (&codes::SLOT_UNUSED, node(0, |node| node.slots[1] = NONE)),
        (&codes::HEADER_NUMBER, doc(|doc| doc.header.sphere.radius = f32::INFINITY)),
        (&codes::HEADER_CORNERS, doc(|doc| doc.header.corners.swap(1, 2))),
        (&codes::HEADER_BOX, key(1, |key| key.position[0] = 1000.0)),
        (&codes::BATCH_INDEX_RANGE, batch(9, |batch| batch.index_start += 3)),
        (&codes::BATCH_VERTEX_RANGE, batch(9, |batch| batch.base_vertex = u32::MAX)),
        (&codes::BATCH_PORTAL, batch(7, |batch| batch.portal = 99)),
        (&codes::BATCH_INDEX_COUNT, batch(0, |batch| batch.index_count = 11)),
        (&codes::BATCH_VERTEX_COUNT, batch(0, |batch| batch.vertex_count += 1)),
        (
            &codes::BATCH_TILING,
            doc(|doc| {
                doc.indices.records.extend([0, 0, 0]);
                doc.triangles.as_mut().unwrap().push(Triangle::default());
            }),
        ),
        (&codes::BATCH_WORD, batch(0, |batch| batch.word.0 |= 0x1_0000)),
        (&codes::BATCH_PORTAL_FLAG, batch(0, |batch| batch.word = BatchWord::PORTAL)),
        (&codes::BATCH_LIGHTMAP_FLAG, batch(0, |batch| batch.lightmap = 2)),
        (&codes::BATCH_LIGHTMAP_UV, remove(18)),
        (&codes::INDEX_COUNT, doc(|doc| doc.indices.push(0))),
        (&codes::TRIANGLE_NEIGHBOUR, triangle(3, |triangle| triangle.neighbours[2] = 500)),
        (
            &codes::TRIANGLE_COUNT,
            doc(|doc| doc.triangles.as_mut().unwrap().push(Triangle::default())),
        ),
        (&codes::TRIANGLE_EDGE, false_neighbours()),
        (&codes::TRIANGLE_TWIN, triangle(0, |triangle| triangle.twins ^= 1)),
        (&codes::TRIANGLE_LENGTH, triangle(0, |triangle| triangle.normal = [0, 0, 100])),
        (
            &codes::TRIANGLE_WINDING,
            triangle(0, |triangle| triangle.normal = triangle.normal.map(|value| -value)),
        ),
        (&codes::KEY_NUMBER, key(4, |key| key.position[0] = NAN)),
        (&codes::KEY_ROTATION, key(4, |key| key.rotation = [0; 4])),
        (&codes::KEY_TIME, key(2, |key| key.time = 0.0)),
        (&codes::KEY_FRAME, key(4, |key| key.time = 0.5)),
        (&codes::KEY_RUNS, doc(|doc| doc.keys.as_mut().unwrap().push(Key::default()))),
        (&codes::MAP_WORD, record(&bytes(), 19, 5, |word: &mut u16| *word = 4)),
        (&codes::MAP_BLOCKS, doc(|doc| doc.map.as_mut().unwrap().push(3))),
        (&codes::MAP_FRAME, record(&bytes(), 19, 1, |word: &mut u16| *word = 2)),
        (
            &codes::MAP_FRAMES,
            doc(|doc| {
                doc.map.as_mut().unwrap().push(3);
                doc.frame_count = 7;
            }),
        ),
        (&codes::PATH_SIZE, attribute(|editor, at| editor.set_attr1(at(17), 5).unwrap())),
        (&codes::PATH_LINK, doc(|doc| doc.paths.as_mut().unwrap().links[0].a = 9)),
        (&codes::PATH_NODE, doc(|doc| doc.paths.as_mut().unwrap().nodes[1].node = 3)),
    ]
}

#[test]
fn each_rule_has_a_model_that_breaks_only_it() {
    let broken = broken();
    for code in CODES {
        assert!(broken.iter().any(|(tested, _)| tested == code), "nothing breaks {}", code.id);
    }
    for (code, model) in broken {
        // A rule of the shipped game is asked about among all of its kind; the others without.
        let mut findings = Findings::new(Mode::Strict, code.level == Level::Retail);
        check(&model, &mut findings);
        let mut found: Vec<_> = findings
            .list()
            .iter()
            .filter(|finding| finding.code.id.starts_with("msh."))
            .map(|finding| (finding.code.id, finding.field.as_str()))
            .collect();
        found.dedup_by_key(|(code, _)| *code);
        let ids: Vec<_> = found.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, [code.id], "{found:?}");
        let first = &findings.list()[findings.list().len() - 1];
        assert!(!first.message.is_empty());
        assert!(first.offset.is_none_or(|at| at <= model.len() as u64), "{}", first.field);
        // What the engine copes with is let pass in its mode.
        let mut tolerant = Findings::new(Mode::Tolerant, false);
        check(&model, &mut tolerant);
        assert_eq!(tolerant.count(code) > 0, code.level == Level::Always, "{}", code.id);
        // Reading fails on exactly the rules that it relies on.
        assert_eq!(Model::read(&model).is_err(), code.level == Level::Always, "{}", code.id);
    }
}

#[test]
fn codes_are_named_once_and_sorted_into_the_format() {
    let mut ids: Vec<_> = CODES.iter().map(|code| code.id).collect();
    assert!(ids.iter().all(|id| id.starts_with("msh.")));
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), CODES.len());
}

#[test]
fn every_rule_stands_in_the_documentation() {
    let page = include_str!("../../../../../docs/formats/msh.md");
    for code in CODES {
        let asked = match code.level {
            Level::Always => "always",
            Level::Strict => "strict",
            Level::Retail => "retail",
        };
        let Code { id, rule, severity, .. } = code;
        let row = format!("| `{id}` | {} | {asked} | {rule} |", severity.as_str());
        assert!(page.contains(&row), "{row}");
    }
}

/// What is missing from an empty list is missing where the list would begin.
#[test]
fn a_model_without_entries_says_where_they_would_be() {
    let mut model = plain();
    model[8..12].fill(0);
    let found = findings(&model);
    let finding = found.list().iter().find(|f| f.code.id == "msh.resource.missing").unwrap();
    assert_eq!((finding.field.as_str(), finding.offset), ("entries", Some(model.len() as u64)));
}

#[test]
fn offsets_point_at_the_field() {
    let model = batch(7, |batch| batch.portal = 0x1234);
    let found = findings(&model);
    let finding = found.list().iter().find(|f| f.code.id == "msh.batch.portal").unwrap();
    let at = finding.offset.unwrap() as usize;
    assert_eq!(finding.field, "batches[7].portal");
    assert_eq!(model[at..at + 2], [0x34, 0x12]);
    assert!(finding.message.contains("4660"), "{}", finding.message);
    let model = slot(2, |slot| slot.batch_count = 0x0102);
    let found = findings(&model);
    let finding = found.list().iter().find(|f| f.code.id == "msh.slot.batch-range").unwrap();
    let at = finding.offset.unwrap() as usize;
    assert_eq!(model[at..at + 2], [2, 1]);
}

#[test]
fn strict_reading_turns_errors_down_and_lets_warnings_pass() {
    assert!(read_strict(&bytes()).is_ok());
    assert!(read_strict(&key(2, |key| key.time = 0.0)).is_err());
    assert!(read_strict(&key(4, |key| key.rotation = [0; 4])).is_ok());
    let error = read_strict(&doc(|doc| doc.indices.push(0))).unwrap_err();
    assert_eq!(error.field, "indices");
}

fn tolerant(bytes: &[u8]) -> (Model<'_>, Vec<String>) {
    let mut findings = Findings::new(Mode::Tolerant, false);
    let model = Model::read_tolerant(bytes, &mut findings).unwrap();
    let fields = findings.list().iter().map(|finding| finding.field.clone()).collect();
    (model, fields)
}

#[test]
fn only_the_broken_range_is_left_out() {
    let broken = batch(2, |batch| batch.index_start = 10_000);
    let (model, left_out) = tolerant(&broken);
    assert_eq!(left_out, ["batches[2].index_count"]);
    let second = model.slots.get(1).unwrap();
    let batches: Vec<_> = model.slot_batches(&second).map(|(index, _)| index).collect();
    assert_eq!(batches, [3], "the other batch of the slot stays");
    assert_eq!(model.batch_faces(2).len(), 0);
    assert_eq!(model.batch_faces(3).len(), 8);

    let broken = batch(3, |batch| batch.base_vertex = u32::MAX);
    let (model, _) = tolerant(&broken);
    assert_eq!(model.batch_faces(3).len(), 0);
    assert!(model.batch_indices(3).is_empty());

    let broken = slot(1, |slot| slot.batch_start = 9);
    let (model, left_out) = tolerant(&broken);
    assert_eq!(left_out, ["slots[1].batch_count"]);
    assert_eq!(model.slot_batches(&model.slots.get(1).unwrap()).count(), 0);
    assert_eq!(model.slot_triangles(&model.slots.get(1).unwrap()), 12..24);

    let broken = node(1, |node| (node.slots[1], node.map_start) = (99, 3));
    let (model, left_out) = tolerant(&broken);
    assert_eq!(left_out, ["nodes[1].slots[1]", "nodes[1].map_start"]);
    assert_eq!(model.slot_index(1, 0, 1), None);
    assert_eq!(model.slot_index(1, 0, 0), Some(3));
    assert!(model.map_block(1).is_none());
    assert_eq!(model.rest_key(1), model.keys.unwrap().get(3), "without frames, the fallback");

    let broken = node(2, |node| node.fallback_key = 99);
    let (model, _) = tolerant(&broken);
    assert_eq!(model.fallback_key(2), None);
}

#[test]
fn circles_of_parents_are_cut_once() {
    let broken = doc(|doc| doc.nodes.records[0].parent = 2);
    let (model, left_out) = tolerant(&broken);
    assert_eq!(left_out.len(), 1);
    let mut seen = 0;
    let mut at = Some(0);
    while let Some(node) = at {
        seen += 1;
        assert!(seen < 10);
        at = model.parent(node);
    }
    assert_eq!(pose::rest_pose(&model).len(), 3);
}

#[test]
fn a_long_chain_of_parents_is_no_circle() {
    let mut plan = Blueprint::new("chain");
    for n in 0..65_535usize {
        let mut node = PlainNode::new("");
        node.parent = (n + 1 < 65_535).then_some(n + 1);
        plan.add_node(node);
    }
    let bytes = plan.build().unwrap().write().unwrap();
    let model = Model::read(&bytes).unwrap();
    assert_eq!(model.nodes.len(), 65_535);
    assert_eq!(pose::rest_pose(&model).len(), 65_535);
    plan.add_node(PlainNode::new("one too many"));
    assert!(plan.build().is_err());
}

#[test]
fn hostile_ranges_end_in_time() {
    // Every slot covers every batch, every batch every index.
    let model = doc(|doc| {
        let indices = doc.indices.len() as u32;
        let mut all = doc.batches.records[0];
        (all.index_start, all.index_count) = (0, (indices / 3 * 3) as u16);
        all.base_vertex = 0;
        doc.batches.records = vec![all; 60_000];
        let mut wide = doc.slots.records[0];
        (wide.batch_start, wide.batch_count) = (0, 60_000);
        doc.slots.records = vec![wide; 5000];
    });
    let found = findings(&model);
    assert!(found.count(&codes::TABLE_OVERLAP) > 0);
}

#[test]
fn uv_turns_are_counted_by_both_readings() {
    let mut plan = Blueprint::new("uv");
    let node = plan.add_node(PlainNode::new("n"));
    let mut mesh = cuboid([1.0; 3]);
    mesh.vertices[0].uv = Uv { u: -10, v: 0 };
    plan.set_mesh(node, 0, 0, mesh).unwrap();
    let bytes = plan.build().unwrap().write().unwrap();
    let found = straddling(&Model::read(&bytes).unwrap());
    assert_eq!((found.signed, found.unsigned), (0, 2));
    let bytes = blueprint().build().unwrap().write().unwrap();
    assert_eq!(straddling(&Model::read(&bytes).unwrap()), Straddle::default());
}
