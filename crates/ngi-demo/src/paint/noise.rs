//! Noise that repeats, so that textures lie side by side without a seam.

use super::maths::{floor, mix};

/// Scrambles three numbers into one.
pub fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h = seed.wrapping_mul(0x9e37_79b9) ^ 0x85eb_ca6b;
    for part in [x, y] {
        h ^= u32::from_le_bytes(part.to_le_bytes());
        h = h.wrapping_mul(0xcc9e_2d51);
        h ^= h >> 15;
        h = h.wrapping_mul(0x1b87_3593);
        h ^= h >> 13;
    }
    h
}

/// A number from 0 to 1 for a place.
pub fn random(x: i32, y: i32, seed: u32) -> f32 {
    let [_, low, high, _] = (hash(x, y, seed) >> 4).to_le_bytes();
    f32::from(u16::from_le_bytes([low, high])) / 65_535.0
}

/// A place of a grid that repeats. Most lie within it, which saves a division.
fn wrapped(value: i32, period: i32) -> i32 {
    if (0..period).contains(&value) { value } else { value.rem_euclid(period) }
}

/// Gradient noise, about −1 to 1, that repeats every `period` units.
pub fn gradient(x: f32, y: f32, period: i32, seed: u32) -> f32 {
    let (left, top) = (floor(x), floor(y));
    let (fx, fy) = (x - x.floor(), y - y.floor());
    let corner = |dx: i32, dy: i32, ox: f32, oy: f32| {
        let (cx, cy) = (wrapped(left + dx, period), wrapped(top + dy, period));
        let (gx, gy) = match hash(cx, cy, seed) >> 7 & 7 {
            0 => (1.0, 0.0),
            1 => (-1.0, 0.0),
            2 => (0.0, 1.0),
            3 => (0.0, -1.0),
            4 => (0.707, 0.707),
            5 => (-0.707, 0.707),
            6 => (0.707, -0.707),
            _ => (-0.707, -0.707),
        };
        gx * (fx - ox) + gy * (fy - oy)
    };
    let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (sx, sy) = (ease(fx), ease(fy));
    let top = mix(corner(0, 0, 0.0, 0.0), corner(1, 0, 1.0, 0.0), sx);
    let bottom = mix(corner(0, 1, 0.0, 1.0), corner(1, 1, 1.0, 1.0), sx);
    mix(top, bottom, sy) * 1.5
}

/// Octaves of gradient noise over a picture from 0 to 1, `first` waves across at the coarsest.
pub fn clouds(u: f32, v: f32, first: i16, octaves: u32, seed: u32) -> f32 {
    let mut sum = 0.0;
    let (mut weight, mut total) = (1.0, 0.0);
    let mut waves = first;
    for octave in 0..octaves {
        let scale = f32::from(waves);
        sum += weight * gradient(u * scale, v * scale, i32::from(waves), seed + octave * 101);
        total += weight;
        weight *= 0.5;
        waves = waves.saturating_mul(2);
    }
    sum / total
}

/// Octaves with sharp crests, 0 to 1: rock, veins, bolts.
pub fn ridges(u: f32, v: f32, first: i16, octaves: u32, seed: u32) -> f32 {
    let mut sum = 0.0;
    let (mut weight, mut total) = (1.0, 0.0);
    let mut waves = first;
    for octave in 0..octaves {
        let scale = f32::from(waves);
        let value = gradient(u * scale, v * scale, i32::from(waves), seed + octave * 131);
        sum += weight * (1.0 - value.abs());
        total += weight;
        weight *= 0.5;
        waves = waves.saturating_mul(2);
    }
    sum / total
}

/// The cell of scattered points a place belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// Distance to its point, in cells.
    pub near: f32,
    /// Distance to the point next after that.
    pub next: f32,
    /// A number from 0 to 1 of its own.
    pub tint: f32,
    /// From its point to the place, in cells.
    pub offset: [f32; 2],
}

/// Scattered points, `count` by `count` over the picture.
pub fn cells(u: f32, v: f32, count: i16, seed: u32) -> Cell {
    let (x, y) = (u * f32::from(count), v * f32::from(count));
    let (left, top) = (floor(x), floor(y));
    let mut best = Cell { near: 9.0, next: 9.0, tint: 0.0, offset: [0.0; 2] };
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (cx, cy) = (left + dx, top + dy);
            let wrap = |value: i32| wrapped(value, i32::from(count));
            let (px, py) = (random(wrap(cx), wrap(cy), seed), random(wrap(cx), wrap(cy), seed + 1));
            let offset = [x - to_f32(cx) - px, y - to_f32(cy) - py];
            let distance = (offset[0] * offset[0] + offset[1] * offset[1]).sqrt();
            if distance < best.near {
                let tint = random(wrap(cx), wrap(cy), seed + 2);
                best = Cell { near: distance, next: best.near, tint, offset };
            } else {
                best.next = best.next.min(distance);
            }
        }
    }
    best
}

#[allow(clippy::cast_precision_loss)] // cells are counted in tens
fn to_f32(value: i32) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_repeats_and_stays_in_its_range() {
        for step in 0..200u8 {
            let v = f32::from(step) / 200.0;
            let (left, right) = (clouds(0.0, v, 4, 4, 7), clouds(1.0, v, 4, 4, 7));
            assert!((left - right).abs() < 1e-4 && left.abs() <= 1.2);
            assert!((ridges(v, 0.0, 4, 4, 7) - ridges(v, 1.0, 4, 4, 7)).abs() < 1e-4);
            let (a, b) = (cells(0.0, v, 5, 3), cells(1.0, v, 5, 3));
            assert!((a.near - b.near).abs() < 1e-4 && a.near <= a.next);
        }
    }
}
