//! A test for each flag of the header.

use ngi_formats::fxid::{Body, Bolt, Burst, EffectFlags, Sound, SoundMode, Sprite, TimeMode};

use super::samples::{KEY, Stage, assert_near, burst, effect, flagged, sprite, sprite_in};
use crate::effects::{
    ALL, Attach, Cadence, DrawList, Fixed, Frame, Message, NodeState, Placement, PlainLooks,
    SoundAction, Target, View,
};

const ATTACHED: Placement = Placement {
    attach: Some(Attach { object: 1, node: 2 }),
    frame: Frame::IDENTITY,
    size: [1.0; 3],
    seed: Some(1),
};

fn hanging(effect: &ngi_formats::fxid::EffectBuf) -> Stage {
    Stage::with(effect, Cadence::Grid, &ATTACHED)
}

#[test]
fn flag_1_jitters_t_at_each_update() {
    let mut shaking = flagged(EffectFlags::TIME_JITTER, vec![]);
    shaking.header.time_mode = TimeMode::EXTERNAL;
    shaking.header.time_jitter = 0.2;
    let mut stage = Stage::new(&shaking);
    stage.manager.set_value(KEY, 0.5);
    let times: Vec<_> = (0..50).map(|n| stage.time_at(f64::from(n) * 100.0)).collect();
    assert!(times.iter().all(|t| (0.4..0.6).contains(t)));
    let mut unique = times.clone();
    unique.sort_by(f32::total_cmp);
    unique.dedup();
    assert!(unique.len() > 45, "{}", unique.len());
    // Not between updates.
    assert_eq!(stage.time_at(4950.0), times[49]);
    // Cut to 0..=1 afterwards.
    stage.manager.set_value(KEY, 1.5);
    assert_eq!(stage.time_at(5000.0), 1.0);
    // And not without the flag.
    shaking.header.flags = EffectFlags(0);
    let mut stage = Stage::new(&shaking);
    stage.manager.set_value(KEY, 0.5);
    assert_eq!(stage.time_at(0.0), 0.5);
}

#[test]
fn flag_2_deletes_at_the_end() {
    let mut stage = Stage::new(&flagged(EffectFlags::DELETE_AT_END, vec![]));
    for (now, there) in [(0.0, true), (900.0, true), (999.0, true), (1000.0, false)] {
        stage.at(now);
        assert_eq!(stage.is_there(), there, "at {now}");
    }
    let mut stage = Stage::new(&effect(vec![]));
    assert_eq!(stage.time_at(5000.0), 1.0);
    assert!(stage.is_there());
}

#[test]
fn flag_4_stays_where_it_was_at_the_first_tick() {
    for (flags, moves) in [(EffectFlags(0), true), (EffectFlags::DETACH, false)] {
        let mut stage = hanging(&flagged(flags, vec![sprite_in(0.0, 1.0)]));
        let at = |x| Fixed { attach_frame: Frame::at([x, 0.0, 0.0]), ..Fixed::default() };
        assert_near(stage.at_with(0.0, &at(5.0)).quads[0].centre, [5.0, 0.0, 0.0]);
        let x = if moves { 9.0 } else { 5.0 };
        assert_near(stage.at_with(100.0, &at(9.0)).quads[0].centre, [x, 0.0, 0.0]);
        assert_eq!(stage.manager.instance(KEY).unwrap().attach().is_some(), moves);
    }
}

#[test]
fn flag_8_offsets_the_place() {
    let mut off = flagged(EffectFlags::OFFSET_JITTER, vec![sprite_in(0.0, 1.0)]);
    off.header.offset_jitter = [2.0, 0.0, 4.0];
    let mut stage = Stage::new(&off);
    let [x, y, z] = stage.at(0.0).quads[0].centre;
    assert!(x != 0.0 && x.abs() <= 1.0 && y == 0.0 && z != 0.0 && z.abs() <= 2.0, "{x} {y} {z}");
    off.header.flags = EffectFlags(0);
    assert_eq!(Stage::new(&off).at(0.0).quads[0].centre, [0.0; 3]);
}

