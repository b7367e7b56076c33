//! A small explosion of two seconds, worked out by hand.
//!
//! | command | window | |
//! |--:|---|---|
//! | 0 | 0–0.25 | a flash that grows from 1 to 5 and fades |
//! | 1 | 0.1–0.6 | a half-sphere that grows from 2 to 8 |
//! | 2 | 0.2–1 | three sparks that fly 4 units east within half of it, from 0.5 to 1.5, by the square |
//! | 3 | 0–0.5 | a light, range 30 to 3 |
//! | 4 | 0.05 | a bang |
//! | 5 | – | nothing |
//! | 6 | 0.5–1 | smoke, from 2 to 4, 0.8 opaque to nothing |

use ngi_formats::fxid::{
    Body, Burst, Channel, Curve, Dome, EffectBuf, EffectFlags, JitterChannel, Light, Sound, Span,
    Sprite, SpriteMode, Window,
};

use super::samples::{KEY, Stage, assert_near, close, effect, sprite};
use crate::effects::{AtRest, Item, PlainLooks, Player, PlayerOptions, SoundAction, View};

fn explosion() -> EffectBuf {
    let window = |lo, hi| Window { lo, hi };
    let size = |low: f32, high: f32| Channel::straight([low; 3], [high; 3]);
    let flash = Sprite {
        window: window(0.0, 0.25),
        size: size(1.0, 5.0),
        fade: Curve::straight(1.0, 0.0),
        ..sprite()
    };
    let sprite_of_dome = Sprite {
        window: window(0.1, 0.6),
        size: size(2.0, 8.0),
        mode: SpriteMode::ACROSS,
        ..sprite()
    };
    let dome = Dome { sprite: sprite_of_dome, ..Dome::default() };
    let sparks = Burst {
        window: window(0.2, 1.0),
        life_share: 0.5,
        groups: 3,
        fade: Curve::straight(1.0, 1.0),
        position: JitterChannel::straight([0.0; 3], [4.0, 0.0, 0.0]),
        size: JitterChannel { exponent: [2.0; 3], ..JitterChannel::straight([0.5; 3], [1.5; 3]) },
        ..Burst::default()
    };
    let light = Light {
        window: window(0.0, 0.5),
        range: Span { start: 30.0, end: 3.0 },
        ..Light::default()
    };
    let bang = Sound { window: window(0.05, 1.0), ..Sound::default() };
    let smoke = Sprite {
        window: window(0.5, 1.0),
        size: size(2.0, 4.0),
        fade: Curve::straight(0.8, 0.0),
        ..sprite()
    };
    let mut explosion = effect(vec![
        Body::Sprite(flash),
        Body::Dome(dome),
        Body::Burst(sparks),
        Body::Light(light),
        Body::Sound(bang),
        Body::Empty,
        Body::Sprite(smoke),
    ]);
    explosion.header.duration_s = 2.0;
    explosion.header.flags = EffectFlags::IMPACT;
    explosion
}

#[test]
fn which_command_is_active_when() {
    let mut stage = Stage::new(&explosion());
    // milliseconds, t, active commands, what happens to the bang
    let table: [(f64, f32, &[u32], bool); 8] = [
        (0.0, 0.0, &[0, 3], false),
        // t is exactly where the bang waits, not beyond.
        (100.0, 0.05, &[0, 3], false),
        (200.0, 0.1, &[0, 1, 3, 4], true),
        (500.0, 0.25, &[0, 1, 2, 3], false),
        (600.0, 0.3, &[1, 2, 3], false),
        (1000.0, 0.5, &[1, 2, 3, 6], false),
        (1500.0, 0.75, &[2, 6], false),
        (1900.0, 0.95, &[2, 6], false),
    ];
    for (now, t, active, bang) in table {
        let starts = |sound: &crate::effects::Sound| {
            (sound.command, sound.action) == (4, SoundAction::Start)
        };
        let heard = stage.at(now).sounds.iter().any(starts);
        assert!(close(stage.time(), t), "t is {} at {now}", stage.time());
        assert_eq!(stage.active(), active, "at {now}");
        assert_eq!(heard, bang, "at {now}");
    }
    // t reaches 1, and the header says to go.
    let list = stage.at(2000.0);
    assert!(list.quads.is_empty() && list.domes.is_empty() && list.lights.is_empty());
    assert!(!stage.is_there());
}

