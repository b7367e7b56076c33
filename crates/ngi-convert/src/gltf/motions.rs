//! Channels into ways: where a node is, frame by frame.
//!
//! No file of the game names a rate, so a clip whose keys lie at another one needs no resampling:
//! its frames are the game's frames.

use glam::{Quat, Vec3};
use gltf_json::animation::Interpolation;
use ngi_engine::model::slerp;

use super::axes::Turn;
use super::clip::{Motion, Pose, unit_rotation};
use super::open::refuse;
use super::scene::{Channel, SceneNode};
use super::tracks::Off;
use crate::Result;

/// Most frames a frame map can hold for one node.
pub(super) const MOST_FRAMES: f32 = 65_534.0;
/// Most keys of a whole clip that are held at once. One small sampler may serve thousands of nodes.
const MOST_KEYS: usize = 4_000_000;
/// How far from a whole frame a key may lie and still be on it.
const ON_FRAME: f32 = 1e-2;

/// Rates that other programs work at. Blender's own is 24; the three with thousandths are those of
/// television.
const USUAL: [f32; 9] =
    [24.0, 25.0, 30.0, 60.0, 50.0, 120.0, 24_000.0 / 1001.0, 30_000.0 / 1001.0, 60_000.0 / 1001.0];

/// How many frames a clip has per second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rate {
    /// As somebody said, or as usual.
    pub said: f32,
    /// As its keys lie; as was said, where they lie at no rate that is known.
    pub keys: f32,
}

impl Rate {
    /// One that nobody doubts.
    pub fn of(rate: f32) -> Self {
        Self { said: rate, keys: rate }
    }

    /// The rate of a clip. `asked` is what whoever imports it wants, and stands over everything.
    pub(super) fn find(nodes: &[SceneNode], asked: Option<f32>, said: Option<f32>) -> Self {
        let sound = |rate: &f32| rate.is_finite() && *rate >= 1e-3;
        let said = said.filter(sound).unwrap_or(super::FRAMES_PER_SECOND);
        if let Some(asked) = asked {
            return Self::of(asked.max(1e-3));
        }
        let fits = |&rate: &f32| nodes.iter().all(|node| node.lies_at(rate));
        let mut rates = std::iter::once(said).chain(USUAL);
        Self { said, keys: rates.find(fits).unwrap_or(said) }
    }

    /// What times in its frames are multiplied with to be frames of the rate that was said.
    pub fn to_said(self) -> f32 {
        self.said / self.keys
    }
}

impl SceneNode {
    /// Whether all keys lie on whole frames at a rate.
    fn lies_at(&self, rate: f32) -> bool {
        let whole = |time: &f32| (time * rate - (time * rate).round()).abs() < ON_FRAME;
        let times = self.translation.iter().flat_map(|channel| &channel.times);
        let mut times = times.chain(self.rotation.iter().flat_map(|channel| &channel.times));
        times.all(whole)
    }
}

impl<const N: usize> Channel<N> {
    /// The interval a time lies in: index of its start, share of the way to the next.
    fn interval(&self, time: f32) -> (usize, f32, f32) {
        let next = self.times.partition_point(|&key| key <= time);
        let Some(start) = next.checked_sub(1) else { return (0, 0.0, 0.0) };
        let at = |index: usize| self.times.get(index).copied();
        match (at(start), at(next)) {
            (Some(from), Some(to)) => (start, (time - from) / (to - from), to - from),
            _ => (start, 0.0, 0.0),
        }
    }

    fn value(&self, index: usize) -> [f32; N] {
        self.values.get(index).copied().unwrap_or([0.0; N])
    }

    /// The value at a time, with `mix` between two keys.
    fn sample(&self, time: f32, mix: impl Fn([f32; N], [f32; N], f32) -> [f32; N]) -> [f32; N] {
        let (start, share, span) = self.interval(time);
        match self.interpolation {
            Interpolation::Step => self.value(start),
            Interpolation::Linear if share <= 0.0 => self.value(start),
            Interpolation::Linear => mix(self.value(start), self.value(start + 1), share),
            Interpolation::CubicSpline => self.spline(start, share, span),
        }
    }

    /// glTF's cubic spline: in-tangent, value and out-tangent per key.
    fn spline(&self, start: usize, t: f32, span: f32) -> [f32; N] {
        let from = self.value(start * 3 + 1);
        if span <= 0.0 {
            return from;
        }
        let (out, into) = (self.value(start * 3 + 2), self.value(start * 3 + 3));
        let to = self.value(start * 3 + 4);
        let (t2, t3) = (t * t, t * t * t);
        let mut value = [0.0; N];
        let parts = from.iter().zip(&out).zip(into.iter().zip(&to));
        for (value, ((from, out), (into, to))) in value.iter_mut().zip(parts) {
            *value = (2.0 * t3 - 3.0 * t2 + 1.0) * from
                + span * (t3 - 2.0 * t2 + t) * out
                + (-2.0 * t3 + 3.0 * t2) * to
                + span * (t3 - t2) * into;
        }
        value
    }

