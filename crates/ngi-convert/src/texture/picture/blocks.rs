//! Blocks of 4 x 4 pixels in 8 or 16 bytes, as graphics cards read them: BC1 to BC3, also known as
//! DXT1 to DXT5.

use ngi_formats::texm::Rgba;

/// Sides of a block.
pub const SIDE: usize = 4;

/// How blocks are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Two colours and what is between them; transparent where the first is the smaller.
    Bc1,
    /// The same behind 16 alphas of 4 bits.
    Bc2,
    /// The same behind two alphas and what is between them.
    Bc3,
}

impl Packing {
    /// Bytes of a block.
    pub fn block_size(self) -> usize {
        if self == Self::Bc1 { 8 } else { 16 }
    }

    /// The pixels of a block, top row first. One that is cut off is black.
    pub fn unpack(self, block: &[u8]) -> [Rgba; SIDE * SIDE] {
        let mut pixels = [[0; 4]; SIDE * SIDE];
        if self == Self::Bc1 {
            let stored = word(block, 0, 8);
            let mut table = colours(stored, true);
            paint(&mut pixels, stored, &mut table);
            return pixels;
        }
        let (alpha, stored) = (word(block, 0, 8), word(block, 8, 8));
        let mut table = colours(stored, false);
        paint(&mut pixels, stored, &mut table);
        let shades = alphas(alpha);
        for (place, [.., opacity]) in pixels.iter_mut().enumerate() {
            *opacity = match self {
                Self::Bc2 => low_byte(alpha >> (4 * place) & 0xf) * 17,
                _ => {
                    let index = low_byte(alpha >> (16 + 3 * place) & 7);
                    shades.get(usize::from(index)).copied().unwrap_or_default()
                }
            };
        }
        pixels
    }
}

/// So many bytes as a number, the lowest first.
fn word(block: &[u8], at: usize, size: usize) -> u64 {
    let bytes = block.get(at..at + size).unwrap_or_default();
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

fn low_byte(word: u64) -> u8 {
    word.to_le_bytes()[0]
}

/// The four colours of a block: two stored, two between them. With `punched`, and the first no
/// greater than the second, there is one between them, and one that nobody sees.
fn colours(stored: u64, punched: bool) -> [Rgba; 4] {
    let [first, second] = [stored & 0xffff, stored >> 16 & 0xffff];
    let [a, b] = [first, second].map(colour);
    if punched && first <= second {
        return [a, b, mixed(a, b, 1, 1), [0; 4]];
    }
    [a, b, mixed(a, b, 2, 1), mixed(a, b, 1, 2)]
}

/// Red, green and blue of 5, 6 and 5 bits, each grown by repeating its own.
fn colour(stored: u64) -> Rgba {
    let [red, green, blue] = [stored >> 11 & 31, stored >> 5 & 63, stored & 31].map(low_byte);
    [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2, 255]
}

/// So many parts of one and of the other, to the nearest.
fn mixed(a: Rgba, b: Rgba, of_a: u16, of_b: u16) -> Rgba {
    let parts = of_a + of_b;
    let mut both = a;
    for (own, other) in both.iter_mut().zip(b) {
        let sum = u16::from(*own) * of_a + u16::from(other) * of_b;
        *own = u8::try_from((sum + parts / 2) / parts).unwrap_or(u8::MAX);
    }
    both
}

/// Gives every pixel the colour that its two bits pick.
fn paint(pixels: &mut [Rgba; SIDE * SIDE], stored: u64, table: &mut [Rgba; 4]) {
    for (place, pixel) in pixels.iter_mut().enumerate() {
        let index = low_byte(stored >> (32 + 2 * place) & 3);
        *pixel = table.get(usize::from(index)).copied().unwrap_or_default();
    }
}

/// The eight alphas of a block: two stored, and six between them, or four, none and all.
fn alphas(stored: u64) -> [u8; 8] {
    let [first, second] = [low_byte(stored), low_byte(stored >> 8)];
    let mut shades = [first, second, 0, 0, 0, 0, 0, 255];
    let steps: u16 = if first > second { 7 } else { 5 };
    for (step, shade) in (1..steps).zip(shades.iter_mut().skip(2)) {
        let sum = u16::from(first) * (steps - step) + u16::from(second) * step;
        *shade = u8::try_from((sum + steps / 2) / steps).unwrap_or(u8::MAX);
    }
    shades
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_colours_has_two_and_two_between() {
        // Red and blue; the pixels take colours 0, 1, 2, 3 in turn.
        let block = [0x00, 0xf8, 0x1f, 0x00, 0xe4, 0xe4, 0xe4, 0xe4];
        let pixels = Packing::Bc1.unpack(&block);
        let row = [[255, 0, 0, 255], [0, 0, 255, 255], [170, 0, 85, 255], [85, 0, 170, 255]];
        assert!(pixels.chunks(4).all(|pixels| pixels == row), "{pixels:?}");
        // The other way round: one between them, and one that nobody sees.
        let block = [0x1f, 0x00, 0x00, 0xf8, 0xe4, 0xe4, 0xe4, 0xe4];
        let row = [[0, 0, 255, 255], [255, 0, 0, 255], [128, 0, 128, 255], [0; 4]];
        assert!(Packing::Bc1.unpack(&block).chunks(4).all(|pixels| pixels == row));
    }

    #[test]
    fn alphas_are_given_or_between_two() {
        let colour = [0xff, 0xff, 0, 0, 0, 0, 0, 0];
        let given = [0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe];
        let alphas = Packing::Bc2.unpack(&[given, colour].concat()).map(|[.., alpha]| alpha);
        assert_eq!(alphas.to_vec(), (0..16).map(|step| step * 17).collect::<Vec<u8>>());
        // Indices 0 to 7 and again.
        let indices: u64 = (0..16).map(|place| (place % 8) << (3 * place)).sum();
        let stored = |first: u8, second: u8| {
            let word = u64::from(first) | u64::from(second) << 8 | indices << 16;
            let block = [word.to_le_bytes(), colour].concat();
            Packing::Bc3.unpack(&block).map(|[.., alpha]| alpha)[..8].to_vec()
        };
        assert_eq!(stored(70, 0), [70, 0, 60, 50, 40, 30, 20, 10]);
        assert_eq!(stored(0, 50), [0, 50, 10, 20, 30, 40, 0, 255]);
    }

    #[test]
    fn colours_of_blocks_with_alpha_are_never_punched() {
        let colour = [0x1f, 0x00, 0x00, 0xf8, 0xff, 0xff, 0xff, 0xff];
        let pixels = Packing::Bc2.unpack(&[[0xff; 8], colour].concat());
        assert_eq!(pixels[0], [170, 0, 85, 255]);
    }
}
