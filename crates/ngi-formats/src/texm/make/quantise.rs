//! Any picture with 256 colours.

use std::collections::HashMap;

use fearless_simd::{Level, dispatch};

use super::cut;
use crate::pal::{COLOURS, Nearest, Palette};
use crate::texm::image::Rgba;

/// A picture as indices into a palette made for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Quantised {
    /// The colours.
    pub palette: Palette,
    /// For every pixel the index of its colour.
    pub indices: Vec<u8>,
}

/// Chooses 256 colours for a picture, and for every pixel the nearest of them.
///
/// A picture of at most 256 colours keeps them exactly, in the order they first appear. Otherwise
/// the colours are cut into 256 groups, each cut where it lessens the squared error most, and the
/// groups' means are moved to where they fit best. Alpha plays no part. The same pixels give the
/// same result on every machine.
pub fn quantise(pixels: &[Rgba]) -> Quantised {
    if let Some(exact) = exact(pixels) {
        return exact;
    }
    let palette = cut::choose_colours(pixels);
    let indices = indices_for(&palette, pixels);
    Quantised { palette, indices }
}

/// For every pixel the index of the nearest colour of a palette, the lowest of several.
pub fn indices_for(palette: &Palette, pixels: &[Rgba]) -> Vec<u8> {
    let mut indices = vec![0; pixels.len()];
    index_into(palette, pixels, &mut indices);
    indices
}

/// The same, into bytes that are there already.
pub(super) fn index_into(palette: &Palette, pixels: &[Rgba], out: &mut [u8]) {
    let mut nearest = Nearest::for_many(palette, pixels.len());
    dispatch!(Level::new(), _ => find_all(&mut nearest, pixels, out));
}

#[inline(always)] // so that it is compiled for the processor it runs on
fn find_all(nearest: &mut Nearest, pixels: &[Rgba], out: &mut [u8]) {
    let mut last = ([0; 3], nearest.index([0; 3]));
    for (index, &[red, green, blue, _]) in out.iter_mut().zip(pixels) {
        let colour = [red, green, blue];
        if last.0 != colour {
            last = (colour, nearest.index(colour));
        }
        *index = last.1;
    }
}

/// The picture without any loss, if 256 colours are enough for it.
fn exact(pixels: &[Rgba]) -> Option<Quantised> {
    let mut known: HashMap<[u8; 3], u8> = HashMap::with_capacity(COLOURS);
    let mut colours = Vec::with_capacity(COLOURS);
    let mut indices = Vec::new();
    let mut last = None;
    for &[red, green, blue, _] in pixels {
        let colour = [red, green, blue];
        let index = match last {
            Some((same, index)) if same == colour => index,
            _ => match known.get(&colour) {
                Some(&index) => index,
                None => {
                    let index = u8::try_from(colours.len()).ok()?;
                    colours.push([red, green, blue, 255]);
                    known.insert(colour, index);
                    index
                }
            },
        };
        last = Some((colour, index));
        indices.push(index);
    }
    Some(Quantised { palette: Palette::from_colours(colours), indices })
}
