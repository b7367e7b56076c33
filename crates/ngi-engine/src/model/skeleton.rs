//! The nodes of a model at a moment: sampled, mixed, composed down the tree.

use glam::Vec3A;
use ngi_formats::msh::{Model, QuaternionOrder};

use super::tracks::{Sample, Track, Tracks, frame_index};
use super::{Transform, four};

/// The moment a pose shows. Time is counted in frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Moment {
    /// At rest: animated nodes in frame 0, others on their only key.
    Rest,
    /// One time.
    At(f32),
    /// Two times mixed.
    ///
    /// The first counts where `weight` is below 1 and it is not negative, the second where
    /// `weight` is above 0 and it is not negative. One that counts alone is taken as it is.
    Mix {
        /// First time.
        from: f32,
        /// Second time.
        to: f32,
        /// Share of the second.
        weight: f32,
    },
}

/// What becomes of the translation of a first node without a parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RootTranslation {
    /// It stays: for boxes, exports, tools.
    #[default]
    Keep,
    /// It is cleared, the rotation stays: as the engine does when it draws, because the object's
    /// controller moves it instead.
    Clear,
}

/// Why there is no pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PoseError {
    /// The buffer has another length than the model has nodes.
    #[error("a buffer for {given} nodes, but the model has {nodes}")]
    Buffer {
        /// Nodes of the model.
        nodes: usize,
        /// Length of the buffer.
        given: usize,
    },
    /// Neither time of a mix counts. What the original then does is undefined.
    #[error("neither of the two times counts: both are negative or without weight")]
    NothingToMix,
}

/// One node in the order of composing: parents first.
#[derive(Debug, Clone, Copy)]
struct Step {
    node: u32,
    /// `u32::MAX` for a root.
    parent: u32,
    track: Track,
}

/// What posing a model needs, laid out once when it is loaded.
///
/// Parents that lead nowhere or round in a circle are none, as the reader says; children may come
/// before their parents. After that no pose allocates.
#[derive(Debug, Clone)]
pub struct Skeleton {
    tracks: Tracks,
    steps: Vec<Step>,
    /// Where in `steps` a node is.
    places: Vec<u32>,
    first_is_root: bool,
}

impl Skeleton {
    /// Lays out a model.
    pub fn new(model: &Model<'_>) -> Self {
        Self::with_order(model, QuaternionOrder::default())
    }

