//! Keys and frame map, laid out for sampling.

use glam::Vec3A;
use ngi_formats::msh::{Model, QuaternionOrder};

use super::Transform;
use super::quaternion::{self, Arc};

/// Where a node is at a moment, relative to its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Translation.
    pub position: [f32; 3],
    /// Rotation as w, x, y, z in the engine's sense, not normalised.
    pub rotation: [f32; 4],
    /// Where it comes from.
    pub source: Source,
}

/// Where a [`Sample`] comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A key as it is stored.
    Key(usize),
    /// Between a key and the one after it.
    Between(usize),
    /// Two samples, mixed.
    Mixed,
    /// The node's keys are not there: a translation of 0 and no rotation stand in for them.
    Missing,
}

impl Sample {
    /// What stands in for keys that are not there.
    pub const MISSING: Self =
        Self { position: [0.0; 3], rotation: [1.0, 0.0, 0.0, 0.0], source: Source::Missing };

    /// The rotation as w, x, y, z for right-handed column vectors: the conjugate.
    pub fn rotation_right_handed(&self) -> [f32; 4] {
        let [w, x, y, z] = self.rotation;
        [w, -x, -y, -z]
    }

    /// The sample as a transform.
    #[inline]
    pub fn transform(&self) -> Transform {
        Transform {
            matrix3: quaternion::matrix(self.rotation),
            translation: Vec3A::from_array(self.position),
        }
    }

    /// Two samples mixed (`sub_10012560`): `weight` 0 is `self`, 1 is `other`.
    #[must_use]
    pub fn mix(&self, other: &Self, weight: f32) -> Self {
        let (p, mut q) = (self.rotation, other.rotation);
        let length = |q: [f32; 4]| quaternion::dot(q, q);
        let sum = quaternion::weighted(p, 1.0, q, 1.0);
        let difference = quaternion::weighted(p, 1.0, q, -1.0);
        if length(sum) < length(difference) {
            q = q.map(|value| -value);
        }
        let ([a, b, c], [d, e, f]) = (self.position, other.position);
        let keep = 1.0 - weight;
        Self {
            position: [keep * a + weight * d, keep * b + weight * e, keep * c + weight * f],
            rotation: quaternion::slerp(p, q, weight),
            source: Source::Mixed,
        }
    }
}

/// The frame a time belongs to: `round_half_even(t − 0.5)`, in the precision of a float, as the
/// engine's `FISTP` does. `None` outside 0..`frames`: negative, too late, not a number.
pub fn frame_index(time: f32, frames: u32) -> Option<usize> {
    let frame = (time - 0.5).round_ties_even();
    // Floats this size are whole; what is compared is a number of 32 bits at most.
    if !(frame >= 0.0 && f64::from(frame) < f64::from(frames)) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // just checked
    let index = frame as usize;
    Some(index)
}

/// A key, and what mixing it with the next one needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct PoseKey {
    /// The key's own transform, so that resting on it costs nothing.
    pub transform: Transform,
    pub rotation: [f32; 4],
    pub position: [f32; 3],
    pub time: f32,
    pub arc: Arc,
}

/// Which keys a node has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Track {
    /// First word of the node's block; `None` where it is not animated or the block is broken.
    map_start: Option<u32>,
    fallback: u16,
}

/// What sampling finds for a node.
pub(super) enum Found<'a> {
    Key(usize, &'a PoseKey),
    Between(usize, &'a PoseKey, &'a PoseKey),
    Missing,
}

/// The keys of a model and the map from frames to keys.
#[derive(Debug, Clone, Default)]
pub(super) struct Tracks {
    keys: Vec<PoseKey>,
    map: Vec<u16>,
    pub frame_count: u32,
}

/// Keys that a 16-bit reference can name.
const REACHABLE: usize = 1 << 16;

impl Tracks {
    pub fn new(model: &Model<'_>, order: QuaternionOrder) -> Self {
        let stored = model.keys.iter().flat_map(|keys| keys.iter()).take(REACHABLE);
        let count = model.keys.map_or(0, |keys| keys.len());
        let mut keys: Vec<PoseKey> = Vec::with_capacity(count.min(REACHABLE));
        for key in stored {
            let rotation = key.rotation(order);
            let translation = Vec3A::from_array(key.position);
            keys.push(PoseKey {
                transform: Transform { matrix3: quaternion::matrix(rotation), translation },
                rotation,
                position: key.position,
                time: key.time,
                arc: Arc::default(),
            });
        }
        find_arcs(&mut keys);
        // A start has 16 bits, so no block that a node can name begins later.
        let words = REACHABLE.saturating_add(usize::try_from(model.frame_count).unwrap_or(0));
        let map = model.map.into_iter().flatten().take(words).collect();
        Self { keys, map, frame_count: model.frame_count }
    }

