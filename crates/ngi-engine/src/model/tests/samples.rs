//! Small models, and patches that break them.

use ngi_formats::msh::{
    Blueprint, Key, Mesh, Model, PlainNode, QuaternionOrder, Track, encode_quaternion,
};
use ngi_formats::{Findings, Mode};

/// A key that turns about z by `degrees`, in the engine's sense.
pub fn key(position: [f32; 3], time: f32, degrees: f32) -> Key {
    let half = degrees.to_radians() / 2.0;
    let rotation = [half.cos(), 0.0, 0.0, half.sin()];
    Key { position, time, rotation: encode_quaternion(rotation, QuaternionOrder::Wxyz) }
}

/// A still base at (10, 0, 0), and below it an arm with three keys at 0, 2 and 3: it moves along x
/// and turns by 90°, then moves along y. Four frames; the arm's keys are 1, 2 and 3.
pub fn crane() -> Vec<u8> {
    let mut plan = Blueprint::new("crane");
    let base = Track::still(key([10.0, 0.0, 0.0], 0.0, 0.0));
    let base = plan.add_node(PlainNode::new("base").with_track(base));
    let keys = vec![
        key([0.0, 0.0, 0.0], 0.0, 0.0),
        key([4.0, 0.0, 0.0], 2.0, 90.0),
        key([4.0, 6.0, 0.0], 3.0, 90.0),
    ];
    plan.add_node(PlainNode::new("arm").below(base).with_track(Track { keys }));
    written(&plan)
}

pub fn written(plan: &Blueprint) -> Vec<u8> {
    plan.build().unwrap().write().unwrap()
}

pub fn tolerant(bytes: &[u8]) -> Model<'_> {
    Model::read_tolerant(bytes, &mut Findings::new(Mode::Tolerant, false)).unwrap()
}

/// Overwrites bytes of a resource.
pub fn patch(bytes: &mut [u8], resource: u32, at: usize, new: &[u8]) {
    let offset = tolerant(bytes).place(resource).unwrap().offset + at;
    bytes[offset..offset + new.len()].copy_from_slice(new);
}

/// A square of side 2 around (x, 0, z), facing −y: two triangles.
pub fn square(x: f32, z: f32, material: u8) -> Mesh {
    let [a, b, c, d] =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[dx, dz]| [x + dx, 0.0, z + dz]);
    Mesh::from_triangles(&[a, b, c, a, c, d], material)
}
