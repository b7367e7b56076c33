//! What holds for any bytes and any model.

use proptest::prelude::*;

use super::super::*;
use super::samples::{bytes, findings};
use crate::{Findings, Mode};

/// Everything that can be asked of bytes; nothing may panic.
fn exercise(bytes: &[u8]) {
    let _ = locate(bytes);
    let _ = MeshKind::of_bytes(bytes);
    let _ = findings(bytes);
    let mut noted = Findings::new(Mode::Tolerant, false);
    let Ok(model) = Model::read_tolerant(bytes, &mut noted) else {
        assert!(ModelDoc::open(bytes).is_err());
        return;
    };
    let sound = noted.first_error().is_none();
    assert_eq!(Model::read(bytes).is_ok(), sound);
    walk(&model, sound);
    let doc = ModelDoc::open(bytes).unwrap();
    assert_eq!(doc.write().unwrap(), bytes);
    if let Ok(rebuilt) = doc.canonical() {
        let rebuilt = rebuilt.write().unwrap();
        let again = Model::read(&rebuilt).map(|model| ModelDoc::from_model(&model));
        // References in fields that are carried as they are, may still lead nowhere.
        if let Ok(again) = again {
            let parts = format!("{:?}", Blueprint::of(&doc).unwrap());
            assert_eq!(format!("{:?}", Blueprint::of(&again).unwrap()), parts);
        }
    }
}

fn walk(model: &Model<'_>, sound: bool) {
    for node in 0..model.nodes.len() {
        let _ = (model.node_name(node), model.label(node), model.rest_key(node));
        for cell in 0..16 {
            let Some(slot) = model.slot(node, cell / 5, cell % 5) else { continue };
            for (batch, record) in model.slot_batches(&slot) {
                let faces = model.batch_faces(batch);
                assert!(!sound || faces.len() == usize::from(record.index_count) / 3);
                for vertex in faces.flatten() {
                    assert!(model.positions.get(vertex).is_some());
                }
            }
        }
    }
    assert_eq!(pose::rest_pose(model).len(), model.nodes.len());
    let _ = straddling(model);
}

/// Places where a model's tables are worth breaking.
fn interesting() -> impl Strategy<Value = u8> {
    prop_oneof![Just(0u8), Just(1), Just(0x7F), Just(0x80), Just(0xFF), any::<u8>()]
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        exercise(&bytes);
    }

    #[test]
    fn no_broken_model_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), interesting()), 1..12)
    ) {
        let mut model = bytes();
        for (at, value) in changes {
            let at = at.index(model.len());
            model[at] = value;
        }
        exercise(&model);
    }

    #[test]
    fn no_edit_of_a_broken_model_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), interesting()), 1..6),
        slot in 0usize..6,
    ) {
        let mut model = bytes();
        for (at, value) in changes {
            let at = at.index(model.len());
            model[at] = value;
        }
        let Ok(doc) = ModelDoc::open(&model) else { return Ok(()) };
        for change in Change::ALL {
            let mut doc = doc.clone();
            if doc.refresh(change).is_err() {
                prop_assert_eq!(&doc.write().unwrap(), &model);
            }
        }
        let mut removed = doc.clone();
        if removed.remove_slot(slot).is_err() {
            prop_assert_eq!(removed.write().unwrap(), model);
        } else {
            removed.write().unwrap();
        }
        let mesh = Mesh::from_triangles(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 0);
        let mut replaced = doc.clone();
        let _ = replaced.replace_slot(slot, &mesh).and_then(|()| replaced.write());
        let mut parented = doc;
        let _ = parented.set_parent(0, Some(slot)).and_then(|()| parented.write());
    }
}

fn mesh() -> impl Strategy<Value = Mesh> {
    let corner = prop::array::uniform3((-50i8..50).prop_map(|n| f32::from(n) / 4.0));
    let triangle = prop::array::uniform3(corner);
    let flags = any::<u16>();
    let part = (prop::collection::vec((triangle, flags), 1..6), any::<u8>());
    prop::collection::vec(part, 1..4).prop_map(|parts| {
        let corners: Vec<[f32; 3]> =
            parts.iter().flat_map(|(faces, _)| faces.iter().flat_map(|(t, _)| *t)).collect();
        let mut mesh = Mesh::from_triangles(&corners, 0);
        let mut faces = mesh.parts.remove(0).faces.into_iter();
        for (part, material) in parts {
            let faces = part
                .iter()
                .zip(faces.by_ref())
                .map(|((_, flags), face)| Face { flags: TriangleFlags(*flags), ..face });
            mesh.parts.push(Part::new(material, faces.collect()));
        }
        mesh
    })
}

fn track() -> impl Strategy<Value = Track> {
    let rotation = prop_oneof![
        Just([32767, 0, 0, 0]),
        Just([0, 0, 32767, 0]),
        Just([23170, 0, 0, 23170]),
        Just([16384, -16383, 16384, -16383]),
    ];
    let position = prop::array::uniform3(-100.0f32..100.0);
    prop::collection::vec((position, rotation, 1u8..9), 1..6).prop_map(|keys| {
        let mut time = 0.0;
        let keys = keys.into_iter().map(|(position, rotation, step)| {
            let key = Key { position, rotation, time };
            time += f32::from(step);
            key
        });
        Track { keys: keys.collect() }
    })
}

prop_compose! {
    fn plan()(
        nodes in prop::collection::vec(
            ("[a-z]{0,12}", "[a-z_]{0,9}", any::<prop::sample::Index>(), track(),
             prop::collection::vec(mesh(), 0..4)),
            1..6,
        ),
        seed in any::<u32>(),
    ) -> Blueprint {
        let mut plan = Blueprint::new("any");
        plan.nodes_attr2 = seed;
        plan.paths.nodes.push(PathNode { position: [0.0; 3], flags: seed, node: 0 });
        for (index, (name, label, parent, track, meshes)) in nodes.into_iter().enumerate() {
            let mut node = PlainNode::new(name);
            node.label = label.into_bytes();
            node.parent = (index > 0).then(|| parent.index(index));
            node.track = track;
            let node = plan.add_node(node);
            for (level, mesh) in meshes.into_iter().enumerate() {
                plan.set_mesh(node, level / 3, level % 3, mesh).unwrap();
            }
        }
        plan
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_model_is_built_sound_and_comes_apart_again(plan in plan()) {
        let bytes = plan.build().unwrap().write().unwrap();
        let found = findings(&bytes);
        prop_assert!(found.is_empty(), "{:?}", found.list());
        let doc = ModelDoc::open(&bytes).unwrap();
        prop_assert_eq!(&doc.write().unwrap(), &bytes);
        prop_assert_eq!(&doc.canonical().unwrap().write().unwrap(), &bytes);
        let mut parts = Blueprint::of(&doc).unwrap();
        parts.forget_bounds();
        prop_assert_eq!(parts, plan);
    }
}
