//! What one walks on.

use ngi_formats::Result;
use ngi_formats::texm::Image;

use crate::paint::maths::{mix, smooth};
use crate::paint::noise::{cells, clouds, gradient, random, ridges};
use crate::paint::{Relief, blend, hex, lit, opaque, ramp};

/// Short grass in tufts, with straw and a little clover. Nothing in it is larger than a few steps, so
/// that it does not show how often it repeats.
pub fn grass(seed: u32) -> Result<Image> {
    let relief = Relief::new(512, |u, v| {
        let tufts = clouds(u, v, 24, 3, seed);
        let bend = tufts * 0.006;
        let blades = gradient((u + bend) * 150.0, (v - bend) * 150.0, 150, seed + 3);
        tufts * 0.6 + blades * 0.45
    });
    let mean = relief.mean_light(0.16);
    opaque(512, |u, v| {
        let height = relief.height(u, v);
        let patch = clouds(u, v, 7, 2, seed + 1);
        let tone = 0.5 + height * 0.42 + patch * 0.14;
        let green = ramp(&[0x50_6430, 0x68_803c, 0x80_9848, 0x98_ac58, 0xb2_ba6c], tone);
        let dry = smooth(0.05, 0.75, patch * 0.7 + height * 0.5);
        lit(blend(green, hex(0xb4_a870), dry * 0.5), relief.light(u, v, 0.16) / mean)
    })
}

/// Weathered grey rock with cracks and lichen.
pub fn rock(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| rock_height(u, v, seed));
    let mean = relief.mean_light(0.8);
    opaque(256, |u, v| {
        let height = relief.height(u, v);
        let warm = clouds(u, v, 3, 3, seed + 7);
        let stone = blend(
            ramp(&[0x66_625e, 0x84_7f78, 0xa0_9a90, 0xb8_b2a8], height * 0.7 + 0.12),
            hex(0x8a_7358),
            smooth(-0.1, 0.6, warm) * 0.5,
        );
        let lichen = smooth(0.3, 0.55, clouds(u, v, 6, 4, seed + 5));
        lit(blend(stone, hex(0x7c_8352), lichen * 0.35), relief.light(u, v, 0.8) / mean)
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
    let mean = relief.mean_light(1.4);
    opaque(256, |u, v| {
        let at = layer(u, v);
        // Nine layers, and over the seam the first again.
        let index = crate::paint::maths::floor(at).rem_euclid(9);
        let tint = random(index, 0, seed + 5);
        let base = ramp(&[0x6b_5440, 0x8d_6f52, 0xa6_8a66, 0x7d_6a58, 0xb8_9a74], tint);
        let stain = smooth(0.0, 0.7, clouds(u, v, 8, 3, seed + 6));
        lit(blend(base, hex(0x4a_3c30), stain * 0.5), relief.light(u, v, 1.4) / mean)
    })
}

/// Fine sand, trodden here and there, with grains that catch the light.
pub fn sand(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| {
        clouds(u, v, 9, 4, seed) * 0.55 + gradient(u * 110.0, v * 110.0, 110, seed + 1) * 0.2
    });
    let mean = relief.mean_light(0.3);
    opaque(256, |u, v| {
        let tone = 0.5 + relief.height(u, v) * 0.42 + clouds(u, v, 5, 2, seed + 4) * 0.14;
        let sand = ramp(&[0xa0_8658, 0xb6_9a68, 0xc8_ae7c, 0xd8_c294], tone);
        lit(sand, relief.light(u, v, 0.3) / mean)
    })
}

/// Snow with a crust, blue in its hollows.
pub fn snow(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| {
        clouds(u, v, 6, 4, seed) * 0.6 + clouds(u, v, 48, 2, seed + 1) * 0.16
    });
    let mean = relief.mean_light(0.35);
    opaque(256, |u, v| {
        let tone = 0.6 + relief.height(u, v) * 0.45;
        let snow = ramp(&[0xa8_b8cc, 0xc4_d0de, 0xda_e2ea, 0xe8_eef2], tone);
        let glint = if gradient(u * 128.0, v * 128.0, 128, seed + 9) > 0.8 { 0.05 } else { 0.0 };
        lit(snow, mix(1.0, relief.light(u, v, 0.35) / mean, 0.6) + glint)
    })
}

/// Ice of a shore in winter: clouded, with cracks and blown snow.
pub fn ice(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| clouds(u, v, 7, 4, seed));
    let mean = relief.mean_light(0.2);
    opaque(256, |u, v| {
        let (bu, bv) = (clouds(u, v, 5, 3, seed + 1) * 0.05, clouds(u, v, 5, 3, seed + 2) * 0.05);
        let cell = cells(u + bu, v + bv, 7, seed + 3);
        let crack = smooth(0.05, 0.0, cell.next - cell.near) * 0.5;
        let tone = 0.5 + relief.height(u, v) * 0.5;
        let ice = ramp(&[0x7c_94a8, 0x98_aebe, 0xb6_c6d2], tone);
        let blown = smooth(0.0, 0.5, relief.height(u, v)) * 0.6;
        let snowy = blend(blend(ice, hex(0xd2_e0ea), crack), hex(0xd8_e0e8), blown);
        lit(snowy, relief.light(u, v, 0.2) / mean)
    })
}

/// Bare earth with small stones, scattered without a pattern.
pub fn dirt(seed: u32) -> Result<Image> {
    let pebble = |u: f32, v: f32| {
        let cell = cells(u, v, 26, seed);
        let size = if cell.tint > 0.72 { (cell.tint - 0.5) * 0.7 } else { 0.0 };
        smooth(size, size * 0.5 - 0.01, cell.near)
    };
    let relief = Relief::new(256, |u, v| clouds(u, v, 12, 4, seed + 1) * 0.7 + pebble(u, v) * 0.4);
    let mean = relief.mean_light(0.28);
    opaque(256, |u, v| {
        let height = relief.height(u, v);
        let tone = 0.46 + height * 0.35 + clouds(u, v, 6, 2, seed + 2) * 0.14;
        let earth = ramp(&[0x6c_5640, 0x88_7054, 0xa2_8a68, 0xb8_a480], tone);
        let stones = blend(earth, hex(0xac_a496), pebble(u, v) * 0.6);
        lit(stones, relief.light(u, v, 0.28) / mean)
    })
}

/// Ash and cinders around lava: dark, with pale dust in the hollows.
pub fn ash(seed: u32) -> Result<Image> {
    let relief = Relief::new(256, |u, v| {
        ridges(u, v, 9, 4, seed) * 0.6 + clouds(u, v, 30, 2, seed + 1) * 0.3
    });
    let mean = relief.mean_light(0.3);
    opaque(256, |u, v| {
        let tone = relief.height(u, v) * 0.8 + clouds(u, v, 5, 2, seed + 2) * 0.14;
        let cinder = ramp(&[0x4a_4242, 0x60_5654, 0x78_6c68, 0x8e_827a], tone);
        lit(cinder, relief.light(u, v, 0.3) / mean)
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

/// A microtexture: grain around a middle grey, which changes nothing. Its mean is that grey, so that
/// ground with a microtexture is as bright as without.
pub fn grain(seed: u32, waves: i16, strength: f32) -> Result<Image> {
    let relief = Relief::new(128, |u, v| {
        clouds(u, v, waves, 4, seed) + ridges(u, v, waves, 3, seed + 5) * 0.8
    });
    let mean = relief.mean();
    opaque(128, |u, v| [0.5 + (relief.height(u, v) - mean) * strength; 3])
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
