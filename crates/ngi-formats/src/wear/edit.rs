//! Changing a wear and leaving every byte nobody asked to change.

use std::ops::Range;

use super::parse::{KEYWORD, Parser, Source, is_space};
use super::read::{Row, Section, Wear};
use crate::{Error, Result, text};

/// A wear being changed.
///
/// Line ends, spaces, numbers and everything around the rows stay as they are. A new row looks
/// like its neighbour. What the chosen parser could not read again is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    bytes: Vec<u8>,
    parser: Parser,
}

/// Where the bytes of a row end and begin, and what they look like.
struct Place {
    /// The whole line if the row has one for itself, else the row alone.
    range: Range<usize>,
    own_line: bool,
}

impl Editor {
    /// Starts from a wear that was read.
    pub fn open(wear: &Wear<'_>) -> Self {
        Self { bytes: wear.bytes().to_vec(), parser: wear.parser() }
    }

    /// A wear of these materials and lightmaps, numbered from 0, with the line ends of Windows
    /// as the game has them.
    pub fn of_names<N: AsRef<[u8]>>(materials: &[N], lightmaps: &[N]) -> Result<Self> {
        let mut bytes = Vec::new();
        append_table(&mut bytes, materials, b"\r\n")?;
        if !lightmaps.is_empty() {
            bytes.extend_from_slice(b"\r\nLIGHTMAPS\r\n");
            append_table(&mut bytes, lightmaps, b"\r\n")?;
        }
        let editor = Self { bytes, parser: Parser::File };
        editor.wear()?;
        Ok(editor)
    }