    /// What a node says about its keys.
    pub fn track(&self, model: &Model<'_>, node: usize) -> Track {
        let record = model.nodes.get(node).unwrap_or_default();
        let map_start = model.map_block(node).map(|_| u32::from(record.map_start));
        Track { map_start, fallback: record.fallback_key }
    }

    #[inline]
    fn fallback(&self, track: &Track) -> Found<'_> {
        let index = usize::from(track.fallback);
        self.keys.get(index).map_or(Found::Missing, |key| Found::Key(index, key))
    }

    /// The word of a node's block: a key below the fallback, `None` where the fallback counts.
    #[inline]
    fn word(&self, track: &Track, frame: usize) -> Option<usize> {
        let start = usize::try_from(track.map_start?).ok()?;
        let word = *self.map.get(start.checked_add(frame)?)?;
        (word < track.fallback).then_some(usize::from(word))
    }

    /// The keys for a time and its frame (`sub_10012880`).
    #[inline]
    pub fn find(&self, track: &Track, time: f32, frame: Option<usize>) -> Found<'_> {
        let Some(index) = frame.and_then(|frame| self.word(track, frame)) else {
            return self.fallback(track);
        };
        // The original reads on past the table; here a key that is not there is the fallback.
        match self.keys.get(index..) {
            Some([key, ..]) if time == key.time => Found::Key(index, key),
            Some([_, next, ..]) if time == next.time => Found::Key(index + 1, next),
            Some([key, next, ..]) => Found::Between(index, key, next),
            _ => self.fallback(track),
        }
    }

    /// The key of the rest pose: of an animated node that of frame 0, else its fallback.
    pub fn find_rest(&self, track: &Track) -> Found<'_> {
        match self.word(track, 0).and_then(|index| Some((index, self.keys.get(index)?))) {
            Some((index, key)) => Found::Key(index, key),
            None => self.fallback(track),
        }
    }
}

/// Works out the arcs from each key to the next.
fn find_arcs(keys: &mut [PoseKey]) {
    let mut left = keys;
    while let [_, _, ..] = left {
        let mut cosines = [0.0; Arc::TOGETHER];
        for (cosine, pair) in cosines.iter_mut().zip(left.windows(2)) {
            if let [key, next] = pair {
                *cosine = quaternion::dot(key.rotation, next.rotation);
            }
        }
        let (these, others) = left.split_at_mut(Arc::TOGETHER.min(left.len() - 1));
        for (key, arc) in these.iter_mut().zip(Arc::of_cosines(&cosines)) {
            key.arc = arc;
        }
        left = others;
    }
}

/// Position and rotation between two keys.
#[inline]
fn between(key: &PoseKey, next: &PoseKey, time: f32) -> ([f32; 3], [f32; 4]) {
    let a = (time - key.time) / (next.time - key.time);
    let ([x, y, z], [i, j, k]) = (key.position, next.position);
    let position = [x + a * (i - x), y + a * (j - y), z + a * (k - z)];
    // A map that names the wrong key leads outside the two; the short way there is not exact.
    let rotation = if (0.0..=1.0).contains(&a) {
        key.arc.mix(key.rotation, next.rotation, a)
    } else {
        quaternion::slerp(key.rotation, next.rotation, a)
    };
    (position, rotation)
}

impl<'a> Found<'a> {
    /// The two keys around the moment, where it lies between keys.
    #[inline]
    pub fn pair(&self) -> Option<[&'a PoseKey; 2]> {
        match *self {
            Self::Between(_, key, next) => Some([key, next]),
            Self::Key(..) | Self::Missing => None,
        }
    }

    #[inline]
    pub fn transform(&self, time: f32) -> Transform {
        match self {
            Self::Key(_, key) => key.transform,
            Self::Between(_, key, next) => {
                let (position, rotation) = between(key, next, time);
                Transform {
                    matrix3: quaternion::matrix(rotation),
                    translation: Vec3A::from_array(position),
                }
            }
            Self::Missing => Transform::IDENTITY,
        }
    }

    pub fn sample(&self, time: f32) -> Sample {
        match *self {
            Self::Key(index, key) => Sample {
                position: key.position,
                rotation: key.rotation,
                source: Source::Key(index),
            },
            Self::Between(index, key, next) => {
                let (position, rotation) = between(key, next, time);
                Sample { position, rotation, source: Source::Between(index) }
            }
            Self::Missing => Sample::MISSING,
        }
    }
}
