//! Nodes of a model at a key: moved, turned, put at another time.

use glam::{Quat, Vec3};
use ngi_engine::model::Transform;
use ngi_formats::msh::{Key, Model};
use ngi_formats::{Findings, Mode};

/// Steps of a stored rotation.
const STEPS: f32 = 32767.0;

/// The keys of a node, and the one that is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeKeys {
    /// The node.
    pub node: usize,
    /// Numbers in the table of keys, and when each is, in frames.
    pub keys: Vec<(usize, f32)>,
    /// The one that is shown: its number in the table.
    pub shown: usize,
    /// Where it has the node, relative to what it hangs on.
    pub position: [f32; 3],
    /// How it has it turned, as it is stored: w, x, y, z.
    pub rotation: [i16; 4],
}

impl NodeKeys {
    /// The keys of a node of a model, with the one at or before a frame; `None` where it has none.
    pub fn of(bytes: &[u8], node: usize, frame: f32) -> Option<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let model = Model::read_tolerant(bytes, &mut findings).ok()?;
        let table = model.keys?;
        let last = usize::from(model.nodes.get(node)?.fallback_key);
        let block = model.map_block(node);
        let first = block.and_then(|block| block.get(0)).map_or(last, usize::from).min(last);
        let keys: Vec<(usize, f32)> =
            (first..=last).filter_map(|key| Some((key, table.get(key)?.time))).collect();
        let before = keys.iter().rev().find(|(_, time)| *time <= frame + 0.01);
        let shown = before.or_else(|| keys.first()).map(|(key, _)| *key)?;
        let Key { position, rotation, .. } = table.get(shown)?;
        Some(Self { node, keys, shown, position, rotation })
    }

    /// The field that says where the key that is shown has it.
    pub fn field(&self) -> String {
        format!("keys[{}].position", self.shown)
    }

    /// The fields that put it somewhere else, relative to what it hangs on.
    pub fn placed(&self, [x, y, z]: [f32; 3]) -> Vec<(String, String)> {
        vec![(self.field(), format!("[{x},{y},{z}]"))]
    }

    /// The fields that move it by so much in the world.
    pub fn moved(&self, parent: &Transform, by: Vec3) -> Vec<(String, String)> {
        let by = parent.inverse().transform_vector3(by);
        self.placed((Vec3::from(self.position) + by).to_array())
    }

    /// The fields that turn it about an axis of the world.
    pub fn turned(&self, parent: &Transform, about: Vec3, angle: f32) -> Vec<(String, String)> {
        let (_, parent, _) = parent.to_scale_rotation_translation();
        let [w, x, y, z] = self.rotation.map(|part| f32::from(part) / STEPS);
        // Stored in the engine's sense, which is the other way round.
        let own = Quat::from_xyzw(x, y, z, w).conjugate();
        let turned = parent.inverse() * Quat::from_axis_angle(about, angle) * parent * own;
        let [x, y, z, w] = turned.normalize().conjugate().to_array();
        let said: Vec<String> = [w, x, y, z].map(|part| (part * STEPS).round().to_string()).into();
        vec![(format!("keys[{}].rotation", self.shown), format!("[{}]", said.join(",")))]
    }

    /// The fields that put a key at another frame, between those before and behind it.
    pub fn timed(&self, key: usize, frame: f32) -> Vec<(String, String)> {
        let at = self.keys.iter().position(|(own, _)| *own == key);
        let time = |at: Option<usize>| at.and_then(|at| self.keys.get(at)).map(|(_, time)| *time);
        let low = time(at.and_then(|at| at.checked_sub(1))).map_or(0.0, |time| time + 1.0);
        let high = time(at.map(|at| at + 1)).map_or(f32::MAX, |time| time - 1.0);
        if low > high {
            return Vec::new();
        }
        let frame = frame.round().clamp(low, high);
        vec![(format!("keys[{key}].time"), frame.to_string())]
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::msh::{Blueprint, PlainNode, Track};
    use ngi_verbs::format::{Subject, recognise};

    use super::*;

    fn crane() -> Vec<u8> {
        let mut plan = Blueprint::new("crane");
        let base = plan.add_node(PlainNode::new("base"));
        let key = |time: f32, x: f32| Key { time, position: [x, 0.0, 1.0], ..Key::default() };
        let keys = vec![key(0.0, 0.0), key(4.0, 1.0), key(9.0, 3.0)];
        plan.add_node(PlainNode::new("arm").below(base).with_track(Track { keys }));
        plan.build().unwrap().write().unwrap()
    }

    fn set(bytes: &[u8], fields: &[(String, String)]) -> Vec<u8> {
        let subject = Subject::file("crane.msh", bytes);
        let format = recognise(&subject).unwrap();
        ngi_verbs::set::change(format.document, &subject, fields).unwrap().bytes
    }

    #[test]
    fn the_key_at_a_frame_is_found_moved_and_timed() {
        let bytes = crane();
        let keys = NodeKeys::of(&bytes, 1, 5.0).unwrap();
        let times: Vec<f32> = keys.keys.iter().map(|(_, time)| *time).collect();
        assert_eq!(times, [0.0, 4.0, 9.0]);
        assert_eq!(keys.position, [1.0, 0.0, 1.0]);
        // What it hangs on is turned by a quarter: east of the world is its own south.
        let parent = Transform::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let after = set(&bytes, &keys.moved(&parent, Vec3::X));
        let [x, y, z] = NodeKeys::of(&after, 1, 5.0).unwrap().position;
        assert!((x - 1.0).abs() < 1e-6 && (y + 1.0).abs() < 1e-6 && z == 1.0, "{x} {y}");
        let after = set(&bytes, &keys.timed(keys.shown, 40.0));
        let times = NodeKeys::of(&after, 1, 0.0).unwrap().keys;
        assert_eq!(times.get(1).map(|(_, time)| *time), Some(8.0), "before the next one");
        assert!(NodeKeys::of(&bytes, 9, 0.0).is_none());
    }

    #[test]
    fn turning_by_a_quarter_four_times_is_nothing_about_any_axis() {
        let mut bytes = crane();
        let before = NodeKeys::of(&bytes, 1, 0.0).unwrap().rotation;
        let parent = Transform::from_rotation_z(0.7);
        for about in [Vec3::Z; 4].into_iter().chain([Vec3::X; 4]).chain([Vec3::Y; 4]) {
            let keys = NodeKeys::of(&bytes, 1, 0.0).unwrap();
            bytes = set(&bytes, &keys.turned(&parent, about, std::f32::consts::FRAC_PI_2));
        }
        let after = NodeKeys::of(&bytes, 1, 0.0).unwrap().rotation;
        let off = before.iter().zip(after).map(|(a, b)| (a.abs_diff(b.abs())).min(a.abs_diff(b)));
        assert!(off.max().unwrap() < 8, "{before:?} {after:?}");
        let once = NodeKeys::of(&crane(), 1, 0.0).unwrap();
        let turned =
            set(&crane(), &once.turned(&Transform::IDENTITY, Vec3::Z, std::f32::consts::PI));
        let [w, _, _, z] = NodeKeys::of(&turned, 1, 0.0).unwrap().rotation;
        assert!(w.abs() < 4 && z.abs() > 32_760, "half a turn about z: {w} {z}");
        let turned = set(&crane(), &once.turned(&Transform::IDENTITY, Vec3::X, 1.0));
        let [w, x, y, z] = NodeKeys::of(&turned, 1, 0.0).unwrap().rotation;
        let half = |part: f32| (part * STEPS).round();
        assert_eq!((f32::from(w), f32::from(x)), (half(0.5f32.cos()), -half(0.5f32.sin())));
        assert_eq!((y, z), (0, 0));
    }
}
