//! Words, quotes and comments.

use std::ops::Range;

/// A piece of the text that means something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A word without quotes.
    Word(Range<usize>),
    /// What is between quotes.
    Quoted(Range<usize>),
    /// A quote that the line does not close.
    Open(usize),
    /// The text's end.
    End(usize),
}

/// Goes through a text token by token.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ' | 0)
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.text.get(at..).unwrap_or_default()
    }

    /// Whether only spaces are between the start of its line and `at`.
    fn begins_line(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        before.iter().rev().take_while(|byte| **byte != b'\n').all(|byte| is_space(*byte))
    }

    fn is_comment(&self, at: usize) -> bool {
        let rest = self.rest(at);
        rest.starts_with(b"//") || rest.starts_with(b";") || rest.starts_with(b"#")
    }

    fn line_end(&self, at: usize) -> usize {
        let length = self.rest(at).iter().position(|byte| *byte == b'\n');
        length.map_or(self.text.len(), |length| at + length)
    }

    /// The next token.
    pub fn next(&mut self) -> Token {
        let mut fresh_line = self.begins_line(self.at);
        loop {
            let Some(&byte) = self.text.get(self.at) else { return Token::End(self.at) };
            if is_space(byte) {
                fresh_line |= byte == b'\n';
                self.at += 1;
            } else if fresh_line && self.is_comment(self.at) {
                self.at = self.line_end(self.at);
            } else {
                break;
            }
        }
        let start = self.at;
        if self.text.get(start) != Some(&b'"') {
            let stop = |byte: &u8| is_space(*byte) || *byte == b'"';
            let length = self.rest(start).iter().position(stop);
            self.at = length.map_or(self.text.len(), |length| start + length);
            return Token::Word(start..self.at);
        }
        let line = self.text.get(start + 1..self.line_end(start)).unwrap_or_default();
        match line.iter().position(|byte| *byte == b'"') {
            Some(length) => {
                self.at = start + length + 2;
                Token::Quoted(start + 1..start + 1 + length)
            }
            None => {
                self.at = self.text.len();
                Token::Open(start)
            }
        }
    }
}
