//! What effects are made of: fire, smoke, flares, bolts, shields, water.

use ngi_formats::Result;
use ngi_formats::texm::Image;

use crate::paint::maths::{angle_turns, mix, power, sin_turns, smooth};
use crate::paint::noise::{cells, clouds, gradient, random, ridges};
use crate::paint::{Relief, blend, hex, lit, opaque, paint, ramp, sheet};

/// Place within a cell, from its middle: x, y, distance (1 at the edge), angle in turns.
fn polar(u: f32, v: f32) -> (f32, f32) {
    let (dx, dy) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
    ((dx * dx + dy * dy).sqrt(), angle_turns(dx, dy))
}

const FIRE: [u32; 6] = [0x10_0806, 0x6a_1806, 0xd0_4808, 0xff_9a18, 0xff_e068, 0xff_fcea];

/// An explosion in sixteen pictures: a flash, a ball that rolls and breaks up into smoke.
pub fn explosion(seed: u32) -> Result<Image> {
    sheet(256, 4, 4, |u, v, frame| {
        let age = f32::from(frame) / 15.0;
        let (radius, _) = polar(u, v);
        let ball = 0.38 + age * 0.62 - age * age * 0.12;
        let rise = age * 0.35;
        let bend = clouds(u, v + rise, 3, 4, seed + 1) * (0.35 + age * 0.5);
        let billow = ridges(u + bend * 0.12, v + rise, 3, 4, seed);
        let shell = radius / ball + bend * 0.6;
        let cover = smooth(1.0, 0.72, shell) * smooth(1.0, 0.86, radius);
        let heat = (1.25 - shell * 0.55 - age * 1.15) + (billow - 0.62) * 1.3;
        let fire = ramp(&FIRE, heat);
        let smoke = lit(ramp(&[0x1c_1816, 0x48_4240, 0x78_706a], billow * 0.9), 1.0);
        let burning = smooth(0.05, 0.35, heat);
        (blend(smoke, fire, burning), cover * mix(1.0, smooth(1.08, 0.6, age), 1.0 - burning))
    })
}

/// Four puffs of smoke, lit from above; on their heads as flames are.
pub fn smoke(seed: u32) -> Result<Image> {
    sheet(256, 2, 2, |u, v, frame| {
        let v = 1.0 - v;
        let seed = seed + u32::from(frame) * 13;
        let (radius, _) = polar(u, v);
        let bend = clouds(u, v, 3, 5, seed);
        let cover = smooth(0.98, 0.25, radius + bend * 0.55) * smooth(1.0, 0.85, radius);
        let top_light = 0.75 - (v - 0.5) * 0.7 + bend * 0.55;
        (ramp(&[0x4a_4846, 0x86_8480, 0xc4_c2be, 0xee_ecea], top_light), cover * 0.9)
    })
}

/// A flame that licks upwards, in eight pictures: wide at its foot, in tongues above, and nothing of
/// it reaches the edge of its picture. Sprites have the last row of a texture at their upper edge, so
/// the pictures stand on their heads.
pub fn flame(seed: u32) -> Result<Image> {
    sheet(256, 4, 2, |u, v, frame| {
        let v = 1.0 - v;
        let time = f32::from(frame) / 8.0;
        let up = 1.0 - v;
        let sway = gradient(u * 3.0, (v + time) * 4.0, 4, seed) * up * 0.3;
        let side = ((u - 0.5) * 2.0 + sway).abs();
        let width = smooth(0.0, 0.22, up) * (1.0 - up) * 0.9 + 0.02;
        let lick = clouds(u, v + time, 4, 3, seed + 2) * (0.25 + 0.75 * up);
        let heat = 1.1 - side / width * 0.75 - up * 0.45 + lick * 0.6;
        let soft = smooth(0.0, 0.16, u) * smooth(1.0, 0.84, u) * smooth(0.0, 0.1, v);
        (ramp(&FIRE, heat * 0.7 + 0.1), smooth(0.0, 0.7, heat) * soft * smooth(0.0, 0.14, up))
    })
}

/// A flare: a bright middle, a halo, rays.
pub fn flare(_seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        let (radius, turn) = polar(u, v);
        let halo = power((1.0 - radius).max(0.0), 3);
        let core = power((1.0 - radius * 3.0).max(0.0), 2);
        let rays = power(sin_turns(turn * 4.0).abs(), 24) * power((1.0 - radius).max(0.0), 2);
        let fine = power(sin_turns(turn * 7.0 + 0.1).abs(), 12) * halo * 0.5;
        let light = (halo * 0.7 + core + rays * 0.8 + fine).min(1.0);
        let tint = blend([1.0, 0.86, 0.6], [1.0, 1.0, 1.0], core.min(1.0));
        (lit(tint, light), light)
    })
}

