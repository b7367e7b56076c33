//! Models: any bytes, any edits, any blueprint.

use ngi_formats::msh::{
    Blueprint, Change, Face, Key, Mesh, MeshKind, Model, ModelDoc, Part, PlainNode, Track, Vertex,
    check, encode_uv, locate, pose, read_strict, straddling,
};
use ngi_formats::{Findings, Mode};

use crate::Outcome;
use crate::nres::{both, edit_document};

/// Whatever the bytes are, they are read or refused, checked and walked without a panic, and
/// nothing leads outside a table.
pub fn read(input: &[u8]) -> Outcome {
    both(input, read_one)
}

fn read_one(input: &[u8]) -> Outcome {
    let _ = (MeshKind::of_bytes(input), locate(input));
    let mut strict = Findings::new(Mode::Strict, true);
    check(input, &mut strict);
    assert_eq!(strict.first_error().is_none(), read_strict(input).is_ok());
    let mut left_out = Findings::new(Mode::Tolerant, false);
    let Ok(model) = Model::read_tolerant(input, &mut left_out) else { return Outcome::Rejected };
    assert_eq!(left_out.first_error().is_none(), Model::read(input).is_ok());
    walk(&model);
    Outcome::Accepted
}

/// Follows every reference. A file may name the same geometry over and over, so nodes and slots
/// are walked apart.
fn walk(model: &Model<'_>) {
    for node in 0..model.nodes.len() {
        for cell in 0..15 {
            let _ = model.slot(node, cell / 5, cell % 5);
        }
        assert!(model.parent(node).is_none_or(|parent| parent < model.nodes.len()));
        let _ = model.rest_key(node);
        if let Some(block) = model.map_block(node) {
            assert_eq!(block.len() as u64, u64::from(model.frame_count));
        }
    }
    for slot in model.slots.iter() {
        assert!(model.slot_batches(&slot).count() <= model.batches.len());
        let last = model.slot_triangles(&slot).last();
        assert!(last.is_none_or(|last| model.triangles.is_some_and(|all| last < all.len())));
    }
    for batch in 0..model.batches.len().min(4096) {
        for vertex in model.batch_faces(batch).flatten() {
            assert!(model.positions.get(vertex).is_some(), "vertex {vertex}");
        }
    }
    assert_eq!(pose::rest_pose(model).len(), model.nodes.len());
    let _ = straddling(model);
}

/// Whatever reads, writes back to the same bytes; what can be rebuilt means the same.
pub fn round_trip(input: &[u8]) -> Outcome {
    both(input, round_trip_one)
}

fn round_trip_one(input: &[u8]) -> Outcome {
    let Ok(doc) = ModelDoc::open(input) else { return Outcome::Rejected };
    assert_eq!(doc.write().as_deref(), Ok(input));
    let mut same = doc.clone();
    assert!(same.follow(&doc, &[]).unwrap_or_default().is_empty(), "nothing changed");
    let mut mended = doc.clone();
    if mended.mend().is_ok() {
        assert!(mended.write().is_ok());
    }
    let Ok(rebuilt) = doc.canonical().and_then(|rebuilt| rebuilt.write()) else {
        return Outcome::Rejected;
    };
    if Model::read(&rebuilt).is_ok() {
        let again = ModelDoc::open(&rebuilt).and_then(|doc| doc.canonical()?.write());
        assert_eq!(again, Ok(rebuilt), "canonical stays canonical");
    }
    Outcome::Accepted
}

/// The first 32 bytes drive edits of the model behind them.
pub fn edit(input: &[u8]) -> Outcome {
    edit_document(input, ModelDoc::open, ModelDoc::write, apply)
}

fn apply(doc: &mut ModelDoc, [command, a, b, c]: [u8; 4]) -> ngi_formats::Result<()> {
    let (a, b, c) = (usize::from(a), usize::from(b), usize::from(c));
    let mesh = || Mesh::from_triangles(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 0);
    match command % 10 {
        0 => doc.remove_slot(a),
        1 => doc.replace_slot(a, &mesh()),
        2 => doc.add_slot(a, b % 4, c % 6, &mesh()).map(drop),
        3 => doc.assign_slot(a, b % 4, c % 6, c.checked_sub(1)),
        4 => doc.set_parent(a, b.checked_sub(1)),
        5 => doc.rename_node(a, &vec![b'n'; b % 40]),
        6 => doc.set_label(a, &vec![b'l'; b]),
        7 => doc.set_track(a, Track::default()),
        8 => doc.move_vertices(|_, [x, y, z]| [y, z, x + 1.0]),
        _ => match Change::ALL.get(a % Change::ALL.len()) {
            Some(&change) => doc.refresh(change),
            None => Ok(()),
        },
    }
}

