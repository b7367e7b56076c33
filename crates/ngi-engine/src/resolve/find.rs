//! Which entry of a library a name means.

use std::sync::Arc;

use ngi_formats::pal::{Palette, Slot, texture_dot, texture_palette};
use ngi_formats::texm::Texm;

use super::library::{Library, types};
use super::names::DEFAULT_MATERIAL;

/// How a material came to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Taken {
    /// It is the one that was asked for.
    Named,
    /// The one that was asked for is missing: this is `DEFAULT`.
    Default,
    /// `DEFAULT` is missing too: this is the first entry of the library.
    First,
}

/// A material's place in its library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MaterialEntry {
    /// Index of the entry in the directory.
    pub index: usize,
    /// Whether it is the one that was asked for.
    pub taken: Taken,
}

/// The entry that the engine takes for a material; `None` for an empty library.
pub fn find_material(library: &dyn Library, name: &[u8]) -> Option<MaterialEntry> {
    let find = |name: &[u8], taken: Taken| {
        let index = library.find(name, Some(types::MATERIAL))?;
        Some(MaterialEntry { index, taken })
    };
    let first = || (!library.is_empty()).then_some(MaterialEntry { index: 0, taken: Taken::First });
    find(name, Taken::Named).or_else(|| find(DEFAULT_MATERIAL, Taken::Default)).or_else(first)
}

/// Why a texture or lightmap is not to be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoTexture {
    /// Its name has no dot in its first 17 characters: the engine does not look for it.
    BadName,
    /// Nothing of that name is there.
    Missing,
}

/// The entry of a texture or lightmap.
pub fn find_texture(library: &dyn Library, name: &[u8]) -> Result<usize, NoTexture> {
    texture_dot(name).map_err(|_| NoTexture::BadName)?;
    library.find(name, Some(types::TEXTURE)).ok_or(NoTexture::Missing)
}

/// The colours of a texture's indices: its own, else those of the palette that its name asks for.
/// `None` for a texture that has no indices, or no colours for them.
///
/// What the engine does with a texture that has both is not known.
pub fn colours_of(
    texture: &Texm<'_>,
    name: &[u8],
    bank: impl FnOnce(Slot) -> Option<Arc<Palette>>,
) -> Option<Arc<Palette>> {
    if !texture.format().is_indexed() {
        return None;
    }
    match texture.palette() {
        Some(own) => Some(Arc::new(own.clone())),
        None => texture_palette(name).ok().flatten().and_then(bank),
    }
}
