//! A table for each of the 18 modes.

use ngi_formats::fxid::{EffectFlags, TimeMode};

use super::samples::{KEY, Stage, effect};
use crate::effects::time::{MODES, TimeState, after_mode, clamp, linear, raw_time};
use crate::effects::{Attach, Fixed};

/// An owner whose every answer is different.
fn owner() -> Fixed {
    Fixed {
        velocity: [3.0, 0.0, -4.0],
        top_speed: [6.0, 0.0, 8.0],
        spin: [0.0, 2.0, 0.0],
        top_spin: [1.0, 8.0, 4.0],
        life: 0.75,
        node_value: 0.4,
        attach_value: 0.1,
        ..Fixed::default()
    }
}

fn state(mode: u32) -> TimeState {
    let attach = Some(Attach::default());
    TimeState { mode: TimeMode(mode), linear: 2.25, value: 0.3, node: 5, attach, previous: 0.6 }
}

#[test]
fn every_mode() {
    let expected = [
        0.3,       // 0: the instance's value
        2.25,      // 1: linear
        0.25,      // 2: its fraction
        -1.25,     // 3: 1 − linear
        0.4,       // 4: the node
        0.5,       // 5: |(3, 0, −4)| / |(6, 0, 8)|
        0.5,       // 6: 3 / 6
        0.0,       // 7: 0 / 0 is none
        0.5,       // 8: |−4| / 8
        2.0 / 9.0, // 9: 2 / |(1, 8, 4)|
        0.0,       // 10: 0 / 1
        0.25,      // 11: 2 / 8
        0.0,       // 12: 0 / 4
        1.0 - 0.1, // 13: 1 − the attach point's
        0.25,      // 14: 1 − life
        0.5,       // 15: the larger of 5 and 9
        0.6,       // 16: the node fell, so it stays
        0.4,       // 17: the node fell, so it follows
    ];
    assert_eq!(expected.len(), MODES as usize);
    for (mode, expected) in (0..).zip(expected) {
        assert_eq!(raw_time(&state(mode), &owner()), expected, "mode {mode}");
    }
    // Nobody knows the others: as it was.
    for mode in [18, 255, u32::MAX] {
        assert_eq!(raw_time(&state(mode), &owner()), 0.6);
    }
}

#[test]
fn mode_15_takes_the_spin_where_it_is_larger() {
    let spinning = Fixed { spin: [0.0, 9.0, 0.0], ..owner() };
    assert_eq!(raw_time(&state(15), &spinning), 1.0);
}

#[test]
fn modes_that_only_rise_or_fall() {
    // mode, previous, node, t
    let table = [
        (16, 0.6, 0.6, 0.6),
        (16, 0.6, 0.8, 0.8),
        (16, 0.6, 0.5, 0.6),
        (16, 0.6, 0.0, 0.0),
        (17, 0.6, 0.5, 0.5),
        (17, 0.6, 0.8, 0.6),
        (17, 0.6, 1.0, 1.0),
        (17, 0.6, 0.0, 0.0),
        (16, 0.6, f32::NAN, 0.6),
        (17, 0.6, f32::NAN, 0.6),
    ];
    for (mode, previous, node_value, t) in table {
        let state = TimeState { previous, ..state(mode) };
        let inputs = Fixed { node_value, ..Fixed::default() };
        assert_eq!(raw_time(&state, &inputs), t, "mode {mode} at {node_value}");
    }
}

#[test]
fn linear_progress() {
    // now, start, end, progress
    let table = [
        (1500.0, 1000.0, 2000.0, 0.5),
        (1000.0, 1000.0, 2000.0, 0.0),
        (4000.0, 1000.0, 2000.0, 3.0),
        (0.0, 1000.0, 2000.0, -1.0),
        // Without a duration it is over.
        (1000.0, 1000.0, 1000.0, 1.0),
        (1000.0, 1000.0, 500.0, 1.0),
        (1000.0, 1000.0, f64::NAN, 1.0),
        (1000.0, 0.0, f64::INFINITY, 0.0),
    ];
    for (now, start, end, progress) in table {
        assert_eq!(linear(now, start, end), progress, "{now} in {start}..{end}");
    }
}

#[test]
fn what_flags_make_of_t() {
    let both = EffectFlags(0x220);
    // flags, t, linear, result
    let table = [
        (EffectFlags(0), 0.8, 0.5, 0.8),
        (EffectFlags::TIMES_PROGRESS, 0.8, 0.5, 0.4),
        (EffectFlags::PING_PONG, 0.25, 0.5, 0.5),
        (EffectFlags::PING_PONG, 0.5, 0.5, 1.0),
        (EffectFlags::PING_PONG, 0.75, 0.5, 0.5),
        // First the product, then the fold: 0.8 · 0.5 = 0.4, doubled.
        (both, 0.8, 0.5, 0.8),
    ];
    for (flags, t, linear, result) in table {
        assert_eq!(after_mode(t, flags, linear), result, "{flags:?} {t}");
    }
    assert_eq!([-0.5, 0.5, 1.5, f32::NAN].map(clamp), [0.0, 0.5, 1.0, 0.0]);
}

#[test]
fn an_instance_that_nobody_starts_runs_in_the_mode_of_its_header() {
    let mut waiting = effect(vec![]);
    waiting.header.time_mode = TimeMode::EXTERNAL;
    let mut stage = Stage::new(&waiting);
    assert_eq!(stage.time_at(500.0), 0.0);
    assert!(stage.manager.set_value(KEY, 0.4));
    assert_eq!(stage.time_at(600.0), 0.4);
    assert!(stage.manager.start(KEY, TimeMode::ONCE));
    assert_eq!(stage.time_at(700.0), 0.1);
    assert_eq!(stage.manager.instance(KEY).unwrap().mode(), TimeMode::ONCE);
}

#[test]
fn the_previous_t_is_the_one_before_the_clamp() {
    // The node rises to 1.5, then falls to 1.2: mode 16 stays at 1.5, which shows as 1.
    let mut rising = effect(vec![]);
    rising.header.time_mode = TimeMode::NODE_RISING;
    let mut stage = Stage::new(&rising);
    for (now, node_value, t) in [(0.0, 1.5, 1.0), (100.0, 1.2, 1.0), (200.0, 0.0, 0.0)] {
        stage.at_with(now, &Fixed { node_value, ..Fixed::default() });
        assert_eq!(stage.time(), t, "at {now}");
    }
    // From 0 on it follows again; had it kept 1 it would not.
    stage.at_with(300.0, &Fixed { node_value: 0.3, ..Fixed::default() });
    assert_eq!(stage.time(), 0.3);
}

#[test]
fn speed_as_the_tools_give_it() {
    let inputs = Fixed::default().with_speed(0.25);
    assert_eq!([5, 6, 7, 15].map(|mode| raw_time(&state(mode), &inputs)), [0.25, 0.25, 0.0, 0.25]);
}