/// Bytes as a blueprint: what is built breaks no rule and comes apart into the same parts.
pub fn build(input: &[u8]) -> Outcome {
    let plan = plan_of(input);
    let Ok(doc) = plan.build() else { return Outcome::Rejected };
    let Ok(bytes) = doc.write() else { return Outcome::Rejected };
    let mut findings = Findings::new(Mode::Strict, false);
    check(&bytes, &mut findings);
    // Normals are bytes of the input: they look anywhere.
    let mut broken = findings.list().iter().filter(|found| found.code.id != "msh.normal.stale");
    assert!(broken.next().is_none(), "{:?}", findings.list());
    let parts = ModelDoc::open(&bytes).and_then(|doc| Blueprint::of(&doc)).map(|mut parts| {
        parts.forget_bounds();
        parts
    });
    assert_eq!(parts, Ok(plan));
    Outcome::Accepted
}

/// Eight bytes make a node, or a face of the node before.
fn plan_of(input: &[u8]) -> Blueprint {
    let mut plan = Blueprint::new("fuzz");
    let mut corners: Vec<(usize, Vec<Vertex>)> = Vec::new();
    for [kind, values @ ..] in input.as_chunks::<8>().0.iter().take(512) {
        let value = values.map(|value| f32::from(value) / 8.0 - 16.0);
        let [x, y, z, a, b, c, d] = value;
        let last = plan.nodes.len();
        if let Some(node) = last.checked_sub(1)
            && kind % 4 != 0
        {
            let vertices = [[x, y, z], [a, b, z], [c, d, y]].map(|position| Vertex {
                position,
                uv: encode_uv([a, b]),
                ..Vertex::default()
            });
            match corners.last_mut().filter(|(owner, _)| *owner == node) {
                Some((_, faces)) => faces.extend(vertices),
                None => corners.push((node, vertices.to_vec())),
            }
            continue;
        }
        let mut node = PlainNode::new(format!("node_{last}"));
        node.parent = last.checked_sub(1 + usize::from(*kind) / 32);
        node.track.keys = (0..1 + kind / 16 % 4)
            .map(|n| Key { position: [x, y, z], time: f32::from(n) * 3.0, ..Key::default() })
            .collect();
        plan.add_node(node);
    }
    for (node, vertices) in corners {
        let count = u32::try_from(vertices.len()).unwrap_or(0);
        let faces = (0..count).step_by(3).map(|at| Face::from([at, at + 1, at + 2])).collect();
        let mesh = Mesh { vertices, parts: vec![Part::new(0, faces)], ..Mesh::default() };
        let _ = plan.set_mesh(node, 0, 0, mesh);
    }
    plan
}

fn model_seed() -> Vec<u8> {
    let commands: Vec<u8> = (0..160u8).map(|n| n.wrapping_mul(37)).collect();
    plan_of(&commands).build().and_then(|doc| doc.write()).unwrap_or_default()
}

/// Models that [`read`] and [`round_trip`] accept.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut lit = plan_of(&[0; 64]);
    lit.streams.lightmap_uvs = true;
    lit.streams.tangents = true;
    let lit = lit.build().and_then(|doc| doc.write()).unwrap_or_default();
    let empty = Blueprint::new("empty").build().and_then(|doc| doc.write()).unwrap_or_default();
    vec![model_seed(), lit, empty]
}

/// Edits of a model, all of them.
pub fn edit_seeds() -> Vec<Vec<u8>> {
    let commands = |from: u8| -> Vec<u8> { (0..8).flat_map(|n| [from + n, 0, 0, 0]).collect() };
    [0, 2, 8].iter().map(|&from| [commands(from), model_seed()].concat()).collect()
}

/// Bytes that [`build`] makes models of.
pub fn build_seeds() -> Vec<Vec<u8>> {
    vec![(0..=255).collect(), vec![0; 40], vec![0x55; 96]]
}
