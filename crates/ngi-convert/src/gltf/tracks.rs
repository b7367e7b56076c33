//! The ways of nodes compared, taken at whole frames, and made into keys.

use ngi_engine::model::slerp;
use ngi_formats::msh::{Key, QuaternionOrder, Track, encode_quaternion};

use super::clip::{self, Motion, Pose};

/// How far a way that was taken at whole frames is from the one it was taken of.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Off {
    /// In units of the game.
    pub distance: f32,
    /// In degrees.
    pub degrees: f32,
}

impl Off {
    /// Between two poses.
    pub fn between(a: ([f32; 3], [f32; 4]), b: ([f32; 3], [f32; 4])) -> Self {
        let distance = glam::Vec3::from_array(a.0).distance(glam::Vec3::from_array(b.0));
        let (a, b) = (glam::Vec4::from_array(a.1), glam::Vec4::from_array(b.1));
        // Both signs are the same rotation. The chord is exact where the angle is small.
        let chord = a.distance(b).min(a.distance(-b));
        Self { distance, degrees: (4.0 * (chord / 2.0).min(1.0).asin()).to_degrees() }
    }

    /// The larger of both, each by itself.
    #[must_use]
    pub fn or_more(self, other: Self) -> Self {
        Self {
            distance: self.distance.max(other.distance),
            degrees: self.degrees.max(other.degrees),
        }
    }
}

impl std::fmt::Display for Off {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at most {:.4} units and {:.3}° off", self.distance, self.degrees)
    }
}

/// Ways that were taken at whole frames.
#[derive(Debug, Default)]
pub(super) struct Sampled {
    nodes: usize,
    off: Off,
}

impl Sampled {
    /// One more, unless nobody could tell.
    pub fn add(&mut self, off: Off) {
        if off.distance <= 1e-5 && off.degrees <= 2e-3 {
            return;
        }
        self.nodes += 1;
        self.off = self.off.or_more(off);
    }

    /// What is to be said of them.
    pub fn line(&self, rate: f32) -> Option<String> {
        let Self { nodes, off } = self;
        let nodes = match nodes {
            0 => return None,
            1 => "1 node".to_owned(),
            many => format!("{many} nodes"),
        };
        Some(format!("animation: {nodes} resampled at {rate} frames per second, {off}"))
    }
}

/// A rotation between two, by a share.
pub(super) type Turning = fn([f32; 4], [f32; 4], f32) -> [f32; 4];

/// Straight from one rotation to the other, at length 1: how Blender goes from key to key. A clip
/// it wrote, a key per frame, is then the clip it read.
fn straight(from: [f32; 4], to: [f32; 4], share: f32) -> [f32; 4] {
    let dot: f32 = from.iter().zip(to).map(|(a, b)| a * b).sum();
    let to = if dot < 0.0 { to.map(|value| -value) } else { to };
    let mut turned = from;
    turned.iter_mut().zip(to).for_each(|(from, to)| *from += (to - *from) * share);
    clip::unit_rotation(turned)
}

impl Motion {
    /// A node that does not move.
    pub(super) fn still(pose: &Pose) -> Self {
        Self { times: vec![0.0], positions: vec![pose.position], rotations: vec![pose.rotation] }
    }

    /// Where it is at a time, in frames, with a way to turn between keys.
    pub(super) fn at(&self, time: f32, turn: Turning) -> ([f32; 3], [f32; 4]) {
        let next = self.times.partition_point(|&key| key <= time);
        let start = next.saturating_sub(1);
        let key = |at: usize| Some((*self.positions.get(at)?, *self.rotations.get(at)?));
        let times = (self.times.get(start), self.times.get(start + 1));
        let (Some(from), Some(to), (Some(&t0), Some(&t1))) = (key(start), key(start + 1), times)
        else {
            return key(start).unwrap_or(([0.0; 3], [1.0, 0.0, 0.0, 0.0]));
        };
        let share = ((time - t0) / (t1 - t0)).clamp(0.0, 1.0);
        let position = glam::Vec3::from_array(from.0).lerp(glam::Vec3::from_array(to.0), share);
        let rotation = turn(from.1, to.1, share);
        (position.to_array(), rotation)
    }

    /// The same way, faster or slower.
    pub(super) fn scaled(&self, by: f32) -> Self {
        Self { times: self.times.iter().map(|time| time * by).collect(), ..self.clone() }
    }

    /// Whether it goes anywhere at all.
    pub(super) fn moves(&self) -> bool {
        let mut poses = self.positions.iter().copied().zip(self.rotations.iter().copied());
        let first = poses.next();
        first.is_some_and(|first| poses.any(|pose| !same_pose(first, pose)))
    }

