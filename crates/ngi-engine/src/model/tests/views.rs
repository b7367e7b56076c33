//! Portals.

use ngi_formats::msh::{BatchWord, Blueprint, Mesh, Model, NodeFlags, PlainNode, Track};

use super::samples::{key, written};
use crate::model::portals::{Eye, PortalKind, Visible, visible};
use crate::model::{Instance, Moment, RootTranslation, Skeleton, Transform};

#[test]
fn kinds_of_portals() {
    let kind = |word| PortalKind::of(BatchWord(word));
    assert_eq!(kind(0x100), None);
    assert_eq!(kind(0x108), Some(PortalKind::Gate));
    assert_eq!(kind(0x118), Some(PortalKind::Sign));
    assert_eq!(kind(0x148), Some(PortalKind::Unseen));
}

#[test]
fn alpha_by_distance() {
    // A field of view of 1.3: gates from 75 to 95, signs from 2² to 6².
    let gate = |distance| PortalKind::Gate.alpha(distance, 1.3);
    assert_eq!([0.0, 74.9].map(gate), [0.0; 2]);
    assert!((gate(85.0) - 0.5).abs() < 1e-5);
    assert_eq!([95.1, 1e9].map(gate), [1.0; 2]);
    // A narrower view looks further.
    assert_eq!(PortalKind::Gate.alpha(100.0, 0.65), 0.0);
    let sign = |distance| PortalKind::Sign.alpha(distance, 1.3);
    assert_eq!([0.0, 3.9, 36.1].map(sign), [0.0, 0.0, 1.0]);
    assert!((sign(16.0) - 0.5).abs() < 1e-5);
    assert_eq!(PortalKind::Unseen.alpha(1e9, 1.3), 0.0);
    for (distance, fov) in [(f32::NAN, 1.0), (1.0, f32::NAN), (1.0, 0.0), (f32::INFINITY, 0.0)] {
        assert!((0.0..=1.0).contains(&PortalKind::Gate.alpha(distance, fov)));
    }
}

/// A room of side 10 around its node, with portals (flags and the node beyond) as quads at +x.
fn room(portals: &[(u32, u16)]) -> Mesh {
    let [a, b] = [[-5.0, -5.0, -5.0], [5.0, 5.0, 5.0]];
    let mut mesh = Mesh::from_triangles(&[a, b, [5.0, -5.0, 5.0]], 0);
    for &(word, beyond) in portals {
        let quad = Mesh::from_triangles(&[[5.0, 0.0, 0.0], [5.0, 1.0, 0.0], [5.0, 0.0, 1.0]], 1);
        let first = u32::try_from(mesh.vertices.len()).unwrap();
        mesh.vertices.extend(quad.vertices);
        let mut part = quad.parts[0].clone();
        part.word = BatchWord(word);
        part.portal = beyond;
        part.faces.iter_mut().for_each(|face| face.corners = face.corners.map(|c| c + first));
        mesh.parts.push(part);
    }
    mesh
}

const GATE: u32 = 0x108;
const UNSEEN: u32 = 0x148;

/// 0 outside, 1 and 3 rooms in a row at x = 20 and 40, 2 a lamp in room 1, 4 a room that nothing
/// leads to, 5 a stray node. From outside a gate leads to room 1, from there an opening to 3.
fn building() -> Vec<u8> {
    let mut plan = Blueprint::new("building");
    let mut add = |flags: u16, parent, x: f32, mesh: Option<Mesh>| {
        let track = Track::still(key([x, 0.0, 0.0], 0.0, 0.0));
        let node = PlainNode { flags: NodeFlags(flags), parent, ..PlainNode::new("node") };
        let node = plan.add_node(node.with_track(track));
        if let Some(mesh) = mesh {
            plan.set_mesh(node, 0, 0, mesh).unwrap();
        }
    };
    add(0x4, None, 0.0, Some(room(&[(GATE, 1)])));
    add(0x5, Some(0), 20.0, Some(room(&[(GATE, 0), (UNSEEN, 3)])));
    add(0x1, Some(1), 1.0, None);
    add(0x5, Some(0), 40.0, Some(room(&[(UNSEEN, 1)])));
    add(0x5, Some(0), 60.0, Some(room(&[])));
    add(0x0, None, 0.0, None);
    written(&plan)
}

fn seen(eye: [f32; 3]) -> Visible {
    let bytes = building();
    let model = Model::read(&bytes).unwrap();
    let skeleton = Skeleton::new(&model);
    let mut pose = vec![Transform::IDENTITY; skeleton.len()];
    skeleton.pose(Moment::Rest, RootTranslation::Keep, &mut pose).unwrap();
    let eye = Eye { position: eye, fov: 1.3, frustum: None };
    visible(&model, &Instance::whole(&model), &pose, &Transform::IDENTITY, &eye)
}

#[test]
fn from_outside_through_the_gate() {
    // 70 to the gate at x = 5: open. All rooms in a row, not the one nothing leads to.
    let near = seen([-65.0, 0.0, 0.0]);
    assert_eq!((near.nodes, near.cells, near.inside), (vec![0, 1, 2, 3, 5], vec![0, 1, 3], false));
    assert_eq!(near.portals[0].beyond, Some(1));
    assert_eq!(
        (near.portals[0].distance, near.portals[0].alpha, near.portals[0].open),
        (70.0, 0.0, true)
    );
    // 100 to the gate: shut.
    let far = seen([-95.0, 0.0, 0.0]);
    assert_eq!((far.nodes, far.portals.len()), (vec![0, 5], 1));
    assert_eq!((far.portals[0].alpha, far.portals[0].open), (1.0, false));
}

#[test]
fn from_inside_a_room() {
    let inside = seen([40.0, 0.0, 0.0]);
    assert!(inside.inside);
    assert_eq!(inside.cells, [3, 1, 0]);
    assert_eq!(inside.nodes, [0, 1, 2, 3, 5]);
    let alone = seen([60.0, 0.0, 0.0]);
    assert_eq!((alone.nodes, alone.inside), (vec![4], true));
    // Near, but in no room: as from outside.
    let between = seen([30.0, 0.0, 0.0]);
    assert_eq!((between.cells[0], between.inside), (0, false));
}

#[test]
fn what_the_camera_does_not_see_leads_nowhere() {
    let bytes = building();
    let model = Model::read(&bytes).unwrap();
    let pose = vec![Transform::IDENTITY; 6];
    // Looks away from all portals.
    let open = glam::Vec4::new(0.0, 0.0, 0.0, 1.0);
    let away = glam::Vec4::new(-1.0, 0.0, 0.0, 0.0);
    let frustum = crate::model::Frustum::from_planes([away, open, open, open, open, open]);
    let eye = Eye { position: [-65.0, 0.0, 0.0], fov: 1.3, frustum: Some(&frustum) };
    let instance = Instance::whole(&model);
    let seen = visible(&model, &instance, &pose, &Transform::IDENTITY, &eye);
    assert_eq!((seen.cells, seen.portals.len()), (vec![0], 0));
}
