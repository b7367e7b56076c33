//! A list seen through its text.

use std::ops::Range;

use super::category::Category;
use super::parse::{Token, Tokens};
use super::{CORRUPTED, check, codes};
use crate::{Code, Error, Findings, Result, text};

/// A `BuildDat.lst` seen through its text. Its sections are known to be whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildDat<'a> {
    bytes: &'a [u8],
    pub(super) sections: Vec<SectionAt>,
}

/// Where the parts of a section are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SectionAt {
    pub name: Range<usize>,
    pub count: Range<usize>,
    /// What is between each pair of quotes.
    pub paths: Vec<Range<usize>>,
}

/// One section of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Section<'s> {
    text: &'s [u8],
    at: &'s SectionAt,
}

/// One path of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildPath<'s> {
    /// What is between the quotes.
    pub path: &'s [u8],
    /// Where it starts in the text.
    pub offset: usize,
}

pub(super) type Broken = (&'static Code, Error);

impl<'a> BuildDat<'a> {
    /// Reads a text. Categories nobody knows are read like the others.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        Self::open(bytes).map_err(|(_, error)| error)
    }

    /// Reads a text and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let list = Self::read(bytes)?;
        let mut findings = Findings::errors_only();
        check::check_list(&list, &mut findings);
        findings.or_error(list)
    }

    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Broken> {
        let mut tokens = Tokens::new(bytes);
        let mut sections = Vec::new();
        loop {
            let field = format!("sections[{}]", sections.len());
            let name = match tokens.next() {
                Token::Word(name) => name,
                Token::End(_) => return Ok(Self { bytes, sections }),
                Token::Quoted(at) => {
                    let why = "a path that no count promises".to_owned();
                    return Err(corrupted(&codes::PATHS, field, at.start.saturating_sub(1), why));
                }
                Token::Open(at) => return Err(unclosed(field, at)),
            };
            let (count_at, count) = read_count(bytes, &mut tokens, &field)?;
            let mut paths = Vec::new();
            for index in 0..count {
                let field = format!("{field}.paths[{index}]");
                match tokens.next() {
                    Token::Quoted(path) => paths.push(path),
                    Token::Open(at) => return Err(unclosed(field, at)),
                    Token::Word(Range { start: at, .. }) | Token::End(at) => {
                        let why =
                            format!("path {} of {count} should be here, in quotes", index + 1);
                        return Err(corrupted(&codes::PATHS, field, at, why));
                    }
                }
            }
            sections.push(SectionAt { name, count: count_at, paths });
        }
    }

    /// The whole text, byte for byte.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many sections there are.
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// Whether there are no sections.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// A section by its place.
    pub fn get(&self, index: usize) -> Option<Section<'_>> {
        self.sections.get(index).map(|at| Section { text: self.bytes, at })
    }

    /// All sections in order.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = Section<'_>> {
        self.sections.iter().map(|at| Section { text: self.bytes, at })
    }

    /// The first section of this name, ignoring case.
    pub fn section(&self, name: impl AsRef<[u8]>) -> Option<Section<'_>> {
        self.sections().find(|section| text::same(section.name(), name.as_ref()))
    }
}

impl<'s> Section<'s> {
    /// The category's name, as written.
    pub fn name(&self) -> &'s [u8] {
        self.text.get(self.at.name.clone()).unwrap_or_default()
    }

    /// Where the name starts in the text.
    pub fn offset(&self) -> usize {
        self.at.name.start
    }

    /// Where the count starts in the text.
    pub fn count_offset(&self) -> usize {
        self.at.count.start
    }

    /// The category, if the engine knows it.
    pub fn category(&self) -> Option<&'static Category> {
        Category::named(self.name())
    }

    /// The paths, from the first building of the ladder to the last.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = BuildPath<'s>> + use<'s> {
        let text = self.text;
        self.at.paths.iter().map(move |at| {
            let path = text.get(at.clone()).unwrap_or_default();
            BuildPath { path, offset: at.start }
        })
    }
}

fn read_count(
    bytes: &[u8],
    tokens: &mut Tokens<'_>,
    section: &str,
) -> Result<(Range<usize>, u32), Broken> {
    let field = format!("{section}.count");
    match tokens.next() {
        Token::Word(at) => {
            let digits = bytes.get(at.clone()).unwrap_or_default();
            let count = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
            count.map(|count| (at.clone(), count)).ok_or_else(|| {
                let why = format!("\"{}\" is no number of paths", text::decode(digits));
                corrupted(&codes::COUNT, field, at.start, why)
            })
        }
        Token::Quoted(Range { start: at, .. }) | Token::Open(at) | Token::End(at) => {
            let why = "the number of paths should be here".to_owned();
            Err(corrupted(&codes::COUNT, field, at, why))
        }
    }
}

fn unclosed(field: String, at: usize) -> Broken {
    corrupted(&codes::QUOTE, field, at, "the line does not close the quote".into())
}

fn corrupted(code: &'static Code, field: String, at: usize, why: String) -> Broken {
    (code, Error::malformed(field, at as u64, format!("{why} ({CORRUPTED})")))
}
