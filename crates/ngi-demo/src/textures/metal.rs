//! Skins of machines and buildings. Their alpha is gloss: how much they shine.

use ngi_formats::Result;
use ngi_formats::texm::Image;

use crate::paint::maths::{floor, mix, smooth};
use crate::paint::noise::{cells, clouds, gradient, random, ridges};
use crate::paint::{Colour, Relief, blend, hex, lit, opaque, paint, ramp};

/// The panel a place belongs to.
struct Panel {
    /// Distance to its edge, in parts of the texture.
    edge: f32,
    /// Distance to the nearest rivet.
    rivet: f32,
    /// A number from 0 to 1 of its own.
    tint: f32,
    size: f32,
}

/// Cuts the unit square into panels: each may be cut in four again, up to `depth` times.
fn panel(u: f32, v: f32, depth: u8, seed: u32) -> Panel {
    let (mut x, mut y, mut size) = (0.0, 0.0, 1.0f32);
    let mut tint = 0.0;
    for level in 0..depth {
        let chance = random(floor(x * 64.0), floor(y * 64.0), seed + u32::from(level) * 17);
        if level > 0 && chance < 0.32 {
            break;
        }
        size /= 2.0;
        x += if u >= x + size { size } else { 0.0 };
        y += if v >= y + size { size } else { 0.0 };
        tint = random(floor(x * 64.0), floor(y * 64.0), seed + 91 + u32::from(level));
    }
    let (lx, ly) = (u - x, v - y);
    let (ex, ey) = (lx.min(size - lx), ly.min(size - ly));
    let inset = 0.022;
    let (rx, ry) = (ex - inset, ey - inset);
    Panel { edge: ex.min(ey), rivet: (rx * rx + ry * ry).sqrt(), tint, size }
}

fn panel_height(u: f32, v: f32, depth: u8, seed: u32) -> f32 {
    let panel = panel(u, v, depth, seed);
    let plate = smooth(0.0, 0.011, panel.edge) * (0.7 + panel.tint * 0.3);
    let rivets = if panel.size > 0.2 { smooth(0.008, 0.003, panel.rivet) * 0.35 } else { 0.0 };
    plate + rivets
}

/// Plates in a colour by place, with seams, rivets, scratches and dirt in the corners.
fn plates(seed: u32, depth: u8, paint_at: impl Fn(f32, f32, f32) -> Colour) -> Result<Image> {
    let relief = Relief::new(256, |u, v| panel_height(u, v, depth, seed));
    paint(256, 256, |u, v| {
        let panel = panel(u, v, depth, seed);
        let coat = paint_at(u, v, panel.tint);
        let worn = smooth(0.022, 0.004, panel.edge) * smooth(-0.2, 0.5, clouds(u, v, 8, 3, seed));
        let scratch = smooth(0.955, 0.99, ridges(u, v * 0.5 + u, 4, 2, seed + 31));
        let bare = (worn * 0.8 + scratch * 0.35).min(1.0);
        let grime = smooth(0.06, 0.0, panel.edge) * 0.35
            + smooth(0.1, 0.9, clouds(u, v, 3, 5, seed + 5)) * 0.4;
        let steel = blend(coat, hex(0xb4_b8ba), bare);
        let dirty = blend(steel, hex(0x2c_2620), grime.min(0.7));
        let gloss = (0.35 + bare * 0.6 - grime * 0.5).clamp(0.05, 1.0);
        let seam = mix(0.35, 1.0, smooth(0.0, 0.006, panel.edge));
        (lit(dirty, relief.light(u, v, 0.55) * seam), gloss)
    })
}

/// Bare steel plates.
pub fn panels(seed: u32) -> Result<Image> {
    plates(seed, 3, |u, v, tint| {
        let brushed = gradient(u * 8.0, v * 128.0, 128, seed + 77) * 0.04;
        lit(ramp(&[0x6d_747a, 0x86_8d92, 0x9c_a2a4], tint), 1.0 + brushed)
    })
}

/// The hull of a machine: paint in three tones, soft at their borders.
pub fn hull(seed: u32, tones: [u32; 3]) -> Result<Image> {
    plates(seed, 2, |u, v, tint| {
        let [base, second, third] = tones.map(hex);
        let spots = smooth(0.03, 0.08, clouds(u, v, 3, 3, seed + 40));
        let more = smooth(0.1, 0.15, clouds(u, v, 4, 3, seed + 41));
        lit(blend(blend(base, second, spots), third, more), 0.92 + tint * 0.16)
    })
}

