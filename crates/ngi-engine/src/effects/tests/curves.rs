//! Windows, channels, fades, phases, colours, fog, loudness.

use ngi_formats::fxid::{Curve, Window};

use crate::effects::curve::{
    burst_phase, clamped_progress, fade, fog, knee, progress, sprite_phase, stream_phase, weights,
};
use crate::effects::{Light, LightForm, Sound, SoundAction};

const NAN: f32 = f32::NAN;

#[test]
fn windows() {
    // lo, hi, t, progress
    let table = [
        (0.25, 0.75, 0.5, Some(0.5)),
        (0.25, 0.75, 0.25, Some(0.0)),
        (0.25, 0.75, 0.75, Some(1.0)),
        (0.25, 0.75, 0.2, None),
        (0.25, 0.75, 0.8, None),
        (0.5, 0.5, 0.5, Some(1.0)),
        (0.75, 0.25, 0.5, None),
        (NAN, 1.0, 0.5, None),
        (0.0, NAN, 0.5, None),
        (0.0, 1.0, -1.0, None),
        (f32::NEG_INFINITY, f32::INFINITY, 0.5, Some(1.0)),
    ];
    for (lo, hi, t, expected) in table {
        assert_eq!(progress(Window { lo, hi }, t), expected, "{t} in {lo}..{hi}");
    }
    let window = Window { lo: 0.25, hi: 0.75 };
    assert_eq!([0.0, 0.5, 1.0].map(|t| clamped_progress(window, t)), [0.0, 0.5, 1.0]);
}

#[test]
fn exponents() {
    assert_eq!(weights([1.0; 3], 0.3).to_array(), [0.3; 3]);
    assert_eq!(weights([1.0, 2.0, 0.5], 0.25).to_array(), [0.25, 0.0625, 0.5]);
    // An exponent of 0 is at its high end from the start.
    assert_eq!(weights([0.0, 1.0, 1.0], 0.0).to_array(), [1.0, 0.0, 0.0]);
}

#[test]
fn fades() {
    let curve = |start, end, exponent| Curve { start, end, exponent };
    let table = [
        (curve(1.0, 0.0, 1.0), 0.25, Some(0.75)),
        (curve(1.0, 0.0, 2.0), 0.5, Some(0.75)),
        (curve(1.0, 0.0, 1.0), 1.0, None),
        (curve(-1.0, 1.0, 1.0), 0.25, None),
        (curve(2.0, 2.0, 1.0), 0.5, Some(2.0)),
        (curve(NAN, 1.0, 1.0), 0.5, None),
        (curve(1.0, 0.0, NAN), 0.5, None),
        (curve(f32::INFINITY, 0.0, 1.0), 0.0, None),
    ];
    for (curve, x, expected) in table {
        assert_eq!(fade(curve, x), expected, "{curve:?} at {x}");
    }
}

#[test]
fn phases_of_sprites() {
    let curve = |start, end, exponent| Curve { start, end, exponent };
    // curve, p, seconds, phase
    let table = [
        (curve(0.0, 1.0, 1.0), 0.25, 9.0, 0.25),
        (curve(0.0, 1.0, 1.0), 1.0, 9.0, 0.0),
        (curve(0.5, 2.0, 1.0), 0.5, 9.0, 0.25),
        (curve(0.0, 1.0, 2.0), 0.5, 9.0, 0.25),
        // Below 0: nine times a second, by the clock, from 0.
        (curve(-1.0, 9.0, 1.0), 0.5, 0.25, 0.25),
        (curve(-1.0, 9.0, 1.0), 0.5, 1.0, 0.0),
        (curve(NAN, 1.0, 1.0), 0.5, 1.0, 0.5),
        (curve(0.0, NAN, 1.0), 0.5, 1.0, 0.0),
    ];
    for (curve, p, seconds, expected) in table {
        assert_eq!(sprite_phase(curve, p, seconds), expected, "{curve:?} at {p}, {seconds} s");
    }
}

#[test]
fn phases_of_particles() {
    // rate, age, phase
    let bursts = [
        (1.0, 0.5, 0.5),
        (0.5, 0.25, 0.5),
        (0.5, 0.5, 0.99),
        (0.5, 0.75, 0.99),
        (1.5, 0.5, 0.75),
        (1.5, 1.0, 0.5),
        (-1.0, 0.5, 0.0),
        (0.0, 0.5, 0.99),
        (0.0, 0.0, 0.0),
        (NAN, 0.5, 0.0),
    ];
    for (rate, age, phase) in bursts {
        assert_eq!(burst_phase(rate, age), phase, "rate {rate} at {age}");
    }
    let streams =
        [(1.0, 0.5, 0.5), (2.0, 0.5, 0.25), (-1.0, 0.5, 0.7), (0.0, 0.5, 1.0), (NAN, 0.5, 0.0)];
    for (exponent, age, phase) in streams {
        assert_eq!(stream_phase(exponent, age, 0.7), phase, "exponent {exponent} at {age}");
    }
}

#[test]
fn colours_above_one() {
    let table = [(-1.0, -1.0), (0.5, 0.5), (1.0, 1.0), (4.0, 1.5), (7.0, 2.0), (9.0, 2.0)];
    for (colour, result) in table {
        assert!((knee(colour) - result).abs() < 1e-6, "{colour}");
    }
}

#[test]
fn fog_falls_with_the_squared_distance() {
    let table = [(1.0, 1.0), (4.0, 1.0), (10.0, 0.5), (16.0, 0.0), (99.0, 0.0)];
    for (squared, left) in table {
        assert_eq!(fog(2.0, 4.0, squared), left, "{squared}");
    }
    assert_eq!(fog(4.0, 2.0, 9.0), 1.0);
    assert_eq!(fog(NAN, NAN, 9.0), 1.0);
}

#[test]
fn loudness() {
    let sound = |looping| Sound {
        key: 0,
        command: 0,
        action: SoundAction::Start,
        sample: None,
        looping,
        position: [0.0; 3],
        direction: [1.0, 0.0, 0.0],
        velocity: [0.0; 3],
        near: 10.0,
        far: 40.0,
        rate: 1.0,
    };
    let once =
        [(5.0, Some(1.0)), (10.0, Some(1.0)), (20.0, Some(0.5)), (40.0, Some(0.25)), (41.0, None)];
    for (distance, gain) in once {
        assert_eq!(sound(false).gain(distance), gain, "{distance}");
    }
    assert_eq!(sound(true).gain(400.0), Some(0.25));
}

#[test]
fn brightness_of_lights() {
    let light = |attenuation| Light {
        key: 0,
        command: 0,
        form: LightForm::Point,
        owner_only: false,
        no_ground_disc: false,
        position: [0.0; 3],
        direction: [1.0, 0.0, 0.0],
        colour: [1.0; 4],
        range: 10.0,
        attenuation,
    };
    let straight = light([0.0, 1.0, 0.0]);
    assert_eq!([0.0, 5.0, 10.0, 10.5].map(|d| straight.brightness(d)), [1.0, 0.5, 0.0, 0.0]);
    assert_eq!(light([0.25, 1.0, 1.0]).brightness(5.0), 1.0);
}