#[test]
fn flag_10_runs_on_while_its_node_is_hidden() {
    let loud = Sound { mode: SoundMode::LOOP, ..Sound::default() };
    let hidden =
        Fixed { attach_state: NodeState { flags: 4, damage_stage: 0 }, ..Fixed::default() };
    for (flags, runs) in [(EffectFlags(0), false), (EffectFlags::RUN_HIDDEN, true)] {
        let mut stage = hanging(&flagged(flags, vec![sprite_in(0.0, 1.0), Body::Sound(loud)]));
        assert_eq!(stage.at_with(0.0, &Fixed::default()).quads.len(), 1);
        let list = stage.at_with(100.0, &hidden);
        assert_eq!(list.quads.len(), usize::from(runs));
        let action = if runs { SoundAction::Move } else { SoundAction::Stop };
        assert_eq!(list.sounds[0].action, action);
        // It comes back with its node.
        assert_eq!(stage.at_with(200.0, &Fixed::default()).quads.len(), 1);
    }
}

#[test]
fn flag_20_goes_up_and_down() {
    let mut stage = Stage::new(&flagged(EffectFlags::PING_PONG, vec![]));
    let times = [0.0, 200.0, 500.0, 800.0, 1000.0].map(|now| stage.time_at(now));
    for (t, expected) in times.into_iter().zip([0.0, 0.4, 1.0, 0.4, 0.0]) {
        assert!((t - expected).abs() < 1e-6, "{times:?}");
    }
}

#[test]
fn flag_40_starts_switched_off() {
    let mut stage = Stage::new(&flagged(EffectFlags::STARTS_OFF, vec![sprite_in(0.0, 1.0)]));
    assert!(stage.at(0.0).quads.is_empty());
    assert!(stage.manager.switch_on(KEY));
    assert_eq!(stage.at(100.0).quads.len(), 1);
    // Its time ran on meanwhile: nobody started it anew.
    assert_eq!(stage.time(), 0.1);
}

#[test]
fn flags_80_and_100_hold_t_by_the_managers_bit() {
    // flags, t while the bit is clear, t while it is set
    let table = [
        (EffectFlags(0), 0.5, 0.6),
        (EffectFlags::HOLD_CLEAR, 0.0, 0.6),
        (EffectFlags::HOLD_SET, 0.5, 0.0),
    ];
    for (flags, clear, set) in table {
        let mut stage = Stage::new(&flagged(flags, vec![]));
        assert_eq!(stage.time_at(500.0), clear, "{flags:?}");
        let mut list = DrawList::new();
        stage.manager.message(Message::SetBit0, &Fixed::default(), &mut list);
        assert_eq!(stage.time_at(600.0), set, "{flags:?}");
        stage.manager.message(Message::ClearBit0, &Fixed::default(), &mut list);
        assert_eq!(stage.time_at(700.0), if clear == 0.0 { 0.0 } else { 0.7 }, "{flags:?}");
    }
}

#[test]
fn flag_200_multiplies_by_progress() {
    let mut product = flagged(EffectFlags::TIMES_PROGRESS, vec![]);
    product.header.time_mode = TimeMode::EXTERNAL;
    let mut stage = Stage::new(&product);
    stage.manager.set_value(KEY, 0.8);
    assert_eq!(stage.time_at(500.0), 0.4);
}

#[test]
fn flag_400_is_drawn_only_while_its_point_is_in_view() {
    for (flags, drawn) in [(EffectFlags(0), 1), (EffectFlags::NEEDS_POINT, 0)] {
        let mut stage = Stage::new(&flagged(flags, vec![sprite_in(0.0, 1.0)]));
        assert_eq!(stage.at_with(0.0, &Fixed::default()).quads.len(), 1);
        let covered = Fixed { in_view: false, ..Fixed::default() };
        assert_eq!(stage.at_with(10.0, &covered).quads.len(), drawn, "{flags:?}");
        assert_eq!(stage.at_with(20.0, &Fixed::default()).quads.len(), 1);
    }
}

