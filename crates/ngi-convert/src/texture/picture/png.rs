//! PNG: levels of textures out, pictures of any kind in.

use std::borrow::Cow;
use std::io::Cursor;

use ngi_formats::pal::{COLOURS, Palette};
use ngi_formats::texm::{Image, PixelFormat, Rgba, Texm};
use png::{BitDepth, ColorType, Transformations};

use super::{Indexed, Picture, lost_frames, refuse_too_large};
use crate::{Error, Result};

/// A PNG that takes more memory than that to read is refused: 16 bits of four channels.
const MOST_BYTES: usize = 1 << 29;

/// A level as a PNG: indices stay indices, and colours have alpha where the format has.
pub fn encode(texture: &Texm<'_>, level: u32, external: Option<&Palette>) -> Result<Vec<u8>> {
    let stored = texture.level(level).ok_or_else(|| {
        let levels = texture.level_count();
        Error::Usage(format!("there is no level {level}; there are {levels}, from 0"))
    })?;
    let size = (stored.width, stored.height);
    let palette = texture.palette().or(external);
    if let Some(palette) = palette.filter(|_| stored.format.is_indexed()) {
        let colours: Vec<u8> =
            palette.0.iter().flat_map(|&[blue, green, red, _]| [red, green, blue]).collect();
        return write(size, ColorType::Indexed, Some(colours), stored.bytes);
    }
    let image = texture.decode_level(level, external)?;
    let pixels = image.pixels().iter();
    let (kind, bytes): (_, Cow<'_, [u8]>) = match stored.format {
        PixelFormat::AL88 => {
            let pairs = pixels.flat_map(|&[grey, _, _, alpha]| [grey, alpha]);
            (ColorType::GrayscaleAlpha, pairs.collect())
        }
        format if format.has_alpha() => (ColorType::Rgba, image.bytes().into()),
        _ => {
            (ColorType::Rgb, pixels.flat_map(|&[red, green, blue, _]| [red, green, blue]).collect())
        }
    };
    write(size, kind, None, &bytes)
}

/// A picture with alpha.
pub fn encode_image(image: &Image) -> Result<Vec<u8>> {
    write((image.width(), image.height()), ColorType::Rgba, None, image.bytes())
}

fn write(
    (width, height): (u32, u32),
    kind: ColorType,
    palette: Option<Vec<u8>>,
    bytes: &[u8],
) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(kind);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(bytes).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(out)
}

/// Reads a PNG of any kind.
pub fn decode(bytes: &[u8]) -> Result<Picture> {
    let limits = png::Limits { bytes: MOST_BYTES };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    let info = decoder.read_header_info().map_err(refused)?;
    let (width, height) = info.size();
    refuse_too_large(width, height)?;
    let (bits, is_indexed) = (info.bit_depth as u8, info.color_type == ColorType::Indexed);
    // Indices are wanted as they are; everything else as bytes.
    decoder.set_transformations(match is_indexed {
        true => Transformations::IDENTITY,
        false => Transformations::EXPAND | Transformations::STRIP_16,
    });
    let mut reader = decoder.read_info().map_err(refused)?;
    let size = reader
        .output_buffer_size()
        .filter(|size| *size <= MOST_BYTES)
        .ok_or_else(|| Error::Usage(format!("{width} x {height} is too large for a texture")))?;
    let mut lost: Vec<String> = lost_frames(other_frames(reader.info())).into_iter().collect();
    let mut raw = vec![0; size];
    let frame = reader.next_frame(&mut raw).map_err(refused)?;
    raw.truncate(frame.buffer_size());
    if !is_indexed {
        let image = Image::new(width, height, expanded(frame.color_type, &raw))?;
        // A colour that counts as transparent has become alpha, too.
        let has_alpha = matches!(frame.color_type, ColorType::Rgba | ColorType::GrayscaleAlpha);
        if bits > 8 {
            lost.push("more than 8 bits a channel".into());
        }
        return Ok(Picture { lost, ..Picture::plain(image, has_alpha) });
    }
    let indices = unpacked(&raw, width, frame.line_size, bits);
    let (palette, colours) = palette_of(reader.info());
    let colour = |index: &u8| colours.get(usize::from(*index)).copied().unwrap_or_default();
    let image = Image::new(width, height, indices.iter().map(colour).collect())?;
    let (has_alpha, indexed) = (image.has_alpha(), Some(Indexed { indices, palette }));
    Ok(Picture { indexed, lost, ..Picture::plain(image, has_alpha) })
}

/// Counts the frames of an animation besides the picture itself, which may be the first of them.
fn other_frames(info: &png::Info<'_>) -> u64 {
    let frames = info.animation_control.map_or(0, |animation| u64::from(animation.num_frames));
    frames.saturating_sub(u64::from(info.frame_control.is_some()))
}

/// Bytes of any kind of colour as red, green, blue, alpha.
fn expanded(kind: ColorType, raw: &[u8]) -> Vec<Rgba> {
    match kind {
        ColorType::Grayscale => raw.iter().map(|&grey| [grey, grey, grey, 255]).collect(),
        ColorType::GrayscaleAlpha => {
            raw.as_chunks().0.iter().map(|&[grey, alpha]| [grey, grey, grey, alpha]).collect()
        }
        ColorType::Rgb => {
            raw.as_chunks().0.iter().map(|&[red, green, blue]| [red, green, blue, 255]).collect()
        }
        _ => raw.as_chunks().0.to_vec(),
    }
}

/// Indices of so many bits, whose rows are padded to whole bytes, a byte each.
fn unpacked(raw: &[u8], width: u32, line_size: usize, bits: u8) -> Vec<u8> {
    let bits = bits.clamp(1, 8);
    let (count, mask) = (8 / bits, u8::MAX >> (8 - bits));
    let split = move |&byte: &u8| (1..=count).map(move |place| byte >> (8 - bits * place) & mask);
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    let rows = raw.chunks(line_size.max(1));
    rows.flat_map(|row| row.iter().flat_map(split).take(width)).collect()
}

/// The colours as the game stores them, and with their alpha.
fn palette_of(info: &png::Info<'_>) -> (Palette, [Rgba; COLOURS]) {
    let (mut palette, mut colours) = (Palette::default(), [[0, 0, 0, 255]; COLOURS]);
    let stored = info.palette.as_deref().unwrap_or_default().as_chunks().0;
    let alphas = info.trns.as_deref().unwrap_or_default().iter().copied();
    let alphas = alphas.chain(std::iter::repeat(255));
    let places = palette.0.iter_mut().zip(&mut colours);
    for ((place, colour), (&[red, green, blue], alpha)) in places.zip(stored.iter().zip(alphas)) {
        *place = [blue, green, red, 0];
        *colour = [red, green, blue, alpha];
    }
    (palette, colours)
}

fn refused(error: impl std::fmt::Display) -> Error {
    Error::Usage(format!("PNG: {error}"))
}

/// Shades of grey, for indices whose colours are not known.
pub fn grey_ramp() -> Palette {
    let shade = |index: usize| u8::try_from(index).unwrap_or(u8::MAX);
    Palette::from_colours((0..COLOURS).map(|index| [shade(index), shade(index), shade(index), 255]))
}
