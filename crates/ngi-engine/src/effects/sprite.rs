//! Commands 3, 4 and 9: sprites, glows and half-spheres.

use glam::Vec3;
use ngi_formats::fxid::{Dome, Sprite};

use super::curve::{channel, fade, path, progress, sprite_phase, weights};
use super::dome::dome_shape;
use super::frame::Basis;
use super::looks::Looks;
use super::painter::{Brush, Painter, Tint};

/// A sprite at a moment, in the frame of its effect.
struct Pose {
    place: Vec3,
    basis: Basis,
    size: Vec3,
    tint: Tint,
}

/// A sprite.
pub(super) fn draw<L: Looks + ?Sized>(
    painter: &mut Painter<'_, L>,
    brush: &Brush,
    sprite: &Sprite,
) {
    let scene = painter.scene;
    let Some(p) = progress(sprite.window, scene.t) else { return };
    if let Some(Pose { place, basis, size, tint }) = pose(painter, sprite, p) {
        painter.sprite(brush, tint, &scene.world, place, &basis, size);
    }
}

/// A glow: what is near the eye is as a sprite is early in its window. A reach that is not above 0
/// draws nothing.
pub(super) fn draw_glow<L: Looks + ?Sized>(
    painter: &mut Painter<'_, L>,
    brush: &Brush,
    sprite: &Sprite,
    reach: f32,
) {
    let scene = painter.scene;
    let Some(p) = progress(sprite.window, scene.t).filter(|_| reach > 0.0) else { return };
    let near = (p * scene.eye.length() / reach).min(1.0);
    if let Some(Pose { place, basis, size, tint }) = pose(painter, sprite, near) {
        painter.sprite(brush, tint, &scene.world, place, &basis, size);
    }
}

/// A half-sphere. Shapes without segments draw nothing.
pub(super) fn draw_dome<L: Looks + ?Sized>(
    painter: &mut Painter<'_, L>,
    brush: &Brush,
    dome: &Dome,
) {
    let scene = painter.scene;
    let Some(p) = progress(dome.sprite.window, scene.t) else { return };
    if dome_shape(dome.shape.0).is_none() {
        return;
    }
    if let Some(Pose { place, basis, size, tint }) = pose(painter, &dome.sprite, p) {
        let axes = scene.world.columns(&basis, size);
        let form = (dome.shape.0, dome.facet_texture != 0);
        painter.dome(brush, tint, scene.world.point(place), axes, form);
    }
}

fn pose<L: ?Sized>(painter: &Painter<'_, L>, sprite: &Sprite, p: f32) -> Option<Pose> {
    let scene = &painter.scene;
    let fade = fade(sprite.fade, p)?;
    let at = |c: &ngi_formats::fxid::Channel| {
        channel(c.low.into(), c.high.into(), weights(c.exponent, p))
    };
    let place = at(&sprite.position);
    let direction = path(&sprite.direction, p);
    let basis = Basis::of_mode(sprite.mode.0, scene.eye - place, direction)?;
    let phase = sprite_phase(sprite.phase, p, scene.seconds);
    Some(Pose { place, basis, size: at(&sprite.size), tint: Tint { phase, fade } })
}