    /// The text as it is now.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text, given away.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The wear as it is now.
    pub fn wear(&self) -> Result<Wear<'_>> {
        Wear::read(&self.bytes, self.parser)
    }

    /// Gives a row another name.
    pub fn rename(&mut self, section: Section, index: usize, name: &[u8]) -> Result<()> {
        check_name(name)?;
        let row = self.row_range(section, index)?;
        self.replace(&[(row.name, name.to_vec())], |names| {
            if let Some(slot) = names.section(section).get_mut(index) {
                *slot = name.to_vec();
            }
        })
    }

    /// Gives a row another number.
    pub fn set_id(&mut self, section: Section, index: usize, id: i32) -> Result<()> {
        let row = self.row_range(section, index)?;
        self.replace(&[(row.id, id.to_string().into_bytes())], |_| {})
    }

    /// Puts a row in front of the one at `index`, or behind the last. It is numbered `index`;
    /// the others keep their numbers, which nothing reads.
    pub fn insert(&mut self, section: Section, index: usize, name: &[u8]) -> Result<()> {
        check_name(name)?;
        let wear = self.wear()?;
        let table = wear.table(section).ok_or_else(no_lightmaps)?;
        let rows: Vec<Row<'_>> = wear.section(section).collect();
        if index > rows.len() {
            return Err(no_row(section, index, rows.len()));
        }
        let count = (table.count_at.clone(), (rows.len() + 1).to_string().into_bytes());
        let row = match (index.checked_sub(1), rows.first()) {
            (Some(before), _) => self.row_behind(&rows, before, index, name),
            (None, Some(_)) => self.row_in_front(&rows, name),
            (None, None) => {
                let at = Source::new(&self.bytes, self.parser).next_line(table.count_at.end);
                (at..at, [b"0 ", name, self.line_end()].concat())
            }
        };
        self.replace(&[count, row], |names| names.section(section).insert(index, name.to_vec()))
    }

    /// Puts a row behind the last.
    pub fn push(&mut self, section: Section, name: &[u8]) -> Result<()> {
        let count = self.wear()?.section(section).len();
        self.insert(section, count, name)
    }

    /// Takes a row away, with its line if it has one for itself.
    pub fn remove(&mut self, section: Section, index: usize) -> Result<()> {
        let wear = self.wear()?;
        let table = wear.table(section).ok_or_else(no_lightmaps)?;
        let rows: Vec<Row<'_>> = wear.section(section).collect();
        if index >= rows.len() {
            return Err(no_row(section, index, rows.len()));
        }
        if rows.len() == 1 {
            let why = "the engine refuses a table without rows; take the whole table away";
            return Err(Error::usage(section.field(), why));
        }
        let count = (table.count_at.clone(), (rows.len() - 1).to_string().into_bytes());
        let mut range = self.place(&rows, index).range;
        if self.bytes.get(range.end.wrapping_sub(1)) != Some(&b'\n') {
            // The spaces behind it go too, but no line ends.
            let rest = self.bytes.get(range.end..).unwrap_or_default();
            range.end += rest.iter().take_while(|&&b| b == b' ' || b == b'\t').count();
        }
        self.replace(&[count, (range, Vec::new())], |names| {
            names.section(section).remove(index);
        })
    }

    /// Adds the table of lightmaps behind the rows, with the blank line both parsers need.
    pub fn add_lightmaps<N: AsRef<[u8]>>(&mut self, names: &[N]) -> Result<()> {
        let wear = self.wear()?;
        if wear.lightmaps().is_some() {
            return Err(Error::usage("lightmaps", "there is a table already"));
        }
        let line_end = self.line_end();
        let source = Source::new(&self.bytes, self.parser);
        let end = wear.rows().last().map_or(wear.materials.count_at.end, |row| row.end());
        let at = source.next_line(end);
        let mut table = Vec::new();
        if self.bytes.get(at.wrapping_sub(1)) != Some(&b'\n') {
            table.extend_from_slice(line_end);
        }
        table.extend_from_slice(line_end);
        table.extend_from_slice(KEYWORD);
        table.extend_from_slice(line_end);
        append_table(&mut table, names, line_end)?;
        let added = names.iter().map(|name| name.as_ref().to_vec()).collect();
        self.replace(&[(at..at, table)], |names| names.lightmaps = Some(added))
    }

    /// Takes the table of lightmaps away, from its word to its last row.
    pub fn remove_lightmaps(&mut self) -> Result<()> {
        let wear = self.wear()?;
        let rows: Vec<Row<'_>> = wear.lightmaps().ok_or_else(no_lightmaps)?.collect();
        let from = wear.materials.end;
        let found = self.bytes.get(from..).unwrap_or_default();
        let found = found.windows(KEYWORD.len()).position(|window| window == KEYWORD);
        let word = from + found.ok_or_else(no_lightmaps)?;
        let end = match rows.len().checked_sub(1) {
            Some(last) => self.place(&rows, last).range.end,
            None => word + KEYWORD.len(),
        };
        self.replace(&[(word..end, Vec::new())], |names| names.lightmaps = None)
    }

    fn row_range(&self, section: Section, index: usize) -> Result<super::parse::RowAt> {
        let wear = self.wear()?;
        let mut rows = wear.section(section);
        let count = rows.len();
        let row = rows.nth(index).ok_or_else(|| no_row(section, index, count))?;
        let id = row.id_offset..row.id_offset + row.id.len();
        Ok(super::parse::RowAt { id, name: row.name_offset..row.end() })
    }

    /// A new row behind another, looking like it.
    fn row_behind(
        &self,
        rows: &[Row<'_>],
        before: usize,
        index: usize,
        name: &[u8],
    ) -> (Range<usize>, Vec<u8>) {
        let Some(row) = rows.get(before) else { return (0..0, Vec::new()) };
        let Place { range, own_line } = self.place(rows, before);
        let id = index.to_string().into_bytes();
        let gap = self.bytes.get(row.id_offset + row.id.len()..row.name_offset).unwrap_or(b" ");
        // In a line of its own the gap may be anything but a line end.
        let gap = if gap.is_empty() || gap.contains(&b'\n') { b" " } else { gap };
        if !own_line {
            let at = row.end();
            return (at..at, [b" ", id.as_slice(), gap, name].concat());
        }
        let indent = self.bytes.get(range.start..row.id_offset).unwrap_or_default();
        let line = [indent, &id, gap, name].concat();
        let at = range.end;
        if self.bytes.get(at.wrapping_sub(1)) == Some(&b'\n') {
            (at..at, [line.as_slice(), self.line_end()].concat())
        } else {
            (at..at, [self.line_end(), &line].concat())
        }
    }

    /// A new row in front of the first, looking like it.
    fn row_in_front(&self, rows: &[Row<'_>], name: &[u8]) -> (Range<usize>, Vec<u8>) {
        let Some(row) = rows.first() else { return (0..0, Vec::new()) };
        let Place { range, own_line } = self.place(rows, 0);
        if own_line {
            (range.start..range.start, [b"0 ", name, self.line_end()].concat())
        } else {
            (row.id_offset..row.id_offset, [b"0 ", name, b" "].concat())
        }
    }

    /// What belongs to a row.
    fn place(&self, rows: &[Row<'_>], index: usize) -> Place {
        let Some(row) = rows.get(index) else { return Place { range: 0..0, own_line: false } };
        let source = Source::new(&self.bytes, self.parser);
        let before = self.bytes.get(..row.id_offset).unwrap_or_default();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line_end = source.line_end(row.end());
        let first = before.get(start..).unwrap_or_default().iter().all(|&byte| is_space(byte));
        let behind = self.bytes.get(row.end()..line_end).unwrap_or_default();
        // In the eyes of the file parser, words behind a name are not this row's.
        let last = self.parser == Parser::Buffer || behind.iter().all(|&byte| is_space(byte));
        let one_line = source.line_end(row.id_offset) == line_end;
        if first && last && one_line {
            Place { range: start..source.next_line(row.end()), own_line: true }
        } else {
            Place { range: row.id_offset..row.end(), own_line: false }
        }
    }

    /// The first line end of the text.
    fn line_end(&self) -> &'static [u8] {
        let end = self.bytes.iter().position(|&byte| byte == b'\n');
        let before = end.and_then(|end| self.bytes.get(end.wrapping_sub(1)));
        if end.is_none() || before == Some(&b'\r') { b"\r\n" } else { b"\n" }
    }

    /// Replaces ranges that do not overlap, first to last, if the parser then sees what it saw
    /// before, but for what `change` does to the names.
    fn replace(
        &mut self,
        changes: &[(Range<usize>, Vec<u8>)],
        change: impl FnOnce(&mut Names),
    ) -> Result<()> {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        let mut at = 0;
        for (range, new) in changes {
            bytes.extend_from_slice(self.bytes.get(at..range.start).unwrap_or_default());
            bytes.extend_from_slice(new);
            at = range.end;
        }
        bytes.extend_from_slice(self.bytes.get(at..).unwrap_or_default());
        let mut expected = Names::of(&self.wear()?);
        change(&mut expected);
        let wear = Wear::read(&bytes, self.parser)
            .map_err(|error| Error::usage(error.field, error.kind.to_string()))?;
        if Names::of(&wear) != expected {
            return Err(Error::usage("", "the parser would see other rows change too"));
        }
        self.bytes = bytes;
        Ok(())
    }
}

/// The names of a wear.
#[derive(PartialEq, Eq)]
struct Names {
    materials: Vec<Vec<u8>>,
    lightmaps: Option<Vec<Vec<u8>>>,
}

impl Names {
    fn of(wear: &Wear<'_>) -> Self {
        let names = |rows: super::read::Rows<'_>| rows.map(|row| row.name.to_vec()).collect();
        Self { materials: names(wear.rows()), lightmaps: wear.lightmaps().map(names) }
    }

    fn section(&mut self, section: Section) -> &mut Vec<Vec<u8>> {
        match section {
            Section::Materials => &mut self.materials,
            Section::Lightmaps => self.lightmaps.get_or_insert_default(),
        }
    }
}

fn append_table<N: AsRef<[u8]>>(out: &mut Vec<u8>, names: &[N], line_end: &[u8]) -> Result<()> {
    out.extend_from_slice(names.len().to_string().as_bytes());
    out.extend_from_slice(line_end);
    for (index, name) in names.iter().enumerate() {
        check_name(name.as_ref())?;
        out.extend_from_slice(format!("{index} ").as_bytes());
        out.extend_from_slice(name.as_ref());
        out.extend_from_slice(line_end);
    }
    Ok(())
}

/// A name must be one word.
fn check_name(name: &[u8]) -> Result<()> {
    if name.is_empty() || name.iter().any(|&byte| byte == 0 || is_space(byte)) {
        let why = format!("\"{}\" is not one word", text::decode(name));
        return Err(Error::usage("name", why));
    }
    Ok(())
}

fn no_row(section: Section, index: usize, count: usize) -> Error {
    Error::usage(format!("{}[{index}]", section.field()), format!("there are only {count}"))
}

fn no_lightmaps() -> Error {
    Error::usage("lightmaps", "there is no such table")
}
