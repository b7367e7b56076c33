//! Models made by hand for the other tests.

use super::super::*;
use crate::nres::{Archive, Editor, NewEntry, TypeId};
use crate::{Findings, Mode};

/// A box from (0, 0, 0) to (x, y, z): 24 vertices, 12 faces, in two parts.
pub fn cuboid([x, y, z]: [f32; 3]) -> Mesh {
    let p = |i: usize| [(i & 1) as f32 * x, (i >> 1 & 1) as f32 * y, (i >> 2 & 1) as f32 * z];
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let corners: Vec<[f32; 3]> =
        quads.iter().flat_map(|&[a, b, c, d]| [p(a), p(b), p(c), p(a), p(c), p(d)]).collect();
    let flat = Mesh::from_triangles(&corners, 0);
    // Two of the six vertices of a quad are the same: leave them out.
    let mut vertices = Vec::new();
    let mut faces = Vec::new();
    for (quad, six) in (0u32..).zip(flat.vertices.chunks(6)) {
        for (n, &at) in [0usize, 1, 2, 5].iter().enumerate() {
            let uv = encode_uv([n as f32 * 0.25, quad as f32 * 0.5]);
            vertices.push(Vertex { uv, ..six[at] });
        }
        let a = quad * 4;
        faces.extend([[a, a + 1, a + 2], [a, a + 2, a + 3]].map(Face::from));
    }
    let second = faces.split_off(4);
    Mesh { vertices, parts: vec![Part::new(0, faces), Part::new(3, second)], ..Mesh::default() }
}

fn key(position: [f32; 3], time: f32, rotation: [i16; 4]) -> Key {
    Key { position, time, rotation }
}

/// A model with most of what the format has: three nodes, one animated, two damage stages, a
/// cockpit, a portal, lightmaps, hallways, a label.
pub fn blueprint() -> Blueprint {
    let mut plan = Blueprint::new("fr_test");
    plan.streams.lightmap_uvs = true;
    let hull = plan.add_node(PlainNode::new("hull"));
    let spin = Track {
        keys: vec![
            key([1.0, 2.0, 3.0], 0.0, [32767, 0, 0, 0]),
            key([1.0, 2.0, 4.0], 2.0, [23170, 0, 0, 23170]),
            key([5.0, 5.0, 3.0], 5.0, [0, 0, 0, 32767]),
        ],
    };
    let door = plan.add_node(PlainNode::new("door").below(hull).with_track(spin));
    let cockpit = plan.add_node(PlainNode::new("CP_m1o1").below(door));
    plan.nodes[door].label = b"central_gun".to_vec();
    plan.nodes[cockpit].flags = NodeFlags::COCKPIT;
    plan.set_mesh(hull, 0, 0, cuboid([10.0, 10.0, 10.0])).unwrap();
    plan.set_mesh(hull, 0, 1, cuboid([10.0, 10.0, 10.0])).unwrap();
    plan.set_mesh(hull, 1, 0, cuboid([9.0, 9.0, 5.0])).unwrap();
    let mut leaf = cuboid([1.0, 4.0, 2.0]);
    leaf.parts[1].word = BatchWord::PORTAL | BatchWord::SEE_THROUGH;
    leaf.parts[1].portal = 0;
    leaf.parts[0].word = BatchWord::LIGHTMAPPED;
    leaf.parts[0].lightmap = 0;
    leaf.parts[0].faces[1].flags = TriangleFlags::DOOR;
    leaf.vertices[3].extra = [1, 2, 3, 4, 5, 6, 7, 8];
    leaf.vertices[2].lightmap_uv = LightmapUv { u: 1022, v: 0x9000 };
    leaf.unknown = [7, 0, u32::MAX];
    plan.set_mesh(door, 0, 0, leaf).unwrap();
    plan.set_mesh(cockpit, 0, 4, cuboid([100.0, 1.0, 1.0])).unwrap();
    let place = |x: f32, node: u32| PathNode { position: [x, 0.0, 0.0], flags: 1, node };
    plan.paths.nodes = vec![place(0.0, 0), place(5.0, 1)];
    plan.paths.links = vec![PathLink { a: 0, b: 1, unk_0x08: [u32::MAX; 8] }];
    let probes = NewEntry::new(20, "fr_test").unwrap().attributes(2, 0, 48);
    plan.others.push((probes, vec![0xAB; 96]));
    plan
}

/// The bytes of [`blueprint`].
pub fn bytes() -> Vec<u8> {
    blueprint().build().unwrap().write().unwrap()
}

/// A plain static model of one node.
pub fn plain() -> Vec<u8> {
    let mut plan = Blueprint::new("s_box");
    let node = plan.add_node(PlainNode::new("box"));
    plan.set_mesh(node, 0, 0, cuboid([1.0, 2.0, 3.0])).unwrap();
    plan.build().unwrap().write().unwrap()
}

/// All findings of a check with every rule on.
pub fn findings(bytes: &[u8]) -> Findings {
    let mut findings = Findings::new(Mode::Strict, true);
    check(bytes, &mut findings);
    crate::tables::tests::assert_fields(bytes, &findings, "msh.");
    findings
}

/// The codes found, each once, in order.
pub fn codes_of(bytes: &[u8]) -> Vec<&'static str> {
    let mut codes: Vec<_> = findings(bytes).list().iter().map(|finding| finding.code.id).collect();
    codes.dedup();
    codes
}

/// Changes the container of a model or a landscape.
pub fn edited(bytes: &[u8], change: impl FnOnce(&mut Editor<'_>)) -> Vec<u8> {
    let archive = Archive::read(bytes).unwrap();
    let mut editor = Editor::open(&archive);
    change(&mut editor);
    editor.write().unwrap()
}

/// The directory index of a resource.
pub fn entry(editor: &Editor<'_>, type_id: u32) -> usize {
    editor.records().iter().position(|record| record.type_id == TypeId(type_id)).unwrap()
}

/// Changes the payload of one resource, attributes left alone.
pub fn payload(bytes: &[u8], type_id: u32, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    edited(bytes, |editor| {
        let index = entry(editor, type_id);
        let mut payload = editor.payload(index).unwrap().to_vec();
        change(&mut payload);
        editor.replace(index, payload).unwrap();
    })
}

/// Changes one record of a resource.
pub fn record<T: Record>(
    bytes: &[u8],
    type_id: u32,
    index: usize,
    change: impl FnOnce(&mut T),
) -> Vec<u8> {
    let head = if type_id == resource::SLOTS { 140 } else { 0 };
    payload(bytes, type_id, |payload| {
        let at = head + index * T::SIZE;
        let mut value = Stream::<T>::new(&payload[at..]).get(0).unwrap();
        change(&mut value);
        payload[at..at + T::SIZE].copy_from_slice(value.write().as_ref());
    })
}
