//! What one walks on.

use ngi_formats::Result;
use ngi_formats::texm::Image;

use crate::paint::maths::{mix, sin_turns, smooth};
use crate::paint::noise::{cells, clouds, gradient, random, ridges};
use crate::paint::{Relief, blend, hex, lit, opaque, ramp};

/// Blades in tufts, dry patches, a little clover.
pub fn grass(seed: u32) -> Result<Image> {
    let blades = |u: f32, v: f32| {
        let bend = clouds(u, v, 4, 2, seed) * 0.05;
        let fine = gradient((u + bend) * 72.0, v * 18.0, 72, seed + 3);
        let wide = gradient((u - bend) * 40.0, v * 14.0, 40, seed + 4);
        fine * 0.6 + wide * 0.5
    };
    let relief = Relief::new(256, |u, v| blades(u, v) * 0.5 + clouds(u, v, 8, 3, seed + 9) * 0.8);
    opaque(256, |u, v| {
        let patch = clouds(u, v, 3, 4, seed + 1);
        let tone = 0.5 + patch * 0.45 + blades(u, v) * 0.22;
        let green = ramp(&[0x1f_3312, 0x36_5420, 0x4c_722b, 0x68_8c38, 0x8f_a955], tone);
        let dry = smooth(0.25, 0.65, clouds(u, v, 4, 4, seed + 2));
        lit(blend(green, hex(0x86_7d45), dry * 0.55), relief.light(u, v, 0.9))
    })
}

/// Weathered grey rock with cracks and lichen.
pub fn rock(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| rock_height(u, v, seed));
    opaque(256, |u, v| {
        let height = relief.height(u, v);
        let warm = clouds(u, v, 3, 3, seed + 7);
        let stone = blend(
            ramp(&[0x35_312d, 0x5f_5a54, 0x86_8078, 0xa7_a096], height * 0.75 + 0.1),
            hex(0x8a_7358),
            smooth(-0.1, 0.6, warm) * 0.5,
        );
        let lichen = smooth(0.3, 0.55, clouds(u, v, 6, 4, seed + 5));
        lit(blend(stone, hex(0x7c_8352), lichen * 0.45), relief.light(u, v, 1.6))
    })
}

fn rock_height(u: f32, v: f32, seed: u32) -> f32 {
    let bent_u = u + clouds(u, v, 4, 3, seed + 11) * 0.06;
    let bent_v = v + clouds(u, v, 4, 3, seed + 12) * 0.06;
    let cell = cells(bent_u, bent_v, 5, seed);
    let crack = smooth(0.0, 0.14, cell.next - cell.near);
    let block = cell.tint * 0.35 + (cell.offset[0] - cell.offset[1]) * 0.22;
    (ridges(u, v, 6, 5, seed + 1) * 0.45 + block + 0.2) * mix(0.72, 1.0, crack)
}

/// Layers of a cliff, lying on each other with ledges.
pub fn cliff(seed: u32) -> Result<Image> {
    let layer = |u: f32, v: f32| v * 9.0 + clouds(u, v, 3, 4, seed) * 0.9;
    let relief = Relief::new(256, |u, v| {
        let at = layer(u, v);
        let step = at - at.floor();
        smooth(0.0, 0.3, step) * smooth(1.0, 0.8, step) * 0.9 + ridges(u, v, 8, 4, seed + 3) * 0.6
    });
    opaque(256, |u, v| {
        let at = layer(u, v);
        // Nine layers, and over the seam the first again.
        let index = crate::paint::maths::floor(at).rem_euclid(9);
        let tint = random(index, 0, seed + 5);
        let base = ramp(&[0x6b_5440, 0x8d_6f52, 0xa6_8a66, 0x7d_6a58, 0xb8_9a74], tint);
        let stain = smooth(0.0, 0.7, clouds(u, v, 8, 3, seed + 6));
        lit(blend(base, hex(0x4a_3c30), stain * 0.5), relief.light(u, v, 1.4))
    })
}

