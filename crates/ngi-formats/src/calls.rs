//! Texts of one kind of call a line, as scripts have them: `WORD( a, b, c )`, and comments behind
//! `//`. That a call is on one line is a guess that all files of the game bear out as far as they are
//! described.

use std::ops::Range;

use crate::lines::{
    Line, Patch, Step, align, check_size, indent, is_space, line_at, line_end, lines, small,
    trimmed, unreadable,
};
use crate::{Code, Findings, Result, text};

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// Nothing but spaces, a comment, or a lonely `;`.
    Empty,
    /// A call.
    Call(CallAt),
    /// None of these.
    Other(Range<usize>),
}

/// Where the parts of a call are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallAt {
    /// What is between the brackets.
    pub inside: Range<usize>,
    /// Whether its line closes the bracket.
    pub is_closed: bool,
    /// What follows, but for a `;` and a comment.
    pub rest: Range<usize>,
    /// Whether a `;` follows.
    pub semicolon: bool,
}

/// How a call is taken apart: where its arguments are.
pub(crate) type Split = fn(&[u8], Range<usize>) -> Vec<Range<usize>>;

/// Where the comment of a line begins, or the line ends.
fn comment(bytes: &[u8], line: Line) -> usize {
    let body = bytes.get(line.start..line.end).unwrap_or_default();
    let mut quoted = false;
    for (at, pair) in body.windows(2).enumerate() {
        match pair {
            [b'"', _] => quoted = !quoted,
            [b'/', b'/'] if !quoted => return line.start + at,
            _ => {}
        }
    }
    line.end
}

/// Takes a line apart.
pub(crate) fn parse(bytes: &[u8], line: Line, word: &[u8]) -> What {
    let body = trimmed(bytes, line.start..comment(bytes, line));
    let said = bytes.get(body.clone()).unwrap_or_default();
    if said.iter().all(|byte| *byte == b';' || is_space(*byte)) {
        return What::Empty;
    }
    let (head, behind) = said.split_at_checked(word.len()).unwrap_or((said, b""));
    let spaces = behind.iter().take_while(|byte| is_space(**byte)).count();
    if !text::same(head, word) || behind.get(spaces) != Some(&b'(') {
        return What::Other(body);
    }
    let start = body.start + word.len() + spaces + 1;
    let Some(close) = closing(bytes.get(start..body.end).unwrap_or_default()) else {
        let inside = start..body.end;
        let rest = body.end..body.end;
        return What::Call(CallAt { inside, is_closed: false, rest, semicolon: false });
    };
    let behind = trimmed(bytes, start + close + 1..body.end);
    let semicolon = bytes.get(behind.start) == Some(&b';') && !behind.is_empty();
    let rest = trimmed(bytes, behind.start + usize::from(semicolon)..behind.end);
    What::Call(CallAt { inside: start..start + close, is_closed: true, rest, semicolon })
}

/// The bracket that closes one that was opened before.
fn closing(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted) = (0usize, false);
    bytes.iter().position(|byte| {
        match byte {
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted && depth == 0 => return true,
            b')' if !quoted => depth -= 1,
            _ => {}
        }
        false
    })
}

/// The commas of a call that stand in no brackets and no quotes.
pub(crate) fn commas(bytes: &[u8], inside: Range<usize>) -> Vec<usize> {
    let (mut depth, mut quoted, mut found) = (0usize, false, Vec::new());
    for (at, byte) in bytes.get(inside.clone()).unwrap_or_default().iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth = depth.saturating_sub(1),
            b',' if !quoted && depth == 0 => found.push(inside.start + at),
            _ => {}
        }
    }
    found
}

/// The ranges between places, without spaces.
pub(crate) fn between(bytes: &[u8], inside: Range<usize>, commas: &[usize]) -> Vec<Range<usize>> {
    let starts = std::iter::once(inside.start).chain(commas.iter().map(|at| at + 1));
    let ends = commas.iter().copied().chain([inside.end]);
    starts.zip(ends).map(|(start, end)| trimmed(bytes, start..end)).collect()
}

/// A text of calls: where the line of each starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Calls<'a> {
    pub bytes: &'a [u8],
    word: &'static [u8],
    lines: Vec<u32>,
}

