//! A text of sections, seen through its lines.

use std::ops::Range;

use crate::lines::{Line, check_size, line_at, lines, small, trimmed};
use crate::{Result, text};

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing but spaces, or a comment.
    Empty,
    /// `[NAME]`: where the name is, and whether the bracket is closed.
    Section(Range<usize>, bool),
    /// `key = value`, or words without a sign.
    Entry(Range<usize>, Option<Range<usize>>),
}

/// Takes a line apart. Comments begin with `;`, `#` or `//` (a guess, but for `;`).
pub(super) fn parse(bytes: &[u8], line: Line) -> What {
    let body = trimmed(bytes, line.start..line.end);
    let said = bytes.get(body.clone()).unwrap_or_default();
    match said {
        [] | [b';' | b'#', ..] | [b'/', b'/', ..] => What::Empty,
        [b'[', rest @ ..] => {
            let close = rest.iter().position(|byte| *byte == b']');
            let end = close.map_or(body.end, |close| body.start + 1 + close);
            What::Section(trimmed(bytes, body.start + 1..end), close.is_some())
        }
        _ => match said.iter().position(|byte| *byte == b'=') {
            Some(sign) => {
                let sign = body.start + sign;
                let value = trimmed(bytes, sign + 1..body.end);
                What::Entry(trimmed(bytes, body.start..sign), Some(value))
            }
            None => What::Entry(body, None),
        },
    }
}

/// A text of sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ini<'a> {
    bytes: &'a [u8],
    sections: Vec<SectionAt>,
    /// The lines of entries, in order.
    entries: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SectionAt {
    line: u32,
    /// Its first entry; the next section's is behind its last.
    first: u32,
}

/// One entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// Its key, or all of a line without a sign.
    pub key: &'a [u8],
    /// Where that begins.
    pub key_offset: usize,
    /// Its value; `None` for a line without a sign.
    pub value: Option<&'a [u8]>,
    /// Where that begins, or the key ends.
    pub value_offset: usize,
}

/// Whether bytes begin like a text of sections: the first line that says something is `[NAME]`.
pub fn is_ini(bytes: &[u8]) -> bool {
    let head = bytes.get(..0x1_0000).unwrap_or(bytes);
    let said = lines(head).map(|line| parse(head, line)).find(|what| *what != What::Empty);
    matches!(said, Some(What::Section(name, true)) if !name.is_empty()) && !head.contains(&0)
}

impl<'a> Ini<'a> {
    /// Reads a text; only one of four gigabytes cannot be read.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        check_size(bytes)?;
        let (mut sections, mut entries) = (Vec::new(), Vec::new());
        for line in lines(bytes) {
            match parse(bytes, line) {
                What::Section(..) => sections
                    .push(SectionAt { line: small(line.start), first: small(entries.len()) }),
                What::Entry(..) => entries.push(small(line.start)),
                What::Empty => {}
            }
        }
        Ok(Self { bytes, sections, entries })
    }

    /// The whole text, byte for byte.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many sections there are.
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Where the name of a section is.
    pub(super) fn name_at(&self, section: usize) -> Range<usize> {
        let line = self.section_line(section).map(|line| parse(self.bytes, line));
        match line {
            Some(What::Section(name, _)) => name,
            _ => 0..0,
        }
    }

    /// The line of a section's head.
    pub(super) fn section_line(&self, section: usize) -> Option<Line> {
        line_at(self.bytes, self.sections.get(section)?.line as usize)
    }

    /// The name of a section.
    pub fn name(&self, section: usize) -> &'a [u8] {
        self.bytes.get(self.name_at(section)).unwrap_or_default()
    }

    /// The numbers of the entries of a section; of those before all sections for `None`.
    fn run(&self, section: Option<usize>) -> Range<usize> {
        let first = |section: usize| {
            self.sections.get(section).map_or(self.entries.len(), |at| at.first as usize)
        };
        match section {
            None => 0..first(0),
            Some(section) => first(section)..first(section.saturating_add(1)),
        }
    }

    /// How many entries a section has; those before all sections for `None`.
    pub fn count(&self, section: Option<usize>) -> usize {
        self.run(section).len()
    }

    /// An entry of a section, or of those before all sections.
    pub fn entry(&self, section: Option<usize>, place: usize) -> Option<Entry<'a>> {
        let at = self.run(section).nth(place)?;
        let line = line_at(self.bytes, *self.entries.get(at)? as usize)?;
        let What::Entry(key, value) = parse(self.bytes, line) else { return None };
        let value_offset = value.as_ref().map_or(key.end, |value| value.start);
        let key_offset = key.start;
        let key = self.bytes.get(key)?;
        let value = value.map(|value| self.bytes.get(value).unwrap_or_default());
        Some(Entry { key, key_offset, value, value_offset })
    }

    /// The entries of a section, or those before all sections.
    pub fn entries(&self, section: Option<usize>) -> impl Iterator<Item = Entry<'a>> + '_ {
        (0..self.count(section)).filter_map(move |place| self.entry(section, place))
    }

    /// The first value of a key in a section, as Windows looks it up.
    pub fn value(&self, section: impl AsRef<[u8]>, key: impl AsRef<[u8]>) -> Option<&'a [u8]> {
        let named = |index: &usize| text::same(self.name(*index), section.as_ref());
        let index = (0..self.len()).find(named)?;
        let found = self.entries(Some(index)).find(|own| text::same(own.key, key.as_ref()));
        found.and_then(|own| own.value)
    }
}