/// Wind ripples over dunes.
pub fn sand(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| {
        let bend = clouds(u, v, 3, 3, seed) * 0.9;
        let ripple = sin_turns(v * 14.0 + u * 3.0 + bend) * 0.5;
        let strength = smooth(-0.5, 0.4, clouds(u, v, 2, 2, seed + 2));
        ripple * strength * 0.5 + clouds(u, v, 32, 2, seed + 1) * 0.14
    });
    opaque(256, |u, v| {
        let tone = 0.5 + clouds(u, v, 4, 5, seed + 4) * 0.5 + relief.height(u, v) * 0.3;
        let sand = ramp(&[0xa8_8454, 0xc2_9f68, 0xd6_b981, 0xe6_d0a0], tone);
        lit(sand, relief.light(u, v, 0.9))
    })
}

/// Snow with a crust, blue in its hollows.
pub fn snow(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| {
        clouds(u, v, 4, 4, seed) * 0.8 + clouds(u, v, 40, 2, seed + 1) * 0.12
    });
    opaque(256, |u, v| {
        let tone = 0.62 + relief.height(u, v) * 0.7;
        let snow = ramp(&[0x9d_b2cc, 0xc6_d6e6, 0xe9_f0f6, 0xff_ffff], tone);
        let glint = if gradient(u * 128.0, v * 128.0, 128, seed + 9) > 0.78 { 0.12 } else { 0.0 };
        lit(snow, mix(1.0, relief.light(u, v, 0.5), 0.7) + glint)
    })
}

/// Bare earth with pebbles.
pub fn dirt(seed: u32) -> Result<Image> {
    let pebble = |u: f32, v: f32| {
        let bend = clouds(u, v, 16, 2, seed + 8) * 0.02;
        let cell = cells(u + bend, v - bend, 9, seed);
        let size = if cell.tint > 0.6 { cell.tint * 0.45 } else { 0.0 };
        smooth(size, size * 0.4 - 0.01, cell.near)
    };
    let relief = Relief::new(256, |u, v| clouds(u, v, 10, 4, seed + 1) * 0.7 + pebble(u, v) * 0.6);
    opaque(256, |u, v| {
        let tone = 0.5 + clouds(u, v, 4, 5, seed + 2) * 0.6;
        let earth = ramp(&[0x3c_2c1d, 0x5c_4529, 0x78_5d3a, 0x92_7850], tone);
        let stones = blend(earth, hex(0x8f_8678), pebble(u, v) * 0.8);
        lit(stones, relief.light(u, v, 1.1))
    })
}

/// Crust over what glows.
pub fn lava(seed: u32) -> Result<Image> {
    let crack = |u: f32, v: f32| {
        let (bu, bv) = (clouds(u, v, 4, 3, seed) * 0.09, clouds(u, v, 4, 3, seed + 1) * 0.09);
        let cell = cells(u + bu, v + bv, 4, seed + 2);
        cell.next - cell.near
    };
    let relief = Relief::new(128, |u, v| smooth(0.0, 0.5, crack(u, v)) + clouds(u, v, 8, 3, seed));
    opaque(128, |u, v| {
        let heat = smooth(0.36, 0.0, crack(u, v) + clouds(u, v, 6, 3, seed + 4) * 0.12);
        let crust = lit(hex(0x32_2422), relief.light(u, v, 0.9));
        let glow = ramp(&[0x32_0a04, 0xa8_1c04, 0xff_6a0a, 0xff_d860], heat);
        blend(crust, glow, smooth(0.05, 0.45, heat))
    })
}

/// A microtexture: grey around the middle, which changes nothing, with grain.
pub fn grain(seed: u32, waves: i16, strength: f32) -> Result<Image> {
    opaque(128, |u, v| {
        let value = clouds(u, v, waves, 4, seed) + ridges(u, v, waves, 3, seed + 5) * 0.8 - 0.55;
        [0.5 + value * strength; 3]
    })
}

/// The bed of a lake: mud, stones and the net of light that waves throw.
pub fn lake_bed(seed: u32) -> Result<Image> {
    opaque(128, |u, v| {
        let (bu, bv) = (clouds(u, v, 4, 2, seed) * 0.08, clouds(u, v, 4, 2, seed + 1) * 0.08);
        let cell = cells(u + bu, v + bv, 6, seed + 2);
        let net = smooth(0.22, 0.0, cell.next - cell.near);
        let mud =
            ramp(&[0x23_3a38, 0x3a_5348, 0x5a_6d58], 0.5 + clouds(u, v, 5, 4, seed + 3) * 0.6);
        blend(mud, hex(0xa8_d0c0), net * 0.35)
    })
}
