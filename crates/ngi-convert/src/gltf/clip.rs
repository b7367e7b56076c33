//! Keys into one clip.
//!
//! Between two keys the engine goes in a straight line and turns the short way round, and so does
//! glTF's `LINEAR`: keys go over as they are. A frame map that is not the one its keys call for
//! shows other keys than glTF would; such a node is sampled frame by frame instead.

use gltf_json as gj;
use gltf_json::Index;
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::validation::Checked;
use ngi_engine::model::{Moment, Sample, Skeleton};
use ngi_formats::msh::{Blueprint, ModelDoc, Track, encode_tracks};

use super::axes::Turn;
use super::buffer::{Builder, Use};

/// A node's way through the clip: times in frames, with where it is then.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Motion {
    /// In frames, rising.
    pub times: Vec<f32>,
    /// In the game's axes.
    pub positions: Vec<[f32; 3]>,
    /// `w x y z`, right-handed, of length 1, in the game's axes.
    pub rotations: Vec<[f32; 4]>,
}

impl Motion {
    fn push(&mut self, time: f32, position: [f32; 3], rotation: [f32; 4]) {
        self.times.push(time);
        self.positions.push(position);
        self.rotations.push(rotation);
    }

    fn of_track(track: &Track) -> Self {
        let mut way = Self::default();
        for key in &track.keys {
            way.push(key.time, key.position, unit_rotation(key.rotation_right_handed()));
        }
        way
    }

    /// Frame by frame, and just before each frame where the engine jumps.
    fn sampled(skeleton: &Skeleton, node: usize) -> Self {
        let sample = |time: f32| {
            let sample = skeleton.sample(node, Moment::At(time)).unwrap_or(Sample::MISSING);
            (sample.position, unit_rotation(sample.rotation_right_handed()))
        };
        let mut way = Self::default();
        for frame in 0..skeleton.frame_count() {
            #[allow(clippy::cast_precision_loss)] // frames have 16 bits: the map has no more words
            let time = frame as f32;
            if frame > 0 {
                let before = (time - JUMP).max(0.0);
                let (left, right) = (sample(before), sample(time));
                if far(left, right) {
                    way.push(before, left.0, left.1);
                }
            }
            let (position, rotation) = sample(time);
            way.push(time, position, rotation);
        }
        way
    }
}

/// How long before a frame the engine's jump begins in a sampled clip, in frames.
const JUMP: f32 = 1.0 / 128.0;

fn far(a: ([f32; 3], [f32; 4]), b: ([f32; 3], [f32; 4])) -> bool {
    let apart = |a: &[f32], b: &[f32]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 0.02);
    let turned = b.1.map(|value| -value);
    apart(&a.0, &b.0) || (apart(&a.1, &b.1) && apart(&a.1, &turned))
}

/// The quaternion with length 1: glTF insists, the engine does not care. One without a direction
/// turns nothing.
pub(crate) fn unit_rotation(rotation: [f32; 4]) -> [f32; 4] {
    let [w, x, y, z] = rotation.map(f64::from);
    let length = (w * w + x * x + y * y + z * z).sqrt();
    if !length.is_finite() || length < 1e-6 {
        return [1.0, 0.0, 0.0, 0.0];
    }
    #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
    let unit = [w, x, y, z].map(|value| (value / length) as f32);
    unit
}

/// The ways of all nodes that move; `None` for those that stay.
pub(crate) fn ways(doc: &ModelDoc, plan: &Blueprint, skeleton: &Skeleton) -> Vec<Option<Motion>> {
    let tracks: Vec<Track> = plan.nodes.iter().map(|node| node.track.clone()).collect();
    let canonical = encode_tracks(&tracks).ok().filter(|encoded| {
        let map = doc.map.as_ref().map_or(&[][..], |map| map.records.as_slice());
        encoded.frame_count == doc.frame_count && encoded.map == map
    });
    let animated = |node: usize| doc.nodes.get(node).is_some_and(|node| node.is_animated());
    let way = |(node, track): (usize, &Track)| {
        if !animated(node) {
            return None;
        }
        match canonical {
            Some(_) => Some(Motion::of_track(track)),
            None => Some(Motion::sampled(skeleton, node)),
        }
    };
    tracks.iter().enumerate().map(way).collect()
}

/// Where a node rests: its key at frame 0, or its only key.
pub(crate) fn rest(skeleton: &Skeleton, node: usize, frame: Option<f32>) -> Pose {
    let moment = frame.map_or(Moment::Rest, Moment::At);
    let sample = skeleton.sample(node, moment).unwrap_or(Sample::MISSING);
    Pose { position: sample.position, rotation: unit_rotation(sample.rotation_right_handed()) }
}

/// Position and right-handed unit rotation, in the game's axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pose {
    /// Translation.
    pub position: [f32; 3],
    /// `w x y z`.
    pub rotation: [f32; 4],
}

/// Adds the clip. `targets` are the glTF nodes of the model's nodes.
pub(crate) fn add_clip(
    builder: &mut Builder,
    ways: &[Option<Motion>],
    targets: &[Index<gj::Node>],
    turn: Turn,
    fps: f32,
) {
    let mut clip = gj::Animation {
        extensions: None,
        extras: None,
        channels: Vec::new(),
        name: Some("animation".into()),
        samplers: Vec::new(),
    };
    // Nodes that share their times share the accessor.
    let mut known: Vec<(&[f32], Index<gj::Accessor>)> = Vec::new();
    for (way, &target) in ways.iter().zip(targets) {
        let Some(way) = way.as_ref().filter(|way| !way.times.is_empty()) else { continue };
        let found = known.iter().find(|(times, _)| *times == way.times.as_slice());
        let input = match found {
            Some(&(_, input)) => input,
            None => {
                let seconds: Vec<[f32; 1]> = way.times.iter().map(|&time| [time / fps]).collect();
                let input = builder.floats(&seconds, Use::Times);
                known.push((&way.times, input));
                input
            }
        };
        let positions: Vec<[f32; 3]> = way.positions.iter().map(|&p| turn.out(p)).collect();
        let rotations: Vec<[f32; 4]> =
            way.rotations.iter().map(|&r| turn.rotation_out(r)).collect();
        let outputs = [
            (Property::Translation, builder.floats(&positions, Use::Values)),
            (Property::Rotation, builder.floats(&rotations, Use::Values)),
        ];
        for (path, output) in outputs {
            let sampler = Index::push(
                &mut clip.samplers,
                Sampler {
                    extensions: None,
                    extras: None,
                    input,
                    interpolation: Checked::Valid(Interpolation::Linear),
                    output,
                },
            );
            clip.channels.push(Channel {
                sampler,
                target: Target {
                    extensions: None,
                    extras: None,
                    node: target,
                    path: Checked::Valid(path),
                },
                extensions: None,
                extras: None,
            });
        }
    }
    if !clip.channels.is_empty() {
        builder.root.push(clip);
    }
}
