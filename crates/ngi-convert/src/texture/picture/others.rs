//! What the library reads: JPEG, WebP, BMP, TGA.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};
use ngi_formats::texm::Image;

use super::{MOST_PIXELS, MOST_SIDE, Picture, lost_frames, refuse_too_large};
use crate::{Error, Result};

/// A picture of one of the library's kinds.
pub fn decode(bytes: &[u8], format: ImageFormat) -> Result<Picture> {
    let refused = |error: ImageError| Error::Usage(format!("{}: {error}", title(format)));
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_PIXELS * 4);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    refuse_too_large(width, height)?;
    let has_alpha = decoder.color_type().has_alpha();
    let turned = decoder.orientation().map_err(refused)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refused)?;
    // A camera's picture says how it was held.
    picture.apply_orientation(turned);
    let (width, height) = (picture.width(), picture.height());
    let pixels = picture.into_rgba8().into_raw();
    let image = Image::from_bytes(width, height, &pixels)?;
    let frames = if format == ImageFormat::WebP { webp_frames(bytes) } else { 0 };
    let lost = lost_frames(frames.saturating_sub(1)).into_iter().collect();
    Ok(Picture { lost, ..Picture::plain(image, has_alpha) })
}

/// Counts the frames of an animated WebP: chunks `ANMF` of its RIFF container. 0 for a still one.
fn webp_frames(bytes: &[u8]) -> u64 {
    let (mut frames, mut rest) = (0, bytes.get(12..).unwrap_or_default());
    while let Some((head, body)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, size @ ..] = *head;
        frames += u64::from([a, b, c, d] == *b"ANMF");
        // Chunks are padded to an even size.
        let size = usize::try_from(u32::from_le_bytes(size)).unwrap_or(usize::MAX);
        rest = body.get(size.saturating_add(size % 2)..).unwrap_or_default();
    }
    frames
}

fn title(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::WebP => "WebP",
        ImageFormat::Bmp => "BMP",
        _ => "TGA",
    }
}