    /// Its keys as frames, where it goes straight from whole frame to whole frame.
    fn whole_frames(&self, fps: f32) -> Option<Vec<f32>> {
        let whole = |&time: &f32| {
            let frame = (time * fps).round();
            ((time * fps - frame).abs() < ON_FRAME).then_some(frame)
        };
        let frames: Option<Vec<f32>> = self.times.iter().map(whole).collect();
        frames.filter(|_| self.interpolation == Interpolation::Linear)
    }
}

fn straight(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    Vec3::from_array(a).lerp(Vec3::from_array(b), share).to_array()
}

fn round(a: [f32; 4], b: [f32; 4], share: f32) -> [f32; 4] {
    let (a, b) = (Quat::from_array(a).normalize(), Quat::from_array(b).normalize());
    a.slerp(b, share).to_array()
}

/// How many keys a clip has so far, over all of its nodes.
#[derive(Debug, Default)]
pub(super) struct KeyCount(usize);

impl KeyCount {
    /// Counts some more; an error where that are too many.
    pub fn add(&mut self, keys: usize, place: &str) -> Result<()> {
        self.0 = self.0.saturating_add(keys);
        if self.0 > MOST_KEYS {
            return refuse(place, format!("the clip has more than {MOST_KEYS} keys in all"));
        }
        Ok(())
    }
}

/// Where a node goes, and how far from what the file says where it had to be taken at whole
/// frames; `None` where no channel moves it.
pub(super) fn read_way(
    node: &SceneNode,
    above: Vec3,
    turn: Turn,
    fps: f32,
    rest: &Pose,
    place: &str,
) -> Result<Option<(Motion, Option<Off>)>> {
    if !node.moves() {
        return Ok(None);
    }
    let (translation, rotation) = (node.translation.as_ref(), node.rotation.as_ref());
    let last = |times: &[f32]| times.last().copied().unwrap_or(0.0);
    let end = translation.map_or(0.0, |channel| last(&channel.times));
    let end = end.max(rotation.map_or(0.0, |channel| last(&channel.times)));
    if end * fps > MOST_FRAMES {
        return refuse(place, format!("{} frames: more than a model holds", (end * fps).round()));
    }
    let pose = |frame: f32| {
        let time = frame / fps;
        let position = match translation {
            Some(channel) => {
                let value = Vec3::from_array(channel.sample(time, straight)) * above;
                turn.back(value.to_array())
            }
            None => rest.position,
        };
        let rotation = match rotation {
            Some(channel) => unit_rotation(turn.rotation_back(channel.sample(time, round))),
            None => rest.rotation,
        };
        (position, rotation)
    };
    let whole = keys(translation, rotation, fps);
    let sampled = whole.is_none();
    let mut way = Motion::default();
    for frame in whole.unwrap_or_else(|| every_frame(end * fps)) {
        let (position, rotation) = pose(frame);
        way.times.push(frame);
        way.positions.push(position);
        way.rotations.push(rotation);
    }
    let off = sampled.then(|| {
        let looks = looks(translation, rotation);
        let off = |time: f32| Off::between(pose(time * fps), way.at(time * fps, slerp));
        looks.into_iter().fold(Off::default(), |most, time| most.or_more(off(time)))
    });
    Ok(Some((way, off)))
}

/// The moments at which a way is held against what the file says: at its keys and between them.
fn looks(translation: Option<&Channel<3>>, rotation: Option<&Channel<4>>) -> Vec<f32> {
    let mut times: Vec<f32> = translation.map_or_else(Vec::new, |channel| channel.times.clone());
    times.extend(rotation.into_iter().flat_map(|channel| &channel.times));
    times.sort_by(f32::total_cmp);
    times.dedup();
    let between: Vec<f32> = times.windows(2).map(|pair| pair.iter().sum::<f32>() / 2.0).collect();
    times.extend(between);
    times
}

/// The frames of all keys, from 0 on; `None` where a channel has to be sampled.
fn keys(
    translation: Option<&Channel<3>>,
    rotation: Option<&Channel<4>>,
    fps: f32,
) -> Option<Vec<f32>> {
    let mut frames = vec![0.0];
    if let Some(channel) = translation {
        frames.extend(channel.whole_frames(fps)?);
    }
    if let Some(channel) = rotation {
        frames.extend(channel.whole_frames(fps)?);
    }
    frames.retain(|&frame| frame >= 0.0);
    frames.sort_by(f32::total_cmp);
    frames.dedup();
    Some(frames)
}

fn every_frame(end: f32) -> Vec<f32> {
    let mut frames = Vec::new();
    let mut frame = 0.0;
    while frame < end + 0.5 {
        frames.push(frame);
        frame += 1.0;
    }
    frames
}
