//! Bytes made by hand, slow oracles, and properties.

mod check;
mod document;
mod edit;
mod levels;
mod page;
mod pixels;
mod quantise;
mod random;
mod read;

use super::*;

/// A texture as bytes: header words behind the magic, then whatever follows.
pub(super) fn raw(words: [u32; 7], parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = b"Texm".to_vec();
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes
}

/// A page as bytes.
pub(super) fn raw_page(rects: &[[i16; 4]]) -> Vec<u8> {
    let mut bytes = b"Page".to_vec();
    bytes.extend(u32::try_from(rects.len()).unwrap().to_le_bytes());
    rects.as_flattened().iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}

/// 4 x 2 in format 565, three levels, two cells: all rules kept.
pub(super) fn sample() -> Vec<u8> {
    let pixels: Vec<u8> = (1..=22).collect();
    raw([4, 2, 3, 32, 0, 0, 565], &[&pixels, &raw_page(&[[0, 2, 0, 2], [2, 2, 0, 1]])])
}

/// A palette whose colours are all different.
pub(super) fn palette() -> crate::pal::Palette {
    crate::pal::Palette::from_colours((0..=255u8).map(|i| [i, i.wrapping_mul(7), 255 - i, 255]))
}

/// A picture of noise.
pub(super) fn noise(width: u32, height: u32, seed: u32) -> Image {
    let mut state = seed | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()
    };
    let count = width as usize * height as usize;
    Image::new(width, height, (0..count).map(|_| next()).collect()).unwrap()
}
