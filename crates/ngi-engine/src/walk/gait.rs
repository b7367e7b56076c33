//! Which state of a controller plays while something moves, and which frame of it.
//!
//! Of the anchors whose bounds hold velocity and spin and that answer request 0, the one plays that
//! is reached most cheaply from the one before. How its frames go on is known in part: a state that
//! lasts some milliseconds runs through its pair in that time; one without goes by the speed, here
//! (S) as far as its root moves in the frames, else as the standard rate and half the top speed
//! would have it. Between its two pairs a state mixes by speed: how much of B there is at the least
//! speed is stored, at the largest there is none (S). States in between are not played (S).

use ngi_formats::ctl::{Control, NO_WAY, State, StateAxes, StateMode};

use crate::model::{FRAMES_PER_SECOND, Moment, Skeleton};
use crate::world::standing_state;

/// A root that moves less than this in its frames does not say how far a step is.
const LEAST_STRIDE: f32 = 0.05;

/// The states of a controller, ready to be played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Gaits {
    states: Vec<Step>,
    /// What it costs to come to a state from another, row by row: `[to][from]`.
    costs: Vec<f32>,
    standing: Option<usize>,
    /// Nodes that channels turn, whatever state plays.
    channels: Vec<usize>,
}

/// A state as it is played.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Step {
    state: State,
    /// How far the root moves along y from the first frame of pair A to the last.
    stride: f32,
    /// The speed at which the frames run at the standard rate, where nothing else says it.
    usual_speed: f32,
}

/// What plays.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Gait {
    /// The state; `None` where the controller has none that fits.
    pub state: Option<usize>,
    /// How much of its frames is over, 0 to 1.
    pub phase: f32,
    /// How much of pair B there is, 0 to 1.
    pub weight: f32,
}

impl Gaits {
    /// The states of a controller for a model.
    pub fn of(control: &Control<'_>, skeleton: &Skeleton) -> Self {
        let [_, top, _] = control.frame().top_speed;
        let usual_speed = if top.is_finite() && top > 0.0 { top * 0.5 } else { 1.0 };
        let root_y = |frame: f32| {
            let sample = skeleton.sample(0, Moment::At(frame));
            sample.map_or(0.0, |sample| sample.position[1])
        };
        let step = |state: State| {
            let [first, last] = state.frames_a;
            let known = first.is_finite() && last.is_finite();
            let stride = if known { (root_y(last) - root_y(first)).abs() } else { 0.0 };
            Step { state, stride, usual_speed }
        };
        let nodes = control.channels().into_iter();
        Self {
            states: control.states().map(|view| step(view.state)).collect(),
            costs: control.costs().into_iter().collect(),
            standing: standing_state(control),
            channels: nodes.filter_map(|it| usize::try_from(it.node).ok()).collect(),
        }
    }

    /// Whether a channel turns a node.
    pub fn is_channel(&self, node: usize) -> bool {
        self.channels.contains(&node)
    }

    /// What plays while it stands.
    pub fn standing(&self) -> Gait {
        Gait { state: self.standing, phase: 0.0, weight: 1.0 }
    }

    fn cost(&self, to: usize, from: usize) -> f32 {
        let place = to.checked_mul(self.states.len()).and_then(|row| row.checked_add(from));
        place.and_then(|place| self.costs.get(place)).copied().unwrap_or(NO_WAY)
    }

    /// The state for a velocity (right, forward) and a spin to the left, coming from another.
    fn choose(&self, from: Option<usize>, velocity: [f32; 2], spin: f32) -> Option<usize> {
        let fits = |step: &Step| {
            step.state.mode.has(StateMode::ANCHOR)
                && matches!(step.state.request, 0 | -1)
                && holds(&step.state, velocity, spin)
        };
        let mut best: Option<(usize, f32)> = None;
        for (place, _) in self.states.iter().enumerate().filter(|(_, step)| fits(step)) {
            // What plays goes on; else the cheapest, the first of several.
            let cost = match from {
                Some(from) if from == place => -1.0,
                Some(from) => self.cost(place, from),
                None => 0.0,
            };
            if best.is_none_or(|(_, least)| cost < least) {
                best = Some((place, cost));
            }
        }
        best.map(|(place, _)| place)
    }

    /// What plays some seconds later at a velocity (right, forward) and a spin.
    #[must_use]
    pub fn step(&self, gait: Gait, velocity: [f32; 2], spin: f32, seconds: f32) -> Gait {
        let moves = velocity != [0.0; 2] || spin != 0.0;
        let state = match moves {
            true => self.choose(gait.state, velocity, spin).or(self.standing),
            false => self.standing,
        };
        let Some(step) = state.and_then(|state| self.states.get(state)) else {
            return self.standing();
        };
        if state == self.standing {
            return Gait { state, ..self.standing() };
        }
        let phase = if state == gait.state { gait.phase } else { 0.0 };
        let [_, forward] = velocity;
        let phase = (phase + step.rate(forward) * seconds).rem_euclid(1.0);
        let phase = if phase.is_finite() { phase } else { 0.0 };
        Gait { state, phase, weight: step.weight(forward) }
    }

    /// The moment that nodes show; `None` where no state plays.
    pub fn moment(&self, gait: &Gait) -> Option<Moment> {
        let state = &self.states.get(gait.state?)?.state;
        let at = |[first, last]: [f32; 2]| first + (last - first) * gait.phase;
        let (from, to) = (at(state.frames_a), at(state.frames_b));
        let one = |frame: f32| frame.is_finite().then_some(Moment::At(frame));
        match gait.weight {
            weight if weight <= 0.0 || from == to => one(from),
            weight if weight >= 1.0 => one(to),
            weight => {
                one(from)?;
                one(to)?;
                Some(Moment::Mix { from, to, weight })
            }
        }
    }
}

impl Step {
    /// How much of the frames a second takes.
    fn rate(&self, forward: f32) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "milliseconds of a step")]
        let step_ms = self.state.step_ms as f32;
        if step_ms > 0.0 {
            return 1000.0 / step_ms;
        }
        if self.stride > LEAST_STRIDE {
            return forward.abs() / self.stride;
        }
        let [first, last] = self.state.frames_a;
        let frames = (last - first).abs().max(1.0);
        FRAMES_PER_SECOND / frames * forward.abs() / self.usual_speed
    }

    /// How much of pair B there is at a speed.
    fn weight(&self, forward: f32) -> f32 {
        let State { velocity_low: [_, low, _], velocity_high: [_, high, _], blend, .. } =
            self.state;
        let (slow, fast) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
        let share = (forward.abs() - slow) / (fast - slow);
        let weight = blend * (1.0 - share.clamp(0.0, 1.0));
        if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// Whether a state's bounds hold a velocity (right, forward) and a spin about z.
fn holds(state: &State, [side, forward]: [f32; 2], spin: f32) -> bool {
    let ([low_x, low_y, _], [high_x, high_y, _]) = (state.velocity_low, state.velocity_high);
    let ([_, _, low_spin], [_, _, high_spin]) = (state.spin_low, state.spin_high);
    [
        (StateAxes::VELOCITY_X, low_x, high_x, side),
        (StateAxes::VELOCITY_Y, low_y, high_y, forward),
        (StateAxes::SPIN_Z, low_spin, high_spin, spin),
    ]
    .iter()
    .all(|(axis, low, high, value)| !state.axes.has(*axis) || (low <= value && value <= high))
}
