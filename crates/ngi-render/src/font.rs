//! Letters five pixels wide and seven high, for texts in pictures.

use crate::Picture;

/// Dots from one letter to the next.
const ADVANCE: i64 = 6;
/// A picture is not wider than that many letters.
const LETTERS: usize = 4096;

/// Dots from one line to the next.
const LINE: i64 = 10;

/// Pixels to a dot: letters are larger in large pictures.
fn dot_size(picture: &Picture) -> i64 {
    i64::from((picture.height() / 700).max(1))
}

/// Width and height that a text takes in a picture, with its rim.
#[expect(clippy::cast_precision_loss, reason = "a few thousand pixels")]
pub(crate) fn measure(picture: &Picture, text: &str) -> [f32; 2] {
    let letters = i64::try_from(text.chars().count().min(LETTERS)).unwrap_or_default();
    let size = dot_size(picture);
    [((letters * ADVANCE + 1) * size) as f32, (LINE * size) as f32]
}

/// Writes a text from its upper left corner, with a dark rim so that it can be read on anything.
#[expect(clippy::cast_possible_truncation, reason = "far outside the picture at worst")]
pub(crate) fn write(picture: &mut Picture, [x, y]: [f32; 2], text: &str, colour: [u8; 4]) {
    const RIM: [u8; 4] = [0, 0, 0, 150];
    let size = dot_size(picture);
    let (x, y) = (x.clamp(-1e6, 1e6) as i64, y.clamp(-1e6, 1e6) as i64);
    let letters =
        || text.chars().take(LETTERS).zip((0..).map(|number| x + number * ADVANCE * size));
    let mut dot = |left: i64, dx: i64, dy: i64, colour| {
        for (sx, sy) in (0..size).flat_map(|sx| (0..size).map(move |sy| (sx, sy))) {
            picture.blend(left + dx * size + sx, y + dy * size + sy, colour);
        }
    };
    for (letter, left) in letters() {
        dots(letter, |dx, dy| {
            for (rx, ry) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                dot(left, dx + rx, dy + ry, RIM);
            }
        });
    }
    for (letter, left) in letters() {
        dots(letter, |dx, dy| dot(left, dx, dy, colour));
    }
}

/// Calls `visit` with every dot of a letter; a box for letters there are none of.
fn dots(letter: char, mut visit: impl FnMut(i64, i64)) {
    const UNKNOWN: [u8; 7] = [31, 17, 17, 17, 17, 17, 31];
    let rows = GLYPHS.binary_search_by_key(&letter, |(known, _)| *known).ok();
    let rows = rows.and_then(|at| GLYPHS.get(at)).map_or(&UNKNOWN, |(_, rows)| rows);
    for (row, y) in rows.iter().zip(0..) {
        for x in 0..5 {
            if row >> (4 - x) & 1 == 1 {
                visit(x, y);
            }
        }
    }
}

