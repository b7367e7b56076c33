//! Models for tests.

use ngi_formats::msh::{
    BatchWord, Blueprint, Key, LightmapUv, Mesh, NodeFlags, PathLink, PathNode, PlainNode, Track,
    TriangleFlags, resource,
};
use ngi_formats::nres::{Archive, Editor, NewEntry};

/// A box from the origin, flat-shaded; its top has another material.
pub fn cuboid([x, y, z]: [f32; 3]) -> Mesh {
    let at = |bits: u8| {
        let side = |bit: u8, length: f32| if bits & bit == 0 { 0.0 } else { length };
        [side(1, x), side(2, y), side(4, z)]
    };
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let corners: Vec<[f32; 3]> =
        quads.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d].map(at)).collect();
    let mut mesh = Mesh::from_triangles(&corners, 0);
    let mut top = mesh.parts[0].clone();
    top.faces = mesh.parts[0].faces.split_off(10);
    top.material = 3;
    mesh.parts.push(top);
    mesh
}

/// One still node.
pub fn still() -> Vec<u8> {
    let mut plan = Blueprint::new("s_box_0_01");
    let node = plan.add_node(PlainNode::new("box"));
    plan.set_mesh(node, 0, 0, cuboid([1.0, 2.0, 3.0])).unwrap();
    plan.set_mesh(node, 0, 1, cuboid([1.0, 2.0, 3.0])).unwrap();
    plan.build().unwrap().write().unwrap()
}

/// One triangle.
pub fn flag() -> Vec<u8> {
    let mut plan = Blueprint::new("flag");
    let pole = plan.add_node(PlainNode::new("pole"));
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    plan.set_mesh(pole, 0, 0, Mesh::from_triangles(&corners, 0)).unwrap();
    plan.build().unwrap().write().unwrap()
}

/// A hull, a door that swings and slides, a cockpit below the door; damage, a portal, lightmaps,
/// hallways, tangents, light probes, a table of an unknown type.
pub fn rich_plan() -> Blueprint {
    let mut plan = Blueprint::new("fr_gate");
    plan.streams.lightmap_uvs = true;
    plan.streams.tangents = true;
    let hull = plan.add_node(PlainNode::new("hull"));
    let key = |position, time, rotation| Key { position, time, rotation };
    let swing = Track {
        keys: vec![
            key([1.0, 2.0, 3.0], 0.0, [32767, 0, 0, 0]),
            key([1.0, 2.0, 4.0], 2.0, [23170, 0, 0, 23170]),
            key([5.0, 5.0, 3.0], 4.0, [0, 0, 0, 32767]),
        ],
    };
    let door = plan.add_node(PlainNode::new("door").below(hull).with_track(swing));
    let cockpit = plan.add_node(PlainNode::new("CP_m1o1").below(door));
    plan.nodes[hull].flags = NodeFlags::VITAL;
    plan.nodes[door].label = b"central_gun".to_vec();
    plan.nodes[cockpit].flags = NodeFlags::COCKPIT | NodeFlags(0x8000);
    plan.set_mesh(hull, 0, 0, cuboid([10.0, 10.0, 10.0])).unwrap();
    plan.set_mesh(hull, 0, 1, cuboid([10.0, 10.0, 10.0])).unwrap();
    plan.set_mesh(hull, 1, 0, cuboid([9.0, 9.0, 5.0])).unwrap();
    let mut leaf = cuboid([1.0, 4.0, 2.0]);
    leaf.parts[0].word = BatchWord::LIGHTMAPPED;
    leaf.parts[0].lightmap = 0;
    leaf.parts[0].faces[1].flags = TriangleFlags::DOOR;
    leaf.parts[1].word = BatchWord::PORTAL | BatchWord::SEE_THROUGH;
    leaf.parts[1].portal = 0;
    leaf.vertices[3].extra = [1, 2, 3, 4, 5, 6, 7, 8];
    leaf.vertices[2].lightmap_uv = LightmapUv { u: 1022, v: 0x9000 };
    leaf.vertices[2].tangents.tangent = [127, -128, 0, 1];
    leaf.unknown = [7, 0, u32::MAX];
    plan.set_mesh(door, 0, 0, leaf).unwrap();
    plan.set_mesh(cockpit, 0, 4, cuboid([100.0, 1.0, 1.0])).unwrap();
    let place = |x, node| PathNode { position: [x, 0.0, 0.0], flags: 1, node };
    plan.paths.nodes = vec![place(0.0, 0), place(5.0, 1)];
    plan.paths.links = vec![PathLink { a: 0, b: 1, unk_0x08: [u32::MAX; 8] }];
    let probes = NewEntry::new(20, "fr_gate").unwrap().attributes(2, 0, 48);
    plan.others.push((probes, vec![0xAB; 96]));
    let unknown = NewEntry::new(77, "extra").unwrap().attributes(1, 2, 3);
    plan.others.push((unknown, b"nobody knows".to_vec()));
    plan
}

/// The bytes of [`rich_plan`].
pub fn rich() -> Vec<u8> {
    rich_plan().build().unwrap().write().unwrap()
}

/// A model whose node records have 24 bytes.
pub fn legacy() -> Vec<u8> {
    change(&still(), |editor| {
        let nodes = place_of(editor, resource::NODES);
        editor.replace(nodes, (0..48).collect::<Vec<u8>>()).unwrap();
        editor.set_attr1(nodes, 2).unwrap();
        editor.set_attr3(nodes, 24).unwrap();
    })
}

/// Changes the archive of a model.
pub fn change(bytes: &[u8], change: impl FnOnce(&mut Editor<'_>)) -> Vec<u8> {
    let archive = Archive::read(bytes).unwrap();
    let mut editor = Editor::open(&archive);
    change(&mut editor);
    editor.write().unwrap()
}

/// Place of a resource in the directory.
pub fn place_of(editor: &Editor<'_>, type_id: u32) -> usize {
    editor.records().iter().position(|record| record.type_id.0 == type_id).unwrap()
}

/// Changes the payload of a resource.
pub fn payload(bytes: &[u8], type_id: u32, edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    change(bytes, |editor| {
        let place = place_of(editor, type_id);
        let mut payload = editor.payload(place).unwrap().to_vec();
        edit(&mut payload);
        editor.replace(place, payload).unwrap();
    })
}

/// An archive with models and one wear table.
pub fn library(models: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (name, bytes) in models {
        let kind = if name.ends_with(".msh") { *b"MESH" } else { *b"WEAR" };
        editor.add(NewEntry::new(kind, name).unwrap().attributes(0, 0, 1), bytes.clone()).unwrap();
    }
    editor.write().unwrap()
}
