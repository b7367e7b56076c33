//! A picture as everything outside the game has it.

pub use crate::pal::Rgba;
use crate::{Error, Result};

/// Red, green, blue, alpha for every pixel, top row first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    pixels: Vec<Rgba>,
}

impl Image {
    /// A picture of these pixels.
    pub fn new(width: u32, height: u32, pixels: Vec<Rgba>) -> Result<Self> {
        if width == 0 || height == 0 {
            return Err(Error::usage("size", format!("{width} x {height} has no pixels")));
        }
        if u64::from(width) * u64::from(height) != pixels.len() as u64 {
            let count = pixels.len();
            return Err(Error::usage("pixels", format!("{count} are not {width} x {height}")));
        }
        Ok(Self { width, height, pixels })
    }

    /// A picture of these bytes, four per pixel.
    pub fn from_bytes(width: u32, height: u32, bytes: &[u8]) -> Result<Self> {
        let (pixels, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(Error::usage("pixels", "the bytes are no multiple of 4"));
        }
        Self::new(width, height, pixels.to_vec())
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The pixels, top row first.
    pub fn pixels(&self) -> &[Rgba] {
        &self.pixels
    }

    /// The pixels, to change.
    pub fn pixels_mut(&mut self) -> &mut [Rgba] {
        &mut self.pixels
    }

    /// The pixels, given away.
    pub fn into_pixels(self) -> Vec<Rgba> {
        self.pixels
    }

    /// The pixels as bytes, four per pixel.
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// The pixel at a place.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Rgba> {
        let inside = x < self.width && y < self.height;
        let at = u64::from(y) * u64::from(self.width) + u64::from(x);
        self.pixels.get(usize::try_from(at).ok().filter(|_| inside)?).copied()
    }

    /// Whether some pixel is not opaque. Formats without alpha would lose that.
    pub fn has_alpha(&self) -> bool {
        self.pixels.iter().any(|&[.., alpha]| alpha != 255)
    }

    /// How close another picture of the same size is, red, green and blue together: the peak
    /// signal-to-noise ratio in decibels, infinite for equal colours. `None` for another size.
    pub fn psnr(&self, other: &Self) -> Option<f64> {
        if (self.width, self.height) != (other.width, other.height) {
            return None;
        }
        let square = |a: u8, b: u8| u64::from(a.abs_diff(b)).pow(2);
        let pairs = self.pixels.iter().zip(&other.pixels);
        let sum: u64 = pairs
            .map(|(a, b)| {
                let ([r, g, b, _], [r2, g2, b2, _]) = (*a, *b);
                square(r, r2) + square(g, g2) + square(b, b2)
            })
            .sum();
        #[allow(clippy::cast_precision_loss)] // nobody needs the last digit
        let mean = sum as f64 / (self.pixels.len() as f64 * 3.0);
        Some(10.0 * (255.0 * 255.0 / mean).log10())
    }
}