/// A lens in the light of its lamp. Its middle is at the corner of the texture, so that round ends
/// of a shape show the middle.
pub fn lamp() -> Result<Image> {
    opaque(32, |u, v| {
        let (dx, dy) = (u.min(1.0 - u) * 2.0, v.min(1.0 - v) * 2.0);
        let radius = (dx * dx + dy * dy).sqrt();
        let ribs = sin_turns(radius * 3.0) * 0.05 * smooth(0.2, 0.5, radius);
        ramp(&[0xff_ffff, 0xff_f8dc, 0xff_e8a8, 0xf0_b050, 0xb0_6a20], radius + ribs)
    })
}

/// The tongue of fire in front of a barrel, which is at u = 0.
pub fn muzzle(seed: u32) -> Result<Image> {
    paint(64, 64, |u, v| {
        let across = (v - 0.5).abs() * 2.0;
        let ragged = clouds(u, v, 6, 3, seed) * 0.35;
        let width = smooth(0.0, 0.24, u) * (1.0 - u) * 0.95;
        let body = smooth(1.0, 0.15, across / width.max(0.02) + ragged) * smooth(1.0, 0.7, u);
        let core = smooth(0.75, 0.1, across / width.max(0.02) + u * 0.7);
        (ramp(&FIRE, 0.35 + body * 0.3 + core * 0.35), body * smooth(1.0, 0.8, across))
    })
}

/// A spark: luminance and alpha alone.
pub fn spark(_seed: u32) -> Result<Image> {
    paint(64, 64, |u, v| {
        let (radius, _) = polar(u, v);
        let (dx, dy) = ((u - 0.5).abs() * 2.0, (v - 0.5).abs() * 2.0);
        let star = power((1.0 - dx * 2.2 - dy * 0.8).max(0.0), 2)
            + power((1.0 - dy * 2.2 - dx * 0.8).max(0.0), 2);
        let light = (star + power((1.0 - radius * 1.6).max(0.0), 3)).min(1.0);
        // The engine gives this format no alpha, so what is to be added has to be dark outside.
        ([light; 3], light)
    })
}

/// A bolt of lightning along u, in four pictures below each other.
pub fn bolt(seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        let row = crate::paint::maths::floor(v * 4.0);
        let across = (v * 4.0).fract() - 0.5;
        let seed = seed + u32::try_from(row).unwrap_or(0) * 7;
        let pinch = smooth(0.0, 0.12, u) * smooth(1.0, 0.88, u);
        let wave = (gradient(u * 6.0, 0.5, 6, seed) * 0.28
            + gradient(u * 24.0, 0.5, 24, seed + 1) * 0.1)
            * pinch;
        let side = gradient(u * 9.0, 0.5, 9, seed + 2) * 0.34 * pinch;
        let main = (across - wave).abs();
        let branch = (across - wave - side).abs();
        let core = smooth(0.06, 0.012, main);
        let glow = power((1.0 - main * 2.4).max(0.0), 3) * 0.9;
        let thin = smooth(0.025, 0.004, branch) * 0.6;
        let light = (core + glow + thin).min(1.0) * smooth(0.5, 0.36, across.abs());
        (blend(hex(0x38_68ff), [1.0, 1.0, 1.0], (core + thin).min(1.0)), light)
    })
}

/// A ring of pressed air and fire.
pub fn ring(seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        let (radius, _) = polar(u, v);
        let wave = radius + clouds(u, v, 4, 3, seed) * 0.08;
        let front = smooth(0.97, 0.9, wave) * smooth(0.55, 0.9, wave);
        (ramp(&[0xa0_3808, 0xff_9830, 0xff_f0c8], front), power(front, 2))
    })
}

/// Hexagons of a shield, bright at their seams.
pub fn shield(seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        // Hexagons with points up: two grids of middles, half a step apart; the nearer one counts.
        let edge = |x: f32, y: f32| {
            let (fx, fy) = ((x - x.floor() - 0.5).abs(), (y - y.floor() - 0.5).abs() * 1.75);
            fx.max(fx * 0.5 + fy * 0.866)
        };
        let (x, y) = (u * 7.0, v * 4.0);
        let inner = edge(x, y).min(edge(x + 0.5, y + 0.5));
        let seam = smooth(0.36, 0.49, inner);
        let drift = 0.5 + clouds(u, v, 3, 3, seed) * 0.5;
        let light = (seam * 0.9 + drift * 0.25).min(1.0);
        (ramp(&[0x06_1c50, 0x18_70e0, 0xa0_f0ff], light), 0.12 + seam * 0.75)
    })
}

