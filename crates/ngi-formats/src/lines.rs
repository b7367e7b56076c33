//! What rooms of texts share: lines, lists that are brought in line with others, and texts of which
//! only a few places change.

use std::ops::Range;

use crate::{Error, Result};

/// One line of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where it starts.
    pub start: usize,
    /// Where its text ends: before the line end.
    pub end: usize,
    /// Where the next one starts.
    pub next: usize,
}

/// The line that starts at a place; `None` at the end of the text.
pub(crate) fn line_at(text: &[u8], start: usize) -> Option<Line> {
    let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
    let feed = rest.iter().position(|byte| *byte == b'\n');
    let (end, next) = match feed {
        Some(feed) => (start + feed, start + feed + 1),
        None => (text.len(), text.len()),
    };
    let line = text.get(start..end).unwrap_or_default();
    let end = if line.ends_with(b"\r") { end - 1 } else { end };
    Some(Line { start, end, next })
}

/// All lines of a text, from a place on.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = Line> + '_ {
    std::iter::successors(line_at(text, 0), |line| line_at(text, line.next))
}

/// The start of the line that a place is on.
pub(crate) fn line_start(text: &[u8], at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1)
}

/// What the C library takes for a space.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// A range of a text without the spaces at its ends.
pub(crate) fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let inside = text.get(range.clone()).unwrap_or_default();
    let before = inside.iter().take_while(|byte| is_space(**byte)).count();
    let behind = inside.iter().rev().take_while(|byte| is_space(**byte)).count();
    let start = range.start + before;
    start..(range.end.saturating_sub(behind)).max(start)
}

/// The spaces at the start of a line.
pub(crate) fn indent(text: &[u8], line_start: usize) -> &[u8] {
    let rest = text.get(line_start..).unwrap_or_default();
    let length = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    rest.get(..length).unwrap_or_default()
}

/// The line end that a text uses first; that of Windows where it has none.
pub(crate) fn line_end(text: &[u8]) -> &'static [u8] {
    let feed = text.iter().position(|byte| *byte == b'\n');
    let plain = feed.is_some_and(|at| at == 0 || text.get(at - 1) != Some(&b'\r'));
    if plain { b"\n" } else { b"\r\n" }
}

/// Texts of more bytes are not taken apart: places in them are counted in 32 bits.
pub(crate) fn check_size(text: &[u8]) -> Result<()> {
    if u32::try_from(text.len()).is_ok_and(|size| size < u32::MAX) {
        return Ok(());
    }
    Err(Error::malformed("text", 0, format!("{} bytes are too many for a text", text.len())))
}

/// A place in a text whose size was checked.
pub(crate) fn small(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Changes of a text, made in one go.
#[derive(Debug, Default)]
pub(crate) struct Patch(Vec<(Range<usize>, Vec<u8>)>);

impl Patch {
    /// Other bytes in the place of a range.
    pub fn put(&mut self, range: Range<usize>, bytes: impl Into<Vec<u8>>) {
        self.0.push((range, bytes.into()));
    }

    /// Nothing in the place of a range.
    pub fn remove(&mut self, range: Range<usize>) {
        self.put(range, Vec::new());
    }

    /// The text with the changes. Of those that overlap, what was removed stays removed.
    pub fn apply(mut self, text: &[u8]) -> Vec<u8> {
        self.0.sort_by_key(|(range, _)| range.start);
        let more: usize = self.0.iter().map(|(_, bytes)| bytes.len()).sum();
        let (mut out, mut at) = (Vec::with_capacity(text.len() + more), 0);
        for (range, bytes) in self.0 {
            out.extend_from_slice(text.get(at..range.start).unwrap_or_default());
            out.extend_from_slice(&bytes);
            at = at.max(range.end);
        }
        out.extend_from_slice(text.get(at..).unwrap_or_default());
        out
    }
}

/// One step of making a list say what another says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// This one becomes that one.
    Pair(usize, usize),
    /// This one goes.
    Drop(usize),
    /// That one is new, behind all that were named so far.
    Add(usize),
}

/// How a list of `old` things becomes one of `new` things: things that are the same stay, and where
/// the lists are of one length each stays in its place.
pub(crate) fn align(
    old: usize,
    new: usize,
    same: impl Fn(usize, usize) -> bool,
    mut step: impl FnMut(Step) -> Result<()>,
) -> Result<()> {
    let (mut a, mut b) = (0, 0);
    while a < old || b < new {
        let (left, wanted) = (old - a, new - b);
        if left > wanted && (wanted == 0 || !same(a, b)) {
            step(Step::Drop(a))?;
            a += 1;
        } else if wanted > left && (left == 0 || !same(a, b)) {
            step(Step::Add(b))?;
            b += 1;
        } else {
            step(Step::Pair(a, b))?;
            (a, b) = (a + 1, b + 1);
        }
    }
    Ok(())
}

/// The error of an edit after which a text would read otherwise than asked.
pub(crate) fn unreadable() -> Error {
    let why = "the text would not read back as asked; line ends, quotes and what begins a comment \
               cannot be part of it";
    Error::usage("text", why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_their_ends() {
        let text = b"a\r\nb\n\r\nc";
        let found: Vec<_> = lines(text).map(|line| (line.start, line.end, line.next)).collect();
        assert_eq!(found, [(0, 1, 3), (3, 4, 5), (5, 5, 7), (7, 8, 8)]);
        assert_eq!(lines(b"").count(), 0);
        assert_eq!(
            (line_end(text), line_end(b"a\n"), line_end(b"a")),
            (&b"\r\n"[..], &b"\n"[..], &b"\r\n"[..])
        );
        assert_eq!((line_start(text, 4), line_start(text, 0), line_start(text, 8)), (3, 0, 7));
        assert_eq!(trimmed(b"  a b ", 0..6), 2..5);
        assert_eq!(trimmed(b"   ", 0..3), 3..3);
    }

    #[test]
    fn patches_in_any_order() {
        let mut patch = Patch::default();
        patch.put(4..5, b"E".to_vec());
        patch.put(1..1, b"-".to_vec());
        patch.remove(2..3);
        assert_eq!(patch.apply(b"abcdef"), b"a-bdEf");
    }

    fn steps(old: &[u8], new: &[u8]) -> Vec<Step> {
        let mut steps = Vec::new();
        let same = |a: usize, b: usize| old[a] == new[b];
        align(old.len(), new.len(), same, |step| {
            steps.push(step);
            Ok(())
        })
        .unwrap();
        steps
    }

    #[test]
    fn lists_are_brought_in_line() {
        use Step::{Add, Drop, Pair};
        assert_eq!(steps(b"abc", b"axc"), [Pair(0, 0), Pair(1, 1), Pair(2, 2)]);
        assert_eq!(steps(b"abc", b"ac"), [Pair(0, 0), Drop(1), Pair(2, 1)]);
        assert_eq!(steps(b"ac", b"abc"), [Pair(0, 0), Add(1), Pair(1, 2)]);
        assert_eq!(steps(b"", b"ab"), [Add(0), Add(1)]);
        assert_eq!(steps(b"ab", b""), [Drop(0), Drop(1)]);
    }
}
