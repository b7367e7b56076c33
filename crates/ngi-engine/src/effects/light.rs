//! Command 1: lights.

use ngi_formats::fxid::{Light, LightKind};

use super::curve::{mix, path, progress, span};
use super::frame::Frame;
use super::output::{self, LightForm};
use super::random::Generator;

/// What a light draws at each update while it is on, and keeps until the next.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Flicker {
    colour: [f32; 4],
    range: f32,
}

/// Draws a light's jitter: alpha, blue, green, red, range, also where there is none to draw.
pub(super) fn flicker(light: &Light, generator: &mut Generator) -> Flicker {
    let [r, g, b, a] = light.colour_jitter;
    let a = generator.spread(a);
    let b = generator.spread(b);
    let g = generator.spread(g);
    let r = generator.spread(r);
    Flicker { colour: [r, g, b, a], range: generator.spread(light.range_jitter) }
}

/// Form, owner-only and no-ground-disc of a kind. Kinds nobody knows are taken as kind 1, as in
/// the engine.
pub fn light_kind(kind: LightKind) -> (LightForm, bool, bool) {
    match kind.0 {
        2 | 5 => (LightForm::Point, false, false),
        3 => (LightForm::Directional, false, false),
        4 => (LightForm::Parallel, false, false),
        6 => (LightForm::Point, true, true),
        7 => (LightForm::Point, false, true),
        _ => (LightForm::Point, true, false),
    }
}

/// The light at t; `None` while it is off, and where it has no place in the world.
pub(super) fn light(
    light: &Light,
    flicker: &Flicker,
    t: f32,
    world: &Frame,
    (key, command): (u32, u32),
) -> Option<output::Light> {
    let p = progress(light.window, t)?;
    let (form, owner_only, no_ground_disc) = light_kind(light.kind);
    let position = world.point(path(&light.position, p));
    let direction = world.vector(path(&light.direction, p));
    let range = (span(light.range, p) + flicker.range) * direction.length();
    let range = if range > 0.0 { range } else { 0.01 };
    let ends = light.colour_start.iter().zip(light.colour_end).zip(flicker.colour);
    let mut colour = [0.0; 4];
    for (value, ((start, end), jitter)) in colour.iter_mut().zip(ends) {
        *value = mix(*start, end, p) + jitter;
    }
    let is_finite = position.is_finite()
        && direction.is_finite()
        && range.is_finite()
        && colour.iter().all(|value| value.is_finite());
    is_finite.then(|| output::Light {
        key,
        command,
        form,
        owner_only,
        no_ground_disc,
        position: position.to_array(),
        direction: direction.to_array(),
        colour,
        range,
        attenuation: light.attenuation,
    })
}
