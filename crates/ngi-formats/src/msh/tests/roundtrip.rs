//! Whatever reads, writes back; whatever is rebuilt, means the same.

use super::super::*;
use super::samples::{blueprint, bytes, codes_of, cuboid, edited, entry, payload, plain};
use crate::nres::{Archive, Editor, NewEntry};
use crate::{Findings, Mode};

fn same(bytes: &[u8]) {
    let doc = ModelDoc::open(bytes).unwrap();
    assert_eq!(doc.write().unwrap(), bytes);
}

#[test]
fn what_we_build_breaks_no_rule() {
    assert_eq!(codes_of(&bytes()), [""; 0]);
    assert_eq!(codes_of(&plain()), [""; 0]);
    let empty = Blueprint::new("nothing").build().unwrap().write().unwrap();
    assert_eq!(codes_of(&empty), [""; 0]);
}

#[test]
fn building_is_deterministic() {
    assert_eq!(bytes(), bytes());
}

#[test]
fn untouched_models_write_back() {
    same(&bytes());
    same(&plain());
}

#[test]
fn gaps_junk_and_odd_attributes_stay() {
    let mut model = edited(&bytes(), |editor| {
        editor.set_attr2(entry(editor, 3), 77).unwrap();
        editor.set_attr1(entry(editor, 6), 1).unwrap();
        editor.set_attr3(entry(editor, 8), 99).unwrap();
        editor.add(NewEntry::new(99, "odd").unwrap().attributes(1, 2, 3), vec![9; 13]).unwrap();
        editor.add(NewEntry::new(3, "again").unwrap(), vec![1; 5]).unwrap();
    });
    same(&model);
    // Padding that is not zero: the byte after the odd entry's 13.
    let archive = Archive::read(&model).unwrap();
    let odd = archive.find(b"odd").unwrap();
    let at = odd.record().offset as usize + 13;
    model[at] = 0x55;
    same(&model);
    let doc = ModelDoc::open(&model).unwrap();
    let others: Vec<_> = doc.others().map(|(_, type_id, bytes)| (type_id.0, bytes.len())).collect();
    assert_eq!(others, [(99, 13)]);
}

#[test]
fn broken_tables_write_back() {
    for type_id in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 17, 18, 19, 20] {
        let model = payload(&bytes(), type_id, |payload| payload.extend([1, 2, 3]));
        same(&model);
        let model = payload(&bytes(), type_id, |payload| {
            let keep = if type_id == 2 { 141 } else { payload.len() / 2 };
            payload.truncate(keep);
        });
        same(&model);
    }
}

#[test]
fn nan_positions_write_back() {
    same(&payload(&plain(), 3, |payload| payload[..4].copy_from_slice(&[1, 0, 0xA0, 0x7F])));
}

#[test]
fn nodes_of_24_bytes_are_kept_through() {
    let model = edited(&plain(), |editor| {
        let nodes = entry(editor, 1);
        editor.replace(nodes, vec![7; 48]).unwrap();
        editor.set_attr1(nodes, 2).unwrap();
        editor.set_attr3(nodes, 24).unwrap();
    });
    let read = Model::read(&model).unwrap();
    assert_eq!(read.legacy_nodes.unwrap().len(), 2);
    assert!(read.nodes.is_empty());
    same(&model);
    let mut doc = ModelDoc::open(&model).unwrap();
    doc.legacy_nodes.as_mut().unwrap().push([9; 24]);
    let changed = doc.write().unwrap();
    let place = *Model::read(&changed).unwrap().place(1).unwrap();
    assert_eq!((place.attributes.attr1, place.attributes.attr3), (3, 24));
    assert!(Blueprint::of(&doc).is_err());
}

#[test]
fn tangents_are_read_and_kept() {
    let mut plan = blueprint();
    plan.streams.tangents = true;
    let model = plan.build().unwrap().write().unwrap();
    assert_eq!(codes_of(&model), [""; 0], "no rule objects to a supported resource");
    same(&model);
    assert_eq!(Model::read(&model).unwrap().tangents.unwrap().get(0), Some(Tangents::default()));
}

#[test]
fn a_model_inside_an_archive_is_found() {
    let mut editor = Editor::new();
    editor.add(NewEntry::new(*b"TEXT", "a.txt").unwrap(), b"hello".as_slice()).unwrap();
    let entry = NewEntry::new(*b"MESH", "S_BOX.MSH").unwrap().attributes(0, 0, 1);
    let model = plain();
    editor.add(entry, model.as_slice()).unwrap();
    editor.add(NewEntry::new(*b"MESH", "bad.msh").unwrap(), b"NRes".as_slice()).unwrap();
    let outer = editor.write().unwrap();
    let found = locate(&outer).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].entry, Some(1));
    assert_eq!(found[0].bytes, model);
    assert_eq!(outer[found[0].offset..][..model.len()], model);
    // The nested model is edited and put back: only its own bytes change.
    let mut doc = ModelDoc::open(found[0].bytes).unwrap();
    let archive = Archive::read(&outer).unwrap();
    let mut editor = Editor::open(&archive);
    editor.replace(1, doc.write().unwrap()).unwrap();
    assert_eq!(editor.write().unwrap(), outer);
    doc.rename_node(0, b"crate").unwrap();
    editor.replace(1, doc.write().unwrap()).unwrap();
    let changed = editor.write().unwrap();
    let differ: Vec<usize> = (0..outer.len()).filter(|&at| outer[at] != changed[at]).collect();
    assert_eq!(changed.len(), outer.len());
    assert_eq!(differ.len(), 5, "box became crate");
    let direct = locate(&model).unwrap();
    assert_eq!((direct.len(), direct[0].entry), (1, None));
}

