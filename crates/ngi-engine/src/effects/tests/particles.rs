//! Bursts, debris and streams.

use glam::Vec3;
use ngi_formats::fxid::{
    Body, Burst, Curve, EffectBuf, JitterChannel, Settings as SwitchId, Span, Stream, Window,
};

use super::samples::{KEY, Stage, assert_near, burst, close, effect};
use crate::effects::{Generator, MOST_PARTICLES, View};

fn only(body: Body) -> Stage {
    Stage::new(&effect(vec![body]))
}

#[test]
fn particles_draw_detail_phase_position_size() {
    let shape = |jitter| JitterChannel { jitter, ..JitterChannel::straight([0.0; 3], [1.0; 3]) };
    let body =
        Burst { position: shape([1.0, 2.0, 4.0]), size: shape([0.0, 0.5, 0.25]), ..burst(5) };
    let mut stage = only(Body::Burst(body));
    // All of them at the end of their life: at their high ends.
    let quads = stage.at(1000.0).quads.clone();
    assert_eq!(quads.len(), 5);
    let mut dice = Generator::of_part(1, 0);
    for quad in quads {
        dice.draw(); // detail
        dice.draw(); // phase
        let position = dice.spread_zyx([1.0, 2.0, 4.0]).map(|jitter| 1.0 + jitter);
        let _size = dice.spread_zyx([0.0, 0.5, 0.25]);
        assert_near(quad.centre, position);
    }
}

#[test]
fn the_life_of_a_burst() {
    let body = Burst {
        window: Window { lo: 0.25, hi: 0.75 },
        life_share: 0.5,
        fade: Curve::straight(1.0, 0.5),
        position: JitterChannel::straight([0.0; 3], [0.0, 0.0, 8.0]),
        animation_rate: 1.0,
        ..burst(2)
    };
    let mut short = effect(vec![Body::Burst(body)]);
    short.header.duration_s = 0.8;
    let mut stage = Stage::new(&short);
    // milliseconds, age
    let table =
        [(100.0, None), (200.0, Some(0.0)), (300.0, Some(0.5)), (400.0, Some(1.0)), (500.0, None)];
    for (now, age) in table {
        let quads = &stage.at(now).quads;
        assert_eq!(quads.len(), if age.is_some() { 2 } else { 0 }, "at {now}");
        for quad in quads {
            let age: f32 = age.unwrap();
            assert!(close(quad.centre[2], 8.0 * age), "{:?} at {now}", quad.centre);
            assert!(close(quad.paint.colour[3], 1.0 - 0.5 * age));
            assert!(close(quad.paint.phase, age.min(0.99)));
        }
    }
    for life_share in [0.0, -1.0, f32::NAN] {
        let mut stage = only(Body::Burst(Burst { life_share, ..body }));
        assert!((0..10).all(|n| stage.at(f64::from(n) * 100.0).quads.is_empty()), "{life_share}");
    }
}

#[test]
fn oriented_particles_lie_along_their_way() {
    let body = Burst {
        mode: 1,
        position: JitterChannel::straight([0.0; 3], [0.0, 0.0, 5.0]),
        size: JitterChannel::straight([1.0, 1.0, 3.0], [1.0, 1.0, 3.0]),
        ..burst(1)
    };
    let quad = only(Body::Burst(body)).at(500.0).quads[0];
    assert_near(quad.right, [0.0, 0.0, 3.0]);
}

#[test]
fn debris_tumbles() {
    let body =
        Burst { mode: 16, position: JitterChannel::straight([0.0; 3], [0.0; 3]), ..burst(3) };
    let mut stage = only(Body::Debris(body));
    let early = stage.at(100.0).quads.clone();
    let late = stage.at(400.0).quads.clone();
    assert_eq!(early.len(), 3);
    for (a, b) in early.iter().zip(&late) {
        assert_ne!(a.right, b.right);
        // Turned, not bent.
        let [right, up] = [Vec3::from(b.right), Vec3::from(b.up)];
        assert!(
            close(right.length(), 1.0) && close(up.length(), 1.0) && right.dot(up).abs() < 1e-5
        );
    }
    // Each about an axis of its own.
    assert_ne!(early[0].right, early[1].right);
    // Once around in a life.
    let start = only(Body::Debris(body)).at(0.0).quads[0].right;
    let end = stage.at(1000.0).quads[0].right;
    assert_near(start, end);
}

#[test]
fn detail_leaves_particles_out() {
    let mut coarse = effect(vec![Body::Burst(burst(200))]);
    coarse.header.settings = SwitchId::LIGHTS_0;
    let mut stage = Stage::new(&coarse);
    let mut seen = [0; 5];
    for level in 0..5 {
        stage.view = View { level, ..View::default() };
        seen[level as usize] = stage.at(100.0).quads.len();
    }
    // Group 0: numbers from 0 to below 3, so a third goes with each level.
    assert_eq!(seen[0], 200);
    assert!(seen[0] > seen[1] && seen[1] > seen[2] && seen[2] > seen[3], "{seen:?}");
    assert_eq!(seen[3..], [0, 0]);
    // Group 3: numbers from 3 on.
    coarse.header.settings = SwitchId::EXPLODE_3;
    let mut stage = Stage::new(&coarse);
    stage.view = View { level: 3, ..View::default() };
    assert_eq!(stage.at(100.0).quads.len(), 200);
}

/// Ten a second, eight at once, rising by 8 in a life of 0.8 seconds.
fn stream() -> Stream {
    Stream {
        interval_s: Span::constant(0.1),
        ring: 8,
        fade: Curve::straight(1.0, 1.0),
        position: JitterChannel::straight([0.0; 3], [0.0, 0.0, 8.0]),
        ..Stream::default()
    }
}

