//! Which frame a standing object shows, against tables.

use ngi_formats::ctl::{
    Channel, ChannelFlags, Control, ControlBuf, NO_WAY, State, StateAxes, StateBuf, StateMode,
};

use crate::model::Moment;
use crate::world::{Posture, standing_state};

fn state(change: impl Fn(&mut State)) -> StateBuf {
    let mut state = State { frames_b: [5.0, 9.0], ..State::default() };
    change(&mut state);
    StateBuf { state, contacts: Vec::new() }
}

/// A controller of these states; costs are given from each state to the next ones, row by row.
fn control(states: Vec<StateBuf>, costs: &[f32]) -> Vec<u8> {
    let mut control = ControlBuf::default();
    states.into_iter().for_each(|state| control.add_state(state).unwrap());
    control.costs = costs.to_vec();
    control.write().unwrap()
}

fn standing(states: Vec<StateBuf>, costs: &[f32]) -> Option<usize> {
    let bytes = control(states, costs);
    standing_state(&Control::read(&bytes).unwrap())
}

fn walking(state: &mut State) {
    state.axes = StateAxes::VELOCITY_Y;
    state.velocity_low[1] = 0.5;
}

#[test]
fn the_cheapest_anchor_that_applies() {
    const N: f32 = NO_WAY;
    let plain = || state(|_| {});
    let passing = || state(|state| state.mode = StateMode(0));
    let moving = || state(walking);
    let asked = || state(|state| state.request = 1);
    let spinning = || {
        state(|state| {
            state.axes = StateAxes::SPIN_Z;
            state.spin_high[2] = -1.0;
        })
    };
    // Costs are [to][from].
    assert_eq!(standing(vec![plain(), plain()], &[0.0, 1.0, 1.0, 0.0]), Some(0));
    assert_eq!(standing(vec![moving(), plain()], &[0.0, 1.0, 1.0, 0.0]), Some(1));
    assert_eq!(standing(vec![moving(), plain()], &[0.0, 1.0, N, 0.0]), None, "no way there");
    assert_eq!(standing(vec![moving(), asked(), spinning()], &[0.0; 9]), None);
    // From 0 to 2 at 9, or through 1 at 2 + 3; to 3 at 6.
    let costs = [
        0.0, N, N, N, //
        2.0, 0.0, N, N, //
        9.0, 3.0, 0.0, N, //
        6.0, N, N, 0.0,
    ];
    assert_eq!(standing(vec![moving(), passing(), plain(), plain()], &costs), Some(2));
    assert_eq!(standing(Vec::new(), &[]), None);
    assert_eq!(standing(vec![passing()], &[0.0]), None);
    // A state whose bounds do not count applies whatever they are.
    let unbound = state(|state| state.velocity_low[1] = 3.0);
    assert_eq!(standing(vec![unbound], &[f32::NAN]), Some(0));
}

#[test]
fn channels_stand_at_their_initial_value() {
    let channel = |node: i32, initial: f32, flags: u32| Channel {
        node,
        first_frame: 10.0,
        last_frame: 30.0,
        initial,
        flags: ChannelFlags(flags),
        ..Channel::default()
    };
    let table = [
        (channel(1, 0.5, 0), 20.0),
        (channel(1, 0.25, 2), 25.0),
        (channel(1, 1.0, 1), 30.0),
        (channel(1, 1.25, 1), 15.0),
        (channel(1, 1.25, 0), 30.0),
        (channel(1, -0.25, 1), 25.0),
        (channel(1, f32::NAN, 0), 10.0),
    ];
    for (own, frame) in table {
        let control = ControlBuf { channels: vec![own], ..ControlBuf::default() };
        let bytes = control.write().unwrap();
        let posture = Posture::of(Some(&Control::read(&bytes).unwrap()), 3);
        assert_eq!(posture.moments, [Moment::Rest, Moment::At(frame), Moment::Rest], "{own:?}");
    }
}

#[test]
fn a_channel_may_follow_the_one_before() {
    let channel = |node: i32, initial: f32, flags: u32| Channel {
        node,
        last_frame: 8.0,
        initial,
        flags: ChannelFlags(flags),
        ..Channel::default()
    };
    let mut control = ControlBuf {
        channels: vec![
            channel(0, 0.75, 0),
            channel(2, 0.1, 0x40),
            channel(-1, 0.0, 0),
            channel(9, 1.0, 0),
        ],
        ..ControlBuf::default()
    };
    control.add_state(state(|_| {})).unwrap();
    control.costs = vec![0.0];
    let bytes = control.write().unwrap();
    let posture = Posture::of(Some(&Control::read(&bytes).unwrap()), 3);
    // Node 1 shows the first frame of the standing state's pair B.
    assert_eq!(posture.moments, [Moment::At(6.0), Moment::At(5.0), Moment::At(6.0)]);
    assert_eq!(posture.state, Some(0));
    assert_eq!(Posture::of(None, 1).moments, [Moment::Rest]);
}
