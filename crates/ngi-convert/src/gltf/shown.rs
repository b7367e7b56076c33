//! Pictures of a file, as the game would show them.

use std::collections::HashMap;
use std::rc::Rc;

use ngi_engine::resolve::Found;
use ngi_formats::texm::Image;
use ngi_verbs::surroundings::subject_of;

use super::looks::{Alpha, Looks};
use super::paint;
use crate::Result;
use crate::importer::{ImportOptions, Imported, Source};
use crate::texture;

/// The bytes of a file's picture.
pub(super) type Picture<'a> = &'a dyn Fn(usize) -> Result<Vec<u8>>;

/// Kind of a picture that does not say it: every other is known by how it begins.
pub(super) const SUFFIX: &str = "tga";

/// A picture of a file.
#[derive(Clone)]
pub(super) struct Shown {
    pub image: Rc<Image>,
    /// The file it is in.
    pub bytes: Rc<Vec<u8>>,
}

/// The pictures of a file, each read once.
pub(super) struct Pictures<'a> {
    picture: Picture<'a>,
    /// Those that were read, or why they could not be.
    known: HashMap<usize, Result<Shown, String>>,
}

impl<'a> Pictures<'a> {
    /// None read yet.
    pub fn of(picture: Picture<'a>) -> Self {
        Self { picture, known: HashMap::new() }
    }

    /// The picture of a material; cut out where its alpha says so.
    pub fn shown(&mut self, looks: &Looks) -> Result<Option<Shown>, String> {
        let Some(index) = looks.picture else { return Ok(None) };
        let picture = self.picture;
        let shown = self.known.entry(index).or_insert_with(|| {
            let bytes = picture(index).map_err(|error| error.to_string())?;
            let image =
                texture::decode_picture(&bytes, SUFFIX).map_err(|error| error.to_string())?;
            Ok(Shown { image: Rc::new(image), bytes: Rc::new(bytes) })
        });
        let shown = shown.clone()?;
        let Alpha::Mask(cutoff) = looks.alpha else { return Ok(Some(shown)) };
        let [.., opacity] = looks.colour;
        let image = paint::cut_out(&shown.image, opacity, cutoff);
        if image == shown.image {
            return Ok(Some(shown));
        }
        let bytes = texture::encode_picture(&image).map_err(|error| error.to_string())?;
        Ok(Some(Shown { image, bytes: Rc::new(bytes) }))
    }
}

/// A texture with another picture.
pub(super) fn repainted(texture: &Found, shown: &Shown) -> Result<Imported> {
    let Found { name, .. } = texture;
    let source = Source { name, suffix: SUFFIX, bytes: &shown.bytes, beside: &|_| None };
    let options = ImportOptions { like: Some(subject_of(texture)), ..ImportOptions::default() };
    texture::import(&source, &options)
}
