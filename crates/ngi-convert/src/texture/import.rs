//! Textures out of pictures.
//!
//! What a picture cannot say comes from the reference (`--like`), else from the document beside
//! the picture that an export leaves there, else by the game's own rules.

use ngi_formats::pal::Palette;
use ngi_formats::texm::{DOCUMENT, Frame, Image, PixelFormat, Rgba, Texm};

use super::picture::{self, Picture};
use super::plan::Plan;
use super::{alpha, dither, size};
use crate::importer::{ImportOptions, Imported, Source};
use crate::{Error, Result};
use ngi_verbs::document::read;
use ngi_verbs::format::Document as _;
use ngi_verbs::texture::{TexmDocument, is_refused};

/// A texture of a picture.
pub fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    of_picture(picture::decode(source.bytes, source.suffix)?, source, options)
}

/// A texture of a picture that is in memory. Where it has no alpha, its pixels say nothing of how
/// opaque they are.
pub fn import_image(
    image: Image,
    has_alpha: bool,
    options: &ImportOptions<'_>,
) -> Result<Imported> {
    let alone = Source { name: "", suffix: "", bytes: &[], beside: &|_| None };
    of_picture(Picture::plain(image, has_alpha), &alone, options)
}

fn of_picture(
    mut picture: Picture,
    source: &Source<'_>,
    options: &ImportOptions<'_>,
) -> Result<Imported> {
    let mut report = Imported::default();
    report.lost.append(&mut picture.lost);
    if let Some(asked) = options.resize {
        size::resize(&mut picture, asked, &mut report)?;
    }
    let like = match &options.like {
        Some(like) => Some(
            Texm::read(like.bytes)
                .map_err(|error| Error::Usage(format!("--like {}: {error}", like.name)))?,
        ),
        None => None,
    };
    let frame = match &like {
        Some(like) => {
            report.carried.push("header and page of the reference".into());
            Some(Frame::of(like))
        }
        None => frame_beside(source, &mut report)?,
    };
    let format = choose_format(&picture, frame.as_ref(), options, &mut report)?;
    alpha::carry(&mut picture, format, like.as_ref(), frame.as_ref(), &mut report)?;
    let wanted = picture.image.clone();
    if options.dither {
        dither(&mut picture, format, &mut report);
    }
    let plan = Plan::new(&picture, format, frame, options, &mut report)?;
    let repainted = match like {
        Some(like) => plan.repaint(like, &picture, &mut report)?,
        None => None,
    };
    let texture = match repainted {
        Some(texture) => texture,
        None => plan.make(&picture, source, &mut report)?,
    };
    tell_losses(&wanted, &texture, plan.palette.as_ref(), &mut report);
    if [wanted.width(), wanted.height()].into_iter().any(is_refused) {
        let (width, height) = (wanted.width(), wanted.height());
        let why = "the engine may refuse sides that are no power of two or longer than 2048";
        report.told.push(format!("{width} x {height}: {why}; --resize pow2"));
    }
    report.bytes = texture.write();
    Ok(report)
}

/// Spreads what a format of few bits cannot hold over the pixels around.
fn dither(picture: &mut Picture, format: PixelFormat, report: &mut Imported) {
    let Some(image) = dither::dithered(&picture.image, format) else {
        report.told.push(format!("nothing to dither: format {format} is none of 16 bits a pixel"));
        return;
    };
    picture.image = image;
    for level in &mut picture.levels {
        *level = dither::dithered(level, format).unwrap_or_else(|| level.clone());
    }
    report.computed.push(format!("dithered for format {format}"));
}

/// The document that an export leaves beside its picture.
fn frame_beside(source: &Source<'_>, report: &mut Imported) -> Result<Option<Frame>> {
    let name = format!("{}.json", source.stem());
    let Some(bytes) = (source.beside)(&name) else { return Ok(None) };
    let schema = TexmDocument.schema();
    // Some other document that happens to be there is none of ours.
    if read::schema_of(&bytes).ok().as_deref() != Some(&schema) {
        return Ok(None);
    }
    let named = |error: Error| Error::Usage(format!("{name}: {error}"));
    let (draft, _) = read::document(&bytes, &schema, DOCUMENT, None).map_err(named)?;
    let frame = Frame::of_draft(&draft).map_err(|error| named(error.into()))?;
    report.carried.push(format!("header and page of {name}"));
    Ok(Some(frame))
}

/// The format asked for, the reference's, or the plainest that holds the picture.
fn choose_format(
    picture: &Picture,
    frame: Option<&Frame>,
    options: &ImportOptions<'_>,
    report: &mut Imported,
) -> Result<PixelFormat> {
    let asked = options.pixel_format.map(PixelFormat);
    if let Some(format) = asked.or_else(|| frame.map(|frame| frame.header.format)) {
        if format.is_known() {
            return Ok(format);
        }
        let known: Vec<String> = PixelFormat::KNOWN.iter().map(ToString::to_string).collect();
        return Err(Error::Usage(format!("{format} is no pixel format: {}", known.join(", "))));
    }
    let (format, why) = if let Some(format) = picture.stored {
        (format, "as the picture has it")
    } else if picture.image.has_alpha() {
        (PixelFormat::ARGB8888, "the picture has alpha")
    } else if picture.indexed.is_some() {
        (PixelFormat::PALETTED, "the picture has a palette")
    } else {
        (PixelFormat::RGB888, "the picture is opaque")
    };
    report.computed.push(format!("pixel format {format}: {why}"));
    Ok(format)
}

/// Says what of the picture the format cannot hold.
fn tell_losses(
    image: &Image,
    texture: &Texm<'_>,
    external: Option<&Palette>,
    report: &mut Imported,
) {
    if image.has_alpha() && !texture.format().has_alpha() {
        report.lost.push(format!("alpha: format {} has none", texture.format()));
    }
    let Ok(back) = texture.decode_level(0, external) else { return };
    let has_alpha = texture.format().has_alpha();
    let far = |(a, b): (&Rgba, &Rgba)| {
        let channels = a.iter().zip(b).take(if has_alpha { 4 } else { 3 });
        channels.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
    };
    let pairs = image.pixels().iter().zip(back.pixels());
    let (count, most) = pairs
        .map(far)
        .filter(|far| *far > 0)
        .fold((0u64, 0), |(count, most), far| (count + 1, most.max(far)));
    if count > 0 {
        let all = image.pixels().len();
        report.lost.push(format!("exact colour: {count} of {all} pixels are off by up to {most}"));
    }
}
