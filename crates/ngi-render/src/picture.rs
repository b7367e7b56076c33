//! A picture in memory, and as a file.

use std::io::Write;

use crate::frame::TextureLevel;
use crate::numbers::to_usize;

/// A picture: red, green, blue, alpha; row after row from the upper left corner. The alpha is
/// straight: colours are not multiplied with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

/// Why a picture could not be made or written.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The bytes do not fit the size.
    #[error("a picture of {width} x {height} needs {needed} bytes, not {given}")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
        /// Bytes it needs.
        needed: u64,
        /// Bytes there are.
        given: usize,
    },
    /// The pictures of an animation differ in size, or there are none.
    #[error("the pictures of an animation have to be of one size, and there has to be one")]
    Animation,
    /// The PNG could not be written.
    #[error(transparent)]
    Png(#[from] png::EncodingError),
    /// A PNG could not be read.
    #[error(transparent)]
    Read(#[from] png::DecodingError),
}

impl Picture {
    /// A picture of these bytes.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self, PictureError> {
        let needed = u64::from(width) * u64::from(height) * 4;
        if width == 0 || height == 0 || u64::try_from(rgba.len()) != Ok(needed) {
            return Err(PictureError::Size { width, height, needed, given: rgba.len() });
        }
        Ok(Self { width, height, rgba })
    }

    /// Pixels across.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All bytes.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// The pixels, row after row.
    pub fn pixels(&self) -> &[[u8; 4]] {
        self.rgba.as_chunks().0
    }

    /// The pixels, row after row.
    pub fn pixels_mut(&mut self) -> &mut [[u8; 4]] {
        self.rgba.as_chunks_mut().0
    }

    /// A pixel; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width {
            return None;
        }
        let row = to_usize(y).checked_mul(to_usize(self.width))?;
        self.pixels().get(row.checked_add(to_usize(x))?).copied()
    }

    /// Lays a colour over a pixel by its alpha; nothing outside.
    pub fn blend(&mut self, x: i64, y: i64, [red, green, blue, alpha]: [u8; 4]) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let at = to_usize(y) * to_usize(self.width) + to_usize(x);
        let Some(pixel) = self.pixels_mut().get_mut(at) else { return };
        let over = |below: &mut u8, above: u8| {
            let (a, b) = (u32::from(alpha), u32::from(*below));
            let mixed = (u32::from(above) * a + b * (255 - a) + 127) / 255;
            *below = u8::try_from(mixed).unwrap_or(255);
        };
        let [r, g, b, a] = pixel;
        over(r, red);
        over(g, green);
        over(b, blue);
        over(a, 255);
    }

    /// How many pixels differ by more than `levels` in a channel; `None` where sizes differ.
    pub fn differing(&self, other: &Self, levels: u8) -> Option<usize> {
        if (self.width, self.height) != (other.width, other.height) {
            return None;
        }
        let differs =
            |(a, b): &(&[u8; 4], &[u8; 4])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > levels);
        Some(self.pixels().iter().zip(other.pixels()).filter(differs).count())
    }

    /// As a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        let mut bytes = Vec::new();
        let mut writer = encoder(&mut bytes, self).write_header()?;
        writer.write_image_data(&self.rgba)?;
        writer.finish()?;
        Ok(bytes)
    }

    /// Reads a PNG file of 8 bits per channel, with or without alpha.
    pub fn from_png(bytes: &[u8]) -> Result<Self, PictureError> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::EXPAND);
        let mut reader = decoder.read_info()?;
        let size = reader.output_buffer_size().unwrap_or_default();
        let mut rgba = vec![0; size];
        let info = reader.next_frame(&mut rgba)?;
        rgba.truncate(info.buffer_size());
        Self::new(info.width, info.height, rgba)
    }
}

/// What writes a picture as a PNG.
pub(crate) fn encoder<W: Write>(out: W, picture: &Picture) -> png::Encoder<'static, W> {
    let mut encoder = png::Encoder::new(out, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder
}

/// A level whose sides are at most so long: every pixel the mean of those it stands
/// for.
pub(crate) fn shrink(level: &TextureLevel, most: u32) -> TextureLevel {
    let factor = level.width.max(level.height).div_ceil(most.max(1)).max(1);
    let (width, height) = ((level.width / factor).max(1), (level.height / factor).max(1));
    let pixels: &[[u8; 4]] = level.rgba.as_chunks().0;
    let row = to_usize(level.width);
    let mut rgba = Vec::with_capacity(to_usize(width) * to_usize(height) * 4);
    for y in 0..height {
        for x in 0..width {
            let mut sum = [0u64; 4];
            let mut count = 0u64;
            for dy in 0..factor.min(level.height) {
                let start = to_usize(y * factor + dy) * row + to_usize(x * factor);
                let block = pixels.get(start..start + to_usize(factor.min(level.width)));
                for pixel in block.unwrap_or_default() {
                    sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u64::from(*value));
                    count += 1;
                }
            }
            let mean = |sum: u64| u8::try_from(sum / count.max(1)).unwrap_or(255);
            rgba.extend(sum.map(mean));
        }
    }
    TextureLevel { width, height, rgba }
}
