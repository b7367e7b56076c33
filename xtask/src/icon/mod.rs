//! `cargo xtask icon`: draws the icon of `ngi`, for Windows and for desktops of Linux.
//!
//! The drawing is the list of shapes below, in a square of 64; nothing else knows what it looks like.

mod raster;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::process;

/// A polygon with one colour.
struct Shape {
    colour: [u8; 3],
    corners: &'static [[f32; 2]],
}

/// A box that stands open on the ridge of a landscape: what is in the archives.
const DRAWING: &[Shape] = &[
    // The night behind it.
    Shape {
        colour: [0x1d, 0x26, 0x33],
        corners: &[
            [10.0, 2.0],
            [54.0, 2.0],
            [62.0, 10.0],
            [62.0, 54.0],
            [54.0, 62.0],
            [10.0, 62.0],
            [2.0, 54.0],
            [2.0, 10.0],
        ],
    },
    // The land.
    Shape {
        colour: [0x33, 0x5c, 0x4c],
        corners: &[
            [2.0, 46.0],
            [18.0, 36.0],
            [32.0, 44.0],
            [48.0, 34.0],
            [62.0, 42.0],
            [62.0, 54.0],
            [54.0, 62.0],
            [10.0, 62.0],
            [2.0, 54.0],
        ],
    },
    // Left and right side of the box.
    Shape {
        colour: [0xb8, 0x5a, 0x1c],
        corners: &[[14.0, 26.0], [32.0, 35.0], [32.0, 56.0], [14.0, 47.0]],
    },
    Shape {
        colour: [0xe0, 0x7b, 0x24],
        corners: &[[32.0, 35.0], [50.0, 26.0], [50.0, 47.0], [32.0, 56.0]],
    },
    // Its inside.
    Shape {
        colour: [0x5c, 0x2a, 0x12],
        corners: &[[14.0, 26.0], [32.0, 17.0], [50.0, 26.0], [32.0, 35.0]],
    },
    // What rises from it.
    Shape {
        colour: [0xf4, 0xd3, 0x5e],
        corners: &[[32.0, 7.0], [40.0, 19.0], [32.0, 29.0], [24.0, 19.0]],
    },
    Shape { colour: [0xfb, 0xec, 0xb0], corners: &[[32.0, 7.0], [32.0, 29.0], [24.0, 19.0]] },
];

/// Sides of the pictures in the icon of Windows.
const SIDES: [u16; 4] = [16, 32, 48, 64];

/// Runs the command.
pub fn run() -> Result<ExitCode> {
    for (name, bytes) in files() {
        let path = folder().join(name);
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        eprintln!("wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the icon lies.
pub fn folder() -> PathBuf {
    process::root().join("crates/ngi-cli/icon")
}

/// The drawing in its two forms.
fn files() -> [(&'static str, Vec<u8>); 2] {
    [("ngi.svg", svg().into_bytes()), ("ngi.ico", ico())]
}

fn svg() -> String {
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\" height=\"64\">\n",
    );
    for Shape { colour: [red, green, blue], corners } in DRAWING {
        let points: Vec<String> = corners.iter().map(|[x, y]| format!("{x},{y}")).collect();
        let points = points.join(" ");
        let _ = writeln!(
            text,
            "  <polygon fill=\"#{red:02x}{green:02x}{blue:02x}\" points=\"{points}\"/>"
        );
    }
    text.push_str("</svg>\n");
    text
}

/// An icon of Windows: a directory, then pictures of 32 bits a pixel, from the bottom up, each with
/// a mask that the alpha makes superfluous.
fn ico() -> Vec<u8> {
    let pictures: Vec<(u16, Vec<u8>)> = SIDES.map(|side| (side, bitmap(side))).into();
    let mut bytes = vec![0, 0, 1, 0];
    bytes.extend(u16::try_from(pictures.len()).unwrap_or_default().to_le_bytes());
    let mut at = 6 + 16 * pictures.len();
    for (side, picture) in &pictures {
        let side = u8::try_from(*side).unwrap_or(0);
        bytes.extend([side, side, 0, 0, 1, 0, 32, 0]);
        bytes.extend(u32::try_from(picture.len()).unwrap_or_default().to_le_bytes());
        bytes.extend(u32::try_from(at).unwrap_or_default().to_le_bytes());
        at += picture.len();
    }
    pictures.into_iter().for_each(|(_, picture)| bytes.extend(picture));
    bytes
}

fn bitmap(side: u16) -> Vec<u8> {
    let rows = raster::draw(DRAWING, side);
    let wide = u32::from(side);
    let mut bytes = Vec::new();
    bytes.extend(40u32.to_le_bytes());
    bytes.extend(wide.to_le_bytes());
    // Picture and mask.
    bytes.extend((wide * 2).to_le_bytes());
    bytes.extend([1, 0, 32, 0]);
    bytes.extend([0; 24]);
    for row in rows.iter().rev() {
        for [red, green, blue, alpha] in row {
            bytes.extend([*blue, *green, *red, *alpha]);
        }
    }
    let mask_row = usize::from(side).div_ceil(32) * 4;
    bytes.extend(vec![0; mask_row * usize::from(side)]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_the_one_that_is_drawn() {
        for (name, bytes) in files() {
            let kept = fs::read(folder().join(name)).unwrap();
            assert!(kept == bytes, "{name} is not what `cargo xtask icon` draws");
        }
    }

    #[test]
    fn the_directory_of_the_icon_fits_its_pictures() {
        let bytes = ico();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(bytes[..6], [0, 0, 1, 0, 4, 0]);
        let mut end = 6 + 16 * SIDES.len();
        for (number, side) in SIDES.into_iter().enumerate() {
            let entry = 6 + 16 * number;
            assert_eq!(u16::from(bytes[entry]), side);
            assert_eq!(word(entry + 12), end);
            assert_eq!(word(end), 40);
            end += word(entry + 8);
        }
        assert_eq!(end, bytes.len());
    }
}