/// Plates that burned: soot, holes, glowing nowhere any more.
pub fn burnt(seed: u32) -> Result<Image> {
    plates(seed, 3, |u, v, tint| {
        let soot = smooth(-0.4, 0.3, clouds(u, v, 4, 5, seed + 21));
        let bare = ramp(&[0x5e_564c, 0x6b_4a34, 0x7a_6a5c], tint);
        let holes = smooth(0.35, 0.45, clouds(u, v, 6, 4, seed + 22));
        blend(blend(bare, hex(0x17_1412), soot * 0.85), hex(0x05_0404), holes)
    })
}

/// Iron that has stood in the rain for years.
pub fn rust(seed: u32) -> Result<Image> {
    let relief = Relief::new(128, |u, v| clouds(u, v, 12, 4, seed));
    paint(128, 128, |u, v| {
        let depth = 0.5 + clouds(u, v, 4, 5, seed + 1) * 0.8;
        let iron = ramp(&[0x3b_2418, 0x6e_3a1c, 0x9b_5526, 0xb8_7438, 0x76_6a60], depth);
        let streak = smooth(0.1, 0.6, gradient(u * 24.0, v * 3.0, 24, seed + 3)) * 0.3;
        (lit(blend(iron, hex(0x2a_1a12), streak), relief.light(u, v, 0.9)), 0.15)
    })
}

/// Warning stripes, yellow and black, chipped.
pub fn stripes(seed: u32) -> Result<Image> {
    opaque(128, |u, v| {
        let at = (u + v) * 4.0;
        let band = smooth(0.46, 0.5, (at - at.floor() - 0.5).abs() * 2.0);
        let chips = smooth(0.25, 0.4, clouds(u, v, 8, 4, seed));
        let coat = blend(hex(0xd8_a018), hex(0x1c_1a18), band);
        lit(blend(coat, hex(0x6c_6660), chips), 0.95 + clouds(u, v, 16, 2, seed + 2) * 0.15)
    })
}

/// Hoses, ribs and bolts: what is seen in a joint.
pub fn machinery(seed: u32) -> Result<Image> {
    let height = |u: f32, v: f32| {
        let at = u * 6.0;
        let x = (at - at.floor() - 0.5) * 2.0;
        let tube = (1.0 - x * x).max(0.0).sqrt();
        let ring = v * 24.0 + random(floor(at), 3, seed) * 8.0;
        let ribs =
            if random(floor(at), 1, seed) > 0.45 { (ring - ring.floor() - 0.5).abs() } else { 0.3 };
        tube * 0.9 + ribs * 0.35
    };
    let relief = Relief::new(128, height);
    paint(128, 128, |u, v| {
        let tint = random(floor(u * 6.0), 7, seed);
        let base = ramp(&[0x2a_2d30, 0x40_4448, 0x56_4a3c, 0x34_3a40], tint);
        let oil = smooth(0.0, 0.6, clouds(u, v, 4, 4, seed + 2));
        (lit(blend(base, hex(0x0c_0c0c), oil * 0.6), relief.light(u, v, 0.7)), 0.5 + oil * 0.4)
    })
}

/// Armoured glass that mirrors a sky: bright above, a horizon, dark below.
pub fn glass(_seed: u32) -> Result<Image> {
    paint(64, 64, |u, v| {
        let sky = ramp(&[0x9f_d8ff, 0x4a_90c8, 0x1c_4a78, 0x0a_2038, 0x14_2c44], v);
        let gleam = smooth(0.1, 0.0, (u + v * 0.5 - 0.55).abs());
        (blend(sky, [1.0; 3], gleam * 0.6), 0.9)
    })
}

/// Poured concrete with the marks of its boards.
pub fn concrete(seed: u32) -> Result<Image> {
    let board = |v: f32| {
        let at = v * 8.0;
        (floor(at), (at - at.floor()).min(1.0 - (at - at.floor())))
    };
    let relief = Relief::new(256, |u, v| {
        let cell = cells(u, v, 20, seed);
        let pores = if cell.tint > 0.8 { smooth(0.2, 0.05, cell.near) * -0.35 } else { 0.0 };
        smooth(0.0, 0.05, board(v).1) * 0.3 + pores + clouds(u, v, 16, 4, seed + 1) * 0.3
    });
    opaque(256, |u, v| {
        let (index, _) = board(v);
        let tone = 0.5 + random(index, 0, seed) * 0.12 + clouds(u, v, 4, 5, seed + 2) * 0.45;
        let grey = ramp(&[0x74_726c, 0x92_8f88, 0xaa_a79f, 0xbe_bbb2], tone);
        let streak = smooth(0.15, 0.7, gradient(u * 20.0, v * 2.0, 20, seed + 3));
        lit(blend(grey, hex(0x60_5c54), streak * 0.25), relief.light(u, v, 0.5))
    })
}