/// Seven rows of five bits, the leftmost the highest; sorted.
const GLYPHS: [(char, [u8; 7]); 81] = [
    (' ', [0, 0, 0, 0, 0, 0, 0]),
    ('!', [4, 4, 4, 4, 4, 0, 4]),
    ('#', [10, 10, 31, 10, 31, 10, 10]),
    ('%', [25, 26, 2, 4, 8, 11, 19]),
    ('(', [2, 4, 8, 8, 8, 4, 2]),
    (')', [8, 4, 2, 2, 2, 4, 8]),
    ('*', [0, 21, 14, 31, 14, 21, 0]),
    ('+', [0, 4, 4, 31, 4, 4, 0]),
    (',', [0, 0, 0, 0, 12, 4, 8]),
    ('-', [0, 0, 0, 31, 0, 0, 0]),
    ('.', [0, 0, 0, 0, 0, 12, 12]),
    ('/', [1, 1, 2, 4, 8, 16, 16]),
    ('0', [14, 17, 19, 21, 25, 17, 14]),
    ('1', [4, 12, 4, 4, 4, 4, 14]),
    ('2', [14, 17, 1, 6, 8, 16, 31]),
    ('3', [30, 1, 1, 14, 1, 1, 30]),
    ('4', [2, 6, 10, 18, 31, 2, 2]),
    ('5', [31, 16, 30, 1, 1, 17, 14]),
    ('6', [6, 8, 16, 30, 17, 17, 14]),
    ('7', [31, 1, 2, 4, 8, 8, 8]),
    ('8', [14, 17, 17, 14, 17, 17, 14]),
    ('9', [14, 17, 17, 15, 1, 2, 12]),
    (':', [0, 12, 12, 0, 12, 12, 0]),
    ('<', [2, 4, 8, 16, 8, 4, 2]),
    ('=', [0, 0, 31, 0, 31, 0, 0]),
    ('>', [8, 4, 2, 1, 2, 4, 8]),
    ('?', [14, 17, 1, 2, 4, 0, 4]),
    ('@', [14, 17, 23, 21, 23, 16, 14]),
    ('A', [14, 17, 17, 31, 17, 17, 17]),
    ('B', [30, 17, 17, 30, 17, 17, 30]),
    ('C', [14, 17, 16, 16, 16, 17, 14]),
    ('D', [30, 17, 17, 17, 17, 17, 30]),
    ('E', [31, 16, 16, 30, 16, 16, 31]),
    ('F', [31, 16, 16, 30, 16, 16, 16]),
    ('G', [14, 17, 16, 23, 17, 17, 15]),
    ('H', [17, 17, 17, 31, 17, 17, 17]),
    ('I', [14, 4, 4, 4, 4, 4, 14]),
    ('J', [7, 2, 2, 2, 2, 18, 12]),
    ('K', [17, 18, 20, 24, 20, 18, 17]),
    ('L', [16, 16, 16, 16, 16, 16, 31]),
    ('M', [17, 27, 21, 21, 17, 17, 17]),
    ('N', [17, 25, 21, 19, 17, 17, 17]),
    ('O', [14, 17, 17, 17, 17, 17, 14]),
    ('P', [30, 17, 17, 30, 16, 16, 16]),
    ('Q', [14, 17, 17, 17, 21, 18, 13]),
    ('R', [30, 17, 17, 30, 20, 18, 17]),
    ('S', [15, 16, 16, 14, 1, 1, 30]),
    ('T', [31, 4, 4, 4, 4, 4, 4]),
    ('U', [17, 17, 17, 17, 17, 17, 14]),
    ('V', [17, 17, 17, 17, 17, 10, 4]),
    ('W', [17, 17, 17, 21, 21, 27, 17]),
    ('X', [17, 17, 10, 4, 10, 17, 17]),
    ('Y', [17, 17, 10, 4, 4, 4, 4]),
    ('Z', [31, 1, 2, 4, 8, 16, 31]),
    ('_', [0, 0, 0, 0, 0, 0, 31]),
    ('a', [0, 0, 14, 1, 15, 17, 15]),
    ('b', [16, 16, 30, 17, 17, 17, 30]),
    ('c', [0, 0, 15, 16, 16, 16, 15]),
    ('d', [1, 1, 15, 17, 17, 17, 15]),
    ('e', [0, 0, 14, 17, 31, 16, 14]),
    ('f', [6, 8, 28, 8, 8, 8, 8]),
    ('g', [0, 15, 17, 17, 15, 1, 14]),
    ('h', [16, 16, 30, 17, 17, 17, 17]),
    ('i', [4, 0, 12, 4, 4, 4, 14]),
    ('j', [2, 0, 6, 2, 2, 18, 12]),
    ('k', [16, 16, 18, 20, 24, 20, 18]),
    ('l', [12, 4, 4, 4, 4, 4, 14]),
    ('m', [0, 0, 26, 21, 21, 21, 21]),
    ('n', [0, 0, 30, 17, 17, 17, 17]),
    ('o', [0, 0, 14, 17, 17, 17, 14]),
    ('p', [0, 30, 17, 17, 30, 16, 16]),
    ('q', [0, 15, 17, 17, 15, 1, 1]),
    ('r', [0, 0, 22, 24, 16, 16, 16]),
    ('s', [0, 0, 15, 16, 14, 1, 30]),
    ('t', [8, 8, 28, 8, 8, 9, 6]),
    ('u', [0, 0, 17, 17, 17, 17, 15]),
    ('v', [0, 0, 17, 17, 17, 10, 4]),
    ('w', [0, 0, 17, 21, 21, 21, 10]),
    ('x', [0, 0, 17, 10, 4, 10, 17]),
    ('y', [0, 17, 17, 17, 15, 1, 14]),
    ('z', [0, 0, 31, 2, 4, 8, 31]),
];
