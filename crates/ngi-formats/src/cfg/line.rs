//! One line of the grammar.

use std::ops::Range;

use crate::lines::{Line, is_space, trimmed};
use crate::text;

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing but spaces and a comment.
    Empty,
    /// `object NAME`.
    Open(Range<usize>),
    /// `end`.
    End,
    /// `key = value`.
    Property(PropertyAt),
    /// None of these.
    Other(Range<usize>),
}

/// Where the parts of a property are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PropertyAt {
    pub key: Range<usize>,
    /// The value, without its quotes.
    pub value: Range<usize>,
    pub quotes: Quotes,
    /// What stands behind a value in quotes and is no comment.
    pub rest: Range<usize>,
}

/// Whether a value stands in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quotes {
    /// It does not.
    None,
    /// It does.
    Both,
    /// Its line does not close them.
    Unclosed,
}

/// The first place of a range with such a byte; its end where there is none.
fn find(text: &[u8], range: Range<usize>, is: impl Fn(u8) -> bool) -> usize {
    let inside = text.get(range.clone()).unwrap_or_default();
    inside.iter().position(|byte| is(*byte)).map_or(range.end, |at| range.start + at)
}

/// Takes a line apart.
pub(super) fn parse(bytes: &[u8], line: Line) -> What {
    let body = trimmed(bytes, line.start..line.end);
    let end = body.end;
    if body.is_empty() || bytes.get(body.start) == Some(&b'#') {
        return What::Empty;
    }
    let stop = |byte: u8| is_space(byte) || matches!(byte, b'=' | b'#');
    let word = body.start..find(bytes, body.clone(), stop);
    let next = find(bytes, word.end..end, |byte| !is_space(byte));
    let sign = bytes.get(next..end).and_then(|rest| rest.first());
    if sign == Some(&b'=') && !word.is_empty() {
        return What::Property(property(bytes, word, next + 1..end));
    }
    let is = |name: &[u8]| text::same(bytes.get(word.clone()).unwrap_or_default(), name);
    if is(b"object") {
        return What::Open(trimmed(bytes, next..find(bytes, next..end, |byte| byte == b'#')));
    }
    if is(b"end") && matches!(sign, None | Some(b'#')) {
        return What::End;
    }
    What::Other(body)
}

/// A property whose value begins in a range.
fn property(bytes: &[u8], key: Range<usize>, behind: Range<usize>) -> PropertyAt {
    let end = behind.end;
    let start = find(bytes, behind, |byte| !is_space(byte));
    if bytes.get(start..end).and_then(|rest| rest.first()) != Some(&b'"') {
        let value = trimmed(bytes, start..find(bytes, start..end, |byte| byte == b'#'));
        return PropertyAt { key, value, quotes: Quotes::None, rest: end..end };
    }
    let close = find(bytes, start + 1..end, |byte| byte == b'"');
    if close == end {
        return PropertyAt { key, value: start + 1..end, quotes: Quotes::Unclosed, rest: end..end };
    }
    let behind = close + 1..find(bytes, close + 1..end, |byte| byte == b'#');
    let rest = trimmed(bytes, behind);
    PropertyAt { key, value: start + 1..close, quotes: Quotes::Both, rest }
}
