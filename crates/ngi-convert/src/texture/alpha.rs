//! The alpha of a picture that has none.

use std::borrow::Cow;

use ngi_formats::texm::{Frame, Image, PixelFormat, Texm};

use super::picture::Picture;
use super::size;
use crate::Result;
use crate::importer::Imported;

/// Gives a picture without alpha the reference's: most of the game's alpha is gloss, which no
/// editor shows, and many leave it out. Says where that cannot be.
pub fn carry(
    picture: &mut Picture,
    format: PixelFormat,
    like: Option<&Texm<'_>>,
    frame: Option<&Frame>,
    report: &mut Imported,
) -> Result<()> {
    let Some(like) = like else {
        let had = frame.is_some_and(|frame| frame.header.format.has_alpha());
        if had && format.has_alpha() && !picture.has_alpha {
            let why = "the picture has none; --like names a texture that has it";
            report.lost.push(format!("alpha: {why}"));
        }
        return Ok(());
    };
    // Its own colours do not count, so neither does a palette that is elsewhere.
    let Some(old) = like.format().has_alpha().then(|| like.decode_level(0, None)).transpose()?
    else {
        return Ok(());
    };
    if !old.has_alpha() {
        return Ok(());
    }
    if picture.has_alpha {
        if !picture.image.has_alpha() {
            let line = "the picture is opaque everywhere, which the reference is not";
            report.told.push(line.into());
        }
        return Ok(());
    }
    if !format.has_alpha() {
        report.lost.push(format!("alpha of the reference: format {format} has none"));
        return Ok(());
    }
    let (from, to) = (size::of(&old), size::of(&picture.image));
    let (scaled, how) = if from == to {
        (Cow::Borrowed(&old), String::new())
    } else {
        (Cow::Owned(size::scaled(&old, to)?), format!(", scaled from {} x {}", from.0, from.1))
    };
    take(&mut picture.image, &scaled);
    // Indices stand for opaque colours, and smaller copies would be opaque.
    (picture.indexed, picture.has_alpha) = (None, true);
    picture.levels.clear();
    report.carried.push(format!("alpha of the reference{how}: the picture has none"));
    Ok(())
}

/// Gives every pixel the alpha of another picture of that size.
pub fn take(image: &mut Image, from: &Image) {
    for ([.., own], [.., other]) in image.pixels_mut().iter_mut().zip(from.pixels()) {
        *own = *other;
    }
}
