//! The text in a description, whose length is that of the buffer it was written from.

/// What the compiler of the game's tools filled memory with that nobody had written to.
const FILL: u8 = 0xcd;

/// The text of a description, and the rest of its buffer. The text ends at a NUL or at the fill. A
/// fill byte alone between others is a letter: `Н` in Windows-1251.
pub fn split(buffer: &[u8]) -> (&[u8], &[u8]) {
    let is_end = |at: &usize| match buffer.get(*at..) {
        Some([0, ..] | [FILL] | [FILL, FILL | 0, ..]) => true,
        Some(_) | None => false,
    };
    let end = (0..buffer.len()).find(is_end).unwrap_or(buffer.len());
    buffer.split_at(end)
}
