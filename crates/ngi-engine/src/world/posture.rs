//! How an object stands while nothing happens: which frame each node of its model shows.
//!
//! A controller's channels turn single nodes, whatever else plays: each stands at its initial value.
//! All other nodes show the standing state at the first frame of its pair B. Where there is no such
//! state, they stand at rest, in frame 0: a *stand-in*.

use ngi_formats::ctl::{Channel, ChannelFlags, Control, NO_WAY, State, StateAxes, StateMode};

use crate::model::Moment;

/// Which frame each node of a model shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Posture {
    /// The standing state of the controller; `None` where it has none.
    pub state: Option<usize>,
    /// The moment of each node.
    pub moments: Vec<Moment>,
}

impl Posture {
    /// The posture of a model of so many nodes under a controller, if it has one.
    pub fn of(control: Option<&Control<'_>>, nodes: usize) -> Self {
        let Some(control) = control else {
            return Self { state: None, moments: vec![Moment::Rest; nodes] };
        };
        let state = standing_state(control);
        let frame = state.and_then(|at| {
            let [first, _] = control.states().nth(at)?.state.frames_b;
            first.is_finite().then_some(first)
        });
        let mut moments = vec![frame.map_or(Moment::Rest, Moment::At); nodes];
        for (node, frame) in channel_frames(control) {
            if let Some(moment) = moments.get_mut(node) {
                *moment = Moment::At(frame);
            }
        }
        Self { state, moments }
    }

    /// The moment of a node; at rest for one that is not there.
    pub fn moment(&self, node: usize) -> Moment {
        self.moments.get(node).copied().unwrap_or(Moment::Rest)
    }
}

/// The nodes that channels turn, and the frames they show at first. Of several channels on a node
/// the last one counts. What is no number turns nothing.
fn channel_frames<'a>(control: &'a Control<'_>) -> impl Iterator<Item = (usize, f32)> + 'a {
    let mut previous = 0.0;
    control.channels().into_iter().filter_map(move |channel| {
        let value = match channel.flags.has(ChannelFlags::FOLLOWS_PREVIOUS) {
            true => previous,
            false => initial_value(&channel),
        };
        previous = value;
        let share = if channel.flags.has(ChannelFlags::INVERT) { 1.0 - value } else { value };
        let frame = channel.first_frame + share * (channel.last_frame - channel.first_frame);
        let node = usize::try_from(channel.node).ok()?;
        frame.is_finite().then_some((node, frame))
    })
}

/// The value a channel begins with, 0 to 1. One that goes round starts over behind 1.
fn initial_value(channel: &Channel) -> f32 {
    let Channel { initial, flags, .. } = *channel;
    if !initial.is_finite() {
        0.0
    } else if flags.has(ChannelFlags::WRAP) && !(0.0..=1.0).contains(&initial) {
        initial.rem_euclid(1.0)
    } else {
        initial.clamp(0.0, 1.0)
    }
}

/// The state of an object that stands: of the anchors that apply while nothing moves and answer
/// request 0, the one that is reached most cheaply from state 0; the first of several.
pub fn standing_state(control: &Control<'_>) -> Option<usize> {
    let costs = costs_from_first(control);
    let mut best: Option<(usize, f32)> = None;
    for ((index, view), cost) in control.states().enumerate().zip(costs) {
        let stands = is_standing(&view.state) && cost < NO_WAY;
        if stands && best.is_none_or(|(_, least)| cost < least) {
            best = Some((index, cost));
        }
    }
    best.map(|(index, _)| index)
}

/// Whether a state is one that an object stands in.
fn is_standing(state: &State) -> bool {
    let bounds = [
        (StateAxes::VELOCITY_X, 0),
        (StateAxes::VELOCITY_Y, 1),
        (StateAxes::VELOCITY_Z, 2),
        (StateAxes::SPIN_X, 3),
        (StateAxes::SPIN_Y, 4),
        (StateAxes::SPIN_Z, 5),
    ];
    let low = state.velocity_low.into_iter().chain(state.spin_low);
    let high = state.velocity_high.into_iter().chain(state.spin_high);
    let ranges: Vec<(f32, f32)> = low.zip(high).collect();
    let holds_zero = |&(axis, place): &(StateAxes, usize)| {
        !state.axes.has(axis)
            || ranges.get(place).is_some_and(|&(low, high)| low <= 0.0 && 0.0 <= high)
    };
    let answers = matches!(state.request, 0 | -1);
    state.mode.has(StateMode::ANCHOR) && answers && bounds.iter().all(holds_zero)
}

/// What it costs to come to each state from the first, by whatever other states: those that are no
/// anchors are played on the way.
fn costs_from_first(control: &Control<'_>) -> Vec<f32> {
    let count = control.states().count();
    let mut costs = vec![f32::INFINITY; count];
    let mut done = vec![false; count];
    if let Some(first) = costs.first_mut() {
        *first = 0.0;
    }
    // As many steps as there are states, each over all of them: the table of costs has one number
    // for each such pair, so that this takes no longer than reading it.
    for _ in 0..count {
        let open = costs.iter().zip(&done).enumerate().filter(|(_, (_, done))| !**done);
        let nearest = open.map(|(state, (cost, _))| (state, *cost)).fold(
            (usize::MAX, f32::INFINITY),
            |best, next| if next.1 < best.1 { next } else { best },
        );
        let (from, so_far) = nearest;
        let Some(done) = done.get_mut(from) else { break };
        *done = true;
        for (to, cost) in costs.iter_mut().enumerate() {
            let step = control.cost(to, from).filter(|step| *step < NO_WAY);
            if let Some(step) = step {
                *cost = cost.min(so_far + step.max(0.0));
            }
        }
    }
    costs
}