#[test]
fn how_large_everything_is_at_three_times() {
    let mut stage = Stage::new(&explosion());

    // t = 0.1: the flash is at 0.4 of its window, 1 + 4 · 0.4; the half-sphere begins.
    let list = stage.at(200.0);
    let [flash] = &list.quads[..] else { panic!("{:?}", list.quads) };
    assert_eq!(flash.command, 0);
    assert!(flash.size().into_iter().all(|side| close(side, 2.6)));
    assert!(close(flash.paint.colour[3], 0.6));
    assert_near(list.domes[0].axes[2], [2.0, 0.0, 0.0]);
    // The light is at 0.2 of its window: 30 − 27 · 0.2.
    assert!(close(list.lights[0].range, 24.6));

    // t = 0.3: the half-sphere is at 0.4, 2 + 6 · 0.4. The sparks are at 0.125 of their window, a
    // quarter of their life: 4 · 0.25 east, 0.5 + 1 · 0.25² large.
    let list = stage.at(600.0);
    assert_near(list.domes[0].axes[2], [4.4, 0.0, 0.0]);
    assert_eq!(list.quads.len(), 3);
    for spark in &list.quads {
        assert_near(spark.centre, [1.0, 0.0, 0.0]);
        assert!(spark.size().into_iter().all(|side| close(side, 0.5625)), "{:?}", spark.size());
    }
    // At 0.6 of its window: 30 − 27 · 0.6.
    assert!(close(list.lights[0].range, 13.8));

    // t = 0.75: the sparks are gone, at 0.6875 of their window and beyond their life. The smoke is
    // halfway: 3 large, 0.4 opaque.
    let list = stage.at(1500.0);
    let [smoke] = &list.quads[..] else { panic!("{:?}", list.quads) };
    assert_eq!((smoke.command, smoke.key), (6, KEY));
    assert!(smoke.size().into_iter().all(|side| close(side, 3.0)));
    assert!(close(smoke.paint.colour[3], 0.4));
    assert!(list.domes.is_empty() && list.lights.is_empty());
}

#[test]
fn far_things_are_drawn_first() {
    let mut stage = Stage::new(&explosion());
    stage.view = View { eye: [10.0, 0.0, 0.0], ..View::default() };
    // Sparks at x = 1, the half-sphere at 0: the half-sphere is farther.
    let list = stage.at(600.0);
    let order: Vec<_> = list
        .sorted()
        .map(|item| match item {
            Item::Quad(quad) => quad.command,
            Item::Dome(dome) => dome.command,
        })
        .collect();
    assert_eq!(order, [1, 2, 2, 2]);
    let far: Vec<_> = list
        .sorted()
        .map(|item| match item {
            Item::Quad(quad) => quad.paint.squared_distance,
            Item::Dome(dome) => dome.paint.squared_distance,
        })
        .collect();
    assert!(far.is_sorted_by(|a, b| a >= b), "{far:?}");
}

#[test]
fn the_player_tells_the_same_story() {
    let mut stage = Stage::new(&explosion());
    let mut player =
        Player::new(&explosion(), PlayerOptions { seed: 1, ..PlayerOptions::default() });
    let view = View::default();
    for step in 0..20 {
        let seconds = f64::from(step) * 0.1;
        let expected = stage.at(seconds * 1000.0).clone();
        let list = player.at(seconds, &AtRest, &view, &PlainLooks);
        assert_eq!(list.quads.len(), expected.quads.len(), "at {seconds}");
        let sizes = |list: &crate::effects::DrawList| -> Vec<_> {
            list.quads.iter().map(|quad| quad.right).collect()
        };
        assert_eq!(sizes(list), sizes(&expected));
        assert_eq!(player.time(), Some(stage.time()));
        assert_eq!(player.active().collect::<Vec<_>>(), stage.active());
    }
    player.at(2.0, &AtRest, &view, &PlainLooks);
    assert_eq!(player.time(), None);
    // Back again: played anew.
    let list = player.at(0.6, &AtRest, &view, &PlainLooks);
    assert_eq!((list.quads.len(), list.domes.len()), (3, 1));
    assert!(list.sounds.iter().any(|sound| sound.action == SoundAction::Start));
}
