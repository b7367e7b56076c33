//! When instances are updated, and that the same seed gives the same lists.

use ngi_formats::fxid::{
    Body, EffectBuf, EffectFlags, JitterChannel, Light, Sound, Span, Sprite, Stream, TimeMode,
};

use super::samples::{KEY, Stage, burst, effect, sprite};
use crate::effects::{
    AtRest, Cadence, DrawList, Manager, Placement, PlainLooks, Randomness, Settings, SharedStates,
    View,
};

/// Everything that draws random numbers.
fn lively() -> EffectBuf {
    let jitter = JitterChannel { jitter: [3.0; 3], ..JitterChannel::straight([0.0; 3], [1.0; 3]) };
    let stream = Stream {
        interval_s: Span { start: 0.03, end: 0.01 },
        ring: 30,
        position: jitter,
        ..Stream::default()
    };
    let light = Light { colour_jitter: [1.0; 4], range_jitter: 5.0, ..Light::default() };
    let mut lively = effect(vec![
        Body::Stream(stream),
        Body::Light(light),
        Body::Burst(burst(20)),
        Body::Debris(burst(5)),
        Body::Sound(Sound::default()),
        Body::Sprite(Sprite { ..sprite() }),
    ]);
    lively.header.flags = EffectFlags::TIME_JITTER;
    lively.header.time_jitter = 0.1;
    lively.header.time_mode = TimeMode::LOOP;
    lively
}

fn stage(cadence: Cadence, seed: u32) -> Stage {
    Stage::with(&lively(), cadence, &Placement { seed: Some(seed), ..Placement::default() })
}

/// What is there at 2.35 s after ticks at these times; sounds of the last tick are left out, for
/// they are what happened since.
fn after(mut stage: Stage, step_ms: f64) -> DrawList {
    let mut now = 0.0;
    while now < 2350.0 {
        stage.at(now);
        now += step_ms;
    }
    let mut list = stage.at(2350.0).clone();
    list.sounds.clear();
    list
}

#[test]
fn the_grid_is_the_same_at_any_frame_rate() {
    let expected = after(stage(Cadence::Grid, 7), 100.0);
    assert!(expected.quads.len() > 40 && expected.lights.len() == 1);
    for step_ms in [1000.0 / 60.0, 1.0, 33.0, 250.0, 7.77, 5000.0] {
        assert_eq!(after(stage(Cadence::Grid, 7), step_ms), expected, "every {step_ms} ms");
    }
    assert_ne!(after(stage(Cadence::Grid, 8), 100.0), expected);
}

#[test]
fn what_is_heard_is_the_same_at_any_frame_rate() {
    let heard = |step_ms: f64| {
        let mut stage = stage(Cadence::Grid, 7);
        let (mut all, mut now) = (Vec::new(), 0.0);
        while now <= 3000.0 {
            all.extend(stage.at(now).sounds.clone());
            now += step_ms;
        }
        all
    };
    let expected = heard(100.0);
    assert!(expected.len() >= 2);
    assert_eq!(heard(10.0), expected);
    assert_eq!(heard(750.0), expected);
}

#[test]
fn jitter_is_on_the_grid_for_viewers_too() {
    let mut grid = stage(Cadence::Grid, 7);
    let mut viewer = stage(Cadence::EveryTick, 7);
    for n in 0..60 {
        let now = f64::from(n) * 16.0;
        let expected = grid.at(now).lights.clone();
        let lights = viewer.at(now).lights.clone();
        assert_eq!(lights[0].colour, expected[0].colour, "at {now}");
        assert_eq!(lights[0].range, expected[0].range, "at {now}");
    }
}

#[test]
fn viewers_see_every_tick() {
    let mut plain = lively();
    plain.header.flags = EffectFlags(0);
    plain.header.time_mode = TimeMode::ONCE;
    for (cadence, held) in [(Cadence::Grid, true), (Cadence::EveryTick, false)] {
        let mut stage = Stage::with(&plain, cadence, &Placement::default());
        stage.at(100.0);
        assert_eq!(stage.time_at(130.0) == stage.time_at(160.0), held);
        assert_eq!(stage.time_at(170.0), if held { 0.1 } else { 0.17 });
    }
}

