//! Trees and stones. The alpha of leaves is a cut-out: it says where there is none.

use ngi_formats::Result;
use ngi_formats::texm::Image;

use crate::paint::maths::{angle_turns, cos_turns, mix, number, sin_turns, smooth};
use crate::paint::noise::{cells, clouds, gradient, random, ridges};
use crate::paint::{Colour, Relief, blend, hex, lit, opaque, paint, ramp};

/// Bark with deep furrows.
pub fn bark(seed: u32) -> Result<Image> {
    let relief = Relief::new(128, |u, v| {
        let bend = clouds(u, v, 4, 3, seed) * 0.12;
        let furrow = gradient((u + bend) * 12.0, v * 4.0, 12, seed + 1).abs();
        smooth(0.0, 0.35, furrow) * 0.9 + clouds(u, v, 24, 3, seed + 2) * 0.25
    });
    opaque(128, |u, v| {
        let tone = relief.height(u, v) * 0.8 + clouds(u, v, 3, 3, seed + 3) * 0.2;
        let wood = ramp(&[0x1e_1610, 0x3e_2e20, 0x5e_4a34, 0x7c_6a50], tone);
        let moss = smooth(0.2, 0.6, clouds(u, v, 4, 4, seed + 4));
        lit(blend(wood, hex(0x58_6a2c), moss * 0.5), relief.light(u, v, 1.0))
    })
}

/// White bark with dark scars, as birches have.
pub fn birch(seed: u32) -> Result<Image> {
    opaque(128, |u, v| {
        let scar = smooth(0.42, 0.6, gradient(u * 4.0, v * 16.0, 16, seed));
        let fine = smooth(0.4, 0.7, gradient(u * 12.0, v * 48.0, 48, seed + 1)) * 0.4;
        let skin = lit(hex(0xe2_dccc), 0.92 + clouds(u, v, 4, 4, seed + 2) * 0.18);
        blend(skin, hex(0x2a_2420), (scar + fine).min(0.95))
    })
}

/// One leaf of a spray: colour and how much of it covers a place.
struct Leaf {
    light: f32,
    vein: f32,
    cover: f32,
}

/// The leaf at a place, for a leaf of this middle, direction (in turns) and length.
fn leaf(u: f32, v: f32, middle: [f32; 2], turn: f32, length: f32) -> Leaf {
    let (dx, dy) = (u - middle[0], v - middle[1]);
    let (c, s) = (cos_turns(turn), sin_turns(turn));
    let (along, across) = ((dx * c + dy * s) / length, (dy * c - dx * s) / length);
    let width = (0.25 - along * along).max(0.0) * 1.25;
    let cover = smooth(-0.01, 0.03, width - across.abs());
    let rib = (along * 9.0 - across.abs() * 6.0).fract().abs();
    let vein = smooth(0.035, 0.0, across.abs()).max(smooth(0.16, 0.0, rib) * 0.35);
    Leaf { light: 0.95 + across * 1.2, vein, cover }
}

/// Sprays of broad leaves: where nothing is drawn, alpha is 0.
pub fn leaves(seed: u32, tones: [u32; 4]) -> Result<Image> {
    let spots: Vec<([f32; 2], f32, f32, f32)> = (0..120i32)
        .map(|index| {
            let at = |channel: u32| random(index, 5, seed + channel);
            // A disc, denser in the middle.
            let (angle, radius) = (at(0), at(1).sqrt() * 0.4);
            let middle = [0.5 + cos_turns(angle) * radius, 0.5 + sin_turns(angle) * radius];
            (middle, angle + (at(2) - 0.5) * 0.5, 0.12 + at(3) * 0.08, at(4))
        })
        .collect();
    paint(128, 128, |u, v| {
        let mut colour = hex(tones[0]);
        let mut alpha = 0.0f32;
        for (order, (middle, turn, length, tint)) in spots.iter().enumerate() {
            let Leaf { light, vein, cover } = leaf(u, v, *middle, *turn, *length);
            if cover > 0.0 {
                let depth = mix(0.55, 1.1, number(order) / 120.0);
                let green = lit(ramp(&tones, *tint), light * depth);
                colour = blend(colour, blend(green, hex(tones[3]), vein * 0.5), cover);
                alpha = alpha.max(cover);
            }
        }
        (colour, alpha)
    })
}

