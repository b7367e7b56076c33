//! The engine's two ways to read a wear.

use std::ops::Range;

use super::codes;
use super::message::{ILLEGAL_LIGHTMAPS_LENGTH, ILLEGAL_WEAR_LENGTH};
use super::read::Section;
use crate::{Code, Error, Result, text};

/// The word in front of the lightmaps.
pub(super) const KEYWORD: &[u8] = b"LIGHTMAPS";

/// Which of the engine's two parsers reads a wear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Parser {
    /// For files and archive entries (`sub_10003B10`): words, whatever lines they are on. After
    /// the rows it skips words until `LIGHTMAPS`.
    #[default]
    File,
    /// For text in memory (`sub_10003F80`): one row a line. If `LIGHTMAPS` follows the rows, it
    /// skips two lines and takes the next one as the count, so a blank line must come first. A
    /// count that is not positive gives an empty table without complaint. (How it looks for the
    /// word is a guess: anywhere behind the rows.)
    Buffer,
}

/// Where the parts of a table are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    /// The digits of the count.
    pub count_at: Range<usize>,
    /// How many rows there are.
    pub count: u32,
    /// Where the rows start.
    pub start: usize,
    /// Where the parser goes on behind the last row.
    pub end: usize,
}

/// Where a row's number and name are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowAt {
    pub id: Range<usize>,
    pub name: Range<usize>,
}

pub(super) type Broken = (&'static Code, Error);

/// What the C library takes for a space.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The text of a wear as C sees it: it ends at the first NUL.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    pub text: &'a [u8],
    pub parser: Parser,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8], parser: Parser) -> Self {
        Self { text: text::until_nul(bytes), parser }
    }

    fn rest(self, at: usize) -> &'a [u8] {
        self.text.get(at..).unwrap_or_default()
    }

    /// Where the line at `at` ends: at its line feed, or at the end of the text.
    pub fn line_end(self, at: usize) -> usize {
        let length = self.rest(at).iter().position(|&byte| byte == b'\n');
        length.map_or(self.text.len(), |length| at + length)
    }

    /// Where the line behind the one at `at` starts.
    pub fn next_line(self, at: usize) -> usize {
        (self.line_end(at) + 1).min(self.text.len())
    }

    /// The first byte from `at` on that is no space, within what the parser looks at.
    fn skip_spaces(self, at: usize) -> usize {
        let end = match self.parser {
            Parser::File => self.text.len(),
            Parser::Buffer => self.line_end(at),
        };
        let looked_at = self.text.get(at..end).unwrap_or_default();
        at + looked_at.iter().take_while(|&&byte| is_space(byte)).count()
    }

    /// A number, as `%d` reads it: spaces, a sign, digits, up to whatever follows.
    fn number(self, at: usize) -> Option<Range<usize>> {
        let start = self.skip_spaces(at);
        let rest = self.rest(start);
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let digits = rest.iter().skip(sign).take_while(|byte| byte.is_ascii_digit()).count();
        (digits != 0).then(|| start..start + sign + digits)
    }

    /// A word, as `%s` reads it.
    pub fn word(self, at: usize) -> Option<Range<usize>> {
        let start = self.skip_spaces(at);
        let length = self.rest(start).iter().take_while(|&&byte| !is_space(byte)).count();
        (length != 0).then(|| start..start + length)
    }

    /// Where the parser goes on after a value that ends at `end`.
    fn after(self, end: usize) -> usize {
        match self.parser {
            Parser::File => end,
            Parser::Buffer => self.next_line(end),
        }
    }

    /// A row, and where the parser goes on behind it.
    pub fn row(self, at: usize) -> Option<(RowAt, usize)> {
        let id = self.number(at)?;
        let name = self.word(id.end)?;
        let next = self.after(name.end);
        Some((RowAt { id, name }, next))
    }

    /// The table of materials: where the text starts.
    pub fn materials(self) -> Result<Table, Broken> {
        self.table(0, Section::Materials)
    }

    /// Where the count of the lightmaps should be, if the word for them is there.
    pub fn lightmaps_at(self, rows_end: usize) -> Option<usize> {
        match self.parser {
            Parser::File => {
                let mut at = rows_end;
                loop {
                    let word = self.word(at)?;
                    at = word.end;
                    if self.text.get(word) == Some(KEYWORD) {
                        return Some(at);
                    }
                }
            }
            Parser::Buffer => {
                let mut windows = self.rest(rows_end).windows(KEYWORD.len());
                windows
                    .any(|window| window == KEYWORD)
                    .then(|| self.next_line(self.next_line(rows_end)))
            }
        }
    }

    /// The table of lightmaps, if there is one.
    pub fn lightmaps(self, rows_end: usize) -> Result<Option<Table>, Broken> {
        self.lightmaps_at(rows_end).map(|at| self.table(at, Section::Lightmaps)).transpose()
    }

    fn table(self, at: usize, section: Section) -> Result<Table, Broken> {
        let (code, field, message) = match section {
            Section::Materials => (&codes::COUNT, "count", ILLEGAL_WEAR_LENGTH),
            Section::Lightmaps => {
                (&codes::LIGHTMAPS_COUNT, "lightmaps.count", ILLEGAL_LIGHTMAPS_LENGTH)
            }
        };
        let Some(count_at) = self.number(at) else {
            let why = format!("there is no number of rows ({message})");
            return Err((code, Error::malformed(field, at as u64, why)));
        };
        let digits = self.text.get(count_at.clone()).unwrap_or_default();
        let lenient = section == Section::Materials && self.parser == Parser::Buffer;
        let count =
            number_value(digits).filter(|count| *count > 0 || lenient).ok_or_else(|| {
                let why = format!("{} rows ({message})", text::decode(digits));
                (code, Error::malformed(field, count_at.start as u64, why))
            })?;
        let start = self.after(count_at.end);
        let mut table = Table { count_at, count: count.max(0).cast_unsigned(), start, end: start };
        for index in 0..table.count {
            table.end = match self.row(table.end) {
                Some((_, next)) => next,
                None => return Err(self.no_row(section, index, &table)),
            };
        }
        Ok(table)
    }

    fn no_row(self, section: Section, index: u32, table: &Table) -> Broken {
        let code = match section {
            Section::Materials => &codes::ROW,
            Section::Lightmaps => &codes::LIGHTMAPS_ROW,
        };
        let at = self.skip_spaces(table.end) as u64;
        let place = if self.parser == Parser::Buffer { "on this line" } else { "here" };
        let why = format!(
            "row {} of {} should be {place}: a number and a name",
            u64::from(index) + 1,
            table.count
        );
        (code, Error::malformed(format!("{}[{index}]", section.field()), at, why))
    }
}

/// What a number says; `None` where 32 bits cannot.
pub(super) fn number_value(digits: &[u8]) -> Option<i32> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}