#[test]
fn the_engines_cadence() {
    let mut plain = effect(vec![]);
    plain.header.duration_s = 10.0;
    let mut stage = Stage::with(&plain, Cadence::Engine, &Placement::default());
    // now, when it was last updated. Created at 0: with every tick until 50.
    let table = [
        (0.0, 0.0),
        (20.0, 20.0),
        (50.0, 50.0),
        (51.0, 50.0),
        (149.0, 50.0),
        (150.0, 150.0),
        (249.0, 150.0),
        (400.0, 400.0),
    ];
    let updated = |stage: &Stage| stage.manager.instance(KEY).unwrap().seconds() * 1000.0;
    for (now, expected) in table {
        stage.at(now);
        assert_eq!(updated(&stage), expected, "at {now}");
    }
    // A command: with every tick within 50 ms again.
    stage.at(420.0);
    assert_eq!(updated(&stage), 400.0);
    assert!(stage.manager.set_value(KEY, 1.0));
    for (now, expected) in [(430.0, 430.0), (470.0, 470.0), (480.0, 470.0)] {
        stage.at(now);
        assert_eq!(updated(&stage), expected, "at {now}");
    }
}

#[test]
fn the_same_ticks_give_the_same_lists_in_every_cadence() {
    for cadence in [Cadence::Engine, Cadence::Grid, Cadence::EveryTick] {
        let list = after(stage(cadence, 7), 17.0);
        assert_eq!(after(stage(cadence, 7), 17.0), list);
        assert_ne!(after(stage(cadence, 9), 17.0), list);
    }
}

#[test]
fn a_long_sleep_is_made_up_for_in_part() {
    let mut stage = stage(Cadence::Grid, 7);
    stage.at(0.0);
    // Eleven days: only the last minute is played.
    stage.at(1e9 + 50.0);
    assert_eq!(stage.manager.instance(KEY).unwrap().seconds(), 1e6);
    for now in [1e300, f64::NAN, f64::INFINITY, -5.0, 0.0] {
        stage.at(now);
    }
}

/// Two instances of one effect, drawn with these random numbers.
fn two(randomness: Randomness, alone: bool) -> DrawList {
    let mut manager = Manager::new(Settings::default(), randomness, Cadence::Grid);
    let id = manager.load(b"lively", &lively());
    manager.create(id, 1, &Placement::default()).unwrap();
    if !alone {
        manager.create(id, 2, &Placement::default()).unwrap();
    }
    let mut list = DrawList::new();
    for now in [0.0, 100.0, 200.0] {
        manager.frame(now, &AtRest, &View::default(), &PlainLooks, &mut list);
    }
    list.quads.retain(|quad| quad.key == 1);
    list.lights.retain(|light| light.key == 1);
    list
}

#[test]
fn instances_disturb_each_other_only_with_shared_states() {
    let own = Randomness::PerInstance(3);
    let shared = Randomness::Shared(SharedStates::seeded(3));
    let lists = |randomness| {
        [two(randomness, true), two(randomness, false)].map(|list| (list.quads, list.lights))
    };
    let [alone, accompanied] = lists(own);
    assert_eq!(alone, accompanied);
    let [alone, accompanied] = lists(shared);
    assert_ne!(alone, accompanied);
    // And they are repeatable all the same.
    assert_eq!(lists(shared)[1], accompanied);
}

#[test]
fn instances_of_one_effect_differ() {
    let mut manager = Manager::default();
    let id = manager.load(b"lively", &lively());
    for key in [1, 2] {
        manager.create(id, key, &Placement::default()).unwrap();
    }
    let mut list = DrawList::new();
    manager.frame(0.0, &AtRest, &View::default(), &PlainLooks, &mut list);
    let of = |key| -> Vec<_> {
        list.quads
            .iter()
            .filter(|quad| quad.key == key && quad.command == 3)
            .map(|quad| quad.up)
            .collect()
    };
    assert_eq!(of(1).len(), 5);
    assert_ne!(of(1), of(2));
}
