//! Conversion of textures to pixels and back.

use ngi_convert::{ImportOptions, Imported, import_image};
use ngi_engine::resolve::Surroundings;
use ngi_formats::texm::{Image, Texm};
use ngi_verbs::texture::external_palette;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::document::Document;
use crate::errors::{Failure, Result};
use crate::game::Game;

/// Decodes a mip level of a texture; returns width, height and RGBA bytes.
#[pyfunction]
pub fn pixels<'py>(
    py: Python<'py>,
    texture: &Document,
    game: &Game,
    level: u32,
) -> Result<(u32, u32, Bound<'py, PyBytes>)> {
    let image = py.detach(|| {
        texture.with_subject(|subject| {
            let stored = Texm::read(subject.bytes)?;
            let around = Surroundings::of(texture.node(), Some(&game.opened()));
            let palette = external_palette(&stored, subject, &around);
            Ok(stored.decode_level(level, palette.as_ref())?)
        })
    })?;
    Ok((image.width(), image.height(), PyBytes::new(py, image.bytes())))
}

/// Replaces the pixels of a texture by RGBA bytes. Data that pixels do not determine stays, and no
/// byte changes if the image looks the same. Returns notes on recomputed data and on losses.
#[pyfunction]
pub fn paint(
    py: Python<'_>,
    texture: &Document,
    game: &Game,
    size: (u32, u32),
    rgba: Vec<u8>,
    has_alpha: bool,
    dither: bool,
) -> Result<Vec<String>> {
    py.detach(|| {
        let image = Image::from_bytes(size.0, size.1, &rgba);
        let image = image.map_err(|error| Failure::refused(error.into()))?;
        let Imported { bytes, computed, lost, told, .. } = texture.with_subject(|subject| {
            let around = Surroundings::of(texture.node(), Some(&game.opened()));
            let (like, around) = (Some(*subject), Some(&around));
            let options = ImportOptions { like, around, dither, ..ImportOptions::default() };
            import_image(image, has_alpha, &options).map_err(Failure::refused)
        })?;
        texture.become_bytes(bytes)?;
        Ok([computed, lost, told].concat())
    })
}
