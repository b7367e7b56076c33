//! A picture with what makes photographs hard: soft gradients, shadows, hues that drift, texture
//! and grain, edges between unlike things. Used by tests and benches.

/// Smooth noise between 0 and 1 from a lattice of so many pixels.
fn noise(x: usize, y: usize, lattice: usize, seed: u32) -> f32 {
    let corner = |x: usize, y: usize| {
        let mut hash =
            seed ^ (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
        hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
        hash = (hash ^ hash >> 12).wrapping_mul(0x297a_2d39);
        (hash ^ hash >> 15) as f32 / u32::MAX as f32
    };
    let soft = |at: usize| {
        let part = (at % lattice) as f32 / lattice as f32;
        part * part * (3.0 - 2.0 * part)
    };
    let (column, row, across, down) = (x / lattice, y / lattice, soft(x), soft(y));
    let mix = |a: f32, b: f32, part: f32| a + (b - a) * part;
    let top = mix(corner(column, row), corner(column + 1, row), across);
    let bottom = mix(corner(column, row + 1), corner(column + 1, row + 1), across);
    mix(top, bottom, down)
}

/// The colour of every pixel of a square picture.
pub fn photograph(side: usize) -> Vec<[u8; 4]> {
    let unit = (side / 32).max(1);
    let pixel = |at: usize| {
        let (x, y) = (at % side, at / side);
        let octave = |step: usize, seed| noise(x, y, ((unit * 16) >> step).max(1), seed);
        let detail =
            (0..5).map(|step| octave(step, 7 + step as u32) / (1 << step) as f32).sum::<f32>();
        let shade = detail / 1.94;
        let horizon = side as f32 * (0.42 + 0.12 * noise(x, 0, unit * 6, 99));
        let hue = noise(x, y, unit * 7, 21) * 9.0;
        let vivid = (noise(x, y, unit * 5, 33) * 1.6 - 0.5).clamp(0.0, 0.9);
        let base = if (y as f32) < horizon {
            let height = y as f32 / horizon;
            let cloud = (shade * 1.7 - 0.6).clamp(0.0, 1.0);
            [70.0, 120.0, 190.0].map(|sky: f32| {
                let sky = sky + (215.0 - sky) * height * 0.8;
                sky + (250.0 - sky) * cloud
            })
        } else {
            let light = 40.0 + 190.0 * shade * shade;
            [0.0, 2.1, 4.2].map(|turn: f32| light * (1.0 + vivid * (hue + turn).cos()))
        };
        let mut grain = [4, 5, 6].map(|seed| noise(x, y, 1, seed) * 8.0 - 4.0).into_iter();
        let [red, green, blue] = base.map(|value| {
            (value + grain.next().unwrap_or_default()).round().clamp(0.0, 255.0) as u8
        });
        [red, green, blue, 255]
    };
    (0..side * side).map(pixel).collect()
}