    /// Whether it is the other, looked at every `step`: what comes back from a program that works
    /// at another rate. What the other does between two looks cannot be seen.
    pub(super) fn samples(&self, other: &Self, step: f32) -> bool {
        let seen = self.times.iter().all(|&time| {
            let here = self.at(time, slerp);
            same_pose(here, other.at(time, straight)) || same_pose(here, other.at(time, slerp))
        });
        // Where looks are left out, nothing may happen.
        let quiet = |&time: &f32| {
            let next = self.times.partition_point(|&key| key <= time);
            let before = next.checked_sub(1).and_then(|at| self.times.get(at));
            let near = |key: Option<&f32>| key.is_some_and(|key| (key - time).abs() <= 1.01 * step);
            let looked = near(before) && (near(self.times.get(next)) || next == self.times.len());
            looked || same_pose(self.at(time, slerp), other.at(time, slerp))
        };
        seen && other.times.iter().all(quiet)
    }

    /// The way at whole frames, and how far that is from the way itself.
    pub(super) fn at_whole_frames(&self) -> (Self, Off) {
        let end = self.times.last().copied().unwrap_or(0.0).ceil();
        let mut way = Self::default();
        let mut frame = 0.0;
        while frame <= end {
            let (position, rotation) = self.at(frame, slerp);
            way.times.push(frame);
            way.positions.push(position);
            way.rotations.push(clip::unit_rotation(rotation));
            frame += 1.0;
        }
        let off = |off: Off, &time: &f32| {
            off.or_more(Off::between(self.at(time, slerp), way.at(time, slerp)))
        };
        let off = self.times.iter().fold(Off::default(), off);
        (way, off)
    }

    /// Whether both lead through the same places, to less than the format can tell apart.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        let times = self.times_with(other);
        // Between keys too, where one has more of them than the other.
        let between: Vec<f32> =
            times.windows(2).map(|pair| pair.iter().sum::<f32>() / 2.0).collect();
        let same = |time: &f32| same_pose(self.at(*time, slerp), other.at(*time, slerp));
        times.iter().chain(&between).all(same)
    }

    /// Whether it is the other with more keys, as a program makes them that turns straight from
    /// key to key.
    pub(super) fn is_straight_copy_of(&self, other: &Self) -> bool {
        let times = self.times_with(other);
        times.iter().all(|&time| same_pose(self.at(time, slerp), other.at(time, straight)))
    }

    /// The times of both, each once.
    fn times_with(&self, other: &Self) -> Vec<f32> {
        let mut times: Vec<f32> = self.times.iter().chain(&other.times).copied().collect();
        times.sort_by(f32::total_cmp);
        // Seconds round: what is nearer than this is the same moment.
        times.dedup_by(|a, b| (*a - *b).abs() < 1e-4);
        times
    }
}

fn same_pose(a: ([f32; 3], [f32; 4]), b: ([f32; 3], [f32; 4])) -> bool {
    let size = a.0.iter().fold(1.0f32, |most, value| most.max(value.abs()));
    let near =
        |a: &[f32], b: &[f32], slack: f32| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= slack);
    let turned = b.1.map(|value| -value);
    // A step of a stored rotation is 3e-5.
    near(&a.0, &b.0, 1e-5 * size) && (near(&a.1, &b.1, 2e-5) || near(&a.1, &turned, 2e-5))
}

/// A way as keys. Keys that were there before keep their bytes.
pub(super) fn encode_way(way: &Motion, like: Option<&Track>) -> Track {
    let mut keys = Vec::with_capacity(way.times.len());
    let parts = way.times.iter().zip(way.positions.iter().zip(&way.rotations));
    for (&time, (&position, &rotation)) in parts {
        let old = like.and_then(|like| like.keys.iter().find(|key| key.time == time));
        let fits = |old: &&Key| {
            let was = (old.position, clip::unit_rotation(old.rotation_right_handed()));
            same_pose(was, (position, rotation))
        };
        keys.push(match old.filter(fits) {
            Some(old) => *old,
            None => {
                // The game keeps the conjugate.
                let [w, x, y, z] = rotation;
                let order = QuaternionOrder::default();
                Key { position, time, rotation: encode_quaternion([w, -x, -y, -z], order) }
            }
        });
    }
    if keys.iter().skip(1).all(|key| keys.first().is_some_and(|first| same_key(first, key))) {
        keys.truncate(1);
    }
    Track { keys }
}

fn same_key(a: &Key, b: &Key) -> bool {
    a.position == b.position && a.rotation == b.rotation
}
