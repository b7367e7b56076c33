//! Portable maps of grey (P2, P5) and of colours (P3, P6): the plainest image files there are.

use ngi_formats::texm::Image;

use super::{Picture, refuse_too_large};
use crate::{Error, Result};

/// Returns true if bytes begin like a portable map.
pub fn is_map(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'2' | b'3' | b'5' | b'6', gap, ..] if gap.is_ascii_whitespace())
}

/// Decodes a portable map.
pub fn decode(bytes: &[u8]) -> Result<Picture> {
    let wrong = |why: &str| Error::Usage(format!("portable map: {why}"));
    let mut head = Head { bytes, at: 2 };
    let mut number = |what: &str| head.number().ok_or_else(|| wrong(&format!("no {what}")));
    let (width, height) = (number("width")?, number("height")?);
    let most = number("largest value")?;
    refuse_too_large(width, height)?;
    if width == 0 || height == 0 || !(1..=65_535).contains(&most) {
        return Err(wrong("its size or its largest value is out of range"));
    }
    let kind = bytes.get(1).copied().unwrap_or_default();
    let channels = if matches!(kind, b'3' | b'6') { 3 } else { 1 };
    let count = usize::try_from(u64::from(width) * u64::from(height) * channels)
        .map_err(|_| wrong("too large"))?;
    let samples = match kind {
        b'2' | b'3' => head.texts(count),
        // One white space ends the header.
        _ => head.samples(count, most > 255),
    };
    let samples = samples.ok_or_else(|| wrong("its samples are cut off"))?;
    let byte = |sample: u32| u8::try_from(sample.min(most) * 255 / most).unwrap_or(u8::MAX);
    let pixels = match channels {
        3 => {
            let (pixels, _) = samples.as_chunks::<3>();
            pixels.iter().map(|&[r, g, b]| [byte(r), byte(g), byte(b), 255]).collect()
        }
        _ => samples.iter().map(|&grey| [byte(grey), byte(grey), byte(grey), 255]).collect(),
    };
    Ok(Picture::plain(Image::new(width, height, pixels)?, false))
}

struct Head<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Head<'a> {
    /// Skips white space and comments, and reads a number.
    fn number(&mut self) -> Option<u32> {
        loop {
            match self.bytes.get(self.at)? {
                b'#' => {
                    let rest = self.bytes.get(self.at..)?;
                    self.at += rest.iter().position(|byte| *byte == b'\n')?;
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
        let rest = self.bytes.get(self.at..)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()
    }

    fn texts(&mut self, count: usize) -> Option<Vec<u32>> {
        // A sample takes two bytes at least, so that a count that lies takes no memory.
        if count > self.bytes.len() {
            return None;
        }
        (0..count).map(|_| self.number()).collect()
    }

    fn samples(&mut self, count: usize, is_wide: bool) -> Option<Vec<u32>> {
        let rest: &'a [u8] = self.bytes.get(self.at + 1..)?;
        if is_wide {
            let (pairs, _) = rest.get(..count.checked_mul(2)?)?.as_chunks::<2>();
            return Some(pairs.iter().map(|pair| u16::from_be_bytes(*pair).into()).collect());
        }
        Some(rest.get(..count)?.iter().copied().map(u32::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(bytes: &[u8]) -> Vec<[u8; 4]> {
        decode(bytes).unwrap().image.pixels().to_vec()
    }

    #[test]
    fn grey_and_colour_are_read_as_bytes_and_as_text() {
        let grey = [[0, 0, 0, 255], [255, 255, 255, 255]];
        for bytes in
            [&b"P5\n# two\n2 1\n255\n\0\xff"[..], b"P2 2 1 3 0 3", b"P5 2 1 1000 \0\0\x03\xe8"]
        {
            assert!(is_map(bytes));
            assert_eq!(pixels(bytes), grey, "{bytes:?}");
        }
        assert_eq!(pixels(b"P6 1 1 255 \x01\x02\x03"), [[1, 2, 3, 255]]);
        assert_eq!(pixels(b"P3 1 1 15 15 0 5"), [[255, 0, 85, 255]]);
    }

    #[test]
    fn broken_maps_are_refused() {
        let whole = b"P5 2 2 255 abcd";
        for end in 0..whole.len() {
            assert!(decode(&whole[..end]).is_err(), "{end}");
        }
        for bytes in [&b"P5 0 1 255 "[..], b"P5 1 1 0 a", b"P2 99999 99999 1 0", b"P5 x 1 255 a"] {
            assert!(decode(bytes).is_err(), "{bytes:?}");
        }
        assert!(!is_map(b"P4 1 1 0") && !is_map(b"PK"));
    }
}