impl<'a> Calls<'a> {
    pub fn read(bytes: &'a [u8], word: &'static [u8]) -> Result<Self> {
        check_size(bytes)?;
        let is_call = |line: &Line| matches!(parse(bytes, *line, word), What::Call(_));
        let lines = lines(bytes).filter(is_call).map(|line| small(line.start)).collect();
        Ok(Self { bytes, word, lines })
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// A call and its line.
    pub fn get(&self, index: usize) -> Option<(Line, CallAt)> {
        let line = line_at(self.bytes, *self.lines.get(index)? as usize)?;
        match parse(self.bytes, line, self.word) {
            What::Call(call) => Some((line, call)),
            _ => None,
        }
    }

    /// The arguments of a call.
    pub fn arguments(&self, index: usize, split: Split) -> Vec<Range<usize>> {
        self.get(index).map_or_else(Vec::new, |(_, call)| split(self.bytes, call.inside))
    }

    /// Finds every line that is neither a call nor empty, and what follows a call on its line.
    pub fn check_lines(&self, code: &'static Code, findings: &mut Findings) {
        let bytes = self.bytes;
        for (index, line) in lines(bytes).enumerate() {
            let odd = match parse(bytes, line, self.word) {
                What::Other(range) => range,
                What::Call(call) if !call.rest.is_empty() => call.rest,
                _ => continue,
            };
            findings.add(code, || {
                let said = bytes.get(odd.clone()).unwrap_or_default();
                let said = text::decode(said.get(..40).unwrap_or(said));
                let why = format!("line {}: \"{said}\" is none", index + 1);
                ("text".into(), Some(odd.start as u64), why)
            });
        }
    }

    /// The arguments of all calls, as they are written.
    pub fn values(&self, split: Split) -> Vec<Vec<Vec<u8>>> {
        let value = |range: Range<usize>| self.bytes.get(range).unwrap_or_default().to_vec();
        let values = |index| self.arguments(index, split).into_iter().map(value).collect();
        (0..self.len()).map(values).collect()
    }
}

/// A text whose calls have the arguments that are wanted. Lines that have them already stay.
pub(crate) fn rewrite(
    before: &[u8],
    word: &'static [u8],
    split: Split,
    wanted: &[Vec<Vec<u8>>],
) -> Result<Vec<u8>> {
    let calls = Calls::read(before, word)?;
    let there = calls.values(split);
    if there == wanted {
        return Ok(before.to_vec());
    }
    let mut patch = Patch::default();
    let end = line_end(before);
    // New calls before the first go to its line.
    let (mut spot, mut pad) = match calls.get(0) {
        Some((line, _)) => (line.start, indent(before, line.start).to_vec()),
        None => (before.len(), Vec::new()),
    };
    let same = |a: usize, b: usize| there.get(a) == wanted.get(b);
    // Half of the arguments are equal.
    let alike = |a: usize, b: usize| {
        let (Some(a), Some(b)) = (there.get(a), wanted.get(b)) else { return false };
        2 * a.iter().zip(b).filter(|(a, b)| a == b).count() >= a.len().max(b.len())
    };
    align(there.len(), wanted.len(), same, alike, |step| {
        if let Step::Pair(a, _) | Step::Drop(a) = step
            && let Some((line, call)) = calls.get(a)
        {
            (spot, pad) = (line.next, indent(before, line.start).to_vec());
            match step {
                Step::Drop(_) => patch.remove(line.start..line.next),
                Step::Pair(_, b) if !same(a, b) => {
                    let new = wanted.get(b).map_or(&[][..], Vec::as_slice);
                    change(&mut patch, before, &call, split, new);
                }
                _ => {}
            }
        } else if let Step::Add(b) = step {
            let arguments = wanted.get(b).map_or(&[][..], Vec::as_slice).join(&b", "[..]);
            let behind = before.get(..spot).unwrap_or_default();
            let fresh = if behind.is_empty() || behind.ends_with(b"\n") { b"" } else { end };
            let line = [fresh, &pad, word, b"( ", &arguments, b" )", end].concat();
            patch.put(spot..spot, line);
        }
        Ok(())
    })?;
    let bytes = patch.apply(before);
    let reads = Calls::read(&bytes, word)?.values(split) == wanted;
    if reads { Ok(bytes) } else { Err(unreadable()) }
}

/// Gives a call other arguments: each in its place, or all of them where there are more or fewer.
fn change(patch: &mut Patch, text: &[u8], call: &CallAt, split: Split, new: &[Vec<u8>]) {
    let old = split(text, call.inside.clone());
    if old.len() == new.len() {
        for (range, new) in old.into_iter().zip(new) {
            if text.get(range.clone()) != Some(new.as_slice()) {
                patch.put(range, new.clone());
            }
        }
    } else {
        patch.put(call.inside.clone(), [b" ", new.join(&b", "[..]).as_slice(), b" "].concat());
    }
}