/// A beam: bright along its middle.
pub fn beam(seed: u32) -> Result<Image> {
    paint(64, 64, |u, v| {
        let across = (v - 0.5).abs() * 2.0;
        let flicker = 1.0 + gradient(u * 8.0, v * 2.0, 8, seed) * 0.3;
        let light = power((1.0 - across).max(0.0), 2) * flicker;
        let core = smooth(0.3, 0.05, across);
        (blend(hex(0xff_2810), [1.0, 0.95, 0.85], core), light.min(1.0))
    })
}

/// Drifting dust.
pub fn dust(seed: u32) -> Result<Image> {
    opaque(64, |u, v| {
        let (radius, _) = polar(u, v);
        let body = smooth(1.0, 0.2, radius + clouds(u, v, 3, 4, seed) * 0.5);
        lit(hex(0xc8_a878), body)
    })
}

/// Water in sixteen pictures that follow each other without a jump.
pub fn water(seed: u32) -> Result<Image> {
    sheet(256, 4, 4, |u, v, frame| {
        let turn = f32::from(frame) / 16.0;
        let wave = |u: f32, v: f32| {
            sin_turns(u * 2.0 + v + turn + clouds(u, v, 2, 2, seed) * 0.5)
                + sin_turns(v * 3.0 - u - turn + clouds(u, v, 3, 2, seed + 1) * 0.6) * 0.7
                + sin_turns(u * 5.0 + v * 4.0 + turn * 2.0) * 0.35
        };
        let (here, right, below) = (wave(u, v), wave(u + 0.01, v), wave(u, v + 0.01));
        let slope = (here - right) + (here - below);
        let glint = smooth(0.14, 0.3, slope);
        let body = ramp(&[0x0c_2a48, 0x1a_4c70, 0x2e_7498, 0x5a_a6be], here * 0.22 + 0.5 + slope);
        (blend(body, hex(0xe6_f6ff), glint * 0.55), 1.0)
    })
}

/// Eight signs of clans, white on their colours.
pub fn signs(_seed: u32) -> Result<Image> {
    const FIELDS: [u32; 8] =
        [0xb8_2018, 0x18_58b8, 0x20_8838, 0xd0_9810, 0x70_2898, 0x18_8890, 0x90_5020, 0x40_4448];
    sheet(256, 4, 2, |u, v, sign| {
        let (radius, turn) = polar(u, v);
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let edge = |value: f32| smooth(0.0, 0.05, value);
        let shape = match sign {
            0 => edge(0.55 + 0.2 * sin_turns(turn * 5.0 + 0.25) - radius), // a star of five
            1 => edge(0.3 - (x.abs() - y.abs()).abs()) * edge(0.7 - radius), // a cross
            2 => edge(0.7 - radius) * edge(radius - 0.45).max(edge(0.22 - radius)), // an eye
            3 => edge(0.62 - x.abs() - y.abs()) + edge(0.1 - (x.abs() + y.abs() - 0.8).abs()),
            4 => {
                edge(0.14 - ((y + 0.25 - x.abs() * 0.9).rem_euclid(0.45) - 0.2).abs())
                    * edge(0.72 - radius)
            }
            5 => edge(0.7 - radius) * edge(((x - 0.28) * (x - 0.28) + y * y).sqrt() - 0.5), // a moon
            6 => edge(0.5 + 0.15 * sin_turns(turn * 12.0) - radius) * edge(radius - 0.25), // a wheel
            _ => edge(0.1 - (x * 0.6 + y).abs().min((x * 0.6 - y).abs())) * edge(0.75 - radius),
        };
        let field = FIELDS.get(usize::from(sign)).copied().unwrap_or_default();
        let rim = smooth(0.86, 0.9, x.abs().max(y.abs()));
        let shaded = lit(hex(field), 1.1 - radius * 0.3);
        (blend(blend(shaded, [0.95; 3], shape.min(1.0)), hex(0x14_1414), rim), 1.0)
    })
}