/// Chequer plate, as floors of machines have.
pub fn chequer(seed: u32) -> Result<Image> {
    let height = |u: f32, v: f32| {
        let (x, y) = (u * 8.0, v * 8.0);
        let turned = (floor(x) + floor(y)).rem_euclid(2) == 0;
        let (fx, fy) = (x - x.floor() - 0.5, y - y.floor() - 0.5);
        let (long, short) = if turned { (fx + fy, fx - fy) } else { (fx - fy, fx + fy) };
        smooth(1.0, 0.75, (long * long * 1.6 + short * short * 12.0).sqrt() * 1.5)
    };
    let relief = Relief::new(128, height);
    opaque(128, |u, v| {
        let tone = 0.4 + height(u, v) * 0.3 + clouds(u, v, 3, 4, seed) * 0.4;
        lit(ramp(&[0x38_3a3c, 0x5c_5f62, 0x80_8486], tone), relief.light(u, v, 0.8))
    })
}

/// A blast door: two leaves, a frame, bolts, a number in stripes.
pub fn door(seed: u32) -> Result<Image> {
    let height = |u: f32, v: f32| {
        let frame = smooth(0.07, 0.09, u.min(1.0 - u).min(v.min(1.0 - v)));
        let gap = smooth(0.0, 0.012, (u - 0.5).abs());
        let at = v * 5.0;
        let groove = smooth(0.02, 0.07, (at - at.floor()).min(1.0 - (at - at.floor())));
        1.0 - frame * 0.35 + (gap + groove) * 0.3 * frame
    };
    let relief = Relief::new(128, height);
    paint(128, 128, |u, v| {
        let inside = smooth(0.07, 0.09, u.min(1.0 - u).min(v.min(1.0 - v)));
        let warning = (v - 0.5).abs() < 0.09;
        let at = (u + v) * 10.0;
        let stripe = if at - at.floor() < 0.5 { hex(0xc8_9418) } else { hex(0x1e_1c1a) };
        let leaf = if warning { stripe } else { hex(0x4c_5a54) };
        let coat = blend(hex(0x6a_6e70), leaf, inside);
        let dirt = smooth(0.0, 0.8, clouds(u, v, 4, 5, seed)) * 0.5;
        (lit(blend(coat, hex(0x28_221c), dirt), relief.light(u, v, 0.6)), 0.4 - dirt * 0.3)
    })
}

/// A wall of screens and lamps for the inside.
pub fn console(seed: u32) -> Result<Image> {
    opaque(128, |u, v| {
        let (x, y) = (u * 4.0, v * 4.0);
        let (column, row) = (floor(x), floor(y));
        let (fx, fy) = (x - x.floor(), y - y.floor());
        let screen = random(column, row, seed) > 0.4;
        let inside = smooth(0.08, 0.12, fx.min(1.0 - fx).min(fy.min(1.0 - fy)));
        let case = lit(hex(0x3a_4046), 0.8 + clouds(u, v, 8, 3, seed) * 0.4);
        let face = if screen {
            let trace =
                (fy - 0.5 - gradient(u * 16.0, 0.5, 16, seed + u32::from(row == 1)) * 0.3).abs();
            let lines = if (fy * 12.0).fract() < 0.5 { 0.9 } else { 1.0 };
            lit(blend(hex(0x06_2418), hex(0x58_ff98), smooth(0.07, 0.0, trace)), lines)
        } else {
            let (lx, ly) = ((fx * 4.0).fract() - 0.5, (fy * 4.0).fract() - 0.5);
            let lamp = smooth(0.3, 0.2, (lx * lx + ly * ly).sqrt());
            let on = random(floor(x * 4.0), floor(y * 4.0), seed + 3);
            blend(case, ramp(&[0x30_1008, 0xff_4020, 0xff_c040, 0x40_ff60], on), lamp)
        };
        blend(case, face, inside)
    })
}