fn long(body: Stream) -> EffectBuf {
    let mut effect = effect(vec![Body::Stream(body)]);
    effect.header.duration_s = 10.0;
    effect
}

#[test]
fn a_stream_fills_its_ring() {
    // Updates at 0, 100, 200 ms; the first particle at 0. One is due when its time is past, not
    // when it has come: the one of 0.1 s is let go at 0.2 s.
    let mut stage = Stage::new(&long(stream()));
    let counts = [0.0, 100.0, 200.0, 300.0, 750.0, 2000.0].map(|now| stage.at(now).quads.len());
    assert_eq!(counts[..2], [1, 1]);
    assert!(counts[2] == 2 && counts[3] == 3, "{counts:?}");
    // Never more than the ring; the oldest is as old as can be or gone.
    assert!((7..=8).contains(&counts[5]), "{counts:?}");
    assert!(stage.manager.instance(KEY).unwrap().live_particles() <= 8);
}

#[test]
fn ages_are_an_eighth_apart() {
    let mut stage = Stage::new(&long(Stream { interval_s: Span::constant(0.07), ..stream() }));
    // At 0.3 s: let go at 0, 0.07, 0.14, 0.21, 0.28. The newest is 0.02 s old.
    let heights: Vec<_> = stage.at(300.0).quads.iter().map(|quad| quad.centre[2]).collect();
    let life = 0.07 * 8.0;
    let expected = [0.02, 0.09, 0.16, 0.23, 0.30].map(|age: f32| age / life * 8.0);
    assert_eq!(heights.len(), 5);
    for (height, expected) in heights.iter().zip(expected) {
        assert!((height - expected).abs() < 1e-4, "{heights:?}");
    }
}

#[test]
fn particles_stay_where_they_were_let_go() {
    let still = JitterChannel::straight([0.0; 3], [0.0; 3]);
    let body = Stream { position: still, interval_s: Span::constant(0.03), ring: 40, ..stream() };
    let mut stage = Stage::new(&long(body));
    stage.at(0.0);
    stage.manager.set_position(KEY, [10.0, 0.0, 0.0]);
    // Let go at 0.03, 0.06 and 0.09 s on the way from 0 to 10.
    let places: Vec<_> = stage.at(100.0).quads.iter().map(|quad| quad.centre[0]).collect();
    assert_eq!(places.len(), 4);
    for (place, expected) in places.iter().zip([9.0, 6.0, 3.0, 0.0]) {
        assert!((place - expected).abs() < 1e-3, "{places:?}");
    }
    // The frame's size does not matter to them.
    stage.manager.set_scale(KEY, [5.0; 3]);
    let quads = &stage.at(110.0).quads;
    assert!(quads.iter().all(|quad| close(quad.size()[0], 1.0)));
}

#[test]
fn a_stream_dries_up_outside_its_window() {
    let body = Stream { window: Window { lo: 0.01, hi: 0.03 }, ..stream() };
    let mut stage = Stage::new(&long(body));
    let mut count = |now| stage.at(now).quads.len();
    assert_eq!(count(0.0), 0);
    assert_eq!(count(100.0), 1);
    assert_eq!(count(300.0), 2);
    assert_eq!(count(400.0), 0);
    stage.manager.start(KEY, ngi_formats::fxid::TimeMode::ONCE);
    assert_eq!(stage.at(500.0).quads.len(), 1);
}

#[test]
fn intervals_that_never_end() {
    for interval in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let mut stage =
            Stage::new(&long(Stream { interval_s: Span::constant(interval), ..stream() }));
        assert!(stage.at(500.0).quads.is_empty(), "{interval}");
    }
    // A thousand million a second: the ring is new at each update, and that is all.
    let mut stage = Stage::new(&long(Stream { interval_s: Span::constant(1e-9), ..stream() }));
    for now in [0.0, 100.0, 5000.0] {
        assert!(stage.at(now).quads.len() <= 8);
        assert!(stage.manager.instance(KEY).unwrap().live_particles() <= 8);
    }
}

#[test]
fn the_limit_on_particles() {
    let crowd = effect(vec![
        Body::Burst(burst(10_000)),
        Body::Stream(Stream { ring: u32::MAX, ..stream() }),
        Body::Burst(Burst { per_group: u32::MAX, ..burst(u32::MAX) }),
    ]);
    let mut stage = Stage::new(&crowd);
    let id = stage.manager.instance(KEY).unwrap().template();
    assert_eq!(stage.manager.template(id).unwrap().most_particles(), MOST_PARTICLES);
    stage.at(500.0);
    assert!(stage.manager.instance(KEY).unwrap().live_particles() <= MOST_PARTICLES);
    let mut stage = only(Body::Stream(Stream { ring: 0, ..stream() }));
    assert!(stage.at(500.0).quads.is_empty());
}

#[test]
fn the_mouth_of_a_stream() {
    let still = JitterChannel::straight([0.0; 3], [0.0; 3]);
    let body = Stream { position: still, unk_0x28: [1.0; 3], unk_0x34: [3.0; 3], ..stream() };
    assert_near(Stage::new(&long(body)).at(0.0).quads[0].centre, [1.0; 3]);
    // Garbage of an unread field is no place.
    let body = Stream { unk_0x28: [1e30, 0.0, 0.0], ..body };
    assert_near(Stage::new(&long(body)).at(0.0).quads[0].centre, [0.0; 3]);
}