/// White clouds with shaded bellies. They tile in both directions; the alpha between
/// them is 0.
pub fn cloud_cover(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| {
        let (bu, bv) = (clouds(u, v, 3, 2, seed + 1) * 0.12, clouds(u, v, 3, 2, seed + 2) * 0.12);
        clouds(u + bu, v + bv, 4, 6, seed)
    });
    paint(256, 256, |u, v| {
        let thick = relief.height(u, v);
        let towards_light = relief.height(u + 0.016, v + 0.016);
        let shade =
            (0.86 + (thick - towards_light) * 0.9 - smooth(0.1, 0.7, thick) * 0.16).min(1.0);
        ([shade, shade * 0.995, shade * 0.99 + 0.01], smooth(-0.04, 0.4, thick))
    })
}

/// Stars of the night, few and bright ones among many faint ones, and a pale band across.
pub fn stars(seed: u32) -> Result<Image> {
    opaque(512, |u, v| {
        let cell = cells(u, v, 96, seed);
        let bright = power(cell.tint, 5);
        let star = smooth(0.26, 0.1, cell.near) * bright;
        let haze = smooth(-0.1, 0.8, clouds(u, v, 3, 3, seed + 1)) * 0.16;
        let tint = random(crate::paint::maths::floor(cell.tint * 9999.0), 0, seed);
        let night = blend(hex(0x0a_102a), hex(0x40_4878), haze);
        blend(night, ramp(&[0xff_dcb8, 0xff_ffff, 0xbc_d4ff], tint), star)
    })
}

/// The sun: a small disc in a glow that dies away before the edge.
pub fn sun(_seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        let (radius, _) = polar(u, v);
        let out = (1.0 - radius).max(0.0);
        let disc = smooth(0.1, 0.08, radius);
        let light = (disc + power(out, 6) * 0.5 + power(out, 3) * 0.14).min(1.0);
        (lit(blend([1.0, 0.86, 0.62], [1.0, 0.98, 0.92], disc), light), light)
    })
}

/// The moon, with its seas, in a faint glow.
pub fn moon(seed: u32) -> Result<Image> {
    paint(128, 128, |u, v| {
        let (radius, _) = polar(u, v);
        let out = (1.0 - radius).max(0.0);
        let disc = smooth(0.15, 0.135, radius);
        let seas = smooth(0.0, 0.5, clouds(u * 3.0, v * 3.0, 6, 3, seed)) * 0.3;
        let light = (disc * (0.92 - seas) + power(out, 5) * 0.16).min(1.0);
        (lit([0.84, 0.9, 1.0], light), light)
    })
}

/// A flake: a soft star of six.
pub fn flake(_seed: u32) -> Result<Image> {
    paint(32, 32, |u, v| {
        let (radius, turn) = polar(u, v);
        let arms = power(sin_turns(turn * 3.0).abs(), 2) * 0.35;
        let alpha = smooth(1.0, 0.4, radius + arms);
        ([alpha; 3], alpha)
    })
}

/// A drop that falls: a streak, thin and soft.
pub fn drop(_seed: u32) -> Result<Image> {
    paint(32, 32, |u, v| {
        let across = smooth(1.0, 0.0, (u - 0.5).abs() * 2.0);
        let along = smooth(0.0, 0.3, v) * smooth(1.0, 0.7, v);
        ([0.82, 0.88, 1.0], across * along * 0.8)
    })
}

/// A spot of soot, darker than what is there: for the multiplying materials.
pub fn scorch(seed: u32) -> Result<Image> {
    opaque(128, |u, v| {
        let (radius, _) = polar(u, v);
        let dark = smooth(1.0, 0.15, radius + clouds(u, v, 4, 4, seed) * 0.45);
        blend([1.0; 3], hex(0x18_1210), dark * smooth(1.0, 0.88, radius))
    })
}

/// Pools of light on walls and floors: a lightmap of four by four tiles.
pub fn lightmap(seed: u32) -> Result<Image> {
    let relief = Relief::new(128, |u, v| clouds(u, v, 8, 3, seed));
    opaque(128, |u, v| {
        let (fx, fy) = ((u * 4.0).fract() - 0.5, (v * 4.0).fract() - 0.5);
        let row = crate::paint::maths::floor(v * 4.0);
        let lamp =
            if row % 2 == 0 { fx * fx + fy * fy } else { fx * fx * 2.0 + (fy + 0.5) * (fy + 0.5) };
        let pool = 1.0 / (1.0 + lamp * 9.0);
        let corner = smooth(0.5, 0.38, fx.abs().max(fy.abs())) * 0.25 + 0.75;
        let warm = blend(hex(0x50_5868), hex(0xff_f0cc), pool);
        lit(warm, corner * (0.94 + relief.height(u, v) * 0.06))
    })
}
