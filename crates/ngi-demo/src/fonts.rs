//! `gamefont.rlb` and `sprites.lib`: packed archives, every method once. The pictures in them are
//! plain PGM for now, so that any picture viewer opens them.

use ngi_formats::Result;
use ngi_formats::rsli::{Editor, Method, NewEntry};

use crate::scale::Scale;

/// Two fonts, as the shipped archive has two. Those of a large game are as large as its own.
pub fn fonts(scale: Scale) -> Result<Vec<u8>> {
    let fonts = match scale {
        Scale::Times(_) => [
            ("FONT8.PGM", Method::LZSS, glyphs(8, "")),
            ("FONT16.PGM", Method::LZHUF, glyphs(16, "")),
        ],
        Scale::Real => [
            ("FONT48.PGM", Method::LZSS, glyphs(48, "# digits only")),
            ("FONT80.PGM", Method::LZSS, glyphs(80, "# and larger.")),
        ],
    };
    library(fonts)
}

/// Sprites of the interface: every method once, in a large game so many of one size and method as
/// the game has.
pub fn sprites(scale: Scale) -> Result<Vec<u8>> {
    match scale {
        Scale::Times(_) => library(SPRITES.map(|make| make())),
        Scale::Real => {
            let shades: [Shade; 5] = [crosshair, radar, frame, dots, noise];
            let shades = shades.into_iter().cycle().enumerate().take(sprite_count(scale));
            let names: Vec<(String, Shade)> =
                shades.map(|(number, shade)| (format!("SPR{number:02}.PGM"), shade)).collect();
            library(names.iter().map(|(name, shade)| {
                (name.as_str(), Method::DEFLATE, picture(256, "# large enough..", *shade))
            }))
        }
    }
}

/// How many sprites a game has.
pub fn sprite_count(scale: Scale) -> usize {
    match scale {
        Scale::Times(_) => SPRITES.len(),
        Scale::Real => 24,
    }
}

type Sprite = (&'static str, Method, Vec<u8>);
type Shade = fn(i32, i32, i32) -> i32;

const SPRITES: [fn() -> Sprite; 6] = [
    || ("CROSS.PGM", Method::DEFLATE, picture(64, "", crosshair)),
    || ("RADAR.PGM", Method::DEFLATE, picture(128, "", radar)),
    || ("FRAME.PGM", Method::XOR_LZSS, picture(96, "", frame)),
    || ("DOTS.PGM", Method::XOR_LZHUF, picture(48, "", dots)),
    || ("NOISE.PGM", Method::RAW, picture(32, "", noise)),
    || {
        let text = b"Sprites of the demo game, made by code.\r\n";
        ("README.TXT", Method::XOR, text.to_vec())
    },
];

/// The head of a binary PGM, with a comment where there is one.
fn head(width: usize, height: usize, comment: &str) -> Vec<u8> {
    let comment = if comment.is_empty() { String::new() } else { format!("{comment}\n") };
    format!("P5\n{comment}{width} {height}\n255\n").into_bytes()
}

fn library<'n>(entries: impl IntoIterator<Item = (&'n str, Method, Vec<u8>)>) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (name, method, payload) in entries {
        editor.add(NewEntry::new(name, method)?, payload)?;
    }
    editor.write()
}

/// A square grey picture as binary PGM; `shade` gives the value at x, y of a given side.
fn picture(side: i32, comment: &str, shade: Shade) -> Vec<u8> {
    let across = usize::try_from(side).unwrap_or(0);
    let mut bytes = head(across, across, comment);
    for y in 0..side {
        for x in 0..side {
            bytes.push(u8::try_from(shade(x, y, side).clamp(0, 255)).unwrap_or(0));
        }
    }
    bytes
}

/// Squared distance from the middle, in half pixels.
fn from_middle(x: i32, y: i32, side: i32) -> i32 {
    let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side);
    dx * dx + dy * dy
}

/// Bright where a circle of that radius (in half pixels) runs.
fn ring(squared: i32, radius: i32) -> i32 {
    255 - (squared - radius * radius).abs() / radius.max(1) * 60
}

fn crosshair(x: i32, y: i32, side: i32) -> i32 {
    let (dx, dy) = ((2 * x + 1 - side).abs(), (2 * y + 1 - side).abs());
    let line = dx.min(dy) <= 1 && dx.max(dy) > side / 4;
    if line { 255 } else { ring(from_middle(x, y, side), side * 3 / 4) }
}

fn radar(x: i32, y: i32, side: i32) -> i32 {
    let squared = from_middle(x, y, side);
    if squared > side * side {
        return 0;
    }
    let rings = (1..4).map(|step| ring(squared, side * step / 4)).max().unwrap_or(0);
    let sweep = if x > side / 2 && y < side / 2 { 90 - (x - (side - y)).abs() * 3 } else { 0 };
    rings.max(sweep).max(24)
}

fn frame(x: i32, y: i32, side: i32) -> i32 {
    let edge = x.min(y).min(side - 1 - x).min(side - 1 - y);
    match edge {
        0 | 5 => 40,
        1..=4 => 210 - edge * 20,
        _ => (x / 8 + y / 8) % 2 * 12 + 16,
    }
}

fn dots(x: i32, y: i32, _side: i32) -> i32 {
    let (dx, dy) = (x % 8 * 2 - 7, y % 8 * 2 - 7);
    260 - (dx * dx + dy * dy) * 4
}

fn noise(x: i32, y: i32, _side: i32) -> i32 {
    let mixed = (x.wrapping_mul(374_761_393)).wrapping_add(y.wrapping_mul(668_265_263));
    i32::from((mixed ^ (mixed >> 13)).wrapping_mul(1_274_126_177).to_le_bytes()[2])
}

/// The digits, drawn from seven segments, side by side.
fn glyphs(side: usize, comment: &str) -> Vec<u8> {
    const SEGMENTS: [u8; 10] = [0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f, 0x6f];
    let mut bytes = head(side * SEGMENTS.len(), side, comment);
    for y in 0..side {
        for segments in SEGMENTS {
            bytes.extend((0..side).map(|x| if is_lit(segments, x, y, side) { 255 } else { 0 }));
        }
    }
    bytes
}

/// Whether a pixel belongs to one of the lit segments, counted from the top, left before right.
fn is_lit(segments: u8, x: usize, y: usize, side: usize) -> bool {
    let (left, right, thick) = (side / 8, side * 6 / 8, side.div_ceil(8));
    let (top, middle, bottom) = (0, side / 2 - thick / 2, side - thick);
    let across = (left..right + thick).contains(&x);
    let row = |at: usize| across && (at..at + thick).contains(&y);
    let column = |at: usize, upper: bool| {
        let half = if upper { top..middle + thick } else { middle..side };
        (at..at + thick).contains(&x) && half.contains(&y)
    };
    [
        row(top),
        column(left, true),
        column(right, true),
        row(middle),
        column(left, false),
        column(right, false),
        row(bottom),
    ]
    .iter()
    .enumerate()
    .any(|(bit, &lit)| lit && segments >> bit & 1 == 1)
}
