//! Command 5: bolts.

use glam::Vec3;
use ngi_formats::fxid::Bolt;

use super::arithmetic::{count, whole};
use super::curve::{progress, span, visible};
use super::frame::{Basis, unit};
use super::looks::Looks;
use super::painter::{Brush, Painter, Tint};
use super::stand_ins;

/// Where a bolt starts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Start(Option<Vec3>);

impl Start {
    /// One update: the target point, where the effect takes it; else where the effect was first.
    pub fn update(&mut self, effect: Vec3, target: Option<Vec3>) {
        match target {
            Some(target) => self.0 = Some(target),
            None => {
                self.0.get_or_insert(effect);
            }
        }
    }
}

/// How many pieces a bolt of this length is made of.
pub fn pieces(length: f32, piece_length: f32, most: usize) -> usize {
    whole(f64::from(length) / f64::from(piece_length), most).max(1).min(most)
}

/// The bolt from its start to where the effect is: pieces of equal length, turned to the eye.
pub(super) fn draw<L: Looks + ?Sized>(
    painter: &mut Painter<'_, L>,
    brush: &Brush,
    bolt: &Bolt,
    most: usize,
    start: &Start,
) {
    let scene = painter.scene;
    let (Some(p), Some(start)) = (progress(bolt.window, scene.t), start.0) else { return };
    let Some(fade) = visible(span(bolt.fade, p)) else { return };
    let way = scene.world.origin - start;
    let Some(direction) = unit(way) else { return };
    let length = way.length();
    let number = pieces(length, bolt.piece_length, most);
    let tint = Tint { phase: stand_ins::bolt_phase(bolt.phase, p, scene.seconds), fade };
    let step = way / count(number);
    let width = span(bolt.width, p);
    for piece in 0..number {
        let centre = start + step * (count(piece) + 0.5);
        let Some(basis) = Basis::along(painter.eye - centre, direction) else { continue };
        let u = [piece, piece + 1].map(|end| {
            let along = length * (count(end) / count(number));
            // Without a length for the texture every piece shows it once.
            if bolt.repeat_length > 0.0 { along / bolt.repeat_length } else { count(end) }
        });
        painter.quad(brush, tint, [centre, step, basis.y * width], u);
    }
}
