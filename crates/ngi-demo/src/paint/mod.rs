//! Pictures by formula.

pub mod maths;
pub mod noise;

use ngi_formats::Result;
use ngi_formats::texm::Image;

use maths::{byte, mix, number};

/// Red, green, blue from 0 to 1.
pub type Colour = [f32; 3];

/// A colour as written in style sheets: `0xRRGGBB`.
pub fn hex(code: u32) -> Colour {
    let [blue, green, red, _] = code.to_le_bytes();
    [red, green, blue].map(|channel| f32::from(channel) / 255.0)
}

/// Between two colours.
pub fn blend(a: Colour, b: Colour, t: f32) -> Colour {
    let ([ar, ag, ab], [br, bg, bb]) = (a, b);
    [mix(ar, br, t), mix(ag, bg, t), mix(ab, bb, t)]
}

/// A colour made lighter or darker.
pub fn lit(colour: Colour, light: f32) -> Colour {
    colour.map(|channel| channel * light)
}

/// A colour on a scale of colours, from 0 to 1 with equal steps.
pub fn ramp(colours: &[u32], at: f32) -> Colour {
    let last = colours.len().saturating_sub(1);
    let place = at.clamp(0.0, 1.0) * number(last);
    let step = usize::try_from(maths::floor(place)).unwrap_or(0).min(last.saturating_sub(1));
    let colour = |index: usize| hex(colours.get(index).copied().unwrap_or_default());
    blend(colour(step), colour((step + 1).min(last)), place - number(step))
}

/// Heights over a picture that repeats; they give it light and shade.
pub struct Relief {
    side: usize,
    heights: Vec<f32>,
}

impl Relief {
    /// Heights from a formula of u and v.
    pub fn new(side: usize, height: impl Fn(f32, f32) -> f32) -> Self {
        let heights = places(side, side).map(|(u, v)| height(u, v)).collect();
        Self { side, heights }
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        let place = y % self.side * self.side + x % self.side;
        self.heights.get(place).copied().unwrap_or_default()
    }

    /// The height at a place.
    pub fn height(&self, u: f32, v: f32) -> f32 {
        let (x, y) = self.place(u, v);
        self.at(x, y)
    }

    /// The mean light of the whole picture: what rough ground loses to its own shade.
    pub fn mean_light(&self, steep: f32) -> f32 {
        let lights = places(self.side, self.side).map(|(u, v)| self.light(u, v, steep));
        lights.sum::<f32>() / number(self.heights.len())
    }

    /// The mean of all heights.
    pub fn mean(&self) -> f32 {
        self.heights.iter().sum::<f32>() / number(self.heights.len())
    }

    fn place(&self, u: f32, v: f32) -> (usize, usize) {
        let cut = |part: f32| {
            usize::try_from(maths::floor(part * number(self.side))).unwrap_or(0) % self.side
        };
        (cut(u), cut(v))
    }

    /// How much light falls on a place from the upper left: about 1 on the flat.
    pub fn light(&self, u: f32, v: f32, steep: f32) -> f32 {
        let (x, y) = self.place(u, v);
        let before = |at: usize| at + self.side - 1;
        let dx = self.at(x + 1, y) - self.at(before(x), y);
        let dy = self.at(x, y + 1) - self.at(x, before(y));
        let scale = steep * number(self.side) / 64.0;
        let (nx, ny) = (-dx * scale, -dy * scale);
        let length = (nx * nx + ny * ny + 1.0).sqrt();
        // The light comes from (-0.5, -0.5, 0.707).
        ((-0.5 * nx - 0.5 * ny + 0.707) / length / 0.707).clamp(0.15, 1.9)
    }
}

/// Middles of all pixels as u and v, row by row.
fn places(width: usize, height: usize) -> impl Iterator<Item = (f32, f32)> {
    (0..height).flat_map(move |y| {
        let v = (number(y) + 0.5) / number(height);
        (0..width).map(move |x| ((number(x) + 0.5) / number(width), v))
    })
}

/// A picture: colour and alpha by a formula of u and v.
pub fn paint(width: u32, height: u32, pixel: impl Fn(f32, f32) -> (Colour, f32)) -> Result<Image> {
    let side = |value: u32| usize::try_from(value).unwrap_or(0);
    let pixels = places(side(width), side(height)).map(|(u, v)| {
        let ([red, green, blue], alpha) = pixel(u, v);
        [red, green, blue, alpha].map(byte)
    });
    Image::new(width, height, pixels.collect())
}

/// An opaque square picture.
pub fn opaque(side: u32, pixel: impl Fn(f32, f32) -> Colour) -> Result<Image> {
    paint(side, side, |u, v| (pixel(u, v), 1.0))
}

/// Several pictures of one size in one, `across` in each row.
pub fn sheet(
    side: u32,
    across: u8,
    down: u8,
    cell: impl Fn(f32, f32, u8) -> (Colour, f32),
) -> Result<Image> {
    paint(side, side * u32::from(down) / u32::from(across), |u, v| {
        let (x, y) = (u * f32::from(across), v * f32::from(down));
        let (column, row) = (maths::floor(x), maths::floor(y));
        let index = row * i32::from(across) + column;
        cell(x - x.floor(), y - y.floor(), u8::try_from(index).unwrap_or(0))
    })
}