    /// Lays out a model, reading its quaternions in the given order.
    pub fn with_order(model: &Model<'_>, order: QuaternionOrder) -> Self {
        let tracks = Tracks::new(model, order);
        let mut places = vec![u32::MAX; model.nodes.len()];
        let mut steps = Vec::with_capacity(places.len());
        for (node, parent) in parents_first(model) {
            if let (Some(place), Ok(number)) = (places.get_mut(node), u32::try_from(steps.len())) {
                *place = number;
            }
            let number = |node| u32::try_from(node).unwrap_or(u32::MAX);
            steps.push(Step {
                node: number(node),
                parent: parent.map_or(u32::MAX, number),
                track: tracks.track(model, node),
            });
        }
        Self { tracks, steps, places, first_is_root: model.parent(0).is_none() }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Frames of the animation: attr2 of resource 19.
    pub fn frame_count(&self) -> u32 {
        self.tracks.frame_count
    }

    /// The parent a node is composed with.
    pub fn parent(&self, node: usize) -> Option<usize> {
        let parent = self.step(node)?.parent;
        (parent != u32::MAX).then_some(usize::try_from(parent).ok()?)
    }

    fn step(&self, node: usize) -> Option<&Step> {
        self.steps.get(usize::try_from(*self.places.get(node)?).ok()?)
    }

    /// Where a node is relative to its parent; [`Sample::MISSING`] for a node that is not there.
    pub fn sample(&self, node: usize, moment: Moment) -> Result<Sample, PoseError> {
        let Some(step) = self.step(node) else { return Ok(Sample::MISSING) };
        let at = |time| {
            let frame = frame_index(time, self.tracks.frame_count);
            self.tracks.find(&step.track, time, frame).sample(time)
        };
        match moment {
            Moment::Rest => Ok(self.tracks.find_rest(&step.track).sample(0.0)),
            Moment::At(time) => Ok(at(time)),
            Moment::Mix { from, to, weight } => match side(from, to, weight)? {
                Side::One(time) => Ok(at(time)),
                Side::Both => Ok(at(from).mix(&at(to), weight)),
            },
        }
    }

    /// Poses all nodes: `out` gets their `model_from_node` in node order.
    pub fn pose(
        &self,
        moment: Moment,
        root: RootTranslation,
        out: &mut [Transform],
    ) -> Result<(), PoseError> {
        match moment {
            Moment::Rest => self
                .compose(root, out, |step| Ok(self.tracks.find_rest(&step.track).transform(0.0))),
            Moment::At(time) => self.pose_at(time, root, out),
            Moment::Mix { from, to, weight } => match side(from, to, weight)? {
                Side::One(time) => self.pose_at(time, root, out),
                Side::Both => self.compose(root, out, |step| {
                    let at = |time| {
                        let frame = frame_index(time, self.tracks.frame_count);
                        self.tracks.find(&step.track, time, frame).sample(time)
                    };
                    Ok(at(from).mix(&at(to), weight).transform())
                }),
            },
        }
    }

    /// Poses all nodes, each at a moment of its own: doors and rotors run on channels.
    pub fn pose_each(
        &self,
        moment: impl Fn(usize) -> Moment,
        root: RootTranslation,
        out: &mut [Transform],
    ) -> Result<(), PoseError> {
        self.compose(root, out, |step| {
            let node = usize::try_from(step.node).unwrap_or(usize::MAX);
            Ok(self.sample(node, moment(node))?.transform())
        })
    }

    fn pose_at(
        &self,
        time: f32,
        root: RootTranslation,
        out: &mut [Transform],
    ) -> Result<(), PoseError> {
        let frame = frame_index(time, self.tracks.frame_count);
        let find = |step: &Step| self.tracks.find(&step.track, time, frame);
        let mut composing = self.composing(root, out)?;
        let mut left = self.steps.as_slice();
        while let [step, others @ ..] = left {
            let found = find(step);
            // The next three are asked only where the first is between keys: most are at rest.
            if let Some(a) = found.pair()
                && let [second, third, fourth, rest @ ..] = others
                && let [Some(b), Some(c), Some(d)] =
                    [second, third, fourth].map(|step| find(step).pair())
                && let Some(four) = four::between([a, b, c, d], time)
            {
                let steps = [step, second, third, fourth].into_iter().zip(four);
                steps.for_each(|(step, local)| composing.put(step, local));
                left = rest;
                continue;
            }
            composing.put(step, found.transform(time));
            left = others;
        }
        Ok(())
    }

    #[inline]
    fn compose(
        &self,
        root: RootTranslation,
        out: &mut [Transform],
        local: impl Fn(&Step) -> Result<Transform, PoseError>,
    ) -> Result<(), PoseError> {
        let mut composing = self.composing(root, out)?;
        for step in &self.steps {
            composing.put(step, local(step)?);
        }
        Ok(())
    }

    fn composing<'o>(
        &self,
        root: RootTranslation,
        out: &'o mut [Transform],
    ) -> Result<Composing<'o>, PoseError> {
        if out.len() != self.steps.len() {
            return Err(PoseError::Buffer { nodes: self.steps.len(), given: out.len() });
        }
        Ok(Composing { out, clear: root == RootTranslation::Clear && self.first_is_root })
    }
}

/// A pose that is being put together, parents first.
struct Composing<'o> {
    out: &'o mut [Transform],
    /// Whether the translation of the first node does not count.
    clear: bool,
}

impl Composing<'_> {
    /// Puts a node that is there relative to its parent where it is in the model.
    #[inline(always)]
    fn put(&mut self, step: &Step, mut transform: Transform) {
        if self.clear && step.node == 0 {
            transform.translation = Vec3A::ZERO;
        }
        let parent = usize::try_from(step.parent).unwrap_or(usize::MAX);
        if let Some(parent) = self.out.get(parent) {
            transform = *parent * transform;
        }
        let node = usize::try_from(step.node).unwrap_or(usize::MAX);
        if let Some(place) = self.out.get_mut(node) {
            *place = transform;
        }
    }
}

enum Side {
    One(f32),
    Both,
}

/// Which of two times count.
fn side(from: f32, to: f32, weight: f32) -> Result<Side, PoseError> {
    match (weight < 1.0 && from >= 0.0, weight > 0.0 && to >= 0.0) {
        (true, true) => Ok(Side::Both),
        (true, false) => Ok(Side::One(from)),
        (false, true) => Ok(Side::One(to)),
        (false, false) => Err(PoseError::NothingToMix),
    }
}

/// Nodes with their parents, a parent always before its children. Node order where the model
/// already has it.
fn parents_first(model: &Model<'_>) -> Vec<(usize, Option<usize>)> {
    let count = model.nodes.len();
    let mut done = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let mut chain = Vec::new();
    for start in 0..count {
        let mut at = Some(start);
        // Parents that the model gives do not go round in circles; `done` is set on the way up
        // all the same, so that nothing here could.
        while let Some(node) = at
            && let Some(done) = done.get_mut(node)
            && !std::mem::replace(done, true)
        {
            let parent = model.parent(node);
            chain.push((node, parent));
            at = parent;
        }
        order.extend(chain.drain(..).rev());
    }
    order
}
