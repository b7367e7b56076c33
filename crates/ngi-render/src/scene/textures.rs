//! From the engine's textures to the card's.

use ngi_engine::materials::Texture;
use ngi_formats::pal::Palette;
use ngi_formats::texm::{PixelFormat, Rgba, decode_pixels};

use crate::frame::{LogLine, MOST_TEXTURE_SIDE, TextureData, TextureLevel};
use crate::numbers::to_usize;

/// A loaded texture as the card takes it: levels that are too large are left out, and where all
/// are, the smallest is shrunk without ever being in memory as a whole.
pub fn texture_data(texture: &Texture) -> (TextureData, Option<LogLine>) {
    let name = ngi_formats::text::decode(texture.name());
    let mut data = TextureData { name: name.clone(), repeat: true, ..TextureData::default() };
    let Some(first) = texture.levels().first() else {
        let why = "it has no levels".to_owned();
        return (data, Some(LogLine::UnableToCreateTexture { name, why }));
    };
    let (width, height) = (first.width, first.height);
    let fits = |level: &&ngi_engine::materials::TextureLevel| {
        level.width <= MOST_TEXTURE_SIDE && level.height <= MOST_TEXTURE_SIDE
    };
    let large = !fits(&first);
    let mut failed = None;
    for (index, _) in texture.levels().iter().enumerate().filter(|(_, level)| fits(level)) {
        match texture.decode(index) {
            Ok(image) => data.levels.push(TextureLevel {
                width: image.width(),
                height: image.height(),
                rgba: image.bytes().to_vec(),
            }),
            Err(error) => {
                failed = Some(error.to_string());
                break;
            }
        }
    }
    if data.levels.is_empty() && failed.is_none() {
        let level = texture.levels().last().and_then(|level| {
            strided(&Stored {
                format: texture.format(),
                palette: texture.palette(),
                alpha: texture.has_alpha(),
                width: level.width,
                height: level.height,
                bytes: &level.bytes,
            })
        });
        data.levels.extend(level);
    }
    let line = match (failed, data.levels.is_empty()) {
        (Some(why), true) => Some(LogLine::UnableToCreateTexture { name, why }),
        (None, true) => {
            let why = format!("{width} x {height} cannot be decoded");
            Some(LogLine::UnableToCreateTexture { name, why })
        }
        _ => large.then_some(LogLine::UnsupportedTextureSize { name, width, height }),
    };
    (data, line)
}

/// Pixels as they are stored, and what they need to become colours.
pub(super) struct Stored<'a> {
    pub format: PixelFormat,
    pub palette: Option<&'a Palette>,
    pub alpha: bool,
    pub width: u32,
    pub height: u32,
    pub bytes: &'a [u8],
}

/// Every n-th pixel of every n-th row, so that the sides fit.
pub(super) fn strided(stored: &Stored<'_>) -> Option<TextureLevel> {
    let step = stored.width.max(stored.height).div_ceil(MOST_TEXTURE_SIDE).max(1);
    let (width, height) = ((stored.width / step).max(1), (stored.height / step).max(1));
    let row = to_usize(stored.width).checked_mul(stored.format.bytes_per_pixel())?;
    let mut colours = vec![Rgba::default(); to_usize(stored.width)];
    let mut rgba = Vec::new();
    for y in 0..height {
        let start = to_usize(y * step).checked_mul(row)?;
        let bytes = stored.bytes.get(start..start.checked_add(row)?)?;
        decode_pixels(stored.format, stored.palette, bytes, &mut colours).ok()?;
        let kept = colours.iter().step_by(to_usize(step)).take(to_usize(width));
        let alpha = |alpha: u8| if stored.alpha { alpha } else { 255 };
        rgba.extend(kept.flat_map(|[r, g, b, a]| [*r, *g, *b, alpha(*a)]));
    }
    Some(TextureLevel { width, height, rgba })
}