#[test]
fn flag_800_is_drawn_only_in_a_pass() {
    for (flags, without) in [(EffectFlags(0), 1), (EffectFlags::PASS_ONLY, 0)] {
        let mut stage = Stage::new(&flagged(flags, vec![sprite_in(0.0, 1.0)]));
        stage.at(0.0);
        for (pass, drawn) in [(0, without), (1, 1), (7, 1)] {
            let mut list = DrawList::new();
            stage.manager.draw(&View::default(), ALL, pass, &PlainLooks, &mut list);
            assert_eq!(list.quads.len(), drawn, "{flags:?} in pass {pass}");
        }
    }
}

#[test]
fn flag_1000_gives_the_target_point_to_bolts() {
    let placement = Placement { frame: Frame::at([10.0, 0.0, 0.0]), ..ATTACHED };
    let placement = Placement { attach: None, ..placement };
    for (flags, from) in [(EffectFlags(0), None), (EffectFlags::TARGET_POINT, Some(5.0))] {
        let bolt = flagged(flags, vec![Body::Bolt(Bolt::default())]);
        let mut stage = Stage::with(&bolt, Cadence::Grid, &placement);
        let target = Target { attach: Some(Attach::default()), point: [5.0, 0.0, 0.0] };
        stage.manager.set_target(Some(target));
        // Without the flag it starts where it is, and has no length yet.
        let quads = &stage.at(0.0).quads;
        assert_eq!(quads.first().map(|quad| quad.centre[0] - quad.right[0] / 2.0), from);
    }
}

#[test]
fn flag_2000_has_no_fog() {
    for (flags, fog) in [(EffectFlags(0), 0.0), (EffectFlags::NO_FOG, 1.0)] {
        let mut stage = Stage::new(&flagged(flags, vec![sprite_in(0.0, 1.0)]));
        stage.view = View { fog: Some([1.0, 2.0]), ..View::default() };
        assert_eq!(stage.at(0.0).quads[0].paint.fog, fog, "{flags:?}");
    }
}

#[test]
fn flag_8000_is_not_hidden_by_damage() {
    let damaged =
        Fixed { attach_state: NodeState { flags: 0, damage_stage: 1 }, ..Fixed::default() };
    for (flags, drawn) in [(EffectFlags(0), 0), (EffectFlags::IGNORE_DAMAGE, 1)] {
        let mut stage = hanging(&flagged(flags, vec![sprite_in(0.0, 1.0)]));
        assert_eq!(stage.at_with(0.0, &damaged).quads.len(), drawn, "{flags:?}");
    }
}

#[test]
fn flags_nobody_reads_change_nothing() {
    let commands = || vec![sprite_in(0.0, 1.0), Body::Burst(Burst { ..burst(3) })];
    let plain = Stage::new(&effect(commands())).at(300.0).clone();
    for bit in [0x4000, 0x10000, 0x8000_0000] {
        assert_eq!(*Stage::new(&flagged(EffectFlags(bit), commands())).at(300.0), plain);
    }
}

#[test]
fn bit_8_of_a_command_draws_over_the_scene_while_in_view() {
    let mut over = effect(vec![Body::Sprite(Sprite { ..sprite() }), sprite_in(0.0, 1.0)]);
    over.commands[1].flags = over.commands[1].flags.with_overlay(true);
    let mut stage = Stage::new(&over);
    let overlay = |list: &DrawList| [0, 1].map(|n| list.quads[n].paint.overlay);
    assert_eq!(overlay(stage.at_with(0.0, &Fixed::default())), [false, true]);
    let covered = Fixed { in_view: false, ..Fixed::default() };
    assert_eq!(overlay(stage.at_with(0.0, &covered)), [false, false]);
}