/// A fir branch: needles left and right of a twig.
pub fn needles(seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        let twig = (u - 0.5).abs();
        let reach = 0.44 * (1.0 - v * 0.75) * (0.85 + gradient(v * 24.0, 0.3, 24, seed) * 0.2);
        let along = v * 20.0 + twig * 16.0;
        let row = (along - along.floor() - 0.5).abs() * 2.0;
        let needle = smooth(0.85, 0.45, row) * smooth(reach, reach - 0.05, twig);
        let tint = random(crate::paint::maths::floor(along), i32::from(u < 0.5), seed + 1);
        let green = lit(ramp(&[0x30_502e, 0x44_6c3c, 0x60_8c4c, 0x84_ac64], tint), 1.2 - row * 0.5);
        let wood = smooth(0.022, 0.012, twig) * smooth(0.99, 0.95, v);
        (blend(green, hex(0x4a_3826), wood), needle.max(wood))
    })
}

/// Boulders: granite with specks.
pub fn granite(seed: u32, tones: [u32; 4]) -> Result<Image> {
    let relief = Relief::new(256, |u, v| {
        ridges(u, v, 5, 5, seed) * 0.7 + clouds(u, v, 24, 3, seed + 1) * 0.3
    });
    opaque(256, |u, v| {
        let tone = relief.height(u, v) * 0.8 + clouds(u, v, 3, 4, seed + 2) * 0.3;
        let stone = ramp(&tones, tone);
        let cell = cells(u, v, 48, seed + 3);
        let speck = smooth(0.35, 0.15, cell.near);
        let tint: Colour = if cell.tint > 0.6 { hex(0xd8_d2c8) } else { hex(0x22_2020) };
        let moss = smooth(0.28, 0.6, clouds(u, v, 4, 4, seed + 4));
        let grown = blend(blend(stone, tint, speck * 0.25), hex(0x56_6830), moss * 0.6);
        lit(grown, relief.light(u, v, 1.3))
    })
}

/// Moss in cushions.
pub fn moss(seed: u32) -> Result<Image> {
    let relief = Relief::new(128, |u, v| {
        let cell = cells(u, v, 9, seed);
        smooth(0.8, 0.0, cell.near) + clouds(u, v, 32, 2, seed + 1) * 0.3
    });
    opaque(128, |u, v| {
        let tone = relief.height(u, v) * 0.6 + clouds(u, v, 3, 3, seed + 2) * 0.3;
        lit(ramp(&[0x1c_2a10, 0x3c_5618, 0x66_8826, 0x9a_b03c], tone), relief.light(u, v, 0.8))
    })
}

/// A fern seen from above: fronds around a middle.
pub fn fern(seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        let (dx, dy) = (u - 0.5, v - 0.5);
        let radius = (dx * dx + dy * dy).sqrt() * 2.0;
        let turn = (angle_turns(dx, dy) + 0.5) * 15.0;
        let side = (turn - turn.floor() - 0.5).abs() * 2.0;
        let tip = 0.75 + random(crate::paint::maths::floor(turn).rem_euclid(15), 0, seed) * 0.22;
        let width = (1.0 - radius / tip).max(0.0) * 2.4;
        let teeth = (radius * 18.0 - side * 1.5).fract();
        let frond = smooth(-0.02, 0.05, width.min(0.9) * (0.5 + teeth * 0.5) - side);
        let there = smooth(tip, tip - 0.05, radius) * frond;
        let green = ramp(&[0x1e_4018, 0x3a_6a24, 0x6a_9a3a], teeth * 0.6 + radius * 0.4);
        (blend(green, hex(0x9a_b860), smooth(0.08, 0.02, side) * 0.6), there)
    })
}