#[test]
fn kinds_are_told_by_their_resources() {
    let kind = |types: &[u32]| {
        let mut editor = Editor::new();
        for &id in types {
            editor.add(NewEntry::new(id, "Land").unwrap(), vec![]).unwrap();
        }
        MeshKind::of_bytes(&editor.write().unwrap())
    };
    assert_eq!(kind(&[1, 2, 3, 6, 13]), Some(MeshKind::Model));
    assert_eq!(kind(&[1, 2, 3, 11, 21]), Some(MeshKind::Landscape));
    assert_eq!(kind(&[6, 13, 11]), Some(MeshKind::Model));
    assert_eq!(kind(&[6, 11]), None);
    assert_eq!(kind(&[1, 2, 3]), None);
    assert_eq!(MeshKind::of_bytes(b"no archive"), None);
}

#[test]
fn every_truncation_is_an_error() {
    let model = bytes();
    for end in 0..model.len() {
        assert!(Model::read(&model[..end]).is_err(), "cut at {end}");
        assert!(ModelDoc::open(&model[..end]).is_err(), "cut at {end}");
    }
    // The same for each resource: cut anywhere, nothing panics, and half a record is said so.
    for type_id in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 17, 18, 19] {
        let archive = Archive::read(&model).unwrap();
        let whole = archive.of_type(type_id.into(), 0).next().unwrap().payload().unwrap().len();
        for end in 0..whole.min(200) {
            let cut = payload(&model, type_id, |payload| payload.truncate(end));
            let mut findings = Findings::new(Mode::Strict, true);
            check(&cut, &mut findings);
            assert!(!findings.is_empty(), "resource {type_id} cut at {end}");
            let _ = ModelDoc::open(&cut).map(|doc| doc.write());
        }
    }
}

#[test]
fn a_rebuilt_model_means_the_same() {
    let doc = ModelDoc::open(&bytes()).unwrap();
    let parts = Blueprint::of(&doc).unwrap();
    let rebuilt = doc.canonical().unwrap();
    let again = ModelDoc::open(&rebuilt.write().unwrap()).unwrap();
    assert_eq!(Blueprint::of(&again).unwrap(), parts);
    assert_eq!(rebuilt.write().unwrap(), bytes(), "what was canonical stays as it is");
}

#[test]
fn taking_apart_gives_what_was_put_together() {
    let plan = blueprint();
    let mut parts = Blueprint::of(&plan.build().unwrap()).unwrap();
    parts.forget_bounds();
    assert_eq!(parts, plan);
}

#[test]
fn a_rebuild_puts_a_scrambled_model_in_order() {
    // Resources in another order, unused vertices at the front, a gap in the indices.
    let mut doc = ModelDoc::open(&bytes()).unwrap();
    let before = Blueprint::of(&doc).unwrap();
    doc.positions.records.insert(0, [99.0; 3]);
    doc.normals.as_mut().unwrap().records.insert(0, Normal::default());
    doc.uvs.as_mut().unwrap().records.insert(0, Uv::default());
    doc.extra.as_mut().unwrap().records.insert(0, [9; 8]);
    doc.lightmap_uvs.as_mut().unwrap().records.insert(0, LightmapUv::default());
    doc.indices.records.splice(0..0, [0, 0, 0]);
    for batch in doc.batches.iter_mut() {
        batch.base_vertex += 1;
        batch.index_start += 3;
    }
    doc.triangles.as_mut().unwrap().records.insert(0, Triangle::default());
    for slot in doc.slots.iter_mut() {
        slot.triangle_start += 1;
    }
    doc.container_mut().sort(crate::nres::SortMode::new(4).unwrap());
    let scrambled = doc.write().unwrap();
    assert_ne!(codes_of(&scrambled), [""; 0]);
    let rebuilt = ModelDoc::open(&scrambled).unwrap().canonical().unwrap();
    let rebuilt = rebuilt.write().unwrap();
    assert_eq!(codes_of(&rebuilt), [""; 0]);
    assert_eq!(Blueprint::of(&ModelDoc::open(&rebuilt).unwrap()).unwrap(), before);
}

#[test]
fn a_model_from_nothing_has_the_usual_values_where_nobody_knows() {
    let mut plan = Blueprint::new("s_new");
    let node = plan.add_node(PlainNode::new("box"));
    plan.set_mesh(node, 0, 0, cuboid([1.0, 2.0, 3.0])).unwrap();
    let bytes = plan.build().unwrap().write().unwrap();
    let model = Model::read(&bytes).unwrap();
    assert!(model.archive().iter().all(|entry| entry.record().name.name() == b"s_new"));
    let attributes = |type_id| {
        let said = model.place(type_id).unwrap().attributes;
        [said.attr1, said.attr2, said.attr3]
    };
    assert_eq!(attributes(resource::NODES), [1, 0, 38]);
    assert_eq!(attributes(resource::NAMES), [1, 0, 32]);
    assert_eq!(attributes(resource::PATHS), [0, 0, 0]);
    let extra = model.place(resource::EXTRA).unwrap().payload;
    assert!(!extra.is_empty() && extra.iter().all(|byte| *byte == 0));
    let slot = model.slots.get(0).unwrap();
    assert_eq!((slot.area, slot.volume), (22.0, 6.0));
    assert_eq!([slot.unk_0x38, slot.unk_0x3c, slot.unk_0x40], [0; 3]);
    let aabb = Aabb { min: [0.0; 3], max: [1.0, 2.0, 3.0] };
    assert_eq!(model.header.aabb(), aabb);
}
